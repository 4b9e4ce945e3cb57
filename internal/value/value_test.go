package value_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/value"
)

type (
	namedString string
	namedBytes  []byte
	color       uint8
	shownList   []int
	shownMap    map[string]int
	word        string
	identifier  [16]byte
	hash        [32]byte
	both        struct{}
	failing     struct{ err error }
	loop        *loop
)

type level uint8

type rank int

type flag bool

func (flag) String() string { return "planted" }

type rune8 uint8

// A message is one of protocol buffers.
type message struct {
	N int `json:"n"`
}

func (*message) ProtoReflect() int { return 0 }

// A priority has JSON behind a pointer, and text without one.
type priority int

func (priority) MarshalText() ([]byte, error)  { return []byte("text"), nil }
func (*priority) MarshalJSON() ([]byte, error) { return []byte("3"), nil }

func tree(v any) (value.Value, *fault.Error) { return value.Tree(v) }

func (l level) MarshalText() ([]byte, error) { return []byte([...]string{"low", "high"}[l]), nil }

func (color) String() string                   { return "planted" }
func (*rank) String() string                   { return "planted" }
func (shownList) String() string               { return "planted" }
func (shownMap) String() string                { return "planted" }
func (*word) String() string                   { return "planted" }
func (both) MarshalText() ([]byte, error)      { return []byte("text"), nil }
func (*hash) MarshalText() ([]byte, error)     { return []byte("hash"), nil }
func (both) String() string                    { return "string" }
func (f failing) MarshalText() ([]byte, error) { return nil, f.err }

// A stringer has text only behind a pointer.
type stringer struct {
	S string `json:"s"`
}

func (s *stringer) String() string { return s.S }

type untagged struct{ S string }

func (u *untagged) String() string { return u.S }

type channel chan int

func (*channel) MarshalText() ([]byte, error) { return nil, nil }

// A tagged struct has text.
type tagged struct {
	N int `json:"n"`
}

func (t tagged) String() string { return strconv.Itoa(t.N) }

// A selfJSON has the JSON that it holds, and other text. A rawJSON is JSON.
type (
	selfJSON string
	rawJSON  []byte
	octet    byte
	spelled  byte
)

func (*spelled) MarshalText() ([]byte, error) { return []byte("octet"), nil }

func (s selfJSON) MarshalJSON() ([]byte, error) {
	if s == "" {
		return nil, errors.New("planted")
	}
	return []byte(s), nil
}
func (selfJSON) MarshalText() ([]byte, error)  { return []byte("text"), nil }
func (r rawJSON) MarshalJSON() ([]byte, error) { return r, nil }
func (o octet) MarshalJSON() ([]byte, error)   { return []byte{'0' + byte(o)}, nil }

// A day8601 is a time with JSON of its own, and an asJSON has no text beside its JSON.
type (
	day8601 struct{ time.Time }
	asJSON  struct{ json string }
)

func (d day8601) MarshalJSON() ([]byte, error) { return d.AppendFormat(nil, `"2006-01-02"`), nil }
func (a *asJSON) MarshalJSON() ([]byte, error) { return []byte(a.json), nil }

// show returns what read makes of v and of all in it.
func show(read func(any) (value.Value, *fault.Error), v any) (string, *fault.Error) {
	val, err := read(v)
	if err != nil {
		return "", err
	}
	var parts []string
	switch {
	case val.Kind == value.Undefined:
		return "undefined", nil
	case val.Kind == value.Text:
		return strconv.Quote(val.Text), nil
	}
	for _, item := range val.Items {
		s, err := show(read, item.Value)
		if err != nil {
			return "", err
		}
		if val.Kind == value.Map {
			s = item.Key + ":" + s
		} else if item.Key != "" {
			s = "with a key: " + s
		}
		parts = append(parts, s)
	}
	if val.Kind == value.Map {
		return "{" + strings.Join(parts, " ") + "}", nil
	}
	return "[" + strings.Join(parts, " ") + "]", nil
}

