// Options to request: the method, URL, query, headers, accept and body of a
// call, in the order in which errors are promised.

package endpoint

import (
	"errors"
	"net/url"
	"reflect"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/mediatype"
	"example.com/endpoint/internal/query"
	"example.com/endpoint/internal/rfc6570"
)

// Parse builds the request that merged options describe. It expands the
// template, puts parameters without a placeholder into the query or body,
// amends the accept header and sets a content-type. It does not use the
// defaults of e: a missing Method is [ErrMethod], and a path without a BaseURL
// is [ErrBaseURL]. Its errors are those of Build.
func (e Endpoint) Parse(merged Options) (Request, error) {
	return build(noDefaults, "", []Layer{merged})
}

// build describes a request: parse(merge(...)), as in the original.
func build(d *defaults, route string, layers []Layer) (Request, error) {
	var c call
	c.read(d, route, layers)
	b, err := c.parse()
	if err != nil {
		return Request{}, err.at(&c)
	}
	return c.request(&b), nil
}

// parsed is what Request and *http.Request have in common. A JSON object of
// parameters stays in the call: request and object write it.
type parsed struct {
	url         string
	layout      address.Layout // of url
	destination destination
	accept      string // "": as the layers have it
	contentType string // "": as the layers have it
	body        any    // nil where destination is toJSON
}

// parse does all that is the same for Request and *http.Request.
func (c *call) parse() (p parsed, err *Error) {
	c.placeParams()
	if err := checkMethod(c.method); err != nil {
		return p, err
	}
	var stack [512]byte
	url, layout, err := c.expand(stack[:])
	if err != nil {
		return p, err
	}
	p.layout, p.destination = layout, c.destination()
	if err := c.sendParams(&p, url); err != nil {
		return p, err
	}
	if err := c.checkHeaders(); err != nil {
		return p, err
	}
	p.accept = c.amendedAccept()
	err = c.setBody(&p)
	return p, err
}

// request is a parsed call as a description.
func (c *call) request(p *parsed) Request {
	fields := c.headers.items()
	headers := make(Headers, len(fields)+2)
	for i := range fields {
		if h := &fields[i]; h.value != "" {
			headers[h.name.lower] = h.value
		}
	}
	if p.accept != "" {
		headers["accept"] = p.accept
	}
	if p.contentType != "" {
		headers["content-type"] = p.contentType
	}
	if p.destination == toJSON {
		object := make(map[string]any)
		for _, param := range c.left() {
			if param.isSent() && !param.query {
				object[param.key] = param.value
			}
		}
		p.body = object
	}
	return Request{Method: lowerMethod(c.method), URL: p.url, Headers: headers, Body: p.body, Meta: c.meta}
}

// lowerMethod spares an allocation for the usual methods.
func lowerMethod(method string) string {
	switch method {
	case "GET":
		return "get"
	case "POST":
		return "post"
	case "PUT":
		return "put"
	case "PATCH":
		return "patch"
	case "DELETE":
		return "delete"
	}
	return ascii.Lower(method)
}

// tokenChars are what a token may contain (RFC 9110 section 5.6.2).
const tokenChars = "letters, digits and !#$%&'*+-.^_`|~"

// checkMethod checks a method in upper case.
func checkMethod(method string) *Error {
	switch {
	case method == "":
		return &Error{Reason: "it is missing", Err: ErrMethod}
	case !ascii.IsToken(method):
		return &Error{Reason: "it may contain only " + tokenChars, Err: ErrMethod}
	}
	return nil
}

// expand writes the URL as far as the template goes.
func (c *call) expand(buf []byte) (url []byte, layout address.Layout, err *Error) {
	var failed *address.Error
	switch {
	case c.url == "":
		return nil, layout, &Error{Reason: "the URL is missing", Err: ErrRoute}
	case c.template == nil:
		url, layout, failed = address.Join(buf, c.url, c.base, c.baseValues.items())
	default:
		url, layout, failed = address.Expand(buf, c.template, c.values.items(), c.base, c.baseValues.items())
	}
	if failed != nil {
		return nil, layout, c.addressError(failed)
	}
	return url, layout, nil
}

// A destination is where leftover Params go: those that no placeholder names.
type destination uint8

const (
	nowhere     destination = iota // there are none, or Data is the body
	toQuery                        // GET and HEAD
	toJSON                         // a JSON object
	toForm                         // url.Values
	toOtherType                    // an error: the content-type is neither JSON nor form
	toNothing                      // an error: the method does not send any
)

func (c *call) destination() destination {
	switch c.method {
	case "GET", "HEAD":
		return toQuery
	case "PATCH", "POST", "PUT", "DELETE":
	default:
		return toNothing
	}
	switch mediaType := c.contentType(); {
	case c.data != nil:
		return nowhere
	case mediaType == "" || isJSONType(mediaType):
		return toJSON
	case ascii.EqualFold(mediaType, formType):
		return toForm
	}
	return toOtherType
}

// left returns the params that no placeholder names.
func (c *call) left() []param { return c.params.items()[:c.leftovers] }

func (p *param) isSent() bool { return !p.overridden && !isUnset(p.value) }

// style is the style of lists: that of Lists, else usual.
func (c *call) style(usual query.Style) query.Style {
	if c.lists == 0 {
		return usual
	}
	return listStyles[c.lists]
}

var listStyles = [...]query.Style{ListComma: query.Comma, ListRepeat: query.Repeat, ListBrackets: query.Brackets}

