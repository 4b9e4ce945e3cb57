// Package rfc6570 parses and expands URI templates as RFC 6570 level 4 defines
// them, and turns Go values into text in a URI.
//
// github.com/yosida95/uritemplate/v3 judges which templates are valid. One
// notation is read in addition: a hyphen in a variable's name.
package rfc6570

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yosida95/uritemplate/v3"
)

// A Part is one piece of a template: a literal, already percent-encoded, or,
// where Vars is not empty, an expression.
//
//	"/repos/{owner}{?page,tags*}"
//
// has the parts {Literal: "/repos/"}, {Vars: {{Name: "owner"}}} and
// {Op: '?', Vars: {{Name: "page"}, {Name: "tags", Explode: true}}}.
type Part struct {
	Literal string
	Op      byte // the operator; 0 for simple expansion
	Vars    []Var
}

// A Var is one variable of an expression with its modifier.
type Var struct {
	Name    string
	Prefix  int  // 1 to 9999 characters; 0: whole
	Explode bool // "*"
}

// IsPlain reports whether p is one variable without modifier.
func (p *Part) IsPlain() bool {
	return len(p.Vars) == 1 && !p.Vars[0].Explode && p.Vars[0].Prefix == 0
}

// A SyntaxError says where a text stops being a URI template, and why.
type SyntaxError struct {
	Offset int // bytes into the template as written
	Reason string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("at offset %d: %s", e.Offset, e.Reason)
}

// Parse parses a template. The error is a *SyntaxError.
func Parse(s string) ([]Part, error) {
	pieces, err := split(s)
	if err != nil {
		return nil, err
	}
	if _, err := uritemplate.New(standard(pieces)); err != nil {
		return nil, diagnose(pieces)
	}
	parts := make([]Part, 0, len(pieces))
	for _, p := range pieces {
		parts = append(parts, p.part())
	}
	return parts, nil
}

// A piece is a literal, or what stands between braces.
type piece struct {
	offset int
	text   string
	expr   bool
}

// split cuts a template into pieces. It rejects only an unclosed brace, which
// leaves nothing for the grammar to judge.
func split(s string) ([]piece, error) {
	var pieces []piece
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], '{')
		switch {
		case n < 0:
			return append(pieces, piece{i, s[i:], false}), nil
		case n > 0:
			pieces = append(pieces, piece{i, s[i : i+n], false})
			i += n
		}
		end := strings.IndexByte(s[i:], '}')
		if end < 0 {
			return nil, &SyntaxError{i, `"{" is not closed: add "}", or write %7B for the character`}
		}
		pieces = append(pieces, piece{i, s[i+1 : i+end], true})
		i += end + 1
	}
	return pieces, nil
}

// standard writes the pieces as RFC 6570 has them, for the grammar to judge.
func standard(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.standard())
	}
	return b.String()
}

func (p piece) standard() string {
	if !p.expr {
		return p.text
	}
	return "{" + strings.ReplaceAll(p.text, "-", "%2D") + "}"
}

// part compiles a piece that the grammar has accepted.
func (p piece) part() Part {
	if !p.expr {
		return Part{Literal: string(AppendReserved(nil, p.text))}
	}
	part, list := Part{}, p.text
	if operators[list[0]] != nil {
		part.Op, list = list[0], list[1:]
	}
	for spec := range strings.SplitSeq(list, ",") {
		part.Vars = append(part.Vars, variable(spec))
	}
	return part
}

func variable(spec string) Var {
	if name, ok := strings.CutSuffix(spec, "*"); ok {
		return Var{Name: name, Explode: true}
	}
	name, digits, _ := strings.Cut(spec, ":")
	v := Var{Name: name}
	for _, d := range []byte(digits) {
		v.Prefix = v.Prefix*10 + int(d-'0')
	}
	return v
}

// diagnose says which piece the grammar rejects, and what to write instead of
// the notations of other routers.
func diagnose(pieces []piece) error {
	for _, p := range pieces {
		if _, err := uritemplate.New(p.standard()); err == nil {
			continue
		}
		if p.expr {
			return &SyntaxError{p.offset, diagnoseExpression(p.text)}
		}
		for i, ch := range p.text {
			if ch == '%' && isTriplet(p.text[i:]) {
				continue
			}
			if _, err := uritemplate.New(string(ch)); err != nil {
				return &SyntaxError{p.offset + i, diagnoseLiteral(p.text[i:], ch)}
			}
		}
	}
	return &SyntaxError{0, "not a URI template"}
}

func diagnoseLiteral(rest string, ch rune) string {
	_, size := utf8.DecodeRuneInString(rest)
	switch {
	case ch == '%':
		return `"%" does not begin a percent-encoded triplet: write %25`
	case ch == '}':
		return `"}" does not close an expression: write %7D`
	case ch == utf8.RuneError && size == 1:
		return "the text is not UTF-8 here: percent-encode the bytes"
	}
	return fmt.Sprintf("%q is not allowed in a URI template: write %s", ch, AppendEscaped(nil, string(ch)))
}

func diagnoseExpression(expr string) string {
	name := expr
	for i, ch := range expr {
		if ch != '_' && !unicode.IsLetter(ch) && !unicode.IsDigit(ch) && ch != '-' {
			name = expr[:i]
			break
		}
	}
	quoted := strconv.Quote("{" + expr + "}")
	switch rest := expr[len(name):]; {
	case expr == "":
		return "{} has no variable: write {name}"
	case name != "" && (strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "=")):
		return fmt.Sprintf("%s is not RFC 6570: write {+%s}, or {/%s*} for a list of segments", quoted, name, name)
	case name != "" && rest == "?":
		return fmt.Sprintf("%s is not RFC 6570: write {/%s} or {?%s} for an optional parameter", quoted, name, name)
	case name != "" && strings.HasPrefix(rest, ":"):
		return fmt.Sprintf("%s has a modifier other than a length from 1 to 9999: write {%s}", quoted, name)
	case expr == "$":
		return "{$} belongs to http.ServeMux: remove it"
	case strings.HasPrefix(expr, "{"):
		return fmt.Sprintf("%s nests braces: write one pair", quoted)
	case strings.IndexByte("=,!@|", expr[0]) >= 0:
		return fmt.Sprintf("%s has an operator that RFC 6570 reserves: remove it", quoted)
	}
	return fmt.Sprintf("%s is not an expression of RFC 6570: write {name}", quoted)
}
