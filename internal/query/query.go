// Package query writes parameters as pairs of a key and a text, onto the query of
// a URL or into a form: scalars, lists in the style of an API, and maps, structs
// and nested lists with brackets. Its errors say what is wrong with a parameter,
// naming neither it nor anything in it.
package query

import (
	"bytes"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// A Style is how the pairs of a list of scalars are written. A key that ends in
// "[]" is one pair per element in every style.
type Style uint8

const (
	Joined   Style = iota // ids=1%2C2; no element may contain a comma
	Comma                 // ids=1,2, and %2C for a comma within an element; in a form as Joined
	Repeat                // ids=1&ids=2
	Brackets              // ids[]=1&ids[]=2
)

var (
	errEmptyKey = errors.New("its name is empty")
	errMapKey   = errors.New(`a key of the map is empty or contains "[" or "]": put brackets in the name of the parameter`)
	errComma    = errors.New("an element contains a comma, which also separates elements: set Lists, for example to ListRepeat")
	errNames    = errors.New("its names in brackets take more than 1 MiB: the value contains itself or is too large")
)

// A URL is the query of a URL to which pairs are added. The URL itself is passed
// to each method and returned, as by append, so that the caller can keep it on
// its stack.
type URL struct {
	end      int             // of the path
	open     bool            // own, fragment and sep are set
	own      map[string]bool // the keys that the URL has itself
	fragment string          // cut off, to be appended at the end
	sep      string          // before the next pair
}

// New returns the query of a URL whose path ends at end, where its own query or
// fragment begins if it has one.
func New(end int) URL { return URL{end: end} }

// Add adds the pairs of a parameter to url, leaving out what is nil or empty and
// each pair whose key the URL has itself.
func (u *URL) Add(url []byte, key string, v any, style Style) ([]byte, error) {
	if key == "" {
		return url, errEmptyKey
	}
	if !u.open {
		url = u.begin(url)
	}
	if !u.own[key] {
		switch v := v.(type) { // as most are, and without an allocation
		case string:
			return rfc6570.AppendEscaped(u.appendKey(url, key), v), nil
		case int:
			return strconv.AppendInt(u.appendKey(url, key), int64(v), 10), nil
		}
	}
	val, err := value.Tree(v)
	if err != nil {
		return url, err
	}
	comma := "%2C"
	if style == Comma {
		comma = ","
	}
	err = write(key, &val, style, func(key string, texts ...string) {
		if u.own[key] {
			return
		}
		url = u.appendKey(url, key)
		for i, text := range texts {
			if i > 0 {
				url = append(url, comma...)
			}
			url = rfc6570.AppendEscaped(url, text)
		}
	})
	return url, err
}

// begin cuts off the fragment and reads the keys of the URL's own query.
func (u *URL) begin(url []byte) []byte {
	u.open, u.sep = true, "?"
	if i := bytes.IndexByte(url[u.end:], '#'); i >= 0 {
		u.fragment = string(url[u.end+i:])
		url = url[:u.end+i]
	}
	if len(url) == u.end {
		return url
	}
	if u.sep = "&"; len(url) == u.end+1 || url[len(url)-1] == '&' {
		u.sep = ""
	}
	u.own = map[string]bool{}
	for pair := range strings.SplitSeq(string(url[u.end+1:]), "&") {
		key, _, _ := strings.Cut(pair, "=")
		u.own[rfc6570.UnescapeKey(key)] = true
	}
	return url
}

// appendKey appends a key and its "=".
func (u *URL) appendKey(url []byte, key string) []byte {
	url = rfc6570.AppendEscaped(append(url, u.sep...), key)
	u.sep = "&"
	return append(url, '=')
}

// Close returns the whole URL.
func (u *URL) Close(url []byte) []byte { return append(url, u.fragment...) }

// AddToForm adds the pairs of a parameter to a form, as [URL.Add] does to a
// query.
func AddToForm(form url.Values, key string, v any, style Style) error {
	val, err := value.Tree(v)
	switch {
	case key == "":
		return errEmptyKey
	case err != nil:
		return err
	case style == Comma:
		style = Joined
	}
	return write(key, &val, style, func(key string, texts ...string) {
		form.Add(key, strings.Join(texts, ","))
	})
}

// A sink is given each pair of a parameter: its key and one text, or the texts of
// a list to be joined.
type sink func(key string, texts ...string)

func write(key string, v *value.Value, style Style, to sink) error {
	if v.IsList() {
		texts, ok, err := v.Texts()
		if err != nil {
			return err
		}
		if ok {
			return writeList(key, texts, style, to)
		}
	}
	n := nested{to, maxNames}
	return n.write([]byte(key), v)
}

func writeList(key string, texts []string, style Style, to sink) error {
	hasBrackets := strings.HasSuffix(key, "[]")
	switch {
	case len(texts) == 0:
		return nil
	case !hasBrackets && style == Joined && strings.Contains(strings.Join(texts, ""), ","):
		return errComma
	case !hasBrackets && (style == Joined || style == Comma):
		to(key, texts...)
		return nil
	case !hasBrackets && style == Brackets:
		key += "[]"
	}
	for _, text := range texts {
		to(key, text)
	}
	return nil
}

// maxNames bounds the size of all names in brackets of one parameter, including
// those of omitted values. It also stops at a value that contains itself.
const maxNames = 1 << 20

// A nested writes what is in a map, or in a list that has more than scalars:
//
//	{"items": [{"price": "p"}]}  =>  items[0][price]=p
type nested struct {
	to   sink
	left int // of maxNames
}

// write writes v, which has the given name.
func (n *nested) write(name []byte, v *value.Value) error {
	switch {
	case v.IsList():
		for i := range v.Len() {
			if err := n.writeIn(name, strconv.Itoa(i), v.Elem(i)); err != nil {
				return err
			}
		}
	case v.IsMap():
		for _, key := range v.Keys() {
			if key == "" || strings.ContainsAny(key, "[]") {
				return errMapKey
			}
			if err := n.writeIn(name, key, v.Entry(key)); err != nil {
				return err
			}
		}
	case v.IsDefined():
		n.to(string(name), v.Text())
	}
	return nil
}

// writeIn writes v, which is under the given key or index of the value with the
// outer name.
func (n *nested) writeIn(outer []byte, key string, v any) error {
	name := append(append(append(outer, '['), key...), ']')
	if n.left -= len(name); n.left < 0 {
		return errNames
	}
	val, err := value.Tree(v)
	if err != nil {
		return err
	}
	return n.write(name, &val)
}
