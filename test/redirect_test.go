// CheckRedirect of an http.Client, with servers that redirect.

package test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/endpoint"
)

// redirects are servers of every origin.
type redirects struct {
	client  *http.Client
	answers []string // of the next requests, a status and a Location each; 200 after them
	arrived []string // as "GET http://h.test few": the names of the headers, but those of the body
}

const (
	all = "accept accept-encoding accept-language authorization cookie if-range range user-agent x-api-key"
	few = "accept accept-encoding accept-language if-range range user-agent"
)

func newRedirects(t *testing.T) *redirects {
	r := new(redirects)
	plain, secure := httptest.NewServer(r), httptest.NewTLSServer(r)
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		server := plain
		if strings.HasSuffix(address, "443") {
			server = secure
		}
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}
	transport := &http.Transport{DialContext: dial, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	t.Cleanup(transport.CloseIdleConnections)
	r.client = &http.Client{Transport: transport, CheckRedirect: endpoint.CheckRedirect}
	return r
}

func (r *redirects) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	scheme := "http"
	if req.TLS != nil {
		scheme = "https"
	}
	referer := ""
	if req.Referer() != "" {
		referer = " referer"
	}
	for _, name := range []string{"Content-Length", "Content-Type", "Referer"} {
		delete(req.Header, name)
	}
	names := strings.ToLower(strings.Join(slices.Sorted(maps.Keys(req.Header)), " "))
	switch names {
	case all:
		names = "all"
	case few:
		names = "few"
	}
	host := strings.TrimSuffix(req.Host, ":80")
	r.arrived = append(r.arrived, strings.TrimSuffix(req.Method+" "+scheme+"://"+host+" "+names+referer+" "+string(body), " "))
	if len(r.answers) == 0 {
		return
	}
	status, location, _ := strings.Cut(r.answers[0], " ")
	r.answers = r.answers[1:]
	code, _ := strconv.Atoi(status)
	w.Header().Set("Location", location)
	w.WriteHeader(code)
}

// send sends a call that the servers answer, and returns the error of CheckRedirect.
func (r *redirects) send(t *testing.T, req *http.Request, answers ...string) error {
	t.Helper()
	r.answers, r.arrived = answers, nil
	response, err := r.client.Do(req)
	if response != nil {
		response.Body.Close()
	}
	var failed *endpoint.Error
	if errors.As(err, &failed) {
		return failed
	}
	return err
}

// newCall returns a call with a value of each header, and any method with a body.
func newCall(t *testing.T, method, base, body string, more ...endpoint.Layer) *http.Request {
	t.Helper()
	values := headers{
		"accept": "a/b", "accept-encoding": "gzip", "accept-language": "en", "if-range": "x", "range": "bytes=0-1", "user-agent": "u",
		"authorization": secret, "cookie": secret, "x-api-key": secret,
	}
	e := endpoint.New(options{BaseURL: base, Headers: values})
	req, err := e.HTTPRequest(t.Context(), method+" /x?q="+secret, more...)
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(body)), nil }
		req.Body, _ = req.GetBody()
		req.ContentLength = int64(len(body))
	}
	return req
}

// TestCheckRedirect follows a redirect within the origin that keeps the call, and 303; and one of a
// read to another origin, with few headers.
func TestCheckRedirect(t *testing.T) {
	const here, there = "http://h.test", "http://o.test"
	const left, changed = "refused redirect: …takes ", "refused redirect: …changes the method or drops the body"
	r := newRedirects(t)
	for _, status := range []string{"301", "302", "303", "307", "308"} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "QUERY"} {
			for _, body := range []string{"", "text"} {
				isRead := method == "GET" || method == "HEAD"
				first := strings.TrimSuffix(method+" "+here+" all "+body, " ")
				isKept := status >= "307" || isRead && body == ""
				want, reason := []string{first}, ""
				switch {
				case status == "303" && !isRead:
					want = append(want, "GET "+here+" all referer")
				case status == "303":
					want = append(want, method+" "+here+" all referer")
				case isKept:
					want = append(want, strings.TrimSuffix(method+" "+here+" all referer "+body, " "))
				default:
					reason = changed
				}
				name := status + " " + first
				check := func(want []string, reason string, answers ...string) {
					t.Helper()
					err := r.send(t, newCall(t, method, here, body), answers...)
					if !slices.Equal(r.arrived, want) {
						t.Errorf("%s, %q: arrived %q, want %q", name, answers, r.arrived, want)
					}
					if err != nil || reason != "" {
						checkError(t, name, err, reason)
					}
				}
				check(want, reason, status+" /y")
				check(want, reason, status+" "+here+":80/y")
				if isRead && body == "" {
					check([]string{first, method + " " + there + " few", method + " " + here + " few"}, "", status+" "+there+"/y", status+" "+here)
				} else {
					check([]string{first}, left+method+" to another origin", status+" "+there+"/y")
				}
			}
		}
	}
}

