// The judge: a call is built with the library, and an error that nothing in a hole
// removes is reported.

package analyzer

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"example.com/endpoint"
)

// check checks a call of the library, or of a helper: each of its rows, if it
// stands in a loop over a table, and each of its routes.
func (c *checker) check(s site) {
	c.begin(s)
	rows, isSure := c.rows(s)
	var all []*call
	for _, row := range rows {
		c.begin(s)
		c.bound = row
		routes, alsoSure := c.routes(s)
		isSure = isSure && alsoSure
		for _, route := range routes {
			c.checkFormatted(s, route)
			if len(route.unknown) > 0 {
				return
			}
			k := c.read(s, route)
			c.checkAlone(k)
			if !isSure {
				all = append(all, k)
			} else {
				c.checkCall(k, k.judge())
			}
		}
	}
	c.checkChoices(all)
}

// checkChoices checks calls of which the code may make only some: those that fail
// whatever their layers are, and all, if all of them fail.
func (c *checker) checkChoices(all []*call) {
	isFailed := len(all) > 0
	for _, k := range all {
		isFailed = k.judge() != nil && isFailed
	}
	for _, k := range all {
		if c.checkSlips(k) {
			continue
		}
		if !isFailed {
			k.layers, k.spots, k.own, k.holes = k.layers[:k.defaults:k.defaults], nil, nil, nil
			k.newLayer()
			for _, field := range []string{"Params", "Path", "Query", "Headers", "MediaType", "Data", "Lists", "BaseURL"} {
				k.hide(field)
			}
		}
		c.checkCall(k, k.judge())
	}
}

// checkAlone checks the layers that a call may leave out, each in a call of which
// nothing else is known.
func (c *checker) checkAlone(k *call) {
	for _, add := range k.alone[:min(len(k.alone), maxAlone)] {
		alone := &call{name: k.name, route: "/", at: k.at, scope: k.scope}
		alone.newLayer()
		alone.hide("")
		if add(alone); alone.judge() != nil && alone.isDecided(alone.certain) {
			at := alone.where(alone.certain)
			c.report(at, c.message(at, alone.certain))
		}
	}
}

// maxAlone is how many layers of a call that may be left out are checked.
const maxAlone = 100

// checkCall reports what is wrong with a call, which may have an error that
// nothing removes.
func (c *checker) checkCall(k *call, err *endpoint.Error) {
	switch {
	case c.checkSlips(k):
	case err == nil:
		c.checkSent(k)
	case k.isDecided(err):
		at := k.where(err)
		c.report(at, c.message(at, err), c.fixRoute(k, err, at)...)
	}
}

// rows returns the elements that the variables of a loop over a table have, if a
// call uses them. It is sure that each of them reaches the call.
func (c *checker) rows(s site) (all []map[types.Object]ast.Expr, isSure bool) {
	none := []map[types.Object]ast.Expr{{}}
	for loop := range s.cursor.Enclosing((*ast.RangeStmt)(nil)) {
		stmt := loop.Node().(*ast.RangeStmt)
		if _, isCall := stmt.X.(*ast.CallExpr); isCall {
			continue
		}
		table, t := c.table(stmt.X)
		_, isStruct := t.(*types.Struct)
		if table == nil || isStruct || !c.usesLoop(s.call(), stmt) || c.isTest(table) || len(table.Elts) > maxTexts {
			continue
		}
		for _, elt := range table.Elts {
			row := map[types.Object]ast.Expr{}
			if pair, ok := elt.(*ast.KeyValueExpr); ok {
				elt = pair.Value
				c.bind(row, stmt.Key, pair.Key)
			}
			c.bind(row, stmt.Value, elt)
			all = append(all, row)
		}
		return all, isAlways(s.cursor, stmt.Body)
	}
	return none, true
}

func (c *checker) bind(row map[types.Object]ast.Expr, name, value ast.Expr) {
	if id, ok := name.(*ast.Ident); ok && c.info.Defs[id] != nil {
		row[c.info.Defs[id]] = value
	}
}

// usesLoop reports whether a call uses a variable of a loop.
func (c *checker) usesLoop(call *ast.CallExpr, loop *ast.RangeStmt) (found bool) {
	ast.Inspect(call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			object := c.info.Uses[id]
			isOf := func(e ast.Expr) bool {
				name, ok := e.(*ast.Ident)
				return ok && object != nil && c.info.Defs[name] == object
			}
			found = found || isOf(loop.Key) || isOf(loop.Value)
		}
		return !found
	})
	return found
}

