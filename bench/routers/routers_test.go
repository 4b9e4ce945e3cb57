// Package routers sends hostile values to real routers. Every template of uses
// is filled with every value of values and sent, over the wire format, to the
// same API behind http.ServeMux, chi, gin, echo, gorilla/mux, and
// httputil.ReverseProxy in front of a ServeMux. What was built must reach the
// handler of its own route with its own values. The table excuses names what a
// router's default settings make impossible.
package routers

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/labstack/echo/v4"
)

var routers = []struct {
	name    string
	handler http.Handler
}{
	{"http.ServeMux", serveMux()},
	{"chi", chiRouter()},
	{"gin", ginRouter()},
	{"echo", echoRouter()},
	{"gorilla/mux", gorillaRouter()},
	{"httputil.ReverseProxy", proxy(serveMux())},
}

// An excuse is what a router does with its default settings, and the values
// that it cannot hand over for this reason.
type excuse struct {
	router, does, values string
	covers               func(u use, path string) bool // path as it is sent
}

var excuses = []excuse{
	{"any router", "reads a slash as the end of a segment", "{+x}, which takes a path as it is, with a slash inside, in a route that has one segment there", deeper},
	{"http.ServeMux", "redirects to the path without empty segments", "{+x} with // inside", hollow},
	{"httputil.ReverseProxy", "redirects as the ServeMux behind it", "{+x} with // inside", hollow},
	{"gin", "decodes %2F before it routes (UseRawPath)", "an encoded slash", encodedSlash},
	{"gorilla/mux", "decodes %2F before it routes (UseEncodedPath)", "an encoded slash", encodedSlash},
	{"gorilla/mux", "redirects to the cleaned path (SkipClean)", "{+x} with // inside", hollow},
	{"gorilla/mux", "matches {path:.*} without line feeds ((?s).*)", "a line feed in a catch-all", func(u use, path string) bool {
		return u.route == file && strings.Contains(path, "%0A")
	}},
}

// encodedSlash reports whether a value has written a slash as %2F.
func encodedSlash(_ use, path string) bool { return strings.Contains(strings.ToUpper(path), "%2F") }

// deeper reports whether {+x} has written more segments than the route has. A
// leading slash is no excuse: it is rejected.
func deeper(u use, path string) bool {
	return u.route != file && strings.Count(path, "/") > strings.Count(u.route, "/") && !strings.HasPrefix(u.tail(path), "/")
}

// hollow reports whether {+x} has written an empty segment inside its value.
func hollow(u use, path string) bool {
	return strings.Contains(u.template, "{+") && strings.Contains(u.tail(path), "//") && !strings.HasPrefix(u.tail(path), "/")
}

func TestRouters(t *testing.T) {
	api := endpoint.New(endpoint.Options{BaseURL: "http://api.test"})
	values, used, astray := values(), make([]int, len(excuses)), make([]int, len(excuses))
	for _, router := range routers {
		built, own, rejected, excused := 0, 0, 0, 0
		for _, u := range uses {
			for _, v := range values {
				req, err := api.HTTPRequest(t.Context(), "GET "+u.template, u.filled(v))
				if errors.Is(err, endpoint.ErrMissingParam) || errors.Is(err, endpoint.ErrUnsafePath) {
					rejected++
					continue
				}
				if err != nil {
					t.Errorf("%s with %q: %v", u.template, v, err)
					continue
				}
				built++
				route, received := send(router.handler, req)
				if want := u.received(v); route == u.route && slices.Equal(received, want) {
					own++
				} else if i := excusing(router.name, u, req.URL.EscapedPath()); i >= 0 {
					used[i]++
					excused++
					if names[route] != nil && route != u.route {
						astray[i]++
					}
				} else {
					t.Errorf("%s: %s with %q is %s\nreached %q with %q, want %q with %q",
						router.name, u.template, v, req.URL.EscapedPath(), route, received, u.route, want)
				}
			}
		}
		t.Logf("%-21s %d built: %d reached their own handler, %d excused; %d rejected", router.name, built, own, excused, rejected)
	}
	for i, e := range excuses {
		t.Logf("%4d excused, %d of them in another handler: %s %s: %s", used[i], astray[i], e.router, e.does, e.values)
		if used[i] == 0 {
			t.Errorf("never used: %s, %s", e.router, e.values)
		}
	}
}

// TestPlain keeps a rejection of everything from being a pass.
func TestPlain(t *testing.T) {
	api := endpoint.New(endpoint.Options{BaseURL: "http://api.test"})
	for _, u := range uses {
		for _, v := range []string{"octokit", "a b", "é", ".github", "a;b", "...", "50%"} {
			if _, err := api.Build("GET "+u.template, u.filled(v)); err != nil {
				t.Errorf("%s with %q: %v", u.template, v, err)
			}
		}
	}
}

