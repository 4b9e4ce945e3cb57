// Tests of the package as a whole: parity with the original, a naive model of the
// contract, and the guards of the API and of the imports.

package endpoint_test

import (
	"bufio"
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
	"maps"
	"net/http"
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
	}
}

func TestParity(t *testing.T) {
	f, err := os.Open("testdata/parity.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var c parityCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, c.run)
	}
	if n != 150 {
		t.Errorf("%d cases, want 150", n)
	}
}

func (c parityCase) run(t *testing.T) {
	e := endpoint.New(endpoint.Options{
		BaseURL: "https://api.service.example",
		Headers: endpoint.Headers{"user-agent": "corpus/1.0", "accept": "application/vnd.service.v3+json"},
	})
	for _, d := range c.Defaults {
		e = e.Defaults(d)
	}
	got, err := e.Build(c.Route, c.Options)
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

// A model is a call as DESIGN.md has it, built once more: maps are copied, strings
// joined, errors panic, nothing is fast. It leaves out Format and Previews.
type model struct {
	o        endpoint.Options
	params   map[string]int // the layer that set a key of Params; 0: the defaults
	query    map[string]int
	names    []string // of placeholders
	url      string
	segment  modelSegment // the one that is being written
	path     bool         // url ends in its path
	fragment bool
	joint    bool // nothing is written yet after the address
	bare     bool // the address ends with its authority
	unsafe   *endpoint.Error
}

type modelSegment struct {
	text, writer, needed string
	reserved             bool // a {+x} lies in it
}

func fail(kind error, name string) { panic(&endpoint.Error{Err: kind, Name: name}) }

// buildModel is Build. All layers of the defaults are layer 0.
func buildModel(defaults, call []endpoint.Options) (req endpoint.Request, err *endpoint.Error) {
	defer func() {
		if e, ok := recover().(*endpoint.Error); ok {
			req, err = endpoint.Request{}, e
		}
	}()
	m := model{o: endpoint.Options{Params: params{}, Query: endpoint.Query{}}, params: map[string]int{}, query: map[string]int{}}
	headers := map[string][2]string{} // name and value as written
	for i, l := range slices.Concat(defaults, call) {
		layer := max(0, i-len(defaults)+1)
		m.o.Method, m.o.URL, m.o.BaseURL = cmp.Or(l.Method, m.o.Method), cmp.Or(l.URL, m.o.URL), cmp.Or(l.BaseURL, m.o.BaseURL)
		m.o.Lists = cmp.Or(l.Lists, m.o.Lists)
		if l.Data != nil {
			m.o.Data = l.Data
		}
		for k, v := range l.Params {
			m.o.Params[k], m.params[k] = v, layer
		}
		for k, v := range l.Query {
			m.o.Query[k], m.query[k] = v, layer
		}
		for _, k := range slices.Sorted(maps.Keys(l.Headers)) {
			headers[strings.ToLower(k)] = [2]string{k, strings.Trim(l.Headers[k], " \t")}
		}
	}
	maps.DeleteFunc(m.o.Params, func(_ string, v any) bool { return reflect.TypeOf(v) == reflect.TypeOf(endpoint.Unset) })
	maps.DeleteFunc(m.o.Query, func(_ string, v any) bool { return reflect.TypeOf(v) == reflect.TypeOf(endpoint.Unset) })
	if m.o.Method = strings.ToUpper(m.o.Method); !modelToken.MatchString(m.o.Method) {
		fail(endpoint.ErrMethod, "")
	}
	m.address()
	if m.unsafe != nil {
		panic(m.unsafe)
	}
	contentType, typed := headers["content-type"]
	mediaType := strings.ToLower(strings.TrimSpace(strings.Split(contentType[1], ";")[0]))
	body, sent := m.place(mediaType)
	req = endpoint.Request{Method: strings.ToLower(m.o.Method), URL: m.url, Headers: endpoint.Headers{}}
	for _, lower := range slices.Sorted(maps.Keys(headers)) {
		name, value := headers[lower][0], headers[lower][1]
		if !modelToken.MatchString(name) || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			fail(endpoint.ErrHeader, lower)
		}
		if value != "" {
			req.Headers[lower] = value
		}
	}
	switch isJSON := mediaType == "" || mediaType == "application/json" || mediaType == "text/json" || len(mediaType) > 5 && strings.HasSuffix(mediaType, "+json"); {
	case m.o.Data != nil:
		req.Body = m.data(mediaType)
	case sent && !isJSON && mediaType != formMIME:
		fail(endpoint.ErrBody, "content-type")
	case sent:
		req.Body = body
	}
	switch req.Body.(type) {
	case nil, string:
	case url.Values:
		contentType[1] = formMIME
	default:
		contentType[1] = jsonMIME
	}
	if !typed && req.Body != nil && contentType[1] != "" {
		req.Headers["content-type"] = contentType[1]
	}
	return req, nil
}

