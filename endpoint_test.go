// A tour: a table for each feature, with what calls come to. It stands alone. The tests of
// every rule are in test/.

package endpoint_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

// A tourStop is a call of an Endpoint and what comes of it: "get https://…", then the body,
// or the text of the error.
type tourStop struct {
	route  string
	layers []endpoint.Layer
	want   string
}

// with are the layers of a call.
func with(layers ...endpoint.Layer) []endpoint.Layer { return layers }

// tourEndpoint has a base address and the headers of every request.
var tourEndpoint = endpoint.New(
	endpoint.Options{BaseURL: "https://api.test"},
	endpoint.Headers{"accept": "application/json", "user-agent": "tour/1.0"},
)

func tour(t *testing.T, e endpoint.Endpoint, stops []tourStop) {
	t.Helper()
	for _, stop := range stops {
		if got := built(t, e, stop); got != stop.want {
			t.Errorf("%s %v\ngot  %s\nwant %s", stop.route, stop.layers, got, stop.want)
		}
	}
}

func built(t *testing.T, e endpoint.Endpoint, stop tourStop) string {
	t.Helper()
	r, err := e.Build(stop.route, stop.layers...)
	if err != nil {
		return strings.TrimPrefix(err.Error(), "endpoint: ")
	}
	body, _, err := r.BodyReader()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Method, r.URL, b))
}

// Placeholders: values are escaped, {/x} and {?x} are optional, {/x*} and {+x} have slashes.
func TestPlaceholders(t *testing.T) {
	tour(t, tourEndpoint, []tourStop{
		{"GET /users/{id}", with(endpoint.Path{"id": 7}), "get https://api.test/users/7"},
		{"GET /users/:id", with(endpoint.Path{"id": "a/b c"}), "get https://api.test/users/a%2Fb%20c"},
		{"GET /files{/path*}", with(endpoint.Path{"path": []string{"docs", "a b.md"}}), "get https://api.test/files/docs/a%20b.md"},
		{"GET /files/{+path}", with(endpoint.Path{"path": "docs/a b.md"}), "get https://api.test/files/docs/a%20b.md"},
		{"GET /users{/id}{?page}", nil, "get https://api.test/users"},
		{"GET /users{/id}{?page}", with(endpoint.Path{"id": 7, "page": 2}), "get https://api.test/users/7?page=2"},
		{"GET https://other.test/x", nil, "get https://other.test/x"},
		{"GET {+next}", with(endpoint.Path{"next": "https://api.test/users?page=2"}), "get https://api.test/users?page=2"},
	})
}

// A value that would change the path, and one that would be lost, is an error.
func TestErrors(t *testing.T) {
	for _, stop := range []struct {
		tourStop
		kind error
	}{
		{tourStop{
			"DELETE /repos/{repo}", with(endpoint.Path{"repo": ".."}),
			`DELETE /repos/{repo}: unsafe path in parameter "repo": a path segment would be "." or ".."`,
		}, endpoint.ErrUnsafePath},
		{tourStop{
			"DELETE /repos/{repo}", with(endpoint.Path{"repo": ""}),
			`DELETE /repos/{repo}: unsafe path in parameter "repo": its value is nil or empty, but the path needs one`,
		}, endpoint.ErrUnsafePath},
		{tourStop{
			"GET /repos/{repo}", with(endpoint.Path{"rope": 1}),
			`GET /repos/{repo}: missing parameter "repo": the call has "rope", which no placeholder takes`,
		}, endpoint.ErrMissingParam},
		{tourStop{
			"GET /repos/{repo}", with(endpoint.Path{"repo": "demo", "rope": 1}),
			`GET /repos/{repo}: invalid parameter "rope": no placeholder of the URL or BaseURL has this name: ` +
				`fix the key, or pass it in Params or Query`,
		}, endpoint.ErrParam},
		{tourStop{
			"GET /x?page=1", with(endpoint.Query{"page": 2}),
			`GET /x?xxxxx: invalid parameter "page": the query of the URL has it already, or a name in ` +
				`brackets that it writes: change that there, in the template or in the value that writes it, or do not pass it`,
		}, endpoint.ErrParam},
		{tourStop{
			"GET /x", with(endpoint.Headers{"x-trace": "a\nb"}),
			`GET /x: invalid header "x-trace": the value has a control character, such as a line break: remove it`,
		}, endpoint.ErrHeader},
	} {
		tour(t, tourEndpoint, []tourStop{stop.tourStop})
		_, err := tourEndpoint.Build(stop.route, stop.layers...)
		var e *endpoint.Error
		if !errors.Is(err, stop.kind) || !errors.As(err, &e) || e.Err != stop.kind || strings.Contains(err.Error(), "a\nb") {
			t.Errorf("%v is not %v", err, stop.kind)
		}
	}
}

