// Values: what the code shows of a parameter or a body, else a sample of its type: for the
// library, and for a document, which asks for its type in JSON and the places of its members.

package analyzer

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"net/url"
	"reflect"
	"strings"
	"time"

	"example.com/endpoint"
	"example.com/endpoint/endpointvet/openapi"
)

// maxLevels is how deep types within types are read.
const maxLevels = 3

// maybe is a sample of what may be nil, left out or anything.
type maybe string

// value returns a value for an expression: its own, if it is a constant or a composite
// literal, else a sample of its type. It is at a level within other values.
func (c *reading) value(e ast.Expr, level int) any {
	t, of := c.info.TypeOf(e), plain(e)
	switch end, writes := c.shown(e); {
	case len(writes) > 0:
	case end != zero:
		of = end
	case mayBeNil(t) && !isTypeParam(t):
		return nil
	}
	if types.IsInterface(t) && !isTypeParam(t) {
		t = c.info.TypeOf(of)
	}
	literal, _ := of.(*ast.CompositeLit)
	known := c.info.Types[of]
	text := c.textOf(of)
	isText := text.unknown == nil && isBasic(c.info.TypeOf(of), types.IsString)
	switch {
	case known.IsNil():
		return nil
	case libraryType(t) == reflect.TypeOf(endpoint.Unset).Name():
		return endpoint.Unset
	case c.isJSON(of):
		return endpoint.JSON(c.value(of.(*ast.CallExpr).Args[0], 1))
	case types.TypeString(t, nil) == "encoding/json.RawMessage" && (isText || level == 0):
		return json.RawMessage(strings.ReplaceAll(text.text, mark, sampleText))
	case isText && isBytes(t):
		return []byte(text.text)
	case level == 0 && hasMethod(t, "Read") && !hasMethod(t, "MarshalText", "MarshalJSON", "MarshalJSONTo"):
		return strings.NewReader(sampleText)
	case hasText(t), c.isNumber(t):
	case isText && isBasic(pointee(t), types.IsString):
		return text.text
	case known.Value != nil && isBasic(pointee(t), types.IsInteger|types.IsBoolean) && (c.doc != nil || !hasMethod(t, "String")):
		return constant.Val(known.Value)
	}
	if literal == nil && (c.doc != nil || c.isPresent(e)) {
		level = 0
	}
	return c.sample(t, literal, level)
}

// isPresent reports whether an expression is not nil, although its type has nil.
func (c *reading) isPresent(e ast.Expr) bool {
	end, _ := c.shown(e)
	switch made := end.(type) {
	case *ast.CompositeLit, *ast.FuncLit:
		return true
	case *ast.CallExpr:
		if c.isBuiltin(made, "new") || c.isOf(made, "strings.NewReader", "bytes.NewReader", "bytes.NewBuffer") {
			return true
		}
	}
	return c.isJSON(end) || !mayBeNil(c.info.TypeOf(e)) || end != zero && !mayBeNil(c.info.TypeOf(end))
}

// isNumber reports whether a type is text that is a number of any type in JSON.
func (c *reading) isNumber(t types.Type) bool {
	return c.doc != nil && types.TypeString(types.Unalias(pointee(t)), nil) == "encoding/json.Number"
}

// basics are the samples of basic types.
var basics = map[types.BasicInfo]any{
	types.IsBoolean: true, types.IsInteger: 1, types.IsFloat: 1.0, types.IsComplex: 1i, types.IsString: sampleText,
}

// A number is the sample of one with a String method.
type number int

func (number) String() string { return sampleText }

