// Layers: what the code shows of them, and the holes where it does not.

package analyzer

import (
	"go/ast"
	"go/constant"
	"go/types"
	"net/url"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

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
	layer      *slot
	field, key string   // "Params", "owner"
	node       ast.Node // the key, or the value of a field
	value      ast.Expr // that of the key or field; of ParamsOf, the struct
}

// A hole is where a layer may hold more than the code shows: in any field, in any
// key of a field, or in a field or key itself.
//
//	opts, a parameter             => field ""
//	Path(m), where m is one       => field "Path"
//	Query{"page": p}, a pointer   => field "Query", key "page"
type hole struct {
	layer      *slot
	field, key string
	e          ast.Expr // what is not shown; nil if a helper or an Endpoint has it, zero if the layer may not be there
	isDefault  bool     // an Endpoint has it, which is not shown
	isFull     bool     // it is a text that is not empty
	isNil      bool     // it may be nil, but nothing else
	origin     string   // that it begins with, if it is a URL
}

// builds reports whether a call does more than to add options.
func (k *call) builds() bool { return !k.isOwn && (k.name == "Build" || k.name == "HTTPRequest") }

// show adds a spot in the last layer. What is in another function is shown where it
// is called.
func (k *call) show(at string, node ast.Node, value ast.Expr) {
	field, key, _ := strings.Cut(at, ".")
	if k.arg != nil && k.scope != nil && !isAround(k.scope, node) {
		node = k.arg
	}
	k.spots = append(k.spots, spot{k.lastLayer(), field, key, node, value})
}

// hide adds a hole in the last layer, which an expression leaves.
func (k *call) hide(at string, e ast.Expr) *hole {
	field, key, _ := strings.Cut(at, ".")
	k.holes = append(k.holes, hole{layer: k.lastLayer(), field: field, key: key, e: e})
	return &k.holes[len(k.holes)-1]
}

// add adds a layer.
//
//	Params{"owner": o, "repo": "r"} => Options {Params: {"owner": "1", "repo": "r"}}, spots Params.owner and Params.repo
func (c *checker) add(k *call, e ast.Expr) {
	k.newLayer()
	k.arg = e
	c.addTo(k, e)
	k.arg = nil
}

func (c *checker) addTo(k *call, e ast.Expr) {
	dst := reflect.ValueOf(k.lastLayer().Options).Elem()
	switch name := libraryType(c.info.TypeOf(e)); {
	case name == "Options":
		c.set(k, dst, "", e)
	case name != "" && dst.FieldByName(name).IsValid():
		c.set(k, dst.FieldByName(name), name, e)
	case c.info.Types[e].IsNil():
	default: // it is a Layer
		end, writes := c.shown(e)
		call, isCall := end.(*ast.CallExpr)
		switch {
		case isCall && len(writes) == 0 && ofStruct[c.libraryFunc(call)] != "" && c.setStruct(k, c.libraryFunc(call), call.Args[0]):
		case end != zero && len(writes) == 0 && end != plain(e):
			c.addTo(k, end)
		default:
			k.hide("", e)
		}
	}
}

// set sets dst, which is at a place of the last layer, to what an expression
// shows, and hides what it does not show.
func (c *checker) set(k *call, dst reflect.Value, at string, e ast.Expr) {
	kind := dst.Kind()
	end, writes := c.shown(e)
	known := c.info.Types[end]
	literal, isLiteral := end.(*ast.CompositeLit)
	call, isCall := end.(*ast.CallExpr)
	switch {
	case kind == reflect.Interface:
		c.setValue(k, dst, at, e)
		return
	case known.IsNil() || end == zero:
	case kind == reflect.String:
		c.setText(k, dst, at, e)
	case kind == reflect.Uint8 && known.Value != nil:
		dst.Set(reflect.ValueOf(constant.Val(known.Value)).Convert(dst.Type()))
	case isLiteral && kind == reflect.Slice:
		dst.Set(reflect.MakeSlice(dst.Type(), len(literal.Elts), len(literal.Elts)))
		for i, elt := range elementsOf(literal) {
			c.set(k, dst.Index(i), at, elt)
		}
	case isLiteral:
		for i, elt := range literal.Elts {
			pair, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				pair = &ast.KeyValueExpr{Key: ast.NewIdent(dst.Type().Field(i).Name), Value: elt}
			}
			c.write(k, at, write{path: []ast.Expr{pair.Key}, value: pair.Value})
		}
	case isCall && c.libraryFunc(call) == "OmitZero":
		c.set(k, dst, at, ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
		for _, key := range dst.MapKeys() {
			k.hide(at+"."+key.String(), e)
		}
	case !isCall || !c.isBuiltin(call, "make") || kind != reflect.Map:
		k.hide(at, e)
	}
	for _, w := range writes {
		c.write(k, at, w)
	}
}

