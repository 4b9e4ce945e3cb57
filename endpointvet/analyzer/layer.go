// Layers and Endpoints: what of them the code shows.

package analyzer

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint"
)

// fields are those of Options. Some are also types of layers.
var fields = []string{"Params", "Path", "Query", "Headers", "Method", "URL", "BaseURL", "MediaType", "Data", "Lists"}

// A layer is what the code shows of one layer of a call.
//
//	Params{"owner": o, "repo": "r"} => options {Params: {"owner": "1", "repo": "r"}}, spots Params.owner and Params.repo
//	Path(m), where m is a parameter => unseen {"Path"}
//	opts, a parameter               => unseen, all fields
type layer struct {
	options endpoint.Options
	spots   []spot
	unseen  map[string]bool // fields that may hold more than options
}

// A spot is where the code shows a field of a layer, or a key of a field.
type spot struct {
	layer      *layer
	at         string // "Params.owner"
	field, key string
	node       ast.Node
}

// show adds a spot. Like hide, it does nothing outside a layer, where l is nil.
func (l *layer) show(at string, node ast.Node) {
	if l != nil {
		field, key, _ := strings.Cut(at, ".")
		l.spots = append(l.spots, spot{l, at, field, key, node})
	}
}

// hide marks the field of a place as unseen, or all.
func (l *layer) hide(at string) {
	if l == nil {
		return
	}
	name, _, _ := strings.Cut(at, ".")
	for _, field := range fields {
		l.unseen[field] = l.unseen[field] || field == name || !slices.Contains(fields, name)
	}
}

// layer reads a layer.
func (c *checker) layer(arg layerArg) *layer {
	l := &layer{unseen: map[string]bool{}}
	for _, field := range arg.fields {
		l.hide(field)
	}
	if arg.expr == nil {
		return l
	}
	dst := reflect.ValueOf(&l.options).Elem()
	switch name := libraryType(c.info.TypeOf(arg.expr)); {
	case name == "Options":
		c.set(l, dst, "", arg.expr)
	case slices.Contains(fields, name):
		c.set(l, dst.FieldByName(name), name, arg.expr)
	case !c.info.Types[arg.expr].IsNil():
		l.hide("")
	}
	return l
}

// set sets dst, which is at a place of a layer, to what an expression shows, and
// hides what it does not show. In a value, which is in no layer, that is a sample.
// What a literal of a struct leaves out is zero.
func (c *checker) set(l *layer, dst reflect.Value, at string, e ast.Expr) {
	e = ast.Unparen(e)
	known := c.info.Types[e].Value
	address, isAddress := e.(*ast.UnaryExpr)
	literal, isLiteral := e.(*ast.CompositeLit)
	text, isText := join(c.pieces(e))
	header, isHeader := strings.CutPrefix(strings.ToLower(at), "headers.")
	isFree := l == nil || isHeader && !strings.HasPrefix(header, "content-")
	switch kind := dst.Kind(); {
	case c.info.Types[e].IsNil():
	case kind == reflect.Interface:
		dst.Set(c.value(e, at))
		if at == "Data" && types.IsInterface(c.info.TypeOf(e)) {
			l.hide(at)
		}
	case kind == reflect.String && isText && header != "content-length":
		dst.SetString(text)
	case kind == reflect.Float64 && known != nil:
		f, _ := constant.Float64Val(known)
		dst.SetFloat(f)
	case known != nil && kind != reflect.String && kind != reflect.Complex128:
		dst.Set(reflect.ValueOf(constant.Val(known)).Convert(dst.Type()))
	case isAddress:
		c.set(l, dst, at, address.X)
	case isLiteral && kind == reflect.Pointer:
		dst.Set(reflect.New(dst.Type().Elem()))
		c.set(l, dst.Elem(), at, e)
	case isLiteral && (kind == reflect.Struct || kind == reflect.Map):
		for i, elt := range literal.Elts {
			pair, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				field := c.info.TypeOf(e).Underlying().(*types.Struct).Field(i)
				pair = &ast.KeyValueExpr{Key: ast.NewIdent(field.Name()), Value: elt}
			}
			c.setPart(l, dst, at, pair)
		}
	case isLiteral && kind == reflect.Slice:
		dst.Set(reflect.MakeSlice(dst.Type(), len(literal.Elts), len(literal.Elts)))
		for i, elt := range literal.Elts {
			c.set(l, dst.Index(i), at, elt)
		}
	case l != nil && c.follows(l, dst, at, e):
	case at == "BaseURL":
		dst.SetString("https://vet.example")
		l.hide(at)
	case isFree:
		sample(dst)
	default:
		l.hide(at)
	}
}

