// A model of the contract, and FuzzModel, which compares the package with it. Here are
// the layers, the query, the headers and the body; model_url_test.go has the URL, and
// model_calls_test.go the calls.

package test

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
	"time"

	"example.com/endpoint"
)

// A model is a call, built once more by the rules of the documentation: maps are
// copied, strings joined, errors panic, nothing is fast.
type model struct {
	o               endpoint.Options       // without maps
	maps            [3]map[string]modelSet // Path, Params and Query
	headers         map[string]modelHeader
	names           []string        // of placeholders in URL
	namesInQuery    []string        // of those behind its path
	elsewhere       *endpoint.Error // of what belongs to BaseURL, where the address has another origin
	byValue         bool            // which a value says
	ofData          modelOwner
	ofFormat        modelOwner
	ofPreviews      modelOwner
	inQuery, inBody map[string]modelSet
	inForm          bool
	sentOfBase      []string
	empty           string // the first variable of a {?x} that wrote nothing
	url             string
	segment         modelSegment    // the one that is being written
	inPath          bool            // url ends in its path
	wasSet          map[string]bool // a header that "" removes
	isRemoved       map[string]bool // which it has done
	fragment        bool
	joint           bool   // nothing is written yet after the address
	bare            bool   // the address ends with its authority
	slashes         string // at the end of BaseURL, if the address has it
}

// A modelOwner is whose a value is. That of a default, and of a layer which has a BaseURL,
// belongs to BaseURL.
type modelOwner struct{ isDefault, isOfBase bool }

// A modelSet is a value of a map and whose it is.
type modelSet struct {
	value any
	modelOwner
}

type modelHeader struct {
	name, value string
	modelOwner
}

type modelSegment struct {
	text, writer, needed string
	written              int    // where the last value in text ends
	reserved             bool   // a {+x} lies in it
	slashed              string // the variable by which it, or what it was a part of, begins with an empty piece
	filled               bool   // a needed variable is not empty
}

// errModelField is a header that cannot be read from its field.
var errModelField = &endpoint.Error{Err: endpoint.ErrParam}

func fail(kind error, name string) { panic(&endpoint.Error{Err: kind, Name: name}) }

func failOption(kind error, option string) { panic(&endpoint.Error{Err: kind, Option: option}) }

// buildModel is Build, of a route that is a layer.
func buildModel(defaults, call []endpoint.Options) (req endpoint.Request, err *endpoint.Error) {
	defer func() {
		if e, ok := recover().(*endpoint.Error); ok {
			req, err = endpoint.Request{}, e
		}
	}()
	m := model{headers: map[string]modelHeader{}, wasSet: map[string]bool{}, isRemoved: map[string]bool{}, inPath: true}
	for i, l := range slices.Concat(defaults, call) {
		m.merge(l, modelOwner{i < len(defaults), i < len(defaults) || l.BaseURL != ""})
	}
	for _, h := range m.headers {
		if h.value == modelUnreadHeader {
			panic(errModelField)
		}
	}
	if m.o.Method = strings.ToUpper(m.o.Method); !modelToken.MatchString(m.o.Method) {
		failOption(endpoint.ErrRoute, "Method")
	}
	m.address()
	return m.request(), nil
}

