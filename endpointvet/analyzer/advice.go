// Advice: misspelled names and methods, what is never sent, text formatted into a
// route, and what to write instead.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
)

var standardMethods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"}

// checkSlips reports a method that is a misspelling of a standard one, or a name
// of a missing parameter.
func (c *checker) checkSlips(k *call) bool {
	method := k.merged.Method
	isMeant := func(standard string) bool { return isSlip(method, standard) }
	isOpen := slices.ContainsFunc(k.holes, func(h hole) bool { return h.only == nil && (h.field == "" || h.field == "Method") })
	if i := slices.IndexFunc(standardMethods, isMeant); i >= 0 && !isOpen {
		at := k.where(&endpoint.Error{Err: endpoint.ErrMethod})
		c.report(at, fmt.Sprintf("method %q: write %q", method, standardMethods[i]), c.fixWord(at, method, standardMethods[i])...)
		return true
	}
	for _, name := range k.missing {
		for _, s := range k.own {
			isKey := s.key != "" && (s.field == "Params" || s.field == "Path")
			isNamed := regexp.MustCompile(`\b` + regexp.QuoteMeta(s.key) + `\b`).MatchString
			if isKey && !isNamed(k.merged.URL) && isSlip(s.key, name) {
				c.report(s.node, fmt.Sprintf("no placeholder is named %q: write %q", s.key, name), c.fixWord(s.node, s.key, name)...)
				return true
			}
		}
	}
	return false
}

var unpunctuated = strings.NewReplacer("_", "", "-", "", ".", "")

// isSlip reports whether a name is a misspelling of another: in case or
// punctuation, or one letter more, less or changed, or two swapped. The letters
// at both ends must be right: user and users, sort and port, TRACE and TRACK may
// all be meant.
func isSlip(name, want string) bool {
	if strings.EqualFold(unpunctuated.Replace(name), unpunctuated.Replace(want)) {
		return name != want
	}
	if len(name) < 3 || len(name)+len(want) < 7 || name[0] != want[0] || name[len(name)-1] != want[len(want)-1] {
		return false
	}
	i := 0
	for i < min(len(name), len(want))-1 && name[i] == want[i] {
		i++
	}
	name, want = name[i:], want[i:] // from the first difference
	isSwap := len(name) > 1 && len(want) > 1 && name[0] == want[1] && name[1] == want[0] && name[2:] == want[2:]
	return isSwap || name[1:] == want || name == want[1:] || name[1:] == want[1:]
}

// checkSent reports parameters and headers that are never sent: the request is
// the same with another value. Another layer may have them on purpose.
func (c *checker) checkSent(k *call) {
	layers := map[string]*endpoint.Options{} // that have a key; nil: more than one
	for _, s := range k.own {
		key := strings.ToLower(s.key)
		if layer, ok := layers[key]; ok && layer != s.layer {
			layers[key] = nil
		} else {
			layers[key] = s.layer
		}
	}
	var spots []spot
	for _, s := range k.own {
		key := strings.ToLower(s.key)
		isParam := s.field == "Params" || s.field == "Path" || s.field == "Query"
		isHeader := s.field == "Headers" && key != "content-type" // which may be left out without a body
		if key != "" && layers[key] != nil && (isHeader || isParam) && k.isShown(s.field) {
			spots = append(spots, s)
		}
	}
	sent := k.sent(spots)
	spots = slices.DeleteFunc(spots, func(s spot) bool { return sent[s] })
	for _, s := range spots[:min(len(spots), maxIgnored)] {
		if k.ignores(s) {
			c.report(s.node, fmt.Sprintf("%q is never sent: its place is taken", s.key))
		}
	}
}

// maxIgnored is how many keys of a call are looked at that seem not to be sent.
const maxIgnored = 10

// isShown reports whether a call is built, and no hole can decide which parameters,
// or which headers, are sent.
func (k *call) isShown(field string) bool {
	isHeaders := field == "Headers"
	isOther := func(h hole) bool {
		if h.only != nil {
			return !isHeaders && (k.merged.Method == "NONE" && h.only.admit("Method", "") || k.merged.URL == "")
		}
		return h.key == "" && (h.field == "" || isHeaders == (h.field == "Headers") && h.field != "MediaType")
	}
	return (k.builds() || isHeaders) && !slices.ContainsFunc(k.holes, isOther)
}

var marker = regexp.MustCompile("vetmark[0-9]+x")

