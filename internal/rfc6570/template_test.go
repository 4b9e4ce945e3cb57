package rfc6570

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/yosida95/uritemplate/v3"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/value"
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
func expand(parts []Part, vars map[string]any) (string, *fault.Error) {
	var dst []byte
	for i := range parts {
		p := &parts[i]
		dst = append(dst, p.Literal...)
		first := true
		for j := range p.Vars {
			v := &p.Vars[j]
			val, err := value.Of(vars[v.Name])
			if err != nil {
				return "", err
			}
			out, wrote, err := p.AppendVar(dst, v, &val, first)
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
			tmpl, err := Parse(c[0], 0, 0)
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
		_, err := Parse(c.Template, 0, 0)
		if err == nil {
			t.Errorf("%q (%s): error %v", c.Template, c.Why, err)
		}
	}
}

func TestInvalidTemplateTexts(t *testing.T) {
	tests := []struct {
		template string
		offset   int
		reason   string
	}{
		{"/files/{path...}", 7, "write {+path}, or {/path*}"},
		{"/v1/{+name=operations/**}", 4, "write {+name}, or {/name*}"},
		{"/a/{id:[0-9]+}", 3, "a modifier other than a length"},
		{"/a/{+id?}", 3, "write {/id} or {?id}"},
		{"/a/{{id}}", 3, "not an expression of RFC 6570"},
		{"/a/{$}", 3, "remove it"},
		{"/a/{id", 3, "not closed"},
		{"/a/id}", 5, "%7D"},
		{"/a b", 2, "write %20, or {name}"},
		{"/a%zz", 2, "write %25, or {name}"},
		{"/é%41/<id>", 7, "write %3C"},
		{"/\xff", 1, "not UTF-8"},
		{"/{x*:3}", 1, "write {name}"},
		{"/x{?$top}", 2, "in Query"},
		{"/x{?page,filter[state]}", 2, "in Query"},
		{"/x{&größe}", 2, "in Query"},
		{"/{$top}", 1, "write {name}"},
		{"/x{?}", 2, "write {name}"},
		{"/files/{{path...}", 7, "not an expression of RFC 6570"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.template, 0, 0)
		offset := fmt.Sprintf("at offset %d of the URL: ", tt.offset)
		if err == nil || !strings.HasPrefix(err.Reason, offset) || !strings.Contains(err.Reason, tt.reason) {
			t.Errorf("%q: %v\nwant %s%q", tt.template, err, offset, tt.reason)
		}
	}
}

// FuzzParse checks that a template is accepted exactly when the grammar with
// hyphens accepts it, with the same variables, and that what is accepted expands
// to ASCII.
func FuzzParse(f *testing.F) {
	tab := readTable(f)
	for _, g := range tab.Groups {
		for _, c := range g.Cases {
			f.Add(c[0])
		}
	}
	for _, c := range tab.Invalid {
		f.Add(c.Template)
	}
	f.Add("/compare/{base}{?a-b}")
	f.Add("/a{b*,c-d,e:3}{+f}{#g*}{.h}{/i}{;j}{&k}l")
	f.Fuzz(func(t *testing.T, s string) {
		parts, err := Parse(s, 0, 0)
		standard, want := uritemplate.New(hyphensHidden(s))
		if (err == nil) != (want == nil) {
			t.Fatalf("%q: error %v, the grammar says %v", s, err, want)
		}
		if err != nil {
			return
		}
		checkPieces(t, s, parts, standard)
		vars := map[string]any{}
		for i, p := range parts {
			for j, v := range p.Vars {
				vars[v.Name] = []any{"ö/?#%2f", 1, "a b"}[(i+j)%3]
			}
		}
		got, err := expand(parts, vars)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		for i := range len(got) {
			if classes[got[i]]&(unreserved|reserved) == 0 && (got[i] != '%' || !isTriplet(got[i:])) {
				t.Fatalf("%q expands to %q, which is not a URI at %d", s, got, i)
			}
		}
	})
}

// checkPieces checks that parts are what the grammar reads: of text without
// anything to encode, its own expansion is right.
func checkPieces(t *testing.T, s string, parts []Part, standard *uritemplate.Template) {
	t.Helper()
	texts, values := map[string]string{}, uritemplate.Values{}
	for i, name := range standard.Varnames() {
		texts[name] = "abc" + strconv.Itoa(i)
		values[name] = uritemplate.String(texts[name])
	}
	vars := map[string]any{}
	for _, p := range parts {
		for _, v := range p.Vars {
			vars[v.Name] = texts[strings.ReplaceAll(v.Name, "-", "%2D")]
		}
	}
	got, err := expand(parts, vars)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	want, failed := standard.Expand(values)
	if failed != nil {
		t.Fatalf("%q: the grammar's own expansion failed: %v", s, failed)
	}
	hyphens := strings.NewReplacer("%2D", "-")
	if got, want := hyphens.Replace(got), hyphens.Replace(EscapeReserved(want)); got != want {
		t.Fatalf("%q\n got %s\nwant %s", s, got, want)
	}
}

// hyphensHidden writes the hyphens between braces as %2D, by another way than
// Parse does.
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
