//lint:file-ignore SA5008 malformed tags are what is tested

package value_test

import (
	"encoding/json"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/value"
)

func ptr[T any](v T) *T { return &v }

var day = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

type state int

func (s state) String() string { return [...]string{"open", "closed"}[s] }

type page struct {
	Number int `url:"page,omitempty"`
	Size   int `url:"per_page,omitempty"`
}

type Page struct {
	Number int `json:"page,omitempty"`
}

type inner struct {
	A int `json:"a"`
	B int
}

type node struct {
	Name string `json:"name"`
	*node
}

type left struct {
	*right
	L int
}

type right struct {
	*left
	R int
}

type words []string

// A zeroAt5 is zero at 5, by its own method.
type zeroAt5 int

func (z zeroAt5) IsZero() bool { return z == 5 }

// A pointerZero has IsZero of the pointer.
type pointerZero struct{ N int }

func (z *pointerZero) IsZero() bool { return z.N == 5 }

// An asksZero is an interface with IsZero.
type asksZero interface{ IsZero() bool }

type zeroStruct struct{ N int }

func (z zeroStruct) IsZero() bool { return z.N == 5 }

type objectJSON struct{ text string }

func (o objectJSON) MarshalJSON() ([]byte, error) { return []byte(o.text), nil }

type pointerJSON struct {
	A int `json:"a,string"`
}

func (p *pointerJSON) MarshalJSON() ([]byte, error) { return []byte(`{"n": 1.10}`), nil }

type pointerText struct{ N int }

func (p *pointerText) MarshalText() ([]byte, error) { return []byte("text"), nil }

// fieldsOf returns the fields as a map, or why one cannot be read.
func fieldsOf(v any) (map[string]any, *fault.Error) { return mapOf(value.JSONFields(v)) }

func formFieldsOf(given any) (map[string]any, *fault.Error) {
	v, err := value.Tree(given)
	if err != nil || v.Kind != value.Map {
		return nil, err
	}
	return mapOf(v.Items)
}

func mapOf(items []value.Item) (map[string]any, *fault.Error) {
	m := map[string]any{}
	for _, item := range items {
		if u, ok := item.Value.(*value.Unreadable); ok {
			return nil, u.Err
		}
		m[item.Key] = item.Value
	}
	return m, nil
}

