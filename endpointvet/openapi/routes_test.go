package openapi

import (
	"strings"
	"testing"
)

func TestWriteRoutes(t *testing.T) {
	for _, tt := range []struct{ api, word, want string }{
		{
			"github.json", "RAW",
			"POST   /markdown/raw  Render a Markdown document in raw mode\n" +
				"  text/plain: string\n" +
				"  text/x-markdown: string\n",
		},
		{
			"kubernetes.json", "proxy",
			"GET    /api/v1/namespaces/{namespace}/pods/{name}/proxy/{path}\n" +
				"  query: path\n",
		},
		{
			"own/test.json", "incidents",
			"GET    /incidents\n" +
				"  query: statuses[], until, untold\n" +
				"POST   /incidents\n" +
				"  query: team*\n" +
				"  header: From*\n" +
				"  application/json: note, title*, urgency\n",
		},
	} {
		var b strings.Builder
		if err := read(t, tt.api).WriteRoutes(&b, tt.word); err != nil {
			t.Fatal(err)
		}
		if b.String() != tt.want {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.api, tt.word, b.String(), tt.want)
		}
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