var (
	modelToken      = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
	modelSlip       = regexp.MustCompile(`^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|CONNECT|OPTIONS|TRACE)/|[0-9A-Za-z+.-]+://|(?i:https?):)`)
	modelAbsolute   = regexp.MustCompile(`^(?i:https?)://`)
	modelAuthority  = regexp.MustCompile(`^(?i:https?)://(?:[^/?#{]|\{[^/?#}][^}]*\})*`)
	modelHost       = regexp.MustCompile(`^[0-9A-Za-z_-](?:[0-9A-Za-z_.-]*[0-9A-Za-z_-])?$`)
	modelExpression = regexp.MustCompile(`\{([+#./;?&]?)([A-Za-z0-9_,:*]+)\}|[{}]`)
	modelColon      = regexp.MustCompile(`(^|[^\pL\pN_}]):([A-Za-z_][A-Za-z0-9_]*)`)
	modelUnreserved = regexp.MustCompile(`^[A-Za-z0-9._~-]`)
	modelReserved   = regexp.MustCompile(`^(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=\[\]-]|%[0-9A-Fa-f]{2})`)
	modelQuery      = regexp.MustCompile(`\{?[?#]|$`)
)

// address writes the URL as far as the template goes.
func (m *model) address() {
	base, rest := m.o.BaseURL, m.o.URL
	authority := modelAuthority.FindString(rest)
	if rest == "" || modelSlip.MatchString(rest) && !modelAbsolute.MatchString(rest) {
		fail(endpoint.ErrRoute, "")
	}
	query := modelQuery.FindStringIndex(rest[len(authority):])[0] + len(authority)
	rest = modelColon.ReplaceAllString(rest[len(authority):query], "$1{$2}") + rest[query:]
	for _, e := range modelExpression.FindAllStringSubmatch(authority+rest+base, -1) {
		for spec := range strings.SplitSeq(e[2], ",") {
			m.names = append(m.names, modelName(spec))
		}
	}
	for i, text := range []string{authority, rest} {
		for _, e := range modelExpression.FindAllStringSubmatch(text, -1) {
			if e[2] == "" || i == 0 && (e[1] != "" || strings.ContainsAny(e[2], ",:*")) {
				fail(endpoint.ErrRoute, "")
			}
		}
	}
	if u, err := url.Parse(modelEscape(modelExpression.ReplaceAllString(authority, "1"), true)); err != nil || authority != "" && u.Hostname() == "" {
		fail(endpoint.ErrRoute, "")
	}
	m.path = true
	if m.leading(rest) {
		return
	}
	slashes := ""
	if authority == "" {
		u, err := url.Parse(modelExpression.ReplaceAllString(base, "1"))
		if err != nil || !modelAbsolute.MatchString(base) || u.Host == "" || strings.ContainsAny(base, "?#") {
			fail(endpoint.ErrBaseURL, "BaseURL")
		}
		authority = modelAuthority.FindString(base)
		path := strings.TrimRight(base[len(authority):], "/")
		slashes = base[len(authority)+len(path):]
		m.host(authority)
		m.expand(path)
		m.close()
	} else {
		m.host(authority)
		m.bare = true
	}
	m.segment, m.joint = modelSegment{}, true
	m.expand(rest)
	if m.close(); m.joint {
		m.url += slashes
	}
}