func TestFields(t *testing.T) {
	list := []string{"x"}
	shared := ptr("s")
	tests := []struct {
		name  string
		value any
		want  map[string]any
	}{
		{"map", map[words0]any{"a": 1, "b": nil, "c": list}, map[string]any{"a": 1, "b": nil, "c": list}},

		{"empty tags", struct {
			A int `json:"" url:""`
			B int `json:"" url:"b"`
			C int `json:"c,"`
		}{1, 2, 3}, map[string]any{"A": 1, "b": 2, "c": 3}},
		{"names in other scripts", struct {
			A int `json:"filter[größe]"`
			B int `url:"a\"b"`
		}{1, 2}, map[string]any{"filter[größe]": 1, `a"b`: 2}},
		{"left out", struct {
			A    chan int `json:"-"`
			B    int      `url:"-"`
			C    int      `json:"-" url:"-"`
			D    int      `json:"-,omitempty"` // as encoding/json reads it
			page `url:"-"`
		}{D: 1}, map[string]any{"-": 1}},

		{"flattened pointer to an unexported struct", struct{ *page }{&page{2, 3}}, map[string]any{"page": 2, "per_page": 3}},
		{"flattened whatever is empty", struct {
			inner `json:",omitempty,omitzero"`
		}{}, map[string]any{"a": 0, "B": 0}},
		{"embedded list", struct{ Words }{Words{"a"}}, map[string]any{"Words": Words{"a"}}},
		{"embedded list that is not exported", struct {
			words
			A int
		}{words{"a"}, 1}, map[string]any{"A": 1}},
		{"a deeper one wins over one left out", struct {
			inner
			A string `json:"-"`
		}{inner{1, 2}, "x"}, map[string]any{"a": 1, "B": 2}},
		{"the same with a nil pointer", struct {
			*page
			*Page
		}{nil, &Page{2}}, map[string]any{"page": 2}},
		{"the same with none, which hide the deeper ones", struct {
			struct2
			*Page
			*page
		}{struct2{Page{2}}, nil, nil}, map[string]any{}},
		{"one of three, and an empty list", struct {
			A []string `url:"x,comma"`
			B int      `url:"x,omitempty"`
			C any      `url:"x,omitzero"`
		}{C: 1}, map[string]any{"x": 1}},
		{"punctuation in json", struct {
			A int `json:"!#$%&()*+-./:;<=>?@[]^_{|}~ ß1"`
		}{1}, map[string]any{"!#$%&()*+-./:;<=>?@[]^_{|}~ ß1": 1}},
		{"hidden fields", struct {
			inner
			X struct{}
			struct1
			A int `json:"a"`
			B int
		}{A: 1, B: 2}, map[string]any{"X": struct{}{}, "a": 1, "B": 2}},

		{"omitempty", struct {
			A bool           `json:",omitempty"`
			B int            `json:",omitempty"`
			C float64        `json:",omitempty"`
			D *int           `json:",omitempty"`
			E any            `json:",omitempty"`
			F [0]int         `json:",omitempty"`
			G []int          `json:",omitempty"`
			H map[string]int `json:",omitempty"`
			I string         `json:",omitempty"`
			J time.Time      `json:",omitempty"`
			K time.Time      `url:",omitempty"`
			L zeroStruct     `json:",omitempty" url:"L"`
			M pointerZero    `json:"M,omitempty" url:"M"`
			N []int          `url:",omitempty"`
		}{G: []int{}, H: map[string]int{}, L: zeroStruct{5}, M: pointerZero{5}}, map[string]any{}},
		{"omitempty keeps", struct {
			A func()     `json:",omitempty"`
			B zeroAt5    `json:",omitempty"`
			C *int       `json:",omitempty"`
			D any        `json:",omitempty"`
			E [1]int     `json:",omitempty"`
			F inner      `json:",omitempty"`
			G zeroStruct `url:",omitempty"`
			H *time.Time `url:",omitempty"` // set
			I any        `url:",omitempty"` // set
		}{B: 5, C: new(int), D: 0, H: &time.Time{}, I: time.Time{}}, map[string]any{
			"A": (func())(nil), "B": zeroAt5(5), "C": new(int), "D": 0, "E": [1]int{},
			"F": inner{}, "G": zeroStruct{}, "H": &time.Time{}, "I": time.Time{},
		}},
		{
			"omitzero",
			struct {
				A time.Time    `json:",omitzero"`
				B zeroAt5      `json:",omitzero"`
				C zeroAt5      `json:",omitzero"`
				D pointerZero  `json:",omitzero"`
				E inner        `json:",omitzero"`
				F []int        `json:",omitzero"`
				G []int        `json:",omitzero"`
				H *zeroAt5     `json:",omitzero"`
				I *zeroAt5     `json:",omitzero"`
				J any          `json:",omitzero"` // not asked what it holds
				K any          `url:",omitzero"`
				L any          `url:",omitzero"`
				M asksZero     `json:",omitzero"`
				N asksZero     `json:",omitzero"`
				O asksZero     `json:",omitzero"`
				P asksZero     `json:",omitzero"`
				Q []int        `url:",omitempty,omitzero"`
				R *pointerZero `json:",omitzero"`
			}{
				B: 5, D: pointerZero{5}, G: []int{}, I: ptr(zeroAt5(5)), J: zeroAt5(5), L: (*int)(nil),
				N: (*pointerZero)(nil), O: zeroAt5(5), P: zeroAt5(6), Q: []int{}, R: &pointerZero{5},
			},
			map[string]any{"C": zeroAt5(0), "G": []int{}, "J": zeroAt5(5), "L": (*int)(nil), "P": zeroAt5(6)},
		},

		{"comma", struct {
			A []string     `url:"a,comma"`
			B []int        `url:"b,comma,omitempty"`
			C *[]level     `url:"c,omitempty,comma"`
			D [2]time.Time `url:"d,comma"`
			E []*string    `url:"e,comma"`
			F []any        `url:"f,comma"`
			G []byte       `url:"g,comma"` // is text
			H []string     `url:"h,comma"` // empty
			I []*string    `url:"i,comma"` // without elements
			J *[]string    `url:"j,comma"`
			K any          `url:"k,comma"`
			L any          `url:"l,comma"`
			M any          `url:"m,comma"`
			N *string      `url:"n,comma"` // is not a list
		}{
			A: []string{"x", "y"}, B: []int{1, 2}, C: &[]level{0, 1}, D: [2]time.Time{day, day},
			E: []*string{shared, nil, shared}, F: []any{1, true, nil, 1e21, json.Number("1.0")},
			G: []byte{1, 2}, I: []*string{nil}, K: []string{"x", "y"}, L: "x,y", N: shared,
		}, map[string]any{
			"a": "x,y", "b": "1,2", "c": "low,high", "d": "2026-01-02T03:04:05Z,2026-01-02T03:04:05Z",
			"e": "s,s", "f": "1,true,1000000000000000000000,1.0", "g": []byte{1, 2}, "j": (*[]string)(nil),
			"k": "x,y", "l": "x,y", "m": nil, "n": shared,
		}},

		{"MarshalJSON", objectJSON{`{"n": 1.10, "s": "<&>", "l": [12345678901234567890], "o": {"x": null}}`}, map[string]any{
			"n": json.Number("1.10"), "s": "<&>", "l": []any{json.Number("12345678901234567890")}, "o": map[string]any{"x": nil},
		}},
		{"promoted MarshalJSON", struct {
			objectJSON
			A int
		}{objectJSON{`{"a":1}`}, 2}, map[string]any{"a": json.Number("1")}},
		{"MarshalJSON that gives null", objectJSON{" null"}, map[string]any{}},
		{"raw JSON", json.RawMessage(` {"a": 1}`), map[string]any{"a": json.Number("1")}},
		{"fields whose pointers encode themselves", &struct {
			A pointerJSON
			B pointerText
			C *pointerJSON
			D big.Int
			E *big.Int
			F time.Time
		}{C: &pointerJSON{}}, map[string]any{
			"A": &pointerJSON{}, "B": &pointerText{}, "C": &pointerJSON{}, "D": &big.Int{}, "E": (*big.Int)(nil), "F": time.Time{},
		}},
		{"the same of a struct that cannot be addressed", struct{ A pointerJSON }{}, map[string]any{"A": &pointerJSON{}}},
	}
	for _, tt := range tests {
		got, invalid := fieldsOf(tt.value)
		if invalid != nil || got == nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, %v\nwant %#v", tt.name, got, invalid, tt.want)
		}
	}
}