func TestValues(t *testing.T) {
	var nilStringer *stringer
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"nil", nil, "undefined"},
		{"nil pointer", (*string)(nil), "undefined"},
		{"nil pointer with a method", nilStringer, "undefined"},
		{"pointer to nil pointer", ptr((*int)(nil)), "undefined"},
		{"json.Number", json.Number("1.50e3"), `"1.50e3"`},
		{"time", time.Date(2026, 11, 21, 3, 4, 5, 6, time.UTC), `"2026-11-21T03:04:05.000000006Z"`},
		{"text before string", both{}, `"text"`},
		{"address", netip.MustParseAddr("::1"), `"::1"`},
		{"big.Int", big.NewInt(12), `"12"`},
		{"url", &url.URL{Scheme: "http", Host: "h"}, `"http://h"`},
		{"string with String", word("a"), `"a"`},
		{"null in JSON", selfJSON("null"), "undefined"},
		{"a string in JSON", selfJSON(`"a\u0026"`), `"a&"`},
		{"an empty string in JSON", selfJSON(` ""`), `""`},
		{"a number in JSON", selfJSON("1.50e3"), `"1.50e3"`},
		{"a boolean in JSON", selfJSON("true"), `"true"`},
		{"a list in JSON", ptr(selfJSON("[1, null, \"a\"]")), `["1" undefined "a"]`},
		{"elements with MarshalJSON of a pointer", []asJSON{{"1.50"}, {`"a"`}}, `["1.50" "a"]`},
		{"elements with MarshalText of a pointer", &[1]hash{}, `["hash"]`},
		{"arrays of such elements in a list", [][1]hash{{}}, `[["hash"]]`},
		{"octets with MarshalText of a pointer", []spelled{1, 65}, `["octet" "octet"]`},
		{"octets with MarshalJSON", []octet{1, 2}, `["1" "2"]`},
		{"a time with JSON of its own", day8601{time.Unix(0, 0).UTC()}, `"1970-01-01"`},
		{"a string in JSON behind pointers", ptr(ptr(&asJSON{`"a"`})), `"a"`},
		{"raw JSON null", json.RawMessage("null"), `"null"`},
		{"raw JSON text", ptr(json.RawMessage(`"a"`)), `"\"a\""`},
		{"a kind of raw JSON", rawJSON(`["a"]`), `["a"]`},
		{"array with text", &hash{}, `"hash"`},
		{"bytes", []byte("a b"), `"a b"`},
		{"nil bytes", []byte(nil), "undefined"},
		{"raw JSON", json.RawMessage("[1 ]"), `"[1 ]"`},
		{"nil raw JSON", json.RawMessage(nil), "undefined"},
		{"named bytes", namedBytes("\u00fc"), `"ü"`},
		{"enumerations with MarshalText", []level{0, 1}, `["low" "high"]`},
		{"array of enumerations", [2]level{0, 1}, `["low" "high"]`},
		{"invalid UTF-8", "a\xc3\xff", `"a\xc3\xff"`},
		{"named string", namedString("a/b"), `"a/b"`},
		{"smallest", int64(math.MinInt64), `"-9223372036854775808"`},
		{"uint64", uint64(math.MaxUint64), `"18446744073709551615"`},
		{"float", 0.1, `"0.1"`},
		{"JSON of the pointers to elements with text", []priority{1, 2}, `["3" "3"]`},
		{"large float", 9007199254740991.0, `"9007199254740991"`},
		{"large float32", float32(1 << 60), `"1152921500000000000"`},
		{"small float", 1e-7, `"0.0000001"`},
		{"float32", float32(0.1), `"0.1"`},
		{"negative zero", math.Copysign(0, -1), `"-0"`},
		{"pointers", ptr(ptr(ptr(ptr(ptr("x"))))), `"x"`},
		{"list", []any{"a", nil, 1, true, (*int)(nil)}, `["a" undefined "1" "true" undefined]`},
		{"map", map[string]any{"b": 1, "a": "x", "n": nil}, `{a:"x" b:"1" n:undefined}`},
	}
	for _, tt := range tests {
		for name, read := range map[string]func(any) (value.Value, *fault.Error){"Of": value.Of, "Tree": tree} {
			if got, err := show(read, tt.value); err != nil || got != tt.want {
				t.Errorf("%s of %s: got %s, %v; want %s", name, tt.name, got, err, tt.want)
			}
		}
	}
}

type limit struct {
	Day int `json:"day"`
}

