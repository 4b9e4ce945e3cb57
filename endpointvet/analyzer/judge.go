// The judge: a call is built with the library, and an error that nothing unseen
// could remove is reported.

package analyzer

import (
	"context"
	"errors"
	"go/ast"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint"
)

// maxBuilds bounds how often one call is built. A call that needs more is not
// reported.
const maxBuilds = 400

// A call is what the code shows of a call of Build, HTTPRequest or Merge.
type call struct {
	name     string // of the method
	route    string
	at       ast.Node // of the route
	layers   []*layer // those of the Endpoint, then those of the call
	defaults int      // how many are of the Endpoint
	world    []values // what the layers hold besides, so that the call succeeds
	missing  []string // parameters that no layer shows
	builds   int
}

// build builds the call, with what its layers are imagined to hold besides.
func (k *call) build(world []values) (req endpoint.Request, failed *endpoint.Error) {
	var all []endpoint.Layer
	for i, l := range k.layers {
		all = append(all, l.values.options(), world[i].options())
	}
	k.builds++
	e, layers := endpoint.New(all[:2*k.defaults]...), all[2*k.defaults:]
	req, err := e.Build(k.route, layers...)
	if err == nil && k.name == "HTTPRequest" {
		_, err = e.HTTPRequest(context.Background(), k.route, layers...)
	}
	errors.As(err, &failed)
	return req, failed
}

// judge returns the error of a call, nil if it succeeds in some world.
func (k *call) judge() *endpoint.Error {
	k.world = make([]values, len(k.layers))
	_, err := k.build(k.world)
	return k.repair(k.world, err)
}

// repair looks for a world without an error. It tries what the unseen parts of
// the layers could hold.
func (k *call) repair(world []values, err *endpoint.Error) *endpoint.Error {
	if err == nil || k.builds > maxBuilds {
		k.world = world
		return nil
	}
	isMissing := err.Err == endpoint.ErrMissingParam
	if isMissing {
		k.missing = append(k.missing, err.Name)
	}
	for i, l := range k.layers {
		for _, r := range repairs(err.Name) {
			if _, done := world[i][r.place]; done || !l.may(r.field, r.key) {
				continue
			}
			next := slices.Clone(world)
			next[i] = values{r.place: r.value}
			maps.Copy(next[i], world[i])
			_, after := k.build(next)
			if after != nil && after.Err == err.Err && after.Name == err.Name {
				continue
			}
			switch after = k.repair(next, after); {
			case after == nil:
				return nil
			case isMissing && after.Name != err.Name: // there is no better way to pass it
				return after
			}
		}
	}
	return err
}

// A repair gives a place a value.
type repair struct {
	place
	value any
}

// repairs returns what could remove an error about name. A URL or BaseURL that
// cannot be seen may have its placeholder.
func repairs(name string) (all []repair) {
	add := func(field, key string, values ...any) {
		for _, v := range values {
			all = append(all, repair{place{field, key}, v})
		}
	}
	add("Path", name, sampleText)
	add("Params", name, sampleText, nil, endpoint.Unset)
	add("Query", name, sampleText, nil, endpoint.Unset)
	add("Headers", name, sampleText, "")
	add("Headers", "content-type", "application/json", "application/x-www-form-urlencoded", "text/plain", "")
	add("MediaType", "", endpoint.MediaType{Format: sampleText})
	add("Method", "", "GET", "POST", "OPTIONS")
	add("URL", "", "/", "/{"+name+"}")
	add("BaseURL", "", "https://vet.example", "https://vet.example/{"+name+"}")
	add("Data", "", sampleText)
	add("Lists", "", endpoint.ListComma, endpoint.ListRepeat, endpoint.ListBrackets)
	return all
}

// begin prepares to read a call.
func (c *checker) begin(s site) { c.at, c.left = s.cursor, maxSteps }

// read reads a call whose route is known, and nil for any other.
func (c *checker) read(s site) *call {
	c.begin(s)
	pieces, at := c.route(s)
	route, ok := join(pieces)
	if !ok {
		return nil
	}
	k := &call{name: s.helper.Name, route: route, at: at, layers: c.unseenEndpoint()}
	if isLibrary(s.fn.Pkg()) {
		k.layers = c.endpoint(ast.Unparen(s.call.Fun).(*ast.SelectorExpr).X)
	}
	k.defaults = len(k.layers)
	for _, arg := range c.layerArgs(s) {
		k.layers = append(k.layers, c.layer(arg))
	}
	return k
}

// checkCall checks a call of Build, HTTPRequest or Merge, or of a helper.
func (c *checker) checkCall(s site) {
	c.begin(s)
	pieces, _ := c.route(s)
	c.checkFormatted(pieces)
	k := c.read(s)
	if k == nil || c.checkMethod(k) {
		return
	}
	err := k.judge()
	if err != nil && err.Err == endpoint.ErrBody {
		c.hollow = true // perhaps a body can be encoded while its pointers are nil
		if c.read(s).judge() == nil {
			return
		}
	}
	switch {
	case s.helper.Name == "Merge" && err != nil && err.Err != endpoint.ErrRoute && err.Err != endpoint.ErrMethod:
		// Parse may be given more.
	case c.checkSlips(k, err):
	case err != nil:
		c.reportError(k.where(err), err)
	default:
		c.checkSent(k)
	}
}

// checkDefaults checks the layers of New or Defaults for an error of all calls.
func (c *checker) checkDefaults(s site) {
	c.begin(s)
	layers, err := c.defaults(s)
	k := &call{route: "POST /", at: s.call, layers: layers, world: make([]values, len(layers)), defaults: len(layers) - len(c.layerArgs(s))}
	switch {
	case c.checkMethod(&call{at: s.call, layers: layers}):
	case err != nil:
		c.reportError(k.where(err), err)
	default:
		c.checkSent(k)
	}
}

