// What failed for a moment is sent again. Change how often, after which status, and how long to
// wait in the variables. Or leave this file out, and let go-retryablehttp do it:
//
//	rc := retryablehttp.NewClient()
//	rc.HTTPClient = &http.Client{Transport: c.HTTP.Transport, CheckRedirect: func(*http.Request, []*http.Request) error {
//		return http.ErrUseLastResponse // c follows redirects
//	}}
//	rc.ErrorHandler = retryablehttp.PassthroughErrorHandler // or the *client.Error is lost
//	rc.Logger = nil                                         // which would have queries
//	c.HTTP.Transport = &retryablehttp.RoundTripper{Client: rc}

package client

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"time"

	"example.com/endpoint"
)

var ( // change these to what your API needs
	retries     = 3                      // after the first try
	firstWait   = 500 * time.Millisecond // doubled before each further retry
	longestWait = 30 * time.Second       // if a server asks for more, there is no retry
	temporary   = []int{429, 502, 503, 504}
	idempotent  = []string{"GET", "HEAD", "QUERY", "OPTIONS", "TRACE", "PUT", "DELETE"} // RFC 9110 section 9.2.2, RFC 10008

	final = regexp.MustCompile("tls: failed to verify|no Host in request URL|net/http: invalid header|failed to parse Location")
	after = time.After // replaced in tests
)

// Do sends a request. It returns a response with status 2xx, whose body the caller closes.
// Any other outcome is or wraps an *Error. Only the context of the request limits how long reading
// the body takes.
//
// A request whose method is idempotent, or that has an idempotency-key, is sent again if it
// failed for a moment and its body can be read again.
func (c *Client) Do(req *http.Request) (*http.Response, error) {
	ctx, err := req.Context(), error(nil)
	deadline, hasDeadline := ctx.Deadline()
	isIdempotent := slices.Contains(idempotent, req.Method) || req.Header.Get("Idempotency-Key") != ""
	for left, backoff := retries, firstWait; ; left, backoff = left-1, 2*backoff {
		resp, failed := c.sendOnce(req)
		pause, isTemporary := retryAfter(failed)
		pause += backoff/2 + rand.N(backoff/2+1) // or all clients would come back at once
		isTooLate := ctx.Err() != nil || hasDeadline && time.Until(deadline) < pause
		if failed == nil || left == 0 || !isTemporary || isTooLate || !isIdempotent || isOnce(req) {
			return resp, failed
		}
		select {
		case <-after(pause):
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", failed, ctx.Err())
		}
		if req, err = again(req); err != nil {
			return nil, failed
		}
	}
}

// retryAfter reports whether a request that failed may succeed later: after a temporary status,
// 403 with Retry-After, or an error of the network that is neither a timeout nor final.
// It returns how long the server asks to wait: a number of seconds, of which some servers send a
// fraction, or until a date (RFC 9110 section 10.2.3).
func retryAfter(err error) (wait time.Duration, isTemporary bool) {
	e := new(Error)
	errors.As(err, &e)
	if e.StatusCode == 0 && e.Err != nil {
		return 0, !os.IsTimeout(e.Err) && !errors.As(err, new(*endpoint.Error)) && !final.MatchString(e.Err.Error())
	}
	value := e.Header.Get("Retry-After")
	until, _ := http.ParseTime(value)
	wait = max(time.Until(until), 0)
	if seconds, _ := strconv.ParseFloat(value, 64); seconds > 0 {
		wait = time.Duration(min(seconds, 1e6) * float64(time.Second)) // no overflow
	}
	return wait, wait <= longestWait && (slices.Contains(temporary, e.StatusCode) || e.StatusCode == http.StatusForbidden && value != "")
}
