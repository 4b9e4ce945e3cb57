// The judge: a call compared with an operation.

package openapi

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// Check returns what is wrong with a call, at most one report a place. A call
// that may be of several operations is wrong if all of them say so. The result is nil, and
// not empty, if nothing says that the call is one of the API, and it is not judged.
func (a *API) Check(c Call) (reports []Report) {
	var path []segment
	var operations []*operation
	for _, base := range append([]string{""}, a.top.Servers...) { // as it is, or else below the path of a server
		link, isBelow := strings.CutPrefix(c.URL, base)
		if !isBelow || operations != nil {
			continue
		}
		if path = a.locate(link, c.Holes); path == nil || path[0].isOpen() {
			return nil
		}
		operations = a.find(path, c.Method, false)
	}
	if operations == nil {
		return a.lost(&c, path)
	}
	for _, o := range operations {
		for _, media := range o.accepted(&c) {
			j := &judge{call: &c, operation: o, media: media, reports: []Report{}, places: map[any]bool{}}
			j.judge(path)
			if reports == nil {
				reports = j.reports
			}
			reports = slices.DeleteFunc(reports, func(r Report) bool { return !j.places[r.At] })
		}
	}
	return reports
}

// A judge compares a call with one operation, and its body with one media type.
type judge struct {
	call      *Call
	operation *operation
	media     string // "" without a body
	reports   []Report
	places    map[any]bool // of the reports, by their handles
}

// report adds a report, unless its place has one.
func (j *judge) report(r Report) {
	if !j.places[r.At] {
		j.places[r.At] = true
		j.reports = append(j.reports, r)
	}
}

// Advice says to write one of some choices.
func Advice(choices []string) string {
	if len(choices) == 0 || len(choices) > 10 {
		return ""
	}
	return ": write " + strings.ReplaceAll(strings.Trim(fmt.Sprintf("%q", choices), "[]"), `" "`, `" or "`)
}

func (o *operation) String() string { return o.Method + " " + o.Path }

// judge judges the call. A value in its path is judged if it stands where a variable does.
func (j *judge) judge(path []segment) {
	o, c := j.operation, j.call
	for i, s := range path {
		if len(path) == len(o.way) && len(s.values) == 1 && s.shown == "{"+s.values[0].Name+"}" {
			j.value(object{isText: true}, s.values[0], o.way[i].schema)
		}
	}
	j.members(object{in: "query", what: "parameter of " + o.String(), at: c.At, isText: true, isClosed: !o.Query.Open}, c.Query, &o.Query)
	j.members(object{in: "header", at: c.At, isText: true}, c.Headers, &o.Headers)
	j.judgeBody()
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
		types := slices.Sorted(maps.Keys(o.Body))
		message := fmt.Sprintf("content-type %q is not accepted by %s%s", sent, o, Advice(types))
		j.report(Report{At: cmp.Or(c.ContentType.At, c.At), Message: message})
	default:
		j.value(body, Field{At: c.At, Value: *c.Body}, o.Body[j.media])
	}
}

// accepted returns the media types that the body of a call may have, "" if there
// is none.
func (o *operation) accepted(c *Call) (types []string) {
	sent := c.ContentType.Value.Text
	types = slices.DeleteFunc(slices.Sorted(maps.Keys(o.Body)), func(t string) bool {
		return c.Body != nil && sent != "" && !accepts(t, sent)
	})
	if len(types) == 0 {
		return []string{""}
	}
	return types
}

// accepts reports whether a media type accepts another. A range accepts all that is like it, and
// application/json any JSON. Clients upload any file where application/octet-stream is documented.
func accepts(media, sent string) bool {
	isLike, _ := path.Match(media, mediaType(sent))
	return isLike || media == "*/*" || media == "application/octet-stream" || media == "application/json" && isJSON(sent)
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
	at       any    // where one is missing, nil if it may have members that are not seen
	isText   bool   // values become text, as in a form
	isClosed bool
}

