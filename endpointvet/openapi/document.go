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
	Servers    []string `json:"servers,omitempty"` // of its own
	// Variables are those of the path that are more than text, and Spanning those
	// that may take several segments.
	Variables map[string]*schema            `json:"variables,omitempty"`
	Spanning  []string                      `json:"spanning,omitempty"`
	Query     schema                        `json:"query,omitzero"`  // its properties are the parameters
	Lists     map[string]endpoint.ListStyle `json:"lists,omitempty"` // of the query, where the document is explicit
	Headers   []string                      `json:"headers,omitempty"`
	Body      map[string]*schema            `json:"body,omitempty"` // by media type
	NeedsBody bool                          `json:"needsBody,omitempty"`

	way []edge // of the path, once the operation is in the tree
}

// A document is a JSON document, as far as it is read.
type document struct {
	OpenAPI, Swagger, Host, BasePath string

	Servers     []server
	Consumes    []string
	Paths       map[string]*pathItem
	Definitions map[string]*rawSchema
	Parameters  map[string]*parameter
	Components  struct {
		Schemas                                    map[string]*rawSchema
		Parameters, RequestBodies, SecuritySchemes map[string]*parameter
	}
	SecurityDefinitions map[string]*parameter

	depth int // of the schemas that are read
	left  int // how much of them one operation may still have
}

type server struct{ URL string }

type media struct{ Schema *rawSchema }

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
	RequestBody *parameter
	Servers     []server
	Consumes    []string
}

// A parameter is one of OpenAPI 3, or of Swagger with the fields of a schema, or a
// request body, or a security scheme.
type parameter struct {
	rawSchema
	Name, In, Style  string
	Required         bool
	Schema           *rawSchema
	Content          map[string]media
	Explode          *bool
	CollectionFormat string
	Spanning         bool `json:"x-multi-segment"`
}

// formType is the media type whose values are text, as those of a query.
const formType = "application/x-www-form-urlencoded"

// maxSchemas bounds the schemas of a document, and so its memory. They are shared
// out among its paths. The largest bodies of Kubernetes and Directus take 1,000 and
// 5,000. An operation with more is read less deep.
const maxSchemas = 1_000_000

// readDocument reads a document. A value of a type that no field is for says
// nothing that is understood here.
func (a *API) readDocument(data []byte) error {
	var d document
	var mismatch *json.UnmarshalTypeError
	if err := json.Unmarshal(data, &d); err != nil && !errors.As(err, &mismatch) {
		return a.explain(data, err)
	}
	if !strings.HasPrefix(d.OpenAPI, "3.") && d.Swagger != "2.0" || d.Paths == nil {
		return fmt.Errorf("%s is not an OpenAPI document: it needs paths, and openapi 3 or swagger 2.0", a.name)
	}
	if a.servers = urls(d.Servers); d.Host != "" {
		a.servers = []string{"https://" + d.Host + strings.TrimRight(d.BasePath, "/")}
	}
	for _, schemes := range []map[string]*parameter{d.SecurityDefinitions, d.Components.SecuritySchemes} {
		for _, scheme := range schemes {
			if scheme != nil && scheme.In == "query" {
				a.keys = append(a.keys, scheme.Name)
			}
		}
	}
	slices.Sort(a.keys)
	for path, item := range d.Paths {
		if strings.HasPrefix(path, "/") && !strings.Contains(path, Hole) {
			a.addPath(&d, path, item)
		}
	}
	return nil
}

// explain returns what to do about data that is not JSON.
func (a *API) explain(data []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return fmt.Errorf("%s is not JSON: byte %d: %w: fetch the document again", a.name, syntax.Offset, err)
	}
	return fmt.Errorf("%s is not JSON: byte 0: %w: convert YAML first, such as with yq -o=json", a.name, err)
}

// urls returns the absolute URLs of servers.
func urls(servers []server) (absolute []string) {
	for _, s := range servers {
		if strings.Contains(s.URL, "://") {
			absolute = append(absolute, strings.TrimRight(s.URL, "/"))
		}
	}
	return absolute
}

