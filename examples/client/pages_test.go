package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/endpoint"
)

// collect returns the pages of a sequence, and its error.
func collect[T any](seq iter.Seq2[T, error]) (all []T, err error) {
	for page, e := range seq {
		if err != nil {
			return all, errors.New("a page follows an error")
		}
		if err = e; err == nil {
			all = append(all, page)
		}
	}
	return all, err
}

func TestPages(t *testing.T) {
	const (
		loop      = "GET /1: the next page was read before"
		elsewhere = "GET /1: the next page is at "
		says      = ", says {origin}, but the list is at {origin}"
	)
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the other server was asked")
	}))
	defer other.Close()
	tests := []struct {
		name string
		next map[string]string // by the URI that is asked for
		want string
		err  string
	}{
		{"one", nil, "/v2/1", ""},
		{"relative", map[string]string{"/v2/1": "?page=2", "/v2/1?page=2": "y", "/v2/y": "/z"}, "/v2/1 /v2/1?page=2 /v2/y /z", ""},
		{"absolute", map[string]string{"/v2/1": "HTTP://{host}/p/2"}, "/v2/1 /p/2", ""},
		{"userinfo", map[string]string{"/v2/1": "http://eve:x@{host}/p/2"}, "/v2/1 /p/2", ""},
		{"redirected", map[string]string{"/v2/1": "/moved/a", "/p/b": "c"}, "/v2/1 /p/b /p/c", ""},
		{"itself", map[string]string{"/v2/1": "?q=a%20b"}, "/v2/1", loop},
		{"fragment", map[string]string{"/v2/1": "#2"}, "/v2/1", loop},
		{"loop", map[string]string{"/v2/1": "/2", "/2": "/3", "/3": "/2"}, "/v2/1 /2 /3", loop},
		{"other host", map[string]string{"/v2/1": "{other}/2"}, "/v2/1", elsewhere + "{other}" + says},
		{"other host, relative", map[string]string{"/v2/1": "{//other}/2"}, "/v2/1", elsewhere + "{other}" + says},
		{"other scheme", map[string]string{"/v2/1": "https://{host}/2"}, "/v2/1", elsewhere + "https://{host}" + says},
		{"file", map[string]string{"/v2/1": "file:///etc/passwd"}, "/v2/1", elsewhere + "file:" + says},
		{"no URL", map[string]string{"/v2/1": "/%zz"}, "/v2/1", "GET /1: the link to the next page is not a URL"},
		{"status", map[string]string{"/v2/1": "/gone"}, "/v2/1", "GET /1: 410 Gone"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			call, token := []endpoint.Layer{endpoint.Query{"q": "a b"}, endpoint.Headers{"x-call": "1"}}, secret
			if test.name == "userinfo" { // without which net/http sends that
				call, token = append(call, endpoint.Headers{"authorization": ""}), ""
			}
			var replacer *strings.Replacer
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/moved/a":
					http.Redirect(w, r, "/p/b", http.StatusFound)
					return
				case "/gone":
					w.WriteHeader(http.StatusGone)
					return
				}
				if r.Header.Get("X-Call") != "1" || r.Header.Get("Authorization") != token {
					t.Errorf("%s: header %v", r.RequestURI, r.Header)
				}
				uri := strings.TrimSuffix(r.RequestURI, "?q=a%20b")
				next := replacer.Replace(test.next[uri])
				if next != "" {
					w.Header().Set("Link", "<"+next+">; rel=next")
				}
				json.NewEncoder(w).Encode([]string{uri, next})
			}))
			defer server.Close()
			replacer = strings.NewReplacer("{origin}", server.URL, "{host}", strings.TrimPrefix(server.URL, "http://"),
				"{other}", other.URL, "{//other}", strings.TrimPrefix(other.URL, "http:"))

			c := clientOf(server.URL + "/v2")
			for name, seq := range map[string]iter.Seq2[[]string, error]{
				"link": Pages[[]string](t.Context(), c, NextLink, "GET /1", call...),
				"URL":  Pages(t.Context(), c, func(_ *http.Response, page []string) string { return page[1] }, "GET /1", call...),
			} {
				for range 2 { // a sequence can be used again
					all, err := collect(seq)
					var got []string
					for _, page := range all {
						got = append(got, page[0])
					}
					want := replacer.Replace(test.err)
					if strings.Join(got, " ") != test.want || (err == nil) != (want == "") || err != nil && err.Error() != want {
						t.Errorf("%s: got %s, %v\nwant %s, %s", name, got, err, test.want, want)
					}
					if is := strings.HasPrefix(test.err, elsewhere); errors.Is(err, endpoint.ErrOrigin) != is || err != nil && statusOf(err) < 0 {
						t.Errorf("%s: error %#v, want ErrOrigin %t", name, err, is)
					}
				}
				for range seq { // stops without asking for more
					break
				}
			}
		})
	}
	got, err := collect(Pages[string](t.Context(), clientOf("https://api.test"), NextLink, "GET /{id}"))
	if !errors.Is(err, endpoint.ErrMissingParam) || got != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

