// Values: what the code shows of a parameter or a body, else a sample of its type.

package analyzer

import (
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
)

const (
	sampleText = "1"  // valid in a segment, a host, a port, a header and JSON
	maxLevels  = 3    // of types within types
	maxSteps   = 1000 // types and variables for one call
)

// unsetType is the name of the type of Unset.
var unsetType = reflect.TypeOf(endpoint.Unset).Name()

// maybe is a sample of what may be nil, left out or anything.
type maybe string

// value returns a value for an expression: its own, if it is a text or a
// composite literal, else a sample of its type. It is at a level within other
// values.
func (c *checker) value(e ast.Expr, level int) any {
	t := c.info.TypeOf(e)
	isPresent := c.isPresent(e)
	e = plain(e)
	if c.left--; c.left >= 0 && !isFixed(t) {
		if literal := c.table(e); literal != nil {
			e, isPresent = literal, true
		}
	}
	literal, isLiteral := e.(*ast.CompositeLit)
	_, isArray := pointee(t).Underlying().(*types.Array) // may have more elements
	text, unknown := c.text(e)
	switch converted, isConverted := c.converted(e); {
	case c.info.Types[e].IsNil(), isConverted && c.info.Types[converted].IsNil():
		return nil
	case libraryType(t) == unsetType:
		return endpoint.Unset
	case isConverted && isBytes(t) && c.isConstant(converted):
		text, _ := c.constant(converted)
		if types.TypeString(t, nil) == "encoding/json.RawMessage" {
			return json.RawMessage(text)
		}
		return text
	case level == 0 && isPresent && types.NewMethodSet(t).Lookup(nil, "Read") != nil:
		return strings.NewReader(sampleText)
	case c.isCall(e, "math.Inf", "math.NaN"):
		return math.Inf(1)
	case hasText(t):
		return maybe(sampleText)
	case unknown == nil && isBasic(t, types.IsString):
		return text
	case isLiteral && !isArray:
		return c.sample(t, literal, level)
	case isPresent && !isArray:
		return c.sample(t, nil, 0)
	}
	return c.sample(t, nil, level)
}

func (c *checker) isConstant(e ast.Expr) bool { return c.info.Types[e].Value != nil }

// converted returns what an expression converts to a type that has nil.
func (c *checker) converted(e ast.Expr) (from ast.Expr, ok bool) {
	call, isCall := e.(*ast.CallExpr)
	if !isCall || !c.info.Types[call.Fun].IsType() || !mayBeNil(c.info.TypeOf(e)) {
		return nil, false
	}
	return call.Args[0], true
}

// isCall reports whether an expression is a call of one of some functions.
func (c *checker) isCall(e ast.Expr, names ...string) bool {
	call, isCall := e.(*ast.CallExpr)
	if !isCall {
		return false
	}
	fn := typeutil.StaticCallee(c.info, call)
	return fn != nil && slices.Contains(names, fn.FullName())
}

// isBytes reports whether a type is a list of bytes.
func isBytes(t types.Type) bool {
	list, isList := t.Underlying().(*types.Slice)
	return isList && types.Identical(list.Elem().Underlying(), types.Typ[types.Uint8])
}

// unseenKey begins the key of a map that the code does not show: no code has it.
const unseenKey = "\U0010FFFDkey"

// plain returns an expression without parentheses, & and what [isCopied], since a layer or
// value counts like a pointer to it.
func plain(e ast.Expr) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return plain(e.X)
		}
	case *ast.SliceExpr:
		if isCopied(e) {
			return plain(e.X)
		}
	}
	return ast.Unparen(e)
}

