// Values: what the code shows of a parameter or a body, else a sample of its type: for the
// library, and for a document, which asks for its type in JSON and the places of its members.

package analyzer

import (
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
	"example.com/endpoint/endpointvet/openapi"
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

// A sampling is what samples have.
type sampling uint8

const (
	all           sampling = iota
	allButOmitted          // without the fields that omitempty or omitzero may leave out
	allButNil              // without those of embedded pointers that may be nil
	allMarked              // members with their places, and the kind of what is not constant
)

// A shown is a member of a value with its places.
type shown struct {
	value   any
	key     ast.Node // nil if the code does not show it
	e       ast.Expr
	mayOmit bool
}

// value returns a value for an expression: its own, if it is a constant or a composite
// literal, else a sample of its type. It is at a level within other values.
func (c *checker) value(e ast.Expr, level int) any {
	t, of, isPresent := c.info.TypeOf(e), plain(e), c.isPresent(e)
	if end, writes := c.shown(e); len(writes) == 0 && end != zero && end != of {
		of, isPresent = end, isPresent || c.isPresent(end)
		if types.IsInterface(t) && !isTypeParam(t) {
			t = c.info.TypeOf(end)
		}
	}
	literal, isLiteral := of.(*ast.CompositeLit)
	_, isArray := pointee(t).Underlying().(*types.Array) // may have more elements
	if call, isCall := of.(*ast.CallExpr); isCall && c.info.Types[call.Fun].IsType() && mayBeNil(t) {
		of = call.Args[0]
	} else if pointee(t) != t {
		of = c.behind(of)
	}
	known := c.info.Types[of]
	text, unknown := c.text(of)
	isText := unknown == nil && isBasic(c.info.TypeOf(of), types.IsString)
	switch {
	case known.IsNil():
		return nil
	case libraryType(t) == unsetType:
		return endpoint.Unset
	case types.TypeString(t, nil) == "encoding/json.RawMessage" && isText:
		return json.RawMessage(text)
	case isBytes(t) && isText:
		return []byte(text)
	case level == 0 && hasMethod(t, "Read"):
		return strings.NewReader(sampleText)
	case c.isCall(of, "math.Inf", "math.NaN"):
		return math.Inf(1)
	case hasText(t) && !isReader(t):
		return maybe(sampleText)
	case isText && isBasic(pointee(t), types.IsString):
		return text
	case known.Value != nil && isBasic(pointee(t), types.IsInteger|types.IsBoolean):
		return constant.Val(known.Value)
	case isLiteral && !isArray:
		return c.sample(t, literal, level)
	case isPresent:
		return c.sample(t, nil, 0)
	}
	return c.sample(t, nil, level)
}

// behind returns what a variable is declared with that a pointer leads to, if nothing else
// may change it.
//
//	state := "open"; Params{"state": &state}
func (c *checker) behind(e ast.Expr) ast.Expr {
	id, _ := e.(*ast.Ident)
	v, isVar := c.info.Uses[id].(*types.Var)
	if !isVar || !isFixed(v.Type()) || v.Parent() == c.pass.Pkg.Scope() {
		return e
	}
	others := &variable{}
	for _, use := range c.uses[v][1:] {
		if use.Node() != id {
			c.look(others, v, use)
		}
	}
	if init, _ := c.declared(c.uses[v][0]); init != nil && !others.isOpen && len(others.sets) == 0 {
		return init
	}
	return e
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
	return hasMethod(t, "Read", "IsZero") || hasMethod(t, texts...)
}

var texts = []string{"MarshalText", "MarshalJSON", "MarshalJSONTo", "String"}

// hasMethod reports whether a type has one of some exported methods.
func hasMethod(t types.Type, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return types.NewMethodSet(t).Lookup(nil, name) != nil })
}

