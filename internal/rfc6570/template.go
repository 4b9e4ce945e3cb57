// Package rfc6570 compiles and expands URI templates as RFC 6570 level 4
// defines them, and knows how Go values become text in a URI.
//
// Which templates are valid is for github.com/yosida95/uritemplate/v3 to say.
// Two notations of REST documentation are read in addition: a hyphen in a
// variable's name, and :name in a path.
package rfc6570

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yosida95/uritemplate/v3"
)

// A Template is a compiled URI template: literals and expressions in order,
// with every distinct variable name numbered as a slot. It is read-only.
//
//	"/repos/{owner}/:repo{?page,owner}"
//
// has the parts "/repos/", {owner}, "/", {repo}, {?page,owner} and the names
// owner, repo, page.
type Template struct {
	Parts []Part
	Index
}

// A Part is a literal, already percent-encoded, or, where Vars is not empty,
// an expression.
type Part struct {
	Literal string
	Op      byte // the operator; 0 for simple expansion
	Vars    []Var
}

// A Var is one variable of an expression with its modifier.
type Var struct {
	Name    string
	Slot    int  // index in Template.Names
	Prefix  int  // 1 to 9999 characters; 0: whole
	Explode bool // "*"
}

// An Index numbers names as slots.
type Index struct {
	Names []string // by slot, in order of first appearance

	slots map[string]int // where they are many; nil for few
}

// fewNames is up to how many names a search beats a map.
const fewNames = 8

// add returns the slot of a name, which is a new one where the name is new.
func (x *Index) add(name string) int {
	if slot := x.Slot(name); slot >= 0 {
		return slot
	}
	slot := len(x.Names)
	x.Names = append(x.Names, name)
	if slot == fewNames {
		x.slots = make(map[string]int, 2*fewNames)
		for i, n := range x.Names {
			x.slots[n] = i
		}
	} else if x.slots != nil {
		x.slots[name] = slot
	}
	return slot
}

// Slot returns the slot of a name, or -1.
func (x *Index) Slot(name string) int {
	if x.slots != nil {
		if i, ok := x.slots[name]; ok {
			return i
		}
		return -1
	}
	for i, n := range x.Names {
		if n == name {
			return i
		}
	}
	return -1
}

// Braced indexes what stands between braces in s, valid or not.
func Braced(s string) Index {
	var x Index
	for {
		_, rest, ok := strings.Cut(s, "{")
		if !ok {
			return x
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return x
		}
		x.add(name)
		s = after
	}
}

// A SyntaxError says where a template is no URI template, and why.
type SyntaxError struct {
	Offset int // bytes into the template as written
	Reason string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("at offset %d of the URL: %s", e.Offset, e.Reason)
}

// NoColon, as the second argument of [Compile], turns :name off.
const NoColon = -1

// Compile compiles a template. From the offset colonFrom to the end of the
// path, outside braces, :name is read as {name}; NoColon reads none. The error
// is a *SyntaxError.
func Compile(s string, colonFrom int) (*Template, error) {
	c := compiler{src: s, colon: colonFrom, inPath: colonFrom >= 0}
	pieces, err := c.split()
	if err != nil {
		return nil, err
	}
	if _, err := uritemplate.New(standard(pieces)); err != nil {
		return nil, diagnose(pieces)
	}
	for _, p := range pieces {
		c.add(p)
	}
	return &c.t, nil
}

// A piece is a literal, or what stands between braces or after the colon of a
// variable.
type piece struct {
	offset int
	text   string
	expr   bool
}

type compiler struct {
	src    string
	colon  int
	inPath bool
	t      Template
}

