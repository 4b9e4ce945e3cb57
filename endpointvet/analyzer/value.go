// Layers, texts and values: what an expression shows of them, else a sample of its
// type.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
)

// add adds a layer.
//
//	Params{"owner": o, "repo": "r"} => Options {Params: {"owner": "1", "repo": "r"}}, spots Params.owner and Params.repo
//	Path(m), where m is a parameter => unseen Path
//	opts, a parameter               => unseen, all fields
func (c *checker) add(k *call, e ast.Expr) {
	layer := new(endpoint.Options)
	k.layers = append(k.layers, layer)
	dst := reflect.ValueOf(layer).Elem()
	switch name := libraryType(c.info.TypeOf(e)); {
	case k.name == "ParamsOf":
		c.setParamsOf(k, dst.FieldByName("Params"), "Params", e)
	case name == "Options":
		c.set(k, dst, "", e)
	case name != "" && dst.FieldByName(name).IsValid():
		c.set(k, dst.FieldByName(name), name, e)
	case !c.info.Types[e].IsNil():
		k.hide("")
	}
}

// set sets dst, which is at a place of the last layer, to what an expression
// shows, and hides what it does not show.
func (c *checker) set(k *call, dst reflect.Value, at string, e ast.Expr) {
	text, unknown := c.text(e)
	known := c.info.Types[e]
	header, isHeader := strings.CutPrefix(strings.ToLower(at), "headers.")
	isFree := isHeader && !strings.HasPrefix(header, "content-")
	literal, isLiteral := plain(e).(*ast.CompositeLit)
	switch kind := dst.Kind(); {
	case known.IsNil():
	case kind == reflect.Interface:
		dst.Set(reflect.ValueOf(c.value(e, strings.Count(at, ".")))) // what is behind a key may be nil
		if at == "Data" && types.IsInterface(known.Type) {
			k.hide(at)
		}
	case kind == reflect.String && (unknown == nil || isFree) && header != "content-length": // the body may be a sample
		dst.SetString(strings.ReplaceAll(text, mark, sampleText))
	case kind == reflect.Uint8 && known.Value != nil:
		dst.Set(reflect.ValueOf(constant.Val(known.Value)).Convert(dst.Type()))
	case isLiteral && kind == reflect.Slice:
		dst.Set(reflect.MakeSlice(dst.Type(), len(literal.Elts), len(literal.Elts)))
		for i, elt := range literal.Elts {
			c.set(k, dst.Index(i), at, elt)
		}
	case isLiteral:
		for _, elt := range literal.Elts {
			c.setPart(k, dst, at, elt.(*ast.KeyValueExpr))
		}
	case !c.follows(k, dst, at, plain(e)):
		k.hide(at)
	}
}

// setPart sets a field of a struct, or a key of a map.
func (c *checker) setPart(k *call, dst reflect.Value, at string, pair *ast.KeyValueExpr) {
	if dst.Kind() == reflect.Struct {
		name := pair.Key.(*ast.Ident).Name
		at = strings.TrimPrefix(at+"."+name, ".")
		k.show(at, pair.Value)
		dst.FieldByName(name).SetZero()
		c.set(k, dst.FieldByName(name), at, pair.Value)
		return
	}
	name, ok := c.constant(pair.Key)
	if !ok {
		k.hide(at)
		return
	}
	k.show(at+"."+name, pair.Key)
	value := reflect.New(dst.Type().Elem()).Elem()
	c.set(k, value, at+"."+name, pair.Value)
	if dst.IsNil() {
		dst.Set(reflect.MakeMap(dst.Type()))
	}
	dst.SetMapIndex(reflect.ValueOf(name), value)
}

// follows sets dst to what a variable or a call shows, and reports whether it
// shows anything.
func (c *checker) follows(k *call, dst reflect.Value, at string, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		init, writes := c.follow(e)
		if init == nil {
			return false
		}
		c.set(k, dst, at, init)
		for _, pair := range writes {
			c.setPart(k, dst, at, pair)
		}
		return true
	case *ast.CallExpr:
		if c.info.Types[e.Fun].IsType() {
			c.set(k, dst, at, e.Args[0])
			return true
		}
		if s, ok := c.siteOf(e); ok && s.helper.Name == "ParamsOf" {
			return c.setParamsOf(k, dst, at, e.Args[0])
		}
		return c.info.Types[e.Fun].IsBuiltin() && dst.Kind() == reflect.Map // make
	}
	return false
}

