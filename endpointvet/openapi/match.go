// Which operations a call may be: a tree of path segments.

package openapi

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A node is a place in the tree of all paths. Its edges are segments: text, or
// text with a [Hole] for each variable, such as Hole + "..." + Hole for
// {base}...{head}.
type node struct {
	texts      map[string]*node
	variables  map[variable]*node
	operations []*operation // of the path that ends here
}

// A variable is a segment of a path that has one.
type variable struct {
	text       string
	isNumber   bool
	isSpanning bool // it may take several segments
}

// below returns the node at an edge, which it makes if there is none.
func below[E comparable](edges *map[E]*node, edge E) *node {
	if *edges == nil {
		*edges = map[E]*node{}
	}
	if (*edges)[edge] == nil {
		(*edges)[edge] = &node{}
	}
	return (*edges)[edge]
}

// add adds an operation.
func (n *node) add(o *operation) {
	for _, text := range split(o.Path) {
		if v, isText := o.variable(text); isText {
			n = below(&n.texts, text)
		} else {
			n = below(&n.variables, v)
		}
	}
	n.operations = append(n.operations, o)
}

// split returns the segments of the path of a document. A slash at the end makes
// no difference.
func split(path string) []string {
	segments := strings.Split(strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/"), "/")
	for i, text := range segments {
		segments[i] = decoded(text)
	}
	return segments
}

// decoded returns text without percent-encoding, if it has any that is valid.
func decoded(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

// variable returns the variable that a segment of the path is.
func (o *operation) variable(text string) (v variable, isText bool) {
	if v.text = punch(text); v.text == Hole {
		name := text[1 : len(text)-1]
		s := o.Variables[name]
		v.isNumber = s != nil && s.Type != 0 && s.Type&^(Integer|Number) == 0
		v.isSpanning = slices.Contains(o.Spanning, name)
	}
	return v, v.text == text
}

// punch puts a Hole in the place of each {name}.
func punch(text string) string {
	var b strings.Builder
	for {
		before, rest, isOpen := strings.Cut(text, "{")
		_, after, isClosed := strings.Cut(rest, "}")
		if !isOpen || !isClosed {
			return b.String() + text
		}
		b.WriteString(before + Hole)
		text = after
	}
}

// A segment is one of the URL of a call.
type segment struct {
	text   string  // decoded, with a Hole for each value that is not a constant
	shown  string  // with {name} for each value
	values []Field // in it
}

// segmentsOf returns the segments of a URL.
func segmentsOf(link string, holes []Field) (segments []segment) {
	if i := strings.IndexAny(link, "?#"); i >= 0 {
		link = link[:i]
	}
	for text := range strings.SplitSeq(link, "/") {
		var s segment
		n := min(strings.Count(text, Hole), len(holes))
		s.values, holes = holes[:n], holes[n:]
		pieces := strings.Split(text, Hole)
		for i, piece := range pieces {
			s.text += decoded(piece)
			s.shown += piece
			switch {
			case i == len(pieces)-1:
			case i >= n:
				s.text += Hole
				s.shown += "{}"
			default:
				s.text += s.values[i].inPath()
				s.shown += "{" + s.values[i].Name + "}"
			}
		}
		segments = append(segments, s)
	}
	return segments
}

// inPath returns a constant as it is in a segment, and a Hole for any other value.
func (f *Field) inPath() string {
	if f.Value.Constant && !f.Optional {
		return f.Value.Text
	}
	return Hole
}

// isFixed reports whether the text of a segment is known.
func (s *segment) isFixed() bool { return !strings.Contains(s.text, Hole) }

// isNumber reports whether a segment is one value, and that a number.
func (s *segment) isNumber() bool {
	return s.text == Hole && len(s.values) == 1 && s.values[0].Value.Kind&(Integer|Number) != 0
}

// isSpanning reports whether a segment may be several.
func (s *segment) isSpanning() bool {
	return slices.ContainsFunc(s.values, func(f Field) bool { return f.Optional })
}

// canBe reports whether a segment can be a segment of a document.
func (s *segment) canBe(text string, isNumber bool) bool {
	isOther := isNumber && len(s.values) == 0 && !isNumeric(s.text) // a slip, and no value
	return !isOther && (!s.isNumber() || text == Hole || isNumeric(text)) && fits(s.text, text)
}

func isNumeric(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// fits reports whether two texts can be the same, where a Hole is any text.
func fits(a, b string) bool {
	if len(a)*len(b) > 1<<16 {
		return true
	}
	row := make([]bool, len(b)+1) // row[j]: what was read of a fits b[:j]
	row[0] = true
	for j := range b {
		row[j+1] = row[j] && b[j] == Hole[0]
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = row[0] && a[i] == Hole[0]
		for j := range len(b) {
			above := row[j+1]
			if a[i] == Hole[0] || b[j] == Hole[0] {
				row[j+1] = above || row[j]
			} else {
				row[j+1] = diagonal && a[i] == b[j]
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// HasServers reports whether the document says where the API is. Without, calls
// are tied to it by other evidence, and passed as paths.
func (a *API) HasServers() bool { return len(a.allServers) > 0 }

// Owns reports whether a URL lies under a server of the API. The variables of a
// server may be any text, but a server that is nothing else owns nothing.
func (a *API) Owns(link string) bool {
	return !strings.HasPrefix(link, "/") && len(a.locate(link, nil)) > 0
}

// A place is where a call may be in an API.
type place struct {
	server string // "" if it is unseen
	path   []segment
}

// locate returns the places of a URL, those under the longest server first.
func (a *API) locate(link string, holes []Field) (places []place) {
	segments := segmentsOf(link, holes)
	if len(segments) > 1 && segments[len(segments)-1].text == "" {
		segments = segments[:len(segments)-1] // a slash at the end makes no difference
	}
	if strings.HasPrefix(link, "/") {
		return []place{{path: orRoot(segments[1:])}}
	}
	if len(segments) < 3 || segments[1].text != "" {
		return nil
	}
	segments = segments[2:]
	for _, server := range a.allServers {
		_, rest, _ := strings.Cut(server, "://")
		own := strings.Split(punch(rest), "/")
		if strings.Trim(punch(rest), Hole+".:/") == "" || len(own) > len(segments) {
			continue
		}
		isUnder := true
		for i, text := range own {
			// A value of the code is evidence for a variable only.
			shown := strings.ReplaceAll(segments[i].text, Hole, "\x01")
			isUnder = isUnder && fits(strings.ToLower(shown), strings.ToLower(text))
		}
		if isUnder {
			places = append(places, place{server, orRoot(segments[len(own):])})
		}
	}
	slices.SortStableFunc(places, func(x, y place) int { return len(x.path) - len(y.path) })
	return places
}

// orRoot returns a path, which for that of "/" is one empty segment.
func orRoot(path []segment) []segment {
	if len(path) == 0 {
		return []segment{{}}
	}
	return path
}

// A search finds operations by their path.
type search struct {
	api   *API
	place place
	spans func(v variable, n *node) bool // whether a variable before n may take several segments
	seen  map[step]int
	found map[*operation]int // by the number of equal segments
}

// A step is a node that is reached with some segments left.
type step struct {
	node *node
	left int
}

// walk goes on from a node with what is left of the path. Equal is the number of
// segments that are equal.
func (s *search) walk(n *node, path []segment, equal int) {
	at := step{n, len(path)}
	if before, isSeen := s.seen[at]; isSeen && before >= equal {
		return
	}
	s.seen[at] = equal
	if len(path) == 0 {
		for _, o := range n.operations {
			if s.api.isOn(o, s.place.server) {
				s.found[o] = equal
			}
		}
		return
	}
	first, rest := &path[0], path[1:]
	if next := n.texts[first.text]; next != nil {
		s.walk(next, rest, equal+1)
	} else if !first.isFixed() {
		for text, next := range n.texts {
			s.edge(first, path, next, equal, first.canBe(text, false))
		}
	}
	for v, next := range n.variables {
		s.edge(first, path, next, equal, first.canBe(v.text, v.isNumber))
		if v.text == Hole && s.spans(v, next) {
			for i := range rest {
				s.walk(next, rest[i+1:], equal)
			}
		}
	}
}

// edge walks along an edge that is not equal text.
func (s *search) edge(first *segment, path []segment, next *node, equal int, canBe bool) {
	if first.isSpanning() {
		s.walk(next, path, equal)
	}
	if canBe || first.isSpanning() {
		s.walk(next, path[1:], equal)
	}
}

// isOn reports whether an operation is one of a server.
func (a *API) isOn(o *operation, server string) bool {
	servers := o.Servers
	if servers == nil {
		servers = a.servers
	}
	return server == "" || slices.Contains(servers, server)
}

// has reports whether an operation can have a method. HEAD is GET without its body.
func (o *operation) has(method string) bool {
	return o.Method == method || o.Method == "" || o.Method == "GET" && method == "HEAD"
}

// find returns the operations at a place that have a method, any with "". Of
// these it returns those with most equal segments.
func (a *API) find(p place, method string, spans func(variable, *node) bool) (best []*operation) {
	s := &search{a, p, spans, map[step]int{}, map[*operation]int{}}
	s.walk(a.paths, p.path, 0)
	most := 0
	for o, equal := range s.found {
		switch {
		case method != "" && !o.has(method) || equal < most:
			continue
		case equal > most:
			best, most = nil, equal
		}
		best = append(best, o)
	}
	slices.SortFunc(best, compare)
	return best
}

// How many segments a variable may take: one; what the document says; or also
// any number for text at the end of a path, as in /files/{path}.
func isNever(variable, *node) bool        { return false }
func isDeclared(v variable, _ *node) bool { return v.isSpanning }
func isLast(v variable, n *node) bool     { return v.isSpanning || !v.isNumber && len(n.operations) > 0 }

// operationsAt returns the operations that a call may be of.
func (a *API) operationsAt(p place, method string) []*operation {
	if found := a.find(p, method, isNever); found != nil {
		return found
	}
	return a.find(p, method, isDeclared)
}

// lost returns what is wrong with a call that is of no operation, nil if it may be right.
func (a *API) lost(c *Call, p place) []Report {
	if there := a.operationsAt(p, ""); there != nil {
		if c.Method == "OPTIONS" || c.Method == "TRACE" {
			return nil
		}
		var methods []string
		for _, o := range there {
			methods = append(methods, o.Method)
		}
		slices.Sort(methods)
		methods = slices.Compact(methods)
		message := a.name + " has no method " + c.Method + " for this path: it has " + strings.Join(methods, ", ")
		return []Report{{At: c.At, Message: message}}
	}
	path := show(p.path)
	if meant := a.nearest(p, c.Method); meant != "" {
		message := a.name + " has no path " + strconv.Quote(path) + ": write " + strconv.Quote(meant)
		return []Report{{c.At, message, path, meant}}
	}
	if a.paths.texts[p.path[0].text] == nil || a.find(p, "", isLast) != nil {
		return nil
	}
	return []Report{{At: c.At, Message: a.name + " has no path " + strconv.Quote(path)}}
}

// show returns a path as the code has it.
func show(path []segment) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteString("/" + s.shown)
	}
	return b.String()
}

// nearest returns the path of the API that has as many segments as that of a call
// and is at most three letters off, as the code would write it.
func (a *API) nearest(p place, method string) (meant string) {
	least := maxSlip + 1
	for _, o := range a.operations {
		segments := split(o.Path)
		if len(segments) != len(p.path) || !o.has(method) || !a.isOn(o, p.server) {
			continue
		}
		path, off := slices.Clone(p.path), 0
		for i, text := range segments {
			v, isText := o.variable(text)
			switch s := &path[i]; {
			case !isText && s.canBe(v.text, v.isNumber):
			case !isText || len(s.values) > 0 && s.text != text:
				off = least
			default:
				off += slip(s.text, text)
				s.shown = text
			}
			if off >= least {
				break
			}
		}
		if off < least {
			meant, least = show(path), off
		}
	}
	return meant
}
