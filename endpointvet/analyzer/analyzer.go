// The analyzer: calls that are checked, what is reported, and advice on names.

// Package analyzer checks calls of package endpoint before they run.
//
// It has no rules of its own. It builds each call that it finds with the
// library, and reports the library's error at the key or route at fault.
// Constant text keeps its value; any other value becomes a sample of its type.
// Where the code does not show what a call has, the call has a hole, and an error
// is reported only if nothing that fits in a hole removes it.
//
// The files are in four layers, and each uses only those before it, which a test holds:
//
//   - code, what any tool would ask: types.go, syntax.go, branch.go, code.go;
//   - known, what is known of the package: known.go which calls there are, variable.go what is done
//     with variables;
//   - reading, the reading of one call: struct.go and asked.go say what becomes of a struct, in a layer
//     and for a document, reading.go which way its branches go, text.go and value.go what an expression
//     is there, call.go and layer.go what the layers show, judge.go whether the call can succeed,
//     defaults.go what its Endpoint has, and helper.go whether it makes a helper;
//   - notes, what is said: report.go, and unchecked.go of calls that were not checked.
//
// document.go finds the OpenAPI document of a call, openapi.go asks what that says, and analyzer.go
// puts these together.
package analyzer

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"example.com/endpoint"
	"example.com/endpoint/endpointvet/openapi"
)

// Analyzer reports calls of package endpoint that cannot succeed.
var Analyzer = &analysis.Analyzer{
	Name:      "endpointvet",
	Doc:       "check calls of package endpoint by building them with the library itself",
	FactTypes: []analysis.Fact{new(helper)},
	Run:       run,
}

func init() {
	Analyzer.Flags.BoolVar(&uncheckedFlag, "unchecked", false, "report the calls that were not checked, with the reason, and the lines that "+
		ignoreName+" silences")
}

func run(pass *analysis.Pass) (any, error) {
	if !isLibrary(pass.Pkg) && !slices.ContainsFunc(pass.Pkg.Imports(), isLibrary) && len(pass.AllObjectFacts()) == 0 {
		return nil, nil
	}
	c := &checker{notes: notesOf(knownOf(pass))}
	c.findHelpers()
	try(c.findBases)
	c.findDocuments()
	for _, s := range c.calls {
		isChecked := false
		try(func() { c.check(s); isChecked = true })
		if !isChecked {
			c.uncheck(s.call(), nil, "the analyzer does not know this shape of code: its authors want to see it")
		}
	}
	c.reportIgnored()
	c.reportUnchecked()
	return nil, nil
}

// check checks a call of the library, or of a helper. It is reported if it fails whatever ways
// its branches go, and listed if it fails with some.
func (c *checker) check(s site) {
	c.judged[s.call()] = true // unless it is noted
	var route text
	var right, wrong []*outcome
	isAll := c.turns(s, func() bool {
		route = c.routeOf(s)
		isOwn := len(route.unknown) > 0 && c.makes[s.call()] != nil
		if isOwn {
			route = text{text: "/", at: s.call()}
		}
		o := &outcome{k: c.read(s, route)}
		o.k.isOwn, o.k.turn = isOwn, len(right)+len(wrong)
		if o.err = o.k.judge(); o.err != nil {
			wrong = append(wrong, o)
			return true
		}
		c.uncheckLayers(o.k)
		c.checkAPI(o)
		right = append(right, o)
		return len(route.unknown) == 0
	})
	isHelped := c.libraryFunc(s.call()) == "" && len(s.helper.Texts) > 0
	isLookedFor := isHelped && (route.text == "" || strings.Contains(route.text, "://")) // as by the helper
	switch {
	case len(route.unknown) > 0:
		e := route.unknown[0]
		c.uncheck(s.call(), e, "the text of %s is not known: write {name} in the route and pass the value in Path, "+
			"make a call for each constant route, or pass a parameter on as it is, to one call", types.ExprString(e))
		return
	case !isAll:
		c.uncheck(s.call(), nil, "it has too many branches: make a call for each case")
		return
	case len(wrong) > 0 && c.isTest(s.call()):
		c.uncheck(s.call(), nil, "a test may want its error: %s", c.message(nil, wrong[0].err))
	case len(wrong) > 0 && (len(right) > 0 || s.helper.Ends || isLookedFor):
		c.uncheckBranch(wrong[0].k, wrong[0].err)
	case len(wrong) > 0 && !c.checkMethod(wrong[0].k) && !c.checkKeys(wrong[0].k) && wrong[0].k.isDecided(wrong[0].err):
		for _, o := range wrong { // the first whose place says nothing yet, as that of a New
			if at := o.k.where(o.err); !c.reported[at] {
				message := c.message(at, o.err)
				for _, name := range slices.Backward(o.k.alsoMissing(o.err)) {
					message = strings.Replace(message, o.err.Name+`"`, o.err.Name+fmt.Sprintf(`", %q`, name), 1)
				}
				c.report(inCall, at, message)
				break
			}
		}
	}
	c.reportAPI(right)
	isOther := func(o *outcome) bool { return o.k.merged.Method != right[0].k.merged.Method }
	if len(wrong) > 0 || slices.ContainsFunc(right, isOther) || c.checkMethod(right[0].k) || len(right) > 1 || c.isTest(s.call()) || c.checkKeys(right[0].k) {
		return
	}
	c.checkBase(right[0].k)
}

