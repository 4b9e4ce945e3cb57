package address

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

var written = regexp.MustCompile(`\{([+#./;?&@]?)(\w+)(\*?)(\[\])?(!?)(?:=([^}]*))?\}`)

// expansionOf reads an expansion in which braces show what each variable wrote:
//
//	/f/{x=a}{+y=b/c}   {x} wrote "a", and {+y} "b/c"
//	/f{/x}{?q}         they are undefined and wrote nothing
//	/f{/x*[]=/a/b}     {/x*} wrote a list
//	/f/{x!}            the value of x is an error
func expansionOf(s string) (text []byte, marks []mark) {
	for {
		at := written.FindStringSubmatchIndex(s)
		if at == nil {
			return append(text, s...), marks
		}
		group := func(i int) string { return s[max(at[2*i], 0):max(at[2*i+1], 0)] }
		text = append(text, s[:at[0]]...)
		m := mark{start: len(text), Var: &rfc6570.Var{Name: group(2), Explode: group(3) != ""}}
		text = append(text, group(6)...)
		m.end = len(text)
		if op := group(1); op != "" {
			m.op = op[0]
		}
		switch {
		case group(5) != "":
			m.err = fault.New(fault.Param, m.Name, "not a text")
		case group(4) != "":
			m.kind = value.List
		case at[12] >= 0:
			m.kind = value.Text
		}
		marks = append(marks, m)
		s = s[at[1]:]
	}
}

