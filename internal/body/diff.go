// Bodies compared for a test.

package body

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// Diff returns one line for each difference between two bodies, which may be nil.
func Diff(got, want any) []string {
	a, b := show(got), show(want)
	if a.isJSON && b.isJSON {
		if lines, ok := diffJSON("body", []byte(a.text), []byte(b.text)); ok {
			return lines
		}
	}
	if b.sent != nil && reflect.ValueOf(b.sent).Comparable() && a.sent == b.sent { // == would panic for two of one type that is not
		return nil
	}
	if a.text == b.text && reflect.TypeOf(got) != reflect.TypeOf(want) {
		a.text += fmt.Sprintf(" (%T)", got)
		b.text += fmt.Sprintf(" (%T)", want)
	}
	return []string{"body: got " + a.text + ", want " + b.text}
}

// A shown is a body as Diff shows and compares it.
type shown struct {
	text   string
	sent   any // a string; a Reader that can be read only once; http.NoBody: none; nil equals nothing
	isJSON bool
}

func show(v any) shown {
	if v == nil {
		return shown{text: "none", sent: http.NoBody}
	}
	content, err := New(v)
	if err != nil {
		return shown{text: "an invalid body: " + err.Reason}
	}
	if content.once {
		return shown{text: fmt.Sprintf("a %T", v), sent: content.Reader()}
	}
	read, readErr := io.ReadAll(content.Reader())
	if readErr != nil {
		return shown{text: fmt.Sprintf("a %T that cannot be read", v)}
	}
	if kind := KindOf(v); kind == JSON || kind == RawJSON {
		return shown{string(read), string(read), true}
	}
	return shown{text: strconv.Quote(string(read)), sent: string(read)}
}

// most is how many differences are shown. A reader of a failed test needs the
// first few.
const most = 10

// diffJSON returns one line for each difference between two JSON texts, at most ten
// and then how many more there are. Numbers are compared as their text. It reports
// whether both texts can be decoded, which JSON with more than 10,000 levels
// cannot.
//
//	body.items[0].price: got 5, want 6
//	body.labels[2]: got none, want "bug"
//	body["a b"]: got null, want none
func diffJSON(name string, got, want []byte) (lines []string, ok bool) {
	var a, b any
	if value.Decode(got, &a) != nil || value.Decode(want, &b) != nil {
		return nil, false
	}
	c := comparison{path: []byte(name)}
	c.compare(a, b)
	if c.more > 0 {
		c.lines = append(c.lines, fmt.Sprintf("%s: %d more", name, c.more))
	}
	return c.lines, true
}

type comparison struct {
	path  []byte // of what is compared
	lines []string
	more  int
}

func (c *comparison) compare(got, want any) {
	end := len(c.path)
	switch a := got.(type) {
	case map[string]any:
		if b, ok := want.(map[string]any); ok {
			names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				c.path = append(c.path[:end], step(name)...)
				c.compare(member(a, name), member(b, name))
			}
			return
		}
	case []any:
		if b, ok := want.([]any); ok {
			for i := range max(len(a), len(b)) {
				c.path = fmt.Appendf(c.path[:end], "[%d]", i)
				c.compare(element(a, i), element(b, i))
			}
			return
		}
	default:
		if got == want { // a scalar is never equal to the kinds above
			return
		}
	}
	if len(c.lines) == most {
		c.more++
		return
	}
	c.lines = append(c.lines, string(c.path)+": got "+encoded(got)+", want "+encoded(want))
}

// absent is a member or element that one side does not have.
type absent struct{}

func member(object map[string]any, name string) any {
	if v, ok := object[name]; ok {
		return v
	}
	return absent{}
}

func element(array []any, i int) any {
	if i < len(array) {
		return array[i]
	}
	return absent{}
}

// step returns the way from an object to a member.
func step(name string) string {
	if name == "" || strings.Trim(name, rfc6570.Alnum+"_-") != "" {
		return "[" + strconv.Quote(name) + "]"
	}
	return "." + name
}

// encoded returns a decoded value as JSON.
func encoded(v any) string {
	if v == (absent{}) {
		return "none"
	}
	text, _ := value.Marshal(v) // it was decoded, so it can be encoded
	return string(text)
}
