package bench

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.com/endpoint/bench/sides"
)

// received is what a server sees of a request and a peer can choose. The order
// of the query and the spelling of the JSON are not: net/url, go-querystring
// and the encoders have their own.
type received struct {
	Method   string
	Path     string // as sent, still escaped
	Query    url.Values
	Headers  map[string]string
	Body     any
	Encoding []string // chunked, where a body's length was not known
}

// compared are the headers that every side must send alike.
var compared = []string{
	"Accept", "User-Agent", "Authorization", "Content-Type", "If-None-Match", "X-Request-Source",
}

// TestWire sends the request of every side, so that none is measured doing
// less than the others.
func TestWire(t *testing.T) {
	server, seen := record(t)
	cases := sides.Cases(server.URL)
	for _, kind := range []string{sides.Plain, sides.Escaped, sides.JSON} {
		cases = append(cases, sides.Value(server.URL, kind, 1<<10))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			want := send(t, server, seen, c.Sides[0])
			if len(c.Sides) < 2 {
				t.Error("nothing to compare")
			}
			for _, s := range c.Sides[1:] {
				if got := send(t, server, seen, s); !reflect.DeepEqual(got, want) {
					t.Errorf("%s sends\n%+v\nand %s\n%+v", s.Name, got, c.Sides[0].Name, want)
				}
			}
		})
	}
}

// TestWireIsWhatTheCaseSays keeps all sides from being wrong together.
func TestWireIsWhatTheCaseSays(t *testing.T) {
	server, seen := record(t)
	headers := map[string]string{
		"Accept":        "application/vnd.github.v3+json",
		"User-Agent":    "bench/1.0",
		"Authorization": "token 0123456789abcdef0123456789abcdef01234567",
	}
	tests := []struct {
		sides       sides.Case
		contentType string
		want        received
	}{
		{sides.GET(server.URL), "", received{
			Method: "GET",
			Path:   "/orgs/octokit/repos",
			Query:  url.Values{"type": {"private"}, "per_page": {"100"}},
		}},
		{sides.POST(server.URL), "application/json", received{
			Method: "POST",
			Path:   "/repos/octocat/hello-world/issues",
			Query:  url.Values{},
			Body: map[string]any{
				"title":     "Found a bug",
				"body":      "I'm having a \"problem\" with this.\nSee the log of the last run.",
				"assignees": []any{"octocat", "hubot"},
				"labels":    []any{"bug", "needs triage"},
				"milestone": 7.0,
			},
		}},
		{sides.Upload(server.URL), "application/zip", received{
			Method: "POST",
			Path:   "/repos/octocat/hello-world/releases/1234567/assets",
			Query:  url.Values{"name": {"hello-world 1.2.3.zip"}, "label": {"Windows (x64)"}},
			Body:   "PK\x05\x06 not really a zip file",
		}},
		{sides.Form(server.URL), "application/x-www-form-urlencoded", received{
			Method: "POST",
			Path:   "/v1/checkout/sessions",
			Query:  url.Values{},
			Body: "currency=eur&line_items%5B0%5D%5Bprice%5D=price_1&line_items%5B0%5D%5Bquantity%5D=1" +
				"&line_items%5B1%5D%5Bprice%5D=price_2&line_items%5B1%5D%5Bquantity%5D=2" +
				"&metadata%5Bnote%5D=gift+wrap%2C+please&metadata%5Border%5D=6735&mode=payment&shipping%5Bname%5D=Jenny+Rosen",
		}},
	}
	for _, tt := range tests {
		want := tt.want
		want.Headers = withContentType(headers, tt.contentType)
		for _, s := range tt.sides.Sides {
			if got := send(t, server, seen, s); !reflect.DeepEqual(got, want) {
				t.Errorf("%s by %s: server got\n%+v\nwant\n%+v", tt.sides.Name, s.Name, got, want)
			}
		}
	}
}

// record returns a server that says what it received.
func record(t *testing.T) (*httptest.Server, <-chan received) {
	seen := make(chan received, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		seen <- read(t, r)
	}))
	t.Cleanup(server.Close)
	return server, seen
}

func read(t *testing.T, r *http.Request) received {
	path, rawQuery, _ := strings.Cut(r.RequestURI, "?")
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		t.Errorf("%s: %v", r.RequestURI, err)
	}
	headers := map[string]string{}
	for _, name := range compared {
		if values := r.Header.Values(name); len(values) > 0 {
			headers[name] = strings.Join(values, "\n")
		}
	}
	got := received{Method: r.Method, Path: path, Query: query, Encoding: r.TransferEncoding}
	got.Headers = withContentType(headers, mediaType(t, headers["Content-Type"]))
	got.Body = body(t, r, got.Headers["Content-Type"])
	return got
}

// mediaType cuts the parameters off: some sides send a charset.
func mediaType(t *testing.T, contentType string) string {
	if contentType == "" {
		return ""
	}
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Errorf("content type %q: %v", contentType, err)
	}
	return media
}

func withContentType(headers map[string]string, contentType string) map[string]string {
	out := map[string]string{}
	for name, value := range headers {
		out[name] = value
	}
	if contentType != "" {
		out["Content-Type"] = contentType
	}
	return out
}

// body is nil for none, the value of JSON, and the text of everything else.
func body(t *testing.T, r *http.Request, contentType string) any {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	if contentType != "application/json" {
		if len(data) == 0 {
			return nil
		}
		return string(data)
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Errorf("body %q: %v", data, err)
	}
	return value
}

func send(t *testing.T, server *httptest.Server, seen <-chan received, s sides.Side) received {
	t.Helper()
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, s.Name)
	req, err := s.Wire(ctx)
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	if req.Context() != ctx {
		t.Errorf("%s: the request has not the caller's context", s.Name)
	}
	res, err := server.Client().Do(req)
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	res.Body.Close()
	return <-seen
}
