package address

import (
	"cmp"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.com/endpoint/internal/fault"
)

func TestIsHost(t *testing.T) {
	for _, tt := range []struct {
		hosts string
		want  bool
	}{
		{
			"h h.test h.test. h-1_x.test:8080 127.0.0.1:80 [::1] [::1]:80 [::1]:65535 " +
				"[::ffff:1.2.3.4] H.TEST h: [::1]: h:65535 h:0 h:00080",
			true,
		},
		{
			"a,b ] .. * h:x :80 : h:65536 h:123456 h:+80 h:-1 h:8_0 " +
				"[::1]:65536 [::1]:x [::1 [1::2:80 ::1 [::1]x [::1%25eth0] " +
				"[::1%eth0] [] [h u@h h/x h?x h#x .h h..x . é [1.2.3.4] [h] h]:80 h:80:80",
			false,
		},
	} {
		for host := range strings.FieldsSeq(tt.hosts) {
			if got := IsHost(host); got != tt.want {
				t.Errorf("IsHost(%q) is %t", host, got)
			}
		}
	}
	if IsHost("") || IsHost("a b") {
		t.Error(`IsHost accepts "" or "a b"`)
	}
}

// parseTests are the hosts that net/url of some release accepts or rejects.
var parseTests = []struct{ url, reason string }{
	{"https://h.test", ""},
	{"HTTP://u:p@h.test:65535/a?b#c", ""},
	{"http://h:/", ""},
	{"http://h:00080/", ""},
	{"http://[::1]:8080/", ""},
	{"http://u:p@[fe80::1%25eth0]:80", ""},
	{"http://[::ffff:1.2.3.4]/", ""},
	{"http://%C3%A9.test/", ""},
	{"http://a:b@c:d@h:80/", ""}, // the last "@" ends the userinfo
	{"http://h:65536/", "port"},
	{"http://h:x/", "port"},
	{"http://[::1]:65536/", "port"},
	{"http://a:b:80/", "host"},
	{"http://::1/", "host"},
	{"http://[1.2.3.4]/", "host"},
	{"http://[h]/", "host"},
	{"http://[::1/", "host"},
	{"http://[::1]x/", "host"},
	{"http://[::1%ab]/", "host"},
	{"http://[fe80::1%25x]evil.test[::1]:80/", "host"}, // Go 1.24 connects to evil.test
	{"http://[fe80::1%25x@y]/", "host"},
	{"http://h]/", "host"},
	{"http://:80/", "host"},
	{"http://u@/", "host"},
	{"http://", "host"},
	{"//h.test/", "host"},
	{"http://a%41/", "not a valid"},
	{"http://h/%zz", "not a valid"},
}

func TestParse(t *testing.T) {
	for _, tt := range parseTests {
		u := new(url.URL)
		err := Parse(u, tt.url)
		if tt.reason != "" {
			if err == nil || !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("%s: got %v, %v; want an error about the %s", tt.url, u, err, tt.reason)
			}
			continue
		}
		if want, wantErr := url.Parse(tt.url); err != nil || wantErr != nil || !reflect.DeepEqual(u, want) {
			t.Errorf("%s: got %v, %v; want %v, %v", tt.url, u, err, want, wantErr)
		}
	}
}

// TestHosts: what is not a host is none in a base, in a template and in a leading
// value.
func TestHosts(t *testing.T) {
	for _, tt := range parseTests {
		if !isAbsolute(tt.url) || strings.Contains(tt.url, "%zz") || strings.ContainsAny(tt.url, "?#") {
			continue
		}
		good := tt.reason == ""
		if _, err := expand(tt.url, "/x", lookup); (err == nil) != good || !good && err.Kind != fault.Route {
			t.Errorf("base %s: %v", tt.url, err)
		}
		if _, err := expand("", tt.url, lookup); (err == nil) != good || !good && err.Kind != fault.Route {
			t.Errorf("template %s: %v", tt.url, err)
		}
		given := func(string) (any, bool) { return tt.url, true }
		if _, err := expand("", "{+x}", given); (err == nil) != good || !good && err.Kind != fault.Param {
			t.Errorf("leading value %s: %v", tt.url, err)
		}
	}
}

// FuzzHost: what is a host is one for net/url of each release too.
func FuzzHost(f *testing.F) {
	for _, tt := range parseTests {
		f.Add(strings.Trim(tt.url, "htp:/"))
	}
	f.Fuzz(func(t *testing.T, host string) {
		u, err := url.Parse("//" + host)
		if IsHost(host) && (err != nil || u.Host != host || u.Hostname() == "") {
			t.Errorf("IsHost(%q), but net/url has %v, %v", host, u, err)
		}
	})
}

// TestSameOrigin has a host that Unicode folds to another one, which DNS does not.
func TestSameOrigin(t *testing.T) {
	for _, tt := range []struct {
		base, url string
		want      bool
	}{
		{"https://KELVIN.test", "https://kelvin.test:443", true},
		{"https://kelvin.test", "https://%E2%84%AAelvin.test", false},
		{"https://kelvin.test:8443", "https://kelvin.test", false},
		{"https://kelvin.test", "http://kelvin.test", false},
		{"http://kelvin.test", "https://kelvin.test", true},
		{"http://kelvin.test:8080", "https://kelvin.test", false},
		{"http://kelvin.test", "https://kelvin.test:8443", false},
		{"https://kelvin.test:80", "https://kelvin.test", false},
		{"http://kelvin.test", "http://kelvin.test:443", false},
		{"/x", "/x", false},
		{"https://:", "https://:", false},
		{"https:kelvin.test", "https:kelvin.test", false},
		{"file:///x", "file:///x", false},
		{"ftp://kelvin.test", "ftp://kelvin.test", false},
	} {
		base, err := url.Parse(tt.base)
		u, err2 := url.Parse(tt.url)
		if err := cmp.Or(err, err2); err != nil {
			t.Fatal(err)
		}
		if got := SameOrigin(base, u); got != tt.want || SameOrigin(base, nil) || SameOrigin(nil, u) {
			t.Errorf("SameOrigin(%s, %s) = %t, want %t", tt.base, tt.url, got, tt.want)
		}
	}
}
