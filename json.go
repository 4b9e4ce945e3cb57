// The JSON forms: the flat one of Options, as @octokit/endpoint has it, and
// that of Request. Each is written from one map and read key by key.

package endpoint

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"unicode/utf8"

	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/jsonvalue"
)

// optionKeys are the keys of the flat form that are not parameters.
var optionKeys = []string{"baseUrl", "data", "headers", "mediaType", "method", "request", "url"}

// MarshalJSON writes the flat form: one object with the keys method, url,
// baseUrl, headers, mediaType, data and request, each only if it is set, and
// every parameter. Data that is text, bytes or url.Values becomes a string. A
// parameter that is [Unset] is left out.
//
// A parameter with the name of one of these keys, a Query and a Lists are
// [ErrParam]. A Reader as Data is [ErrBody]. Text that is not valid UTF-8 is an
// error, except inside lists and maps: encoding/json decides how it is written
// there.
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
	for _, key := range optionKeys {
		if value, ok := o.Params[key]; ok && !isUnset(value) {
			return jsonError(ErrParam, key, "in flat JSON this key is an option; set the parameter in Go instead")
		}
	}
	if len(o.Query) > 0 {
		return jsonError(ErrParam, "Query", "flat JSON cannot hold it; write its keys in the URL, as in {?page}, and its values in Params")
	}
	if o.Lists != 0 {
		return jsonError(ErrParam, "Lists", "flat JSON cannot hold it; set it in Go instead")
	}
	return checkUTF8(o.Headers)
}

const notUTF8 = "JSON can hold only UTF-8 text; convert it to UTF-8 first"

func checkUTF8(h Headers) error {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if !utf8.ValidString(name) || !utf8.ValidString(h[name]) {
			return jsonError(ErrHeader, name, notUTF8)
		}
	}
	return nil
}

func jsonError(kind error, name, reason string) error {
	return &Error{Name: name, Reason: reason, Err: kind}
}

// encodeObject adds Meta and the body, where they are set, and writes the
// object with its keys sorted.
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
		if v := reflect.ValueOf(flat[key]); !utf8.ValidString(key) || v.Kind() == reflect.String && !utf8.ValidString(v.String()) {
			return nil, jsonError(kind, key, notUTF8)
		}
		if dst, err = jsonvalue.Append(append(jsonvalue.AppendString(dst, key), ':'), flat[key]); err != nil {
			return nil, jsonError(kind, key, err.Error())
		}
	}
	return append(dst, '}'), nil
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
// The error is [ErrParam] if the JSON is not an object. Otherwise it is the
// error of the option whose value has the wrong type: [ErrMethod] for method,
// for example.
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

// decodeObject reads an object, nil for null.
func decodeObject(b []byte) (object map[string]json.RawMessage, err error) {
	if json.Unmarshal(b, &object) != nil {
		return nil, jsonError(ErrParam, "", "the JSON must be an object")
	}
	return object, nil
}

// decode reads a value of an object into target. Null and a value that is not
// there change nothing, and numbers keep their digits.
func decode(raw json.RawMessage, target any, kind error, name, want string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if raw != nil && d.Decode(target) != nil {
		return jsonError(kind, name, "it must be "+want)
	}
	return nil
}

func (o *Options) setFlat(key string, raw json.RawMessage) error {
	switch key {
	case "method":
		return decode(raw, &o.Method, ErrMethod, key, "a string")
	case "url":
		return decode(raw, &o.URL, ErrRoute, key, "a string")
	case "baseUrl":
		return decode(raw, &o.BaseURL, ErrBaseURL, key, "a string")
	case "headers":
		return o.setHeaders(raw)
	case "mediaType":
		return o.MediaType.setFlat(raw)
	case "data":
		return decode(raw, &o.Data, ErrBody, key, "JSON")
	case "request":
		return decode(raw, &o.Meta, ErrParam, key, "JSON")
	}
	if o.Params == nil {
		o.Params = Params{}
	}
	var value any
	err := decode(raw, &value, ErrParam, key, "JSON")
	o.Params[key] = value
	return err
}

func (m *MediaType) setFlat(raw json.RawMessage) error {
	var flat map[string]json.RawMessage
	if err := decode(raw, &flat, ErrHeader, "mediaType", "an object with the keys format and previews"); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		if key != "format" && key != "previews" {
			return jsonError(ErrHeader, "mediaType."+key, "the keys of mediaType are format and previews")
		}
	}
	if err := decode(flat["format"], &m.Format, ErrHeader, "mediaType.format", "a string"); err != nil {
		return err
	}
	return decode(flat["previews"], &m.Previews, ErrHeader, "mediaType.previews", "an array of strings")
}

func (o *Options) setHeaders(raw json.RawMessage) error {
	var object map[string]any
	err := decode(raw, &object, ErrHeader, "headers", "an object of strings and numbers")
	if object == nil {
		return err
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
	if err := checkUTF8(r.Headers); err != nil {
		return nil, err
	}
	headers := r.Headers
	if headers == nil {
		headers = Headers{}
	}
	return encodeObject(map[string]any{"method": r.Method, "url": r.URL, "headers": headers}, r.Meta, "body", r.Body)
}

// UnmarshalJSON reads what MarshalJSON writes and replaces the whole value;
// null changes nothing. Numbers are json.Number. An unknown key is [ErrParam].
// If method, url or headers has the wrong JSON type, the error is [ErrMethod],
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
			err = decode(object[key], &read.Data, ErrBody, key, "JSON")
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
