// What the rules of original_test.go know of a call: its layers, merged in the
// simplest way, and the expressions of its template. And the writing of pairs.

package original

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// merged is a call with its layers laid over each other.
type merged struct {
	method, template, base string
	params                 map[string]any
	passed                 []string // keys of the call itself, not nil, that no placeholder takes
	data                   any
	headers                map[string]string // lower-case names
	format                 string
	previews               []string // of the accept header, then of the layers, each once
	exprs                  []expression
	ownQuery               url.Values // of the expanded template
}

// An expression is one variable of a template: {?a,b:3} is two of them,
// {"?", "a", ""} and {"?", "b", ":3"}; :name is {"", "name", ""}.
type expression struct{ op, name, modifier string }

// required reports whether the variable must be present.
func (x expression) required() bool { return x.op == "" || x.op == "+" }

// alone reports whether the variable is a segment of its own, or none at all.
// In compare/{base}...{head} there are two that are not.
func (x expression) alone() bool { return x.name != "base" && x.name != "head" }

var (
	colons      = regexp.MustCompile(`([/.]):(\w+)`)
	expressions = regexp.MustCompile(`\{([+#./;?&]?)([^}]*)\}`)
	vendors     = regexp.MustCompile(`application/vnd\.\w+`)
	previews    = regexp.MustCompile(`[\w-]+-preview`)
)

func merge(c call) *merged {
	m := &merged{
		base:    "https://api.github.com",
		params:  map[string]any{},
		headers: map[string]string{"accept": "application/vnd.github.v3+json"},
	}
	m.method, m.template, _ = strings.Cut(c.Route, " ")
	var names []string
	for _, layer := range append(c.Defaults, c.Options) {
		if layer.BaseURL != "" {
			m.base = layer.BaseURL
		}
		if layer.URL != "" {
			m.method, m.template = layer.Method, layer.URL
		}
		if layer.Data != nil {
			m.data = layer.Data
		}
		maps.Copy(m.params, layer.Params)
		if layer.MediaType.Format != "" {
			m.format = layer.MediaType.Format
		}
		for name, value := range layer.Headers {
			m.headers[strings.ToLower(name)] = value
		}
		for _, name := range layer.MediaType.Previews {
			names = append(names, strings.TrimSuffix(name, "-preview")+"-preview")
		}
	}
	if len(names) > 0 {
		m.previews = append(previews.FindAllString(m.accept(), -1), names...)
	}
	m.template = colons.ReplaceAllString(m.template, "$1{$2}")
	for _, e := range expressions.FindAllStringSubmatch(m.template, -1) {
		for _, v := range strings.Split(e[2], ",") {
			name := strings.TrimRight(v, ":0123456789*")
			m.exprs = append(m.exprs, expression{e[1], name, v[len(name):]})
		}
	}
	for key, value := range c.Options.Params {
		if value != nil && !m.names(key) {
			m.passed = append(m.passed, key)
		}
	}
	return m
}

// names reports whether an expression names the key.
func (m *merged) names(key string) bool {
	return slices.ContainsFunc(m.exprs, func(x expression) bool { return x.name == key })
}

// reads reports whether the method is one whose parameters are the query.
func (m *merged) reads() bool { return m.method == "GET" || m.method == "HEAD" }

func (m *merged) accept() string { return m.headers["accept"] }

// amends reports whether previews, and formats whether a format, amend the accept header.
func (m *merged) amends() bool  { return len(m.previews) > 0 && !m.binary() }
func (m *merged) formats() bool { return m.format != "" && !m.binary() }
func (m *merged) binary() bool  { return strings.Contains(m.accept(), "octet-stream") }

// segment reports whether a variable that is a segment of its own has the
// value. {/x} is no segment where x is nil.
func (m *merged) segment(value any) bool {
	return slices.ContainsFunc(m.exprs, func(x expression) bool {
		segment := x.required() && x.alone() || x.op == "/" && value != nil
		return segment && m.params[x.name] == value
	})
}

// reserved reports whether a {+x} has the value.
func (m *merged) reserved(value string) bool {
	return slices.ContainsFunc(m.exprs, func(x expression) bool { return x.op == "+" && m.params[x.name] == value })
}

// normalise applies the differences, and returns the rules that changed a.
func (m *merged) normalise(a *answer) []string {
	var rules []string
	for _, d := range differences {
		before := copied(*a)
		d.apply(m, a)
		if !reflect.DeepEqual(before, copied(*a)) {
			rules = append(rules, d.rule)
		}
		_, query, _ := strings.Cut(a.URL, "?")
		m.ownQuery, _ = url.ParseQuery(query)
	}
	a.URL, a.Added = join(a.URL, a.Added), ""
	*a = copied(*a)
	return rules
}

func copied(a answer) (b answer) {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(text, &b); err != nil {
		panic(err)
	}
	return b
}

// added makes a difference of what replaces each pair that was appended.
func added(replace func(c *merged, pair, key string) []string) func(*merged, *answer) {
	return func(c *merged, a *answer) {
		var pairs []string
		for _, pair := range strings.Split(a.Added, "&") {
			if pair != "" {
				pairs = append(pairs, replace(c, pair, keyOf(pair))...)
			}
		}
		a.Added = strings.Join(pairs, "&")
	}
}

// accept makes a difference of what replaces the items of an accept header.
func accept(replace func(c *merged, items []string) []string) func(*merged, *answer) {
	return func(c *merged, a *answer) {
		a.Headers["accept"] = strings.Join(replace(c, strings.Split(a.Headers["accept"].(string), ",")), ",")
	}
}

// join appends pairs to an address.
func join(address, pairs string) string {
	switch {
	case pairs == "":
		return address
	case strings.Contains(address, "?"):
		return address + "&" + pairs
	}
	return address + "?" + pairs
}

// pairsOf writes a list as a pair for each element, and a map with a bracket
// for each key; what is nil has no pair.
func pairsOf(key string, value any) []string {
	var pairs []string
	switch v := value.(type) {
	case nil:
	case []any:
		for _, element := range v {
			pairs = append(pairs, pairsOf(key, element)...)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			pairs = append(pairs, pairsOf(key+"["+k+"]", v[k])...)
		}
	default:
		pairs = append(pairs, encode(key)+"="+encode(fmt.Sprint(v)))
	}
	return pairs
}

// form is a body as url.Values encodes it.
func form(body map[string]any) string {
	values := url.Values{}
	for key, value := range body {
		for _, pair := range pairsOf(key, value) {
			key, value, _ := strings.Cut(pair, "=")
			values.Add(decode(key), decode(value))
		}
	}
	return values.Encode()
}

func keyOf(pair string) string {
	key, _, _ := strings.Cut(pair, "=")
	return decode(key)
}

func encode(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// decode returns what encodeURIComponent, or encode, was given.
func decode(text string) string {
	plain, err := url.PathUnescape(text)
	if err != nil {
		panic(err)
	}
	return plain
}