// TestCheckRedirectOrigin has what counts as another origin, and what goes there.
func TestCheckRedirectOrigin(t *testing.T) {
	r := newRedirects(t)
	for _, tt := range []struct {
		base    string
		call    layers
		answers []string
		want    []string // after the first
	}{
		{"http://h.test", nil, []string{"302 https://h.test/"}, []string{"https://h.test all referer"}},
		{"http://h.test", nil, []string{"302 https://h.test:443/", "302 http://h.test"}, []string{"https://h.test:443 all referer", "http://h.test all"}},
		{"https://h.test", nil, []string{"302 http://h.test/"}, []string{"http://h.test few"}},
		{"http://h.test", nil, []string{"302 https://h.test:8443/"}, []string{"https://h.test:8443 few"}},
		{"http://h.test:8080", nil, []string{"302 http://h.test:8081/"}, []string{"http://h.test:8081 few"}},
		{"https://h.test", nil, []string{"302 https://a.h.test/"}, []string{"https://a.h.test few"}},
		{"https://h.test", nil, []string{"302 //u:p@h.test/"}, []string{"https://h.test all referer"}},
		{"http://h.test", layers{headers{"host": "v.test"}}, []string{"302 //o.test/"}, []string{"http://o.test few"}}, // net/http keeps it
		{"http://h.test", layers{headers{"host": "v.test"}}, []string{"302 /y"}, []string{"http://v.test all referer"}},
		{"http://h.test", layers{headers{"referer": secret}}, []string{"302 //o.test/"}, []string{"http://o.test few"}},
		{"http://h.test", nil, []string{"302 //o.test/", "302 /y", "302 //h.test"}, []string{"http://o.test few", "http://o.test few", "http://h.test few"}},
	} {
		err := r.send(t, newCall(t, "GET", tt.base, "", tt.call...), tt.answers...)
		want := "GET " + strings.Join(tt.want, ", GET ")
		if got := strings.Join(r.arrived[1:], ", "); err != nil || got != want {
			t.Errorf("%s, %q: arrived %q, %v; want %q", tt.base, tt.answers, got, err, want)
		}
	}
	// A POST that 303 makes a GET may leave, and a body does not come back.
	err := r.send(t, newCall(t, "POST", "http://h.test", "text"), "303 /y", "307 //o.test", "307 /z")
	want := []string{"POST http://h.test all text", "GET http://h.test all referer", "GET http://o.test few", "GET http://o.test few"}
	if err != nil || !slices.Equal(r.arrived, want) {
		t.Errorf("arrived %q, %v; want %q", r.arrived, err, want)
	}
}

// TestCheckRedirectEnds follows ten redirects, and stands to be called by hand.
func TestCheckRedirectEnds(t *testing.T) {
	r := newRedirects(t)
	answers := slices.Repeat([]string{"302 /x"}, 11)
	if err := r.send(t, newCall(t, "GET", "http://h.test", ""), answers[:10]...); err != nil || len(r.arrived) != 11 {
		t.Errorf("ten: %v after %d requests", err, len(r.arrived))
	}
	err := r.send(t, newCall(t, "GET", "http://h.test", ""), answers...)
	if checkError(t, "eleven", err, "refused redirect: …eleventh"); len(r.arrived) != 11 || !strings.HasPrefix(err.Error(), "endpoint: GET /x?xxxxx: ") {
		t.Errorf("eleven: %v after %d requests", err, len(r.arrived))
	}
	first, req := newCall(t, "PUT", "http://h.test", "text"), newCall(t, "PUT", "http://o.test", "text")
	if err := endpoint.CheckRedirect(req, nil); err != nil {
		t.Error(err)
	}
	byHand := &http.Request{URL: req.URL} // a GET
	if err := endpoint.CheckRedirect(newCall(t, "GET", "http://o.test", ""), []*http.Request{byHand}); err != nil {
		t.Error(err)
	}
	if err := endpoint.CheckRedirect(req, []*http.Request{first}); !errors.Is(err, endpoint.ErrRedirect) {
		t.Error(err)
	}
	get := newCall(t, "GET", "http://h.test", "")
	if err := endpoint.CheckRedirect(get, []*http.Request{first}); !errors.Is(err, endpoint.ErrRedirect) { // without a Response
		t.Error(err)
	}
}

// TestCheckRedirectScheme: what is neither http nor https is not followed, where a Transport may
// know file.
func TestCheckRedirectScheme(t *testing.T) {
	for _, target := range []string{"ftp://h.test/x", "file:///etc/passwd"} {
		first, next := newCall(t, "GET", "http://h.test", ""), newCall(t, "GET", "http://h.test", "")
		next.URL, _ = url.Parse(target)
		next.Response = &http.Response{StatusCode: http.StatusFound}
		checkError(t, target, endpoint.CheckRedirect(next, []*http.Request{first}), "refused redirect: status 302 takes GET to another origin")
	}
}
