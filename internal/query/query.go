// Package query writes parameters as pairs of key and text, onto the query of a
// URL or into a form: scalars, lists in the style of an API, and maps and nested
// lists with brackets.
package query

import (
	"bytes"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint/internal/rfc6570"
)

// A Style is how the pairs of a list of scalars are written. A key that ends in
// "[]" is one pair per element in every style.
type Style uint8

const (
	Joined   Style = iota // ids=1%2C2
	Comma                 // ids=1,2, and %2C for a comma within an element
	Repeat                // ids=1&ids=2
	Brackets              // ids[]=1&ids[]=2
)

var (
	errEmptyKey = errors.New("its name is empty")
	errMapKey   = errors.New(`a key of the map is empty or contains "[" or "]": put brackets in the name of the parameter`)
	errLoop     = errors.New("the value contains itself, or nests too deeply")
	errComma    = errors.New("an element contains a comma, which looks like one that joins: set Lists to ListRepeat")
)

// A URL is the query of a URL to which pairs are added. The URL itself is passed
// to each method and returned, as by append: so the caller can keep it on its
// stack.
type URL struct {
	inPath   bool                // the URL has neither query nor fragment of its own
	open     bool                // pairs may follow: fragment, own and sep are set
	fragment string              // cut off, to be appended at the end
	own      []string            // the keys that the URL has itself
	ownSet   map[string]struct{} // the same where they are many
	sep      byte                // before the next pair; 0: nothing
}

// New returns the query of a URL. inPath is whether that has neither query nor
// fragment yet.
func New(inPath bool) URL { return URL{inPath: inPath} }

// begin reads the URL before the first pair.
func (u *URL) begin(url []byte) []byte {
	u.open, u.sep = true, '?'
	if u.inPath {
		return url
	}
	if i := bytes.IndexByte(url, '#'); i >= 0 {
		u.fragment = string(url[i:])
		url = url[:i]
	}
	i := bytes.IndexByte(url, '?')
	if i < 0 {
		return url
	}
	u.readOwn(string(url[i+1:]))
	u.sep = '&'
	if i == len(url)-1 || url[len(url)-1] == '&' {
		u.sep = 0
	}
	return url
}

// manyKeys is from how many keys on a map beats a search.
const manyKeys = 8

// readOwn reads the keys of the URL's own query, decoded as servers do, which
// read "+" as a space.
func (u *URL) readOwn(s string) {
	for pair := range strings.SplitSeq(s, "&") {
		key, _, _ := strings.Cut(pair, "=")
		u.own = append(u.own, rfc6570.Unescape(strings.ReplaceAll(key, "+", " ")))
	}
	if len(u.own) > manyKeys {
		u.ownSet = make(map[string]struct{}, len(u.own))
		for _, key := range u.own {
			u.ownSet[key] = struct{}{}
		}
	}
}

// Add adds the pairs of a parameter to url, leaving out what is nil or empty and
// each pair whose key the URL has itself. An error says what is wrong with the
// parameter, naming neither it nor anything in it.
func (u *URL) Add(url []byte, key string, value any, style Style) ([]byte, error) {
	if key == "" {
		return url, errEmptyKey
	}
	if s, ok := value.(string); ok { // as most are
		if url, ok = u.key(url, key); ok {
			url = rfc6570.AppendEscaped(url, s)
		}
		return url, nil
	}
	v, err := rfc6570.ValueOf(value)
	switch {
	case err != nil || !v.IsDefined():
		return url, err
	case !v.IsList() && !v.IsMap():
		url, ok := u.key(url, key)
		if ok {
			url = v.AppendEscaped(url)
		}
		return url, nil
	}
	pairs, err := pairsOf(key, &v, style)
	comma := "%2C"
	if style == Comma {
		comma = ","
	}
	for i := range pairs {
		var ok bool
		if url, ok = u.key(url, pairs[i].key); !ok {
			continue
		}
		for j, text := range pairs[i].texts {
			if j > 0 {
				url = append(url, comma...)
			}
			url = rfc6570.AppendEscaped(url, text)
		}
	}
	return url, err
}

