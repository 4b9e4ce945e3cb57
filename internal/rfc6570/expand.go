// The operators, and what they make of values.

package rfc6570

import (
	"errors"
	"strconv"

	"example.com/endpoint/internal/value"
)

// An operator is a row of the table in RFC 6570 appendix A.
type operator struct {
	first   string // before the first defined variable
	sep     byte   // between variables, and between exploded elements
	named   bool   // name=value
	ifEmpty string // after the name of an empty value
	allow   uint8
}

var operators = [256]*operator{
	0:   {"", ',', false, "", unreserved},
	'+': {"", ',', false, "", unreserved | reserved},
	'#': {"#", ',', false, "", unreserved | reserved},
	'.': {".", '.', false, "", unreserved},
	'/': {"/", '/', false, "", unreserved},
	';': {";", ';', true, "", unreserved},
	'?': {"?", '&', true, "=", unreserved},
	'&': {"&", '&', true, "=", unreserved},
}

func isOperator(c byte) bool { return c != 0 && operators[c] != nil }

var errPrefix = errors.New("a prefix applies to a string: remove it for a list or map")

// AppendVar appends the expansion of one variable of the expression p, with
// the operator's opening if it is the first that is defined, else its separator.
// An undefined value appends nothing, and wrote is false. After an error dst is
// returned unchanged.
func (p *Part) AppendVar(dst []byte, v *Var, given any, first bool) (out []byte, wrote bool, err error) {
	op := operators[p.Op]
	switch given := given.(type) { // as most values are
	case string:
		return op.appendText(dst, v, given, first), true, nil
	case int:
		if v.Prefix == 0 {
			return strconv.AppendInt(op.open(dst, v, false, first), int64(given), 10), true, nil
		}
	}
	val, err := value.Of(given)
	switch {
	case err != nil || val.Kind == value.Undefined:
		return dst, false, err
	case val.Kind == value.Text:
		return op.appendText(dst, v, val.Text, first), true, nil
	}
	return op.appendItems(dst, v, &val, first)
}

// AppendScalar appends the simple expansion of v if it is an int or a string that
// is not empty.
func AppendScalar(dst []byte, v any) (out []byte, ok bool) {
	switch v := v.(type) {
	case string:
		return appendEscaped(dst, v, unreserved), v != ""
	case int:
		return strconv.AppendInt(dst, int64(v), 10), true
	}
	return dst, false
}

func (op *operator) appendText(dst []byte, v *Var, s string, first bool) []byte {
	dst = op.open(dst, v, s == "", first)
	if v.Prefix > 0 {
		s = cut(s, v.Prefix, op.allow)
	}
	return appendEscaped(dst, s, op.allow)
}

// open appends what stands before a scalar. Names are written as the template has
// them.
func (op *operator) open(dst []byte, v *Var, empty, first bool) []byte {
	dst = op.separate(dst, first)
	if op.named {
		dst = op.equals(append(dst, v.Name...), empty)
	}
	return dst
}

func (op *operator) separate(dst []byte, first bool) []byte {
	if first {
		return append(dst, op.first...)
	}
	return append(dst, op.sep)
}

// equals appends what stands between a name, or an exploded key, and its value.
func (op *operator) equals(dst []byte, empty bool) []byte {
	if empty && op.named {
		return append(dst, op.ifEmpty...)
	}
	return append(dst, '=')
}

// appendItems appends the elements of a list, or the entries of a map by key,
// that are not nil. They are joined by commas. Exploded, an element is written
// as if it were a variable of that name, and an entry as key=value.
func (op *operator) appendItems(dst []byte, v *Var, val *value.Value, first bool) (out []byte, wrote bool, err error) {
	isMap := val.Kind == value.Map
	out = dst
	for _, item := range val.Items {
		e, err := value.Scalar(item.Value)
		if err != nil {
			return dst, false, err
		}
		if e.Kind == value.Undefined {
			continue
		}
		switch {
		case wrote && !v.Explode:
			out = append(out, ',')
		case isMap && v.Explode:
			out = op.separate(out, first && !wrote)
		default:
			out = op.open(out, v, e.Text == "" && v.Explode, first && !wrote)
		}
		wrote = true
		if isMap {
			out = appendEscaped(out, item.Key, op.allow)
			if v.Explode {
				out = op.equals(out, e.Text == "")
			} else {
				out = append(out, ',')
			}
		}
		out = appendEscaped(out, e.Text, op.allow)
	}
	if wrote && v.Prefix > 0 {
		return dst, false, errPrefix
	}
	return out, wrote, nil
}
