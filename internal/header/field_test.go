package header

import (
	"slices"
	"strings"
	"testing"
)

func TestLatest(t *testing.T) {
	fields := Append(nil, map[string]string{"b": "1", "A": " 2\t", "c": "3"}, 0)
	fields = Append(fields, map[string]string{"B": "4", "b": "5", "C": ""}, 1)
	fields = Latest(fields)
	var got []string
	for _, f := range fields {
		got = append(got, f.Lower+"="+f.Value)
	}
	if want := []string{"a=2", "b=5", "c="}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, want := range map[string]int{"a": 0, "c": 2, "C": -1, "d": -1} {
		if got := Index(fields, name); got != want {
			t.Errorf("the index of %q is %d, want %d", name, got, want)
		}
	}
}

func TestInvalidField(t *testing.T) {
	for _, tt := range []struct{ name, value, reason string }{
		{"x-a", "v\tw", ""},
		{"x-a", "v\r\nw", "control character"},
		{"x a", "v", "its name may contain only letters"},
		{"", "v", "its name may contain only letters"},
	} {
		f := Append(nil, map[string]string{tt.name: tt.value}, 0)[0]
		if got := f.Invalid(); (got == "") != (tt.reason == "") || !strings.Contains(got, tt.reason) {
			t.Errorf("%q: %q: %q, want %q", tt.name, tt.value, got, tt.reason)
		}
	}
}
