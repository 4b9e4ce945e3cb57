// The judge: a call is built with the library, and an error that nothing unseen
// could remove is reported.

package analyzer

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint"
)

// A call is what the code shows of a call of the library.
type call struct {
	name     string // of the function
	route    string
	at       ast.Node // of the route
	layers   []*layer // those of the Endpoint, then those of the call
	defaults int      // how many are of the Endpoint
	spots    []spot   // in all layers
	own      []spot   // in those of the call
	isOpen   bool     // the Endpoint may have more
	names    names    // which are those of its Params and Path
	unseen   map[string]bool
	merged   endpoint.Options
	imagined endpoint.Options // what an open Endpoint has, so that the call succeeds
	missing  []string         // parameters that no layer shows
}

// begin prepares to read a call.
func (c *checker) begin(s site) { c.at, c.left = s.call, maxSteps }

// read reads a call whose route is known.
func (c *checker) read(s site, route string, at ast.Node) *call {
	k := &call{name: s.helper.Name, route: route, at: at, isOpen: s.helper.Name != "New", names: c.names, unseen: map[string]bool{}}
	if selector, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr); ok && isLibrary(s.fn.Pkg()) && k.isOpen {
		k.layers, k.isOpen = c.endpoint(selector.X)
	}
	k.defaults = len(k.layers)
	for _, arg := range c.layerArgs(s) {
		k.layers = append(k.layers, c.layer(arg))
	}
	for i, l := range k.layers {
		k.spots = append(k.spots, l.spots...)
		if i >= k.defaults {
			k.own = append(k.own, l.spots...)
		}
		for field, isUnseen := range l.unseen {
			k.unseen[field] = k.unseen[field] || isUnseen
		}
	}
	k.merged = endpoint.New(endpoint.Options{Method: "NONE"}).Merge(route, k.options()...)
	k.unseen["Method"] = k.unseen["Method"] || k.isOpen && k.merged.Method == "NONE"
	k.unseen["URL"] = k.unseen["URL"] || k.isOpen && k.merged.URL == ""
	return k
}

// options returns the layers as those of the library.
func (k *call) options() (all []endpoint.Layer) {
	for _, l := range k.layers {
		all = append(all, l.options)
	}
	return all
}

// build builds the call.
func (k *call) build() (req endpoint.Request, failed *endpoint.Error) {
	all := k.options()
	e, layers := endpoint.New(k.imagined).Defaults(all[:k.defaults]...), all[k.defaults:]
	req, err := e.Build(k.route, layers...)
	if err == nil && k.name == "HTTPRequest" {
		_, err = e.HTTPRequest(context.Background(), k.route, layers...)
	}
	errors.As(err, &failed)
	return req, failed
}

// judge returns the error of a call, nil if it succeeds with some defaults.
func (k *call) judge() (err *endpoint.Error) {
	contentTypes := []string{"text/plain", "application/x-www-form-urlencoded", "application/json", ""}
	if !k.isOpen {
		contentTypes = contentTypes[3:]
	}
	for _, contentType := range contentTypes {
		if err = k.judgeWith(contentType); err == nil {
			break
		}
	}
	return err
}

// judgeWith builds a call again and again: a parameter with an error may be a
// default Path key, or fill a placeholder of an unseen BaseURL. An error that
// remains is that of the call.
func (k *call) judgeWith(contentType string) *endpoint.Error {
	k.missing, k.imagined = nil, endpoint.Options{}
	if k.isOpen {
		k.imagined = endpoint.Options{Lists: endpoint.ListRepeat, Headers: endpoint.Headers{"content-type": contentType}, Path: endpoint.Path{}}
	}
	before := map[string]*endpoint.Error{}
	for {
		_, err := k.build()
		if err == nil || err.Err == endpoint.ErrBaseURL && k.imagined.BaseURL != "" {
			return nil
		}
		if before[err.Name] != nil {
			return before[err.Name]
		}
		before[err.Name] = err
		if err.Err == endpoint.ErrMissingParam {
			k.missing = append(k.missing, err.Name)
		}
		isPath := slices.ContainsFunc(k.own, func(s spot) bool { return s.at == "Path."+err.Name })
		switch {
		case !k.isOpen:
			return err
		case isPath:
			k.imagined.BaseURL = cmp.Or(k.imagined.BaseURL, "https://vet.example") + "/{" + err.Name + "}"
		case !k.names.Any && !slices.Contains(k.names.Names, err.Name):
			return err
		}
		k.imagined.Path[err.Name] = sampleText
	}
}

// removedBy are the fields of a layer that can remove an error.
var removedBy = map[error][]string{
	endpoint.ErrRoute:        {"URL"},
	endpoint.ErrMethod:       {"Method"},
	endpoint.ErrBaseURL:      {"URL", "BaseURL"},
	endpoint.ErrHeader:       {"Headers", "MediaType"},
	endpoint.ErrMissingParam: {"URL", "Params", "Path"},
	endpoint.ErrUnsafePath:   {"URL", "Params", "Path"},
	endpoint.ErrParam:        {"URL", "BaseURL", "Params", "Path", "Query", "Method", "Data", "Lists"},
	endpoint.ErrBody:         {"URL", "Params", "Path", "Method", "Data", "Headers", "Lists"},
}

