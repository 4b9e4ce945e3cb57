// Package options compares ParamsOf with go-querystring, over every struct of
// go-github and of GitLab's client that has url tags. The lists in this file,
// differences and rejections, have every difference between the two.
package options

//go:generate go run ./generate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
	"github.com/google/go-querystring/query"
)

// rejections are the rules by which a struct is rejected, with a piece of what the
// error says.
var rejections = []struct{ rule, reason string }{
	{"rejected: the json and the url tag of a field differ in name", "differ in name"},
	{"rejected: two fields at one depth have one name, and both are sent", "are both sent as"},
	{"rejected: the json or the url tag of a field leaves it out, and the other one does not", "one of its tags leaves it out"},
	{"rejected: a field has an EncodeValues method", "EncodeValues of"},
	{"rejected: an element of a list with the option comma has a comma", "an element contains a comma"},
	{"rejected: the option comma stands next to a json tag", `the option "comma"`},
	{"rejected: a field has a layout or del tag", "layout or del tag"},
	{"rejected: the keys of a map are not strings", "keys that are not strings"},
}

// The rules by which what ParamsOf gives differs from the pairs of go-querystring.
const (
	same    = "the same pairs"
	named   = "a field without a url tag has the name of its json tag, not of the field"
	hidden  = "a field that another one hides is not sent"
	absent  = "nil is left out, not empty or <nil>"
	omitted = "omitempty of the json tag alone leaves a field out"
	marshal = "a struct with MarshalJSON is read through its JSON"
	seconds = "a time keeps its fraction"
	structs = "a list of structs has brackets, not the text that fmt prints"
	indexed = "a list inside a struct has indexes"
	maplike = "a map has brackets, not the text that fmt prints"
)

// TestOptions writes each struct as a Query and by go-querystring, with fields
// that are zero, empty but not nil, full, or of embedded structs only. It counts
// the structs that differ, by the rules above. A difference that no rule makes
// fails, and so does a change of the counts.
func TestOptions(t *testing.T) {
	clients := []struct {
		name    string
		options []any
		want    map[string]int // structs, by rule
	}{
		{"go-github", githubOptions, map[string]int{
			same:    78,
			seconds: 6,
			"rejected: an element of a list with the option comma has a comma":                       3,
			"rejected: the json or the url tag of a field leaves it out, and the other one does not": 1,
			"rejected: two fields at one depth have one name, and both are sent":                     5,
		}},
		{"GitLab", gitlabOptions, map[string]int{
			same:    405,
			named:   3,
			hidden:  19,
			absent:  28,
			omitted: 3,
			marshal: 1,
			seconds: 39,
			structs: 31,
			indexed: 1,
			maplike: 4,
			"rejected: the json and the url tag of a field differ in name":                           12,
			"rejected: the json or the url tag of a field leaves it out, and the other one does not": 4,
			"rejected: a field has an EncodeValues method":                                           49,
			"rejected: the option comma stands next to a json tag":                                   6,
			"rejected: a field has a layout or del tag":                                              5,
			"rejected: the keys of a map are not strings":                                            6,
		}},
	}
	for _, client := range clients {
		t.Run(client.name, func(t *testing.T) {
			counts, pairs := map[string]int{}, 0
			for _, option := range client.options {
				rules := map[string]bool{}
				for name, fill := range fillings {
					p := reflect.New(reflect.TypeOf(option))
					fill(p.Elem())
					params := endpoint.ParamsOf(p.Interface())
					got, err := built(params)
					if err != nil {
						rules[rejection(t, option, err)] = true
						continue
					}
					n := normal{pairs: queryOf(t, p.Interface()), rules: rules}
					n.normalise(p.Type().Elem(), objectOf(t, params))
					if !maps.EqualFunc(got, n.pairs, slices.Equal) {
						t.Errorf("%T, %s:\ngot  %v\nwant %v", option, name, got, n.pairs)
					}
					pairs += len(got)
				}
				for rule := range rules {
					counts[rule]++
				}
				if len(rules) == 0 {
					counts[same]++
				}
			}
			t.Logf("%d structs, %d parameters", len(client.options), pairs)
			for _, rule := range slices.Sorted(maps.Keys(counts)) {
				t.Logf("%5d  %s", counts[rule], rule)
			}
			if !maps.Equal(counts, client.want) {
				t.Errorf("structs by rule: %v\nwant %v", counts, client.want)
			}
		})
	}
}

