// Structs that a layer is made of: what the library makes of one, and where its fields go.

package analyzer

import (
	"encoding"

	"example.com/endpoint"
)

// ofStruct are the functions that make a layer of a struct.
var ofStruct = map[string]func(any) endpoint.Layer{
	"OptionsOf": endpoint.OptionsOf, "ParamsOf": endpoint.ParamsOf, "QueryOf": endpoint.QueryOf,
}

// readStruct returns what one of ofStruct makes of a value.
func readStruct(name string, v any) endpoint.Options {
	o := endpoint.Endpoint{}.Merge("", ofStruct[name](v))
	for name, value := range (endpoint.Endpoint{}).Options().Headers {
		if o.Headers[name] == value {
			delete(o.Headers, name)
		}
	}
	return o
}

// fieldsOf returns the keys and values of the fields of Options that ofStruct sets. The key of Data
// is "".
func fieldsOf(o endpoint.Options) map[string]map[string]any {
	all := map[string]map[string]any{"Path": o.Path, "Params": o.Params, "Query": o.Query, "Headers": {}}
	for name, value := range o.Headers {
		all["Headers"][name] = value
	}
	if o.Data != nil {
		all["Data"] = map[string]any{"": o.Data}
	}
	return all
}

// isUnreadable reports whether a value of a field of Options stands for a field of a struct that cannot
// be read. No other value that a call is built with writes its own text. A header is "" then.
func isUnreadable(field string, v any) bool {
	return field == "Headers" && v == "" || isType[encoding.TextMarshaler](v) && v != any(endpoint.Unset)
}

// unseenKey begins the key of a map that the code does not show: no code has it.
const unseenKey = "\U0010FFFDkey"
