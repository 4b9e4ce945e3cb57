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
			isName := s.key != "" && (s.field == "Params" || s.field == "Path") && !strings.Contains(k.merged.URL, s.key)
			if isName && isSlip(s.key, name) {
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
	for i, e := range route.unknown {
		isSegment := strings.HasSuffix(texts[i], "/") && !strings.HasSuffix(texts[i], "//") // which a host follows
		isText := isBasic(c.info.TypeOf(e), types.IsString) && (isSegment || strings.HasSuffix(texts[i], "="))
		fn, _ := c.parameter(e)
		if !isText || fn == nil || !fn.Exported() && c.helpers[fn] != nil {
			continue
		}
		shown := types.ExprString(e)
		name := shown[strings.LastIndexByte(shown, '.')+1:]
		message := fmt.Sprintf("%s is formatted into the route, where it is not escaped: write {%s} and pass it in Path", shown, name)
		c.report(e, message, c.fixFormatted(s, route, name)...)
	}
}

// fix returns what makes edits as a fix.
func fix(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// literalOf returns the text in quotes that an expression is, or that a constant
// or a variable is declared with that is used once.
func (c *checker) literalOf(n ast.Node) *ast.BasicLit {
	e, _ := n.(ast.Expr)
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return e
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

// fixFormatted returns the fix that writes a placeholder for the only operand, or
// the only verb, that is formatted into a route, and passes it in Path.
func (c *checker) fixFormatted(s site, route text, name string) []analysis.SuggestedFix {
	call, texts := s.call(), s.helper.Texts
	last := s.types.Params().Len() - 1
	takes := slices.Contains(s.helper.Parts, part{"", last}) && s.types.Variadic() && !call.Ellipsis.IsValid()
	if !takes || len(texts) != 1 || len(route.unknown) != 1 {
		return nil
	}
	arg := call.Args[texts[0]]
	written, _ := c.text(arg)
	pkg := c.importName(call)
	if !c.isWritten(arg, route.unknown[0]) || c.hasComment(arg) || strings.Contains(written, "{"+name) || pkg == "" {
		return nil
	}
	k := c.read(s, text{text: strings.Replace(route.text, mark, "{"+name+"}", 1), at: arg})
	isTaken := slices.ContainsFunc(k.own, func(s spot) bool { return s.key == name })
	if k.newLayer().Path = (endpoint.Path{name: sampleText}); isTaken || k.judge() != nil {
		return nil
	}
	shown := strconv.Quote(strings.Replace(written, mark, "{"+name+"}", 1))
	path := fmt.Sprintf(", %s.Path{%q: %s}", pkg, name, types.ExprString(route.unknown[0]))
	if end := call.Args[len(call.Args)-1].End(); end != arg.End() {
		return fix("pass it in Path", analysis.TextEdit{Pos: arg.Pos(), End: arg.End(), NewText: []byte(shown)}, analysis.TextEdit{Pos: end, End: end, NewText: []byte(path)})
	}
	return fix("pass it in Path", analysis.TextEdit{Pos: arg.Pos(), End: arg.End(), NewText: []byte(shown + path)})
}

// isWritten reports whether an expression is made of constants and one operand.
func (c *checker) isWritten(e, operand ast.Expr) bool {
	e = ast.Unparen(e)
	if _, isConstant := c.constant(e); isConstant || e == operand {
		return true
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return c.isWritten(e.X, operand) && c.isWritten(e.Y, operand)
	case *ast.CallExpr: // of Sprintf
		return len(e.Args) == 2 && ast.Unparen(e.Args[1]) == operand
	}
	return false
}

// hasComment reports whether a comment stands in a node.
func (c *checker) hasComment(n ast.Node) bool {
	return slices.ContainsFunc(c.pass.Files, func(file *ast.File) bool {
		return slices.ContainsFunc(file.Comments, func(g *ast.CommentGroup) bool { return n.Pos() < g.Pos() && g.End() <= n.End() })
	})
}

// importName returns the name of package endpoint at a node, "" if it has none.
func (c *checker) importName(n ast.Node) string {
	for _, file := range c.pass.Files {
		if file.FileStart > n.Pos() || n.Pos() >= file.FileEnd {
			continue
		}
		for _, spec := range file.Imports {
			name := c.info.PkgNameOf(spec)
			if name == nil || !isLibrary(name.Imported()) || name.Name() == "." {
				continue
			}
			if _, object := c.pass.Pkg.Scope().Innermost(n.Pos()).LookupParent(name.Name(), n.Pos()); object == name {
				return name.Name()
			}
		}
	}
	return ""
}