// isAlways reports whether a call is made each time that a block runs.
func isAlways(call inspector.Cursor, block *ast.BlockStmt) bool {
	for !isListed(call) {
		binary, ok := call.Parent().Node().(*ast.BinaryExpr)
		if _, isFunc := call.Node().(*ast.FuncLit); isFunc || ok && (binary.Op == token.LAND || binary.Op == token.LOR) {
			return false
		}
		call = call.Parent()
	}
	return call.Parent().Node() == block && !slices.ContainsFunc(block.List[:call.ParentEdgeIndex()], hasExit)
}

// read reads a call with a route.
func (c *checker) read(s site, route text) *call {
	k := &call{name: s.helper.Name, route: route.text, at: route.at}
	for fn := range s.cursor.Enclosing((*ast.FuncDecl)(nil)) {
		k.scope = fn.Node()
	}
	if len(c.bound) > 0 {
		k.scope = nil // a row stands elsewhere
	}
	c.addDefaults(k, s)
	k.defaults = len(k.layers)
	shared := len(k.spots)
	c.addLayers(k, s)
	if len(s.helper.Unseen) > 0 {
		k.newLayer()
		for _, field := range s.helper.Unseen {
			k.hide(field)
		}
	}
	k.own = k.spots[shared:]
	k.merged = endpoint.New(endpoint.Options{Method: "NONE"}).Merge(k.route, k.layers...)
	return k
}

// addLayers adds the layers that a call passes.
func (c *checker) addLayers(k *call, s site) {
	for _, arg := range c.layerArgs(s) {
		if arg.isMaybe {
			c.addMaybe(k, arg.e)
		} else {
			c.add(k, arg.e)
		}
	}
}

// addDefaults adds the layers of the Endpoint that a call is made with.
func (c *checker) addDefaults(k *call, s site) {
	if s.api == nil && !s.isOpen {
		return // New and ParamsOf have no Endpoint
	}
	made, isKnown := c.maker(s.api)
	if s.isOpen || !isKnown {
		k.newLayer()
		only := c.defaults
		k.holes = append(k.holes, hole{k.lastLayer(), "", "", &only})
	} else if made.helper != nil {
		c.addDefaults(k, made)
		c.addLayers(k, made)
	}
}

// maker returns the call of New or Defaults that an Endpoint is made by, if it is
// not the zero value. It is not ok if that is not known.
func (c *checker) maker(api ast.Expr) (s site, ok bool) {
	switch e := ast.Unparen(api).(type) {
	case *ast.CompositeLit:
		return s, true
	case *ast.CallExpr:
		if cursor, isSite := c.sites[e]; isSite {
			s, _ = c.siteOf(cursor)
			return s, s.helper.Name == "New" || s.helper.Name == "Defaults"
		}
	}
	if choices, _ := c.choices(api); len(choices) == 1 {
		if choices[0] == zero {
			return s, true
		}
		return c.maker(choices[0])
	}
	return s, false
}

// build builds the call.
func (k *call) build() (req endpoint.Request, failed *endpoint.Error) {
	e, layers := endpoint.New(k.layers[:k.defaults]...), k.layers[k.defaults:]
	req, err := e.Build(k.route, layers...)
	if err == nil && k.name == "HTTPRequest" {
		_, err = e.HTTPRequest(context.Background(), k.route, layers...)
	}
	errors.As(err, &failed)
	return req, failed
}

// maxBuilds is how often a call of 10 keys, or with a route of 500 bytes, is built
// before nothing is reported. A larger one takes longer.
const maxBuilds = 4000

// judge returns the error of a call, nil if it may succeed.
func (k *call) judge() *endpoint.Error {
	_, err := k.build()
	k.certain, k.missing = nil, nil
	k.left = maxBuilds / (1 + len(k.spots)/10 + len(k.route)/500)
	if err == nil || !k.isDoomed(err, nil) {
		return nil
	}
	return k.certain
}