// isPresent reports whether an expression is not nil, although its type has nil.
func (c *checker) isPresent(e ast.Expr) bool {
	e = ast.Unparen(e)
	if e == zero || c.info.Types[e].IsNil() {
		return false
	}
	switch e := e.(type) {
	case *ast.CompositeLit, *ast.FuncLit:
		return true
	case *ast.UnaryExpr:
		return e.Op != token.ARROW
	case *ast.CallExpr:
		if c.info.Types[e.Fun].IsType() {
			return c.isPresent(e.Args[0])
		}
		fn := typeutil.StaticCallee(c.info, e)
		isMaker := fn != nil && (strings.HasPrefix(fn.FullName(), "strings.New") || strings.HasPrefix(fn.FullName(), "bytes.New"))
		_, isList := c.info.TypeOf(e).Underlying().(*types.Slice) // that may be empty
		if isMaker || c.isBuiltin(e, "make") && !isList || c.isBuiltin(e, "new") {
			return true
		}
	}
	return !mayBeNil(c.info.TypeOf(e))
}

// hasText reports whether a type writes its own text or JSON, or says itself what its
// zero value is.
func hasText(t types.Type) bool { return !types.IsInterface(t) && hasTextMethod(t) }

func hasTextMethod(t types.Type) bool {
	isMethod := func(name string) bool { return types.NewMethodSet(t).Lookup(nil, name) != nil }
	return slices.ContainsFunc([]string{"MarshalText", "MarshalJSON", "MarshalJSONTo", "Read", "String", "IsZero"}, isMethod)
}

// mayBeNil reports whether nil is a value of a type, or may be.
func mayBeNil(t types.Type) bool {
	return isTypeParam(t) || types.AssignableTo(types.Typ[types.UntypedNil], t)
}

func isTypeParam(t types.Type) bool { _, ok := types.Unalias(t).(*types.TypeParam); return ok }

// isForm reports whether t is url.Values, or a pointer to it.
func isForm(t types.Type) bool {
	return types.TypeString(types.Unalias(pointee(t)), nil) == "net/url.Values"
}

// basics are the samples of basic types.
var basics = map[types.BasicInfo]any{types.IsBoolean: true, types.IsInteger: 1, types.IsFloat: 1.0, types.IsComplex: 1i, types.IsString: sampleText}

// sample returns a value like those of a type, which is not empty, or that of a literal.
// Text, which fits in most places, stands for what may be anything: what may be nil
// within another value, has text of its own or lies too deep.
func (c *checker) sample(t types.Type, literal *ast.CompositeLit, level int) any {
	wrong := wrongType(t)
	isFree := literal == nil && level > 0 && mayBeNil(t) && wrong == nil
	if c.left--; c.left < 0 || level > maxLevels || isFree || hasText(t) {
		return maybe(sampleText)
	}
	if isForm(t) && level == 0 {
		form := url.Values{}
		for key := range c.mapOf(types.Typ[types.String], literal, level) {
			form.Set(key, sampleText)
		}
		return form
	}
	switch t := pointee(t).Underlying().(type) {
	case *types.Struct:
		return c.structOf(t, literal, level)
	case *types.Signature:
		return func() {}
	case *types.Chan:
		return reflect.MakeChan(wrong, 0).Interface()
	case *types.Map:
		if wrong != nil {
			return reflect.MakeMap(wrong).Interface()
		}
		return c.mapOf(t.Elem(), literal, level)
	case *types.Slice, *types.Array:
		switch elem := t.(interface{ Elem() types.Type }).Elem(); {
		case isTypeParam(elem):
			return maybe(sampleText)
		case !types.Identical(elem.Underlying(), types.Typ[types.Uint8]):
			return c.listOf(elem, literal, level)
		}
	case *types.Basic:
		return basics[basicOf(t)]
	}
	return sampleText
}

// basicOf returns what a basic type is: one of the keys of basics.
func basicOf(t *types.Basic) types.BasicInfo { return t.Info() &^ types.IsUnsigned &^ types.IsUntyped }

// mapOf returns the values of a literal of a map by its keys, or a sample.
func (c *checker) mapOf(elem types.Type, literal *ast.CompositeLit, level int) map[string]any {
	if literal == nil {
		return map[string]any{unseenKey: c.sample(elem, nil, level+1)}
	}
	object := map[string]any{}
	for i, elt := range literal.Elts {
		pair := elt.(*ast.KeyValueExpr)
		key, ok := c.constant(pair.Key)
		if !ok {
			key = fmt.Sprint(unseenKey, i)
		}
		object[key] = c.value(pair.Value, level+1)
	}
	return object
}

