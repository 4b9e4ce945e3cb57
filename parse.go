// A call to method, URL, headers and body, in the order in which errors are
// promised.

package endpoint

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/jsonvalue"
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
	if err != nil {
		return Request{}, c.failed(err)
	}
	if p.object {
		p.body = object(left)
	}
	return c.request(headers, &p), nil
}

// parsed is what Request and *http.Request have in common, apart from the
// headers.
type parsed struct {
	url    string
	layout address.Layout // of url
	body   any            // Data or a form; nil without either
	object bool           // the body is the JSON object of what is left

	contentType string // what the body has unless a header says else; "": none
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
	contentType := ""
	if c.hasBody {
		contentType = contentTypeOf(headers)
	}
	if err := c.send(url, left, contentType, p); err != nil {
		return nil, err
	}
	if err := c.checkHeaders(headers); err != nil {
		return nil, err
	}
	headers = c.amendAccept(headers)
	if err := c.setBody(left, headers, contentType, p); err != nil {
		return nil, err
	}
	if p.contentType != "" && header.Index(headers, "content-type") < 0 {
		headers = append(headers, header.Field{Name: contentTypeName, Value: p.contentType})
	}
	return headers, nil
}

// check checks the method, and that ParamsOf could read what it was given.
func (c *call) check() *Error {
	if err := checkMethod(c.method); err != nil {
		return err
	}
	if c.invalid != nil {
		return &Error{Name: c.invalid.Name, Reason: c.invalid.Reason, Err: ErrParam}
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
	case c.url == "":
		return nil, &Error{Reason: "the URL is missing", Err: ErrRoute}
	case 'A' <= c.url[0] && c.url[0] <= 'Z' && isMethodSlip(c.url):
		return nil, &Error{Reason: "put a space between the method and the URL", Err: ErrRoute}
	}
	n := len(c.template.Names)
	url, layout, failed := address.Expand(buf, c.template, values[:n], c.base, values[n:])
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
	besideData:    "Data is the whole body: add it to Data, or pass it in Query",
	noPlace:       " does not send Params: name it in the URL, or pass it in Query", // after the method
}

// refused is the error of a param that the call may not pass.
func (c *call) refused(p *param) *Error {
	reason := refusals[p.to]
	if p.to == noPlace {
		reason = c.method + reason
		if !c.rule.noBody {
			reason += " or Data"
		}
	}
	return &Error{Name: p.key, Reason: reason, Err: ErrParam}
}

// style is the style of lists: that of Lists, whose constants are those of query,
// else usual.
func (c *call) style(usual query.Style) query.Style {
	return cmp.Or(query.Style(c.lists), usual)
}

