// The judge: a call compared with an operation.

package openapi

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Check returns what is wrong with a call, at most one report a place. A call
// that may be of several operations is wrong if all of them say so. The result is nil, and
// not empty, if nothing says that the call is one of the API, and it is not judged.
func (a *API) Check(c Call) (reports []Report) {
	path := a.locate(c.URL, c.Holes)
	if path == nil || path[0].isOpen() {
		return nil
	}
	operations := a.find(path, c.Method, possible)
	if below := a.belowBase(c.URL, c.Holes); operations == nil && below != nil {
		if path, operations = below, a.find(below, c.Method, possible); path[0].isOpen() {
			return nil
		}
	}
	if operations == nil {
		return a.lost(&c, path)
	}
	var all []map[Report]bool // the faults that the operations find
	for _, o := range operations {
		for _, media := range o.accepted(&c) {
			j := &judge{api: a, call: &c, operation: o, media: media, faults: map[Report]bool{}, meant: map[string]bool{}}
			j.judge(path)
			if all == nil {
				reports = j.reports
			}
			all = append(all, j.faults)
		}
	}
	kept := []Report{}
	for _, r := range reports {
		i := slices.IndexFunc(kept, func(k Report) bool { return k.At == r.At })
		switch {
		case slices.ContainsFunc(all, func(faults map[Report]bool) bool { return !faults[r.fault()] }):
		case i < 0:
			kept = append(kept, r)
		case r.missing != "" && kept[i].missing != "":
			kept[i].missing += ", " + r.missing
		}
	}
	for i, r := range kept {
		if r.missing != "" {
			kept[i].Message = "missing " + r.missing + r.Message
		}
	}
	return kept
}

// A judge compares a call with one operation, and its body with one media type.
type judge struct {
	api       *API
	call      *Call
	operation *operation
	media     string // "" without a body
	reports   []Report
	faults    map[Report]bool // of the reports
	meant     map[string]bool // parameters that the call has, misspelled or in another place
}

// fault returns what operations say alike: that a place is wrong, or lacks a name.
func (r Report) fault() Report { return Report{At: r.At, missing: r.missing} }

// report adds a report, which says to write one of some choices.
func (j *judge) report(r Report, choices ...string) {
	r.advise(choices)
	j.reports = append(j.reports, r)
	j.faults[r.fault()] = true
}

// advise says to write one of some choices.
func (r *Report) advise(choices []string) {
	if len(choices) > 0 && len(choices) <= 10 {
		r.Message += ": write " + strings.ReplaceAll(strings.Trim(fmt.Sprintf("%q", choices), "[]"), `" "`, `" or "`)
	}
}

// near returns the choices that text is nearest to, or all.
func near(text string, choices []string) []string {
	if nearest := meant(text, choices); nearest != nil {
		return nearest
	}
	return choices
}

func (o *operation) String() string { return o.Method + " " + o.Path }

// judge judges the call.
func (j *judge) judge(path []segment) {
	o, c := j.operation, j.call
	if o.Method == "" {
		return // nothing is known of it
	}
	j.judgePath(path)
	j.members(object{in: "query", what: "parameter of " + o.String(), at: c.At, isText: true, isClosed: !o.Query.Open}, c.Query, &o.Query)
	for _, name := range o.Headers {
		if !slices.ContainsFunc(c.Headers, func(sent string) bool { return strings.EqualFold(sent, name) }) {
			j.missing(object{in: "header", at: c.At}, name)
		}
	}
	j.judgeBody()
}

// judgePath judges the values in the path, if each stands where a variable does.
func (j *judge) judgePath(path []segment) {
	way := j.operation.way
	for i, s := range path {
		if len(way) == len(path) && way[i].isVariable() && len(s.values) == 1 && s.shown == "{"+s.values[0].Name+"}" {
			j.value(object{isText: true}, s.values[0], way[i].schema)
		}
	}
}

