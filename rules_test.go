// Tests that nothing is dropped in silence: what a call passes is sent or an error.

package endpoint_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A silentCall is a call of which an earlier version dropped or moved a value, or
// one beside it that works.
type silentCall struct {
	defaults layers
	route    string
	call     layers
	want     string // the URL after https://h.test, or how the error continues after the route
}

// TestQueryKeysOfVariables: a key of Query that a {?x} or {&x} of the URL writes is an
// error for a call, and left out for a default.
func TestQueryKeysOfVariables(t *testing.T) {
	type query = endpoint.Query
	const refused = `invalid parameter "n": a variable of the URL, such as {?x}, writes it`
	for _, tt := range []silentCall{
		{layers{params{"n": 100}}, "GET /x{?n}", layers{query{"n": 5}}, refused},
		{nil, "GET /x{?n}", layers{params{"n": 100}, query{"n": 5}}, refused},
		{nil, "POST /x?q=1{&m,n}", layers{params{"n": ""}, query{"n": 5}}, refused},
		{nil, "DELETE /x{?n*}", layers{endpoint.Path{"n": []int{1}}, query{"n": 5}}, refused},
		{nil, "GET /x{?n*}", layers{params{"n": map[string]any{"m": 1}}, query{"n": 5}}, refused},
		{nil, "GET /x{?n}", layers{params{"n": 100}, query{"n": nil}}, "/x?n=100"},
		{nil, "GET /x{?n}", layers{params{"n": nil}, query{"n": 5}}, "/x?n=5"},
		{nil, "GET /x{?n}", layers{params{"n": []any{nil}}, query{"n": 5}}, "/x?n=5"},
		{nil, "GET /x{?n}", layers{query{"n": 5}}, "/x?n=5"},
		{nil, "GET /x{#n}", layers{params{"n": 1}, query{"n": 5}}, "/x?n=5#1"},
		{layers{query{"n": 5, "m": 6}}, "GET /x{?n}", layers{params{"n": 1}}, "/x?n=1&m=6"},
		{layers{query{"n": 5}}, "POST /x?q=1{&n}", layers{params{"n": 1}}, "/x?q=1&n=1"},
	} {
		checkSilent(t, tt)
	}
	merged := endpoint.New(query{"n": 5, "m": 6}).Merge("GET /x{?n}", params{"n": 1})
	if _, ok := merged.Query["n"]; ok || merged.Query["m"] != 6 {
		t.Errorf("Merge kept %v", merged.Query)
	}
}

// TestSecondQuery: the query of a template begins once and not after a fragment, and
// {&x} does not write into the path.
func TestSecondQuery(t *testing.T) {
	const second = `invalid route: a "?" follows the "?" or "#" that ends the path: write & or {&x}`
	given := params{"q": 1, "page": 2, "none": nil}
	for _, tt := range []silentCall{
		{nil, "PUT /s?a=1{?q}", layers{given}, second},
		{nil, "PUT /s{?q}{?page}", layers{given}, second},
		{nil, "PUT /s{?q}?a=1", layers{given}, second},
		{nil, "PUT /s{#q}?a=1", layers{given}, second},
		{nil, "PUT /s#f{?q}", layers{given}, second},
		{nil, "PUT /s?a=1?b", nil, "/s?a=1?b"},
		{nil, "PUT /s{?q}{&page}", layers{given}, "/s?q=1&page=2"},
		{nil, "PUT /s{?none}{&none}", layers{given}, "/s"},
		{nil, "PUT /s{?none,q}{&page}", layers{given}, "/s?q=1&page=2"},
		{nil, "PUT /s{?none}{&page}", layers{given}, `missing parameter "none": without its value nothing begins the query for {&page}: write {?none,page}`},
		{nil, "PUT /s{?gone,none}{&none,page}", layers{given}, `missing parameter "gone": without its value nothing begins the query for {&page}: write {?gone,page}`},
	} {
		checkSilent(t, tt)
	}
}

