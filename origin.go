// What belongs to BaseURL, and goes to its origin and nowhere else: in the first request, and
// after a redirect.

package endpoint

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/header"
)

// An owner says whose a value is. What is not the call's belongs to BaseURL, and goes only to
// its origin.
type owner = header.Owner

const (
	ofCall owner = iota
	ofBase       // it is in Options that have a BaseURL, and Merge did not make them
	ofDefaults
)

// owned is a value of merged options, nil that of a header that the call removes. slot is where it is:
// the field, and the key in a map.
type (
	owned struct {
		value any
		owner owner
	}
	slot struct {
		from source
		key  string
	}
)

// note keeps whose a value is, unless it is the call's.
func (o *Options) note(from source, key string, v any, of owner) {
	if of != ofCall {
		o.noted[slot{from, key}] = owned{v, of}
	}
}

// ownerOf returns whose a value is. What is set in merged options is the call's, and what is set
// in the defaults of an Endpoint belongs to BaseURL, as in Options made by hand.
func (o *Options) ownerOf(from source, key string, v any) owner {
	switch was, ok := o.noted[slot{from, key}]; {
	case ok && same(was.value, v):
		return was.owner
	case !o.isMerged && (o.BaseURL != "" || o.noted != nil):
		return ofBase
	}
	return ofCall
}

// noteHeader keeps whose a header is. One of the call is noted too, which "" removes if it is set later,
// and of one that fails its error.
func (o *Options) noteHeader(f header.Field) {
	was := owned{f.Value, f.Owner}
	if f.Value == "" && !f.Removes {
		was.value = f.Err
	}
	o.noted[slot{fromHeaders, f.Lower}] = was
}

// restoreHeader makes a header what it was when it was noted.
func (o *Options) restoreHeader(f *header.Field) {
	f.Owner = o.ownerOf(fromHeaders, f.Lower, f.Value)
	was, ok := o.noted[slot{fromHeaders, f.Lower}]
	switch err, isFailing := was.value.(*fault.Error); {
	case !ok || f.Value != "":
	case isFailing:
		*f = f.Failing(err)
		f.Owner = was.owner
	default:
		f.Removes = true
	}
}

// same reports whether v is still the value was. == of two reflect.Values does not compare what
// they hold, but where it is: so it knows a value that was not touched, even one that is not
// equal to itself, such as a function or NaN, or that has too many elements to compare.
func same(was, v any) bool {
	return reflect.ValueOf(was) == reflect.ValueOf(v) || reflect.DeepEqual(was, v)
}

// checkOrigin keeps from another origin than that of BaseURL what may be secret to it.
func (c *call) checkOrigin() *fault.Error {
	if c.url.OnBase {
		return nil
	}
	isSame, err := c.base.HasOrigin(string(c.url.Text), c.ofBase)
	if isSame {
		return nil
	}
	sent := c.sentElsewhere()
	if sent != nil && err != nil {
		return c.hide(err)
	}
	return sent
}

// sentElsewhere returns an error about the first thing that is sent and may not leave the origin of
// BaseURL, or nil: what belongs to BaseURL and, where a value is the address, a credential of the
// call too.
func (c *call) sentElsewhere() *fault.Error {
	belongs := ` belongs to BaseURL, and the URL has another scheme, host or port: remove it in the call, a header by "" and others by Unset, or, to send it there, pass it or Options{BaseURL: …} of its origin in the call`
	if c.set.BaseURL == builtInURL {
		belongs = " belongs to BaseURL, which is the built-in one: set BaseURL in New"
	}
	for _, f := range c.headers {
		isCredential := f.Lower == "authorization" || f.Lower == "cookie"
		switch {
		case f.Removes:
		case isCredential && c.url.Given && c.set.BaseURL != "":
			return fault.New(fault.Origin, f.Lower, "a value is the address, with another scheme, host or port than BaseURL: leave the header out, remove a default by \"\", or, to send it there, pass Options{BaseURL: …} of that origin in the call")
		case f.Owner != ofCall && f.Lower != "accept" && f.Lower != "user-agent" && f.Lower != "content-type":
			return fault.New(fault.Origin, f.Lower, "the header"+belongs)
		}
	}
	for _, p := range c.params {
		// What the route names in its path is written by the route.
		inQuery := p.to == toQuery || p.to == toPlaceholder && p.value != nil && !isNilPointer(p.value) && c.template.InQuery.Has(p.key)
		if p.owner != ofCall && (inQuery || p.to == toBody) {
			return fault.New(fault.Origin, p.key, "the parameter"+belongs)
		}
	}
	if c.set.Data != nil && c.owners.data != ofCall {
		return fault.Option(fault.Origin, "Data", "it"+belongs)
	}
	return nil
}

