// Documents: OpenAPI 3 and Swagger 2 in JSON, read into operations.

package openapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"example.com/endpoint"
)

// An operation is what a document says of one method of one path. In an index it
// is one line.
type operation struct {
	Method     string   `json:"method"` // "" if the document does not say which
	Path       string   `json:"path"`
	Summary    string   `json:"summary,omitempty"`
	Deprecated bool     `json:"deprecated,omitempty"`
	Servers    []string `json:"servers,omitempty"` // its own, in place of those of the API
	// Variables are those of the path that are more than text, and Spanning those
	// that may take several segments.
	Variables map[string]*schema `json:"variables,omitempty"`
	Spanning  []string           `json:"spanning,omitempty"`
	Query     *schema            `json:"query,omitempty"` // its properties are the parameters
	Lists     map[string]string  `json:"lists,omitempty"` // parameters of the query whose style is explicit
	Headers   []string           `json:"headers,omitempty"`
	Body      map[string]*schema `json:"body,omitempty"` // by media type
	NeedsBody bool               `json:"needsBody,omitempty"`
}

// listStyles are how a document asks for a list, as an index says it.
var listStyles = map[string]endpoint.ListStyle{
	"comma":    endpoint.ListComma,
	"repeat":   endpoint.ListRepeat,
	"brackets": endpoint.ListBrackets,
}

// Read reads an OpenAPI document, version 3 or 2, in JSON, or the index of one.
// Name is that of the file, as reports and errors begin.
func Read(name string, data []byte) (*API, error) {
	a := &API{name: name}
	read := a.readDocument
	if bytes.HasPrefix(data, indexBegin) {
		read = a.readIndex
	}
	if err := read(data); err != nil {
		return nil, err
	}
	slices.SortFunc(a.operations, compare)
	a.paths = &node{}
	all := map[string]bool{}
	for _, o := range a.operations {
		a.paths.add(o)
		for _, server := range o.Servers {
			all[server] = true
		}
	}
	for _, server := range a.servers {
		all[server] = true
	}
	a.allServers = slices.Sorted(maps.Keys(all))
	return a, nil
}

// compare orders operations by path and method.
func compare(x, y *operation) int {
	return cmp.Or(strings.Compare(x.Path, y.Path), strings.Compare(x.Method, y.Method))
}

// A document is one that is being read.
type document struct {
	members  map[string]map[string]json.RawMessage // of objects, by JSON pointer
	targets  map[string]any                        // of references
	share    int                                   // the size of schemas that one operation may have
	left     int                                   // of it
	depth    int                                   // how deep its schemas are read
	consumes []string                              // of Swagger
}

type server struct{ URL string }

type pathItem struct {
	Ref        string `json:"$ref"`
	Parameters []*parameter
	Servers    []server

	Get, Put, Post, Delete, Options, Head, Patch, Trace *rawOperation
}

type rawOperation struct {
	Summary     string
	Deprecated  bool
	Parameters  []*parameter
	RequestBody *body
	Servers     []server
	Consumes    []string
}

// A parameter has a schema, or the fields of one as in Swagger.
type parameter struct {
	rawSchema
	Name, In         string
	Required         bool
	Schema           *rawSchema
	Content          map[string]any
	Style            string
	Explode          *bool
	CollectionFormat string
	Spanning         bool `json:"x-multi-segment"`
}

type body struct {
	Ref      string `json:"$ref"`
	Required bool
	Content  map[string]struct{ Schema *rawSchema }
}

// maxSchemas bounds the schemas of a document, and so its memory. They are shared
// out among its paths. The largest bodies of Kubernetes and Directus take 1,000 and
// 5,000. An operation with more is read less deep.
const maxSchemas = 1_000_000

