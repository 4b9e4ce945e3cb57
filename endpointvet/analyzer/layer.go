// Layers and Endpoints: what of them the code shows.

package analyzer

import (
	"cmp"
	"encoding/json"
	"errors"
	"go/ast"
	"go/types"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint"
)

// A place is a key of a map of Options, or another field of it.
type place struct{ field, key string }

// anyKey is every key of a map, or every field.
const anyKey = "*"

var (
	anything = place{field: anyKey}
	mapTypes = []string{"Params", "Path", "Query", "Headers"}
)

// Values are what a layer holds, by place.
type values map[place]any

// options returns the values as a layer of the library.
func (vs values) options() (o endpoint.Options) {
	for p, v := range vs {
		field := reflect.ValueOf(&o).Elem().FieldByName(p.field)
		value := reflect.ValueOf(&v).Elem() // an interface, which may hold nil
		switch {
		case field.Kind() != reflect.Map:
			field.Set(value.Elem().Convert(field.Type()))
			continue
		case field.IsNil():
			field.Set(reflect.MakeMap(field.Type()))
		}
		if p.field == "Headers" {
			value = value.Elem()
		}
		field.SetMapIndex(reflect.ValueOf(p.key), value)
	}
	return o
}

// A layer is what the code shows of one layer of a call.
//
//	Params{"owner": o, "repo": "r"} => values {Params owner: "1", Params repo: "r"}
//	if all { p["page"] = 2 }        => maybe {Params page}
//	opts, a parameter               => maybe {anything}
type layer struct {
	values values
	maybe  map[place]bool     // what it may hold besides
	at     map[place]ast.Node // where the code says so
}

func newLayer(maybe ...place) *layer {
	l := &layer{values{}, map[place]bool{}, map[place]ast.Node{}}
	for _, p := range maybe {
		l.maybe[p] = true
	}
	return l
}

// may reports whether a layer may hold something that the code does not show.
func (l *layer) may(field, key string) bool {
	return l.maybe[place{field, key}] || l.maybe[place{field, anyKey}] || l.maybe[anything]
}

// places returns where the code shows something, in a fixed order.
func (l *layer) places() []place {
	return slices.SortedFunc(maps.Keys(l.at), func(p, q place) int {
		return cmp.Or(strings.Compare(p.field, q.field), strings.Compare(p.key, q.key))
	})
}

// layer reads one layer.
func (c *checker) layer(arg layerArg) *layer {
	l := newLayer(arg.maybe...)
	if arg.expr == nil {
		return l
	}
	e := ast.Unparen(arg.expr)
	if pointer, ok := e.(*ast.UnaryExpr); ok {
		e = pointer.X
	}
	switch name := libraryType(c.info.TypeOf(e)); {
	case arg.isList:
		l.maybe[anything] = true
	case name == "Options":
		c.readAll(l, "", e)
	case name == "MediaType" || slices.Contains(mapTypes, name):
		c.readField(l, name, e)
	default:
		l.maybe[anything] = !c.info.Types[e].IsNil()
	}
	return l
}

// readAll reads a value of type Options, or of a field of it that is a map.
func (c *checker) readAll(l *layer, field string, e ast.Expr) {
	rest := place{field, anyKey}
	if field == "" {
		rest = anything
	}
	switch e := ast.Unparen(e).(type) {
	case nil:
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			pair, isPair := elt.(*ast.KeyValueExpr)
			if !isPair {
				l.maybe[rest] = true
			} else if field == "" {
				c.readField(l, pair.Key.(*ast.Ident).Name, pair.Value)
			} else if key, ok := c.constant(pair.Key); ok {
				c.put(l, place{field, key}, pair.Value, pair.Key)
			} else {
				l.maybe[rest] = true
			}
		}
	case *ast.Ident:
		init, writes, ok := c.follow(e, field)
		if l.maybe[rest] = !ok && !c.info.Types[e].IsNil(); ok {
			c.readAll(l, field, init)
			c.readWrites(l, writes)
		}
	case *ast.CallExpr:
		s, isSite := c.siteOf(e)
		switch {
		case c.isBuiltin(e, "make"):
		case c.info.Types[e.Fun].IsType():
			c.readAll(l, field, e.Args[0])
		default:
			l.maybe[rest] = !isSite || s.helper.Name != "ParamsOf" || !c.readParamsOf(l, field, e.Args[0])
		}
	default:
		l.maybe[rest] = true
	}
}

// readWrites reads what is written to a variable.
func (c *checker) readWrites(l *layer, writes []write) {
	for _, w := range writes {
		maps.DeleteFunc(l.values, func(p place, _ any) bool {
			return p.field == w.field && (w.key == "" || w.key == anyKey || w.key == p.key)
		})
		switch {
		case w.maybe || w.value == nil || w.key == anyKey:
			l.maybe[w.place] = true
			l.maybe[place{w.field, anyKey}] = w.key == "" || l.maybe[place{w.field, anyKey}]
			l.at[w.place] = w.stmt.Node()
		case w.key == "":
			c.readField(l, w.field, w.value)
		default:
			c.put(l, w.place, w.value, w.stmt.Node())
		}
	}
}

