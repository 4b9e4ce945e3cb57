// Layers: what the code shows of them, and the holes where it does not.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"example.com/endpoint"
)

// routeOf returns the route of a call.
func (c *reading) routeOf(s site) text {
	parts := strings.Split(s.helper.Route, mark)
	all := text{text: parts[0], at: s.call()}
	for i, param := range s.helper.Texts {
		at := s.call().Args[param]
		arg := c.textOf(at)
		if len(s.helper.Texts) == 1 {
			at = arg.at
		}
		all = all.join(at, arg).join(at, text{text: parts[i+1]})
	}
	return all
}

// A layerArg is a layer that a call passes, or a field or key that its helper puts
// into one.
type layerArg struct {
	e       ast.Expr // nil: not known
	place   place
	isMaybe bool // it may not be there
}

// layerArgs returns the layers that a call passes. A variadic parameter stands for
// all the last arguments.
func (c *reading) layerArgs(s site) (all []layerArg) {
	for _, part := range s.helper.Parts {
		before := len(all)
		if part.Param < 0 {
			all = append(all, layerArg{place: part.Place})
			continue
		}
		args := s.call().Args[part.Param:]
		if !s.types.Variadic() || part.Param < s.types.Params().Len()-1 {
			args = args[:1]
		}
		to := s.types.Params().At(part.Param).Type()
		for _, arg := range args {
			switch {
			case part.Place == place{}:
				all = append(all, c.spread(arg)...)
			case !types.IsInterface(to) && !isTypeParam(to) && !types.Identical(to, c.info.TypeOf(arg)): // which may have other methods
				all = append(all, layerArg{place: part.Place})
			default:
				all = append(all, layerArg{e: arg, place: part.Place})
			}
		}
		for i := range all[before:] {
			all[before+i].isMaybe = part.Maybe
		}
	}
	return all
}

// spread replaces a list of layers by its elements: those of literals, of what append makes of
// them, and of variables. Any other list cannot be seen.
func (c *reading) spread(e ast.Expr) (all []layerArg) {
	e = ast.Unparen(e)
	if c.info.Types[e].IsNil() || e == zero {
		return nil
	}
	if !isLayers(c.info.TypeOf(e)) {
		return []layerArg{{e: e}}
	}
	end, writes := c.shown(e)
	call, isCall := end.(*ast.CallExpr)
	literal, isLiteral := end.(*ast.CompositeLit)
	switch {
	case len(writes) > 0:
		return []layerArg{{e: e}}
	case isLiteral:
		return c.spreadAll(elementsOf(literal))
	case isCall && (c.isBuiltin(call, "append") || c.isCopy(call)):
		return c.spreadAll(call.Args)
	case isCall && c.isBuiltin(call, "make"), end == zero || c.info.Types[end].IsNil():
		return nil
	}
	return []layerArg{{e: end}}
}

func (c *reading) spreadAll(elements []ast.Expr) (all []layerArg) {
	for _, e := range elements {
		all = append(all, c.spread(e)...)
	}
	return all
}

// addLayers adds the layers that a call passes.
func (c *reading) addLayers(k *call, s site) {
	for _, arg := range c.layerArgs(s) {
		before := len(k.spots)
		switch {
		case arg.e == nil:
			k.newLayer()
			if at := arg.place; (at.Field == "Params" || at.Field == "Path") && at.Key != "" && strings.Contains(k.route, at.Key) {
				k.lastLayer().fills = []endpoint.Layer{at.with(sampleText)}
			}
			k.hide(arg.place, nil)
		case arg.place != place{}:
			k.newLayer()
			c.setPart(k, arg.place, arg.e, arg.e)
		default:
			c.add(k, arg.e)
		}
		for _, s := range k.spots[before:] {
			if arg.isMaybe {
				k.holes = append(k.holes, hole{place: s.place, layer: s.layer, mayBeOut: true})
			}
		}
	}
}

// add adds a layer.
//
//	Params{"owner": o, "repo": "r"} => Options {Params: {"owner": "1", "repo": "r"}}, spots Params.owner and Params.repo
func (c *reading) add(k *call, e ast.Expr) {
	k.newLayer()
	k.arg = e
	c.addTo(k, e)
	k.arg = nil
}

func (c *reading) addTo(k *call, e ast.Expr) {
	dst := reflect.ValueOf(k.lastLayer().Options).Elem()
	switch name := libraryType(c.info.TypeOf(e)); {
	case name == "Options":
		c.set(k, dst, place{}, e)
	case dst.FieldByName(name).IsValid():
		c.set(k, dst.FieldByName(name), place{Field: name}, e)
	case c.info.Types[e].IsNil():
	default: // it is a Layer
		end, writes := c.shown(e)
		call, isCall := end.(*ast.CallExpr)
		switch {
		case isCall && len(writes) == 0 && ofStruct[c.libraryFunc(call)] != nil && c.setStruct(k, c.libraryFunc(call), call.Args[0]):
		case end != zero && len(writes) == 0 && end != plain(e):
			c.addTo(k, end)
		default:
			k.hide(place{}, e)
		}
	}
}

