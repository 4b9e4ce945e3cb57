// Samples: Go types and values like those of the code.

package analyzer

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint"
)

const (
	sampleText = "1"  // valid in a segment, a host, a port and a header
	maxLevels  = 3    // of types within types
	maxSteps   = 1000 // types and variables for one call
)

// opaque stands for structs without exported fields.
type opaque struct{ _ int }

// typeOf returns a type like t, with the tags of its structs. Types with a text
// of their own are strings, and so is what lies too deep. Pointers within types
// may be nil, and are interfaces.
func (c *checker) typeOf(t types.Type, level int) (made reflect.Type) {
	if c.left--; c.left < 0 || level > maxLevels || level > 0 && hasMethod(t, "MarshalText", "String", "MarshalJSON") {
		return reflect.TypeFor[string]()
	}
	elem := func(u interface{ Elem() types.Type }) reflect.Type { return c.typeOf(u.Elem(), level+1) }
	switch u := t.Underlying().(type) {
	case *types.Basic:
		made = basics[u.Info()&^types.IsUnsigned&^types.IsUntyped]
	case *types.Struct:
		made = c.structOf(u, level)
		c.shown[made.String()] = typeName(t)
	case *types.Slice:
		if types.Identical(u.Elem().Underlying(), types.Typ[types.Uint8]) {
			return reflect.TypeFor[[]byte]()
		}
		made = reflect.SliceOf(elem(u))
	case *types.Array:
		made = reflect.SliceOf(elem(u))
	case *types.Map:
		made = reflect.TypeFor[map[int]any]()
		if isBasic(u.Key(), types.IsString) {
			made = reflect.MapOf(reflect.TypeFor[string](), elem(u))
		}
	case *types.Signature, *types.Chan:
		made = reflect.TypeFor[func()]()
		c.shown["func()"] = typeName(t)
	}
	if made == nil {
		made = reflect.TypeFor[any]()
	}
	return made
}

// basics are the types of which samples are made.
var basics = map[types.BasicInfo]reflect.Type{
	types.IsString:  reflect.TypeFor[string](),
	types.IsBoolean: reflect.TypeFor[bool](),
	types.IsInteger: reflect.TypeFor[int](),
	types.IsFloat:   reflect.TypeFor[float64](),
	types.IsComplex: reflect.TypeFor[complex128](),
}

// structOf returns a struct with the exported fields of s and their tags.
func (c *checker) structOf(s *types.Struct, level int) reflect.Type {
	var made []reflect.StructField
	for i := range s.NumFields() {
		f := s.Field(i)
		field := reflect.StructField{Name: f.Name(), Tag: reflect.StructTag(s.Tag(i)), Type: c.typeOf(f.Type(), level+1), Anonymous: f.Embedded()}
		if f.Embedded() {
			field.Name = "Embedded" + f.Name()
		}
		if f.Embedded() && field.Type.Kind() == reflect.Struct || f.Exported() && !f.Embedded() {
			made = append(made, field)
		}
	}
	if len(made) == 0 && s.NumFields() > 0 {
		return reflect.TypeFor[opaque]()
	}
	return reflect.StructOf(made)
}

// value returns a value for an expression, where a value of any type may stand.
func (c *checker) value(e ast.Expr, at string) reflect.Value {
	t, level := c.info.TypeOf(e), 1
	if at == "Data" || at == "ParamsOf" {
		level = 0 // the methods of the type itself do not count
	}
	if object := c.objectOf(e); object != nil && isLibrary(object.Pkg()) && object.Name() == "Unset" {
		return reflect.ValueOf(endpoint.Unset)
	}
	hasText := hasMethod(t, "Read", "MarshalText", "MarshalJSON") || level > 0 && hasMethod(t, "String")
	p, isPointer := t.Underlying().(*types.Pointer)
	if isPointer { // to a value that is written alike
		t = p.Elem()
	}
	made := c.typeOf(t, level)
	if hasText || made.Kind() == reflect.Interface {
		return reflect.ValueOf(sampleText) // which goes under any content-type
	}
	if isPointer && made.Kind() == reflect.Struct {
		made = reflect.PointerTo(made)
	}
	v := reflect.New(made).Elem()
	c.set(nil, v, "", e)
	return v
}

// sample sets dst to a value that is not empty.
func sample(dst reflect.Value) {
	switch dst.Kind() {
	case reflect.Func:
		dst.Set(reflect.ValueOf(func() {}))
	case reflect.Pointer:
		dst.Set(reflect.New(dst.Type().Elem()))
		sample(dst.Elem())
	case reflect.Slice:
		dst.Set(reflect.MakeSlice(dst.Type(), 1, 1))
		sample(dst.Index(0))
	case reflect.Map:
		key, value := reflect.New(dst.Type().Key()).Elem(), reflect.New(dst.Type().Elem()).Elem()
		sample(key)
		sample(value)
		dst.Set(reflect.MakeMap(dst.Type()))
		dst.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range dst.NumField() {
			if dst.Field(i).CanSet() {
				sample(dst.Field(i))
			}
		}
	case reflect.Interface:
		dst.Set(reflect.ValueOf(sampleText))
	case reflect.String:
		dst.SetString(sampleText)
	case reflect.Bool:
		dst.SetBool(true)
	case reflect.Complex128:
		dst.SetComplex(1)
	default:
		dst.Set(reflect.ValueOf(1).Convert(dst.Type()))
	}
}

// typeName returns the name of a type, or of that which it points to. A struct
// may have none.
func typeName(t types.Type) string {
	name := types.TypeString(t, func(*types.Package) string { return "" })
	if strings.HasPrefix(name, "struct{") {
		return "struct{…}"
	}
	return strings.TrimPrefix(name, "*")
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