func TestJudge(t *testing.T) {
	const (
		nothing, noSegment  = "its value is nil or empty", "its path segment would be empty"
		readAsEmpty, begins = "servers would read", "begins with an empty"
		dots                = `"." or ".."`
	)
	for _, tt := range []struct {
		expansion    string
		kind         fault.Kind // 0: it is good
		name, reason string
	}{
		// What is by itself missing or not one text.
		{"/{x}", fault.Missing, "x", nothing},
		{"/{x=}", fault.Missing, "x", nothing},
		{"/{x[]}", fault.Missing, "x", nothing},
		{"/{a=1},{x=}", fault.Missing, "x", nothing},
		{"/f?q={x}&r={+x=}#{x[]}", 0, "", ""},
		{"/f{/x}{.x}{;x}{?x}{&x}{#x}", 0, "", ""},
		{"/f{/x[]}", fault.Missing, "x", "the list is empty"},
		{"/f{/x*[]}/g", fault.Missing, "x", "the list is empty"},
		{"/f{/x*=/a%2Fb}", fault.Param, "x", "strings.Split"},
		{"/f?q{/x*=/a%2Fb}", 0, "", ""},
		{"/f{/x*[]=/a%2Fb/c}", 0, "", ""},
		{"/f{/x*=/a%252Fb}", 0, "", ""},

		// What writes into the path as if a query had begun.
		{"/f{?x}{?y}{&z=&z=1}", fault.Missing, "x", "nothing begins the query for {&z}: write {?x,z}"},
		{"/f{?x}&z=1", fault.Missing, "x", "write the fixed pair first"},
		{"/f{?x}{;y=;y}&z=1", fault.Missing, "x", "write the fixed pair first"},
		{"/f{?x}{&z}", 0, "", ""},
		{"/f{?x}{+y=&z}", 0, "", ""},

		// What ends the path or the query.
		{"/{+x=a?b}", fault.Unsafe, "x", "would end the path: write {/x*}"},
		{"{+x=a?b}?c", fault.Unsafe, "x", "would end the path"},
		{"/f?q={+x=a#b}", fault.Unsafe, "x", "would end the query: write {x} instead of {+x}"},
		{"/f{?y=?y=1}{+x=#}#g", fault.Unsafe, "x", "would end the query"},
		{"/f?q{#y=#1}{+x=#}", 0, "", ""},

		// What begins with the path of the base, which is /v1.
		{"{+x=/v1}", fault.Unsafe, "x", "path of BaseURL already"},
		{"{+x=/v1/f}/g", fault.Unsafe, "x", "path of BaseURL already"},
		{"{;y}{+x=/v1?q}", fault.Unsafe, "x", "path of BaseURL already"},
		{"{+x=/v1f}", 0, "", ""},
		{"/g{+x=/v1/f}", 0, "", ""},
		{"{/x*[]=/v1/f}", 0, "", ""},

		// Dots, in each way of reading a segment.
		{"/{x=.}", fault.Unsafe, "x", dots},
		{"{+x=..}/f", fault.Unsafe, "x", dots},
		{"/{x=..}{/y=/f}", fault.Unsafe, "x", dots},
		{"/{x=a%2F..}", fault.Unsafe, "x", dots},
		{"/{x=a%5C..%5Cb}", fault.Unsafe, "x", dots},
		{"/{x=..%3Bv}", fault.Unsafe, "x", dots},
		{"/{+x=%2e%2E}", fault.Unsafe, "x", dots},
		{"/{+x=a/./b}", fault.Unsafe, "x", dots},
		{"/f{/x*[]=/a/../b}", fault.Unsafe, "x", dots},
		{"/.{x=.}", fault.Unsafe, "x", dots},
		{"/{x=.}{y=.}{;z}", fault.Unsafe, "y", dots},
		{"/.{.x}{;y}", fault.Unsafe, "x", dots},
		{"/{x=%252e}", 0, "", ""},
		{"/{x=...}/{y=.a}/{z=a..b}", 0, "", ""},
		{"/..{/x=/a}{?y}", 0, "", ""},
		{"{@x=/a/../b}", fault.Unsafe, "x", dots},
		{"{@x=/a/}{y=..}", fault.Unsafe, "y", dots},
		{"{@x=//a;b/}/f", 0, "", ""},

		// A segment that is empty or reads so.
		{"/f{/x=/}", fault.Missing, "x", noSegment},
		{"/f{/x*[]=/a//b}", fault.Missing, "x", noSegment},
		{"/f{/x=/};v", fault.Missing, "x", noSegment},
		{"/f{/x=/}%2F{;y}/g", fault.Missing, "x", noSegment},
		{"/f{/x=/}{y=b}", 0, "", ""},
		{"/{x=%2F%5C}/g", fault.Unsafe, "x", readAsEmpty},
		{"{x=%3Ba}", fault.Unsafe, "x", readAsEmpty},
		{"/{x=%3Ba%2F%3Bb}", fault.Unsafe, "x", readAsEmpty},
		{"/f{/x=/}{y=%2F}", fault.Unsafe, "x", readAsEmpty},
		{"{+x=/}", fault.Unsafe, "x", readAsEmpty},
		{"/{x=%2F}{;y=;y}", fault.Unsafe, "x", readAsEmpty},
		{"/{x=%252F}", 0, "", ""},
		{"/{x=a%2F%3B}", 0, "", ""},
		{"{;x}//{y=a}//", 0, "", ""},

		// A segment with {+x} that begins with an empty piece.
		{"/f/{+x=/a}", fault.Unsafe, "x", begins},
		{"/f/{+x=;v/a}", fault.Unsafe, "x", begins},
		{"{+x=%5Ca}", fault.Unsafe, "x", begins},
		{"{+x=//a}", fault.Unsafe, "x", begins},
		{"/{+x=/a}{y=b}", fault.Unsafe, "x", begins},
		{"/{x=%2Fa}{+y=b}", fault.Unsafe, "x", begins},
		{"{;y}{+x=/a}", 0, "", ""},
		{"{@x=//a}{y=b}", 0, "", ""},

		// The first from left to right.
		{"/{x!}/{y=..}", fault.Param, "x", "not a text"},
		{"/{y=..}/{x!}", fault.Unsafe, "y", dots},
		{"/{y=..}{x!}", fault.Param, "x", "not a text"},
		{"/{y}/{x!}", fault.Missing, "y", nothing},
		{"/f?q={x!}&r={+y=#}", fault.Param, "x", "not a text"},
		{"/f{?x}/{y=..}/&z", fault.Unsafe, "y", dots},
		{"/f{?x}/&{y=..}/z", fault.Missing, "x", "write the fixed pair first"},
		{"/f{?x}{/y*[]=/../}&z", fault.Unsafe, "y", dots},
	} {
		text, marks := expansionOf(tt.expansion)
		_, _, err := judge(base, text, marks)
		if err == nil {
			err = new(fault.Error)
		}
		if err.Kind != tt.kind || err.Name != tt.name || !strings.Contains(err.Reason, tt.reason) || (tt.kind == 0) != (err.Reason == "") {
			t.Errorf("%s\n got %d %q %q", tt.expansion, err.Kind, err.Name, err.Reason)
			t.Errorf("want %d %q, a reason with %q", tt.kind, tt.name, tt.reason)
		}
	}
	for _, expansion := range []string{"{+x=/v1}", "{+x=/}f", "{@x=/v1}/f"} {
		text, marks := expansionOf(expansion)
		if _, _, err := judge("", text, marks); err != nil {
			t.Errorf("%s after an address that is no base: %v", expansion, err)
		}
	}
}

