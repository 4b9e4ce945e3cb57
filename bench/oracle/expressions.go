package main

import (
	"regexp"
	"slices"
	"strings"
)

var templateClasses = []Class{
	{Name: "a leading {…url} may hold the address", Ask: askLeadingURL},
	{Name: ":name stands for {name} in the path only, and not after a letter, digit, underscore or brace", Ask: askColons},
	{Name: "placeholders in the base address", Ask: askBase},
	{Name: "the base address is percent-encoded", Ask: askEncodedBase},
	{Name: "an option is no parameter of the template", Ask: askOptionNames},
	{Name: "undefined variables write nothing", Ask: askUndefined},
	expressionClass("a prefix counts characters, and names a placeholder", piece.hasPrefix),
	expressionClass("explode per RFC 6570", piece.explodes),
	expressionClass("maps by key, under + and # as reserved text", piece.hasMap),
	expressionClass("lists of any scalars under + and #", piece.hasNumbersUnderReserved),
	expressionClass("a lone percent sign under + and # is encoded", piece.hasLonePercent),
	expressionClass("names are written as in the template", piece.hasEncodedName),
	expressionClass("a placeholder's parameter is no leftover", func(p piece, _ map[string]any) bool { return !p.knownToOriginal() }),
}

// askLeadingURL asks with {+url} where {url} holds the address.
func askLeadingURL(q *Question) {
	t, m := q.template()
	if _, _, ok := m.address(t); ok && t[0].op == "" {
		t[0].op = "+"
		q.setTemplate(t)
	}
}

// askColons asks with braces, and with a variable for the other colons.
func askColons(q *Question) {
	if t, m := q.template(); t.String() != m.url {
		q.setTemplate(t)
	}
}

// askBase fills the base address. What it names is no leftover, also where an
// absolute URL leaves it unused.
func askBase(q *Question) {
	t, m := q.template()
	if filled := fillBase(m.base, m.params); filled != m.base {
		q.Options["baseUrl"] = filled
	}
	for _, name := range baseNames(m.base) {
		if !slices.Contains(t.names(), name) {
			q.drop(name)
		}
	}
}

// fillBase puts the values into a base address. In host and port they stand as
// they are.
func fillBase(base string, params map[string]any) string {
	end := authorityEnd(base)
	return placeholder.ReplaceAllStringFunc(base[:end], func(s string) string {
		text, _ := scalarText(params[s[1:len(s)-1]])
		return text
	}) + placeholder.ReplaceAllStringFunc(base[end:], func(s string) string {
		return mustParse(s).expand(params)
	})
}

func askEncodedBase(q *Question) {
	m := merge(q.Case)
	if encoded := escapeReserved(m.base); encoded != m.base {
		q.Options["baseUrl"] = encoded
	}
}

// editExpressions replaces every expression by what edit makes of it.
func (q *Question) editExpressions(edit func(piece, map[string]any) piece) {
	t, m := q.template()
	edited := false
	var out template
	for _, p := range t {
		next := p
		if len(p.vars) > 0 {
			next = edit(p, m.params)
		}
		edited = edited || len(next.vars) != len(p.vars)
		if len(next.vars) > 0 || next.literal != "" {
			out = append(out, next)
		}
	}
	if edited {
		q.setTemplate(out)
	}
}

// askOptionNames: of the options the original lets a template name data.
func askOptionNames(q *Question) {
	if m := merge(q.Case); m.data == nil {
		return
	}
	q.editExpressions(func(p piece, _ map[string]any) piece {
		p.vars = slices.DeleteFunc(slices.Clone(p.vars), func(v variable) bool { return v.name == "data" })
		return p
	})
}

func askUndefined(q *Question) {
	q.editExpressions(func(p piece, params map[string]any) piece {
		p.vars = slices.DeleteFunc(slices.Clone(p.vars), func(v variable) bool { return !isDefined(params[v.name]) })
		return p
	})
}

// expressionClass is the class of the expressions for which applies holds:
// the original is asked with what RFC 6570 makes of them in their place.
func expressionClass(name string, applies func(piece, map[string]any) bool) Class {
	return Class{Name: name, Ask: func(q *Question) {
		q.editExpressions(func(p piece, params map[string]any) piece {
			if applies(p, params) {
				return piece{literal: p.expand(params)}
			}
			return p
		})
	}}
}

func (p piece) hasPrefix(map[string]any) bool {
	return slices.ContainsFunc(p.vars, func(v variable) bool { return v.prefix > 0 })
}

// explodes tells whether an exploded value has other separators or names than
// the original writes, which joins by commas and names no empty element of ";".
func (p piece) explodes(params map[string]any) bool {
	return slices.ContainsFunc(p.vars, func(v variable) bool {
		all, _ := entries(params[v.name])
		return v.explode && p.op != "" && (len(all) > 1 || p.op == ";" && len(all) > 0)
	})
}

func (p piece) hasMap(params map[string]any) bool {
	return slices.ContainsFunc(p.vars, func(v variable) bool {
		_, ok := params[v.name].(map[string]any)
		return ok
	})
}

// hasNumbersUnderReserved: the original throws for elements that are no text.
func (p piece) hasNumbersUnderReserved(params map[string]any) bool {
	return p.isReserved() && slices.ContainsFunc(p.vars, func(v variable) bool {
		list, _ := params[v.name].([]any)
		return slices.ContainsFunc(list, func(e any) bool {
			_, isText := e.(string)
			return e != nil && !isText
		})
	})
}

func (p piece) isReserved() bool { return p.op == "+" || p.op == "#" }

// lonePercent matches what the original takes for a triplet and is none.
var lonePercent = regexp.MustCompile(`%[0-9A-Fa-f](?:[^0-9A-Fa-f]|$)`)

// hasLonePercent: the original then leaves the text around it as it is.
func (p piece) hasLonePercent(params map[string]any) bool {
	return p.isReserved() && slices.ContainsFunc(p.vars, func(v variable) bool {
		all, _ := entries([]any{params[v.name]})
		if list, ok := params[v.name].([]any); ok {
			all, _ = entries(list)
		}
		return slices.ContainsFunc(all, func(e entry) bool { return lonePercent.MatchString(e.text) })
	})
}

func (p piece) hasEncodedName(map[string]any) bool {
	return slices.ContainsFunc(p.vars, func(v variable) bool { return strings.Contains(v.name, "%") })
}