// readDocument reads a document.
func (a *API) readDocument(data []byte) error {
	var top struct {
		OpenAPI, Swagger, Host, BasePath string

		Servers             []server
		Consumes            []string
		Paths               map[string]*pathItem
		SecurityDefinitions map[string]*parameter
		Components          struct{ SecuritySchemes map[string]*parameter }
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := decode(data, &top); err != nil {
		return a.explain(data, err)
	}
	if !strings.HasPrefix(top.OpenAPI, "3.") && top.Swagger != "2.0" || top.Paths == nil {
		return fmt.Errorf("%s is not an OpenAPI document: it needs paths, and openapi 3 or swagger 2.0", a.name)
	}
	a.servers = urls(top.Servers)
	if top.Host != "" {
		a.servers = urls([]server{{"https://" + top.Host + top.BasePath}})
	}
	for _, schemes := range []map[string]*parameter{top.SecurityDefinitions, top.Components.SecuritySchemes} {
		for _, scheme := range schemes {
			if scheme != nil && scheme.In == "query" {
				a.keys = append(a.keys, scheme.Name)
			}
		}
	}
	slices.Sort(a.keys)
	d := &document{
		members:  map[string]map[string]json.RawMessage{},
		targets:  map[string]any{},
		share:    min(5000, maxSchemas/max(1, len(top.Paths))),
		consumes: top.Consumes,
	}
	var members map[string]json.RawMessage
	_ = decode(data, &members)
	d.members["#"] = members
	for path, item := range top.Paths {
		a.addPath(d, path, item)
	}
	return nil
}

// explain returns what to do about data that is not JSON.
func (a *API) explain(data []byte, err error) error {
	var syntax *json.SyntaxError
	switch {
	case !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")):
		return fmt.Errorf("%s is not JSON: byte 0 is not {: convert YAML first, such as with yq -o=json", a.name)
	case errors.As(err, &syntax):
		return fmt.Errorf("%s is not JSON: byte %d: %w: fetch the document again", a.name, syntax.Offset, err)
	}
	return fmt.Errorf("%s is not JSON: %w: fetch the document again", a.name, err)
}

// urls returns the absolute URLs of servers, without slashes at the end.
func urls(servers []server) (absolute []string) {
	for _, s := range servers {
		if strings.Contains(s.URL, "://") {
			absolute = append(absolute, strings.TrimRight(s.URL, "/"))
		}
	}
	return absolute
}

// addPath adds the operations of a path.
func (a *API) addPath(d *document, path string, item *pathItem) {
	path, _, _ = strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "#")
	if !strings.HasPrefix(path, "/") || strings.Contains(path, Hole) {
		return // an extension, or nothing that can be called
	}
	if item != nil && item.Ref != "" && (len(item.operations()) > 0 || item.Parameters != nil) {
		item = nil // nobody says what both together mean
	}
	item = resolve(d, item, func(item *pathItem) string { return item.Ref })
	if item == nil { // any method, with anything
		a.operations = append(a.operations, &operation{Path: path})
		return
	}
	for method, raw := range item.operations() {
		var o *operation
		for d.depth = maxDepth; d.depth >= 0; d.depth-- {
			d.left = d.share
			if o = d.operation(item, raw); d.left >= 0 {
				break
			}
		}
		o.Method, o.Path = method, path
		a.operations = append(a.operations, o)
	}
}

// operations returns those of a path by their method.
func (item *pathItem) operations() map[string]*rawOperation {
	all := map[string]*rawOperation{
		"GET": item.Get, "PUT": item.Put, "POST": item.Post, "DELETE": item.Delete,
		"OPTIONS": item.Options, "HEAD": item.Head, "PATCH": item.Patch, "TRACE": item.Trace,
	}
	maps.DeleteFunc(all, func(_ string, o *rawOperation) bool { return o == nil })
	return all
}

// operation reads an operation. A parameter or body that does not resolve may be anything.
func (d *document) operation(item *pathItem, raw *rawOperation) *operation {
	o := &operation{
		Summary:    raw.Summary,
		Deprecated: raw.Deprecated,
		Servers:    urls(raw.Servers),
		Variables:  map[string]*schema{},
		Query:      &schema{Properties: map[string]*schema{}},
		Lists:      map[string]string{},
		Body:       map[string]*schema{},
	}
	if o.Servers == nil {
		o.Servers = urls(item.Servers)
	}
	types := raw.Consumes
	if types == nil {
		types = d.consumes
	}
	parameters := map[[2]string]*parameter{} // those of the operation replace those of the path
	for _, p := range slices.Concat(item.Parameters, raw.Parameters) {
		d.left--
		if p = resolve(d, p, func(p *parameter) string { return p.Ref }); p == nil || d.left < 0 {
			o.Query.Open = true
			continue
		}
		parameters[[2]string{p.In, p.Name}] = p
	}
	for _, p := range parameters {
		d.addParameter(o, p, types)
	}
	if raw.RequestBody != nil {
		d.addBody(o, resolve(d, raw.RequestBody, func(b *body) string { return b.Ref }))
	}
	slices.Sort(o.Headers)
	slices.Sort(o.Spanning)
	slices.Sort(o.Query.Required)
	if len(o.Query.Properties) == 0 && !o.Query.Open {
		o.Query = nil
	}
	return o
}

// addParameter adds a parameter. Types are what Swagger's operation consumes.
func (d *document) addParameter(o *operation, p *parameter, types []string) {
	raw := &p.rawSchema
	if p.Schema != nil {
		raw = p.Schema
	}
	s := settle(d.schema(raw, 0, 0))
	switch p.In {
	case "path":
		if s != nil && (s.Type != String || s.Enum != nil) {
			o.Variables[p.Name] = s
		}
		if p.Spanning {
			o.Spanning = append(o.Spanning, p.Name)
		}
	case "query":
		d.addQuery(o, p, s)
	case "header":
		isOwn := slices.Contains([]string{"accept", "content-type", "authorization"}, strings.ToLower(p.Name))
		if p.Required && !isOwn { // those say nothing, by the specification
			o.Headers = append(o.Headers, p.Name)
		}
	case "body":
		for _, t := range orElse(types, "*/*") {
			o.addType(t, s)
		}
		o.NeedsBody = o.NeedsBody || p.Required
	case "formData":
		for _, t := range orElse(types, formType) {
			o.addField(t, p, s)
		}
		o.NeedsBody = o.NeedsBody || p.Required
	}
}