// listOf returns the values of a literal of a slice, or a sample.
func (c *checker) listOf(elem types.Type, literal *ast.CompositeLit, level int) []any {
	if literal == nil {
		return []any{c.sample(elem, nil, level+1)}
	}
	list := []any{}
	for _, elt := range elementsOf(literal) {
		list = append(list, c.value(elt, level+1))
	}
	return list
}

// elementsOf returns the elements of a literal of a list.
func elementsOf(literal *ast.CompositeLit) (all []ast.Expr) {
	for _, elt := range literal.Elts {
		if pair, ok := elt.(*ast.KeyValueExpr); ok {
			elt = pair.Value
		}
		all = append(all, elt)
	}
	return all
}

// wrongType returns a type like t if that cannot be written as text at all: a
// function, a channel, or a map whose keys are not strings.
func wrongType(t types.Type) reflect.Type {
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return reflect.TypeFor[func()]()
	case *types.Chan:
		return reflect.ChanOf(reflect.BothDir, basicType(t.Elem()))
	case *types.Map:
		if !isTypeParam(t.Key()) && !isBasic(t.Key(), types.IsString) && !hasTextMethod(t.Key()) {
			return reflect.MapOf(basicType(t.Key()), reflect.TypeFor[any]())
		}
	}
	return nil
}

// basicType returns the type of the samples of a basic type, else that of structs.
func basicType(t types.Type) reflect.Type {
	if basic, ok := t.Underlying().(*types.Basic); ok {
		if v, ok := basics[basicOf(basic)]; ok {
			return reflect.TypeOf(v)
		}
	}
	return reflect.TypeFor[struct{}]()
}

// embedded begins the names of embedded fields: that of an embedded type may not be
// exported, and package reflect makes no such field.
const embedded = "Vet_embedded_"

// structOf returns a struct with values for the fields of s under their tags: those
// that a literal gives, else samples. A field can hold any value, so that omitempty
// and omitzero leave out only nil. What has embedded fields other than structs may
// be anything.
func (c *checker) structOf(s *types.Struct, literal *ast.CompositeLit, level int) any {
	var fields []reflect.StructField
	var values []any
	for i := range s.NumFields() {
		f, tag := s.Field(i), s.Tag(i)
		field := reflect.StructField{Name: f.Name(), Tag: reflect.StructTag(tag), Type: reflect.TypeFor[any]()}
		given, _ := fieldOf(literal, s, f.Name())
		value := c.fieldValue(f, strings.Contains(tag, ",omit"), given, level+1)
		switch {
		case f.Embedded():
			field.Name, field.Type, field.Anonymous = embedded+f.Name(), reflect.TypeOf(value), true
			if value == nil || field.Type.Kind() != reflect.Struct {
				return maybe(sampleText)
			}
		case !f.Exported():
			field.PkgPath, value = f.Pkg().Path(), nil
		default:
			value = retype(&field, f.Type(), value)
		}
		fields, values = append(fields, field), append(values, value)
	}
	made := reflect.New(reflect.StructOf(fields)).Elem()
	for i, value := range values {
		if value != nil {
			made.Field(i).Set(reflect.ValueOf(value))
		}
	}
	return made.Interface()
}

// retype gives a field the type that the options of its tag ask for, and returns a value of it.
func retype(field *reflect.StructField, t types.Type, value any) any {
	_, isList := t.Underlying().(*types.Slice)
	tag := string(field.Tag)
	switch {
	case types.NewMethodSet(types.NewPointer(pointee(t))).Lookup(nil, "EncodeValues") != nil: // which writes all itself
		field.Tag = reflect.StructTag(strings.NewReplacer(",brackets", "", ",comma", "").Replace(tag))
	case types.TypeString(pointee(t), nil) == "time.Time":
		field.Type = reflect.TypeFor[*time.Time]()
		if value != nil {
			value = new(time.Time)
		}
	case isList && strings.Contains(types.TypeString(t.Underlying(), nil), "time.Time"):
		field.Type = reflect.TypeFor[[]time.Time]()
		if value != nil {
			value = []time.Time{{}}
		}
	case isList && strings.Contains(tag, ",brackets"):
		field.Type = reflect.TypeFor[[]any]()
		if _, isShown := value.([]any); !isShown && value != nil {
			value = []any{sampleText}
		}
	}
	return value
}

