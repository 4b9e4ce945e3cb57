// A call to method, URL, headers and body, in the order in which errors are
// promised.

package endpoint

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/mediatype"
	"example.com/endpoint/internal/query"
	"example.com/endpoint/internal/value"
)

// Parse builds the request that merged options describe. It expands the
// template, puts parameters without a placeholder into the query or body,
// amends the accept header and sets a content-type. It does not use the
// defaults of e: a missing Method is [ErrMethod], and a path without a BaseURL
// is [ErrBaseURL]. Its errors are those of Build.
func (e Endpoint) Parse(merged Options) (Request, error) {
	return build(noDefaults, "", []Layer{&merged})
}

// build describes a request: parse(merge(...)), as in the original.
func build(d *defaults, route string, layers []Layer) (Request, error) {
	var r room
	var c call
	values, left, headers := c.merge(&r, d, route, layers)
	var p parsed
	headers, err := c.parse(r.url[:0], values, left, headers, &p)
	if err == nil {
		err = p.describe(left)
	}
	if err != nil {
		return Request{}, c.failed(err)
	}
	return c.request(headers, &p), nil
}

// parsed is what Request and *http.Request have in common, apart from the
// headers.
type parsed struct {
	url    string
	layout address.Layout // of url
	payload
}

// parse does all that is the same for Request and *http.Request. It fills p and
// returns the headers.
func (c *call) parse(buf []byte, values []address.Value, left []param, headers []header.Field, p *parsed) ([]header.Field, *Error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	url, err := c.expand(buf, values, p)
	if err != nil {
		return nil, err
	}
	if c.hasBody {
		p.payload = c.newPayload()
	}
	if err := c.write(url, left, p); err != nil {
		return nil, err
	}
	if err := c.checkHeaders(headers); err != nil {
		return nil, err
	}
	headers = c.amendAccept(headers)
	if !c.hasBody {
		return headers, nil
	}
	if err := c.fit(headers, &p.payload); err != nil {
		return nil, err
	}
	if name := defaultTypes[p.kind]; name != "" && !c.hasType {
		headers = append(headers, header.Field{Name: contentTypeName, Value: name})
	}
	return headers, nil
}

// check checks the method, and that ParamsOf could read what it was given.
func (c *call) check() *Error {
	if c.rule == &otherMethod {
		if err := checkMethod(c.set.Method); err != nil {
			return err
		}
	}
	for i := range c.carried {
		if carried := c.carried[i]; carried != nil {
			return &Error{Name: carried.Err.Name, Reason: carried.Err.Reason, Err: ErrParam}
		}
	}
	return nil
}

// checkMethod checks a method in upper case.
func checkMethod(method string) *Error {
	switch {
	case method == "":
		return &Error{Reason: "it is missing", Err: ErrMethod}
	case !header.IsToken(method):
		return &Error{Reason: notToken, Err: ErrMethod}
	}
	return nil
}

const notToken = "it may contain only " + header.TokenChars

// expand writes the URL as far as the template goes.
func (c *call) expand(buf []byte, values []address.Value, p *parsed) (url []byte, err *Error) {
	switch {
	case c.set.URL == "":
		return nil, &Error{Reason: "the URL is missing", Err: ErrRoute}
	case 'A' <= c.set.URL[0] && c.set.URL[0] <= 'Z' && isMethodSlip(c.set.URL):
		return nil, &Error{Reason: "put a space between the method and the URL", Err: ErrRoute}
	}
	url, layout, failed := c.template.Expand(buf, c.set.URL, values, c.base)
	if failed != nil {
		return nil, c.addressError(failed)
	}
	p.layout = layout
	return url, nil
}

// refusals say why a call may not pass a param, by its destination.
var refusals = [...]string{
	noPlaceholder: "no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query",
	takenByPath:   "Path fills its placeholder: leave it out of Params, pass it in Path to override that value, or in Query to send it in the query",
	inTemplate:    "the query of the URL has it already: remove it there, or do not pass it",
	inExpression:  "a variable of the URL, such as {?x}, writes it: pass it there instead, in Params or Path",
	besideData:    "Data is the whole body: add it to Data, or pass it in Query",
	noPlace:       " does not send Params: name it in the URL, or pass it in Query", // after the method
}

// refused is the error of a param that the call may not pass.
func (c *call) refused(p *param) *Error {
	reason := refusals[p.to]
	if p.to == noPlace {
		reason = c.set.Method + reason
		if c.rule.noBody == "" {
			reason += " or Data"
		}
	}
	return &Error{Name: p.key, Reason: reason, Err: ErrParam}
}

// style is the style of lists: that of Lists, whose constants are those of query,
// else usual.
func (c *call) style(usual query.Style) query.Style {
	return cmp.Or(query.Style(c.set.Lists), usual)
}

