package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const unreserved = "-._~"

var (
	triplet    = regexp.MustCompile(`^%[0-9A-Fa-f]{2}`)
	tripletRun = regexp.MustCompile(`^(?:%[0-9A-Fa-f]{2})+`)
)

// escape percent-encodes all but the unreserved characters (RFC 3986 section
// 2.3).
func escape(s string) string { return escapeBut(s, unreserved) }

// escapeReserved keeps reserved characters and triplets (RFC 6570 section
// 3.2.3).
func escapeReserved(s string) string {
	var b strings.Builder
	for s != "" {
		if kept := triplet.FindString(s); kept != "" {
			b.WriteString(kept)
			s = s[len(kept):]
			continue
		}
		b.WriteString(escapeBut(s[:1], unreserved+":/?#[]@!$&'()*+,;="))
		s = s[1:]
	}
	return b.String()
}

func escapeBut(s, kept string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		isAlnum := '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if isAlnum || strings.IndexByte(kept, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func (p piece) escape(s string) string {
	if p.op == "+" || p.op == "#" {
		return escapeReserved(s)
	}
	return escape(s)
}

// scalarText is the text of a string, number or boolean.
func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		return fmt.Sprint(v), true
	}
	return "", false
}

// An entry is an element of a list, or a key and value of a map.
type entry struct{ key, text string }

// entries are those of a list or map that are not null, maps by key; ok is
// false where one is no scalar.
func entries(v any) (all []entry, ok bool) {
	add := func(key string, e any) {
		text, scalar := scalarText(e)
		ok = ok && (scalar || e == nil)
		if scalar {
			all = append(all, entry{key, text})
		}
	}
	ok = true
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			add("", e)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			add(key, v[key])
		}
	}
	return all, ok
}

// isDefined tells whether a value writes anything (RFC 6570 section 2.3).
func isDefined(v any) bool {
	if _, ok := scalarText(v); ok {
		return true
	}
	all, _ := entries(v)
	return len(all) > 0
}

// expand is the expansion of one expression by RFC 6570 section 3.2.
func (p piece) expand(params map[string]any) string {
	first, separator := p.op, p.op
	switch p.op {
	case "?", "":
		separator = map[string]string{"?": "&", "": ","}[p.op]
	case "+":
		first, separator = "", ","
	case "#":
		separator = ","
	}
	var parts []string
	for _, v := range p.vars {
		if value := params[v.name]; isDefined(value) {
			parts = append(parts, p.expandVariable(v, value, separator))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return first + strings.Join(parts, separator)
}

func (p piece) expandVariable(v variable, value any, separator string) string {
	if text, ok := scalarText(value); ok {
		if v.prefix > 0 {
			text = p.cut(text, v.prefix)
		}
		return p.named(v.name, p.escape(text))
	}
	all, _ := entries(value)
	_, isMap := value.(map[string]any)
	var parts []string
	for _, e := range all {
		key, text := p.escape(e.key), p.escape(e.text)
		switch {
		case isMap && v.explode && text == "" && p.op == ";":
			parts = append(parts, key)
		case isMap && v.explode:
			parts = append(parts, key+"="+text)
		case isMap:
			parts = append(parts, key+","+text)
		case v.explode:
			parts = append(parts, p.named(v.name, text))
		default:
			parts = append(parts, text)
		}
	}
	if v.explode {
		return strings.Join(parts, separator)
	}
	text := strings.Join(parts, ",")
	if text == "" { // a list of one empty element is a value, unlike ""
		return strings.TrimSuffix(p.named(v.name, "x"), "x")
	}
	return p.named(v.name, text)
}

// named puts the name, as the template has it, before the value.
func (p piece) named(name, value string) string {
	switch {
	case p.op == ";" && value == "":
		return name
	case p.op == ";" || p.op == "?" || p.op == "&":
		return name + "=" + value
	}
	return value
}

// cut is the first n characters. Where triplets stay, those of one character
// count as that character (RFC 6570 section 2.4.1).
func (p piece) cut(s string, n int) string {
	keeps := p.op == "+" || p.op == "#"
	end := 0
	for ; n > 0 && end < len(s); n-- {
		if run := tripletRun.FindString(s[end:]); keeps && run != "" {
			decoded, _ := url.PathUnescape(run) // triplets only
			_, size := utf8.DecodeRuneInString(decoded)
			end += len("%XX") * size
			continue
		}
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return s[:end]
}

// expand is the whole template.
func (t template) expand(params map[string]any) string {
	var b strings.Builder
	for _, p := range t {
		if len(p.vars) == 0 {
			b.WriteString(escapeReserved(p.literal))
		} else {
			b.WriteString(p.expand(params))
		}
	}
	return b.String()
}
