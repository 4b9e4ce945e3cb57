// Whether the error of a caller's method may be shown.

package redact

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Harmless reports whether err, with all that it wraps, shows nothing of v: no
// string, number or other scalar that v holds is in its text or its fields. Of
// what is too large or deep to search, it says that it does.
func Harmless(err error, v any) bool {
	shown := scalars{budget: maxScalars}
	for err := range chain(err) {
		shown.texts = append(shown.texts, err.Error())
		shown.add(reflect.ValueOf(err), 0)
	}
	held := scalars{budget: maxScalars}
	held.add(reflect.ValueOf(v), 0)
	if shown.budget < 0 || held.budget < 0 {
		return false
	}
	text := strings.Join(shown.texts, "\n")
	for _, s := range held.texts {
		quoted := strconv.Quote(s)
		if s != "" && (strings.Contains(text, s) || strings.Contains(text, quoted[1:len(quoted)-1])) {
			return false
		}
	}
	return true
}

// chain yields err and all that it wraps.
func chain(err error) func(yield func(error) bool) {
	return func(yield func(error) bool) { yieldChain(err, yield) }
}

func yieldChain(err error, yield func(error) bool) bool {
	if err == nil {
		return true
	}
	if !yield(err) {
		return false
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return yieldChain(e.Unwrap(), yield)
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			if !yieldChain(inner, yield) {
				return false
			}
		}
	}
	return true
}

// What bounds the search of a value, which may hold itself.
const (
	maxScalars = 10_000
	maxLevels  = 100
)

// scalars are the texts of the scalars that values hold. budget is below zero
// where it was not enough for all.
type scalars struct {
	texts  []string
	budget int
}

var (
	reflectType  = reflect.TypeFor[reflect.Type]()
	reflectValue = reflect.TypeFor[reflect.Value]()
)

func (s *scalars) add(v reflect.Value, depth int) {
	if s.budget--; depth > maxLevels {
		s.budget = -1
	}
	if s.budget < 0 || !v.IsValid() || v.Type().Implements(reflectType) {
		return
	}
	if text, ok := stringOf(v); ok {
		s.texts = append(s.texts, text)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		s.add(v.Elem(), depth+1)
	case reflect.Struct:
		if v.Type() == reflectValue { // a value that cannot be seen from outside
			s.budget = -1
			return
		}
		for i := range v.NumField() {
			s.add(v.Field(i), depth+1)
		}
	case reflect.Map:
		for it := v.MapRange(); s.budget >= 0 && it.Next(); {
			s.add(it.Key(), depth+1)
			s.add(it.Value(), depth+1)
		}
	case reflect.Slice, reflect.Array:
		s.addList(v, depth)
	case reflect.String:
		s.texts = append(s.texts, v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		s.texts = append(s.texts, strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		s.texts = append(s.texts, strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		s.texts = append(s.texts, fmt.Sprint(v.Float()))
		for _, format := range []byte("gf") {
			s.texts = append(s.texts, strconv.FormatFloat(v.Float(), format, -1, v.Type().Bits()))
		}
	case reflect.Complex64, reflect.Complex128:
		s.texts = append(s.texts, fmt.Sprint(v.Complex()))
	}
	// Of the other kinds a boolean is one of two values, and what is left is no
	// more than an address.
}

// addList adds the elements of a list, and those of bytes or characters also as
// one text.
func (s *scalars) addList(v reflect.Value, depth int) {
	kind := v.Type().Elem().Kind()
	if kind == reflect.Uint8 && v.Kind() == reflect.Slice { // as a rule a text, and long
		s.texts = append(s.texts, string(v.Bytes()), fmt.Sprintf("%x", v.Bytes()))
		return
	}
	var text, hex strings.Builder
	for i := 0; s.budget >= 0 && i < v.Len(); i++ {
		e := v.Index(i)
		switch kind {
		case reflect.Uint8:
			text.WriteByte(byte(e.Uint()))
			fmt.Fprintf(&hex, "%02x", e.Uint())
		case reflect.Int32:
			text.WriteRune(rune(e.Int()))
		}
		s.add(e, depth+1)
	}
	s.texts = append(s.texts, text.String(), hex.String())
}

// stringOf returns what a String method makes of v, if it has one that can be
// called and does not panic. It is not for fmt to call: fmt would follow a
// reflect.Value that holds itself.
func stringOf(v reflect.Value) (text string, ok bool) {
	if !v.CanInterface() || v.Kind() == reflect.Pointer && v.IsNil() || v.Kind() == reflect.Interface {
		return "", false
	}
	defer func() {
		if recover() != nil {
			text, ok = "", false
		}
	}()
	if t, is := v.Interface().(fmt.Stringer); is {
		return t.String(), true
	}
	return "", false
}
