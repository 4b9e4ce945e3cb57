// Routes: text to method and URL template, and the compiled form of what stands
// in them.

package endpoint

import (
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/cache"
	"example.com/endpoint/internal/header"
)

// A methodRule says what a method means for Params that no placeholder takes, and
// for Data. Params go into the query, into the body, or (neither) nowhere.
type methodRule struct {
	upper  string
	lower  string
	query  bool
	body   bool
	once   bool   // a key that Path fills may not be passed in Params too
	noBody string // what to do without Data, which is not allowed; "": it is
}

// methods are the standard methods (RFC 9110 section 9.3, RFC 5789).
var methods = [...]methodRule{
	{upper: "GET", lower: "get", query: true, once: true, noBody: "use another method, or build it as POST and set Method of the result to GET"},
	{upper: "POST", lower: "post", body: true},
	{upper: "PUT", lower: "put", body: true},
	{upper: "PATCH", lower: "patch", body: true},
	{upper: "DELETE", lower: "delete", body: true, once: true},
	{upper: "HEAD", lower: "head", query: true, once: true, noBody: "use another method"},
	{upper: "OPTIONS", lower: "options"},
	{upper: "CONNECT", lower: "connect", noBody: "use another method"},
	{upper: "TRACE", lower: "trace", noBody: "use another method"},
}

// otherMethod is the rule of every other method: only Data can be the body.
var otherMethod methodRule

func ruleOf(method string) *methodRule {
	for i := range methods { // which takes less than a map
		if m := &methods[i]; m.upper == method {
			return m
		}
	}
	return &otherMethod
}

// parseRoute splits a route into its method, in upper case, and the URL template
// after it, as written. Either may be missing.
//
//	"GET /orgs/{org}"  => "GET", "/orgs/{org}"
//	"/orgs/{org}"      => "", "/orgs/{org}"
//	"GET"              => "GET", ""
func parseRoute(s string) (method, url string) {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if header.IsBlank(s[i]) {
			return header.Upper(s[:i]), header.Trim(s[i:])
		}
	}
	if ruleOf(s).upper != "" {
		return s, ""
	}
	return "", s
}

var (
	templates cache.Cache[address.Template]
	bases     cache.Cache[address.Base]
)

// compileURL returns the compiled form of a URL, from the cache if it is there.
// A path that needs no compiling is not kept: a program that formats IDs into
// its routes must not fill the cache.
func compileURL(url string) *address.Template {
	if address.IsPlainPath(url) {
		return address.PlainPath
	}
	return templates.Get(url, func(url string) (*address.Template, int) {
		t := address.Compile(url)
		return t, t.Cost
	})
}

// isMethodSlip reports whether a URL begins with a method and a slash, as in
// "POST/users", where a space was left out.
func isMethodSlip(url string) bool {
	method, _, ok := strings.Cut(url, "/")
	return ok && ruleOf(method).upper != ""
}

// compileBase returns the compiled form of a BaseURL, from the cache if it is
// there.
func compileBase(url string) *address.Base {
	return bases.Get(url, func(url string) (*address.Base, int) {
		b := address.CompileBase(url)
		return b, b.Cost
	})
}
