// Package rfc6570 parses and expands URI templates as RFC 6570 level 4 defines
// them. Package value reads the Go values that stand in them.
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
	Quoted string // the expression or character that Reason quotes
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("at offset %d of the URL: %s", e.Offset, e.Reason)
}

// Parse parses a template. The error is a *SyntaxError.
func Parse(s string) ([]Part, error) {
	pieces, err := split(make([]piece, 0, 16), s)
	if err != nil {
		return nil, err
	}
	vars, common := 0, true
	for _, p := range pieces {
		common = common && p.isCommon()
		if p.expr {
			vars += 1 + strings.Count(p.text, ",")
		}
	}
	if !common {
		if _, err := uritemplate.New(standard(pieces...)); err != nil {
			return nil, diagnose(pieces)
		}
	}
	all := make([]Var, 0, vars)
	parts := make([]Part, len(pieces))
	for i, p := range pieces {
		if !p.expr {
			parts[i].Literal = p.literal()
			continue
		}
		list := p.text
		if isOperator(list[0]) {
			parts[i].Op, list = list[0], list[1:]
		}
		first := len(all)
		for spec := range strings.SplitSeq(list, ",") {
			all = append(all, variable(spec))
		}
		parts[i].Vars = all[first:len(all):len(all)]
	}
	return parts, nil
}

// A piece is a literal, or what stands between braces.
type piece struct {
	offset int
	text   string
	expr   bool
}

// split appends the pieces of a template. It rejects only an unclosed brace,
// which leaves nothing for the grammar to judge.
func split(pieces []piece, s string) ([]piece, error) {
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
			return nil, &SyntaxError{Offset: i, Reason: `"{" is not closed: add "}", or write %7B for the character`}
		}
		pieces = append(pieces, piece{i, s[i+1 : i+end], true})
		i += end + 1
	}
	return pieces, nil
}

// isCommon reports whether p is valid at a glance, as nearly all pieces are: a
// literal of characters that are not percent-encoded, or names with or without
// "*". It accepts nothing that the grammar rejects.
func (p piece) isCommon() bool {
	if !p.expr {
		return isUnescaped(p.text)
	}
	list := p.text
	if list != "" && isOperator(list[0]) {
		list = list[1:]
	}
	inName := false
	for i := range len(list) {
		switch c := list[i]; {
		case classes[c]&nameChar != 0:
			inName = true
		case c == ',' && inName:
			inName = false
		case c == '*' && inName && (i+1 == len(list) || list[i+1] == ','):
		default:
			return false
		}
	}
	return inName
}

// isUnescaped reports whether s has only unreserved and reserved characters.
// The grammar accepts each of them in a literal.
func isUnescaped(s string) bool {
	for i := range len(s) {
		if classes[s[i]]&(unreserved|reserved) == 0 {
			return false
		}
	}
	return true
}

// standard writes pieces as RFC 6570 has them, for the grammar to judge.
func standard(pieces ...piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.expr {
			b.WriteString("{" + strings.ReplaceAll(p.text, "-", "%2D") + "}")
		} else {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// literal returns the text of a literal, percent-encoded.
func (p piece) literal() string {
	if isUnescaped(p.text) {
		return p.text
	}
	return string(AppendReserved(nil, p.text))
}

// variable reads one variable that the grammar has accepted.
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
		if _, err := uritemplate.New(standard(p)); err == nil {
			continue
		}
		if p.expr {
			return &SyntaxError{p.offset, diagnoseExpression(p.text), "{" + p.text + "}"}
		}
		for i, ch := range p.text {
			if ch == '%' && isTriplet(p.text[i:]) {
				continue
			}
			if _, err := uritemplate.New(string(ch)); err != nil {
				_, size := utf8.DecodeRuneInString(p.text[i:])
				char := p.text[i : i+size]
				return &SyntaxError{p.offset + i, diagnoseLiteral(char, ch), char}
			}
		}
	}
	return &SyntaxError{Reason: "not a URI template"}
}

// diagnoseLiteral says what is wrong with a character, whose text is one byte if
// it is not UTF-8.
func diagnoseLiteral(text string, ch rune) string {
	switch {
	case ch == '%':
		return `"%" does not begin a percent-encoded triplet: write %25, or {name} for a parameter`
	case ch == '}':
		return `"}" does not close an expression: write %7D`
	case ch == utf8.RuneError && len(text) == 1:
		return "the text is not UTF-8 here: percent-encode the bytes"
	}
	return fmt.Sprintf("%q is not allowed in a URI template: write %s, or {name} for a parameter", ch, AppendEscaped(nil, string(ch)))
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
	case strings.ContainsFunc(strings.TrimLeft(expr, "+#./;?&"), needsEncoding):
		advice := "use another name"
		if expr[0] == '?' || expr[0] == '&' {
			advice = "remove it, and pass the parameter in Query"
		}
		return fmt.Sprintf("%s has a name with a character that needs encoding: %s", quoted, advice)
	}
	return fmt.Sprintf("%s is not an expression of RFC 6570: write {name}", quoted)
}

// needsEncoding reports whether ch can stand in an expression only as a triplet.
func needsEncoding(ch rune) bool {
	return ch > unicode.MaxASCII || classes[ch]&nameChar == 0 && !strings.ContainsRune(".%,:*", ch)
}