func modelName(spec string) string {
	name, _, _ := strings.Cut(strings.TrimSuffix(spec, "*"), ":")
	return name
}

// host writes an authority, whose port is of digits.
func (m *model) host(authority string) {
	last := 0
	for _, at := range modelExpression.FindAllStringIndex(authority, -1) {
		m.url += modelEscape(authority[last:at[0]], true)
		last = at[1]
		name := authority[at[0]+1 : last-1]
		v := modelOf(m.o.Params[name])
		switch isPort := strings.LastIndex(authority[:at[0]], ":") > 5; {
		case v.kind == 'x' || v.kind == 'l' || v.kind == 'm' || v.text != "" && !modelHost.MatchString(v.text), isPort && strings.Trim(v.text, "0123456789") != "":
			fail(endpoint.ErrParam, name)
		case v.text == "":
			fail(endpoint.ErrMissingParam, name)
		}
		m.url += v.text
	}
	m.url += modelEscape(authority[last:], true)
}

// leading writes the URL if its first variable is an address.
func (m *model) leading(rest string) bool {
	e := modelExpression.FindStringSubmatch(rest)
	if e == nil || !strings.HasPrefix(rest, e[0]) || strings.ContainsAny(e[2], ",:*") || e[1] != "+" && (e[1] != "" || !strings.HasSuffix(e[2], "url")) {
		return false
	}
	v, rest := modelOf(m.o.Params[e[2]]).text, rest[len(e[0]):]
	if !modelAbsolute.MatchString(v) {
		return false
	}
	m.url = modelEscape(v, true)
	_, err := url.Parse(v)
	u, errEncoded := url.Parse(m.url)
	if err != nil || errEncoded != nil || u.Hostname() == "" || strings.ContainsAny(v, "{}") {
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
		m.path, m.fragment = false, true // what a fragment may hold is not judged
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
			m.path, m.fragment = false, true
		case c == '?' && m.path:
			m.close()
			m.path = false
		case c == '/' && m.path:
			m.close()
			m.segment = modelSegment{}
		case m.path:
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
		value, ok := m.o.Params[name]
		if !ok && (op == "" || op == "+") {
			fail(endpoint.ErrMissingParam, name)
		}
		if m.path && !opens {
			if op == "" || op == "+" {
				m.segment.needed = cmp.Or(m.segment.needed, name)
			}
			m.segment.reserved = m.segment.reserved || op == "+"
			m.segment.writer = cmp.Or(m.segment.writer, name)
		}
		texts, ok := modelTexts(op, spec, modelOf(value))
		switch {
		case !ok && m.path && opens:
			m.close()
			fallthrough
		case !ok:
			fail(endpoint.ErrParam, name)
		case len(texts) == 0:
			continue
		}
		lead, sep := op, cmp.Or(map[string]string{"": ",", "+": ",", "#": ",", "?": "&"}[op], op)
		switch {
		case !first:
			lead = sep
		case op == "+":
			lead = ""
		}
		first = false
		if op == "/" && m.path {
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
			m.path, m.fragment = false, m.fragment || op == "#"
		case op == "+" && strings.ContainsAny(text, "?#") && m.path, op == "+" && strings.Contains(text, "#") && !m.fragment:
			m.reject(name)
		}
		joined := m.write(text)
		if joined && op == "+" {
			text = text[1:]
		}
		if m.path {
			m.segment.text += text
			m.segment.writer = name
		}
	}
}

