// Maps, structs and JSON objects as names and values.

package value

import (
	"net/url"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/fault"
)

// An Item is an entry of a map, a field of a struct or, without a key, an element of a
// list. Its value is not read yet.
type Item struct {
	Key   string
	Value any
}

// JSONFields returns the fields of a struct or of a pointer to one, the members of the JSON
// object of a type with MarshalJSON or MarshalText, or the entries of a map with string
// keys, sorted by key. Nil has none. A field that cannot be read is its
// *fault.Error; what cannot be read as a whole is that under the key "".
func JSONFields(v any) []Item { return jsonFirst.readable(v) }

// URLFields is [JSONFields] by url tags, which go before JSON of its own. url.Values have
// fields too.
func URLFields(v any) []Item { return urlFirst.readable(v) }

// PlacedFields returns the fields of a struct, or of a pointer to one, by where their tags say
// that they go. Those of headers are texts.
func PlacedFields(v any) (placed [InBody + 1][]Item) {
	var err *fault.Error
	switch rv := reflect.Indirect(reflect.ValueOf(v)); rv.Kind() {
	case reflect.Invalid:
	case reflect.Struct:
		placed, err = byPlace.structOf(rv.Type()).items(rv)
	default:
		err = fault.Errorf("%s is not a struct, whose tags say where its fields go", TypeName(reflect.TypeOf(v)))
	}
	if err != nil {
		placed[InParams] = []Item{{"", err}}
	}
	return placed
}

func (r *reader) readable(v any) []Item {
	items, err := r.fields(v)
	if err != nil {
		return []Item{{"", err}}
	}
	return items
}

func (r *reader) fields(v any) ([]Item, *fault.Error) {
	if t := reflect.TypeOf(v); t != nil && !encodesItself(t) && encodesItself(reflect.PointerTo(t)) {
		v = copyOf(reflect.ValueOf(v)).Interface() // as a field is sent
	}
	rv := reflect.Indirect(reflect.ValueOf(v))
	switch {
	case !rv.IsValid():
		return nil, nil
	case isProto(rv.Type()):
		return nil, errProto(rv.Type())
	case rv.Kind() == reflect.Struct && (!encodesItself(reflect.TypeOf(v)) || r.likeQuery && r.structOf(rv.Type()).hasURL):
		placed, err := r.structOf(rv.Type()).items(rv)
		return placed[r.place], err
	case encodesItself(reflect.TypeOf(v)):
		decoded, err := decode(v)
		m, ok := decoded.(map[string]any)
		if ok || decoded == nil { // null has none
			return entriesOf(reflect.ValueOf(m)), err
		}
	case r.likeQuery && rv.Type() == reflect.TypeFor[url.Values]():
		return pairsOf(rv.Interface().(url.Values)), nil
	case isObject(rv.Type()):
		return entriesOf(rv), nil
	}
	return nil, fault.Errorf("%s is not an object in JSON: pass a struct or a map with string keys", TypeName(reflect.TypeOf(v)))
}

// entriesOf returns the entries of a map with string keys.
func entriesOf(m reflect.Value) []Item {
	items := make([]Item, 0, m.Len())
	if m, ok := m.Interface().(map[string]any); ok { // as most are: reflection takes an allocation for each
		for k, v := range m {
			items = append(items, Item{k, v})
		}
		return sorted(items)
	}
	for it := m.MapRange(); it.Next(); {
		items = append(items, Item{it.Key().String(), it.Value().Interface()})
	}
	return sorted(items)
}

// pairsOf returns what url.Values have for each name: a text, or a list of others than one.
func pairsOf(values url.Values) []Item {
	items := make([]Item, 0, len(values))
	for name, texts := range values {
		item := Item{name, texts}
		if len(texts) == 1 {
			item.Value = texts[0]
		}
		items = append(items, item)
	}
	return sorted(items)
}

// sorted sorts the items of a map by key.
func sorted(items []Item) []Item {
	slices.SortFunc(items, func(a, b Item) int { return strings.Compare(a.Key, b.Key) })
	return items
}