func checkSilent(t *testing.T, tt silentCall) {
	t.Helper()
	e := endpoint.New(endpoint.Options{BaseURL: "https://h.test"}).Defaults(tt.defaults...)
	got, err := e.Build(tt.route, tt.call...)
	parsed, parseErr := endpoint.Endpoint{}.Parse(e.Merge(tt.route, tt.call...))
	if fmt.Sprint(err) != fmt.Sprint(parseErr) || parsed.URL != got.URL {
		t.Errorf("%s %v: Build %s, %v; Parse(Merge) %s, %v", tt.route, tt.call, got.URL, err, parsed.URL, parseErr)
	}
	if err != nil {
		_, reason, _ := strings.Cut(err.Error(), ": ")
		_, reason, _ = strings.Cut(reason, ": ")
		if !strings.HasPrefix(reason, tt.want) || strings.HasPrefix(tt.want, "/") {
			t.Errorf("%s %v: %v\nwant %s", tt.route, tt.call, err, tt.want)
		}
	} else if got.URL != "https://h.test"+tt.want {
		t.Errorf("%s %v: %s, want %s", tt.route, tt.call, got.URL, tt.want)
	}
}

// TestListsInMaps: Lists holds for each list of scalars that is the value of a key.
func TestListsInMaps(t *testing.T) {
	type fields struct {
		Articles []string `json:"articles"`
	}
	texts := []string{"title", "body"}
	for _, tt := range []struct {
		lists       endpoint.ListStyle
		value       any
		query, form string
	}{
		{0, map[string][]string{"a": texts}, "f[a][0]=title&f[a][1]=body", "f[a][0]=title&f[a][1]=body"},
		{endpoint.ListComma, map[string][]string{"a": texts}, "f[a]=title,body", "f[a]=title%2Cbody"},
		{endpoint.ListRepeat, map[string][]string{"a": texts}, "f[a]=title&f[a]=body", "f[a]=title&f[a]=body"},
		{endpoint.ListBrackets, map[string][]string{"a": texts}, "f[a][]=title&f[a][]=body", "f[a][]=title&f[a][]=body"},
		{endpoint.ListComma, fields{texts}, "f[articles]=title,body", "f[articles]=title%2Cbody"},
		{endpoint.ListComma, []any{map[string]any{"a": texts}}, "f[0][a]=title,body", "f[0][a]=title%2Cbody"},
		{endpoint.ListBrackets, []any{texts}, "f[0][0]=title&f[0][1]=body", "f[0][0]=title&f[0][1]=body"},
		{endpoint.ListComma, map[string]any{"a": []any{texts}}, "f[a][0][0]=title&f[a][0][1]=body", "f[a][0][0]=title&f[a][0][1]=body"},
		{endpoint.ListRepeat, map[string]any{"a": []any{nil}, "b": []int{}}, "", ""},
		{endpoint.ListComma, map[string]any{"a": []string{"x,y"}}, "f[a]=x%2Cy", "an element contains a comma"},
		{endpoint.ListComma, map[string]any{"a": []string{"x,y", "z"}}, "f[a]=x%2Cy,z", "an element contains a comma"},
	} {
		e := endpoint.New(endpoint.Options{BaseURL: "https://h.test", Lists: tt.lists})
		form := endpoint.Headers{"content-type": formMIME}
		for _, layer := range []endpoint.Layer{endpoint.Query{"f": tt.value}, params{"f": tt.value}} {
			got, err := e.Build("GET /x", layer)
			query := strings.NewReplacer("%5B", "[", "%5D", "]").Replace(strings.TrimPrefix(got.URL, "https://h.test/x"))
			if err != nil || strings.TrimPrefix(query, "?") != tt.query {
				t.Errorf("%T %v, lists %d: %s, %v; want %s", layer, tt.value, tt.lists, query, err, tt.query)
			}
		}
		for _, layer := range []endpoint.Layer{params{"f": tt.value}, endpoint.Options{Data: params{"f": tt.value}}} {
			sent, err := e.HTTPRequest(t.Context(), "POST /x", form, layer)
			if err != nil {
				if !errors.Is(err, endpoint.ErrParam) || !strings.Contains(err.Error(), tt.form) {
					t.Errorf("form %v, lists %d: %v", tt.value, tt.lists, err)
				}
				continue
			}
			body := strings.NewReplacer("%5B", "[", "%5D", "]").Replace(content(t, sent.Body))
			if body != tt.form {
				t.Errorf("form %v, lists %d: %s, want %s", tt.value, tt.lists, body, tt.form)
			}
		}
	}
}