// isDoomed reports whether the call fails whatever is in its holes, where it has an
// error. It fills them with all that may remove the error, one after the other, and
// where that turns it into another it goes on with that. On the way it does not come
// back to an error. How a missing parameter is filled, or a key of Path named, makes no
// difference to the errors after it. What is found to have no remedy is the certain error.
func (k *call) isDoomed(err *endpoint.Error, before []*endpoint.Error) bool {
	before = append(slices.Clip(before), err)
	isFilled := !slices.ContainsFunc(before, func(e *endpoint.Error) bool { return e.Err != endpoint.ErrMissingParam && !k.isPath(e) })
	if isFilled && err.Err == endpoint.ErrMissingParam {
		k.missing = append(k.missing, err.Name)
	}
	for _, change := range k.changes(err) {
		undo := change.make()
		_, now := k.build()
		if k.left--; now == nil || k.left < 0 {
			return false
		}
		isKnown := func(e *endpoint.Error) bool { return isSame(e, now) }
		if !slices.ContainsFunc(before, isKnown) {
			if !k.isDoomed(now, before) {
				return false
			}
			base, _ := change[0].value.(string)
			isOf := len(change) == 1 && (change[0].key == err.Name || strings.Contains(base, "{"+err.Name+"}"))
			if isFilled && isOf && k.certain.Name != err.Name {
				return true
			}
		}
		undo()
	}
	k.certain = err
	return true
}

func isSame(a, b *endpoint.Error) bool {
	return a.Err == b.Err && a.Name == b.Name && a.Reason == b.Reason
}

// A change is what may be in holes.
type change []edit

// An edit is a value of a field of a layer, or of a key of a field. What is absent
// is not there.
type edit struct {
	layer      *endpoint.Options
	field, key string
	value      any
}

type absent struct{}

// make makes the change, and returns what undoes it.
func (all change) make() (undo func()) {
	var undos []func()
	for _, e := range all {
		undos = append(undos, e.make())
	}
	return func() {
		for _, undo := range slices.Backward(undos) {
			undo()
		}
	}
}

func (e edit) make() (undo func()) {
	field := reflect.ValueOf(e.layer).Elem().FieldByName(e.field)
	if field.Kind() != reflect.Map {
		before := reflect.ValueOf(field.Interface())
		field.Set(valueOf(e.value, field.Type()))
		return func() { field.Set(valueOf(before, field.Type())) }
	}
	if field.IsNil() {
		field.Set(reflect.MakeMap(field.Type()))
	}
	key := reflect.ValueOf(e.key)
	before := field.MapIndex(key)
	value := reflect.Value{} // which deletes the key
	if e.value != (absent{}) {
		value = valueOf(e.value, field.Type().Elem())
	}
	field.SetMapIndex(key, value)
	return func() { field.SetMapIndex(key, before) }
}

// valueOf returns v as a value of a type.
func valueOf(v any, t reflect.Type) reflect.Value {
	rv, ok := v.(reflect.Value)
	if !ok {
		rv = reflect.ValueOf(v)
	}
	if _, isAbsent := v.(absent); isAbsent || !rv.IsValid() {
		return reflect.Zero(t)
	}
	return rv.Convert(t)
}

var bodyTypes = []any{"", sampleText, "application/json", "application/x-www-form-urlencoded"}

// fillings are what may be in a hole, by field: of a map the values that the key of
// an error may have, or a header that decides what a body may be.
var fillings = []struct {
	field  string
	values []any
}{
	{"Params", []any{sampleText, nil, endpoint.Unset, absent{}}},
	{"Path", []any{sampleText, nil, endpoint.Unset, absent{}}},
	{"Query", []any{sampleText, nil, endpoint.Unset, absent{}}},
	{"Headers", bodyTypes},
	{"Lists", []any{endpoint.ListRepeat, endpoint.ListComma, endpoint.ListBrackets}},
	{"MediaType", []any{endpoint.MediaType{Format: sampleText}}},
	{"Data", []any{absent{}, sampleText, map[string]any{sampleText: sampleText}, (*int)(nil)}},
	{"Method", []any{"POST", "GET", "OPTIONS"}},
}

// isPath reports whether an error is that of a key of Path, which BaseURL may name.
func (k *call) isPath(err *endpoint.Error) bool {
	isKey := func(s spot) bool { return s.field == "Path" && s.key == err.Name }
	return err.Err == endpoint.ErrParam && slices.ContainsFunc(k.spots, isKey)
}

// removedBy are the fields of a layer that decide about the errors of a kind.
var removedBy = map[error][]string{
	endpoint.ErrRoute:        {"URL"},
	endpoint.ErrMethod:       {"Method"},
	endpoint.ErrBaseURL:      {"BaseURL", "URL"},
	endpoint.ErrHeader:       {"Headers", "MediaType"},
	endpoint.ErrMissingParam: {"URL", "BaseURL", "Params", "Path"},
	endpoint.ErrUnsafePath:   {"URL", "Params", "Path"},
	endpoint.ErrParam:        {"URL", "BaseURL", "Params", "Path", "Query", "Method", "Data", "Lists", "Headers"},
	endpoint.ErrBody:         {"URL", "Params", "Path", "Method", "Data", "Headers"},
}

