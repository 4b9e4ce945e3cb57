// Base addresses, which may hold plain placeholders, and hosts.

package address

import (
	"errors"
	"net/url"
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
	// not even a URI template has none.
	Names []string

	err      *Error // why it is not valid
	pieces   []piece
	trailing string   // the slashes at its end, of which a path that is joined needs none
	origin   *url.URL // scheme, user and host; nil if a placeholder stands in them
	port     int      // where the port begins, with a digit for each placeholder; path without one
	path     int      // where the path begins, likewise
	plain    bool     // each byte of the path stands for itself in url.URL.Path
}

// A piece is a literal or, with a name, a placeholder.
type piece struct {
	literal string
	name    string
	at      int // where the placeholder stands, with a digit for each before it
}

// CompileBase compiles a base address. The error of one that is not valid is
// that of each expansion that uses it.
func CompileBase(s string) *Base {
	trimmed := strings.TrimRight(s, "/")
	parts, err := rfc6570.Parse(trimmed)
	b := &Base{Names: namesOf(parts), trailing: s[len(trimmed):]}
	switch {
	case s == "":
		err = errors.New("set it to an http or https URL")
	case !IsAbsolute(s):
		err = errors.New("it must begin with http:// or https://")
	case err == nil:
		err = b.compile(trimmed, parts)
	}
	if err != nil {
		b.err = newError(BadBase, "BaseURL", err)
	}
	return b
}

// compile checks the base once, with a digit for each placeholder, so that it
// parses whatever values a call has.
func (b *Base) compile(s string, parts []rfc6570.Part) error {
	authority, _, _ := strings.Cut(s[schemeLen(s):], "/")
	userinfo := authority[:strings.LastIndexByte(authority, '@')+1]
	ip := authority[:strings.LastIndexByte(authority, ']')+1]
	var text strings.Builder
	for i := range parts {
		p := &parts[i]
		switch {
		case len(p.Vars) == 0:
			text.WriteString(p.Literal)
			b.pieces = append(b.pieces, piece{literal: p.Literal})
		case p.Op != 0 || !p.IsPlain():
			return errors.New("it may contain only plain placeholders: write {name}")
		default:
			b.pieces = append(b.pieces, piece{name: p.Vars[0].Name, at: text.Len()})
			text.WriteByte('1')
		}
	}
	if strings.ContainsAny(text.String(), "?#") {
		return errors.New("it has a query or fragment: pass parameters in Query")
	}
	b.path = authorityEnd(text.String())
	b.plain = standsForItself(text.String()[b.path:])
	origin, err := Parse(text.String()[:b.path])
	switch {
	case err != nil:
		return err
	case strings.Contains(userinfo, "{"):
		return errors.New("its userinfo may not contain a placeholder: set the authorization header")
	case strings.Contains(ip, "{"):
		return errHost
	case !strings.Contains(authority, "{"):
		b.origin = origin
	}
	b.port = b.path - len(origin.Port())
	return nil
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
	portName := "" // the last placeholder of the port
	for i := range b.pieces {
		p := &b.pieces[i]
		if p.name == "" {
			url = append(url, p.literal...)
			continue
		}
		v, err := value.Of(values[b.Slot(p.name)].V)
		inPort := b.port <= p.at && p.at < b.path
		switch {
		case err != nil:
			return url, &Error{Kind: Param, Name: p.name, Reason: err.Error()}
		case v.Text == "" && len(v.Items) == 0:
			return url, &Error{Kind: Missing, Name: p.name, Reason: "BaseURL needs a value that is not empty: pass it in Path"}
		case inPort && !isDigits(v.Text):
			return url, &Error{Kind: Param, Name: p.name, Reason: "the port of BaseURL may contain only digits"}
		case !isBaseText(v.Text):
			return url, &Error{Kind: Param, Name: p.name, Reason: `in BaseURL it may contain only letters, digits, "-", "_" and inner dots`}
		}
		url = append(url, v.Text...)
		if inPort {
			portName = p.name
		}
	}
	if portName != "" {
		if _, err := Parse(string(url)); err != nil { // only the port can be wrong now
			return url, &Error{Kind: Param, Name: portName, Reason: "the port of BaseURL must be a number up to 65535"}
		}
	}
	return url, nil
}

// isBaseText reports whether s may stand for a placeholder of a base.
func isBaseText(s string) bool {
	for i := range len(s) {
		if !isHostByte(s[i]) && (s[i] != '.' || i == 0 || i == len(s)-1) {
			return false
		}
	}
	return s != ""
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