// rejection returns the rule of an error.
func rejection(t *testing.T, option any, err error) string {
	var e *endpoint.Error
	if errors.As(err, &e) && e.Err == endpoint.ErrParam {
		for _, r := range rejections {
			if strings.Contains(e.Reason, r.reason) {
				return r.rule
			}
		}
	}
	t.Errorf("%T: %v", option, err)
	return ""
}

// normal is what go-querystring wrote, turned by the rules into what is wanted.
type normal struct {
	pairs url.Values
	rules map[string]bool // those that changed something
}

func (n normal) normalise(typ reflect.Type, object map[string]any) {
	f := fields{names: map[string]string{}, counts: map[string]int{}, rules: map[string]string{}}
	f.read(typ, true)
	for key, values := range n.pairs {
		if renamed := f.rename(key); renamed != key {
			n.replace(named, key, nil)
			n.replace(named, renamed, values)
		}
	}
	for key, values := range n.pairs {
		last := key[strings.LastIndex(key, "[")+1:]
		rule := f.rules[strings.TrimSuffix(last, "]")]
		value := valueOf(object, key)
		_, isList := value.([]any)
		switch {
		case value == nil && rule != "" && slices.Contains([]string{"", "0", "false"}, values[0]):
			n.replace(rule, key, nil)
		case value == nil && typ.Implements(reflect.TypeFor[json.Marshaler]()):
			n.replace(marshal, key, nil)
		case value == nil && f.counts[key] > 1:
			n.replace(hidden, key, nil)
		case f.counts[key] > 1 && len(values) > 1 && !isList: // those of embedded structs come last
			n.replace(hidden, key, values[:1])
		}
	}
	for key, value := range object {
		n.value(key, value, false)
	}
}

// valueOf returns the value of a key such as position[line]; nil without one.
func valueOf(object map[string]any, key string) any {
	name, rest, nested := strings.Cut(key, "[")
	if inner, ok := object[name].(map[string]any); ok && nested {
		return valueOf(inner, strings.Replace(rest, "]", "", 1))
	}
	return object[name]
}

// value applies the rules to a value whose JSON is v.
func (n normal) value(key string, v any, nested bool) {
	written := n.pairs[key]
	switch v := v.(type) {
	case nil:
		if len(written) == 1 && (written[0] == "" || written[0] == "<nil>") {
			n.replace(absent, key, nil)
		}
	case string:
		t, err := time.Parse(time.RFC3339Nano, v)
		if inSeconds := t.Format(time.RFC3339); err == nil && inSeconds != v && slices.Equal(written, []string{inSeconds}) {
			n.replace(seconds, key, []string{v})
		}
	case []any:
		switch {
		case len(v) > 0 && isObject(v[0]):
			n.replace(structs, key, nil)
			n.add(key, v)
		case len(v) > 0 && nested:
			n.replace(indexed, key, nil)
			n.add(key, v)
		}
	case map[string]any:
		if written != nil {
			n.replace(maplike, key, nil)
			n.add(key, v)
			return
		}
		for k, inner := range v {
			n.value(key+"["+k+"]", inner, true)
		}
	}
}

func (n normal) replace(rule, key string, values []string) {
	n.rules[rule] = true
	if n.pairs[key] = values; values == nil {
		delete(n.pairs, key)
	}
}

