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
	places := a.locate(c.URL, c.Holes)
	var all []*judge
	for _, p := range places {
		if !p.path[0].isFixed() {
			return nil
		}
		for _, o := range a.operationsAt(p, c.Method) {
			for _, t := range o.typesOf(&c) {
				all = append(all, &judge{api: a, call: &c, operation: o, path: p.path, media: t})
			}
		}
	}
	if len(all) == 0 && len(places) > 0 {
		return a.lost(&c, places[0])
	}
	var found []finding
	for i, j := range all {
		j.judge(options)
		if i == 0 {
			found = j.found
		}
		isShared := map[fault]bool{}
		for _, f := range j.found {
			isShared[f.fault()] = true
		}
		found = slices.DeleteFunc(found, func(f finding) bool { return !isShared[f.fault()] })
	}
	isReported := map[any]bool{}
	for _, f := range found {
		if !isReported[f.At] {
			reports = append(reports, f.Report)
		}
		isReported[f.At] = true
	}
	return reports
}

// A judge compares a call with one operation, and its body with one media type.
type judge struct {
	api       *API
	call      *Call
	operation *operation
	path      []segment
	media     string // "" without a body
	found     []finding
	meant     map[string]bool // parameters that the call has, misspelled or in another place
}

// A finding is a report, and the name that is missing if it is for that.
type finding struct {
	Report
	missing string
}

// A fault is what several operations find alike.
type fault struct {
	at      any
	missing string
}

func (f finding) fault() fault { return fault{f.At, f.missing} }

// report adds a report without a fix.
func (j *judge) report(at any, format string, args ...any) {
	j.found = append(j.found, finding{Report: Report{At: at, Message: fmt.Sprintf(format, args...)}})
}

// fix adds a report, with what to write instead if there is one way.
func (j *judge) fix(at any, old, meant, message string) {
	if meant != "" {
		message += fmt.Sprintf(": write %q", meant)
	}
	j.found = append(j.found, finding{Report: Report{at, message, old, meant}})
}

func (o *operation) String() string { return o.Method + " " + o.Path }

// judge judges a call.
func (j *judge) judge(options Options) {
	o := j.operation
	if o.Method == "" {
		return // nothing is known of it
	}
	j.meant = map[string]bool{}
	j.judgePath()
	query := o.Query
	if query == nil {
		query = &schema{}
	}
	j.members(object{in: "query", what: "parameter of " + o.String(), at: j.call.At, isText: true, isClosed: !query.Open}, j.call.Query, query)
	for _, name := range o.Headers {
		if !slices.ContainsFunc(j.call.Headers, func(sent string) bool { return strings.EqualFold(sent, name) }) {
			j.missing(object{in: "header", at: j.call.At}, name)
		}
	}
	j.judgeBody()
	if o.Deprecated && options.Deprecated {
		j.report(j.call.At, "%s is deprecated", o)
	}
}

// judgePath judges the values in the path.
func (j *judge) judgePath() {
	segments := split(j.operation.Path)
	if len(segments) != len(j.path) {
		return
	}
	for i, s := range j.path {
		if len(s.values) == 1 && (s.text == Hole || s.text == s.values[0].Value.Text) && punch(segments[i]) == Hole {
			value := s.values[0]
			j.value(object{isText: true}, value.Name, value.At, value.Value, j.operation.Variables[segments[i][1:len(segments[i])-1]])
		}
	}
}

// judgeBody judges the body.
func (j *judge) judgeBody() {
	o, sent := j.operation, j.call.Body
	body := object{in: "body", what: "property of the body of " + o.String(), at: j.call.At, isText: j.isText()}
	s := o.Body[j.media]
	switch {
	case sent == nil:
		if o.NeedsBody {
			j.members(body, nil, s)
		}
	case len(o.Body) > 0 && j.media == "":
		at := cmp.Or(j.call.ContentType.At, j.call.At)
		types := slices.Sorted(maps.Keys(o.Body))
		message := fmt.Sprintf("content-type %q is not accepted by %s", j.call.ContentType.Value.Text, o)
		if len(types) > 1 {
			j.report(at, "%s: write %s", message, list(types))
			return
		}
		j.fix(at, j.call.ContentType.Value.Text, types[0], message)
	case len(o.Body) == 0:
		body.what, body.isClosed = "parameter of "+o.String(), true
		j.members(body, sent.Fields, &schema{})
	default:
		j.value(body, "", j.call.At, *sent, s)
	}
}

