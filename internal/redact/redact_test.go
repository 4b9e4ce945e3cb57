package redact

import (
	"fmt"
	"strings"
	"testing"
)

// SECRET marks what must be hidden.
var urlTests = []struct{ in, want string }{
	// Nothing to hide.
	{"", ""},
	{"/x", "/x"},

	// Queries and fragments.
	{"/x?SECRET=SECRET&SECRET=SECRET#SECRET", "/x?xxxxx"},
	{"/x?a={a}&b={+b}#{c}", "/x?xxxxx{a}xxxxx{+b}xxxxx{c}"},
	{"/x{?a,b*}", "/x{?a,b*}"},
	{"/x{?a}&SECRET=SECRET{&b}", "/x{?a}xxxxx{&b}"},
	{"/x?SECRET{", "/x?xxxxx"},
	{"/x?{SECRET{b}{}", "/x?xxxxx{b}{}"},
	{`/x?a={"a":"SECRET"}`, "/x?xxxxx"},
	{"/x?{'SECRET'}{a SECRET}{SECRET@}{a=SECRET}", "/x?xxxxx"},

	// Slips of templates, which errors quote.
	{"/x/{id?}", "/x/{id?}"},
	{"/x{?$top,ids[]}", "/x{?$top,ids[]}"},
	{"/x{?a,@SECRET}{&@SECRET}", "/x{?xxxxx"},
	{"https://u:{?SECRET@SECRET}@h", "xxxxx"},
	{"/x/{name=projects/*}", "/x/{name=projects/*}"},

	// Userinfo.
	{"https://u:SECRET@h/x", "xxxxx@h/x"},
	{"//u:SECRET@h", "xxxxx@h"},
	{"https://u:123456/SECRET@h/x", "xxxxx@h/x"},
	{"u:SECRET@h/cb?to=https://x.test/", "xxxxx@h/cb?xxxxx"},
	{"https:/u:SECRET@h/a//b", "xxxxx@h/a//b"},
	{"/a//u:SECRET@h", "xxxxx@h"},
	{"/a//b/@me", "/a//b/@me"},
	{"h.test/a//b/@me", "h.test/a//b/@me"},
	{"https://u:SECRET/SECRET@h/x", "xxxxx@h/x"},
	{"https://SECRET@SECRET/@SECRET@h/x", "xxxxx@h/x"},
	{"https://u:SECRET?SECRET@h/x", "xxxxx"},
	{"https://u:SECRET#SECRET@h/{x}{?y}z", "xxxxx{x}{?y}xxxxx"},
	{"https://u:{SECRET}@h", "xxxxx@h"},
	{"https://u:{SECRET!}@h/{", "xxxxx@h/{"},
	{"https://h:80{/SECRET}/@me", "xxxxx@me"},
	{"https://:80/@me", "xxxxx@me"},
	{"https://1:ab]/@me", "xxxxx@me"},
	{"https://[u:SECRET@h]/@me", "xxxxx@me"},
	{"https://[SECRET]/SECRET@h", "xxxxx@h"},
	{"/a//u:SECRET@h", "xxxxx@h"},
	{"https://u:p/x", "https://u:p/x"}, // without "@" it is a host

	// A host, so that "@" is part of the path.
	{"https://h/@me", "https://h/@me"},
	{"https://{region}.h1-{n}.test:{port}/v{n}/@me", "https://{region}.h1-{n}.test:{port}/v{n}/@me"},
	{"https://[0123:4567:89ab:cdef:ABCD:EF::1.2.3.4]:80/@c", "https://[0123:4567:89ab:cdef:ABCD:EF::1.2.3.4]:80/@c"},
	{"https://h/a//shown@b/c", "https://h/a//shown@b/c"},
	{"/a/b:c@d", "/a/b:c@d"},
	{"{+url}/@me", "{+url}/@me"},

	// Without its scheme or slashes.
	{"SECRET@h/a@b", "xxxxx@b"},
	{"SECRET SECRET@h", "xxxxx@h"},
	{`https:\\u:SECRET@h`, "xxxxx@h"},
	{"items:search?SECRET@SECRET", "xxxxx"},

	// What one rule hides, the other does not show.
	{"/x?next=//cdn:img&SECRET=p@SECRET", "xxxxx"},
	{"/x?a={b}//SECRET@h{c}", "xxxxx{c}"},
	{"https://h:img/{a}?{b}@SECRET{c}", "xxxxx{c}"},
}

func TestURL(t *testing.T) {
	for _, tt := range urlTests {
		got := URL(tt.in)
		if got != tt.want {
			t.Errorf("URL(%q)\ngot  %q\nwant %q", tt.in, got, tt.want)
		}
		if strings.Contains(got, "SECRET") {
			t.Errorf("URL(%q) = %q shows the secret", tt.in, got)
		}
	}
}

// FuzzURL plants a value wherever the rules hide one, in any surroundings.
func FuzzURL(f *testing.F) {
	const planted = "pl4n'ted" // in no expression
	places := []string{
		"%s?%s", "%s#%s", "%s?a=%s", "%s{?a}%s", "%s{#a}&b=%s", "%s?{%s}", "?%s@%s",
		"//u:p%s%s@", "//@%s%s@", "HTTP://:%s%s@", "https:///%s%s@", "https://h:b/%s%s@", "a/b//%%%s%s@",
	}
	for i, tt := range urlTests {
		f.Add(tt.in, tt.in, uint8(i))
	}
	f.Add("/{", "}", uint8(0))
	f.Add("{", "", uint8(2))
	f.Fuzz(func(t *testing.T, before, after string, place uint8) {
		if strings.Contains(before+after, planted) {
			return // not planted here
		}
		text := fmt.Sprintf(places[int(place)%len(places)], before, planted) + after
		got := URL(text)
		if strings.Contains(got, planted) {
			t.Errorf("URL(%q) = %q", text, got)
		}
		// What is not hidden is shown as it is, in its order.
		rest := text
		for shown := range strings.SplitSeq(got, mask) {
			_, after, ok := strings.Cut(rest, shown)
			if !ok {
				t.Fatalf("URL(%q) = %q shows %q", text, got, shown)
			}
			rest = after
		}
	})
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
