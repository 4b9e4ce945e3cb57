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
// the operator's opening if it is the first that is defined, else its separator.
// An undefined value appends nothing, and wrote is false. An error is a
// *ValueError; dst is then unchanged.
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
	val, err := ValueOf(value)
	if err != nil {
		return dst, false, err
	}
	return op.append(dst, v, &val, first)
}

func (op *operator) append(dst []byte, v *Var, val *Value, first bool) (out []byte, wrote bool, err error) {
	size := len(dst)
	switch val.kind {
	case undefined:
		return dst, false, nil
	case list:
		dst, wrote, err = op.appendList(dst, v, val, first)
	case assoc:
		dst, wrote, err = op.appendMap(dst, v, val, first)
	default:
		dst = op.open(dst, first)
		if op.named {
			dst = op.name(dst, v.Name, val.kind == text && val.str == "")
		}
		return val.append(dst, op.allow, v.Prefix), true, nil
	}
	if wrote && v.Prefix > 0 && err == nil {
		err = errPrefix
	}
	if err != nil {
		dst = dst[:size]
	}
	return dst, wrote, err
}

// appendList appends the elements of a list that are not nil: joined by commas,
// or, exploded, each as if it were a variable of that name.
func (op *operator) appendList(dst []byte, v *Var, val *Value, first bool) (out []byte, wrote bool, err error) {
	for i := range val.Len() {
		e, err := Scalar(val.Elem(i))
		switch {
		case err != nil:
			return dst, wrote, err
		case !e.IsDefined():
			continue
		case wrote && !v.Explode:
			dst = append(dst, ',')
		case wrote:
			dst = append(dst, op.sep)
		default:
			dst = op.open(dst, first)
		}
		if op.named && (v.Explode || !wrote) {
			dst = op.name(dst, v.Name, v.Explode && e.kind == text && e.str == "")
		}
		wrote = true
		dst = e.append(dst, op.allow, 0)
	}
	return dst, wrote, nil
}

// appendMap appends the entries of a map that are not nil, by key: key,value
// joined by commas, or, exploded, each as key=value.
func (op *operator) appendMap(dst []byte, v *Var, val *Value, first bool) (out []byte, wrote bool, err error) {
	for _, key := range val.Keys() {
		e, err := Scalar(val.Entry(key))
		switch {
		case err != nil:
			return dst, wrote, err
		case !e.IsDefined():
			continue
		case wrote && !v.Explode:
			dst = append(dst, ',')
		case wrote:
			dst = append(dst, op.sep)
		default:
			dst = op.open(dst, first)
			if op.named && !v.Explode {
				dst = op.name(dst, v.Name, false)
			}
		}
		wrote = true
		dst = appendAllowed(dst, key, op.allow)
		switch {
		case !v.Explode:
			dst = append(dst, ',')
		case op.named && e.kind == text && e.str == "":
			dst = append(dst, op.ifEmpty...)
		default:
			dst = append(dst, '=')
		}
		dst = e.append(dst, op.allow, 0)
	}
	return dst, wrote, nil
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
