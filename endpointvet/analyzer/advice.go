// Advice: misspelled names and methods, text formatted into a route, and what to
// write instead.

package analyzer

import (
	"fmt"
	"go/ast"
	"regexp"
	"slices"
	"strings"

	"example.com/endpoint"
	"example.com/endpoint/endpointvet/openapi"
)

var standardMethods = []string{"GET", "HEAD", "QUERY", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"}

// checkMethod reports a method that is a misspelling of a standard one.
func (c *checker) checkMethod(k *call) bool {
	method := k.merged.Method
	isOpen := slices.ContainsFunc(k.holes, func(h hole) bool { return h.field == "Method" || h.field == "" && !h.isDefault })
	var near []string
	for _, standard := range standardMethods {
		isTyped := len(method) < len(standard) || strings.Trim(method, standard) == "" // a letter is left out, or two are swapped
		if isSlip(method, standard) || isTyped && openapi.IsSlip(method, standard) {
			near = append(near, standard)
		}
	}
	if near == nil || isOpen {
		return false
	}
	at := k.where(&endpoint.Error{Err: endpoint.ErrMethod})
	c.report(inCall, at, fmt.Sprintf("method %q: write %s", method, oneOf(near)))
	return true
}

// checkKeys reports a key that is a misspelling of a missing parameter.
func (c *checker) checkKeys(k *call) bool {
	_, missing := k.fill(func(string) any { return sampleText })
	missing = slices.DeleteFunc(missing, k.mayFill)
	for _, s := range k.own {
		isKey := s.key != "" && (s.field == "Params" || s.field == "Path")
		if near := slips(s.key, missing); isKey && near != nil && !regexp.MustCompile(`\b`+regexp.QuoteMeta(s.key)+`\b`).MatchString(k.merged.URL) {
			c.report(inCall, s.node, fmt.Sprintf("no placeholder is named %q: write %s", s.key, oneOf(near)))
			return true
		}
	}
	return false
}

// mayFill reports whether a key gives a placeholder a value, or a hole of a layer that is shown may.
func (k *call) mayFill(name string) bool {
	isIn := func(field string) bool { return field == "Params" || field == "Path" }
	return slices.ContainsFunc(k.spots, func(s spot) bool { return s.key == name && isIn(s.field) }) ||
		slices.ContainsFunc(k.holes, func(h hole) bool {
			return !h.isDefault && (h.field == "" || h.field == "URL" || isIn(h.field) && (h.key == "" || h.key == name))
		})
}

// oneOf returns names in quotes, with "or" between them.
func oneOf(names []string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprintf("%q", names), "[]"), `" "`, `" or "`)
}

// slips returns the names that another may be a misspelling of, each once.
func slips(name string, names []string) (near []string) {
	for _, want := range names {
		if isSlip(name, want) && !slices.Contains(near, want) {
			near = append(near, want)
		}
	}
	return near
}

// isSlip reports whether a name is off from another by one letter, or in case or
// punctuation. The letters at both ends must be right: user and users, sort and port,
// TRACE and TRACK may all be meant.
func isSlip(name, want string) bool {
	a, b := strings.ToLower(name), strings.ToLower(want)
	isInside := len(a)+len(b) > 6 && a != "" && b != "" && a[0] == b[0] && a[len(a)-1] == b[len(b)-1]
	return openapi.IsSlip(name, want) && (isInside || a == b)
}

// checkBase reports an Endpoint without a BaseURL, once, that a call sends a path with.
func (c *checker) checkBase(k *call) {
	api := c.apiOf(k.site)
	made, _, isKnown := c.maker(api, nil)
	if !k.builds() || !isKnown || c.isTest(k.site.call()) || c.makes[k.site.call()] != nil || k.mayHave("", "BaseURL", "URL") {
		return
	}
	at := ast.Node(api)
	if made.helper != nil {
		at = made.call()
	}
	isPath := !strings.HasPrefix(k.merged.URL, "{")
	if req, err := k.build(); err == nil && isPath && strings.HasPrefix(req.URL, builtInBase) {
		c.report(inCall, at, fmt.Sprintf(baseAdvice+", so that paths go to %s, which does not exist: write Options{BaseURL: …}", builtInBase))
	}
}

const (
	builtInBase = "https://api.service.example"
	baseAdvice  = "BaseURL is not set"
)
