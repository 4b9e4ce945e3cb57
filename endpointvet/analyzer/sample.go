// Samples: Go values for expressions, and for types alone.

package analyzer

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/endpoint"
)

const (
	sampleText = "1"  // valid in a segment, a host, a port and a header
	maxLevels  = 3    // of types within types
	maxSteps   = 1000 // samples and variables for one call
)

// A mode says what stands for a value that the code does not show.
type mode int

const (
	full   mode = iota // a sample of its type
	sparse             // the same, but nothing for a field that may be omitted
	empty              // its zero value
)

// text stands for types with a text or JSON of their own.
type text string

func (text) MarshalText() ([]byte, error) { return []byte(sampleText), nil }

// opaque stands for structs without exported fields.
type opaque struct{ _ int }

// known are samples of types that the library or encoding/json treats by name.
var known = map[string]any{
	"encoding/json.RawMessage": json.RawMessage(sampleText),
	"net/url.Values":           url.Values{sampleText: {sampleText}},
	"time.Time":                time.Unix(1, 0).UTC(),
}

// value returns a value for an expression: what it shows, and samples for the
// rest. Without an expression it is a sample of type t. At level 0, the methods
// of the type do not count. Lists, maps and fields hold interfaces, which the
// library reads like any other type.
func (c *checker) value(e ast.Expr, t types.Type, level int, m mode) (v any) {
	if e = ast.Unparen(e); e != nil {
		t = c.info.TypeOf(e)
	}
	object, shown := c.objectOf(e), c.info.Types[e].Value
	address, _ := e.(*ast.UnaryExpr)
	literal, isLiteral := e.(*ast.CompositeLit)
	c.left--
	switch v = known[types.TypeString(types.Unalias(t), nil)]; {
	case c.info.Types[e].IsNil():
		return nil
	case level > maxLevels || c.left < 0:
		return sampleText
	case object != nil && isLibrary(object.Pkg()) && object.Name() == "Unset":
		return endpoint.Unset
	case m == empty && e == nil:
		if v = c.value(nil, t, level, full); v != nil {
			v = reflect.Zero(reflect.TypeOf(v)).Interface()
		}
		return v
	case v != nil:
		return v
	case level > 0 && hasMethod(t, "MarshalText", "String", "MarshalJSON"):
		return text(sampleText)
	case shown != nil && shown.Kind() == constant.Float:
		v, _ = constant.Float64Val(shown)
		return v
	case shown != nil && shown.Kind() != constant.Complex:
		return constant.Val(shown)
	case address != nil && address.Op == token.AND:
		return pointer(c.value(address.X, nil, level, m))
	}
	elts, isNil := []ast.Expr{nil}, c.hollow && level > 0 && !isLiteral
	if isLiteral {
		elts = literal.Elts
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		v = basic(u)
	case *types.Struct:
		v = c.structure(u, literal, level, m)
	case *types.Pointer:
		switch {
		case isNil:
			return nil
		case isLiteral: // of a list, without its &
			return pointer(c.structure(u.Elem().Underlying().(*types.Struct), literal, level, m))
		}
		return pointer(c.value(nil, u.Elem(), level, m))
	case *types.Array:
		v = []any{c.value(nil, u.Elem(), level+1, m)}
	case *types.Slice:
		if types.Identical(u.Elem().Underlying(), types.Typ[types.Uint8]) {
			return []byte(sampleText)
		}
		list := []any{}
		for _, elt := range elts {
			list = append(list, c.value(elt, u.Elem(), level+1, m))
		}
		v = list
	case *types.Map:
		if !isBasic(u.Key(), types.IsString) {
			v = map[int]any{}
			break
		}
		entries := map[string]any{}
		for _, elt := range elts {
			pair, _ := elt.(*ast.KeyValueExpr)
			if pair == nil {
				pair = &ast.KeyValueExpr{}
			}
			key, ok := c.constant(pair.Key)
			if !ok {
				key = sampleText
			}
			entries[key] = c.value(pair.Value, u.Elem(), level+1, m)
		}
		v = entries
	case *types.Chan, *types.Signature:
		v = func() {}
	default: // an interface, which may hold text, or nothing
		if !isNil {
			v = sampleText
		}
		return v
	}
	if made := reflect.TypeOf(v).String(); c.shown[made] == "" {
		c.shown[made] = typeName(t, c.pass.Pkg)
	}
	return v
}

