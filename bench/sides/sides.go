// Package sides holds the requests that speed compares, each built by every
// library that can build it. TestWire sends the request of each side, so that
// what is measured is what was checked.
//
// Maps and structs are made anew for each request, as a caller makes them. The
// values in them are constants: on a side that takes them in a map[string]any
// they cost no allocation for the interface.
package sides

import (
	"context"
	"net/http"
	"runtime"
	"strings"
)

// The defaults that every request carries, and the arguments of the calls.
const (
	accept        = "application/vnd.github.v3+json"
	userAgent     = "bench/1.0"
	authorization = "token 0123456789abcdef0123456789abcdef01234567"

	org     = "octokit"
	kind    = "private"
	perPage = 100

	owner     = "octocat"
	repo      = "hello-world"
	title     = "Found a bug"
	text      = "I'm having a \"problem\" with this.\nSee the log of the last run."
	milestone = 7

	releaseID  = 1234567
	assetName  = "hello-world 1.2.3.zip"
	assetLabel = "Windows (x64)"
	assetType  = "application/zip"
	// asset is short: no side copies raw data, so its length changes nothing.
	asset = "PK\x05\x06 not really a zip file"
)

// A Side is one way of doing the work of a case.
type Side struct {
	Name string
	// Run does the work once; this is what is timed.
	Run func() error
	// Wire returns the request that Run builds. Where Run stops at an
	// address, Wire adds what is missing to send it.
	Wire func(ctx context.Context) (*http.Request, error)
}

// A Case is one request and the sides that build it, endpoint first.
type Case struct {
	Name  string
	Sides []Side
	// Calls is how many calls a measurement counts: fewer where one takes long.
	Calls int
}

// request is the side whose work is a request for net/http.
func request(name string, build func(context.Context) (*http.Request, error)) Side {
	run := func() (*http.Request, error) { return build(context.Background()) }
	return Side{Name: name, Run: discard(run), Wire: build}
}

// address is the side whose work ends with the address of the upload.
func address(name string, build func() (string, error)) Side {
	wire := func(ctx context.Context) (*http.Request, error) {
		target, err := build()
		if err != nil {
			return nil, err
		}
		return byHandUploadTo(ctx, target)
	}
	return Side{Name: name, Run: discard(build), Wire: wire}
}

// discard keeps the compiler from dropping the work for want of a reader.
func discard[T any](work func() (T, error)) func() error {
	return func() error {
		result, err := work()
		runtime.KeepAlive(result)
		return err
	}
}

// assignees and labels make their lists anew, as a caller would.
func assignees() []string { return []string{"octocat", "hubot"} }
func labels() []string    { return []string{"bug", "needs triage"} }

// issue is the body of the POST for the sides that take a map.
func issue() map[string]any {
	return map[string]any{
		"title":     title,
		"body":      text,
		"assignees": assignees(),
		"labels":    labels(),
		"milestone": milestone,
	}
}

// setDefaults is for the sides that keep no headers between calls.
func setDefaults(header http.Header) {
	header.Set("Accept", accept)
	header.Set("User-Agent", userAgent)
	header.Set("Authorization", authorization)
}

// The kinds of long value that Value knows.
const (
	Plain   = "plain"   // a query value of unreserved characters
	Escaped = "escaped" // a query value of which most characters are escaped
	JSON    = "json"    // a string in a JSON body, some of it escaped
)

// long returns text of the given kind, size bytes or a few less, since no
// character is cut.
func long(kind string, size int) string {
	piece := "The-quick.brown_fox~jumps0over1the2lazy3dog"
	switch kind {
	case Escaped:
		piece = "naïve & café, 100% / 日本語 ? "
	case JSON:
		piece = "She said \"naïve\" & left.\n日本語, <b>"
	}
	whole := strings.Repeat(piece, size/len(piece)+1)
	return strings.ToValidUTF8(whole[:size], "")
}
