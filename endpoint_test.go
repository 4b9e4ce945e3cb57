// Tests of the package as a whole: parity with the original, a naive model of the
// contract, and the guards of the API and of the imports.

package endpoint_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/endpoint"
	"example.com/endpoint/internal/value"
)

// A parityCase is a request with what @octokit/endpoint 7 answered, rewritten
// where this package differs on purpose.
type parityCase struct {
	Name     string
	Defaults []endpoint.Options
	Route    string
	Options  endpoint.Options
	Want     struct {
		Method  string
		Path    string
		Query   []string
		Headers endpoint.Headers
		Body    any
		Request any
		Error   string // the original drops something that is an error here
	}
}

func TestParity(t *testing.T) {
	cases := parityCases(t)
	for _, c := range cases {
		t.Run(c.Name, c.run)
	}
	if len(cases) != 150 {
		t.Errorf("%d cases, want 150", len(cases))
	}
}

func (c parityCase) endpoint() endpoint.Endpoint {
	e := endpoint.New(endpoint.Options{
		BaseURL: "https://api.service.example",
		Headers: endpoint.Headers{"user-agent": "corpus/1.0", "accept": "application/vnd.service.v3+json"},
	})
	for _, d := range c.Defaults {
		e = e.Defaults(d)
	}
	return e
}

func (c parityCase) run(t *testing.T) {
	got, err := c.endpoint().Build(c.Route, c.Options)
	if c.Want.Error != "" {
		if err == nil || !strings.Contains(err.Error(), c.Want.Error) {
			t.Errorf("got %v, want %s", err, c.Want.Error)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	path, query, hasQuery := strings.Cut(got.URL, "?")
	pairs := []string{}
	if hasQuery {
		pairs = strings.Split(query, "&")
		slices.Sort(pairs)
	}
	if got.Method != c.Want.Method || path != c.Want.Path || !slices.Equal(pairs, c.Want.Query) {
		t.Errorf("got %s %s %q\nwant %s %s %q", got.Method, path, pairs, c.Want.Method, c.Want.Path, c.Want.Query)
	}
	if !reflect.DeepEqual(got.Headers, c.Want.Headers) {
		t.Errorf("headers %#v\nwant %#v", got.Headers, c.Want.Headers)
	}
	if !sameJSON(t, got.Body, c.Want.Body) || !sameJSON(t, got.Meta, c.Want.Request) {
		t.Errorf("body %v, meta %v\nwant %v, %v", got.Body, got.Meta, c.Want.Body, c.Want.Request)
	}
}

// sameJSON compares two values by their JSON.
func sameJSON(t *testing.T, a, b any) bool {
	t.Helper()
	x, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x, y)
}

func TestHeaders(t *testing.T) {
	h := endpoint.Headers{"X-A": "upper", "x-A": "middle", "Accept": "a"}
	if got := h.Get("x-a"); got != "middle" {
		t.Errorf("Get of two spellings: %q, want the last in byte order", got)
	}
	if got := h.Get("accept") + h.Get("none") + endpoint.Headers(nil).Get("x"); got != "a" {
		t.Errorf("Get: %q", got)
	}
	h.Set("X-a", "set")
	h.Set("NEW", "n")
	if want := (endpoint.Headers{"x-a": "set", "Accept": "a", "new": "n"}); !reflect.DeepEqual(h, want) {
		t.Errorf("got %v, want %v", h, want)
	}
	if got := h.Get("x-a"); got != "set" {
		t.Errorf("Get after Set: %q", got)
	}
	if got := (endpoint.Headers{"\u212aey": "kelvin"}).Get("key"); got != "" {
		t.Errorf("a Kelvin sign is taken for a k: %q", got)
	}
}

// TestJSON has the JSON of every field, there and back.
func TestJSON(t *testing.T) {
	o := endpoint.Options{
		Method: "PUT", URL: "/x", BaseURL: "http://h", Headers: endpoint.Headers{"x-a": "1"}, MediaType: endpoint.MediaType{Format: "raw", Previews: []string{"p"}},
		Data: "d", Meta: "m", Params: params{"a": "1"}, Path: endpoint.Path{"b": "2"}, Query: endpoint.Query{"c": nil}, Lists: endpoint.ListRepeat,
	}
	r := endpoint.Request{Method: "put", URL: "http://h/x", Headers: endpoint.Headers{"x-a": "1"}, Body: "d", Meta: "m"}
	for _, tt := range []struct {
		value, read any
		want        string
	}{
		{
			&o, new(endpoint.Options),
			`{"method":"PUT","url":"/x","baseUrl":"http://h","headers":{"x-a":"1"},"mediaType":{"format":"raw","previews":["p"]},` +
				`"data":"d","request":"m","params":{"a":"1"},"path":{"b":"2"},"query":{"c":null},"lists":2}`,
		},
		{&r, new(endpoint.Request), `{"method":"put","url":"http://h/x","headers":{"x-a":"1"},"body":"d","request":"m"}`},
		{&endpoint.Options{}, new(endpoint.Options), "{}"},
		{&endpoint.Request{}, new(endpoint.Request), "{}"},
	} {
		got, err := json.Marshal(tt.value)
		if err != nil || string(got) != tt.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
		}
		if err := json.Unmarshal(got, tt.read); err != nil || !reflect.DeepEqual(tt.read, tt.value) {
			t.Errorf("%s is read as %#v, %v", got, tt.read, err)
		}
	}
	if b, err := json.Marshal(params{"a": endpoint.Unset}); err == nil {
		t.Errorf("Unset is marshaled: %s", b)
	}
}

