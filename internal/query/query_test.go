package query

import (
	"fmt"
	"math"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

type mode string

type selfArray [1]*selfArray

func (m mode) String() string { return "mode-" + string(m) }

// pairsTests has every kind of value in every style: first the styles that a query
// has, then the form. "" is nothing. Where only joined is given, all are the same.
var pairsTests = []struct {
	name  string
	key   string
	value any

	joined, comma, repeat, brackets string
}{
	{"string", "k", "a b&", "k=a%20b%26", "", "", ""},
	{"empty string", "k", "", "k=", "", "", ""},
	{"odd key", "a b&c=", "x", "a%20b%26c%3D=x", "", "", ""},
	{"int", "k", -3, "k=-3", "", "", ""},
	{"float", "k", 1e21, "k=1000000000000000000000", "", "", ""},
	{"bool", "k", true, "k=true", "", "", ""},
	{"bytes", "k", []byte("é"), "k=%C3%A9", "", "", ""},
	{"time", "k", time.Unix(0, 0).UTC(), "k=1970-01-01T00%3A00%3A00Z", "", "", ""},
	{"Stringer", "k", mode("a"), "k=mode-a", "", "", ""},
	{"pointer", "k", new(int), "k=0", "", "", ""},
	{"list", "k", []string{"1", "2,3"}, "k=1%2C2%2C3", "k=1,2%2C3", "k=1&k=2%2C3", "k%5B%5D=1&k%5B%5D=2%2C3"},
	{"list of one", "k", []int{1}, "k=1", "k=1", "k=1", "k%5B%5D=1"},
	{"list with nil", "k", []any{nil, "a", (*int)(nil), 2}, "k=a%2C2", "k=a,2", "k=a&k=2", "k%5B%5D=a&k%5B%5D=2"},
	{"array", "k", [2]mode{"a", "b"}, "k=mode-a%2Cmode-b", "k=mode-a,mode-b", "k=mode-a&k=mode-b", "k%5B%5D=mode-a&k%5B%5D=mode-b"},
	{"key with []", "k[]", []int{1, 2}, "k%5B%5D=1&k%5B%5D=2", "", "", ""},
	{"scalar with []", "k[]", 1, "k%5B%5D=1", "", "", ""},
	{"map", "f", map[string]any{"state": "open", "a": 1, "n": nil}, "f%5Ba%5D=1&f%5Bstate%5D=open", "", "", ""},
	{"typed map", "f", map[mode][]bool{"x": {true}}, "f%5Bx%5D%5B0%5D=true", "", "", ""},
	{"pointer to map", "f", &map[string]string{"a": "b"}, "f%5Ba%5D=b", "", "", ""},
	{"list of maps", "items", []any{map[string]any{"price": "p"}, nil, map[string]int{"n": 2}}, "items%5B0%5D%5Bprice%5D=p&items%5B2%5D%5Bn%5D=2", "", "", ""},
	{"list below a map", "tags", map[string]any{"x": []string{"a", "b"}}, "tags%5Bx%5D%5B0%5D=a&tags%5Bx%5D%5B1%5D=b", "", "", ""},
	{"list of lists", "m", [][]int{{1}, {}, {2, 3}}, "m%5B0%5D%5B0%5D=1&m%5B2%5D%5B0%5D=2&m%5B2%5D%5B1%5D=3", "", "", ""},
	{"scalars beside a map", "m", []any{1, map[string]int{"a": 2}}, "m%5B0%5D=1&m%5B1%5D%5Ba%5D=2", "", "", ""},
	{"the writer's own []", "tags[x][]", []string{"a", "b"}, "tags%5Bx%5D%5B%5D=a&tags%5Bx%5D%5B%5D=b", "", "", ""},
	{"nil", "k", nil, "", "", "", ""},
	{"nil pointer", "k", (*int)(nil), "", "", "", ""},
	{"empty list", "k", []any{}, "", "", "", ""},
	{"list of nil", "k", []any{nil}, "", "", "", ""},
	{"empty map", "k", map[string]any{}, "", "", "", ""},
	{"empty within", "k", map[string]any{"a": []any{}, "b": map[string]any{"c": nil}}, "", "", "", ""},
}

// add adds one parameter to a URL.
func add(url, key string, value any, style Style) (string, error) {
	u := New(!strings.ContainsAny(url, "?#"))
	b, err := u.Add([]byte(url), key, value, style)
	return string(u.Close(b)), err
}

func TestPairs(t *testing.T) {
	for _, tt := range pairsTests {
		wants := []string{tt.joined, tt.comma, tt.repeat, tt.brackets}
		for style, want := range wants {
			if tt.comma == "" {
				want = tt.joined
			}
			style := Style(style)
			got, err := add("/x", tt.key, tt.value, style)
			if err != nil {
				t.Errorf("%s, style %d: %v", tt.name, style, err)
				continue
			}
			got, _ = strings.CutPrefix(got, "/x")
			if got, _ := strings.CutPrefix(got, "?"); got != want {
				t.Errorf("%s, style %d\n got %s\nwant %s", tt.name, style, got, want)
			}
			checkForm(t, tt.name, tt.key, tt.value, style, want)
		}
	}
}

// checkForm checks that a form has the pairs of the query want, decoded.
func checkForm(t *testing.T, name, key string, value any, style Style, query string) {
	t.Helper()
	form := url.Values{}
	err := AddToForm(form, key, value, style)
	if (style == Comma || style == Joined) && strings.HasSuffix(query, "3") && name == "list" {
		if err != errComma {
			t.Errorf("%s in a form, style %d: error %v", name, style, err)
		}
		return
	}
	want, parseErr := url.ParseQuery(query)
	if err != nil || parseErr != nil || !reflect.DeepEqual(form, want) {
		t.Errorf("%s in a form, style %d: %v, %v\nwant %v, %v", name, style, form, err, want, parseErr)
	}
}

func TestOntoURL(t *testing.T) {
	for _, tt := range []struct{ url, want string }{
		{"/x", "/x?a=1&f%5Bb%5D=2&f%5Bc%5D=3"},
		{"/x?", "/x?a=1&f%5Bb%5D=2&f%5Bc%5D=3"},
		{"/x?q", "/x?q&a=1&f%5Bb%5D=2&f%5Bc%5D=3"},
		{"/x?q=1&", "/x?q=1&a=1&f%5Bb%5D=2&f%5Bc%5D=3"},
		{"/x?a=0", "/x?a=0&f%5Bb%5D=2&f%5Bc%5D=3"},
		{"/x?%61", "/x?%61&f%5Bb%5D=2&f%5Bc%5D=3"},
		{"/x?f%5Bb%5D=0", "/x?f%5Bb%5D=0&a=1&f%5Bc%5D=3"},
		{"/x?f[b]=0#y?z", "/x?f[b]=0&a=1&f%5Bc%5D=3#y?z"},
		{"/x#y", "/x?a=1&f%5Bb%5D=2&f%5Bc%5D=3#y"},
		{"/x?1&2&3&4&5&6&7&8&9&a", "/x?1&2&3&4&5&6&7&8&9&a&f%5Bb%5D=2&f%5Bc%5D=3"},
	} {
		u := New(!strings.ContainsAny(tt.url, "?#"))
		b, err := u.Add([]byte(tt.url), "a", 1, Repeat)
		if err != nil {
			t.Error(err)
		}
		if b, err = u.Add(b, "f", map[string]any{"b": 2, "c": 3}, Repeat); err != nil {
			t.Error(err)
		}
		if got := string(u.Close(b)); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.url, got, tt.want)
		}
	}
	for key, value := range map[string]any{"a b": "x", "nil": nil} {
		if got, err := add("/x?a+b=1#f", key, value, Repeat); err != nil || got != "/x?a+b=1#f" {
			t.Errorf("got %s, %v, want no change", got, err)
		}
	}
}

