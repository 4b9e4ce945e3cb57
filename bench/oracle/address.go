package main

import (
	"net/url"
	"regexp"
	"strings"
)

var (
	scheme      = regexp.MustCompile(`^(?i:https?)://`)
	placeholder = regexp.MustCompile(`\{([^}]*)\}`)
	plainVar    = regexp.MustCompile(`\{` + varchar + `+(?:\.` + varchar + `+)*\}`)
	hostText    = regexp.MustCompile(`^[A-Za-z0-9_-](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?$`)
	portText    = regexp.MustCompile(`^[0-9]+$`)
)

func isAbsolute(s string) bool { return scheme.MatchString(s) }

// authorityEnd is where scheme and authority of an absolute template end, 0
// where it has none: at "/", "?", "#" or an expression that opens one.
func authorityEnd(s string) int {
	for i := len(scheme.FindString(s)); i > 0 && i < len(s); i++ {
		switch {
		case strings.IndexByte("/?#", s[i]) >= 0:
			return i
		case s[i] == '{':
			end := strings.IndexByte(s[i:], '}')
			if end < 2 || strings.IndexByte("/?#", s[i+1]) >= 0 {
				return i
			}
			i += end
		}
	}
	if !isAbsolute(s) {
		return 0
	}
	return len(s)
}

// isAuthority tells whether scheme and authority have a host, and plain
// variables in host and port only.
func isAuthority(s string) bool {
	userinfo, _, hasUser := strings.Cut(s, "@")
	if hasUser && strings.Contains(userinfo, "{") {
		return false
	}
	filled := plainVar.ReplaceAllString(s, "1")
	u, err := url.Parse(filled)
	return err == nil && u.Hostname() != "" && !strings.ContainsAny(filled, "{}")
}

// isBase tells whether a base address is one: absolute, with plain variables
// only, without query and fragment.
func isBase(s string) bool {
	if !isAbsolute(s) || strings.ContainsAny(placeholder.ReplaceAllString(s, ""), "?#{}") {
		return false
	}
	end := authorityEnd(s)
	t, ok := parse(s[end:])
	for _, p := range t {
		ok = ok && (len(p.vars) == 0 || p.isPlain() && p.op == "")
	}
	return ok && isAuthority(s[:end])
}

// isPlain tells whether an expression is one variable without modifier.
func (p piece) isPlain() bool {
	return len(p.vars) == 1 && p.vars[0].prefix == 0 && !p.vars[0].explode
}

func baseNames(s string) []string {
	var all []string
	for _, match := range placeholder.FindAllStringSubmatch(s, -1) {
		all = append(all, match[1])
	}
	return all
}

// address is the absolute address in the variable that a template begins with,
// if that may hold one and does.
func (m *merged) address(t template) (name, text string, ok bool) {
	if len(t) == 0 || isAbsolute(m.url) || !t[0].isPlain() {
		return "", "", false
	}
	name = t[0].vars[0].name
	if t[0].op != "+" && (t[0].op != "" || !strings.HasSuffix(name, "url")) {
		return "", "", false
	}
	text, _ = m.params[name].(string)
	return name, text, isAbsolute(text)
}

// isAddress tells whether a value is an address that needs no expanding.
func isAddress(text string) bool {
	u, err := url.Parse(escapeReserved(text))
	return err == nil && u.Hostname() != "" && !strings.ContainsAny(text, "{}")
}
