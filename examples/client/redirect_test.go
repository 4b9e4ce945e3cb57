package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A write is never turned into a read, nor sent to another origin: what endpoint.CheckRedirect
// refuses is an *Error with the status, and is not sent again. That is also so with an
// http.Client of the user's.
func TestRefusedRedirects(t *testing.T) {
	const here, there, once = "/there", "//there.test/there?key=SECRET", "a Reader"
	const refused = `the redirect to "//there.test" is not followed: `
	tests := []struct {
		method, body string
		status       int
		location     string
		want         string // what arrives there, or the error
	}{
		{"GET", "", 302, here, "GET "},
		{"POST", "body", 307, here, "POST body"},
		{"DELETE", "", 308, here, "DELETE "},
		{"POST", "body", 303, here, "GET "},
		{"POST", "body", 302, here, "POST /x: 302 Found: "},
		{"PUT", "body", 301, here, "PUT /x: 301 Moved Permanently: "},
		{"DELETE", "", 302, here, "DELETE /x: 302 Found: "},
		{"PUT", "body", 307, there, "PUT /x: 307 Temporary Redirect: " + refused},
		{"DELETE", "", 308, there, "DELETE /x: 308 Permanent Redirect: " + refused},
		{"GET", "", 302, "/again", "GET /x: 302 Found: "},
		{"PUT", once, 307, here, "PUT /x: 307 Temporary Redirect: the body can be read only once"},
		{"PUT", once, 308, here, "PUT /x: 308 Permanent Redirect: the body can be read only once"},
	}
	for proto, serve := range servers {
		for _, test := range tests {
			t.Run(fmt.Sprint(proto, " ", test.method, " ", test.status), func(t *testing.T) {
				first, got := 0, ""
				c := serve(t, func(w http.ResponseWriter, r *http.Request) {
					b, err := io.ReadAll(r.Body)
					if err != nil {
						t.Error(err)
					}
					switch r.URL.Path {
					case "/there":
						got = r.Method + " " + string(b)
						return
					case "/x":
						first++
					}
					w.Header().Set("Location", test.location)
					w.WriteHeader(test.status)
				})
				c.HTTP = &http.Client{Transport: c.HTTP.Transport}
				layer := endpoint.Options{}
				switch test.body {
				case "":
				case once:
					layer.Data = io.MultiReader(strings.NewReader(once))
				default:
					layer.Data = test.body
				}
				err := c.Call(t.Context(), nil, test.method+" /x", layer)
				isRefused := strings.Contains(test.want, "/x: ")
				if isRefused {
					got = fmt.Sprint(err)
				}
				if !strings.HasPrefix(got, test.want) || first != 1 || strings.Contains(got, "SECRET") {
					t.Errorf("%d requests, got %s\nwant %s", first, got, test.want)
				}
				if errors.Is(err, endpoint.ErrRedirect) != isRefused || isRefused && statusOf(err) != test.status {
					t.Errorf("error %#v", err)
				}
			})
		}
	}
}

// The body of a redirect is not waited for, whether it is followed or not.
func TestRedirectThatStalls(t *testing.T) {
	for proto, serve := range servers {
		for method, want := range map[string]int{"GET": -1, "POST": 302} {
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/there" {
					return
				}
				w.Header().Set("Location", "/there")
				w.WriteHeader(http.StatusFound)
				io.WriteString(w, "<html>")
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			})
			if err := c.Call(context.Background(), nil, method+" /x"); statusOf(err) != want {
				t.Errorf("%s, %s: error %v", proto, method, err)
			}
		}
	}
}

// A Location that is not a URL, or that nothing can be sent to, does not show what it has.
func TestBadLocations(t *testing.T) {
	locations := []string{"http://ho st/", ":SECRET", "//u:SECRET@ho%20st", "ftp://u:SECRET@h/", "http:///x", "http://u:SECRET@127.0.0.1:1/"}
	for i, location := range locations {
		for _, method := range []string{"GET", "POST"} {
			n := 0
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				n++
				w.Header().Set("Location", location+"?key=SECRET")
				w.WriteHeader(http.StatusFound)
			})
			err := c.Call(t.Context(), nil, method+" /x")
			isTried := method == "GET" && i == len(locations)-1
			if err == nil || strings.Contains(err.Error(), "SECRET") || n > 1 && !isTried {
				t.Errorf("%s %s: %d requests, error %v", method, location, n, err)
			}
		}
	}
}

// An error names a server to which a redirect led, whether it answers with a page to log in or a status.
func TestRedirectToLogin(t *testing.T) {
	const by = ": %s answered, after a redirect to another origin, which gets no credentials"
	for status, want := range map[int]string{
		200: "GET /x: 200 OK: invalid character '<' looking for beginning of value" + notDecoded(plain, 1, plain) + by,
		403: "GET /x: 403 Forbidden" + by,
	} {
		login := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, "<")
		}))
		defer login.Close()
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, login.URL, http.StatusFound) })
		if err, want := c.Call(t.Context(), new(any), "GET /x"), fmt.Sprintf(want, login.URL); fmt.Sprint(err) != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
