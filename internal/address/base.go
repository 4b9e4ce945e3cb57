// Base addresses, which may hold plain placeholders, and hosts.

package address

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// A Base is a compiled base address: an absolute http or https URL with neither
// query nor fragment. It is read-only.
//
//	"https://{tenant}.api.test/v1/"
//
// has the pieces "https://", {tenant} and ".api.test/v1", the name tenant, and the
// trailing slash "/". In a base, :name is text.
type Base struct {
	// Names are the names of the placeholders, sorted, each once. A base that is
	// not valid has what stands between its braces.
	Names []string

	err      *Error // why it is not valid
	pieces   []piece
	trailing string   // the slashes at its end, of which a path that is joined needs none
	origin   *url.URL // scheme, user and host; nil if a placeholder stands in them
	path     int      // where the path begins, with origin
	plain    bool     // each byte of the path stands for itself in url.URL.Path
}

// A piece is a literal or, with a name, a placeholder.
type piece struct {
	literal string
	name    string
	port    bool // the placeholder stands in the port
}

// CompileBase compiles a base address. The error of one that is not valid is
// that of each expansion that uses it.
func CompileBase(s string) *Base {
	trimmed := s
	if n := schemeLen(s); n > 0 {
		trimmed = s[:n] + strings.TrimRight(s[n:], "/")
	}
	b := &Base{trailing: s[len(trimmed):]}
	if err := b.compile(trimmed); err != nil {
		return &Base{Names: betweenBraces(s), err: newError(BadBase, "BaseURL", err)}
	}
	return b
}

func (b *Base) compile(s string) error {
	switch {
	case s == "":
		return errors.New("set it to an http or https URL")
	case !IsAbsolute(s):
		return errors.New("it must begin with http:// or https://")
	}
	parts, err := rfc6570.Parse(s)
	if err != nil {
		return err
	}
	var text strings.Builder // the base with a digit for each placeholder
	var digits []int         // where in text they are
	for i := range parts {
		p := &parts[i]
		if len(p.Vars) == 0 {
			text.WriteString(p.Literal)
			b.pieces = append(b.pieces, piece{literal: p.Literal})
			continue
		}
		if p.Op != 0 || !p.IsPlain() {
			return errors.New("it may contain only plain placeholders: write {name}")
		}
		digits = append(digits, text.Len())
		text.WriteByte('1')
		b.pieces = append(b.pieces, piece{name: p.Vars[0].Name})
		b.Names = append(b.Names, p.Vars[0].Name)
	}
	b.Names = distinct(b.Names)
	return b.readText(text.String(), digits)
}

// readText checks the base once, so that it parses whatever values a call has,
// and finds its parts.
func (b *Base) readText(text string, digits []int) error {
	if strings.ContainsAny(text, "?#") {
		return errors.New("it has a query or fragment: pass parameters in Query")
	}
	end := authorityEnd(text)
	origin, err := url.Parse(text[:end])
	if err != nil || origin.Hostname() == "" {
		return errOriginText
	}
	host := max(schemeLen(text), strings.LastIndexByte(text[:end], '@')+1)
	name := max(host, strings.LastIndexByte(text[:end], ']')+1) // without an IPv6 address
	port := end
	if i := strings.IndexByte(text[name:end], ':'); i >= 0 {
		port = name + i
	}
	b.origin, b.path, b.plain = origin, end, standsForItself(text[end:])
	for i := range b.pieces {
		p := &b.pieces[i]
		if p.name == "" {
			continue
		}
		at := digits[0]
		digits = digits[1:]
		switch {
		case at < host:
			return errors.New("its userinfo may not contain a placeholder: set the authorization header")
		case at < name:
			return errOriginText
		case at < end:
			p.port, b.origin = at > port, nil
		}
	}
	return nil
}

// distinct sorts names and leaves each once.
func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func betweenBraces(s string) (names []string) {
	for {
		_, rest, _ := strings.Cut(s, "{")
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return distinct(names)
		}
		names, s = append(names, name), after
	}
}

// Slot returns the index of a name in Names, -1 if no placeholder has it.
func (b *Base) Slot(name string) int { return slot(b.Names, name) }

// Cost returns how many bytes b takes beside its text, -1 if it is not valid.
func (b *Base) Cost() int {
	const itself, perPiece, perName = 320, 64, 16
	if b.err != nil {
		return -1
	}
	return itself + perPiece*len(b.pieces) + perName*len(b.Names)
}

// appendTo appends the base, without the slashes at its end, with a value for
// each of its names. These values cannot change how the base is read.
func (b *Base) appendTo(url []byte, values []Value) ([]byte, *Error) {
	if b.err != nil {
		return url, b.err
	}
	for i := range b.pieces {
		p := &b.pieces[i]
		if p.name == "" {
			url = append(url, p.literal...)
			continue
		}
		v, err := value.Of(values[b.Slot(p.name)].V)
		text, isScalar := v.Text(), !v.IsList() && !v.IsMap()
		switch {
		case err != nil:
			return url, &Error{Kind: Param, Name: p.name, Reason: err.Error()}
		case text == "" && (isScalar || v.Len() == 0):
			return url, &Error{Kind: Missing, Name: p.name, Reason: "BaseURL needs a value that is not empty: pass it in Path"}
		case p.port && strings.Trim(text, "0123456789") != "":
			return url, &Error{Kind: Param, Name: p.name, Reason: "the port of BaseURL may contain only digits"}
		case !isBaseText(text):
			return url, &Error{Kind: Param, Name: p.name, Reason: `in BaseURL it may contain only letters, digits, "-", "_" and inner dots`}
		}
		url = append(url, text...)
	}
	return url, nil
}

// isBaseText reports whether s may stand for a placeholder of a base.
func isBaseText(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !isAlnum(c) && c != '-' && c != '_' && (c != '.' || i == 0 || i == len(s)-1) {
			return false
		}
	}
	return s != ""
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
