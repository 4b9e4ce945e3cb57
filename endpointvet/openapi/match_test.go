package openapi

import (
	"strings"
	"testing"
)

// TestCandidates has calls that more than one path may fit. Each operation has
// one parameter, which says which of them judge the call.
func TestCandidates(t *testing.T) {
	api, err := Read("test.json", []byte(`{"openapi":"3.0.0","paths":{
		"/x/me": {"get": {"parameters": [{"in": "query", "name": "me"}]}},
		"/x/{id}": {"get": {"parameters": [{"in": "query", "name": "id"},
			{"in": "path", "name": "id", "schema": {"type": "string", "enum": ["a"]}}]}},
		"/x/{id}/y": {"get": {"parameters": [{"in": "query", "name": "y"}, {"in": "path", "name": "id", "x-multi-segment": true}]}},
		"/x/v{version}v": {"get": {"parameters": [{"in": "query", "name": "version"}]}},
		"/n/{number}": {"get": {"parameters": [{"in": "query", "name": "number"},
			{"in": "path", "name": "number", "schema": {"type": "integer"}}]}},
		"/n/all": {"get": {"parameters": [{"in": "query", "name": "all"}]}},
		"/n/7": {"get": {"parameters": [{"in": "query", "name": "seven"}]}},
		"/path/of/{path}": {"get": {"parameters": [{"in":"query","name":"file"},{"in":"path","name":"path","x-multi-segment":true}]}},
		"/a%20b#c": {"get": {"parameters": [{"in": "query", "name": "space"}]}},
		"/": {"get": {"parameters": [{"in": "query", "name": "root"}]}}
	}}`))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"me", "id", "y", "version", "number", "all", "seven", "file", "space", "root"}
	for _, tt := range []struct {
		name string
		call Call
		want string // the names that no report is on
	}{
		{"equal text", call("GET /x/me"), "me"},
		{"a variable", call("GET /x/{a}"), "me id version"},
		{"text that a part fits", call("GET /x/v2v"), "id version"},
		{"text that its begin fits", call("GET /x/v2"), "id"},
		{"text that is too short", call("GET /x/v"), "id"},
		{"a variable with text", call("GET /x/v{a}"), "id version"},
		{"one that is too long", call("GET /x/m{a}me"), "id"},
		{"a constant", call("GET /x/{a}", inPath("a", text("me"))), "me id"},
		{"%00", call("GET /x/%00"), "id"},
		{"an empty segment", call("GET /x/"), ""},
		{"several segments", call("GET /x/a/b/y"), "y"},
		{"one segment", call("GET /x/a/y"), "y"},
		{"a number", call("GET /n/5"), "number"},
		{"text for one", call("GET /n/some"), ""},
		{"a segment behind one", call("GET /n/5/6"), ""},
		{"one that is documented", call("GET /n/7"), "seven"},
		{"a variable number", call("GET /n/{a}", inPath("a", of(Integer))), "number seven"},
		{"a variable of text", call("GET /n/{a}"), "number all seven"},
		{"a path of files", call("GET /path/of/a/b"), "file"},
		{"its root", call("GET /path/of"), "file"},
		{"a space", call("GET /a%20b"), "space"},
		{"the root", call("GET /"), "root"},
	} {
		var silent []string
		for _, name := range names {
			c := tt.call
			c.Query = []Field{field(name, anything)}
			if len(api.Check(c)) == 0 {
				silent = append(silent, name)
			}
		}
		if got := strings.Join(silent, " "); got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.name, tt.call.print(), got, tt.want)
		}
	}
}

