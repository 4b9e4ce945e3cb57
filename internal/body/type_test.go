package body

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

func TestTypeOf(t *testing.T) {
	for contentType, want := range map[string]Type{
		"":                                  None,
		"application/json":                  JSONType,
		" Application/JSON ; charset=utf-8": JSONType,
		"text/json":                         JSONType,
		"application/merge-patch+json":      JSONType,
		"+json":                             OtherType,
		formType + ";v=1":                   FormType,
		"multipart/form-data":               OtherType,
		";":                                 OtherType,
		"; charset=utf-8":                   OtherType,
	} {
		if got := TypeOf(contentType); got != want {
			t.Errorf("%q: %d, want %d", contentType, got, want)
		}
	}
}

// TestMisfit has each kind under each type: "" fits.
func TestMisfit(t *testing.T) {
	for _, tt := range []struct {
		body                    any
		none, json, form, other string
	}{
		{strings.NewReader("x"), "", "", "", ""},
		{"1", "", "", "", ""},
		{"x", "", "not valid JSON", "", ""},
		{[]byte("{"), "", "not valid JSON", "", ""},
		{[]byte{}, "", "", "", ""},
		{"", "", "", "", ""},
		{url.Values{}, "", "url.Values is a form: set", "", "url.Values is a form: set"},
		{json.RawMessage("1"), "", "", "json.RawMessage is not a form", ""},
		{5, "", "", "", "int is sent as JSON, but"},
		{struct{ a int }{1}, "no field that JSON shows", "no field that JSON shows", "no field that JSON shows", "struct { a int } is sent as JSON"},
	} {
		kind := KindOf(tt.body)
		for contentType, want := range []string{tt.none, tt.json, tt.form, tt.other} {
			got := kind.Misfit(tt.body, Type(contentType), false)
			if (got == "") != (want == "") || !strings.Contains(got, want) {
				t.Errorf("%T under %d: %q, want %q", tt.body, contentType, got, want)
			}
		}
		if got := kind.Misfit(tt.body, JSONType, true); kind == Text && got != "" {
			t.Errorf("%T with a content-encoding: %q", tt.body, got)
		}
	}
}