// judgeBody judges the body.
func (j *judge) judgeBody() {
	o, c := j.operation, j.call
	sent := c.ContentType.Value.Text
	body := object{in: "body", what: "property of the body of " + o.String(), at: c.At, isText: !isJSON(j.media) && !isJSON(sent)}
	switch {
	case c.Body == nil && o.NeedsBody:
		j.members(body, nil, o.Body[j.media])
	case c.Body == nil:
	case len(o.Body) == 0:
		body.what, body.isClosed = "parameter of "+o.String(), true
		j.members(body, c.Body.Fields, &schema{})
	case j.media == "":
		r := Report{At: cmp.Or(c.ContentType.At, c.At), Message: fmt.Sprintf("content-type %q is not accepted by %s", sent, o)}
		r.advise(near(sent, slices.Sorted(maps.Keys(o.Body))))
		j.report(r)
	default:
		j.value(body, Field{At: c.At, Value: *c.Body}, o.Body[j.media])
	}
}

// accepted returns the media types that the body of a call may have, "" if there
// is none.
func (o *operation) accepted(c *Call) (types []string) {
	sent := c.ContentType.Value.Text
	for t := range o.Body {
		if c.Body == nil || sent == "" || accepts(t, sent) {
			types = append(types, t)
		}
	}
	if types == nil {
		return []string{""}
	}
	slices.Sort(types)
	return types
}

// accepts reports whether a media type or range accepts another. Clients upload
// any file where application/octet-stream is documented.
func accepts(media, sent string) bool {
	sent = mediaType(sent)
	of, isRange := strings.CutSuffix(media, "*")
	return media == sent || isRange && strings.HasPrefix(sent, strings.TrimSuffix(of, "*/")) ||
		media == "application/octet-stream" || isJSON(media) && isJSON(sent)
}

// isJSON reports whether a media type is that of JSON.
func isJSON(media string) bool {
	media = mediaType(media)
	return strings.HasSuffix(media, "/json") || strings.HasSuffix(media, "+json")
}

// An object is what has members: the query, the body, or a value in them.
type object struct {
	in       string // as MayHave of Call names it
	prefix   string // of the names of its members
	what     string // that a name is not
	at       any    // where one is missing
	isText   bool   // values become text, as in a form
	isClosed bool
	isMore   bool // it may have members that are not seen
}

// members judges the members of an object.
func (j *judge) members(in object, fields []Field, s *schema) {
	if s == nil {
		return
	}
	isSent := map[string]bool{}
	for _, f := range fields {
		isSent[in.stem(f.Name)] = true
	}
	for _, f := range fields {
		property, isKnown := in.property(s, f)
		isKey := in.in == "query" && slices.Contains(j.api.keys, f.Name)
		switch {
		case f.At == nil || isKey || isKnown && f.Optional || !isKnown && !in.isClosed:
		case isKnown:
			f.Name = in.prefix + f.Name
			j.value(in, f, property)
		default:
			j.unknown(in, f, s, isSent)
		}
	}
	for _, name := range s.Required {
		if !isSent[in.stem(name)] && !in.isMore {
			j.missing(in, name)
		}
	}
}

// stem returns a name without brackets, which lists and objects have in text.
func (in object) stem(name string) string {
	if before, _, ok := strings.Cut(name, "["); ok && in.isText && before != "" {
		return before
	}
	return name
}

// property returns the schema of a property, nil if it is one in brackets. A list may
// have those of its style.
func (in object) property(s *schema, f Field) (property *schema, isKnown bool) {
	if property, isKnown = s.Properties[f.Name]; isKnown || !in.isText {
		return property, isKnown
	}
	if property, isKnown = s.Properties[f.Name+"[]"]; isKnown && f.Value.Kind&scalars == 0 {
		return property, true
	}
	for other := range s.Properties {
		isKnown = isKnown || in.stem(other) == in.stem(f.Name)
	}
	return nil, isKnown
}

