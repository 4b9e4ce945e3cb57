package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A template is literals and expressions in order.
type template []piece

// A piece is an expression if it has variables, else a literal.
type piece struct {
	literal string
	op      string // one of + # . / ; ? & or ""
	vars    []variable
}

type variable struct {
	name    string
	prefix  int // 0: whole
	explode bool
}

var (
	// RFC 6570 sections 2.1 to 2.4, with a hyphen in names and, as its errata
	// has it, the apostrophe in literals.
	literalText = regexp.MustCompile(`^(?:[!#$&-;=?-\[\]_a-z~]|%[0-9A-Fa-f]{2}|[^\x00-\x{9f}])*$`)
	expression  = regexp.MustCompile(`^([+#./;?&]?)(` + varspec + `(?:,` + varspec + `)*)$`)

	// A colon stands for itself right after a letter, digit, underscore or
	// closing brace.
	colonName = regexp.MustCompile(`(^|[^\pL\p{Nd}_}]):([A-Za-z_][A-Za-z0-9_]*)`)
)

const (
	varchar = `(?:[A-Za-z0-9_-]|%[0-9A-Fa-f]{2})`
	varspec = varchar + `+(?:\.` + varchar + `+)*(?:\*|:[1-9][0-9]{0,3})?`
)

// compile reads a template as the contract does; ok tells whether it is one.
func compile(s string) (t template, ok bool) {
	end := authorityEnd(s)
	authority, ok1 := parse(s[:end])
	rest, ok2 := parse(bracesForColons(s[end:], s[:end]))
	return append(authority, rest...), ok1 && ok2 && (end == 0 || isAuthority(s[:end]))
}

// parse reads a template in braces only.
func parse(s string) (t template, ok bool) {
	ok = true
	for s != "" {
		literal, rest, found := strings.Cut(s, "{")
		if literal != "" {
			t = append(t, piece{literal: literal})
			ok = ok && literalText.MatchString(literal)
		}
		if !found {
			return t, ok
		}
		expr, after, closed := strings.Cut(rest, "}")
		p, valid := parseExpression(expr)
		if t = append(t, p); !closed || !valid {
			ok = false
		}
		s = after
	}
	return t, ok
}

func parseExpression(s string) (piece, bool) {
	match := expression.FindStringSubmatch(s)
	if match == nil {
		return piece{vars: []variable{{name: s}}}, false
	}
	p := piece{op: match[1]}
	for spec := range strings.SplitSeq(match[2], ",") {
		var v variable
		v.name, v.explode = strings.CutSuffix(spec, "*")
		if name, digits, ok := strings.Cut(spec, ":"); ok {
			v.name = name
			v.prefix, _ = strconv.Atoi(digits) // the expression has matched
		}
		p.vars = append(p.vars, v)
	}
	return p, true
}

// bracesForColons writes :name as {name} in the path, outside braces. before
// is what stands in front of s.
func bracesForColons(s, before string) string {
	path, rest := s, ""
	if i := pathEnd(s); i >= 0 {
		path, rest = s[:i], s[i:]
	}
	var b strings.Builder
	for path != "" {
		literal, after, found := strings.Cut(path, "{")
		b.WriteString(replaceColons(literal, before))
		if !found {
			break
		}
		expr, after, closed := strings.Cut(after, "}")
		b.WriteString("{" + expr)
		if closed {
			b.WriteString("}")
		}
		path, before = after, "}"
	}
	return b.String() + rest
}

func replaceColons(literal, before string) string {
	if before == "" {
		return colonName.ReplaceAllString(literal, "$1{$2}")
	}
	last := []rune(before)
	edge := string(last[len(last)-1])
	return strings.TrimPrefix(colonName.ReplaceAllString(edge+literal, "$1{$2}"), edge)
}

// pathEnd is where query or fragment begin in a template, -1 if nowhere.
func pathEnd(s string) int {
	inside := false
	for i, r := range s {
		switch {
		case r == '{':
			inside = true
			if strings.HasPrefix(s[i:], "{?") || strings.HasPrefix(s[i:], "{#") {
				return i
			}
		case r == '}':
			inside = false
		case !inside && (r == '?' || r == '#'):
			return i
		}
	}
	return -1
}

// names are those of all placeholders.
func (t template) names() []string {
	var all []string
	for _, p := range t {
		for _, v := range p.vars {
			all = append(all, v.name)
		}
	}
	return all
}

// colonParam is a variable for the colons of literals, which the original
// would read as :name wherever they stand, and which a class could bring where
// the contract would.
const colonParam = "_colon"

var literalColon = regexp.MustCompile(`:([A-Za-z_])`)

// String writes the template for the original, in braces only.
func (t template) String() string {
	var b strings.Builder
	for _, p := range t {
		if len(p.vars) == 0 {
			b.WriteString(literalColon.ReplaceAllString(p.literal, "{+"+colonParam+"}$1"))
			continue
		}
		b.WriteString("{" + p.op)
		for i, v := range p.vars {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(v.String())
		}
		b.WriteString("}")
	}
	return b.String()
}

func (v variable) String() string {
	switch {
	case v.explode:
		return v.name + "*"
	case v.prefix > 0:
		return v.name + ":" + strconv.Itoa(v.prefix)
	}
	return v.name
}

var (
	originalExpression = regexp.MustCompile(`\{[^}]+\}`)
	originalEdges      = regexp.MustCompile(`^\W+|\W+$`)
)

// originalNames are the placeholders of a template as the original lists them:
// it does not know those with a prefix, nor an exploded one before a comma.
func originalNames(s string) []string {
	var all []string
	for _, expr := range originalExpression.FindAllString(s, -1) {
		all = append(all, strings.Split(originalEdges.ReplaceAllString(expr, ""), ",")...)
	}
	return all
}

// knownToOriginal tells whether the original lists all names of an expression.
func (p piece) knownToOriginal() bool {
	listed := originalNames(template{p}.String())
	return !slices.ContainsFunc(p.vars, func(v variable) bool { return !slices.Contains(listed, v.name) })
}
