// Which operations a call may be: their paths, segment by segment.

package openapi

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An edge is a segment of a path, with a [Hole] for each variable: Hole + "..." +
// Hole is {base}...{head}.
type edge struct {
	text       string
	schema     *schema // of a variable
	isSpanning bool    // a variable that may take several segments
}

// isText reports whether a segment has no variable.
func (e edge) isText() bool { return !strings.Contains(e.text, Hole) }

// isVariable reports whether a segment is one variable.
func (e edge) isVariable() bool { return e.text == Hole }

// isNumber reports whether a segment is a variable that is a number.
func (e edge) isNumber() bool {
	return e.schema != nil && e.schema.Type != 0 && e.schema.Type&^(Integer|Number) == 0
}

// setWay sets the edges on the path of an operation. Slashes at the end make no difference.
func (o *operation) setWay() {
	for text := range strings.SplitSeq(strings.Trim(o.Path, "/"), "/") {
		text = decoded(text)
		e := edge{text: punch(text)}
		if e.isVariable() {
			name := strings.Trim(text, "{}")
			e.schema, e.isSpanning = o.Variables[name], slices.Contains(o.Spanning, name)
		}
		o.way = append(o.way, e)
	}
}

// punch puts a Hole in the place of each {name}.
func punch(text string) string { return variable.ReplaceAllLiteralString(text, Hole) }

var variable = regexp.MustCompile(`\{[^}]*\}`)

// A segment is one of the URL of a call.
type segment struct {
	text   string  // decoded, with a Hole for each value that is not a constant
	shown  string  // as the code has it, with {name} for each value
	values []Field // in it
}

// segmentsOf returns the segments of a URL.
func segmentsOf(link string, holes []Field) (segments []segment) {
	if i := strings.IndexAny(link, "?#"); i >= 0 {
		link = link[:i]
	}
	for text := range strings.SplitSeq(strings.TrimSuffix(link, "/"), "/") {
		var s segment
		for i, piece := range strings.Split(text, Hole) {
			if i > 0 {
				var value Field
				if len(holes) > 0 {
					value, holes = holes[0], holes[1:]
				}
				s.values = append(s.values, value)
				s.shown += "{" + value.Name + "}"
				if value.Value.Constant {
					s.text += value.Value.Text
				} else {
					s.text += Hole
				}
			}
			s.text += decoded(piece)
			s.shown += piece
		}
		segments = append(segments, s)
	}
	return segments
}

// isOpen reports whether the text of a segment is not known.
func (s *segment) isOpen() bool { return strings.Contains(s.text, Hole) }

// canBe reports whether a segment can be one of a document. Text of the code that
// is no number is not meant to be one; the value of a number is not text.
func (s *segment) canBe(e edge) bool {
	isSlip := e.isNumber() && len(s.values) == 0 && !isNumeric(s.text)
	isNumber := s.text == Hole && len(s.values) == 1 && s.values[0].Value.Kind&(Integer|Number) != 0
	return !isSlip && (!isNumber || e.isVariable() || isNumeric(e.text)) && fits(s.text, e.text)
}