// sent returns which spots show in the request if each has a text of its own. It
// may leave out some that are sent.
func (k *call) sent(spots []spot) map[spot]bool {
	of := map[string]spot{}
	var marks change
	for i, s := range spots {
		text := fmt.Sprintf("vetmark%dx", i)
		of[text] = s
		marks = append(marks, edit{s.layer, s.field, s.key, text})
	}
	defer marks.make()()
	req, err := k.build()
	if err != nil {
		return nil
	}
	sent := map[spot]bool{}
	for _, text := range marker.FindAllString(fmt.Sprint(req.URL, map[string]string(req.Headers), req.Body), -1) {
		sent[of[text]] = true
	}
	return sent
}

// ignores reports whether two values of a key, which have nothing in common, make
// the same request, also without what may be left out.
func (k *call) ignores(s spot) bool {
	var left change
	for _, h := range k.holes {
		if h.key != "" && h.field == "Headers" {
			left = append(left, edit{h.layer, h.field, h.key, ""})
		} else if h.key != "" {
			left = append(left, edit{h.layer, h.field, h.key, absent{}})
		}
	}
	isSame := func(without change) bool {
		defer without.make()()
		undo := change{{s.layer, s.field, s.key, "a"}}.make()
		a, err := k.build()
		undo()
		defer change{{s.layer, s.field, s.key, "b"}}.make()()
		b, failed := k.build()
		return err == nil && failed == nil && reflect.DeepEqual(a, b)
	}
	return isSame(nil) && isSame(left)
}

// checkFormatted reports text that a caller chooses and that begins a segment,
// or a value in the query. It may have slashes, braces and question marks. The
// program itself may choose any other text. The calls of a helper that is not
// exported are checked instead.
func (c *checker) checkFormatted(s site, route text) {
	texts := strings.Split(route.text, mark)
	var formatted []ast.Expr
	for i, e := range route.unknown {
		isSegment := strings.HasSuffix(texts[i], "/") && !strings.HasSuffix(texts[i], "//") // which a host follows
		isText := isBasic(c.info.TypeOf(e), types.IsString) && (isSegment || strings.HasSuffix(texts[i], "="))
		if fn, _ := c.parameter(e); isText && fn != nil && (fn.Exported() || c.helpers[fn] == nil) {
			formatted = append(formatted, e)
		}
	}
	for i, e := range formatted {
		var fixes []analysis.SuggestedFix
		if i == 0 && len(formatted) == len(route.unknown) {
			fixes = c.fixFormatted(s, route)
		}
		message := fmt.Sprintf("%s is formatted into the route, where it is not escaped: write {%s} and pass it in Path", types.ExprString(e), lastName(e))
		c.report(e, message, fixes...)
	}
}

// lastName returns the name of an operand, without what it is selected from.
func lastName(e ast.Expr) string {
	shown := types.ExprString(e)
	return shown[strings.LastIndexByte(shown, '.')+1:]
}

// fix returns what makes edits as a fix.
func fix(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// literalOf returns the text in quotes that an expression is or begins with, or that
// a constant or a variable is declared with that is used once.
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
	case *ast.Ident:
		if object := c.info.ObjectOf(e); object != nil && object.Pkg() == c.pass.Pkg && len(c.uses[object]) == 2 && !object.Exported() {
			if init, _ := c.declared(c.uses[object][0]); init != nil && init != zero {
				return c.literalOf(init)
			}
		}
	}
	return nil
}