// write writes what is left to the URL or, under the content-type of forms, to a
// form. A JSON object is written later, from what is left.
func (c *call) write(url []byte, left []param, p *parsed) *Error {
	if c.set.Lists > ListBrackets {
		return &Error{Name: "Lists", Reason: "use ListComma, ListRepeat or ListBrackets", Err: ErrParam}
	}
	for i := range left {
		if left[i].to == noPlaceholder {
			return c.refused(&left[i])
		}
	}
	var form *query.Form
	if p.kind == body.Form && !c.hasData {
		form = query.NewForm()
		p.data = form.Values
	}
	lists := c.style(query.Indexed) // in maps
	q := query.New(p.layout.End, c.template.QueryKeys)
	for i := range left {
		var err error
		switch param := &left[i]; {
		case param.to == toQuery && param.from == fromQuery:
			url, err = q.Add(url, param.key, param.value, c.style(query.Repeat), lists)
		case param.to == toQuery:
			url, err = q.Add(url, param.key, param.value, c.style(query.Joined), lists)
		case param.to == toBody && p.kind == body.Form:
			err = form.Add(param.key, param.value, c.style(query.Repeat), lists)
		case param.to > toBody:
			return c.refused(param)
		}
		if err != nil {
			return &Error{Name: left[i].key, Reason: err.Error(), Err: ErrParam}
		}
	}
	p.url = string(q.Close(url))
	return nil
}

// checkHeaders checks the options of the media type, then the headers by name.
func (c *call) checkHeaders(headers []header.Field) *Error {
	if format := c.set.MediaType.Format; format != "" && !header.IsToken(format) {
		return &Error{Name: "MediaType.Format", Reason: notToken, Err: ErrHeader}
	}
	for _, name := range c.set.MediaType.Previews {
		if !header.IsToken(mediatype.PreviewName(name)) {
			return &Error{Name: "MediaType.Previews", Reason: notToken, Err: ErrHeader}
		}
	}
	for i := range headers {
		if reason := headers[i].Invalid(); reason != "" {
			return &Error{Name: headers[i].Lower, Reason: reason, Err: ErrHeader}
		}
	}
	return nil
}

// amendAccept returns the headers with the media type applied to accept.
func (c *call) amendAccept(headers []header.Field) []header.Field {
	m := &c.set.MediaType
	if m.Format == "" && len(m.Previews) == 0 {
		return headers
	}
	i := header.Index(headers, "accept")
	switch {
	case i < 0: // without previews, it stays empty
		accept := mediatype.Amend("", m.Format, m.Previews)
		return append(headers, header.Field{Name: acceptName, Value: accept})
	case headers[i].Value != "": // else it is removed
		headers[i].Value = mediatype.Amend(headers[i].Value, m.Format, m.Previews)
	}
	return headers
}

var (
	acceptName      = header.NameOf("accept")
	contentTypeName = header.NameOf("content-type")
)

const (
	jsonType    = "application/json"
	jsonDefault = jsonType + "; charset=utf-8"
	formType    = "application/x-www-form-urlencoded"
)

// defaultTypes have the content-type of each kind of body. Only the caller knows
// that of any other.
var defaultTypes = [...]string{body.JSON: jsonDefault, body.RawJSON: jsonDefault, body.Form: formType}

// essence returns the type of a content-type in lower case, without parameters.
func essence(contentType string) string {
	name, _, _ := strings.Cut(contentType, ";")
	return header.Lower(header.Trim(name))
}

// isForJSON reports whether JSON may be sent under a content-type: none, or one of
// JSON (RFC 8259, and the suffix of RFC 6839).
func isForJSON(contentType string) bool {
	prefix, isSuffixed := strings.CutSuffix(contentType, "+json")
	return contentType == "" || contentType == jsonType || contentType == "text/json" || isSuffixed && prefix != ""
}

// A payload is the body of a call.
//
//	Data "text"                         kind Text, data "text"
//	Params, content-type JSON or none   kind JSON, isObject: its members are left
//	Params, content-type of forms       kind Form, data url.Values once it is sent
//	neither                             the zero payload
type payload struct {
	kind     body.Kind
	data     any
	isObject bool
}

// newPayload says what the body is, of a call that has one. A form is made later,
// with the query.
func (c *call) newPayload() payload {
	switch {
	case c.hasData:
		return payload{kind: body.KindOf(c.set.Data), data: c.set.Data}
	case c.contentType == formType:
		return payload{kind: body.Form}
	}
	return payload{kind: body.JSON, isObject: true}
}

