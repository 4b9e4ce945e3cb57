// Schemas: what a value may be, as far as a call can be judged by it.

package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A Kind is what a value is in JSON. A schema has a set of them.
type Kind uint8

// The kinds of JSON values. Unknown may be any of them.
const (
	Null Kind = 1 << iota
	Boolean
	Integer
	Number
	String
	Array
	Object
	Unknown Kind = 0

	scalars = Boolean | Integer | Number | String
)

var kindNames = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// String returns the kinds of a set as JSON Schema calls them.
func (k Kind) String() string {
	var names []string
	for i, name := range kindNames {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// MarshalText writes a set as an index has it.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads any text that contains the names of kinds, such as the
// JSON of a document. It leaves out names that it does not know.
func (k *Kind) UnmarshalText(text []byte) error {
	*k = 0
	for i, name := range kindNames {
		if strings.Contains(string(text), name) {
			*k |= 1 << i
		}
	}
	return nil
}

// A schema says what a value may be. An index has it as JSON. Nil is anything.
type schema struct {
	Type Kind     `json:"type,omitzero"` // 0: any
	Enum []string `json:"enum,omitempty"`
	// Properties are those of an object. Without any, it may have all.
	Properties map[string]*schema `json:"properties,omitempty"`
	Required   []string           `json:"required,omitempty"`
	Open       bool               `json:"open,omitempty"` // there may be more properties
	Items      *schema            `json:"items,omitempty"`

	isOptional bool // read-only, with a default or not read: never required
}

// maxDepth is how many levels of properties and items are read below a parameter or body, and maxHops
// how many references and compositions on one level.
const maxDepth, maxHops = 4, 16

// schema reads a schema with its references and compositions. What cannot be
// read may be anything. It is open, so that it also opens what it is a part of, and
// may be left out.
func (d *document) schema(v any, depth, hops int) *schema {
	raw := asMap(v)
	properties := asMap(raw["properties"])
	d.left -= 1 + len(properties)
	for _, list := range []string{"required", "enum", "allOf", "oneOf", "anyOf"} {
		d.left -= len(as[[]any](raw[list]))
	}
	if raw == nil || depth > maxDepth || hops > maxHops || d.left < 0 {
		return &schema{Open: true, isOptional: true}
	}
	s := plain(raw)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		s.Properties[name] = d.schema(properties[name], depth+1, 0)
	}
	if raw["items"] != nil {
		s.Items = d.schema(raw["items"], depth+1, 0)
	}
	if ref, isReference := raw["$ref"].(string); isReference {
		s = join(s, d.schema(d.at(ref), depth, hops+1))
	}
	for _, other := range as[[]any](raw["allOf"]) {
		s = join(s, d.schema(other, depth, hops+1))
	}
	for _, alternatives := range []string{"oneOf", "anyOf"} {
		var either *schema
		for _, other := range as[[]any](raw[alternatives]) {
			one := d.schema(other, depth, hops+1)
			either = union(cmp.Or(either, one), one)
		}
		s = join(s, either)
	}
	return s
}

// plain reads what a schema says itself, without its properties and items.
// Kubernetes has numbers or text that are strings of a format. A discriminator may
// stand for schemas that extend this one.
func plain(raw map[string]any) *schema {
	s := &schema{Properties: map[string]*schema{}, Required: asTexts(raw["required"])}
	opening := []string{"additionalProperties", "unevaluatedProperties", "patternProperties", "if", "dependentSchemas", "discriminator"}
	for _, more := range opening {
		s.Open = s.Open || raw[more] != nil && raw[more] != false
	}
	_, hasDefault := raw["default"]
	s.isOptional = raw["readOnly"] == true || hasDefault
	if raw["format"] != "int-or-string" {
		kinds := append(asTexts(raw["type"]), as[string](raw["type"]))
		_ = s.Type.UnmarshalText([]byte(strings.Join(kinds, " ")))
	}
	if raw["type"] == nil && len(asMap(raw["properties"])) > 0 {
		s.Type = Object
	}
	values := append(slices.Clone(as[[]any](raw["enum"])), raw["const"])
	values = slices.DeleteFunc(values, func(value any) bool { return value == nil })
	if texts := asTexts(values); len(texts) == len(values) { // a number can be written in many ways
		s.Enum = texts
	}
	return s
}

// join makes a the schema of values that fit both a and b. Where they contradict
// each other, it says less.
func join(a, b *schema) *schema {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	a.Type |= b.Type
	if a.Enum == nil {
		a.Enum = b.Enum
	}
	a.Required = append(a.Required, b.Required...)
	a.Open = a.Open || b.Open
	a.isOptional = a.isOptional || b.isOptional
	a.Items = join(a.Items, b.Items)
	a.Properties = merge(a.Properties, b.Properties, join)
	return a
}

// union makes a the schema of values that fit a or b.
func union(a, b *schema) *schema {
	if a == nil || b == nil {
		return nil
	} else if a == b {
		return a
	} else if a.Type != 0 && b.Type != 0 && a.Type&b.Type&^Null == 0 {
		return join(a, b) // each says what its own kinds are
	}
	s := &schema{Open: a.Open || b.Open, Items: union(a.Items, b.Items), isOptional: a.isOptional || b.isOptional}
	if a.Type != 0 && b.Type != 0 {
		s.Type = a.Type | b.Type
	}
	if a.Enum != nil && b.Enum != nil {
		s.Enum = append(a.Enum, slices.DeleteFunc(b.Enum, func(text string) bool { return slices.Contains(a.Enum, text) })...)
	}
	if (len(a.Properties) == 0) != (len(b.Properties) == 0) { // one says nothing of them
		s.Open = true
	} else {
		s.Properties = merge(a.Properties, b.Properties, union)
	}
	s.Required = slices.DeleteFunc(a.Required, func(name string) bool { return !slices.Contains(b.Required, name) })
	return s
}

// merge adds the properties of b to a. One that both have is what both makes of it.
func merge(a, b map[string]*schema, both func(a, b *schema) *schema) map[string]*schema {
	if len(a) == 0 {
		return b
	}
	for name, s := range b {
		if other, isShared := a[name]; isShared {
			s = both(other, s)
		}
		a[name] = s
	}
	return a
}

// settle removes what says nothing from a schema that is complete.
func settle(s *schema) *schema {
	if s == nil {
		return nil
	}
	s.Type &^= Null
	s.Items = settle(s.Items)
	s.Required = slices.Compact(slices.Sorted(slices.Values(s.Required)))
	s.Required = slices.DeleteFunc(s.Required, func(name string) bool {
		property, isKnown := s.Properties[name]
		if !isKnown && len(s.Properties) > 0 {
			s.Properties[name] = nil // which the document forgets
		}
		return !isKnown || property != nil && property.isOptional
	})
	for name, property := range s.Properties {
		s.Properties[name] = settle(property)
	}
	if s.Type == 0 && s.Enum == nil && s.Items == nil && len(s.Properties) == 0 {
		return nil
	}
	return s
}
