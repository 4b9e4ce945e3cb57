// Calls that an OpenAPI document judges: built with a token for each value, so that
// the library says where it goes.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"example.com/endpoint"
	"example.com/endpoint/endpointvet/openapi"
)

// An outcome is what becomes of a call where its branches go in one way.
type outcome struct {
	k       *call
	err     *endpoint.Error  // nil: it may succeed
	reports []openapi.Report // of the document that judges it
	api     *openapi.API     // that, nil if there is none
}

// checkAPI finds what the document of its API says against a call. It notes that none
// judges it, if there is one that may: of the package, or of that of a helper.
func (c *checker) checkAPI(o *outcome) {
	k := o.k
	api, ok := c.documentOf(k)
	d := &described{checker: c, call: k, tokens: map[string]spot{}, structs: map[structField][]openapi.Field{}}
	reason := ""
	switch {
	case !ok || !k.builds():
		return
	case api == nil:
		reason = "it is not known to belong to one: write " + directiveName + " FILE above the declaration of its Endpoint, or - for none"
	case k.at == nil || k.isElsewhere():
		reason = "the code does not show its method and path: write them in a route, with a placeholder for each segment that varies"
	case c.isChanged(k.site):
		reason = "its request is changed after it is built: pass all that it has in the call"
	case !d.describe(api):
		reason = "a value decides where it is sent: write it in the route"
	default:
		if o.reports = api.Check(d.of); o.reports != nil {
			o.api = api
			return
		}
		reason = api.Name() + " has no path like it: correct the path, or write " + directiveName + " - above the declaration of its Endpoint"
	}
	c.undocumented[k.site.call()] = unchecked{k.site.call().Fun, "not checked by a document: " + reason}
}

// isChanged reports whether the code writes to the request of a call after it is built.
func (c *checker) isChanged(s site) bool {
	stmt, isAssigned := s.cursor.Parent().Node().(*ast.AssignStmt)
	if !isAssigned {
		return false
	}
	id, _ := stmt.Lhs[0].(*ast.Ident)
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	isPart := func(w write) bool { return len(w.path) > 0 }
	return isVar && slices.ContainsFunc(c.variable(v).writes, isPart)
}

// reportAPI reports what documents say against the outcomes of a call: against each that has
// the key or the route which is at fault.
func (c *checker) reportAPI(all []*outcome) {
	for _, o := range all {
		for _, r := range o.reports {
			at := r.At.(ast.Node)
			isRight := func(other *outcome) bool {
				has := at == other.k.at || slices.ContainsFunc(other.k.own, func(s spot) bool { return s.node == at })
				return other.api != nil && has && !slices.Contains(other.reports, r)
			}
			if !slices.ContainsFunc(all, isRight) {
				c.report(inDocument, at, r.Message)
			}
		}
	}
}

// isElsewhere reports whether the code does not show the route of a call.
func (k *call) isElsewhere() bool {
	isMethod := k.merged.Method != "NONE" || !k.mayHave("", "Method")
	return !isMethod || k.mayPass("", "Method", "URL") || unread.MatchString(k.merged.URL)
}

// unread are expressions that may write nothing, or several segments, cut a token, or
// have the names of a map, and URLs that begin with one.
var unread = regexp.MustCompile(`^(\{|$)|\{([+/.;#]|[^}]*[:*])`)

// A described is a call on its way to a document.
type described struct {
	*checker
	call    *call
	tokens  map[string]spot // that stand for values
	structs map[structField][]openapi.Field
	built   *endpoint.Request
	of      openapi.Call
}

// A structField is a field of Options that a layer which is made of a struct sets.
type structField struct {
	e     ast.Expr
	field string
}

// describe describes the call: with its URL if that is under a server of the document, or else
// with its path. It is not ok if the call cannot be built with tokens.
func (d *described) describe(api *openapi.API) bool {
	k := d.call
	defer d.mark().make()()
	if !api.Owns(k.merged.BaseURL) && !strings.Contains(k.merged.URL, "://") {
		slots := k.slots
		defer func() { k.slots = slots }()
		k.slots = append(slices.Clip(slots), &slot{Options: &endpoint.Options{BaseURL: hiddenBase}})
	}
	d.built, _ = k.fill(func(name string) any { return d.token(spot{place: place{"Path", name}}) })
	if d.built == nil {
		return false
	}
	d.of = openapi.Call{
		At: k.at, Method: strings.ToUpper(d.built.Method), MayHave: d.mayHave,
		Brackets: k.merged.Lists >= endpoint.ListBrackets || k.mayHave("", "Lists"),
	}
	path, query, _ := strings.Cut(d.built.URL, "?")
	query, _, _ = strings.Cut(query, "#")
	path = strings.TrimPrefix(path, hiddenBase)
	for _, token := range marker.FindAllString(path, -1) {
		d.of.Holes = append(d.of.Holes, d.field(d.tokens[token].Key, d.tokens[token]))
	}
	d.of.URL = marker.ReplaceAllString(path, openapi.Hole)
	values, _ := url.ParseQuery(query)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			f := d.field(name, d.tokens[value])
			if _, isToken := d.tokens[value]; !isToken {
				f.At = d.of.At
			}
			if !marker.MatchString(value) {
				f.Value = openapi.Value{Kind: openapi.String, Constant: true, Text: value}
			}
			d.of.Query = append(d.of.Query, f)
		}
	}
	d.describeBody()
	d.describeHeaders()
	return true
}