// send adds what is left to the URL or, under the content-type of forms, to a
// form. A JSON object is written later, from what is left.
func (c *call) send(url []byte, left []param, contentType string, p *parsed) *Error {
	if c.lists > ListBrackets {
		return &Error{Name: "Lists", Reason: "use ListComma, ListRepeat or ListBrackets", Err: ErrParam}
	}
	for i := range left {
		if left[i].to == noPlaceholder {
			return c.refused(&left[i])
		}
	}
	var form *query.Form
	q := query.New(p.layout.End, c.template.QueryKeys)
	for i := range left {
		var err error
		switch param := &left[i]; {
		case param.to == toQuery && param.from == fromQuery:
			url, err = q.Add(url, param.key, param.value, c.style(query.Repeat))
		case param.to == toQuery:
			url, err = q.Add(url, param.key, param.value, c.style(query.Joined))
		case param.to == toBody && contentType == formType:
			if form == nil {
				form = query.NewForm()
				p.body = form.Values
			}
			err = form.Add(param.key, param.value, c.style(query.Repeat))
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
	if format := c.media.Format; format != "" && !header.IsToken(format) {
		return &Error{Name: "MediaType.Format", Reason: notToken, Err: ErrHeader}
	}
	for _, name := range c.media.Previews {
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
	m := &c.media
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

// contentTypeOf returns the type of the content-type header in lower case,
// without parameters.
func contentTypeOf(headers []header.Field) string {
	i := header.Index(headers, "content-type")
	if i < 0 {
		return ""
	}
	name, _, _ := strings.Cut(headers[i].Value, ";")
	return header.Lower(header.Trim(name))
}

// isForJSON reports whether JSON may be sent under a content-type: none, or one of
// JSON (RFC 8259, and the suffix of RFC 6839).
func isForJSON(contentType string) bool {
	prefix, isSuffixed := strings.CutSuffix(contentType, "+json")
	return contentType == "" || contentType == jsonType || contentType == "text/json" || isSuffixed && prefix != ""
}

// setBody decides what the body is and checks that method and content-type go
// with it. A form of Params is there already.
func (c *call) setBody(left []param, headers []header.Field, contentType string, p *parsed) *Error {
	switch {
	case c.hasData:
		i := header.Index(headers, "content-encoding")
		return c.setData(contentType, i >= 0 && headers[i].Value != "", p)
	case !c.hasBody || contentType == formType:
		return nil
	case !isForJSON(contentType):
		return &Error{Name: "content-type", Reason: "parameters can be sent only as JSON or as a form: pass any other body as Data", Err: ErrBody}
	}
	p.object, p.contentType = true, jsonDefault
	for i := range left {
		if q := &left[i]; q.to == toBody {
			if err := jsonvalue.Check(q.value); err != nil {
				return &Error{Name: q.key, Reason: err.Error(), Err: ErrBody}
			}
		}
	}
	return nil
}

// setData sets Data as the body, if it fits the method and the content-type.
// Under the content-type of forms, a map or a struct with tags becomes a form.
func (c *call) setData(contentType string, isEncoded bool, p *parsed) *Error {
	kind := body.KindOf(c.data)
	isForm := contentType == formType
	reason := ""
	switch {
	case c.method == "GET":
		reason = "GET does not allow a body: use another method, or build it as POST and set Method of the result to GET"
	case c.rule.noBody:
		reason = c.method + " does not allow a body: use another method"
	case kind == body.Text && contentType != "" && isForJSON(contentType) && !isEncoded && !isJSONText(c.data):
		reason = "the text is not valid JSON, as content-type says it is: pass a pointer to a string to encode it, the content-type of the text, or a Reader, which is not checked"
	case kind == body.JSON && isForm:
		return c.setForm(p)
	case kind == body.RawJSON && isForm:
		reason = "json.RawMessage is not a form: pass a map, a struct with tags, url.Values or text"
	case kind == body.Form && !isForm && contentType != "":
		reason = "url.Values are a form: set content-type to " + formType + ", or pass text"
	case kind == body.JSON && !isForJSON(contentType):
		reason = fmt.Sprintf("%T is sent as JSON, but content-type is not a JSON type: pass text, bytes or a Reader, or json.RawMessage for JSON under another name", c.data)
	case kind == body.JSON:
		if err := jsonvalue.Check(c.data); err != nil {
			reason = err.Error()
		}
	}
	if reason != "" {
		return &Error{Name: "Data", Reason: reason, Err: ErrBody}
	}
	p.body = c.data
	switch kind {
	case body.JSON, body.RawJSON:
		p.contentType = jsonDefault
	case body.Form:
		p.contentType = formType
	} // only the caller knows that of any other
	return nil
}

// isJSONText reports whether a string or byte slice is empty or valid JSON.
func isJSONText(v any) bool {
	text := reflect.ValueOf(v)
	if text.Kind() == reflect.String {
		return text.Len() == 0 || json.Valid([]byte(text.String()))
	}
	return text.Len() == 0 || json.Valid(text.Bytes())
}

// setForm makes a form of Data.
func (c *call) setForm(p *parsed) *Error {
	fields, invalid := value.FormFields(c.data)
	if carried, ok := fields[invalidKey].(*value.Invalid); ok {
		invalid = carried
	}
	switch {
	case invalid != nil:
		return &Error{Name: invalid.Name, Reason: invalid.Reason, Err: ErrParam}
	case fields == nil:
		reason := fmt.Sprintf("%T is not a form: pass a map with string keys, a struct with json or url tags, url.Values or text", c.data)
		return &Error{Name: "Data", Reason: reason, Err: ErrBody}
	}
	form := query.NewForm()
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if err := form.Add(key, fields[key], c.style(query.Repeat)); err != nil {
			return &Error{Name: key, Reason: err.Error(), Err: ErrParam}
		}
	}
	p.body = form.Values
	return nil
}

// object returns the params for the body as a JSON object.
func object(left []param) map[string]any {
	object := make(map[string]any)
	for i := range left {
		if p := &left[i]; p.to == toBody {
			object[p.key] = p.value
		}
	}
	return object
}

// request is a parsed call as a description.
func (c *call) request(headers []header.Field, p *parsed) Request {
	r := Request{Method: c.rule.lower, URL: p.url, Headers: make(Headers, len(headers)), Body: p.body, Meta: c.meta}
	if r.Method == "" {
		r.Method = header.Lower(c.method)
	}
	for i := range headers {
		if f := &headers[i]; f.Value != "" {
			r.Headers[f.Lower] = f.Value
		}
	}
	return r
}