type words0 string

type Words []string

// struct1 has fields that are rejected where they are not hidden.
type struct1 struct {
	B int `json:",string"`
	C int `url:"a"`
	inner
}

// struct2 has its Page one level deeper than a Page beside it.
type struct2 struct{ Page }

// doubled returns a struct type that embeds another one twice, which embeds
// another one twice, and so on.
func doubled(levels int) reflect.Type {
	t := reflect.TypeFor[struct{ X int }]()
	for range levels {
		t = reflect.StructOf([]reflect.StructField{{Name: "A", Type: t, Anonymous: true}, {Name: "B", Type: t, Anonymous: true}})
	}
	return t
}

type (
	level2a struct{ level3 }
	level3  struct{ X int }
	twiceA  struct{ level2a }
	twiceB  struct{ level2a }
)

type pointerEncodes struct{ N int }

func (*pointerEncodes) EncodeValues(string, *url.Values) error { panic("called") }

// A hostile error panics when asked for anything.
type hostile struct{}

func (*hostile) Error() string    { panic("Error was called") }
func (*hostile) As(any) bool      { panic("As was called") }
func (h *hostile) String() string { panic("String was called") }

type failingText struct{}

func (failingText) MarshalText() ([]byte, error) { return nil, &hostile{} }

func TestFieldsErrors(t *testing.T) {
	checkReasons(t, fieldsOf, []reasonTest{
		{"pointer with MarshalJSON", *big.NewInt(7777), "pass a pointer to it"},
		{"function", func() {}, "func() is not an object"},
		{"pointer to a pointer", ptr(&inner{}), "**value_test.inner is not an object"},
		{"text by a promoted method", struct {
			time.Time
			A int
		}{}, "is not an object in JSON"},
		{"text by a method of the pointer", &pointerText{}, "*value_test.pointerText is not an object in JSON"},
		{"list by a method", objectJSON{`["planted"]`}, "value_test.objectJSON is not an object in JSON"},

		{"quotes of json/v2", field(`json:"'a',omitempty"`, 0), "struct.A: encoding/json does not use the name"},
		{"other characters in json", field(`json:"a€" url:"a€"`, 0), "struct.A: encoding/json does not use the name"},
		{"not UTF-8 in json", field("json:\"a\xff\"", 0), "struct.A: encoding/json does not use the name"},

		{"the same name as a field that is rejected", struct {
			A int `json:"x,omitempty"`
			B int `url:"x,unix"`
		}{}, `struct.B: the option "unix" of its tag`},
		{"the first and the third", struct {
			A int `url:"x"`
			B int `url:"x,omitempty"`
			C int `url:"x"`
		}{}, `struct.A and struct.C are both sent as "x"`},
		{"tagged and untagged", struct {
			A int `json:"B"`
			B int
		}{}, `struct.A and struct.B are both sent as "B"`},
		{"within a struct that is embedded twice", struct {
			twiceA
			twiceB
		}{}, "struct.twiceA.level2a.level3.X and struct.twiceB.level2a.level3.X are both sent"},

		{"two unknown options", field(`json:"a,string,quoted" url:"a,int"`, 0), `struct.A: the option "string" of its tag`},
		{"comma of json", field(`json:"a,comma"`, []int(nil)), `struct.A: the option "comma" of its tag`},
		{"inline of what is not embedded", field(`json:",inline"`, inner{}), `struct.A: the option "inline" of its tag`},
		{"inline of what has a name", struct {
			Page `json:"p,inline"`
		}{}, `struct.Page: the option "inline" of its tag`},

		{"embedded with a name and not exported", struct {
			page `json:"p"`
		}{page{2, 3}}, "struct.page: its tag has a name, but value_test.page is not exported"},
		{"separator without a tag", field(`del:","`, []string(nil)), "struct.A: its tag del"},
		{"layout without a tag", field(`layout:"2006-01-02"`, time.Time{}), "struct.A: its tag layout"},
		{"layout and an unknown option", field(`url:"a,unix" layout:"2006"`, time.Time{}), `struct.A: the option "unix"`},

		{"header", field(`header:"Authorization"`, ""), `neither json nor url: write url:"name", or url:"-"`},
		{"of an embedded struct", struct {
			*page `form:"p"`
		}{}, "struct.page: it has the tag of another"},
		{"of an empty json tag", field(`json:"" form:"a"`, 0), "struct.A: it has the tag of another"},

		{"invalid json.Number", json.Number("x"), "json.Number is not an object"}, // under each Go

		{"brackets of a joined list", field(`url:"a,brackets,comma"`, []int(nil)), "the option brackets is for a list that is not joined"},
		{"brackets of an interface", struct {
			A any `url:"a,brackets"`
		}{[]int{1}}, "struct.A: the option brackets"},
		{"brackets of json", field(`json:"a,brackets"`, []int(nil)), `struct.A: the option "brackets" of its tag`},
		{"embedded text", struct {
			netip.Addr `json:",inline"`
			netip.Prefix
			A int
		}{}, `struct.Addr: it is embedded without a name, and has no exported fields: write url:"name"`},

		{"EncodeValues of another name", field(`url:"a"`, pairs{"b": {"planted"}}), "EncodeValues of value_test.pairs writes another name"},

		{"2^10 embedded structs", reflect.Zero(doubled(10)).Interface(), "has more than 1000 embedded structs"},

		{"comma over what has no text", field(`url:"a,comma"`, []any{math.NaN()}), "struct.A: the number is not finite"},
		{"comma over lists", field(`url:"a,comma"`, [][]string{{"planted"}}), "struct.A: only a list of scalars is joined"},
	})
}

