// A call to method, URL, headers and body.

package endpoint

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/mediatype"
	"example.com/endpoint/internal/query"
	"example.com/endpoint/internal/value"
)

// Parse builds the request that merged options describe, without the defaults of e: a
// missing Method is [ErrMethod], and a path without a BaseURL is [ErrBaseURL]. Its errors
// are those of Build.
func (e Endpoint) Parse(merged Options) (Request, error) {
	return noDefaults.merge("", []Layer{&merged}).request()
}

// request is the call as a description: parse(merge(...)), as in the original.
func (c *call) request() (Request, error) {
	url, err := c.parse()
	if err != nil {
		return Request{}, c.failed(err)
	}
	r := Request{Method: c.rule.lower, URL: url, Headers: make(Headers, len(c.headers)), Body: c.body, Meta: c.set.Meta}
	if r.Method == "" {
		r.Method = header.Lower(c.set.Method)
	}
	for i := range c.headers {
		if f := &c.headers[i]; f.Value != "" {
			r.Headers[f.Lower] = f.Value
		}
	}
	if c.hasBody && c.body == nil {
		r.Body = c.object()
	}
	return r, nil
}

// parse does all that is the same for Request and *http.Request. It returns the URL and
// completes headers and body.
func (c *call) parse() (url string, err *Error) {
	if err := c.check(); err != nil {
		return "", err
	}
	if err := c.expand(); err != nil {
		return "", err
	}
	c.setBody()
	if err := c.addPairs(); err != nil {
		return "", err
	}
	if err := c.checkHeaders(); err != nil {
		return "", err
	}
	c.amendAccept()
	if c.hasBody {
		c.setContentType()
		err = c.checkBody()
	}
	return c.url.String(), err
}

