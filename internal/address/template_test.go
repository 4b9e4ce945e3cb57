package address

import (
	"math/bits"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint/internal/rfc6570"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{"/x", ""},
		{"/{b}/:a/{b}{?c,a*}{&d:3}", "a b c d"},
		{"https://h.test:80/x:y/:z", "z"},
		{"/{a-b}{/c%20}", "a-b c%20"},
		{"/{", ""},
	} {
		c := Compile(tt.template)
		if got := strings.Join(c.Names, " "); got != tt.want {
			t.Errorf("%s: names %q, want %q", tt.template, got, tt.want)
		}
		checkSlots(t, c.Names, c.Names.Slot)
	}
	for _, tt := range []struct{ base, want string }{
		{base, ""},
		{"https://{b}.test:{c}/{a}/{b}/:d", "a b c"},
		{"{b}/{a:3}", "a b"},
		{"https://{b}/{x", ""},
		{"https://{a}@{b}", "a b"},
	} {
		b := CompileBase(tt.base)
		if got := strings.Join(b.Names, " "); got != tt.want {
			t.Errorf("%s: names %q, want %q", tt.base, got, tt.want)
		}
		checkSlots(t, b.Names, b.Names.Slot)
	}
}

func checkSlots(t *testing.T, names []string, slot func(string) int) {
	t.Helper()
	for i, name := range names {
		if got := slot(name); got != i {
			t.Errorf("slot of %s is %d, want %d", name, got, i)
		}
	}
	if got := slot("other"); got != -1 {
		t.Errorf("slot of a name that is not there is %d", got)
	}
}

func TestQueryKeys(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{"/x", ""},
		{"/x{?a}", "{a}"},
		{"/x?", ""},
		{"/x?=1", ""},
		{"/x?a=1&b&c={d}#e&f=1", "a b c"},
		{"/x?a+b%20c=1&%C3%A9=1&é2=1&f[g]=1", "a b c f[g] é é2"},
		{"/x?{a}b=1&c{d}=1&e{+f}&g=1", "g"},
		{"/x{?a}&b=1", "b {a}"},
		{"/x{?a}b=1&c=1", "c {a}"},
		{"/x?a{&b}&c=1{&d,e*}", "a c {b} {d} {e}"},
		{"/x#a&b=1", ""},
		{"/x?a=1{#b}&c=1", "a"},
		{"/x?a=b=c", "a"},
		{"/x?a=1{&a}", "a"},
		{"https://h.test?a=1", "a"},
	} {
		var got []string
		for name, isLiteral := range Compile(tt.template).QueryKeys {
			if !isLiteral {
				name = "{" + name + "}"
			}
			got = append(got, name)
		}
		slices.Sort(got)
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: query keys %q, want %q", tt.template, got, tt.want)
		}
	}
}

// TestCost holds the cost against the sizes of what a template consists of.
func TestCost(t *testing.T) {
	size := func(v any) int { return int(reflect.TypeOf(v).Size()) }
	for _, s := range []string{"/x", "/{a}", strings.Repeat("/x/{n}", 8), strings.Repeat("/x/{n,m,o*}", 64), "/x?a=1&b=1&c={d}"} {
		c := Compile(s)
		takes := size(*c) + size(url.URL{}) + len(c.parts)*size(part{})
		for _, p := range c.parts {
			takes += len(p.slots) * (size(rfc6570.Var{}) + size(0) + size(""))
		}
		takes += len(c.QueryKeys) * 2 * (size("") + size(true))
		if got := c.Cost; got < takes || got > 2*takes*64/bits.UintSize {
			t.Errorf("%.20s costs %d, but takes %d", s, got, takes)
		}
	}
	for _, s := range []string{"https://h.test", "https://{a}.test/{b}/{c}"} {
		b := CompileBase(s)
		takes := size(*b) + size(url.URL{}) + len(b.pieces)*size(piece{}) + len(b.Names)*size("")
		if got := b.Cost; got < takes || got > 2*takes*64/bits.UintSize {
			t.Errorf("%s costs %d, but takes %d", s, got, takes)
		}
	}
	if Compile("/{").Cost != -1 || CompileBase("x").Cost != -1 {
		t.Error("what is not valid has a cost")
	}
}

func TestIsPlainPath(t *testing.T) {
	for c := range 256 {
		s := "/" + string([]byte{byte(c)})
		if !IsPlainPath(s) {
			continue
		}
		u, err := url.Parse("https://h" + s)
		if err != nil || u.Path != s || u.EscapedPath() != s {
			t.Errorf("%q is not plain", s)
		}
		if parts, err := rfc6570.Parse(s, 0, 0); err != nil || len(parts) != 1 || parts[0].Literal != s {
			t.Errorf("%q does not stand for itself in a template", s)
		}
	}
	if !IsPlainPath("/repos/o-k_1.2~x/a@b$&+,;=") || IsPlainPath("") {
		t.Error("IsPlainPath rejects plain bytes or accepts no text")
	}
}
