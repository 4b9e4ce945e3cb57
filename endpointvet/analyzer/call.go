// Calls: the layers of one as far as the code shows them, and the holes where it does not.

package analyzer

import (
	"go/ast"
	"slices"
	"strings"

	"example.com/endpoint"
)

// A call is what the code shows of a call of the library.
type call struct {
	name     string // of the function
	isOwn    bool   // it has only what a helper adds itself, and is checked as New is
	route    string
	at       ast.Node // of the route; nil if a helper has it
	slots    []*slot  // those of the Endpoint, then those of the call
	defaults int      // how many are of the Endpoint
	spots    []spot   // in all layers
	own      []spot   // in those of the call
	holes    []hole
	from     []ast.Expr // what its Endpoint was followed through, and its route
	merged   endpoint.Options
	certain  *endpoint.Error // that nothing in a hole removes
	turn     int             // in which it is read
	left     int             // how often it may still be built
	scope    ast.Node        // the function that it is in
	site     site
	arg      ast.Expr // the layer that is read
}

// A spot is where the code shows a field of a layer, or a key of a field.
type spot struct {
	place
	layer *slot
	node  ast.Node // the key, or the value of a field
	value ast.Expr // that of the key or field; of ParamsOf, the struct
	made  string   // "ParamsOf", where a layer is made of a struct
}

// A hole is where a layer may hold more than the code shows: in any field, in any
// key of a field, or in a field or key itself.
//
//	opts, a parameter             => {}
//	Path(m), where m is one       => {Field: "Path"}
//	Query{"page": p}, a pointer   => {Field: "Query", Key: "page"}
type hole struct {
	place
	layer     *slot
	e         ast.Expr // what is not shown; nil if a helper or an Endpoint has it
	mayBeOut  bool     // all is shown, but the layer may not be there
	isDefault bool     // an Endpoint has it, which is not shown
	isFull    bool     // it is a text that is not empty
	isNil     bool     // it may be nil, but nothing else
	origin    string   // that it begins with, if it is a URL
}

// A slot is a layer of a call: what the code shows of it, and on top what may be in its holes.
type slot struct {
	*endpoint.Options
	fills []endpoint.Layer
	isOut bool // it may not be there, and is not
}

// newLayer adds a layer.
func (k *call) newLayer() { k.slots = append(k.slots, &slot{Options: new(endpoint.Options)}) }

func (k *call) lastLayer() *slot { return k.slots[len(k.slots)-1] }

// builds reports whether a call does more than to add options.
func (k *call) builds() bool { return !k.isOwn && (k.name == "Build" || k.name == "HTTPRequest") }

// show adds a spot in the last layer. What is in another function is shown where it
// is called.
func (k *call) show(at place, node ast.Node, value ast.Expr) {
	if k.arg != nil && k.scope != nil && !isAround(k.scope, node) {
		node = k.arg
	}
	k.spots = append(k.spots, spot{at, k.lastLayer(), node, value, ""})
}

// hide adds a hole in the last layer, which an expression leaves.
func (k *call) hide(at place, e ast.Expr) *hole {
	k.holes = append(k.holes, hole{place: at, layer: k.lastLayer(), e: e})
	return &k.holes[len(k.holes)-1]
}

func (h *hole) mayHave(key string, fields []string) bool {
	isField := h.Field == "" || slices.Contains(fields, h.Field)
	isKey := h.Key == key || h.Field == "Headers" && strings.EqualFold(h.Key, key)
	return isField && (h.Key == "" || isKey)
}

// mayHave reports whether a hole may have a key of one of some fields.
func (k *call) mayHave(key string, fields ...string) bool {
	return slices.ContainsFunc(k.holes, func(h hole) bool { return h.mayHave(key, fields) })
}

// mayPass reports the same of the layers of a call, and of an Endpoint that is shown.
func (k *call) mayPass(key string, fields ...string) bool {
	return slices.ContainsFunc(k.holes, func(h hole) bool { return !h.isDefault && h.mayHave(key, fields) })
}

// with returns a layer with a key of Params, Path or Query.
func (p place) with(value any) endpoint.Layer {
	switch p.Field {
	case "Params":
		return endpoint.Params{p.Key: value}
	case "Path":
		return endpoint.Path{p.Key: value}
	}
	return endpoint.Query{p.Key: value}
}
