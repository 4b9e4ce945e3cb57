// The index of a document: one line of JSON for each operation.

package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// indexVersion changes when an older Read would misread an index.
const indexVersion = 1

// indexBegin is what the first line of an index begins with, and no document.
var indexBegin = []byte(`{"index":`)

// A header is the first line of an index.
type header struct {
	Index   int      `json:"index"`
	Servers []string `json:"servers"`
	Keys    []string `json:"keys,omitempty"`
}

// WriteIndex writes what [Read] reads in place of the document: a line that says
// so, and one line for each operation, by path and method.
func (a *API) WriteIndex(w io.Writer) error {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(header{indexVersion, a.servers, a.keys}); err != nil {
		return err
	}
	for _, o := range a.operations {
		if err := lines.Encode(o); err != nil {
			return err
		}
	}
	return nil
}

// readIndex reads an index.
func (a *API) readIndex(data []byte) error {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		var top header
		o := new(operation)
		var v any = o
		if number == 1 {
			v = &top
		}
		err := json.Unmarshal(line, v)
		if err == nil && number == 1 && top.Index != indexVersion {
			err = fmt.Errorf("index of version %d, want %d", top.Index, indexVersion)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w: run endpointvet index again", a.name, number, err)
		}
		switch {
		case number == 1:
			a.servers, a.keys = top.Servers, top.Keys
		case !strings.Contains(o.Path, Hole):
			a.operations = append(a.operations, o)
		}
	}
	return nil
}
