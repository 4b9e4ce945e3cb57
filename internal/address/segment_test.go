package address

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzSegments holds the judge against a plain reading of its rules: no URL that
// is built has, in a segment with a variable, a piece of dots or only empty ones.
func FuzzSegments(f *testing.F) {
	f.Add("x", "y")
	f.Add("..", "%2e%2e;")
	f.Add("/", `\`)
	f.Add("//h", ";x/%2F")
	for s := range strings.FieldsSeq(`v1.2 / \ %2f . .. %2e%2E ..;v ;v /x %2Fx ;v/x a//b/ a/../b x?y x#y`) {
		f.Add(s, "."+s)
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
