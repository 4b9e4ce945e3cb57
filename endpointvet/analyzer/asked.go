// Values for a document: their types in JSON, and the places of their members.

package analyzer

import (
	"fmt"
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/endpointvet/openapi"
)

// An asked is a value that a document asks for.
type asked struct {
	scope ast.Node // the function that its call is in
	node  ast.Node // where members stand that are not shown
	made  string   // "OptionsOf", where a layer is made of it
	field string   // "Query": url tags go first
}

// kinds are those of basic types.
var kinds = map[reflect.Kind]openapi.Kind{
	reflect.Bool: openapi.Boolean, reflect.Int: openapi.Integer, reflect.Int64: openapi.Integer,
	reflect.Float64: openapi.Number, reflect.String: openapi.String,
}

// valueOf returns the value of an expression for a document, at a level within others.
func (d *asked) valueOf(value any, e ast.Expr, level int) (v openapi.Value) {
	members, isMap := value.(map[string]any)
	made := reflect.ValueOf(value)
	switch value := value.(type) {
	case nil:
		v.Kind = openapi.Null
	case reflect.Kind:
		v.Kind = kinds[value]
	case string, int64, bool:
		v = openapi.Value{Kind: kinds[made.Kind()], Constant: true, Text: fmt.Sprint(value)}
		if literal, ok := e.(*ast.BasicLit); ok && d.place(literal, nil) != nil {
			v.At = literal
		}
	case []any:
		v.Kind = openapi.Array
		for _, element := range value {
			v.Elements = append(v.Elements, element.(openapi.Field).Value)
		}
	}
	isStruct := made.Kind() == reflect.Struct && made.Type().Name() == ""
	if isStruct && (level == 0 || !strings.Contains(made.Type().String(), "url:")) {
		members, isMap = d.membersOf(value, level), true
	}
	if isMap {
		v.Kind = openapi.Object
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if strings.HasPrefix(name, unseenKey) {
			v.More = true
			continue
		}
		f, _ := members[name].(openapi.Field) // else it cannot be read
		f.Name = name
		v.Fields = append(v.Fields, f)
	}
	return v
}

// place returns where a report stands: at a node, or at another if that is in
// another function.
func (d *asked) place(n, other ast.Node) ast.Node {
	if d.scope != nil && !isAround(d.scope, n) {
		return other
	}
	return n
}

// membersOf returns the members of a struct: those of a field of Options where a layer is made of it.
func (d *asked) membersOf(v any, level int) map[string]any {
	switch {
	case level == 0 && d.made != "":
		return fieldsOf(readStruct(d.made, v))[d.field]
	case d.field == "Query":
		return readStruct("QueryOf", v).Query
	}
	return readStruct("ParamsOf", v).Params
}
