package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A generator makes valid calls from a document. It reads the document as JSON of
// any shape, in its own way: what it shares with the package is the Call alone.
type generator struct {
	document map[string]any
	random   *rand.Rand
	isAll    bool // all members of objects, not only those that are required
	depth    int  // of values, 6 if it is 0
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
			switch parent := at.(type) {
			case map[string]any:
				at = parent[name]
			case []any:
				i, _ := strconv.Atoi(name)
				at = parent[i]
			}
		}
		m, _ = at.(map[string]any)
	}
	return nil
}

// A variant is a schema without compositions: one choice of its alternatives.
type variant struct {
	plain      map[string]any // its other members
	properties map[string]any
	required   []any
}

// and returns what both variants say.
func (v variant) and(other variant) variant {
	both := variant{map[string]any{}, map[string]any{}, slices.Concat(v.required, other.required)}
	for _, one := range []variant{v, other} {
		maps.Copy(both.plain, one.plain)
		maps.Copy(both.properties, one.properties)
	}
	return both
}

// variants returns the variants of a schema, at most 100.
func (g *generator) variants(raw any, depth int) []variant {
	s := g.object(raw)
	own := variant{plain: map[string]any{}}
	own.properties, _ = s["properties"].(map[string]any)
	own.required, _ = s["required"].([]any)
	for key, value := range s {
		if !slices.Contains([]string{"properties", "required", "allOf", "oneOf", "anyOf"}, key) {
			own.plain[key] = value
		}
	}
	all := []variant{own}
	if depth > 10 {
		return all
	}
	either := func(schemas []any) {
		var next []variant
		for _, v := range all {
			for _, raw := range schemas {
				for _, other := range g.variants(raw, depth+1) {
					next = append(next, v.and(other))
				}
			}
		}
		all = next[:min(len(next), 100)]
	}
	parts, _ := s["allOf"].([]any)
	for _, part := range parts {
		either([]any{part})
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if alternatives, _ := s[key].([]any); len(alternatives) > 0 {
			either(alternatives)
		}
	}
	return all
}

// values returns those of an enum.
func (v variant) values() []any {
	if value, ok := v.plain["const"]; ok {
		return []any{value}
	}
	values, _ := v.plain["enum"].([]any)
	return values
}

// kinds returns the types of a variant, none if it has no type.
func (v variant) kinds() (kinds []string) {
	switch t := v.plain["type"].(type) {
	case string:
		kinds = []string{t}
	case []any:
		for _, kind := range t {
			kinds = append(kinds, kind.(string))
		}
	case nil:
		if len(v.properties) > 0 {
			kinds = []string{"object"}
		}
	}
	if v.plain["format"] == "int-or-string" {
		kinds = append(kinds, "integer")
	}
	return kinds
}

// value makes a value of a schema.
func (g *generator) value(raw any, depth int) Value {
	if depth > cmp.Or(g.depth, 6) {
		return Value{}
	}
	variants := g.variants(raw, 0)
	one := variants[g.random.IntN(len(variants))]
	if values := one.values(); len(values) > 0 {
		switch v := values[g.random.IntN(len(values))].(type) {
		case string:
			return Value{Kind: String, Constant: true, Text: v}
		case float64:
			return Value{Kind: Integer, Constant: true, Text: fmt.Sprint(v)}
		}
		return Value{Kind: Null}
	}
	kinds := one.kinds()
	if len(kinds) == 0 {
		return Value{}
	}
	switch kinds[g.random.IntN(len(kinds))] {
	case "string":
		return Value{Kind: String, Constant: true, Text: "text"}
	case "integer":
		return Value{Kind: Integer, Constant: true, Text: "7"}
	case "number":
		return Value{Kind: Number, Constant: true, Text: "1.5"}
	case "boolean":
		return Value{Kind: Boolean, Constant: true, Text: "true"}
	case "array":
		return Value{Kind: Array, Elements: []Value{g.value(one.plain["items"], depth+1), g.value(one.plain["items"], depth+1)}}
	case "object":
		if len(one.properties) == 0 {
			return Value{Kind: Object, Fields: []Field{{Name: "any", At: new(int), Value: Value{Kind: String, Constant: true, Text: "text"}}}}
		}
		return Value{Kind: Object, Fields: g.members(one, depth)}
	}
	return Value{Kind: Null}
}