// check checks the method, and that ParamsOf could read what it was given.
func (c *call) check() *Error {
	if c.rule == &otherMethod {
		if err := checkMethod(c.set.Method); err != nil {
			return err
		}
	}
	for i := range c.params {
		if p := &c.params[i]; p.to == invalid {
			failed := p.value.(*value.Unusable).Err
			return &Error{Name: failed.Name, Reason: failed.Reason, Err: ErrParam}
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

// expand writes the URL as far as the template goes. Path alone fills the placeholders of
// BaseURL.
func (c *call) expand() *Error {
	switch {
	case c.set.URL == "":
		return &Error{Reason: "the URL is missing", Err: ErrRoute}
	case 'A' <= c.set.URL[0] && c.set.URL[0] <= 'Z' && isMethodSlip(c.set.URL):
		return &Error{Reason: "put a space between the method and the URL", Err: ErrRoute}
	}
	ofURL := func(name string) (any, bool) { return c.fill(name, fromParams) }
	ofBase := func(name string) (any, bool) { return c.fill(name, fromPath) }
	if err := c.template.Expand(&c.url, c.set.URL, ofURL, c.base, ofBase); err != nil {
		return c.addressError(err)
	}
	return nil
}

// refusals say why a call may not pass a param, by its destination.
var refusals = [...]string{
	noPlaceholder: "no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query",
	filledByPath:  "Path fills its placeholder: leave it out of Params, pass it in Path to override that value, or in Query to send it in the query",
	inExpression:  "a variable of the URL, such as {?x}, writes it: pass it there instead, in Params or Path",
	inTemplate:    "the query of the URL has it already: remove it there, or do not pass it",
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

// addPairs writes the query and, under the content-type of forms, the params of the body.
func (c *call) addPairs() *Error {
	if c.set.Lists > ListBrackets {
		return &Error{Name: "Lists", Reason: "use ListComma, ListRepeat or ListBrackets", Err: ErrParam}
	}
	lists := query.Style(c.set.Lists) // whose constants are the same
	q := query.OfURL(&c.url, c.template.QueryKeys, lists)
	var form query.Pairs
	if c.kind == body.Form && !c.hasData {
		form = query.OfForm(lists)
		c.body = form.Values
	}
	for i := range c.params {
		var err error
		switch p := &c.params[i]; {
		case p.to == toQuery && p.from == fromParams:
			err = q.Add(p.key, p.value, query.Joined)
		case p.to == toQuery:
			err = q.Add(p.key, p.value, query.Repeat)
		case p.to == toBody && c.kind == body.Form:
			err = form.Add(p.key, p.value, query.Repeat)
		case p.to > toBody:
			return c.refused(p)
		}
		if err != nil {
			return &Error{Name: c.params[i].key, Reason: err.Error(), Err: ErrParam}
		}
	}
	return nil
}

// checkHeaders checks the options of the media type, then the headers by name.
func (c *call) checkHeaders() *Error {
	if format := c.set.MediaType.Format; format != "" && !header.IsToken(format) {
		return &Error{Name: "MediaType.Format", Reason: notToken, Err: ErrHeader}
	}
	for _, name := range c.set.MediaType.Previews {
		if !header.IsToken(mediatype.PreviewName(name)) {
			return &Error{Name: "MediaType.Previews", Reason: notToken, Err: ErrHeader}
		}
	}
	for i := range c.headers {
		if reason := c.headers[i].Invalid(); reason != "" {
			return &Error{Name: c.headers[i].Lower, Reason: reason, Err: ErrHeader}
		}
	}
	return nil
}

// amendAccept applies the media type to accept.
func (c *call) amendAccept() {
	m := &c.set.MediaType
	if m.Format == "" && len(m.Previews) == 0 {
		return
	}
	i := header.Index(c.headers, "accept")
	switch {
	case i < 0: // without previews, it stays empty
		accept := mediatype.Amend("", m.Format, m.Previews)
		c.headers = append(c.headers, header.Field{Name: acceptName, Value: accept})
	case c.headers[i].Value != "": // else it is removed
		c.headers[i].Value = mediatype.Amend(c.headers[i].Value, m.Format, m.Previews)
	}
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

// essence returns the type of a content-type in lower case, without parameters, or all of
// one that has no type.
func essence(contentType string) string {
	name, _, _ := strings.Cut(contentType, ";")
	return cmp.Or(header.Lower(header.Trim(name)), contentType)
}

// isForJSON reports whether JSON may be sent under a content-type: none, or one of
// JSON (RFC 8259, and the suffix of RFC 6839).
func isForJSON(contentType string) bool {
	prefix, isSuffixed := strings.CutSuffix(contentType, "+json")
	return contentType == "" || contentType == jsonType || contentType == "text/json" || isSuffixed && prefix != ""
}

// setBody says what the body is, of a call that has one. A form of Params is written with
// the query.
func (c *call) setBody() {
	switch {
	case c.hasData:
		c.kind, c.body = body.KindOf(c.set.Data), c.set.Data
	case c.hasBody && c.contentType == formType:
		c.kind = body.Form
	case c.hasBody:
		c.kind = body.JSON
	}
}

func (c *call) setContentType() {
	if name := defaultTypes[c.kind]; name != "" && !c.hasType {
		c.headers = append(c.headers, header.Field{Name: contentTypeName, Value: name})
	}
}

// checkBody checks that the body goes with the method and the content-type. Under the
// content-type of forms, a map or a struct with tags becomes a form.
func (c *call) checkBody() *Error {
	isForm, isJSON := c.contentType == formType, isForJSON(c.contentType)
	reason := ""
	switch {
	case !c.hasData && !isForm && !isJSON:
		return &Error{Name: "content-type", Reason: "parameters can be sent only as JSON or as a form: pass any other body as Data", Err: ErrBody}
	case !c.hasData && isJSON:
		return c.checkMembers()
	case !c.hasData:
		return nil
	case c.rule.noBody != "":
		reason = c.set.Method + " does not allow a body: " + c.rule.noBody
	case c.kind == body.JSON && isForm:
		return c.toForm()
	case c.kind == body.RawJSON && isForm:
		reason = "json.RawMessage is not a form: pass a map, a struct with tags, url.Values or text"
	case c.kind == body.Form && !isForm && c.contentType != "":
		reason = "url.Values are a form: set content-type to " + formType + ", or pass text"
	case c.kind == body.JSON && !isJSON:
		reason = value.TypeName(reflect.TypeOf(c.body)) + " is sent as JSON, but content-type is not a JSON type: pass text, bytes or a Reader, or json.RawMessage for JSON under another name"
	case c.kind == body.JSON:
		if err := value.Check(c.body); err != nil {
			reason = err.Error()
		}
	case c.kind == body.Text && isJSON && c.contentType != "" && !c.isEncoded() && !isJSONText(c.body):
		reason = "the text is not valid JSON, as content-type says it is: pass a pointer to a string to encode it, the content-type of the text, or a Reader, which is not checked"
	}
	if reason != "" {
		return &Error{Name: "Data", Reason: reason, Err: ErrBody}
	}
	return nil
}

// isEncoded reports whether a content-encoding keeps a body from being read here.
func (c *call) isEncoded() bool {
	i := header.Index(c.headers, "content-encoding")
	return i >= 0 && c.headers[i].Value != ""
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
func (c *call) toForm() *Error {
	fields, failed := value.FormFields(c.body)
	if unusable, ok := fields[invalidKey].(*value.Unusable); ok {
		failed = &unusable.Err
	}
	switch {
	case failed != nil:
		return &Error{Name: failed.Name, Reason: failed.Reason, Err: ErrParam}
	case fields == nil:
		reason := value.TypeName(reflect.TypeOf(c.body)) + " is not a form: pass a map with string keys, a struct with json or url tags, url.Values or text"
		return &Error{Name: "Data", Reason: reason, Err: ErrBody}
	}
	form := query.OfForm(query.Style(c.set.Lists))
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if err := form.Add(key, fields[key], query.Repeat); err != nil {
			return &Error{Name: key, Reason: err.Error(), Err: ErrParam}
		}
	}
	c.kind, c.body = body.Form, form.Values
	return nil
}

// object is the body that the params make.
func (c *call) object() map[string]any {
	object := make(map[string]any)
	for i := range c.params {
		if p := &c.params[i]; p.to == toBody {
			object[p.key] = p.value
		}
	}
	return object
}

// checkMembers checks the members of an object.
func (c *call) checkMembers() *Error {
	for i := range c.params {
		p := &c.params[i]
		if p.to != toBody {
			continue
		}
		if err := value.Check(p.value); err != nil {
			return &Error{Name: p.key, Reason: err.Error(), Err: ErrBody}
		}
	}
	return nil
}

// encode returns the body as it is sent. An object needs no map for that.
func (c *call) encode() (content body.Content, _ *Error) {
	if !c.hasBody || c.body != nil {
		return newContent(c.body)
	}
	b := append(make([]byte, 0, 256), '{')
	for i := range c.params {
		m := &c.params[i]
		if m.to != toBody {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		var err error
		if b, err = value.AppendMember(b, m.key, m.value); err != nil {
			return content, &Error{Name: m.key, Reason: err.Error(), Err: ErrBody}
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
