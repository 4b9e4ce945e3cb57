// The judge: a call is built with the library, and an error that nothing in a hole
// removes is reported.

package analyzer

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint"
)

// build builds the call.
func (k *call) build() (req endpoint.Request, failed *endpoint.Error) {
	e, layers := endpoint.New(k.layers[:k.defaults]...), k.layers[k.defaults:]
	req, err := e.Build(k.route, layers...)
	if err == nil {
		ctx := context.Background()
		if k.isNilContext() {
			ctx = nil
		}
		_, err = e.HTTPRequest(ctx, k.route, layers...)
	}
	errors.As(err, &failed)
	return req, failed
}

// isNilContext reports whether a call of the library has nil as its context.
func (k *call) isNilContext() bool {
	if k.name != "HTTPRequest" || k.site.isOpen {
		return false
	}
	ctx, isIdent := k.site.call().Args[0].(*ast.Ident)
	return isIdent && ctx.Name == "nil"
}

// maxBuilds is how often a call of 10 keys, or with a route of 500 bytes, is built
// before nothing is reported. A larger one takes longer.
const maxBuilds = 4000

// judge returns the error of a call, nil if it may succeed.
func (k *call) judge() *endpoint.Error {
	_, err := k.build()
	k.left = maxBuilds / (1 + len(k.spots)/10 + len(k.route)/500 + k.turn)
	switch {
	case err == nil:
		return nil
	case k.isNilContext(): // which no layer changes
		return err
	case !k.isDoomed(err, nil):
		return nil
	}
	return k.certain
}

// isDoomed reports whether the call fails whatever is in its holes, where it has an
// error. It fills them with all that may remove the error, one after the other, and
// where that turns it into another it goes on with that. On the way it does not come
// back to an error. How a missing parameter is filled, or a key of Path named, makes no
// difference to the errors after it. What is found to have no remedy is the certain error,
// but for a URL that is not shown.
func (k *call) isDoomed(err *endpoint.Error, before []*endpoint.Error) bool {
	before = append(slices.Clip(before), err)
	isFilled := !slices.ContainsFunc(before, func(e *endpoint.Error) bool { return e.Err != endpoint.ErrMissingParam && !k.isPath(e) })
	isRemoved := false
	for _, change := range k.changes(err) {
		undo := change.make()
		_, now := k.build()
		k.left--
		isNew := now != nil && !slices.ContainsFunc(before, func(e *endpoint.Error) bool { return isSame(e, now) })
		isFree := now == nil || k.left < 0 || isNew && !k.isDoomed(now, before)
		undo()
		base, _ := change[0].value.(string)
		isOf := len(change) == 1 && (change[0].key == err.Name || strings.Contains(base, "{"+err.Name+"}"))
		switch {
		case isFree:
			return false
		case isNew && isFilled && isOf && k.certain.Name != err.Name:
			return true
		}
		isRemoved = isRemoved || isNew && err.Err == endpoint.ErrRoute
	}
	if !isRemoved {
		k.certain = err
	}
	return true
}

func isSame(a, b *endpoint.Error) bool {
	return a.Err == b.Err && a.Name == b.Name && a.Reason == b.Reason
}

// maxFills is how many placeholders and keys of Path a call may have that are filled or left out.
const maxFills = 200

// fill builds the call with values for the placeholders that nothing shown gives one, and
// without keys of Path that no placeholder names, as BaseURL may. It returns no request if
// the call fails all the same.
func (k *call) fill(value func(name string) any) (req *endpoint.Request, names []string) {
	layers, filled := k.layers, &endpoint.Options{Path: endpoint.Path{}}
	k.layers = append(slices.Clip(layers), filled)
	defer func() { k.layers = layers }()
	for range maxFills {
		built, err := k.build()
		switch {
		case err == nil:
			return &built, names
		case err.Err == endpoint.ErrMissingParam && !slices.Contains(names, err.Name):
			names = append(names, err.Name)
			filled.Path[err.Name] = value(err.Name)
		case k.isPath(err):
			for _, s := range k.spots {
				if s.field == "Path" && s.key == err.Name {
					defer edit{s.layer, "Path", s.key, absent{}}.make()()
				}
			}
		default:
			return nil, names
		}
	}
	return nil, names
}

// A change is what may be in holes.
type change []edit

// An edit is a value of a field of a layer, or of a key of a field. What is absent
// is not there.
type edit struct {
	layer      *endpoint.Options
	field, key string
	value      any
}

type absent struct{}

// make makes the change, and returns what undoes it.
func (all change) make() (undo func()) {
	var undos []func()
	for _, e := range all {
		undos = append(undos, e.make())
	}
	return func() {
		for _, undo := range slices.Backward(undos) {
			undo()
		}
	}
}

