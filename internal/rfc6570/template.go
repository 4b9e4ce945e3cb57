// Package rfc6570 parses and expands URI templates as RFC 6570 level 4 defines
// them. Package value reads the Go values that stand in them.
//
// github.com/yosida95/uritemplate/v3 judges which templates are valid. Two
// notations are read in addition: a hyphen in a variable's name, and :name.
package rfc6570

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yosida95/uritemplate/v3"

	"example.com/endpoint/internal/fault"
)

// A Part is one piece of a template: a literal, already percent-encoded, or, where
// Vars is not nil, an expression.
//
//	"/repos/{owner}{?page,tags*}"
//
// has the parts {Literal: "/repos/"}, {Vars: {{Name: "owner"}}} and
// {Op: '?', Vars: {{Name: "page"}, {Name: "tags", Explode: true}}}.
type Part struct {
	Literal string
	Op      byte // the operator; 0 for simple expansion
	Vars    []Var
	Colon   bool // it is written as :name
}

// A Var is one variable of an expression with its modifier.
type Var struct {
	Name    string
	Prefix  int  // 1 to 9999 characters; 0: whole
	Explode bool // "*"
}

// Name returns the name of the variable if p has one only, without modifier, and
// "" otherwise.
func (p *Part) Name() string {
	if len(p.Vars) != 1 || p.Vars[0].Explode || p.Vars[0].Prefix > 0 {
		return ""
	}
	return p.Vars[0].Name
}

// invalid returns the error of a template that is not valid from an offset on, quoting the
// text there.
func invalid(offset int, quoted, reason string) *fault.Error {
	return &fault.Error{Quoted: quoted, Reason: fmt.Sprintf("at offset %d of the URL: %s", offset, reason)}
}

// Parse parses a template. In s[from:to], :name is {name}.
func Parse(s string, from, to int) ([]Part, *fault.Error) {
	closed := strings.LastIndexByte(s, '}') + 1
	if n := strings.IndexByte(s[closed:], '{'); n >= 0 {
		return nil, invalid(closed+n, "{", `"{" is not closed: add "}", or write %7B for the character`)
	}
	var parts []Part
	for offset := 0; offset < len(s); {
		text, name := firstPiece(s, offset, from, to)
		switch {
		case name != "":
			parts = append(parts, Part{Vars: []Var{{Name: name}}, Colon: true})
		case !isValid(text):
			return nil, diagnose(text, offset)
		default:
			parts = append(parts, parsePart(text))
		}
		offset += len(text)
	}
	return parts, nil
}

// firstPiece returns the literal, expression or, with its name, :name at an offset
// of a template, in which each brace is closed.
func firstPiece(s string, offset, from, to int) (text, name string) {
	if s[offset] == '{' {
		return s[offset : offset+strings.IndexByte(s[offset:], '}')+1], ""
	}
	end := offset
	for ; end < len(s) && s[end] != '{'; end++ {
		if s[end] != ':' || end < from || end >= to {
			continue
		}
		switch name := colonName(s[:end], s[end+1:to]); {
		case name != "" && end == offset:
			return s[offset : end+len(":")+len(name)], name
		case name != "":
			return s[offset:end], ""
		}
	}
	return s[offset:end], ""
}

// colonName returns the name after a colon, "" where the colon stands for itself:
// right after a letter, a digit, an underscore, an expression or ")".
func colonName(before, after string) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	if strings.ContainsRune("}_)", last) || unicode.IsLetter(last) || unicode.IsDigit(last) {
		return ""
	}
	name := after[:len(after)-len(strings.TrimLeft(after, Alnum+"_"))]
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return ""
	}
	return name
}

// parsePart parses a valid literal or expression.
func parsePart(text string) (p Part) {
	if text[0] != '{' {
		return Part{Literal: EscapeReserved(text)}
	}
	list := text[len("{") : len(text)-len("}")]
	if operators[list[0]] != nil {
		p.Op, list = list[0], list[1:]
	}
	for spec := range strings.SplitSeq(list, ",") {
		name, explode := strings.CutSuffix(spec, "*")
		name, length, _ := strings.Cut(name, ":")
		prefix, _ := strconv.Atoi(length)
		p.Vars = append(p.Vars, Var{Name: name, Explode: explode, Prefix: prefix})
	}
	return p
}

// isValid reports whether the grammar accepts a literal or expression, in which
// it is shown a triplet for each hyphen of a name.
func isValid(text string) bool {
	if text[0] == '{' {
		text = strings.ReplaceAll(text, "-", "%2D")
	}
	_, err := uritemplate.New(text)
	return err == nil
}

// diagnose says why the grammar rejects the literal or expression at an offset of
// a template, and what to write instead of the notations of other routers.
func diagnose(text string, offset int) *fault.Error {
	if text[0] == '{' {
		return invalid(offset, text, diagnoseExpression(text))
	}
	for i, ch := range text {
		if _, err := uritemplate.New(string(ch)); err == nil || isTriplet(text[i:]) {
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		char := text[i : i+size]
		if ch == utf8.RuneError && size == 1 {
			return invalid(offset+i, char, "the text is not UTF-8 here: percent-encode the bytes")
		}
		reason := fmt.Sprintf("%q is not allowed in a URI template: write %s, or {name} for a parameter", ch, AppendEscaped(nil, char))
		return invalid(offset+i, char, reason)
	}
	return invalid(offset, text, "not a URI template")
}

// diagnoseExpression says what to write for the notations of other routers.
func diagnoseExpression(text string) string {
	expr := text[len("{") : len(text)-len("}")]
	name := strings.TrimRight(strings.TrimLeft(expr, "+"), "?.")
	beforeEqual, _, isPattern := strings.Cut(name, "=")
	reason := "is not an expression of RFC 6570: write {name}"
	switch {
	case expr == "" || expr == "$":
		reason = "has no variable: write {name}, or remove it"
	case strings.Contains(expr, ":"):
		reason = "has a modifier other than a length from 1 to 9999: write {name}"
	case len(expr) > 1 && (expr[0] == '?' || expr[0] == '&'):
		reason = "has a name with a character that needs encoding: remove it, and pass the parameter in Query"
	case isValid("{+"+beforeEqual+"}") && (isPattern || strings.HasSuffix(expr, "...")):
		reason = "is not RFC 6570: write {+" + beforeEqual + "}, or {/" + beforeEqual + "*} for a list of segments"
	case isValid("{/"+name+"}") && strings.HasSuffix(expr, "?"):
		reason = "is not RFC 6570: write {/" + name + "} or {?" + name + "} for an optional parameter"
	}
	return strconv.Quote(text) + " " + reason
}