func TestRejected(t *testing.T) {
	loopMap, list := map[string]any{}, []any{1, nil}
	for i := range 16 {
		loopMap[fmt.Sprint("k", i)] = loopMap
	}
	list[1] = &list
	array, typed := new([1]any), new(selfArray)
	array[0], typed[0] = array, typed
	deep := []any{1}
	for range maxDepth {
		deep = []any{deep}
	}
	through := map[string]any{}
	through["a"] = []any{map[string]any{"b": &through}}
	tests := []struct {
		name   string
		key    string
		value  any
		reason string
	}{
		{"empty key", "", 1, "empty"},
		{"empty key of a map", "k", map[string]any{"": 1}, "key of the map"},
		{"key with a bracket", "k", map[string]any{"a]": 1}, "key of the map"},
		{"key with a bracket below", "k", []any{map[string]any{"[s3cret": 1}}, "key of the map"},
		{"struct", "k", struct{ S string }{"s3cret"}, "ParamsOf"},
		{"struct in a map", "k", map[string]any{"a": struct{}{}}, "ParamsOf"},
		{"map with int keys", "k", map[int]string{1: "s3cret"}, "string keys"},
		{"not finite", "k", []float64{math.Inf(1)}, "finite"},
		{"channel", "k", map[string]any{"s3cret": make(chan int)}, "chan int"},
		{"map in itself", "k", loopMap, "contains itself"},
		{"list in itself", "k", list, "contains itself"},
		{"map in itself by way of others", "k", through, "contains itself"},
		{"array in itself", "k", array, "contains itself"},
		{"array of pointers to itself", "k", typed, "contains itself"},
		{"deep", "k", deep, "too deeply"},
	}
	for _, tt := range tests {
		_, queryErr := add("/x", tt.key, tt.value, Repeat)
		for _, err := range []error{queryErr, AddToForm(url.Values{}, tt.key, tt.value, Repeat)} {
			if err == nil || !strings.Contains(err.Error(), tt.reason) || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%s: error %v, want one with %q and without the value", tt.name, err, tt.reason)
			}
		}
	}
	part := []any{1, nil}
	part[1] = part[:1]
	if got, err := add("", "k", part, Repeat); err != nil || got != "?k%5B0%5D=1&k%5B1%5D%5B0%5D=1" {
		t.Errorf("a list with a part of itself: %s, %v", got, err)
	}
	shared := map[string]any{"a": 1}
	if got, err := add("", "k", []any{shared, shared}, Repeat); err != nil || got != "?k%5B0%5D%5Ba%5D=1&k%5B1%5D%5Ba%5D=1" {
		t.Errorf("a map that stands twice: %v", err)
	}
}

// FuzzPairs checks that a server which reads brackets finds every text again,
// under the path that leads to it.
func FuzzPairs(f *testing.F) {
	f.Add("k", "a", "v", "w", uint8(3))
	f.Add("k[]", "é ", "1,2", "&=", uint8(1))
	f.Fuzz(func(t *testing.T, key, name, v, w string, style uint8) {
		address, err := add("https://h/x", key, map[string]any{name: []any{v, map[string]any{name: w}}}, Style(style%4))
		if bad := key == "" || name == "" || strings.ContainsAny(name, "[]"); bad != (err != nil) {
			t.Fatalf("%q, %q: error %v", key, name, err)
		}
		if err != nil {
			return
		}
		got, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		want := url.Values{key + "[" + name + "][0]": {v}, key + "[" + name + "][1][" + name + "]": {w}}
		if !reflect.DeepEqual(got.Query(), want) {
			t.Fatalf("got %q, want %q", got.Query(), want)
		}
	})
}
