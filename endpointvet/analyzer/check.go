// Calls that are checked: their routes and layers, and what is reported.

package analyzer

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
)

// check checks a call of the library, or of a helper, with each of its routes.
func (c *checker) check(s site) {
	if s.helper.Name == "" {
		c.uncheckCallOf(s.cursor, typeutil.Callee(c.info, s.call()))
		return
	}
	if c.begin(s); c.wantsError(s) {
		c.isJudged[s.call()] = true
		return
	}
	routes, isSure := c.routes(s)
	var all []*call
	for _, route := range routes {
		if len(route.unknown) > 0 {
			c.uncheckRoute(s, route)
			return
		}
		k := c.read(s, route)
		err := k.judge()
		switch {
		case err == nil:
			c.uncheckLayers(k)
		case c.isGuarded(s):
			c.uncheckBranch(k, err)
			return
		}
		isOther := s.isOpen && len(s.helper.Texts) > 0 && (route.text == "" || s.helper.Reads && k.isSign()) // for which a helper may do something else
		if !isSure || isOther {
			all = append(all, k)
			continue
		}
		c.checkCall(k, err)
	}
	c.checkChoices(all)
	c.isJudged[s.call()] = true
}

// isGuarded reports whether the helper that is called looks at its layers, and so may do
// something else with those of the call.
func (c *checker) isGuarded(s site) bool {
	if reading(s.helper.Guard) != guardsEmpty {
		return reading(s.helper.Guard) == guards
	}
	return slices.ContainsFunc(s.helper.Parts, func(p part) bool {
		args := s.call().Args
		return p.Place == "" && p.Param >= 0 && (len(args) <= p.Param || c.info.Types[args[p.Param]].IsNil())
	})
}

// wantsError reports whether a test looks for the error of a call after it.
//
//	if _, err := api.Build("GET /{"); !errors.Is(err, endpoint.ErrRoute) {
func (c *checker) wantsError(s site) bool {
	call := s.cursor
	if parse, isMerged := c.isMerged[s.call()]; isMerged {
		call = parse
	}
	stmt, isAssigned := call.Parent().Node().(*ast.AssignStmt)
	if !isAssigned || !c.isTest(stmt) {
		return false
	}
	id, _ := stmt.Lhs[len(stmt.Lhs)-1].(*ast.Ident)
	for _, use := range c.uses[c.info.ObjectOf(id)] {
		switch {
		case use.Node().Pos() < stmt.End():
		case use.ParentEdgeKind() == edge.AssignStmt_Lhs:
			return false
		case c.isArgument(use, "errors.Is", "errors.As"):
			return true
		}
	}
	return false
}

// isDead reports whether a constant keeps a place from being reached.
func (c *checker) isDead(at inspector.Cursor) bool {
	for around := range at.Enclosing((*ast.IfStmt)(nil)) {
		branch, pos := around.Node().(*ast.IfStmt), at.Node().Pos()
		if value := c.info.Types[branch.Cond].Value; value != nil && pos >= branch.Body.Pos() {
			return constant.BoolVal(value) == (pos >= branch.Body.End())
		}
	}
	return false
}

// checkChoices checks calls of which the code may make only some: an error is reported if
// all of them fail.
func (c *checker) checkChoices(all []*call) {
	isFailed := !slices.ContainsFunc(all, func(k *call) bool { return k.isSign() || k.judge() == nil })
	for _, k := range all {
		err := k.judge()
		switch {
		case c.checkMethod(k):
		case err == nil:
			k.layers, k.spots, k.own, k.holes = k.layers[:k.defaults:k.defaults], nil, nil, nil
			k.newLayer()
			for _, field := range []string{"Params", "Path", "Query", "Headers", "MediaType", "Data", "Lists", "BaseURL"} {
				k.hide(field, nil)
			}
			c.checkAPI(k)
		case isFailed:
			c.checkCall(k, err)
		default:
			c.uncheckBranch(k, err)
		}
	}
}

// isSign reports whether a route stands for none, such as "", or for something else,
// such as "wss://…", which code looks for before it makes a call.
func (k *call) isSign() bool { return !routeLike.MatchString(k.route) }

var routeLike = regexp.MustCompile(`^([A-Z]+:? ?)?(/|https?:)`)

// checkCall reports what is wrong with a call, which may have an error that
// nothing removes.
func (c *checker) checkCall(k *call, err *endpoint.Error) {
	switch {
	case c.checkMethod(k), c.checkKeys(k):
	case err == nil:
		c.checkAPI(k)
		c.checkAccept(k)
		c.checkBase(k)
	case k.isDecided(err):
		at := k.where(err)
		c.report(k.category(err, at), at, c.message(at, err))
	}
}

// read reads a call with a route.
func (c *checker) read(s site, route text) *call {
	k := &call{name: s.helper.Name, route: route.text, guessed: route.guessed, at: route.at, site: s}
	c.addDefaults(k, s, 0)
	k.scope = declarationOf(s.cursor)
	k.defaults = len(k.layers)
	shared := len(k.spots)
	c.addLayers(k, s)
	k.own = k.spots[shared:]
	k.merged = endpoint.New(endpoint.Options{Method: "NONE"}).Merge(k.route, k.layers...)
	return k
}

