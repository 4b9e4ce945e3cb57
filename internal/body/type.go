// Content-types, as far as a body depends on them.

package body

import (
	"cmp"
	"encoding/json"
	"reflect"
	"strings"

	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/value"
)

// A Type says what a content-type is to a body.
type Type uint8

const (
	None     Type = iota // it is not set, or removed
	JSONType             // that of JSON (RFC 8259), text/json, or one with the suffix of RFC 6839
	FormType
	OtherType
)

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// TypeOf returns what a content-type is, by its name in lower case without parameters.
func TypeOf(contentType string) Type {
	name, _, _ := strings.Cut(contentType, ";")
	name = cmp.Or(header.Lower(header.Trim(name)), contentType)
	prefix, isSuffixed := strings.CutSuffix(name, "+json")
	switch {
	case name == "":
		return None
	case name == jsonType, name == "text/json", isSuffixed && prefix != "":
		return JSONType
	case name == formType:
		return FormType
	}
	return OtherType
}

// ContentType returns the content-type of a kind of body where none is set, "" for one that
// only the caller knows.
func (k Kind) ContentType() string {
	return [...]string{JSON: jsonType + "; charset=utf-8", RawJSON: jsonType + "; charset=utf-8", Form: formType}[k]
}

// misfits says which bodies may not be sent under which content-type. JSON under that of
// forms has to become one, and text under that of JSON has to be JSON.
var misfits = [...][OtherType + 1]string{
	Form: {
		JSONType:  "is a form: set content-type to " + formType + ", or pass text",
		OtherType: "is a form: set content-type to " + formType + ", or pass text",
	},
	RawJSON: {
		FormType: "is not a form: pass a map, a struct with tags, url.Values or text",
	},
	JSON: {
		OtherType: "is sent as JSON, but content-type is not a JSON type: pass text, bytes or a Reader, or json.RawMessage for JSON under another name",
	},
}

// Misfit returns why v, a body of the kind k, may not be sent under a content-type, "" if it
// may. What has a content-encoding is not read.
func (k Kind) Misfit(v any, t Type, isEncoded bool) string {
	switch reason := misfits[k][t]; {
	case reason != "":
		return value.TypeName(reflect.TypeOf(v)) + " " + reason
	case k == Text && t == JSONType && !isEncoded && !isJSON(v):
		return "the text is not valid JSON, as content-type says it is: pass a pointer to a string to encode it, the content-type of the text, or a Reader, which is not checked"
	case k == JSON:
		if err := value.Check(v); err != nil {
			return err.Reason
		}
	}
	return ""
}

// isJSON reports whether a string or byte slice is empty or valid JSON.
func isJSON(v any) bool {
	text := reflect.ValueOf(v)
	if text.Kind() == reflect.String {
		return text.Len() == 0 || json.Valid([]byte(text.String()))
	}
	return text.Len() == 0 || json.Valid(text.Bytes())
}