// A model is a call as DESIGN.md has it, built once more: maps are copied, strings
// joined, errors panic, nothing is fast. It leaves out Format and Previews.
type model struct {
	o         endpoint.Options       // without maps
	maps      [3]map[string]modelSet // Path, Params and Query
	inherited map[string]bool        // keys of Path that the defaults have
	unset     map[string]bool        // keys of Path that the call removes
	headers   map[string]modelHeader
	names     []string        // of placeholders in URL
	own       map[string]bool // keys that the query of the template has literally
	variables []string        // of {?x} and {&x}
	empty     string          // the first variable of a {?x} that wrote nothing
	url       string
	segment   modelSegment // the one that is being written
	inPath    bool         // url ends in its path
	fragment  bool
	joint     bool // nothing is written yet after the address
	bare      bool // the address ends with its authority
	unsafe    *endpoint.Error
}

// A modelSet is a value and the layer that set it. All layers of the defaults are
// layer 0.
type modelSet struct {
	value any
	layer int
}

type modelHeader struct {
	name, value string
	layer       int
}

type modelSegment struct {
	text, writer, needed string
	reserved             bool // a {+x} lies in it
}

func fail(kind error, name string) { panic(&endpoint.Error{Err: kind, Name: name}) }

// buildModel is Build.
func buildModel(defaults, call []endpoint.Options) (req endpoint.Request, err *endpoint.Error) {
	defer func() {
		if e, ok := recover().(*endpoint.Error); ok {
			req, err = endpoint.Request{}, e
		}
	}()
	m := model{headers: map[string]modelHeader{}, inherited: map[string]bool{}, unset: map[string]bool{}, inPath: true}
	for i, l := range slices.Concat(defaults, call) {
		m.merge(l, max(0, i-len(defaults)+1))
	}
	if m.o.Method = strings.ToUpper(m.o.Method); !modelToken.MatchString(m.o.Method) {
		fail(endpoint.ErrMethod, "")
	}
	for _, all := range m.maps {
		for _, p := range all {
			if carried, ok := p.value.(*value.Unusable); ok {
				fail(endpoint.ErrParam, carried.Err.Name)
			}
		}
	}
	m.address()
	if m.unsafe != nil {
		panic(m.unsafe)
	}
	if m.o.Lists > endpoint.ListBrackets {
		fail(endpoint.ErrParam, "Lists")
	}
	passed := maps.Clone(m.unset)
	maps.DeleteFunc(passed, func(key string, _ bool) bool { return m.inherited[key] })
	for key, p := range m.maps[0] {
		passed[key] = p.layer > 0
	}
	for _, key := range slices.Sorted(maps.Keys(passed)) {
		if passed[key] && !slices.Contains(m.names, key) && !strings.Contains(m.o.BaseURL, "{"+key+"}") {
			fail(endpoint.ErrParam, key)
		}
	}
	return m.request(), nil
}