// setParamsOf sets dst to what ParamsOf makes of an expression, and reports
// whether it has no other keys. Unless that is a literal whose fields are sure, it
// may have fewer. An error in it is reported where it is made.
func (c *checker) setParamsOf(k *call, dst reflect.Value, at string, e ast.Expr) bool {
	v := c.value(e, 0)
	if kind := reflect.ValueOf(v).Kind(); (kind == reflect.String || kind == reflect.Map) && c.info.Types[e].Value == nil {
		return false
	}
	params := endpoint.ParamsOf(v)
	dst.Set(reflect.ValueOf(params).Convert(dst.Type()))
	_, isSure := plain(e).(*ast.CompositeLit)
	k.show("ParamsOf", e)
	k.show("struct", e)
	for key, value := range params {
		k.show(at+"."+key, e)
		isSure = isSure && value != maybe(sampleText)
	}
	if !isSure && k.name != "ParamsOf" {
		k.hide("ParamsOf")
	}
	return true
}

// mark stands for an expression in a text that is not known.
const mark = "\x00"

// text returns a text, with a mark for each expression that is not known. An
// integer is "1". What it returns for other types means nothing.
//
//	"GET /users/" + id => "GET /users/\x00", [id]
func (c *checker) text(e ast.Expr) (text string, unknown []ast.Expr) {
	e = ast.Unparen(e)
	if text, ok := c.constant(e); ok {
		return text, nil
	}
	if isBasic(c.info.TypeOf(e), types.IsInteger) {
		return sampleText, nil
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x, before := c.text(e.X)
		y, after := c.text(e.Y)
		return x + y, append(before, after...)
	case *ast.Ident:
		if init, _ := c.follow(e); init != nil {
			return c.text(init)
		}
	case *ast.CallExpr:
		if fn := typeutil.StaticCallee(c.info, e); fn != nil && fn.FullName() == "fmt.Sprintf" {
			return c.formatted(e)
		}
	}
	return mark, []ast.Expr{e}
}

// constant returns the text of a constant.
func (c *checker) constant(e ast.Expr) (text string, ok bool) {
	if value := c.info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return constant.StringVal(value), true
	}
	return "", false
}

// formatted returns the text of a call of fmt.Sprintf, if its verbs are plain.
func (c *checker) formatted(call *ast.CallExpr) (text string, unknown []ast.Expr) {
	var texts []any
	for _, arg := range call.Args[1:] {
		text, more := c.text(arg)
		texts = append(texts, text)
		unknown = append(unknown, more...)
	}
	format, ok := c.constant(call.Args[0])
	text = fmt.Sprintf(strings.NewReplacer("%%", "%%", "%d", "%s", "%v", "%s").Replace(format), texts...)
	if !ok || strings.Contains(text, "%!") || strings.Count(text, mark) != len(unknown) {
		return mark, []ast.Expr{call}
	}
	return text, unknown
}

// checkFormatted reports text that a caller chooses and that begins a segment,
// or a value in the query. It may have slashes, braces and question marks. The
// program itself may choose any other text. The calls of a helper that is not
// exported are checked instead.
func (c *checker) checkFormatted(route string, unknown []ast.Expr) {
	texts := strings.Split(route, mark)
	for i, e := range unknown {
		isSegment := strings.HasSuffix(texts[i], "/") && !strings.HasSuffix(texts[i], "//") // which a host follows
		isText := isBasic(c.info.TypeOf(e), types.IsString) && (isSegment || strings.HasSuffix(texts[i], "="))
		base := e
		if selector, ok := e.(*ast.SelectorExpr); ok {
			base = selector.X
		}
		if fn, _ := c.parameter(base); isText && fn != nil && (fn.Exported() || !c.pass.ImportObjectFact(fn, new(helper))) {
			shown := types.ExprString(e)
			name := shown[strings.LastIndexByte(shown, '.')+1:]
			c.report(e, "%s is formatted into the route, where it is not escaped: write {%s} and pass it in Path", shown, name)
		}
	}
}

const (
	sampleText = "1"  // valid in a segment, a host, a port and a header
	maxLevels  = 3    // of types within types
	maxSteps   = 1000 // types and variables for one call
)

// maybe is a sample of what may be nil, left out or anything.
type maybe string

