// Documents: which OpenAPI documents a package has, and which of them a call
// belongs to.

package analyzer

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
	"example.com/endpoint/endpointvet/openapi"
)

var (
	documentFlag   string // files with commas between them: go vet passes on only the last of several flags
	deprecatedFlag bool
)

func init() {
	Analyzer.Flags.StringVar(&documentFlag, "openapi", "", "check calls by these OpenAPI documents or their indexes: absolute `FILES`, with commas between them")
	Analyzer.Flags.BoolVar(&deprecatedFlag, "deprecated", false, "report calls of operations that an OpenAPI document says are deprecated")
}

// Documents are those that calls of a package may belong to.
type documents struct {
	own   []*openapi.API                  // of directives above go:embed
	flags []*openapi.API                  // of the flag
	of    map[types.Object]*openapi.API   // of directives on variables and fields; nil: none
	from  map[*types.Package]*openapi.API // of imports
	bases []*ast.KeyValueExpr             // BaseURL: … in Options, but for tests
	fact  tied                            // of the last of own

	isBroken bool // one cannot be read, so that none is certain
}

// A tied is the fact that all Endpoints of a package have one document. Sum changes with it, so that
// go vet checks the packages again that import this one.
type tied struct{ File, Sum string }

// AFact makes it a fact of the analysis.
func (*tied) AFact() {}

// findDocuments reads the documents, if the package builds requests. What is wrong with
// them is reported, since go vet forgets an error.
func (c *checker) findDocuments() {
	c.documents = documents{of: map[types.Object]*openapi.API{}, from: map[*types.Package]*openapi.API{}}
	built := slices.IndexFunc(c.calls, func(s site) bool { return (&call{name: s.helper.Name}).builds() })
	if built < 0 || isLibrary(c.pass.Pkg) {
		return
	}
	above := map[*ast.CommentGroup]bool{} // variables and fields
	for cursor := range c.root.Preorder((*ast.ValueSpec)(nil), (*ast.Field)(nil)) {
		var names []*ast.Ident
		var groups []*ast.CommentGroup
		switch n := cursor.Node().(type) {
		case *ast.ValueSpec:
			if decl := cursor.Parent().Node().(*ast.GenDecl); cursor.Parent().Parent().Node() != nil && decl.Tok == token.VAR {
				names, groups = n.Names, []*ast.CommentGroup{n.Doc, n.Comment}
				if !decl.Lparen.IsValid() {
					groups = append(groups, decl.Doc)
				}
			}
		case *ast.Field:
			names, groups = n.Names, []*ast.CommentGroup{n.Doc, n.Comment}
		}
		if len(names) == 0 { // an embedded field
			continue
		}
		c.tie(names, groups)
		for _, group := range groups {
			above[group] = true
		}
	}
	for _, file := range c.pass.Files {
		for _, group := range file.Comments {
			if _, ok := directive(directiveName, []*ast.CommentGroup{group}); ok && !above[group] {
				c.fail(group, directiveName+" belongs above a declaration: var name = …, or a field with a name")
			}
		}
	}
	caller := c.calls[built].call().Fun
	for _, name := range strings.FieldsFunc(documentFlag, func(r rune) bool { return r == ',' }) {
		api, _ := c.readDocument(caller, name)
		c.documents.flags = append(c.documents.flags, api)
	}
	c.findTied(caller)
	if c.documents.isBroken {
		c.documents = documents{}
		return
	}
	if len(c.documents.own) == 1 && len(c.documents.of) == 0 {
		c.pass.ExportPackageFact(&c.documents.fact)
	}
	c.findBases()
}

// fail reports what is wrong with a document.
func (c *checker) fail(at ast.Node, message string) {
	c.report(inDocument, at, message)
	c.documents.isBroken = true
}

// findBases finds the BaseURLs of literals of Options.
func (c *checker) findBases() {
	for cursor := range c.root.Preorder((*ast.CompositeLit)(nil)) {
		literal := cursor.Node().(*ast.CompositeLit)
		isOptions := libraryType(c.info.TypeOf(literal)) == "Options" && !c.isTest(literal)
		for _, elt := range literal.Elts {
			if pair, ok := elt.(*ast.KeyValueExpr); ok && isOptions && pair.Key.(*ast.Ident).Name == "BaseURL" {
				c.documents.bases = append(c.documents.bases, pair)
			}
		}
	}
}