// unknown reports a name that is none of a closed object. Of a field that may be
// left out only a slip is one: the others may be for other calls.
func (j *judge) unknown(in object, f Field, s *schema, isSent map[string]bool) {
	query := object{in: "query", isText: true}
	if _, isQuery := query.property(&j.operation.Query, f); isQuery && in.in == "body" && in.prefix == "" {
		j.meant["query "+query.stem(f.Name)] = true
		if !f.Optional {
			j.report(Report{At: f.At, Message: fmt.Sprintf("%q of %s is a query parameter: pass it in Query", f.Name, j.operation)})
		}
		return
	}
	names := slices.Sorted(maps.Keys(s.Properties))
	for i, name := range names {
		if f.Value.Kind == Array { // which its style writes
			names[i] = strings.TrimSuffix(name, "[]")
		}
	}
	nearest := meant(f.Name, slices.DeleteFunc(names, func(name string) bool { return isSent[in.stem(name)] }))
	if f.Optional && (nearest == nil || slip(f.Name, nearest[0]) > 1) {
		return
	}
	for _, name := range nearest {
		j.meant[in.in+" "+in.prefix+in.stem(name)] = true
	}
	r := Report{At: f.At, Message: fmt.Sprintf("%q is no %s", in.prefix+f.Name, in.what)}
	if len(nearest) == 1 {
		r.Name, r.Meant = f.Name, nearest[0]
	}
	j.report(r, nearest...)
}

// missing reports a name that a call does not send.
func (j *judge) missing(in object, name string) {
	isHidden := in.prefix == "" && j.call.MayHave != nil && j.call.MayHave(in.in, name)
	if name = in.prefix + name; !isHidden && !j.meant[in.in+" "+in.stem(name)] {
		what := map[string]string{"query": "query parameter", "header": "header", "body": "property"}[in.in]
		j.report(Report{At: in.at, Message: " of " + j.operation.String(), missing: fmt.Sprintf("%s %q", what, name)})
	}
}

// value judges the value of a field by its schema.
func (j *judge) value(in object, f Field, s *schema) {
	v := f.Value
	f.At = cmp.Or(v.At, f.At)
	isText := in.isText && v.Kind&scalars != 0
	switch {
	case s == nil || v.Kind == Unknown || v.Kind == Null || f.At == nil:
	case isText && (v.Text == "" || s.Type == Object || s.Type&Array != 0): // which may be written in many ways
	case (isText || !in.isText) && s.Type != 0 && s.Type&v.kinds(isText) == 0: // a list or object can be text
		name := "the body"
		if f.Name != "" {
			name = strconv.Quote(f.Name)
		}
		j.report(Report{At: f.At, Message: fmt.Sprintf("%s has type %s: want %s", name, v.Kind, s.Type)})
	case v.Kind == Array:
		for _, element := range v.Elements {
			j.value(in, Field{Name: f.Name, At: f.At, Value: element}, s.Items)
		}
	case v.Kind == Object:
		in.isClosed, in.isMore, in.at = s.isClosed(), v.More, f.At
		if f.Name != "" {
			in.prefix, in.what = f.Name+".", "property"
		}
		j.members(in, v.Fields, s)
	case v.Constant && len(s.Enum) > 0 && !slices.Contains(s.Enum, v.Text):
		if s.Type&String == 0 || v.kinds(isText)&s.Type&^String == 0 { // next to other kinds, an enum is one of text
			j.report(Report{At: f.At, Message: fmt.Sprintf("%q cannot be %q", f.Name, v.Text)}, near(v.Text, s.Enum)...)
		}
	}
}

// kinds returns what a value can be. A float may be a whole number. Text in a URL or
// form can be what it can be read as, and any boolean.
func (v *Value) kinds(isText bool) (set Kind) {
	set = v.Kind
	isNumber := set&(Integer|Number) != 0
	if isText {
		set, isNumber = String|Boolean, isNumeric(v.Text)
		if strings.HasPrefix(v.Text, "{") {
			set |= Object
		}
	}
	if isNumber {
		set |= Number
		if !strings.Contains(v.Text, ".") {
			set |= Integer
		}
	}
	return set
}
