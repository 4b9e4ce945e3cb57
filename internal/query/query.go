// Package query writes parameters as pairs of a key and a text, onto the query of
// a URL or into a form: scalars, lists in the style of an API, and maps, structs
// and nested lists with brackets. Its errors say what is wrong with a parameter,
// naming neither it nor anything in it.
package query

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"example.com/endpoint/internal/rfc6570"
)

// A Style is how the pairs of a list of scalars are written. A key that ends in
// "[]" is one pair per element in every style.
type Style uint8

const (
	Joined   Style = iota // ids=1%2C2; no element may contain a comma
	Comma                 // ids=1,2, and %2C for a comma within an element; in a form as Joined
	Repeat                // ids=1&ids=2
	Brackets              // ids[]=1&ids[]=2
	Indexed               // ids[0]=1&ids[1]=2, as each list in a list
)

var (
	errEmptyKey = errors.New("its name is empty")
	errMapKey   = errors.New(`a key of the map is empty or contains "[" or "]": put brackets in the name of the parameter`)
	errComma    = errors.New("an element contains a comma, which also separates elements: set Lists, for example to ListRepeat")
	errNames    = errors.New("its names take more than 1 MiB: the value contains itself or is too large")
	errInURL    = errors.New("the query of the URL has one of its names already: remove it there, or do not pass the parameter")
)

// A URL is the query of a URL to which pairs are added. The URL itself is passed
// to each method and returned, as by append, so that the caller can keep it on
// its stack.
type URL struct {
	names
	end      int    // of the path
	open     bool   // written and fragment are set
	fragment string // cut off, to be appended at the end
}

// New returns the query of a URL whose path ends at end, where its own query or
// fragment begins if it has one. literal are the names that the template itself
// has in that query, which are no values.
func New(end int, literal map[string]bool) URL {
	return URL{names: names{literal: literal}, end: end}
}

// Add adds the pairs of a parameter to url, leaving out what is nil or empty and
// each pair whose name an expression or a leading address wrote. Parameters are
// added in the order of their keys. A list of scalars has the style given, and one
// in a map that of lists.
func (u *URL) Add(url []byte, key string, v any, style, lists Style) ([]byte, error) {
	if !u.open {
		url = u.begin(url)
	}
	if key != "" && !u.written[key] && u.maker(key, key) == "" {
		switch v := v.(type) { // as most are, and without an allocation
		case string:
			return rfc6570.AppendEscaped(u.appendName(url, key), v), nil
		case int:
			return strconv.AppendInt(u.appendName(url, key), int64(v), 10), nil
		}
	}
	p := parameter{key: key, value: v, style: style, lists: lists}
	err := p.write(func(name string, texts ...string) error {
		ok, err := u.claim(key, name)
		if !ok {
			return err
		}
		url = u.appendName(url, name)
		for i, text := range texts {
			if i > 0 {
				url = append(url, ',')
			}
			url = rfc6570.AppendEscaped(url, text)
		}
		return nil
	})
	return url, err
}

// begin cuts off the fragment and reads the names in the URL's own query.
func (u *URL) begin(url []byte) []byte {
	u.open = true
	if i := bytes.IndexByte(url[u.end:], '#'); i >= 0 {
		u.fragment = string(url[u.end+i:])
		url = url[:u.end+i]
	}
	if len(url) > u.end {
		u.written = namesIn(string(url[u.end+1:]))
	}
	return url
}

// namesIn returns the names in a query, decoded.
func namesIn(query string) map[string]bool {
	names := map[string]bool{}
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		names[rfc6570.UnescapeKey(name)] = true
	}
	return names
}

// appendName appends "?" or "&" where one is needed, then a name and its "=".
func (u *URL) appendName(url []byte, name string) []byte {
	switch {
	case len(url) == u.end:
		url = append(url, '?')
	case len(url) > u.end+1 && url[len(url)-1] != '&':
		url = append(url, '&')
	}
	return append(rfc6570.AppendEscaped(url, name), '=')
}

// Close returns the whole URL.
func (u *URL) Close(url []byte) []byte { return append(url, u.fragment...) }

// A Form is a form to which pairs are added.
type Form struct {
	names
	Values url.Values
}

// NewForm returns an empty form.
func NewForm() *Form { return &Form{Values: url.Values{}} }

// Add adds the pairs of a parameter, as [URL.Add] does to a query.
func (f *Form) Add(key string, v any, style, lists Style) error {
	p := parameter{key: key, value: v, style: inForm(style), lists: inForm(lists)}
	return p.write(func(name string, texts ...string) error {
		ok, err := f.claim(key, name)
		if !ok {
			return err
		}
		if values, ok := f.Values[name]; ok {
			texts = append(values, texts...)
		}
		f.Values[name] = texts
		return nil
	})
}

// inForm returns the style in a form, which has no comma that is not encoded.
func inForm(s Style) Style {
	if s == Comma {
		return Joined
	}
	return s
}

// names knows the names that a query or form has, so that no two parameters write
// one, and none that the URL has. A parameter makes a name in brackets from a map,
// a struct, a list, or a list in the style Brackets:
//
//	{"page": {"size": 5}}  =>  page[size]
//
// Another parameter that writes such a name has a key that begins alike, page or
// page[size], so that it comes after this one and meets the name here.
type names struct {
	literal map[string]bool   // in the query of the template
	written map[string]bool   // in the query of the expanded template, literal or not
	made    []made            // in order
	makers  map[string]string // by name, of the first of made
	indexed int               // how many of made these are
}

// A made is a name in brackets and the key of the parameter that makes it.
type made struct{ name, key string }

// A sink takes a name and one text, or in the style Comma the texts of a list.
type sink func(name string, texts ...string) error

// claim reports whether a parameter may write a name: not if the URL has written it.
func (n *names) claim(key, name string) (ok bool, err error) {
	isMade := name != key
	switch maker := n.maker(key, name); {
	case isMade && n.literal[name]:
		return false, errInURL
	case n.written[name]:
		return false, nil
	case maker != "" && maker != key:
		return false, fmt.Errorf("%q and %q write the same name: pass only one of them", maker, key)
	case isMade && (len(n.made) == 0 || n.made[len(n.made)-1].name != name): // not of the same list
		n.made = append(n.made, made{name, key})
	}
	return true, nil
}

// maker returns the key of the parameter that has made a name which another one, of
// key, is about to write. Only one with a bracket in its key can meet it.
func (n *names) maker(key, name string) string {
	if len(n.made) == 0 || strings.IndexByte(key, '[') < 0 {
		return ""
	}
	if n.makers == nil {
		n.makers = map[string]string{}
	}
	for _, m := range n.made[n.indexed:] {
		n.makers[m.name] = m.key
	}
	n.indexed = len(n.made)
	return n.makers[name]
}
