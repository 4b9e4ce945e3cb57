// The structs of the model: what OptionsOf makes of them, and how FuzzModel makes them.

package test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/endpoint"
)

// A modelField is a field of a struct for OptionsOf, or an embedded struct.
//
//	F0 any    `query:"k,omitempty"`   {place: "query", name: "k", option: "omitempty", isAny: true}
//	F1 *Inner                         {inner: fields, isPointer: true}
type modelField struct {
	place, name, option string // of its tag; place is the key
	second              string // the key of another tag with the same name, "" for none
	value               any
	isAny               bool // its type is any, and not that of value

	inner     []modelField // of an embedded struct
	isPointer bool         // it is embedded as a pointer
	isNil     bool         // which is nil
}

func (f modelField) tag() string {
	if f.place == "" {
		return ""
	}
	tag := fmt.Sprintf("%s:%q", f.place, strings.TrimSuffix(f.name+","+f.option, ","))
	if f.second != "" {
		tag += fmt.Sprintf(" %s:%q", f.second, f.name)
	}
	return tag
}

// modelOptionsOf is OptionsOf of a struct with these fields, nil without any.
func modelOptionsOf(fields []modelField) endpoint.Layer {
	if fields == nil {
		return nil
	}
	return endpoint.OptionsOf(modelStructOf(fields).Interface())
}

// modelStructOf returns a struct with these fields, called F0, F1 and so on.
func modelStructOf(fields []modelField) reflect.Value {
	values, types := make([]reflect.Value, len(fields)), make([]reflect.StructField, len(fields))
	for i, f := range fields {
		v := reflect.ValueOf(&f.value).Elem()
		switch {
		case f.inner != nil && f.isPointer:
			v = modelStructOf(f.inner).Addr()
			if f.isNil {
				v = reflect.Zero(v.Type())
			}
		case f.inner != nil:
			v = modelStructOf(f.inner)
		case !f.isAny && f.value != nil:
			v = v.Elem()
		}
		values[i] = v
		types[i] = reflect.StructField{Name: fmt.Sprint("F", i), Type: v.Type(), Tag: reflect.StructTag(f.tag()), Anonymous: f.inner != nil}
	}
	s := reflect.New(reflect.StructOf(types)).Elem()
	for i, v := range values {
		s.Field(i).Set(v)
	}
	return s
}

// A modelSlot is where a field goes: in a map, under a key.
type modelSlot struct{ place, key string }

// A modelPlaced is a field with the number of structs that it is embedded in.
type modelPlaced struct {
	modelField
	depth  int
	absent bool // in a nil pointer
}

// modelFieldsOf is what OptionsOf makes of a struct with these fields, as Options.
func modelFieldsOf(fields []modelField) endpoint.Options {
	slots := map[modelSlot][]modelPlaced{}
	modelPlace(slots, fields, 0, false)
	o := endpoint.Options{Params: params{}, Path: path{}, Query: query{}, Headers: headers{}}
	for slot, all := range slots {
		outer := slices.MinFunc(all, func(a, b modelPlaced) int { return a.depth - b.depth }).depth
		all = slices.DeleteFunc(all, func(f modelPlaced) bool { return f.depth > outer }) // which it hides
		isAmbiguous := slot.place == "json" && len(all) > 1                               // encoding/json writes neither
		sent := slices.DeleteFunc(slices.Clone(all), modelPlaced.isOmitted)
		switch {
		case len(sent) == 0:
		case len(sent) > 1 || isAmbiguous:
			slot.set(&o, modelUnreadValue)
		default:
			slot.set(&o, sent[0].given())
		}
	}
	return o
}

// modelPlace sorts fields by where they go.
func modelPlace(slots map[modelSlot][]modelPlaced, fields []modelField, depth int, absent bool) {
	for i, f := range fields {
		if f.inner != nil {
			modelPlace(slots, f.inner, depth+1, absent || f.isNil)
			continue
		}
		slot := modelSlot{cmp.Or(f.place, "json"), cmp.Or(f.name, fmt.Sprint("F", i))}
		switch slot.place {
		case "url":
			slot.place = "query"
		case "header":
			slot.key = strings.ToLower(slot.key)
		}
		slots[slot] = append(slots[slot], modelPlaced{f, depth, absent})
	}
}

func (f modelPlaced) isOmitted() bool {
	v := reflect.ValueOf(f.value)
	switch isNil := !v.IsValid(); {
	case f.absent:
		return true
	case f.option == "":
		return false
	case isNil || f.isAny:
		return isNil && strings.HasPrefix(f.option, "omit")
	case f.option == "omitzero":
		return v.IsZero()
	case f.option != "omitempty":
		return false
	}
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return v.Len() == 0
	case reflect.Struct:
		return reflect.TypeOf(f.value) == reflect.TypeFor[time.Time]() && v.IsZero()
	}
	return v.IsZero()
}

