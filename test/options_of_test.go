// OptionsOf: one struct as one call, each field where its tag says.

package test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"example.com/endpoint"
)

// An update is a call as users write it, with each kind of field.
type edit struct {
	Owner string   `path:"owner"`
	Page  int      `query:"page,omitempty"`
	Sort  []string `url:"sort,comma,omitempty"`
	Match string   `header:"if-match,omitempty"`
	Title *string  `json:"title,omitempty"`
	State any      `json:"state"`
	Note  string   `validate:"required" path:"-"`
	plain string
}

func of(v any) layers { return layers{endpoint.OptionsOf(v)} }

func TestOptionsOf(t *testing.T) {
	title := "t"
	full := edit{Owner: "o/p", Page: 2, Sort: []string{"a", "b"}, Match: "e", Title: &title, State: 1, Note: secret, plain: secret}
	type up struct {
		Key  string    `path:"key"`
		Type string    `header:"content-type,omitempty"`
		Body io.Reader `body:""`
	}
	type patch struct {
		ID   int    `path:"id"`
		Body *state `body:""`
	}
	type raw struct {
		Body []byte `body:""`
	}
	runCalls(t, []callTest{
		{"PATCH /r/{owner}", of(full), `/r/o%2Fp?page=2&sort=a%2Cb json {"state":1,"title":"t"}`},
		{"PATCH /r/{owner}", of(&full), `/r/o%2Fp?page=2&sort=a%2Cb json {"state":1,"title":"t"}`},
		{"PATCH /r/{owner}", of(edit{Owner: "o"}), `/r/o json {"state":null}`},
		{"GET /r/{owner}", of(full), "/r/o%2Fp?page=2&sort=a%2Cb&state=1&title=t"},
		{"GET /r/{owner}/{state}", of(full), "/r/o%2Fp/1?page=2&sort=a%2Cb&title=t"},
		{"POST /r/{owner}", append(of(full), form), "/r/o%2Fp?page=2&sort=a%2Cb form state=1&title=t"},
		{"GET /x", of(nil), "/x"},
		{"GET /x", of((*edit)(nil)), "/x"},
		{"GET /x", of(struct{}{}), "/x"},

		// The body.
		{"PUT /{key}", of(up{"k", "text/plain", strings.NewReader("text")}), "/k [text/plain] text"},
		{"PUT /{key}", of(up{Key: "k"}), "/k"},
		{"PUT /{id}", of(patch{1, &state{"open"}}), `/1 json {"state":"open"}`},
		{"PUT /{id}", append(layers{data("earlier")}, of(patch{1, nil})...), "/1"},
		{"PUT /x", append(layers{data("earlier")}, of(struct {
			Body any `body:""`
		}{})...), "/x earlier"},
		{"PUT /x", of(raw{[]byte("b")}), "/x b"},
		{"PUT /x", of(raw{}), "invalid body in Data: it is a nil []byte: leave it out"},
		{"PUT /x", of(struct {
			Body json.RawMessage `body:""`
		}{json.RawMessage("[1]")}), "/x json [1]"},
		{"PUT /x", of(tagged(`body:"json"`, 1)), `invalid parameter in Data: struct.A: the body has no name and no options: write body:""`},
		{"PUT /x", of(struct {
			Body  string `body:""`
			Title string `json:"title"`
		}{"b", ""}), `invalid parameter "title": Data is the whole body`},
		{"GET /x", of(raw{[]byte("b")}), "invalid body in Data: GET does not allow a body"},

		// Each field is of the layer that it stands for.
		{
			"PATCH /r/{owner}", append(of(full), path{"owner": "q"}, query{"sort": endpoint.Unset}, params{"state": nil}),
			`/r/q?page=2 json {"state":null,"title":"t"}`,
		},
		{
			"PATCH /r/{owner}", append(layers{path{"owner": "q"}, query{"page": 1}}, of(full)...),
			`/r/o%2Fp?page=2&sort=a%2Cb json {"state":1,"title":"t"}`,
		},
		{"PATCH /r/{owner}", layers{byDefault(of(full)...), query{"sort": endpoint.Unset}}, `/r/o%2Fp?page=2 json {"state":1,"title":"t"}`},
		{"GET https://other.test/r/{owner}", layers{byDefault(of(full)...)}, `wrong origin for "if-match"`},
		{"GET https://other.test/r/{owner}", of(full), "https://other.test/r/o%2Fp?page=2&sort=a%2Cb&state=1&title=t"},
		{"PATCH /r/{repo}", of(full), `missing parameter "repo"`},
		{"PATCH /r", of(full), `invalid parameter "owner": no placeholder of the URL or BaseURL has this name`},
		{"GET /x", of(struct {
			A *int `path:"a"`
		}{}), `invalid parameter "a": no placeholder`},
	})
}

