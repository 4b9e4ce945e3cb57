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
	style Style
}

// write writes the pairs of p.
func (p *parameter) write(to sink) error {
	if p.key == "" {
		return errEmptyKey
	}
	v, err := value.Tree(p.value)
	switch {
	case err != nil:
		return err
	case v.Kind == value.Text:
		return to(p.key, v.Text)
	case v.Kind == value.List:
		texts, ok, err := v.Texts()
		if err != nil {
			return err
		}
		if ok {
			return p.writeList(to, texts)
		}
	}
	var room [64]byte
	left := maxNames
	return p.writeNested(to, append(room[:0], p.key...), v, &left)
}

// writeList writes a list of scalars.
func (p *parameter) writeList(to sink, texts []string) error {
	name := p.key
	switch isPairs := strings.HasSuffix(name, "[]") || p.style == Repeat; {
	case len(texts) == 0:
		return nil
	case isPairs:
	case p.style == Brackets:
		name += "[]"
	case p.style == Comma:
		return to(name, texts...)
	default:
		joined, ok := value.Join(texts)
		if !ok {
			return errComma
		}
		return to(name, joined)
	}
	if long := len(name) - freeName; long > 0 && len(texts) > maxNames/long {
		return errNames
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
func (p *parameter) writeNested(to sink, name []byte, v value.Value, left *int) error {
	// What holds itself is read again at each level, with all that it holds.
	if len(v.Items) > *left/(len(name)+len("[]")) {
		return errNames
	}
	for i, item := range v.Items {
		inner := append(name, '[')
		if v.Kind == value.List {
			inner = strconv.AppendInt(inner, int64(i), 10)
		} else if item.Key == "" || strings.IndexByte(item.Key, '[') >= 0 || strings.IndexByte(item.Key, ']') >= 0 {
			return errMapKey
		}
		inner = append(append(inner, item.Key...), ']')
		if *left -= len(inner); *left < 0 {
			return errNames
		}
		val, err := value.Tree(item.Value)
		if err == nil && val.Kind == value.Text {
			err = to(string(inner), val.Text)
		} else if err == nil {
			err = p.writeNested(to, inner, val, left)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