// given is what a field sends, modelUnreadValue if it cannot be read.
func (f modelPlaced) given() any {
	value, isQuery := f.value, f.place == "query" || f.place == "url"
	if texts, ok := value.(modelTwoTexts); ok && !f.isAny { // a field has the methods of its pointer
		value = &texts
	}
	switch {
	case f.place == "", f.second != "", f.place == "header" && f.name == "":
		return modelUnreadValue
	case f.option == "comma" && isQuery:
		return modelJoined(value)
	case f.option != "" && !strings.HasPrefix(f.option, "omit"):
		return modelUnreadValue
	}
	return value
}

// modelJoined is a list as one text. What is not a list is as it is.
func modelJoined(value any) any {
	v := modelOf(value)
	switch v.kind {
	case modelNoText:
		return modelUnreadValue
	case modelList:
	default:
		return value
	}
	var texts []string
	for _, e := range v.list {
		switch e := modelOf(e); {
		case e.kind == modelUndefined:
		case e.kind != modelScalar || strings.Contains(e.text, ","):
			return modelUnreadValue
		default:
			texts = append(texts, e.text)
		}
	}
	if texts == nil {
		return []any{}
	}
	return strings.Join(texts, ",")
}

// modelUnreadValue stands for a field that cannot be read, and is ErrParam wherever it goes.
// modelUnreadHeader is it in a header, and modelEmptyHeader an empty one, which is ErrHeader.
var modelUnreadValue = endpoint.JSON(nil)

const (
	modelUnreadHeader = "\x00unread"
	modelEmptyHeader  = "\x00empty"
)

// set sets what a field sends in Options.
func (s modelSlot) set(o *endpoint.Options, value any) {
	switch s.place {
	case "path":
		o.Path[s.key] = value
	case "query":
		o.Query[s.key] = value
	case "json":
		o.Params[s.key] = value
	case "body":
		o.Data = value
	case "header":
		_, isTime := value.(time.Time)
		switch v := modelOf(value); {
		case v.kind == modelUndefined:
		case v.kind != modelScalar || isTime:
			o.Headers[s.key] = modelUnreadHeader
		case strings.Trim(v.text, " \t") == "":
			o.Headers[s.key] = modelEmptyHeader
		default:
			o.Headers[s.key] = v.text
		}
	}
}

// fields chooses the fields of a struct, which may be a default.
func (c *modelCall) fields(isDefault bool) []modelField {
	fields := c.plainFields(isDefault)
	if c.isOneIn(3) {
		inner := append(c.plainFields(isDefault), modelField{place: "json", name: "inner", value: c.value(), option: "omitempty"})
		f := modelField{inner: inner, isPointer: c.isOneIn(2)}
		f.isNil = f.isPointer && c.isOneIn(3)
		fields = append(fields, f)
	}
	if c.isOneIn(8) {
		fields = append(fields, modelField{place: "body", value: c.data(), isAny: c.isOneIn(2)})
	}
	if c.isOneIn(20) { // a field that cannot be read
		fields = append(fields, anyOf(c,
			modelField{value: 1},
			modelField{place: "query", option: "omitempty", second: "path", value: 1},
			modelField{place: "header", value: "v"},
			modelField{place: "json", name: "k", option: "string", value: 1},
			modelField{place: "path", name: "x", option: "comma", value: []any{1}},
			modelField{place: "header", name: "x-a", option: "unix", value: 1},
		))
	}
	return fields
}

// plainFields chooses fields that are not embedded and can be read.
func (c *modelCall) plainFields(isDefault bool) []modelField {
	fields := []modelField{}
	for range c.early(5) {
		f := modelField{place: anyOf(c, "path", "json", "query", "url", "header"), value: c.value(), isAny: c.isOneIn(2)}
		switch f.place {
		case "path":
			if f.name = "k"; len(c.names) > 0 {
				f.name = anyOf(c, c.names...)
			}
		case "json":
			f.name = earlyOf(c, "k", "q[]", "u", "my_url", "x", "y", "curl", "")
		case "header":
			f.name = earlyOf(c, modelHeaders...)
			if isDefault && strings.EqualFold(f.name, "content-type") { // which a call without a body leaves out
				f.name = "x-a"
			}
			if c.isOneIn(2) {
				f.value = earlyOf(c, modelTypes...)
			}
		default:
			f.name = earlyOf(c, "k", "q", "x", "q[]", "k[k]", "")
		}
		f.option = earlyOf(c, "", "omitempty", "omitzero")
		if c.isOneIn(8) && (f.place == "query" || f.place == "url") {
			f.option = "comma"
		}
		fields = append(fields, f)
	}
	return fields
}
