package address

import (
	"cmp"
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

// TestReject has what is wrong with a template, a base and a leading value. test/ has the
// reasons that most calls show, and FuzzModel what is sent.
func TestReject(t *testing.T) {
	const host, port = "the host is missing or malformed", "the port may contain only digits, up to 65535"
	for _, tt := range []struct {
		base, template string // "" is a good one
		kind           fault.Kind
		name, reason   string
	}{
		{template: "/:a/:b/{b c}", kind: fault.Route, reason: "at offset 7 of the URL:"},
		{template: "https://h.test/:a/%zz", kind: fault.Route, reason: "at offset 18 of the URL:"},
		{template: "https://", kind: fault.Route, reason: host},
		{template: "https://h.test:65536/", kind: fault.Route, reason: port},

		{base: ":/", kind: fault.Route, reason: "it must begin with http:// or https://"},
		{base: "https://api.test?x", kind: fault.Route, reason: "it has a query or fragment"},
		{base: "https://api.test/{+a}", kind: fault.Route, reason: "only plain placeholders: write {name}"},
		{base: "https://api.test/{a*}", kind: fault.Route, reason: "only plain placeholders: write {name}"},
		{base: "https://api.test/{a?}", kind: fault.Route, reason: "RFC 6570"},
		{base: "https://[::1]{a}]", kind: fault.Route, reason: host},
		{base: "https://h.test/{dots}", kind: fault.Param, name: "dots", reason: "inner dots"},
		// Its port is that of the last placeholder.
		{base: "https://h.test:65535{n}", kind: fault.Param, name: "n", reason: port},
		{base: "https://h.test:{big}", kind: fault.Param, name: "big", reason: port},
		{base: "https://h.test:{n}{five}{port}00/{a}", kind: fault.Param, name: "port", reason: port},
		{base: "https://h.test:{letter}", kind: fault.Param, name: "letter", reason: port},
		{base: "https://{a}:99999/{n}", kind: fault.Route, reason: port},

		// A leading value, as it is written and as it is sent.
		{template: "{url}", kind: fault.Param, name: "url", reason: port},
		{template: "{zone_url}", kind: fault.Param, name: "zone_url", reason: host},
		{template: "{angle_url}", kind: fault.Param, name: "angle_url", reason: "not a valid"},
		{template: "{line_url}", kind: fault.Param, name: "line_url", reason: "not a valid"},
	} {
		_, err := expand(cmp.Or(tt.base, base), cmp.Or(tt.template, "/x"), lookup)
		if err == nil || err.Kind != tt.kind || err.Name != tt.name || !strings.Contains(err.Reason, tt.reason) {
			t.Errorf("%s + %s: got %+v, want %d of %q with %q", tt.base, tt.template, err, tt.kind, tt.name, tt.reason)
		}
	}
	if _, err := expand("", "/x", lookup); err == nil || err.Kind != fault.Route || err.Reason != "set it to an http or https URL" {
		t.Errorf("without a base: %v", err)
	}
}