// fit checks that the body goes with the method and the content-type. Under the
// content-type of forms, a map or a struct with tags becomes a form.
func (c *call) fit(headers []header.Field, p *payload) *Error {
	isForm, isJSON := c.contentType == formType, isForJSON(c.contentType)
	if p.isObject && !isJSON {
		return &Error{Name: "content-type", Reason: "parameters can be sent only as JSON or as a form: pass any other body as Data", Err: ErrBody}
	}
	reason := ""
	switch {
	case !c.hasData:
		return nil
	case c.rule.noBody != "":
		reason = c.set.Method + " does not allow a body: " + c.rule.noBody
	case p.kind == body.JSON && isForm:
		return c.toForm(p)
	case p.kind == body.RawJSON && isForm:
		reason = "json.RawMessage is not a form: pass a map, a struct with tags, url.Values or text"
	case p.kind == body.Form && !isForm && c.contentType != "":
		reason = "url.Values are a form: set content-type to " + formType + ", or pass text"
	case p.kind == body.JSON && !isJSON:
		reason = value.TypeName(reflect.TypeOf(p.data)) + " is sent as JSON, but content-type is not a JSON type: pass text, bytes or a Reader, or json.RawMessage for JSON under another name"
	case p.kind == body.JSON:
		if err := value.Check(p.data); err != nil {
			reason = err.Error()
		}
	case p.kind == body.Text && isJSON && c.contentType != "" && !isEncoded(headers) && !isJSONText(p.data):
		reason = "the text is not valid JSON, as content-type says it is: pass a pointer to a string to encode it, the content-type of the text, or a Reader, which is not checked"
	}
	if reason != "" {
		return &Error{Name: "Data", Reason: reason, Err: ErrBody}
	}
	return nil
}

// isEncoded reports whether a content-encoding keeps a body from being read here.
func isEncoded(headers []header.Field) bool {
	i := header.Index(headers, "content-encoding")
	return i >= 0 && headers[i].Value != ""
}

// isJSONText reports whether a string or byte slice is empty or valid JSON.
func isJSONText(v any) bool {
	text := reflect.ValueOf(v)
	if text.Kind() == reflect.String {
		return text.Len() == 0 || json.Valid([]byte(text.String()))
	}
	return text.Len() == 0 || json.Valid(text.Bytes())
}

// toForm makes a form of Data.
func (c *call) toForm(p *payload) *Error {
	fields, invalid := value.FormFields(p.data)
	if carried, ok := fields[invalidKey].(*value.Unusable); ok {
		invalid = &carried.Err
	}
	switch {
	case invalid != nil:
		return &Error{Name: invalid.Name, Reason: invalid.Reason, Err: ErrParam}
	case fields == nil:
		reason := value.TypeName(reflect.TypeOf(p.data)) + " is not a form: pass a map with string keys, a struct with json or url tags, url.Values or text"
		return &Error{Name: "Data", Reason: reason, Err: ErrBody}
	}
	form := query.NewForm()
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if err := form.Add(key, fields[key], c.style(query.Repeat), c.style(query.Indexed)); err != nil {
			return &Error{Name: key, Reason: err.Error(), Err: ErrParam}
		}
	}
	p.kind, p.data = body.Form, form.Values
	return nil
}

// describe completes the body for a Request. It checks the members of an object.
func (p *payload) describe(left []param) *Error {
	if !p.isObject {
		return nil
	}
	object := make(map[string]any)
	for i := range left {
		member := &left[i]
		if member.to != toBody {
			continue
		}
		if err := value.Check(member.value); err != nil {
			return &Error{Name: member.key, Reason: err.Error(), Err: ErrBody}
		}
		object[member.key] = member.value
	}
	p.data = object
	return nil
}

// encode returns the body as it is sent. An object needs no map for that.
func (p *payload) encode(left []param) (content body.Content, _ *Error) {
	if p.data != nil {
		return newContent(p.data)
	}
	if !p.isObject {
		return content, nil
	}
	b := append(make([]byte, 0, 512), '{')
	for i := range left {
		member := &left[i]
		if member.to != toBody {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		var err error
		if b, err = value.AppendMember(b, member.key, member.value); err != nil {
			failed := &Error{Name: member.key, Reason: err.Error(), Err: ErrBody}
			return content, cmp.Or(p.describe(left), failed) // which checks all members first
		}
	}
	return body.FromBytes(append(b, '}')), nil
}

// newContent encodes a body.
func newContent(v any) (body.Content, *Error) {
	content, err := body.New(v)
	if err != nil {
		return content, &Error{Name: "body", Reason: err.Error(), Err: ErrBody}
	}
	return content, nil
}

// request is a parsed call as a description.
func (c *call) request(headers []header.Field, p *parsed) Request {
	r := Request{Method: c.rule.lower, URL: p.url, Headers: make(Headers, len(headers)), Body: p.data, Meta: c.set.Meta}
	if r.Method == "" {
		r.Method = header.Lower(c.set.Method)
	}
	for i := range headers {
		if f := &headers[i]; f.Value != "" {
			r.Headers[f.Lower] = f.Value
		}
	}
	return r
}
