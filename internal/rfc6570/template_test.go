package rfc6570

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/yosida95/uritemplate/v3"
)

// table is our own set of cases, by section of RFC 6570. A name that vars lacks
// is undefined.
type table struct {
	Groups []struct {
		Name  string
		Vars  map[string]any
		Cases [][2]string
	}
	Invalid []struct{ Template, Why string }
}

func readTable(t testing.TB) table {
	t.Helper()
	b, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var tab table
	if err := json.Unmarshal(b, &tab); err != nil {
		t.Fatal(err)
	}
	return tab
}

// expand expands a template on its own, without any rule of paths.
func expand(t *Template, vars map[string]any) (string, error) {
	var dst []byte
	for i := range t.Parts {
		p := &t.Parts[i]
		dst = append(dst, p.Literal...)
		first := true
		for j := range p.Vars {
			v := &p.Vars[j]
			out, wrote, err := p.AppendVar(dst, v, vars[v.Name], first)
			if err != nil {
				return "", err
			}
			dst, first = out, first && !wrote
		}
	}
	return string(dst), nil
}

func TestExpandTable(t *testing.T) {
	n := 0
	for _, g := range readTable(t).Groups {
		for _, c := range g.Cases {
			n++
			tmpl, err := Compile(c[0], NoColon)
			if err != nil {
				t.Errorf("%s: %q: %v", g.Name, c[0], err)
				continue
			}
			if got, err := expand(tmpl, g.Vars); err != nil || got != c[1] {
				t.Errorf("%s: %q\ngot  %q, %v\nwant %q", g.Name, c[0], got, err, c[1])
			}
		}
	}
	if n < 500 {
		t.Errorf("the table has %d cases only", n)
	}
}

func TestInvalidTemplates(t *testing.T) {
	for _, c := range readTable(t).Invalid {
		_, err := Compile(c.Template, NoColon)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q (%s): error %v, want a SyntaxError", c.Template, c.Why, err)
		}
	}
}

func TestColonNames(t *testing.T) {
	tests := []struct {
		template string
		from     int
		want     string // with {name} for each variable
	}{
		{"/compare/:base...:head", 0, "/compare/{base}...{head}"},
		{"/repos/:owner/:repo", 0, "/repos/{owner}/{repo}"},
		{":name", 0, "{name}"},
		{":_a1-b", 0, "{_a1}-b"},
		{"/:a:b", 0, "/{a}:b"},
		{"/v1/{name}:cancel", 0, "/v1/{name}:cancel"},
		{"/docs:annotate", 0, "/docs:annotate"},
		{"/8:x", 0, "/8:x"},
		{"/_:x", 0, "/_:x"},
		{"/ö:x", 0, "/%C3%B6:x"},
		{"/-:x", 0, "/-{x}"},
		{"/::x", 0, "/:{x}"},
		{"/:9x", 0, "/:9x"},
		{"/:", 0, "/:"},
		{"/a?t=:x", 0, "/a?t=:x"},
		{"/a#:x", 0, "/a#:x"},
		{"/a{?b}:x", 0, "/a{b}:x"},
		{"/a{?b}/:x", 0, "/a{b}/:x"},
		{"/a{#b}/:x", 0, "/a{b}/:x"},
		{"/a%3A:x", 0, "/a%3A:x"},
		{"/%3Ax", 0, "/%3Ax"},
		{"http://h:port/:x", 13, "http://h:port/{x}"},
		{"/:x", NoColon, "/:x"},
	}
	for _, tt := range tests {
		tmpl, err := Compile(tt.template, tt.from)
		if err != nil {
			t.Errorf("%q: %v", tt.template, err)
			continue
		}
		if got := names(tmpl); got != tt.want {
			t.Errorf("%q from %d: %q, want %q", tt.template, tt.from, got, tt.want)
		}
	}
}

func names(t *Template) string {
	var b strings.Builder
	for _, p := range t.Parts {
		b.WriteString(p.Literal)
		for _, v := range p.Vars {
			b.WriteString("{" + v.Name + "}")
		}
	}
	return b.String()
}