// declarationOf returns the declaration of the function around a place, nil if there is
// none.
func declarationOf(at inspector.Cursor) (decl ast.Node) {
	for fn := range at.Enclosing((*ast.FuncDecl)(nil)) {
		decl = fn.Node()
	}
	return decl
}

// addLayers adds the layers that a call passes.
func (c *checker) addLayers(k *call, s site) {
	for _, arg := range c.layerArgs(s) {
		switch {
		case arg.isThere:
			k.newLayer().Params = endpoint.Params{strings.TrimPrefix(arg.place, "Params."): sampleText}
		case arg.e == nil:
			layer := reflect.ValueOf(k.newLayer()).Elem()
			if field, key, _ := strings.Cut(arg.place, "."); key != "" && (field == "Params" || field == "Path") && strings.Contains(k.route, key) {
				dst := layer.FieldByName(field)
				dst.Set(reflect.MakeMap(dst.Type()))
				dst.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(sampleText))
			}
			k.hide(arg.place, nil)
		case arg.place != "":
			k.newLayer()
			c.setPart(k, strings.TrimSuffix(arg.place, "."), arg.e, arg.e)
		case arg.isMaybe:
			c.addMaybe(k, arg.e)
		default:
			c.add(k, arg.e)
		}
	}
}

// addDefaults adds the layers of the Endpoint that a call is made with.
func (c *checker) addDefaults(k *call, s site, steps int) {
	if s.api == nil && !s.isOpen || s.helper.Name == "New" {
		return // New and ParamsOf have no Endpoint
	}
	for origin, isHere := c.origins[s.helper]; isHere && c.made[functionOf(origin.cursor)] == 1; origin, isHere = c.origins[s.helper] {
		s = origin
	}
	made, isKnown := c.maker(s.api)
	k.mayBeZero = k.mayBeZero || made.mayBeZero
	if s.isOpen || !isKnown || steps > maxOrigins {
		k.newLayer()
		only := c.defaultsOfEndpoint(s.api)
		if s.isOpen {
			only = s.helper.Given
		}
		k.holes = append(k.holes, hole{layer: k.lastLayer(), only: &only})
	} else if made.helper != nil {
		c.addDefaults(k, made, steps+1)
		k.scope = declarationOf(made.cursor)
		c.addLayers(k, made)
	}
}

// maker returns the call of New or Defaults that an Endpoint is made by, if it is
// not the zero value. It is not ok if that is not known.
func (c *checker) maker(api ast.Expr) (s site, ok bool) {
	end, _ := c.shown(api)
	switch e := end.(type) {
	case *ast.CompositeLit: // of an Endpoint, or of a struct that embeds one
		return s, libraryType(c.info.TypeOf(e)) == "Endpoint"
	case *ast.CallExpr:
		if cursor, isSite := c.sites[e]; isSite {
			s, _ = c.siteOf(cursor)
			return s, s.helper.Name == "New" || s.helper.Name == "Defaults"
		}
	case *ast.SelectorExpr:
		if field, ok := c.info.ObjectOf(e.Sel).(*types.Var); ok && field.IsField() {
			if one := c.onlyValue(field); one != nil {
				s, ok = c.maker(one)
				s.mayBeZero = true
				return s, ok
			}
		}
	}
	return s, end == zero
}

// isDecided reports whether an error is that of a call. What New, Defaults, Merge
// and ParamsOf are given may be overridden by later calls, apart from what is
// malformed; a default method is, by each route that names one.
func (k *call) isDecided(err *endpoint.Error) bool {
	malformed := []error{endpoint.ErrRoute, endpoint.ErrBaseURL, endpoint.ErrHeader}
	isStruct := strings.HasSuffix(k.name, "Of")
	if k.isUnreadable(err) {
		return isStruct
	}
	return k.builds() || slices.Contains(malformed, err.Err) && !isStruct && k.name != "Merge"
}

// isUnreadable reports whether an error is of a struct of ParamsOf or QueryOf, or of a field
// of one, that cannot be read whatever its value.
func (k *call) isUnreadable(err *endpoint.Error) bool {
	return err.Err == endpoint.ErrParam && slices.ContainsFunc(k.spots, func(s spot) bool {
		return s.field == "struct" && (isUnreadable(s.layer.Params[err.Name]) || isUnreadable(s.layer.Query[err.Name]))
	})
}

// fieldOfError is the field that an error without a name is in.
var fieldOfError = map[error]string{
	endpoint.ErrRoute:   "URL",
	endpoint.ErrMethod:  "Method",
	endpoint.ErrBaseURL: "BaseURL",
	endpoint.ErrParam:   "Params",
	endpoint.ErrBody:    "Data",
}

// where returns what is at fault: the last place with the name of an error, else
// the route. A struct that cannot be read is at the last struct.
func (k *call) where(err *endpoint.Error) ast.Node {
	if strings.HasPrefix(err.Reason, "ctx is nil") { // of the call itself
		return k.site.call().Args[0]
	}
	field, key, _ := strings.Cut(err.Option, ".") // "Data", "MediaType.Format"
	if err.Option == "" && err.Name == "" {
		field = fieldOfError[err.Err]
	}
	for _, s := range slices.Backward(k.spots) {
		isName := err.Name != "" && strings.EqualFold(s.key, err.Name)
		isStruct := s.field == "struct" && field == "Params"
		if isName || isStruct || s.field == field && (s.key == "" || key == "" || s.key == key) {
			return s.node
		}
	}
	return k.at
}
