// Structs by the tags of encoding/json and go-querystring.

package value

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/endpoint/internal/fault"
)

// A structType is what is known of a struct type.
type structType struct {
	fields    []field      // by place and name, those of one name from the outside in
	isTagged  bool         // an exported field, its own or an embedded one, has a json or url tag
	hasURL    bool         // one has a url tag
	isLost    bool         // see isLost
	byPointer bool         // a field is sent as a pointer
	err       *fault.Error // why it cannot be read
}

// maxEmbedded is how many embedded structs a struct may have in all. Those within
// one that is embedded many times count each time.
const maxEmbedded = 1000

// structOf returns what is known of a struct type, which is read once.
func (r *reader) structOf(t reflect.Type) *structType {
	s, ok := r.types.Load(t)
	if !ok {
		s, _ = r.types.LoadOrStore(t, r.read(t))
	}
	return s.(*structType)
}

// read reads the fields of t as Go promotes them, but by the names of their tags.
func (r *reader) read(t reflect.Type) *structType {
	s := &structType{isLost: isLost(t)}
	type embedded struct {
		field
		types []reflect.Type // of the structs around its fields, its own last
	}
	queue := []embedded{{field{path: cmp.Or(t.Name(), "struct")}, []reflect.Type{t}}}
	for i := 0; i < len(queue) && i <= maxEmbedded; i++ {
		outer := queue[i]
		t := outer.types[len(outer.types)-1]
		if r.noEncoder != "" && encodesItself(reflect.PointerTo(t)) {
			s.err = cmp.Or(s.err, fault.Errorf("%s %s", outer.path, r.noEncoder))
		}
		for j := range t.NumField() {
			sf := t.Field(j)
			s.isTagged = s.isTagged || sf.IsExported() && sf.Tag.Get("json")+sf.Tag.Get("url") != ""
			s.hasURL = s.hasURL || sf.IsExported() && sf.Tag.Get("url") != ""
			f, isPromoted := r.field(sf)
			f.index, f.path = append(slices.Clip(outer.index), j), outer.path+"."+sf.Name
			if inner := pointedTo(sf.Type); isPromoted && !slices.Contains(outer.types, inner) {
				queue = append(queue, embedded{f, append(slices.Clip(outer.types), inner)})
			}
			if f.name != "" || f.reason != "" {
				s.fields = append(s.fields, f)
			}
		}
	}
	switch {
	case len(queue) > maxEmbedded+1:
		s.err = fault.Errorf("%s has more than %d embedded structs: pass a map", queue[0].path, maxEmbedded)
	case s.isLost && !s.isTagged && len(s.fields) == 0:
		s.err = errLost(t)
	}
	slices.SortStableFunc(s.fields, func(f, g field) int { return f.compare(&g) })
	s.fields = r.dominant(s.fields)
	s.byPointer = slices.ContainsFunc(s.fields, func(f field) bool { return f.byPointer })
	return s
}

// dominant leaves out the fields that others hide. As in encoding/json, a field hides those of its
// name further down; in a query one of those is sent where it is not. Of fields of one name at one
// depth, encoding/json writes that which alone has the name in its tag, even if it omits that, else
// none: the others are refused. Fields with other tags are left to items.
func (r *reader) dominant(fields []field) []field {
	isNamed := func(f field) bool { return f.isNamed }
	isOther := func(f field) bool { return f.key != "" && f.key != "json" }
	kept := fields[:0]
	for n := 0; len(fields) > 0; fields = fields[n:] {
		for n = 1; n < len(fields) && fields[n].compare(&fields[0]) == 0 && len(fields[n].index) == len(fields[0].index); {
			n++
		}
		same := fields[:n]
		switch i := slices.IndexFunc(same, isNamed); {
		case !r.likeQuery && len(kept) > 0 && same[0].compare(&kept[len(kept)-1]) == 0:
			continue // they are further down
		case n == 1, slices.ContainsFunc(same, isOther):
		case i >= 0 && !slices.ContainsFunc(same[i+1:], isNamed):
			same[0], same[i] = same[i], same[0]
			for i := range same[1:] {
				same[1+i].refuse(same[0].path + " has its name in a tag, and encoding/json writes no other: rename one, or leave it out")
			}
		default:
			for i := range same {
				same[i].refuse(same[(i+1)%n].path + " has its name too, and encoding/json writes neither: rename one, or leave it out")
			}
		}
		kept = append(kept, same...)
	}
	return kept
}

