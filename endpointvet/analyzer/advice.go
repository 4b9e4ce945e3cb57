// Advice: misspelled names and methods, text formatted into a route, and what to
// write instead.

package analyzer

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"example.com/endpoint"
	"example.com/endpoint/endpointvet/openapi"
)

var standardMethods = []string{"GET", "HEAD", "QUERY", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"}

// checkMethod reports a method that is a misspelling of a standard one.
func (c *checker) checkMethod(k *call) bool {
	method := k.merged.Method
	isOpen := slices.ContainsFunc(k.holes, func(h hole) bool { return h.only == nil && (h.field == "" || h.field == "Method") })
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
		isKey := s.key != "" && (s.field == "Params" || s.field == "Path") && !k.names(s.key)
		if near := slips(s.key, missing); isKey && near != nil {
			var fixes []analysis.SuggestedFix
			if len(near) == 1 {
				fixes = c.rename(k, s.node, s.key, near[0], 2)
			}
			c.report(inCall, s.node, fmt.Sprintf("no placeholder is named %q: write %s", s.key, oneOf(near)), fixes...)
			return true
		}
	}
	return false
}

// mayFill reports whether a key gives a placeholder a value, or a hole may: one of a layer
// that is shown, or one of an Endpoint if some Endpoint of the package has the name.
func (k *call) mayFill(name string) bool {
	isKey := func(s spot) bool { return s.key == name && (s.field == "Params" || s.field == "Path") }
	return slices.ContainsFunc(k.spots, isKey) || slices.ContainsFunc(k.holes, func(h hole) bool {
		return slices.ContainsFunc([]string{"Params", "Path", "URL"}, func(field string) bool {
			isIn := h.field == "" || h.field == field && (h.key == "" || h.key == name)
			return isIn && (h.only == nil || field != "URL" && h.only.has(field, name))
		})
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

// checkAccept reports a call of New that sets a BaseURL and no accept, if the package
// says nothing of accept: the one that is built in goes out.
func (c *checker) checkAccept(k *call) {
	isBase := func(s spot) bool { return s.field == "BaseURL" }
	i := slices.IndexFunc(k.own, isBase)
	if k.site.helper != library["New"] || i < 0 || k.mayHave("accept", "Headers", "MediaType") || c.isTest(k.site.call()) || c.saysAccept {
		return
	}
	k.route = "/"
	if req, err := k.build(); err == nil && req.Headers["accept"] == builtIn.Headers["accept"] {
		c.report(inCall, k.own[i].node, fmt.Sprintf(acceptAdvice+", so that %q is sent: write Headers{\"accept\": \"application/json\"}", req.Headers["accept"]))
	}
}

// checkBase reports an Endpoint without a BaseURL, once, that a call sends a path with.
func (c *checker) checkBase(k *call) {
	s := c.first(k.site)
	api := c.endpointOf(k.site)
	made, _, isKnown := c.maker(api, nil)
	if !k.builds() || api == nil || !isKnown || c.isTest(k.site.call()) || c.makes[k.site.call()] != nil || k.mayHave("", "BaseURL", "URL") {
		return
	}
	at := ast.Node(s.api)
	if made.helper != nil {
		at = made.call()
	}
	object := c.objectOf(api)
	isPath := !strings.HasPrefix(k.merged.URL, "{")
	if req, err := k.build(); err == nil && isPath && strings.HasPrefix(req.URL, builtInBase) && !c.lacksBase[object] {
		c.lacksBase[object] = object != nil
		c.report(inCall, at, fmt.Sprintf(baseAdvice+", so that paths go to %s, which does not exist: write Options{BaseURL: …}", builtInBase))
	}
}

const (
	builtInBase  = "https://api.service.example"
	acceptAdvice = "accept is not set"
	baseAdvice   = "BaseURL is not set"
)

var builtIn, _ = endpoint.New().Build("/")

// findTexts counts the words of literals, and finds out whether the package has the name of
// the header accept, or a helper may add it.
func (c *checker) findTexts() {
	for cursor := range c.root.Preorder((*ast.BasicLit)(nil)) {
		text := strings.Trim(cursor.Node().(*ast.BasicLit).Value, "\"`")
		for _, word := range identifier.FindAllString(text, -1) {
			c.words[word]++
		}
		c.saysAccept = c.saysAccept || strings.EqualFold(text, "accept")
	}
	for _, s := range c.calls {
		c.saysAccept = c.saysAccept || slices.ContainsFunc(s.helper.Parts, func(p part) bool {
			return strings.EqualFold(p.Place, "Headers.accept") || p.Place == "Headers." || p.Place == "."
		})
	}
}

// rename returns the fix that writes the one name that a key is a misspelling of. Only the
// key may be at fault: its name is written nowhere else in the package, and the other, unless a
// document has it, not only in a route that may be at fault itself.
func (c *checker) rename(k *call, at ast.Node, name, meant string, least int) []analysis.SuggestedFix {
	literal, isLiteral := at.(*ast.BasicLit)
	call := k.site.call()
	if !isLiteral || c.words[name] != 1 || c.words[meant] < least || literal.Pos() < call.Pos() || call.End() < literal.End() {
		return nil
	}
	if text, _ := c.constant(literal); text != name {
		return nil
	}
	message := "write " + strconv.Quote(meant)
	edit := analysis.TextEdit{Pos: literal.Pos(), End: literal.End(), NewText: []byte(strconv.Quote(meant))}
	return []analysis.SuggestedFix{{Message: message, TextEdits: []analysis.TextEdit{edit}}}
}
