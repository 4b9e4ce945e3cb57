package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A generator makes valid calls from a document. It reads the document as JSON of
// any shape, in its own way: what it shares with the package is the Call alone.
type generator struct {
	document map[string]any
	random   *rand.Rand
	isAll    bool // all members of objects, not only those that are required
}

// object returns what v is, with its references followed.
func (g *generator) object(v any) map[string]any {
	m, _ := v.(map[string]any)
	for range 20 {
		ref, ok := m["$ref"].(string)
		if !ok {
			return m
		}
		var at any = g.document
		for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			name, _ = url.PathUnescape(strings.NewReplacer("~1", "/", "~0", "~").Replace(name))
			parent, _ := at.(map[string]any)
			at = parent[name]
		}
		m, _ = at.(map[string]any)
	}
	return nil
}

// flat returns a schema without compositions: of alternatives, it takes one.
func (g *generator) flat(v any, depth int) map[string]any {
	flat := map[string]any{"properties": map[string]any{}, "required": []any{}}
	s := g.object(v)
	if s == nil || depth > 10 {
		return flat
	}
	parts := []any{}
	all, _ := s["allOf"].([]any)
	parts = append(parts, all...)
	for _, key := range []string{"oneOf", "anyOf"} {
		if either, _ := s[key].([]any); len(either) > 0 {
			parts = append(parts, either[g.random.IntN(len(either))])
		}
	}
	properties, required := map[string]any{}, []any{}
	add := func(part map[string]any) {
		for key, value := range part {
			switch key {
			case "properties":
				for name, property := range value.(map[string]any) {
					properties[name] = property
				}
			case "required":
				list, _ := value.([]any)
				required = append(required, list...)
			default:
				flat[key] = value
			}
		}
	}
	add(s)
	for _, part := range parts {
		add(g.flat(part, depth+1))
	}
	flat["properties"], flat["required"] = properties, required
	return flat
}

// value makes a value of a schema.
func (g *generator) value(raw any, depth int) Value {
	s := g.flat(raw, 0)
	if depth > 6 {
		return Value{}
	}
	kind, _ := s["type"].(string)
	if kinds, _ := s["type"].([]any); len(kinds) > 0 {
		kind, _ = kinds[0].(string)
	}
	values, _ := s["enum"].([]any)
	if value, ok := s["const"]; ok {
		values = []any{value}
	}
	if len(values) > 0 {
		switch v := values[g.random.IntN(len(values))].(type) {
		case string:
			return Value{Kind: String, Constant: true, Text: v}
		case float64:
			return Value{Kind: Integer, Constant: true, Text: fmt.Sprint(v)}
		}
		return Value{Kind: Null}
	}
	if properties := s["properties"].(map[string]any); len(properties) > 0 && (kind == "" || kind == "object") {
		return Value{Kind: Object, Fields: g.members(s, depth)}
	}
	switch kind {
	case "string":
		if s["format"] == "int-or-string" {
			return Value{Kind: Integer, Constant: true, Text: "80"}
		}
		return Value{Kind: String, Constant: true, Text: "text"}
	case "integer":
		return Value{Kind: Integer, Constant: true, Text: "7"}
	case "number":
		return Value{Kind: Number, Constant: true, Text: "1.5"}
	case "boolean":
		return Value{Kind: Boolean, Constant: true, Text: "true"}
	case "array":
		return Value{Kind: Array, Elements: []Value{g.value(s["items"], depth+1), g.value(s["items"], depth+1)}}
	case "object":
		return Value{Kind: Object, Fields: []Field{{Name: "any", At: new(int), Value: Value{Kind: String, Constant: true, Text: "text"}}}}
	}
	return Value{}
}

// members makes the members of an object.
func (g *generator) members(s map[string]any, depth int) (fields []Field) {
	required := s["required"].([]any)
	properties := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property := g.object(properties[name])
		isRequired := slices.Contains(required, any(name))
		if !isRequired && !g.isAll || property["readOnly"] == true {
			continue
		}
		fields = append(fields, Field{Name: name, At: new(int), Value: g.value(property, depth+1)})
	}
	return fields
}

// An example is a valid call, of an operation of a document.
type example struct {
	name string
	call Call
}

// examples makes a call of each operation.
func (g *generator) examples() (examples []example) {
	paths := g.document["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := g.object(paths[path])
		for _, method := range []string{"get", "put", "post", "delete", "patch", "head"} {
			if o := g.object(item[method]); o != nil {
				examples = append(examples, example{method + " " + path, g.call(method, path, item, o)})
			}
		}
	}
	return examples
}

