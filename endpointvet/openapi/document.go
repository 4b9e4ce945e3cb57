// Documents: OpenAPI 3 and Swagger 2, read into operations, and the index that has one line for each.

package openapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// An operation is what a document says of one method of one path. In an index it
// is one line.
type operation struct {
	Method  string `json:"method"`
	Path    string `json:"path"`
	Summary string `json:"summary,omitempty"` // for a person who searches an index
	// Variables are those of the path that are more than text. One that is open may
	// take several segments.
	Variables map[string]*schema `json:"variables,omitempty"`
	Query     schema             `json:"query,omitzero"`   // its properties are the parameters
	Headers   schema             `json:"headers,omitzero"` // by their names in lower case
	Body      map[string]*schema `json:"body,omitempty"`   // by media type
	NeedsBody bool               `json:"needsBody,omitempty"`

	way []edge // of the path
}

// A document is an OpenAPI document on its way to operations.
type document struct {
	api  *API
	root map[string]any
	keys []any // which may be sent as parameters
	left int   // how many schemas one operation may still have
}

// formType is the media type whose values are text, as those of a query.
const formType = "application/x-www-form-urlencoded"

// maxSchemas bounds the schemas of a document, and so its memory. They are shared
// out among its paths. The largest bodies of Kubernetes and Directus take 1,000 and
// 5,000. What comes after them in an operation may be anything.
const maxSchemas = 1_000_000

// readDocument reads a document. A value of another type than it should have says
// nothing that is understood here.
func (a *API) readDocument(data []byte) error {
	root, err := a.tree(data)
	if err != nil {
		return err
	}
	d := document{api: a, root: asMap(root)}
	isVersion := func(name, version string) bool { return strings.HasPrefix(fmt.Sprint(d.root[name]), version) }
	paths := asMap(d.root["paths"])
	if paths == nil || !isVersion("openapi", "3") && !isVersion("swagger", "2") {
		return fmt.Errorf("%s is not an OpenAPI document: it needs paths, and openapi 3 or swagger 2.0", a.name)
	}
	base := as[string](d.root["basePath"])
	if host := as[string](d.root["host"]); host != "" {
		base = "https://" + host + base
	}
	d.addServers(append(as[[]any](d.root["servers"]), map[string]any{"url": base}))
	for _, schemes := range []any{d.root["securityDefinitions"], asMap(d.root["components"])["securitySchemes"]} {
		d.keys = slices.AppendSeq(d.keys, maps.Values(asMap(schemes)))
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if strings.HasPrefix(path, "/") && !strings.Contains(path, Hole) {
			d.addPath(path, paths[path], len(paths))
		}
	}
	a.top.Servers = slices.Compact(slices.Sorted(slices.Values(a.top.Servers)))
	return nil
}

// addServers adds the URLs of some servers, or their paths if they are relative.
func (d *document) addServers(servers any) {
	for _, s := range as[[]any](servers) {
		if link := strings.TrimRight(as[string](asMap(s)["url"]), "/"); link != "" {
			d.api.top.Servers = append(d.api.top.Servers, link)
		}
	}
}

// at returns what a reference points to, nil if that is nothing in the document.
func (d *document) at(ref string) any {
	if file, _, _ := strings.Cut(ref, "#"); file != "" && !slices.Contains(d.api.others, file) {
		d.api.others = append(d.api.others, file)
	}
	var v any = map[string]any{"#": d.root}
	for name := range strings.SplitSeq(ref, "/") {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(decoded(name))
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(as[[]any](v)) {
			v = as[[]any](v)[i]
		} else {
			v = asMap(v)[name]
		}
	}
	return v
}

// Others returns the files that a document refers to, which are not read: anything fits there.
func (a *API) Others() []string { return a.others }

// follow returns an object, or what it refers to. It reports whether there is one:
// anything fits where there is none.
func (d *document) follow(v any) (object map[string]any, ok bool) {
	for range maxHops {
		object, ok = v.(map[string]any)
		ref, isReference := object["$ref"].(string)
		if !isReference {
			return object, ok
		}
		v = d.at(ref)
	}
	return nil, false
}

// decoded returns text without percent-encoding, or as it is if that is invalid or
// would make a Hole.
func decoded(text string) string {
	if plain, err := url.PathUnescape(text); err == nil && !strings.Contains(plain, Hole) {
		return plain
	}
	return text
}

