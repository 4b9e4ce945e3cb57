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

// A SyntaxError says where a text stops being a URI template, and why.
type SyntaxError struct {
	Offset int // bytes into the template as written
	Reason string
	Quoted string // the text at Offset: the expression or character that Reason quotes
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("at offset %d of the URL: %s", e.Offset, e.Reason)
}

// Parse parses a template. In s[from:to], :name is {name}. The error is a
// *SyntaxError.
func Parse(s string, from, to int) ([]Part, error) {
	closed := strings.LastIndexByte(s, '}') + 1
	if n := strings.IndexByte(s[closed:], '{'); n >= 0 {
		return nil, &SyntaxError{Offset: closed + n, Reason: `"{" is not closed: add "}", or write %7B for the character`, Quoted: "{"}
	}
	parts := make([]Part, 0, 2*strings.Count(s, "{")+1)
	for offset := 0; offset < len(s); {
		text, name := firstPiece(s, offset, from, to)
		part, ok := parsePart(text)
		switch {
		case name != "":
			part = Part{Vars: []Var{{Name: name}}}
		case !ok:
			return nil, diagnose(text, offset)
		}
		parts = append(parts, part)
		offset += len(text)
	}
	return parts, nil
}

// firstPiece returns the literal, expression or, with its name, :name at an offset
// of a template, in which each brace is closed.
func firstPiece(s string, offset, from, to int) (text, name string) {
	if s[offset] == '{' {
		end := offset + strings.IndexByte(s[offset:], '}') + 1
		return s[offset:end], ""
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
// right after a letter, a digit, an underscore or an expression.
func colonName(before, after string) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	if last == '}' || last == '_' || unicode.IsLetter(last) || unicode.IsDigit(last) {
		return ""
	}
	n := 0
	for n < len(after) && after[n] != '-' && classes[after[n]]&nameChar != 0 {
		n++
	}
	if n == 0 || '0' <= after[0] && after[0] <= '9' {
		return ""
	}
	return after[:n]
}

// parsePart parses a literal or expression. It reports whether that is valid,
// which it sees at a glance for nearly all: a literal of characters that are not
// percent-encoded, or names with or without "*".
func parsePart(text string) (p Part, ok bool) {
	if text[0] != '{' {
		p.Literal = EscapeReserved(text)
		return p, p.Literal == text || isValid(text)
	}
	list := text[len("{") : len(text)-len("}")]
	if list != "" && isOperator(list[0]) {
		p.Op, list = list[0], list[1:]
	}
	p.Vars = make([]Var, 0, 1+strings.Count(list, ","))
	common := true
	for spec := range strings.SplitSeq(list, ",") {
		name, explode := strings.CutSuffix(spec, "*")
		name, length, hasPrefix := strings.Cut(name, ":")
		v := Var{Name: name, Explode: explode}
		if hasPrefix {
			v.Prefix, _ = strconv.Atoi(length)
		}
		p.Vars = append(p.Vars, v)
		common = common && !hasPrefix && name != "" && span(name, nameChar) == len(name)
	}
	return p, common || isValid(text)
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
func diagnose(text string, offset int) error {
	if text[0] == '{' {
		return &SyntaxError{offset, diagnoseExpression(text), text}
	}
	for i, ch := range text {
		if isTriplet(text[i:]) {
			continue
		}
		if _, err := uritemplate.New(string(ch)); err != nil {
			_, size := utf8.DecodeRuneInString(text[i:])
			char := text[i : i+size]
			return &SyntaxError{offset + i, diagnoseLiteral(char, ch), char}
		}
	}
	return &SyntaxError{offset, "not a URI template", text}
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

func diagnoseExpression(text string) string {
	expr := text[len("{") : len(text)-len("}")]
	rest := strings.TrimLeftFunc(strings.TrimPrefix(expr, "+"), func(ch rune) bool {
		return ch == '_' || ch == '-' || unicode.IsLetter(ch) || unicode.IsDigit(ch)
	})
	begin := strings.TrimSuffix(expr, rest)
	name := strings.TrimPrefix(begin, "+")
	reason := "is not an expression of RFC 6570: write {name}"
	switch {
	case expr == "":
		return "{} has no variable: write {name}"
	case expr == "$":
		return "{$} belongs to http.ServeMux: remove it"
	case name != "" && (strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "=")):
		reason = "is not RFC 6570: write {+" + name + "}, or {/" + name + "*} for a list of segments"
	case name != "" && rest == "?":
		reason = "is not RFC 6570: write {/" + name + "} or {?" + name + "} for an optional parameter"
	case name != "" && strings.HasPrefix(rest, ":"):
		reason = "has a modifier other than a length from 1 to 9999: write {" + begin + "}"
	case expr[0] == '{':
		reason = "nests braces: write one pair"
	case strings.IndexByte("=,!@|", expr[0]) >= 0:
		reason = "has an operator that RFC 6570 reserves: remove it"
	case strings.ContainsFunc(strings.TrimLeft(expr, "+#./;?&"), needsEncoding):
		reason = "has a name with a character that needs encoding: use another name"
		if expr[0] == '?' || expr[0] == '&' {
			reason = "has a name with a character that needs encoding: remove it, and pass the parameter in Query"
		}
	}
	return strconv.Quote(text) + " " + reason
}

// needsEncoding reports whether ch can stand in an expression only as a triplet.
func needsEncoding(ch rune) bool {
	return ch > unicode.MaxASCII || classes[ch]&nameChar == 0 && !strings.ContainsRune(".%,:*", ch)
}
