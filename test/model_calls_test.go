// Random calls for the fuzz targets: each byte of an input chooses one thing.

package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

// A modelCall is a call made from a fuzz input. Each byte of pieces is an index of modelStarts or
// modelParts, which make the template, and each byte of choices is one decision, in the order in
// which newModelCall makes them. a and b are texts in it.
type modelCall struct {
	choices  []byte
	a, b     string
	names    []string // keys of Path, most of which the template has
	route    string
	defaults [3]endpoint.Options
	call     [2]endpoint.Options

	// Of the defaults, and of the call:
	unread  [2]string // a key of modelUnread
	without [2]string // a header to remove, "" for none
	structs [2][]modelField
}

var (
	modelStarts = []string{
		"/", "/a", "/v/", "", "{+u}", "{my_url}", "{curl}", "{u}/", "https://o.test", "HTTP://u:p@o.test/p",
		"http://o.test{/x}", "https://o.test{?x}", "https://o.test{+x}",
		"ftp://o.test", "https:/o.test", "POST/x", "items:search", "//o.test", ".evil", "@evil", "{.x}", "/{",
		"https://o.test:9/", "https://h.test/a", "users",
	}
	modelParts = []string{
		"/", "/a", "/b-", ".", "..", ";v=1", "é", "?q=1", "?", "&k[l]=2&", "#f", "/:x", ":y", "%2e",
		"{x}", "{+x}", "{/x}", "{/x*}", "{/x,y}", "{?x,y}", "{&x}", "{x:3}",
		"{.x}", "{;x*}", "{#x}", "{y}", "{+y}", "{x,y}", "{?x*}", "{z}", "?k=1",
		"{?x}{&y}&k=1", "?k=1&q%5B%5D={y}{&x}", "?k{x}=1", "{/y}",
	}
	modelMethods = strings.Split("GET post PUT Head DELETE PATCH GET POST delete GET QUERY PUT OPTIONS trace Connect x g\tt", " ")
	modelBases   = []string{
		"https://h.test/v1/", "http://u:p@{x}.h.test", "https://h.test/{y}/z//", "https://{x}:{y}/", "http://h.test:80",
		"h.test", "https://h.test?q", "https://{x}@h.test", "https://h.test/{?x}",
	}
	modelWords   = []string{"purge", "PURGE", "Post", "M-SEARCH", "users", " v1 ", "/a", "/A", "patch\t/a", "get  {x}", "G@T /a"}
	modelAccepts = []string{
		"application/vnd.x.v3+json", "a/b,c/d", "", "application/octet-stream", "application/vnd.y.z-preview+json,a/b",
		"a/b,application/vnd.x+json,application/vnd.y.v1.p-preview+json",
	}
	modelMedia = []endpoint.MediaType{
		{Format: "raw"},
		{Previews: []string{"p-preview", "q"}},
		{Format: "raw"},
		{Previews: []string{"q"}},
		{Format: "text", Previews: []string{"p"}},
		{Format: "a b"},
		{Previews: []string{"a b"}},
	}
	modelTypes = []string{
		formMIME, jsonMIME, "text/plain", "application/merge-patch+json",
		"Application/X-www-form-urlencoded;v=1", "multipart/form-data", "\n", "", "Bearer ",
	}
	modelHeaders = []string{"content-type", "X-A", "Content-Type", "x-a", "authorization", "x y", "Cookie"}
)

// modelUnread are layers that cannot be read, or not all of them, by a name for printing.
var modelUnread = map[string]struct {
	layer endpoint.Layer
	model endpoint.Options
}{
	"":             {},
	"number":       {endpoint.ParamsOf(5), options{Params: params{"": endpoint.JSON(nil)}}},
	"numberAsCall": {endpoint.OptionsOf(5), options{Params: params{"": endpoint.JSON(nil)}}},
	"ownJSON":      {endpoint.OptionsOf(modelJSON{"{}"}), options{Params: params{"": endpoint.JSON(nil)}}},
	"unix": {endpoint.QueryOf(struct {
		X int `url:"x,unix"`
	}{}), options{Query: query{"x": endpoint.JSON(nil)}}},
}