// value returns a value for an expression: its own, if it is a text or a
// composite literal, else a sample of its type. It is at a level within other
// values.
func (c *checker) value(e ast.Expr, level int) any {
	t := c.info.TypeOf(e)
	e = plain(e)
	text, unknown := c.text(e)
	literal, isLiteral := e.(*ast.CompositeLit)
	_, isArray := pointee(t).Underlying().(*types.Array)    // may have more elements
	named := typeutil.Callee(c.info, &ast.CallExpr{Fun: e}) // what e names
	switch {
	case c.info.Types[e].IsNil():
		return nil
	case named != nil && named.Name() == "Unset" && isLibrary(named.Pkg()):
		return endpoint.Unset
	case hasText(t):
		return maybe(sampleText)
	case unknown == nil && isBasic(t, types.IsString):
		return text
	case !isLiteral || isArray:
		return c.sample(t, nil, level)
	}
	object, list := map[string]any{}, []any{}
	for _, elt := range literal.Elts {
		key := ""
		if pair, ok := elt.(*ast.KeyValueExpr); ok {
			key, elt = strings.Trim(types.ExprString(pair.Key), `"`), pair.Value
		}
		object[key] = c.value(elt, level+1)
		list = append(list, object[key])
	}
	sample := c.sample(t, object, level)
	switch sample.(type) {
	case map[string]any:
		return object
	case []any:
		return list
	}
	return sample
}

// plain returns an expression without parentheses and &, since a layer or value
// counts like a pointer to it.
func plain(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if address, ok := e.(*ast.UnaryExpr); ok && address.Op == token.AND {
		return plain(address.X)
	}
	return e
}

// hasText reports whether a type writes its own text or JSON, or says itself what its
// zero value is.
func hasText(t types.Type) bool {
	isMethod := func(name string) bool { return types.NewMethodSet(t).Lookup(nil, name) != nil }
	return !types.IsInterface(t) && slices.ContainsFunc([]string{"MarshalText", "MarshalJSON", "Read", "String", "IsZero"}, isMethod)
}

// mayBeNil reports whether nil is a value of a type.
func mayBeNil(t types.Type) bool { return types.AssignableTo(types.Typ[types.UntypedNil], t) }

// basics are the samples of basic types.
var basics = map[types.BasicInfo]any{types.IsBoolean: true, types.IsInteger: 1, types.IsFloat: 1.0, types.IsComplex: 1i, types.IsString: sampleText}

// sample returns a value like those of a type, which is not empty. If it is a
// struct, a literal may give some fields. Text, which fits in most places, stands
// for what may be anything: what may be nil within another value, has text of its
// own or lies too deep.
func (c *checker) sample(t types.Type, given map[string]any, level int) any {
	_, isFunc := t.Underlying().(*types.Signature) // even nil cannot be sent
	isFree := given == nil && level > 0 && mayBeNil(t) && !isFunc
	if c.left--; c.left < 0 || level > maxLevels || isFree || hasText(t) {
		return maybe(sampleText)
	}
	switch t := pointee(t).Underlying().(type) {
	case *types.Struct:
		return c.structOf(t, given, level)
	case *types.Map:
		return map[string]any{sampleText: c.sample(t.Elem(), nil, level+1)}
	case *types.Slice, *types.Array:
		if elem := t.(interface{ Elem() types.Type }).Elem(); !types.Identical(elem.Underlying(), types.Typ[types.Uint8]) {
			return []any{c.sample(elem, nil, level+1)}
		}
	case *types.Signature:
		return func() {}
	case *types.Basic:
		return basics[t.Info()&^types.IsUnsigned&^types.IsUntyped]
	}
	return sampleText
}

// structOf returns a struct with values for the fields of s under their tags: those
// that a literal gives, else samples. A field can hold any value, so that omitempty
// and omitzero leave out only nil. What has embedded fields other than structs may
// be anything.
func (c *checker) structOf(s *types.Struct, given map[string]any, level int) any {
	var fields []reflect.StructField
	var values []any
	for i := range s.NumFields() {
		f, tag := s.Field(i), s.Tag(i)
		field := reflect.StructField{Name: f.Name(), Tag: reflect.StructTag(tag), Type: reflect.TypeFor[any]()}
		value := c.fieldOf(f, strings.Contains(tag, ",omit"), given, level+1)
		switch {
		case f.Embedded():
			field.Name, field.Type, field.Anonymous = "Embedded_"+f.Name(), reflect.TypeOf(value), true
			if value == nil || field.Type.Kind() != reflect.Struct {
				return sampleText
			}
		case !f.Exported():
			field.PkgPath, value = f.Pkg().Path(), nil
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

// fieldOf returns a value for a field of a struct: nil if a literal leaves it out
// and its zero value is empty or left out by its tag, else what the literal gives
// or a sample.
func (c *checker) fieldOf(f *types.Var, mayOmit bool, given map[string]any, level int) any {
	t := f.Type()
	value, isGiven := given[f.Name()]
	text, _ := value.(string)
	_, isPositional := given[""]
	isZero := given != nil && !isGiven && !isPositional
	isOpaque := hasText(types.NewPointer(t)) // the library takes the address of a field
	switch {
	case isZero && !isOpaque && (mayBeNil(t) || isBasic(t, types.IsString) || mayOmit && isBasic(t, types.IsConstType)):
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
