package fieldtag

import (
	"testing"
	"time"
)

type tagged struct {
	A string `url:"a"`
}

type byPointer struct{ tagged }

func (*byPointer) MarshalJSON() ([]byte, error) { return nil, nil }

func TestForeign(t *testing.T) {
	var none *tagged
	tests := []struct {
		value   any
		encodes bool
		want    string
	}{
		{nil, true, ""},
		{1, true, ""},
		{tagged{}, true, "A"},
		{&tagged{}, false, "A"},
		{none, true, "A"},
		{[]tagged(nil), true, "A"},
		{map[string][]*tagged{}, true, "A"},
		{[]any{1, tagged{}}, true, "A"},
		{[]any{1, tagged{}}, false, ""}, // the type alone does not tell
		{struct {
			A string `url:"a" json:"a"`
			B tagged `json:"-"`
			b tagged
			time.Time
		}{}, true, ""},
		{struct {
			F string `form:"f"`
		}{}, true, "F"},
		{byPointer{}, true, "A"},
		{&byPointer{}, true, ""},
		{[]byPointer{{}}, true, ""},
		{map[int]byPointer{1: {}}, true, "A"},
	}
	for _, tt := range tests {
		if got := Foreign(tt.value, tt.encodes); got != tt.want {
			t.Errorf("Foreign(%#v, %v) = %q, want %q", tt.value, tt.encodes, got, tt.want)
		}
	}
}