// typesOf returns the media types of the body of a call that an operation
// accepts, "" if it is none.
func (o *operation) typesOf(c *Call) (accepted []string) {
	sent := mediaType(c.ContentType.Value.Text)
	for _, t := range slices.Sorted(maps.Keys(o.Body)) {
		if c.Body == nil || sent == "" || accepts(t, sent) {
			accepted = append(accepted, t)
		}
	}
	if accepted == nil {
		return []string{""}
	}
	return accepted
}

// accepts reports whether a media type of a document accepts another. Clients
// upload any file as application/octet-stream.
func accepts(media, sent string) bool {
	prefix, isRange := strings.CutSuffix(media, "*")
	return media == sent || isRange && (prefix == "*/" || strings.HasPrefix(sent, prefix)) ||
		media == "application/octet-stream" || isJSON(media) && isJSON(sent)
}

func isJSON(media string) bool {
	return strings.HasSuffix(media, "/json") || strings.HasSuffix(media, "+json")
}

// isText reports whether the values of the body become text, as in a form.
func (j *judge) isText() bool {
	return !isJSON(j.media) && !isJSON(mediaType(j.call.ContentType.Value.Text))
}

// An object is what has members: the query, the body, or a value in them.
type object struct {
	in       string // as MayHave of Call names it
	prefix   string // of the names of its members
	what     string // that a name is not
	at       any    // where one is missing
	isText   bool
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
		isSent[stem(f.Name, in.isText)] = true
	}
	for _, f := range fields {
		property, isKnown := s.property(f.Name, in.isText)
		switch {
		case f.At == nil || in.in == "query" && slices.Contains(j.api.keys, f.Name):
		case isKnown && !f.Optional:
			j.value(in, in.prefix+f.Name, f.At, f.Value, property)
			j.judgeList(in, f)
		case isKnown:
		case in.isClosed && in.in == "body" && in.prefix == "" && j.isQuery(f.Name):
			j.meant["query "+stem(f.Name, true)] = true
			if !f.Optional {
				j.report(f.At, "%q of %s is a query parameter: pass it in Query", f.Name, j.operation)
			}
		case in.isClosed:
			j.unknown(in, f, s, isSent)
		}
	}
	for _, name := range s.Required {
		if !isSent[stem(name, in.isText)] && !in.isMore {
			j.missing(in, name)
		}
	}
}

// stem returns a name without brackets, which only text has: a list or object
// in a query or form is written with them.
func stem(name string, isText bool) string {
	if before, _, ok := strings.Cut(name, "["); ok && isText && before != "" {
		return before
	}
	return name
}

// property returns the schema of a property.
func (s *schema) property(name string, isText bool) (property *schema, isKnown bool) {
	if property, isKnown = s.Properties[name]; isKnown || !isText {
		return property, isKnown
	}
	for other := range s.Properties {
		if stem(other, true) == stem(name, true) {
			return nil, true // below it
		}
	}
	return nil, false
}

func (j *judge) isQuery(name string) bool {
	if j.operation.Query == nil {
		return false
	}
	_, isKnown := j.operation.Query.property(name, true)
	return isKnown
}

// unknown reports a name that is none of a closed object. Of a field that may be
// left out only a slip is one: the others may be for other calls.
func (j *judge) unknown(in object, f Field, s *schema, isSent map[string]bool) {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !isSent[stem(name, in.isText)] {
			names = append(names, name)
		}
	}
	near := meant(f.Name, names)
	if f.Optional && slip(f.Name, near) != 1 {
		return
	}
	j.meant[in.in+" "+in.prefix+stem(near, in.isText)] = true
	j.fix(f.At, f.Name, near, fmt.Sprintf("%q is no %s", in.prefix+f.Name, in.what))
}

// missing reports a name that a call does not send.
func (j *judge) missing(in object, name string) {
	mayHave := j.call.MayHave
	if j.meant[in.in+" "+in.prefix+stem(name, in.isText)] || in.prefix == "" && mayHave != nil && mayHave(in.in, name) {
		return
	}
	message := fmt.Sprintf("missing parameter %q of %s", in.prefix+name, j.operation)
	j.found = append(j.found, finding{Report{At: in.at, Message: message}, in.prefix + name})
}

// judgeList reports a list whose style is not that of the API. A single constant
// is one value in all styles but brackets.
func (j *judge) judgeList(in object, f Field) {
	style, isExplicit := listStyles[j.operation.Lists[f.Name]]
	isOne := len(f.Value.Elements) == 1 && f.Value.Elements[0].Constant && style != endpoint.ListBrackets && f.Lists != endpoint.ListBrackets
	if in.in == "query" && in.prefix == "" && isExplicit && f.Value.Kind == Array && f.Lists != 0 && f.Lists != style && !isOne {
		j.report(f.At, "%q is written by %s: want %s", f.Name, styleNames[f.Lists], styleNames[style])
	}
}

