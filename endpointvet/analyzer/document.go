// Documents: which OpenAPI documents a package has, and which of them a call
// belongs to.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/endpoint/endpointvet/openapi"
)

// A checker checks one package.
type checker struct {
	*notes
	documents documents
}

// Documents are those that calls of a package may belong to.
type documents struct {
	all []*openapi.API                // of directives above go:embed
	of  map[types.Object]*openapi.API // of directives on variables and fields; nil: none
	own *openapi.API                  // of the package, if it has one

	bases []string        // that the package gives to New and Defaults, "" for one that is not known
	later map[string]bool // the headers that it sets in an http.Header, as a RoundTripper does
}

// findBases collects the BaseURLs that the package gives to New and Defaults, "" for one that
// is not known.
func (c *checker) findBases() {
	for _, s := range c.calls {
		if s.helper.Name == "New" || s.helper.Name == "Defaults" {
			c.begin(s)
			k := &call{name: s.helper.Name}
			c.addLayers(k, s)
			for _, s := range k.spots {
				if s.Field == "BaseURL" && !c.isTest(s.node) {
					c.documents.bases = append(c.documents.bases, s.layer.BaseURL)
				}
			}
		}
	}
}

// findDocuments reads the documents, if the package has calls. What is wrong with
// them is reported, since go vet forgets an error.
func (c *checker) findDocuments() {
	c.documents.of, c.documents.later = map[types.Object]*openapi.API{}, map[string]bool{}
	if len(c.calls) == 0 {
		return
	}
	for cursor := range c.root.Preorder((*ast.CallExpr)(nil)) {
		if call := cursor.Node().(*ast.CallExpr); c.isOf(call, "(net/http.Header).Set", "(net/http.Header).Add") {
			name, _ := c.constant(call.Args[0])
			c.documents.later[strings.ToLower(name)] = true
		}
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
	if all := c.documents.all; len(all) == 1 {
		c.documents.own = all[0]
	}
}

// readDocument reads a document, nil if it cannot be read.
func (c *checker) readDocument(at ast.Node, file string) *openapi.API {
	data, err := os.ReadFile(file)
	api, failed := openapi.Read(filepath.Base(file), data)
	if err = cmp.Or(err, failed); err != nil {
		c.report(inDocument, at, err.Error())
	}
	return api
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
	dir := filepath.Dir(c.pass.Fset.Position(group.Pos()).Filename)
	switch {
	case isEndpoint && len(files) == 1:
		var api *openapi.API
		if files[0] != "-" {
			api = c.readDocument(group, filepath.Join(dir, files[0]))
		}
		for _, name := range names {
			c.documents.of[c.info.Defs[name]] = api
		}
	case len(embeds) > 0 && len(files) == 0:
		for _, name := range embeds {
			c.documents.all = append(c.documents.all, c.readDocument(group, filepath.Join(dir, name)))
		}
	default:
		c.report(inDocument, group, directiveName+" belongs below //go:embed FILE; or with a file, or - for none, "+
			"above a variable or field with a name, of type Endpoint")
	}
}

// documentOf returns the document that a call belongs to, nil if there is no evidence for one. It
// is not ok if there is none that may judge it: of the package, or of what its Endpoint comes from.
func (c *checker) documentOf(k *call) (api *openapi.API, ok bool) {
	from := c.comesFrom(k)
	for _, object := range from {
		if tied, isTied := c.documents.of[object]; isTied {
			return tied, tied != nil
		}
		if object.Pkg() == c.pass.Pkg {
			api = c.documents.own
		}
	}
	if len(from) == 0 {
		api = c.documents.own
	}
	if api == nil && len(c.documents.all)+len(c.documents.of) == 0 {
		return nil, false
	}
	return c.documentBy(k, api), true
}

// documentBy returns the document that a call belongs to by its BaseURL, or else that of the
// package which its Endpoint comes from.
func (c *checker) documentBy(k *call, api *openapi.API) *openapi.API {
	constants := slices.DeleteFunc(slices.Clone(c.documents.bases), func(base string) bool { return !strings.Contains(base, "://") })
	base, isOpen := c.baseOf(k)
	isOther := func(other string) bool { return other != cmp.Or(base, constants[0]) }
	isForeign := func(base string) bool { return !api.Owns(base) }
	switch {
	case api != nil && !api.HasServers() && !slices.ContainsFunc(constants, isOther):
		return api
	case base != "":
		all := append(slices.Clip(c.documents.all), api)
		all = slices.Compact(slices.DeleteFunc(all, func(api *openapi.API) bool { return api == nil || !api.Owns(base) }))
		if len(all) == 1 {
			return all[0]
		}
	case api == nil || isOpen || slices.ContainsFunc(constants, isForeign):
	default:
		return api
	}
	return nil
}

// comesFrom returns the variables, fields and functions that the Endpoint of a call comes from,
// and the helper of another package that has it.
func (c *checker) comesFrom(k *call) (all []types.Object) {
	s := k.site
	for s.helper.from != nil {
		s = *s.helper.from
	}
	for _, e := range append([]ast.Expr{s.call()}, k.from...) {
		object := c.objectOf(e)
		if object == nil || object.Pkg() == nil || isLibrary(object.Pkg()) {
			continue
		}
		if e == s.call() || libraryType(c.info.TypeOf(e)) == "Endpoint" {
			all = append(all, object)
		}
	}
	return all
}

// baseOf returns the URL that a call is sent to, "" if it is not shown. It is open if a BaseURL that
// is no constant may be that of another API: in a test, in a call, or if there are several.
func (c *checker) baseOf(k *call) (base string, isOpen bool) {
	if strings.Contains(k.merged.URL, "://") {
		return k.merged.URL, false
	}
	for _, s := range slices.Backward(k.spots) {
		if s.Field == "BaseURL" {
			isOwn := slices.ContainsFunc(k.own, func(own spot) bool { return own.layer == s.layer })
			base = s.layer.BaseURL
			return base, base == "" && (isOwn || len(c.documents.bases) > 1 || c.isTest(k.site.call()))
		}
	}
	return "", false
}