// A server that the API redirects to does not choose the next request, which would have the
// headers of the call and the token.
func TestPagesThatLeave(t *testing.T) {
	var api *httptest.Server
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/back" {
			http.Redirect(w, r, api.URL+"/list", http.StatusFound)
			return
		}
		w.Header().Set("Link", "<"+api.URL+"/users/7/delete>; rel=next")
		fmt.Fprint(w, 1)
	}))
	defer other.Close()
	var got []string
	api = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.Path+" "+r.Header.Get("Authorization"))
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, other.URL, http.StatusFound)
		case "/away-and-back":
			http.Redirect(w, r, other.URL+"/back", http.StatusFound)
		default:
			w.Header().Set("Link", "</users/7/delete>; rel=next")
			fmt.Fprint(w, 1)
		}
	}))
	defer api.Close()
	hiding := clientOf(api.URL)
	hiding.HTTP.Transport = roundTripper(func(req *http.Request) (*http.Response, error) {
		resp, err := http.DefaultTransport.RoundTrip(req)
		resp.Request = nil
		return resp, err
	})
	for i, c := range []*Client{clientOf(api.URL), clientOf(api.URL), hiding} {
		route, want := "GET /away", "[/away "+secret+"]"
		if i == 0 {
			route, want = "GET /away-and-back", "[/away-and-back "+secret+" /list ]"
		}
		got = nil
		pages, err := collect(Pages[int](t.Context(), c, NextLink, route))
		if !errors.Is(err, endpoint.ErrOrigin) || len(pages) != 1 || fmt.Sprint(got) != want {
			t.Errorf("%s: %d pages, error %v, got %s, want %s", route, len(pages), err, got, want)
		}
	}
}

// A search by POST is sent again for each page, with its body.
func TestPagesOfPost(t *testing.T) {
	type page struct{ Asked, Next string }
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil || r.Method != "POST" {
			t.Errorf("%s, %v", r.Method, err)
		}
		json.NewEncoder(w).Encode(page{string(b), map[string]string{"": "/search?page=2"}[r.URL.RawQuery]})
	})
	next := func(_ *http.Response, p page) string { return p.Next }
	var closed atomic.Int32
	for _, test := range []struct {
		data any
		want string
	}{
		{"q", "[{q /search?page=2} {q }] <nil>"},
		{closingOf("q", &closed), "[] POST /search: the body can be read only once"},
	} {
		got, err := collect(Pages(t.Context(), c, next, "POST /search", endpoint.Options{Data: test.data}))
		if fmt.Sprint(got, err) != test.want {
			t.Errorf("got %v %v\nwant %s", got, err, test.want)
		}
	}
	if closed.Load() != 1 {
		t.Errorf("the Reader was closed %d times", closed.Load())
	}
}

// Nothing of an earlier page is kept.
func TestPagesAreNotKept(t *testing.T) {
	type page struct{ Number int }
	const count = 20
	n := 0
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		n++
		json.NewEncoder(w).Encode(page{n})
	})
	var freed atomic.Int32
	next := func(_ *http.Response, p *page) string {
		runtime.SetFinalizer(p, func(*page) { freed.Add(1) })
		return fmt.Sprint("?page=", n)
	}
	for _, err := range Pages(t.Context(), c, next, "GET /x") {
		if err != nil {
			t.Fatal(err)
		}
		if n < count {
			continue
		}
		for range 1000 {
			runtime.GC()
			if freed.Load() >= count-2 { // finalizers run in a goroutine of their own
				return
			}
		}
		t.Fatalf("%d of %d pages are kept", count-freed.Load(), count)
	}
}

func linkOf(fields ...string) string {
	return NextLink(&http.Response{Header: http.Header{"Link": fields}}, 0)
}

func TestNextLink(t *testing.T) {
	tests := []struct {
		fields []string
		want   string
	}{
		{[]string{`<https://api.test/a,b?page=2>; rel="next", <https://api.test/a?page=9>; rel="last"`}, "https://api.test/a,b?page=2"},
		{[]string{`<https://api.test/a?page=1>; rel="prev", <https://api.test/a?page=3>; rel="next"`}, "https://api.test/a?page=3"},
		{[]string{`</a?page=1>; rel=first`, `</a?page=2>; title="2"; rel=next`}, "/a?page=2"},
		{[]string{`</a?page=2>; rel=next, </a?page=9>; rel=last`}, "/a?page=2"},
		{[]string{`</a?page=2>;REL = "NEXT"`}, "/a?page=2"},
		{[]string{`</a?page=2>; rel="last  next"`}, "/a?page=2"},
		{[]string{`</a?page=1>; rel="prev", </a?page=2>; crossorigin; title="a, b; c"; rel="Next"`}, "/a?page=2"},
		{[]string{`</a?page=1>; title="<x>; rel=next, \"<y>; rel=next", </a?page=2>; rel=next`}, "/a?page=2"},

		{nil, ""},
		{[]string{""}, ""},
		{[]string{`<https://api.test/a?page=1>; rel="prev"`}, ""},
		{[]string{`<https://api.test/a?page=1>; rel="next-archive"`}, ""},
		{[]string{`</a>; title="rel=next"`}, ""},
		{[]string{`</a>; title="a; rel=next"`}, ""},
		{[]string{`</a>; rel=prev; rel=next`}, ""},
		{[]string{`</a>; xrel=next`}, ""},
		{[]string{`</a>; rev=next`}, ""},
		{[]string{`<>; rel=next`}, ""},
	}
	for _, test := range tests {
		if got := linkOf(test.fields...); got != test.want {
			t.Errorf("%q: got %q, want %q", test.fields, got, test.want)
		}
	}
}