var styleNames = map[endpoint.ListStyle]string{
	endpoint.ListComma:    "ListComma",
	endpoint.ListRepeat:   "ListRepeat",
	endpoint.ListBrackets: "ListBrackets",
}

// value judges a value by its schema.
func (j *judge) value(in object, name string, at any, v Value, s *schema) {
	if v.At != nil {
		at = v.At
	}
	switch {
	case s == nil || v.Kind == Unknown || v.Kind == Null || at == nil:
		return
	case v.Kind&scalars != 0 && in.isText:
		j.text(name, at, v, s)
		return
	case !v.fits(s.Type):
		if !in.isText {
			j.report(at, "%s is %s: want %s", quote(name), article(v.Kind), s.Type)
		}
		return
	}
	switch v.Kind {
	case Array:
		for _, element := range v.Elements {
			j.value(in, name, at, element, s.Items)
		}
	case Object:
		inner := in
		inner.isClosed, inner.isMore, inner.at = s.closed(), v.More, at
		if name != "" {
			inner.prefix, inner.what = name+".", "property"
		}
		j.members(inner, v.Fields, s)
	default:
		j.enum(name, at, v.Text, v, s)
	}
}

// fits reports whether a value of JSON can be of a set of kinds. A float may be
// a whole number.
func (v *Value) fits(set Kind) bool {
	kind := v.Kind
	switch {
	case kind == Integer:
		kind |= Number
	case kind == Number && (!v.Constant || !strings.Contains(v.Text, ".")):
		kind |= Integer
	}
	return set == 0 || set&kind != 0
}

// text judges a constant in a URL or form by what it can be read as. An empty
// one may stand for nothing, and one with commas for a list.
func (j *judge) text(name string, at any, v Value, s *schema) {
	if !v.Constant || v.Text == "" {
		return
	}
	parts := []string{v.Text}
	if s.Type&Array != 0 {
		parts = strings.Split(v.Text, ",")
		if s.Type == Array {
			s = s.Items
		}
	}
	for _, part := range parts {
		switch {
		case s == nil:
		case s.Type != 0 && !isReadAs(part, s.Type):
			j.report(at, "%s is %s: want %s", quote(name), article(v.Kind), s.Type)
			return
		case len(parts) == 1 || s.Type&Array == 0:
			j.enum(name, at, part, v, s)
		}
	}
}

// isReadAs reports whether text can be read as one of some kinds. A list or
// object may be written in many ways; next to other kinds, an object is not text.
func isReadAs(text string, kinds Kind) bool {
	if kinds&scalars != 0 && !strings.HasPrefix(text, "{") {
		kinds &^= Object
	}
	switch {
	case kinds&(String|Array|Object) != 0:
		return true
	case kinds&(Integer|Number) != 0 && isNumeric(text):
		return kinds&Number != 0 || !strings.Contains(text, ".")
	}
	truths := []string{"true", "false", "1", "0", "yes", "no", "on", "off", "t", "f", "y", "n"}
	return kinds&Boolean != 0 && slices.Contains(truths, strings.ToLower(text))
}

// enum judges a constant by what it may be.
func (j *judge) enum(name string, at any, text string, v Value, s *schema) {
	if !v.Constant || len(s.Enum) == 0 || slices.Contains(s.Enum, text) || slices.Contains(s.Enum, v.Text) {
		return
	}
	message := fmt.Sprintf("%s cannot be %q", quote(name), text)
	near := meant(text, s.Enum)
	if len(s.Enum) == 1 {
		near = s.Enum[0]
	}
	if near != "" || len(s.Enum) > 10 {
		j.fix(at, text, near, message)
		return
	}
	j.report(at, "%s: write %s", message, list(s.Enum))
}

// list returns texts as alternatives.
func list(texts []string) string {
	var b strings.Builder
	for i, text := range texts {
		switch {
		case i == 0:
		case i == len(texts)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", text)
	}
	return b.String()
}

// quote returns the name of a value, which for the body itself is "".
func quote(name string) string {
	if name == "" {
		return "the body"
	}
	return fmt.Sprintf("%q", name)
}

// article returns a kind with its article.
func article(kind Kind) string {
	text := kind.String()
	if strings.IndexAny(text, "aio") == 0 {
		return "an " + text
	}
	return "a " + text
}