// field returns a struct of one field A.
func field(tag reflect.StructTag, v any) any {
	s := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(v), Tag: tag}})).Elem()
	s.Field(0).Set(reflect.ValueOf(v))
	return s.Interface()
}

// A reasonTest is a value that cannot be read, or of which a field cannot.
type reasonTest struct {
	name  string
	value any
	want  string // is in the reason
}

func checkReasons(t *testing.T, read func(any) (map[string]any, *fault.Error), tests []reasonTest) {
	t.Helper()
	for _, tt := range tests {
		got, err := read(tt.value)
		switch {
		case err == nil || got != nil || !strings.Contains(err.Reason, tt.want):
			t.Errorf("%s: got %v, %v; want %s", tt.name, got, err, tt.want)
		case strings.Contains(err.Reason, "planted") || strings.Contains(err.Reason, "7777"):
			t.Errorf("%s: %v shows a value", tt.name, err)
		}
	}
}

// TestFieldsCopies: what encodes itself as a pointer does not follow the caller's struct.
func TestFieldsCopies(t *testing.T) {
	s := struct{ A pointerText }{pointerText{1}}
	got, invalid := fieldsOf(&s)
	s.A.N = 2
	if p, ok := got["A"].(*pointerText); invalid != nil || !ok || p.N != 1 {
		t.Errorf("got %v, %v", got, invalid)
	}
}

