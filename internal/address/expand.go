// Expansion: address, path, query and fragment, from left to right.

package address

import (
	"bytes"
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

// Expand sets u to the expansion of t, the template of a text. A path
// is joined by exactly one slash to b, which is filled from path. A template that is
// absolute, or begins with a variable that holds an absolute URL, leaves b unused. The
// error is the first from left to right, after which u has no query.
func (t *Template) Expand(u *URL, text string, values Lookup, b *Base, path Lookup) *fault.Error {
	if t.err != nil {
		return t.err
	}
	w := writer{url: u.buffer[:0]}
	parts, trailing := t.parts, ""
	if leading := t.leadingURL(values); leading != "" {
		u.Leader = parts[0].Name()
		w.leading(&parts[0], leading, len(parts) == 1)
		parts = parts[1:]
	} else if t.authority != "" {
		w.begin(t.authority, true)
	} else {
		address, err := b.expand(path)
		if err != nil {
			return err
		}
		w.begin(address, false)
		trailing = b.trailing
	}
	if t == PlainPath {
		w.url = append(w.url, text...)
		w.join(len(w.url) - len(text))
		u.set(w.url, len(w.url))
		return nil
	}
	for i := range parts {
		if parts[i].Vars == nil {
			w.literal(parts[i].Literal)
		} else {
			w.expression(&parts[i], values)
		}
	}
	if w.joins { // nothing follows the base
		w.url = append(w.url, trailing...)
	}
	w.leave(len(w.url), inFragment)
	if w.err == nil {
		u.set(w.url, w.pathEnd)
	}
	return w.err
}

// A component is the part of a URL with which it ends so far.
type component uint8

const (
	inPath component = iota
	inQuery
	inFragment
)

// A writer writes a URL. After the first error, what it writes is of no use.
type writer struct {
	url     []byte
	within  component
	segment segment
	pathEnd int          // once it is not within the path
	joins   bool         // a slash joins what follows to the address, with which the URL ends
	bare    bool         // the address has no path, so that "?" and "#" may follow it
	empty   string       // the first variable of a {?x} that wrote nothing
	err     *fault.Error // the first one
}

// begin writes the address that the rest is joined to.
func (w *writer) begin(address string, bare bool) {
	w.url, w.joins, w.bare = append(w.url, address...), true, bare
	w.segment = segment{start: len(w.url)}
}

func (w *writer) fail(kind fault.Kind, name, reason string) {
	w.err = cmp.Or(w.err, fault.New(kind, name, reason))
}

// join puts a slash between the address and what is written after it, from start on,
// unless that brings its own. It returns where that starts then.
func (w *writer) join(start int) int {
	if !w.joins || start == len(w.url) {
		return start
	}
	w.joins = false
	if c := w.url[start]; c == '/' || w.bare && (c == '?' || c == '#') {
		return start
	}
	w.url = slices.Insert(w.url, start, '/')
	w.segment.start++
	return start + 1
}

// literal writes a literal.
func (w *writer) literal(text string) {
	if w.within == inPath && w.empty != "" && text[0] == '&' {
		w.fail(fault.Missing, w.empty, `without its value nothing begins the query for "&": write the fixed pair first, as in /a?y={y}{&x}`)
	}
	w.url = append(w.url, text...)
	w.scan(w.join(len(w.url)-len(text)), len(w.url), "")
}

// scan follows the delimiters that a literal or, by its operator, a variable wrote
// from start to end.
func (w *writer) scan(start, end int, name string) {
	for i, c := range w.url[start:end] {
		switch {
		case c == '/' && w.within == inPath:
			w.endSegment(start + i)
			w.segment = segment{start: start + i + 1, variable: name, required: name}
		case c == '?' && w.within == inPath:
			w.leave(start+i, inQuery)
		case c == '#' && w.within != inFragment:
			w.leave(start+i, inFragment)
		}
	}
}

// leadingURL returns the absolute URL that a leading variable holds, "" without
// one.
func (t *Template) leadingURL(values Lookup) string {
	if !t.leads {
		return ""
	}
	given, _ := values(t.parts[0].Name())
	if v, _ := value.Scalar(given); isAbsolute(v.Text) { // its error is that of the expression
		return v.Text
	}
	return ""
}

// leading writes the absolute URL text of a leading variable. Its path is one segment, of
// which only the dots are judged.
func (w *writer) leading(p *rfc6570.Part, text string, alone bool) {
	name, sent := p.Name(), rfc6570.EscapeReserved(text)
	err := cmp.Or(check(text), check(sent))
	switch {
	case p.Op == 0 && !strings.HasSuffix(name, "url"):
		w.fail(fault.Param, name, "it is an absolute URL: write {+"+name+"} to use it as the address, or /{"+name+"} for a path segment")
		return
	case sent != text && strings.ContainsAny(text, "{}"):
		w.fail(fault.Param, name, "the URL has braces: percent-encode them as %7B and %7D, or use the text as the route")
		return
	case err != nil:
		w.fail(fault.Param, name, err.Reason)
		return
	}
	start := authorityEnd(sent)
	end := start + pathEnd(sent[start:])
	w.begin(sent[:end], true)
	if start < end {
		w.joins = false
		w.segment = segment{start: start + len("/"), variable: name}
	}
	if end == len(sent) {
		return
	}
	if !alone {
		w.fail(fault.Unsafe, name, "the URL has a query or fragment, but more of the template follows: make the variable the whole template, or pass the query in Query")
	}
	w.joins = false
	w.leave(end, inFragment) // or its query: no more of the template may follow
	w.url = append(w.url, sent[end:]...)
}

// isRequired reports whether the variables of an operator may not be missing.
func isRequired(op byte) bool { return op == 0 || op == '+' }

// expression writes an expression.
func (w *writer) expression(p *rfc6570.Part, values Lookup) {
	first := true
	for i := range p.Vars {
		v := &p.Vars[i]
		given, ok := values(v.Name)
		if isRequired(p.Op) && !ok {
			reason := ""
			if p.Colon {
				reason = "write %3A for a literal colon"
			}
			w.fail(fault.Missing, v.Name, reason)
		}
		if w.within == inPath && p.Op != '/' && p.Op != '?' && p.Op != '#' { // which end the segment before it
			w.segment.add(v.Name, p.Op)
		}
		start := len(w.url)
		out, defined, err := p.AppendVar(w.url, v, given, first)
		if p.Op == '/' && w.within == inPath {
			err = cmp.Or(err, checkSegments(v, given, defined))
		}
		if err != nil {
			w.err = cmp.Or(w.err, err.For(cmp.Or(err.Kind, fault.Param), v.Name))
		}
		if isRequired(p.Op) && w.within == inPath && (len(out) == start || !first && string(out[start:]) == ",") {
			w.fail(fault.Missing, v.Name, emptyValue)
		}
		if defined {
			first = false
			w.url = out
			w.wrote(start, p.Op, v.Name)
		}
	}
	if first && p.Op == '?' {
		w.empty = p.Vars[0].Name
	}
}

// checkJoined checks that a value does not begin with the path of the base that it is
// joined to.
func (w *writer) checkJoined(start int, name string) {
	path := w.url[authorityEnd(string(w.url[:start])):start]
	rest, ok := bytes.CutPrefix(w.url[start:], path)
	if ok && len(path) > 0 && !w.bare && (len(rest) == 0 || rest[0] == '/' || rest[0] == '?') {
		w.fail(fault.Unsafe, name, "it begins with the path of BaseURL already: make it absolute with url.URL.ResolveReference, or cut that path")
	}
}

// checkSegments checks the value of a variable of {/x}: a list that is given is not empty,
// and what {/x*} writes as segments is not a text of several.
func checkSegments(v *rfc6570.Var, given any, defined bool) *fault.Error {
	if defined && !v.Explode {
		return nil
	}
	switch val, _ := value.Of(given); {
	case !defined && (val.Kind == value.List || val.Kind == value.Map):
		return fault.New(fault.Missing, "", "the list is empty, and the URL without it is another: pass nil to leave it out")
	case strings.Contains(val.Text, "/"):
		return fault.Errorf(`a string is one segment: pass a list of segments, such as strings.Split(x, "/")`)
	}
	return nil
}

// wrote follows what a variable wrote from start on. Only the operators "/", "?" and "#"
// write delimiters. Of the others only "+" leaves those in the value as they are.
func (w *writer) wrote(start int, op byte, name string) {
	if op == '+' && w.joins && bytes.HasPrefix(w.url[start:], []byte("/")) {
		w.segment.start++ // this slash joins the value to the address
		w.checkJoined(start, name)
	}
	start = w.join(start)
	text := w.url[start:]
	switch {
	case op == '/':
		w.scan(start, len(w.url), name)
	case op == '?' || op == '#': // what follows is escaped, or in the fragment
		w.scan(start, start+1, "")
	case op == '+' && w.within == inQuery && bytes.IndexByte(text, '#') >= 0:
		w.fail(fault.Unsafe, name, `"#" would end the query: write {`+name+`} instead of {+`+name+`}`)
	case w.within != inPath:
	case op == '&' && w.empty != "":
		w.fail(fault.Missing, w.empty, "without its value nothing begins the query for {&"+name+"}: write {?"+w.empty+","+name+"}")
	case op == '+' && bytes.ContainsAny(text, "?#"):
		w.fail(fault.Unsafe, name, `"?" or "#" would end the path: write {/`+name+`*} and pass a list of segments, or make a relative URL absolute with url.URL.Parse`)
	default:
		w.segment.variable = name
	}
}