// TestAuthorityOfHandMadeRequest: it ends at the first "/", "?" or "#", and nothing
// else in it is a host.
func TestAuthorityOfHandMadeRequest(t *testing.T) {
	for _, address := range []string{
		"https://good.test{x}[::1]/a", "https://good.test{x}/a", "https://{x}/a", "https://a}/", "https://[::1]{x}/", "https://good.test{x}@[::1]x/",
	} {
		r := endpoint.Request{Method: "get", URL: address}
		if req, err := r.HTTPRequest(t.Context()); !errors.Is(err, endpoint.ErrRoute) {
			t.Errorf("%s: %v, %v", address, req, err)
		}
	}
	for _, address := range []string{"https://h.test?{x}", "https://h.test#{x}", "https://h.test/{x}[::1]"} {
		r := endpoint.Request{Method: "get", URL: address}
		if req, err := r.HTTPRequest(t.Context()); err != nil || req.URL.Host != "h.test" {
			t.Errorf("%s: %v, %v", address, req, err)
		}
	}
}

// TestNoOffsetIntoUserinfo: where userinfo is hidden, no error counts its characters.
func TestNoOffsetIntoUserinfo(t *testing.T) {
	for _, url := range []string{"https://user:pass@h/{", "https://user:pa{ss@h", "https://user:pass@h/%zz", "https://u:p@h/{a?}", "https://user:pass@h/{a}/é%"} {
		_, asRoute := endpoint.Endpoint{}.Build("GET " + url)
		_, asBase := endpoint.Endpoint{}.Build("GET /x", endpoint.Options{BaseURL: url})
		if !errors.Is(asRoute, endpoint.ErrRoute) || !errors.Is(asBase, endpoint.ErrBaseURL) {
			t.Errorf("%s: %v, %v", url, asRoute, asBase)
		}
		for _, err := range []error{asRoute, asBase} {
			if strings.Contains(fmt.Sprint(err), "offset") {
				t.Errorf("%s: %v", url, err)
			}
		}
	}
	_, err := endpoint.Endpoint{}.Build("GET https://h/a{")
	if err == nil || !strings.Contains(err.Error(), "offset 11") {
		t.Errorf("without userinfo: %v", err)
	}
}

// TestElementsWithoutSize: a list of such elements takes no memory until its texts are
// read.
func TestElementsWithoutSize(t *testing.T) {
	for _, v := range []any{[1 << 60]struct{}{}, make([]struct{}, 1<<40), make([][0]int, 1<<30), &[1 << 50]struct{}{}} {
		for _, layer := range []endpoint.Layer{params{"a": v}, endpoint.Query{"b": []any{v}}, endpoint.Path{"a": v}} {
			_, err := endpoint.Endpoint{}.Build("GET /x{?a}", layer)
			if !errors.Is(err, endpoint.ErrParam) || !strings.Contains(err.Error(), "pass a shorter list") {
				t.Errorf("%T in %T: %v", v, layer, err)
			}
		}
	}
	got, err := endpoint.Endpoint{}.Build("GET /x", params{"a": make([][0]int, 3)})
	if err != nil || strings.Contains(got.URL, "?") {
		t.Errorf("lists without elements: %v, %v", got, err)
	}
}

// TestUnsetIsAConstant: no program can assign to it.
func TestUnsetIsAConstant(t *testing.T) {
	const unset = endpoint.Unset
	got, err := endpoint.New(endpoint.Query{"a": 1}).Build("GET /x", endpoint.Query{"a": unset})
	if err != nil || strings.Contains(got.URL, "?") {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := endpoint.New(endpoint.Query{"a": "unset"}).Build("GET /x"); err != nil || !strings.HasSuffix(got.URL, "?a=unset") {
		t.Errorf("the text of it: %v, %v", got, err)
	}
}
