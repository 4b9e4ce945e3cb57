// Headers: their names and values, what removes one, the accept header and its media
// type.

package test

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/endpoint"
)

func TestHeaders(t *testing.T) {
	h := headers{"X-A": "upper", "x-A": "middle", "Accept": "a"}
	for range 50 { // in which a map begins with each of them
		if got := h.Get("x-a"); got != "middle" {
			t.Fatalf("Get of two spellings: %q, want the last in byte order", got)
		}
	}
	if got := h.Get("accept") + h.Get("none") + headers(nil).Get("x"); got != "a" {
		t.Errorf("Get: %q", got)
	}
	if got := (headers{"\u212aey": "kelvin"}).Get("key"); got != "" {
		t.Errorf("a Kelvin sign is taken for a k: %q", got)
	}
	if got := (headers{"a": " \t", "b": "", "c": "c "}).OmitZero(); len(got) != 1 || got["c"] != "c " {
		t.Errorf("OmitZero: %q", got)
	}
	if got := (headers{"": "x"}).Get(""); got != "x" {
		t.Errorf("Get of no name: %q", got)
	}
}

// TestAccept has a Format and Previews without effect, of the defaults and of a call. internal/header
// has how an accept header is amended.
func TestAccept(t *testing.T) {
	type media = endpoint.MediaType
	raw, p, q := media{Format: "raw"}, media{Previews: []string{"p"}}, media{Previews: []string{"q-preview", "p"}}
	accept := func(s string) headers { return headers{"Accept": s} }
	var many []string
	for i := range 600 {
		many = append(many, fmt.Sprint("p", i))
	}
	const vnd = "application/vnd.service."
	o := options{Method: "GET", URL: "http://h/", MediaType: media{Format: "raw", Previews: []string{"p"}}}
	if got, err := (endpoint.Endpoint{}).Parse(o); err != nil || got.Headers["accept"] != vnd+"p-preview.raw" {
		t.Errorf("without an accept header: %v, %v", got.Headers, err)
	}
	o.MediaType.Previews = nil
	const unused = "invalid header in MediaType.Format: no item of accept takes it"
	const tooLong = `invalid header "accept": with Format and Previews it would take more than 1 MiB`
	const unusedPreviews = "invalid header in MediaType.Previews: no item of accept takes it"
	_, err := endpoint.Endpoint{}.Parse(o)
	checkError(t, "without an accept header", err, unused)
	runCalls(t, []callTest{
		{"GET /x", layers{accept("a/b ,c/d"), raw}, unused},
		{"GET /x", layers{byDefault(accept("a/b"), raw), options{MediaType: raw}}, unused},
		{"GET /x", layers{accept("application/vnd.a+xml"), raw}, unused},
		{"GET /x", layers{accept("a/b ,c/d"), p}, unusedPreviews},
		{"GET /x", layers{byDefault(accept("a/b"), p), q}, unusedPreviews},
		{"GET /x", layers{byDefault(accept("a/b"), p), raw}, unused},
		{"GET /x", layers{byDefault(accept("a/b"), raw), p}, unusedPreviews},
		{"GET /x", layers{byDefault(accept("")), p}, "/x"},
		{"GET /x", layers{media{Format: "a b"}}, "invalid header in MediaType.Format: it may contain only"},
		{"GET /x", layers{media{Previews: []string{"a", "b c"}}}, "invalid header in MediaType.Previews: it may contain only"},
		{"GET /x", layers{accept("application/vnd." + strings.Repeat("v", 2000)), media{Previews: many}}, tooLong},
		{"GET /x", layers{accept(strings.Repeat("application/vnd.a,", 2000)), media{Format: strings.Repeat("f", 2000)}}, tooLong},
	})
}

