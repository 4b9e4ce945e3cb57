// Routes: how the text is cut, how templates and base addresses are compiled,
// and the caches that keep them.

package endpoint

import (
	"errors"
	"hash/maphash"
	"net/url"
	"strings"
	"sync/atomic"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/rfc6570"
)

// A route is the text before the template is compiled: a method in upper case
// and a URL, either of which may be missing.
type route struct {
	method string
	url    string
}

// parseRoute cuts a route at its first run of blanks. It judges nothing: a
// method that is none, or a URL with blanks, is for parsing to refuse.
//
//	"GET /orgs/{org}"  => {"GET", "/orgs/{org}"}
//	"/orgs/{org}"      => {"", "/orgs/{org}"}
//	"GET"              => {"GET", ""}
func parseRoute(s string) route {
	s = strings.Trim(s, " \t")
	i := strings.IndexAny(s, " \t")
	if i >= 0 {
		return route{ascii.Upper(s[:i]), strings.TrimLeft(s[i:], " \t")}
	}
	if isStandardMethod(s) {
		return route{method: s}
	}
	return route{url: s}
}

func isStandardMethod(s string) bool {
	switch s {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE":
		return true
	}
	return false
}

// A template is a URL template, or a base address, compiled to what a call
// needs. Its first parts, authority of them, are scheme and authority; they
// are none where the template is a path.
//
//	"https://{host}:8080/v1/{x}"
//
// has the parts "https://", {host}, ":8080" and, after the authority, "/v1/"
// and {x}.
type template struct {
	rfc6570.Template
	marks     []marks // by part
	authority int
	ports     []bool   // by part of the authority: it lies in the port
	origin    *url.URL // scheme, user and host where they hold no variable
	lead      bool     // it begins with a variable that may hold the address
}

// cost is about how many bytes t takes.
func (t *template) cost() int {
	if t == nil {
		return 0
	}
	n := 0
	for _, name := range t.Names {
		n += 64 + 2*len(name)
	}
	for i := range t.Parts {
		n += 100 + 2*len(t.Parts[i].Literal) + 64*len(t.Parts[i].Vars)
	}
	return n
}

// marks tells where the path segments of a literal lie, so that no call has to
// look for them.
type marks struct {
	first int  // offset of the first "/", or of the end of the path; -1: none
	last  int  // offset after the last "/" in the path
	ends  bool // a "?" or "#" ends the path here
}

func markSegments(literal string) marks {
	m := marks{first: strings.IndexAny(literal, "/?#")}
	path := literal
	if i := strings.IndexAny(literal, "?#"); i >= 0 {
		path, m.ends = literal[:i], true
	}
	m.last = strings.LastIndexByte(path, '/') + 1
	return m
}

// compileTemplate compiles the template of a URL.
func compileTemplate(s string) (*template, error) {
	if !isAbsolute(s) {
		t, err := rfc6570.Compile(s, 0)
		if err != nil {
			return nil, err
		}
		return newTemplate(t), nil
	}
	return compileAbsolute(s, func(authorityEnd int) int { return authorityEnd })
}

// compileAbsolute compiles a template that begins with scheme and authority.
// colonFrom tells, by the offset at which the authority ends, from where :name
// is a variable.
func compileAbsolute(s string, colonFrom func(authorityEnd int) int) (*template, error) {
	end := authorityEnd(s)
	authority, err := rfc6570.Compile(s[:end], rfc6570.NoColon)
	if err != nil {
		return nil, err
	}
	whole, err := rfc6570.Compile(s, colonFrom(end))
	if err != nil {
		return nil, err
	}
	splitAuthority(whole, authority.Parts)
	t := newTemplate(whole)
	t.authority = len(authority.Parts)
	return t, t.checkAuthority()
}

// splitAuthority makes the parts of the authority parts of their own in t.
func splitAuthority(t *rfc6570.Template, authority []rfc6570.Part) {
	last := len(authority) - 1
	if len(authority[last].Vars) > 0 {
		return
	}
	rest := t.Parts[last].Literal[len(authority[last].Literal):]
	if rest == "" {
		return
	}
	after := append([]rfc6570.Part{authority[last], {Literal: rest}}, t.Parts[last+1:]...)
	t.Parts = append(t.Parts[:last:last], after...)
}

