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
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/endpoint"
)

// redirects are servers of every origin: those of https on the ports that end in 443 speak
// HTTP/2, the others HTTP/1.1.
type redirects struct {
	client  *http.Client
	answers []string // to the next requests, a status and a Location each; 200 after them
	arrived []string
}

// All header names of newCall, and those that may go to another origin.
const (
	all = "accept accept-encoding accept-language authorization cookie if-match if-range range user-agent x-api-key"
	few = "accept accept-encoding accept-language if-match if-range range user-agent"
)

func newRedirects(t *testing.T) *redirects {
	r := new(redirects)
	plain, secure := httptest.NewServer(r), httptest.NewUnstartedServer(r)
	secure.EnableHTTP2 = true
	secure.StartTLS()
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		server := plain
		if strings.HasSuffix(address, "443") {
			server = secure
		}
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}
	transport := &http.Transport{DialContext: dial, ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	t.Cleanup(transport.CloseIdleConnections)
	r.client = &http.Client{Transport: transport, CheckRedirect: endpoint.CheckRedirect}
	return r
}

// ServeHTTP notes a request as
//
//	GET http://h.test few referer text
//
// which is its method, its address without the path, the names of its headers, "referer" if it
// has that, and its body.
func (r *redirects) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	scheme, referer := "http", ""
	if req.TLS != nil {
		scheme = "https"
	}
	if req.Referer() != "" {
		referer = "referer"
	}
	for _, name := range []string{"Content-Length", "Referer"} {
		delete(req.Header, name)
	}
	for name, value := range map[string]string{"Accept-Encoding": "br", "User-Agent": "u"} {
		if req.Header.Get(name) != value { // but that of net/http
			delete(req.Header, name)
		}
	}
	names := strings.ToLower(strings.Join(slices.Sorted(maps.Keys(req.Header)), " "))
	names = strings.NewReplacer(all, "all", few, "few").Replace(names)
	host := strings.TrimSuffix(req.Host, ":80")
	r.arrived = append(r.arrived, words(req.Method, scheme+"://"+host, names, referer, string(body)))
	if (req.ProtoMajor == 2) != (req.TLS != nil) {
		r.arrived = append(r.arrived, req.Proto)
	}
	if len(r.answers) > 0 {
		status, location, _ := strings.Cut(r.answers[0], " ")
		r.answers = r.answers[1:]
		code, _ := strconv.Atoi(status)
		w.Header().Set("Location", location)
		w.WriteHeader(code)
	}
}

func words(all ...string) string { return strings.Join(strings.Fields(strings.Join(all, " ")), " ") }

// send sends a call that the servers answer, and returns what arrived and the error of
// CheckRedirect.
func (r *redirects) send(t *testing.T, req *http.Request, answers ...string) ([]string, error) {
	t.Helper()
	r.answers, r.arrived = answers, nil
	response, err := r.client.Do(req)
	if response != nil {
		response.Body.Close()
	}
	var failed *endpoint.Error
	if errors.As(err, &failed) {
		return r.arrived, failed
	}
	return r.arrived, err
}