func TestValuesErrors(t *testing.T) {
	var self loop
	self = &self
	var anyLoop any
	anyLoop = &anyLoop
	tests := []struct {
		name  string
		value any
		want  string // is in the reason
	}{
		{"infinity", float32(math.Inf(1)), "not finite"},
		{"float from 2^53 on", -9007199254740992.0, "the float64 is too large to be an exact integer: decode IDs into int64"},
		{"kind of byte", []rune8{77}, "[]value_test.rune8 is base64 in JSON: pass its bytes as a []byte"},
		{"array of a kind of byte", &[1]rune8{77}, "[1]value_test.rune8 is base64 in JSON"},
		{"message", &message{7777}, "value_test.message is a message of protocol buffers: pass json.RawMessage of protojson.Marshal"},
		{"duration", 90 * time.Second, "time.Duration has a String method: pass the number or text that the API wants, such as v.String()"},
		{"enumeration", color(1), "value_test.color has a String method"},
		{"enumeration with String of a pointer", rank(7777), "value_test.rank has a String method"},
		{"pointer to an enumeration", ptr(ptr(color(1))), "value_test.color has a String method"},
		{"complex", 1i, "complex128 cannot be written as text"},
		{"function", func() {}, "func() cannot be written as text"},
		{"map with int keys", map[int]string{1: "planted"}, "map[int]string has keys that are not strings"},
		{"pointer to itself", self, "leads back to itself"},
		{"any that holds itself", anyLoop, "leads back to itself"},
		{"failing MarshalText", failing{errors.New("planted")}, "MarshalText of value_test.failing failed"},
		{"array of bytes", [2]byte{77, 77}, "[2]uint8 is bytes that are not text: encode them as hex or base64"},
		{"identifier", &identifier{77}, "value_test.identifier is bytes that are not text"},
		{"bytes that are not UTF-8", namedBytes("\xff"), "value_test.namedBytes is bytes that are not text"},
		{"raw JSON that is not valid", json.RawMessage("planted"), "json.RawMessage is not valid JSON"},
		{"JSON that is not UTF-8", selfJSON("\"planted\xff\""), "value_test.selfJSON has JSON that is not UTF-8"},
		{"empty raw JSON", json.RawMessage{}, "json.RawMessage is not valid JSON"},
		{"a kind of raw JSON that is not valid", rawJSON(nil), "MarshalJSON of value_test.rawJSON failed"},
		{"raw JSON that is not UTF-8", json.RawMessage("\"\xff\""), "json.RawMessage is bytes that are not text"},
		{"text that is no number", json.Number("true"), "json.Number is not a number"},
		{"no digits", json.Number(""), "json.Number is not a number"},
		{"boolean with String", flag(true), "value_test.flag has a String method"},
		{"bytes with String", net.HardwareAddr("planted"), "net.HardwareAddr has a String method"},
		{"list with String", shownList{7777}, "value_test.shownList has a String method"},
		{"list with String in an any", ptr(any(shownList{})), "value_test.shownList has a String method"},
		{"map with String", shownMap{"planted": 1}, "value_test.shownMap has a String method"},
		{"pointer to a struct with String", &untagged{"planted"}, "value_test.untagged has a String method"},
		{"array with text of a pointer", hash{77}, "value_test.hash has no text, but a pointer to it does"},
		{"failing MarshalJSON", selfJSON(""), "MarshalJSON of value_test.selfJSON failed or returned invalid JSON"},
		{"invalid JSON", &asJSON{"planted"}, "MarshalJSON of value_test.asJSON failed or returned invalid JSON"},
		{"JSON of a pointer", asJSON{`"planted"`}, "value_test.asJSON has no text, but a pointer to it does"},
		{"struct with String", untagged{"planted"}, "value_test.untagged has a String method"},
		{"big.Int", *big.NewInt(7777), "big.Int has no text, but a pointer to it does"},
		{"channel with text", make(channel), "value_test.channel has no text, but a pointer to it does"},
	}
	check := func(name string, err *fault.Error, want string) {
		switch {
		case err == nil || !strings.Contains(err.Reason, want):
			t.Errorf("%s: error %v, want %s", name, err, want)
		case strings.Contains(err.Reason, "planted") || strings.Contains(err.Reason, "7777"):
			t.Errorf("%s: %v shows a value", name, err)
		}
	}
	for _, tt := range tests {
		_, err := value.Of(tt.value)
		check("Of "+tt.name, err, tt.want)
		_, err = value.Tree(tt.value)
		check("Tree of "+tt.name, err, tt.want)
	}
	// Of reads no struct, and Tree one with tags.
	_, err := value.Of(struct{ X string }{"planted"})
	check("Of a struct", err, "is a struct: pass its text, a map")
	_, err = value.Tree(&struct{ X string }{"planted"})
	check("Tree of a struct", err, "is a struct: pass its text, a map")
	_, err = value.Of(limit{7777})
	check("Of a tagged struct", err, "value_test.limit is a struct")
	_, err = value.Of(stringer{"planted"})
	check("Of one with String", err, "value_test.stringer has a String method")
	_, err = value.Of(tagged{N: 7777})
	check("Of a tagged one with String", err, "value_test.tagged has a String method")
	_, err = value.Of(&asJSON{`{"planted": 7777}`})
	check("Of an object in JSON", err, "value_test.asJSON is an object in JSON: pass the field that belongs there, or a map")
	if got, err := show(tree, &asJSON{`{"b": 1, "a": "x"}`}); err != nil || got != `{a:"x" b:"1"}` {
		t.Errorf("Tree of an object in JSON: %s, %v", got, err)
	}
	if got, err := show(tree, tagged{N: 7}); err != nil || got != `{n:"7"}` {
		t.Errorf("Tree of a tagged one with String: %s, %v", got, err)
	}
}
