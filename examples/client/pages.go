// The pages of a list, by the URL of the next page or by a cursor.

package client

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"net/http"
	"net/http/httputil"
	"regexp"
	"slices"
	"strings"

	"example.com/endpoint"
)

// Pages returns the pages of a list. The function next returns the URL of the page after one,
// absolute or relative, and "" after the last: pass NextLink, or a function that finds it in the
// page. The next page has the method, headers and body of the call, and that URL in place of its
// own, query included. A URL of another origin is endpoint.ErrOrigin, and so is one in a response
// of another origin, or of a RoundTripper that does not set Response.Request. A page that was read
// before is an error too. An error is the last that the sequence yields. Of earlier pages it keeps
// 32 bytes each, to see a loop.
func Pages[T any](ctx context.Context, c *Client, next func(resp *http.Response, page T) string,
	route string, layers ...endpoint.Layer,
) iter.Seq2[T, error] {
	return pages(ctx, c, route, layers, func(req *http.Request, resp *http.Response, page T) (*http.Request, error) {
		target := next(resp, page)
		if target == "" {
			return nil, nil
		}
		from := cmp.Or(resp.Request, req)
		u, err := from.URL.Parse(target) // it may be relative
		if err != nil {
			return nil, &Error{Route: routeOf(req), Err: &endpoint.Error{Reason: "the link to the next page is not a URL"}}
		}
		if !isWithin(req.URL, resp.Request) || !endpoint.SameOrigin(req.URL, u) {
			reason := fmt.Sprintf("the next page is at %s, says %s, but the list is at %s", originOf(u), originOf(from.URL), originOf(req.URL))
			return nil, &Error{Route: routeOf(req), Err: &endpoint.Error{Reason: reason, Err: endpoint.ErrOrigin}}
		}
		req, err = again(req)
		req.URL, u.User = u, req.URL.User
		return req, err
	})
}

// CursorPages is like Pages for pages that contain the cursor of the next. The function next
// returns it as the layer to add to the call, such as Query{"cursor": page.Next}, and whether
// there is a next page. A cursor within brackets is Query{"page[after]": page.Next}: a map for
// "page" would replace that of the call or the defaults.
func CursorPages[T any](ctx context.Context, c *Client, next func(page T) (cursor endpoint.Layer, ok bool),
	route string, layers ...endpoint.Layer,
) iter.Seq2[T, error] {
	return pages(ctx, c, route, layers, func(_ *http.Request, _ *http.Response, page T) (*http.Request, error) {
		cursor, ok := next(page)
		if !ok {
			return nil, nil
		}
		return c.build(ctx, route, append(slices.Clip(layers), cursor))
	})
}

// pages calls next for the request after each page, which is nil after the last.
func pages[T any](ctx context.Context, c *Client, route string, layers []endpoint.Layer,
	next func(*http.Request, *http.Response, T) (*http.Request, error),
) iter.Seq2[T, error] {
	return func(yield func(page T, err error) bool) {
		req, err := c.build(ctx, route, layers)
		for sent := map[[32]byte]bool{}; err == nil && req != nil; {
			var page T
			var resp *http.Response
			if err = note(req, sent); err == nil {
				resp, err = c.Send(req, &page)
			}
			if err == nil && !yield(page, nil) {
				return
			}
			if err == nil {
				req, err = next(req, resp, page)
			}
		}
		if err != nil {
			yield(*new(T), err)
		}
	}
}

// note adds the URL and body of a request to those that were sent. It returns an error if they
// are there, or if the body can be read only once.
func note(req *http.Request, sent map[[32]byte]bool) error {
	if isOnce(req) {
		req.Body.Close()
		return &Error{Route: routeOf(req), Err: &endpoint.Error{Reason: "the body can be read only once"}}
	}
	same, _ := again(req)                       // of a request that endpoint built
	dump, _ := httputil.DumpRequest(same, true) // which reads and closes its body
	key := sha256.Sum256(dump)
	if sent[key] {
		return &Error{Route: routeOf(req), Err: &endpoint.Error{Reason: "the next page was read before"}}
	}
	sent[key] = true
	return nil
}

// A quoted text that does not end goes on to the end of the header. Without that, each link in
// it would be a match of its own that looks for that end.
var (
	linkValue = regexp.MustCompile(`(?s)<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*(?:"|\\?$))*)`)
	linkRel   = regexp.MustCompile(`(?is)^(?:[^"]|"(?:[^"\\]|\\.)*")*?;\s*rel\s*=\s*"?([^";]*)`) // the first
)

// NextLink returns the target of the first link of a response with the relation type "next"
// (RFC 8288 section 3), or "". It is for Pages.
func NextLink[T any](resp *http.Response, _ T) string {
	for _, link := range linkValue.FindAllStringSubmatch(strings.Join(resp.Header.Values("Link"), ","), -1) {
		rel := linkRel.FindStringSubmatch(link[2])
		if rel != nil && slices.Contains(strings.Fields(strings.ToLower(rel[1])), "next") {
			return link[1]
		}
	}
	return ""
}
