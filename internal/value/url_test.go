//lint:file-ignore SA5008 malformed tags are what is tested

package value_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"testing"
	"time"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/value"
)

// urlFieldsOf is fieldsOf by url tags.
func urlFieldsOf(v any) (map[string]any, *fault.Error) { return mapOf(value.URLFields(v)) }

// pairs are what their EncodeValues writes.
type pairs url.Values

func (p pairs) EncodeValues(_ string, v *url.Values) error {
	maps.Copy(*v, p)
	return nil
}

type queryEncoder interface {
	EncodeValues(key string, v *url.Values) error
}

// struct3 has its Page two levels down.
type struct3 struct{ struct2 }

func TestURLFields(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 600e6, time.FixedZone("", 3600))
	const second = "2026-01-02T03:04:05+01:00"
	type times []time.Time
	tests := []struct {
		name  string
		value any
		want  map[string]any
	}{
		{"the nearest of three", struct {
			Number int `url:"page,omitempty"`
			struct2
			struct3
		}{0, struct2{Page{1}}, struct3{struct2{Page{2}}}}, map[string]any{"page": 1}},
		{"the outer one whose EncodeValues writes nothing", struct {
			Number pairs `url:"page"`
			page
		}{nil, page{2, 3}}, map[string]any{"page": 2, "per_page": 3}},

		{"times", struct {
			A time.Time     `url:"a"`
			B *time.Time    `url:"b"`
			C *time.Time    `url:"c"`
			D time.Time     `url:"d" layout:"2006-01"`
			E *time.Time    `url:"e" layout:"2006"`
			F *time.Time    `url:"f" layout:"2006"`
			G []time.Time   `url:"g"`
			H []*time.Time  `url:"h" layout:"02"`
			I []time.Time   `url:"i,comma" layout:"02"`
			J *times        `url:"j,brackets"`
			K time.Time     `json:"k"`
			M time.Time     // without a tag
			N any           `url:"n"`
			O time.Duration `url:"o"`
			P time.Time     `url:"p,omitempty" layout:"2006"`
		}{
			A: at, B: &at, D: at, E: &at, G: []time.Time{at, at}, H: []*time.Time{&at, nil}, I: []time.Time{at, at},
			J: &times{at}, K: at, M: at, N: at,
		}, map[string]any{
			"a": second, "b": second, "c": nil, "d": "2026-01", "e": "2026", "f": nil, "g": []any{second, second},
			"h": []any{"02", nil}, "i": "02,02", "j[]": []any{second}, "k": at, "M": at,
			"n": at, "o": time.Duration(0),
		}},
		{"lists", struct {
			A []string  `url:"a,brackets"`
			B *[]string `url:"b,brackets"`
			C [1]int    `url:"c,omitempty,brackets"`
			D string    `url:"d,brackets"` // is not a list
			E []byte    `url:"e,brackets"` // is text
			F []string  `url:"f" del:","`
			G string    `url:"g" del:","`
			H []string  `url:"h[],omitempty"`
			I []string  `del:","`
		}{A: []string{"1"}, F: []string{"1", "2"}, H: []string{"3"}, I: []string{"4", "5"}}, map[string]any{
			"a[]": []string{"1"}, "b[]": (*[]string)(nil), "c[]": [1]int{}, "d": "", "e": []byte(nil),
			"f": "1,2", "g": "", "h[]": []string{"3"}, "I": "4,5",
		}},
		{"EncodeValues", struct {
			A pairs  `url:"a"`
			B pairs  `url:"b,brackets,comma"`
			C pairs  `url:"c"` // writes nothing
			D *pairs `url:"d"`
			E *pairs `url:"e"`
			F pairs  `url:"f,omitempty"`
			G pairs
			H pairs           `json:"h"`
			I any             `url:"i"` // whose type has no method
			J queryEncoder    `url:"j"`
			K queryEncoder    `url:"k"`
			L queryEncoder    `url:"l"`
			M *pointerEncodes `url:"m"`
		}{
			A: pairs{"a": {"1"}}, B: pairs{"b": {"1", "2"}}, D: &pairs{"d": {"3"}}, G: pairs{"G": {"4"}},
			H: pairs{"h": {"5"}}, I: pairs{"x": {}}, J: pairs{"j": {"6"}}, K: (*pairs)(nil),
		}, map[string]any{
			"a": "1", "b": []string{"1", "2"}, "d": "3", "G": "4", "h": pairs{"h": {"5"}}, "i": pairs{"x": {}}, "j": "6",
		}},

		{"embedded text under a name", struct {
			time.Time `url:"at"`
		}{at}, map[string]any{"at": second}},
		{"embedded mutex", struct {
			*guarded
			page
		}{nil, page{1, 2}}, map[string]any{"page": 1, "per_page": 2}},

		{"pointer to url.Values", &url.Values{"a": {"1"}}, map[string]any{"a": "1"}},
		{"MarshalJSON", additional{7}, map[string]any{"x": json.Number("1.0"), "y": []any{"a"}}},
		{"MarshalJSON and a url tag of an unexported field", struct {
			additional
			a int `url:"a"`
		}{a: 1}, map[string]any{"x": json.Number("1.0"), "y": []any{"a"}}},
		{"MarshalText and a url tag", struct {
			failingText
			A int `url:"a"`
		}{A: 1}, map[string]any{"a": 1}},
	}
	for _, tt := range tests {
		got, err := urlFieldsOf(tt.value)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, %v\nwant %#v", tt.name, got, err, tt.want)
		}
	}
}

func TestURLFieldsErrors(t *testing.T) {
	checkReasons(t, urlFieldsOf, []reasonTest{
		{"embedded text", struct {
			time.Time
			Zone string `url:"zone"`
		}{}, "struct.Time: it is embedded without a name"},
		{"layout of an interface", struct {
			A any `url:"a" layout:"2006"`
		}{day}, "struct.A: its tag layout"},
		{"layout alone", struct {
			A time.Time `layout:"2006"`
		}{day}, "struct.A: its tag layout"},
	})
}