// changes returns what may be in the holes that could remove an error.
func (k *call) changes(err *endpoint.Error) (all []change) {
	names := namesIn(err)
	var left change // what may be left out
	for _, h := range k.holes {
		if h.key != "" && h.field != "Headers" {
			left = append(left, edit{h.layer, h.field, h.key, absent{}})
		}
		for _, f := range fillings {
			if (h.field == "" || h.field == f.field) && slices.Contains(removedBy[err.Err], f.field) {
				all = append(all, h.fill(f.field, f.values, names)...)
			}
		}
		if h.field == "" || h.field == "BaseURL" || h.field == "URL" {
			for _, change := range h.fillAddress(names, k.isPath(err)) {
				if slices.Contains(removedBy[err.Err], change[0].field) {
					all = append(all, change)
				}
			}
		}
	}
	if len(left) > 0 {
		all = append(all, left)
	}
	return all
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// namesIn returns the name of an error, and those in its reason.
func namesIn(err *endpoint.Error) []string {
	names := []string{err.Name}
	for _, text := range quoted.FindAllString(err.Reason, -1) {
		if name, err := strconv.Unquote(text); err == nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// fill returns what may be in a field of a hole.
func (h *hole) fill(field string, values []any, names []string) (all []change) {
	keys := []string{""}
	switch field {
	case "Params", "Path", "Query":
		keys = names
	case "Headers":
		keys = append([]string{"content-type", "content-encoding"}, names...)
	}
	for _, key := range keys {
		isOther := h.key != "" && !strings.EqualFold(h.key, key)
		if isOther || !h.only.admit(field, key) {
			continue
		}
		for _, value := range values {
			all = append(all, change{{h.layer, field, cmp.Or(h.key, key), value}})
		}
	}
	return all
}

// fillAddress returns what may be in BaseURL and URL of a hole. BaseURL may name a
// key of Path.
func (h *hole) fillAddress(names []string, isPath bool) (all []change) {
	set := func(field, value string) { all = append(all, change{{h.layer, field, "", value}}) }
	const base = "https://vet.example"
	known, isKnown := h.only.baseURLs()
	isBase := h.field != "URL" && (isPath || h.field == "BaseURL")
	for _, url := range known {
		if isBase && isKnown {
			set("BaseURL", url)
		}
	}
	isURL := h.field != "BaseURL" && h.only.admit("URL", "")
	for _, name := range append([]string{""}, names...) {
		placeholder := ""
		if name != "" {
			placeholder = "/{" + name + "}"
		}
		if isBase && !isKnown && (isPath || name == "") {
			set("BaseURL", cmp.Or(h.layer.BaseURL, base)+placeholder)
		}
		if isURL {
			set("URL", base+placeholder)
		}
	}
	return all
}

// isDecided reports whether an error is that of a call. What New, Defaults, Merge
// and ParamsOf are given may be overridden by later calls, apart from what is
// malformed.
func (k *call) isDecided(err *endpoint.Error) bool {
	malformed := []error{endpoint.ErrRoute, endpoint.ErrMethod, endpoint.ErrBaseURL, endpoint.ErrHeader}
	isParamsOf := slices.ContainsFunc(k.spots, func(s spot) bool { return s.field == "ParamsOf" })
	isCarried := err.Err == endpoint.ErrParam && (err.Name == "ParamsOf" || strings.HasPrefix(err.Name, "struct."))
	if isCarried && isParamsOf {
		return k.name == "ParamsOf"
	}
	return k.builds() || slices.Contains(malformed, err.Err) && k.name != "ParamsOf"
}

// fieldOfError is the field that an error without a name is in.
var fieldOfError = map[error]string{
	endpoint.ErrRoute:   "URL.",
	endpoint.ErrMethod:  "Method.",
	endpoint.ErrBaseURL: "BaseURL.",
	endpoint.ErrParam:   "Params.",
	endpoint.ErrBody:    "Data.",
}

// where returns what is at fault: the last place with the name of an error, else
// the route. A field of a struct is at the last struct.
func (k *call) where(err *endpoint.Error) ast.Node {
	name := err.Name
	if name == "" || name == "body" && err.Err == endpoint.ErrBody {
		name = fieldOfError[err.Err]
	}
	field, key, _ := strings.Cut(name, ".") // "MediaType.Format", or "struct.Labels"
	for _, s := range slices.Backward(k.spots) {
		if strings.EqualFold(s.key, name) || s.field == field && (s.key == "" || s.key == key) {
			return s.node
		}
	}
	return k.at
}
