package openapi

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A mutation is a kind of mistake. It returns the calls that have one each.
type mutation struct {
	kind   string
	mutate func(c Call) []Call
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
	if c.Body == nil || c.Method == "GET" {
		return nil
	}
	return c.Body.Fields
}

// edit returns the calls in which one value is another, in the levels that are judged.
func edit(fields []Field, level int, with func([]Field) Call, other func(Value) (Value, bool)) (calls []Call) {
	for i, f := range fields {
		if v, ok := other(f.Value); ok {
			wrong := slices.Clone(fields)
			wrong[i].Value = v
			calls = append(calls, with(wrong))
		}
		if f.Value.Kind == Object && level < maxDepth {
			calls = append(calls, edit(f.Value.Fields, level+1, func(inner []Field) Call {
				wrong := slices.Clone(fields)
				wrong[i].Value.Fields = inner
				return with(wrong)
			}, other)...)
		}
	}
	return calls
}

var mutations = []mutation{
	{"query key misspelled", func(c Call) []Call {
		return misspell(c.Query, func(fields []Field) Call { c.Query = fields; return c })
	}},
	{"body key misspelled", func(c Call) []Call { return misspell(c.bodyFields(), c.withBody) }},
	{"inner body key misspelled", func(c Call) (calls []Call) {
		for i, f := range c.bodyFields() {
			calls = append(calls, misspell(f.Value.Fields, func(inner []Field) Call {
				fields := slices.Clone(c.Body.Fields)
				fields[i].Value.Fields = inner
				return c.withBody(fields)
			})...)
		}
		return calls
	}},
	{"query key dropped", func(c Call) (calls []Call) {
		query := c.Query
		for i := range query {
			c.Query = slices.Delete(slices.Clone(query), i, i+1)
			calls = append(calls, c)
		}
		return calls
	}},
	{"body key dropped", func(c Call) (calls []Call) {
		for i := range c.bodyFields() {
			calls = append(calls, c.withBody(slices.Delete(slices.Clone(c.Body.Fields), i, i+1)))
		}
		return calls
	}},
	{"query key in the body", func(c Call) (calls []Call) {
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
	{"text for a number", func(c Call) []Call {
		text := func(v Value) (Value, bool) {
			return Value{Kind: String, Constant: true, Text: "text"}, v.Kind == Integer || v.Kind == Number
		}
		return slices.Concat(
			edit(c.Holes, 1, func(fields []Field) Call { c.Holes = fields; return c }, text),
			edit(c.Query, 1, func(fields []Field) Call { c.Query = fields; return c }, text),
			edit(c.bodyFields(), 1, c.withBody, text))
	}},
	{"wrong enum value", func(c Call) []Call {
		other := func(v Value) (Value, bool) {
			v.Text += "x"
			return v, v.Kind == String && v.Constant && v.Text != "textx"
		}
		return slices.Concat(
			edit(c.Query, 1, func(fields []Field) Call { c.Query = fields; return c }, other),
			edit(c.bodyFields(), 1, c.withBody, other))
	}},
	{"wrong method", func(c Call) (calls []Call) {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if method != c.Method {
				c.Method = method
				calls = append(calls, c)
			}
		}
		return calls
	}},
	{"slip in the path", func(c Call) (calls []Call) {
		segments := strings.Split(c.URL, "/")
		for i, text := range segments {
			for _, slip := range slips[:4] {
				if len(text) >= 4 && !strings.Contains(text, Hole) && slip(text) != text {
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

// allows reports whether a document has an operation that a call is valid for.
// It knows no placeholders for text, and no path parameter of several segments.
func (g *generator) allows(c Call) bool {
	for path, raw := range g.document["paths"].(map[string]any) {
		if strings.Count(path, "/") != strings.Count(c.URL, "/") {
			continue
		}
		item := g.object(raw)
		o, ok := item[strings.ToLower(c.Method)].(map[string]any)
		if ok && g.isPath(c, path, g.parameters(item, o)) && g.isQuery(c, g.parameters(item, o)) && g.isBody(c, item, o) {
			return true
		}
	}
	return false
}

func (g *generator) isPath(c Call, path string, parameters map[string]map[string]any) bool {
	own, theirs, holes := strings.Split(c.URL, "/"), strings.Split(path, "/"), c.Holes
	if len(own) != len(theirs) {
		return false
	}
	for i, text := range theirs {
		values := holes[:strings.Count(own[i], Hole)]
		holes = holes[len(values):]
		name, isVariable := strings.CutPrefix(text, "{")
		value := Value{Kind: String, Constant: true, Text: own[i]}
		if len(values) == 1 {
			value = values[0].Value
		}
		schema := schemaOf(parameters["path "+strings.TrimSuffix(name, "}")])
		switch {
		case isVariable && !g.accepts(schema, value, true) && punch(text) == Hole:
			return false
		case !isVariable && own[i] != text:
			return false
		}
	}
	return true
}

func (g *generator) isQuery(c Call, parameters map[string]map[string]any) bool {
	isSent := map[string]bool{}
	for _, f := range c.Query {
		isSent[f.Name] = true
		p, isKnown := parameters["query "+f.Name]
		if isKnown && !g.accepts(schemaOf(p), f.Value, true) || !isKnown && !g.isMember(f, parameters) {
			return false
		}
	}
	for _, p := range parameters {
		if p["in"] == "query" && p["required"] == true && !isSent[p["name"].(string)] {
			return false
		}
	}
	return true
}

// isMember reports whether a name is that of a member of an exploded object.
func (g *generator) isMember(f Field, parameters map[string]map[string]any) bool {
	for _, p := range parameters {
		for _, one := range g.variants(schemaOf(p), 0) {
			if property, ok := one.properties[f.Name]; ok && p["in"] == "query" && isExploded(p) && g.accepts(property, f.Value, true) {
				return true
			}
		}
	}
	return false
}

func (g *generator) isBody(c Call, item, o map[string]any) bool {
	schemas, isRequired := g.body(item, o)
	t := c.ContentType.Value.Text
	s, isType := schemas[t]
	switch {
	case c.Body == nil:
		return !isRequired
	case len(schemas) == 0:
		return len(c.Body.Fields) == 0
	}
	return isType && (s == nil || strings.HasPrefix(t, "multipart") || g.accepts(s, *c.Body, t == formType))
}

// TestMutations finds at least 95 percent of the mistakes that are wrong by the
// document, 90 percent of each kind, and prints how many.
func TestMutations(t *testing.T) {
	for _, s := range sources(t) {
		g := &generator{document: s.raw, random: rand.New(rand.NewPCG(3, 4)), isAll: true}
		examples := g.examples()
		most := 1000 // of each kind in each call: few of a whole document
		if len(examples) > 100 {
			most = 3
		}
		allMade, allFound := 0, 0
		for _, m := range mutations {
			made, found := 0, 0
			for _, x := range examples {
				c := styles["literal path"](x.call)
				all := m.mutate(c)
				g.random.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
				for _, wrong := range all[:min(len(all), most)] {
					if reflect.DeepEqual(c, wrong) || g.allows(wrong) {
						continue
					}
					made++
					if len(s.api.Check(wrong)) > 0 {
						found++
					} else if os.Getenv("OPENAPI_MISSED") == m.kind {
						t.Logf("%s: %s", x.name, wrong.print())
					}
				}
			}
			t.Logf("%-20s %-26s %5d of %5d", s.file, m.kind, found, made)
			if found*100 < made*90 {
				t.Errorf("%s: %s: found %d of %d", s.file, m.kind, found, made)
			}
			allMade, allFound = allMade+made, allFound+found
		}
		t.Logf("%-20s %-26s %5d of %5d", s.file, "all", allFound, allMade)
		if allFound*100 < allMade*95 {
			t.Errorf("%s: found %d of %d", s.file, allFound, allMade)
		}
	}
}

// print returns a call as a person reads it.
func (c Call) print() string {
	text := c.Method + " " + strings.ReplaceAll(c.URL, Hole, "{}")
	for _, f := range c.Query {
		text += " ?" + f.Name + "=" + f.Value.print()
	}
	for _, f := range c.bodyFields() {
		text += " " + f.Name + "=" + f.Value.print()
	}
	return text
}

func (v Value) print() string {
	text := v.Kind.String() + v.Text
	for _, f := range v.Fields {
		text += "." + f.Name + "=" + f.Value.print()
	}
	return text
}
