// The judge: a call is built with the library, and an error that nothing in a hole
// removes is reported.

package analyzer

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"slices"
	"strings"

	"example.com/endpoint"
)

// layers returns the layers of slots.
func layers(slots []*slot) (all []endpoint.Layer) {
	for _, s := range slots {
		if !s.isOut {
			all = append(append(all, s.Options), s.fills...)
		}
	}
	return all
}

// build builds the call.
func (k *call) build() (req endpoint.Request, failed *endpoint.Error) {
	e, layers := endpoint.New(layers(k.slots[:k.defaults])...), layers(k.slots[k.defaults:])
	req, err := e.Build(k.route, layers...)
	if err == nil {
		_, err = e.HTTPRequest(context.Background(), k.route, layers...)
	}
	errors.As(err, &failed)
	if failed != nil && failed.Name == "content-length" && e.Merge(k.route, layers...).Headers["content-length"] == sampleLength {
		return req, nil // the body is a sample too
	}
	return req, failed
}

// maxBuilds is how often a call of 10 keys, or with a route of 500 bytes, is built
// before nothing is reported. A larger one takes longer.
const maxBuilds = 4000

// judge returns the error of a call, nil if it may succeed.
func (k *call) judge() *endpoint.Error {
	_, err := k.build()
	k.left = maxBuilds / (1 + len(k.spots)/10 + len(k.route)/500 + k.turn)
	if err == nil || !k.isDoomed(err, nil) {
		return nil
	}
	return k.certain
}

// isDoomed reports whether the call fails whatever is in its holes, where it has an
// error. It fills them with all that may remove the error, one after the other, and
// where that turns it into another it goes on with that. On the way it does not come
// back to an error. What is found to have no remedy is the certain error, but for a
// URL that is not shown.
func (k *call) isDoomed(err *endpoint.Error, before []*endpoint.Error) bool {
	all := endpoint.New(layers(k.slots)...).Options()
	if err.Err == endpoint.ErrOrigin && (strings.Contains(all.BaseURL, "{") || k.mayHave("", "BaseURL")) { // which is not wholly shown
		return false
	}
	before = append(slices.Clip(before), err)
	isRemoved := false
	for _, change := range k.changes(err, all) {
		undo := change.make()
		_, now := k.build()
		k.left--
		isSame := func(e *endpoint.Error) bool { return e.Err == now.Err && e.Name == now.Name && e.Reason == now.Reason }
		isNew := now != nil && !slices.ContainsFunc(before, isSame)
		isFree := now == nil || k.left < 0 || isNew && !k.isDoomed(now, before)
		undo()
		_, isPath := change[0].layer.(endpoint.Path)
		switch {
		case isFree:
			return false
		case isNew && isPath && len(change) == 1 && hasNoValue(err) && k.certain.Name != err.Name:
			return true // how it is filled makes no difference to the errors after it
		}
		isRemoved = isRemoved || isNew && err.Err == endpoint.ErrRoute
	}
	if !isRemoved {
		k.certain = err
	}
	return true
}

// hasNoValue reports whether an error is that of a placeholder without a value, or with one that is
// empty or would be another path.
func hasNoValue(err *endpoint.Error) bool {
	return err.Name != "" && (err.Err == endpoint.ErrMissingParam || err.Err == endpoint.ErrUnsafePath)
}

// maxFills is how many placeholders a call may have that are filled.
const maxFills = 200

// fill builds the call with values for the placeholders that nothing shown gives one. It returns no
// request if the call fails all the same.
func (k *call) fill(value func(name string) any) (req *endpoint.Request, names []string) {
	slots, filled := k.slots, &slot{Options: new(endpoint.Options)}
	k.slots = append(slices.Clip(slots), filled)
	defer func() { k.slots = slots }()
	for range maxFills {
		built, err := k.build()
		if err == nil {
			return &built, names
		}
		if !hasNoValue(err) || slices.Contains(names, err.Name) {
			break
		}
		names = append(names, err.Name)
		filled.fills = append(filled.fills, endpoint.Path{err.Name: value(err.Name)})
	}
	return nil, names
}

