// The index of a document: one line of JSON for each operation.

package openapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
)

// indexVersion changes when an older Read would misread an index.
const indexVersion = 2

// A header is the first line of an index.
type header struct {
	Index   int      `json:"index"`
	Servers []string `json:"servers,omitempty"`
}

// Read reads an OpenAPI document, version 3 or 2, in JSON or YAML, or the index of one.
// Name is that of the file, as reports and errors begin.
func Read(name string, data []byte) (*API, error) {
	a := &API{name: name, top: header{Index: indexVersion}}
	read := a.readDocument
	if data = bytes.TrimPrefix(data, []byte("\ufeff")); bytes.HasPrefix(data, []byte(`{"index":`)) {
		read = a.readIndex
	}
	if err := read(data); err != nil {
		return nil, err
	}
	for _, o := range a.operations {
		o.setWay()
	}
	return a, nil
}

// WriteIndex writes what [Read] reads in place of the document: a line with its
// servers, and one line for each operation, by path and method.
func (a *API) WriteIndex(w io.Writer) error {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	err := lines.Encode(a.top)
	for _, o := range a.operations {
		err = cmp.Or(err, lines.Encode(o))
	}
	return err
}

// readIndex reads an index.
func (a *API) readIndex(data []byte) error {
	lines := json.NewDecoder(bytes.NewReader(data))
	err := lines.Decode(&a.top)
	for err == nil && lines.More() {
		o := &operation{}
		err = lines.Decode(o)
		a.operations = append(a.operations, o)
	}
	if a.top.Index != indexVersion {
		err = fmt.Errorf("index of version %d, want %d", a.top.Index, indexVersion)
	} else if err != nil {
		err = fmt.Errorf("byte %d: %w", lines.InputOffset(), err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w: run endpointvet index again", a.name, err)
	}
	return nil
}