func (m *model) merge(l endpoint.Options, layer int) {
	m.o.Method, m.o.URL, m.o.BaseURL = cmp.Or(l.Method, m.o.Method), cmp.Or(l.URL, m.o.URL), cmp.Or(l.BaseURL, m.o.BaseURL)
	m.o.Lists = cmp.Or(l.Lists, m.o.Lists)
	switch d := l.Data.(type) {
	case nil:
	case json.RawMessage, *int:
		if m.o.Data = nil; !reflect.ValueOf(d).IsNil() {
			m.o.Data = d
		}
	default:
		m.o.Data = d
	}
	for i, all := range []map[string]any{l.Path, l.Params, l.Query} {
		if m.maps[i] == nil {
			m.maps[i] = map[string]modelSet{}
		}
		for k, v := range all {
			_, carried := m.maps[i][k].value.(*value.Unusable)
			switch {
			case carried:
			case v == endpoint.Unset:
				delete(m.maps[i], k)
				m.unset[k] = m.unset[k] || i == 0 && layer > 0
			default:
				m.maps[i][k] = modelSet{v, layer}
				m.inherited[k] = m.inherited[k] || i == 0 && layer == 0
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(l.Headers)) {
		m.headers[strings.ToLower(k)] = modelHeader{k, strings.Trim(l.Headers[k], " \t"), layer}
	}
}

// valueOf is what a placeholder of the URL has.
func (m *model) valueOf(name string) (v any, ok bool) {
	for _, all := range m.maps[:2] {
		if p, ok := all[name]; ok {
			return p.value, true
		}
	}
	return nil, false
}

// request is the request without errors of the URL's template.
func (m *model) request() endpoint.Request {
	contentType, typed := m.headers["content-type"]
	mediaType := strings.ToLower(strings.TrimSpace(strings.Split(contentType.value, ";")[0]))
	isJSON := mediaType == "" || mediaType == "application/json" || mediaType == "text/json" || len(mediaType) > 5 && strings.HasSuffix(mediaType, "+json")
	body := m.place(mediaType)
	if contentType.layer == 0 && body == nil && m.o.Data == nil {
		delete(m.headers, "content-type")
	}
	req := endpoint.Request{Method: strings.ToLower(m.o.Method), URL: m.url, Headers: endpoint.Headers{}}
	for _, lower := range slices.Sorted(maps.Keys(m.headers)) {
		h := m.headers[lower]
		if !modelToken.MatchString(h.name) || strings.ContainsFunc(h.value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			fail(endpoint.ErrHeader, lower)
		}
		if h.value != "" {
			req.Headers[lower] = h.value
		}
	}
	object, _ := body.(map[string]any)
	switch {
	case m.o.Data != nil:
		body = m.data(mediaType, isJSON)
	case object != nil && !isJSON:
		fail(endpoint.ErrBody, "content-type")
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if _, ok := object[key].(bytes.Buffer); ok {
			fail(endpoint.ErrBody, key)
		}
	}
	if req.Body = body; !typed {
		switch body.(type) {
		case nil, string, io.Reader:
		case url.Values:
			req.Headers["content-type"] = formMIME
		default:
			req.Headers["content-type"] = jsonMIME
		}
	}
	return req
}

var (
	modelToken      = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
	modelSlip       = regexp.MustCompile(`^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|CONNECT|OPTIONS|TRACE)/|[0-9A-Za-z+.-]+://|(?i:https?):)`)
	modelAbsolute   = regexp.MustCompile(`^(?i:https?)://`)
	modelAuthority  = regexp.MustCompile(`^(?i:https?)://[^/?#{]*`)
	modelOrigin     = regexp.MustCompile(`^(?i:https?)://[^/]*`) // of a base, placeholders included
	modelText       = regexp.MustCompile(`^[0-9A-Za-z_-](?:[0-9A-Za-z_.-]*[0-9A-Za-z_-])?$`)
	modelPort       = regexp.MustCompile(`//(?:.*@)?[^@/]*:[^@/]*$`)
	modelBraces     = regexp.MustCompile(`\{([^}]*)\}`)
	modelPlain      = regexp.MustCompile(`^[A-Za-z0-9_]+$`)
	modelExpression = regexp.MustCompile(`\{([+#./;?&]?)([A-Za-z0-9_,:*]+)\}|[{}]`)
	modelColon      = regexp.MustCompile(`(^|[^\pL\pN_}]):([A-Za-z_][A-Za-z0-9_]*)`)
	modelUnreserved = regexp.MustCompile(`^[A-Za-z0-9._~-]`)
	modelReserved   = regexp.MustCompile(`^(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=\[\]-]|%[0-9A-Fa-f]{2})`)
	modelQuery      = regexp.MustCompile(`\{?[?#]|$`)
	modelSecond     = regexp.MustCompile(`\{\?.*\?|#.*\?|\?.*\{\?`) // beginning of the query
)

// address writes the URL as far as the template goes.
func (m *model) address() {
	rest := m.o.URL
	authority := modelAuthority.FindString(rest)
	if rest == "" || modelSlip.MatchString(rest) && authority == "" {
		fail(endpoint.ErrRoute, "")
	}
	query := modelQuery.FindStringIndex(rest[len(authority):])[0] + len(authority)
	rest = modelColon.ReplaceAllString(rest[len(authority):query], "$1{$2}") + rest[query:]
	for _, e := range modelExpression.FindAllStringSubmatch(rest, -1) {
		if e[2] == "" {
			fail(endpoint.ErrRoute, "")
		}
		for spec := range strings.SplitSeq(e[2], ",") {
			m.names = append(m.names, modelName(spec))
			if e[1] == "?" || e[1] == "&" {
				m.variables = append(m.variables, modelName(spec))
			}
		}
	}
	if modelSecond.MatchString(rest) {
		fail(endpoint.ErrRoute, "")
	}
	if authority != "" && (!isModelURL(modelEscape(authority, true)) || rest != "" && !strings.ContainsAny(strings.TrimPrefix(rest, "{")[:1], "/?#")) {
		fail(endpoint.ErrRoute, "")
	}
	m.findLiteral(rest)
	if m.leading(rest) {
		return
	}
	slashes := ""
	if m.url, m.bare = modelEscape(authority, true), true; authority == "" {
		slashes, m.bare = m.base(), false
	}
	m.joint = true
	m.expand(rest)
	if m.close(); m.joint {
		m.url += slashes
	}
}

func modelName(spec string) string {
	name, _, _ := strings.Cut(strings.TrimSuffix(spec, "*"), ":")
	return name
}

// findLiteral finds the keys of the template's query that no expression has a
// part in.
func (m *model) findLiteral(template string) {
	text, _, _ := strings.Cut(modelExpression.ReplaceAllString(template, "${1}\x00"), "#")
	_, query, _ := strings.Cut(text, "?")
	m.own = map[string]bool{}
	for pair := range strings.SplitSeq(query, "&") {
		key, _, _ := strings.Cut(pair, "=")
		key, _ = url.QueryUnescape(key)
		m.own[key] = key != "" && !strings.Contains(key, "\x00")
	}
}

// base writes BaseURL without the slashes at its end, which it returns.
func (m *model) base() (slashes string) {
	base := m.o.BaseURL
	origin := modelOrigin.FindString(base)
	if !isModelURL(modelBraces.ReplaceAllString(base, "1")) || origin == "" || strings.ContainsAny(base, "?#") {
		fail(endpoint.ErrBaseURL, "BaseURL")
	}
	trimmed := strings.TrimRight(base, "/")
	last, port := 0, ""
	for _, at := range modelBraces.FindAllStringSubmatchIndex(trimmed, -1) {
		name := trimmed[at[2]:at[3]]
		if !modelPlain.MatchString(name) || at[0] < strings.Index(origin, "@") {
			fail(endpoint.ErrBaseURL, "BaseURL")
		}
		v := modelOf(m.maps[0][name].value)
		isPort := at[0] < len(origin) && modelPort.MatchString(trimmed[:at[0]])
		switch {
		case v.kind == 't' || v.kind == 'x':
			fail(endpoint.ErrParam, name)
		case v.text == "" && len(v.list)+len(v.keys) == 0:
			fail(endpoint.ErrMissingParam, name)
		case !modelText.MatchString(v.text), isPort && strings.Trim(v.text, "0123456789") != "":
			fail(endpoint.ErrParam, name)
		}
		m.url += trimmed[last:at[0]] + v.text
		last = at[1]
		if isPort {
			port = name
		}
	}
	m.url += trimmed[last:]
	if port != "" && !isModelURL(m.url) {
		fail(endpoint.ErrParam, port)
	}
	return base[len(trimmed):]
}

// isModelURL reports whether s is a URL with a host that every release of Go
// accepts.
func isModelURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" {
		return false
	}
	port, err := strconv.Atoi(cmp.Or(u.Port(), "0"))
	ip, _ := netip.ParseAddr(u.Hostname())
	return err == nil && port <= 65535 && strings.HasPrefix(u.Host, "[") == ip.Is6() && (ip.Is6() || !strings.ContainsAny(u.Hostname(), ":[]"))
}