// newCall returns a call with a value of each header, and any method with a body.
func newCall(t *testing.T, method, base, body string, more ...endpoint.Layer) *http.Request {
	t.Helper()
	values := headers{
		"accept": "a/b", "accept-encoding": "br", "accept-language": "en", "if-match": "x", "if-range": "x", "range": "bytes=0-1",
		"user-agent": "u", "authorization": secret, "cookie": secret, "x-api-key": secret,
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

const reads, writes = "GET HEAD", "POST PUT PATCH DELETE QUERY PURGE"

// redirectTests have what comes of a redirect: "same" is the method and the body that were sent,
// "GET" a GET without a body, and anything else the reason of the error.
var redirectTests = []struct {
	methods, statuses string
	bodies            []string
	within, elsewhere string // the origin of the call
}{
	{methods: reads, bodies: []string{""}, statuses: "301 302 303 307 308", within: "same", elsewhere: "same"},
	{methods: reads, bodies: []string{"text"}, statuses: "301 302", within: "drops the body", elsewhere: "to another origin"},
	{methods: reads, bodies: []string{"text"}, statuses: "303", within: "same without its body", elsewhere: "to another origin"},
	{methods: reads, bodies: []string{"text"}, statuses: "307 308", within: "same", elsewhere: "to another origin"},

	{methods: writes, bodies: []string{"", "text"}, statuses: "301 302", within: "changes the method", elsewhere: "to another origin"},
	{methods: writes, bodies: []string{"", "text"}, statuses: "303", within: "GET", elsewhere: "to another origin"},
	{methods: writes, bodies: []string{"", "text"}, statuses: "307 308", within: "same", elsewhere: "to another origin"},
}

func TestCheckRedirect(t *testing.T) {
	r := newRedirects(t)
	for _, tt := range redirectTests {
		for method := range strings.FieldsSeq(tt.methods) {
			for status := range strings.FieldsSeq(tt.statuses) {
				for _, body := range tt.bodies {
					for _, base := range []string{"http://h.test", "https://h.test"} {
						r.check(t, tt.within, method, base, base, body, status+" /y")
						other := strings.Replace(base, "h.test", "o.test", 1)
						r.check(t, tt.elsewhere, method, base, other, body, status+" "+other+"/y")
					}
				}
			}
		}
	}
	for _, status := range []string{"301", "303", "307"} {
		r.check(t, "leads from https to http", "GET", "https://h.test", "http://h.test", "", status+" http://h.test/y")
	}
}

// check sends a call that is redirected once, to a base.
func (r *redirects) check(t *testing.T, outcome, method, base, to, body, answer string) {
	t.Helper()
	got, err := r.send(t, newCall(t, method, base, body), answer)
	names, what := "all referer", words(method, base, body, answer)
	if to != base {
		names = "few"
	}
	want := []string{words(method, base, "all", body)}
	switch outcome {
	case "same":
		want = append(want, words(method, to, names, body))
	case "same without its body":
		want = append(want, words(method, to, names))
	case "GET":
		want = append(want, words("GET", to, names))
	default:
		status, _, _ := strings.Cut(answer, " ")
		checkError(t, what, err, "refused redirect: …"+status+"…"+outcome)
		err = nil
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: arrived %q, %v; want %q", what, got, err, want)
	}
}

// TestCheckRedirectHeaders has what arrives of a GET, redirect by redirect.
func TestCheckRedirectHeaders(t *testing.T) {
	host, referer := layers{headers{"host": "v.test"}}, layers{headers{"referer": secret}}
	withUser := strings.Replace(few, "if-match", "authorization if-match", 1)
	r := newRedirects(t)
	for _, tt := range []struct {
		name, base string
		call       layers
		to         string // the Location of each redirect
		want       string // what arrives of each
	}{
		{name: "the same port", base: "http://h.test", to: "http://h.test:80/", want: "http://h.test all referer"},
		{name: "another host", base: "https://h.test", to: "https://o.test/", want: "https://o.test few"},
		{name: "a host below it", base: "https://h.test", to: "https://a.h.test/", want: "https://a.h.test few"},
		{name: "another port", base: "http://h.test:8080", to: "http://h.test:8081/", want: "http://h.test:8081 few"},
		{name: "http to https", base: "http://h.test", to: "https://h.test/", want: "https://h.test all referer"},
		{name: "http to https of a port", base: "http://h.test", to: "https://h.test:8443/", want: "https://h.test:8443 few"},

		{name: "there and back", base: "http://h.test", to: "//o.test/ //h.test/", want: "http://o.test few, http://h.test few"},
		{
			name: "there, there and back", base: "http://h.test", to: "//o.test/ /y //h.test/",
			want: "http://o.test few, http://o.test few, http://h.test few",
		},

		{name: "a host within", base: "http://h.test", call: host, to: "/y", want: "http://v.test all referer"},
		{name: "a host elsewhere", base: "http://h.test", call: host, to: "//o.test/", want: "http://o.test few"},
		{name: "a referer within", base: "http://h.test", call: referer, to: "/y", want: "http://h.test all referer"},
		{name: "a referer elsewhere", base: "http://h.test", call: referer, to: "//o.test/", want: "http://o.test few"},

		// Not in the hands of CheckRedirect: net/http makes a header of userinfo.
		{name: "userinfo within", base: "http://h.test", to: "//u:p@h.test/", want: "http://h.test all referer"},
		{name: "userinfo elsewhere", base: "http://h.test", to: "//u:p@o.test/", want: "http://o.test " + withUser},
	} {
		var answers []string
		for location := range strings.FieldsSeq(tt.to) {
			answers = append(answers, "302 "+location)
		}
		got, err := r.send(t, newCall(t, "GET", tt.base, "", tt.call...), answers...)
		if want := "GET " + strings.ReplaceAll(tt.want, ", ", ", GET "); err != nil || strings.Join(got[1:], ", ") != want {
			t.Errorf("%s: arrived %q, %v; want %q", tt.name, got[1:], err, want)
		}
	}
	// A POST that 303 makes a GET may leave.
	got, err := r.send(t, newCall(t, "POST", "http://h.test", "text"), "303 /y", "307 //o.test")
	want := []string{"POST http://h.test all text", "GET http://h.test all referer", "GET http://o.test few"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("arrived %q, %v; want %q", got, err, want)
	}
	// A Jar adds its own cookies.
	r.client.Jar, _ = cookiejar.New(nil)
	r.client.Jar.SetCookies(&url.URL{Scheme: "http", Host: "o.test"}, []*http.Cookie{{Name: "a", Value: "b"}})
	got, err = r.send(t, newCall(t, "GET", "http://h.test", ""), "302 //o.test", "302 //p.test")
	withCookie := strings.Replace(few, "if-match", "cookie if-match", 1)
	want = []string{"GET http://h.test all", "GET http://o.test " + withCookie, "GET http://p.test few"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("with a Jar: arrived %q, %v; want %q", got, err, want)
	}
}

// TestCheckRedirectEnds follows ten redirects, and stands to be called by hand.
func TestCheckRedirectEnds(t *testing.T) {
	r := newRedirects(t)
	answers := slices.Repeat([]string{"302 /x"}, 11)
	if got, err := r.send(t, newCall(t, "GET", "http://h.test", ""), answers[:10]...); err != nil || len(got) != 11 {
		t.Errorf("ten: %v after %d requests", err, len(got))
	}
	got, err := r.send(t, newCall(t, "GET", "http://h.test", ""), answers...)
	checkError(t, "eleven", err, "refused redirect: …eleventh")
	if len(got) != 11 || !strings.HasPrefix(err.Error(), "endpoint: GET /x?xxxxx: ") {
		t.Errorf("eleven: %v after %d requests", err, len(got))
	}
	empty := newCall(t, "GET", "http://h.test", "")
	empty.Body = http.NoBody
	if got, err := r.send(t, empty, "302 //o.test"); err != nil || len(got) != 2 {
		t.Errorf("http.NoBody: %q, %v", got, err)
	}
	// net/http returns the response if the body cannot be read again.
	once := newCall(t, "PUT", "http://h.test", "text")
	once.GetBody = nil
	if got, err := r.send(t, once, "307 /y"); err != nil || len(got) != 1 {
		t.Errorf("a body that cannot be read again: %q, %v", got, err)
	}
	put, get := newCall(t, "PUT", "http://h.test", "text"), newCall(t, "GET", "http://o.test", "")
	if err := endpoint.CheckRedirect(put, nil); err != nil {
		t.Error(err)
	}
	byHand := &http.Request{URL: put.URL} // a GET
	if err := endpoint.CheckRedirect(&http.Request{URL: get.URL}, []*http.Request{byHand}); err != nil {
		t.Error(err)
	}
	put = httpRequest(t, endpoint.Request{Method: "put", URL: "http://h.test", Route: "PUT https://u:" + secret + "@h.test?" + secret})
	get = newCall(t, "GET", "http://h.test", "") // without a Response
	err = endpoint.CheckRedirect(get, []*http.Request{put})
	if !errors.Is(err, endpoint.ErrRedirect) || strings.Contains(err.Error(), secret) {
		t.Error(err)
	}
}

// TestCheckRedirectScheme: what is neither http nor https is not followed, where a Transport may
// know file, nor what has no host.
func TestCheckRedirectScheme(t *testing.T) {
	for _, target := range []string{"ftp://h.test/x", "file:///etc/passwd", "http:///x"} {
		first, next := newCall(t, "GET", "http://h.test", ""), newCall(t, "GET", "http://h.test", "")
		next.URL, _ = url.Parse(target)
		next.Response = &http.Response{StatusCode: http.StatusFound}
		checkError(t, target, endpoint.CheckRedirect(next, []*http.Request{first}), "refused redirect: status 302 takes GET to another origin")
	}
}