// members judges the members of an object.
func (j *judge) members(in object, fields []Field, s *schema) {
	if s == nil {
		return
	}
	var sent []string
	for _, f := range fields {
		sent = append(sent, f.Name)
	}
	for _, f := range fields {
		list := f.Name + "[]" // as a list is written
		isKnown := slices.ContainsFunc(slices.Collect(maps.Keys(s.Properties)), func(name string) bool {
			isList := f.Value.Kind&(scalars|Array) == 0 || f.Value.Kind == Array && j.call.Brackets
			return in.isSame(f.Name, name) && (name != list || isList)
		})
		switch {
		case f.At == nil || !isKnown && !in.isClosed:
		case isKnown:
			property := cmp.Or(s.Properties[f.Name], s.Properties[list]) // nil if it is one in brackets
			if property != nil && strings.HasSuffix(f.Name, "[]") && f.Value.Kind&scalars != 0 {
				property = property.Items
			}
			f.Name = in.prefix + f.Name
			j.value(in, f, property)
		default:
			sent = append(sent, j.unknown(in, f, s, sent)...)
		}
	}
	for _, name := range s.Required {
		if !in.isSent(sent, name) && in.at != nil {
			j.missing(in, name)
		}
	}
}

// isSame reports whether a name that is sent may be one of a document. In text, lists and objects
// have brackets behind it.
func (in object) isSame(sent, name string) bool {
	return sent == name || in.isText && (strings.HasPrefix(sent, name+"[") || strings.HasPrefix(name, sent+"["))
}

func (in object) isSent(sent []string, name string) bool {
	return slices.ContainsFunc(sent, func(other string) bool { return in.isSame(other, name) })
}

// unknown reports a name that is none of a closed object, and returns those that are
// meant. Of a field that may be left out only a slip is one: the others may be for other
// calls.
func (j *judge) unknown(in object, f Field, s *schema, sent []string) (nearest []string) {
	names := slices.Sorted(maps.Keys(s.Properties))
	nearest = meant(f.Name, slices.DeleteFunc(names, func(name string) bool { return name != f.Name+"[]" && in.isSent(sent, name) }))
	if f.Optional && (nearest == nil || slip(f.Name, nearest[0]) > 1) {
		return nil
	}
	hint := Advice(nearest)
	if _, isQuery := j.operation.Query.Properties[f.Name]; isQuery && in.prefix == "" {
		hint, nearest = ": pass it in Query", nil
	}
	j.report(Report{At: f.At, Message: fmt.Sprintf("%q is not a %s%s", in.prefix+f.Name, in.what, hint)})
	return nearest
}

// missing reports a name that a call does not send.
func (j *judge) missing(in object, name string) {
	if in.prefix == "" && j.call.MayHave != nil && j.call.MayHave(in.in, name) {
		return
	}
	what := map[string]string{"query": "query parameter", "header": "header", "body": "property"}[in.in]
	j.report(Report{At: in.at, Message: fmt.Sprintf("missing %s %q of %s", what, in.prefix+name, j.operation)})
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
		j.report(Report{At: f.At, Message: fmt.Sprintf("%q has type %s: want %s", cmp.Or(f.Name, "body"), v.Kind, s.Type)})
	case v.Kind == Array:
		for _, element := range v.Elements {
			j.value(in, Field{Name: f.Name, At: f.At, Value: element}, s.Items)
		}
	case v.Kind == Object:
		in.isClosed, in.at = len(s.Properties) > 0 && !s.Open, f.At
		if v.More {
			in.at = nil
		}
		if f.Name != "" {
			in.prefix, in.what = f.Name+".", "property"
		}
		j.members(in, v.Fields, s)
	case v.kinds(isText)&s.Type&^String != 0: // next to other kinds, an enum is one of text
	case v.Constant && len(s.Enum) > 0 && !slices.Contains(s.Enum, v.Text):
		choices := meant(v.Text, s.Enum)
		if choices == nil {
			choices = s.Enum
		}
		j.report(Report{At: f.At, Message: fmt.Sprintf("%q cannot be %q%s", f.Name, v.Text, Advice(choices))})
	}
}

// kinds returns what a value can be. A number may be whole. Text in a URL or
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
		set |= Number | Integer
	}
	return set
}