// missing returns the placeholders that nothing shown gives a value.
func (k *call) missing() []string {
	_, names := k.fill(func(string) any { return sampleText })
	return names
}

// alsoMissing returns the parameters that are missing as surely as that of an error.
func (k *call) alsoMissing(err *endpoint.Error) []string {
	if err.Err != endpoint.ErrMissingParam {
		return nil
	}
	return slices.DeleteFunc(k.missing(), func(name string) bool {
		return name == err.Name || k.mayFill(name) || k.mayHave(name, "URL", "BaseURL", "Params", "Path")
	})
}

// A change is what may be in holes, nil where a slot may not be there.
type change []struct {
	slot  *slot
	layer endpoint.Layer
}

// make makes the change, and returns what undoes it.
func (all change) make() (undo func()) {
	before := map[*slot]slot{}
	for _, f := range all {
		before[f.slot] = *f.slot
	}
	for _, f := range all {
		if f.slot.isOut = f.slot.isOut || f.layer == nil; f.layer != nil {
			f.slot.fills = append(slices.Clip(f.slot.fills), f.layer)
		}
	}
	return func() {
		for s, was := range before {
			*s = was
		}
	}
}

// mayBeOut returns what leaves out all that may not be there, unless a place is written twice, as in
// both branches of an if.
func (k *call) mayBeOut() (all change) {
	for _, h := range k.holes {
		isOther := func(o hole) bool { return o.mayBeOut && o.place == h.place && o.layer != h.layer }
		if h.mayBeOut && !slices.ContainsFunc(k.holes, isOther) {
			all = append(all, change{{h.layer, nil}}...)
		}
	}
	return all
}

// changes returns what may be in the holes that could remove an error of some options.
func (k *call) changes(err *endpoint.Error, of endpoint.Options) (all []change) {
	var left change // what may be left out
	isWritten := err.Err == endpoint.ErrRoute && err.Option == "" && strings.ContainsAny(k.route, "/{")
	for _, h := range k.holes {
		switch {
		case h.mayBeOut:
			all, left = append(all, change{{h.layer, nil}}), append(left, change{{h.layer, nil}}...)
		case h.Key != "" && slices.Contains([]string{"Params", "Path", "Query"}, h.Field):
			left = append(left, change{{h.layer, h.with(endpoint.Unset)}}...)
		}
		fillings := h.fillings(err.Name, of)
		if !isWritten || h.Field != "" { // else nobody means another URL by that
			fillings = append(fillings, h.addresses(err.Name, of)...)
		}
		for _, layer := range fillings {
			all = append(all, change{{h.layer, layer}})
		}
	}
	if len(left) > 0 {
		all = append(all, left)
	}
	return all
}

// fillings returns what may be in a hole: of a map the values that the key of an error may
// have, or a header that decides what a body may be. That is not empty where there is none to remove.
func (h *hole) fillings(name string, of endpoint.Options) (all []endpoint.Layer) {
	add := func(field string, layers ...endpoint.Layer) {
		if h.Field == "" || h.Field == field {
			all = append(all, layers...)
		}
	}
	texts := []string{sampleText, "application/json", "application/x-www-form-urlencoded", ""}
	for _, key := range []string{"content-type", "content-encoding", name, h.Key} {
		for _, text := range texts {
			mayBe := text != "" || !h.isFull && of.Headers.Get(key) != ""
			if mayBe && key != "" && (h.Key == "" || strings.EqualFold(h.Key, key)) {
				add("Headers", endpoint.Headers{key: text})
			}
		}
	}
	values := []any{nil, endpoint.Unset, sampleText}
	data := []any{endpoint.Unset, sampleText, map[string]any{sampleText: sampleText}}
	if h.isNil {
		values, data = values[:2], data[:1]
	}
	for _, v := range data {
		add("Data", endpoint.Options{Data: v})
	}
	for _, value := range values {
		if name != "" && (h.Key == "" || h.Key == name) {
			add("Params", endpoint.Params{name: value})
			add("Path", endpoint.Path{name: value})
			add("Query", endpoint.Query{name: value})
		}
	}
	for style := endpoint.ListRepeat; style <= endpoint.ListIndexes; style++ {
		add("Lists", endpoint.Options{Lists: style})
	}
	add("MediaType", endpoint.Options{MediaType: endpoint.MediaType{Format: sampleText}})
	add("Method", endpoint.Options{Method: "POST"}, endpoint.Options{Method: "GET"}, endpoint.Options{Method: "OPTIONS"})
	return all
}

