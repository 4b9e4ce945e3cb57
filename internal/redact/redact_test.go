package redact

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestSecret(t *testing.T) {
	hidden := []string{
		// contained anywhere
		"passw", "password", "old_passwords", "clientSecret", "SECRETS", "aws_credentials", "X-Amz-Signature", "x-hub-signature-256",
		"Authorization", "proxy-authorization", "Set-Cookie", "cookies", "PHPSESSION_ID", "jsessionid",
		// the ending of a word
		"token", "TOKEN", "page_token", "accessToken", "oauth2token", "token_id", "filter[token]", "apikey", "myapikey", "X-API-Key", "XAPIKey",
		"accesskey", "awsaccesskey", "privatekey", "rsaprivatekey", "sshkey", "mysshkey",
		// a whole word
		"key", "auth", "pwd", "pass", "passphrase", "sig", "jwt", "bearer", "sid", "sessid", "otp", "pin", "csrf", "xsrf", "hmac", "assertion", "dpop",
		"api_key", "apiKey", "keyId", "key[]", "a.key", "$key", "user-pwd", "ékey key", "éKey", "x+pin",
		// the whole name
		"code", "Code", "CODE",
		// decoded once, in any case of Unicode
		"%74oken", "c%6Fde", "api%5Bkey%5D", "%zztoken", "to\u212Aen", "pa\u017F\u017Fword", "\u212Aey", "api_to%E2%84%AAen",
	}
	for _, name := range hidden {
		if !secret(name) {
			t.Errorf("%q is not secret", name)
		}
	}
	shown := []string{
		"", "accept", "org", "user-agent", "keyword", "monkey", "max_tokens", "tokens", "tokenized", "keys", "XKey", "s3Key", "country_code", "code[]", "codes", "zip-code",
		"author", "passenger", "compass", "pinned", "spin", "signal", "sidebar", "authentic", "%2574oken", "to%zzken", "s ecret",
	}
	for _, name := range shown {
		if secret(name) {
			t.Errorf("%q is secret", name)
		}
	}
}