// Links are read in linear time: a quoted text that does not end belongs to one match, so
// that no later one reads it again. The length of a header has a limit.
func TestLongLinks(t *testing.T) {
	for repeated, matches := range map[string]int{
		`<>\"`:             1,
		`<>"\`:             1,
		"<>\"\\\n":         1,
		`<a>; rel="\"next`: 1,
		`<>"`:              1,
		`<`:                0,
		`"`:                0,
	} {
		links := strings.Repeat(repeated, int(mostHeader)/len(repeated))
		if n := len(linkValue.FindAllStringIndex(links, -1)); n != matches {
			t.Errorf("%q: %d matches, want %d", repeated, n, matches)
		}
		if got := linkOf(links); got != "" {
			t.Errorf("%q: got %q", repeated, got)
		}
	}
}

func TestCursorPages(t *testing.T) {
	type page struct{ Asked, Next string }
	next := map[string]string{"": "b", "b": "c/&", "loop": "x", "x": "y", "y": "x"}
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Q    string
			Page struct{ After string }
		}
		cursor := r.FormValue("cursor") + r.FormValue("page[after]")
		if r.Method == "POST" {
			if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Q != "a" {
				t.Errorf("body %v, %v", body, err)
			}
			cursor += body.Page.After
		}
		if size := r.FormValue("page[size]"); (size == "5") != (r.URL.Path == "/nested") {
			t.Errorf("%s: size %q", r.RequestURI, size)
		}
		if cursor == "" && r.URL.Path == "/loop" {
			cursor = "loop"
		}
		if cursor == "c/&" && r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
			return
		}
		json.NewEncoder(w).Encode(page{cursor, next[cursor]})
	})
	inQuery := func(c string) endpoint.Layer { return endpoint.Query{"cursor": c} }
	nestedInQuery := func(c string) endpoint.Layer { return endpoint.Query{"page[after]": c} }
	nestedInBody := func(c string) endpoint.Layer { return endpoint.Params{"page": map[string]string{"after": c}} }
	ignored := func(c string) endpoint.Layer { return endpoint.Query{"ignored": nil} }
	for _, test := range []struct {
		route  string
		layer  endpoint.Layer
		cursor func(string) endpoint.Layer
		want   string
		err    string
	}{
		{"GET /x", nil, inQuery, "[{ b} {b c/&} {c/& }]", ""},
		{"GET /x{?cursor}", nil, func(c string) endpoint.Layer { return endpoint.Params{"cursor": c} }, "[{ b} {b c/&} {c/& }]", ""},
		{"GET /nested", endpoint.Query{"page": map[string]int{"size": 5}}, nestedInQuery, "[{ b} {b c/&} {c/& }]", ""},
		{"POST /x", endpoint.Params{"q": "a"}, inQuery, "[{ b} {b c/&} {c/& }]", ""},
		{"POST /x", endpoint.Params{"q": "a"}, nestedInBody, "[{ b} {b c/&} {c/& }]", ""},
		{"GET /loop", nil, inQuery, "[{loop x} {x y} {y x}]", "{route}: the next page was read before"},
		{"POST /loop", endpoint.Params{"q": "a"}, nestedInBody, "[{loop x} {x y} {y x}]", "{route}: the next page was read before"},
		{"GET /x", nil, ignored, "[{ b}]", "{route}: the next page was read before"},
		{"GET /gone", nil, inQuery, "[{ b} {b c/&}]", "GET /gone: 410 Gone"},
	} {
		layers := append(make([]endpoint.Layer, 0, 8), test.layer) // has room for one more
		seq := CursorPages(t.Context(), c, func(p page) (endpoint.Layer, bool) {
			return test.cursor(p.Next), p.Next != ""
		}, test.route, layers...)
		for range 2 {
			got, err := collect(seq)
			want := strings.ReplaceAll(test.err, "{route}", test.route)
			if fmt.Sprint(got) != test.want || (err == nil) != (want == "") || err != nil && err.Error() != want {
				t.Errorf("%s: got %v, %v\nwant %s, %s", test.route, got, err, test.want, want)
			}
		}
		for range seq {
			break
		}
		if extra := layers[:2][1]; extra != nil {
			t.Errorf("%s: the caller's layers were written to: %v", test.route, extra)
		}
	}
}
