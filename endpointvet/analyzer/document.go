// Documents: which OpenAPI documents a package has, and which of them a call
// belongs to.

package analyzer

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint/endpointvet/openapi"
)

// Documents are those that calls of a package may belong to.
type documents struct {
	all  []*openapi.API                  // of directives above go:embed
	of   map[types.Object]*openapi.API   // of directives on variables and fields; nil: none
	from map[*types.Package]*openapi.API // of imports, and of the package if it has one
	fact tied                            // of the last directive above go:embed
	at   ast.Node                        // that
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
	names := map[*ast.CommentGroup][]*ast.Ident{} // of variables and fields, by their comments
	for cursor := range c.root.Preorder((*ast.ValueSpec)(nil), (*ast.Field)(nil)) {
		switch n := cursor.Node().(type) {
		case *ast.ValueSpec:
			names[n.Doc], names[n.Comment] = n.Names, n.Names
			if decl := cursor.Parent().Node().(*ast.GenDecl); !decl.Lparen.IsValid() {
				names[decl.Doc] = n.Names
			}
		case *ast.Field:
			names[n.Doc], names[n.Comment] = n.Names, n.Names
		}
	}
	for _, file := range c.pass.Files {
		for _, group := range file.Comments {
			if files, ok := directive(directiveName, group); ok {
				c.tie(names[group], group, files)
			}
		}
	}
	for _, fact := range c.pass.AllPackageFacts() {
		if of, ok := fact.Fact.(*tied); ok && fact.Package != c.pass.Pkg {
			c.documents.from[fact.Package], _ = c.readDocument(c.calls[built].call().Fun, of.File)
		}
	}
	if all := c.documents.all; len(all) == 1 && all[0] != nil {
		c.documents.from[c.pass.Pkg] = all[0]
		if len(c.documents.of) == 0 {
			c.pass.ExportPackageFact(&c.documents.fact)
		}
	}
}

// readDocument reads a document, and returns its text too. One that cannot be read is nil.
func (c *checker) readDocument(at ast.Node, file string) (*openapi.API, []byte) {
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		c.report(inDocument, at, file+" does not exist: make it by endpointvet index, or correct the name")
		return nil, nil
	}
	api, failed := openapi.Read(filepath.Base(file), data)
	if err = cmp.Or(err, failed); err != nil {
		c.report(inDocument, at, err.Error())
	}
	return api, data
}

const directiveName = "//endpoint:openapi"

// directive returns the arguments of a directive.
func directive(name string, group *ast.CommentGroup) (arguments []string, ok bool) {
	for _, comment := range group.List {
		if fields := strings.Fields(comment.Text); fields[0] == name {
			arguments, ok = append(arguments, fields[1:]...), true
		}
	}
	return arguments, ok
}

// tie reads the document of the directive of a variable or field.
func (c *checker) tie(names []*ast.Ident, group *ast.CommentGroup, files []string) {
	isEndpoint := len(names) > 0 && libraryType(c.info.TypeOf(names[0])) == "Endpoint"
	embeds, _ := directive("//go:embed", group)
	isEmbed := len(names) > 0 && len(embeds) > 0 && len(files) == 0
	dir := filepath.Dir(c.pass.Fset.Position(group.Pos()).Filename)
	switch {
	case isEndpoint && len(files) == 1:
		var api *openapi.API
		if files[0] != "-" {
			api, _ = c.readDocument(group, filepath.Join(dir, files[0]))
		}
		for _, name := range names {
			c.documents.of[c.info.Defs[name]] = api
		}
	case !isEndpoint && isEmbed:
		for _, name := range embeds {
			file := filepath.Join(dir, name)
			api, data := c.readDocument(group, file)
			c.documents.all = append(c.documents.all, api)
			c.documents.at = group
			c.documents.fact = tied{file, fmt.Sprintf("%x", sha256.Sum256(data))}
		}
	default:
		c.report(inDocument, group, directiveName+" belongs below //go:embed FILE; or with a file, or - for none, above a variable or field with a name, of type Endpoint")
	}
}

