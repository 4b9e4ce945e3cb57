// A model of the contract, and FuzzModel, which compares the package with it. Here are
// the layers, the query, the headers and the body; model_url_test.go has the URL, and
// model_calls_test.go the calls.

package endpoint_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A model is a call, built once more by the rules of the documentation: maps are
// copied, strings joined, errors panic, nothing is fast. It leaves out Format and
// Previews.
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
		if p, ok := all[modelCarriedKey]; ok {
			fail(endpoint.ErrParam, modelCarriedName(p.value))
		}
	}
	m.address()
	if m.o.Lists > endpoint.ListBrackets {
		fail(endpoint.ErrParam, "Lists")
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
			_, carried := m.maps[i][k]
			switch {
			case carried && k == modelCarriedKey: // nothing overrides it
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
	if mediaType == "" {
		mediaType = contentType.value // ";" alone is no type
	}
	isJSON := slices.Contains([]string{"", "application/json", "text/json"}, mediaType) ||
		len(mediaType) > len("+json") && strings.HasSuffix(mediaType, "+json")
	body := m.place(mediaType)
	if contentType.layer == 0 && body == nil && m.o.Data == nil {
		delete(m.headers, "content-type")
	}
	req := endpoint.Request{Method: strings.ToLower(m.o.Method), URL: m.url, Headers: endpoint.Headers{}}
	for _, lower := range slices.Sorted(maps.Keys(m.headers)) {
		h := m.headers[lower]
		if !modelToken.MatchString(h.name) || modelControl.MatchString(h.value) {
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

// isMisspelled reports whether the call passes a key in Path that no placeholder names.
func (m *model) isMisspelled(key string) bool {
	p, ok := m.maps[0][key]
	isPassed := ok && p.layer > 0 || !ok && m.unset[key] && !m.inherited[key]
	// {?name} is not valid there, but the BaseURL may be unused.
	isInBase := strings.Contains(m.o.BaseURL, "{"+key+"}") || strings.Contains(m.o.BaseURL, "{?"+key+"}")
	return isPassed && !slices.Contains(m.names, key) && !isInBase
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
	all := maps.Clone(m.unset)
	for _, keys := range m.maps {
		for key := range keys {
			all[key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if m.isMisspelled(key) {
			fail(endpoint.ErrParam, key)
		}
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
		if err != nil || !reflect.DeepEqual(got, want) {
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
		if err != nil || sentErr != nil || sent.Method != strings.ToUpper(want.Method) ||
			sent.URL.String() != byHand.URL.String() || len(sent.Header) != len(want.Headers) {
			t.Fatalf("%ssent %v, %v\nwant %v, %v", c, sent, sentErr, want, err)
		}
		for name, value := range want.Headers {
			if sent.Header.Get(name) != value {
				t.Fatalf("%ssent %v\nwant %v", c, sent.Header, want.Headers)
			}
		}
		if (sent.Body == nil) != (want.Body == nil) ||
			modelReplacement.Replace(content(t, sent.Body)) != modelReplacement.Replace(body) {
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