// sendParams adds Query and the leftover Params to the URL or the body. Those
// of a JSON object stay in the list of the call.
func (c *call) sendParams(p *parsed, url []byte) *Error {
	if int(c.lists) >= len(listStyles) {
		return &Error{Name: "Lists", Reason: "use ListComma, ListRepeat or ListBrackets", Err: ErrParam}
	}
	to, q := nowhere, query.New(p.layout.InPath)
	left := c.left()
	for i := range left {
		param := &left[i]
		if !param.isSent() {
			continue
		}
		var err error
		switch {
		case param.query:
			url, err = q.Add(url, param.key, param.value, c.style(query.Repeat))
		case p.destination == toQuery:
			url, err = q.Add(url, param.key, param.value, c.style(query.Joined))
		case p.destination == toForm:
			err = c.addToForm(&p.body, param.key, param.value)
		case p.destination == toNothing && !isNil(param.value):
			err = errors.New(c.method + " does not send parameters: name it in the URL, or pass it in Query or Data")
		}
		if err != nil {
			return &Error{Name: param.key, Reason: err.Error(), Err: ErrParam}
		}
		if !param.query {
			to = p.destination
		}
	}
	p.destination = to
	p.url = string(q.Close(url))
	return nil
}

// addToForm adds a parameter to the form in body, which is made if need be.
func (c *call) addToForm(body *any, key string, value any) error {
	form, ok := (*body).(url.Values)
	if !ok {
		form = url.Values{}
		*body = form
	}
	return query.AddToForm(form, key, value, c.style(query.Repeat))
}

// isNil reports whether v is nil or holds a nil pointer, map or slice.
func isNil(v any) bool {
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Map, reflect.Slice:
		return rv.IsNil()
	}
	return false
}

// checkHeaders checks the options of the media type, then the headers by name.
func (c *call) checkHeaders() *Error {
	if name := c.media.invalid(); name != "" {
		return &Error{Name: name, Reason: "it may contain only " + tokenChars, Err: ErrHeader}
	}
	headers := c.headers.items()
	for i := range headers {
		if h := &headers[i]; h.reason != "" {
			return &Error{Name: h.name.lower, Reason: h.reason, Err: ErrHeader}
		}
	}
	return nil
}

// invalid returns the name of the option that is not a token, "" without one.
func (m *MediaType) invalid() string {
	if m.Format != "" && !ascii.IsToken(m.Format) {
		return "MediaType.Format"
	}
	for _, name := range m.Previews {
		if !ascii.IsToken(mediatype.PreviewName(name)) {
			return "MediaType.Previews"
		}
	}
	return ""
}

// header returns a header as the layers leave it, nil where none names it. One
// that is removed has no value.
func (c *call) header(f field) *header {
	headers := c.headers.items()
	for i := range headers {
		if headers[i].name.field == f {
			return &headers[i]
		}
	}
	return nil
}

// amendedAccept returns the accept header with the media type applied, "" where
// it stays as it is.
func (c *call) amendedAccept() string {
	m := &c.media
	if m.Format == "" && len(m.Previews) == 0 {
		return ""
	}
	switch h := c.header(acceptField); {
	case h == nil: // a format alone makes none
		return mediatype.Amend("", m.Format, m.Previews)
	case h.value == "":
		return ""
	case h.layer > 0:
		return mediatype.Amend(h.value, m.Format, m.Previews)
	case c.mediaChanged:
		return c.d.accept.Amend(m.Format, m.Previews)
	}
	return c.d.amended
}

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// contentType returns the type of the content-type header without parameters.
func (c *call) contentType() string {
	h := c.header(contentTypeField)
	if h == nil {
		return ""
	}
	name, _, _ := strings.Cut(h.value, ";")
	return strings.Trim(name, " \t")
}

// isJSONType reports whether a media type is one of JSON (RFC 8259, and the
// suffix of RFC 6839).
func isJSONType(mediaType string) bool {
	const suffix = "+json"
	n := len(mediaType) - len(suffix)
	return ascii.EqualFold(mediaType, jsonType) || ascii.EqualFold(mediaType, "text/json") ||
		n > 0 && ascii.EqualFold(mediaType[n:], suffix)
}

// setBody sets Data as the body, checks that method and content-type go with
// the body, and sets its content-type if no layer does.
func (c *call) setBody(p *parsed) *Error {
	if c.data != nil {
		if err := c.setData(p); err != nil {
			return err
		}
	}
	if p.destination == toOtherType {
		return &Error{Name: "content-type", Reason: "it is neither JSON nor a form, as which parameters are sent: pass the body as Data", Err: ErrBody}
	}
	switch {
	case p.body == nil && p.destination != toJSON, c.header(contentTypeField) != nil:
	case p.destination == toJSON:
		p.contentType = jsonType + "; charset=utf-8"
	case p.body != nil:
		switch body.KindOf(p.body) {
		case body.Form:
			p.contentType = formType
		case body.JSON, body.RawJSON:
			p.contentType = jsonType + "; charset=utf-8"
		}
	}
	return nil
}

// setData sets Data as the body: a map as a form where the content-type says
// so.
func (c *call) setData(p *parsed) *Error {
	switch c.method {
	case "GET", "HEAD", "TRACE", "CONNECT":
		return &Error{Name: "Data", Reason: c.method + " does not allow a body: use another method", Err: ErrBody}
	}
	p.body = c.data
	kind := body.KindOf(c.data)
	if kind != body.JSON && kind != body.RawJSON || !ascii.EqualFold(c.contentType(), formType) {
		return nil
	}
	v, err := rfc6570.ValueOf(c.data)
	if err != nil || !v.IsMap() {
		return &Error{Name: "Data", Reason: "a form is made of a map with string keys, url.Values or text: use ParamsOf for a struct", Err: ErrBody}
	}
	p.body = url.Values{}
	for _, key := range v.Keys() {
		if err := c.addToForm(&p.body, key, v.Entry(key)); err != nil {
			return &Error{Name: key, Reason: err.Error(), Err: ErrParam}
		}
	}
	return nil
}