// decidedBy are the errors that the options of a function decide, where others
// depend on later calls.
var decidedBy = map[string][]error{
	"New":      {endpoint.ErrBaseURL, endpoint.ErrHeader},
	"Defaults": {endpoint.ErrBaseURL, endpoint.ErrHeader},
	"Merge":    {endpoint.ErrRoute, endpoint.ErrMethod},
}

// isCertain reports whether nothing unseen can remove an error.
func (k *call) isCertain(err *endpoint.Error) bool {
	errs := decidedBy[k.name]
	isUnseen := func(field string) bool { return k.unseen[field] }
	return err != nil && (errs == nil || slices.Contains(errs, err.Err)) && !slices.ContainsFunc(removedBy[err.Err], isUnseen)
}

// check checks a call of the library, or of a helper.
func (c *checker) check(s site) {
	c.begin(s)
	if s.helper.Name == "ParamsOf" {
		c.checkParamsOf(s)
		return
	}
	pieces, at := c.route(s)
	c.checkFormatted(pieces)
	route, ok := join(pieces)
	if !ok {
		return
	}
	k := c.read(s, route, at)
	err := k.judge()
	isCertain := k.isCertain(err)
	switch {
	case c.checkMethod(k), c.checkSlips(k, isCertain && err.Err == endpoint.ErrMissingParam):
	case isCertain:
		c.reportError(k.where(err), err)
	case err == nil:
		c.checkSent(k)
	}
}

// options are the names that errors about an option do not have.
var options = map[error]string{endpoint.ErrRoute: "URL", endpoint.ErrMethod: "Method", endpoint.ErrBaseURL: "BaseURL"}

// where returns what is at fault: the last place with the name of the error, else
// the route.
func (k *call) where(err *endpoint.Error) ast.Node {
	name := cmp.Or(options[err.Err], err.Name)
	for _, s := range slices.Backward(k.spots) {
		if name != "" && (s.at == name || s.key == name || s.field == "Headers" && strings.EqualFold(s.key, name)) {
			return s.node
		}
	}
	return k.at
}

var standardMethods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
	http.MethodDelete, http.MethodConnect, http.MethodOptions, http.MethodTrace,
}

// checkMethod reports a method that is one slip away from a standard one. One
// that differs in its first or last letter may be meant, such as TRACK.
func (c *checker) checkMethod(k *call) bool {
	method := k.merged.Method
	i := slices.IndexFunc(standardMethods, func(standard string) bool {
		return isOneEdit(method, standard) && method[0] == standard[0] && method[:len(method)-1] != standard[:len(standard)-1]
	})
	if i < 0 || slices.Contains(standardMethods, method) || k.unseen["Method"] {
		return false
	}
	c.report(k.where(&endpoint.Error{Err: endpoint.ErrMethod}), "method %q: write %q", method, standardMethods[i])
	return true
}

// checkSlips reports a name that is a misspelling of one that is missing. A word
// of the URL may be a placeholder of its own.
func (c *checker) checkSlips(k *call, isCertain bool) bool {
	words := strings.FieldsFunc(k.merged.URL, func(r rune) bool { return strings.ContainsRune("{}/?&,+*:;.#=", r) })
	for _, missing := range k.missing {
		for _, s := range k.own {
			if s.key != "" && (s.field == "Params" || s.field == "Path") && isSlip(s.key, missing, isCertain) && !slices.Contains(words, s.key) {
				c.report(s.node, "no placeholder is named %q: write %q", s.key, missing)
				return true
			}
		}
	}
	return false
}

// checkSent reports parameters and headers that are never sent: the request is
// the same with another value. Another layer may have them on purpose.
func (c *checker) checkSent(k *call) {
	isSure := decidedBy[k.name] == nil && k.isCertain(&endpoint.Error{Err: endpoint.ErrParam})
	for _, s := range k.own {
		isShared := slices.ContainsFunc(k.own, func(other spot) bool { return other.layer != s.layer && strings.EqualFold(other.key, s.key) })
		isBody := strings.EqualFold(s.key, "content-type") // may be left out without one
		if s.key != "" && !isShared && !isBody && (isSure || s.field == "Headers") && k.ignores(s) {
			c.report(s.node, "%q is never sent: its place is taken", s.key)
		}
	}
}

// ignores reports whether another value of a key makes the same request.
func (k *call) ignores(s spot) bool {
	values, name := reflect.ValueOf(s.layer.options).FieldByName(s.field), reflect.ValueOf(s.key)
	if values.Kind() != reflect.Map || values.IsNil() {
		return false
	}
	before, _ := k.build()
	defer values.SetMapIndex(name, values.MapIndex(name))
	values.SetMapIndex(name, reflect.ValueOf("vet"))
	after, err := k.build()
	return err == nil && reflect.DeepEqual(before, after)
}
