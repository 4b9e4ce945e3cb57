// Seeded bugs, and what is reported for each of them.

package analyzer

import (
	"fmt"
	"strings"
	"testing"
)

// declarations are what the calls of the tables use.
const declarations = `
type untagged struct{ Name string }
type issue struct {
	Owner string   ` + "`json:\"owner,omitempty\"`" + `
	Repo  string   ` + "`json:\"repo\"`" + `
	State string   ` + "`url:\"state,omitempty\"`" + `
}
type misnamed struct {
	Ower string ` + "`json:\"ower\"`" + `
	Repo string ` + "`json:\"repo\"`" + `
}
type badTag struct {
	Labels []string ` + "`url:\"labels,semicolon\"`" + `
}
type encodes struct{}
func (encodes) EncodeValues(key string, v *url.Values) error { return nil }
type withEncoder struct{ E encodes }
type page struct {
	Page int ` + "`url:\"page\"`" + `
	Size int ` + "`url:\"size,omitempty\"`" + `
}
type search struct {
	page
	Repo   string   ` + "`url:\"repo\"`" + `
	Labels []string ` + "`url:\"labels,omitempty\"`" + `
	Sort   *string  ` + "`url:\"sort\"`" + `
	IDs    []string ` + "`url:\"ids,comma\"`" + `
}
type anyID struct {
	ID any ` + "`url:\"id\"`" + `
}
type embedding struct {
	*page
	badTag
}
type differing struct {
	Size int ` + "`json:\"size\" url:\"per_page\"`" + `
}
type ListOptions struct {
	Page int ` + "`url:\"page,unix\"`" + `
}
type outer struct {
	ListOptions
	Name string ` + "`url:\"name\"`" + `
}
type first struct {
	Page string ` + "`url:\"page,omitempty\"`" + `
}
type second struct {
	Page string ` + "`url:\"page,omitempty\"`" + `
}
type paged struct {
	first
	second
}
type third struct {
	Page string ` + "`url:\"page\"`" + `
}
type fourth struct {
	Page string ` + "`url:\"page\"`" + `
}
var twice = struct {
	third
	fourth
}{}
type pointerText struct{ n int }
func (*pointerText) String() string { return "" }
type Options = endpoint.Options
type Params = endpoint.Params
type Path = endpoint.Path
type Query = endpoint.Query
type Headers = endpoint.Headers
type MediaType = endpoint.MediaType
var ctx = context.Background()
var _ = fmt.Sprint
var _ = errors.New
var _ = slices.Sort[[]int]
var _ = strconv.Itoa
var _ = strings.ToLower
var _ = time.Now
var _ = json.Marshal
var _ url.Values
var _ io.Reader
var _ bytes.Buffer
var _ http.Request
var _ os.File
const usersRoute = "GET /users/{user"
`

const imports = `
import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/endpoint"
)
`

// A bug is a call, what is reported for it where the defaults of api can be
// seen, where api is a field of a closed package, and where api comes from
// elsewhere.
type bug struct {
	name, code      string
	visible, unseen string // unseen "=": the same as visible; "": nothing
}

