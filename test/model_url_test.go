// The URL of the model: the template, its values, the base address and the segments.

package test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/endpoint"
)

var (
	modelToken      = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
	modelControl    = regexp.MustCompile("[\x00-\x08\x0a-\x1f\x7f]")
	modelBegin      = regexp.MustCompile(`^(?:[/?{]|:[A-Za-z_]|(?i:https?)://)`)
	modelAbsolute   = regexp.MustCompile(`^(?i:https?)://`)
	modelAuthority  = regexp.MustCompile(`^(?i:https?)://[^/?#{]*`)
	modelOrigin     = regexp.MustCompile(`^(?i:https?)://[^/]*`) // of a base, placeholders included
	modelText       = regexp.MustCompile(`^[0-9A-Za-z_-](?:[0-9A-Za-z_.-]*[0-9A-Za-z_-])?$`)
	modelPort       = regexp.MustCompile(`//(?:.*@)?[^@/]*:[^@/]*$`)
	modelBraces     = regexp.MustCompile(`\{([^}]*)\}`)
	modelVendor     = regexp.MustCompile(`^application/vnd\.(\w+)(\.v\d+)?(?:\.(\w+)-preview)?\+json$`)
	modelRouteOf    = regexp.MustCompile(`(?s)^([^ \t]*)[ \t]+(.*)$`)
	modelWord       = regexp.MustCompile(`^(?:[^a-z]+|(?i:GET|HEAD|POST|PUT|PATCH|DELETE|CONNECT|OPTIONS|TRACE|QUERY))$`)
	modelPlain      = regexp.MustCompile(`^[A-Za-z0-9_]+$`)
	modelExpression = regexp.MustCompile(`\{([+#./;?&]?)([A-Za-z0-9_,:*]+)\}|[{}]`)
	modelColon      = regexp.MustCompile(`(^|[^\pL\pN_})]):([A-Za-z_][A-Za-z0-9_]*)`)
	modelUnreserved = regexp.MustCompile(`^[A-Za-z0-9._~-]`)
	modelReserved   = regexp.MustCompile(`^(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=\[\]-]|%[0-9A-Fa-f]{2})`)
	modelQuery      = regexp.MustCompile(`\{?[?#]|$`)
	modelSlash      = regexp.MustCompile(`(?:/|%2[Ff]|%5[Cc])$`)
	modelSecond     = regexp.MustCompile(`\{\?.*\?|#.*\?|\?.*\{\?|^[^?]*\{&`) // beginning of the query, or none before {&x}
)

// modelRoute is a route with the layers of a call. A word that is no method stays its URL.
func modelRoute(route string, call []endpoint.Options) []endpoint.Options {
	var o, word endpoint.Options
	route = strings.TrimSpace(route)
	switch m := modelRouteOf.FindStringSubmatch(route); {
	case m != nil:
		o.Method, o.URL = m[1], m[2]
	case modelToken.MatchString(route) && modelWord.MatchString(route):
		o.Method = route
	case modelToken.MatchString(route):
		o.URL, word.URL = route, route
	default:
		o.URL = route
	}
	return slices.Concat([]endpoint.Options{o}, call, []endpoint.Options{word})
}

// address writes the URL as far as the template goes.
func (m *model) address() {
	rest := m.o.URL
	authority := modelAuthority.FindString(rest)
	if !modelBegin.MatchString(rest) {
		fail(endpoint.ErrRoute, "")
	}
	query := modelQuery.FindStringIndex(rest[len(authority):])[0] + len(authority)
	rest = modelColon.ReplaceAllString(rest[len(authority):query], "$1{$2}") + rest[query:]
	m.names, m.namesInQuery = modelNamesOf(rest), modelNamesOf(rest[modelQuery.FindStringIndex(rest)[0]:])
	if modelSecond.MatchString(rest) {
		fail(endpoint.ErrRoute, "")
	}
	ends := rest == "" || strings.ContainsAny(strings.TrimPrefix(rest, "{")[:1], "/?#") // the authority
	if authority != "" && (!isModelURL(modelEscape(authority, true)) || !ends) {
		fail(endpoint.ErrRoute, "")
	}
	if m.leading(rest) {
		return
	}
	if authority == "" {
		m.slashes = m.base()
	} else {
		m.elsewhere = m.origin(authority)
		m.url, m.bare = modelEscape(authority, true), true
	}
	m.joint = true
	m.expand(rest)
	if m.close(); m.joint {
		m.url += m.slashes
	}
}