// TestLikeJSON holds the fields against encoding/json: a body of them is the
// body of a pointer to the struct.
func TestLikeJSON(t *testing.T) {
	type all struct {
		A  string            `json:"a"`
		B  *string           `json:"b,omitempty"`
		C  []byte            `json:"c"`
		D  map[string]any    `json:"d,omitempty"`
		E  time.Time         `json:"e,omitzero"`
		F  float64           `json:"f"`
		G  state             `json:"g"`
		H  any               `json:"h"`
		I  inner             `json:"i,omitempty"`
		J  []inner           `json:"j"`
		K  json.Number       `json:"k,omitempty"`
		L  json.RawMessage   `json:"l,omitempty"`
		M  big.Int           `json:"m"`
		N  pointerZero       `json:"n,omitzero"`
		O  int               `json:"-"`
		Q  [0]int            `json:"q,omitempty"`
		R  map[int]time.Time `json:"r"`
		S  pointerJSON       `json:"s"`
		T  *pointerJSON      `json:"t"`
		U  *zeroStruct       `json:"u,omitzero"`
		É  int
		un int
		inner
		*Page
	}
	values := []any{
		nil,
		inner{1, 2},
		&inner{},
		node{"a", &node{Name: "b"}},
		left{&right{nil, 2}, 1},
		&all{},
		&all{
			A: "<x>\xff", B: ptr(""), C: []byte("hi"), D: map[string]any{"a": 1}, E: day, F: 1e21,
			G: 1, H: &inner{1, 2}, N: pointerZero{5}, Page: &Page{2}, un: 1,
		},
		&all{
			H: []any{nil, state(1)}, I: inner{1, 2}, J: []inner{{}}, K: "1.50", L: json.RawMessage("[1 ]"),
			M: *big.NewInt(7), R: map[int]time.Time{2: day}, U: nil,
		},
		&all{U: &zeroStruct{5}, É: 1, inner: inner{3, 4}, Page: &Page{}},
		map[string]any{"x": state(1)},
		objectJSON{`{"a": 1.0, "b": [ ]}`},
		&pointerJSON{},
	}
	for _, v := range values {
		got, invalid := fieldsOf(v)
		if invalid != nil {
			t.Errorf("%T: %v", v, invalid)
			continue
		}
		if a, b := sorted(t, got), sorted(t, v); a != b && b != "null" {
			t.Errorf("%T: got  %s\nwant %s", v, a, b)
		}
	}
}

// sorted returns the JSON of v with sorted keys.
func sorted(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var m any
	if err := value.Decode(b, &m); err != nil {
		t.Fatal(err)
	}
	if b, err = json.Marshal(m); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFormFields(t *testing.T) {
	tests := []struct {
		name  string
		value any
		want  map[string]any // nil: it is not a form
	}{
		{"empty map", map[string]int{}, map[string]any{}},
		{"embedded", struct{ Page }{Page{2}}, map[string]any{"page": 2}},
		{"with String", &tagged{7}, map[string]any{"n": 7}},
		{"with MarshalJSON", additional{7}, map[string]any{"x": json.Number("1.0"), "y": []any{"a"}}},
		{"with MarshalJSON and a url tag", struct {
			additional `url:"-"`
			A          int `url:"a"`
		}{A: 1}, map[string]any{"x": json.Number("1.0"), "y": []any{"a"}}}, // as a value; QueryOf reads the tag

		{"nil pointer", (*page)(nil), nil},
		{"raw JSON", json.RawMessage(`{"a":1}`), nil},
		{"list", []page{{}}, nil},
		{"pointer to a pointer", ptr(&page{}), map[string]any{}},
	}
	for _, tt := range tests {
		got, err := formFieldsOf(tt.value)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, %v; want %#v", tt.name, got, err, tt.want)
		}
	}
}

