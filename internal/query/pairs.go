// The pairs of a parameter: a scalar under its key, a list in the style of an API,
// and maps and nested lists with brackets.

package query

import (
	"strconv"
	"strings"

	"example.com/endpoint/internal/value"
)

// maxNames bounds the size of all names in brackets of one parameter, including
// those of omitted values, so that it also stops at a value that contains itself.
// Of a name that all elements of a list repeat, freeName bytes are free.
const (
	maxNames = 1 << 20
	freeName = 64
)

type parameter struct {
	key   string
	value any
	style Style // of value, if it is a list of scalars
	lists Style // of such a list in a map; Indexed: it has indexes
	left  int   // bytes that names may still take
}

// write writes the pairs of p.
func (p *parameter) write(to sink) error {
	if p.key == "" {
		return errEmptyKey
	}
	p.left = maxNames
	return p.writeValue(to, p.key, p.value, p.style)
}

// writeValue writes a value, whose style is for a list of scalars, under a name.
func (p *parameter) writeValue(to sink, name string, given any, style Style) error {
	v, err := value.Tree(given)
	switch {
	case err != nil:
		return err
	case v.Kind == value.Text:
		return to(name, v.Text)
	case v.Kind == value.List && style != Indexed:
		texts, ok, err := v.Texts()
		if err != nil {
			return err
		}
		if ok {
			return p.writeList(to, name, texts, style)
		}
	}
	return p.writeNested(to, name, v)
}

// writeList writes a list of scalars.
func (p *parameter) writeList(to sink, name string, texts []string, style Style) error {
	switch isPairs := strings.HasSuffix(name, "[]") || style == Repeat; {
	case len(texts) == 0:
		return nil
	case isPairs:
	case style == Brackets:
		name += "[]"
	case style == Comma:
		return to(name, texts...)
	default:
		joined, ok := value.Join(texts)
		if !ok {
			return errComma
		}
		return to(name, joined)
	}
	if long := len(name) - freeName; long > 0 {
		if len(texts) > p.left/long {
			return errNames
		}
		p.left -= long * len(texts)
	}
	for _, text := range texts {
		if err := to(name, text); err != nil {
			return err
		}
	}
	return nil
}

// writeNested writes what is in a map, or in a list that has more than scalars,
// under the name of the whole:
//
//	{"items": [{"price": "p"}]}  =>  items[0][price]=p
//
// The names in it may take as many bytes as are left.
func (p *parameter) writeNested(to sink, name string, v value.Value) error {
	// What holds itself is read again at each level, with all that it holds.
	if len(v.Items) > p.left/(len(name)+len("[]")) {
		return errNames
	}
	for i, item := range v.Items {
		step, style := item.Key, p.lists
		if v.Kind == value.List {
			step, style = strconv.Itoa(i), Indexed
		} else if step == "" || strings.ContainsAny(step, "[]") {
			return errMapKey
		}
		inner := name + "[" + step + "]"
		if p.left -= len(inner); p.left < 0 {
			return errNames
		}
		if err := p.writeValue(to, inner, item.Value, style); err != nil {
			return err
		}
	}
	return nil
}