// isReader reports whether a type is of Readers that the library sends as nothing else.
func isReader(t types.Type) bool {
	s, isStruct := pointee(t).Underlying().(*types.Struct)
	return isStruct && hasMethod(t, "Read") && !hasMethod(t, texts...) && !slices.ContainsFunc(slices.Collect(s.Fields()), (*types.Var).Exported)
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
	wrong, isMarked := wrongType(t), c.sampling == allMarked
	isFree := literal == nil && level > 0 && mayBeNil(t) && wrong == nil && !isMarked
	switch c.left--; {
	case level == 0 && isReader(t):
		return strings.NewReader(sampleText)
	case c.left < 0, level > maxLevels, isFree, hasText(t):
		return maybe(sampleText)
	}
	switch u := pointee(t).Underlying().(type) {
	case *types.Struct:
		return c.structOf(u, literal, level)
	case *types.Signature:
		return func() {}
	case *types.Chan:
		return reflect.MakeChan(wrong, 0).Interface()
	case *types.Basic:
		if isMarked {
			return reflect.ValueOf(basics[basicOf(u)]).Kind()
		}
		return basics[basicOf(u)]
	case *types.Map:
		if wrong != nil {
			return reflect.MakeMap(wrong).Interface()
		}
		object := c.mapOf(u.Elem(), literal, level)
		if !isForm(t) || level > 0 || isMarked {
			return object
		}
		form := url.Values{}
		for key := range object {
			form.Set(key, sampleText)
		}
		return form
	case *types.Slice, *types.Array:
		switch elem := u.(interface{ Elem() types.Type }).Elem(); {
		case types.Identical(elem.Underlying(), types.Typ[types.Uint8]):
			return []byte(sampleText)
		case !isTypeParam(elem) && !(isMarked && hasText(types.NewPointer(elem))):
			return c.listOf(elem, literal, level)
		}
	}
	return maybe(sampleText)
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
		object[key] = c.marked(shown{value: c.value(pair.Value, level+1), key: pair.Key, e: pair.Value})
	}
	return object
}

// listOf returns the values of a literal of a slice, or a sample.
func (c *checker) listOf(elem types.Type, literal *ast.CompositeLit, level int) []any {
	if literal == nil {
		return []any{c.marked(shown{value: c.sample(elem, nil, level+1)})}
	}
	list := []any{}
	for _, elt := range elementsOf(literal) {
		list = append(list, c.marked(shown{value: c.value(elt, level+1), e: elt}))
	}
	return list
}