var marker = regexp.MustCompile("vetmark[0-9]+x")

// token returns a text that stands for a value.
func (d *described) token(s spot) string {
	text := fmt.Sprintf("vetmark%dx", len(d.tokens))
	d.tokens[text] = s
	return text
}

// mark returns what puts a token in the place of each value that is sent.
func (d *described) mark() (marks change) {
	for _, s := range d.call.spots {
		all := map[string]map[string]any{"Params": s.layer.Params, "Path": s.layer.Path, "Query": s.layer.Query}
		if value := all[s.Field][s.Key]; value != nil && value != any(endpoint.Unset) {
			marks = append(marks, change{{s.layer, s.with(d.token(s))}}...)
		}
	}
	return marks
}

// describeBody describes Data by its expression, unless it may be another, and Params by their
// tokens. Next to Params that a call passes there is no Data, of which the library says so.
func (d *described) describeBody() {
	isOpen := slices.ContainsFunc(d.call.holes, func(h hole) bool { return h.Field == "Data" })
	for _, s := range slices.Backward(d.call.own) {
		if s.Field == "Data" && !d.info.Types[s.value].IsNil() {
			d.of.Body = &openapi.Value{}
			if v := d.read(s, 0); !isOpen && (v.Kind == openapi.Object || v.Kind == openapi.Array) {
				d.of.Body = &v
			}
			return
		}
	}
	members := map[string]any{}
	switch body := d.built.Body.(type) {
	case nil:
		return
	case map[string]any:
		members = body
	case url.Values:
		for name := range body {
			members[name] = body.Get(name)
		}
	}
	d.of.Body = &openapi.Value{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		token, _ := members[name].(string)
		f := d.field(name, d.tokens[token])
		if d.of.Body.Fields = append(d.of.Body.Fields, f); f.At != nil { // else it is all by default
			d.of.Body.Kind = openapi.Object
		}
	}
}

func (d *described) describeHeaders() {
	for name, value := range d.built.Headers {
		var at spot // the last
		for _, s := range d.call.spots {
			if s.Field == "Headers" && strings.EqualFold(s.Key, name) {
				at = s
			}
		}
		f := d.field(name, at)
		if f.Value.Constant {
			f.Value.Text = value // which is trimmed
		}
		d.of.Headers = append(d.of.Headers, f)
		isShown := at.node != nil || d.of.Body != nil && d.of.Body.Kind != openapi.Unknown
		if name == "content-type" && isShown && !d.call.mayHave(name, "Headers") {
			d.of.ContentType = openapi.Field{At: at.node, Value: openapi.Value{Kind: openapi.String, Constant: true, Text: value}}
		}
	}
}

// mayHave is that of [openapi.Call].
func (d *described) mayHave(place, name string) bool {
	switch place {
	case "header":
		return d.call.mayHave(name, "Headers", "MediaType") || d.documents.later[name]
	case "body":
		return d.call.mayHave(name, "Params") || d.call.mayHave("", "Data")
	}
	return d.call.mayHave(name, "Params", "Query")
}

// read returns what the value of a spot shows. Members that it does not show stand at its node.
func (d *described) read(s spot, level int) openapi.Value {
	v := d.valueFor(&asked{d.call.scope, s.node, s.made, s.Field}, s.value, level)
	if s.made != "" && s.Field == "Data" && len(v.Fields) == 1 {
		return v.Fields[0].Value
	}
	return v
}

// field returns what a spot shows, as it is sent with a name. That of a default is never reported, nor
// what no spot shows.
func (d *described) field(name string, s spot) openapi.Field {
	if !slices.Contains(d.call.own, s) {
		return openapi.Field{Name: name}
	}
	isHole := func(h hole) bool { return h.layer == s.layer && h.place == s.place }
	f := openapi.Field{Name: name, At: s.node, Optional: slices.ContainsFunc(d.call.holes, isHole)}
	if s.made == "" {
		if !f.Optional {
			f.Value = d.read(s, 1)
		}
		return f
	}
	in := structField{s.value, s.Field}
	if _, isRead := d.structs[in]; !isRead {
		d.structs[in] = d.read(s, 0).Fields
	}
	for _, inner := range d.structs[in] {
		if inner.Name == s.Key {
			inner.Name, inner.Optional = name, inner.Optional || f.Optional && inner.At == f.At
			return inner
		}
	}
	return f
}