// call makes a call of an operation.
func (g *generator) call(method, path string, item, o map[string]any) Call {
	c := Call{At: new(int), Method: strings.ToUpper(method), URL: punch(path)}
	parameters := map[string]map[string]any{}
	for _, owner := range []map[string]any{item, o} {
		list, _ := owner["parameters"].([]any)
		for _, p := range list {
			p := g.object(p)
			parameters[fmt.Sprint(p["in"], " ", p["name"])] = p
		}
	}
	for _, part := range strings.Split(path, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		p := parameters["path "+name]
		c.Holes = append(c.Holes, Field{Name: name, At: new(int), Value: g.value(schemaOf(p), 0)})
	}
	form := []Field{}
	for _, key := range slices.Sorted(maps.Keys(parameters)) {
		p := parameters[key]
		name, _ := p["name"].(string)
		if p["required"] != true && !g.isAll {
			continue
		}
		f := Field{Name: name, At: new(int), Value: g.value(schemaOf(p), 0), Lists: listsOf(p)}
		switch p["in"] {
		case "query":
			if f.Value.Kind == Object && p["style"] != "deepObject" && p["explode"] != false {
				c.Query = append(c.Query, f.Value.Fields...)
			} else {
				c.Query = append(c.Query, f)
			}
		case "header":
			c.Headers = append(c.Headers, strings.ToUpper(name))
		case "body":
			c.Body = &f.Value
			c.ContentType = Field{At: new(int), Value: Value{Text: "application/json"}}
		case "formData":
			form = append(form, f)
		}
	}
	if len(form) > 0 {
		c.Body = &Value{Kind: Object, Fields: form}
		c.ContentType = Field{At: new(int), Value: Value{Text: formType}}
	}
	body := g.object(o["requestBody"])
	content, _ := body["content"].(map[string]any)
	types := slices.Sorted(maps.Keys(content))
	if len(types) == 0 || body["required"] != true && !g.isAll {
		return c
	}
	t := types[g.random.IntN(len(types))]
	c.ContentType = Field{At: new(int), Value: Value{Text: t}}
	media, _ := content[t].(map[string]any)
	if c.Body = new(Value); !strings.HasPrefix(t, "multipart") {
		*c.Body = g.value(media["schema"], 0)
	}
	return c
}

// schemaOf returns the schema of a parameter, which in Swagger is the parameter.
func schemaOf(p map[string]any) any {
	if s, ok := p["schema"]; ok {
		return s
	}
	plain := map[string]any{}
	for key, value := range p {
		if key != "required" {
			plain[key] = value
		}
	}
	return plain
}

// listsOf returns how a list of a parameter is written.
func listsOf(p map[string]any) endpoint.ListStyle {
	switch {
	case p["style"] == "deepObject":
		return endpoint.ListBrackets
	case p["explode"] == false, p["collectionFormat"] == "csv":
		return endpoint.ListComma
	}
	return endpoint.ListRepeat
}

// restyle returns a call as other code has it: edit edits each value of it.
func restyle(c Call, edit func(*Field)) Call {
	c.Holes, c.Query = restyleAll(c.Holes, edit), restyleAll(c.Query, edit)
	if c.Body != nil {
		body := *c.Body
		body.Fields = restyleAll(body.Fields, edit)
		c.Body = &body
	}
	return c
}

func restyleAll(fields []Field, edit func(*Field)) []Field {
	fields = slices.Clone(fields)
	for i := range fields {
		edit(&fields[i])
		fields[i].Value.Fields = restyleAll(fields[i].Value.Fields, edit)
	}
	return fields
}

// variable makes each constant a variable of its type.
func makeVariable(v *Value) {
	v.Constant, v.Text = false, ""
	v.Elements = slices.Clone(v.Elements)
	for i := range v.Elements {
		makeVariable(&v.Elements[i])
	}
}