// readField reads the value of a field of Options.
func (c *checker) readField(l *layer, field string, e ast.Expr) {
	p, t := place{field: field}, c.info.TypeOf(e)
	text, isText := join(c.pieces(e))
	_, isLiteral := ast.Unparen(e).(*ast.CompositeLit)
	l.at[p] = e
	switch {
	case slices.Contains(mapTypes, field):
		c.readAll(l, field, e)
	case c.info.Types[e].IsNil(), field == "Meta":
	case field == "Data" && hasMethod(t, "Read"):
		l.values[p] = io.MultiReader(strings.NewReader(sampleText)) // of unknown size
	case field == "Data" && hasMethod(t, "MarshalText", "MarshalJSON") && known[types.TypeString(t, nil)] == nil:
		l.values[p] = sampleText // which goes under any content-type
	case field == "Data" && !types.IsInterface(t), field == "Lists" && c.info.Types[e].Value != nil:
		l.values[p] = c.value(e, nil, 0, full)
	case field == "MediaType" && isLiteral:
		var m endpoint.MediaType
		b, _ := json.Marshal(c.value(e, nil, 0, full))
		l.maybe[p] = json.Unmarshal(b, &m) != nil
		l.values[p] = m
	case strings.HasSuffix(field, "URL") && isText, field == "Method" && isText:
		l.values[p] = text
	default:
		l.maybe[p] = true
	}
}

// put sets a place to the value of an expression. A header about the body may fit
// one that cannot be seen.
func (c *checker) put(l *layer, p place, e ast.Expr, at ast.Node) {
	l.at[p] = at
	text, ok := join(c.pieces(e))
	switch name := strings.ToLower(p.key); {
	case p.field != "Headers":
		l.values[p] = c.value(e, nil, 1, full)
	case ok && name != "content-length":
		l.values[p] = text
	case strings.HasPrefix(name, "content-"):
		l.maybe[place{"Headers", name}] = true
	default:
		l.values[p] = sampleText
	}
}

// readParamsOf reads the fields of a struct. It fails for a map, and for what
// writes its own JSON, which may have any keys. What is wrong with the struct is
// reported elsewhere.
func (c *checker) readParamsOf(l *layer, field string, e ast.Expr) bool {
	all, sure := c.paramsOf(e)
	if all == nil || paramsError(all) != nil {
		return false
	}
	for key, value := range all {
		p := place{field, key}
		l.at[p] = e
		if sure[key] != nil {
			l.values[p] = value
		} else {
			l.maybe[p] = true
		}
	}
	return true
}

// paramsOf returns what ParamsOf may make of an expression, and what it surely
// makes. A pointer may be nil.
func (c *checker) paramsOf(e ast.Expr) (all, sure endpoint.Params) {
	t := c.info.TypeOf(e)
	_, isLiteral := ast.Unparen(e).(*ast.UnaryExpr)
	p, isPointer := t.Underlying().(*types.Pointer)
	if isPointer {
		t = p.Elem()
	}
	_, isMap := t.Underlying().(*types.Map)
	if isMap || types.IsInterface(t) || hasMethod(types.NewPointer(t), "MarshalJSON", "MarshalText") {
		return nil, nil
	}
	all, sure = endpoint.ParamsOf(c.value(e, nil, 0, full)), endpoint.ParamsOf(c.value(e, nil, 0, sparse))
	if isPointer && !isLiteral && paramsError(sure) == nil {
		sure = nil
	}
	return all, sure
}

// paramsError returns the error that params carry.
func paramsError(params endpoint.Params) (failed *endpoint.Error) {
	_, err := endpoint.New().Build("POST /", params)
	errors.As(err, &failed)
	return failed
}

// checkParamsOf reports what is wrong with the tags of a struct.
func (c *checker) checkParamsOf(s site) {
	c.begin(s)
	e := s.call.Args[0]
	all, sure := c.paramsOf(e)
	if err := paramsError(all); err != nil && paramsError(sure) != nil {
		if field, ok := strings.CutPrefix(err.Name, "struct."); ok {
			err.Name = strings.TrimPrefix(typeName(c.info.TypeOf(e), nil), "*") + "." + field
		}
		c.reportError(e, err)
	}
}

// unseenEndpoint is an Endpoint with the names that any of them may have here.
func (c *checker) unseenEndpoint() []*layer {
	l := newLayer(place{"Query", anyKey}, place{"Headers", anyKey})
	for _, field := range []string{"Method", "URL", "Data", "Lists", "MediaType"} {
		l.maybe[place{field: field}] = true
	}
	l.maybe[anything], l.maybe[place{field: "BaseURL"}] = c.names.Any, c.names.Base
	for _, name := range c.names.Names {
		l.maybe[place{"Params", name}], l.maybe[place{"Path", name}] = true, true
	}
	return []*layer{l}
}

// endpoint reads the layers of an expression of type Endpoint.
func (c *checker) endpoint(e ast.Expr) []*layer {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		if libraryType(c.info.TypeOf(e)) == "Endpoint" {
			return nil
		}
	case *ast.Ident:
		if init := c.onlyValue(e); init != nil {
			return c.endpoint(init)
		}
	case *ast.CallExpr:
		if s, ok := c.siteOf(e); ok && (s.helper.Name == "New" || s.helper.Name == "Defaults") {
			if layers, err := c.defaults(s); err == nil {
				return layers
			}
		}
	}
	return c.unseenEndpoint()
}
