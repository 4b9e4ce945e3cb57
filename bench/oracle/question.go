package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Question is a case as a class puts it to the original, so that the
// difference cannot arise, with what then has to be put back into the answer.
type Question struct {
	Case
	keys     map[string]string // stand-in for a query key => its text in the URL
	digits   map[string]string // stand-in for a number => its digits
	accept   []hidden
	previews []string // as the contract has them
}

// A hidden piece of an accept header has a stand-in that the original leaves
// alone.
type hidden struct{ standIn, text string }

func (q Question) clone() Question {
	q.Case = q.Case.clone()
	q.keys, q.digits = maps.Clone(q.keys), maps.Clone(q.digits)
	q.accept = slices.Clone(q.accept)
	return q
}

// template is the question's template with the contract's reading of it.
func (q *Question) template() (template, merged) {
	m := merge(q.Case)
	t, _ := compile(m.url)
	return t, m
}

// setTemplate replaces the template, and drops the parameters that only the
// old one named: they are no leftovers.
func (q *Question) setTemplate(t template) {
	old, m := q.template()
	kept := append(t.names(), baseNames(m.base)...)
	for _, name := range old.names() {
		if !slices.Contains(kept, name) {
			q.drop(name)
		}
	}
	var joined template // literals side by side could make a :name
	for _, p := range t {
		if n := len(joined); n > 0 && len(p.vars)+len(joined[n-1].vars) == 0 {
			joined[n-1].literal += p.literal
		} else {
			joined = append(joined, p)
		}
	}
	q.setURL(joined.String())
}

const nothingParam = "_nothing"

func (q *Question) setURL(s string) {
	if s == "" { // the original would take "/" for it
		q.Options[nothingParam] = ""
		s = "{+" + nothingParam + "}"
	}
	if strings.Contains(s, colonParam) {
		q.Options[colonParam] = ":"
	}
	q.Options["url"] = s
}

// standIn gives a query key a name of its own, under which the original does
// nothing special, and remembers what to write in the URL.
func (q *Question) standIn(text string) string {
	if q.keys == nil {
		q.keys = map[string]string{}
	}
	n := len(q.keys)
	if q.Reversed { // so that stand-ins stay in the order in which they are made
		n = 999 - n
	}
	name := fmt.Sprintf("_key%03d", n)
	q.keys[name] = text
	return name
}

// restore puts back what the question hid.
func (q *Question) restore(a *Answer) {
	for name, text := range q.keys {
		a.Query = strings.Replace(a.Query, name+"=", text+"=", 1)
	}
	if accept, ok := a.Headers["accept"].(string); ok {
		for _, h := range q.accept {
			accept = strings.Replace(accept, h.standIn, h.text, 1)
		}
		a.Headers["accept"] = accept
	}
	if len(q.digits) == 0 {
		return
	}
	for standIn, digits := range q.digits {
		a.Path = strings.ReplaceAll(a.Path, standIn, digits)
		a.Query = strings.ReplaceAll(a.Query, standIn, digits)
	}
	for _, v := range []*any{a.Body, a.Request} {
		if v != nil {
			*v = mapNumbers(*v, func(n json.Number) json.Number {
				if digits, ok := q.digits[n.String()]; ok {
					return json.Number(digits)
				}
				return n
			})
		}
	}
}

// mapNumbers copies a value with every number replaced.
func mapNumbers(v any, f func(json.Number) json.Number) any {
	switch v := v.(type) {
	case json.Number:
		return f(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = mapNumbers(v[i], f)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for key := range v {
			m[key] = mapNumbers(v[key], f)
		}
		return m
	}
	return v
}
