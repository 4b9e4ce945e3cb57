package value

import (
	"reflect"
	"strings"
	"testing"
)

// TestLoops: under every release of Go, a pointer that leads back to itself inside a
// value is an error, and no other value is.
func TestLoops(t *testing.T) {
	type pointer *pointer
	var loop any
	loop = &loop
	var named pointer
	named = &named
	type holder struct {
		A int
		V any
	}
	shared := &holder{V: 1}
	selfMap := map[string]any{}
	selfMap["m"], selfMap["n"] = selfMap, []any{selfMap, nil}
	selfList := make([]any, 2)
	selfList[1] = selfList
	for _, tt := range []struct {
		name  string
		value any
		loops bool
	}{
		{"in a list", []any{1, loop}, true},
		{"in a map", map[string]any{"a": map[string]any{"b": loop}}, true},
		{"in a struct", holder{V: loop}, true},
		{"behind a pointer to a struct", &holder{V: &holder{V: loop}}, true},
		{"in an array", [2]any{nil, loop}, true},
		{"a named pointer", []pointer{named}, true},
		{"after a map that holds itself", []any{selfMap, loop}, true},
		{"itself", loop, true},
		{"nil", nil, false},
		{"one value twice", []any{shared, shared, &shared}, false},
		{"a map that holds itself", selfMap, false},
		{"a list that holds itself", selfList, false},
		{"text of its own", []any{&Unusable{}}, false},
		{"unexported", struct{ v any }{1}, false},
	} {
		if err := (search{}).visit(reflect.ValueOf(tt.value), 0); (err != nil) != tt.loops {
			t.Errorf("%s: %v", tt.name, err)
		}
		_, err := Append(nil, map[string]any{"a": tt.value})
		if tt.loops && (err == nil || !strings.Contains(err.Error(), "leads back to itself") && !strings.Contains(err.Error(), "contains itself")) {
			t.Errorf("%s: encoded, %v", tt.name, err)
		}
	}
	var deep any = loop
	for range 2 * maxDepth {
		deep = []any{deep}
	}
	if _, err := Append(nil, deep); err == nil {
		t.Error("deep: encoded")
	}
}