// The styles of code that the same call is written in.
var styles = map[string]func(Call) Call{
	"literal": func(c Call) Call { return c },
	"variable": func(c Call) Call {
		return restyle(c, func(f *Field) { makeVariable(&f.Value) })
	},
	"unknown": func(c Call) Call {
		return restyle(c, func(f *Field) { f.Value = Value{} })
	},
	"optional": func(c Call) Call { // not those of the path
		holes := c.Holes
		c = restyle(c, func(f *Field) { f.Optional = true })
		c.Holes = holes
		return c
	},
	"default": func(c Call) Call {
		return restyle(c, func(f *Field) { f.At = nil })
	},
	"constant path": func(c Call) Call {
		for _, f := range c.Holes {
			text := f.Value.Text
			if text == "" {
				text = "text"
			}
			c.URL = strings.Replace(c.URL, Hole, text, 1)
		}
		c.Holes = nil
		return c
	},
	"renamed": func(c Call) Call {
		c.Holes = restyleAll(c.Holes, func(f *Field) { f.Name = "x" })
		return c
	},
	// As variables whose name alone says what they are.
	"text path": func(c Call) Call {
		c.Holes = restyleAll(c.Holes, func(f *Field) { f.Value = Value{Kind: String} })
		return c
	},
	"literal path": func(c Call) Call { // the path of a call as it is written most
		c.Holes = restyleAll(c.Holes, func(f *Field) { makeVariable(&f.Value) })
		return c
	},
	"unseen content-type": func(c Call) Call {
		c.ContentType = Field{}
		return c
	},
	"unseen": func(c Call) Call {
		c.MayHave = func(string, string) bool { return true }
		c.Query = nil
		return c
	},
}

// documents returns the documents to test with: the excerpts of testdata, and the
// files that the environment names.
func documents(t testing.TB) []string {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	return append(files, strings.Fields(os.Getenv("OPENAPI_FILES"))...)
}

// A source is a document, read by the package and by the generator.
type source struct {
	file string
	api  *API
	raw  map[string]any
}

// sources returns the documents to test with: the excerpts of testdata, and the
// files that the environment names.
func sources(t testing.TB) (all []source) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, strings.Fields(os.Getenv("OPENAPI_FILES"))...) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := source{file: filepath.Base(file)}
		if s.api, err = Read(s.file, data); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &s.raw); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func TestValidCalls(t *testing.T) {
	for _, s := range sources(t) {
		g := &generator{document: s.raw, random: rand.New(rand.NewPCG(1, 2))}
		calls, wrong := 0, 0
		for _, g.isAll = range []bool{false, true, true} {
			for _, x := range g.examples() {
				for style, restyle := range styles {
					calls++
					for _, r := range s.api.Check(restyle(x.call), Options{}) {
						if wrong++; wrong < 40 {
							t.Errorf("%s: %s, %s: %s", s.file, x.name, style, r.Message)
						}
					}
				}
			}
		}
		t.Logf("%s: %d calls, %d reports", s.file, calls, wrong)
	}
}

// A mutation is a kind of mistake. It returns the calls that have one each.
type mutation struct {
	kind   string
	mutate func(c Call, random *rand.Rand) []Call
}

// slips are the misspellings of a name.
var slips = []func(name string) string{
	func(name string) string { return name[:len(name)/2] + name[len(name)/2+1:] },
	func(name string) string {
		return name[:len(name)/2] + name[len(name)/2:len(name)/2+1] + name[len(name)/2:]
	},
	func(name string) string {
		i := len(name) / 2
		return name[:i-1] + name[i:i+1] + name[i-1:i] + name[i+1:]
	},
	func(name string) string { return name[:len(name)/2] + "x" + name[len(name)/2+1:] },
	func(name string) string {
		if strings.Contains(name, "_") {
			return strings.ReplaceAll(name, "_", "")
		}
		return strings.ToUpper(name[:1]) + name[1:]
	},
}

// misspell returns the calls in which one of some fields is misspelled.
func misspell(fields []Field, with func([]Field) Call) (calls []Call) {
	for i, f := range fields {
		for _, slip := range slips {
			if len(f.Name) < 3 || slip(f.Name) == f.Name {
				continue
			}
			wrong := slices.Clone(fields)
			wrong[i].Name = slip(f.Name)
			calls = append(calls, with(wrong))
		}
	}
	return calls
}

// withBody returns a call with other members in its body.
func (c Call) withBody(fields []Field) Call {
	body := *c.Body
	body.Fields = fields
	c.Body = &body
	return c
}

func (c Call) bodyFields() []Field {
	if c.Body == nil {
		return nil
	}
	return c.Body.Fields
}

// edit returns the calls in which one value is another.
func edit(fields []Field, with func([]Field) Call, other func(Value) (Value, bool)) (calls []Call) {
	for i, f := range fields {
		if v, ok := other(f.Value); ok {
			wrong := slices.Clone(fields)
			wrong[i].Value = v
			calls = append(calls, with(wrong))
		}
		if f.Value.Kind == Object {
			calls = append(calls, edit(f.Value.Fields, func(inner []Field) Call {
				wrong := slices.Clone(fields)
				wrong[i].Value.Fields = inner
				return with(wrong)
			}, other)...)
		}
	}
	return calls
}