// addQuery adds a parameter of the query. An object whose style is form, as it is
// without one, is sent as its properties.
func (d *document) addQuery(o *operation, p *parameter, s *schema) {
	o.Query.Properties[p.Name] = s
	isForm := (p.Style == "" || p.Style == "form") && (p.Explode == nil || *p.Explode)
	isExploded := isForm && p.Schema != nil && (s == nil || s.Type == 0 || s.Type&Object != 0)
	if p.Required && !isExploded && len(p.Default) == 0 && (p.Schema == nil || len(p.Schema.Default) == 0) {
		o.Query.Required = append(o.Query.Required, p.Name)
	}
	if isExploded {
		o.Query.Open = o.Query.Open || !s.closed()
		if s != nil {
			o.Query.Properties = merge(o.Query.Properties, s.Properties, union)
		}
	}
	if s == nil || s.Type&Array == 0 {
		return
	}
	switch isExplicit := p.Style != "" || p.Explode != nil; {
	case p.Style == "deepObject":
		o.Lists[p.Name] = "brackets"
	case p.CollectionFormat == "multi", isForm && isExplicit:
		o.Lists[p.Name] = "repeat"
	case p.CollectionFormat == "csv", p.Style == "" && isExplicit, p.Style == "form":
		o.Lists[p.Name] = "comma"
	}
}

// formType is the media type whose parameters are as those of a query.
const formType = "application/x-www-form-urlencoded"

// addBody adds a body.
func (d *document) addBody(o *operation, b *body) {
	if b == nil || len(b.Content) == 0 || len(b.Content) > d.left {
		o.addType("*/*", nil)
		return
	}
	o.NeedsBody = b.Required
	for t, content := range b.Content {
		o.addType(t, settle(d.schema(content.Schema, 0, 0)))
	}
}

// addType adds a media type of the body. Those of multipart are not judged.
func (o *operation) addType(name string, s *schema) {
	name = mediaType(name)
	if strings.HasPrefix(name, "multipart/") {
		s = nil
	}
	o.Body[name] = s
}

// addField adds a field of a form.
func (o *operation) addField(t string, p *parameter, s *schema) {
	t = mediaType(t)
	if o.Body[t] == nil {
		o.addType(t, &schema{Type: Object, Properties: map[string]*schema{}})
	}
	form := o.Body[t]
	if form == nil {
		return // multipart
	}
	form.Properties[p.Name] = s
	if p.Required && len(p.Default) == 0 {
		form.Required = append(form.Required, p.Name)
	}
}

// mediaType returns a media type without its parameters.
func mediaType(t string) string {
	t, _, _ = strings.Cut(t, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// orElse returns names, or other if there are none.
func orElse(names []string, other string) []string {
	if len(names) == 0 {
		return []string{other}
	}
	return names
}

// resolve returns v, or what the reference in it points to. It is nil if that is nothing.
func resolve[T any](d *document, v *T, ref func(*T) string) *T {
	if v != nil && ref(v) != "" {
		v = follow[T](d, ref(v))
	}
	if v == nil || ref(v) != "" {
		return nil
	}
	return v
}

// follow returns what a reference points to, nil if it is nothing of the document.
func follow[T any](d *document, ref string) *T {
	if known, ok := d.targets[ref].(*T); ok {
		return known
	}
	pointer, err := url.PathUnescape(ref)
	var target *T
	if data, ok := d.at(pointer); err == nil && ok {
		target = new(T)
		_ = decode(data, target)
	}
	d.targets[ref] = target
	return target
}

// maxPointer is the number of steps in a JSON pointer. A property of a body of
// an operation has some ten.
const maxPointer = 16

// at returns what a JSON pointer (RFC 6901) points to.
func (d *document) at(pointer string) (json.RawMessage, bool) {
	parent, name, isBelow := cutLast(pointer)
	if !isBelow || strings.Count(pointer, "/") > maxPointer {
		return nil, false
	}
	members, known := d.members[parent]
	if !known {
		if data, ok := d.at(parent); ok {
			_ = decode(data, &members)
		}
		d.members[parent] = members
	}
	data, ok := members[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
	return data, ok
}

// cutLast cuts a JSON pointer before its last step.
func cutLast(pointer string) (parent, name string, ok bool) {
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return "", "", false
	}
	return pointer[:i], pointer[i+1:], true
}