// Four places: Path is for placeholders, Query for the query, Data for the body. Params go by
// name and method.
func TestFourPlaces(t *testing.T) {
	note := endpoint.Params{"id": 7, "text": "Hi"}
	tour(t, tourEndpoint, []tourStop{
		{"GET /notes/{id}", with(note), "get https://api.test/notes/7?text=Hi"},
		{"POST /notes/{id}", with(note), `post https://api.test/notes/7 {"text":"Hi"}`},
		{"PUT /notes/{id}", with(endpoint.Path{"id": 7}, note), `put https://api.test/notes/7 {"id":7,"text":"Hi"}`},
		{"DELETE /notes/{id}", with(endpoint.Path{"id": 7}, endpoint.Query{"force": true}), "delete https://api.test/notes/7?force=true"},
		{"POST /notes", with(endpoint.Options{Data: []int{1, 2}}), "post https://api.test/notes [1,2]"},
		{"POST /notes", with(endpoint.Query{"draft": true}, endpoint.Options{Data: "text"}), "post https://api.test/notes?draft=true text"},
		{"QUERY /notes", with(endpoint.Params{"text": "Hi"}), `query https://api.test/notes {"text":"Hi"}`},
	})
}

// Lists are repeated, or written as Lists says. A map is written with brackets, %5B and %5D.
func TestListStyles(t *testing.T) {
	tags := endpoint.Query{"tags": []string{"a", "b"}}
	filter := endpoint.Query{"f": map[string]any{"tags": []string{"a", "b"}}}
	lists := func(s endpoint.ListStyle) endpoint.Layer { return endpoint.Options{Lists: s} }
	tour(t, tourEndpoint, []tourStop{
		{"GET /x", with(tags), "get https://api.test/x?tags=a&tags=b"},
		{"GET /x", with(tags, lists(endpoint.ListRepeat)), "get https://api.test/x?tags=a&tags=b"},
		{"GET /x", with(tags, lists(endpoint.ListComma)), "get https://api.test/x?tags=a,b"},
		{"GET /x", with(tags, lists(endpoint.ListBrackets)), "get https://api.test/x?tags%5B%5D=a&tags%5B%5D=b"},
		{"GET /x", with(tags, lists(endpoint.ListIndexes)), "get https://api.test/x?tags%5B0%5D=a&tags%5B1%5D=b"},
		{"GET /x", with(endpoint.Query{"f": map[string]any{"by": "Ada"}}), "get https://api.test/x?f%5Bby%5D=Ada"},
		{"GET /x", with(filter, lists(endpoint.ListComma)), "get https://api.test/x?f%5Btags%5D=a,b"},
		{"GET /x", with(filter), `GET /x: invalid parameter "f": it has a list below brackets, which servers read in different ways: ` +
			"set Lists, for example to ListBrackets, or pass endpoint.JSON"},
	})
}

// Defaults are layers, and a call overrides them by key. Unset removes one.
func TestDefaults(t *testing.T) {
	api := tourEndpoint.Defaults(endpoint.Query{"version": 2, "per_page": 100})
	eu := endpoint.New(endpoint.Options{BaseURL: "https://{region}.api.test/v1/"}, endpoint.Path{"region": "eu"})
	tour(t, api, []tourStop{
		{"GET /x", nil, "get https://api.test/x?per_page=100&version=2"},
		{"GET /x", with(endpoint.Query{"per_page": 10}), "get https://api.test/x?per_page=10&version=2"},
		{"GET /x", with(endpoint.Query{"per_page": endpoint.Unset}), "get https://api.test/x?version=2"},
		{"GET /x", with(endpoint.Query{"per_page": 0}.OmitZero()), "get https://api.test/x?per_page=100&version=2"},
		{"GET /x?version=3", nil, "get https://api.test/x?version=3&per_page=100"},
	})
	tour(t, eu, []tourStop{
		{"GET /x", nil, "get https://eu.api.test/v1/x"},
		{"GET /x", with(endpoint.Path{"region": "us"}), "get https://us.api.test/v1/x"},
	})
}

// A default is not sent to another origin than BaseURL.
func TestOrigins(t *testing.T) {
	api := tourEndpoint.Defaults(endpoint.Headers{"authorization": "Bearer TOKEN"})
	upload := endpoint.Path{"upload_url": "https://uploads.test/1"}
	tour(t, api, []tourStop{
		{"POST {upload_url}", with(endpoint.Path{"upload_url": "https://api.test/1"}), "post https://api.test/1"},
		{"POST {upload_url}", with(upload), `POST {upload_url}: wrong origin for "authorization": ` +
			`a value is the address, with another scheme, host or port than BaseURL: ` +
			`leave the header out, remove a default by "", or, to send it there, pass Options{BaseURL: …} of that origin in the call`},
		{"POST {upload_url}", with(upload, endpoint.Options{BaseURL: "https://uploads.test"}), "post https://uploads.test/1"},
		{"POST {upload_url}", with(upload, endpoint.Headers{"authorization": ""}), "post https://uploads.test/1"},
	})
}