// SECRET marks what must be hidden.
var addressTests = []struct{ in, want string }{
	// Nothing to hide.
	{"", ""},
	{"GET", "GET"},
	{"GET /x", "GET /x"},
	{"https://h.test:8080/a/b.c?x=1&y=%C3%B6#top", "https://h.test:8080/a/b.c?x=1&y=%C3%B6#top"},
	{"/x?keyword=a&max_tokens=5&country_code=de", "/x?keyword=a&max_tokens=5&country_code=de"},
	{"G@T /a", "G@T /a"},

	// The names of pairs.
	{"/x?token=SECRET", "/x?token=xxxxx"},
	{"/x?a=1&page_token=SECRET&b=2", "/x?a=1&page_token=xxxxx&b=2"},
	{"/x?%74oken=SECRET", "/x?%74oken=xxxxx"},
	{"/x?token=SECRET;SECRET/SECRET?SECRET&b=2", "/x?token=xxxxx&b=2"},
	{"/x?token=SECRET#b=2", "/x?token=xxxxx#b=2"},
	{"/x#id_token=SECRET&b=2", "/x#id_token=xxxxx&b=2"},
	{"/x#a#token=SECRET", "/x#a#token=xxxxx"},
	{"/a;key=SECRET/b?c", "/a;key=xxxxx/b?c"},
	{"/a;key=SECRET&SECRET;SECRET?c", "/a;key=xxxxx?c"},
	{"/a;key=SECRET#c", "/a;key=xxxxx#c"},
	{"/a;v;code=SECRET/b", "/a;v;code=xxxxx/b"},
	{"/x?token;x=SECRET&a=1", "/x?token;x=xxxxx&a=1"},
	{"/x?a;code=SECRET&/cb?code=SECRET", "/x?a;code=xxxxx&/cb?code=xxxxx"},
	{"https://h;token=SECRET/x", "https://h;token=xxxxx/x"},
	{"/x?token=&token&key", "/x?token=&token&key"},
	{"/token=1/key/&token=1", "/token=1/key/&token=1"}, // not pairs

	// The values of pairs.
	{"/x?a=b=SECRET", "/x?a=xxxxx"},
	{"/x?a=b%3DSECRET", "/x?a=xxxxx"},
	{"/x?a=b%26SECRET", "/x?a=xxxxx"},
	{"/x?a=%2525SECRET", "/x?a=xxxxx"},
	{"/x?a=SECRET%", "/x?a=xxxxx"},
	{"/x?a=SECRET@b&c=d", "/x?a=xxxxx&c=d"},
	{"/x?a=SECRET%40b", "/x?a=xxxxx"},
	{"/x?a=//SECRET", "/x?a=xxxxx"},
	{"/x?a=https%3A%2F%2FSECRET", "/x?a=xxxxx"},
	{"/x?a=/b/c%20d,e;f:g?h+i", "/x?a=/b/c%20d,e;f:g?h+i"},
	{"/x#a=b@SECRET", "/x#a=xxxxx"},
	{"/x;v=SECRET%40b/y", "/x;v=xxxxx/y"},
	{"/x;v=1.1/y", "/x;v=1.1/y"},
	{"/x?SECRET@b&c", "/x?xxxxx&c"},
	{"/x?https://u:SECRET@h/y?a=SECRET&c=d", "/x?xxxxx&c=d"},
	{"/x?token%3DSECRET&c=d", "/x?xxxxx&c=d"},
	{"/x?https://u:SECRET/y=SECRET@h&c=d", "/x?xxxxx&c=d"},
	{"/x?u:SECRET@h/y=SECRET&c=d", "/x?xxxxx&c=d"},
	{"/fetch/https%3A%2F%2Fh%3Fa%3Db", "/fetch/https%3A%2F%2Fh%3Fa%3Db"}, // a path is not looked into

	// Authorities.
	{"https://u:SECRET@h/x", "https://xxxxx@h/x"},
	{"https://SECRET@h/x", "https://xxxxx@h/x"},
	{"https://:SECRET@h:80", "https://xxxxx@h:80"},
	{"HTTPS://U:SECRET@H", "HTTPS://xxxxx@H"},
	{"ftp://u:SECRET@h", "ftp://xxxxx@h"},
	{"//u:SECRET@h", "//xxxxx@h"},
	{"GET https://u:SECRET@h/x", "GET https://xxxxx@h/x"},
	{"GET https://u:SECRET SECRET@h/x", "GET https://xxxxx@h/x"},
	{"https://u:SEC:RET@SECRET@h/x", "https://xxxxx@h/x"},
	{"https://u:SECRET/SECRET@h/x", "https://xxxxx@h/x"},
	{"https://SECRET@SECRET@h/x", "https://xxxxx@h/x"},
	{"https://u:SECRET@SECRET/SECRET@h/x", "https://xxxxx@h/x"},
	{"https://u:SECRET?SECRET@h/x", "https://xxxxx"},
	{"https://u:SECRET?SECRET=SECRET@h/x&a=1", "https://xxxxx&a=1"},
	{"https://u:SECRET#SECRET@h/x", "https://xxxxx"},
	{"https://u@x:SECRET/SECRET@h/{", "https://xxxxx@h/{"},
	{"http:///u:SECRET@h/x", "http:///xxxxx@h/x"},
	{"https://{user}:SECRET@h", "https://xxxxx@h"},
	{"https://u:{SECRET!}@h/{", "https://xxxxx@h/{"},
	{"https://h/https://u:SECRET@g/http://SECRET@f/x", "https://h/https://xxxxx@f/x"},
	{"https://h/a//SECRET@b/c", "https://h/a//xxxxx@b/c"},
	{"https://h/@me", "https://h/@me"},
	{"https://h:8080/@me", "https://h:8080/@me"},
	{"https://h:/@me", "https://h:/@me"},
	{"https://h:{port}/@me", "https://h:{port}/@me"},
	{"https://h:80{/x}/@me", "https://h:80{/x}/@me"},
	{"https://{region}.h.test/v{n}/@me", "https://{region}.h.test/v{n}/@me"},
	{"https://[::1]/a:b@c", "https://[::1]/a:b@c"},
	{"https://[::1]:80/@c", "https://[::1]:80/@c"},
	{"https://u:p/x", "https://u:p/x"}, // without "@" it is a host
	{"/a/b:c@d", "/a/b:c@d"},

	// Addresses without their scheme or slashes.
	{"u:SECRET@h", "xxxxx@h"},
	{"POST u:SECRET@SECRET@h/x", "POST xxxxx@h/x"},
	{"http:/u:SECRET@h/", "xxxxx@h/"},
	{"http:u:SECRET@h/", "xxxxx@h/"},
	{"items:search?email=SECRET@x", "items:search?email=xxxxx"},
	{"items:search#email=SECRET@x", "items:search#email=xxxxx"},
	{"GET :owner@x", "GET :owner@x"},
	{"GET {name}:cancel/@me", "GET {name}:cancel/@me"},
	{"GET /x/:name@v", "GET /x/:name@v"},

	// Templates.
	{"/x{?token}", "/x{?token}"},
	{"/x{;token}{?key,sig}{&code}", "/x{;token}{?key,sig}{&code}"},
	{"/x?token={token}&code={+code}", "/x?token={token}&code={+code}"},
	{"/x?token=SECRET{x}", "/x?token=xxxxx{x}"},
	{"/x?token={x}SECRET", "/x?token={x}xxxxx"},
	{"/x?token=SECRET{x}SECRET{&y}z", "/x?token=xxxxx{x}xxxxx{&y}z"},
	{"/x{?a}&token=SECRET", "/x{?a}&token=xxxxx"},
	{"/x{#a}&token=SECRET", "/x{#a}&token=xxxxx"},
	{"/x;token=SECRET{/a}/b", "/x;token=xxxxx{/a}/b"},
	{"/x;token=SECRET{?a}&b=1", "/x;token=xxxxx{?a}&b=1"},
	{"/x{;a}SECRET@b/c", "/x{;a}xxxxx/c"},
	{"/x?next=SECRET{x}@SECRET", "/x?next=xxxxx{x}xxxxx"},
	{"/x?path=a/{x}/b", "/x?path=a/{x}/b"},
	{"/x?token=SECRET{", "/x?token=xxxxx"},
	{"/x?token={SECRET", "/x?token=xxxxx"},
	{"/x?token=SECRET}", "/x?token=xxxxx"},
	{"/x?token={@SECRET}", "/x?token=xxxxx"},
	{`/x?token={"a":"SECRET"}`, "/x?token=xxxxx"},
	{`/x?a={"b":1&token=SECRET}`, `/x?a={"b":1&token=xxxxx`},
	{"/x{y/{z", "/x{y/{z"},
	{"{/x}/a@b", "{/x}/a@b"},
	{"{+url}//SECRET@h", "{+url}//xxxxx@h"},

	// What one rule hides, another must not show.
	{"https://h/x?next=//cdn:img&password=p@SECRET", "https://h/x?next=xxxxx&password=xxxxx"},
	{"items:search?token=u@SECRET", "items:search?token=xxxxx"},
	{"https://h:img/x?password=p@SECRET", "https://xxxxx"},
	{"https://h:img/x?@&password=SECRET&b=2", "https://xxxxx&password=xxxxx&b=2"},
	{"https://u:SECRET;key=SECRET/SECRET@h/x", "https://xxxxx@h/x"},
	{"a:b;token=@SECRET/x", "xxxxx/x"},
}