// findTied reads the documents of imports.
func (c *checker) findTied(at ast.Node) {
	for _, fact := range c.pass.AllPackageFacts() {
		if of, ok := fact.Fact.(*tied); ok && fact.Package != c.pass.Pkg {
			c.documents.from[fact.Package], _ = c.readDocument(at, of.File)
		}
	}
}

// readDocument reads a document. It returns its text too.
func (c *checker) readDocument(at ast.Node, file string) (*openapi.API, []byte) {
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		c.fail(at, file+" does not exist: make it by endpointvet index, or correct the name")
		return nil, nil
	}
	api, failed := openapi.Read(filepath.Base(file), data)
	if err = cmp.Or(err, failed); err != nil {
		c.fail(at, err.Error())
	}
	return api, data
}

const directiveName = "//endpoint:openapi"

// directive returns the arguments of a directive.
func directive(name string, groups []*ast.CommentGroup) (arguments []string, ok bool) {
	for _, group := range groups {
		if group == nil {
			continue
		}
		for _, comment := range group.List {
			if fields := strings.Fields(comment.Text); fields[0] == name {
				arguments, ok = append(arguments, fields[1:]...), true
			}
		}
	}
	return arguments, ok
}

// tie reads the document of the directive of a variable or field.
func (c *checker) tie(names []*ast.Ident, groups []*ast.CommentGroup) {
	files, isTied := directive(directiveName, groups)
	embeds, _ := directive("//go:embed", groups)
	if !isTied {
		return
	}
	at := names[0]
	object := c.info.Defs[at]
	isEndpoint := object != nil && libraryType(object.Type()) == "Endpoint"
	switch {
	case isEndpoint && len(files) != 1:
		c.fail(at, directiveName+" on an Endpoint: write one file after it, or - for none")
		return
	case isEndpoint && files[0] == "-":
		c.setDocument(names, nil)
		return
	case !isEndpoint && (len(embeds) == 0 || len(files) > 0):
		c.fail(at, directiveName+" without a file belongs below //go:embed FILE; with a file, on an Endpoint")
		return
	case !isEndpoint:
		files = embeds
	}
	for _, name := range files {
		file := filepath.Join(filepath.Dir(c.pass.Fset.Position(at.Pos()).Filename), name)
		api, data := c.readDocument(at, file)
		if isEndpoint {
			c.setDocument(names, api)
			continue
		}
		c.documents.own = append(c.documents.own, api)
		c.documents.fact = tied{file, fmt.Sprintf("%x", sha256.Sum256(data))}
	}
}

func (c *checker) setDocument(names []*ast.Ident, api *openapi.API) {
	for _, name := range names {
		c.documents.of[c.info.Defs[name]] = api
	}
}

// documentOf returns the document that a call belongs to, nil if there is no
// evidence for one.
func (c *checker) documentOf(k *call, base string) *openapi.API {
	object, pkg := c.origin(&k.site, 0)
	if api, ok := c.documents.of[object]; ok {
		return api
	}
	all := slices.Concat(c.documents.own, c.documents.flags)
	if imported := c.documents.from[pkg]; imported != nil {
		all = append(all, imported)
	}
	open := k.openBase() // which overrides that of object
	switch {
	case base != "" || object == nil:
	case open != nil:
		object = nil
	default:
		base, open = c.baseOf(object), c.openBaseOf(object)
	}
	switch {
	case base != "":
		return owner(all, []string{base})
	case open != nil && (c.isTest(open) || c.hasOtherBase(open, object)):
		return nil
	}
	constants := c.constantBases()
	isForeign := func(api *openapi.API) bool {
		return slices.ContainsFunc(constants, func(base string) bool { return !api.Owns(base) })
	}
	switch {
	case pkg == c.pass.Pkg && len(c.documents.own) == 1:
		if api := c.documents.own[0]; !api.HasServers() || !isForeign(api) {
			return api
		}
	case pkg != c.pass.Pkg && c.documents.from[pkg] != nil:
		if api := c.documents.from[pkg]; !api.HasServers() || !isForeign(api) {
			return api
		}
	case len(constants) > 0:
		return owner(all, constants)
	case len(all) == 1 && !all[0].HasServers():
		return all[0]
	}
	return nil
}

