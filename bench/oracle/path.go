package main

import (
	"net/url"
	"strings"

	"example.com/endpoint"
)

// A path expands the path of a template and judges its segments: a parameter
// may leave none empty and make none a dot segment.
type path struct {
	params  map[string]any
	ended   bool // by a query or fragment
	segment string
	slashed bool   // a slash stands before the segment
	touched bool   // an expression lies in the segment
	needed  string // the first variable in it that may not leave it empty
	unsafe  bool   // a segment is a dot segment, or a value opens a query
}

// walk goes through a template; the refusal is that of the first variable.
func (w *path) walk(t template) *Refusal {
	for _, p := range t {
		var r *Refusal
		if len(p.vars) == 0 {
			r = w.literal(escapeReserved(p.literal))
		} else {
			r = w.expression(p)
		}
		if r != nil {
			return r
		}
	}
	if w.ended {
		return nil
	}
	return w.close()
}

func (w *path) literal(s string) *Refusal {
	for _, c := range []byte(s) {
		switch {
		case w.ended:
			return nil
		case c == '?', c == '#', c == '/':
			if r := w.close(); r != nil {
				return r
			}
			w.ended = c != '/'
			w.open(false, "")
		default:
			w.segment += string(rune(c))
		}
	}
	return nil
}

func (w *path) open(touched bool, needed string) {
	w.segment, w.touched, w.needed, w.slashed = "", touched, needed, true
}

// close judges the segment that ends here.
func (w *path) close() *Refusal {
	// Of slashes alone a {+x} makes segments that are all empty.
	isEmpty := w.segment == "" || w.slashed && strings.Trim(w.segment, "/") == ""
	if w.touched && isEmpty && w.needed != "" {
		return refuse(errEmptySegment, endpoint.ErrMissingParam, w.needed)
	}
	if w.touched && hasDotSegment(w.segment) {
		w.unsafe = true
	}
	return nil
}

// hasDotSegment reads a segment as the most lenient server does.
func hasDotSegment(s string) bool {
	decoded, err := url.PathUnescape(s)
	if err != nil {
		decoded = s
	}
	for _, piece := range strings.FieldsFunc(decoded, func(r rune) bool { return r == '/' || r == '\\' }) {
		if piece, _, _ = strings.Cut(piece, ";"); piece == "." || piece == ".." {
			return true
		}
	}
	return false
}

func (w *path) expression(p piece) *Refusal {
	required := p.op == "" || p.op == "+"
	opens := p.op == "?" || p.op == "#"
	w.touched = w.touched || !opens
	before := ""
	for i, v := range p.vars {
		value, ok := w.params[v.name]
		if r := refuseVariable(p, v, value, ok); r != nil {
			if ends := opens || p.op == "/"; ends && !w.ended {
				if emptied := w.close(); emptied != nil {
					return emptied // by a variable before this one
				}
			}
			return r
		}
		if required && w.needed == "" && !w.ended {
			w.needed = v.name
		}
		// What the variable adds is what the expression has more with it.
		part := piece{op: p.op, vars: p.vars[:i+1]}
		added := strings.TrimPrefix(part.expand(w.params), before)
		before += added
		if r := w.add(p.op, v.name, added); r != nil {
			return r
		}
	}
	return nil
}

func (w *path) add(op, name, text string) *Refusal {
	switch {
	case text == "" || w.ended:
	case op == "?" || op == "#":
		w.ended = true
		return w.close()
	case op == "/":
		chunks := strings.Split(text, "/") // values are encoded
		w.segment += chunks[0]
		for _, chunk := range chunks[1:] {
			if r := w.close(); r != nil {
				return r
			}
			w.open(true, name)
			w.segment = chunk
		}
	default:
		w.segment += text
		w.unsafe = w.unsafe || strings.ContainsAny(text, "?#")
	}
	return nil
}

// refuseVariable judges the value of one variable.
func refuseVariable(p piece, v variable, value any, present bool) *Refusal {
	if !present && (p.op == "" || p.op == "+") {
		return refuse(errMissing, endpoint.ErrMissingParam, v.name)
	}
	_, isScalar := scalarText(value)
	if _, ok := entries(value); !ok {
		return refuse(errValue, endpoint.ErrParam, v.name)
	}
	if v.prefix > 0 && !isScalar && isDefined(value) {
		return refuse(errValue, endpoint.ErrParam, v.name)
	}
	return nil
}

// lead begins the path with an address that a parameter holds.
func (w *path) lead(text string, alone bool) {
	text = escapeReserved(text)
	text = text[authorityEnd(text):]
	end := strings.IndexAny(text, "?#")
	if w.ended = end >= 0; w.ended {
		text = text[:end]
		w.unsafe = !alone || hasDotSegment(text)
	}
	w.segment, w.touched = strings.TrimPrefix(text, "/"), true
}