func TestAddress(t *testing.T) {
	for _, tt := range addressTests {
		got := Address(tt.in)
		if got != tt.want {
			t.Errorf("Address(%q)\ngot  %q\nwant %q", tt.in, got, tt.want)
		}
		if strings.Contains(got, "SECRET") {
			t.Errorf("Address(%q) = %q shows the secret", tt.in, got)
		}
	}
}

func TestHeader(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"authorization", "Bearer SECRET", mask},
		{"X-API-Key", "SECRET", mask},
		{"Set-Cookie", "SECRET", mask},
		{"x-page-token", "SECRET", mask},
		{"authorization", "", ""},
		{"referer", "//SECRET", mask},
		{"location", "/x?SECRET", mask},
		{"from", "SECRET@h.test", mask},
		{"link", "<https://SECRET>", mask},
		{"x-a", "a=b&c;d%20/e", "a=b&c;d%20/e"},
		{"x-a", "", ""},
		{"User-Agent", "bot/1 (+https://h.test/?a, me@h.test)", "bot/1 (+https://h.test/?a, me@h.test)"},
		{"ACCEPT", "text/*; a=\"?\"", "text/*; a=\"?\""},
		{"content-type", "multipart/x; boundary=//@?", "multipart/x; boundary=//@?"},
		{"user%2Dagent", "SECRET@h", mask},
		{"accept-language", "SECRET?", mask},
	}
	for _, tt := range tests {
		if got := Header(tt.name, tt.value); got != tt.want {
			t.Errorf("Header(%q, %q) = %q, want %q", tt.name, tt.value, got, tt.want)
		}
	}
}

// silent panics when it is printed by its methods.
type silent string

func (silent) String() string               { panic("String is called") }
func (silent) Error() string                { panic("Error is called") }
func (silent) MarshalText() ([]byte, error) { panic("MarshalText is called") }
func (silent) Format(fmt.State, rune)       { panic("Format is called") }
func (silent) GoString() string             { panic("GoString is called") }