// leading writes the URL if its first variable is an address.
func (m *model) leading(rest string) bool {
	e := modelExpression.FindStringSubmatch(rest)
	if e == nil || !strings.HasPrefix(rest, e[0]) || strings.ContainsAny(e[2], ",:*") || e[1] != "+" && e[1] != "" {
		return false
	}
	given, _ := m.valueOf(e[2])
	v, rest := modelOf(given).text, rest[len(e[0]):]
	if !modelAbsolute.MatchString(v) {
		return false
	}
	m.url = modelEscape(v, true)
	if !isModelURL(v) || !isModelURL(m.url) || strings.ContainsAny(v, "{}") || e[1] == "" && !strings.HasSuffix(e[2], "url") {
		fail(endpoint.ErrParam, e[2])
	}
	end := strings.IndexAny(m.url+"?", "?#")
	authority := modelAuthority.FindString(m.url)
	m.segment = modelSegment{text: strings.TrimPrefix(m.url[len(authority):end], "/"), writer: e[2]}
	if end < len(m.url) {
		if rest != "" {
			m.reject(e[2])
		}
		m.close()
		m.inPath, m.fragment = false, true // what a fragment may hold is not judged
	}
	if len(authority) == len(m.url) {
		m.segment, m.joint, m.bare = modelSegment{}, true, true
	}
	m.expand(rest)
	m.close()
	return true
}

// expand writes what a template gives.
func (m *model) expand(template string) {
	for template != "" {
		i := modelExpression.FindStringSubmatchIndex(template)
		if i == nil {
			i = []int{len(template), len(template)}
		}
		m.literal(modelEscape(template[:i[0]], true))
		if i[0] < i[1] {
			m.expression(template[i[2]:i[3]], strings.Split(template[i[4]:i[5]], ","))
		}
		template = template[i[1]:]
	}
}

func (m *model) literal(s string) {
	for _, c := range s {
		m.write(string(c))
		switch {
		case c == '#':
			m.close()
			m.inPath, m.fragment = false, true
		case c == '?' && m.inPath:
			m.close()
			m.inPath = false
		case c == '/' && m.inPath:
			m.close()
			m.segment = modelSegment{}
		case m.inPath:
			m.segment.text += string(c)
		}
	}
}

// write appends to the URL, with exactly one slash after the address. It reports
// whether s brought that slash.
func (m *model) write(s string) (joined bool) {
	if m.joint && s != "" {
		m.joint, joined = false, s[0] == '/'
		if !joined && !(m.bare && (s[0] == '?' || s[0] == '#')) {
			m.url += "/"
		}
	}
	m.url += s
	return joined
}

func (m *model) expression(op string, specs []string) {
	first := true
	for _, spec := range specs {
		name, opens := modelName(spec), op == "/" || op == "?" || op == "#"
		value, ok := m.valueOf(name)
		if !ok && (op == "" || op == "+") {
			fail(endpoint.ErrMissingParam, name)
		}
		if m.inPath && !opens {
			if op == "" || op == "+" {
				m.segment.needed = cmp.Or(m.segment.needed, name)
			}
			m.segment.reserved = m.segment.reserved || op == "+"
			m.segment.writer = cmp.Or(m.segment.writer, name)
		}
		texts, ok := modelTexts(op, spec, modelOf(value))
		switch {
		case !ok && m.inPath && opens:
			m.close()
			fallthrough
		case !ok:
			fail(endpoint.ErrParam, name)
		case m.inPath && (op == "" || op == "+") && strings.Join(texts, ",") == "":
			fail(endpoint.ErrMissingParam, name)
		case len(texts) == 0:
			continue
		case m.inPath && op == "&" && m.empty != "":
			fail(endpoint.ErrMissingParam, m.empty)
		}
		lead, sep := op, cmp.Or(map[string]string{"": ",", "+": ",", "#": ",", "?": "&"}[op], op)
		switch {
		case !first:
			lead = sep
		case op == "+":
			lead = ""
		}
		first = false
		if op == "/" && m.inPath {
			for _, text := range texts {
				m.write("/")
				m.close()
				m.segment = modelSegment{text, name, name, false}
				m.url += text
			}
			continue
		}
		text := lead + strings.Join(texts, sep)
		switch {
		case opens && op != "/":
			m.close()
			m.inPath, m.fragment = false, m.fragment || op == "#"
		case op == "+" && strings.ContainsAny(text, "?#") && m.inPath, op == "+" && strings.Contains(text, "#") && !m.fragment:
			m.reject(name)
		}
		joined := m.write(text)
		if joined && op == "+" {
			text = text[1:]
		}
		if m.inPath {
			m.segment.text += text
			m.segment.writer = name
		}
	}
	if first && op == "?" {
		m.empty = modelName(specs[0])
	}
}