// CheckRedirect keeps a redirect from changing a request, and from taking what belongs to BaseURL
// elsewhere. net/http alone makes a GET of a POST at status 302, and sends x-api-key to any host.
//
//	client := &http.Client{CheckRedirect: endpoint.CheckRedirect}
//
// Within the origin of the first request, it follows a redirect that keeps the method and body, and
// a 303, which asks for a GET. To another http or https origin, and from there on, it follows only
// GET and HEAD without a body, with no headers but Accept, Accept-*, If-*, Range and User-Agent.
// Any other redirect, one from https to http, and the eleventh, is [ErrRedirect], which the client
// returns in a *url.Error.
//
// CheckRedirect cannot stop a Jar, userinfo in the Location, or a Transport that adds a token. If the
// body can be read only once, net/http does not follow a 307 or 308, but returns it as the response.
func CheckRedirect(req *http.Request, via []*http.Request) error {
	if len(via) == 0 {
		return nil
	}
	first, last := via[0], via[len(via)-1]
	isElsewhere := func(r *http.Request) bool { return !address.SameOrigin(first.URL, r.URL) }
	hasLeft := isElsewhere(req) || slices.ContainsFunc(via, isElsewhere)
	method := cmp.Or(last.Method, http.MethodGet)
	isKept := cmp.Or(req.Method, http.MethodGet) == method && sendsBody(req) == sendsBody(last)
	isHTTP := address.SameOrigin(req.URL, req.URL) // it has a host, and not a scheme that a Transport may know, such as file
	isRead := isKept && !sendsBody(req) && (method == http.MethodGet || method == http.MethodHead) && isHTTP
	status := cmp.Or(req.Response, new(http.Response)).StatusCode // 0 if it is called by hand
	reason := ""
	switch {
	case len(via) > 10:
		reason = "is the eleventh redirect"
	case hasLeft && !isRead:
		reason = "takes " + method + " to another origin: make the call there, if you trust it"
	case last.URL.Scheme == "https" && req.URL.Scheme == "http":
		reason = "leads from https to http: make the call with that URL, if you trust the network"
	case !isKept && status != http.StatusSeeOther:
		reason = "changes the method or drops the body: make the call with the URL that it names"
	case hasLeft:
		req.Host = ""
		maps.DeleteFunc(req.Header, func(name string, _ []string) bool {
			isPlain := strings.HasPrefix(name, "Accept-") || strings.HasPrefix(name, "If-")
			return !isPlain && name != "Accept" && name != "Range" && name != "User-Agent"
		})
		return nil
	default:
		return nil
	}
	return Request{Route: first.Pattern}.failed(fault.New(fault.Redirect, "", fmt.Sprintf("status %d %s", status, reason)))
}

// SameOrigin reports whether u has the origin of base: its scheme, host and port (RFC 6454). Then a
// secret of base may be sent to u. https in place of http counts too, if both have their default
// ports. It is false unless both are absolute http or https URLs: resolve a relative link with
// [url.URL.ResolveReference] first.
//
//	next, err := resp.Request.URL.Parse(link)
//	if err == nil && endpoint.SameOrigin(base, next) {
//		// the page after this one is the API's own
//	}
func SameOrigin(base, u *url.URL) bool { return address.SameOrigin(base, u) }

func sendsBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }
