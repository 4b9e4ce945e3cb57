// Package query writes parameters as pairs of a name and a text, for the query of a
// URL or a form: scalars, lists in the style of an API, and maps, structs and nested
// lists with brackets. Its errors say what is wrong with a parameter, naming neither
// it nor anything in it.
package query

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/value"
)

// A Style is how the pairs of a list of scalars are written. A key that ends in
// "[]" is one pair per element in every style.
type Style uint8

const (
	Indexed  Style = iota // ids[0]=1&ids[1]=2, as every list in a list
	Comma                 // ids=1,2, and %2C for a comma within an element; not for forms
	Repeat                // ids=1&ids=2
	Brackets              // ids[]=1&ids[]=2
	Joined                // ids=1%2C2; no element may contain a comma
)

var (
	errEmptyKey = errors.New("its name is empty")
	errMapKey   = errors.New(`a key of the map is empty or contains "[" or "]": put brackets in the name of the parameter`)
	errComma    = errors.New("an element contains a comma, which also separates elements: set Lists, for example to ListRepeat")
	errNames    = errors.New("its names take more than 1 MiB: the value contains itself or is too large")
	errInURL    = errors.New("the query of the URL has one of its names already: remove it there, or do not pass the parameter")
)

// maxNames bounds the size of all names in brackets of one parameter, including
// those of omitted values, so that it also stops at a value that contains itself.
// Of a name that all elements of a list repeat, freeName bytes are free.
const (
	maxNames = 1 << 20
	freeName = 64
)

// Pairs are the pairs of the query of a URL or of a form, whose names are written
// once: by the URL, or by one parameter. A parameter derives names in brackets from its
// key and a map, a struct, a list, or a list in the style Brackets:
//
//	{"page": {"size": 5}}  =>  page[size]
type Pairs struct {
	Values url.Values // of a form

	url     *address.URL
	lists   Style             // of each list that is the value of a key; Indexed: as Add says
	literal map[string]bool   // names that the template has in its query
	written map[string]bool   // those of the expanded template, literal or not
	owners  map[string]string // of names in brackets: the keys of the parameters
	left    int               // bytes for the names of the parameter that is added
}

// OfURL returns the pairs to be added to a URL. The names that its template has in the
// query, which are no values, are true in literal.
func OfURL(u *address.URL, literal map[string]bool, lists Style) Pairs {
	return Pairs{url: u, literal: literal, lists: lists}
}

// OfForm returns an empty form.
func OfForm(lists Style) Pairs { return Pairs{Values: url.Values{}, lists: lists} }

// Add adds the pairs of a parameter, leaving out what is nil or empty and each pair
// whose name an expression or a leading address wrote. Where lists is not set, a list of
// scalars is written in the usual style, and one in a map is indexed. Parameters are
// added in the order of their keys.
func (p *Pairs) Add(key string, v any, usual Style) error {
	if key == "" {
		return errEmptyKey
	}
	switch v := v.(type) { // as most are
	case string:
		return p.add(key, key, v)
	case int:
		return p.add(key, key, strconv.Itoa(v))
	}
	p.left = maxNames
	return p.addTree(key, key, v, cmp.Or(p.lists, usual))
}

// addTree adds a text, or what is in a map or a list, under the name of the whole:
//
//	{"items": [{"price": "p"}]}  =>  items[0][price]=p
func (p *Pairs) addTree(key, name string, given any, style Style) error {
	v, err := value.Tree(given)
	switch {
	case err != nil:
		return err
	case v.Kind == value.Text:
		return p.add(key, name, v.Text)
	case v.Kind == value.List && style != Indexed:
		texts, ok, err := v.Texts()
		if err != nil {
			return err
		}
		if ok {
			return p.addList(key, name, texts, style)
		}
	}
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
		if err := p.addTree(key, inner, item.Value, style); err != nil {
			return err
		}
	}
	return nil
}

// addList adds a list of scalars.
func (p *Pairs) addList(key, name string, texts []string, style Style) error {
	switch isPairs := strings.HasSuffix(name, "[]") || style == Repeat; {
	case len(texts) == 0:
		return nil
	case isPairs:
	case style == Brackets:
		name += "[]"
	case style == Comma && p.url != nil:
		return p.add(key, name, texts...)
	default:
		joined, ok := value.Join(texts)
		if !ok {
			return errComma
		}
		return p.add(key, name, joined)
	}
	if long := len(name) - freeName; long > 0 {
		if len(texts) > p.left/long {
			return errNames
		}
		p.left -= long * len(texts)
	}
	for _, text := range texts {
		if err := p.add(key, name, text); err != nil {
			return err
		}
	}
	return nil
}

// add adds a pair of a parameter, unless the URL has written its name. The texts are
// one, or in the style Comma those of a list.
func (p *Pairs) add(key, name string, texts ...string) error {
	if p.url != nil && p.written == nil {
		p.written = p.url.QueryNames()
	}
	isDerived := name != key
	switch owner, ok := p.owners[name]; {
	case isDerived && p.literal[name]:
		return errInURL
	case p.written[name]:
		return nil
	case ok && owner != key:
		return fmt.Errorf("%q and %q write the same name: pass only one of them", owner, key)
	case isDerived && p.owners == nil:
		p.owners = map[string]string{name: key}
	case isDerived:
		p.owners[name] = key
	}
	if p.url != nil {
		p.url.AddPair(name, texts...)
		return nil
	}
	p.Values[name] = append(p.Values[name], texts...)
	return nil
}
