// Pointers that lead back to themselves inside a value.

package value

import "reflect"

// encoderLoops says that encoding/json follows such a pointer without end, as it
// does since it stands on encoding/json/v2. json.RawMessage tells which it is.
var encoderLoops = rawMessage.PkgPath() != "encoding/json"

// A search looks for a pointer that leads back to itself by way of pointers and
// interfaces alone. Of any other loop, encoding/json returns an error. It visits
// each map and slice once.
type search map[visited]bool

type visited struct {
	t    reflect.Type
	p    uintptr
	size int
}

// visit returns an error if rv, which is so many levels deep, holds such a pointer.
func (s search) visit(rv reflect.Value, depth int) error {
	for n := 0; rv.IsValid() && !infoOf(rv.Type()).hasJSON() && (rv.Kind() == reflect.Pointer || rv.Kind() == reflect.Interface); n++ {
		if n == 64 {
			return errPointerLoop
		}
		rv = rv.Elem()
	}
	if !rv.IsValid() || depth > maxDepth || infoOf(rv.Type()).hasJSON() { // no deeper value is encoded
		return nil
	}
	switch rv.Kind() {
	case reflect.Struct:
		for i := range rv.NumField() {
			if err := s.visit(rv.Field(i), depth+1); err != nil {
				return err
			}
		}
	case reflect.Map, reflect.Slice:
		if isScalar(rv.Type().Elem().Kind()) || !s.add(visited{rv.Type(), rv.Pointer(), rv.Len()}) {
			return nil
		}
	}
	return s.visitElements(rv, depth)
}

// visitElements visits the elements of a map, a slice or an array.
func (s search) visitElements(rv reflect.Value, depth int) error {
	switch rv.Kind() {
	case reflect.Map:
		for it := rv.MapRange(); it.Next(); {
			if err := s.visit(it.Value(), depth+1); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range rv.Len() {
			if err := s.visit(rv.Index(i), depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// add adds v, and reports whether it is new.
func (s search) add(v visited) bool {
	isNew := !s[v]
	s[v] = true
	return isNew
}

func isScalar(kind reflect.Kind) bool {
	return kind <= reflect.Complex128 || kind == reflect.String
}
