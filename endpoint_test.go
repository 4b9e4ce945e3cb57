package endpoint_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A parityCase is a request with what @octokit/endpoint 7 answered, rewritten
// where this package differs on purpose.
type parityCase struct {
	Name     string
	Defaults []endpoint.Options
	Route    string
	Options  endpoint.Options
	Want     struct {
		Method  string
		Path    string
		Query   []string
		Headers endpoint.Headers
		Body    any
		Request any
	}
}

func TestParity(t *testing.T) {
	f, err := os.Open("testdata/parity.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var c parityCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, c.run)
	}
	if n != 150 {
		t.Errorf("%d cases, want 150", n)
	}
}

func (c parityCase) run(t *testing.T) {
	e := endpoint.New(endpoint.Options{
		BaseURL: "https://api.service.example",
		Headers: endpoint.Headers{"user-agent": "corpus/1.0", "accept": "application/vnd.service.v3+json"},
	})
	for _, d := range c.Defaults {
		e = e.Defaults(d)
	}
	got, err := e.Build(c.Route, c.Options)
	if err != nil {
		t.Fatal(err)
	}
	path, query, hasQuery := strings.Cut(got.URL, "?")
	pairs := []string{}
	if hasQuery {
		pairs = strings.Split(query, "&")
		slices.Sort(pairs)
	}
	if got.Method != c.Want.Method || path != c.Want.Path || !slices.Equal(pairs, c.Want.Query) {
		t.Errorf("got %s %s %q\nwant %s %s %q", got.Method, path, pairs, c.Want.Method, c.Want.Path, c.Want.Query)
	}
	if !reflect.DeepEqual(got.Headers, c.Want.Headers) {
		t.Errorf("headers %#v\nwant %#v", got.Headers, c.Want.Headers)
	}
	if !sameJSON(t, got.Body, c.Want.Body) || !sameJSON(t, got.Meta, c.Want.Request) {
		t.Errorf("body %v, meta %v\nwant %v, %v", got.Body, got.Meta, c.Want.Body, c.Want.Request)
	}
}

// sameJSON compares two values by their JSON.
func sameJSON(t *testing.T, a, b any) bool {
	t.Helper()
	x, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x, y)
}