// marked returns a member of a value, with its places if those are asked for.
func (c *checker) marked(member shown) any {
	if c.sampling == allMarked {
		return &member
	}
	return member.value
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

// isOfQuery reports whether a struct has a name that only a query has.
func isOfQuery(t reflect.Type) bool {
	for i := range t.NumField() {
		if _, isURL := t.Field(i).Tag.Lookup("url"); isURL {
			return true
		}
	}
	return false
}

// structOf returns a struct with values for the fields of s under their tags: those that a
// literal gives, else samples. A field can hold any value, so that omitempty and omitzero
// leave out only nil.
func (c *checker) structOf(s *types.Struct, literal *ast.CompositeLit, level int) any {
	var fields []reflect.StructField
	var values []any
	for i := range s.NumFields() {
		f, tag := s.Field(i), s.Tag(i)
		field := reflect.StructField{Name: f.Name(), Tag: reflect.StructTag(tag), Type: reflect.TypeFor[any]()}
		given, key := fieldOf(literal, s, f.Name())
		_, isStruct := pointee(f.Type()).Underlying().(*types.Struct)
		var value any
		switch {
		case f.Embedded() && isStruct:
			if value = c.embeddedValue(f, given, level+1); value == nil {
				continue
			}
			field.Name, field.Type, field.Anonymous = embedded+f.Name(), reflect.TypeOf(value), true
			if field.Type.Kind() != reflect.Struct {
				return maybe(sampleText)
			}
		case !f.Exported():
			field.PkgPath = f.Pkg().Path()
		default:
			value = c.fieldValue(f, tag, given, key, level+1)
			value = c.retype(&field, f.Type(), value)
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

// embeddedValue returns a value for an embedded struct: nil if it is a pointer that is nil,
// or may be where those are left out.
func (c *checker) embeddedValue(f *types.Var, given ast.Expr, level int) any {
	isGiven := given != nil && given != zero
	mayBeNil := mayBeNil(f.Type()) && !(isGiven && c.isPresent(given))
	switch {
	case mayBeNil && (given == zero || c.sampling == allButNil):
		return nil
	case mayBeNil && c.sampling == allMarked:
		return maybe(sampleText)
	case isGiven:
		if value := c.value(given, level); !mayBeNil || value == nil {
			return value
		}
	}
	return c.sample(pointee(f.Type()), nil, level)
}

// retype gives a field the type that the options of its tag ask for, and returns a value of it.
func (c *checker) retype(field *reflect.StructField, t types.Type, value any) any {
	_, isList := t.Underlying().(*types.Slice)
	tag := string(field.Tag)
	switch {
	case c.sampling == allMarked, hasMethod(types.NewPointer(pointee(t)), "EncodeValues"): // which writes all itself
		field.Tag = reflect.StructTag(strings.NewReplacer(",brackets", "", ",comma", "", "layout:", "x:", "del:", "x:").Replace(tag))
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
func (c *checker) fieldValue(f *types.Var, tag string, given ast.Expr, key *ast.Ident, level int) (value any) {
	t, isMarked := f.Type(), c.sampling == allMarked
	isZero, isGiven := given == zero, given != nil && given != zero
	if isGiven {
		value = c.value(given, level)
	}
	mayOmit := strings.Contains(tag, ",omit")
	isEmpty := value == "" || value == int64(0) || value == false
	isZero = isZero || isEmpty && mayOmit && isBasic(t, types.IsConstType)
	mayOmit = mayOmit && !(isGiven && !isZero && c.isSure(value, t, given))
	isOpaque := isTypeParam(t) || hasText(types.NewPointer(t)) // the library takes the address of a field
	_, isFunc := t.Underlying().(*types.Signature)
	switch {
	case isFunc && value == nil && (isZero || isGiven) && !mayOmit: // whose type JSON does not have
		value = (func())(nil)
	case isZero && !isOpaque && (mayBeNil(t) || isBasic(t, types.IsString) || mayOmit && isBasic(t, types.IsConstType)), mayOmit && c.sampling == allButOmitted:
		value = nil
	case isOpaque, mayOmit && !isMarked, strings.Contains(tag, ",string"), isMarked && !isGiven && mayBeNil(t) && !isBasic(pointee(t), -1):
		value = maybe(sampleText)
	case !isGiven:
		value = c.sample(t, nil, level)
	}
	m := shown{value: value, e: given, mayOmit: mayOmit}
	if value == nil && mayOmit {
		return nil
	}
	if key != nil {
		m.key = key
	}
	return c.marked(m)
}

// isSure reports whether a value is that of a constant, or of a pointer that is not nil.
func (c *checker) isSure(value any, t types.Type, e ast.Expr) bool {
	switch value.(type) {
	case int64:
		return true
	case string, bool:
		return c.sampling == allMarked || value != sampleText && value != true || mayBeNil(t) && c.isPresent(e)
	}
	return false
}

func isBasic(t types.Type, info types.BasicInfo) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&info != 0
}

// ofStruct are the functions that make a layer of a struct, and the field that it is like.
var ofStruct = map[string]string{"ParamsOf": "Params", "QueryOf": "Query"}

// readStruct returns what ParamsOf or QueryOf makes of a value.
func readStruct(field string, v any) map[string]any {
	if field == "Query" {
		return endpoint.Endpoint{}.Merge("", endpoint.QueryOf(v)).Query
	}
	return endpoint.Endpoint{}.Merge("", endpoint.ParamsOf(v)).Params
}

// setStruct sets the last layer to what ParamsOf or QueryOf makes of an expression, and
// reports whether it has no other keys. Fields that may be left out are holes. An error in
// it is reported where it is made.
func (c *checker) setStruct(k *call, name string, e ast.Expr) bool {
	t, literal, left := c.info.TypeOf(e), c.table(e), c.left
	end, _ := c.shown(e)
	_, isMaybe := c.value(e, 0).(maybe)
	_, isPointer := t.Underlying().(*types.Pointer)
	_, isStruct := pointee(t).Underlying().(*types.Struct)
	_, isList := t.Underlying().(*types.Slice)
	if isMaybe || hasText(t) || literal == nil && mayBeNil(t) && !isStruct && !isList && !c.info.Types[end].IsNil() && wrongType(t) == nil {
		return false
	}
	made := func(s sampling) map[string]any {
		defer func(before sampling) { c.sampling = before }(c.sampling)
		c.sampling, c.left = s, left
		return readStruct(ofStruct[name], c.value(e, 0))
	}
	fields, sent, own := made(all), made(allButOmitted), made(allButNil)
	reflect.ValueOf(k.lastLayer()).Elem().FieldByName(ofStruct[name]).Set(reflect.ValueOf(fields))
	k.show("struct", e, e)
	mayBeNil := isPointer && !c.isPresent(e) && literal == nil
	isNil := end == zero || c.info.Types[end].IsNil()
	for key, value := range fields {
		place := ofStruct[name] + "." + key
		if key != "" {
			k.show(place, e, e)
		}
		text, isText := value.(maybe)
		if isText {
			fields[key] = string(text)
		}
		isWrong := isUnreadable(value)
		_, isOwn := own[key]
		if isText || mayBeNil && (isNil || !isWrong) || isWrong && !isUnreadable(sent[key]) || !isWrong && !isOwn {
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

// kinds are those of basic types.
var kinds = map[reflect.Kind]openapi.Kind{
	reflect.Bool: openapi.Boolean, reflect.Int: openapi.Integer, reflect.Int64: openapi.Integer, reflect.Float64: openapi.Number, reflect.String: openapi.String,
}

// valueOf returns what an expression shows for a document. Members that it does not show
// stand at a node.
func (d *described) valueOf(e ast.Expr, at ast.Node, level int) openapi.Value {
	if e == zero {
		return openapi.Value{}
	}
	d.sampling = allMarked
	value := d.value(e, level)
	d.sampling = all
	return d.memberOf("", shown{value: value, e: e}, at, level).Value
}

// member returns a member of a value for a document.
func (d *described) memberOf(name string, m shown, at ast.Node, level int) openapi.Field {
	f := openapi.Field{Name: name, At: at, Optional: m.mayOmit}
	if m.key != nil {
		f.At = d.place(m.key, at)
	}
	v := &f.Value
	var members map[string]any
	switch value := m.value.(type) {
	case nil:
		v.Kind = openapi.Null
	case reflect.Kind:
		v.Kind = kinds[value]
	case string, int64, bool:
		v.Kind, v.Constant, v.Text = kinds[reflect.TypeOf(value).Kind()], true, fmt.Sprint(value)
		if literal, ok := m.e.(*ast.BasicLit); ok && d.place(literal, nil) != nil {
			v.At = literal
		}
	case []any:
		v.Kind = openapi.Array
		for _, element := range value {
			v.Elements = append(v.Elements, d.memberOf("", *element.(*shown), at, level+1).Value)
		}
	case map[string]any:
		v.Kind, members = openapi.Object, value
	default:
		if made := reflect.TypeOf(value); made.Kind() == reflect.Struct && made.Name() == "" && (level == 0 || !isOfQuery(made)) {
			v.Kind, members = openapi.Object, readStruct(d.layerOf, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		switch member, isShown := members[name].(*shown); {
		case strings.HasPrefix(name, unseenKey):
			v.More = true
		case isShown:
			v.Fields = append(v.Fields, d.memberOf(name, *member, at, level+1))
		default: // a field that cannot be read
			v.Fields = append(v.Fields, openapi.Field{Name: name})
		}
	}
	return f
}