// members makes the members of an object.
func (g *generator) members(one variant, depth int) (fields []Field) {
	for _, name := range slices.Sorted(maps.Keys(one.properties)) {
		property := g.object(one.properties[name])
		if (g.isAll || slices.Contains(one.required, any(name))) && property["readOnly"] != true {
			fields = append(fields, Field{Name: name, At: new(int), Value: g.value(property, depth+1)})
		}
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

// parameters returns those of an operation, by place and name.
func (g *generator) parameters(item, o map[string]any) map[string]map[string]any {
	parameters := map[string]map[string]any{}
	for _, owner := range []map[string]any{item, o} {
		list, _ := owner["parameters"].([]any)
		for _, p := range list {
			p := g.object(p)
			parameters[fmt.Sprint(p["in"], " ", p["name"])] = p
		}
	}
	return parameters
}

// body returns the schemas of the body of an operation, by media type.
func (g *generator) body(item, o map[string]any) (schemas map[string]any, isRequired bool) {
	schemas = map[string]any{}
	form := map[string]any{}
	for _, p := range g.parameters(item, o) {
		switch p["in"] {
		case "body":
			types, _ := cmp.Or(o["consumes"], g.document["consumes"], any([]any{})).([]any)
			t, _ := append(types, "application/json")[0].(string)
			schemas[strings.ReplaceAll(t, "*/*", "application/json")] = p["schema"]
			isRequired = p["required"] == true
		case "formData":
			form[p["name"].(string)] = schemaOf(p)
			schemas[formType] = map[string]any{"type": "object", "properties": form}
		}
	}
	body := g.object(o["requestBody"])
	content, _ := body["content"].(map[string]any)
	for t, media := range content {
		schemas[t] = media.(map[string]any)["schema"]
	}
	return schemas, isRequired || body["required"] == true
}

// call makes a call of an operation.
func (g *generator) call(method, path string, item, o map[string]any) Call {
	c := Call{At: new(int), Method: strings.ToUpper(method), URL: punch(path)}
	parameters := g.parameters(item, o)
	for _, part := range strings.Split(path, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		c.Holes = append(c.Holes, Field{Name: name, At: new(int), Value: g.value(schemaOf(parameters["path "+name]), 0)})
	}
	for _, key := range slices.Sorted(maps.Keys(parameters)) {
		p := parameters[key]
		if p["required"] != true && !g.isAll {
			continue
		}
		name, _ := p["name"].(string)
		f := Field{Name: name, At: new(int), Value: g.value(schemaOf(p), 0)}
		switch {
		case p["in"] == "header":
			f.Name = strings.ToLower(name)
			c.Headers = append(c.Headers, f)
		case p["in"] != "query":
		case f.Value.Kind == Object && isExploded(p):
			c.Query = append(c.Query, f.Value.Fields...)
		default:
			c.Query = append(c.Query, f)
		}
	}
	schemas, isRequired := g.body(item, o)
	if types := slices.Sorted(maps.Keys(schemas)); len(types) > 0 && (isRequired || g.isAll) {
		t := types[g.random.IntN(len(types))]
		c.ContentType = Field{At: new(int), Value: Value{Text: t}}
		c.Body = new(Value)
		if !strings.HasPrefix(t, "multipart") {
			*c.Body = g.value(schemas[t], 0)
		}
	}
	return c
}

// isExploded reports whether an object is sent as its members.
func isExploded(p map[string]any) bool { return p["style"] != "deepObject" && p["explode"] != false }

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
	"literal path": func(c Call) Call { // the path of a call as it is written most
		c.Holes = restyleAll(c.Holes, func(f *Field) { makeVariable(&f.Value) })
		return c
	},
	"unseen": func(c Call) Call {
		c.MayHave = func(string, string) bool { return true }
		c.Query = nil
		return c
	},
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
					for _, r := range s.api.Check(restyle(x.call)) {
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
