// The judge: a call is built with the library, and an error that nothing unseen
// could remove is reported.

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

// A call is what the code shows of a call of the library.
type call struct {
	name     string // of the function
	route    string
	at       ast.Node         // of the route
	layers   []endpoint.Layer // pointers to Options: those of the Endpoint, then those of the call
	defaults int              // how many are of the Endpoint
	spots    []spot           // in all layers
	own      []spot           // in those of the call
	unseen   []string         // fields that may hold more than the layers show; ParamsOf, which may be less
	isOpen   bool             // the Endpoint may have more layers
	merged   endpoint.Options
	imagined endpoint.Options  // what an open Endpoint has, so that the call succeeds
	errs     []*endpoint.Error // those that were found while more and more was imagined
}

// A spot is where the code shows a field of a layer, or a key of a field.
type spot struct {
	layer      *endpoint.Options
	field, key string // "Params", "owner"
	node       ast.Node
}

// show adds a spot in the last layer.
func (k *call) show(at string, node ast.Node) {
	field, key, _ := strings.Cut(at, ".")
	layer := k.layers[len(k.layers)-1].(*endpoint.Options)
	k.spots = append(k.spots, spot{layer, field, key, node})
}

// hide marks the field of a place as unseen. With "" it is all fields.
func (k *call) hide(at string) {
	k.unseen = append(k.unseen, strings.Split(at, ".")[0])
}

// mayHold reports whether one of some fields may hold more than the layers show.
func (k *call) mayHold(fields ...string) bool {
	isOne := func(unseen string) bool { return unseen == "" || slices.Contains(fields, unseen) }
	return slices.ContainsFunc(k.unseen, isOne)
}

// read reads a call whose route is known.
func (c *checker) read(s site, route string, at ast.Node) *call {
	k := &call{name: s.helper.Name, route: route, at: at, unseen: slices.Clone(s.helper.Unseen)}
	k.isOpen = c.addDefaults(k, s)
	k.defaults = len(k.layers)
	shared := len(k.spots)
	for _, arg := range c.layerArgs(s) {
		c.add(k, arg)
	}
	k.own = k.spots[shared:]
	k.merged = endpoint.New(endpoint.Options{Method: "NONE"}).Merge(route, k.layers...)
	if k.isOpen && k.merged.Method == "NONE" {
		k.hide("Method")
	}
	return k
}

// addDefaults adds the layers of the Endpoint that a call is made with, and
// reports whether it may have more.
func (c *checker) addDefaults(k *call, s site) (isOpen bool) {
	if !isLibrary(s.fn.Pkg()) || s.fn.Signature().Recv() == nil {
		return !isLibrary(s.fn.Pkg()) // New and ParamsOf have none
	}
	api := ast.Unparen(s.call.Fun).(*ast.SelectorExpr).X
	if id, ok := api.(*ast.Ident); ok {
		api, _ = c.follow(id)
	}
	made, ok := c.siteOf(api)
	if !ok || made.helper.Name != "New" && made.helper.Name != "Defaults" {
		return true
	}
	isOpen = c.addDefaults(k, made)
	for _, arg := range c.layerArgs(made) {
		c.add(k, arg)
	}
	return isOpen
}

// build builds the call.
func (k *call) build() (req endpoint.Request, failed *endpoint.Error) {
	e, layers := endpoint.New(k.imagined).Defaults(k.layers[:k.defaults]...), k.layers[k.defaults:]
	req, err := e.Build(k.route, layers...)
	if err == nil && k.name == "HTTPRequest" {
		_, err = e.HTTPRequest(context.Background(), k.route, layers...)
	}
	errors.As(err, &failed)
	return req, failed
}

// judge returns the error of a call, nil if it succeeds with some defaults. It
// builds the call again and again: a parameter with an error may be a default
// Path key, or fill a placeholder of an unseen BaseURL. An error that remains is
// that of the call.
func (c *checker) judge(k *call) *endpoint.Error {
	if k.isOpen {
		k.imagined = endpoint.Options{Lists: endpoint.ListRepeat, Path: endpoint.Path{}}
	}
	for {
		_, err := k.build()
		if err == nil || err.Err == endpoint.ErrBaseURL && k.imagined.BaseURL != "" {
			return nil
		}
		isSame := func(before *endpoint.Error) bool { return before.Name == err.Name }
		if i := slices.IndexFunc(k.errs, isSame); i >= 0 {
			return k.errs[i]
		}
		k.errs = append(k.errs, err)
		isPath := slices.ContainsFunc(k.own, func(s spot) bool { return s.field == "Path" && s.key == err.Name })
		if !k.isOpen || !isPath && !c.names.Any && !slices.Contains(c.names.Names, err.Name) {
			return err
		}
		if isPath {
			k.imagined.BaseURL = cmp.Or(k.imagined.BaseURL, "https://vet.example") + "/{" + err.Name + "}"
		}
		k.imagined.Path[err.Name] = sampleText
	}
}

// removedBy are the fields of a layer that can remove an error. An error without a
// name is in the first.
var removedBy = map[error][]string{
	endpoint.ErrRoute:        {"URL"},
	endpoint.ErrMethod:       {"Method"},
	endpoint.ErrBaseURL:      {"BaseURL", "URL"},
	endpoint.ErrHeader:       {"Headers", "MediaType"},
	endpoint.ErrMissingParam: {"URL", "Params", "Path"},
	endpoint.ErrUnsafePath:   {"URL", "Params", "Path", "ParamsOf"},
	endpoint.ErrParam:        {"URL", "BaseURL", "Params", "Path", "ParamsOf", "Query", "Method", "Data", "Lists"},
	endpoint.ErrBody:         {"URL", "Params", "Path", "ParamsOf", "Method", "Data", "Headers", "Lists"},
}