func TestEnds(t *testing.T) {
	for _, tt := range []struct{ expansion, path, query, fragment string }{
		{"", "", "", ""},
		{"/f", "/f", "", ""},
		{"/f?a?b#c?d#e", "/f", "?a?b", "#c?d#e"},
		{"/f#a?b", "/f", "", "#a?b"},
		{"/f{?x=?a}{&y=&b}{#z=#c}", "/f", "?a&b", "#c"},
		{"/f{?x}{#z=#?}", "/f", "", "#?"},
		{"/{a=1}?q={+x=?}{+y=a}", "/1", "?q=?a", ""},
		{"/f#{+x=#}#", "/f", "", "###"},
		{"{@x=/p}?q#{+x=?}", "/p", "?q", "#?"},
	} {
		text, marks := expansionOf(tt.expansion)
		path, query, err := judge(base, text, marks)
		if err != nil || string(text[:path]) != tt.path || string(text[path:query]) != tt.query || string(text[query:]) != tt.fragment {
			t.Errorf("%s: ends at %d and %d of %s, %v", tt.expansion, path, query, text, err)
		}
	}
}

// FuzzSegments holds the judge against a plain reading of its rules: no URL that
// is built has, in a segment with a variable, a piece of dots or only empty ones.
func FuzzSegments(f *testing.F) {
	f.Add("x", "y")
	f.Add("..", "%2e%2e;")
	f.Add("/", `\`)
	f.Add("//h", ";x/%2F")
	for _, v := range values {
		if s, ok := v.(string); ok {
			f.Add(s, "."+s)
		}
	}
	templates := []string{
		"/r/{a}", "/r/{+a}", "/r{/a}", "/r/{a}{b}", "/r/{+a}{+b}", "/r/{a}{;b}", "/r/{a}{.b}", "/r/:a",
		"/r/{a:1}{b:2}", "/r/{a,b}", "/r/{+a,b}",
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, template := range templates {
			for _, end := range []string{"", "/end", "?q", "{?q}"} {
				given := func(name string) (any, bool) { return map[string]string{"a": a, "b": b, "q": "1"}[name], true }
				u, err := expand("https://h", template+end, given)
				if err != nil {
					continue
				}
				checkSegment(t, u.String(), template, end)
			}
		}
	})
}

func checkSegment(t *testing.T, text, template, end string) {
	t.Helper()
	path, _, _ := strings.Cut(text, "?")
	path = strings.TrimSuffix(strings.TrimPrefix(path, "https://h/r/"), "/end")
	whole, err := url.PathUnescape(path)
	if err != nil {
		t.Fatalf("%s%s: %q does not decode: %v", template, end, text, err)
	}
	pieces := strings.FieldsFunc("x"+strings.NewReplacer("/", "/x", `\`, "/x").Replace(whole), func(r rune) bool { return r == '/' })
	empty := true
	for i, piece := range pieces {
		piece, _, _ = strings.Cut(piece[1:], ";")
		if piece == "." || piece == ".." || i == 0 && piece == "" && strings.Contains(template, "{+") {
			t.Fatalf("%s%s: piece %q of %q", template, end, piece, text)
		}
		empty = empty && piece == ""
	}
	if empty {
		t.Fatalf("%s%s: an empty segment in %q", template, end, text)
	}
}