// hides reports whether encoding/json writes f in place of g, of its name and depth.
func (f *field) hides(g *field) bool {
	return f.isNamed && !g.isNamed && f.key == "json" && g.key != "url"
}

// items returns the fields of a struct by place, of those of one name the outer one that is sent.
// It reads only those that may be sent, so that the caller may use all others meanwhile.
func (r *reader) items(rv reflect.Value) (placed [InBody + 1][]Item) {
	s := r.structOf(rv.Type())
	if s.err != nil {
		placed[r.place] = unreadable(s.err)
		return placed
	}
	items := make([]Item, 0, len(s.fields)) // those of all places
	var sent *field                         // the last one
	for i := range s.fields {
		f := &s.fields[i]
		v, err := rv.FieldByIndexErr(f.index)
		switch {
		case err != nil, f.omits(v): // an error where a nil pointer embeds it
		case sent == nil || sent.compare(f) != 0:
			if given, ok := f.given(v); ok {
				items, sent = append(items, Item{f.name, given}), f
				placed[f.place] = items[len(items)-1-len(placed[f.place]):] // since the fields are sorted by place
			}
		case len(sent.index) == len(f.index) && !sent.hides(f):
			reason := fmt.Sprintf("%s and %s are both sent as %q: leave one out", sent.path, f.path, f.name)
			items[len(items)-1].Value = fault.New(fault.Param, "", reason)
		}
	}
	return placed
}

// given returns what f is sent as, if it is sent.
func (f *field) given(v reflect.Value) (given any, ok bool) {
	if f.reason != "" {
		return f.failing(f.reason, nil), true
	}
	if f.byPointer { // what is sent does not follow the caller's struct
		v = copyOf(v)
	}
	switch given = v.Interface(); {
	case f.place == InHeaders:
		return f.text(given)
	case f.comma:
		return f.join(given)
	}
	return given, true
}

// failing returns what stands in place of a field that cannot be sent.
func (f *field) failing(reason string, cause error) *fault.Error {
	return &fault.Error{Kind: fault.Param, Reason: f.path + ": " + reason, Cause: cause}
}

// join returns the elements of a list as one text. A value that is no list is sent as it is. So is
// an empty list in a query, which may need one; elsewhere it is not sent.
func (f *field) join(given any) (_ any, ok bool) {
	list, err := Tree(given)
	if err == nil && list.Kind != List {
		return given, true
	}
	texts, areScalars, failed := list.Texts()
	joined, ok := Join(texts)
	switch err = cmp.Or(err, failed); {
	case err != nil:
		return f.failing(err.Reason, err.Cause), true
	case !areScalars:
		return f.failing("only a list of scalars is joined by commas: remove the option and set the parameter yourself", nil), true
	case !ok:
		return f.failing("an element contains a comma, which also separates elements: remove the option that joins them", nil), true
	case len(texts) == 0:
		return given, f.place == InQuery
	}
	return joined, true
}

// text returns the text of a header. Nil is not sent.
func (f *field) text(given any) (_ any, ok bool) {
	v, err := Of(given)
	_, elem, _ := follow(given)
	switch {
	case err != nil:
		return f.failing(err.Reason, err.Cause), true
	case v.Kind == Undefined:
		return nil, false
	case v.Kind != Text, elem.Type() == reflect.TypeFor[time.Time]():
		return f.failing("a header is one text: pass that of a list by strings.Join, of a time by t.UTC().Format(http.TimeFormat)", nil), true
	case strings.Trim(v.Text, " \t") == "":
		empty := f.failing(fmt.Sprintf(`the value is empty: write omitempty in its tag if it is optional; then Headers{%q: ""} behind the struct removes an earlier one`, f.name), nil)
		empty.Kind = fault.Header
		return empty, true
	}
	return v.Text, true
}
