// Expansion: an address, and what a template writes after it, with what comes of it.

package address

import (
	"cmp"
	"slices"
	"strings"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// A Lookup returns what a call has for a variable. A value of nil is undefined, but
// not missing.
type Lookup func(name string) (v any, ok bool)

// A URL is an expanded template, to whose query pairs can be added.
//
//	"https://api.test/v1/x?y=1#z"
//
// has the Text "https://api.test/v1/x?y=1", whose path ends at 21, and the fragment "#z".
type URL struct {
	Text   []byte // without the fragment
	OnBase bool   // it begins with a base

	pathEnd  int // where the query begins, if there is one
	fragment string
	buffer   [128]byte // for the text of most, so that it needs no allocation of its own
}

// Query returns the query that u has so far, without its "?".
func (u *URL) Query() []byte {
	return u.Text[min(u.pathEnd+len("?"), len(u.Text)):]
}

// AddPair adds a pair to the query. The commas between texts are literal.
func (u *URL) AddPair(name string, texts ...string) {
	switch n := len(u.Text); {
	case n == u.pathEnd:
		u.Text = append(u.Text, '?')
	case n > u.pathEnd+len("?") && u.Text[n-1] != '&':
		u.Text = append(u.Text, '&')
	}
	u.Text = append(rfc6570.AppendEscaped(u.Text, name), '=')
	for i, text := range texts {
		if i > 0 {
			u.Text = append(u.Text, ',')
		}
		u.Text = rfc6570.AppendEscaped(u.Text, text)
	}
}

// String returns the whole URL.
func (u *URL) String() string {
	return string(append(u.Text, u.fragment...))
}

// Expand sets u to the expansion of t, the template of a text. A path
// is joined by exactly one slash to b, which is filled from path. A template that is
// absolute, or begins with a variable that holds an absolute URL, leaves b unused. The
// error is the first from left to right, after which u is of no use.
func (t *Template) Expand(u *URL, text string, values Lookup, b *Base, path Lookup) *fault.Error {
	if t.err != nil {
		return t.err
	}
	leading, err := t.leading(values)
	if err != nil {
		return err
	}
	address, base := t.authority, ""
	switch {
	case leading != "":
		address = leading[:authorityEnd(leading)]
	case address == "":
		if base, err = b.expand(path); err != nil {
			return err
		}
		u.OnBase, address = true, base
	}
	u.Text = append(u.buffer[:0], address...)
	w := writer{u, base, len(address)}
	if t != PlainPath {
		return w.expand(t.parts, leading, b.trailing, values)
	}
	u.Text = append(u.Text, text...)
	w.join(len(text), len(text))
	return nil
}

// A writer writes an address and an expansion after it, for judge to judge. The marks are passed
// along and not kept in it, so that they need no allocation.
type writer struct {
	*URL
	base  string // the address, if it is a base
	start int    // of the expansion in the text
}

// expand writes the expansion of parts, the first of which holds the URL leading unless that
// is "", and has it judged. A base keeps its trailing slashes where nothing follows.
func (w *writer) expand(parts []rfc6570.Part, leading, trailing string, values Lookup) *fault.Error {
	var room [8]mark
	marks := room[:0]
	if leading != "" {
		w.Text = append(w.Text, leading[w.start:]...)
		if end := pathEnd(leading); end > w.start {
			marks = append(marks, mark{end: end - w.start, op: opAddress, Var: &parts[0].Vars[0]})
		}
		parts = parts[1:]
	}
	for i := range parts {
		if parts[i].Vars == nil {
			w.Text = append(w.Text, parts[i].Literal...)
		} else {
			marks = w.expression(marks, &parts[i], values)
		}
	}
	if len(w.Text) == w.start && w.base != "" {
		w.Text = append(w.Text, trailing...)
	}
	pathEnd, queryEnd, err := judge(w.base, w.Text[w.start:], marks)
	if err == nil {
		w.join(pathEnd, queryEnd)
	}
	return err
}

// join joins the expansion, whose path and query end at two offsets, to the address by one
// slash, unless it brings its own. After an address that is no base, "?" and "#" need none.
func (w *writer) join(pathEnd, queryEnd int) {
	if expansion := w.Text[w.start:]; len(expansion) > 0 {
		if c := expansion[0]; c != '/' && (w.base != "" || c != '?' && c != '#') {
			w.Text = slices.Insert(w.Text, w.start, '/')
			w.start++
		}
	}
	pathEnd, queryEnd = w.start+pathEnd, w.start+queryEnd
	w.pathEnd, w.fragment, w.Text = pathEnd, string(w.Text[queryEnd:]), w.Text[:queryEnd]
}

// expression writes the variables of a part.
func (w *writer) expression(marks []mark, p *rfc6570.Part, values Lookup) []mark {
	first := true
	for i := range p.Vars {
		v := &p.Vars[i]
		given, ok := values(v.Name)
		if (p.Op == '?' || p.Op == '&') && v.Prefix == 0 {
			given = value.OfJSON(given)
		}
		val, err := value.Of(given)
		start := len(w.Text)
		switch {
		case !ok && isRequired(p.Op) && p.Colon:
			err = fault.New(fault.Missing, "", "write %3A for a literal colon, and {name} for a name with a hyphen")
		case !ok && isRequired(p.Op):
			err = fault.New(fault.Missing, "", "")
		case err == nil:
			var wrote bool
			w.Text, wrote, err = p.AppendVar(w.Text, v, &val, first)
			if wrote && !first && isRequired(p.Op) {
				start += len(",")
			}
			first = first && !wrote
		}
		if val.Kind == value.Undefined && val.Items != nil { // nil bytes are refused where a nil list is
			val.Kind = value.List
		}
		if err != nil {
			err = err.For(cmp.Or(err.Kind, fault.Param), v.Name)
		}
		marks = append(marks, mark{start - w.start, len(w.Text) - w.start, p.Op, val.Kind, v, err})
	}
	return marks
}

// leading returns the absolute URL that a leading variable holds, as it is sent, "" without
// one.
func (t *Template) leading(values Lookup) (sent string, _ *fault.Error) {
	if !t.leads {
		return "", nil
	}
	name := t.parts[0].Name()
	given, _ := values(name)
	v, _ := value.Scalar(given) // its error is that of the expression
	if !isAbsolute(v.Text) {
		return "", nil
	}
	sent = rfc6570.EscapeReserved(v.Text)
	err := cmp.Or(check(v.Text), check(sent))
	switch {
	case t.parts[0].Op == 0 && !strings.HasSuffix(name, "url"):
		return "", fault.New(fault.Param, name, "it is an absolute URL: write {+"+name+"} to use it as the address, or /{"+name+"} for a path segment")
	case strings.ContainsAny(v.Text, "{}"):
		return "", fault.New(fault.Param, name, "the URL has braces: percent-encode them as %7B and %7D, or use the text as the route")
	case err != nil:
		return "", err.For(fault.Param, name)
	case pathEnd(sent) < len(sent) && len(t.parts) > 1:
		return "", fault.New(fault.Unsafe, name, "the URL has a query or fragment, but more of the template follows: make the variable the whole template, or pass the query in Query")
	}
	return sent, nil
}