// TestNearest: what to write for a path that the document does not have.
func TestNearest(t *testing.T) {
	api, err := Read("test.json", []byte(`{"openapi":"3.2.0","servers":[
		{"url":"/api/v1/"},{"url":"https://{a}.example/v1"},{"url":"https://{b}.example"}],"paths":{
		"/user/repos": {"get": {}}, "/users": {"get": {}}, "/users/{name}": {"get": {}}, "/users/{name}/repos": {"get": {}},
		"/deploys/{id}/lock": {"post": {}}, "/files/{path}": {"get": {}}, "/user/keys/": {"get": {}},
		"/api/v1/{old}": {"get": {}}, "/logs/v{n}.txt": {"get": {}},
		"/found": {"query": {}, "additionalOperations": {"COPY": {}}}, "/{account}/members/{member}": {"get": {}, "put": {}},
		"/{any}/members/{name}": {"get": {"parameters": [{"in": "path", "name": "any", "x-multi-segment": true}]}}
	}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ call, want string }{
		{"GET /user/repo", `no path "/user/repo": write "/user/repos"`},
		{"GET /user/keys", `no path "/user/keys": write "/user/keys/"`},
		{"GET /users/fred/rpos", `no path "/users/fred/rpos": write "/users/fred/repos"`},
		{"GET /users/fred/repos/x", `no path "/users/fred/repos/x"`},
		{"GET /usr/repo{x}", ""}, // which may be another
		{"GET /log/v2.txt", ""},
		{"GET /user/organisations", `no path "/user/organisations"`}, // and not /users/organisations
		{"GET /user/fred/repos", `no path "/user/fred/repos"`},       // fred may be a slip, too
		{"GET /user/{id}", ""}, // which may be repos
		{"GET /user/{id}/rpos", ""},
		{"POST /deploys/{d}/lokc", `no path "/deploys/{d}/lokc": write "/deploys/{d}/lock"`},
		{"GET /deploys/1/lokc", `no path "/deploys/1/lokc"`},
		{"HEAD /deploys/1/lock", `no method HEAD for this path: it has POST`},
		{"GET /deploys", `no path "/deploys"`},
		{"DELETE /acme/members/{b}", `no method DELETE for this path: it has GET, PUT`},
		{"DELETE /a/b/members/{c}", `no method DELETE for this path: it has GET`},
		{"PUT /a/{b}/{c}", ""}, // b may be members
		{"GET /users/fred/nonsense", `no path "/users/fred/nonsense"`},
		{"GET /files/a/b", ""}, // which the last variable may be
		{"GET /files/a/b/stat", ""},
		{"QUERY /users", `no method QUERY for this path: it has GET`},
		{"BREW /users", ""}, // for which the document has no word
		{"PURGE /users", ""},
		{"PURGE /found", ""},
		{"QUERY /found", ""},
		{"COPY /found", ""},
		{"GET /found", `no method GET for this path: it has COPY, QUERY`},
		{"GET /api/v1/users/fred/nonsense", `no path "/users/fred/nonsense"`},
		{"GET /api/v1/users/fred", ""},
		{"GET /api/v1/user", ""},
		{"GET https://h.example/v1/users/fred/nonsense", `no path "/users/fred/nonsense"`},
		{"DELETE /user/{id}", ""},
	} {
		got := ""
		for _, r := range api.Check(call(tt.call)) {
			got += strings.TrimPrefix(r.Message, "test.json has ")
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.call, got, tt.want)
		}
	}
}

func TestSlip(t *testing.T) {
	const far = 4
	for _, tt := range []struct {
		name, want string
		off        int
	}{
		{"state", "state", 0},
		{"stat", "state", 1},
		{"sttate", "state", 1},
		{"satte", "state", 1},
		{"tstae", "state", far},
		{"xsate", "state", far},
		{"xRateLimit", "x_rate_limit", 1},
		{"opened", "open", 2},
		{"q", "p", far},
		{"ref", "rev", 1},
		{"", "a", far},
		{"repositroies", "repositories", 1},
		{"reppsitroiez", "repositories", 3},
	} {
		if got := slip(tt.name, tt.want); got != tt.off {
			t.Errorf("slip(%q, %q) = %d, want %d", tt.name, tt.want, got, tt.off)
		}
		if got := slip(tt.want, tt.name); got != tt.off {
			t.Errorf("slip(%q, %q) = %d, want %d", tt.want, tt.name, got, tt.off)
		}
	}
}
