package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
)

// An Answer is what the original says, or what this library's answer looks
// like in its form.
type Answer struct {
	Throws  string         `json:"throws,omitempty"`
	Method  string         `json:"method,omitempty"`
	Base    string         `json:"base,omitempty"`  // the base address; "" where the path is one
	Path    string         `json:"path,omitempty"`  // the expanded template
	Query   string         `json:"query,omitempty"` // what was added to it, with its separator
	Headers map[string]any `json:"headers,omitempty"`
	Body    *any           `json:"body,omitempty"` // nil: none; null is a body
	Request *any           `json:"request,omitempty"`
}

// UnmarshalJSON keeps a body that is null apart from none.
func (a *Answer) UnmarshalJSON(b []byte) error {
	type plain Answer // without this method
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode((*plain)(a)); err != nil {
		return err
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(b, &keys); err != nil {
		return err
	}
	if string(keys["body"]) == "null" {
		a.Body = new(any)
	}
	return nil
}

func (a *Answer) url() string { return a.Base + a.Path + a.Query }

// String is the answer as it is compared and printed: where the parts of the
// URL meet is nothing that a user sees.
func (a Answer) String() string {
	a.Base, a.Path, a.Query = "", a.url(), ""
	return unescapeHTML.Replace(encode(a))
}

var unescapeHTML = strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">")

// copy returns an answer that a class can write into.
func (a Answer) copy() Answer {
	a.Headers = maps.Clone(a.Headers)
	for _, v := range []**any{&a.Body, &a.Request} {
		if *v != nil {
			value := **v
			*v = &value
		}
	}
	return a
}

func (a *Answer) setBody(v any) { a.Body = &v }