// owner returns the document that all of some URLs lie under, nil if there is not
// exactly one.
func owner(all []*openapi.API, urls []string) (found *openapi.API) {
	for _, api := range all {
		if slices.ContainsFunc(urls, func(url string) bool { return !api.Owns(url) }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = api
	}
	return found
}

// constantBases returns the BaseURLs that Endpoints of the package and its imports
// have, but for those with a directive of their own.
func (c *checker) constantBases() (all []string) {
	var apart []string
	for object := range c.documents.of {
		apart = append(apart, c.baseOf(object))
	}
	for _, place := range c.defaults.Places {
		base, isBase := strings.CutPrefix(place, "BaseURL.")
		if isBase && strings.Contains(base, "://") && !slices.Contains(apart, base) {
			all = append(all, base)
		}
	}
	return all
}

// maxOrigins bounds how far an Endpoint is followed, and helpers of helpers that choose.
const maxOrigins = 10

// origin returns the variable or field that the Endpoint of a call is in, if there
// is one, and the package that it comes from.
func (c *checker) origin(s *site, steps int) (types.Object, *types.Package) {
	if api := c.endpointOf(s, steps); api != nil {
		return c.originOf(api, steps)
	}
	for first, ok := c.origins[s.helper]; ok && steps < maxOrigins; first, ok = c.origins[s.helper] {
		s, steps = &first, steps+1
	}
	if callee := typeutil.Callee(c.info, s.call()); callee != nil && callee.Pkg() != nil {
		return nil, callee.Pkg()
	}
	return nil, c.pass.Pkg
}

// endpointOf returns the Endpoint of a call: for a helper that it is passed to, the
// argument.
func (c *checker) endpointOf(s *site, steps int) ast.Expr {
	first, isHere := c.origins[s.helper]
	if !isHere || steps > maxOrigins {
		return s.api
	}
	api := c.endpointOf(&first, steps+1)
	id, isIdent := api.(*ast.Ident)
	at := c.at
	defer func() { c.at = at }()
	c.at = first.cursor
	if fn, param := c.parameter(id); isIdent && fn != nil && fn == c.makes[first.call()] {
		return s.call().Args[param]
	}
	return api
}

func (c *checker) originOf(e ast.Expr, steps int) (types.Object, *types.Package) {
	e = plain(e)
	if steps++; steps > maxOrigins {
		return nil, nil
	}
	if star, ok := e.(*ast.StarExpr); ok {
		return c.originOf(star.X, steps)
	}
	var object types.Object
	switch e := e.(type) {
	case *ast.SelectorExpr:
		object = c.info.Uses[e.Sel]
	case *ast.Ident:
		object = c.info.Uses[e]
	case *ast.CallExpr:
		if cursor, isSite := c.sites[e]; isSite {
			if made, _ := c.siteOf(cursor); made.helper.Name == "Defaults" && made.api != nil {
				return c.originOf(made.api, steps)
			}
			return nil, c.pass.Pkg
		}
		object = typeutil.Callee(c.info, e)
	}
	if _, isTied := c.documents.of[object]; isTied {
		return object, c.pass.Pkg
	}
	if one := c.only(e); one != nil && one != zero {
		if inner, pkg := c.originOf(one, steps); inner != nil || pkg != c.pass.Pkg {
			return inner, pkg
		}
	}
	if object == nil || object.Pkg() == nil {
		return nil, c.pass.Pkg
	}
	return object, object.Pkg()
}

// makers returns the calls of New and Defaults that the package sets a variable or
// field to.
func (c *checker) makers(object types.Object) (made []site) {
	if v, isVar := object.(*types.Var); isVar {
		values, _ := c.setTo(v)
		for _, value := range values {
			if s, ok := c.maker(value); ok && s.helper != nil {
				made = append(made, s)
			}
		}
	}
	return made
}

// openBaseOf returns the expression, not a constant, that is the BaseURL of the
// Endpoint in a variable or field, nil if there is none.
func (c *checker) openBaseOf(object types.Object) ast.Expr {
	for _, s := range c.makers(object) {
		if open := c.read(s, text{text: s.helper.Route, at: s.call()}).openBase(); open != nil {
			return open
		}
	}
	return nil
}

// openBase is openBaseOf for a call.
func (k *call) openBase() ast.Expr {
	for _, s := range k.spots {
		isOpen := func(h hole) bool { return h.layer == s.layer && h.field == "BaseURL" }
		if s.field == "BaseURL" && slices.ContainsFunc(k.holes, isOpen) {
			return s.value
		}
	}
	return nil
}

// hasOtherBase reports whether the package sets another BaseURL than one, but for
// tests, the same variable or field, and those with a directive of their own.
func (c *checker) hasOtherBase(open ast.Expr, object types.Object) bool {
	apart := c.makers(object)
	for tied := range c.documents.of {
		apart = append(apart, c.makers(tied)...)
	}
	for _, pair := range c.documents.bases {
		isApart := slices.ContainsFunc(apart, func(s site) bool { return s.call().Pos() <= pair.Pos() && pair.End() <= s.call().End() })
		if !isApart && pair.Value != open {
			return true
		}
	}
	return false
}

// baseOf returns the BaseURL of the Endpoint in a variable or field, "" if the
// package does not show one for all that it sets it to.
func (c *checker) baseOf(object types.Object) (base string) {
	v, isVar := object.(*types.Var)
	if !isVar {
		return ""
	}
	values, ok := c.setTo(v)
	for _, value := range values {
		made, isKnown := c.maker(value)
		if !isKnown || made.helper == nil {
			return ""
		}
		k := c.read(made, text{text: made.helper.Route, at: made.call()})
		isBase := func(s spot) bool { return s.field == "BaseURL" && s.layer.BaseURL != "" }
		isHole := func(h hole) bool { return h.field == "BaseURL" || h.field == "" }
		if !slices.ContainsFunc(k.spots, isBase) || slices.ContainsFunc(k.holes, isHole) || base != "" && base != k.merged.BaseURL {
			return ""
		}
		base = k.merged.BaseURL
	}
	if !ok {
		return ""
	}
	return base
}

// mayHave reports whether a hole may have a key of one of some fields.
func (k *call) mayHave(key string, fields ...string) bool {
	return slices.ContainsFunc(k.holes, func(h hole) bool {
		return slices.ContainsFunc(fields, func(field string) bool {
			isField := h.field == "" || h.field == field
			return isField && (h.key == "" || strings.EqualFold(h.key, key)) && h.only.admit(field, key)
		})
	})
}

// seenBase returns the URL that a call is sent to, if it is shown.
func (k *call) seenBase() string {
	if strings.Contains(k.merged.URL, "://") {
		return k.merged.URL
	}
	isBase := func(s spot) bool { return s.field == "BaseURL" && s.layer.BaseURL != "" }
	isOwn := slices.ContainsFunc(k.own, isBase)
	isHole := func(h hole) bool {
		if h.only != nil {
			isBase := func(place string) bool { return strings.HasPrefix(place, "BaseURL.") }
			return !isOwn && (h.only.Any || slices.ContainsFunc(h.only.Places, isBase))
		}
		return h.field == "" || h.field == "BaseURL"
	}
	if !slices.ContainsFunc(k.spots, isBase) || slices.ContainsFunc(k.holes, isHole) {
		return ""
	}
	return k.merged.BaseURL
}

// hideBase adds a layer with a base address that says nothing.
func (k *call) hideBase() (undo func()) {
	layers := k.layers
	k.layers = append(slices.Clip(layers), &endpoint.Options{BaseURL: hiddenBase})
	return func() { k.layers = layers }
}

const hiddenBase = "https://vet.example"
