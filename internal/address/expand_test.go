package address

import (
	"strings"
	"testing"

	"example.com/endpoint/internal/fault"
)

// values are the values of the tables; another name is missing.
var values = map[string]any{
	"a": "x", "n": 42, "five": 5, "port": 8443, "big": 65536, "letter": "80x", "dots": ".x",
	"url": "https://up.test:65536/", "zone_url": "http://[::1%x]:65536/", "angle_url": "https://a<b/", "line_url": "https://up.test/a\nb",
}

func lookup(name string) (any, bool) {
	v, ok := values[name]
	return v, ok
}

// expand expands a template as the caller of this package does.
func expand(base, template string, values Lookup) (u URL, _ *fault.Error) {
	t := Compile(template)
	if IsPlainPath(template) {
		t = PlainPath
	}
	return u, t.Expand(&u, template, values, CompileBase(base), values)
}

const base = "https://api.test/v1"

// TestReject has what is wrong with a base, a template and a leading value. test/ has the
// reasons that a call shows, and FuzzModel what is sent.
func TestReject(t *testing.T) {
	for _, tt := range []struct {
		base, template string
		kind           fault.Kind
		name, reason   string
	}{
		{base, "/:a/:b/{b c}", fault.Route, "", "at offset 7 of the URL:"},
		{base, "https://h.test/:a/%zz", fault.Route, "", "at offset 18 of the URL:"},
		{base, "https://", fault.Route, "", "the host is missing or malformed"},
		{base, "https://h.test:65536/", fault.Route, "", "the port may contain only digits, up to 65535"},
		{"", "/x", fault.BaseURL, "", "set it to an http or https URL"},
		{"https://api.test?x", "/x", fault.BaseURL, "", "it has a query or fragment"},
		{"https://api.test/{+a}", "/x", fault.BaseURL, "", "only plain placeholders: write {name}"},
		{"https://api.test/{a?}", "/x", fault.BaseURL, "", "RFC 6570"},
		{"https://[::1]{a}]", "/x", fault.BaseURL, "", "the host is missing or malformed"},

		// The port of a base, with its last placeholder.
		{"https://h.test:65535{n}", "/x", fault.Param, "n", "up to 65535"},
		{"https://h.test:{big}", "/x", fault.Param, "big", "up to 65535"},
		{"https://h.test:{n}{five}{port}00/{a}", "/x", fault.Param, "port", "up to 65535"},
		{"https://h.test:{letter}", "/x", fault.Param, "letter", "only digits"},
		{"https://{a}:99999/{n}", "/x", fault.BaseURL, "", "up to 65535"},
		{"https://h.test/{dots}", "/x", fault.Param, "dots", "inner dots"},

		// A leading value, as it is written and as it is sent.
		{base, "{url}", fault.Param, "url", "the port"},
		{base, "{zone_url}", fault.Param, "zone_url", "the host"},
		{base, "{angle_url}", fault.Param, "angle_url", "not a valid"},
		{base, "{line_url}", fault.Param, "line_url", "not a valid"},
	} {
		_, err := expand(tt.base, tt.template, lookup)
		if err == nil || err.Kind != tt.kind || err.Name != tt.name || !strings.Contains(err.Reason, tt.reason) {
			t.Errorf("%s + %s: got %+v, want %d of %q with %q", tt.base, tt.template, err, tt.kind, tt.name, tt.reason)
		}
	}
}
