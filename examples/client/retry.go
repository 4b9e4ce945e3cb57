// What failed for a moment is sent again: call c.UseRetry(). Change how often, after which status, and
// how long to wait in the variables. Or leave this file out, and let go-retryablehttp do it:
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
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/endpoint"
)

var ( // change these to what your API needs
	retries     = 3                      // after the first try
	firstWait   = 500 * time.Millisecond // doubled before each further retry
	longestWait = 30 * time.Second       // if a server asks for more, there is no retry
	temporary   = []int{429, 502, 503, 504}
	idempotent  = []string{"GET", "HEAD", "QUERY", "OPTIONS", "TRACE", "PUT", "DELETE"} // RFC 9110 section 9.2.2, RFC 10008

	final = regexp.MustCompile("failed to parse Location|no Host in request URL|net/http: invalid header") // errors without a type
	after = time.After                                                                                     // replaced in tests
)

// UseRetry makes the Client send a request again that failed for a moment: if its method is idempotent
// or it has an idempotency-key, and if its body can be read again. Call it before the first call.
func (c *Client) UseRetry() { c.retry = (*Client).sendAgain }

func (c *Client) sendAgain(req *http.Request) (*http.Response, error) {
	ctx, err := req.Context(), error(nil)
	deadline, hasDeadline := ctx.Deadline()
	isIdempotent := slices.Contains(idempotent, req.Method) || req.Header.Get("Idempotency-Key") != ""
	for left, backoff := retries, firstWait; ; left, backoff = left-1, 2*backoff {
		resp, failed := c.once(req)
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
// fraction or a unit, or until a date (RFC 9110 section 10.2.3).
func retryAfter(err error) (wait time.Duration, isTemporary bool) {
	e := new(Error)
	errors.As(err, &e)
	if e.StatusCode == 0 && e.Err != nil {
		isFinal := errors.As(err, new(*endpoint.Error)) || errors.As(err, new(*tls.CertificateVerificationError)) || final.MatchString(e.Err.Error())
		return 0, !isFinal && !os.IsTimeout(e.Err)
	}
	value := e.Header.Get("Retry-After")
	until, _ := http.ParseTime(value)
	wait = max(time.Until(until), 0)
	number, _, _ := strings.Cut(value, " ")
	if seconds, _ := strconv.ParseFloat(number, 64); seconds > 0 {
		wait = time.Duration(min(seconds, 1e6) * float64(time.Second)) // no overflow
	}
	return wait, wait <= longestWait && (slices.Contains(temporary, e.StatusCode) || e.StatusCode == http.StatusForbidden && value != "")
}
