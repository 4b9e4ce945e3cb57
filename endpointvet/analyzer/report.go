// Reports: each place is reported once, unless its line is ignored.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"example.com/endpoint"
)

// A notes is what is said of the package.
type notes struct {
	*reading
	reported     map[ast.Node]bool
	ignored      map[string]*ignored         // by line
	unchecked    map[ast.Expr]unchecked      // the calls that were not checked
	undocumented map[*ast.CallExpr]unchecked // those that no document judges
	noted        []unchecked
	isNoted      map[types.Object]bool // Endpoints whose defaults are not shown
	judged       map[*ast.CallExpr]bool
}

// An unchecked call was not judged by the library, or not by a document.
type unchecked struct {
	at     ast.Node
	reason string
}

// The categories of reports.
const inCall, inDocument, notChecked = "call", "document", "unchecked"

// report reports a message, once for a place, if there is one.
func (c *notes) report(category string, at ast.Node, message string) {
	if at == nil || c.reported[at] {
		return
	}
	c.reported[at] = true
	if by := c.ignored[c.lineOf(at.Pos())]; by != nil && category != notChecked {
		by.isUsed = true
		return
	}
	c.pass.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: category, Message: message})
}

// An ignored is a comment that silences the reports of a line.
type ignored struct {
	comment *ast.Comment
	isUsed  bool
}

// reportIgnored reports the comments that silence nothing.
func (c *notes) reportIgnored() {
	for _, by := range c.ignored {
		if !by.isUsed {
			c.report(notChecked, by.comment, "nothing is reported here that it could ignore: remove it")
		}
	}
}

// ignoreName begins a comment that silences the reports of its line, or of the next if it has a line of
// its own.
//
//	api.Build("GET /files/{path") //endpoint:ignore tests what the server says of it
const ignoreName = "//endpoint:ignore"

// lineOf returns the file and line of a place.
func (c *notes) lineOf(pos token.Pos) string {
	at := c.pass.Fset.Position(pos)
	return fmt.Sprint(at.Filename, ":", at.Line)
}

// notesOf returns the notes of a package: the lines that are ignored. A comment without a reason is
// reported, and ignores nothing.
func notesOf(k *known) *notes {
	c := &notes{
		reading: &reading{known: k}, reported: map[ast.Node]bool{}, ignored: map[string]*ignored{}, unchecked: map[ast.Expr]unchecked{},
		undocumented: map[*ast.CallExpr]unchecked{}, isNoted: map[types.Object]bool{}, judged: map[*ast.CallExpr]bool{},
	}
	for _, file := range c.pass.Files {
		code := map[string]bool{} // lines
		ast.Inspect(file, func(n ast.Node) bool {
			if isType[*ast.CommentGroup](n) || n == nil {
				return false
			}
			code[c.lineOf(n.Pos())], code[c.lineOf(n.End())] = true, true
			return true
		})
		for _, group := range file.Comments {
			for _, comment := range group.List {
				name, reason, _ := strings.Cut(comment.Text, " ")
				switch reason = strings.TrimSpace(reason); {
				case name != ignoreName:
				case reason == "":
					c.report(notChecked, comment, ignoreName+" ignores nothing without a reason: write one after it")
				default:
					line := c.lineOf(comment.Pos())
					if !code[line] {
						line = c.lineOf(group.End() + 1)
					}
					c.ignored[line] = &ignored{comment: comment}
					c.noted = append(c.noted, unchecked{comment, "ignored: " + reason})
				}
			}
		}
	}
	return c
}

// structType is how the type of a sample is written that is a struct.
var structType = regexp.MustCompile(`struct {( .* )?}`)

// message returns what is said of an error of the library: all but the route,
// which the place shows. The struct with a field at fault is at that place.
func (c *notes) message(at ast.Node, err *endpoint.Error) string {
	shown := *err
	shown.Route, shown.Reason = "", structType.ReplaceAllString(err.Reason, "struct{…}")
	if e, isExpr := at.(ast.Expr); isExpr && strings.HasPrefix(err.Reason, "struct.") {
		name := types.TypeString(pointee(c.info.TypeOf(e)), func(*types.Package) string { return "" })
		name, _, _ = strings.Cut(name, "{") // of a struct without a name
		shown.Reason = strings.ReplaceAll(shown.Reason, "struct.", name+".")
	}
	shown.Reason = strings.ReplaceAll(shown.Reason, reflect.TypeFor[number]().String(), "its type")
	return strings.ReplaceAll(strings.TrimPrefix(shown.Error(), "endpoint: "), embedded, "")
}
