package query

import (
	"net/url"
	"runtime"
	"strings"
	"testing"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/fault"
)

var maxNames = new(address.URL).NamesLeft()

type ring struct {
	Next *ring `json:"next"`
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
		form := OfForm(new(address.URL), url.Values{}, Repeat)
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
	form := OfForm(new(address.URL), url.Values{}, Repeat) // the next parameter has what is left
	first := addTo(form, "k", map[string]any{strings.Repeat("a", maxNames-3): 1})
	second := addTo(form, "l", map[string]any{strings.Repeat("a", maxNames-3): 1})
	if first != nil || second == nil || second.Name != "l" {
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
		err := addTo(OfForm(new(address.URL), url.Values{}, Repeat), "k", v)
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
		{name: "many short names", key: name(64), elements: 100_000, style: Repeat},
		{name: "the greatest size", key: name(64 + 1<<10), elements: 1 << 10, style: Repeat},
		{name: "one element more", key: name(64 + 1<<10), elements: 1<<10 + 1, style: Repeat, rejected: true},
		{name: "its own brackets", key: name(64+1<<10-1) + "[]", elements: 1 << 10, style: Indexes, rejected: true},
		{name: "a name that is written once", key: name(40_000), elements: 10_000, style: Comma},
		{name: "a long name and a long list", key: name(40_000), elements: 10_000, style: Repeat, rejected: true},
	}
	for _, tt := range tests {
		list := make([]int, tt.elements)
		form := OfForm(new(address.URL), url.Values{}, tt.style)
		_, queryErr := add(t, "/x", tt.key, list, tt.style)
		for _, err := range []*fault.Error{queryErr, addTo(form, tt.key, list)} {
			if (err != nil) != tt.rejected || err != nil && err.Reason != errNames.Reason {
				t.Errorf("%s: %v", tt.name, err)
			}
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
	form := OfForm(new(address.URL), url.Values{}, Repeat)
	first := addTo(form, "a", map[string]any{"b": map[string]int{"s3cret": 1}})
	second := addTo(form, "a[b]", map[string]int{"s3cret": 1})
	const want = `"a" and "a[b]" write the same name: pass only one of them, and remove a default by Unset`
	if first != nil || second == nil || second.Error() != want {
		t.Error(first, second)
	}
}