func isNumeric(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// fits reports whether two texts may be the same, where a Hole is any text. It
// compares what they begin and end with.
func fits(a, b string) bool {
	if !strings.Contains(a+b, Hole) {
		return a == b
	}
	beginA, endA := ends(a)
	beginB, endB := ends(b)
	isBegin := strings.HasPrefix(beginA, beginB) || strings.HasPrefix(beginB, beginA)
	isEnd := strings.HasSuffix(endA, endB) || strings.HasSuffix(endB, endA)
	return isBegin && isEnd && (strings.Contains(a, Hole) || len(a) >= len(beginB+endB)) && (strings.Contains(b, Hole) || len(b) >= len(beginA+endA))
}

// ends returns text before its first and after its last Hole.
func ends(text string) (begin, end string) {
	begin, _, _ = strings.Cut(text, Hole)
	return begin, text[strings.LastIndex(text, Hole)+1:]
}

// Name returns the name of the file that the document is in.
func (a *API) Name() string { return a.name }

// HasServers reports whether the document says where the API is. Without, calls
// are tied to it by other evidence, and passed as paths.
func (a *API) HasServers() bool { return len(a.top.Servers) > 0 }

// Owns reports whether an absolute URL lies under a server of the API. The
// variables of a server may be any text, but a server that is nothing else owns nothing.
func (a *API) Owns(link string) bool {
	return !strings.HasPrefix(link, "/") && a.locate(link, nil) != nil
}

// locate returns the path of a URL below the server that it lies under, the
// longest of several, or nil. A URL that is a path is below any.
func (a *API) locate(link string, holes []Field) (path []segment) {
	segments := segmentsOf(link, holes)
	if strings.HasPrefix(link, "/") {
		return append(segments, segment{})[1:max(2, len(segments))]
	}
	if len(segments) < 3 || segments[1].text != "" {
		return nil
	}
	for _, server := range a.top.Servers {
		_, server, _ = strings.Cut(punch(server), "://")
		own, left := strings.Split(strings.ToLower(server), "/"), segments[2:]
		isUnder := strings.Trim(server, Hole+".:/") != "" && len(own) <= len(left) && (path == nil || len(left)-len(own) < len(path))
		for i := 0; isUnder && i < len(own); i++ {
			// A value of the code is evidence for a variable only.
			isUnder = fits(strings.ToLower(strings.ReplaceAll(left[i].text, Hole, "\x01")), own[i])
		}
		if isUnder {
			path = append(left, segment{})[len(own):max(len(own)+1, len(left))]
		}
	}
	return path
}

// equal returns how many segments of a path are those of an operation, plus one, or
// 0 if it cannot be a path of the operation. The first variable that may take several
// segments takes all that are more, or none at the end. Where only same paths count,
// values of the code do not stand for text.
func (o *operation) equal(path []segment, isSame bool) int {
	more := len(path) - len(o.way)
	switch i := slices.IndexFunc(o.way, func(e edge) bool { return e.isSpanning }); {
	case more > 0 && i >= 0:
		path = slices.Delete(slices.Clone(path), i+1, i+1+more)
	case more == -1 && i == len(o.way)-1:
		path = append(slices.Clip(path), segment{})
	case more != 0:
		return 0
	}
	equal := 1
	for i, e := range o.way {
		s := &path[i]
		switch {
		case e.text == s.text && !s.isOpen():
			equal++
		case !s.canBe(e), isSame && e.isText() && s.isOpen():
			return 0
		}
	}
	return equal
}

// find returns the operations that a path may be of and that have a method, any
// with "". Of these it returns those with most equal segments.
func (a *API) find(path []segment, method string, isSame bool) []*operation {
	return least(a.operations, -1, func(o *operation) int {
		if !o.has(method) {
			return 0
		}
		return -o.equal(path, isSame)
	})
}

// has reports whether an operation may have a method, any with "". HEAD is GET
// without its body.
func (o *operation) has(method string) bool {
	return method == "" || o.Method == "" || o.Method == method || o.Method == "GET" && method == "HEAD"
}

// lost returns what is wrong with a call that is of no operation, nil if it may be right.
func (a *API) lost(c *Call, path []segment) []Report {
	if !slices.Contains([]string{"GET", "HEAD", "PUT", "POST", "DELETE", "PATCH"}, c.Method) { // which a document may leave out, or have no word for
		return nil
	}
	var methods []string
	for _, o := range a.find(path, "", true) {
		methods = append(methods, o.Method)
	}
	if methods != nil {
		slices.Sort(methods)
		message := fmt.Sprintf("%s has no method %s for this path: it has %s", a.name, c.Method, strings.Join(slices.Compact(methods), ", "))
		return []Report{{At: c.At, Message: message}}
	}
	near := a.nearest(path, c.Method)
	isBegin := func(o *operation) bool { return o.way[0].text == path[0].text }
	if near == nil && (!slices.ContainsFunc(a.operations, isBegin) || a.find(path, "", false) != nil || a.isBelow(path)) {
		return nil
	}
	return []Report{{At: c.At, Message: fmt.Sprintf("%s has no path %q%s", a.name, show(path), advice(near))}}
}

// isBelow reports whether a path may be one that ends with a variable, which takes several
// segments: no other path goes on from there.
func (a *API) isBelow(path []segment) bool {
	return slices.ContainsFunc(a.operations, func(o *operation) bool {
		n := len(o.way)
		last := o.way[n-1]
		goesOn := func(other *operation) bool {
			return len(other.way) > n && slices.EqualFunc(other.way[:n], o.way, func(x, y edge) bool { return x.text == y.text })
		}
		return last.isVariable() && !last.isNumber() && len(path) >= n-1 && o.equal(append(slices.Clip(path), segment{})[:n], false) > 0 &&
			!slices.ContainsFunc(a.operations, goesOn)
	})
}

// show returns a path as the code has it.
func show(path []segment) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteString("/" + s.shown)
	}
	return b.String()
}

// nearest returns the paths of the API that have as many segments as that of a call
// and are nearest to it, at most three letters off, as the code would write them.
func (a *API) nearest(path []segment, method string) []string {
	offs := map[string]int{}
	for _, o := range a.operations {
		if other, off, ok := o.near(path); ok && o.has(method) {
			offs[show(other)] = off
		}
	}
	return least(slices.Sorted(maps.Keys(offs)), math.MaxInt, func(path string) int { return offs[path] })
}

// near returns the path of an operation as the code would write it, and how far off
// that of the code is, if it may be meant. /user/rposs is /user/repos, and not
// /users/{username}: text after a slip that a variable would take counts more than
// letters.
func (o *operation) near(path []segment) (other []segment, off int, ok bool) {
	if len(o.way) != len(path) {
		return nil, 0, false
	}
	other = slices.Clone(path)
	taken := 0
	isSeen := false // a segment of text is that of the document
	for i, e := range o.way {
		s := &other[i]
		switch {
		case s.canBe(e) && !e.isText():
			if off > 0 && len(s.values) == 0 {
				taken++
			}
		case s.canBe(e) && !s.isOpen():
			isSeen = true
		case !e.isText() || len(s.values) > 0:
			return nil, 0, false
		default:
			off += slip(s.text, e.text)
			s.shown = e.text
		}
	}
	return other, taken*(maxSlip+1) + off, off <= maxSlip && (taken == 0 || isSeen)
}
