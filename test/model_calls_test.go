// Random calls for the fuzz targets: each byte of an input chooses one thing.

package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

// A modelCall makes a call of the bytes of a fuzz input: each chooses one thing. a
// and b are texts in it.
type modelCall struct {
	choices  []byte
	a, b     string
	route    string
	defaults [3]endpoint.Options
	call     [2]endpoint.Options
	unread   [2]string // of the defaults and of the call
	without  [2]string // a header that the defaults or the call remove, "" for none
}

var (
	modelStarts = []string{
		"/", "/a", "/v/", "", "{+u}", "{my_url}", "{u}/", "https://o.test", "HTTP://u:p@o.test/p",
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
	modelMethods = strings.Split("GET post PUT Head DELETE PATCH GET POST OPTIONS query trace Connect x g\tt", " ")
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
		{Format: "text", Previews: []string{"p"}},
		{Format: "a b"},
		{Previews: []string{"a b"}},
	}
	modelTypes = []string{
		formMIME, jsonMIME, "text/plain", "application/merge-patch+json",
		"Application/X-www-form-urlencoded;v=1", "multipart/form-data", "\n", "",
	}
)

// modelUnread are layers of what ParamsOf and QueryOf cannot read, by the name in the error.
var modelUnread = map[string]struct {
	layer endpoint.Layer
	model endpoint.Options
}{
	"":     {},
	"none": {endpoint.ParamsOf(5), options{Params: params{"": endpoint.JSON(nil)}}},
	"x": {endpoint.QueryOf(struct {
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
		template += from[int(p)%len(from)]
	}
	c.defaults[0] = endpoint.Endpoint{}.Options()
	c.defaults[0].BaseURL = modelBases[c.early(len(modelBases))]
	c.defaults[1], c.defaults[2] = c.layer(), c.layer()
	for _, key := range []string{"x", "y", "z"} { // so that few calls lack one
		[]map[string]any{c.defaults[1].Params, c.defaults[2].Path}[c.next(2)][key] = c.value()
	}
	c.call[0], c.call[1] = c.layer(), c.layer()
	if c.next(8) == 7 { // parameters that write one name
		o := &c.call[c.next(2)]
		[]map[string]any{o.Query, o.Params}[c.next(2)]["k"] = map[string]any{"k": c.a, "l": c.b}
		o.Query[[]string{"k[k]", "k[l]"}[c.next(2)]] = c.value()
	}
	for i := range c.unread {
		if n := c.next(100) - 98; n >= 0 {
			c.unread[i] = []string{"none", "x"}[n]
		}
	}
	for i := range c.without {
		c.without[i] = []string{"", "", "content-type", "", "X-A", "accept", "", "x y"}[c.next(8)]
	}
	if c.next(6) == 5 { // what is in the layer belongs to it
		c.call[c.next(2)].BaseURL = modelBases[c.early(len(modelBases))]
	}
	method := modelMethods[c.next(len(modelMethods))]
	switch c.early(4) {
	case 0:
		c.call[1].Method, c.call[1].URL = method, template
	case 1:
		c.route = method + " " + template
	case 2:
		c.route, c.defaults[1].URL = method, template
	case 3:
		c.route = modelWords[c.next(len(modelWords))]
		[]*options{&c.defaults[1], &c.call[1]}[c.next(2)].URL = template
	}
	return c
}

// next chooses one of n, the first if there are no choices left.
func (c *modelCall) next(n int) int {
	if len(c.choices) == 0 {
		return 0
	}
	choice := c.choices[0]
	c.choices = c.choices[1:]
	return int(choice) % n
}

// early chooses one of n, the first ones more often.
func (c *modelCall) early(n int) int {
	return c.next(c.next(c.next(n)+1) + 1)
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
	if c.next(12) < 11 {
		return values[c.early(len(values))]
	}
	rare := []any{
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
	}
	return rare[c.next(len(rare))]
}

func (c *modelCall) layer() endpoint.Options {
	o := endpoint.Options{Params: params{}, Path: endpoint.Path{}, Query: endpoint.Query{}, Headers: endpoint.Headers{}}
	for range c.early(4) {
		o.Params[[]string{"k", "q[]", "u", c.a, "my_url", "x", "y", "k[l]"}[c.early(8)]] = c.value()
	}
	for range c.early(3) {
		o.Path[[]string{"x", "y", "u", "k"}[c.early(4)]] = c.value()
	}
	for range c.early(3) {
		o.Query[[]string{"k", "q", "x", "q[]", c.b, "k[k]"}[c.early(6)]] = c.value()
	}
	for range c.early(3) {
		name := []string{"content-type", "X-A", "Content-Type", "x-a", "x y"}[c.early(5)]
		o.Headers[name] = append(modelTypes, c.a)[c.early(len(modelTypes)+1)]
	}
	switch c.next(8) {
	case 7:
		o.Headers["accept"] = modelAccepts[c.next(len(modelAccepts))]
	case 6:
		o.MediaType = modelMedia[c.next(len(modelMedia))]
	case 5:
		o.Meta = []any{1, endpoint.Unset}[c.next(2)]
	}
	o.Lists = endpoint.ListStyle(c.early(6))
	data := []any{
		nil, nil, nil, nil, nil,
		map[string]any{"k": c.value(), "l": c.a},
		modelStruct{c.value()},
		url.Values{"k": {c.a}},
		strings.NewReader(c.a), json.RawMessage(`{"k":1}`),
		c.a, 5,
		struct{}{},
		endpoint.Unset,
	}
	rare := []any{
		json.RawMessage(nil), (*int)(nil),
		bytes.Buffer{},
		endpoint.JSON(c.a), endpoint.JSON(nil),
		modelHidden{1},
		modelJSON{`{"k":[1.50]}`},
		modelJSON{"[1]"},
		&modelStream{text: c.a},
		[]byte(nil), map[string]any(nil), (func())(nil), time.Duration(7),
	}
	if o.Data = data[c.early(len(data))]; c.next(20) == 19 {
		o.Data = rare[c.next(len(rare))]
	}
	return o
}

func (c *modelCall) String() string {
	s := fmt.Sprintf("%q on %s\n", c.route, c.defaults[0].BaseURL)
	for _, o := range append(c.defaults[1:], c.call[:]...) {
		s += fmt.Sprintf("%s %s %q %#v %#v %#v %q %q, lists %d, data %#v\n", o.Method, o.URL, o.BaseURL, map[string]any(o.Path),
			map[string]any(o.Params), map[string]any(o.Query), map[string]string(o.Headers), o.MediaType, o.Lists, o.Data)
	}
	return s + fmt.Sprintf("%q, removed %q\n", c.unread, c.without)
}

func (c *modelCall) endpoint() endpoint.Endpoint {
	return endpoint.New(c.defaults[0], c.defaults[1]).Defaults(c.defaults[2], modelUnread[c.unread[0]].layer, removes(c.without[0]))
}

func (c *modelCall) layers() layers {
	return layers{c.call[0], removes(c.without[1]), c.call[1], modelUnread[c.unread[1]].layer}
}

// removes is a layer that removes a header.
func removes(name string) endpoint.Layer {
	if name == "" {
		return nil
	}
	return headers{name: ""}
}

// modelRemoves is that layer for the model.
func modelRemoves(name string) (o endpoint.Options) {
	if name != "" {
		o.Headers = headers{name: ""}
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
			if pieces[0] >= 64 {
				pieces[0] %= 3 // a path, as most templates are
			}
			if !yield(modelSeed{pieces, choices, texts[random.IntN(random.IntN(len(texts))+1)], texts[random.IntN(3)]}) {
				return
			}
		}
	}
}