func (m *model) merge(l endpoint.Options, owner modelOwner) {
	m.o.Method, m.o.URL, m.o.BaseURL = cmp.Or(l.Method, m.o.Method), cmp.Or(l.URL, m.o.URL), cmp.Or(l.BaseURL, m.o.BaseURL)
	m.o.Lists = cmp.Or(l.Lists, m.o.Lists)
	if l.Data != nil {
		m.ofData, m.o.Data = owner, l.Data
	}
	if l.Meta != nil {
		m.o.Meta = l.Meta
	}
	for _, v := range []*any{&m.o.Data, &m.o.Meta} {
		if t := reflect.TypeOf(*v); t == reflect.TypeFor[*int]() || t == reflect.TypeOf(endpoint.Unset) {
			*v = nil
		}
	}
	media := &m.o.MediaType
	if l.MediaType.Format != "" {
		media.Format, m.ofFormat = l.MediaType.Format, owner
	}
	if l.MediaType.Previews != nil {
		m.ofPreviews = owner
	}
	for _, name := range l.MediaType.Previews {
		if name = strings.TrimSuffix(name, "-preview"); !slices.Contains(media.Previews, name) {
			media.Previews = append(media.Previews, name)
		}
	}
	for i, all := range []map[string]any{l.Path, l.Params, l.Query} {
		if m.maps[i] == nil {
			m.maps[i] = map[string]modelSet{}
		}
		for k, v := range all {
			if v == endpoint.Unset {
				delete(m.maps[i], k)
			} else {
				m.maps[i][k] = modelSet{v, owner}
			}
		}
	}
	last := map[string]modelHeader{} // of each name
	for _, k := range slices.Sorted(maps.Keys(l.Headers)) {
		last[strings.ToLower(k)] = modelHeader{k, strings.Trim(l.Headers[k], " \t"), owner}
	}
	for lower, h := range last {
		isRemoved := h.value == "" && m.wasSet[lower] && modelToken.MatchString(lower)
		delete(m.headers, lower)
		if !isRemoved {
			m.headers[lower] = h
		}
		isFailing := h.value == modelEmptyHeader || h.value == modelUnreadHeader || h.value == "" && !isRemoved
		m.wasSet[lower] = !isFailing && (m.wasSet[lower] || h.value != "")
		m.isRemoved[lower] = isRemoved
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

// isOfBase reports whether a variable is filled by what belongs to BaseURL and is not nil.
func (m *model) isOfBase(name string) bool {
	for _, all := range m.maps[:2] {
		if p, ok := all[name]; ok {
			v := reflect.ValueOf(p.value)
			return p.isOfBase && v.IsValid() && (v.Kind() != reflect.Pointer || !v.IsNil())
		}
	}
	return false
}

func modelIsNil(v any) bool {
	kinds := []reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map, reflect.Func}
	return v == nil || slices.Contains(kinds, reflect.TypeOf(v).Kind()) && reflect.ValueOf(v).IsNil()
}

// modelReads are the methods with which an empty list writes nothing.
const modelReads = "GET HEAD OPTIONS QUERY"

// request is the request without errors of the URL's template.
func (m *model) request() endpoint.Request {
	if m.o.Data != nil && modelIsNil(m.o.Data) {
		failOption(endpoint.ErrBody, "Data")
	}
	m.place()
	if m.o.Lists > endpoint.ListIndexes {
		failOption(endpoint.ErrParam, "Lists")
	}
	m.query()
	contentType, typed := m.headers["content-type"]
	if contentType.value == modelEmptyHeader || contentType.value == modelUnreadHeader {
		contentType.value = "" // which says nothing of the body
	}
	body := m.body(contentType.value)
	if contentType.isDefault && body == nil {
		delete(m.headers, "content-type")
	}
	req := endpoint.Request{Method: strings.ToLower(m.o.Method), URL: m.url, Headers: endpoint.Headers{}, Body: body, Meta: m.o.Meta}
	m.checkMediaType()
	for _, lower := range slices.Sorted(maps.Keys(m.headers)) {
		h := m.headers[lower]
		isScheme := lower == "authorization" && slices.Contains([]string{"bearer", "basic", "token"}, strings.ToLower(h.value))
		if req.Headers[lower] = h.value; isScheme || !modelToken.MatchString(h.name) || modelControl.MatchString(h.value) || h.value == "" {
			fail(endpoint.ErrHeader, lower)
		}
	}
	m.amendAccept(req.Headers)
	if m.elsewhere != nil {
		m.origins()
	}
	if !typed && !m.isRemoved["content-type"] {
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

func (m *model) checkMediaType() {
	if format := m.o.MediaType.Format; format != "" && !modelToken.MatchString(format) {
		failOption(endpoint.ErrHeader, "MediaType.Format")
	}
	for _, name := range m.o.MediaType.Previews {
		if !modelToken.MatchString(name) {
			failOption(endpoint.ErrHeader, "MediaType.Previews")
		}
	}
}

// amendAccept applies Format and Previews to accept, which is one of modelAccepts.
func (m *model) amendAccept(sent endpoint.Headers) {
	format, previews := m.o.MediaType.Format, m.o.MediaType.Previews
	accept := sent["accept"]
	if format == "" && previews == nil || m.isRemoved["accept"] || accept == "application/octet-stream" {
		return
	}
	fits, vendor, items := accept == "" && previews != nil, "", []string{}
	for item := range strings.SplitSeq(accept, ",") {
		switch parts := modelVendor.FindStringSubmatch(item); {
		case parts == nil && item != "":
			items = append(items, item)
		case parts == nil:
		case previews != nil:
			fits, vendor = true, cmp.Or(vendor, parts[1])
			if parts[3] != "" {
				previews = slices.DeleteFunc(slices.Clone(previews), func(name string) bool { return strings.EqualFold(name, parts[3]) })
				previews = slices.Insert(previews, 0, parts[3])
			}
		case parts[3] != "":
			items = append(items, item)
		default:
			fits, items = true, append(items, "application/vnd."+parts[1]+parts[2]+"."+format)
		}
	}
	switch {
	case !fits && format != "" && !m.ofFormat.isDefault:
		failOption(endpoint.ErrHeader, "MediaType.Format")
	case !fits && previews != nil && !m.ofPreviews.isDefault:
		failOption(endpoint.ErrHeader, "MediaType.Previews")
	case !fits:
		return
	}
	for _, name := range previews {
		suffix := "+json"
		if format != "" {
			suffix = "." + format
		}
		items = append(items, "application/vnd."+cmp.Or(vendor, "service")+"."+name+"-preview"+suffix)
	}
	sent["accept"] = strings.Join(items, ",")
}

// origins fails for the first of what belongs to BaseURL that is sent to another origin.
func (m *model) origins() {
	failed := m.elsewhere
	isSent := func(name, option string) {
		if failed.Err == endpoint.ErrOrigin {
			failed.Name, failed.Option = name, option
		}
		panic(failed)
	}
	for _, lower := range slices.Sorted(maps.Keys(m.headers)) {
		isCredential := m.byValue && m.o.BaseURL != "" && slices.Contains([]string{"authorization", "cookie"}, lower)
		isOfBase := m.headers[lower].isOfBase && !slices.Contains([]string{"accept", "user-agent", "content-type"}, lower)
		if isOfBase || isCredential {
			isSent(lower, "")
		}
	}
	if len(m.sentOfBase) > 0 {
		isSent(slices.Min(m.sentOfBase), "")
	}
	if m.o.Data != nil && m.ofData.isOfBase {
		isSent("", "Data")
	}
}

// place says where each parameter goes, key by key.
func (m *model) place() {
	m.inQuery, m.inBody = map[string]modelSet{}, map[string]modelSet{}
	all := map[string]bool{}
	for _, keys := range m.maps {
		for key := range keys {
			all[key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		m.placeKey(key)
	}
}

// placeKey says where what Path, Params and Query have under a key goes, and fails for what
// the call passes and would not send.
func (m *model) placeKey(key string) {
	path, inPath := m.maps[0][key]
	param, isParam := m.maps[1][key]
	query, isQuery := m.maps[2][key]
	for _, p := range []modelSet{path, param, query} {
		if reflect.TypeOf(p.value) == modelUnreadable {
			fail(endpoint.ErrParam, key)
		}
	}
	isNamed := slices.Contains(m.names, key)
	// {?name} is not valid in a BaseURL, which may be unused.
	inBase := strings.Contains(m.o.BaseURL, "{"+key+"}") || strings.Contains(m.o.BaseURL, "{?"+key+"}")
	if inPath && !path.isDefault && !isNamed && !inBase {
		fail(endpoint.ErrParam, key) // a misspelling
	}
	if isQuery {
		m.inQuery[key] = query
	}
	switch asQuery := m.isMethod("GET HEAD"); {
	case !isParam, isNamed && !inPath: // which fills the placeholder
	case isNamed && (m.isMethod("GET HEAD DELETE") || param.isDefault || path.isDefault):
		param.refuse(key)
	case asQuery && !isQuery:
		m.inQuery[key] = param
	case asQuery && param.isDefault: // Query's, before a default of Params
	case asQuery && query.isDefault:
		m.inQuery[key] = param
	case asQuery: // the call has both
		param.refuse(key)
	case m.o.Data == nil && m.isMethod("PATCH POST PUT DELETE QUERY"):
		m.inBody[key] = param
	default:
		param.refuse(key)
	}
}

func (m *model) isMethod(names string) bool {
	return slices.Contains(strings.Fields(names), m.o.Method)
}

// query adds what goes to the query to the URL.
func (m *model) query() {
	address, fragment, hasFragment := strings.Cut(m.url, "#")
	address, query, hasQuery := strings.Cut(address, "?")
	names := modelNames{}
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name, _ = url.QueryUnescape(name); hasQuery {
			names[name] = "the URL"
		}
	}
	for _, p := range m.pairsOf(m.inQuery, names) {
		for i := range p.texts {
			p.texts[i] = modelEscape(p.texts[i], false)
		}
		if query != "" && !strings.HasSuffix(query, "&") {
			query += "&"
		}
		query, hasQuery = query+modelEscape(p.key, false)+"="+strings.Join(p.texts, p.comma), true
	}
	if m.url = address; hasQuery {
		m.url += "?" + query
	}
	if hasFragment {
		m.url += "#" + fragment
	}
}

// pairsOf returns the pairs of all parameters. A default leaves out those that the URL has.
func (m *model) pairsOf(set map[string]modelSet, names modelNames) (pairs []modelPair) {
	for _, key := range slices.Sorted(maps.Keys(set)) {
		isSent := false
		written := m.pairs(key, set[key].value)
		isNil := isModelNil(set[key].value, modelOf(set[key].value))
		if len(written) == 0 && !m.inForm && !m.isMethod(modelReads) && !set[key].isDefault && !isNil {
			fail(endpoint.ErrParam, key)
		}
		for _, p := range written {
			switch other, ok := names[p.key]; {
			case ok && other == "the URL" && set[key].isDefault:
				continue
			case ok && other != key:
				fail(endpoint.ErrParam, key)
			}
			names[p.key], isSent = key, true
			pairs = append(pairs, p)
		}
		if isSent && set[key].isOfBase {
			m.sentOfBase = append(m.sentOfBase, key)
		}
	}
	return pairs
}

// modelNames are the names of a query or form, by the key of the parameter that
// wrote them.
type modelNames map[string]string

// refuse fails for what a call passes and would not send.
func (p modelSet) refuse(key string) {
	if !p.isDefault && !modelIsNil(p.value) {
		fail(endpoint.ErrParam, key)
	}
}

type modelPair struct {
	key   string
	texts []string
	comma string // that joins them
}

// pairs writes a parameter of a query or form.
func (m *model) pairs(key string, value any) (pairs []modelPair) {
	var nested func(path string, v modelValue, style endpoint.ListStyle)
	nested = func(path string, v modelValue, style endpoint.ListStyle) {
		isNested := func(e any) bool { kind := modelOf(e).kind; return kind != modelUndefined && kind != modelScalar }
		switch isList := v.kind == modelList && !slices.ContainsFunc(v.list, isNested); {
		case v.kind == modelNoText, v.kind == modelJSONText && path != key:
			fail(endpoint.ErrParam, key)
		case v.kind == modelScalar, v.kind == modelJSONText:
			pairs = append(pairs, modelPair{key: path, texts: []string{v.text}})
		case isList && (style != endpoint.ListIndexes || strings.HasSuffix(path, "[]")):
			texts := m.list(key, path, v, style)
			if style == 0 && path != key && texts != nil {
				fail(endpoint.ErrParam, key) // servers differ
			}
			pairs = append(pairs, texts...)
			return
		}
		for i, e := range v.list {
			nested(fmt.Sprintf("%s[%d]", path, i), modelOf(e), endpoint.ListIndexes)
		}
		for _, k := range slices.Sorted(maps.Keys(v.keys)) {
			if k == "" || strings.ContainsAny(k, "[]") {
				fail(endpoint.ErrParam, key)
			}
			nested(path+"["+k+"]", modelOf(v.keys[k]), m.o.Lists)
		}
	}
	nested(key, modelOf(value), m.o.Lists)
	if key == "" {
		fail(endpoint.ErrParam, "")
	}
	return pairs
}

// list writes a list of scalars under a name.
func (m *model) list(key, name string, v modelValue, style endpoint.ListStyle) (pairs []modelPair) {
	joined := modelPair{key: name, comma: ","}
	for _, e := range v.list {
		if e := modelOf(e); e.kind == modelScalar {
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
	if m.inForm && strings.Contains(strings.Join(joined.texts, ""), ",") {
		fail(endpoint.ErrParam, key)
	}
	return []modelPair{joined}
}

// form is what parameters are as a form.
func (m *model) form(set map[string]modelSet) url.Values {
	form := url.Values{}
	for _, p := range m.pairsOf(set, modelNames{}) {
		form.Add(p.key, strings.Join(p.texts, p.comma))
	}
	return form
}

// body is what is sent under a content-type.
func (m *model) body(contentType string) (body any) {
	name := strings.ToLower(strings.TrimSpace(strings.Split(contentType, ";")[0]))
	if name == "" {
		name = contentType // ";" alone is no type
	}
	isForm, isJSON := name == formMIME, slices.Contains([]string{"", "application/json", "text/json"}, name) ||
		len(name) > len("+json") && strings.HasSuffix(name, "+json")
	m.inForm = isForm
	switch {
	case m.o.Data != nil:
		return m.data(name, isForm, isJSON)
	case len(m.inBody) == 0:
		return nil
	case isForm:
		return m.form(m.inBody)
	case !isJSON:
		failOption(endpoint.ErrBody, "Params")
	}
	object := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(m.inBody)) {
		if object[key] = m.inBody[key].value; m.inBody[key].isOfBase {
			m.sentOfBase = append(m.sentOfBase, key)
		}
		switch object[key].(type) {
		case bytes.Buffer, modelHidden:
			fail(endpoint.ErrBody, key)
		case time.Duration, modelProto:
			fail(endpoint.ErrParam, key)
		case *modelProto:
			if object[key] != (*modelProto)(nil) {
				fail(endpoint.ErrParam, key)
			}
		}
		if modelOf(object[key]).kind == modelJSONText {
			fail(endpoint.ErrParam, key)
		}
	}
	return object
}

// data is the body that Data makes.
func (m *model) data(mediaType string, isForm, isJSON bool) (body any) {
	fits := isJSON
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
	case bytes.Buffer, modelHidden, modelProto:
		fits = false
	case *modelStream:
		fits = !m.ofData.isDefault
	default:
		fits = isJSON || isForm && fields != nil
	}
	if v := modelOf(m.o.Data); v.kind == modelJSONText {
		fits, m.o.Data = !isForm, json.RawMessage(v.text)
	}
	if !fits || reflect.TypeOf(m.o.Data) == modelUnreadable || m.isMethod("GET HEAD TRACE CONNECT") {
		failOption(endpoint.ErrBody, "Data")
	}
	if !isForm || fields == nil {
		return m.o.Data
	}
	set := map[string]modelSet{}
	for key, v := range fields {
		set[key] = modelSet{value: v, modelOwner: modelOwner{isDefault: m.ofData.isDefault}}
	}
	return m.form(set)
}

// FuzzModel holds the model against Build and HTTPRequest, and against Parse of Options without
// the note of what is a default.
func FuzzModel(f *testing.F) {
	addModelCalls(f)
	f.Fuzz(func(t *testing.T, pieces, choices []byte, a, b string) {
		c := newModelCall(pieces, choices, a, b)
		e := c.endpoint()
		merged := e.Merge(c.route, c.layers()...)
		merged = endpoint.Options{
			Method: merged.Method, URL: merged.URL, BaseURL: merged.BaseURL, Headers: merged.Headers, MediaType: merged.MediaType,
			Data: merged.Data, Meta: merged.Meta, Params: merged.Params, Path: merged.Path, Query: merged.Query, Lists: merged.Lists,
		}
		parsed, parseErr := e.Parse(merged)
		want, wantErr := buildModel(nil, []endpoint.Options{merged})
		checkModel(t, c.String()+"rebuilt\n", parsed, parseErr, want, wantErr)

		stain(t)
		got, err := e.Build(c.route, c.layers()...)
		want, wantErr = buildModel(
			slices.Concat(c.defaults[:], c.oddOptions(0)),
			modelRoute(c.route, slices.Concat([]options{c.call[0]}, c.oddOptions(1), []options{c.call[1]})),
		)
		checkModel(t, c.String(), got, err, want, wantErr)
		stain(t)
		sent, sentErr := e.HTTPRequest(t.Context(), c.route, c.layers()...)
		if wantErr != nil {
			checkModel(t, c.String(), endpoint.Request{}, sentErr, want, wantErr)
			return
		}
		body, err := modelBody(want.Body)
		if err != nil {
			if !errors.Is(sentErr, endpoint.ErrBody) && !errors.Is(sentErr, endpoint.ErrParam) { // of an endpoint.JSON within
				t.Fatalf("%ssent %v, want ErrBody or ErrParam", c, sentErr)
			}
			return
		}
		checkSameOrigin(t, want.URL, merged.BaseURL, c.call[0].BaseURL, "https://"+c.a, "http:"+c.b)
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

// checkModel compares what comes of a call.
func checkModel(t *testing.T, what string, got endpoint.Request, err error, want endpoint.Request, wantErr *endpoint.Error) {
	t.Helper()
	var e *endpoint.Error
	want.Route = got.Route
	switch {
	case wantErr == nil && (err != nil || !reflect.DeepEqual(got, want)):
		t.Fatalf("%sgot  %v, %v\n%s", what, got, err, got.Diff(want))
	case wantErr == nil:
	case wantErr == errModelField && err != nil: // or another error of the call
	case wantErr.Err == endpoint.ErrParam && wantErr.Name == "" && errors.Is(err, endpoint.ErrParam): // a field is named
	case !errors.As(err, &e) || e.Err != wantErr.Err || e.Name != wantErr.Name || e.Option != wantErr.Option:
		t.Fatalf("%sgot  %v, %v\nwant %v of %q%s", what, got, err, wantErr.Err, wantErr.Name, wantErr.Option)
	}
}

// checkSameOrigin holds SameOrigin against the rule of the model, both ways.
func checkSameOrigin(t *testing.T, address string, others ...string) {
	t.Helper()
	for _, other := range others {
		for _, pair := range [][2]string{{address, other}, {other, address}, {other, other}} {
			base, err := url.Parse(pair[0])
			u, err2 := url.Parse(pair[1])
			if err != nil || err2 != nil {
				continue
			}
			if got, want := endpoint.SameOrigin(base, u), modelSameOrigin(pair[0], pair[1]); got != want {
				t.Fatalf("SameOrigin(%q, %q): got %t, want %t", base, u, got, want)
			}
		}
	}
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
	case *modelStream:
		return v.text, nil
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
