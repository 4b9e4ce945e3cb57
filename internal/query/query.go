// Package query writes parameters as pairs of a name and a text, for the query of a
// URL or a form: scalars, lists in the style of an API, and maps, structs and nested
// lists with brackets. Each name is written once. Its errors say what is wrong with a
// parameter, naming nothing in it.
package query

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// A Style is how a list of scalars is written. One whose name ends in
// "[]" is one pair for each element in every style, and one in a list has indexes. Without a
// style a list that is a parameter repeats, and one below brackets is an error.
type Style uint8

const (
	_        Style = iota
	Comma          // ids=1,2
	Repeat         // ids=1&ids=2
	Brackets       // ids[]=1&ids[]=2
	Indexes        // ids[0]=1&ids[1]=2
)

var (
	errNames = fault.Errorf("the names of the call take more than 1 MiB with it: the value contains itself or is too large")
	errInURL = fault.Errorf("the query of the URL has it already, or a name in brackets that it writes: change that there, in the template or in the value that writes it, or do not pass it")
)

// Pairs are the pairs of a query or form. The names in brackets of a call are counted, with those of
// omitted values, so that this also stops at a value that contains itself. A parameter derives names in brackets from its
// key and a map, a struct, a list, or a list in the style Brackets:
//
//	{"page": {"size": 5}}  =>  page[size]
type Pairs struct {
	url   *address.URL      // they go to its query, and it counts the names
	form  url.Values        // or to this form
	lists Style             // of each list that is the value of a key
	query []byte            // of the URL as it is expanded, until its names are read
	owner map[string]string // the key of the parameter that has a name; "": the URL has it

	// Of the parameter that is added.
	key       string
	path      []byte // the brackets that follow the key in the name being written
	isDefault bool
	wrote     bool // it has a pair
}

// OfURL returns the pairs to be added to the query of an expanded URL.
func OfURL(u *address.URL, lists Style) *Pairs {
	return &Pairs{url: u, lists: lists, query: u.Query()}
}

// OfForm returns the pairs to be added to the form of a call with an expanded URL.
func OfForm(u *address.URL, form url.Values, lists Style) *Pairs {
	return &Pairs{url: u, form: form, lists: lists}
}

// Add adds the pairs of a parameter, leaving out what is nil or empty, and reports whether
// there are any. Those of a default give way to the URL's. Parameters are added in the order
// of their keys.
func (p *Pairs) Add(key string, v any, isDefault bool) (wrote bool, _ *fault.Error) {
	p.key, p.path, p.isDefault, p.wrote = key, p.path[:0], isDefault, false
	if key == "" {
		return false, fault.New(fault.Param, "", "its name is empty")
	}
	if err := p.addTree(value.OfJSON(v), p.lists); err != nil {
		return false, err.For(fault.Param, key)
	}
	return p.wrote, nil
}

// name returns the key and the brackets after it.
func (p *Pairs) name() string {
	if len(p.path) == 0 { // as most, without a call
		return p.key
	}
	return p.key + string(p.path)
}

// addTree adds a text, or what is in a map or a list, under the name of the whole:
//
//	{"items": [{"price": "p"}]}  =>  items[0][price]=p
func (p *Pairs) addTree(given any, style Style) *fault.Error {
	v, err := value.Tree(given)
	switch {
	case err != nil:
		return err
	case v.Kind == value.Text:
		return p.add(p.name(), v.Text)
	case v.Kind == value.List && (style != Indexes || len(p.path) == 0 && strings.HasSuffix(p.key, "[]")):
		if texts, ok, err := v.Texts(); err != nil || ok {
			return cmp.Or(err, p.addList(p.name(), texts, style))
		}
	}
	// Each item takes at least the name so far and brackets of what is left for names. A value
	// that contains itself is read again at each level, so this is asked before its items are.
	end := len(p.path)
	if len(v.Items) > p.url.NamesLeft()/(len(p.key)+end+len("[]")) {
		return errNames
	}
	for i, item := range v.Items {
		step, style := item.Key, p.lists
		if v.Kind == value.List {
			step, style = strconv.Itoa(i), Indexes
		} else if step == "" || strings.ContainsAny(step, "[]") {
			return fault.Errorf(`a name within it is empty or contains "[" or "]": put brackets in the name of the parameter`)
		}
		p.path = append(append(append(p.path[:end], '['), step...), ']')
		if p.url.Names += len(p.key) + len(p.path); p.url.NamesLeft() < 0 {
			return errNames
		}
		if err := p.addTree(item.Value, style); err != nil {
			return err
		}
	}
	return nil
}

// addList adds a list of scalars.
func (p *Pairs) addList(name string, texts []string, style Style) *fault.Error {
	switch isPairs := strings.HasSuffix(name, "[]"); {
	case len(texts) == 0:
		return nil
	case style == 0 && name != p.key:
		return fault.Errorf("it has a list below brackets, which servers read in different ways: set Lists, for example to ListBrackets, or pass endpoint.JSON")
	case style == Brackets && !isPairs:
		name += "[]"
	case style == Comma && !isPairs:
		if _, ok := value.Join(texts); !ok && p.form != nil {
			return fault.Errorf("an element contains a comma, which also separates elements: set Lists, for example to ListRepeat")
		}
		return p.add(name, texts...)
	}
	if !p.url.RepeatName(name, len(texts)) {
		return errNames
	}
	for _, text := range texts {
		if err := p.add(name, text); err != nil {
			return err
		}
	}
	return nil
}

// add adds a pair of a text, or of several with commas between them.
func (p *Pairs) add(name string, texts ...string) *fault.Error {
	switch ok, err := p.claim(name); {
	case !ok:
		return err
	case p.form != nil:
		p.form.Add(name, strings.Join(texts, ","))
	default:
		p.url.AddPair(name, texts...)
	}
	return nil
}

// claim reports whether the parameter may write a name, and keeps others from it. A default
// leaves out the pair of a name that the URL has. A name without brackets can only be that of
// the URL.
func (p *Pairs) claim(name string) (ok bool, _ *fault.Error) {
	p.readQuery()
	switch owner, isTaken := p.owner[name]; {
	case isTaken && owner == "" && p.isDefault:
		return false, nil
	case isTaken && owner == "":
		return false, errInURL
	case isTaken && owner != p.key:
		return false, fault.Errorf("%q and %q write the same name: pass only one of them, and remove a default by Unset", owner, p.key)
	case !isTaken && strings.Contains(name, "["):
		if p.owner == nil {
			p.owner = make(map[string]string)
		}
		p.owner[name] = p.key
	}
	p.wrote = true
	return true, nil
}

// readQuery reads the names of the URL, decoded, once there is one to compare.
func (p *Pairs) readQuery() {
	if len(p.query) == 0 {
		return
	}
	p.owner = make(map[string]string)
	for pair := range strings.SplitSeq(string(p.query), "&") {
		name, _, _ := strings.Cut(pair, "=")
		p.owner[rfc6570.UnescapeKey(name)] = ""
	}
	p.query = nil
}
