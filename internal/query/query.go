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
	open     bool            // own and fragment are set
	own      map[string]bool // the keys that the URL has itself
	fragment string          // cut off, to be appended at the end
}

// New returns the query of a URL whose path ends at end, where its own query or
// fragment begins if it has one.
func New(end int) URL { return URL{end: end} }

// Add adds the pairs of a parameter to url, leaving out what is nil or empty and
// each pair whose key the URL has itself.
func (u *URL) Add(url []byte, key string, v any, style Style) ([]byte, error) {
	if !u.open {
		url = u.begin(url)
	}
	if key != "" && !u.own[key] {
		switch v := v.(type) { // as most are, and without an allocation
		case string:
			return rfc6570.AppendEscaped(u.appendKey(url, key), v), nil
		case int:
			return strconv.AppendInt(u.appendKey(url, key), int64(v), 10), nil
		}
	}
	comma := "%2C"
	if style == Comma {
		comma = ","
	}
	err := write(key, v, style, func(key string, texts ...string) {
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
	u.open = true
	if i := bytes.IndexByte(url[u.end:], '#'); i >= 0 {
		u.fragment = string(url[u.end+i:])
		url = url[:u.end+i]
	}
	if len(url) == u.end {
		return url
	}
	u.own = map[string]bool{}
	for pair := range strings.SplitSeq(string(url[u.end+1:]), "&") {
		key, _, _ := strings.Cut(pair, "=")
		u.own[rfc6570.UnescapeKey(key)] = true
	}
	return url
}

// appendKey appends "?" or "&" where one is needed, then a key and its "=".
func (u *URL) appendKey(url []byte, key string) []byte {
	switch {
	case len(url) == u.end:
		url = append(url, '?')
	case len(url) > u.end+1 && url[len(url)-1] != '&':
		url = append(url, '&')
	}
	return append(rfc6570.AppendEscaped(url, key), '=')
}

// Close returns the whole URL.
func (u *URL) Close(url []byte) []byte { return append(url, u.fragment...) }

// AddToForm adds the pairs of a parameter to a form, as [URL.Add] does to a
// query.
func AddToForm(form url.Values, key string, v any, style Style) error {
	if style == Comma {
		style = Joined
	}
	return write(key, v, style, func(key string, texts ...string) {
		form.Add(key, strings.Join(texts, ","))
	})
}

// A sink is given each pair of a parameter: its key and one text, or the texts of
// a list to be joined.
type sink func(key string, texts ...string)

// write writes the pairs of a parameter.
func write(key string, v any, style Style, to sink) error {
	if key == "" {
		return errEmptyKey
	}
	val, err := value.Tree(v)
	if err != nil {
		return err
	}
	if val.Kind == value.List {
		texts, ok, err := val.Texts()
		if err != nil {
			return err
		}
		if ok {
			return writeList(key, texts, style, to)
		}
	}
	n := nested{to, maxNames}
	return n.write([]byte(key), &val)
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
	if v.Kind == value.Text {
		n.to(string(name), v.Text)
	}
	for _, item := range v.Items {
		if item.Key == "" || strings.ContainsAny(item.Key, "[]") {
			return errMapKey
		}
		inner := append(append(append(name, '['), item.Key...), ']')
		if n.left -= len(inner); n.left < 0 {
			return errNames
		}
		val, err := value.Tree(item.Value)
		if err != nil {
			return err
		}
		if err := n.write(inner, &val); err != nil {
			return err
		}
	}
	return nil
}