// sample returns a value like those of a type, which is not empty, or that of a literal.
// Text, which fits in most places, stands for what may be anything: what may be nil
// within another value, has text of its own or lies too deep.
func (c *reading) sample(t types.Type, literal *ast.CompositeLit, level int) any {
	isDoc := c.doc != nil
	isFree := literal == nil && level > 0 && mayBeNil(t) && !(isDoc && isBasic(pointee(t), -1))
	if c.left--; c.left < 0 || level > maxLevels || isFree || hasText(t) || c.isNumber(t) {
		return maybe(sampleText)
	}
	switch u := pointee(t).Underlying().(type) {
	case *types.Signature:
		return func() {}
	case *types.Chan:
		return make(chan int)
	case *types.Struct:
		return c.structOf(u, literal, level)
	case *types.Basic:
		info := u.Info() &^ types.IsUnsigned &^ types.IsUntyped
		if isDoc {
			return reflect.ValueOf(basics[info]).Kind()
		}
		switch {
		case types.TypeString(types.Unalias(pointee(t)), nil) == "time.Duration":
			return time.Duration(1)
		case info != types.IsString && hasMethod(t, "String"):
			return number(1)
		}
		return basics[info]
	case *types.Map:
		if !isTypeParam(u.Key()) && !isBasic(u.Key(), types.IsString) && !hasTextMethod(u.Key()) {
			return map[int]any{}
		}
		_, object := c.members(u.Elem(), literal, level)
		return object
	case *types.Slice:
		list, _ := c.members(u.Elem(), literal, level)
		switch {
		case isBytes(u):
			return []byte(sampleText)
		case !isTypeParam(u.Elem()):
			return list
		}
	}
	return maybe(sampleText)
}

// member returns a member of a value: for a document as a field, with its places.
func (c *reading) member(value any, key, e ast.Expr, mayOmit bool) any {
	if c.doc == nil {
		return value
	}
	f := openapi.Field{At: c.doc.node, Value: c.doc.valueOf(value, e, 1), Optional: mayOmit}
	if key != nil {
		f.At = c.doc.place(key, c.doc.node)
	}
	return f
}

// An encoder is the sample of what writes its own query.
type encoder string

func (encoder) EncodeValues(string, *url.Values) error { return nil }

// embedded begins the names of embedded fields: that of an embedded type may not be
// exported, and package reflect makes no such field.
const embedded = "Vet_embedded_"