// checkMethod reports a method that is a misspelling of a standard one.
func (c *checker) checkMethod(k *call) bool {
	method := k.merged.Method
	var near []string
	for _, standard := range strings.Fields("GET HEAD QUERY POST PUT PATCH DELETE CONNECT OPTIONS TRACE") {
		isTyped := strings.Trim(method, standard) == "" // a letter is left out, or two are swapped
		if isSlip(method, standard) || isTyped && openapi.IsSlip(method, standard) {
			near = append(near, standard)
		}
	}
	if near == nil || k.mayPass("", "Method") {
		return false
	}
	at := k.where(&endpoint.Error{Option: "Method"})
	c.report(inCall, at, fmt.Sprintf("method %q%s", method, openapi.Advice(near)))
	return true
}

// checkKeys reports a key that is a misspelling of a missing parameter.
func (c *checker) checkKeys(k *call) bool {
	missing := slices.DeleteFunc(k.missing(), k.mayFill)
	for _, s := range k.own {
		isKey := s.Key != "" && (s.Field == "Params" || s.Field == "Path") &&
			!isUnreadable(s.Field, s.layer.Params[s.Key]) && !isUnreadable(s.Field, s.layer.Path[s.Key])
		near := slices.DeleteFunc(slices.Clone(missing), func(name string) bool { return !isSlip(s.Key, name) })
		if isKey && len(near) > 0 && !regexp.MustCompile(`\b`+regexp.QuoteMeta(s.Key)+`\b`).MatchString(k.merged.URL) {
			c.report(inCall, s.node, fmt.Sprintf("no placeholder is named %q%s", s.Key, openapi.Advice(near)))
			return true
		}
	}
	return false
}

// isSlip reports whether a name is off from another by one letter, or in case or
// punctuation. The letters at both ends must be right: user and users, sort and port,
// TRACE and TRACK may all be meant.
func isSlip(name, want string) bool {
	a, b := strings.ToLower(name), strings.ToLower(want)
	return openapi.IsSlip(name, want) && (a == b || len(a)+len(b) > 6 && a[0] == b[0] && a[len(a)-1] == b[len(b)-1])
}

// checkBase reports an Endpoint without a BaseURL, once, that a call sends a path with.
func (c *checker) checkBase(k *call) {
	api := c.apiOf(k.site)
	made, _, _ := c.maker(api, nil)
	if !k.builds() || c.makes[k.site.call()] != nil || k.mayHave("", "BaseURL", "URL") {
		return
	}
	at := ast.Node(api)
	if uses := c.uses[c.objectOf(api)]; made.helper != nil {
		at = made.call()
	} else if len(uses) > 0 { // where it is declared
		at = uses[0].Node()
	}
	isPath := !strings.HasPrefix(k.merged.URL, "{")
	if req, err := k.build(); err == nil && isPath && strings.HasPrefix(req.URL, builtInBase) {
		c.report(inCall, at, "BaseURL is not set, so that paths go to "+builtInBase+", which does not exist: write Options{BaseURL: …}")
	}
}

const builtInBase = "https://api.service.example"