// documentOf returns the document that a call belongs to, which has no directive of
// its own, nil if there is no evidence for one. Its Endpoint comes from the package. A BaseURL
// that is not shown may be that of another API, if there are several.
func (c *checker) documentOf(k *call, base string, pkg *types.Package) *openapi.API {
	api := c.documents.from[pkg]
	all := slices.DeleteFunc(append(slices.Clip(c.documents.all), api), func(api *openapi.API) bool { return api == nil })
	isBase := func(h hole) bool { return h.field == "BaseURL" }
	isOpen, others := slices.ContainsFunc(k.holes, isBase), c.bases // which overrides that of the Endpoint
	if slices.ContainsFunc(k.own, func(s spot) bool { return s.field == "BaseURL" }) {
		others++
	}
	for _, h := range k.holes {
		bases, _ := h.only.baseURLs()
		if isOpen = isOpen || slices.Contains(bases, "*"); base == "" && len(bases) == 1 && !isOpen {
			base = bases[0]
		}
	}
	constants := c.constantBases()
	isHostless := api != nil && !api.HasServers()
	switch {
	case isHostless && slices.ContainsFunc(constants, func(other string) bool { return other != cmp.Or(base, constants[0]) }):
		c.report(inDocument, c.documents.at, fmt.Sprintf("%s names no host, and this package has several BaseURLs: write %s FILE above the Endpoints that it is for, or - for none", api.Name(), directiveName))
		return nil
	case isHostless:
		return api
	case base != "":
		return owner(all, base)
	case isOpen && (c.isTest(k.site.call()) || others > 1):
		return nil
	case api != nil:
		return owner([]*openapi.API{api}, constants...)
	case len(constants) > 0:
		return owner(all, constants...)
	case len(all) == 1 && len(c.documents.all) == 1 && !all[0].HasServers():
		return all[0]
	}
	return nil
}

// owner returns the document that all of some URLs lie under, nil if there is not
// exactly one.
func owner(all []*openapi.API, urls ...string) *openapi.API {
	all = slices.DeleteFunc(all, func(api *openapi.API) bool {
		return slices.ContainsFunc(urls, func(url string) bool { return !api.Owns(url) })
	})
	if all = slices.Compact(all); len(all) != 1 {
		return nil
	}
	return all[0]
}

// constantBases returns the BaseURLs that Endpoints of the package and its imports
// have.
func (c *checker) constantBases() (all []string) {
	for _, place := range c.defaults.Places {
		if base, isBase := strings.CutPrefix(place, "BaseURL."); isBase && strings.Contains(base, "://") {
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
	api, first := c.endpointOf(*s, steps)
	if api != nil {
		return c.originOf(api, steps)
	}
	if callee := typeutil.Callee(c.info, first.call()); callee != nil && callee.Pkg() != nil {
		return nil, callee.Pkg()
	}
	return nil, c.pass.Pkg
}

// endpointOf returns the Endpoint of a call: for a helper that it is passed to, the
// argument. It returns the call that is made in the end too.
func (c *checker) endpointOf(s site, steps int) (ast.Expr, site) {
	first, isHere := c.origins[s.helper]
	if !isHere || steps > maxOrigins {
		return s.api, s
	}
	api, end := c.endpointOf(first, steps+1)
	id, isIdent := api.(*ast.Ident)
	at := c.at
	defer func() { c.at = at }()
	c.at = first.cursor
	if fn, param := c.parameter(id); isIdent && fn != nil && fn == c.makes[first.call()] {
		api = s.call().Args[param]
	}
	return api, end
}

func (c *checker) originOf(e ast.Expr, steps int) (types.Object, *types.Package) {
	if field := c.embedded[e]; field != nil {
		return field, field.Pkg()
	}
	e = plain(e)
	if steps++; steps > maxOrigins {
		return nil, nil
	}
	var object types.Object
	switch e := e.(type) {
	case *ast.StarExpr:
		return c.originOf(e.X, steps)
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

// hiddenBase is a base address that says nothing.
const hiddenBase = "https://vet.example"
