// Reports: their categories, and the lines that are ignored.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"example.com/endpoint"
)

// report reports a message, once for a place, if there is one.
func (c *checker) report(category string, at ast.Node, message string) {
	if at == nil || c.reported[at] {
		return
	}
	c.reported[at] = true
	if category == notChecked || !c.ignored[c.lineOf(at)] {
		c.pass.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: category, Message: message})
	}
}

// isGenerated reports whether a file says that it is generated, but for the output of cgo.
func isGenerated(file *ast.File) bool {
	return ast.IsGenerated(file) && !strings.Contains(file.Comments[0].Text(), " by cmd/cgo;")
}

// fileOf returns the file that a node stands in.
func (c *checker) fileOf(n ast.Node) *ast.File {
	isAround := func(file *ast.File) bool { return file.FileStart <= n.Pos() && n.Pos() < file.FileEnd }
	return c.pass.Files[slices.IndexFunc(c.pass.Files, isAround)]
}

// structType is how the type of a sample is written that is a struct.
var structType = regexp.MustCompile(`struct {( .* )?}`)

// message returns what is said of an error of the library: all but the route,
// which the place shows. The struct with a field at fault is at that place.
func (c *checker) message(at ast.Node, err *endpoint.Error) string {
	shown := *err
	shown.Route, shown.Reason = "", structType.ReplaceAllString(err.Reason, "struct{…}")
	if e, isExpr := at.(ast.Expr); isExpr && strings.HasPrefix(err.Reason, "struct.") {
		name := types.TypeString(pointee(c.info.TypeOf(e)), func(*types.Package) string { return "" })
		name, _, _ = strings.Cut(name, "{") // of a struct without a name
		shown.Reason = strings.ReplaceAll(shown.Reason, "struct.", name+".")
	}
	return strings.ReplaceAll(strings.TrimPrefix(shown.Error(), "endpoint: "), embedded, "")
}

// The categories of reports.
const (
	inCall     = "call"
	inDocument = "document"
	notChecked = "unchecked"
)

// ignoreName begins a comment that silences the reports of its line.
//
//	api.Build("GET /files/{path") //endpoint:ignore tests what the server says of it
const ignoreName = "//endpoint:ignore"

// lineOf returns the file and line of a node.
func (c *checker) lineOf(n ast.Node) string {
	at := c.pass.Fset.Position(n.Pos())
	return fmt.Sprint(at.Filename, ":", at.Line)
}

// findIgnored finds the lines that are ignored, and notes them. A comment without a reason is
// reported, and ignores nothing.
func (c *checker) findIgnored() {
	for _, file := range c.pass.Files {
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
}