var bugs = []bug{
	// The route.
	{
		"open brace", `api.Build("GET /users/{user", Params{"user": 1})`,
		`"GET /users/{user": invalid route: at offset 7 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"dots", `api.Build("GET /files/{path...}", Path{"path": "a"})`,
		`"GET /files/{path...}": invalid route: at offset 7 of the URL: "{path...}" is not RFC 6570: write ` +
			`{+path}, or {/path*} for a list of segments`,
		"=",
	},
	{
		"resource name", `api.Build("GET /v1/{name=projects/*}", Path{"name": "a"})`,
		`"GET /v1/{name=projects/*}": invalid route: at offset 4 of the URL: "{name=projects/*}" is not RFC 6570: ` +
			`write {+name}, or {/name*} for a list of segments`,
		"=",
	},
	{
		"optional mark", `api.Build("GET /users/{id?}", Params{"id": 1})`,
		`"GET /users/{id?}": invalid route: at offset 7 of the URL: "{id?}" is not RFC 6570: write {/id} or {?id} ` +
			`for an optional parameter`,
		"=",
	},
	{
		"no space", `api.Build("POST/users", Params{"name": "x"})`,
		`"POST/users": invalid route: put a space between the method and the URL`, "=",
	},
	{
		"other scheme", `api.Build("GET ftp://example.com/x")`,
		`"GET ftp://example.com/x": invalid route: the URL must begin with http:// or https://, or be a path`, "=",
	},
	{
		"one slash", `api.Build("GET https:/example.com/x")`,
		`"GET https:/example.com/x": invalid route: two slashes must follow the scheme: write https://`, "=",
	},
	{
		"host placeholder", `api.Build("GET https://{host}/x", Params{"host": "h"})`,
		`"GET https://{host}/x": invalid route: the host may not contain a placeholder: write the address in ` +
			`BaseURL, and pass its placeholders in Path`,
		"=",
	},
	{"method letters", `api.Build("PSOT /users")`, `"PSOT /users": method "PSOT": write "POST"`, "="},
	{"method too long", `api.Build("DELETEE /users")`, `"DELETEE /users": method "DELETEE": write "DELETE"`, "="},
	{"method with swapped last letters", `api.Build("GTE /users")`, `"GTE /users": method "GTE": write "GET"`, "="},
	{"method with swapped letters", `api.Build("PTU /users/1")`, `"PTU /users/1": method "PTU": write "PUT"`, "="},
	{"method without its last letter", `api.Build("DELET /users/1")`, `"DELET /users/1": method "DELET": write "DELETE"`, "="},
	{"method without its first letter", `api.Build("OST /users/1")`, `"OST /users/1": method "OST": write "POST"`, "="},
	{"method option", `api.Build("/users", Options{Method: "PTCH"})`, `"PTCH": method "PTCH": write "PATCH"`, "="},
	{
		"method token", `api.Build("G@T /users")`,
		"\"G@T /users\": invalid method: it may contain only letters, digits and !#$%&'*+-.^_`|~", "=",
	},
	{
		"constant route", `api.Build(usersRoute, Params{"user": 1})`,
		`usersRoute: invalid route: at offset 7 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"encoded name", `api.Build("GET /users{?$top}", Params{"$top": 1})`,
		`"GET /users{?$top}": invalid route: at offset 6 of the URL: "{?$top}" has a name with a character that ` +
			`needs encoding: remove it, and pass the parameter in Query`,
		"=",
	},
	{
		"route option", `api.Build("", Options{Method: "GET", URL: "/x/{"})`,
		`"/x/{": invalid route: at offset 3 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	// Names.
	{"missing", `api.Build("GET /repos/{owner}/{repo}", Params{"owner": s})`, `"GET /repos/{owner}/{repo}": missing parameter "repo"`, ""},
	{
		"missing colon", `api.Build("GET /repos/:owner/:repo", Params{"owner": s})`,
		`"GET /repos/:owner/:repo": missing parameter "repo"`, "",
	},
	{
		"misspelled", `api.Build("GET /repos/{owner}/{repo}", Params{"ower": s, "repo": s})`,
		`"ower": no placeholder is named "ower": write "owner"`, "=",
	},
	{
		"misspelled path", `api.Build("POST /repos/{owner}/{repo}", Path{"owner": s, "rpeo": s})`,
		`"rpeo": no placeholder is named "rpeo": write "repo"`, "=",
	},
	{
		"two names as near", `api.Build("GET /x/{owner}/{opner}", Params{"oxner": s})`,
		`"oxner": no placeholder is named "oxner": write "owner" or "opner"`, "=",
	},
	{"two methods as near", `api.Build("PUST /users")`, `"PUST /users": method "PUST": write "POST" or "PUT"`, "="},
	{"case", `api.Build("PUT /users/{userId}", Params{"userID": n})`, `"userID": no placeholder is named "userID": write "userId"`, "="},
	{
		"underscore", `api.Build("GET /users/{user_id}", Params{"userid": n})`,
		`"userid": no placeholder is named "userid": write "user_id"`, "=",
	},
	{
		"field", `api.Build("GET /repos/{owner}/{repo}", endpoint.ParamsOf(misnamed{s, s}))`,
		`misnamed{s, s}: no placeholder is named "ower": write "owner"`, "=",
	},
	{
		"forgotten field", `api.Build("GET /repos/{owner}/{repo}", endpoint.ParamsOf(issue{Repo: s}))`,
		`"GET /repos/{owner}/{repo}": missing parameter "owner"`, "",
	},
	{
		"forgotten text", `api.Build("GET /repos/{owner}/{repo}", endpoint.ParamsOf(&issue{Owner: "o"}))`,
		`&issue{Owner: "o"}: missing parameter "repo": its value is nil or empty, but the path needs one`, "",
	},
	{
		"forgotten number", `api.Build("GET /pages/{size}", endpoint.ParamsOf(page{Page: n}))`,
		`"GET /pages/{size}": missing parameter "size"`, "",
	},
	{
		"forgotten list", `api.Build("GET /labels/{labels}", endpoint.ParamsOf(search{Repo: s}))`,
		`"GET /labels/{labels}": missing parameter "labels"`, "",
	},
	{
		"forgotten pointer", `api.Build("GET /sorted/{sort}", endpoint.ParamsOf(search{Repo: s}))`,
		`search{Repo: s}: missing parameter "sort": its value is nil or empty, but the path needs one`, "",
	},
	{"no fields", `api.Build("GET /repos/{owner}/x", endpoint.ParamsOf(issue{}))`, `"GET /repos/{owner}/x": missing parameter "owner"`, ""},
	{
		"empty field", `api.Build("DELETE /repos/{repo}", endpoint.ParamsOf(issue{Repo: ""}))`,
		`issue{Repo: ""}: missing parameter "repo": its value is nil or empty, but the path needs one`, "=",
	},
	{
		"dots field", `api.Build("GET /repos/{owner}/{repo}", endpoint.ParamsOf(issue{Owner: "o", Repo: ".."}))`,
		`issue{Owner: "o", Repo: ".."}: unsafe path in parameter "repo": a path segment would be "." or ".."`, "=",
	},
	{
		"dots field left out otherwise", `api.Build("GET /repos/{owner}/x", endpoint.ParamsOf(issue{Owner: ".."}))`,
		`issue{Owner: ".."}: unsafe path in parameter "owner": a path segment would be "." or ".."`, "=",
	},
	{
		"dots in any", `api.Build("GET /repos/{id}", endpoint.ParamsOf(anyID{ID: ".."}))`,
		`anyID{ID: ".."}: unsafe path in parameter "id": a path segment would be "." or ".."`, "=",
	},
	{
		"comma field", `api.Build("GET /x", endpoint.ParamsOf(search{IDs: []string{"a,b"}}))`,
		`search{IDs: []string{"a,b"}}: invalid parameter "search.IDs": an element contains a comma, which also ` +
			`separates elements: remove the option "comma"`,
		"=",
	},
	{
		"field in the query", `api.Build("GET /x?page=1", endpoint.ParamsOf(page{}))`,
		`page{}: invalid parameter "page": the query of the URL has it already: remove it there, or do not pass it`,
		"=",
	},
	{
		"no such field", `api.Build("GET /repos/{owner}/{id}", endpoint.ParamsOf(&in))`,
		`"GET /repos/{owner}/{id}": missing parameter "id"`, "",
	},
	{
		"path without placeholder", `api.Build("GET /repos/{owner}", Path{"owner": s, "page": n})`,
		`"page": invalid parameter "page": no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query`,
		"",
	},
	{"query for a placeholder", `api.Build("GET /users/{id}", Query{"id": n})`, `"id": missing parameter "id"`, ""},
	{"unset for a placeholder", `api.Build("GET /users/{id}", Params{"id": endpoint.Unset})`, `"id": missing parameter "id"`, ""},
	{
		"path and params", `api.Build("GET /users/{id}", Path{"id": n}, Params{"id": n})`,
		`"id": invalid parameter "id": Path fills its placeholder: leave it out of Params, pass it in Path to ` +
			`override that value, or in Query to send it in the query`,
		"=",
	},
	// Values.
	{
		"function", `api.Build("GET /users", Params{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"struct", `api.Build("GET /users", Params{"filter": untagged{s}})`,
		`"filter": invalid parameter "filter": struct{…} is a struct without json or url tags: pass its text or a map`,
		"=",
	},
	{
		"pointer", `api.Build("GET /users/{id}", Path{"id": &untagged{s}})`,
		`"id": invalid parameter "id": struct{…} is a struct: pass its text, or the map that ParamsOf returns for it`,
		"=",
	},
	{
		"pointer text", `api.Build("GET /users/{id}", Params{"id": pointerText{n}})`,
		`"id": invalid parameter "id": struct{…} is a struct: pass its text, or the map that ParamsOf returns for it`,
		"=",
	},
	{
		"lists in a list", `api.Build("GET /users/{ids}", Params{"ids": [][]string{{s}}})`,
		`"ids": invalid parameter "ids": a list or map in a template may contain only scalars: pass nested values in a query or body`,
		"=",
	},
	{
		"complex", `api.Build("GET /users", Params{"c": 1i})`,
		`"c": invalid parameter "c": complex128 cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"prefix of a list", `api.Build("GET /users/{ids:3}", Params{"ids": []string{s}})`,
		`"ids": invalid parameter "ids": a prefix applies to a string: remove it for a list or map`, "=",
	},
	{
		"empty", `api.Build("DELETE /users/{id}", Params{"id": ""})`,
		`"id": missing parameter "id": its value is nil or empty, but the path needs one`, "=",
	},
	{
		"empty beside text", `api.Build("DELETE /users/{id}.json", Path{"id": ""})`,
		`"id": missing parameter "id": its value is nil or empty, but the path needs one`, "=",
	},
	{
		"nil", `api.Build("DELETE /users/{id}", Params{"id": nil})`,
		`"id": missing parameter "id": its value is nil or empty, but the path needs one`, "",
	},
	{
		"dots value", `api.Build("GET /users/{id}", Params{"id": ".."})`,
		`"id": unsafe path in parameter "id": a path segment would be "." or ".."`, "=",
	},
	{
		"slash value", `api.Build("GET /files/{+path}", Params{"path": "a/../b"})`,
		`"path": unsafe path in parameter "path": a path segment would be "." or ".."`, "=",
	},
	{
		"question", `api.Build("GET /files/{+path}", Params{"path": "a?b=1"})`,
		`"path": unsafe path in parameter "path": "?" or "#" would end the path: write {/path*} and pass a list of ` +
			`segments, or make a relative URL absolute with url.URL.Parse`,
		"=",
	},
	{
		"comma", `api.Build("GET /x", Params{"ids": []string{"a,b"}})`,
		`"ids": invalid parameter "ids": an element contains a comma, which also separates elements: set Lists, for example to ListRepeat`,
		"",
	},
	{"empty key", `api.Build("GET /x", Query{"": 1})`, `"GET /x": invalid parameter: its name is empty`, "="},
	{
		"query twice", `api.Build("GET /x?page=1", Params{"page": 2})`,
		`"page": invalid parameter "page": the query of the URL has it already: remove it there, or do not pass it`,
		"=",
	},
	// Bodies.
	{
		"data with get", `api.Build("GET /x", Options{Data: map[string]any{"a": 1}})`,
		`map[string]any{"a": 1}: invalid body in Data: GET does not allow a body: use another method, or build it ` +
			`as POST and set Method of the result to GET`,
		"=",
	},
	{
		"params beside data", `api.Build("POST /x", Options{Data: []int{1}, Params: Params{"a": 1}})`,
		`"a": invalid parameter "a": Data is the whole body: add it to Data, or pass it in Query`, "=",
	},
	{
		"params with trace", `api.Build("TRACE /x", Params{"a": 1})`,
		`"a": invalid parameter "a": TRACE does not send Params: name it in the URL, or pass it in Query`, "=",
	},
	{
		"struct as xml",
		`api.Build("POST /x", Options{Data: untagged{s}, Headers: Headers{"Content-Type": "application/xml"}})`,
		"untagged{s}: invalid body in Data: struct{…} is sent as JSON, but content-type is not a JSON type: pass " +
			"text, bytes or a Reader, or json.RawMessage for JSON under another name",
		"=",
	},
	{
		"params as text", `api.Build("POST /x", Params{"a": 1}, Headers{"content-type": "text/plain"})`,
		`"content-type": invalid body under content-type: parameters can be sent only as JSON or as a form: pass any other body as Data`,
		"=",
	},
	{
		"list as form",
		`api.Build("POST /x", Options{Data: []string{s}, Headers: Headers{"content-type": "application/x-www-form-urlencoded"}})`,
		"[]string{s}: invalid body in Data: []interface {} is not a form: pass a map with string keys, a struct " +
			"with json or url tags, url.Values or text",
		"=",
	},
	{
		"hidden fields", `api.Build("POST /x", Options{Data: bytes.Buffer{}})`,
		"bytes.Buffer{}: invalid body in Data: struct{…} has no exported fields, so its JSON would be {}: pass " +
			"its text, a map or a struct with exported fields",
		"=",
	},
	{
		"function in json", `api.HTTPRequest(ctx, "POST /x", Params{"f": func() {}})`,
		`"f": invalid body in parameter "f": type func() cannot be encoded as JSON`, "=",
	},
	// Structs.
	{
		"unsupported tag", `api.Build("GET /x", endpoint.ParamsOf(badTag{}))`,
		`badTag{}: invalid parameter "badTag.Labels": the option "semicolon" of its tag is not supported here: ` +
			`remove it and set the parameter yourself`,
		"=",
	},
	{
		"tags that differ", `api.Build("GET /x", endpoint.ParamsOf(differing{}))`,
		`differing{}: invalid parameter "differing.Size": its json tag "size" and its url tag "per_page" differ in ` +
			`name: use the same name in both`,
		"=",
	},
	{
		"encoder", `api.Build("GET /x", endpoint.ParamsOf(withEncoder{}))`,
		`withEncoder{}: invalid parameter "E": struct{…} is a struct without json or url tags: pass its text or a map`,
		"=",
	},
	{
		"pointer to a struct", `p := &badTag{}; api.Build("GET /x", endpoint.ParamsOf(p))`,
		`p: invalid parameter "badTag.Labels": the option "semicolon" of its tag is not supported here: remove it ` +
			`and set the parameter yourself`,
		"=",
	},
	{
		"tag of an embedded struct", `api.Build("GET /x", endpoint.ParamsOf(embedding{page: &page{}}))`,
		`embedding{page: &page{}}: invalid parameter "embedding.badTag.Labels": the option "semicolon" of its tag ` +
			`is not supported here: remove it and set the parameter yourself`,
		"=",
	},
	{
		"value of a field", `api.Build("GET /x", endpoint.ParamsOf(struct{ E struct{ N int } }{}))`,
		`struct{ E struct{ N int } }{}: invalid parameter "E": struct{…} is a struct without json or url tags: pass its text or a map`,
		"=",
	},
	{
		"no name", `api.Build("GET /x", endpoint.ParamsOf(struct{ A int "url:\"a,unix\"" }{}))`,
		`struct{ A int "url:\"a,unix\"" }{}: invalid parameter "struct.A": the option "unix" of its tag is not ` +
			`supported here: remove it and set the parameter yourself`,
		"=",
	},
	{
		"no name for a value", `api.Build("GET /x", Params{"v": struct{ A int }{}})`,
		`"v": invalid parameter "v": struct{…} is a struct without json or url tags: pass its text or a map`, "=",
	},
	{
		"not an object", `api.Build("GET /x", endpoint.ParamsOf(n))`,
		"n: invalid parameter in ParamsOf: int is not an object in JSON: pass a struct or a map with string keys", "=",
	},
	// Options and headers.
	{
		"header name", `api.Build("GET /x", Headers{"x y": s})`,
		"\"x y\": invalid header \"x y\": its name may contain only letters, digits and !#$%&'*+-.^_`|~", "=",
	},
	{
		"header value", `api.Build("GET /x", Headers{"x-y": "a\nb"})`,
		`"x-y": invalid header "x-y": the value has a control character, such as a line break: remove it`, "=",
	},
	{
		"format", `api.Build("GET /x", MediaType{Format: "a/b"})`,
		"\"a/b\": invalid header in MediaType.Format: it may contain only letters, digits and !#$%&'*+-.^_`|~", "=",
	},
	{
		"preview", `api.Build("GET /x", Options{MediaType: MediaType{Previews: []string{"a b"}}})`,
		"[]string{\"a b\"}: invalid header in MediaType.Previews: it may contain only letters, digits and !#$%&'*+-.^_`|~",
		"=",
	},
	{
		"base url", `endpoint.New(Options{BaseURL: "api.example.com"})`,
		`"api.example.com": invalid base URL: it must begin with http:// or https://`, "=",
	},
	{
		"base url query", `api.Defaults(Options{BaseURL: "https://api.example.com/?a=1"})`,
		`"https://api.example.com/?a=1": invalid base URL: it has a query or fragment: pass parameters in Query`, "=",
	},
	{
		"base url of a call", `api.Build("GET /x", Options{BaseURL: "https://"})`,
		`"https://": invalid base URL: the host is missing or malformed`, "=",
	},
	{
		"default header", `endpoint.New(Headers{"x y": s})`,
		"\"x y\": invalid header \"x y\": its name may contain only letters, digits and !#$%&'*+-.^_`|~", "=",
	},
	{"lists", `api.Build("GET /x", Options{Lists: 9})`, `9: invalid parameter "Lists": use ListComma, ListRepeat or ListBrackets`, "="},
	// Never sent.
	// Formatted.
	{
		"sprintf", `api.Build(fmt.Sprintf("GET /users/%s/repos", s))`,
		"s: s is formatted into the route, where it is not escaped: write {s} and pass it in Path", "=",
	},
	{
		"concatenation", `api.Build("GET /users/" + s + "/repos")`,
		"s: s is formatted into the route, where it is not escaped: write {s} and pass it in Path", "=",
	},
	{
		"formatted before", "route := \"/repos/\" + s + \"/x\"\n\tapi.Build(\"GET \" + route)",
		"s: s is formatted into the route, where it is not escaped: write {s} and pass it in Path", "=",
	},
	{
		"formatted field", `api.Build("GET /repos/" + in.Owner + "/x")`,
		`in.Owner: in.Owner is formatted into the route, where it is not escaped: write {Owner} and pass it in Path`,
		"=",
	},
	{
		"formatted field before", "route := \"/repos/\" + in.Owner + \"/x\"\n\tapi.Build(\"GET \" + route)",
		"in.Owner: in.Owner is formatted into the route, where it is not escaped: write {Owner} and pass it in Path",
		"=",
	},
	{
		"formatted query", `api.Build("GET /search?q=" + s + "&page=1")`,
		"s: s is formatted into the route, where it is not escaped: write {s} and pass it in Path", "=",
	},
	// Variables and helpers.
	{
		"variable", "p := Params{\"ower\": s}\n\tp[\"repo\"] = s\n\tapi.Build(\"GET /repos/{owner}/{repo}\", p)",
		`"ower": no placeholder is named "ower": write "owner"`, "=",
	},
	{
		"variable options", "o := Options{}\n\to.Data = []int{1}\n\tapi.Build(\"GET /x\", o)",
		"[]int{1}: invalid body in Data: GET does not allow a body: use another method, or build it as POST and " +
			"set Method of the result to GET",
		"=",
	},
	{
		"helper", "get(api, \"/users/{\", nil)",
		`"/users/{": invalid route: at offset 7 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"helper of a helper", "all(api, \"/users\", Params{\"f\": func() {}})",
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"key with the name of an option", `api.Build("GET /{", Params{"url": s})`,
		`"GET /{": invalid route: at offset 1 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"closure", `func() { api.Build("GET /users/{", Params{"id": n}) }()`,
		`"GET /users/{": invalid route: at offset 7 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{"chained", `endpoint.New(Options{BaseURL: "https://h"}).Build("GET /users/{id}")`, `"GET /users/{id}": missing parameter "id"`, "="},
	{
		"variable of two calls",
		"p := Params{\"user\": s}\n\tapi.Build(\"GET /x\", p)\n\tapi.Build(\"GET /users/{\", p)",
		`"GET /users/{": invalid route: at offset 7 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"variable key", "p := make(Params)\n\tp[\"ower\"] = s\n\tapi.Build(\"GET /orgs/{owner}\", p)",
		`"ower": no placeholder is named "ower": write "owner"`, "=",
	},
	// One unseen layer hides only what it can remove.
	{
		"get and a struct", `api.Build("GET /x", Options{Data: []int{1}}, endpoint.ParamsOf(opts))`,
		"[]int{1}: invalid body in Data: GET does not allow a body: use another method, or build it as POST and " +
			"set Method of the result to GET",
		"=",
	},
	{
		"another key and a struct", `api.Build("GET /x", Query{"f": func() {}}, endpoint.ParamsOf(opts))`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"a literal key and a map", `api.Build("GET /x?page=1", Query{"page": 2}, Params(values))`,
		`"page": invalid parameter "page": the query of the URL has it already: remove it there, or do not pass it`,
		"=",
	},
	{
		"a syntax error and params", `api.Build("GET /x/{", Params(values), Path(values))`,
		`"GET /x/{": invalid route: at offset 3 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"get and headers", `api.Build("GET /x", Options{Data: []int{1}}, headers())`,
		"[]int{1}: invalid body in Data: GET does not allow a body: use another method, or build it as POST and " +
			"set Method of the result to GET",
		"=",
	},
	{
		"another header", `api.Build("GET /x", Headers{"x y": s}, Headers{"x-id": s, "content-encoding": s})`,
		"\"x y\": invalid header \"x y\": its name may contain only letters, digits and !#$%&'*+-.^_`|~", "=",
	},
	{
		"a layer before", `api.Build("GET /x/{id}", Path(values), Path{"id": ""})`,
		`"id": missing parameter "id": its value is nil or empty, but the path needs one`, "=",
	},
	{
		"a key before a map", `api.Build("POST /x", Options{Data: []int{1}}, Params(values), Params{"a": 1})`,
		`"a": invalid parameter "a": Data is the whole body: add it to Data, or pass it in Query`, "=",
	},
	// Lists of layers.
	{
		"list", "all := []endpoint.Layer{Path{\"ower\": s}}\n\tapi.Build(\"GET /repos/{owner}\", all...)",
		`"ower": no placeholder is named "ower": write "owner"`, "=",
	},
	{
		"grown list",
		"all := []endpoint.Layer{Path{\"owner\": s}}\n\tall = append(all, Query{\"f\": func() " +
			"{}})\n\tapi.Build(\"GET /repos/{owner}\", all...)",
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"list that may grow",
		"all := []endpoint.Layer{Path{\"owner\": \"\"}}\n\tif n > 0 {\n\t\tall = append(all, Query{\"page\": " +
			"n})\n\t}\n\tapi.Build(\"GET /repos/{owner}\", all...)",
		`"owner": missing parameter "owner": its value is nil or empty, but the path needs one`, "=",
	},
	{
		"list before",
		"more := []endpoint.Layer{Query{\"f\": func() {}}}\n\tapi.Build(\"GET /x\", " +
			"append([]endpoint.Layer{Params{\"a\": 1}}, more...)...)",
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"declared list",
		"var all []endpoint.Layer\n\tall = append(all, Headers{\"x y\": s})\n\tapi.Build(\"GET /x\", all...)",
		"\"x y\": invalid header \"x y\": its name may contain only letters, digits and !#$%&'*+-.^_`|~", "=",
	},
	// Helpers that are one return.
	{"returned path", `api.Build("GET /repos/{owner}/x", repoPath(s))`, `repoPath(s): no placeholder is named "ower": write "owner"`, "="},
	{
		"returned layer", `api.Build("GET /x", anyLayer())`,
		`anyLayer(): invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"returned route", `api.Build(usersPath(), Path{"id": ""})`,
		`"id": missing parameter "id": its value is nil or empty, but the path needs one`, "=",
	},
	// Chosen routes.
	{
		"table of routes", "routes := map[string]string{\"a\": \"GET /x\", \"b\": \"POST/x\"}\n\tapi.Build(routes[s])",
		`"POST/x": invalid route: put a space between the method and the URL`, "=",
	},
	{
		"element of a table", `api.Build(routes[2], Params{"id": s})`,
		`routes[2]: invalid route: at offset 3 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"a key that BaseURL may name",
		`api.Build("GET /x/{a}/{id}", idPath(s), Path{"idd": s, "a": 1}, Query{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"helper that adds layers", `list(ctx, api, "/x/{id}", n, Path{"id": s}, Query{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	// Functions in variables.
	{
		"closure helper",
		"get := func(path string, p Params) { api.Build(\"GET \"+path, p) }\n\tget(\"/x\", Params{\"f\": func() {}})",
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"helper with a type argument", `fetch[int](api, "/x", Query{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"method of a generic type", `box[int]{api}.fetch("/x", Query{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"helper that puts layers first", `traced(api, "/x", Query{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"helper that calls later", `deferred(api, "/x", Query{"f": func() {}})()`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"literal without names", `api.Build("GET /x", endpoint.MediaType{"raw json", nil})`,
		"\"raw json\": invalid header in MediaType.Format: it may contain only letters, digits and !#$%&'*+-.^_`|~",
		"=",
	},
	{
		"helper with a URL", `fields(api, "GET", "/x/{", nil)`,
		`"/x/{": invalid route: at offset 3 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"printed layer", "p := Path{\"ower\": s}\n\tfmt.Println(p)\n\tapi.Build(\"GET /x/{owner}\", p)",
		`"ower": no placeholder is named "ower": write "owner"`, "=",
	},
	{
		"helper that resolves its URL", `ported(api, "GET", s, map[string]any{"a": 1})`,
		`map[string]any{"a": 1}: invalid body in Data: GET does not allow a body: use another method, or build it ` +
			`as POST and set Method of the result to GET`,
		"=",
	},
	{
		"helper with a body", `fields(api, "GET", "/x", []int{1})`,
		"[]int{1}: invalid body in Data: GET does not allow a body: use another method, or build it as POST and " +
			"set Method of the result to GET",
		"=",
	},
	{
		"helper with a key", `item(api, "/x/{id}", func() {})`,
		`func() {}: invalid parameter "id": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"helper with its own route", `listX(api, Query{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"Endpoint in a field",
		"type holder struct{ api endpoint.Endpoint }\n\tmade := &holder{endpoint.New(Query{\"f\": func() " +
			"{}})}\n\tfunc(h *holder) { h.api.Build(\"GET /x\") }(made)",
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"list that grows at both ends",
		"all := []endpoint.Layer{Query{\"a\": 1}}\n\tall = append([]endpoint.Layer{Path{\"ower\": s}}, " +
			"all...)\n\tall = append(all, Query{\"b\": 1})\n\tapi.Build(\"GET /x/{owner}\", all...)",
		`"ower": no placeholder is named "ower": write "owner"`, "=",
	},
	{"helper with a method", `send(ctx, api, "PSOT", "/x", nil)`, `"/x": method "PSOT": write "POST"`, "="},
	{"helper that reads its route", `reads(api, "GET /x/{id}", Query{"a": 1})`, `"GET /x/{id}": missing parameter "id"`, ""},
	{
		"helper that reads its route, route", `reads(api, "GET /x/{", Query{"a": 1})`,
		`"GET /x/{": invalid route: at offset 3 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"parameter of a helper beside Data", `signed(api, "POST /x", Options{Data: n})`,
		`"POST /x": invalid parameter "sign": Data is the whole body: add it to Data, or pass it in Query`, "=",
	},
	{
		"helper that copies its layers", `copies(api, "GET /x", Query{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	// Keys and fields that are written.
	{
		"key that may be written",
		"p := Params{\"f\": func() {}}\n\tif n > 0 {\n\t\tp[\"page\"] = n\n\t}\n\tapi.Build(\"GET /x\", p)",
		`"f": invalid parameter "f": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"key of a field",
		"o := Options{Params: Params{}}\n\to.Params[\"ower\"] = s\n\tapi.Build(\"GET /repos/{owner}\", o)",
		`"ower": no placeholder is named "ower": write "owner"`, "=",
	},
	{
		"declared options", "var o Options\n\to.Data = []int{1}\n\tapi.Build(\"GET /x\", o)",
		"[]int{1}: invalid body in Data: GET does not allow a body: use another method, or build it as POST and " +
			"set Method of the result to GET",
		"=",
	},
	// Values behind any.
	{
		"channel", `api.Build("GET /users", Query{"c": make(chan int)})`,
		`"c": invalid parameter "c": chan int cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"channel in a map", `api.Build("GET /users", Query{"c": map[string]any{"a": ch}})`,
		`"c": invalid parameter "c": chan int cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"function in a list", `api.Build("GET /users", Query{"c": []any{func() {}, 1}})`,
		`"c": invalid parameter "c": func() cannot be written as text: pass a string, number, boolean, list or map`,
		"=",
	},
	{
		"keys that are numbers", `api.Build("GET /users", Query{"c": map[int]string{1: s}})`,
		`"c": invalid parameter "c": map[int]interface {} has keys that are not strings: use a map with string keys`,
		"=",
	},
	{
		"nil in a list", `api.Build("GET /users/{ids}", Params{"ids": []any{nil}})`,
		`"ids": missing parameter "ids": its value is nil or empty, but the path needs one`, "=",
	},
	{
		"channel in json", `api.HTTPRequest(ctx, "POST /x", Options{Data: map[string]any{"c": ch}})`,
		`map[string]any{"c": ch}: invalid body: type chan int cannot be encoded as JSON`, "=",
	},
	{
		"list in a variable", "ids := []string{\"a,b\"}\n\tapi.Build(\"GET /x\", Params{\"ids\": ids})",
		`"ids": invalid parameter "ids": an element contains a comma, which also separates elements: set Lists, for example to ListRepeat`,
		"",
	},
	{
		"comma under ListComma in a form",
		`api.Build("POST /x", Params{"ids": []any{"a,b"}}, Headers{"content-type": ` +
			`"application/x-www-form-urlencoded"}, Options{Lists: endpoint.ListComma})`,
		`"ids": invalid parameter "ids": an element contains a comma, which also separates elements: set Lists, for example to ListRepeat`,
		"=",
	},
	{
		"form as json",
		`api.Build("POST /x", Options{Data: url.Values{"a": {"b"}}}, Headers{"content-type": "application/json"})`,
		`url.Values{"a": {"b"}}: invalid body in Data: url.Values are a form: set content-type to ` +
			`application/x-www-form-urlencoded, or pass text`,
		"=",
	},
	{
		"path as route with data", `api.Build("/x", Options{Data: []int{1}})`,
		"[]int{1}: invalid body in Data: GET does not allow a body: use another method, or build it as POST and " +
			"set Method of the result to GET",
		"",
	},
	{
		"text of ParamsOf", `api.Build("GET /x", endpoint.ParamsOf(s))`,
		"s: invalid parameter in ParamsOf: string is not an object in JSON: pass a struct or a map with string keys",
		"=",
	},
	{
		"list of ParamsOf", `api.Build("GET /x", endpoint.ParamsOf([]int{1}))`,
		"[]int{1}: invalid parameter in ParamsOf: []interface {} is not an object in JSON: pass a struct or a map with string keys",
		"=",
	},
	{
		"field of an embedded struct", `api.Build("GET /x", endpoint.ParamsOf(outer{}))`,
		`outer{}: invalid parameter "outer.ListOptions.Page": the option "unix" of its tag is not supported here: ` +
			`remove it and set the parameter yourself`,
		"=",
	},
	// Text that is known in part.
	{
		"BaseURL without a scheme", `endpoint.New(Options{BaseURL: "tracker.example/" + s})`,
		`"tracker.example/" + s: invalid base URL: it must begin with http:// or https://`, "=",
	},
	{
		"line break in a header", `endpoint.New(Headers{"authorization": "Bearer\n" + s})`,
		`"authorization": invalid header "authorization": the value has a control character, such as a line break: remove it`,
		"=",
	},
	// What only nil, or an empty value, makes succeed.
	{
		"pointer to a struct with a bad tag", `api.Build("GET /x", endpoint.ParamsOf(ptr[badTag]()))`,
		`ptr[badTag](): invalid parameter "badTag.Labels": the option "semicolon" of its tag is not supported ` +
			`here: remove it and set the parameter yourself (unless it is nil, empty or left out)`,
		"=",
	},
	{
		"list of structs in the path", `api.Build("GET /x/{ids}", Path{"ids": ptr[[]untagged]()})`,
		`"ids": invalid parameter "ids": struct{…} is a struct: pass its text, or the map that ParamsOf returns ` +
			`for it (unless it is nil, empty or left out)`,
		"=",
	},
	{
		"list as a body with GET", "list := strings.Fields(s)\n\tapi.Build(\"GET /x\", Options{Data: list})",
		`list: invalid body in Data: GET does not allow a body: use another method, or build it as POST and set ` +
			`Method of the result to GET (unless it is nil, empty or left out)`,
		"=",
	},
	{
		"pointer as XML",
		`api.Build("POST /x", Options{Data: ptr[untagged]()}, Headers{"content-type": "application/xml"})`,
		`ptr[untagged](): invalid body in Data: struct{…} is sent as JSON, but content-type is not a JSON type: ` +
			`pass text, bytes or a Reader, or json.RawMessage for JSON under another name (unless it is nil, empty or left out)`,
		"=",
	},
	// What 0.4.0 rejects.
	{
		"text as json", `api.Build("POST /x", Options{Data: "name"}, Headers{"content-type": "application/json"})`,
		`"name": invalid body in Data: the text is not valid JSON, as content-type says it is: pass a pointer to a ` +
			`string to encode it, the content-type of the text, or a Reader, which is not checked`,
		"",
	},
	{
		"equal names", `api.Build("GET /x", endpoint.ParamsOf(paged{first{"a"}, second{"b"}}))`,
		`paged{first{"a"}, second{"b"}}: invalid parameter "paged.first.Page": paged.first.Page and ` +
			`paged.second.Page are both sent as "page": leave one out`,
		"=",
	},
	{
		"equal names that are always sent", `api.Build("GET /x", endpoint.ParamsOf(twice))`,
		`twice: invalid parameter "struct.third.Page": struct.third.Page and struct.fourth.Page are both sent as "page": leave one out`,
		"=",
	},
	{
		"address as a segment", `api.Build("GET {nextLink}", Path{"nextLink": "https://h.example/x"})`,
		`"nextLink": invalid parameter "nextLink": it is an absolute URL: write {+nextLink} to use it as the ` +
			`address, or /{nextLink} for a path segment`,
		"=",
	},
	{
		"unset that no default has", `api.Build("GET /users/{id}", Path{"id": n, "org": endpoint.Unset})`,
		`"org": invalid parameter "org": no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query`,
		"",
	},
	{
		"port", `endpoint.New(Options{BaseURL: "https://h.example:99999"})`,
		`"https://h.example:99999": invalid base URL: the port may contain only digits, up to 65535`, "=",
	},
	{
		"one name twice", `api.Build("GET /x", Query{"page": map[string]any{"size": 5}, "page[size]": 100})`,
		`"page[size]": invalid parameter "page[size]": "page" and "page[size]" write the same name: pass only one of them`,
		"=",
	},
	{
		"one name twice beside a struct",
		`api.Build("GET /x", Query{"page": map[string]any{"size": 5}, "page[size]": 100}, endpoint.ParamsOf(in))`,
		`"page[size]": invalid parameter "page[size]": "page" and "page[size]" write the same name: pass only one of them`,
		"=",
	},
	{
		"zero values", `api.Build("GET /x/{id}", Query{"a": n}.OmitZero(), Path{"id": ""})`,
		`"id": missing parameter "id": its value is nil or empty, but the path needs one`, "=",
	},
	{
		"element of a table that may be missing",
		`all := map[string]struct { route string; fixed Query }{"x": {"GET /x", nil}, "y": {"GET /y/{", Query{"a": ` +
			`1}}}; op, ok := all[s]; if !ok { return }; api.Build(op.route, op.fixed)`,
		`"GET /y/{": invalid route: at offset 3 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"layers that a function returns, if any", `api.Build("GET /x/{id", token(s)...)`,
		`"GET /x/{id": invalid route: at offset 3 of the URL: "{" is not closed: add "}", or write %7B for the character`,
		"=",
	},
	{
		"layer that a longer function returns", `api.Build("GET /x/{owner}", owner(s))`,
		`owner(s): no placeholder is named "ower": write "owner"`, "=",
	},
	{
		"misspelled name that is part of another", `api.Build("GET /x/{ownerId}/{id}", Params{"ownerId": s, "Id": n})`,
		`"Id": no placeholder is named "Id": write "id"`, "=",
	},
	{"last letter", `api.Build("OPTION /x", Params{})`, `"OPTION /x": method "OPTION": write "OPTIONS"`, "="},
}

const helpers = `
func get(api endpoint.Endpoint, path string, p Params, layers ...endpoint.Layer) error {
	_, err := api.Build("GET "+path, append([]endpoint.Layer{p}, layers...)...)
	return err
}
func all(api endpoint.Endpoint, path string, p Params) error {
	return get(api, path, p, Headers{"accept": "text/plain"})
}
func send(ctx context.Context, api endpoint.Endpoint, method, path string, body any) error {
	_, err := api.HTTPRequest(ctx, method+" "+path, Options{Data: body})
	return err
}
func list(ctx context.Context, api endpoint.Endpoint, path string, page int, layers ...endpoint.Layer) error {
	if page > 0 {
		layers = append(layers, Query{"page": page})
	}
	_, err := api.HTTPRequest(ctx, "GET "+path, layers...)
	return err
}
func reads(api endpoint.Endpoint, route string, layers ...endpoint.Layer) error {
	r := route
	method, path, ok := strings.Cut(r, " ")
	if !ok || !strings.HasPrefix(path, "/") || len(route) > 100 {
		return errors.New("no route: " + strings.ToLower(route))
	}
	fmt.Println(method, path, route[1:], layers)
	_, err := api.Build(route, layers...)
	return err
}
func ptr[T any]() *T { return new(T) }
func signed(api endpoint.Endpoint, route string, layers ...endpoint.Layer) {
	api.Build(route, append([]endpoint.Layer{Params{"sign": strings.ToLower(route)}}, layers...)...)
}
func copies(api endpoint.Endpoint, route string, layers ...endpoint.Layer) {
	api.Build(route, append(slices.Clip(layers), Headers{"accept": "text/plain"})...)
}
func idPath(id string) Path { return Path{"id": id} }
func headers() Headers { h := Headers{}; h.Set("a", "b"); return h }
func token(s string) []endpoint.Layer {
	if s == "" {
		return nil
	}
	return []endpoint.Layer{Headers{"x-token": s}}
}
func owner(s string) Path {
	p := Path{"ower": s}
	p["id"] = 1
	return p
}
func repoPath(owner string) Path { return Path{"ower": owner} }
func anyLayer() endpoint.Layer { return Params{"f": func() {}} }
func deferred(api endpoint.Endpoint, path string, q Query) func() {
	return func() { api.Build("GET "+path, q) }
}
func fields(api endpoint.Endpoint, method, path string, body any) {
	api.Build("", Options{Method: method, URL: path, Data: body})
}
func ported(api endpoint.Endpoint, method, rel string, body any) {
	api.HTTPRequest(ctx, "", Options{Method: method, URL: "{+url}", Path: Path{"url": strings.ToLower(rel)}, Data: body})
}
func item(api endpoint.Endpoint, path string, id any) { api.Build("GET "+path, Path{"id": id}) }
func listX(api endpoint.Endpoint, q Query) { api.Build("GET /x", q) }
func fetch[T any](api endpoint.Endpoint, path string, layers ...endpoint.Layer) (out T) {
	api.Build("GET "+path, layers...)
	return out
}
type box[T any] struct{ api endpoint.Endpoint }
func (b box[T]) fetch(path string, q Query) { b.api.Build("GET "+path, q) }
func traced(api endpoint.Endpoint, path string, layers ...endpoint.Layer) {
	layers = append([]endpoint.Layer{Headers{"x-trace": "1"}}, layers...)
	api.Build("GET "+path, layers...)
}
func usersPath() string { return "GET /users/{id}" }
var routes = [...]string{"GET /x", 2: "GET /y/{"}
func users(api endpoint.Endpoint, p Params) error { return all(api, "/users", p) }
`

// bugSource writes a package with a function for each bug, and returns the line
// on which each bug ends.
func bugSource(pkg string, begin func(i int) string) (source string, last []int) {
	var b strings.Builder
	b.WriteString("package " + pkg + "\n" + imports + declarations + helpers)
	for i, bug := range bugs {
		fmt.Fprintf(&b, "\n%s\n\t%s\n}\n", begin(i), bug.code)
		last = append(last, strings.Count(b.String(), "\n")-1)
	}
	return b.String(), last
}

func TestBugs(t *testing.T) {
	visible, lines := bugSource("visible", func(i int) string {
		return fmt.Sprintf("func Bug%d(s string, n int, in issue, opts search, values map[string]any, ch chan int) "+
			"{\n\tapi := endpoint.New()\n\t_ = api", i)
	})
	unseen, more := bugSource("unseen", func(i int) string {
		return fmt.Sprintf("func Bug%d(api endpoint.Endpoint, s string, n int, in issue, opts search, values "+
			"map[string]any, ch chan int) {\n\t_ = api", i)
	})
	dir := writeModule(t, map[string]string{"visible/visible.go": visible, "unseen/unseen.go": unseen})
	reports := vet(t, dir, "./...")
	found := map[string]int{}
	take := func(file string, last int, code string) string {
		var all []string
		for line := last - strings.Count(code, "\n"); line <= last; line++ {
			at := fmt.Sprintf("%s:%d", file, line)
			all = append(all, reports[at]...)
			delete(reports, at)
		}
		return strings.Join(all, "; ")
	}
	for i, bug := range bugs {
		want := bug.unseen
		if want == "=" {
			want = bug.visible
		}
		if got := take("visible/visible.go", lines[i], bug.code); got != bug.visible {
			t.Errorf("%s: %s\n got %q\nwant %q", bug.name, bug.code, got, bug.visible)
		} else if got != "" {
			found["visible"]++
		}
		if got := take("unseen/unseen.go", more[i], bug.code); got != want {
			t.Errorf("%s, defaults unseen: %s\n got %q\nwant %q", bug.name, bug.code, got, want)
		} else if got != "" {
			found["unseen"]++
		}
	}
	t.Logf("of %d bugs, %d are found, and %d where the defaults are unseen", len(bugs), found["visible"], found["unseen"])
	for at, report := range reports {
		t.Errorf("%s: %q", at, report)
	}
}
