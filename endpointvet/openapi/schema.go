// Schemas: what a value may be, as far as a call can be judged by it.

package openapi

import (
	"cmp"
	"encoding/json"
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

	isOptional bool // read-only, or with a default: never required
}

// isClosed reports whether an object has no properties but those of s.
func (s *schema) isClosed() bool { return s != nil && len(s.Properties) > 0 && !s.Open }

// rawSchema is a schema as a document has it.
type rawSchema struct {
	Ref                 string `json:"$ref"`
	Type, Const         json.RawMessage
	Format              string
	Enum                []json.RawMessage
	Properties          map[string]*rawSchema
	Required            []string
	Items               *rawSchema
	AllOf, OneOf, AnyOf []*rawSchema
	ReadOnly            bool
	Default             json.RawMessage

	AdditionalProperties, UnevaluatedProperties, PatternProperties, If, DependentSchemas, Discriminator json.RawMessage
}

const (
	maxDepth = 4  // levels of properties and items below a parameter or body
	maxHops  = 16 // references and compositions on one level
)

// schema reads a schema with its references and compositions. What cannot be
// read may be anything. It is open, so that it also opens what it is a part of.
func (d *document) schema(raw *rawSchema, depth, hops int) *schema {
	if raw != nil {
		d.left -= 1 + len(raw.Properties) + len(raw.Required) + len(raw.Enum) + len(raw.AllOf) + len(raw.OneOf) + len(raw.AnyOf)
	}
	if raw == nil || depth > d.depth || hops > maxHops || d.left < 0 {
		return &schema{Open: true}
	}
	s := raw.plain()
	for name, property := range raw.Properties {
		s.Properties[name] = d.schema(property, depth+1, 0)
	}
	if raw.Items != nil {
		s.Items = d.schema(raw.Items, depth+1, 0)
	}
	if raw.Ref != "" {
		other := cmp.Or(target("#/components/schemas/", raw.Ref, d.Components.Schemas), target("#/definitions/", raw.Ref, d.Definitions))
		s = join(s, d.schema(other, depth, hops+1))
	}
	for _, other := range raw.AllOf {
		s = join(s, d.schema(other, depth, hops+1))
	}
	for _, alternatives := range [][]*rawSchema{raw.OneOf, raw.AnyOf} {
		var either *schema
		for i, other := range alternatives {
			one := d.schema(other, depth, hops+1)
			if either = union(either, one); i == 0 {
				either = one
			}
		}
		s = join(s, either)
	}
	return s
}

// plain reads what a schema says itself, without its properties and items.
// Kubernetes has numbers or text that are strings of a format.
func (raw *rawSchema) plain() *schema {
	s := &schema{Properties: map[string]*schema{}, Required: slices.Clone(raw.Required), Open: raw.isOpen()}
	s.isOptional = raw.ReadOnly || raw.Default != nil
	if raw.Format != "int-or-string" {
		_ = s.Type.UnmarshalText(raw.Type)
	}
	if raw.Type == nil && len(raw.Properties) > 0 {
		s.Type = Object
	}
	values := raw.Enum
	if raw.Const != nil {
		values = []json.RawMessage{raw.Const}
	}
	for _, value := range values {
		text := string(value)
		if strings.Trim(text, "-0123456789") != "" && strings.Trim(text, "-+.0123456789eE") == "" {
			s.Enum = nil // 1.0 is 1: a number is not compared as text
			break
		}
		if text != "null" { // a call's null is never judged
			_ = json.Unmarshal(value, &text) // if it is text
			s.Enum = append(s.Enum, text)
		}
	}
	return s
}

// isOpen reports whether an object may have properties that a schema does not
// name. A discriminator without alternatives stands for schemas that extend this one.
func (raw *rawSchema) isOpen() bool {
	isMore := func(more json.RawMessage) bool { return more != nil && string(more) != "false" }
	isBase := raw.Discriminator != nil && raw.OneOf == nil && raw.AnyOf == nil
	return isBase || slices.ContainsFunc([]json.RawMessage{
		raw.AdditionalProperties, raw.UnevaluatedProperties, raw.PatternProperties, raw.If, raw.DependentSchemas,
	}, isMore)
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

// union makes a the schema of values that fit a or b. What only one of them can
// be, that one decides.
func union(a, b *schema) *schema {
	if a == nil || b == nil {
		return nil
	}
	s := &schema{Open: a.Open || b.Open, isOptional: a.isOptional || b.isOptional}
	if a.Type != 0 && b.Type != 0 {
		s.Type = a.Type | b.Type
	}
	one := only(a, b, scalars)
	if one == nil && s.Type&String != 0 { // next to other kinds, an enum is one of text
		one = only(a, b, String)
	}
	if one != nil {
		s.Enum = one.Enum
	} else if a.Enum != nil && b.Enum != nil {
		s.Enum = append(a.Enum, slices.DeleteFunc(b.Enum, func(text string) bool { return slices.Contains(a.Enum, text) })...)
	}
	if one := only(a, b, Array); one != nil {
		s.Items = one.Items
	} else {
		s.Items = union(a.Items, b.Items)
	}
	if one := only(a, b, Object); one != nil {
		s.Properties, s.Required = one.Properties, one.Required
		return s
	}
	isAny := func(s *schema) bool { return s.Type&Object != 0 && len(s.Properties) == 0 }
	switch {
	case isAny(a) || isAny(b):
		s.Open = true
	case len(a.Properties) > 0 && len(b.Properties) > 0:
		s.Properties = merge(a.Properties, b.Properties, union)
	case !s.Open: // one says nothing of properties, so those of the other may be anything
		s.Properties = map[string]*schema{}
		for name := range merge(a.Properties, b.Properties, union) {
			s.Properties[name] = nil
		}
	}
	s.Required = slices.DeleteFunc(a.Required, func(name string) bool { return !slices.Contains(b.Required, name) })
	return s
}

// only returns the one of two schemas that allows some kinds, nil if both do.
func only(a, b *schema, kinds Kind) *schema {
	switch {
	case a.Type != 0 && a.Type&kinds == 0:
		return b
	case b.Type != 0 && b.Type&kinds == 0:
		return a
	}
	return nil
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
		return !isKnown && s.isClosed() || isKnown && property != nil && property.isOptional
	})
	for name, property := range s.Properties {
		s.Properties[name] = settle(property)
	}
	s.Open = s.Open && len(s.Properties) > 0
	if s.Type == 0 && s.Enum == nil && s.Items == nil && len(s.Properties)+len(s.Required) == 0 {
		return nil
	}
	return s
}