// addPath adds the operations of one of some paths. One that is elsewhere, or only in
// part here, has all, and they may be anything.
func (d *document) addPath(path string, v any, paths int) {
	path, _, _ = strings.Cut(path, "#")
	path, _, hasQuery := strings.Cut(path, "?")
	item, ok := d.follow(v)
	d.addServers(item["servers"])
	isWhole := ok && (asMap(v)["$ref"] == nil || len(asMap(v)) == 1)
	methods := map[string]any{} // those of OpenAPI 3.2 included
	for _, method := range []string{"GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"} {
		if v, isThere := item[strings.ToLower(method)]; isThere || !isWhole {
			methods[method] = v
		}
	}
	maps.Copy(methods, asMap(item["additionalOperations"]))
	for _, method := range slices.Sorted(maps.Keys(methods)) {
		d.left = min(5000, maxSchemas/paths)
		raw, _ := d.follow(methods[method])
		d.addServers(raw["servers"])
		o, ok := d.operation(item, raw)
		if !ok {
			o = &operation{Query: schema{Open: true}, Body: map[string]*schema{"*/*": nil}}
		}
		o.Method, o.Path, o.Summary = method, path, strings.Join(strings.Fields(as[string](raw["summary"])), " ")
		o.Query.Open = o.Query.Open || hasQuery
		d.api.operations = append(d.api.operations, o)
	}
}

// operation reads an operation. It is not ok if one of its parameters does not resolve,
// which may be the body or in it.
func (d *document) operation(item, raw map[string]any) (o *operation, ok bool) {
	o = &operation{Variables: map[string]*schema{}, Body: map[string]*schema{}}
	parameters := map[string]map[string]any{}
	for _, list := range []any{d.keys, item["parameters"], raw["parameters"]} { // the last of two holds
		for _, v := range as[[]any](list) {
			p, ok := d.follow(v)
			if d.left--; !ok || d.left < 0 {
				return nil, false
			}
			parameters[as[string](p["in"])+" "+as[string](p["name"])] = p
		}
	}
	types := asTexts(cmp.Or(raw["consumes"], d.root["consumes"])) // [] hides those of the document
	if types == nil {
		types = []string{"*/*"}
	}
	for _, key := range slices.Sorted(maps.Keys(parameters)) {
		d.addParameter(o, parameters[key], types)
	}
	if v, isThere := raw["requestBody"]; isThere {
		body, _ := d.follow(v)
		content := asMap(body["content"])
		if len(content) == 0 || len(content) >= d.left {
			o.Body["*/*"], content = nil, nil
		}
		o.NeedsBody = body["required"] == true
		for _, t := range slices.Sorted(maps.Keys(content)) {
			o.Body[mediaType(t)] = settle(d.schema(asMap(content[t])["schema"], 0, 0))
		}
	}
	return o, len(raw) > 0
}

// mediaType returns a media type without its parameters.
func mediaType(t string) string {
	t, _, _ = strings.Cut(strings.ToLower(t), ";")
	return strings.TrimSpace(t)
}

// unreadHeaders are those that net/http sends, and three that are left to the
// specification of bodies and security.
var unreadHeaders = strings.Fields("accept content-type authorization host content-length transfer-encoding connection accept-encoding user-agent")