// split cuts the source into pieces. It refuses only what leaves no pieces to
// judge: braces that do not match.
func (c *compiler) split() ([]piece, error) {
	var pieces []piece
	s, start := c.src, 0
	literal := func(end int) {
		if start < end {
			pieces = append(pieces, piece{start, s[start:end], false})
		}
	}
	for i := 0; i < len(s); {
		switch ch := s[i]; {
		case ch == '{':
			literal(i)
			end := strings.IndexByte(s[i:], '}')
			if end < 0 {
				return nil, &SyntaxError{i, "an expression is not closed"}
			}
			expr := s[i+1 : i+end]
			pieces = append(pieces, piece{i, expr, true})
			if strings.HasPrefix(expr, "?") || strings.HasPrefix(expr, "#") {
				c.inPath = false
			}
			i += end + 1
			start = i
			continue
		case ch == '?' || ch == '#':
			c.inPath = false
		case ch == ':' && c.inPath && i >= c.colon:
			if n := colonName(s, i); n > 0 {
				literal(i)
				pieces = append(pieces, piece{i, s[i+1 : i+1+n], true})
				i += 1 + n
				start = i
				continue
			}
		}
		i++
	}
	literal(len(s))
	return pieces, nil
}

// colonName returns the length of the variable name after the colon s[i], 0
// where the colon stands for itself: before anything but a letter or
// underscore, and right after a letter, a digit, an underscore or a brace.
func colonName(s string, i int) int {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	if i > 0 && (before == '}' || before == '_' || unicode.IsLetter(before) || unicode.IsDigit(before)) {
		return 0
	}
	n := 0
	for _, ch := range []byte(s[i+1:]) {
		isDigit := '0' <= ch && ch <= '9'
		if !isDigit && ch != '_' && (ch|0x20 < 'a' || ch|0x20 > 'z') || n == 0 && isDigit {
			break
		}
		n++
	}
	return n
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

// add compiles a piece that the grammar has accepted.
func (c *compiler) add(p piece) {
	if !p.expr {
		c.t.Parts = append(c.t.Parts, Part{Literal: string(AppendReserved(nil, p.text))})
		return
	}
	part := Part{}
	list := p.text
	if operators[list[0]] != nil {
		part.Op, list = list[0], list[1:]
	}
	for spec := range strings.SplitSeq(list, ",") {
		part.Vars = append(part.Vars, c.variable(spec))
	}
	c.t.Parts = append(c.t.Parts, part)
}

func (c *compiler) variable(spec string) Var {
	v := Var{Name: spec}
	if name, ok := strings.CutSuffix(spec, "*"); ok {
		v.Name, v.Explode = name, true
	} else if name, digits, ok := strings.Cut(spec, ":"); ok {
		v.Name = name
		for _, d := range []byte(digits) {
			v.Prefix = v.Prefix*10 + int(d-'0')
		}
	}
	v.Slot = c.t.add(v.Name)
	return v
}

// diagnose says which piece the grammar refuses, and what to write instead of
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
		return `"%" begins no percent-encoded triplet: write %25`
	case ch == '}':
		return `"}" closes no expression: write %7D`
	case ch == utf8.RuneError && size == 1:
		return "bytes that are not UTF-8: percent-encode them"
	}
	return fmt.Sprintf("%q may not stand in a URI template: write %s", ch, AppendEscaped(nil, string(ch)))
}

func diagnoseExpression(expr string) string {
	name := expr
	for i, ch := range expr {
		if ch != '_' && !unicode.IsLetter(ch) && !unicode.IsDigit(ch) && ch != '-' {
			name = expr[:i]
			break
		}
	}
	switch rest := expr[len(name):]; {
	case expr == "":
		return "an expression without a variable"
	case name != "" && (strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "=")):
		return fmt.Sprintf("{%s} is not RFC 6570: write {+%s}, or {/%s*} for a list of segments", expr, name, name)
	case name != "" && rest == "?":
		return fmt.Sprintf("{%s} is not RFC 6570: write {/%s} or {?%s} for what is optional", expr, name, name)
	case name != "" && strings.HasPrefix(rest, ":"):
		return fmt.Sprintf("{%s} has a modifier that is no length from 1 to 9999: write {%s}", expr, name)
	case expr == "$":
		return "{$} is of http.ServeMux: leave it out"
	case name == "" && strings.HasPrefix(rest, "{"):
		return fmt.Sprintf("{%s} nests braces: write one pair", expr)
	case strings.IndexByte("=,!@|", expr[0]) >= 0:
		return fmt.Sprintf("{%s} has an operator that RFC 6570 reserves", expr)
	}
	return fmt.Sprintf("{%s} is no expression of RFC 6570", expr)
}
