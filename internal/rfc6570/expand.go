// The operators.

package rfc6570

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

// AppendVar appends the expansion of one variable of the expression p, with
// the operator's opening if it is the first that is defined and its separator
// else. An undefined value appends nothing, which wrote reports. An error is a
// *ValueError, and dst is then not to be used.
func (p *Part) AppendVar(dst []byte, v *Var, value any, first bool) (out []byte, wrote bool, err error) {
	op := operators[p.Op]
	if s, ok := value.(string); ok {
		dst = op.open(dst, first)
		if op.named {
			dst = op.name(dst, v.Name, s == "")
		}
		if v.Prefix > 0 {
			s = cut(s, v.Prefix, op.allow)
		}
		return appendAllowed(dst, s, op.allow), true, nil
	}
	val, err := Of(value)
	if err != nil {
		return dst, false, err
	}
	return op.append(dst, v, &val, first)
}

func (op *operator) append(dst []byte, v *Var, val *Value, first bool) ([]byte, bool, error) {
	switch val.kind {
	case undefined:
		return dst, false, nil
	case text, integer:
		dst = op.open(dst, first)
		if op.named {
			dst = op.name(dst, v.Name, val.kind == text && val.str == "")
		}
		return val.append(dst, op.allow, v.Prefix), true, nil
	}
	size := len(dst)
	var err error
	if val.kind == list {
		dst, err = op.appendList(dst, v, val, first)
	} else {
		dst, err = op.appendMap(dst, v, val, first)
	}
	wrote := len(dst) > size
	if !wrote && err == nil {
		wrote, err = val.Defined()
	}
	if wrote && err == nil && v.Prefix > 0 {
		err = errPrefix
	}
	return dst, wrote, err
}

// appendList appends the elements of a list: joined by commas, or, exploded,
// each as if it were a variable of that name.
func (op *operator) appendList(dst []byte, v *Var, val *Value, first bool) ([]byte, error) {
	begun := false
	err := val.Each(func(e Value) {
		switch {
		case begun && !v.Explode:
			dst = append(dst, ',')
		case begun:
			dst = append(dst, op.sep)
		default:
			dst = op.open(dst, first)
		}
		if op.named && (v.Explode || !begun) {
			dst = op.name(dst, v.Name, v.Explode && e.kind == text && e.str == "")
		}
		begun = true
		dst = e.append(dst, op.allow, 0)
	})
	return dst, err
}

// appendMap appends the entries of a map by key: key,value joined by commas,
// or, exploded, each as key=value.
func (op *operator) appendMap(dst []byte, v *Var, val *Value, first bool) ([]byte, error) {
	begun := false
	err := val.pairs(func(key string, e Value) {
		switch {
		case begun && !v.Explode:
			dst = append(dst, ',')
		case begun:
			dst = append(dst, op.sep)
		default:
			dst = op.open(dst, first)
			if op.named && !v.Explode {
				dst = op.name(dst, v.Name, false)
			}
		}
		begun = true
		dst = appendAllowed(dst, key, op.allow)
		switch empty := e.kind == text && e.str == ""; {
		case !v.Explode:
			dst = append(dst, ',')
		case op.named && empty:
			dst = append(dst, op.ifEmpty...)
		default:
			dst = append(dst, '=')
		}
		dst = e.append(dst, op.allow, 0)
	})
	return dst, err
}

func (op *operator) open(dst []byte, first bool) []byte {
	if first {
		return append(dst, op.first...)
	}
	return append(dst, op.sep)
}

// name appends the name of a variable and what stands between it and the
// value. Names are varchars, triplets, dots and hyphens: as in the template.
func (op *operator) name(dst []byte, name string, empty bool) []byte {
	dst = append(dst, name...)
	if empty {
		return append(dst, op.ifEmpty...)
	}
	return append(dst, '=')
}