// replaceText returns the fix that writes another text in place of a literal, once.
func (c *checker) replaceText(literal *ast.BasicLit, text string) []analysis.SuggestedFix {
	if c.fixed[literal] {
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
func (c *checker) fixWord(at ast.Node, word, want string) []analysis.SuggestedFix {
	literal := c.literalOf(at)
	if literal == nil {
		return nil
	}
	text, _ := c.constant(literal)
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return nil
	}
	return c.replaceText(literal, want+text[len(word):])
}

var (
	badExpression = regexp.MustCompile(`^at offset [0-9]+ of the URL: ("(?:[^"\\]|\\.)*") .*: write (\{[^}]*\})`)
	reserved      = regexp.MustCompile(`: write \{\+([^}]*)\} to use`)
	openBrace     = regexp.MustCompile(`^at offset [0-9]+ of the URL: "\{" is not closed`)
)

// fixRoute returns the fix that writes what the error of a route tells to write, if
// the call can succeed with it.
func (c *checker) fixRoute(k *call, err *endpoint.Error, at ast.Node) []analysis.SuggestedFix {
	if err.Err == endpoint.ErrParam {
		at = k.at
	}
	literal := c.literalOf(at)
	if literal == nil || err.Err != endpoint.ErrRoute && err.Err != endpoint.ErrParam {
		return nil
	}
	text, _ := c.constant(literal)
	fixed := *k
	for _, want := range routesFor(text, err.Reason) {
		fixed.route = strings.Replace(k.route, text, want, 1)
		if fixed.route != k.route && fixed.judge() == nil {
			return c.replaceText(literal, want)
		}
	}
	return nil
}

// routesFor returns what the reason of an error may mean for a route.
func routesFor(text, reason string) (all []string) {
	if match := badExpression.FindStringSubmatch(reason); match != nil {
		bad, _ := strconv.Unquote(match[1])
		if want := match[2]; strings.HasPrefix(want, "{/") {
			all = append(all, strings.Replace(text, "/"+bad, want, 1))
		}
		return append(all, strings.Replace(text, bad, match[2], 1))
	}
	if match := reserved.FindStringSubmatch(reason); match != nil {
		return []string{strings.Replace(text, "{"+match[1]+"}", "{+"+match[1]+"}", 1)}
	}
	open := strings.LastIndexByte(text, '{')
	slash := strings.IndexByte(text, '/')
	if openBrace.MatchString(reason) && open >= 0 {
		end := strings.IndexAny(text[open:], "/?#.:")
		if end < 0 {
			end = len(text) - open
		}
		return []string{text[:open+end] + "}" + text[open+end:]}
	}
	switch {
	case slash < 0:
	case strings.HasPrefix(reason, "put a space"):
		return []string{text[:slash] + " " + text[slash:]}
	case strings.HasPrefix(reason, "two slashes"):
		return []string{text[:slash] + "/" + text[slash:]}
	}
	return nil
}

// fixFormatted returns the fix that writes placeholders for the operands, or the
// verbs, that are formatted into a route, and passes them in Path.
func (c *checker) fixFormatted(s site, route text) []analysis.SuggestedFix {
	call, texts := s.call(), s.helper.Texts
	last := s.types.Params().Len() - 1
	takes := slices.Contains(s.helper.Parts, part{"", last}) && s.types.Variadic() && !call.Ellipsis.IsValid()
	if !takes || len(texts) != 1 {
		return nil
	}
	arg := call.Args[texts[0]]
	written, _ := c.text(arg)
	pkg := c.importName(call)
	if !c.isWritten(arg, route.unknown) || c.hasComment(arg) || pkg == "" {
		return nil
	}
	path, whole := endpoint.Path{}, route.text
	var pairs []string
	for _, e := range route.unknown {
		name := lastName(e)
		if strings.Contains(written, "{"+name) {
			return nil
		}
		path[name] = sampleText
		written, whole = strings.Replace(written, mark, "{"+name+"}", 1), strings.Replace(whole, mark, "{"+name+"}", 1)
		pairs = append(pairs, fmt.Sprintf("%q: %s", name, types.ExprString(e)))
	}
	k := c.read(s, text{text: whole, at: arg})
	isTaken := slices.ContainsFunc(k.own, func(s spot) bool { return path[s.key] != nil })
	if k.newLayer().Path = path; isTaken || k.judge() != nil {
		return nil
	}
	shown, layer := strconv.Quote(written), fmt.Sprintf(", %s.Path{%s}", pkg, strings.Join(pairs, ", "))
	if end := call.Args[len(call.Args)-1].End(); end != arg.End() {
		return fix("pass it in Path", analysis.TextEdit{Pos: arg.Pos(), End: arg.End(), NewText: []byte(shown)}, analysis.TextEdit{Pos: end, End: end, NewText: []byte(layer)})
	}
	return fix("pass it in Path", analysis.TextEdit{Pos: arg.Pos(), End: arg.End(), NewText: []byte(shown + layer)})
}

// isWritten reports whether an expression is made of constants and operands.
func (c *checker) isWritten(e ast.Expr, operands []ast.Expr) bool {
	e = ast.Unparen(e)
	if _, isConstant := c.constant(e); isConstant || slices.Contains(operands, e) {
		return true
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return c.isWritten(e.X, operands) && c.isWritten(e.Y, operands)
	case *ast.CallExpr: // of Sprintf
		isOperand := func(e ast.Expr) bool { return slices.Contains(operands, ast.Unparen(e)) }
		return !slices.ContainsFunc(e.Args[1:], func(e ast.Expr) bool { return !isOperand(e) })
	}
	return false
}

// hasComment reports whether a comment stands in a node.
func (c *checker) hasComment(n ast.Node) bool {
	return slices.ContainsFunc(c.fileOf(n).Comments, func(g *ast.CommentGroup) bool { return n.Pos() < g.Pos() && g.End() <= n.End() })
}

// importName returns the name of package endpoint at a node, "" if it has none.
func (c *checker) importName(n ast.Node) string {
	scope := c.pass.Pkg.Scope().Innermost(n.Pos())
	for _, spec := range c.fileOf(n).Imports {
		name := c.info.PkgNameOf(spec)
		if _, object := scope.LookupParent(name.Name(), n.Pos()); object == name && isLibrary(name.Imported()) {
			return name.Name()
		}
	}
	return ""
}