// addresses returns what BaseURL and URL may be in a hole: without the name of an error, or with it
// behind those that they have.
func (h *hole) addresses(name string, of endpoint.Options) (all []endpoint.Layer) {
	path := "/{" + name + "}"
	if h.Field == "" || h.Field == "BaseURL" {
		all = append(all, endpoint.Options{BaseURL: hiddenBase})
		if _, isPassed := of.Path[name]; isPassed {
			all = append(all, endpoint.Options{BaseURL: of.BaseURL + path})
		}
	}
	if h.Field == "" || h.Field == "URL" {
		for _, origin := range []string{h.origin, cmp.Or(h.origin, hiddenBase)} {
			all = append(all, endpoint.Options{URL: origin + "/"})
			if name != "" {
				all = append(all, endpoint.Options{URL: origin + path}, endpoint.Options{URL: strings.TrimSuffix(of.URL, "/") + path})
			}
		}
	}
	return all
}

// hiddenBase is a base address that says nothing.
const hiddenBase = "https://vet.example"

// isDecided reports whether an error is that of a call. What New, Defaults and Merge
// are given may be overridden by later calls, apart from what is malformed; a default
// method is, by each route that names one, and so may a header or token that is empty be.
func (k *call) isDecided(err *endpoint.Error) bool {
	isEmpty := strings.EqualFold(err.Name, "authorization") || err.Name != "" && k.merged.Headers.Get(err.Name) == ""
	isMalformed := err.Err == endpoint.ErrRoute && err.Option != "Method" ||
		err.Err == endpoint.ErrHeader && !isEmpty || err.Err == endpoint.ErrParam && err.Option != ""
	return k.builds() || isMalformed && k.name != "Merge"
}

// fieldOfError is the field that an error without a name is in.
var fieldOfError = map[error]string{
	endpoint.ErrRoute: "URL",
	endpoint.ErrParam: "Params",
	endpoint.ErrBody:  "Data",
}

// where returns what is at fault: the last place with the name of an error, else
// the route. A struct that cannot be read is at the last struct.
func (k *call) where(err *endpoint.Error) ast.Node {
	field, key, _ := strings.Cut(err.Option, ".") // "Data", "MediaType.Format"
	if err.Option == "" && err.Name == "" {
		field = fieldOfError[err.Err]
	}
	if err.Err == endpoint.ErrOrigin { // which the URL has
		return k.at
	}
	for _, s := range slices.Backward(k.spots) {
		isName := err.Name != "" && strings.EqualFold(s.Key, err.Name)
		isStruct := s.Field == "struct" && field == "Params"
		if isName || isStruct || s.Field == field && (s.Key == "" || key == "" || s.Key == key) {
			return s.node
		}
	}
	return k.at
}

// mayFill reports whether a key gives a placeholder a value, or a hole of a layer that is shown may.
func (k *call) mayFill(name string) bool {
	isKey := func(s spot) bool { return s.Key == name && (s.Field == "Params" || s.Field == "Path") }
	return slices.ContainsFunc(k.spots, isKey) || k.mayPass(name, "URL", "Params", "Path")
}