// typeName returns the name of a type in a package, or without packages if that
// is nil. A struct may have none.
func typeName(t types.Type, pkg *types.Package) string {
	name := types.TypeString(t, func(p *types.Package) string {
		if pkg == nil || p == pkg {
			return ""
		}
		return p.Name()
	})
	if i := strings.Index(name, "struct{"); i >= 0 {
		name = name[:i] + "struct{…}"
	}
	return name
}

// objectOf returns the object that an expression names, or nil.
func (c *checker) objectOf(e ast.Expr) types.Object {
	if selector, ok := e.(*ast.SelectorExpr); ok {
		e = selector.Sel
	}
	id, _ := e.(*ast.Ident)
	return c.info.ObjectOf(id)
}

// hasMethod reports whether a type has one of some methods, as far as is known.
func hasMethod(t types.Type, names ...string) bool {
	return !types.IsInterface(t) && slices.ContainsFunc(names, func(name string) bool {
		return types.NewMethodSet(t).Lookup(nil, name) != nil
	})
}

func isBasic(t types.Type, info types.BasicInfo) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&info != 0
}

// pointer returns a pointer to a struct, and any other value as it is: a pointer
// to it is written alike.
func pointer(v any) any {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Struct {
		return v
	}
	p := reflect.New(rv.Type())
	p.Elem().Set(rv)
	return p.Interface()
}

// basic returns a value of a basic type.
func basic(t *types.Basic) any {
	switch info := t.Info(); {
	case info&types.IsString != 0:
		return sampleText
	case info&types.IsBoolean != 0:
		return true
	case info&types.IsFloat != 0:
		return 1.0
	case info&types.IsComplex != 0:
		return 1i
	}
	return 1
}

// structure returns a struct with the exported fields of a type and their tags.
// A field is nil if it is omitted.
func (c *checker) structure(s *types.Struct, literal *ast.CompositeLit, level int, m mode) any {
	given := map[string]ast.Expr{}
	if literal != nil {
		for i, elt := range literal.Elts {
			if pair, ok := elt.(*ast.KeyValueExpr); ok {
				given[pair.Key.(*ast.Ident).Name] = pair.Value
			} else {
				given[s.Field(i).Name()] = elt
			}
		}
	}
	var fields []reflect.StructField
	var values []reflect.Value
	for i := range s.NumFields() {
		f, fieldMode := s.Field(i), m
		e, isGiven := given[f.Name()]
		switch {
		case isGiven && c.info.Types[e].Value != nil:
			fieldMode = full
		case !isGiven && literal != nil:
			fieldMode = empty
		}
		v := reflect.ValueOf(c.value(e, f.Type(), level+1, fieldMode))
		if strings.Contains(s.Tag(i), ",omit") && (fieldMode != full || !v.IsValid() || v.IsZero()) {
			v = reflect.Value{}
		}
		made := reflect.StructField{Name: f.Name(), Type: reflect.TypeFor[any](), Tag: reflect.StructTag(s.Tag(i))}
		switch inner := reflect.Indirect(v); {
		case f.Embedded() && inner.Kind() == reflect.Struct && inner.NumMethod() == 0:
			made.Type, made.Anonymous, v = inner.Type(), true, inner
			if !f.Exported() {
				made.Name = "Embedded_" + f.Name()
			}
		case !f.Exported() || f.Embedded() && !v.IsValid():
			continue
		}
		fields, values = append(fields, made), append(values, v)
	}
	if len(fields) == 0 && s.NumFields() > 0 {
		return opaque{}
	}
	result := reflect.New(reflect.StructOf(fields)).Elem()
	for i, v := range values {
		if v.IsValid() {
			result.Field(i).Set(v)
		}
	}
	return result.Interface()
}
