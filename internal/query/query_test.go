package query

import (
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/fault"
)

type mode string

type page struct {
	Size int `url:"size,omitempty"`
}

type textual struct {
	N int `json:"n"`
}

func (textual) MarshalText() ([]byte, error) { return []byte("text"), nil }

type ring struct {
	Next *ring `json:"next"`
}

func (m mode) String() string { return "mode-" + string(m) }

// pairsTests have what a value writes, by every style. test/ has lists.
var pairsTests = []struct {
	name, key string
	value     any
	want      string
}{
	{"empty string", "k", "", "k="},
	{"odd key", "a b&c=", "x", "a%20b%26c%3D=x"},
	{"bytes", "k", []byte("é"), "k=%C3%A9"},
	{"time", "k", time.Unix(0, 0).UTC(), "k=1970-01-01T00%3A00%3A00Z"},
	{"string with a String method", "k", mode("a"), "k=a"},
	{"pointer", "k", new(int), "k=0"},
	{"key with []", "k[]", []int{1, 2}, "k%5B%5D=1&k%5B%5D=2"},
	{"scalar with []", "k[]", 1, "k%5B%5D=1"},
	{"pointer to map", "f", &map[string]string{"a": "b"}, "f%5Ba%5D=b"},
	{"scalars beside a map", "m", []any{1, map[string]int{"a": 2}}, "m%5B0%5D=1&m%5B1%5D%5Ba%5D=2"},
	{"a comma with []", "k[]", []string{"1,2"}, "k%5B%5D=1%2C2"},
	{"pointers to structs", "f", &map[string]*page{"x": {Size: 3}, "y": nil}, "f%5Bx%5D%5Bsize%5D=3"},
	{"struct that is omitted", "f", page{}, ""},
	{"text of a struct", "k", textual{1}, "k=text"},
	{"nil pointer", "k", (*int)(nil), ""},
}

// onto returns the pairs to be added to an absolute URL.
func onto(t testing.TB, u *address.URL, text string, lists Style) *Pairs {
	t.Helper()
	given := func(string) (any, bool) { return text, true }
	if err := address.Compile("{+x}").Expand(u, "{+x}", given, address.CompileBase(""), given); err != nil {
		t.Fatalf("%s: %v", text, err.Reason)
	}
	return OfURL(u, lists)
}

// A Param is a parameter of the call.
type Param struct {
	Key   string
	Value any
}

func param(key string, v any) Param { return Param{key, v} }

func addTo(p *Pairs, key string, v any) *fault.Error {
	_, err := p.Add(key, v, false)
	return err
}

// add adds one parameter to https://h and the rest of a URL.
func add(t testing.TB, rest, key string, value any, style Style) (string, *fault.Error) {
	t.Helper()
	var u address.URL
	pairs := onto(t, &u, "https://h"+rest, style)
	_, err := pairs.Add(key, value, false)
	return strings.TrimPrefix(u.String(), "https://h"), err
}

func TestPairs(t *testing.T) {
	for _, tt := range pairsTests {
		for style := range Indexes + 1 {
			got, err := add(t, "/x", tt.key, tt.value, style)
			got, _ = strings.CutPrefix(got, "/x")
			if got, _ := strings.CutPrefix(got, "?"); err != nil || got != tt.want {
				t.Errorf("%s, style %d\n got %s, %v\nwant %s", tt.name, style, got, err, tt.want)
			}
			checkForm(t, tt.name, tt.key, tt.value, style, tt.want)
		}
	}
}

// checkForm checks that a form has the pairs of the query want, decoded.
func checkForm(t *testing.T, name, key string, value any, style Style, query string) {
	t.Helper()
	form := url.Values{}
	pairs := OfForm(form, style)
	_, err := pairs.Add(key, value, false)
	want, parseErr := url.ParseQuery(query)
	if err != nil || parseErr != nil || !reflect.DeepEqual(form, want) {
		t.Errorf("%s in a form, style %d: %v, %v\nwant %v, %v", name, style, form, err, want, parseErr)
	}
}

func TestRejected(t *testing.T) {
	tests := []struct {
		name   string
		key    string
		value  any
		reason string
	}{
		{"empty key", "", 1, "its name is empty"},
		{"empty key of a map", "k", map[string]any{"": 1}, "name within it"},
		{"key with a bracket", "k", map[string]any{"a]": 1}, "name within it"},
		{"key with a bracket below", "k", []any{map[string]any{"[s3cret": 1}}, "name within it"},
		{"name of a field with a bracket", "k", struct {
			S string `json:"[s]"`
		}{"s3cret"}, "name within it"},
		{"struct without tags", "k", struct{ S string }{"s3cret"}, "a struct with json or url tags"},
		{"the same in a list", "k", []any{1, struct{}{}}, "a struct with json or url tags"},
		{"field with an option", "k", []struct {
			A int `json:"a,string"`
		}{{7}}, `struct.A: the option "string"`},
	}
	for _, tt := range tests {
		form := OfForm(url.Values{}, Repeat)
		_, queryErr := add(t, "/x", tt.key, tt.value, Repeat)
		for _, err := range []*fault.Error{queryErr, addTo(form, tt.key, tt.value)} {
			if err == nil || !strings.Contains(err.Error(), tt.reason) || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%s: error %v, want one with %q and without the value", tt.name, err, tt.reason)
			}
		}
	}
}