// The fields of a struct are parameters, by their json tag or by their url tag.
func TestStructs(t *testing.T) {
	type user struct {
		ID   int    `json:"id"`
		Name string `json:"name,omitempty"`
	}
	type search struct {
		Tags  []string  `url:"tags,comma,omitempty"`
		Since time.Time `url:"since,omitempty"`
	}
	since := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	tour(t, tourEndpoint, []tourStop{
		{"POST /users", with(endpoint.ParamsOf(user{7, "Ada"})), `post https://api.test/users {"id":7,"name":"Ada"}`},
		{"PUT /users/{id}", with(endpoint.ParamsOf(user{7, "Ada"})), `put https://api.test/users/7 {"name":"Ada"}`},
		{"POST /users", with(endpoint.Options{Data: user{ID: 7}}), `post https://api.test/users {"id":7}`},
		{"GET /x", with(endpoint.QueryOf(search{Tags: []string{"a", "b"}})), "get https://api.test/x?tags=a%2Cb"},
		{"GET /x", with(endpoint.QueryOf(search{Since: since})), "get https://api.test/x?since=2026-01-02T00%3A00%3A00Z"},
	})
}

// A form is a body by its content-type.
func TestForms(t *testing.T) {
	form := endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}
	tour(t, tourEndpoint.Defaults(form), []tourStop{
		{"POST /x", with(endpoint.Params{"name": "Ada L", "n": nil}), "post https://api.test/x name=Ada+L"},
		{"POST /x", with(endpoint.Params{"a": map[string]any{"b": 1}}), "post https://api.test/x a%5Bb%5D=1"},
		{"GET /x", with(endpoint.Params{"name": "Ada"}), "get https://api.test/x?name=Ada"},
	})
}

// Headers merge by name, in any case, and "" removes one. A MediaType amends accept.
func TestHeaders(t *testing.T) {
	api := endpoint.New(endpoint.Headers{"accept": "application/vnd.github.v3+json", "user-agent": "tour/1.0"})
	for _, stop := range []struct {
		layers []endpoint.Layer
		want   endpoint.Headers // "" is absent
	}{
		{nil, endpoint.Headers{"accept": "application/vnd.github.v3+json", "user-agent": "tour/1.0", "content-type": ""}},
		{
			with(endpoint.Headers{"Accept": "text/html"}, endpoint.Headers{"User-Agent": ""}),
			endpoint.Headers{"accept": "text/html", "user-agent": ""},
		},
		{with(endpoint.MediaType{Format: "raw"}), endpoint.Headers{"accept": "application/vnd.github.v3.raw"}},
		{with(endpoint.MediaType{Previews: []string{"nova"}}), endpoint.Headers{"accept": "application/vnd.github.nova-preview+json"}},
		{with(endpoint.Options{Method: "POST", Data: 1}), endpoint.Headers{"content-type": "application/json; charset=utf-8"}},
		{with(endpoint.Options{Method: "POST", Data: "text"}), endpoint.Headers{"content-type": ""}},
	} {
		got, err := api.Build("/x", stop.layers...)
		if err != nil {
			t.Fatal(err)
		}
		got.Method, got.Body = "", nil
		if diff := got.Diff(endpoint.Request{URL: got.URL, Headers: stop.want}); diff != "" {
			t.Errorf("%v\n%s", stop.layers, diff)
		}
	}
}

// HTTPRequest builds the request that net/http sends. Its Pattern is the route.
func TestHTTPRequest(t *testing.T) {
	req, err := tourEndpoint.HTTPRequest(t.Context(), "PATCH /users/{id}", endpoint.Path{"id": 7}, endpoint.Params{"name": "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	byHand, err := http.NewRequestWithContext(t.Context(), "PATCH", "https://api.test/users/7", strings.NewReader(`{"name":"Ada"}`))
	if err != nil {
		t.Fatal(err)
	}
	if req.Method != byHand.Method || req.URL.String() != byHand.URL.String() || req.ContentLength != byHand.ContentLength ||
		req.Pattern != "PATCH /users/{id}" || req.Header.Get("User-Agent") != "tour/1.0" || req.GetBody == nil {
		t.Errorf("got %+v\nwant %+v", req, byHand)
	}
}

// What is printed has names, and no values.
func TestPrinted(t *testing.T) {
	r, err := tourEndpoint.Build("GET /users{?token}", endpoint.Path{"token": "SECRET"}, endpoint.Headers{"authorization": "SECRET"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `get https://api.test/users?xxxxx headers["accept" "authorization" "user-agent"]`
	if got := fmt.Sprint(r); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