// set sets dst, which is at a place of the last layer, to what an expression
// shows, and hides what it does not show.
func (c *reading) set(k *call, dst reflect.Value, at place, e ast.Expr) {
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
			if v := reflect.ValueOf(dst.MapIndex(key).Interface()); !v.IsValid() || v.IsZero() {
				dst.SetMapIndex(key, reflect.Value{})
			} else {
				k.hide(at.below(key.String()), e)
			}
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
func (c *reading) setValue(k *call, dst reflect.Value, at place, e ast.Expr) {
	v, t, isData := c.value(e, 0), c.info.TypeOf(e), at.Field == "Data"
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
func (c *reading) setText(k *call, dst reflect.Value, at place, e ast.Expr) {
	t := c.textOf(e)
	isHeader := at.Field == "Headers"
	if isHeader && strings.EqualFold(at.Key, "content-length") && strings.Trim(t.text, mark+"0123456789") == "" {
		dst.SetString(sampleLength)
		k.hide(at, e).isFull = true
		return
	}
	isOpen, shown := len(t.unknown) > 0, strings.ReplaceAll(t.text, mark, "")
	begin, _, _ := strings.Cut(strings.ToLower(t.text), mark)
	isWrong := at.Field == "BaseURL" && strings.Contains(begin, "/") && !wellBegun.MatchString(begin)
	if !isOpen || isWrong || isHeader || at.Field == "MediaType" {
		dst.SetString(strings.ReplaceAll(t.text, mark, sampleText))
	}
	if isOpen && !isWrong && (!isHeader || !strings.ContainsAny(shown, "\r\n")) {
		h := k.hide(at, e)
		h.isFull, h.origin = shown != "", strings.TrimSuffix(origins.FindString(begin), "/")
	}
}

// sampleLength stands for the length of a body that is not known.
const sampleLength = "0"

// wellBegun matches the beginning of a BaseURL that may be right.
var wellBegun = regexp.MustCompile("^https?:(/$|//)")

// origins matches the origin that a URL begins with, and a slash.
var origins = regexp.MustCompile("^https?://[^/{]+/")

// setStruct adds to the last layer what one of ofStruct makes of an expression, and reports whether it
// has no other keys. Fields that may be left out are holes, and headers that are text. An error in it
// is reported where it is made.
func (c *reading) setStruct(k *call, name string, e ast.Expr) bool {
	value, isPresent := c.value(e, 0), c.isPresent(e)
	_, isMaybe := value.(maybe)
	defer func() { c.isLeast = false }()
	c.isLeast = true
	all, least := readStruct(name, value), fieldsOf(readStruct(name, c.value(e, 0)))
	isUnseen := func(key string) bool { return strings.HasPrefix(key, unseenKey) }
	if isMaybe || hasTextMethod(c.info.TypeOf(e)) || slices.ContainsFunc(slices.Collect(maps.Keys(all.Params)), isUnseen) ||
		slices.ContainsFunc(slices.Collect(maps.Keys(all.Query)), isUnseen) {
		return false
	}
	layer := k.lastLayer()
	layer.Path, layer.Params, layer.Query = all.Path, all.Params, all.Query
	layer.fills = []endpoint.Layer{ofStruct[name](value)}
	k.show(place{Field: "struct"}, e, e)
	fields := fieldsOf(all)
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		for _, key := range slices.Sorted(maps.Keys(fields[field])) {
			at := place{field, key}
			if key != "" || field == "Data" {
				k.show(at, e, e)
				k.spots[len(k.spots)-1].made = name
			}
			value := fields[field][key]
			isWrong := isUnreadable(field, value)
			isText := isType[maybe](value) || field == "Headers" && !isWrong
			if sure, isSent := least[field][key]; isText || !isSent || isWrong && !isUnreadable(field, sure) || !isWrong && !isPresent {
				k.hide(at, e)
			}
		}
	}
	return true
}

// write sets a field or key below a place of the last layer. It is shown at its key, or as the
// value of a field. What may not be written is hidden.
func (c *reading) write(k *call, at place, w write) {
	if w.value == nil {
		k.hide(at, k.arg)
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
			name, node = cmp.Or(text.text, emptyKey), part
		}
		at = at.below(name)
	}
	if w.isMaybe { // in a layer of its own, which may not be there
		k.newLayer()
		k.hide(at, nil).mayBeOut = true
	}
	c.setPart(k, at, node, w.value)
}

// emptyKey stands for the key "", which no place has.
const emptyKey = "\U0010FFFDempty"

// setPart sets a field or key of the last layer, which is shown at a node.
func (c *reading) setPart(k *call, at place, node ast.Node, e ast.Expr) {
	k.show(at, node, e)
	dst := reflect.ValueOf(k.lastLayer().Options).Elem().FieldByName(at.Field)
	isField := dst.Kind() == reflect.Struct && at.Key != ""
	if isField {
		dst = dst.FieldByName(at.Key)
	}
	if isField || at.Key == "" {
		dst.SetZero()
		c.set(k, dst, at, e)
		return
	}
	value := reflect.New(dst.Type().Elem()).Elem()
	c.set(k, value, at, e)
	if dst.IsNil() {
		dst.Set(reflect.MakeMap(dst.Type()))
	}
	dst.SetMapIndex(reflect.ValueOf(strings.TrimPrefix(at.Key, emptyKey)), value)
}
