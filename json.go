// The JSON forms: the flat one of Options, as @octokit/endpoint has it, and
// that of Request. Each is written from one map and read into one map.

package endpoint

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/jsonvalue"
)

// optionKeys are the keys of the flat form that are not parameters.
var optionKeys = []string{"method", "url", "baseUrl", "headers", "mediaType", "data", "request"}

const notUTF8 = "JSON can hold only UTF-8 text; convert it to UTF-8 first"

// MarshalJSON writes the flat form: one object with the keys method, url,
// baseUrl, headers, mediaType, data and request, each only if it is set, and
// every parameter. Data that is text, bytes or url.Values becomes a string. A
// parameter that is [Unset] is left out.
//
// The flat form cannot hold a parameter with the name of one of these keys, a
// Query or a Lists ([ErrParam]), a Reader as Data ([ErrBody]), or text that is
// not UTF-8. Inside lists and maps such text is written as encoding/json writes
// it.
func (o Options) MarshalJSON() ([]byte, error) {
	if err := o.checkFlat(); err != nil {
		return nil, err
	}
	flat := make(map[string]any, len(o.Params)+len(optionKeys))
	for name, value := range o.Params {
		if !isUnset(value) {
			flat[name] = value
		}
	}
	for key, value := range map[string]string{"method": o.Method, "url": o.URL, "baseUrl": o.BaseURL} {
		if value != "" {
			flat[key] = value
		}
	}
	if len(o.Headers) > 0 {
		flat["headers"] = o.Headers
	}
	if o.MediaType.Format != "" || len(o.MediaType.Previews) > 0 {
		flat["mediaType"] = flatMediaType(o.MediaType)
	}
	return encodeObject(flat, o.Meta, "data", o.Data)
}

type flatMediaType struct {
	Format   string   `json:"format,omitempty"`
	Previews []string `json:"previews,omitempty"`
}

// checkFlat returns an error for what the flat form cannot hold.
func (o *Options) checkFlat() error {
	for _, name := range slices.Sorted(maps.Keys(o.Params)) {
		if slices.Contains(optionKeys, name) {
			return jsonError(ErrParam, name, "in flat JSON this key is an option; set the parameter in Go instead")
		}
	}
	if len(o.Query) > 0 {
		return jsonError(ErrParam, "Query", "flat JSON cannot hold it; write its keys in the URL, as in {?page}, and its values in Params")
	}
	if o.Lists != 0 {
		return jsonError(ErrParam, "Lists", "flat JSON cannot hold it; set it in Go instead")
	}
	if !utf8.ValidString(o.MediaType.Format + strings.Join(o.MediaType.Previews, ",")) {
		return jsonError(ErrHeader, "mediaType", notUTF8)
	}
	return checkHeaders(o.Headers)
}

func jsonError(kind error, name, reason string) error {
	return &Error{Name: name, Reason: reason, Err: kind}
}

func checkHeaders(h Headers) error {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if !utf8.ValidString(name) || !utf8.ValidString(h[name]) {
			return jsonError(ErrHeader, name, notUTF8)
		}
	}
	return nil
}