// isWritten reports whether a {?x} or {&x} of the URL writes anything for a key.
func (m *model) isWritten(key string) bool {
	v, _ := m.valueOf(key)
	texts, _ := modelTexts("?", key, modelOf(v))
	return slices.Contains(m.variables, key) && len(texts) > 0
}

// close judges the segment.
func (m *model) close() {
	s := &m.segment
	if !m.inPath || s.writer == "" {
		return
	}
	text, err := url.PathUnescape(s.text)
	if err != nil {
		panic(err)
	}
	pieces := strings.Split(strings.ReplaceAll(text, `\`, "/"), "/")
	for i := range pieces {
		pieces[i], _, _ = strings.Cut(pieces[i], ";")
	}
	if s.needed != "" && (strings.Join(pieces, "") == "" || s.reserved && pieces[0] == "") {
		fail(endpoint.ErrMissingParam, s.needed)
	}
	if slices.Contains(pieces, ".") || slices.Contains(pieces, "..") {
		m.reject(s.writer)
	}
}

func (m *model) reject(name string) {
	if m.unsafe == nil {
		m.unsafe = &endpoint.Error{Err: endpoint.ErrUnsafePath, Name: name}
	}
}

// A modelValue is a value as a URL has it: [u]ndefined, a [s]calar, a [l]ist, a
// [m]ap, a tagged s[t]ruct, or without a te[x]t.
type modelValue struct {
	kind byte
	text string
	list []any
	keys map[string]any
}

type modelStruct struct {
	K any `json:"k"`
}

func modelOf(v any) modelValue {
	switch v := v.(type) {
	case nil, *int:
		return modelValue{kind: 'u'}
	case string:
		return modelValue{kind: 's', text: v}
	case int:
		return modelValue{kind: 's', text: fmt.Sprint(v)}
	case []any:
		return modelValue{kind: 'l', list: v}
	case map[string]any:
		return modelValue{kind: 'm', keys: v}
	case modelStruct:
		return modelValue{kind: 't', keys: map[string]any{"k": v.K}}
	}
	return modelValue{kind: 'x'}
}

// modelTexts returns what one variable gives, to be joined by the separator of
// the operator, and false for a value that cannot stand in it.
func modelTexts(op, spec string, v modelValue) (texts []string, ok bool) {
	name, named, explode := modelName(spec), strings.Contains(";?&", op) && op != "", strings.HasSuffix(spec, "*")
	escape := func(s string) string { return modelEscape(s, op == "+" || op == "#") }
	pair := func(key, text string) string {
		if text == "" && op == ";" {
			return key
		}
		return key + "=" + text
	}
	list, keys := v.list, []string(nil)
	switch v.kind {
	case 'x', 't':
		return nil, false
	case 's':
		if _, n, ok := strings.Cut(spec, ":"); ok {
			size, _ := strconv.Atoi(n)
			for i := range v.text {
				if size--; size < 0 {
					v.text = v.text[:i]
					break
				}
			}
		}
		if named {
			return []string{pair(name, escape(v.text))}, true
		}
		return []string{escape(v.text)}, true
	case 'm':
		for _, k := range slices.Sorted(maps.Keys(v.keys)) {
			list, keys = append(list, v.keys[k]), append(keys, escape(k))
		}
	}
	for i, e := range list {
		switch e := modelOf(e); {
		case e.kind != 'u' && e.kind != 's':
			return nil, false
		case e.kind == 'u':
		case keys == nil && explode && named:
			texts = append(texts, pair(name, escape(e.text)))
		case keys == nil:
			texts = append(texts, escape(e.text))
		case explode && named:
			texts = append(texts, pair(keys[i], escape(e.text)))
		case explode:
			texts = append(texts, keys[i]+"="+escape(e.text))
		default:
			texts = append(texts, keys[i], escape(e.text))
		}
	}
	if strings.Contains(spec, ":") && texts != nil {
		return nil, false
	}
	if !explode && texts != nil {
		texts = []string{strings.Join(texts, ",")}
		if named {
			texts[0] = name + "=" + texts[0]
		}
	}
	return texts, true
}

// modelEscape percent-encodes s but for unreserved characters and, with reserved,
// also but for reserved ones and triplets (RFC 6570 section 3.2.1).
func modelEscape(s string, reserved bool) string {
	kept := modelUnreserved
	if reserved {
		kept = modelReserved
	}
	var b strings.Builder
	for s != "" {
		n := len(kept.FindString(s))
		if n == 0 {
			n = 1
			fmt.Fprintf(&b, "%%%02X", s[0])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// place puts what no placeholder takes into the URL and into the body that it
// returns, nil if nothing is left for one.
func (m *model) place(mediaType string) (body any) {
	address, fragment, hasFragment := strings.Cut(m.url, "#")
	address, query, hasQuery := strings.Cut(address, "?")
	written := map[string]bool{}
	for pair := range strings.SplitSeq(query, "&") {
		key, _, _ := strings.Cut(pair, "=")
		key, _ = url.QueryUnescape(key)
		written[key] = hasQuery
	}
	inURL, inForm := modelNames{}, modelNames{}
	all := maps.Clone(m.maps[1])
	maps.Copy(all, m.maps[2])
	for _, key := range slices.Sorted(maps.Keys(all)) {
		p, left := m.maps[1][key]
		q, hasQ := m.maps[2][key]
		_, inPath := m.maps[0][key]
		named := slices.Contains(m.names, key)
		inQuery := m.o.Method == "GET" || m.o.Method == "HEAD"
		if left = left && (!named || inPath); left && hasQ && inQuery && !named && !m.own[key] {
			hasQ = q.layer >= p.layer
			left = !hasQ
		}
		var pairs []modelPair
		switch {
		case !left:
		case named && (inQuery || m.o.Method == "DELETE"), inQuery && m.own[key]:
			p.refuse(key)
		case inQuery:
			pairs = m.pairs(key, p.value, endpoint.ListComma)
		case m.o.Data != nil, !strings.Contains(" PATCH POST PUT DELETE ", " "+m.o.Method+" "):
			p.refuse(key)
		default:
			body = m.addTo(body, mediaType, key, p.value, inForm)
		}
		switch {
		case hasQ && (m.own[key] || m.isWritten(key)):
			q.refuse(key)
		case hasQ:
			pairs = m.pairs(key, q.value, endpoint.ListRepeat)
		}
		for _, p := range pairs {
			if p.key != key && m.own[p.key] {
				fail(endpoint.ErrParam, key)
			}
			if written[p.key] {
				continue
			}
			inURL.add(p.key, key)
			for i := range p.texts {
				p.texts[i] = modelEscape(p.texts[i], false)
			}
			if query != "" && !strings.HasSuffix(query, "&") {
				query += "&"
			}
			query, hasQuery = query+modelEscape(p.key, false)+"="+strings.Join(p.texts, p.comma), true
		}
	}
	if m.url = address; hasQuery {
		m.url += "?" + query
	}
	if hasFragment {
		m.url += "#" + fragment
	}
	return body
}

// modelNames are the names of a query or form, by the key of the parameter that
// wrote them.
type modelNames map[string]string

// add fails for a name in brackets that two parameters write.
func (names modelNames) add(name, key string) {
	if other, ok := names[name]; ok && other != key {
		fail(endpoint.ErrParam, key)
	}
	names[name] = key
}

// refuse fails for what a call passes and would not send.
func (p modelSet) refuse(key string) {
	if p.layer > 0 && modelOf(p.value).kind != 'u' {
		fail(endpoint.ErrParam, key)
	}
}

type modelPair struct {
	key   string
	texts []string
	comma string // that joins them
}

// pairs writes a parameter of a query or form, whose lists have the usual style
// where Lists is not set.
func (m *model) pairs(key string, value any, usual endpoint.ListStyle) (pairs []modelPair) {
	var nested func(path string, v modelValue, style endpoint.ListStyle)
	nested = func(path string, v modelValue, style endpoint.ListStyle) {
		isNested := func(e any) bool { kind := modelOf(e).kind; return kind != 'u' && kind != 's' }
		switch isList := v.kind == 'l' && !slices.ContainsFunc(v.list, isNested); {
		case v.kind == 'x':
			fail(endpoint.ErrParam, key)
		case v.kind == 's':
			pairs = append(pairs, modelPair{key: path, texts: []string{v.text}})
		case isList && style != 0:
			pairs = append(pairs, m.list(key, path, v, style)...)
			return
		}
		for i, e := range v.list {
			nested(fmt.Sprintf("%s[%d]", path, i), modelOf(e), 0)
		}
		for _, k := range slices.Sorted(maps.Keys(v.keys)) {
			if k == "" || strings.ContainsAny(k, "[]") {
				fail(endpoint.ErrParam, key)
			}
			nested(path+"["+k+"]", modelOf(v.keys[k]), m.o.Lists)
		}
	}
	nested(key, modelOf(value), cmp.Or(m.o.Lists, usual))
	if key == "" {
		fail(endpoint.ErrParam, "")
	}
	return pairs
}

// list writes a list of scalars under a name.
func (m *model) list(key, name string, v modelValue, style endpoint.ListStyle) (pairs []modelPair) {
	joined := modelPair{key: name, comma: ","}
	for _, e := range v.list {
		if e := modelOf(e); e.kind == 's' {
			joined.texts = append(joined.texts, e.text)
			pair := modelPair{key: name, texts: []string{e.text}}
			if style == endpoint.ListBrackets && !strings.HasSuffix(name, "[]") {
				pair.key += "[]"
			}
			pairs = append(pairs, pair)
		}
	}
	if style != endpoint.ListComma || strings.HasSuffix(name, "[]") || len(pairs) == 0 {
		return pairs
	}
	if m.o.Lists == 0 {
		joined.comma = "%2C"
		joined.rejectCommas(key)
	}
	return []modelPair{joined}
}

// rejectCommas fails if an element has a comma like the one that joins.
func (p modelPair) rejectCommas(key string) {
	if strings.Contains(strings.Join(p.texts, ""), ",") {
		fail(endpoint.ErrParam, key)
	}
}

// addTo adds a parameter to a form or a JSON object.
func (m *model) addTo(body any, mediaType, key string, value any, names modelNames) any {
	if mediaType != formMIME {
		object, _ := body.(map[string]any)
		if object == nil {
			object = map[string]any{}
		}
		object[key] = value
		return object
	}
	form, _ := body.(url.Values)
	if form == nil {
		form = url.Values{}
	}
	for _, p := range m.pairs(key, value, endpoint.ListRepeat) {
		if len(p.texts) > 1 || p.comma != "" {
			p.rejectCommas(key)
		}
		names.add(p.key, key)
		form.Add(p.key, strings.Join(p.texts, ","))
	}
	return form
}

// data is the body that Data makes.
func (m *model) data(mediaType string, isJSON bool) (body any) {
	fits, isForm := isJSON, mediaType == formMIME
	fields := modelOf(m.o.Data).keys
	switch d := m.o.Data.(type) {
	case string:
		_, isEncoded := m.headers["content-encoding"]
		fits = mediaType == "" || !isJSON || isEncoded || d == "" || json.Valid([]byte(d))
	case *strings.Reader:
		fits = true
	case json.RawMessage:
		fits = d != nil && !isForm
	case url.Values:
		fits = isForm || mediaType == ""
	case *int, bytes.Buffer:
		fits = false
	default:
		fits = isJSON || isForm && fields != nil
	}
	if !fits || strings.Contains(" GET HEAD TRACE CONNECT ", " "+m.o.Method+" ") {
		fail(endpoint.ErrBody, "Data")
	}
	if !isForm || fields == nil {
		return m.o.Data
	}
	body = url.Values{}
	names := modelNames{}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		body = m.addTo(body, mediaType, key, fields[key], names)
	}
	return body
}

// A modelCall makes a call of the bytes of a fuzz input: each chooses one thing. a
// and b are texts in it.
type modelCall struct {
	choices  []byte
	a, b     string
	template string
	defaults [3]endpoint.Options
	call     [2]endpoint.Options
}

var (
	modelStarts = []string{
		"/", "/a", "/v/", "", "{+u}", "{my_url}", "{u}/", "https://o.test", "HTTP://u:p@o.test/p", "http://o.test{/x}", "https://o.test{?x}", "https://o.test{+x}",
		"ftp://o.test", "https:/o.test", "POST/x", "items:search", "//o.test", ".evil", "@evil", "{.x}", "/{", "https://o.test:9/",
	}
	modelParts = []string{
		"/", "/a", "/b-", ".", "..", ";v=1", "é", "?q=1", "?", "&k[l]=2&", "#f", "/:x", ":y", "%2e", "{x}", "{+x}", "{/x}", "{/x*}", "{/x,y}", "{?x,y}", "{&x}", "{x:3}",
		"{.x}", "{;x*}", "{#x}", "{y}", "{+y}", "{x,y}", "{?x*}", "{z}", "?k=1", "{?x}&k=1&q%5B%5D=", "?k{x}=1", "{/y}",
	}
	modelMethods = []string{"GET", "post", "PUT", "Head", "DELETE", "PATCH", "GET", "POST", "OPTIONS", "trace", "Connect", "x", "g t"}
	modelBases   = []string{
		"https://h.test/v1/", "http://u:p@{x}.h.test", "https://h.test/{y}/z//", "https://{x}:{y}/", "http://h.test:80",
		"h.test", "https://h.test?q", "https://{x}@h.test", "https://h.test/{?x}",
	}
	modelTypes = []string{formMIME, "", jsonMIME, "text/plain", "application/merge-patch+json", "Application/X-www-form-urlencoded;v=1", "multipart/form-data", "\n"}
	// modelCarried are what ParamsOf makes of what it cannot read.
	modelCarried = []params{endpoint.ParamsOf(5), endpoint.ParamsOf(struct {
		Since int `url:"since,unix"`
	}{})}
)

func newModelCall(pieces, choices []byte, a, b string) *modelCall {
	c := &modelCall{choices: choices, a: a, b: b}
	for i, p := range pieces[:min(len(pieces), 8)] {
		from := modelParts
		if i == 0 {
			from = modelStarts
		}
		c.template += from[int(p)%len(from)]
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
	c.call[1].Method, c.call[1].URL = modelMethods[c.next(len(modelMethods))], c.template
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
	}
	return values[c.early(len(values))]
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
		name := []string{"content-type", "X-A", "Content-Type", "x-a", "accept", "x y"}[c.early(6)]
		o.Headers[name] = append(modelTypes, c.a)[c.early(len(modelTypes)+1)]
	}
	o.Lists = endpoint.ListStyle(c.early(5))
	data := []any{
		nil, nil, nil, nil, nil,
		map[string]any{"k": c.value(), "l": c.a},
		modelStruct{c.value()},
		url.Values{"k": {c.a}},
		strings.NewReader(c.a), json.RawMessage(`{"k":1}`),
		c.a, 5,
		struct{}{},
		json.RawMessage(nil), (*int)(nil),
		bytes.Buffer{},
	}
	o.Data = data[c.early(len(data))]
	if n := c.next(200) - 198; n >= 0 {
		maps.Copy([]map[string]any{o.Path, o.Params, o.Query}[c.next(3)], modelCarried[n])
	}
	return o
}

func (c *modelCall) String() string {
	s := fmt.Sprintf("%s %s on %s\n", c.call[1].Method, c.template, c.defaults[0].BaseURL)
	for _, o := range append(c.defaults[1:], c.call[:]...) {
		s += fmt.Sprintf("%#v %#v %#v %q, lists %d, data %#v\n", map[string]any(o.Path), map[string]any(o.Params), map[string]any(o.Query), map[string]string(o.Headers), o.Lists, o.Data)
	}
	return s
}

func (c *modelCall) endpoint() endpoint.Endpoint {
	return endpoint.New(c.defaults[0], c.defaults[1]).Defaults(c.defaults[2])
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
	texts := []string{"v", "w", "80", "a/b", "..", "/", `\`, ";x", "https://a.test/p", "https://a.test?q#f", "%2F", "é\xff", "1,2", "", "x#?"}
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

// FuzzModel holds the model against Build and HTTPRequest.
func FuzzModel(f *testing.F) {
	addModelCalls(f)
	f.Fuzz(func(t *testing.T, pieces, choices []byte, a, b string) {
		c := newModelCall(pieces, choices, a, b)
		want, wantErr := buildModel(c.defaults[:], c.call[:])
		got, err := c.endpoint().Build("", c.call[0], c.call[1])
		sent, sentErr := c.endpoint().HTTPRequest(t.Context(), "", c.call[0], c.call[1])
		if wantErr != nil {
			for _, err := range []error{err, sentErr} {
				var e *endpoint.Error
				if !errors.As(err, &e) || e.Err != wantErr.Err || e.Name != wantErr.Name {
					t.Fatalf("%sgot  %v, %v\nwant %v of %q", c, got, err, wantErr.Err, wantErr.Name)
				}
			}
			return
		}
		if err != nil || got.Method != want.Method || got.URL != want.URL || !maps.Equal(got.Headers, want.Headers) || !reflect.DeepEqual(got.Body, want.Body) {
			t.Fatalf("%sgot  %v, %v\n%s", c, got, err, got.Diff(want))
		}
		body, err := modelBody(want.Body)
		if err != nil {
			if !errors.Is(sentErr, endpoint.ErrBody) {
				t.Fatalf("%ssent %v, want ErrBody", c, sentErr)
			}
			return
		}
		byHand, err := http.NewRequest("GET", want.URL, nil)
		if err != nil || sentErr != nil || sent.Method != strings.ToUpper(want.Method) || sent.URL.String() != byHand.URL.String() || len(sent.Header) != len(want.Headers) {
			t.Fatalf("%ssent %v, %v\nwant %v, %v", c, sent, sentErr, want, err)
		}
		for name, value := range want.Headers {
			if sent.Header.Get(name) != value {
				t.Fatalf("%ssent %v\nwant %v", c, sent.Header, want.Headers)
			}
		}
		if (sent.Body == nil) != (want.Body == nil) || sent.Body != nil && modelReplacement.Replace(content(t, sent.Body)) != modelReplacement.Replace(body) {
			t.Fatalf("%ssent another body than %q", c, body)
		}
	})
}

// modelBody is what is sent of a body.
func modelBody(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case json.RawMessage:
		return string(v), nil
	case url.Values:
		return v.Encode(), nil
	case *strings.Reader:
		b, err := io.ReadAll(io.NewSectionReader(v, 0, v.Size()))
		return string(b), err
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// modelReplacement escapes the replacement character, which GOEXPERIMENT=jsonv2
// writes as it is for a byte that is not UTF-8.
var modelReplacement = strings.NewReplacer("\ufffd", `\ufffd`)

// TestAPI compares the exported declarations with testdata/api.txt: a change of
// them is a change for every user, and not to be made by accident. After one
// that is meant, `go test -run TestAPI . -update` writes the file.
func TestAPI(t *testing.T) {
	got := exported(t)
	const name = "testdata/api.txt"
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the exported declarations are\n%s\nbut %s has\n%s", got, name, want)
	}
}

var update = flag.Bool("update", false, "write testdata/api.txt and testdata/requests.txt")

// floors are the packages of the library. A package imports only those of lower
// floors, so that calls go down and nothing imports the root.
var floors = map[string]int{
	".":       6,
	"query":   5,
	"address": 4, "body": 4, "mediatype": 4, "redact": 4, "jsondiff": 4,
	"rfc6570": 3,
	"value":   2,
	"header":  1,
	"cache":   0,
}

// TestImports keeps the floors apart, and keeps out of the library what it
// promises to do without: regular expressions, connections of its own, memory
// tricks, and modules beyond the one of go.mod.
func TestImports(t *testing.T) {
	const module = "example.com/endpoint"
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	inner, err := filepath.Glob("internal/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, name := range append(files, inner...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		pkg := filepath.Base(filepath.Dir(name))
		floor, ok := floors[pkg]
		if seen[pkg] = true; !ok {
			t.Errorf("%s is on no floor", name)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			lower, ours := strings.CutPrefix(path, module+"/internal/")
			switch first, _, _ := strings.Cut(path, "/"); {
			case path == "regexp", path == "net", path == "crypto/tls", path == "os/exec", path == "unsafe", path == module:
				t.Errorf("%s imports %s", name, path)
			case ours && floors[lower] >= floor:
				t.Errorf("%s imports %s, which is not below it", name, path)
			case !ours && strings.Contains(first, ".") && (pkg != "rfc6570" || path != "github.com/yosida95/uritemplate/v3"):
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	if len(seen) != len(floors) {
		t.Errorf("packages %v, want those of %v", seen, floors)
	}
}

// exported prints every exported declaration of the package without comments
// and bodies, sorted.
func exported(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var decls []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(f)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if fn.Recv != nil && !receiverIsExported(fn.Recv.List[0].Type) {
					continue
				}
				fn.Body = nil
			}
			var b bytes.Buffer
			if err := format.Node(&b, fset, d); err != nil {
				t.Fatal(err)
			}
			decls = append(decls, b.String())
		}
	}
	slices.Sort(decls)
	return strings.Join(decls, "\n\n") + "\n"
}

func receiverIsExported(t ast.Expr) bool {
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}