// TestInvalidHeaders: names are checked as written, also of a header that is removed.
func TestInvalidHeaders(t *testing.T) {
	for name := range strings.SplitSeq("x y|x:|\u212a|x\n", "|") {
		runCalls(t, []callTest{{"GET /x", layers{headers{name: ""}}, "invalid header …its name may contain only"}})
	}
	const empty = `invalid header "x-a": the value is empty, and there is no header to remove: pass one, or leave out an optional one by OmitZero or omitempty`
	const scheme = `invalid header "authorization": the value is a scheme without credentials`
	one := headers{"x-a": "1"}
	runCalls(t, []callTest{
		{"GET /x", layers{one, headers{"X-A": " "}}, "/x"},
		{"GET /x", layers{one, headers{"x-a": ""}, headers{"x-a": ""}}, "/x"},
		{"GET /x", layers{headers{"x-a": ""}, headers{"x-a": ""}}, empty},
		{"GET /x", layers{headers{"X-A": "1", "x-a": ""}, headers{"x-a": ""}}, empty},
		{"GET /x", layers{one, endpoint.OptionsOf(tagged(`header:"x-a"`, ""))}, `invalid header "x-a": struct.A: the value is empty`},
		{"GET /x", layers{endpoint.OptionsOf(tagged(`header:"x-a"`, "")), headers{"x-a": ""}}, empty},
		{"GET /x", layers{endpoint.OptionsOf(tagged(`header:"x-a"`, []int{1})), headers{"x-a": ""}}, empty},
		{"GET /x", layers{byDefault(one), headers{"X-A": ""}, headers{"x-a": "2"}}, "/x"},
		{"GET /x", layers{byDefault(one, headers{"x-a": ""}), headers{"x-a": ""}}, "/x"},
		{"GET /x", layers{headers{"x-a": ""}, one, headers{"x-a": "", "X-A": "2"}}, "/x"},
		{"GET /x", layers{headers{"x-a": "", "X-A": "2"}}, empty},
		{"GET /x", layers{headers{"x-a": ""}}, empty},
		{"GET /x", layers{options{Headers: headers{"X-A": ""}}}, empty},
		{"GET /x", layers{byDefault(headers{"x-a": ""})}, empty},
		{"GET /x", layers{byDefault(headers{"x-a": ""}), one}, "/x"},
		{"GET /x", layers{byDefault(headers{"x-a": ""}), headers{"X-A": ""}}, empty},
		{"GET /x", layers{byDefault(headers{"authorization": "Bearer "})}, scheme},
		{"GET /x", layers{headers{"Authorization": "basic"}}, scheme},
		{"GET /x", layers{headers{"authorization": "Token\t"}}, scheme},
		{"GET /x", layers{headers{"authorization": "abc"}}, "/x"},
		{"GET /x", layers{headers{"authorization": "Bearer t "}}, "/x"},
	})
	const control = `invalid header "x-a": the value has a control character`
	runCalls(t, []callTest{{"GET /x", layers{headers{"X-A": secret + "\r\n" + secret}}, control}})
}

// FuzzHeaders checks that a header is accepted exactly when it may be sent, and
// is then read by a server as it was given.
func FuzzHeaders(f *testing.F) {
	f.Add("X-Name", "value")
	f.Add("x y", "a\r\nb: c")
	f.Add("x\u212a", " \t ")
	f.Add("x", "\ta")
	f.Add("x", "a ")
	f.Fuzz(func(t *testing.T, name, value string) {
		req, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), "GET /x", headers{name: value})
		trimmed := strings.Trim(value, " \t")
		want := modelToken.MatchString(name) && !modelControl.MatchString(trimmed) && trimmed != ""
		switch strings.ToLower(name) {
		case "host", "content-length", "transfer-encoding", "trailer":
			return // net/http writes these itself
		case "authorization":
			return // which has a rule of its own
		}
		if (err == nil) != want {
			t.Fatalf("%q: %q: error %v, want one: %v", name, value, err, !want)
		}
		if err != nil {
			return
		}
		if got := req.Header.Get(name); got != trimmed {
			t.Fatalf("%q: %q is set to %q", name, value, got)
		}
		var wire bytes.Buffer
		if err := req.Write(&wire); err != nil {
			t.Fatal(err)
		}
		read, err := http.ReadRequest(bufio.NewReader(&wire))
		if err != nil {
			t.Fatal(err)
		}
		if got := read.Header.Get(name); got != trimmed {
			t.Fatalf("%q: %q is read as %q", name, value, got)
		}
	})
}
