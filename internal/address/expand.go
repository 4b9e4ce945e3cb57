// Expansion: an address, and what a template writes after it.

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
	Given  bool   // it begins with an absolute URL that is a value
	Names  int    // bytes of the names that the values of the call repeat, of those of a form too

	pathEnd  int // where the query begins, if there is one
	fragment string
	buffer   [128]byte // for the text of most, so that it needs no allocation of its own
}

// maxNames bounds the names that the values of a call repeat, freeName bytes of each being free: a
// small template or value with a long name must not become a large URL.
const (
	maxNames = 1 << 20
	freeName = 64
)

// NamesLeft returns how many bytes of names are left.
func (u *URL) NamesLeft() int { return maxNames - u.Names }

// RepeatName counts a name that stands n times. It reports whether there was room.
func (u *URL) RepeatName(name string, n int) bool {
	long := max(len(name)-freeName, 0)
	if long > 0 && n > u.NamesLeft()/long {
		return false
	}
	u.Names += long * n
	return true
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

// Expand sets u to the expansion of t, the template of a text. A path is joined by exactly one
// slash to b, which is filled from path; an empty path is b itself. A template that is absolute,
// or begins with a variable that holds an absolute URL, leaves b unused. The error is the first
// from left to right, after which u is of no use.
func (t *Template) Expand(u *URL, text string, values Lookup, b *Base, path Lookup) *fault.Error {
	if t.err != nil {
		return t.err
	}
	leading, err := t.leading(values)
	if err != nil {
		return err
	}
	address, base, trailing := t.authority, "", ""
	switch {
	case leading != "":
		u.Given, address = true, leading[:authorityEnd(leading)]
	case address == "":
		if base, err = b.expand(path); err != nil {
			return err
		}
		u.OnBase, address, trailing = true, base, b.trailing
	}
	u.Text = append(u.buffer[:0], address...)
	if t == PlainPath {
		u.Text = append(u.Text, text...)
		u.pathEnd = len(u.Text)
		return nil
	}
	w := writer{URL: u, base: base, start: len(address), segment: segment{start: len(address)}}
	if err := w.expand(t.parts, leading, values); err != nil {
		return err
	}
	w.join(trailing)
	return nil
}

// A writer writes an expansion after an address, from left to right, and judges each variable
// once it is written and each segment of the path where it ends. So the first error is the
// leftmost. Offsets are those of Text.
type writer struct {
	*URL
	base     string // the address, if it is a base
	start    int    // of the expansion
	in       section
	queryEnd int     // where the fragment begins
	segment  segment // the one that has begun, in the path
	opener   string  // the first variable of a {?x} that wrote nothing
}

// A section is a part of the expansion. The "?" or "#" that ends one is the template's, its own or
// that of an operator.
type section uint8

const (
	inPath section = iota
	inQuery
	inFragment
)

// endsAt reports whether a section ends at a delimiter.
func (s section) endsAt(c byte) bool { return c == '?' && s == inPath || c == '#' && s != inFragment }

// enter ends the sections before that of a delimiter, which stands at an offset.
func (w *writer) enter(delimiter byte, at int) (err *fault.Error) {
	if w.in == inPath {
		err, w.pathEnd = w.endSegment(at), at
	}
	w.in = inQuery
	if delimiter == '#' {
		w.in, w.queryEnd = inFragment, at
	}
	return err
}

// expand writes the expansion of parts, the first of which holds the URL leading unless that
// is "".
func (w *writer) expand(parts []rfc6570.Part, leading string, values Lookup) (err *fault.Error) {
	if leading != "" {
		path := leading[w.start:pathEnd(leading)]
		if path != "" { // all of it is one segment, after its first slash
			w.segment = segment{start: w.start + len("/"), variable: parts[0].Name(), written: w.start + len(path)}
		}
		w.Text = append(w.Text, path...)
		err, parts = w.literal(leading[w.start+len(path):]), parts[1:]
	}
	for i := 0; i < len(parts) && err == nil; i++ {
		if p := &parts[i]; p.Vars == nil {
			err = w.literal(p.Literal)
		} else {
			err = w.expression(p, values)
		}
	}
	if err == nil && w.in != inFragment {
		err = w.enter('#', len(w.Text))
	}
	return err
}

// literal writes text of the template.
func (w *writer) literal(text string) *fault.Error {
	n, start := 0, len(w.Text)
	for n < len(text) && !w.in.endsAt(text[n]) {
		n++
	}
	w.Text = append(w.Text, text[:n]...)
	if w.in == inPath {
		if err := w.pathLiteral(start); err != nil {
			return err
		}
	}
	if n == len(text) {
		return nil
	}
	return cmp.Or(w.enter(text[n], len(w.Text)), w.literal(text[n:]))
}

// expression writes the variables of a part.
func (w *writer) expression(p *rfc6570.Part, values Lookup) *fault.Error {
	first := true
	for i := range p.Vars {
		v := &p.Vars[i]
		val, err := read(p, v, values)
		start, wrote := len(w.Text), false
		isNamed := v.Explode && val.Kind == value.List && strings.IndexByte(";?&", p.Op) >= 0
		if err == nil && isNamed && !w.RepeatName(v.Name, len(val.Items)) {
			err = fault.Errorf("the names in the URL take more than 1 MiB: pass a shorter list, or shorten the name")
		}
		if err == nil {
			w.Text, wrote, err = p.AppendVar(w.Text, v, &val, first)
		}
		if err != nil {
			return err.For(fault.Param, v.Name)
		}
		if wrote && !first && isRequired(p.Op) {
			start += len(",") // which is text of the template
		}
		first = first && !wrote
		if err := w.judge(p, v, &val, start); err != nil {
			return err
		}
	}
	return nil
}

// read returns the value of a variable of p.
func read(p *rfc6570.Part, v *rfc6570.Var, values Lookup) (value.Value, *fault.Error) {
	given, ok := values(v.Name)
	switch {
	case !ok && p.Colon:
		return value.Value{}, fault.New(fault.Missing, "", "write %3A for a literal colon, and {name} for a name with a hyphen")
	case !ok && isRequired(p.Op):
		return value.Value{}, fault.New(fault.Missing, "", "")
	case (p.Op == '?' || p.Op == '&') && v.Prefix == 0:
		given = value.OfJSON(given)
	}
	return value.Of(given)
}

// join joins the path to the address by one slash, unless it brings its own, and cuts off the
// fragment. An empty path leaves a base its trailing slashes.
func (w *writer) join(trailing string) {
	joint := ""
	switch {
	case w.pathEnd == w.start:
		joint = trailing
	case w.Text[w.start] != '/':
		joint = "/"
	}
	w.Text = slices.Insert(w.Text, w.start, []byte(joint)...)
	w.pathEnd, w.queryEnd = w.pathEnd+len(joint), w.queryEnd+len(joint)
	w.fragment, w.Text = string(w.Text[w.queryEnd:]), w.Text[:w.queryEnd]
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
	case t.parts[0].Op == 0 && name != "url" && !strings.HasSuffix(name, "_url") && !strings.HasSuffix(name, "-url"):
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