func TestParam(t *testing.T) {
	loop := map[string]any{}
	loop["x"] = loop
	list := []any{nil, "SECRET"}
	list[0] = list
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"token", "SECRET", mask},
		{"clientSecret", 1, mask},
		{"api%5Fkey", []string{"SECRET"}, mask},
		{"a", "b c\n", `"b c\n"`},
		{"a", "", `""`},
		{"a", "u=SECRET", mask},
		{"a", "u&SECRET", mask},
		{"a", "u%2525SECRET", mask},
		{"a", "u%40SECRET", mask},
		{"a", "https://SECRET", mask},
		{"a", "/b?c#d", `"/b?c#d"`},
		{"a", nil, "nil"},
		{"a", true, "true"},
		{"a", -7, "-7"},
		{"a", uint8(7), "7"},
		{"a", 1.5, "1.5"},
		{"a", json.Number("12345678901234567890"), "12345678901234567890"},
		{"a", json.Number("SECRET@"), mask},
		{"a", []string{"SECRET", "SECRET"}, "[]string(2)"},
		{"a", [2]int{}, "[2]int(2)"},
		{"a", []byte("SECRET"), "[]uint8(6)"},
		{"a", map[string]any{"b": "SECRET"}, "map[string]interface {}(1)"},
		{"a", map[string]int(nil), "map[string]int(0)"},
		{"a", loop, "map[string]interface {}(1)"},
		{"a", list, "[]interface {}(2)"},
		{"a", struct{ S string }{"SECRET"}, "(struct { S string })"},
		{"a", &list, "(*[]interface {})"},
		{"a", silent("SECRET"), "(redact.silent)"},
		{"a", []silent{"SECRET"}, "[]redact.silent(1)"},
		{"a", (*silent)(nil), "(*redact.silent)"},
		{"a", time.Second, "(time.Duration)"},
	}
	for _, tt := range tests {
		if got := Param(tt.name, tt.value); got != tt.want {
			t.Errorf("Param(%q, %s) = %s, want %s", tt.name, reflect.TypeOf(tt.value), got, tt.want)
		}
	}
}

func TestPrintable(t *testing.T) {
	tests := []struct{ in, want string }{
		{"GET /ö?\"", "GET /ö?\""},
		{"a\r\nb", `a\r\nb`},
		{"\x1b[1m\xff", `\x1b[1m\xff`},
		{"a\u2028b", `a\u2028b`},
	}
	for _, tt := range tests {
		if got := Printable(tt.in); got != tt.want {
			t.Errorf("Printable(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// FuzzAddress plants a value wherever the rules hide one, in any surroundings.
func FuzzAddress(f *testing.F) {
	const planted = "pl4nted"
	places := []string{
		"?token=%s", "?a=1&X-API-Key=%s", "?%%74oken=%s", "?code=%s", "#id_token=%s", "#a&code=%s", ";sig=%s", ";code=%s", ";a;code=%s",
		"?a=%s=", "?a=%s%%40", "?a=//%s", "#a=@%s", ";a=%s%%25",
		"//%s@", "https://u:%s@h", "http://:%s@", "//u:%s/a?b#c@", "//a@u:%s{/x}@",
	}
	for i, tt := range addressTests {
		f.Add(tt.in, tt.in, uint8(i))
	}
	f.Add("/{", "}", uint8(0))
	f.Add("https://h:", "{?a", uint8(14))
	f.Fuzz(func(t *testing.T, before, after string, place uint8) {
		if strings.Contains(before+after, planted) {
			return // not planted by us
		}
		text := before + fmt.Sprintf(places[int(place)%len(places)], planted) + after
		got := Address(text)
		if strings.Contains(got, planted) {
			t.Errorf("Address(%q) = %q", text, got)
		}
		// What is not hidden is shown as it is, in its order.
		rest := text
		for _, shown := range strings.Split(got, mask) {
			_, after, ok := strings.Cut(rest, shown)
			if !ok {
				t.Fatalf("Address(%q) = %q shows %q", text, got, shown)
			}
			rest = after
		}
	})
}

// repeated are texts that make a reader that looks back or ahead slow.
var repeated = []string{"//a:1", "//a:b", "//a:b@c", "?token=x", ";a=b", ";a", "{", "{a", "/{?x}", "&a{x}", "%25", "aB"}

func BenchmarkAddress(b *testing.B) {
	for _, unit := range repeated {
		text := strings.Repeat(unit, 10_000)
		b.Run(fmt.Sprintf("%q", unit), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Address(text)
			}
		})
	}
}
