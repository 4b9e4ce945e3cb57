// The judge: a call compared with an operation.

package openapi

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/endpoint"
)

// Check returns what is wrong with a call, at most one report a place. A call
// that may be of several operations is wrong if all of them say so.
func (a *API) Check(c Call, options Options) (reports []Report) {
	path := a.locate(c.URL, c.Holes)
	if path == nil || path[0].isOpen() {
		return nil
	}
	operations := a.find(path, c.Method, possible)
	if operations == nil {
		return a.lost(&c, path)
	}
	var shared map[fault]bool
	for _, o := range operations {
		for _, media := range o.accepted(&c) {
			j := &judge{api: a, call: &c, operation: o, media: media, faults: map[fault]bool{}, meant: map[string]bool{}}
			j.judge(path, options)
			if shared == nil {
				shared, reports = j.faults, j.reports
			}
			maps.DeleteFunc(shared, func(f fault, _ bool) bool { return !j.faults[f] })
		}
	}
	places := map[any]int{}
	var kept []Report
	for _, r := range reports {
		i, isReported := places[r.At]
		switch {
		case !shared[r.fault()]:
		case !isReported:
			places[r.At] = len(kept)
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
	faults    map[fault]bool  // of the reports
	meant     map[string]bool // parameters that the call has, misspelled or in another place
}

// A fault is what operations say alike: that a place is wrong, or lacks a name.
type fault struct {
	at      any
	missing string
}

func (r Report) fault() fault { return fault{r.At, r.missing} }

// report adds a report. Its fix is one of some choices, if there is only one.
func (j *judge) report(r Report, choices ...string) {
	r.advise(choices)
	j.reports = append(j.reports, r)
	j.faults[r.fault()] = true
}

// advise says what to write, as one of some choices.
func (r *Report) advise(choices []string) {
	if len(choices) == 1 {
		r.New = choices[0]
	}
	if len(choices) > 0 && len(choices) <= 10 {
		r.Message += ": write " + strings.ReplaceAll(strings.Trim(fmt.Sprintf("%q", choices), "[]"), `" "`, `" or "`)
	}
}

// near returns the choices that text is nearest to, or all.
func near(text string, choices []string) []string {
	if nearest := meant(text, choices); nearest != nil || slices.Contains(choices, "") {
		return nearest
	}
	return choices
}

func (o *operation) String() string { return o.Method + " " + o.Path }

// judge judges the call.
func (j *judge) judge(path []segment, options Options) {
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
	if o.Deprecated && options.Deprecated {
		j.report(Report{At: c.At, Message: o.String() + " is deprecated"})
	}
}

// judgePath judges the values in the path, if each stands where a variable does.
func (j *judge) judgePath(path []segment) {
	segments := split(j.operation.Path)
	for i, s := range path {
		if len(segments) == len(path) && punch(segments[i]) == Hole && len(s.values) == 1 && s.shown == "{"+s.values[0].Name+"}" {
			j.value(object{isText: true}, s.values[0], j.operation.Variables[strings.Trim(segments[i], "{}")])
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
		r.New = "" // another name makes no other content
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
	j.report(Report{At: f.At, Message: fmt.Sprintf("%q is no %s", in.prefix+f.Name, in.what), Old: f.Name}, nearest...)
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
	switch {
	case s == nil || v.Kind == Unknown || v.Kind == Null || f.At == nil:
	case v.Kind&scalars != 0 && in.isText:
		j.text(f, s)
	case !v.fits(s.Type):
		j.mismatch(in, f, s.Type)
	case v.Kind == Array:
		j.list(in, f)
		for _, element := range v.Elements {
			j.value(in, Field{Name: f.Name, At: f.At, Value: element}, s.Items)
		}
	case v.Kind == Object:
		in.isClosed, in.isMore, in.at = s.isClosed(), v.More, f.At
		if f.Name != "" {
			in.prefix, in.what = f.Name+".", "property"
		}
		j.members(in, v.Fields, s)
	default:
		j.enum(f, s)
	}
}

// fits reports whether a value of JSON can be of a set of kinds. A float may be
// a whole number.
func (v *Value) fits(set Kind) bool {
	kind := v.Kind
	switch {
	case kind == Integer:
		kind |= Number
	case kind == Number && !strings.Contains(v.Text, "."):
		kind |= Integer
	}
	return set == 0 || set&kind != 0
}

// mismatch reports a value of another kind than those of a schema. A list or
// object in a query or form can be text.
func (j *judge) mismatch(in object, f Field, want Kind) {
	if in.isText && f.Value.Kind&scalars == 0 {
		return
	}
	name := fmt.Sprintf("%q", f.Name)
	if f.Name == "" {
		name = "the body"
	}
	j.report(Report{At: f.At, Message: fmt.Sprintf("%s has type %s: want %s", name, f.Value.Kind, want)})
}

// list reports a list whose style is not that of the API. A single constant is
// one value in all styles but brackets.
func (j *judge) list(in object, f Field) {
	want := j.operation.Lists[f.Name]
	if _, isInBrackets := j.operation.Query.Properties[f.Name+"[]"]; isInBrackets {
		want = endpoint.ListBrackets
	}
	isOne := len(f.Value.Elements) == 1 && f.Value.Elements[0].Constant && want != endpoint.ListBrackets && f.Lists != endpoint.ListBrackets
	if in.in == "query" && in.prefix == "" && want != 0 && f.Lists != 0 && f.Lists != want && !isOne {
		j.report(Report{At: f.At, Message: fmt.Sprintf("%q is written by %s: want %s", f.Name, listStyles[f.Lists], listStyles[want])})
	}
}

var listStyles = map[endpoint.ListStyle]string{
	endpoint.ListComma: "ListComma", endpoint.ListRepeat: "ListRepeat", endpoint.ListBrackets: "ListBrackets",
}

// text judges a constant in a URL or form by what it can be read as.
func (j *judge) text(f Field, s *schema) {
	if !f.Value.Constant || s.isReadFrom(f.Value.Text) {
		return
	}
	if s.Type == Array {
		parts := strings.Split(f.Value.Text, ",")
		s, f.Value.Text = s.Items, parts[slices.IndexFunc(parts, func(part string) bool { return !s.Items.isReadFrom(part) })]
	}
	if s.Type == 0 || isReadAs(f.Value.Text, s.Type&^Array) {
		j.enum(f, s)
	} else {
		j.mismatch(object{}, f, s.Type)
	}
}

// isReadFrom reports whether text can be a value. Empty text may stand for
// nothing, and text with commas for a list.
func (s *schema) isReadFrom(text string) bool {
	isList := func() bool {
		return !slices.ContainsFunc(strings.Split(text, ","), func(part string) bool { return !s.Items.isReadFrom(part) })
	}
	switch {
	case s == nil || text == "" || s.Type&Array != 0 && isList():
		return true
	case len(s.Enum) == 0:
		return s.Type == 0 || isReadAs(text, s.Type&^Array)
	}
	return slices.Contains(s.Enum, text) || s.Type&String != 0 && isReadAs(text, s.Type&(Boolean|Integer|Number))
}

// isReadAs reports whether text can be read as one of some kinds. An object may
// be written in many ways, but next to other kinds only as JSON.
func isReadAs(text string, kinds Kind) bool {
	switch {
	case kinds&String != 0 || kinds == Object || kinds&Object != 0 && strings.HasPrefix(text, "{"):
		return true
	case kinds&(Integer|Number) != 0 && isNumeric(text):
		return kinds&Number != 0 || !strings.Contains(text, ".")
	}
	truths := []string{"true", "false", "1", "0", "yes", "no", "on", "off", "t", "f", "y", "n"}
	return kinds&Boolean != 0 && slices.Contains(truths, strings.ToLower(text))
}

// enum judges a constant by what it may be. Next to other kinds, an enum is one of text.
func (j *judge) enum(f Field, s *schema) {
	isOther := f.Value.Kind != String && s.Type&String != 0 && s.Type&scalars != String
	if f.Value.Constant && len(s.Enum) > 0 && !isOther && !slices.Contains(s.Enum, f.Value.Text) {
		message := fmt.Sprintf("%q cannot be %q", f.Name, f.Value.Text)
		j.report(Report{At: f.At, Message: message, Old: f.Value.Text}, near(f.Value.Text, s.Enum)...)
	}
}