// defaults reads the layers of the Endpoint that New or Defaults returns, and
// the error of all its calls, which may pass whatever parameters they need.
func (c *checker) defaults(s site) (layers []*layer, err *endpoint.Error) {
	if s.helper.Name == "Defaults" {
		layers = slices.Clone(c.endpoint(ast.Unparen(s.call.Fun).(*ast.SelectorExpr).X))
	}
	for _, arg := range c.layerArgs(s) {
		layers = append(layers, c.layer(arg))
	}
	passed := newLayer(place{"Params", anyKey}, place{"Path", anyKey})
	for _, route := range []string{"GET /", "POST /"} {
		k := call{route: route, layers: append(slices.Clone(layers), passed), defaults: len(layers)}
		if err = k.judge(); err == nil {
			break
		}
	}
	return layers, err
}

// options are the names that errors about an option do not have.
var options = map[error]string{endpoint.ErrRoute: "URL", endpoint.ErrMethod: "Method", endpoint.ErrBaseURL: "BaseURL"}

// where returns what is at fault: what has the name of the error in the last
// layer that has it, else the route.
func (k *call) where(err *endpoint.Error) ast.Node {
	name, _, _ := strings.Cut(err.Name, ".")
	if option, ok := options[err.Err]; ok {
		name = option
	}
	for _, l := range slices.Backward(k.layers) {
		for _, p := range l.places() {
			isOption := p.key == "" && p.field == name
			isHeader := p.field == "Headers" && strings.EqualFold(p.key, err.Name)
			if _, ok := l.values[p]; isOption || isHeader || ok && p.key == err.Name && p.key != "" {
				return l.at[p]
			}
		}
	}
	return k.at
}

// method returns the method of a call, which is other if it names none.
func (k *call) method(other string) string {
	all := []endpoint.Layer{}
	for _, l := range k.layers {
		all = append(all, l.values.options())
	}
	return endpoint.New(endpoint.Options{Method: other}).Merge(k.route, all...).Method
}

var standardMethods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
	http.MethodDelete, http.MethodConnect, http.MethodOptions, http.MethodTrace,
}

// checkMethod reports a method that is one slip away from a standard one. One
// that differs in its first or last letter may be meant, such as TRACK.
func (c *checker) checkMethod(k *call) bool {
	method := k.method(http.MethodGet)
	i := slices.IndexFunc(standardMethods, func(standard string) bool {
		return isOneEdit(method, standard) && method[0] == standard[0] && method[:len(method)-1] != standard[:len(standard)-1]
	})
	if i < 0 || slices.Contains(standardMethods, method) {
		return false
	}
	c.report(k.where(&endpoint.Error{Err: endpoint.ErrMethod}), "method %q: write %q", method, standardMethods[i])
	return true
}

// checkSlips reports a name that is a misspelling of one that is missing.
func (c *checker) checkSlips(k *call, err *endpoint.Error) bool {
	for _, missing := range k.missing {
		isCertain := err != nil && err.Err == endpoint.ErrMissingParam && err.Name == missing
		for _, l := range k.layers[k.defaults:] {
			for _, p := range l.places() {
				if (p.field == "Params" || p.field == "Path") && isSlip(p.key, missing, isCertain) && !k.names(p.key) {
					c.report(l.at[p], "no placeholder is named %q: write %q", p.key, missing)
					return true
				}
			}
		}
	}
	return false
}

// names reports whether a placeholder has a name: the library says so of what is
// passed in Path. With POST, a parameter of the same name is in the body.
func (k *call) names(name string) bool {
	extra := newLayer()
	for _, missing := range k.missing {
		extra.values[place{"Params", missing}] = sampleText
	}
	extra.values[place{"Path", name}], extra.values[place{field: "Method"}] = sampleText, http.MethodPost
	with := &call{route: k.route, layers: append(slices.Clone(k.layers), extra), defaults: k.defaults}
	_, err := with.build(make([]values, len(with.layers)))
	return err == nil || err.Err != endpoint.ErrParam || err.Name != name
}

// checkSent reports parameters and headers that are never sent: the request is
// the same whatever their value.
func (c *checker) checkSent(k *call) {
	for i, l := range k.layers[k.defaults:] {
		for _, p := range l.places() {
			if value := l.values[p]; value != nil && value != endpoint.Unset && k.maySend(k.defaults+i, p) && k.ignores(l, p) {
				c.report(l.at[p], "%q is never sent: its place is taken", p.key)
			}
		}
	}
}

// maySend reports whether a value should be sent: a parameter that no other
// layer or unseen option overrides, or a header in two spellings.
func (k *call) maySend(i int, p place) bool {
	if p.field == "Headers" {
		for q := range k.layers[i].values {
			if q.field == "Headers" && q != p && strings.EqualFold(q.key, p.key) {
				return true
			}
		}
		return false
	}
	for j, l := range k.layers {
		for _, field := range mapTypes[:3] {
			if _, ok := l.values[place{field, p.key}]; i != j && j >= k.defaults && (ok || l.may(field, p.key)) {
				return false
			}
		}
		if j >= k.defaults && l.may("URL", "") || l.may("Method", "") && k.method("NONE") == "NONE" {
			return false
		}
	}
	return slices.Contains(mapTypes, p.field)
}

// ignores reports whether two values of a place make the same request.
func (k *call) ignores(l *layer, p place) bool {
	old := l.values[p]
	defer func() { l.values[p] = old }()
	l.values[p] = "1vet"
	first, err := k.build(k.world)
	l.values[p] = "2vet"
	second, failed := k.build(k.world)
	return err == nil && failed == nil && reflect.DeepEqual(first, second)
}