func (e edit) make() (undo func()) {
	field := reflect.ValueOf(e.layer).Elem().FieldByName(e.field)
	if field.Kind() != reflect.Map {
		before := reflect.ValueOf(field.Interface())
		field.Set(valueOf(e.value, field.Type()))
		return func() { field.Set(valueOf(before, field.Type())) }
	}
	if field.IsNil() {
		field.Set(reflect.MakeMap(field.Type()))
	}
	key := reflect.ValueOf(e.key)
	before := field.MapIndex(key)
	value := reflect.Value{} // which deletes the key
	if e.value != (absent{}) {
		value = valueOf(e.value, field.Type().Elem())
	}
	field.SetMapIndex(key, value)
	return func() { field.SetMapIndex(key, before) }
}

// valueOf returns v as a value of a type.
func valueOf(v any, t reflect.Type) reflect.Value {
	rv, ok := v.(reflect.Value)
	if !ok {
		rv = reflect.ValueOf(v)
	}
	if _, isAbsent := v.(absent); isAbsent || !rv.IsValid() {
		return reflect.Zero(t)
	}
	return rv.Convert(t)
}

var bodyTypes = []any{"", sampleText, "application/json", "application/x-www-form-urlencoded"}

// fillings are what may be in a hole, by field: of a map the values that the key of
// an error may have, or a header that decides what a body may be.
var fillings = []struct {
	field  string
	values []any
}{
	{"Params", []any{sampleText, nil, endpoint.Unset, absent{}}},
	{"Path", []any{sampleText, nil, endpoint.Unset, absent{}}},
	{"Query", []any{sampleText, nil, endpoint.Unset, absent{}}},
	{"Headers", bodyTypes},
	{"Lists", []any{endpoint.ListRepeat, endpoint.ListComma, endpoint.ListBrackets, endpoint.ListIndexes}},
	{"MediaType", []any{endpoint.MediaType{Format: sampleText}}},
	{"Data", []any{absent{}, sampleText, map[string]any{sampleText: sampleText}, (*int)(nil)}},
	{"Method", []any{"POST", "GET", "OPTIONS"}},
}

// isPath reports whether an error is that of a key of Path, which BaseURL may name.
func (k *call) isPath(err *endpoint.Error) bool {
	isKey := func(s spot) bool { return s.field == "Path" && s.key == err.Name }
	return err.Err == endpoint.ErrParam && slices.ContainsFunc(k.spots, isKey)
}

// changes returns what may be in the holes that could remove an error.
func (k *call) changes(err *endpoint.Error) (all []change) {
	var left change // what may be left out
	for _, h := range k.holes {
		if h.key != "" && h.field != "Headers" {
			left = append(left, edit{h.layer, h.field, h.key, absent{}})
		}
		for _, f := range fillings {
			if h.field == "" || h.field == f.field {
				all = append(all, h.fill(f.field, f.values, err.Name)...)
			}
		}
		all = append(all, h.fillAddress(err.Name)...)
	}
	if len(left) > 0 {
		all = append(all, left)
	}
	return all
}

// fill returns what may be in a field of a hole.
func (h *hole) fill(field string, values []any, name string) (all []change) {
	keys := []string{""}
	switch field {
	case "Params", "Path", "Query":
		keys = []string{name}
	case "Headers":
		keys = []string{"content-type", "content-encoding", name}
	}
	for _, key := range keys {
		isOther := h.key != "" && !strings.EqualFold(h.key, key)
		if isOther || !h.only.admit(field, key) {
			continue
		}
		for _, value := range values {
			all = append(all, change{{h.layer, field, cmp.Or(h.key, key), value}})
		}
	}
	return all
}

// fillAddress returns what may be in BaseURL and URL of a hole. Both may name a key of
// Path, or a missing parameter.
func (h *hole) fillAddress(name string) (all []change) {
	set := func(field, value string) {
		if h.field == "" || h.field == field {
			all = append(all, change{{h.layer, field, "", value}})
		}
	}
	const base = "https://vet.example"
	known, isKnown := h.only.baseURLs()
	for _, url := range known {
		if isKnown {
			set("BaseURL", url)
		}
	}
	placeholders := []string{""}
	if name != "" {
		placeholders = append(placeholders, "/{"+name+"}")
	}
	for _, placeholder := range placeholders {
		if !isKnown {
			set("BaseURL", cmp.Or(h.layer.BaseURL, base)+placeholder)
		}
		if h.only.admit("URL", "") {
			set("URL", base+placeholder)
		}
	}
	return all
}
