// Schemes and hosts. What net/url accepts as a host depends on its release, and on
// the go line of the main module's go.mod, so they are judged here too.

package address

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// IsAbsolute reports whether s begins with http:// or https:// in any case.
func IsAbsolute(s string) bool { return schemeLen(s) > 0 }

// schemeLen returns the length of "http://" or "https://", 0 without either.
func schemeLen(s string) int {
	if strings.HasPrefix(s, "https://") { // as nearly all are written
		return len("https://")
	}
	n := strings.IndexByte(s, ':')
	if n != len("http") && n != len("https") || !strings.EqualFold(s[:n], "https"[:n]) || !strings.HasPrefix(s[n:], "://") {
		return 0
	}
	return n + len("://")
}

// authorityEnd returns where the scheme and authority of a text end: at the first "/",
// "?" or "#" after them. It is 0 unless the text is absolute.
func authorityEnd(s string) int {
	start := schemeLen(s)
	if start == 0 {
		return 0
	}
	if n := strings.IndexAny(s[start:], "/?#"); n >= 0 {
		return start + n
	}
	return len(s)
}

// Parse parses an absolute http or https URL. Its error says what is wrong
// without showing the URL.
func Parse(s string) (*url.URL, error) {
	authority := s[schemeLen(s):authorityEnd(s)]
	if _, _, err := splitHost(authority[strings.LastIndexByte(authority, '@')+1:]); err != nil {
		return nil, err
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, errURL
	}
	return u, nil
}

var (
	errURL  = errors.New("it is not a valid http or https URL")
	errHost = errors.New("the host is missing or malformed")
	errPort = errors.New("the port must be a number up to 65535")
)

// splitHost splits a host with an optional port, which is a name without colons or
// an IPv6 address in brackets, with an optional zone (RFC 3986 sections 3.2.2 and
// 3.2.3, RFC 6874). The other characters of a name are for net/url to judge.
func splitHost(s string) (name, port string, err error) {
	if isName(s) { // as most are
		return s, "", nil
	}
	name = s
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		name, port = s[:i], s[i+1:]
	}
	if ip, ok := strings.CutPrefix(name, "["); ok {
		ip, closed := strings.CutSuffix(ip, "]")
		ip, zone, hasZone := strings.Cut(ip, "%25")
		addr, err := netip.ParseAddr(ip)
		if err != nil || !addr.Is6() || addr.Zone() != "" || !closed || hasZone && zone == "" {
			return "", "", errHost
		}
	} else if name == "" || strings.ContainsAny(name, ":[]{}") {
		return "", "", errHost
	}
	if port != "" {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return "", "", errPort
		}
	}
	return name, port, nil
}

// IsHost reports whether s may stand in a Host header: a name or an IP address,
// with an optional port, and nothing else (RFC 9110 section 7.2).
func IsHost(s string) bool {
	name, _, err := splitHost(s)
	return err == nil && (isName(name) || name[0] == '[' && !strings.Contains(name, "%"))
}

// isName reports whether s is a name of letters, digits, "-" and "_", with single
// dots after them.
func isName(s string) bool {
	for i := range len(s) {
		if !hostBytes[s[i]] && (s[i] != '.' || i == 0 || s[i-1] == '.') {
			return false
		}
	}
	return s != ""
}

const alnum = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// hostBytes are the bytes of the labels in the name of a host.
var hostBytes = func() (t [256]bool) {
	for _, c := range []byte(alnum + "-_") {
		t[c] = true
	}
	return t
}()