func newTemplate(t *rfc6570.Template) *template {
	c := &template{Template: *t, marks: make([]marks, len(t.Parts))}
	for i, p := range t.Parts {
		c.marks[i] = markSegments(p.Literal)
	}
	c.lead = len(t.Parts) > 0 && mayBeAddress(&t.Parts[0])
	return c
}

// mayBeAddress tells whether an expression that a template begins with may
// hold the address: {+x}, or {x} whose name ends in "url".
func mayBeAddress(p *rfc6570.Part) bool {
	return isPlain(p) && (p.Op == '+' || p.Op == 0 && strings.HasSuffix(p.Vars[0].Name, "url"))
}

// isAbsolute tells whether s begins with http:// or https:// in any case.
func isAbsolute(s string) bool {
	return schemeLen(s) > 0
}

// schemeLen returns the length of "http://" or "https://", 0 without either.
func schemeLen(s string) int {
	switch {
	case strings.HasPrefix(s, "https://"): // as nearly all are written
		return len("https://")
	case len(s) < len("http://") || s[0]|0x20 != 'h':
		return 0
	case ascii.EqualFold(s[:len("http://")], "http://"):
		return len("http://")
	case len(s) >= len("https://") && ascii.EqualFold(s[:len("https://")], "https://"):
		return len("https://")
	}
	return 0
}

// authorityEnd returns where the authority of an absolute template ends: at
// the path, query or fragment, or at an expression that opens one.
func authorityEnd(s string) int {
	for i := schemeLen(s); i < len(s); i++ {
		switch s[i] {
		case '/', '?', '#':
			return i
		case '{':
			if i+1 < len(s) && strings.IndexByte("/?#", s[i+1]) >= 0 {
				return i
			}
			n := strings.IndexByte(s[i:], '}')
			if n < 0 {
				return i
			}
			i += n
		}
	}
	return len(s)
}

var (
	errAuthorityVar  = errors.New("only a plain {name} may stand in the host or port")
	errAuthorityText = errors.New("the host is missing or malformed")
)

// checkAuthority checks scheme and authority once, with a stand-in for each
// variable, so that whatever values a call brings the address parses.
func (t *template) checkAuthority() error {
	var b strings.Builder
	var at authorityPlace
	t.ports = make([]bool, t.authority)
	for i, p := range t.Parts[:t.authority] {
		if len(p.Vars) == 0 {
			skip := 0
			if i == 0 {
				skip = schemeLen(p.Literal)
			}
			b.WriteString(p.Literal)
			at.pass(p.Literal[skip:])
			continue
		}
		if p.Op != 0 || !isPlain(&p) || at.brackets {
			return errAuthorityVar
		}
		t.ports[i] = at.port
		at.afterVar = true
		b.WriteByte('1')
	}
	u, err := url.Parse(b.String())
	switch {
	case err != nil || u.Hostname() == "":
		return errAuthorityText
	case at.varInUser:
		return errAuthorityVar
	case !at.afterVar:
		t.origin = u
	}
	return nil
}

// An authorityPlace is a place in an authority, by what stands before it.
type authorityPlace struct {
	brackets  bool // it lies in an IP literal
	port      bool // it lies in the port
	afterVar  bool // it lies after a variable
	varInUser bool // the userinfo holds a variable
}

func (p *authorityPlace) pass(literal string) {
	for i := 0; i < len(literal); i++ {
		switch literal[i] {
		case '@':
			p.port, p.varInUser = false, p.afterVar
		case '[':
			p.brackets = true
		case ']':
			p.brackets = false
		case ':':
			p.port = !p.brackets
		}
	}
}

// isPlain tells whether an expression is one variable without modifier.
func isPlain(p *rfc6570.Part) bool {
	return len(p.Vars) == 1 && !p.Vars[0].Explode && p.Vars[0].Prefix == 0
}

// A base is a compiled BaseURL. One that is not valid still has the names of
// its placeholders, which are never leftovers.
type base struct {
	rfc6570.Index // of its placeholders

	text    string // as written
	err     error  // why it is none; nil for a valid one
	t       *template
	prefix  string // the address without slashes at its end, where it holds no variable
	slashes string // those slashes
}

// compileBase compiles a BaseURL.
func compileBase(s string) *base {
	b := &base{text: s, Index: rfc6570.Braced(s)}
	trimmed := s
	if n := schemeLen(s); n > 0 {
		trimmed = s[:n] + strings.TrimRight(s[n:], "/")
	}
	b.slashes = s[len(trimmed):]
	b.err = b.compile(trimmed)
	return b
}

