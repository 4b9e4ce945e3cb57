// Advice: misspelled names and methods, text formatted into a route, and what to
// write instead.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

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
	c.reportSlip(k, inRoute, at, fmt.Sprintf("method %q", method), method, near)
	return true
}

// checkKeys reports a key that is a misspelling of a missing parameter.
func (c *checker) checkKeys(k *call) bool {
	_, missing := k.fill(func(string) any { return sampleText })
	missing = slices.DeleteFunc(missing, k.mayFill)
	for _, s := range k.own {
		isKey := s.key != "" && (s.field == "Params" || s.field == "Path") && !k.names(s.key)
		if near := slips(s.key, missing); isKey && near != nil {
			c.reportSlip(k, inPath, s.node, fmt.Sprintf("no placeholder is named %q", s.key), s.key, near)
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

// reportSlip reports a misspelled word and what may be meant, and fixes it if that is
// one word.
func (c *checker) reportSlip(k *call, category string, at ast.Node, message, word string, near []string) {
	var fixes []analysis.SuggestedFix
	if len(near) == 1 {
		fixes = c.fixWord(k, at, word, near[0])
	}
	c.report(category, at, message+": write "+strings.ReplaceAll(strings.Trim(fmt.Sprintf("%q", near), "[]"), `" "`, `" or "`), fixes...)
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

// checkGiven reports what fails with every value but nil or an empty one: as anyone
// learns for whom it does.
func (c *checker) checkGiven(nilable *call, route text) {
	read := func(given ast.Expr) (k *call, at ast.Node, err *endpoint.Error) {
		c.left, c.given = maxSteps, given
		defer func() { c.given = nil }()
		k = c.read(nilable.site, route)
		if err = k.judge(); err == nil || !k.isDecided(err) {
			return k, nil, nil
		}
		return k, k.where(err), err
	}
	all, at, err := read(anyGiven)
	for _, s := range all.own {
		if err == nil || s.node != at {
			continue
		}
		if k, alone, err := read(ast.Unparen(s.value)); err != nil && alone == at {
			c.report(k.category(err, at), at, c.message(at, err)+" (unless it is nil, empty or left out)")
		}
		return
	}
}

// checkAccept reports a call of New that sets a BaseURL and no accept, if the package
// says nothing of accept: the one that is built in goes out.
func (c *checker) checkAccept(k *call) {
	isBase := func(s spot) bool { return s.field == "BaseURL" }
	i := slices.IndexFunc(k.own, isBase)
	if k.name != "New" || i < 0 || k.mayHave("accept", "Headers", "MediaType") || c.isTest(k.site.call()) || c.saysAccept {
		return
	}
	k.route = "/"
	if req, err := k.build(); err == nil && req.Headers["accept"] == builtIn.Headers["accept"] {
		c.report(inHeader, k.own[i].node, fmt.Sprintf(acceptAdvice+", so that %q is sent: write Headers{\"accept\": \"application/json\"}", req.Headers["accept"]))
	}
}

const acceptAdvice = "accept is not set"

var builtIn, _ = endpoint.New().Build("/")

var placeholderBase = regexp.MustCompile(`^https?://[^{]*\{`)

// findTexts finds out whether the package has the name of the header accept, or a helper
// may add it, and whether it has a BaseURL with a placeholder.
func (c *checker) findTexts() {
	for cursor := range c.root.Preorder((*ast.BasicLit)(nil)) {
		text := strings.Trim(cursor.Node().(*ast.BasicLit).Value, "\"`")
		c.saysAccept = c.saysAccept || strings.EqualFold(text, "accept")
		c.hasPlaceholder = c.hasPlaceholder || placeholderBase.MatchString(text)
	}
	for _, s := range c.calls {
		c.saysAccept = c.saysAccept || slices.ContainsFunc(s.helper.Parts, func(p part) bool {
			return strings.EqualFold(p.Place, "Headers.accept") || p.Place == "Headers." || p.Place == "."
		})
	}
}

// An unnamed is a key of Path that nothing shown names, of an Endpoint whose BaseURL is not
// known. It may have a placeholder of that name, but then all calls need the key.
type unnamed struct {
	api  types.Object
	call *call
	err  *endpoint.Error
}

// countUnnamed finds such a key in a call that succeeds, and counts by how many more calls
// of its Endpoint have none.
func (c *checker) countUnnamed(k *call) {
	api, _ := c.origin(&k.site, 0)
	if api == nil || !k.builds() || strings.Contains(k.merged.URL, "://") || k.mayHave("", "Path") {
		return
	}
	plain := *k
	plain.isPlain = true
	if err := plain.judge(); err != nil && plain.isPath(err) && !c.defaults.has("Path", err.Name) {
		c.unnamedKeys = append(c.unnamedKeys, unnamed{api, k, err})
		c.namedCalls[api]--
		return
	}
	c.namedCalls[api]++
}

// reportUnnamed reports these keys where more calls have none, unless the package has a
// BaseURL with placeholders.
func (c *checker) reportUnnamed() {
	for _, u := range c.unnamedKeys {
		if at := u.call.where(u.err); c.namedCalls[u.api] > 0 && !c.hasPlaceholder {
			c.report(inPath, at, c.message(at, u.err))
		}
	}
}

// checkFormatted reports text that a caller chooses and that begins a segment, or a
// value in the query, with more text behind it. It may have slashes, braces and
// question marks. The program itself may choose any other text, and what ends a route
// may be all the rest of one.
func (c *checker) checkFormatted(route text) {
	texts := strings.Split(route.text, mark)
	for i, e := range route.unknown {
		isSegment := strings.HasSuffix(texts[i], "/") && !strings.HasSuffix(texts[i], "//") // which a host follows
		isText := isBasic(c.info.TypeOf(e), types.IsString) && (isSegment || strings.HasSuffix(texts[i], "="))
		fn, param := c.parameter(e)
		if isText && texts[i+1] != "" && fn != nil && (fn.Exported() || c.helpers[fn] == nil) && !c.isFilled(fn, param) {
			shown := types.ExprString(e)
			name := shown[strings.LastIndexByte(shown, '.')+1:]
			c.report(inRoute, e, fmt.Sprintf("%s is formatted into the route, where it is not escaped: write {%s} and pass it in Path", shown, name))
		}
	}
}

// isFilled reports whether a call in the package passes a function more than one segment.
func (c *checker) isFilled(fn types.Object, param int) bool {
	return slices.ContainsFunc(c.uses[fn], func(use inspector.Cursor) bool {
		use = whole(use)
		call, isCall := use.Parent().Node().(*ast.CallExpr)
		if !isCall || use.ParentEdgeKind() != edge.CallExpr_Fun || param >= len(call.Args) {
			return false
		}
		all, _ := c.texts(call.Args[param])
		return slices.ContainsFunc(all, func(t text) bool { return strings.ContainsAny(t.text, "/{?") })
	})
}

// fix returns what makes edits as a fix.
func fix(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// literalOf returns the text in quotes that an expression is or begins with.
func (c *checker) literalOf(n ast.Node) *ast.BasicLit {
	e, _ := n.(ast.Expr)
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return e
		}
	case *ast.BinaryExpr:
		return c.literalOf(e.X)
	case *ast.CallExpr:
		if fn := typeutil.StaticCallee(c.info, e); fn != nil && fn.FullName() == "fmt.Sprintf" {
			return c.literalOf(e.Args[0])
		}
	}
	return nil
}

// replaceText returns the fix that writes another text in place of a literal, once. It
// stands in the call, so that no other call changes.
func (c *checker) replaceText(k *call, literal *ast.BasicLit, text string) []analysis.SuggestedFix {
	if call := k.site.call(); c.fixed[literal] || literal.Pos() < call.Pos() || call.End() < literal.End() {
		return nil
	}
	c.fixed[literal] = true
	shown := strconv.Quote(text)
	if literal.Value[0] == '`' && !strings.Contains(text, "`") {
		shown = "`" + text + "`"
	}
	return fix("write "+shown, analysis.TextEdit{Pos: literal.Pos(), End: literal.End(), NewText: []byte(shown)})
}

// fixWord returns the fix that writes another word, at the beginning of a literal,
// in any case.
func (c *checker) fixWord(k *call, at ast.Node, word, want string) []analysis.SuggestedFix {
	literal := c.literalOf(at)
	if literal == nil {
		return nil
	}
	text, _ := c.constant(literal)
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return nil
	}
	return c.replaceText(k, literal, want+text[len(word):])
}