// state is a body.
type state struct {
	State string `json:"state"`
}

// TestHeaderFields has the text of a header.
func TestHeaderFields(t *testing.T) {
	const notText = `invalid parameter "x-a": struct.A: a header is one text: pass that of a list by strings.Join, of a time`
	n := 7
	for _, tt := range []struct {
		tag  string
		v    any
		want string // the header, or the error
	}{
		{`header:"X-A"`, " text ", "text"},
		{`header:"x-a"`, &n, "7"},
		{`header:"x-a"`, (*int)(nil), ""},
		{`header:"x-a"`, []byte(nil), ""},
		{`header:"x-a"`, false, "false"},
		{`header:"x-a,omitempty"`, false, ""},
		{`header:"x-a,omitzero"`, "", ""},
		{`header:"x-a"`, byPointerText{}, "text"},
		{`header:"x-a"`, level(1), `invalid parameter "x-a": struct.A: test.level has a String method`},
		{`header:"x-a"`, []string{"a"}, notText},
		{`header:"x-a"`, []string(nil), notText},
		{`header:"x-a"`, map[string]int{"a": 1}, notText},
		{`header:"x-a"`, []any{func() {}}, notText},
		{`header:"x-a"`, day, notText},
		{`header:"x-a"`, &day, notText},
		{`header:"X-A"`, "\t", `invalid header "x-a": struct.A: the value is empty: write omitempty`},
		{`header:"x-a"`, secret + "\n", `invalid header "x-a": the value has a control character`},
		{`header:"x-a"`, endpoint.JSON(1), `invalid parameter "x-a": struct.A: endpoint.JSON is only for`},
		{`header:"x-a,comma"`, "", `invalid parameter "x-a": struct.A: the option "comma"`},
	} {
		l, want := endpoint.OptionsOf(tagged(tt.tag, tt.v)), "/x"
		if strings.HasPrefix(tt.want, "invalid") {
			want = tt.want
		} else if r, err := api.Build("GET /x", l); err != nil || r.Headers["x-a"] != tt.want {
			t.Errorf("%s %T: got %q, %v; want %q", tt.tag, tt.v, r.Headers["x-a"], err, tt.want)
		}
		runCalls(t, []callTest{{"GET /x", layers{l}, want}, {"GET /x", layers{byDefault(l)}, want}})
		runCalls(t, []callTest{{"GET /x", layers{l, headers{"X-A": "1"}}, "/x"}})
	}
}

// Structs that OptionsOf does not read as encoding/json does, or not at all.
type (
	Ref struct {
		Owner string `path:"owner"`
		Page  int    `query:"page,omitempty"`
	}
	ByName struct {
		Owner string `path:"owner,omitempty"`
		Match string `header:"If-Match,omitempty"`
		Title string `json:"title,omitempty"`
	}
	ByID struct {
		ID    int    `path:"owner,omitempty"`
		Match string `header:"if-match,omitempty"`
		Title string `json:"title,omitempty"`
	}
	hidden struct {
		*Ref
		ByName
		Page *int `query:"page"`
		ID   int  `json:"owner,omitempty"` // no other name in its place
	}
	either struct {
		*ByName
		ByID
	}
	IntBody struct {
		Body int `body:""`
	}
	AnyBody struct {
		Body any `body:""`
	}
	ownJSON struct {
		own
		Owner string `path:"owner"`
	}
)

