// Schemas: what a value may be, reduced to what a call can be judged by.

package openapi

import (
	"cmp"
	"encoding/json"
	"errors"
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

var kindNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// names returns the kinds in a set as JSON Schema calls them.
func (k Kind) names() (names []string) {
	for i, name := range kindNames {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

func (k Kind) String() string { return strings.Join(k.names(), " or ") }

// MarshalText writes a set as an index has it: integer|string.
func (k Kind) MarshalText() ([]byte, error) { return []byte(strings.Join(k.names(), "|")), nil }

// UnmarshalText reads what MarshalText writes. An unknown name is not in the set.
func (k *Kind) UnmarshalText(text []byte) error {
	*k = kindsOf(strings.Split(string(text), "|")...)
	return nil
}

// kindsOf returns the set of some kinds.
func kindsOf(names ...string) (set Kind) {
	for _, name := range names {
		if i := slices.Index(kindNames[:], name); i >= 0 {
			set |= 1 << i
		}
	}
	return set
}

// A schema says what a value may be. In an index it is JSON of the same names.
// Nil is anything.
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

// closed reports whether an object has the properties of s and no others.
func (s *schema) closed() bool { return s != nil && len(s.Properties) > 0 && !s.Open }

// unknown is a schema that nobody can read. Nil, which says nothing, keeps an
// object closed whose other schemas close it; unknown opens it.
func unknown() *schema { return &schema{Open: true} }

// rawSchema is a schema of a document. The fields of Swagger's parameters are the same.
type rawSchema struct {
	Ref        string `json:"$ref"`
	Type       any
	Format     string
	Enum       []json.RawMessage
	Const      json.RawMessage
	Properties map[string]*rawSchema
	Required   []string
	Items      *rawSchema
	AllOf      []*rawSchema
	OneOf      []*rawSchema
	AnyOf      []*rawSchema
	ReadOnly   bool
	Default    json.RawMessage

	AdditionalProperties  json.RawMessage
	PatternProperties     json.RawMessage
	UnevaluatedProperties json.RawMessage
	If                    json.RawMessage
	DependentSchemas      json.RawMessage
	Discriminator         json.RawMessage
}

// decode decodes JSON. A value of another type than v has a place for is left
// out: it says nothing that is understood here.
func decode(data []byte, v any) error {
	var mismatch *json.UnmarshalTypeError
	if err := json.Unmarshal(data, v); !errors.As(err, &mismatch) {
		return err
	}
	return nil
}

const (
	maxDepth = 4  // levels of properties and items below a parameter or body
	maxHops  = 16 // references and compositions on one level
)

// size returns how much of a schema there is to read.
func (raw *rawSchema) size() int {
	return 1 + len(raw.Properties) + len(raw.Required) + len(raw.Enum) + len(raw.AllOf) + len(raw.OneOf) + len(raw.AnyOf)
}

// schema reads a schema, with what its references and compositions say.
func (d *document) schema(raw *rawSchema, depth, hops int) *schema {
	if raw == nil {
		return nil
	}
	d.left -= raw.size()
	if depth > d.depth || hops > maxHops || d.left < 0 {
		return unknown()
	}
	s := d.plain(raw, depth)
	if raw.Ref != "" {
		target := unknown()
		if other := follow[rawSchema](d, raw.Ref); other != nil {
			target = d.schema(other, depth, hops+1)
		}
		s = join(s, target)
	}
	for _, other := range raw.AllOf {
		s = join(s, d.schema(other, depth, hops+1))
	}
	for _, alternatives := range [][]*rawSchema{raw.OneOf, raw.AnyOf} {
		var either *schema
		for i, other := range alternatives {
			if one := d.schema(other, depth, hops+1); i == 0 {
				either = one
			} else {
				either = union(either, one)
			}
		}
		s = join(s, either)
	}
	return s
}

// plain reads what a schema says itself.
func (d *document) plain(raw *rawSchema, depth int) *schema {
	s := &schema{Type: raw.kinds(), Required: slices.Clone(raw.Required), Open: raw.isOpen()}
	s.isOptional = raw.ReadOnly || len(raw.Default) > 0
	values := slices.Clip(raw.Enum)
	if len(raw.Const) > 0 {
		values = append(values, raw.Const)
	}
	for _, value := range values {
		var text string
		switch {
		case json.Unmarshal(value, &text) != nil:
			s.Enum = append(s.Enum, string(value))
		case string(value) != "null":
			s.Enum = append(s.Enum, text)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(raw.Properties)) {
		if s.Properties == nil {
			s.Properties = map[string]*schema{}
		}
		s.Properties[name] = d.schema(raw.Properties[name], depth+1, 0)
	}
	if raw.Items != nil {
		s.Items = d.schema(raw.Items, depth+1, 0)
	}
	return s
}

// kinds returns the types of a schema. OpenAPI 3.1 allows a list of them, and
// Kubernetes calls a number or text a string of its own format.
func (raw *rawSchema) kinds() (set Kind) {
	switch t := raw.Type.(type) {
	case string:
		set = kindsOf(t)
	case []any:
		for _, name := range t {
			text, _ := name.(string)
			set |= kindsOf(text)
		}
	}
	switch {
	case raw.Format == "int-or-string":
		return 0
	case set == 0 && raw.Type == nil && len(raw.Properties) > 0:
		return Object
	}
	return set
}

// isOpen reports whether an object may have properties that s does not name. A
// discriminator without alternatives stands for schemas that extend this one.
func (raw *rawSchema) isOpen() bool {
	for _, more := range []json.RawMessage{raw.AdditionalProperties, raw.UnevaluatedProperties} {
		if len(more) > 0 && string(more) != "false" {
			return true
		}
	}
	isBase := len(raw.Discriminator) > 0 && len(raw.OneOf) == 0 && len(raw.AnyOf) == 0
	return isBase || len(raw.PatternProperties) > 0 || len(raw.If) > 0 || len(raw.DependentSchemas) > 0
}

// join makes a the schema of values that fit both a and b. Where they contradict
// each other, it may say less.
func join(a, b *schema) *schema {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	set := a.Type | b.Type
	if a.Type != 0 && b.Type != 0 {
		set = a.Type & b.Type
		if (a.Type|b.Type)&Number != 0 { // an integer is a number
			set |= (a.Type | b.Type) & Integer
		}
	}
	a.Type = set
	if len(a.Enum) == 0 {
		a.Enum = b.Enum
	}
	a.Required = append(a.Required, b.Required...)
	a.Open = a.Open || b.Open
	a.isOptional = a.isOptional || b.isOptional
	a.Items = join(a.Items, b.Items)
	a.Properties = merge(a.Properties, b.Properties, join)
	return a
}

// union makes a the schema of values that fit a or b. Of what only one of them
// can be, the other says nothing.
func union(a, b *schema) *schema {
	if a == nil || b == nil {
		return nil
	}
	s := &schema{Open: a.Open || b.Open, isOptional: a.isOptional || b.isOptional}
	if a.Type != 0 && b.Type != 0 {
		s.Type = a.Type | b.Type
	}
	switch one := only(a, b, scalars); {
	case one != nil:
		s.Enum = one.Enum
	case len(a.Enum) > 0 && len(b.Enum) > 0:
		s.Enum = append(a.Enum, b.Enum...)
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
	if len(a.Properties) > 0 && len(b.Properties) > 0 {
		s.Properties = merge(a.Properties, b.Properties, union)
	}
	isShared := map[string]bool{}
	for _, name := range b.Required {
		isShared[name] = true
	}
	s.Required = slices.DeleteFunc(a.Required, func(name string) bool { return !isShared[name] })
	return s
}

// only returns the one of two schemas whose values can be of some kinds. It is
// nil if both can, and then neither is right for those of the other.
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

// settle removes what says nothing from a schema that is complete, and from what
// is required what never is: read-only properties, and those that it has not.
func settle(s *schema) *schema {
	if s == nil {
		return nil
	}
	s.Type &^= Null // a call's null is never judged
	s.Required = slices.DeleteFunc(s.Required, func(name string) bool {
		property, isKnown := s.Properties[name]
		return s.closed() && !isKnown || property != nil && property.isOptional
	})
	slices.Sort(s.Required)
	s.Required = slices.Compact(s.Required)
	seen := map[string]bool{}
	s.Enum = slices.DeleteFunc(s.Enum, func(text string) bool {
		defer func() { seen[text] = true }()
		return seen[text]
	})
	for name, property := range s.Properties {
		s.Properties[name] = settle(property)
	}
	s.Items = settle(s.Items)
	s.Open = s.Open && len(s.Properties) > 0
	if s.Type == 0 && s.Enum == nil && s.Properties == nil && s.Required == nil && s.Items == nil {
		return nil
	}
	return s
}
