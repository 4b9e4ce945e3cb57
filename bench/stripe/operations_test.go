// The operations of Stripe's specification as calls, with values from its
// fixtures.

package stripe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/endpoint"
	"github.com/stripe/stripe-mock/spec"
)

// An operation is one call, as a user of the library would write it.
type operation struct {
	route     string
	path      endpoint.Path
	params    map[string]any // of the query or form
	multipart bool
}

// ways returns the layers of the call by how its parameters are given: a body
// can also be Data.
func (op operation) ways() map[string][]endpoint.Layer {
	if strings.HasPrefix(op.route, "GET ") {
		return map[string][]endpoint.Layer{"Params": {op.path, endpoint.Params(op.params)}, "Query": {op.path, endpoint.Query(op.params)}}
	}
	form := endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}
	return map[string][]endpoint.Layer{
		"Params": {op.path, form, endpoint.Params(op.params)},
		"Data":   {op.path, form, endpoint.Options{Data: op.params}},
	}
}

// operations returns every GET and POST operation with parameters, by route.
func operations(doc *spec.Spec, fixtures *spec.Fixtures) []operation {
	var all []operation
	for path, verbs := range doc.Paths {
		for _, verb := range []spec.HTTPVerb{"get", "post"} {
			o, ok := verbs[verb]
			if !ok {
				continue
			}
			op := operation{
				route:  strings.ToUpper(string(verb)) + " " + string(path),
				path:   endpoint.Path{},
				params: map[string]any{},
			}
			fixture, expandable := resource(doc, fixtures, o)
			for _, p := range o.Parameters {
				switch p.In {
				case spec.ParameterPath:
					op.path[p.Name] = p.Name + "_1:@$+,;="
				case spec.ParameterQuery:
					op.params[p.Name] = example(p.Schema, p.Name, fixture)
				}
			}
			if verb == "post" && o.RequestBody != nil {
				for contentType, body := range o.RequestBody.Content {
					op.multipart = contentType == "multipart/form-data"
					for name, schema := range body.Schema.Properties {
						op.params[name] = example(schema, name, fixture)
					}
				}
			}
			if _, ok := op.params["expand"]; ok {
				op.params["expand"] = expandable
			}
			if len(expandable) == 0 {
				delete(op.params, "expand")
			}
			if len(op.params) > 0 {
				all = append(all, op)
			}
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return cmp.Compare(a.route, b.route) })
	return all
}

// resource returns the fixture of what an operation returns, or of the elements
// of the list that it returns, and the fields that stripe-mock can expand.
func resource(doc *spec.Spec, fixtures *spec.Fixtures, o *spec.Operation) (fixture map[string]any, expandable []any) {
	schema, prefix := o.Responses["200"].Content["application/json"].Schema, ""
	if schema != nil && schema.Properties["data"] != nil && schema.Properties["data"].Items != nil {
		schema, prefix = schema.Properties["data"].Items, "data."
	}
	for schema != nil && schema.Ref != "" {
		schema = doc.Components.Schemas[strings.TrimPrefix(schema.Ref, "#/components/schemas/")]
	}
	if schema == nil {
		return nil, nil
	}
	if schema.XExpandableFields != nil {
		for _, field := range *schema.XExpandableFields {
			expandable = append(expandable, prefix+field)
		}
	}
	fixture, _ = fixtures.Resources[spec.ResourceID(schema.XResourceID)].(map[string]any)
	return fixture, expandable[:min(2, len(expandable))]
}

// example returns a value of the schema: where it is a text, the one that the
// fixture has under the name.
func example(schema *spec.Schema, name string, fixture map[string]any) any {
	switch {
	case len(schema.AnyOf) > 0:
		return example(schema.AnyOf[0], name, fixture)
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	}
	inner, _ := fixture[name].(map[string]any)
	switch schema.Type {
	case spec.TypeObject:
		m := map[string]any{}
		for key, s := range schema.Properties {
			m[key] = example(s, key, inner)
		}
		if schema.AdditionalProperties != nil {
			m["order_id"] = example(schema.AdditionalProperties, "order_id", inner)
			m["with space"] = example(schema.AdditionalProperties, "with space", inner)
		}
		return m
	case spec.TypeArray:
		if schema.Items == nil {
			return []any{"a", "b"}
		}
		return []any{example(schema.Items, name, fixture), example(schema.Items, name, fixture)}
	case spec.TypeBoolean:
		return true
	case spec.TypeInteger:
		return 1234
	case spec.TypeNumber:
		return 12.5
	}
	if text, ok := fixture[name].(string); ok && (schema.MaxLength == 0 || len(text) <= schema.MaxLength) {
		return text
	}
	text := fmt.Sprintf("%s é&=+;/,", name)
	if schema.MaxLength > 0 && len(text) > schema.MaxLength {
		return strings.Repeat("x", schema.MaxLength)
	}
	return text
}