// fieldValue returns a value for a field of a struct: nil if a literal leaves it out
// and its zero value is empty or left out by its tag, else what the literal gives
// or a sample.
func (c *checker) fieldValue(f *types.Var, mayOmit bool, given ast.Expr, level int) (value any) {
	t := f.Type()
	isZero, isGiven := given == zero, given != nil && given != zero
	if isGiven {
		value = c.value(given, level)
	}
	text, _ := value.(string)
	isOpaque := isTypeParam(t) || hasText(types.NewPointer(t)) // the library takes the address of a field
	_, isFunc := t.Underlying().(*types.Signature)
	switch {
	case isFunc && value == nil && (isZero || isGiven) && !mayOmit: // whose type JSON does not have
		return (func())(nil)
	case isZero && !isOpaque && (mayBeNil(t) || isBasic(t, types.IsString) || mayOmit && isBasic(t, types.IsConstType)):
		return nil
	case mayOmit && c.leavesOut && (isOpaque || text == "" || text == sampleText):
		return nil
	case isOpaque, mayOmit && (text == "" || text == sampleText):
		return maybe(sampleText)
	case !isGiven:
		return c.sample(t, nil, level)
	}
	return value
}

func isBasic(t types.Type, info types.BasicInfo) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&info != 0
}

// ofStruct are the functions that make a layer of a struct, and the field that it is like.
var ofStruct = map[string]string{"ParamsOf": "Params", "QueryOf": "Query"}

// setStruct sets the last layer to what ParamsOf or QueryOf makes of an expression, and
// reports whether it has no other keys. Fields that may be left out are holes. An error in
// it is reported where it is made.
func (c *checker) setStruct(k *call, name string, e ast.Expr) bool {
	at := ofStruct[name]
	dst := reflect.ValueOf(k.lastLayer()).Elem().FieldByName(at)
	read := func(v any) reflect.Value {
		layer := endpoint.ParamsOf(v)
		if at == "Query" {
			layer = endpoint.QueryOf(v)
		}
		return reflect.ValueOf(endpoint.Endpoint{}.Merge("", layer)).FieldByName(at)
	}
	t := c.info.TypeOf(e)
	v := c.value(e, 0)
	_, isPointer := t.Underlying().(*types.Pointer)
	_, isStruct := pointee(t).Underlying().(*types.Struct)
	_, isMap := pointee(t).Underlying().(*types.Map)
	literal := c.table(e)
	end, _ := c.shown(e)
	isNil := end == zero || c.info.Types[end].IsNil()
	if _, isMaybe := v.(maybe); isMaybe || mayBeNil(t) && !isStruct && wrongType(t) == nil && literal == nil && (isPointer || isMap || types.IsInterface(t)) {
		return false
	}
	dst.Set(read(v))
	k.show("struct", e, e)
	for _, key := range dst.MapKeys() {
		place := at + "." + key.String()
		if key.String() != "" {
			k.show(place, e, e)
		}
		value, isMaybe := dst.MapIndex(key).Interface(), isPointer && !c.isPresent(e) && literal == nil && (isNil || !isUnreadable(dst.MapIndex(key).Interface()))
		text, isText := value.(maybe)
		if isUnreadable(value) {
			c.leavesOut = true // it may be left out
			least := read(c.value(e, 0)).MapIndex(key)
			c.leavesOut = false
			isMaybe = isMaybe || !least.IsValid() || !isUnreadable(least.Interface())
		}
		if isText {
			dst.SetMapIndex(key, reflect.ValueOf(string(text)))
		}
		if isText || isMaybe {
			k.hide(place, e)
		}
	}
	return true
}

// isUnreadable reports whether a value stands for a field that ParamsOf or QueryOf cannot
// read. No other value that a call is built with writes its own text.
func isUnreadable(v any) bool {
	_, isText := v.(encoding.TextMarshaler)
	return isText && v != any(endpoint.Unset)
}