// encodeObject adds Meta and the body, where they are set, and writes the object
// with its keys sorted.
func encodeObject(flat map[string]any, meta any, bodyKey string, content any) (_ []byte, err error) {
	if meta != nil {
		flat["request"] = meta
	}
	if content != nil {
		if flat[bodyKey], err = bodyValue(bodyKey, content); err != nil {
			return nil, err
		}
	}
	dst := []byte{'{'}
	for i, key := range slices.Sorted(maps.Keys(flat)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		kind := ErrParam
		if key == bodyKey {
			kind = ErrBody
		}
		if dst, err = appendMember(dst, kind, key, flat[key]); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func appendMember(dst []byte, kind error, key string, value any) ([]byte, error) {
	if v := reflect.ValueOf(value); !utf8.ValidString(key) || v.Kind() == reflect.String && !utf8.ValidString(v.String()) {
		return nil, jsonError(kind, key, notUTF8)
	}
	dst, err := jsonvalue.Append(append(jsonvalue.AppendString(dst, key), ':'), value)
	if err != nil {
		return nil, jsonError(kind, key, err.Error())
	}
	return dst, nil
}

// bodyValue returns what JSON shows of a body: a string for text, bytes and
// forms, and the value itself for all that is JSON anyway.
func bodyValue(key string, v any) (any, error) {
	if params, ok := v.(Params); ok {
		return map[string]any(params), nil
	}
	switch body.KindOf(v) {
	case body.Reader:
		return nil, jsonError(ErrBody, key, "JSON cannot hold a Reader; read it into a string first")
	case body.Form:
		return v.(url.Values).Encode(), nil
	case body.RawJSON:
		if !utf8.Valid(v.(json.RawMessage)) {
			return nil, jsonError(ErrBody, key, notUTF8)
		}
	case body.Text:
		if text := reflect.ValueOf(v); text.Kind() == reflect.Slice {
			return string(text.Bytes()), nil
		}
	}
	return v, nil
}

// UnmarshalJSON reads the flat form and replaces the whole value; null changes
// nothing, as for other types. Keys match exactly. An option that is null is
// absent, and a header that is null is dropped. Numbers in parameters, data and
// request are json.Number, so that no digit is lost.
//
// The error is [ErrParam] if the JSON is not an object, else that of the option
// whose value has the wrong type.
func (o *Options) UnmarshalJSON(b []byte) error {
	flat, err := decodeObject(b)
	if flat == nil {
		return err
	}
	var read Options
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		if err := read.setFlat(key, flat[key]); err != nil {
			return err
		}
	}
	*o = read
	return nil
}

func (o *Options) setFlat(key string, value any) error {
	switch key {
	case "method":
		return setString(&o.Method, ErrMethod, key, value)
	case "url":
		return setString(&o.URL, ErrRoute, key, value)
	case "baseUrl":
		return setString(&o.BaseURL, ErrBaseURL, key, value)
	case "headers":
		return o.setHeaders(value)
	case "mediaType":
		return o.MediaType.setFlat(value)
	case "data":
		o.Data = value
	case "request":
		o.Meta = value
	default:
		if o.Params == nil {
			o.Params = Params{}
		}
		o.Params[key] = value
	}
	return nil
}

func (m *MediaType) setFlat(value any) error {
	flat, ok := value.(map[string]any)
	if !ok && value != nil {
		return jsonError(ErrHeader, "mediaType", "it must be an object with the keys format and previews")
	}
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		if key != "format" && key != "previews" {
			return jsonError(ErrHeader, "mediaType."+key, "the keys of mediaType are format and previews")
		}
	}
	if err := setString(&m.Format, ErrHeader, "mediaType.format", flat["format"]); err != nil {
		return err
	}
	return m.setPreviews(flat["previews"])
}

func (m *MediaType) setPreviews(value any) error {
	list, ok := value.([]any)
	if !ok && value != nil {
		return jsonError(ErrHeader, "mediaType.previews", "it must be an array of strings")
	}
	for _, v := range list {
		name, ok := v.(string)
		if !ok {
			return jsonError(ErrHeader, "mediaType.previews", "it must be an array of strings")
		}
		m.Previews = append(m.Previews, name)
	}
	return nil
}

// decodeObject reads an object, nil for null. Numbers keep their digits.
func decodeObject(b []byte) (object map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if !json.Valid(b) || d.Decode(&object) != nil {
		return nil, jsonError(ErrParam, "", "the JSON must be an object")
	}
	return object, nil
}

func setString(s *string, kind error, name string, value any) error {
	var ok bool
	if *s, ok = value.(string); !ok && value != nil {
		return jsonError(kind, name, "it must be a string")
	}
	return nil
}

func (o *Options) setHeaders(value any) error {
	object, ok := value.(map[string]any)
	if value == nil {
		return nil
	}
	if !ok {
		return jsonError(ErrHeader, "headers", "it must be an object of strings and numbers")
	}
	o.Headers = make(Headers, len(object))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		switch v := object[name].(type) {
		case nil:
		case string:
			o.Headers[name] = v
		case json.Number:
			o.Headers[name] = v.String()
		default:
			return jsonError(ErrHeader, name, "it must be a string or a number")
		}
	}
	return nil
}

// MarshalJSON writes an object with the keys method, url and headers, and body
// and request if they are not nil. A body that is text, bytes or url.Values
// becomes a string. A Reader, and text or bytes that are not UTF-8, are
// [ErrBody].
func (r Request) MarshalJSON() ([]byte, error) {
	if err := checkHeaders(r.Headers); err != nil {
		return nil, err
	}
	headers := r.Headers
	if headers == nil {
		headers = Headers{}
	}
	return encodeObject(map[string]any{"method": r.Method, "url": r.URL, "headers": headers}, r.Meta, "body", r.Body)
}

// UnmarshalJSON reads what MarshalJSON writes and replaces the whole value; null
// changes nothing. Numbers are json.Number. A key that a request does not have
// is [ErrParam]. A method, URL or header of another type is [ErrMethod],
// [ErrRoute] or [ErrHeader].
func (r *Request) UnmarshalJSON(b []byte) error {
	object, err := decodeObject(b)
	if object == nil {
		return err
	}
	read := Options{Headers: Headers{}}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch key {
		case "method", "url", "headers", "request":
			err = read.setFlat(key, object[key])
		case "body":
			read.Data = object[key]
		default:
			err = jsonError(ErrParam, key, "the keys of a request are method, url, headers, body and request")
		}
		if err != nil {
			return err
		}
	}
	*r = Request{Method: read.Method, URL: read.URL, Headers: read.Headers, Body: read.Data, Meta: read.Meta}
	return nil
}
