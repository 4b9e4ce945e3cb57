package openapi

import (
	"os"
	"strings"
	"testing"
)

// TestWriteRoutes compares with testdata/routes.txt.
func TestWriteRoutes(t *testing.T) {
	var b strings.Builder
	for _, tt := range []struct{ api, word string }{
		{"github.json", "ISSUE"}, {"github.json", "raw"}, {"stripe.json", "refund"}, {"kubernetes.json", "proxy"},
	} {
		b.WriteString("$ " + tt.api + " " + tt.word + "\n")
		if err := read(t, tt.api).WriteRoutes(&b, tt.word); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/routes.txt")
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestWriteRoutesOfNothing(t *testing.T) {
	var b strings.Builder
	err := read(t, "github.json").WriteRoutes(&b, "nothing")
	want := `github.api has no operation with "nothing" in its path or summary`
	if err == nil || err.Error() != want || b.Len() > 0 {
		t.Errorf("got %v and %q, want %s", err, b.String(), want)
	}
}