// setPart sets a field of a struct, or a key of a map.
func (c *checker) setPart(l *layer, dst reflect.Value, at string, pair *ast.KeyValueExpr) {
	if dst.Kind() == reflect.Struct {
		name := pair.Key.(*ast.Ident).Name
		field, ok := dst.Type().FieldByName(name)
		c.omits = c.omits || !ok || strings.Contains(string(field.Tag), ",omit") && c.info.Types[pair.Value].Value == nil
		if at = strings.TrimPrefix(at+"."+name, "."); ok {
			dst.FieldByName(name).SetZero()
			l.show(at, pair.Value)
			c.set(l, dst.FieldByName(name), at, pair.Value)
		}
		return
	}
	name, ok := c.constant(pair.Key)
	if l != nil && !ok {
		l.hide(at)
		return
	}
	if dst.IsNil() {
		dst.Set(reflect.MakeMap(dst.Type()))
	}
	key, value := reflect.New(dst.Type().Key()).Elem(), reflect.New(dst.Type().Elem()).Elem()
	l.show(at+"."+name, pair.Key)
	c.set(nil, key, "", pair.Key)
	c.set(l, value, at+"."+name, pair.Value)
	dst.SetMapIndex(key, value)
}

// follows sets dst to what a variable or a call shows, and reports whether they
// show anything.
func (c *checker) follows(l *layer, dst reflect.Value, at string, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		init, writes := c.follow(e)
		if init == nil {
			return false
		}
		c.set(l, dst, at, init)
		for _, pair := range writes {
			c.setPart(l, dst, at, pair)
		}
		return true
	case *ast.CallExpr:
		s, isSite := c.siteOf(e)
		switch {
		case c.info.Types[e.Fun].IsType():
			c.set(l, dst, at, e.Args[0])
			return true
		case isSite && s.helper.Name == "ParamsOf":
			params, isSeen, err := c.paramsOf(e.Args[0])
			if err == nil {
				dst.Set(reflect.ValueOf(params).Convert(dst.Type()))
			}
			for key := range params {
				l.show(at+"."+key, e.Args[0])
			}
			return isSeen && err == nil
		}
		return c.isBuiltin(e, "make")
	}
	return false
}

// paramsOf returns what ParamsOf makes of an expression, whether it surely makes
// that, and its error. It is nil for a map, and for what writes its own JSON,
// which may have any keys.
func (c *checker) paramsOf(e ast.Expr) (params endpoint.Params, isSeen bool, failed *endpoint.Error) {
	t := c.info.TypeOf(e)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	_, isMap := t.Underlying().(*types.Map)
	if isMap || c.info.Types[e].IsNil() || types.IsInterface(t) || hasMethod(types.NewPointer(t), "MarshalJSON", "MarshalText") {
		return nil, false, nil
	}
	literal := ast.Unparen(e)
	if address, ok := literal.(*ast.UnaryExpr); ok {
		literal = address.X
	}
	_, isLiteral := literal.(*ast.CompositeLit)
	c.omits = !isLiteral // or if its fields may be zero
	params = endpoint.ParamsOf(c.value(e, "ParamsOf").Interface())
	_, err := endpoint.New().Build("POST /", params)
	errors.As(err, &failed)
	return params, !c.omits, failed
}

// checkParamsOf reports what is wrong with the tags of a struct.
func (c *checker) checkParamsOf(s site) {
	e := s.call.Args[0]
	if _, _, err := c.paramsOf(e); err != nil {
		if field, ok := strings.CutPrefix(err.Name, "struct."); ok {
			err.Name = typeName(c.info.TypeOf(e)) + "." + field
		}
		c.reportError(e, err)
	}
}

// endpoint reads the layers of an expression of type Endpoint. It may have more
// if isOpen.
func (c *checker) endpoint(e ast.Expr) (layers []*layer, isOpen bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if init := c.onlyValue(e); init != nil {
			return c.endpoint(init)
		}
	case *ast.CallExpr:
		s, ok := c.siteOf(e)
		switch {
		case ok && s.helper.Name == "Defaults":
			layers, isOpen = c.endpoint(ast.Unparen(e.Fun).(*ast.SelectorExpr).X)
		case !ok || s.helper.Name != "New":
			return nil, true
		}
		for _, arg := range c.layerArgs(s) {
			layers = append(layers, c.layer(arg))
		}
		return layers, isOpen
	}
	return nil, true
}