// TestNames has values whose names in brackets are too long, all together.
func TestNames(t *testing.T) {
	list := []any{1, nil}
	list[1] = &list
	through := map[string]any{}
	through["a"] = []any{map[string]any{"b": &through}}
	r := new(ring)
	r.Next = r
	var deep, twice any = "x", "x"
	for range 1000 {
		deep = []any{deep}
	}
	for range 40 {
		twice = []any{twice, twice}
	}
	const nameSize = len("k[0]")
	for name, v := range map[string]any{
		"list in itself": list, "map in itself by way of others": through, "struct in itself": r, "deep": deep, "2^40 texts": twice,
		"long key": map[string]any{strings.Repeat("a", maxNames): 1},
		"omitted":  map[string]any{strings.Repeat("a", maxNames): nil},
		"many":     append(make([]any, maxNames/nameSize), []any{}),
	} {
		form := OfForm(url.Values{}, Repeat)
		_, queryErr := add(t, "/x", "k", v, Repeat)
		for _, err := range []*fault.Error{queryErr, addTo(form, "k", v)} {
			if err == nil || err.Reason != errNames.Reason || err.Name != "k" {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
	for name, v := range map[string]any{
		"key of the greatest size": map[string]any{strings.Repeat("a", maxNames-len("k[]")): 1},
		"many scalars":             make([]int, maxNames),
		"part of a list in itself": []any{1, list[:1]},
		"the same map twice":       []any{map[string]any{"a": 1}, map[string]any{"a": 1}},
	} {
		if _, err := add(t, "", "k", v, Repeat); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if maxNames != 1<<20 {
		t.Errorf("the budget is %d bytes, not 1 MiB", maxNames)
	}
	form := OfForm(url.Values{}, Repeat) // the next parameter has the whole size again
	first := addTo(form, "k", map[string]any{strings.Repeat("a", maxNames-3): 1})
	second := addTo(form, "l", map[string]any{strings.Repeat("a", maxNames-3): 1})
	if first != nil || second != nil {
		t.Error(first, second)
	}
}

// TestDepth: what a value takes grows as its depth does, whatever it is nested in.
func TestDepth(t *testing.T) {
	size := func(depth int, nest func(any) any) float64 {
		var v any = "x"
		for range depth {
			v = nest(v)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := addTo(OfForm(url.Values{}, Repeat), "k", v)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	for name, nest := range map[string]func(any) any{
		"map":  func(v any) any { return map[string]any{"a": v} },
		"list": func(v any) any { return []any{v} },
	} {
		if few, many := size(100, nest), size(800, nest); many > 12*few {
			t.Errorf("%s: %g bytes at depth 100, %g at 800", name, few, many)
		}
	}
}

// TestListNames has flat lists whose name repeats.
func TestListNames(t *testing.T) {
	name := func(n int) string { return strings.Repeat("k", n) }
	tests := []struct {
		name     string
		key      string
		elements int
		style    Style
		rejected bool
	}{
		{"many short names", name(64), 100_000, Repeat, false},
		{"the greatest size", name(64 + 1<<10), 1 << 10, Repeat, false},
		{"one element more", name(64 + 1<<10), 1<<10 + 1, Repeat, true},
		{"its own brackets", name(64+1<<10-1) + "[]", 1 << 10, Indexes, true},
		{"a name that is written once", name(40_000), 10_000, Comma, false},
		{"a long name and a long list", name(40_000), 10_000, Repeat, true},
	}
	for _, tt := range tests {
		list := make([]int, tt.elements)
		form := OfForm(url.Values{}, tt.style)
		_, queryErr := add(t, "/x", tt.key, list, tt.style)
		for _, err := range []*fault.Error{queryErr, addTo(form, tt.key, list)} {
			if (err != nil) != tt.rejected || err != nil && err.Reason != errNames.Reason {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	}
}

// TestOnce has parameters that write one name, in the order of their keys, in a query and in a
// form.
func TestOnce(t *testing.T) {
	nested := func(key string, v any) map[string]any { return map[string]any{key: v} }
	for _, tt := range []struct {
		name   string
		params []Param
		style  Style
		want   string // "": rejected
	}{
		{"a map and a key", []Param{param("page", nested("size", 5)), param("page[size]", 100)}, Repeat, ""},
		{
			"the second map",
			[]Param{param("a", nested("b", nested("c", 1))), param("a[b]", nested("d", 2)), param("a[b][d]", 3)},
			Repeat, "",
		},
		{"a list in brackets", []Param{param("role", []int{1}), param("role[]", []int{2})}, Brackets, ""},
		{"parameters between", []Param{param("f", nested("a", 1)), param("f-", 2), param("f[", 3), param("f[a]", "x")}, Repeat, ""},
		{
			"other names",
			[]Param{param("a", nested("b", 1)), param("a[c]", 2), param("a[d]", nested("b", 3))},
			Repeat, "a[b]=1&a[c]=2&a[d][b]=3",
		},
		{"omitted values", []Param{param("a", nested("b", nil)), param("a[b]", 2)}, Repeat, "a[b]=2"},
	} {
		var u address.URL
		form := url.Values{}
		for _, pairs := range []*Pairs{onto(t, &u, "https://h", tt.style), OfForm(form, tt.style)} {
			var err *fault.Error
			for _, p := range tt.params {
				if err == nil {
					_, err = pairs.Add(p.Key, p.Value, false)
				}
			}
			if (err != nil) != (tt.want == "") {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		query, _ := url.PathUnescape(u.String())
		if want, _ := url.ParseQuery(tt.want); tt.want != "" && (query != "https://h?"+tt.want || !reflect.DeepEqual(form, want)) {
			t.Errorf("%s: query %s, form %v; want %q", tt.name, query, form, tt.want)
		}
	}
}

// TestOnceReasons: the keys of maps are in no reason.
func TestOnceReasons(t *testing.T) {
	var u address.URL
	pairs := onto(t, &u, "https://h?a[s3cret]=1", Repeat)
	if err := addTo(pairs, "a", map[string]int{"s3cret": 1}); err == nil || err.Reason != errInURL.Reason {
		t.Error(err)
	}
	form := OfForm(url.Values{}, Repeat)
	first := addTo(form, "a", map[string]any{"b": map[string]int{"s3cret": 1}})
	second := addTo(form, "a[b]", map[string]int{"s3cret": 1})
	const want = `"a" and "a[b]" write the same name: pass only one of them, and remove a default by Unset`
	if first != nil || second == nil || second.Error() != want {
		t.Error(first, second)
	}
}

// FuzzPairs checks that a server which reads brackets finds every text again,
// under the path that leads to it.
func FuzzPairs(f *testing.F) {
	f.Add("k", "a", "v", "w", uint8(3))
	f.Add("k[]", "é ", "1,2", "&=", uint8(1))
	f.Fuzz(func(t *testing.T, key, name, v, w string, style uint8) {
		got, err := add(t, "/x", key, map[string]any{name: []any{v, map[string]any{name: w}}}, Repeat+Style(style%3))
		if bad := key == "" || name == "" || strings.ContainsAny(name, "[]"); bad != (err != nil) {
			t.Fatalf("%q, %q: error %v", key, name, err)
		}
		if err != nil {
			return
		}
		u, parseErr := url.Parse(got)
		if parseErr != nil {
			t.Fatal(parseErr)
		}
		want := url.Values{key + "[" + name + "][0]": {v}, key + "[" + name + "][1][" + name + "]": {w}}
		if !reflect.DeepEqual(u.Query(), want) {
			t.Fatalf("got %q, want %q", u.Query(), want)
		}
	})
}

// FuzzLists checks that a server which knows the style finds every element of a
// list again.
func FuzzLists(f *testing.F) {
	f.Add("a", "b,c", uint8(0))
	f.Add("a", "b,c", uint8(1))
	f.Add("", "%2C&=", uint8(3))
	f.Fuzz(func(t *testing.T, v, w string, n uint8) {
		style := Style(n % 4)
		address, err := add(t, "/x", "k", []string{v, w}, style)
		if err != nil {
			t.Fatalf("%q, %q: error %v", v, w, err)
		}
		u, parseErr := url.Parse(address)
		if parseErr != nil {
			t.Fatal(parseErr)
		}
		got := u.Query()["k"]
		switch style {
		case Indexes:
			got = append(u.Query()["k[0]"], u.Query()["k[1]"]...)
		case Comma:
			got = strings.Split(strings.TrimPrefix(u.RawQuery, "k="), ",")
			for i := range got {
				got[i], _ = url.QueryUnescape(got[i])
			}
		case Brackets:
			got = u.Query()["k[]"]
		}
		if !slices.Equal(got, []string{v, w}) {
			t.Fatalf("style %d: %s is read as %q", style, address, got)
		}
	})
}