// target returns what a reference points to below a place, nil if it is nothing there.
func target[T any](place, ref string, all map[string]*T) *T {
	name, isThere := strings.CutPrefix(decoded(ref), place)
	if !isThere {
		return nil
	}
	return all[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
}

// decoded returns text without percent-encoding, or as it is if that is invalid or
// would make a Hole.
func decoded(text string) string {
	if plain, err := url.PathUnescape(text); err == nil && !strings.Contains(plain, Hole) {
		return plain
	}
	return text
}

// parameter follows the reference of a parameter or body. It returns nil if that
// does not resolve.
func (d *document) parameter(p *parameter) *parameter {
	if p != nil && p.Ref != "" {
		p = cmp.Or(target("#/components/parameters/", p.Ref, d.Components.Parameters), target("#/parameters/", p.Ref, d.Parameters),
			target("#/components/requestBodies/", p.Ref, d.Components.RequestBodies))
	}
	if p == nil || p.Ref != "" {
		return nil
	}
	return p
}

// addPath adds the operations of a path. One that is elsewhere may have any.
func (a *API) addPath(d *document, path string, item *pathItem) {
	path, _, _ = strings.Cut(path, "#")
	path, _, hasQuery := strings.Cut(path, "?")
	if item == nil || item.Ref != "" {
		a.operations = append(a.operations, &operation{Path: path})
		return
	}
	for method, raw := range map[string]*rawOperation{
		"GET": item.Get, "PUT": item.Put, "POST": item.Post, "DELETE": item.Delete,
		"OPTIONS": item.Options, "HEAD": item.Head, "PATCH": item.Patch, "TRACE": item.Trace,
	} {
		if raw == nil {
			continue
		}
		var o *operation
		for d.depth = maxDepth; d.depth >= 0; d.depth-- {
			d.left = min(5000, maxSchemas/len(d.Paths))
			if o = d.operation(item, raw); d.left >= 0 {
				break
			}
		}
		o.Method, o.Path = method, path
		o.Query.Open = o.Query.Open || hasQuery
		if raw.Servers == nil {
			o.Servers = urls(item.Servers)
		}
		a.operations = append(a.operations, o)
	}
}

// operation reads an operation. A parameter or body that does not resolve may be anything.
func (d *document) operation(item *pathItem, raw *rawOperation) *operation {
	o := &operation{
		Summary: strings.Join(strings.Fields(raw.Summary), " "), Deprecated: raw.Deprecated, Servers: urls(raw.Servers),
		Variables: map[string]*schema{}, Lists: map[string]endpoint.ListStyle{}, Body: map[string]*schema{},
	}
	parameters := map[string]*parameter{} // those of the operation replace those of the path
	for _, p := range slices.Concat(item.Parameters, raw.Parameters) {
		d.left--
		if p = d.parameter(p); p == nil || d.left < 0 {
			o.Query.Open = true
			continue
		}
		parameters[p.In+" "+p.Name] = p
	}
	for _, key := range slices.Sorted(maps.Keys(parameters)) {
		d.addParameter(o, parameters[key])
	}
	types := raw.Consumes
	if types == nil {
		types = d.Consumes
	}
	content, isNeeded := swaggerBody(parameters, types)
	if raw.RequestBody != nil {
		content = map[string]media{"*/*": {}}
		if body := d.parameter(raw.RequestBody); body != nil && len(body.Content) > 0 && len(body.Content) < d.left {
			content, isNeeded = body.Content, body.Required
		}
	}
	o.NeedsBody = isNeeded
	for t, m := range content {
		t, _, _ = strings.Cut(strings.ToLower(t), ";")
		if o.Body[t] = nil; !strings.HasPrefix(t, "multipart/") {
			o.Body[t] = settle(d.schema(m.Schema, 0, 0))
		}
	}
	return o
}

// swaggerBody returns the body that parameters of Swagger make. Types are those
// that its operation consumes, which a form need not say.
func swaggerBody(parameters map[string]*parameter, types []string) (content map[string]media, isNeeded bool) {
	content = map[string]media{}
	form := &rawSchema{Properties: map[string]*rawSchema{}}
	for _, p := range parameters {
		switch p.In {
		case "body":
			if len(types) == 0 { // [] hides those of the document
				types = []string{"*/*"}
			}
			for _, t := range types {
				content[t] = media{p.Schema}
			}
			isNeeded = p.Required
		case "formData":
			if form.Properties[p.Name] = &p.rawSchema; p.Required {
				form.Required, isNeeded = append(form.Required, p.Name), true
			}
			content[formType], content["multipart/form-data"] = media{form}, media{}
		}
	}
	return content, isNeeded
}

// addParameter adds a parameter that is not in the body.
func (d *document) addParameter(o *operation, p *parameter) {
	s := d.schema(cmp.Or(p.Schema, &p.rawSchema), 0, 0)
	isNeeded := p.Required && !s.isOptional
	if s = settle(s); slices.Contains([]string{"pipeDelimited", "spaceDelimited", "pipes", "ssv", "tsv"}, cmp.Or(p.Style, p.CollectionFormat)) {
		s = nil // such a list is passed as text
	}
	switch p.In {
	case "path":
		if s != nil && (s.Type != String || s.Enum != nil) {
			o.Variables[p.Name] = s
		}
		if p.Spanning {
			o.Spanning = append(o.Spanning, p.Name)
		}
	case "query":
		o.addQuery(p, s, isNeeded)
	case "header": // net/http sends some, and three are left to the specification of bodies and security
		isOther := slices.Contains([]string{
			"accept", "content-type", "authorization", "host", "content-length", "transfer-encoding", "connection", "accept-encoding", "user-agent",
		}, strings.ToLower(p.Name))
		if isNeeded && !isOther {
			o.Headers = append(o.Headers, p.Name)
		}
	}
}

// addQuery adds a parameter of the query. An object of style form, which is the
// style without one, is sent as its properties.
func (o *operation) addQuery(p *parameter, s *schema, isNeeded bool) {
	isForm := (p.Style == "" || p.Style == "form") && (p.Explode == nil || *p.Explode)
	isExploded := isForm && p.Schema != nil && (s == nil || s.Type == 0 || s.Type&Object != 0)
	o.Query.Properties = merge(o.Query.Properties, map[string]*schema{p.Name: s}, union)
	if isExploded {
		o.Query.Open = o.Query.Open || !s.isClosed()
		if s != nil {
			o.Query.Properties = merge(o.Query.Properties, s.Properties, union)
		}
	} else if isNeeded {
		o.Query.Required = append(o.Query.Required, p.Name)
	}
	isExplicit := p.Style != "" || p.Explode != nil
	switch {
	case s == nil || s.Type&Array == 0:
	case p.Style == "deepObject":
		o.Lists[p.Name] = endpoint.ListBrackets
	case p.CollectionFormat == "multi", isForm && isExplicit:
		o.Lists[p.Name] = endpoint.ListRepeat
	case p.CollectionFormat == "csv", isExplicit && (p.Style == "" || p.Style == "form"):
		o.Lists[p.Name] = endpoint.ListComma
	}
}
