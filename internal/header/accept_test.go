package header

import (
	"slices"
	"strings"
	"testing"
)

func TestAmendAccept(t *testing.T) {
	for _, tt := range []struct{ accept, format, want string }{
		{"a/b ,  application/problem+json", "raw", "a/b ,  application/problem+json"},
		{`a\,application/vnd.x.v3+json`, "raw", `a\,application/vnd.x.v3.raw`}, // no quoted pair
		{`a/b;c="d, application/vnd.e.v3",application/vnd.x.v3`, "raw", `a/b;c="d, application/vnd.e.v3",application/vnd.x.v3.raw`},
		{"application/vnd.a.b.c+json , x/y", "raw", "application/vnd.a.b.c+json , x/y"},
		{"application/vnd.+json", "raw", "application/vnd.+json"},
		{"application/vnd.a.v3.b.c", "raw", "application/vnd.a.v3.b.c"},
		{`text/x;p="a,application/vnd.a+json\`, "raw", `text/x;p="a,application/vnd.a+json\`},
		{"", "raw", ""},
		{"application/vnd.github.v3+json", "raw", "application/vnd.github.v3.raw"},
		{"application/vnd.github+json", "raw", "application/vnd.github.raw"},
		{"application/vnd.github.v3.text+json", "raw+json", "application/vnd.github.v3.raw+json"},
		{"application/vnd.github.v3.v4", "raw", "application/vnd.github.v3.raw"},
		{"application/vnd.github.v", "raw", "application/vnd.github.raw"},
		{"application/vnd.foo-bar_x.v1234567890+json", "raw", "application/vnd.foo-bar_x.v1234567890.raw"},
		{"application/vnd.a.b3.c,application/vnd.a.vx.c", "raw", "application/vnd.a.b3.c,application/vnd.a.vx.c"},
		{"Application/VND.GitHub.V3+JSON", "raw", "application/vnd.GitHub.V3.raw"},
		{"text/html , application/vnd.a+json;q=0.5 , */*;q=0.1", "raw", "text/html,application/vnd.a.raw;q=0.5,*/*;q=0.1"},
		{"application/vnd.a+json ; q=0.5", "raw", "application/vnd.a.raw ; q=0.5"},
		{
			`text/x;p="a,application/vnd.b+json\",",application/vnd.a+json`, "raw",
			`text/x;p="a,application/vnd.b+json\",",application/vnd.a.raw`,
		},
		{"application/vnd.a.x-preview+json, application/vnd.b+json", "raw", "application/vnd.a.x-preview+json,application/vnd.b.raw"},
	} {
		checkAmended(t, tt.accept, tt.format, nil, tt.want)
	}
	for _, tt := range []struct{ accept, previews, want string }{
		{"", "x", "application/vnd.service.x-preview+json"},
		{"application/vnd.github.v3+json", "x y x", "application/vnd.github.x-preview+json,application/vnd.github.y-preview+json"},
		{"text/html, application/vnd.a+json, text/plain;q=0.2", "x", "text/html,text/plain;q=0.2,application/vnd.a.x-preview+json"},
		{
			"application/vnd.a.z-preview+json, application/vnd.b+json", "x",
			"application/vnd.a.z-preview+json,application/vnd.a.x-preview+json",
		},
		{"application/vnd.foo-preview", "x", "application/vnd.service.foo-preview+json,application/vnd.service.x-preview+json"},
		{
			"application/vnd.foo-preview,application/vnd.b+json", "x",
			"application/vnd.b.foo-preview+json,application/vnd.b.x-preview+json",
		},
		{"application/vnd.a.v3.z-preview.raw+json", "x", "application/vnd.a.z-preview+json,application/vnd.a.x-preview+json"},
		{
			"application/vnd.a.y-preview.z-preview+json", "x",
			"application/vnd.a.y-preview+json,application/vnd.a.z-preview+json,application/vnd.a.x-preview+json",
		},
		{
			"application/vnd.x-PREVIEW-preview", "X y-preview",
			"application/vnd.service.x-preview+json,application/vnd.service.y-preview+json",
		},
		{`text/x;p="\`, "x", `text/x;p="\`},
		{`application/vnd.a;p="\`, "x", "application/vnd.a.x-preview+json"},
		{"a/b ,c/d", "x", "a/b ,c/d"},
		{"application/octet-stream", "x", "application/octet-stream"},
		{"application/vnd.a+json , Application/Octet-Stream;q=0.1", "x", "application/vnd.a+json , Application/Octet-Stream;q=0.1"},
		{`text/x;p="application/octet-stream"`, "x", `text/x;p="application/octet-stream"`},
	} {
		checkAmended(t, tt.accept, "", strings.Fields(tt.previews), tt.want)
	}
}

// checkAmended checks an accept header. One that stays is not ok, unless it is of binary.
func checkAmended(t *testing.T, accept, format string, previews []string, want string) {
	t.Helper()
	got, ok := AmendAccept(accept, format, previews)
	isBinary := strings.Contains(Lower(accept), "/octet-stream") && accept[0] == 'a'
	if got != want || ok != (want != accept || isBinary) {
		t.Errorf("AmendAccept(%q, %q, %q)\ngot  %q, %v\nwant %q", accept, format, previews, got, ok, want)
	}
}

func TestUniquePreviews(t *testing.T) {
	given := []string{"a-preview", "b", "A", "b-Preview-preview", "\u212a", "k", ""}
	before := slices.Clone(given)
	if got, want := UniquePreviews(given), []string{"a", "b", "\u212a", "k", ""}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if !slices.Equal(given, before) {
		t.Errorf("the given names are now %q", given)
	}
	if UniquePreviews(nil) != nil {
		t.Error("names of none")
	}
}

// FuzzAmend has what holds for every header: nothing applies to one that is
// amended already, and items of no vendor stay.
func FuzzAmendAccept(f *testing.F) {
	for _, accept := range []string{
		"", "a/b , application/vnd.a.v3.b+json;q=1", "application/vnd.x-preview.y", `a;b="\",",c`, "application/vnd.a.-preview",
	} {
		f.Add(accept, "raw", "x")
		f.Add(accept, "", "y-preview")
		f.Add(accept, "raw", "")
	}
	f.Fuzz(func(t *testing.T, accept, format, preview string) {
		if format != "" && !IsToken(format) || preview != "" && !IsToken(PreviewName(preview)) {
			return // rejected before
		}
		var previews []string
		if preview != "" {
			previews = []string{preview}
		}
		got, ok := AmendAccept(accept, format, previews)
		if format == "" && preview == "" && got != accept {
			t.Fatalf("AmendAccept(%q) = %q", accept, got)
		}
		openQuote := strings.Contains(accept, `\`) || strings.Count(accept, `"`)%2 == 1
		if openQuote || strings.ContainsAny(format+preview, ".+") || isVersion(format) { // which may read as other parts of a type
			return
		}
		if again, okAgain := AmendAccept(got, format, previews); again != got || okAgain != ok {
			t.Errorf("AmendAccept(%q, %q, %q) = %q, again %q", accept, format, previews, got, again)
		}
		for _, item := range splitAccept(accept) {
			if !strings.Contains(Lower(item), "application/") && !strings.Contains(got, item) {
				t.Errorf("AmendAccept(%q, %q, %q) = %q loses %q", accept, format, previews, got, item)
			}
		}
	})
}