func newModelCall(pieces, choices []byte, a, b string) *modelCall {
	c, template := &modelCall{choices: choices, a: a, b: b}, ""
	for i, p := range pieces[:min(len(pieces), 8)] {
		from := modelParts
		if i == 0 {
			from = modelStarts
		}
		part := from[int(p)%len(from)]
		isSecond := strings.ContainsAny(part, "?#") && strings.ContainsAny(template, "?#")
		isAlone := strings.Contains(part, "{&") && !strings.Contains(template, "?")
		if (isSecond || isAlone) && int(p) >= len(from) {
			continue // most are ErrRoute, which says little
		}
		template += part
	}
	for _, name := range []string{"x", "y", "u"} {
		if strings.Contains(template, "{"+name) || strings.Contains(template, ":"+name) {
			c.names = append(c.names, name)
		}
	}
	if c.isOneIn(8) {
		c.names = append(c.names, "k")
	}
	c.defaults[0] = endpoint.Endpoint{}.Options()
	c.defaults[0].BaseURL = c.base()
	c.defaults[1], c.defaults[2] = c.layer(), c.layer()
	if strings.Contains(c.defaults[0].BaseURL, "{") && !c.isOneIn(8) {
		c.defaults[2].Path["x"], c.defaults[2].Path["y"] = "7", "80"
	}
	for _, key := range []string{"x", "y", "z", "u", "my_url"} { // so that few calls lack one
		anyOf(c, map[string]any(c.defaults[1].Params), c.defaults[2].Path)[key] = c.value()
	}
	c.call[0], c.call[1] = c.layer(), c.layer()
	if c.isOneIn(8) { // parameters that write one name
		o := &c.call[c.choose(2)]
		anyOf(c, map[string]any(o.Query), o.Params)["k"] = map[string]any{"k": c.a, "l": c.b}
		o.Query[anyOf(c, "k[k]", "k[l]")] = c.value()
	}
	if c.isOneIn(6) { // an address that a credential of the call would follow
		o := &c.call[c.choose(2)]
		o.Params[anyOf(c, "u", "my_url")] = anyOf(c, "https://a.test/p", "https://h.test/v1")
		o.Headers[anyOf(c, "Authorization", "cookie", "x-a")] = earlyOf(c, "Bearer t", "", "token")
	}
	for i := range 2 {
		if c.isOneIn(50) {
			c.unread[i] = anyOf(c, slices.Sorted(maps.Keys(modelUnread))...)
		}
		if c.isOneIn(2) {
			c.without[i] = anyOf(c, "content-type", "X-A", "accept", "content-type", "X-A", "accept", "x y", "authorization")
		}
		if c.isOneIn(3) {
			c.structs[i] = c.fields(i == 0)
		}
	}
	if c.isOneIn(6) { // what is in the layer belongs to it
		c.call[c.choose(2)].BaseURL = c.base()
	}
	method := anyOf(c, modelMethods...)
	switch c.early(4) {
	case 0:
		c.call[1].Method, c.call[1].URL = method, template
	case 1:
		c.route = method + " " + template
	case 2:
		c.route, c.defaults[1].URL = method, template
	case 3:
		c.route = anyOf(c, modelWords...)
		anyOf(c, &c.defaults[1], &c.call[1]).URL = template
	}
	return c
}

// choose chooses one of n by the next byte, the first if there is none left.
func (c *modelCall) choose(n int) int {
	if len(c.choices) == 0 {
		return 0
	}
	choice := c.choices[0]
	c.choices = c.choices[1:]
	return int(choice) % n
}

// early chooses one of n, the first ones more often.
func (c *modelCall) early(n int) int {
	return c.choose(c.choose(c.choose(n)+1) + 1)
}

func (c *modelCall) isOneIn(n int) bool { return c.choose(n) == n-1 }