// isCertain reports whether nothing unseen can remove an error. Those that New,
// Defaults, Merge and ParamsOf do not decide depend on later calls.
func (k *call) isCertain(err *endpoint.Error) bool {
	isDecided := k.isBuilt() || !slices.Contains(removedBy[err.Err], "Params") || k.name == "ParamsOf" && err.Err == endpoint.ErrParam
	if !isDecided || k.mayHold(removedBy[err.Err]...) {
		return false
	}
	if err.Err == endpoint.ErrBody && k.isOpen { // the defaults may make it a form
		k.imagined.Headers = endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}
		_, err = k.build()
	}
	return err != nil
}

// isBuilt reports whether a call does more than to add options.
func (k *call) isBuilt() bool { return k.name == "Build" || k.name == "HTTPRequest" }

// check checks a call of the library, or of a helper.
func (c *checker) check(s site) {
	route, unknown, at := c.route(s)
	c.checkFormatted(route, unknown)
	if len(unknown) > 0 {
		return
	}
	k := c.read(s, route, at)
	err := c.judge(k)
	switch {
	case k.isOpen && k.merged.URL == "": // the defaults have the route
	case c.checkSlips(k):
	case err == nil:
		c.checkSent(k)
	case k.isCertain(err):
		c.reportError(k.where(cmp.Or(err.Name, removedBy[err.Err][0]+".")), err)
	}
}

// where returns what is at fault: the last place with the name of an error, else
// the route. A field of a struct is at the last struct.
func (k *call) where(name string) ast.Node {
	field, key, _ := strings.Cut(name, ".") // "MediaType.Format", or "struct.Labels"
	for _, s := range slices.Backward(k.spots) {
		if strings.EqualFold(s.key, name) || s.field == field && (s.key == "" || s.key == key) {
			return s.node
		}
	}
	return k.at
}

var standardMethods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"}

// checkSlips reports a method that is a misspelling of a standard one, or a name
// that is one of a parameter that is missing. If the URL contains the name, it
// may be a placeholder of its own.
func (c *checker) checkSlips(k *call) bool {
	method := strings.ToUpper(k.merged.Method)
	isMeant := func(standard string) bool { return isSlip(method, standard) }
	if i := slices.IndexFunc(standardMethods, isMeant); i >= 0 && !k.mayHold("Method") {
		c.report(k.where("Method."), "method %q: write %q", method, standardMethods[i])
		return true
	}
	for _, err := range k.errs {
		for _, s := range k.own {
			isName := s.key != "" && (s.field == "Params" || s.field == "Path") && !strings.Contains(k.merged.URL, s.key)
			if err.Err == endpoint.ErrMissingParam && isName && isSlip(s.key, err.Name) {
				c.report(s.node, "no placeholder is named %q: write %q", s.key, err.Name)
				return true
			}
		}
	}
	return false
}

// isSlip reports whether a name is a misspelling of another: in case or
// punctuation, or one letter more, less or changed, or two swapped. The letters
// at both ends must be right: user and users, sort and port, TRACE and TRACK may
// all be meant.
func isSlip(name, want string) bool {
	plain := strings.NewReplacer("_", "", "-", "", ".", "")
	if strings.EqualFold(plain.Replace(name), plain.Replace(want)) {
		return name != want
	}
	if len(name) < 3 || len(name)+len(want) < 7 || name[0] != want[0] || name[len(name)-1] != want[len(want)-1] {
		return false
	}
	i := 0
	for i < min(len(name), len(want))-1 && name[i] == want[i] {
		i++
	}
	name, want = name[i:], want[i:] // from the first difference
	isSwap := len(name) > 1 && len(want) > 1 && name[0] == want[1] && name[1] == want[0] && name[2:] == want[2:]
	return isSwap || name[1:] == want || name == want[1:] || name[1:] == want[1:]
}

// checkSent reports parameters and headers that are never sent: the request is
// the same with another value. Another layer may have them on purpose.
func (c *checker) checkSent(k *call) {
	isSure := k.isBuilt() && k.isCertain(&endpoint.Error{Err: endpoint.ErrParam})
	for _, s := range k.own {
		isShared := slices.ContainsFunc(k.own, func(other spot) bool { return other.layer != s.layer && strings.EqualFold(other.key, s.key) })
		isBody := strings.EqualFold(s.key, "content-type") // may be left out without one
		if s.key != "" && s.field != "MediaType" && !isShared && !isBody && (isSure || s.field == "Headers") && k.ignores(s) {
			c.report(s.node, "%q is never sent: its place is taken", s.key)
		}
	}
}

// ignores reports whether another value of a key makes the same request.
func (k *call) ignores(s spot) bool {
	values, name := reflect.ValueOf(s.layer).Elem().FieldByName(s.field), reflect.ValueOf(s.key)
	before, _ := k.build()
	defer values.SetMapIndex(name, values.MapIndex(name))
	values.SetMapIndex(name, reflect.ValueOf("vet"))
	after, err := k.build()
	return err == nil && reflect.DeepEqual(before, after)
}
