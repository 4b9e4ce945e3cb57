package redact

import (
	"strings"

	"example.com/endpoint/internal/rfc6570"
)

// Address returns a URL, a template or a base address, with or without a method
// in front, with its secrets hidden. It reads every text from left to right in
// the same way, even a malformed one:
//
//   - an authority begins after "//" in the path;
//   - a pair begins after ";" in the path and ends at "/", "?" or "#";
//   - after the first "?" or "#" there are only pairs, which end at "&" or "#".
//
// Each rule goes by the text as given, and what any of them hides is hidden. An
// expression of a template is a name, so it is shown; its operator counts as
// one of these delimiters.
func Address(s string) string {
	m := masker{text: s, lastAt: strings.LastIndexByte(s, '@')}
	m.bareAuthority()
	for i := 0; i < len(s); {
		end, after, delim := m.find(i, "/;?#")
		switch i = after; delim {
		case '/':
			if strings.HasPrefix(s[end:], "//") {
				i = len(s) - len(strings.TrimLeft(s[end:], "/"))
				m.authority(i)
			}
		case ';':
			i, _, _ = m.find(after, "/?#")
			m.pair(after, i)
		case '?', '#':
			for i < len(s) {
				end, after, _ := m.find(i, "&#")
				m.pair(i, end)
				i = after
			}
		}
	}
	return m.out.String() + s[m.done:]
}

// A masker copies a text and hides ranges of it.
type masker struct {
	text   string
	lastAt int // where the last "@" of text is, -1 without one
	out    strings.Builder
	done   int // how much of text is written to out, or hidden
}

// hide hides text[from:to]. The ranges come in the order of from; those that
// overlap become one.
func (m *masker) hide(from, to int) {
	if from >= to || to <= m.done {
		return
	}
	if from > m.done || m.done == 0 {
		m.out.WriteString(m.text[m.done:from])
		m.out.WriteString(mask)
	}
	m.done = to
}

// find looks for the first of delims outside expressions, or as the operator of
// one. It returns its index, that of the text after it, and which one it is; at
// the end of the text the delimiter is 0.
func (m *masker) find(from int, delims string) (at, after int, delim byte) {
	for i := from; i < len(m.text); {
		n := max(expression(m.text[i:]), 1)
		c := m.text[i]
		if n > 1 {
			c = m.text[i+1]
		}
		if strings.IndexByte(delims, c) >= 0 {
			return i, i + n, c
		}
		i += n
	}
	return len(m.text), len(m.text), 0
}

// expression returns the length of the expression that s begins with, 0 if there
// is none. Braces around characters that names do not have, as in JSON, are text.
func expression(s string) int {
	const nameChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.%,:*"
	if len(s) < 2 || s[0] != '{' || strings.IndexByte("+#./;?&"+nameChars, s[1]) < 0 {
		return 0
	}
	rest := strings.TrimLeft(s[2:], nameChars)
	if !strings.HasPrefix(rest, "}") {
		return 0
	}
	return len(s) - len(rest) + 1
}

// authority hides everything before the "@" of the authority at start. If what
// follows its colon is neither digits nor a placeholder, that may be a password
// with delimiters in it, which reaches to the last "@" of the text.
func (m *masker) authority(start int) {
	end, _, _ := m.find(start, "/?#")
	authority := m.text[start:end]
	at := start + strings.LastIndexByte(authority, '@')
	_, port, _ := strings.Cut(trimIPv6(authority), ":")
	if strings.Trim(port, "0123456789") != "" && expression(port) != len(port) {
		at = m.lastAt
	}
	m.hide(start, at)
}

// trimIPv6 removes an IPv6 address, whose colons are not followed by a port.
func trimIPv6(authority string) string {
	if ip, rest, ok := strings.Cut(authority, "]"); ok && strings.Trim(ip, "[0123456789abcdefABCDEF:.") == "" {
		return rest
	}
	return authority
}

// bareAuthority hides everything before the last "@" of a path whose first
// segment has a colon. It may be an address without its scheme or slashes:
// "user:pass@host", "http:/user:pass@host".
func (m *masker) bareAuthority() {
	start := 0
	if i := strings.IndexAny(m.text, " :/?#{@"); i >= 0 && m.text[i] == ' ' { // after a method
		start = i + 1
	}
	rest := m.text[start:]
	colon := strings.IndexAny(rest, ":/?#{")
	if colon <= 0 || rest[colon] != ':' || strings.HasPrefix(rest[colon:], "://") {
		return
	}
	end, _, _ := m.find(start, "?#")
	m.hide(start, start+strings.LastIndexByte(m.text[start:end], '@'))
}

// pair hides the value of the pair text[from:to] if its name is secret or the
// value embeds something. A pair without "=" is a value. A name that holds an
// address is hidden with its value.
func (m *masker) pair(from, to int) {
	name, value, ok := strings.Cut(m.text[from:to], "=")
	if !ok {
		name, value = "", name
	}
	decoded := rfc6570.Unescape(name)
	// In "a;code=1" and "/callback?code=1" the name that counts is the last.
	last := name[strings.LastIndexAny(name, ";/?")+1:]
	switch {
	case strings.Contains(decoded, "//") || strings.IndexByte(decoded, '@') >= 0:
		m.hide(from, to)
		return
	case !secret(name) && !secret(last) && !embeds(value):
		return
	}
	for i := to - len(value); i < to; {
		end := i
		for end < to && expression(m.text[end:to]) == 0 {
			end++
		}
		m.hide(i, end)
		i = end + expression(m.text[end:to])
	}
}
