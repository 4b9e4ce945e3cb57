// Types: which are of the library, and what values of one can be.

package analyzer

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint"
)

// libraryPath is the import path of package endpoint.
var libraryPath = reflect.TypeFor[endpoint.Endpoint]().PkgPath()

// isLibrary reports whether pkg is package endpoint. The path of a package
// under test ends with its test in brackets.
func isLibrary(pkg *types.Package) bool {
	return pkg != nil && (pkg.Path() == libraryPath || strings.HasPrefix(pkg.Path(), libraryPath+" "))
}

// libraryType returns the name of t if it is a type of the library, or a
// pointer to one.
func libraryType(t types.Type) string {
	named, ok := types.Unalias(pointee(t)).(*types.Named)
	if !ok || !isLibrary(named.Obj().Pkg()) {
		return ""
	}
	return named.Obj().Name()
}

// pointee returns the type that t points to, or t.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// isLayer reports whether a type is one of a layer, or of any.
func isLayer(t types.Type) bool {
	return slices.Contains([]string{"Layer", "Options", "Params", "Path", "Query", "Headers", "MediaType"}, libraryType(t))
}

func isLayers(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && libraryType(list.Elem()) == "Layer"
}

// isFixed reports whether nothing but an assignment changes a value of a type.
func isFixed(t types.Type) bool {
	isPointer := isType[*types.Pointer](t.Underlying())
	return isType[*types.Signature](t.Underlying()) || isBasic(t, -1) || !isPointer && libraryType(t) == "Endpoint"
}

func isBasic(t types.Type, info types.BasicInfo) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&info != 0
}

// isBytes reports whether a type is a list of bytes.
func isBytes(t types.Type) bool {
	list, isList := t.Underlying().(*types.Slice)
	return isList && types.Identical(list.Elem().Underlying(), types.Typ[types.Uint8])
}

// isList reports whether a type is a list or a map in a template.
func isList(t types.Type) bool {
	isSlice := isType[*types.Slice](t.Underlying()) && !isBytes(t)
	return (isSlice || isType[*types.Map](t.Underlying())) && !isTypeParam(t) && !hasText(types.NewPointer(t))
}

func isTypeParam(t types.Type) bool { return isType[*types.TypeParam](types.Unalias(t)) }

// mayBeNil reports whether nil is a value of a type, or may be. A function or a channel is as
// wrong if it is nil.
func mayBeNil(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return false
	}
	return isTypeParam(t) || types.AssignableTo(types.Typ[types.UntypedNil], t)
}

// hasMethod reports whether a type has one of some exported methods.
func hasMethod(t types.Type, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return types.NewMethodSet(t).Lookup(nil, name) != nil })
}

// hasText reports whether a type writes its own text or JSON, or says itself what its
// zero value is.
func hasText(t types.Type) bool { return !types.IsInterface(t) && hasTextMethod(t) }

func hasTextMethod(t types.Type) bool {
	isURL := types.TypeString(types.Unalias(pointee(t)), nil) == "net/url.URL"
	return isURL || hasMethod(t, "MarshalText", "MarshalJSON", "MarshalJSONTo", "Read", "IsZero")
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// isType reports whether a type or a node is of a Go type.
func isType[T any](v any) bool {
	_, ok := v.(T)
	return ok
}