func (b *base) compile(s string) error {
	switch {
	case b.text == "":
		return errors.New("it is missing")
	case !isAbsolute(s):
		return errors.New("it must begin with http:// or https://")
	}
	t, err := compileAbsolute(s, func(int) int { return rfc6570.NoColon })
	if err != nil {
		return err
	}
	for i := range t.Parts {
		if p := &t.Parts[i]; len(p.Vars) > 0 && (p.Op != 0 || !isPlain(p)) {
			return errors.New("only plain {name} may stand in it")
		}
		if t.marks[i].ends {
			return errors.New("it may not have a query or fragment")
		}
	}
	b.t = t
	if len(t.Names) == 0 {
		b.prefix = t.Parts[0].Literal
		for _, p := range t.Parts[1:] {
			b.prefix += p.Literal
		}
	}
	return nil
}

// The bounds of a cache. What is larger than maxCost bytes when compiled is
// compiled at every call.
const (
	cacheSets = 128
	cacheWays = 8 // entries that share a set
	maxCost   = 8 << 10
)

// A cache keeps what texts compile to, within bounds: cacheSets * cacheWays
// entries of at most maxCost bytes. A text belongs to one set; when that is
// full a new text takes the place of the one that was put there first. One that
// is pushed out is compiled again when it is next used. Readers take no lock and
// write nothing, so that cores do not wait for one another.
type cache[T any] struct {
	sets [cacheSets]struct {
		ways [cacheWays]atomic.Pointer[entry[T]]
		next atomic.Uint32 // the way to fill next
	}
}

type entry[T any] struct {
	text  string
	value *T
}

var cacheSeed = maphash.MakeSeed()

func (c *cache[T]) get(text string) *T {
	set := &c.sets[maphash.String(cacheSeed, text)%cacheSets]
	for i := range set.ways {
		if e := set.ways[i].Load(); e != nil && e.text == text {
			return e.value
		}
	}
	return nil
}

// put keeps v, whose compiled form is about cost bytes large beside the text,
// which must not be a slice of something larger.
func (c *cache[T]) put(text string, v *T, cost int) {
	if len(text)+cost > maxCost {
		return
	}
	set := &c.sets[maphash.String(cacheSeed, text)%cacheSets]
	set.ways[set.next.Add(1)%cacheWays].Store(&entry[T]{text, v})
}

// A compiledRoute is what the text of a route compiles to. t is nil where the
// route has no URL.
type compiledRoute struct {
	route
	t *template
}

var (
	routes     cache[compiledRoute]
	templates  cache[template]
	bases      cache[base]
	fieldNames cache[fieldName]
)

// compileRoute returns the compiled form of a route from the cache. Templates
// that are not valid are not kept.
func compileRoute(text string) (*compiledRoute, error) {
	if r := routes.get(text); r != nil {
		return r, nil
	}
	text = strings.Clone(text)
	r := &compiledRoute{route: parseRoute(text)}
	if r.url != "" {
		var err error
		if r.t, err = compileTemplate(r.url); err != nil {
			return r, err
		}
	}
	routes.put(text, r, r.t.cost())
	return r, nil
}

// cachedTemplate returns the compiled form of a URL template from the cache.
func cachedTemplate(text string) (*template, error) {
	if t := templates.get(text); t != nil {
		return t, nil
	}
	text = strings.Clone(text)
	t, err := compileTemplate(text)
	if err == nil {
		templates.put(text, t, t.cost())
	}
	return t, err
}

// cachedBase returns the compiled form of a BaseURL from the cache.
func cachedBase(text string) *base {
	if b := bases.get(text); b != nil {
		return b
	}
	b := compileBase(strings.Clone(text))
	bases.put(b.text, b, 2*len(text)+64*len(b.Names)+b.t.cost())
	return b
}

// plainPath has the bytes that stand for themselves in a path, a template and
// a url.URL alike: a text of these alone needs no compiling.
var plainPath = func() (t [256]bool) {
	for c := byte('!'); c <= '~'; c++ {
		u := url.URL{Path: "/" + string(rune(c))}
		t[c] = strings.IndexByte("{}:%?#\\", c) < 0 && u.EscapedPath() == u.Path
	}
	return t
}()

// isPlainPath tells whether s is a path without placeholders that is valid as
// it stands.
func isPlainPath(s string) bool {
	for _, c := range []byte(s) {
		if !plainPath[c] {
			return false
		}
	}
	return s != ""
}