func TestSyntaxErrorText(t *testing.T) {
	tests := []struct {
		template string
		offset   int
		reason   string
	}{
		{"/files/{path...}", 7, "write {+path}, or {/path*}"},
		{"/v1/{name=projects/*}", 4, "write {+name}, or {/name*}"},
		{"/a/{id:[0-9]+}", 3, "write {id}"},
		{"/a/{id:0}", 3, "no length from 1 to 9999"},
		{"/a/{id?}", 3, "write {/id} or {?id}"},
		{"/a/{{id}}", 3, "nests braces"},
		{"/a/{$}", 3, "leave it out"},
		{"/a/{}", 3, "without a variable"},
		{"/a/{=id}", 3, "reserves"},
		{"/a/{id", 3, "not closed"},
		{"/a/id}", 5, "%7D"},
		{"/a b", 2, "write %20"},
		{"/a%zz", 2, "write %25"},
		{"/é/<id>", 4, "write %3C"},
		{"/\xff", 1, "not UTF-8"},
		{"/\ufffd", 1, "write %EF%BF%BD"},
		{"/{x}/\"", 5, "write %22"},
		{"/{a b}", 1, "no expression"},
		{"/{x*:3}", 1, "no expression"},
	}
	for _, tt := range tests {
		_, err := Compile(tt.template, 0)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: error %v", tt.template, err)
			continue
		}
		if syntax.Offset != tt.offset || !strings.Contains(syntax.Error(), tt.reason) {
			t.Errorf("%q: offset %d, %q\nwant offset %d, %q", tt.template, syntax.Offset, syntax.Reason, tt.offset, tt.reason)
		}
	}
}

func TestSlots(t *testing.T) {
	few, err := Compile("/{a}/{b}{?a,c}", 0)
	if err != nil {
		t.Fatal(err)
	}
	many, err := Compile("{?a,b,c,d,e,f,g,h,i,j,k,l}", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		t    *Template
		name string
		want int
	}{
		{few, "a", 0},
		{few, "b", 1},
		{few, "c", 2},
		{few, "d", -1},
		{many, "a", 0},
		{many, "l", 11},
		{many, "m", -1},
	} {
		if got := tt.t.Slot(tt.name); got != tt.want {
			t.Errorf("%v: slot of %q is %d, want %d", tt.t.Names, tt.name, got, tt.want)
		}
	}
}

// FuzzCompile checks that a template is accepted exactly when the grammar with
// the two extensions accepts it, and that what is accepted expands to ASCII.
func FuzzCompile(f *testing.F) {
	tab := readTable(f)
	for _, g := range tab.Groups {
		for _, c := range g.Cases {
			f.Add(c[0])
		}
	}
	for _, c := range tab.Invalid {
		f.Add(c.Template)
	}
	f.Add("/compare/:base...:head{?a-b}")
	f.Fuzz(func(t *testing.T, s string) {
		for _, from := range []int{NoColon, 0} {
			tmpl, err := Compile(s, from)
			_, want := uritemplate.New(hyphensHidden(s))
			if (err == nil) != (want == nil) {
				t.Fatalf("%q: error %v, the grammar says %v", s, err, want)
			}
			if err != nil {
				continue
			}
			vars := map[string]any{}
			for i, name := range tmpl.Names {
				vars[name] = []any{"ö/?#%2f", 1, "a b"}[i%3]
			}
			got, err := expand(tmpl, vars)
			if err != nil {
				t.Fatalf("%q: %v", s, err)
			}
			for i := range len(got) {
				if classes[got[i]]&(unreserved|reserved) == 0 && (got[i] != '%' || !isTriplet(got[i:])) {
					t.Fatalf("%q expands to %q, which is no URI at %d", s, got, i)
				}
			}
		}
	})
}

// hyphensHidden writes the hyphens between braces as %2D, by another way than
// Compile does.
func hyphensHidden(s string) string {
	var b strings.Builder
	inside := false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '-' && inside:
			b.WriteString("%2D")
		default:
			inside = c == '{' || inside && c != '}'
			b.WriteByte(c)
		}
	}
	return b.String()
}