// addParameter adds a parameter. Types are those that bodies of Swagger have. A form
// need not say its own, and has values of any type where it is sent as JSON.
func (d *document) addParameter(o *operation, p map[string]any, types []string) {
	name := as[string](p["name"])
	s := d.schema(cmp.Or[any](p["schema"], p), 0, 0)
	isNeeded := p["required"] == true && !s.isOptional
	s = settle(s)
	isTyped := s != nil && (s.Type != String || s.Enum != nil)
	switch p["in"] {
	case "path":
		if p["x-multi-segment"] == true {
			o.Variables[name] = &schema{Open: true}
		} else if isTyped {
			o.Variables[name] = s
		}
	case "query":
		o.Query.Properties = merge(o.Query.Properties, map[string]*schema{name: s}, union)
		isForm := p["schema"] != nil && (p["style"] == nil || p["style"] == "form") && p["explode"] != false
		if isForm && (s == nil || s.Type == 0 || s.Type&Object != 0) { // an object is sent as its properties
			o.Query.Open = true
		} else if isNeeded {
			o.Query.Required = append(o.Query.Required, name)
		}
	case "header":
		name = strings.ToLower(name)
		if slices.Contains(unreadHeaders, name) {
			return
		}
		if isTyped {
			o.Headers.Properties = merge(o.Headers.Properties, map[string]*schema{name: s}, union)
		}
		if isNeeded {
			o.Headers.Required = append(o.Headers.Required, name)
		}
	case "body":
		for _, t := range types {
			o.Body[mediaType(t)] = s
		}
		o.NeedsBody = isNeeded
	case "formData":
		for _, t := range append([]string{formType, "multipart/form-data"}, types...) {
			t = mediaType(t)
			form := cmp.Or(o.Body[t], &schema{Type: Object, Properties: map[string]*schema{}})
			if form.Properties[name] = nil; t == formType {
				form.Properties[name] = s
			}
			if isNeeded {
				form.Required = append(form.Required, name)
			}
			o.Body[t] = form
		}
		o.NeedsBody = o.NeedsBody || isNeeded
	}
}

// tree returns the value of a document: a map[string]any, []any, string, number, bool
// or nil.
func (a *API) tree(data []byte) (v any, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		err = json.Unmarshal(data, &v)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			err = fmt.Errorf("%s cannot be read as JSON: byte %d: %w", a.name, syntax.Offset, err)
		}
		return v, err
	}
	var root yaml.Node
	if err = yaml.Unmarshal(data, &root); err == nil {
		keepText(&root)
		err = root.Decode(&v)
	}
	if err != nil {
		err = fmt.Errorf("%s cannot be read as YAML: %w", a.name, err)
	}
	return v, err
}

// keepText makes text of what JSON has no value for: keys that look like numbers, and
// dates. A fraction may be infinite, and no rule reads one.
func keepText(n *yaml.Node) {
	for i, c := range n.Content {
		tag := c.ShortTag()
		isKey := n.Kind == yaml.MappingNode && i%2 == 0 && tag != "!!merge"
		if isKey || tag == "!!float" || tag == "!!timestamp" {
			c.Tag = "!!str"
		}
		keepText(c)
	}
}

// as returns a value of a document as one of a type, zero if it is of another.
func as[T any](v any) T {
	typed, _ := v.(T)
	return typed
}

func asMap(v any) map[string]any { return as[map[string]any](v) }

// asTexts returns the texts in a list.
func asTexts(v any) (texts []string) {
	for _, element := range as[[]any](v) {
		if text, ok := element.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// indexVersion changes when an older Read would misread an index.
const indexVersion = 3

// A header is the first line of an index.
type header struct {
	Index   int      `json:"index"`
	Servers []string `json:"servers,omitempty"`
}

// Read reads an OpenAPI document, version 3 or 2, in JSON or YAML, or the index of one.
// Name is that of the file, as reports and errors begin.
func Read(name string, data []byte) (*API, error) {
	a := &API{name: name, top: header{Index: indexVersion}}
	read := a.readDocument
	if data = bytes.TrimPrefix(data, []byte("\ufeff")); bytes.HasPrefix(data, []byte(`{"index":`)) {
		read = a.readIndex
	}
	if err := read(data); err != nil {
		return nil, err
	}
	for _, o := range a.operations {
		o.setWay()
	}
	return a, nil
}

// WriteIndex writes what [Read] reads in place of the document: a line with its
// servers, and one line for each operation, by path and method.
func (a *API) WriteIndex(w io.Writer) error {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	err := lines.Encode(a.top)
	for _, o := range a.operations {
		err = cmp.Or(err, lines.Encode(o))
	}
	return err
}

// readIndex reads an index.
func (a *API) readIndex(data []byte) error {
	lines := json.NewDecoder(bytes.NewReader(data))
	err := lines.Decode(&a.top)
	for err == nil && lines.More() {
		o := &operation{}
		err = lines.Decode(o)
		a.operations = append(a.operations, o)
	}
	if a.top.Index != indexVersion {
		err = fmt.Errorf("index of version %d, want %d", a.top.Index, indexVersion)
	} else if err != nil {
		err = fmt.Errorf("byte %d: %w", lines.InputOffset(), err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w: run endpointvet index again", a.name, err)
	}
	return nil
}