// setValue sets a parameter or Data, of which the library tells some kinds apart. Data that is a nil
// pointer is in place of an earlier one, and a nil of another type is wrong.
func (c *checker) setValue(k *call, dst reflect.Value, at string, e ast.Expr) {
	v, t, isData := c.value(e, 0), c.info.TypeOf(e), at == "Data"
	maybeText, isMaybe := v.(maybe)
	if isMaybe {
		v = string(maybeText)
	}
	text, isText := v.(string)
	isTyped := isData && !types.IsInterface(t) && !c.info.Types[plain(e)].IsNil()
	isOptional := !isData || types.IsInterface(t) || pointee(t) != t // nil is no error of its own
	switch {
	case v == nil && isTyped && isOptional:
		dst.Set(reflect.ValueOf((*int)(nil)))
		return
	case v == nil && isTyped:
		v = []any(nil)
	case v == nil:
		return
	case isData && types.TypeString(types.Unalias(pointee(t)), nil) == "net/url.Values":
		v = url.Values{sampleText: {sampleText}}
	case isData && isText && pointee(t) != t:
		v = &text // which is JSON
	}
	dst.Set(reflect.ValueOf(v))
	if isMaybe || isOptional && !c.isPresent(e) {
		k.hide(at, e).isNil = !isMaybe
	}
}

// setText sets a text. What is not known of a header may be empty, or decide what
// a body may be; the length of a body is not known. A BaseURL is known to be wrong by its beginning.
func (c *checker) setText(k *call, dst reflect.Value, at string, e ast.Expr) {
	t := c.textOf(e)
	field, header, _ := strings.Cut(strings.ToLower(at), ".")
	if header == "content-length" && strings.Trim(t.text, mark+"0123456789") == "" {
		return
	}
	isOpen, shown := len(t.unknown) > 0, strings.ReplaceAll(t.text, mark, "")
	begin, _, _ := strings.Cut(strings.ToLower(t.text), mark)
	isWrong := field == "baseurl" && strings.Contains(begin, "/") && !wellBegun.MatchString(begin)
	if !isOpen || isWrong || field == "headers" || field == "mediatype" {
		dst.SetString(strings.ReplaceAll(t.text, mark, sampleText))
	}
	if isOpen && !isWrong && (field != "headers" || !strings.ContainsAny(shown, "\r\n")) {
		h := k.hide(at, e)
		h.isFull, h.origin = shown != "", strings.TrimSuffix(origins.FindString(begin), "/")
	}
}

// wellBegun matches the beginning of a BaseURL that may be right.
var wellBegun = regexp.MustCompile("^https?:(/$|//)")

// origins matches the origin that a URL begins with, and a slash.
var origins = regexp.MustCompile("^https?://[^/{]+/")

// write sets a field or key below a place of the last layer. It is shown at its key, or as the
// value of a field. What may not be written is hidden.
func (c *checker) write(k *call, at string, w write) {
	if w.value == nil {
		k.hide(strings.TrimSuffix(at, "."), k.arg)
		return
	}
	var node ast.Node
	for _, part := range w.path {
		name, isKey := types.ExprString(part), c.info.Types[part].Type != nil
		if node = w.value; isKey {
			text := c.textOf(part)
			if text.unknown != nil {
				k.hide(at, part)
				return
			}
			name, node = text.text, part
		}
		at = strings.TrimPrefix(at+"."+name, ".")
	}
	if w.isMaybe { // in a layer of its own, which may not be there
		k.newLayer()
		k.hide(at, zero)
	}
	c.setPart(k, at, node, w.value)
}

// setPart sets a field or key of the last layer, which is shown at a node.
func (c *checker) setPart(k *call, place string, at ast.Node, e ast.Expr) {
	k.show(place, at, e)
	field, key, isKey := strings.Cut(place, ".")
	dst := reflect.ValueOf(k.lastLayer().Options).Elem().FieldByName(field)
	if dst.Kind() == reflect.Struct && isKey {
		dst, isKey = dst.FieldByName(key), false
	}
	if !isKey {
		dst.SetZero()
		c.set(k, dst, place, e)
		return
	}
	value := reflect.New(dst.Type().Elem()).Elem()
	c.set(k, value, place, e)
	if dst.IsNil() {
		dst.Set(reflect.MakeMap(dst.Type()))
	}
	dst.SetMapIndex(reflect.ValueOf(key), value)
}

// libraryFunc returns the name of the function or method of the library that is called.
func (c *checker) libraryFunc(call *ast.CallExpr) string {
	if fn := typeutil.StaticCallee(c.info, call); fn != nil && isLibrary(fn.Pkg()) {
		return fn.Name()
	}
	return ""
}
