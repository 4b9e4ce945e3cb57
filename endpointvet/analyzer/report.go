// Reports, and notes of calls that were not checked.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A notes is what is said of the package.
type notes struct {
	pass         *analysis.Pass
	reported     map[ast.Node]bool
	ignored      map[string]bool             // lines
	unchecked    map[ast.Expr]unchecked      // the calls that were not checked
	undocumented map[*ast.CallExpr]unchecked // those that no document judges
	noted        []unchecked
	isNoted      map[types.Object]bool // Endpoints whose defaults are not shown, or that have no BaseURL
	judged       map[*ast.CallExpr]bool
}

// An unchecked call was not judged by the library, or not by a document.
type unchecked struct {
	at     ast.Node
	reason string
}

// uncheck notes that a call was not checked, once, at an expression if that stands in it. What
// may be called later stands for a call.
func (c *notes) uncheck(call, e ast.Expr, format string, arguments ...any) {
	if _, isNoted := c.unchecked[call]; isNoted {
		return
	}
	if e == nil || e.Pos() < call.Pos() || call.End() <= e.Pos() {
		e = call
		if call, isCall := call.(*ast.CallExpr); isCall {
			e = call.Fun
		}
	}
	c.unchecked[call] = unchecked{e, "not checked: " + fmt.Sprintf(format, arguments...)}
}

// The categories of reports.
const (
	inCall     = "call"
	inDocument = "document"
	notChecked = "unchecked"
)

// report reports a message, once for a place, if there is one.
func (c *notes) report(category string, at ast.Node, message string) {
	if at == nil || c.reported[at] {
		return
	}
	c.reported[at] = true
	if category == notChecked || !c.ignored[c.lineOf(at)] {
		c.pass.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: category, Message: message})
	}
}

// ignoreName begins a comment that silences the reports of its line.
//
//	api.Build("GET /files/{path") //endpoint:ignore tests what the server says of it
const ignoreName = "//endpoint:ignore"

// lineOf returns the file and line of a node.
func (c *notes) lineOf(n ast.Node) string {
	at := c.pass.Fset.Position(n.Pos())
	return fmt.Sprint(at.Filename, ":", at.Line)
}

// notesOf returns the notes of a package: the lines that are ignored. A comment without a reason is
// reported, and ignores nothing.
func notesOf(pass *analysis.Pass) *notes {
	c := &notes{
		pass: pass, reported: map[ast.Node]bool{}, ignored: map[string]bool{}, isNoted: map[types.Object]bool{}, judged: map[*ast.CallExpr]bool{},
		unchecked: map[ast.Expr]unchecked{}, undocumented: map[*ast.CallExpr]unchecked{},
	}
	for _, file := range pass.Files {
		for _, group := range file.Comments {
			for _, comment := range group.List {
				name, reason, _ := strings.Cut(comment.Text, " ")
				switch reason = strings.TrimSpace(reason); {
				case name != ignoreName:
				case reason == "":
					c.report(notChecked, comment, ignoreName+" ignores nothing without a reason: write one after it")
				default:
					c.ignored[c.lineOf(comment)] = true
					c.noted = append(c.noted, unchecked{comment, "ignored: " + reason})
				}
			}
		}
	}
	return c
}