// anyOf chooses one of the values.
func anyOf[V any](c *modelCall, values ...V) V { return values[c.choose(len(values))] }

// earlyOf chooses one of the values, the first ones more often.
func earlyOf[V any](c *modelCall, values ...V) V { return values[c.early(len(values))] }

// base chooses a BaseURL, mostly a valid one.
func (c *modelCall) base() string {
	if c.isOneIn(3) {
		return earlyOf(c, modelBases...)
	}
	return anyOf(c, "https://h.test/v1/", "https://h.test", "http://h.test:80")
}

func (c *modelCall) value() any {
	nested := []any{c.b, map[string]any{"k": c.a, "l": []any{c.a, nil}}}
	values := []any{
		c.a, 7, c.b, c.a + c.b,
		[]any{c.a, c.b},
		"https://a.test/p/" + c.a,
		map[string]any{"k": c.a, "m": c.b},
		nil,
		[]any{nil, c.a},
		modelStruct{c.a},
		endpoint.Unset, "",
		[]any{},
		"https://a.test",
		[]any{"a,b"},
		(*int)(nil), nested,
		map[string]any{c.a: c.b},
		map[string]any{"n": nested, "e": []any{}},
		struct{ X int }{1},
		bytes.Buffer{},
		"/v1/" + c.a,
		"https://h.test/" + c.b,
	}
	if !c.isOneIn(12) {
		return earlyOf(c, values...)
	}
	return anyOf[any](c,
		endpoint.JSON(c.a),
		modelJSON{`{"k":[1.50,true],"l":null}`},
		modelJSON{`"` + c.b + `"`},
		modelJSON{"null"},
		endpoint.JSON(nil), endpoint.JSON(c), // which cannot be encoded
		map[string]any{"k": endpoint.JSON(1)},
		[]any{modelJSON{"[1]"}, modelJSON{"2"}},
		time.Duration(7), modelString(c.a),
		[]byte(c.a), []byte(nil),
		[2]byte{1, 2},
		net.HardwareAddr{1},
		json.RawMessage(`{"k": 1}`), json.RawMessage("{"),
		&url.URL{Scheme: "https", Host: "h.test"}, json.Number("1.50"),
		modelHidden{1},
		[]any(nil), map[string]any(nil),
		[]byte("\xff"),
		float64(1<<53), -1.5e20, float64(1<<53-1), 0.5,
		[]modelOctet{1, 2},
		modelProto{N: 1}, &modelProto{N: 1}, (*modelProto)(nil),
		modelTwoTexts{"k"}, &modelTwoTexts{"k"}, []modelTwoTexts{{"k"}},
		time.UnixMilli(1600).UTC(),
	)
}

func (c *modelCall) layer() endpoint.Options {
	o := endpoint.Options{Params: params{}, Path: endpoint.Path{}, Query: endpoint.Query{}, Headers: endpoint.Headers{}}
	for range c.early(4) {
		o.Params[earlyOf(c, "k", "q[]", "u", c.a, "my_url", "x", "y", "k[l]", "curl")] = c.value()
	}
	for range min(c.early(3), len(c.names)) {
		o.Path[anyOf(c, c.names...)] = c.value()
	}
	for range c.early(3) {
		o.Query[earlyOf(c, "k", "q", "x", "q[]", c.b, "k[k]")] = c.value()
	}
	for range c.early(3) {
		o.Headers[earlyOf(c, modelHeaders...)] = earlyOf(c, append(modelTypes, c.a)...)
	}
	switch c.choose(8) {
	case 7:
		o.Headers["accept"] = anyOf(c, modelAccepts...)
	case 6:
		o.MediaType = anyOf(c, modelMedia...)
	case 5:
		o.Meta = anyOf[any](c, 1, endpoint.Unset)
	}
	o.Lists = endpoint.ListStyle(c.early(6))
	o.Data = c.data()
	return o
}

