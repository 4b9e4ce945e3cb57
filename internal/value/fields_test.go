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

func mapOf(items []value.Item) (map[string]any, *fault.Error) {
	m := map[string]any{}
	for _, item := range items {
		if err, ok := item.Value.(*fault.Error); ok {
			return nil, err
		}
		m[item.Key] = item.Value
	}
	return m, nil
}

func TestFields(t *testing.T) {
	tests := []struct {
		name  string
		value any
		want  map[string]any
	}{
		{"left out", struct {
			A    chan int `json:"-"`
			B    int      `url:"-"`
			C    int      `json:"-,omitempty"` // as encoding/json reads it
			page `url:"-"`
		}{C: 1}, map[string]any{"-": 1}},
		{"punctuation in json", struct {
			A int `json:"!#$%&()*+-./:;<=>?@[]^_{|}~ ß1"`
		}{1}, map[string]any{"!#$%&()*+-./:;<=>?@[]^_{|}~ ß1": 1}},
		{"embedded lists, of which one is not exported", struct {
			Words
			words
			A int
		}{Words{"a"}, words{"a"}, 1}, map[string]any{"Words": Words{"a"}, "A": 1}},
		{"a struct that says that it is zero", struct {
			A time.Time   `url:",omitempty"`
			B zeroStruct  `url:",omitempty"`
			C pointerZero `json:",omitempty"`
			D *time.Time  `url:",omitempty"` // set
		}{B: zeroStruct{5}, C: pointerZero{5}, D: &time.Time{}}, map[string]any{"D": &time.Time{}}},
		{"numbers of MarshalJSON", objectJSON{`{"n": 1.10, "l": [12345678901234567890]}`}, map[string]any{
			"n": json.Number("1.10"), "l": []any{json.Number("12345678901234567890")},
		}},
		{"null of MarshalJSON", objectJSON{"null"}, map[string]any{}},
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
		{"a struct whose pointer encodes itself", pointerJSON{}, map[string]any{"n": json.Number("1.10")}},
	}
	for _, tt := range tests {
		got, invalid := fieldsOf(tt.value)
		if invalid != nil || got == nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, %v\nwant %#v", tt.name, got, invalid, tt.want)
		}
	}
}

type Words []string

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

func TestFieldsErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		value any
		want  string // is in the reason
	}{
		{"pointer with MarshalJSON", *big.NewInt(7777), "big.Int is not an object in JSON"},
		{"list by a method", objectJSON{`["planted"]`}, "value_test.objectJSON is not an object in JSON"},
		{"quotes of json/v2", field(`json:"'a',omitempty"`, 0), "struct.A: encoding/json does not use the name"},
		{"not UTF-8 in json", field("json:\"a\xff\"", 0), "struct.A: encoding/json does not use the name"},
		{"within a struct that is embedded twice", struct {
			twiceA
			twiceB
		}{}, "struct.twiceA.level2a.level3.X and struct.twiceB.level2a.level3.X are both sent"},
		{"2^10 embedded structs", reflect.Zero(doubled(10)).Interface(), "has more than 1000 embedded structs"},
		{"inline of what is not embedded", field(`json:",inline"`, inner{}), `struct.A: the option inline of its tag is for an embedded struct`},
		{"layout and an unknown option", field(`url:"a,unix" layout:"2006"`, time.Time{}), `struct.A: the tags del and layout`},
		{"embedded with a name and not exported", struct {
			page `json:"p"`
		}{page{2, 3}}, "struct.page: it has a tag, but is not exported"},
		{"embedded text", struct {
			netip.Addr `json:",inline"`
			netip.Prefix
		}{}, `struct.Addr: it is embedded without a name, and has no exported fields: write url:"name"`},
		{"the tag of another package on an embedded struct", struct {
			*page `form:"p"`
		}{}, "struct.page: its tag is read by OptionsOf or another package"},
		{"brackets of a joined list", field(`url:"a,brackets,comma"`, []int(nil)), `the option brackets of its tag is not read here`},
		{"brackets of an interface", struct {
			A any `url:"a,brackets"`
		}{[]int{1}}, `struct.A: the option brackets of its tag`},
		{"comma over what has no text", field(`url:"a,comma"`, []any{math.NaN()}), "struct.A: the number is not finite"},
		{"comma over lists", field(`url:"a,comma"`, [][]string{{"planted"}}), "struct.A: only a list of scalars is joined"},
	} {
		got, err := fieldsOf(tt.value)
		if err == nil || got != nil || !strings.Contains(err.Reason, tt.want) || strings.Contains(err.Reason, "planted") ||
			strings.Contains(err.Reason, "7777") {
			t.Errorf("%s: got %v, %v; want %s and no value", tt.name, got, err, tt.want)
		}
	}
}

type ownQuery struct{ N int }

func (ownQuery) EncodeValues(key string, v *url.Values) error { return nil }

// TestEncodeValues: QueryOf refuses the method, but not in a field that its json tag names.
func TestEncodeValues(t *testing.T) {
	for tag, isRefused := range map[reflect.StructTag]bool{"": true, `url:"a"`: true, `json:"a"`: false} {
		_, err := mapOf(value.URLFields(field(tag, ownQuery{})))
		if isRefused != (err != nil && strings.Contains(err.Reason, "EncodeValues")) {
			t.Errorf("%s: %v", tag, err)
		}
	}
}

// field returns a struct of one field A.
func field(tag reflect.StructTag, v any) any {
	s := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(v), Tag: tag}})).Elem()
	s.Field(0).Set(reflect.ValueOf(v))
	return s.Interface()
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
		Q  [1]int            `json:"q,omitempty"`
		R  map[int]time.Time `json:"r"`
		S  pointerJSON       `json:"s"`
		T  *pointerJSON      `json:"t"`
		U  *zeroStruct       `json:"u,omitzero"`
		V  zeroAt5           `json:"v,omitzero"`
		W  asksZero          `json:"w,omitzero"`
		X  any               `json:"x,omitzero"`
		Y  []int             `json:"y,omitempty,omitzero"`
		Z  func()            `json:"-"`
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
			G: 1, H: &inner{1, 2}, N: pointerZero{5}, V: 5, W: (*pointerZero)(nil), X: zeroAt5(5), Page: &Page{2}, un: 1,
		},
		&all{
			D: map[string]any{}, H: []any{nil, state(1)}, I: inner{1, 2}, J: []inner{{}}, K: "1.50", L: json.RawMessage("[1 ]"),
			M: *big.NewInt(7), R: map[int]time.Time{2: day}, W: zeroAt5(5), Y: []int{},
		},
		&all{U: &zeroStruct{5}, W: zeroAt5(6), Y: []int{1}, É: 1, inner: inner{3, 4}, Page: &Page{}},
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
