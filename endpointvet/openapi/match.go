// Which operations a call may be: their paths, segment by segment.

package openapi

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An edge is a segment of a path, with a [Hole] for each variable: Hole + "..." +
// Hole is {base}...{head}.
type edge struct {
	text   string
	schema *schema // of a variable
}

// isText reports whether a segment has no variable.
func (e edge) isText() bool { return !strings.Contains(e.text, Hole) }

// isVariable reports whether a segment is one variable.
func (e edge) isVariable() bool { return e.text == Hole }

// isSpanning reports whether a segment is a variable that may take several.
func (e edge) isSpanning() bool { return e.schema != nil && e.schema.Open }

// isNumber reports whether a segment is a variable that is a number.
func (e edge) isNumber() bool {
	return e.schema != nil && e.schema.Type != 0 && e.schema.Type&^(Integer|Number) == 0
}

// setWay sets the edges on the path of an operation. A slash at the end makes an empty one.
func (o *operation) setWay() {
	for text := range strings.SplitSeq(strings.TrimPrefix(o.Path, "/"), "/") {
		text = decoded(text)
		e := edge{text: punch(text)}
		if e.isVariable() {
			e.schema = o.Variables[strings.Trim(text, "{}")]
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

// segmentsOf returns the segments of a path.
func segmentsOf(link string, holes []Field) (segments []segment) {
	holes = slices.Concat(holes, make([]Field, strings.Count(link, Hole)))
	for text := range strings.SplitSeq(strings.TrimPrefix(link, "/"), "/") {
		var s segment
		for i, piece := range strings.Split(text, Hole) {
			if i > 0 {
				if value := holes[0].Value; value.Constant {
					s.text += value.Text
				} else {
					s.text += Hole
				}
				s.shown += "{" + holes[0].Name + "}"
				s.values, holes = append(s.values, holes[0]), holes[1:]
			}
			s.text += decoded(piece)
			s.shown += piece
		}
		segments = append(segments, s)
	}
	return segments
}

// isOpen reports whether the text of a segment is not known.
func (s *segment) isOpen() bool { return len(s.values) > 0 }

// canBe reports whether a segment can be one of a document. Text of the code that
// is no number is not meant to be one; the value of a number is not text.
func (s *segment) canBe(e edge) bool {
	isSlip := e.isNumber() && !s.isOpen() && !isNumeric(s.text)
	isNumber := s.text == Hole && s.values[0].Value.Kind&(Integer|Number) != 0
	isEmpty := (s.text == "") != (e.text == "") && !e.isSpanning()
	return !isSlip && !isEmpty && (!isNumber || e.isVariable() || isNumeric(e.text)) && fits(s.text, e.text)
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
	isLong := func(text, begin, end string) bool { return strings.Contains(text, Hole) || len(text) >= len(begin+end) }
	return isBegin && isEnd && isLong(a, beginB, endB) && isLong(b, beginA, endA)
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
func (a *API) HasServers() bool {
	return slices.ContainsFunc(a.top.Servers, func(server string) bool { return strings.Contains(server, "://") })
}

// Owns reports whether an absolute URL lies under a server of the API. The
// variables of a server may be any text, but a server that is nothing else owns nothing.
func (a *API) Owns(link string) bool {
	return !strings.HasPrefix(link, "/") && a.locate(link, nil) != nil
}

// locate returns the path of a URL below the server that it lies under, the
// longest of several, or nil. A URL that is a path is below any.
func (a *API) locate(link string, holes []Field) (segments []segment) {
	if i := strings.IndexAny(link, "?#"); i >= 0 {
		link = link[:i]
	}
	if strings.HasPrefix(link, "/") {
		return segmentsOf(link, holes)
	}
	_, link, _ = strings.Cut(link, "://")
	longest := 0
	for _, server := range a.top.Servers {
		_, server, _ = strings.Cut(variable.ReplaceAllLiteralString(server, "*"), "://")
		parts := strings.SplitAfter(link, "/")
		begin := strings.Join(parts[:min(len(parts), 1+strings.Count(server, "/"))], "")
		isUnder, _ := path.Match(strings.ToLower(server), strings.ToLower(strings.TrimSuffix(begin, "/")))
		if isUnder && strings.Trim(server, "*.:/") != "" && len(begin) > longest {
			longest = len(begin)
			segments = segmentsOf(link[longest:], holes[min(len(holes), strings.Count(begin, Hole)):])
		}
	}
	return segments
}

// equal returns how many segments of a path are those of an operation, plus one, or
// 0 if it cannot be a path of the operation. The first variable that may take several
// segments takes all that are more, or none at the end. Where only same paths count,
// values of the code do not stand for text.
func (o *operation) equal(path []segment, isSame bool) int {
	more := len(path) - len(o.way)
	switch i := slices.IndexFunc(o.way, edge.isSpanning); {
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
		case !s.canBe(e), isSame && e.isText():
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
	return method == "" || o.Method == method || o.Method == "GET" && method == "HEAD"
}

// lost returns what is wrong with a call that is of no operation, nil if it may be right.
func (a *API) lost(c *Call, path []segment) []Report {
	isOf := func(o *operation) bool { return o.Method == c.Method }
	if !slices.Contains([]string{"GET", "HEAD", "PUT", "POST", "DELETE", "PATCH"}, c.Method) && !slices.ContainsFunc(a.operations, isOf) {
		return nil // a document may leave it out, or have no word for it
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
	return []Report{{At: c.At, Message: fmt.Sprintf("%s has no path %q%s", a.name, show(path), Advice(near))}}
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
		if other, off := o.near(path); o.has(method) {
			offs[other] = off
		}
	}
	return least(slices.Sorted(maps.Keys(offs)), maxSlip, func(path string) int { return offs[path] })
}

// near returns the path of an operation as the code would write it, and how far off
// that of the code is, more than maxSlip if it cannot be meant. /user/rposs is
// /user/repos, and not /users/{username}: a variable takes no text after a slip.
func (o *operation) near(path []segment) (other string, off int) {
	shown := slices.Clone(path)
	switch last := len(path) - 1; len(o.way) - len(path) { // one may end with a slash
	case 1:
		shown = append(shown, segment{})
	case -1:
		if shown = shown[:last]; path[last].shown != "" {
			return "", maxSlip + 1
		}
	}
	if len(o.way) != len(shown) {
		return "", maxSlip + 1
	}
	for i, e := range o.way {
		s := &shown[i]
		switch {
		case !e.isText() && s.canBe(e) && (off == 0 || s.isOpen()):
		case !e.isText() || s.isOpen():
			return "", maxSlip + 1
		default:
			off += slip(s.text, e.text)
			s.shown = e.text
		}
	}
	return show(shown), off
}

// maxSlip is the number of letters by which a name may be off and still be meant.
const maxSlip = 3

// slip returns by how many letters a name is off: letters that are missing, too
// many, changed or swapped with the next. Case and punctuation are one letter
// together. It is more than maxSlip if that is more than a third of the longer name.
func slip(name, want string) int {
	longer := max(len(name), len(want))
	switch {
	case name == want:
		return 0
	case strings.EqualFold(punctuation.Replace(name), punctuation.Replace(want)):
		return 1
	}
	if off := distance(strings.ToLower(name), strings.ToLower(want), maxSlip); off <= longer/3 {
		return off
	}
	return maxSlip + 1
}

// IsSlip reports whether a name is off from another by one letter, as the reports of
// this package count.
func IsSlip(name, want string) bool { return slip(name, want) == 1 }

// punctuation is what two spellings of a name may differ in.
var punctuation = strings.NewReplacer("_", "", "-", "", ".", "")

// distance returns by how many letters two texts differ, as slip counts them, or
// one more than most.
func distance(a, b string, most int) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	switch {
	case a == b:
		return 0
	case most == 0:
		return 1
	case a == "" || b == "":
		return min(len(a)+len(b), most+1)
	}
	least := min(distance(a[1:], b, most-1), distance(a, b[1:], most-1), distance(a[1:], b[1:], most-1))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		least = min(least, distance(a[2:], b[2:], most-1))
	}
	return least + 1
}

// meant returns the names among some that a misspelled one is nearest to, none if
// none is near.
func meant(name string, names []string) []string {
	return least(names, maxSlip, func(want string) int { return slip(name, want) })
}

// least returns the elements whose number is least, none if that is more than most.
func least[T any](all []T, most int, number func(T) int) (best []T) {
	for _, element := range all {
		n := number(element)
		if n < most {
			best, most = nil, n
		}
		if n == most {
			best = append(best, element)
		}
	}
	return best
}
