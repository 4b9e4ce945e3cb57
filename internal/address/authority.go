// Schemes and authorities (RFC 3986 sections 3.1 and 3.2): where they end, which
// ones are valid, and what values may stand in them.

package address

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"

	"example.com/endpoint/internal/ascii"
)

// IsAbsolute reports whether s begins with http:// or https:// in any case.
func IsAbsolute(s string) bool { return schemeLen(s) > 0 }

// schemeLen returns the length of "http://" or "https://", 0 without either.
func schemeLen(s string) int {
	switch {
	case strings.HasPrefix(s, "https://"): // as nearly all are written
		return len("https://")
	case len(s) < len("http://") || s[0]|0x20 != 'h':
		return 0
	case ascii.EqualFold(s[:len("http://")], "http://"):
		return len("http://")
	case len(s) >= len("https://") && ascii.EqualFold(s[:len("https://")], "https://"):
		return len("https://")
	}
	return 0
}

// schemeSlip says what is wrong with the scheme of a template that would be
// sent as a path: another scheme, or one without its two slashes.
func schemeSlip(s string) string {
	n := 0
	for n < len(s) && (isAlnum(s[n]) || s[n] == '+' || s[n] == '-' || s[n] == '.') {
		n++
	}
	rest, ok := strings.CutPrefix(s[n:], ":")
	switch {
	case !ok || n == 0 || IsAbsolute(s):
		return ""
	case strings.HasPrefix(rest, "//"):
		return "the URL must begin with http:// or https://, or be a path"
	case ascii.EqualFold(s[:n], "http") || ascii.EqualFold(s[:n], "https"):
		return "two slashes must follow the scheme: write " + ascii.Lower(s[:n]) + "://"
	}
	return ""
}

// authorityEnd returns where the authority of an absolute template ends: at
// the path, query or fragment, or at an expression that opens one. It is 0
// without a scheme.
func authorityEnd(s string) int {
	i := schemeLen(s)
	if i == 0 {
		return 0
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case '/', '?', '#':
			return i
		case '{':
			if strings.HasPrefix(s[i:], "{/") || opensQuery(s[i:]) {
				return i
			}
			n := strings.IndexByte(s[i:], '}')
			if n < 0 {
				return len(s)
			}
			i += n
		}
	}
	return len(s)
}

var (
	errAuthorityVar  = errors.New("the host and port may contain only a plain {name}")
	errAuthorityText = errors.New("the host is missing or malformed")
)

// checkAuthority checks scheme and authority once, with a digit for each
// variable, so that the address parses whatever values a call brings.
func (t *Template) checkAuthority() error {
	if t.authority == 0 {
		return nil
	}
	var b strings.Builder
	var variable, brackets, port bool // what the text so far has, and where it ends
	for i := range t.parts[:t.authority] {
		p := &t.parts[i]
		if len(p.Vars) > 0 {
			if p.Op != 0 || !p.IsPlain() || brackets {
				return errAuthorityVar
			}
			p.port, variable = port, true
			b.WriteByte('1')
			continue
		}
		for _, c := range []byte(p.Literal[schemeLen(p.Literal):]) {
			switch c {
			case '@':
				if variable {
					return errAuthorityVar
				}
				port = false
			case '[', ']':
				brackets = c == '['
			case ':':
				port = !brackets
			}
		}
		b.WriteString(p.Literal)
	}
	u, err := url.Parse(b.String())
	if err != nil || u.Hostname() == "" {
		return errAuthorityText
	}
	if !variable {
		t.origin = u
	}
	return nil
}

// hostText says what is wrong with a value in a host or port, "" if nothing is.
func (p *part) hostText(s string) string {
	if p.port && strings.Trim(s, "0123456789") != "" {
		return "a port may contain only digits"
	}
	for i := range len(s) {
		c := s[i]
		if !isAlnum(c) && c != '-' && c != '_' && (c != '.' || i == 0 || i == len(s)-1) {
			return `a host may contain only letters, digits, "-", "_" and inner dots`
		}
	}
	return ""
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// IsHost reports whether s may stand in a Host header: a name or an IP address,
// with an optional port, and nothing else (RFC 9110 section 7.2).
func IsHost(s string) bool {
	host, port, _ := strings.Cut(s, ":")
	if strings.HasPrefix(s, "[") {
		ip, rest, closed := strings.Cut(s[1:], "]")
		addr, err := netip.ParseAddr(ip)
		if !closed || err != nil || !addr.Is6() || addr.Zone() != "" || rest != "" && rest[0] != ':' {
			return false
		}
		host, port = "ip", strings.TrimPrefix(rest, ":")
	}
	for i := range len(host) {
		c := host[i]
		if !isAlnum(c) && c != '-' && c != '_' && (c != '.' || i == 0 || host[i-1] == '.') {
			return false
		}
	}
	return host != "" && len(port) <= len("65535") && strings.Trim(port, "0123456789") == ""
}
