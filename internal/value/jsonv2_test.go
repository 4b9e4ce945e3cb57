//go:build go1.27 && goexperiment.jsonv2

package value_test

import (
	"encoding/json/jsontext"
	"testing"

	"example.com/endpoint/internal/value"
)

// A writesJSON writes itself with encoding/json/v2, and has nothing else to show.
type writesJSON struct{ text string }

func (w writesJSON) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteValue(jsontext.Value(w.text))
}

// TestMarshalJSONTo: where encoding/json is built on encoding/json/v2, a type with
// MarshalJSONTo is as one with MarshalJSON.
func TestMarshalJSONTo(t *testing.T) {
	for _, v := range []any{writesJSON{`{"a":1}`}, &writesJSON{`{"a":1}`}} {
		if got, err := value.Marshal(v); err != nil || string(got) != `{"a":1}` {
			t.Errorf("%T: got %s, %v", v, got, err)
		}
		if got, err := fieldsOf(v); err != nil || len(got) != 1 || got["a"] == nil {
			t.Errorf("%T: fields %v, %v", v, got, err)
		}
	}
	if got, err := fieldsOf(struct {
		A interface{ MarshalJSONTo() error }
	}{}); err != nil || len(got) != 1 {
		t.Errorf("a method without a parameter: %v, %v", got, err)
	}
	const want = "MarshalJSON of value_test.writesJSON failed or returned invalid JSON"
	if _, err := value.Marshal(writesJSON{"planted"}); err == nil || err.Reason != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