// key writes a key up to its "=", unless the URL has the key itself.
func (u *URL) key(url []byte, key string) ([]byte, bool) {
	if !u.open {
		url = u.begin(url)
	}
	if _, ok := u.ownSet[key]; ok || u.ownSet == nil && slices.Contains(u.own, key) {
		return url, false
	}
	if u.sep != 0 {
		url = append(url, u.sep)
	}
	u.sep = '&'
	return append(rfc6570.AppendEscaped(url, key), '='), true
}

// Close returns the whole URL.
func (u *URL) Close(url []byte) []byte { return append(url, u.fragment...) }

// AddToForm adds the pairs of a parameter to a form, as [URL.Add] does to a
// query. With Comma, an element with a comma in it is an error.
func AddToForm(form url.Values, key string, value any, style Style) error {
	if key == "" {
		return errEmptyKey
	}
	v, err := rfc6570.ValueOf(value)
	if err != nil || !v.IsDefined() {
		return err
	}
	pairs, err := pairsOf(key, &v, style)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if p.joined && strings.Contains(strings.Join(p.texts, ""), ",") {
			return errComma
		}
		form.Add(p.key, strings.Join(p.texts, ","))
	}
	return nil
}

// A pair is a key with one text or, joined by commas, the elements of a list.
type pair struct {
	key    string
	texts  []string
	joined bool
}

// pairsOf returns the pairs of one parameter.
func pairsOf(key string, v *rfc6570.Value, style Style) ([]pair, error) {
	if v.IsList() {
		texts, nested, err := scalars(v)
		switch {
		case err != nil || len(texts) == 0 && !nested:
			return nil, err
		case !nested:
			return listPairs(key, texts, style), nil
		}
	}
	n := nesting{key: []byte(key), outer: map[any]bool{}}
	if err := n.add(v); err != nil {
		return nil, err
	}
	return n.pairs, nil
}

// scalars returns the texts of the elements that are not nil. nested is whether
// one is a list or map.
func scalars(v *rfc6570.Value) (texts []string, nested bool, err error) {
	texts = make([]string, 0, v.Len())
	for i := range v.Len() {
		e, err := rfc6570.ValueOf(v.Elem(i))
		switch {
		case err != nil:
			return nil, false, err
		case e.IsList() || e.IsMap():
			return nil, true, nil
		case e.IsDefined():
			texts = append(texts, e.Text())
		}
	}
	return texts, false, nil
}

func listPairs(key string, texts []string, style Style) []pair {
	hasBrackets := strings.HasSuffix(key, "[]")
	switch {
	case !hasBrackets && (style == Joined || style == Comma):
		return []pair{{key, texts, true}}
	case !hasBrackets && style == Brackets:
		key += "[]"
	}
	pairs := make([]pair, len(texts))
	for i := range texts {
		pairs[i] = pair{key: key, texts: texts[i : i+1]}
	}
	return pairs
}

// maxDepth bounds how deeply maps and lists nest, as encoding/json does when it
// decodes.
const maxDepth = 10_000

// A nesting collects the pairs of a value within others:
//
//	{"items": [{"price": "p"}]}  =>  items[0][price]=p
type nesting struct {
	pairs []pair
	key   []byte       // of the value being added
	outer map[any]bool // the maps and lists around it, by identity
}

func (n *nesting) add(v *rfc6570.Value) error {
	if !v.IsList() && !v.IsMap() {
		if v.IsDefined() {
			n.pairs = append(n.pairs, pair{key: string(n.key), texts: []string{v.Text()}})
		}
		return nil
	}
	if id := v.Identity(); id != nil {
		if n.outer[id] || len(n.outer) == maxDepth {
			return errLoop
		}
		n.outer[id] = true
		defer delete(n.outer, id)
	}
	if v.IsList() {
		for i := range v.Len() {
			if err := n.addUnder(strconv.Itoa(i), v.Elem(i)); err != nil {
				return err
			}
		}
		return nil
	}
	for _, key := range v.Keys() {
		if key == "" || strings.ContainsAny(key, "[]") {
			return errMapKey
		}
		if err := n.addUnder(key, v.Entry(key)); err != nil {
			return err
		}
	}
	return nil
}

// addUnder adds what stands under a key or index of the value being added.
func (n *nesting) addUnder(key string, value any) error {
	v, err := rfc6570.ValueOf(value)
	if err != nil {
		return err
	}
	size := len(n.key)
	n.key = append(append(append(n.key, '['), key...), ']')
	err = n.add(&v)
	n.key = n.key[:size]
	return err
}