// modelNamesOf returns the names of the variables in a template.
func modelNamesOf(template string) (names []string) {
	for _, e := range modelExpression.FindAllStringSubmatch(template, -1) {
		if e[2] == "" {
			fail(endpoint.ErrRoute, "")
		}
		for spec := range strings.SplitSeq(e[2], ",") {
			names = append(names, modelName(spec))
		}
	}
	return names
}

func modelName(spec string) string {
	name, _, _ := strings.Cut(strings.TrimSuffix(spec, "*"), ":")
	return name
}

// base writes BaseURL without the slashes at its end, which it returns.
func (m *model) base() (slashes string) {
	base := m.o.BaseURL
	origin := modelOrigin.FindString(base)
	if !isModelURL(modelBraces.ReplaceAllString(base, "1")) || origin == "" || strings.ContainsAny(base, "?#") {
		failOption(endpoint.ErrRoute, "BaseURL")
	}
	trimmed := strings.TrimRight(base, "/")
	last, port := 0, ""
	for _, at := range modelBraces.FindAllStringSubmatchIndex(trimmed, -1) {
		name := trimmed[at[2]:at[3]]
		if !modelPlain.MatchString(name) || at[0] < strings.Index(origin, "@") {
			failOption(endpoint.ErrRoute, "BaseURL")
		}
		set, isSet := m.maps[0][name]
		v := modelOf(set.value)
		isPort := at[0] < len(origin) && modelPort.MatchString(trimmed[:at[0]])
		switch {
		case v.kind == modelObject || v.kind == modelNoText || v.kind == modelJSONText:
			fail(endpoint.ErrParam, name)
		case !isSet:
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
	return err == nil && port <= 65535 && strings.HasPrefix(u.Host, "[") == ip.Is6() &&
		(ip.Is6() || !strings.ContainsAny(u.Hostname(), ":[]"))
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
	m.elsewhere, m.byValue = m.origin(modelEscape(v, true)), true
	m.url = modelEscape(v, true)
	isNamed := e[1] != "" || e[2] == "url" || strings.HasSuffix(e[2], "_url")
	if !isModelURL(v) || !isModelURL(m.url) || strings.ContainsAny(v, "{}") || !isNamed {
		fail(endpoint.ErrParam, e[2])
	}
	end := strings.IndexAny(m.url+"?", "?#")
	authority := modelAuthority.FindString(m.url)
	path := strings.TrimPrefix(m.url[len(authority):end], "/")
	m.segment = modelSegment{text: path, writer: e[2], written: len(path)}
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

// origin returns the error of what belongs to BaseURL and is sent to an address: it has another
// origin, or BaseURL is not valid.
func (m *model) origin(address string) (err *endpoint.Error) {
	defer func() {
		m.url = ""
		if e, ok := recover().(*endpoint.Error); ok {
			err = e
		}
	}()
	m.base()
	if !modelSameOrigin(m.url, address) {
		return &endpoint.Error{Err: endpoint.ErrOrigin}
	}
	return nil
}

// modelSameOrigin reports whether an address has the origin of a base, or https of its host.
func modelSameOrigin(base, address string) bool {
	of, origin := modelOriginOf(base), modelOriginOf(address)
	secure, isHTTP := strings.CutPrefix(of, "http://")
	host, isDefault := strings.CutSuffix(secure, ":80")
	return origin != "" && (of == origin || isHTTP && isDefault && origin == "https://"+host+":443")
}

// modelOriginOf is the scheme, host and port of an http or https URL, "" of any other text.
func modelOriginOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
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
		case c == '&' && m.inPath && m.empty != "":
			fail(endpoint.ErrMissingParam, m.empty)
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

// write appends to the URL, with exactly one slash between address and path. It reports
// whether s brought that slash.
func (m *model) write(s string) (joined bool) {
	if m.joint && s != "" {
		m.joint, joined = false, s[0] == '/'
		if s[0] == '?' || s[0] == '#' {
			m.url += m.slashes
		} else if !joined {
			m.url += "/"
		}
	}
	m.url += s
	return joined
}

// expression writes the variables of an expression that have a value.
func (m *model) expression(op string, specs []string) {
	lead, sep := op, op
	switch op {
	case "", "+":
		lead, sep = "", ","
	case "#":
		sep = ","
	case "?":
		sep = "&"
	}
	wrote := false
	for _, spec := range specs {
		v := newModelVariable(op, spec)
		texts := m.textsOf(v, !wrote)
		switch {
		case len(texts) == 0:
			continue
		case op == "/" && m.inPath:
			m.segments(v.name, texts)
		default:
			m.text(v, lead+strings.Join(texts, sep))
		}
		lead, wrote = sep, true
	}
	if op == "?" && !wrote {
		m.empty = modelName(specs[0])
	}
}

// textsOf returns the texts of a variable, and fails for a value that may not stand there. The
// first of an expression that is written has no delimiter before it.
func (m *model) textsOf(v modelVariable, isFirst bool) []string {
	given, ok := m.valueOf(v.name)
	isNeeded := v.op == "" || v.op == "+"
	if !ok && isNeeded {
		fail(endpoint.ErrMissingParam, v.name)
	}
	if slices.Contains(m.namesInQuery, v.name) && m.isOfBase(v.name) {
		m.sentOfBase = append(m.sentOfBase, v.name)
	}
	value := modelOf(given)
	if value.kind == modelJSONText && v.prefix == 0 && (v.op == "?" || v.op == "&") {
		value.kind = modelScalar
	}
	texts, ok := v.texts(value)
	isSegments := m.inPath && v.op == "/"
	switch {
	case !ok, isSegments && v.explode && strings.Contains(value.text, "/"):
		fail(endpoint.ErrParam, v.name)
	case isSegments && texts == nil && !isModelNil(given, value):
		m.reject(v.name)
	case m.inPath && isNeeded && strings.Join(texts, ",") == "":
		m.reject(v.name)
	case m.inPath && v.op == "&" && m.empty != "" && texts != nil:
		fail(endpoint.ErrMissingParam, m.empty)
	}
	if m.inPath && v.op == "+" && strings.ContainsAny(strings.Join(texts, ""), "?#") {
		m.reject(v.name) // before what it ends
	}
	if m.inPath && !strings.Contains("/?#", cmp.Or(v.op, " ")) { // in the segment that is there
		if isNeeded {
			s := &m.segment
			if isFirst && s.written == len(s.text) && modelSlash.MatchString(s.text) { // it begins a segment of its own
				m.close()
				*s = modelSegment{writer: v.name, slashed: s.slashed}
			}
			m.segment.needed, m.segment.filled = cmp.Or(m.segment.needed, v.name), true
		}
		m.segment.reserved = m.segment.reserved || v.op == "+"
		m.segment.writer = cmp.Or(m.segment.writer, v.name)
	}
	return texts
}

// isModelNil reports whether a value is no value. Nil bytes are an empty list.
func isModelNil(given any, v modelValue) bool {
	_, isBytes := given.([]byte)
	return v.kind == modelUndefined && !isBytes
}

// segments writes a path segment for each text.
func (m *model) segments(name string, texts []string) {
	for _, text := range texts {
		m.write("/")
		m.close()
		m.segment = modelSegment{text: text, writer: name, needed: name, filled: text != "", written: len(text)}
		m.url += text
	}
}

// text writes what a variable gives, with the delimiter before it.
func (m *model) text(v modelVariable, text string) {
	switch v.op {
	case "?", "#":
		m.close()
		m.inPath, m.fragment = false, m.fragment || v.op == "#"
	case "+":
		isRepeated := m.joint && !m.bare && m.repeatsBase(text)
		if isRepeated || m.inPath && strings.ContainsAny(text, "?#") || !m.fragment && strings.Contains(text, "#") {
			m.reject(v.name)
		}
	}
	if joined := m.write(text); joined && v.op == "+" {
		text = text[1:]
	}
	if m.inPath {
		m.segment.text += text
		m.segment.writer, m.segment.written = v.name, len(m.segment.text)
	}
}

// repeatsBase reports whether a text begins with the path of BaseURL.
func (m *model) repeatsBase(text string) bool {
	path := m.url[len(modelAuthority.FindString(m.url)):]
	rest, ok := strings.CutPrefix(text, path)
	return path != "" && ok && (rest == "" || rest[0] == '/' || rest[0] == '?')
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
	if slices.Contains(pieces, ".") || slices.Contains(pieces, "..") {
		m.reject(s.writer)
	}
	isEmpty := strings.Join(pieces, "") == ""
	if pieces[0] == "" {
		s.slashed = cmp.Or(s.slashed, s.needed, s.writer)
	}
	switch {
	case s.needed != "" && (isEmpty || !s.filled):
		m.reject(s.needed)
	case s.reserved && s.slashed != "":
		m.reject(s.slashed)
	}
}

func (m *model) reject(name string) { fail(endpoint.ErrUnsafePath, name) }

// A modelValue is a value as a URL has it.
type modelValue struct {
	kind modelKind
	text string         // of a scalar
	list []any          // the elements of a list
	keys map[string]any // the entries of a map or an object
}

type modelKind int

const (
	modelUndefined modelKind = iota // nil
	modelScalar
	modelList
	modelMap
	modelObject   // a struct with tags, or an object of JSON: a map in a query or form alone
	modelJSONText // endpoint.JSON
	modelNoText   // any other value, which is an error
)

type (
	modelStruct struct {
		K any `json:"k"`
	}
	// A modelHidden has a field that JSON does not show.
	modelHidden struct {
		A int `json:"-"`
	}
	// A modelJSON is what its JSON is, whatever its tag says.
	modelJSON struct {
		Text string `url:"text"`
	}
	modelString string // with a String method
	modelOctet  uint8
	// A modelProto is a message of protocol buffers.
	modelProto struct{ N int }
	// A modelTwoTexts has a text, and as a pointer other JSON.
	modelTwoTexts struct{ text string }
	// A modelStream can be read only once, as far as its type tells.
	modelStream struct {
		text string
		left io.Reader
	}
)

var (
	modelJSONType   = reflect.TypeOf(endpoint.JSON(1))
	modelUnreadable = reflect.TypeOf(endpoint.JSON(nil)) // what ParamsOf and QueryOf cannot read, too
)

func (j modelJSON) MarshalJSON() ([]byte, error) { return []byte(j.Text), nil }
func (modelString) String() string               { return "String" }
func (*modelProto) ProtoReflect()                {}

func (v modelTwoTexts) MarshalText() ([]byte, error)  { return []byte(v.text + " text"), nil }
func (v *modelTwoTexts) MarshalJSON() ([]byte, error) { return json.Marshal(v.text + " JSON") }

func (s *modelStream) Read(p []byte) (n int, err error) {
	if s.left == nil {
		s.left = strings.NewReader(s.text)
	}
	if n, err = s.left.Read(p); err != nil {
		s.left = nil // from the start again
	}
	return n, err
}

func modelOf(v any) modelValue {
	if reflect.TypeOf(v) == modelJSONType {
		return modelValue{kind: modelJSONText, text: reflect.ValueOf(v).String()}
	}
	switch v := v.(type) {
	case nil, *int:
		return modelValue{kind: modelUndefined}
	case float64:
		if math.Abs(v) < 1<<53 {
			return modelValue{kind: modelScalar, text: strconv.FormatFloat(v, 'f', -1, 64)}
		}
	case *modelProto:
		if v == nil {
			return modelValue{kind: modelUndefined}
		}
	case modelTwoTexts:
		return modelValue{kind: modelScalar, text: v.text + " text"}
	case *modelTwoTexts:
		return modelValue{kind: modelScalar, text: v.text + " JSON"}
	case []modelTwoTexts: // whose elements have addresses
		return modelValue{kind: modelList, list: []any{&v[0]}}
	case time.Time:
		return modelValue{kind: modelScalar, text: v.Format(time.RFC3339Nano)}
	case string:
		return modelValue{kind: modelScalar, text: v}
	case modelString:
		return modelValue{kind: modelScalar, text: string(v)}
	case int, bool, json.Number, *url.URL:
		return modelValue{kind: modelScalar, text: fmt.Sprint(v)}
	case []byte:
		switch {
		case v == nil:
			return modelValue{kind: modelUndefined}
		case utf8.Valid(v):
			return modelValue{kind: modelScalar, text: string(v)}
		}
	case json.RawMessage:
		if json.Valid(v) {
			return modelValue{kind: modelScalar, text: string(v)}
		}
	case modelJSON:
		var decoded any
		d := json.NewDecoder(strings.NewReader(v.Text))
		d.UseNumber()
		if !utf8.ValidString(v.Text) || !json.Valid([]byte(v.Text)) || d.Decode(&decoded) != nil {
			break
		}
		inner := modelOf(decoded)
		if inner.kind == modelMap {
			inner.kind = modelObject
		}
		return inner
	case []any:
		return modelValue{kind: modelList, list: v}
	case map[string]any:
		return modelValue{kind: modelMap, keys: v}
	case modelStruct:
		return modelValue{kind: modelObject, keys: map[string]any{"k": v.K}}
	case modelHidden:
		return modelValue{kind: modelObject, keys: map[string]any{}}
	}
	return modelValue{kind: modelNoText}
}

// A modelVariable is a variable of an expression: x with explode in {?x*}, x with the prefix
// 3 in {x:3}.
type modelVariable struct {
	op, name string
	explode  bool
	prefix   int // 0: none
}

func newModelVariable(op, spec string) modelVariable {
	v := modelVariable{op: op, name: modelName(spec), explode: strings.HasSuffix(spec, "*")}
	if _, n, ok := strings.Cut(spec, ":"); ok {
		v.prefix, _ = strconv.Atoi(n)
	}
	return v
}

// texts returns what a value gives, to be joined by the separator of the operator, and false
// for one that cannot stand there.
func (v modelVariable) texts(value modelValue) (texts []string, ok bool) {
	switch value.kind {
	case modelUndefined:
		return nil, true
	case modelScalar:
		characters := 0
		for i := range value.text {
			if characters++; v.prefix > 0 && characters > v.prefix {
				value.text = value.text[:i]
				break
			}
		}
		return []string{v.pair(v.name, v.escape(value.text))}, true
	case modelList:
		for _, e := range value.list {
			switch e := modelOf(e); {
			case e.kind == modelScalar && v.explode:
				texts = append(texts, v.pair(v.name, v.escape(e.text)))
			case e.kind == modelScalar:
				texts = append(texts, v.escape(e.text))
			case e.kind != modelUndefined:
				return nil, false
			}
		}
		return v.joined(texts)
	case modelMap:
		for _, key := range slices.Sorted(maps.Keys(value.keys)) {
			switch e, key := modelOf(value.keys[key]), v.escape(key); {
			case e.kind == modelScalar && v.explode && v.op != ";":
				texts = append(texts, key+"="+v.escape(e.text))
			case e.kind == modelScalar && v.explode:
				texts = append(texts, v.pair(key, v.escape(e.text)))
			case e.kind == modelScalar:
				texts = append(texts, key, v.escape(e.text))
			case e.kind != modelUndefined:
				return nil, false
			}
		}
		return v.joined(texts)
	}
	return nil, false
}

// joined joins the texts of a list or map without explode to one. A prefix is not for them.
func (v modelVariable) joined(texts []string) ([]string, bool) {
	switch {
	case texts == nil:
		return nil, true
	case v.prefix > 0:
		return nil, false
	case v.explode:
		return texts, true
	case v.isNamed():
		return []string{v.name + "=" + strings.Join(texts, ",")}, true
	}
	return []string{strings.Join(texts, ",")}, true
}

func (v modelVariable) isNamed() bool { return v.op == ";" || v.op == "?" || v.op == "&" }

// pair is a text with its name, where the operator writes names.
func (v modelVariable) pair(name, text string) string {
	switch {
	case !v.isNamed():
		return text
	case text == "" && v.op == ";":
		return name
	}
	return name + "=" + text
}

func (v modelVariable) escape(s string) string { return modelEscape(s, v.op == "+" || v.op == "#") }

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
