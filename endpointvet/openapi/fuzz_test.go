package openapi

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzRead checks that no document makes Read panic, that what it returns can be
// asked anything, and that the index of a document says what the document says.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "https://api.github.com/repos/"+Hole+"/x/issues/"+Hole, "state[a]")
	}
	f.Add([]byte(`{"index":2}`+"\n"+`{"method":"GET","path":"/{a}","query":null,"body":{"":{"properties":{"a":{}}}}}`), "/"+Hole, "")
	f.Add([]byte(`{"openapi":"3.0.0","paths":{"/a/%00":{"get":{}}}}`), "/a/%00", "a")
	f.Add(
		[]byte(`{"openapi":"3.0.0","paths":{"/a/{b}":{"post":{"requestBody":{"$ref":"#/paths"}},"get":{"parameters":[{"in":"path",`+
			`"name":"b"}]}}}}`),
		"//", "a",
	)
	f.Fuzz(func(t *testing.T, data []byte, link, name string) {
		api, err := Read("fuzz.json", data)
		if err != nil {
			return
		}
		var index, again bytes.Buffer
		if err := api.WriteIndex(&index); err != nil {
			t.Fatal(err)
		}
		same, err := Read("fuzz.json", index.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", index.String(), err)
		}
		if err := same.WriteIndex(&again); err != nil || again.String() != index.String() {
			t.Fatalf("%v:\n got %s\nwant %s", err, again.String(), index.String())
		}
		if api.Owns(link) && !api.HasServers() {
			t.Fatal("a server that is none")
		}
		links := []string{link}
		for _, o := range api.operations[:min(len(api.operations), 20)] {
			links = append(links, o.Path, punch(o.Path), o.Path+link)
		}
		for _, link := range links {
			askAll(t, api, same, link, name)
		}
	})
}

// askAll makes calls of all kinds of values.
func askAll(t *testing.T, api, same *API, link, name string) {
	values := []Value{{}, text(name), integer(name), of(Boolean), array(text(name)), objectOf(field(name, text(name))), {Kind: 0xff}}
	for _, v := range values {
		c := Call{
			At: "route", Method: "POST", URL: link, Query: []Field{field(name, v), optional(name+"x", v)},
			ContentType: field("", text(name)), Headers: []string{name},
		}
		for range strings.Count(link, Hole) / 2 {
			c.Holes = append(c.Holes, field(name, v))
		}
		inner := objectOf(field(name, v), byDefault(name, v))
		for _, body := range []*Value{nil, &v, &inner} {
			c.Body = body
			got, want := api.Check(c), same.Check(c)
			if len(got) != len(want) {
				t.Fatalf("%s: the document says %v, its index %v", c.print(), got, want)
			}
			for _, r := range got {
				if r.At == nil || r.Message == "" {
					t.Fatalf("%s: %+v", c.print(), r)
				}
			}
		}
	}
}