// structOf returns a struct with values for the fields of s under their tags: those that a
// literal gives, else samples. A field can hold any value, so that omitempty and omitzero
// leave out only nil.
func (c *reading) structOf(s *types.Struct, literal *ast.CompositeLit, level int) any {
	var fields []reflect.StructField
	var values []any
	for i := range s.NumFields() {
		f, t := s.Field(i), s.Field(i).Type()
		field := reflect.StructField{Name: f.Name(), Tag: reflect.StructTag(s.Tag(i)), Type: reflect.TypeFor[any]()}
		given, key := fieldOf(literal, s, f.Name())
		if given != nil && c.info.Types[given].IsNil() {
			given = zero
		}
		isStruct := isType[*types.Struct](pointee(t).Underlying())
		var value any
		switch {
		case f.Embedded() && isStruct && given == zero && mayBeNil(t):
			continue
		case f.Embedded() && isStruct:
			value = c.valueOr(given, t, level+1)
			if _, isMaybe := value.(maybe); isMaybe && mayBeNil(t) && c.doc == nil {
				if c.isLeast {
					continue
				}
				value = c.sample(pointee(t), nil, level+1)
			}
			if value == nil {
				continue
			}
			field.Name, field.Type, field.Anonymous = embedded+f.Name(), reflect.TypeOf(value), true
			if field.Type.Kind() != reflect.Struct {
				return maybe(sampleText)
			}
		case !f.Exported():
			field.PkgPath = f.Pkg().Path()
		default:
			value = c.fieldValue(t, s.Tag(i), given, key, level+1)
			switch {
			case c.doc != nil: // lists are lists
				field.Tag = reflect.StructTag(strings.ReplaceAll(s.Tag(i), ",comma", ""))
			case value != nil && hasMethod(t, "EncodeValues") && field.Tag.Get("url")+field.Tag.Get("query") != "":
				field.Type, value = reflect.TypeFor[encoder](), encoder(sampleText)
			}
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

// valueOr returns a value for an expression that a literal gives, else a sample of a type. What
// has text by its address may be anything, since the library takes that.
func (c *reading) valueOr(e ast.Expr, t types.Type, level int) any {
	switch {
	case isTypeParam(t), hasText(types.NewPointer(t)):
		return maybe(sampleText)
	case e == nil, e == zero:
		return c.sample(t, nil, level)
	}
	return c.value(e, level)
}

// fieldValue returns a value for a field of a struct: nil if a literal leaves it out
// and its zero value is empty or left out by its tag, else what the literal gives
// or a sample.
func (c *reading) fieldValue(t types.Type, tag string, given, key ast.Expr, level int) any {
	value := c.valueOr(given, t, level)
	text, isText := value.(string)
	_, isInteger := value.(int64)
	_, isMaybe := value.(maybe)
	isConstant := isInteger || isText && text != sampleText
	isEmpty := value == "" || value == int64(0) || value == false
	isZero := given == zero && !isMaybe
	mayOmit := strings.Contains(tag, ",omit") && (isEmpty || !isConstant)
	isHeader := reflect.StructTag(tag).Get("header") != "" && c.doc == nil
	_, isBody := reflect.StructTag(tag).Lookup("body")
	isNil := given == zero && mayBeNil(t) && !isTypeParam(t)
	switch {
	case (isHeader || isNil) && given == zero && mayOmit:
		return nil
	case isHeader && isList(t): // nil is as wrong
		value = []any{}
	case isNil && c.doc == nil && isType[*types.Map](t.Underlying()) && isList(t): // which is not left out
		value = map[string]any(nil)
	case isNil && c.doc == nil && (isList(t) || isBody && isBytes(t)):
		value = []any(nil)
	case isHeader && !isNil && types.TypeString(pointee(t), nil) == "time.Time":
		value, mayOmit = time.Time{}, mayOmit || mayBeNil(t) && (given == nil || !c.isPresent(given))
	case isHeader && isZero && isBasic(t, types.IsString): // nil is none
		value = ""
	case isNil, isZero && isBasic(t, types.IsString):
		value = nil
	case mayOmit && (isZero || isEmpty) && isBasic(t, types.IsConstType):
		return nil
	case mayOmit && c.doc == nil, strings.Contains(tag, ",string"):
		value = maybe(sampleText)
	}
	if mayOmit && (value == nil || c.isLeast) {
		return nil
	}
	return c.member(value, key, given, mayOmit)
}

// valueFor returns what an expression shows for a document, at a level within others.
func (c *reading) valueFor(to *asked, e ast.Expr, level int) openapi.Value {
	if e == zero {
		return openapi.Value{}
	}
	defer func() { c.doc = nil }()
	c.doc = to
	return to.valueOf(c.value(e, level), e, level)
}

// members returns the values of a literal of a list or map, or a sample: in order, and by key.
func (c *reading) members(elem types.Type, literal *ast.CompositeLit, level int) (list []any, object map[string]any) {
	element := func(key, e ast.Expr) any {
		value := c.valueOr(e, elem, level+1)
		if _, isMaybe := value.(maybe); isMaybe && c.doc == nil && isList(elem) {
			value = []any{} // nil is as wrong in a template as any other
		}
		return c.member(value, key, e, false)
	}
	if literal == nil {
		one := element(nil, nil)
		return []any{one}, map[string]any{unseenKey: one}
	}
	list, object = []any{}, map[string]any{}
	for i, elt := range literal.Elts {
		name, key := fmt.Sprint(unseenKey, i), ast.Expr(nil)
		if pair, isPair := elt.(*ast.KeyValueExpr); isPair {
			key, elt = pair.Key, pair.Value
			if text, isShown := c.constant(key); isShown {
				name = text
			}
		}
		object[name] = element(key, elt)
		list = append(list, object[name])
	}
	return list, object
}