func TestTags(t *testing.T) {
	type (
		none    struct{ A, _ int }
		deep    struct{ *node }
		tooDeep struct{ A node }
		leftOut struct {
			A int `url:"-"`
		}
		anyOther struct {
			A int `form:"a" yaml:"b"`
		}
		unexported struct {
			a int `url:"a"`
			B int
		}
	)
	for v, want := range map[any]bool{
		page{}: true, node{}: true, deep{}: true, leftOut{}: true, tagged{}: true,
		none{}: false, tooDeep{}: false, anyOther{}: false, unexported{a: 1}: false, "": false, day: false,
	} {
		if fields, _ := formFieldsOf(v); (fields != nil) != want {
			t.Errorf("%T: %v", v, fields)
		}
	}
}

// TestFieldsAsJSON: in a body, the fields of a struct behind a pointer are what they are in the
// JSON of that pointer, however deep only a pointer encodes itself.
func TestFieldsAsJSON(t *testing.T) {
	type money struct {
		Amount big.Int `json:"amount"`
	}
	type bill struct {
		Nested struct{ In money } `json:"nested"` // by name, as a map is written
		Plain  page               `json:"plain"`
		Texts  [1]pointerText     `json:"texts"`
		Total  money              `json:"total"`
	}
	b := new(bill)
	b.Total.Amount.SetInt64(5)
	fields, invalid := fieldsOf(b)
	got, err := json.Marshal(fields)
	want, wantErr := json.Marshal(b)
	if invalid != nil || err != nil || wantErr != nil || string(got) != string(want) {
		t.Errorf("got %s, %v, %v; want %s, %v", got, invalid, err, want, wantErr)
	}
	if _, ok := fields["plain"].(page); !ok {
		t.Errorf("a struct without such fields is %T", fields["plain"])
	}
}

// A guarded struct is always zero, and asks itself under its mutex.
type guarded struct{ mu sync.Mutex }

func (g *guarded) IsZero() bool {
	if g.mu.TryLock() { // a copy may be locked forever
		g.mu.Unlock()
	}
	return true
}

// TestFieldsInUse: only what is sent is read, so that another goroutine may use
// the rest of the struct. The race detector sees a copy of the whole.
func TestFieldsInUse(t *testing.T) {
	type Locked struct {
		Lock  sync.Mutex `json:"-"`
		Count int        `json:"-"`
		Page  int        `json:"page"`
	}
	type account struct {
		count int
		Name  string `json:"name"`
		Locked
		Text pointerText `json:"text"`
		Zero pointerZero `json:"zero,omitempty"`
		A    guarded     `json:"a,omitempty"`
		B    guarded     `json:"b,omitzero"`
	}
	a := account{Name: "n", Locked: Locked{Page: 2}}
	var stop atomic.Bool
	var used sync.WaitGroup
	used.Add(1)
	go func() {
		defer used.Done()
		for !stop.Load() {
			a.count++
			a.Lock.Lock()
			a.Count++
			a.Lock.Unlock()
			a.A.IsZero()
			a.B.IsZero()
		}
	}()
	for range 1000 {
		got, invalid := fieldsOf(&a)
		want := map[string]any{"name": "n", "page": 2, "text": &pointerText{}, "zero": pointerZero{}}
		if invalid != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, %v; want %v", got, invalid, want)
			break
		}
	}
	stop.Store(true)
	used.Wait()
}

func TestManyFields(t *testing.T) {
	fields := make([]reflect.StructField, 50_000)
	for i := range fields {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: reflect.TypeFor[int8]()}
	}
	many := reflect.Zero(reflect.StructOf(fields)).Interface()
	if m, invalid := fieldsOf(many); invalid != nil || len(m) != len(fields) {
		t.Errorf("got %d fields, %v", len(m), invalid)
	}
}
