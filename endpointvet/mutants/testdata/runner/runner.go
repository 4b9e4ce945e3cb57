// Package runner runs the calls of clients and prints what they would send. It
// makes no network calls: it answers every request itself.
package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"

	"example.com/endpoint"
)

// A Result is what the calls of one client did.
type Result struct {
	Calls    int
	Requests string   // what was built and sent, in order
	Errors   []string // what failed
	Missing  bool     // whether every error is ErrMissingParam
	Partly   bool     // whether a call failed with some of its values
}

// Calls makes the calls of a client, and passes what each returns to call. What
// the same call returns for other values goes to or: a call fails if it does so
// with all of its values.
type Calls func(ctx context.Context, call, or func(result any, err error))

var out = json.NewEncoder(os.Stdout)

// Run makes calls and prints their Result as a line of JSON.
func Run(calls Calls) {
	log := &recorder{result: Result{Missing: true}}
	http.DefaultTransport = log
	defer func() {
		if reason := recover(); reason != nil {
			log.fail(fmt.Errorf("panic: %v", reason))
		}
		log.result.Requests = log.requests.String()
		if err := out.Encode(log.result); err != nil {
			panic(err)
		}
	}()
	ctx := context.Background()
	calls(ctx, func(result any, err error) {
		log.settle()
		log.result.Calls++
		log.err = log.call(ctx, result, err)
	}, func(result any, err error) {
		err = log.call(ctx, result, err)
		log.result.Partly = log.result.Partly || (err == nil) != (log.err == nil)
		if err == nil {
			log.err = nil
		}
	})
	log.settle()
}

// A recorder is an http.RoundTripper that writes down requests. It answers with
// null, which decodes into anything and ends every list of pages.
type recorder struct {
	result   Result
	requests strings.Builder
	err      error // of the call so far
	sent     int   // by the call
}

// call writes down the request that a call returned, if it has not sent one.
func (r *recorder) call(ctx context.Context, result any, err error) error {
	r.sent = 0
	if err != nil {
		return err
	}
	switch result := result.(type) {
	case *http.Request:
		return r.write(result)
	case endpoint.Request:
		body, size, err := result.BodyReader()
		if err != nil {
			return err
		}
		fmt.Fprintf(&r.requests, "%s %s length=%d\n", result.Method, result.URL, size)
		for _, name := range slices.Sorted(maps.Keys(result.Headers)) {
			fmt.Fprintf(&r.requests, "%s: %s\n", name, result.Headers[name])
		}
		_, err = io.Copy(&r.requests, body)
		return err
	case string:
		fmt.Fprintf(&r.requests, "%q\n", result)
	}
	return nil
}

// settle ends a call.
func (r *recorder) settle() {
	if r.err != nil {
		r.fail(r.err)
	}
	r.err = nil
}

func (r *recorder) fail(err error) {
	r.result.Errors = append(r.result.Errors, err.Error())
	r.result.Missing = r.result.Missing && errors.Is(err, endpoint.ErrMissingParam)
}

func (r *recorder) write(req *http.Request) error {
	fmt.Fprintf(&r.requests, "%s %s host=%q length=%d\n", req.Method, req.URL, req.Host, req.ContentLength)
	if err := req.Header.Write(&r.requests); err != nil || req.Body == nil {
		return err
	}
	defer req.Body.Close()
	_, err := io.Copy(&r.requests, req.Body)
	r.requests.WriteByte('\n')
	return err
}

// RoundTrip implements http.RoundTripper.
func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	if r.sent++; r.sent > 20 {
		return nil, errors.New("more than 20 requests by one call")
	}
	if err := r.write(req); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK,
		Status:     "200 OK",
		Header:     http.Header{},
		Body:       io.NopCloser(strings.NewReader("null")),
		Request:    req,
	}, nil
}