func excusing(router string, u use, path string) int {
	return slices.IndexFunc(excuses, func(e excuse) bool {
		return (e.router == router || e.router == "any router") && e.covers(u, path)
	})
}

// send sends a request, follows redirects as a client does, and returns the
// route that was reached with what its handler received.
func send(handler http.Handler, req *http.Request) (route string, received []string) {
	for range 3 {
		res, err := wire{handler}.RoundTrip(req)
		if err != nil {
			return err.Error(), nil
		}
		location, err := res.Location()
		if err != nil {
			return reached(res)
		}
		req = &http.Request{Method: "GET", URL: req.URL.ResolveReference(location), Header: http.Header{}}
	}
	return "a loop of redirects", nil
}

// wire sends requests to a handler as a server would read them.
type wire struct{ http.Handler }

func (w wire) RoundTrip(req *http.Request) (*http.Response, error) {
	var sent bytes.Buffer
	if err := req.Write(&sent); err != nil {
		return nil, err
	}
	read, err := http.ReadRequest(bufio.NewReader(&sent))
	if err != nil {
		return nil, err
	}
	res := httptest.NewRecorder()
	w.ServeHTTP(res, read)
	return res.Result(), nil
}

// tell answers with the route and with what its handler received.
func tell(w http.ResponseWriter, route string, values ...string) {
	w.Header().Set("Route", route)
	for _, v := range values {
		w.Header().Add("Value", encode(v))
	}
}

// reached reads what tell answered.
func reached(res *http.Response) (route string, values []string) {
	for _, v := range res.Header["Value"] {
		values = append(values, decode(v))
	}
	if route = res.Header.Get("Route"); route == "" {
		route = res.Status
	}
	return route, values
}

// names of the parameters of each route.
var names = map[string][]string{
	root: nil, owner: {"owner"}, repo: {"owner", "repo"}, keys: {"owner", "repo"}, key: {"owner", "repo", "id"}, file: {"path"},
}

func serveMux() http.Handler {
	m := http.NewServeMux()
	for _, route := range []string{root, owner + "{$}", repo, keys, key, file} {
		m.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
			route := strings.TrimSuffix(route, "{$}")
			tell(w, route, each(names[route], r.PathValue)...)
		})
	}
	return m
}

func chiRouter() http.Handler {
	m := chi.NewRouter()
	for route, names := range names {
		pattern := strings.NewReplacer("{$}", "", "{path...}", "*").Replace(route)
		m.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			tell(w, route, raw(r.URL, each(names, func(name string) string {
				return chi.URLParam(r, strings.Replace(name, "path", "*", 1))
			}))...)
		})
	}
	return m
}

func ginRouter() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	m := gin.New()
	for route, names := range names {
		m.Any(colons.Replace(route), func(c *gin.Context) {
			tell(c.Writer, route, each(names, func(name string) string {
				if name == "path" { // a catch-all has its slash
					return strings.TrimPrefix(c.Param(name), "/")
				}
				return c.Param(name)
			})...)
		})
	}
	return m
}

func echoRouter() http.Handler {
	m := echo.New()
	for route, names := range names {
		m.Any(strings.Replace(colons.Replace(route), "*path", "*", 1), func(c echo.Context) error {
			tell(c.Response(), route, raw(c.Request().URL, each(names, func(name string) string {
				return c.Param(strings.Replace(name, "path", "*", 1))
			}))...)
			return c.NoContent(http.StatusOK)
		})
	}
	return m
}

func gorillaRouter() http.Handler {
	m := mux.NewRouter()
	for route, names := range names {
		pattern := strings.NewReplacer("{$}", "", "{path...}", "{path:.*}").Replace(route)
		m.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			tell(w, route, each(names, func(name string) string { return mux.Vars(r)[name] })...)
		})
	}
	return m
}

func proxy(backend http.Handler) http.Handler {
	target := &url.URL{Scheme: "http", Host: "backend.test"}
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: wire{backend},
	}
}

// colons writes a pattern as gin and echo do.
var colons = strings.NewReplacer("{$}", "", "{path...}", "*path", "{", ":", "}", "")

// raw decodes what chi and echo hand over: parts of RawPath where there is one.
func raw(u *url.URL, values []string) []string {
	if u.RawPath == "" {
		return values
	}
	return each(values, decode)
}

func each(texts []string, f func(string) string) []string {
	var all []string
	for _, text := range texts {
		all = append(all, f(text))
	}
	return all
}