// close judges the segment.
func (m *model) close() {
	s := &m.segment
	if !m.path || s.writer == "" {
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
// [m]ap, or without a te[x]t.
type modelValue struct {
	kind byte
	text string
	list []any
	keys map[string]any
}

func modelOf(v any) modelValue {
	switch v := v.(type) {
	case nil:
		return modelValue{kind: 'u'}
	case string:
		return modelValue{kind: 's', text: v}
	case int:
		return modelValue{kind: 's', text: fmt.Sprint(v)}
	case []any:
		return modelValue{kind: 'l', list: v}
	case map[string]any:
		return modelValue{kind: 'm', keys: v}
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
	case 'x':
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
		case e.kind == 'l' || e.kind == 'm' || e.kind == 'x':
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

// place puts Query and leftover Params into the URL and the body. sent is whether
// there are leftovers that a body has to send.
func (m *model) place(mediaType string) (body any, sent bool) {
	if m.o.Lists > endpoint.ListBrackets {
		fail(endpoint.ErrParam, "Lists")
	}
	address, fragment, hasFragment := strings.Cut(m.url, "#")
	address, query, hasQuery := strings.Cut(address, "?")
	own := map[string]bool{}
	for pair := range strings.SplitSeq(query, "&") {
		key, _, _ := strings.Cut(pair, "=")
		key, _ = url.QueryUnescape(key)
		own[key] = hasQuery
	}
	form, object := url.Values{}, map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(modelUnion(m.o.Params, m.o.Query))) {
		p, leftover := m.o.Params[key]
		q, always := m.o.Query[key]
		leftover = leftover && !slices.Contains(m.names, key)
		inQuery := m.o.Method == "GET" || m.o.Method == "HEAD"
		if inQuery && leftover && always {
			always = m.query[key] >= m.params[key]
			leftover = !always
		}
		var pairs []modelPair
		switch {
		case leftover && inQuery:
			pairs = m.pairs(key, p, endpoint.ListComma, "%2C")
		case leftover && !strings.Contains(" PATCH POST PUT DELETE ", " "+m.o.Method+" "):
			if p != nil {
				fail(endpoint.ErrParam, key)
			}
		case leftover && m.o.Data == nil:
			sent = true
			if mediaType == formMIME {
				m.addToForm(form, key, p)
				body = form
			} else {
				object[key] = p
				body = object
			}
		}
		if always {
			pairs = m.pairs(key, q, endpoint.ListRepeat, "")
		}
		for _, p := range pairs {
			if own[p.key] {
				continue
			}
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
	return body, sent
}

func modelUnion(a, b map[string]any) map[string]any {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

type modelPair struct {
	key   string
	texts []string
	comma string // that joins them
}

// pairs writes a parameter of a query or form. usual and comma are for lists where
// Lists is not set.
func (m *model) pairs(key string, value any, usual endpoint.ListStyle, comma string) (pairs []modelPair) {
	var nested func(path string, v modelValue)
	nested = func(path string, v modelValue) {
		switch v.kind {
		case 'x':
			fail(endpoint.ErrParam, key)
		case 's':
			pairs = append(pairs, modelPair{key: path, texts: []string{v.text}})
		}
		for i, e := range v.list {
			nested(fmt.Sprintf("%s[%d]", path, i), modelOf(e))
		}
		for _, k := range slices.Sorted(maps.Keys(v.keys)) {
			if k == "" || strings.ContainsAny(k, "[]") {
				fail(endpoint.ErrParam, key)
			}
			nested(path+"["+k+"]", modelOf(v.keys[k]))
		}
	}
	v := modelOf(value)
	nested(key, v)
	if key == "" {
		fail(endpoint.ErrParam, "")
	}
	if slices.ContainsFunc(v.list, func(e any) bool { k := modelOf(e).kind; return k == 'l' || k == 'm' }) || v.kind != 'l' || len(pairs) == 0 {
		return pairs
	}
	style := usual
	if m.o.Lists != 0 {
		style, comma = m.o.Lists, ","
	}
	list := modelPair{key, nil, comma}
	for i := range pairs {
		pairs[i].key = key
		if style == endpoint.ListBrackets && !strings.HasSuffix(key, "[]") {
			pairs[i].key += "[]"
		}
		list.texts = append(list.texts, pairs[i].texts[0])
	}
	if style == endpoint.ListComma && !strings.HasSuffix(key, "[]") {
		return []modelPair{list}
	}
	return pairs
}

func (m *model) addToForm(form url.Values, key string, value any) {
	for _, p := range m.pairs(key, value, endpoint.ListRepeat, "") {
		if p.comma != "" && strings.Contains(strings.Join(p.texts, ""), ",") {
			fail(endpoint.ErrParam, key)
		}
		form.Add(p.key, strings.Join(p.texts, p.comma))
	}
}

// data is the body that Data makes.
func (m *model) data(mediaType string) any {
	_, isText := m.o.Data.(string)
	keys := modelOf(m.o.Data).keys
	switch {
	case strings.Contains(" GET HEAD TRACE CONNECT ", " "+m.o.Method+" "), mediaType == formMIME && !isText && keys == nil:
		fail(endpoint.ErrBody, "Data")
	case mediaType != formMIME || isText:
		return m.o.Data
	}
	form := url.Values{}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		m.addToForm(form, k, keys[k])
	}
	return form
}

// FuzzModel holds the model against Build and HTTPRequest. pieces chooses the
// parts of a template, values what its variables have.
func FuzzModel(f *testing.F) {
	starts := []string{
		"", "/", "{+u}", "{my_url}", "{u}/", "https://o.test", "https://{x}.test:{y}", "HTTP://o.test/p", "http://o.test{/x}", "https://o.test{?x}", "https://o.test{+x}",
		"ftp://o.test", "https:/o.test", "POST/x", "items:search", "//o.test", ".evil", "@evil", "{.x}", "/{",
	}
	parts := []string{
		"/", "/a", "/b-", ".", "..", ";v=1", "é", "?q=1", "?", "&k[l]=2&", "#f", "/:x", ":y", "%2e", "{x}", "{+x}", "{/x}", "{/x*}", "{/x,y}", "{?x,y}", "{&x}", "{x:3}",
		"{.x}", "{;x*}", "{#x}", "{y}", "{+y}", "{x,y}", "{?x*}", "{z}",
	}
	methods := []string{"GET", "post", "Head", "PUT", "DELETE", "OPTIONS", "trace", "g t"}
	bases := []string{"https://h.test/v1/", "http://{x}.h.test", "https://h.test/{y}/z//", "https://{x}:{y}/", "h.test", "https://h.test?q"}
	names := []string{"X-A", "x-a", "content-type", "accept", "x y", ""}
	types := []string{"", formMIME, "text/plain", "application/merge-patch+json", jsonMIME, "Application/X-www-form-urlencoded;v=1"}
	for i, v := range []string{"v", "..", "/", "a/b", `\`, ";x", "https://a.test/p", "https://a.test?q#f", "%2F", "é\xff", "1,2", "", "x#?"} {
		b := byte(i)
		f.Add([]byte{b, b + 11, b + 14, b + 17, b + 20}, []byte{0, b, b + 1, b + 2, b + 3, b + 4, b + 5, b + 6, b, b}, v, "w")
		f.Add([]byte{2, b + 14}, []byte{1, 0, 0, b, b, 7, 7, b, 1, 1, 0, 0, b}, v, v)
		f.Add([]byte{1, 14, 0, b + 14, 7, b}, []byte{b, 0, 1, 1, b, b, b, b, b, b}, v, "u")
	}
	f.Add([]byte("xAc*"), []byte("0"), "0", "0") // an error names a parameter that its route hides
	f.Fuzz(func(t *testing.T, pieces, choices []byte, a, b string) {
		next := func(n int) int {
			if len(choices) == 0 {
				return 0
			}
			c := choices[0]
			choices = choices[1:]
			return int(c) % n
		}
		value := func() any {
			nested := []any{b, map[string]any{"k": a, "l": []any{a, nil}}}
			return []any{
				a, b, a + b, nil,
				[]any{a, b},
				[]any{nil, a},
				[]any{},
				map[string]any{"k": a, "m": b},
				map[string]any{a: b},
				7, endpoint.Unset, func() {}, nested,
				map[string]any{"n": nested, "e": []any{}},
				"https://a.test/p/" + a, "https://a.test",
			}[next(16)]
		}
		var template strings.Builder
		for i, p := range pieces[:min(len(pieces), 8)] {
			if i == 0 {
				template.WriteString(starts[int(p)%len(starts)])
			} else {
				template.WriteString(parts[int(p)%len(parts)])
			}
		}
		layer := func() endpoint.Options {
			o := endpoint.Options{Params: params{}, Query: endpoint.Query{}, Headers: endpoint.Headers{}}
			for range next(5) {
				o.Params[[]string{"x", "y", "u", "my_url", "k", a, "q[]"}[next(7)]] = value()
			}
			for range next(3) {
				o.Query[[]string{"k", "q", "x", b}[next(4)]] = value()
			}
			for range next(3) {
				o.Headers[names[next(len(names))]] = append(types, a)[next(len(types)+1)]
			}
			o.Lists = endpoint.ListStyle(next(10)) % 5
			o.Data = []any{nil, nil, nil, a, map[string]any{"k": value(), "l": a}, 5, struct{}{}}[next(7)]
			return o
		}
		method, base := methods[next(len(methods))], bases[next(len(bases))]
		builtIn := endpoint.Endpoint{}.Options()
		builtIn.BaseURL = base
		one, two := layer(), layer()
		one.Params["x"], two.Params["y"] = value(), value()
		first, second := layer(), layer()
		second.Method, second.URL = method, template.String()
		what := fmt.Sprintf("%s %s on %s\n", method, template.String(), base)
		for _, o := range []endpoint.Options{one, two, first, second} {
			what += fmt.Sprintf("%#v %#v %q, lists %d, data %#v\n", map[string]any(o.Params), map[string]any(o.Query), map[string]string(o.Headers), o.Lists, o.Data)
		}

		e := endpoint.New(builtIn, one).Defaults(two)
		want, wantErr := buildModel([]endpoint.Options{builtIn, one, two}, []endpoint.Options{first, second})
		got, err := e.Build("", first, second)
		sent, sentErr := e.HTTPRequest(t.Context(), "", first, second)
		if wantErr != nil {
			for _, err := range []error{err, sentErr} {
				var e *endpoint.Error
				if !errors.As(err, &e) || e.Err != wantErr.Err || e.Name != wantErr.Name {
					t.Fatalf("%sgot  %v, %v\nwant %v of %q", what, got, err, wantErr.Err, wantErr.Name)
				}
			}
			return
		}
		if err != nil || got.Method != want.Method || got.URL != want.URL || !maps.Equal(got.Headers, want.Headers) || fmt.Sprintf("%#v", got.Body) != fmt.Sprintf("%#v", want.Body) {
			t.Fatalf("%sgot  %v, %v\nwant %v\nbody %#v\nwant %#v", what, got, err, want, got.Body, want.Body)
		}
		var body bytes.Buffer
		switch b := want.Body.(type) {
		case nil:
		case string:
			body.WriteString(b)
		case url.Values:
			body.WriteString(b.Encode())
		default:
			encoder := json.NewEncoder(&body)
			encoder.SetEscapeHTML(false)
			if encoder.Encode(b) != nil {
				if !errors.Is(sentErr, endpoint.ErrBody) {
					t.Fatalf("%ssent %v, want ErrBody", what, sentErr)
				}
				return
			}
			body.Truncate(body.Len() - 1)
		}
		address, err := http.NewRequest("GET", want.URL, nil)
		if err != nil || sentErr != nil || sent.Method != strings.ToUpper(want.Method) || sent.URL.String() != address.URL.String() || len(sent.Header) != len(want.Headers) {
			t.Fatalf("%ssent %v, %v\nwant %v, %v", what, sent, sentErr, want, err)
		}
		for name, value := range want.Headers {
			if sent.Header.Get(name) != value {
				t.Fatalf("%ssent %v\nwant %v", what, sent.Header, want.Headers)
			}
		}
		if sent.Body != nil && content(t, sent.Body) != body.String() || sent.Body == nil && want.Body != nil {
			t.Fatalf("%ssent another body than %q", what, body.String())
		}
	})
}

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

var update = flag.Bool("update", false, "write testdata/api.txt")

// floors are the packages of the library. A package imports only those of lower
// floors, so that calls go down and nothing imports the root.
var floors = map[string]int{
	".":       3,
	"address": 2, "query": 2, "body": 2, "fields": 2, "redact": 2,
	"rfc6570": 1, "jsonvalue": 1, "mediatype": 1, "cache": 1,
	"ascii": 0,
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