// add writes a value with a bracket for each key and index.
func (n normal) add(key string, v any) {
	switch v := v.(type) {
	case nil:
	case []any:
		for i, element := range v {
			n.add(fmt.Sprintf("%s[%d]", key, i), element)
		}
	case map[string]any:
		for k, element := range v {
			n.add(key+"["+k+"]", element)
		}
	default:
		n.pairs.Add(key, fmt.Sprint(v))
	}
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// fields are what the rules know of the fields of a struct, at any depth.
type fields struct {
	names  map[string]string // by the name of a field without a url tag, that of its json tag
	counts map[string]int    // how many fields of the struct and its embedded ones have a name
	rules  map[string]string // by name, the rule that leaves a field out
}

func (f fields) read(t reflect.Type, outer bool) {
	for i := range t.NumField() {
		field := t.Field(i)
		inner := field.Type
		for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		urlName, urlOptions, _ := strings.Cut(field.Tag.Get("url"), ",")
		jsonName, jsonOptions, _ := strings.Cut(field.Tag.Get("json"), ",")
		name := cmp.Or(urlName, jsonName, field.Name)
		if field.Anonymous && name == field.Name && inner.Kind() == reflect.Struct {
			f.rules[name] = absent // go-querystring writes the name of a nil pointer
			f.read(inner, outer)
			continue
		}
		if urlName == "" && jsonName != "" {
			f.names[field.Name] = jsonName
		}
		if strings.HasPrefix(jsonOptions, "omit") && !strings.Contains(urlOptions, "omitempty") {
			f.rules[name] = omitted
		}
		if outer {
			f.counts[name]++
		}
		if inner.Kind() == reflect.Struct && inner != t {
			f.read(inner, false)
		}
	}
}

// rename renames each part of a key: position[BaseSHA] has two.
func (f fields) rename(key string) string {
	parts := strings.Split(strings.ReplaceAll(key, "]", ""), "[")
	for i, part := range parts {
		if parts[i] = cmp.Or(f.names[part], part); i > 0 {
			parts[i] = "[" + parts[i] + "]"
		}
	}
	return strings.Join(parts, "")
}

// built returns the query that params become.
func built(params endpoint.Params) (url.Values, error) {
	r, err := endpoint.New().Build("GET /x", endpoint.Query(params))
	if err != nil {
		return nil, err
	}
	_, rawQuery, _ := strings.Cut(r.URL, "?")
	return url.ParseQuery(rawQuery)
}

func queryOf(t *testing.T, v any) url.Values {
	t.Helper()
	values, err := query.Values(v)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// objectOf returns the JSON of params, decoded.
func objectOf(t *testing.T, params endpoint.Params) map[string]any {
	t.Helper()
	text, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	object := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&object); err != nil {
		t.Fatal(err)
	}
	return object
}

// fillings set the exported fields of a struct.
var fillings = map[string]func(reflect.Value){
	"zero":     func(reflect.Value) {},
	"empty":    empty,
	"full":     full,
	"embedded": embedded,
}

// embedded sets the fields of embedded structs alone.
func embedded(v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Anonymous && f.IsExported() {
			full(v.Field(i))
		}
	}
}

// empty sets what is empty and yet not nil.
func empty(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		eachField(v, empty)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	}
}

var filled int // strings so far, so that no two are alike

// full sets a value with characters that need escaping, or a list of two.
func full(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if t, ok := v.Addr().Interface().(*time.Time); ok {
			*t = time.Date(2026, 1, 2, 3, 4, 5, 600, time.FixedZone("", 3600))
		} else {
			eachField(v, full)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		full(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		full(v.Index(0))
		full(v.Index(1))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		full(value)
		if full(key); key.Kind() == reflect.String {
			key.SetString("a key") // without brackets
		}
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[any]() {
			v.Set(reflect.ValueOf("any & all"))
		}
	case reflect.String:
		filled++
		v.SetString(fmt.Sprint("a b,ü&=+/%2F[]", filled))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(3)
	case reflect.Float64:
		v.SetFloat(1.5)
	default:
		panic("no sample of " + v.Type().String())
	}
}

func eachField(v reflect.Value, fill func(reflect.Value)) {
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			fill(v.Field(i))
		}
	}
}
