// Routes: text to method and URL template, and the caches of compiled text.

package endpoint

import (
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/cache"
)

// A route is a method in upper case and the URL template after it, either of
// which may be missing. The template is as written, for address to compile.
//
//	"GET /orgs/{org}"  => {"GET", "/orgs/{org}"}
//	"/orgs/{org}"      => {"", "/orgs/{org}"}
//	"GET"              => {"GET", ""}
type route struct {
	method string
	url    string
}

func parseRoute(s string) route {
	for s != "" && isBlank(s[0]) {
		s = s[1:]
	}
	for s != "" && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	for i := range len(s) {
		if isBlank(s[i]) {
			method, url := s[:i], s[i+1:]
			for isBlank(url[0]) {
				url = url[1:]
			}
			return route{ascii.Upper(method), url}
		}
	}
	if isStandardMethod(s) {
		return route{method: s}
	}
	return route{url: s}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isStandardMethod(s string) bool {
	switch s {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE":
		return true
	}
	return false
}

// isMethodSlip reports whether a URL begins with a method and a slash, as in
// "POST/users", where a space was left out.
func isMethodSlip(url string) bool {
	method, _, ok := strings.Cut(url, "/")
	return ok && isStandardMethod(method)
}

var (
	templates  cache.Cache[address.Template]
	bases      cache.Cache[address.Template]
	fieldNames cache.Cache[fieldName]
)

// compileURL returns the compiled form of a URL, from the cache if it is there.
// It is nil without a URL and for a path that needs no compiling: a program that formats IDs into its
// routes must not fill the cache.
func compileURL(url string) *address.Template {
	if url == "" || address.IsPlainPath(url) && !isMethodSlip(url) {
		return nil
	}
	return templates.Get(url, func(url string) (*address.Template, int) {
		if isMethodSlip(url) {
			return address.Invalid("put a space between the method and the URL"), -1
		}
		t := address.Compile(url)
		return t, t.Cost()
	})
}

// compileBase returns the compiled form of a BaseURL, from the cache if it is there.
func compileBase(url string) *address.Template {
	return bases.Get(url, func(url string) (*address.Template, int) {
		t := address.CompileBase(url)
		return t, t.Cost()
	})
}