var mutations = []mutation{
	{"query key misspelled", func(c Call, _ *rand.Rand) []Call {
		return misspell(c.Query, func(fields []Field) Call { c.Query = fields; return c })
	}},
	{"body key misspelled", func(c Call, _ *rand.Rand) []Call { return misspell(c.bodyFields(), c.withBody) }},
	{"inner body key misspelled", func(c Call, _ *rand.Rand) (calls []Call) {
		for i, f := range c.bodyFields() {
			calls = append(calls, misspell(f.Value.Fields, func(inner []Field) Call {
				fields := slices.Clone(c.Body.Fields)
				fields[i].Value.Fields = inner
				return c.withBody(fields)
			})...)
		}
		return calls
	}},
	{"query key dropped", func(c Call, _ *rand.Rand) (calls []Call) {
		query := c.Query
		for i := range query {
			c.Query = slices.Delete(slices.Clone(query), i, i+1)
			calls = append(calls, c)
		}
		return calls
	}},
	{"body key dropped", func(c Call, _ *rand.Rand) (calls []Call) {
		for i := range c.bodyFields() {
			calls = append(calls, c.withBody(slices.Delete(slices.Clone(c.Body.Fields), i, i+1)))
		}
		return calls
	}},
	{"query key in the body", func(c Call, _ *rand.Rand) (calls []Call) {
		query := c.Query
		if c.Method == "GET" || c.Body != nil && c.Body.Kind != Object {
			return nil
		}
		if c.Body == nil {
			c.Body = &Value{Kind: Object}
		}
		for i, f := range query {
			c.Query = slices.Delete(slices.Clone(query), i, i+1)
			calls = append(calls, c.withBody(append(slices.Clone(c.Body.Fields), f)))
		}
		return calls
	}},
	{"text for a number", func(c Call, _ *rand.Rand) []Call {
		text := func(v Value) (Value, bool) {
			return Value{Kind: String, Constant: true, Text: "text"}, v.Kind == Integer || v.Kind == Number
		}
		return slices.Concat(
			edit(c.Holes, func(fields []Field) Call { c.Holes = fields; return c }, text),
			edit(c.Query, func(fields []Field) Call { c.Query = fields; return c }, text),
			edit(c.bodyFields(), c.withBody, text))
	}},
	{"wrong enum value", func(c Call, _ *rand.Rand) []Call {
		other := func(v Value) (Value, bool) {
			v.Text += "x"
			return v, v.Kind == String && v.Constant && v.Text != "textx"
		}
		return slices.Concat(
			edit(c.Query, func(fields []Field) Call { c.Query = fields; return c }, other),
			edit(c.bodyFields(), c.withBody, other))
	}},
	{"wrong method", func(c Call, _ *rand.Rand) (calls []Call) {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if method != c.Method {
				c.Method = method
				calls = append(calls, c)
			}
		}
		return calls
	}},
	{"slip in the path", func(c Call, _ *rand.Rand) (calls []Call) {
		segments := strings.Split(c.URL, "/")
		for i, text := range segments {
			for _, slip := range slips[:4] {
				if len(text) >= 4 && !strings.Contains(text, Hole) {
					wrong := slices.Clone(segments)
					wrong[i] = slip(text)
					c.URL = strings.Join(wrong, "/")
					calls = append(calls, c)
				}
			}
		}
		return calls
	}},
}

// TestMutations prints the share of mistakes that is found.
func TestMutations(t *testing.T) {
	for _, s := range sources(t) {
		g := &generator{document: s.raw, random: rand.New(rand.NewPCG(3, 4)), isAll: true}
		examples := g.examples()
		for _, m := range mutations {
			made, found := 0, 0
			for _, x := range examples {
				for _, c := range m.mutate(styles["literal path"](x.call), g.random) {
					made++
					if len(s.api.Check(c, Options{})) > 0 {
						found++
					} else if os.Getenv("OPENAPI_MISSED") == m.kind {
						body := ""
						if c.Body != nil {
							for _, f := range c.Body.Fields {
								body += " " + f.Name
							}
						}
						query := ""
						for _, f := range c.Query {
							query += " " + f.Name + "=" + f.Value.Text
						}
						t.Logf("%s: %s %q body%s query%s", x.name, c.Method, c.URL, body, query)
					}
				}
			}
			t.Logf("%-20s %-26s %5d of %5d", s.file, m.kind, found, made)
		}
	}
}