func (c *modelCall) data() any {
	if c.isOneIn(20) {
		return anyOf[any](c,
			json.RawMessage(nil), (*int)(nil),
			bytes.Buffer{},
			endpoint.JSON(c.a), endpoint.JSON(nil),
			modelHidden{1},
			modelProto{N: 1},
			modelJSON{`{"k":[1.50]}`},
			modelJSON{"[1]"},
			&modelStream{text: c.a},
			[]byte(nil), map[string]any(nil), (func())(nil), time.Duration(7),
		)
	}
	return earlyOf[any](c,
		nil, nil, nil, nil, nil,
		map[string]any{"k": c.value(), "l": c.a},
		modelStruct{c.value()},
		url.Values{"k": {c.a}},
		strings.NewReader(c.a), json.RawMessage(`{"k":1}`),
		c.a, 5,
		struct{}{},
		endpoint.Unset,
	)
}

func (c *modelCall) String() string {
	s := fmt.Sprintf("%q on %s\n", c.route, c.defaults[0].BaseURL)
	for _, o := range append(c.defaults[1:], c.call[:]...) {
		s += fmt.Sprintf("%s %s %q %#v %#v %#v %q %q, lists %d, data %#v\n", o.Method, o.URL, o.BaseURL, map[string]any(o.Path),
			map[string]any(o.Params), map[string]any(o.Query), map[string]string(o.Headers), o.MediaType, o.Lists, o.Data)
	}
	return s + fmt.Sprintf("%q, removed %q, structs %+v\n", c.unread, c.without, c.structs)
}

func (c *modelCall) endpoint() endpoint.Endpoint {
	return endpoint.New(c.defaults[0], c.defaults[1]).Defaults(c.defaults[2]).Defaults(c.oddLayers(0)...)
}

func (c *modelCall) layers() layers {
	return slices.Concat(layers{c.call[0]}, c.oddLayers(1), layers{c.call[1]})
}

// oddLayers are the layers that are not Options, of the defaults (0) or the call (1).
func (c *modelCall) oddLayers(of int) layers {
	l := layers{modelUnread[c.unread[of]].layer, modelOptionsOf(c.structs[of])}
	if c.without[of] != "" {
		l = append(l, headers{c.without[of]: ""})
	}
	return l
}

// oddOptions are those layers for the model.
func (c *modelCall) oddOptions(of int) []endpoint.Options {
	o := []options{modelUnread[c.unread[of]].model, modelFieldsOf(c.structs[of])}
	if c.without[of] != "" {
		o = append(o, options{Headers: headers{c.without[of]: ""}})
	}
	return o
}

// addModelCalls adds calls whose bytes are random, but the same in each run.
func addModelCalls(f *testing.F) {
	for c := range modelCalls(3000) {
		f.Add(c.pieces, c.choices, c.a, c.b)
	}
}

// A modelSeed is an input of [FuzzModel].
type modelSeed struct {
	pieces, choices []byte
	a, b            string
}

// modelCalls are the same n calls at every run.
func modelCalls(n int) iter.Seq[modelSeed] {
	texts := []string{
		"v", "w", "80", "a/b", "..", "/", `\`, ";x",
		"https://a.test/p", "https://h.test/v1/p?k=1&k[k]=2", "https://a.test?q#f", "%2F", "é\xff", "1,2", "", "x#?",
	}
	return func(yield func(modelSeed) bool) {
		random := rand.New(rand.NewPCG(1, 2))
		for i := range n {
			pieces, choices := make([]byte, 1+i%5), make([]byte, 400)
			for _, b := range [][]byte{pieces, choices} {
				for i := range b {
					b[i] = byte(random.Uint32())
				}
			}
			switch { // most templates begin with a path or an address
			case pieces[0] >= 96:
				pieces[0] %= 3
			case pieces[0] >= 48:
				pieces[0] = 4 + pieces[0]%2
			}
			if !yield(modelSeed{pieces, choices, texts[random.IntN(random.IntN(len(texts))+1)], texts[random.IntN(3)]}) {
				return
			}
		}
	}
}
