// Shapes: what the code shows of a value for a document, which asks for its type in
// JSON, its constants and the places of its members.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"strings"

	"example.com/endpoint/endpointvet/openapi"
)

// valueOf returns what an expression shows: its own text and members, else what
// its type says. Members that it does not show stand at a node.
func (d *described) valueOf(e ast.Expr, at ast.Node, level int) openapi.Value {
	t := d.info.TypeOf(e)
	if d.left--; t == nil || e == zero || d.left < 0 || level > maxLevels+1 || hasText(t) {
		return openapi.Value{}
	}
	if known := d.info.Types[e]; known.IsNil() {
		return openapi.Value{Kind: openapi.Null}
	} else if v := constantOf(known.Value, t); v.Constant {
		if literal, ok := e.(*ast.BasicLit); ok && d.place(literal, nil) != nil {
			v.At = literal
		}
		return v
	}
	if one := d.only(e); one != nil && isFixed(t) {
		v := d.valueOf(one, at, level+1)
		v.At = nil
		return v
	}
	return d.typed(t, d.table(e), at, level)
}

// kinds are those of basic types.
var kinds = map[types.BasicInfo]openapi.Kind{
	types.IsBoolean: openapi.Boolean, types.IsInteger: openapi.Integer, types.IsFloat: openapi.Number, types.IsString: openapi.String,
}

// constantOf returns a constant of a basic type.
func constantOf(value constant.Value, t types.Type) openapi.Value {
	basic, isBasic := t.Underlying().(*types.Basic)
	if value == nil || !isBasic || kinds[basicOf(basic)] == openapi.Unknown || kinds[basicOf(basic)] == openapi.Number {
		return openapi.Value{}
	}
	v := openapi.Value{Constant: true, Kind: kinds[basicOf(basic)], Text: value.ExactString()}
	if v.Kind == openapi.String {
		v.Text = constant.StringVal(value)
	}
	return v
}

// typed returns what a literal shows, or else what its type says.
func (d *described) typed(t types.Type, literal *ast.CompositeLit, at ast.Node, level int) openapi.Value {
	if d.left--; hasText(t) || isTypeParam(t) || level > maxLevels+1 || d.left < 0 {
		return openapi.Value{}
	}
	switch t := pointee(t).Underlying().(type) {
	case *types.Basic:
		return openapi.Value{Kind: kinds[basicOf(t)]}
	case *types.Slice:
		if types.Identical(t.Elem().Underlying(), types.Typ[types.Uint8]) || hasText(types.NewPointer(t.Elem())) {
			return openapi.Value{} // text
		}
		v := openapi.Value{Kind: openapi.Array}
		if literal == nil {
			v.Elements = []openapi.Value{d.typed(t.Elem(), nil, at, level+1)}
			return v
		}
		for _, elt := range elementsOf(literal) {
			v.Elements = append(v.Elements, d.valueOf(elt, at, level+1))
		}
		return v
	case *types.Map:
		v := openapi.Value{Kind: openapi.Object, More: literal == nil}
		for i := 0; literal != nil && i < len(literal.Elts); i++ {
			pair := literal.Elts[i].(*ast.KeyValueExpr)
			name, ok := d.constant(pair.Key)
			if v.More = v.More || !ok; ok {
				v.Fields = append(v.Fields, openapi.Field{Name: name, At: d.place(pair.Key, at), Value: d.valueOf(pair.Value, at, level+1)})
			}
		}
		return v
	case *types.Struct:
		return d.structValue(t, literal, at, level)
	}
	return openapi.Value{}
}

// structValue returns the members of a struct: those that a literal gives, or all
// of its type. What a tag may leave out is optional. Nothing is known of a struct with
// embedded fields, or with names that only a query has.
func (d *described) structValue(s *types.Struct, literal *ast.CompositeLit, at ast.Node, level int) openapi.Value {
	v := openapi.Value{Kind: openapi.Object}
	for i := range s.NumFields() {
		f, tag := s.Field(i), reflect.StructTag(s.Tag(i))
		text, isJSON := tag.Lookup("json")
		link, isURL := tag.Lookup("url")
		if isURL && (d.isQuery || !isJSON && level == 0) {
			text, isURL = link, false
		}
		if f.Embedded() || isURL && !isJSON {
			return openapi.Value{}
		}
		name, options, _ := strings.Cut(text, ",")
		if name == "-" && options == "" || !f.Exported() {
			continue
		}
		mayOmit := strings.Contains(options, "omit")
		field := openapi.Field{Name: cmp.Or(name, f.Name()), At: at, Optional: mayOmit}
		given, key := fieldOf(literal, s, f.Name())
		switch {
		case strings.Contains(options, "string") || hasText(types.NewPointer(f.Type())):
		case given == zero && mayOmit:
			continue
		case given != nil && given != zero:
			field.Value = d.valueOf(given, at, level+1)
			constant := field.Value
			field.Optional = mayOmit && (!constant.Constant || constant.Text == "" || constant.Text == "0" || constant.Text == "false")
		case given == nil && !mayBeNil(f.Type()):
			field.Value = d.typed(f.Type(), nil, at, level+1)
		}
		if key != nil {
			field.At = d.place(key, at)
		}
		v.Fields = append(v.Fields, field)
	}
	return v
}