func TestPlacedFields(t *testing.T) {
	byName := func(owner, match, title string) either {
		return either{ByName: &ByName{owner, match, title}, ByID: ByID{1, "e", ""}}
	}
	runCalls(t, []callTest{
		// Embedded structs.
		{"GET /{owner}", of(hidden{Ref: &Ref{Page: 2}, ByName: ByName{Owner: "o"}}), `invalid parameter "owner": hidden.Ref.Owner and hidden.ByName.Owner are both sent as "owner"`},
		{"GET /{owner}", of(hidden{ByName: ByName{Owner: "o"}}), "/o"},
		{"PUT /{owner}", of(hidden{Ref: &Ref{"r", 2}, ID: 7}), `/r json {"owner":7}`},
		{"GET /{owner}", of(struct { // which hides that of Ref, though it is omitted
			Ref
			Page int `query:"page,omitempty"`
		}{Ref{"r", 2}, 0}), "/r"},
		{"GET /{owner}", of(either{ByID: ByID{ID: 7}}), "/7"},
		{"GET /{owner}", of(byName("", "", "")), "/1"},
		{"GET /{owner}", of(byName("o", "", "")), `invalid parameter "owner": either.ByName.Owner and either.ByID.ID are both sent as "owner"`},
		{"GET /{owner}", of(byName("", "m", "")), `invalid parameter "if-match": either.ByName.Match and either.ByID.Match are both sent`},
		{"PUT /{owner}", of(byName("", "", "t")), `invalid parameter "title": either.ByName.Title: either.ByID.Title has its name too`},

		{"PUT /x", of(struct {
			A *int `body:""`
			B int  `body:""`
		}{new(int), 1}), `invalid parameter in Data: struct.A and struct.B are both sent as "Data": leave one out`},
		{"PUT /x", of(struct {
			*IntBody
			*AnyBody
		}{nil, &AnyBody{1}}), "/x json 1"},

		// Tags.
		{"GET /x", of(tagged(`validate:"required"`, "")), `invalid parameter "A": struct.A: no tag says where it goes: write path:"name"`},
		{"GET /x", of(tagged(`in:"query=a"`, "")), `invalid parameter "A": struct.A: no tag says where it goes`},
		{"GET /x", append(of(tagged(``, "")), params{"A": 1}), "/x?A=1"},
		{"GET /x", of(tagged(`query:"a" json:"b"`, "")), `invalid parameter "b": struct.A: it goes to one place, and has tags of two`},
		{"GET /x", of(tagged(`query:"a" url:"a"`, "")), `invalid parameter "a": struct.A: it goes to one place, and has tags of two`},
		{"GET /x", of(tagged(`header:"a" body:""`, "")), `invalid parameter "a": struct.A: it goes to one place, and has tags of two`},
		{"GET /x", of(tagged(`query:"a" in:"query=a"`, "")), "/x?a="},
		{"GET /x", of(tagged(`query:"a" json:"-" body:"-"`, 1)), "/x?a=1"},
		{"GET /x", of(tagged(`path:"-"`, func() {})), "/x"},
		{"GET /x", of(tagged(`query:"a" form:"b"`, 1)), "/x?a=1"},
		{"GET /x", of(tagged(`query:",omitempty"`, 1)), "/x?A=1"},
		{"GET /x", of(tagged(`header:",omitempty"`, 1)), `invalid parameter "a": struct.A: a header is named by its tag`},
		{"GET /x", of(tagged(`header:"x a"`, 1)), `invalid header "x a": its name may contain only`},
		{"GET /x", of(tagged(`query:"a,string"`, 1)), `invalid parameter "a": struct.A: the option "string"`},
		{"GET /x", of(tagged(`query:"at" layout:"2006"`, day)), `invalid parameter "at": struct.A: the tags del and layout`},
		{"GET /x", of(tagged(`path:"at" layout:"2006"`, day)), `invalid parameter "at": struct.A: …layout`},
		{"GET /x", of(tagged(`query:"a"`, labels{"1"})), `invalid parameter "a": struct.A: …EncodeValues`},
		{"POST /x", of(tagged(`json:"a"`, labels{"1"})), `/x json {"a":["1"]}`},
		{"GET /x", of(struct {
			a string `header:"a"`
		}{}), `invalid parameter "a": struct.a: it has a tag, but is not exported`},
		{"GET /x", of(struct{ a string }{}), "invalid parameter: struct { a string } has no field"},
		{"PUT /x", of(struct {
			*state `body:""`
		}{}), `invalid parameter in Data: struct.state: it has a tag, but is not exported`},

		// What is not a struct of fields.
		{"GET /x", of(1), "invalid parameter: int is not a struct, whose tags say where its fields go"},
		{"GET /x", of(params{"a": 1}), "invalid parameter: endpoint.Params is not a struct"},
		{"GET /x", of(own{}), `invalid parameter: own has JSON or text of its own, which OptionsOf does not read`},
		{"GET /x", of(&byPointerText{}), `invalid parameter: byPointerText has JSON or text of its own`},
		{"GET /x", of(struct { // in which neither method is promoted
			own
			modelJSON
		}{}), `invalid parameter: struct.own has JSON or text of its own`},
		{"GET /x", of(byPointerText{}), `invalid parameter: byPointerText has JSON or text of its own`},
		{"GET /{owner}", of(ownJSON{Owner: "o"}), `missing parameter "owner": ownJSON has JSON or text of its own`},
		{"GET /{a}", of(struct{ A string }{"a"}), `missing parameter "a": struct.A: no tag says where it goes`},
		{"GET /{a}", of(struct{ B Ref }{}), `missing parameter "a": the call has "B", which cannot be sent: struct.B: no tag says where it goes`},
	})
}
