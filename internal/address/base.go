// Base addresses, which may hold plain placeholders.

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
	Names Names // of the placeholders; none if it is not even a URI template
	Cost  int   // how many bytes it takes beside its text, -1 if it is not valid

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
	at      int // where it stands, with a digit for each placeholder before it
}

// CompileBase compiles a base address. The error of one that is not valid is
// that of each expansion that uses it.
func CompileBase(s string) *Base {
	trimmed := strings.TrimRight(s, "/")
	parts, err := rfc6570.Parse(trimmed, 0, 0)
	b := &Base{Names: namesOf(parts), Cost: -1, trailing: s[len(trimmed):]}
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
	var builder strings.Builder
	for i := range parts {
		literal, name := parts[i].Literal, parts[i].Name()
		if parts[i].Vars != nil && (parts[i].Op != 0 || name == "") {
			return errors.New("it may contain only plain placeholders: write {name}")
		}
		b.pieces = append(b.pieces, piece{literal, name, builder.Len()})
		if name != "" {
			literal = "1"
		}
		builder.WriteString(literal)
	}
	text := builder.String()
	if strings.ContainsAny(text, "?#") {
		return errors.New("it has a query or fragment: pass parameters in Query")
	}
	b.path = authorityEnd(text)
	b.plain = isPlain(text[b.path:])
	origin, err := Parse(text[:b.path])
	if err != nil {
		return err
	}
	b.port = b.path - len(origin.Port())
	authority, _, _ := strings.Cut(s[schemeLen(s):], "/")
	switch placeholder := strings.IndexByte(authority, '{'); {
	case placeholder < 0:
		b.origin = origin
	case placeholder < strings.LastIndexByte(authority, '@'):
		return errors.New("its userinfo may not contain a placeholder: set the authorization header")
	case placeholder < strings.LastIndexByte(authority, ']'):
		return errHost
	}
	const itself, perPiece, perName = 320, 64, 16
	b.Cost = itself + perPiece*len(b.pieces) + perName*len(b.Names)
	return nil
}

// appendTo appends the base, without the slashes at its end, with a value for
// each of its names. These values cannot change how the base is read.
func (b *Base) appendTo(url []byte, values []Value) ([]byte, *Error) {
	if b.err != nil {
		return url, b.err
	}
	port := "" // the last placeholder of the port
	for i := range b.pieces {
		p := &b.pieces[i]
		if p.name == "" {
			url = append(url, p.literal...)
			continue
		}
		inPort := b.port <= p.at && p.at < b.path
		text, err := p.textOf(values[b.Names.Slot(p.name)].V, inPort)
		if err != nil {
			return url, err
		}
		url = append(url, text...)
		if inPort {
			port = p.name
		}
	}
	if port != "" {
		if _, err := Parse(string(url)); err != nil { // nothing else can be wrong now
			return url, &Error{Kind: Param, Name: port, Reason: "the port of BaseURL must be a number up to 65535"}
		}
	}
	return url, nil
}

// textOf returns what a value writes for a placeholder.
func (p *piece) textOf(v any, inPort bool) (string, *Error) {
	val, err := value.Of(v)
	kind, reason := Param, ""
	switch {
	case err != nil:
		reason = err.Error()
	case val.Text == "" && len(val.Items) == 0:
		kind, reason = Missing, "BaseURL needs a value that is not empty: pass it in Path"
	case inPort && strings.Trim(val.Text, "0123456789") != "":
		reason = "the port of BaseURL may contain only digits"
	case !isBaseText(val.Text):
		reason = `in BaseURL it may contain only letters, digits, "-", "_" and inner dots`
	default:
		return val.Text, nil
	}
	return "", &Error{Kind: kind, Name: p.name, Reason: reason}
}

// isBaseText reports whether s may stand for a placeholder of a base.
func isBaseText(s string) bool {
	for i := range len(s) {
		if !hostBytes[s[i]] && (s[i] != '.' || i == 0 || i == len(s)-1) {
			return false
		}
	}
	return s != ""
}
