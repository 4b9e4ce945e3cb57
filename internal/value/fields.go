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
func JSONFields(v any) []Item { return jsonFirst.fields(v) }

// URLFields is [JSONFields] by url tags, which go before JSON of its own. url.Values have
// fields too.
func URLFields(v any) []Item { return urlFirst.fields(v) }

// PlacedFields returns the fields of a struct, or of a pointer to one, by where their tags say
// that they go. Those of headers are texts.
func PlacedFields(v any) (placed [InBody + 1][]Item) {
	switch rv := reflect.Indirect(reflect.ValueOf(v)); rv.Kind() {
	case reflect.Invalid:
	case reflect.Struct:
		return byPlace.items(rv)
	default:
		placed[InParams] = unreadable(fault.Errorf("%s is not a struct, whose tags say where its fields go", TypeName(reflect.TypeOf(v))))
	}
	return placed
}

func (r *reader) fields(v any) []Item {
	rv := reflect.Indirect(reflect.ValueOf(v))
	encodes := rv.IsValid() && encodesItself(reflect.TypeOf(v))
	if rv.IsValid() && !encodes && encodesItself(reflect.PointerTo(rv.Type())) {
		v, encodes = copyOf(rv).Interface(), true // as a field is sent
	}
	switch {
	case !rv.IsValid():
		return nil
	case isProto(rv.Type()):
		return unreadable(errProto(rv.Type()))
	case rv.Kind() == reflect.Struct && (!encodes || r.likeQuery && r.structOf(rv.Type()).hasURL):
		return r.items(rv)[r.place]
	case encodes:
		decoded, err := decode(v)
		if err != nil {
			return unreadable(err)
		}
		if m, ok := decoded.(map[string]any); ok || decoded == nil {
			return entriesOf(reflect.ValueOf(m))
		}
	case r.likeQuery && rv.Type() == reflect.TypeFor[url.Values]():
		return pairsOf(rv.Interface().(url.Values))
	case isObject(rv.Type()):
		return entriesOf(rv)
	}
	return unreadable(fault.Errorf("%s is not an object in JSON: pass a struct or a map with string keys", TypeName(reflect.TypeOf(v))))
}

// unreadable returns what stands in place of the fields of what cannot be read as a whole.
func unreadable(err *fault.Error) []Item { return []Item{{"", err}} }

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
