// Package gogithub holds ParamsOf against go-querystring, over every struct
// of go-github that has url tags.
package gogithub

//go:generate go run ./generate

import (
	"errors"
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

// rejected are the structs that ParamsOf rejects, each with the field that it
// names and what it says of it. None of the others has an option of a url tag
// that ParamsOf does not know.
var rejected = map[string][2]string{
	// A result that was made to fit as an option too: the fields that are not
	// options are left out by url:"-" and named by their json tags.
	"github.ActionsCache": {"ID", `json tag "id,omitempty" and its url tag "-" differ in name`},
	// ListOptions.Page and ListCursorOptions.Page have one name, at one depth.
	// go-querystring writes both, encoding/json neither.
	"github.AlertListOptions":               {"Page", `both named "page"`},
	"github.IssueListByRepoOptions":         {"Page", `both named "page"`},
	"github.IssueListOptions":               {"Page", `both named "page"`},
	"github.ListAlertsOptions":              {"Page", `both named "page"`},
	"github.SecretScanningAlertListOptions": {"Page", `both named "page"`},
	"github.SubIssueListByIssueOptions":     {"Page", `both named "page"`},
}

// TestOptions writes each struct as a Query and by go-querystring: the pairs
// are the same, with fields that are zero, empty but not nil, or full.
func TestOptions(t *testing.T) {
	fillings := map[string]func(reflect.Value){"zero": func(reflect.Value) {}, "empty": empty, "full": full}
	equal, pairs, reasons := 0, 0, map[string]int{}
	for _, option := range options {
		typ := reflect.TypeOf(option)
		want, reject := rejected[typ.String()]
		same := true
		for name, fill := range fillings {
			p := reflect.New(typ)
			fillFields(p.Elem(), fill)
			params, err := endpoint.ParamsOf(p.Interface())
			if err != nil || reject {
				var e *endpoint.Error
				if !errors.As(err, &e) || !errors.Is(err, endpoint.ErrParam) || e.Name != want[0] || !strings.Contains(e.Reason, want[1]) {
					t.Errorf("%v: error %v; want %q", typ, err, want)
				}
				same = false
				continue
			}
			got, want := built(t, params), queryOf(t, p.Interface())
			if !maps.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%v, %s:\ngot  %v\nwant %v", typ, name, got, want)
				same = false
			}
			pairs += len(got)
		}
		if same {
			equal++
		} else {
			reasons[want[1]]++
		}
	}
	t.Logf("%d structs: %d give the same pairs, %d pairs in all", len(options), equal, pairs)
	for reason, n := range reasons {
		t.Logf("%d rejected: %s", n, reason)
	}
	if equal+len(rejected) != len(options) || equal < 80 {
		t.Error("some structs are missing: run go generate")
	}
}

// built returns the query that params become.
func built(t *testing.T, params endpoint.Params) url.Values {
	t.Helper()
	r, err := endpoint.New().Build("GET /x", endpoint.Query(params))
	if err != nil {
		t.Fatal(err)
	}
	_, rawQuery, _ := strings.Cut(r.URL, "?")
	values, err := url.ParseQuery(rawQuery)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func queryOf(t *testing.T, v any) url.Values {
	t.Helper()
	values, err := query.Values(v)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// fillFields fills the exported fields of a struct and of those in it.
func fillFields(v reflect.Value, fill func(reflect.Value)) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.Kind() == reflect.Struct && f.Type() != timeType:
			fillFields(f, fill)
		case v.Type().Field(i).IsExported():
			fill(f)
		}
	}
}

var timeType = reflect.TypeFor[time.Time]()

// empty sets what is empty and yet not nil.
func empty(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
}

// full sets a value with characters that need escaping, or a list of two.
func full(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		full(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		full(v.Index(0))
		full(v.Index(1))
	case reflect.String:
		v.SetString("a b,ü&=+/%2F[]")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Struct:
		switch p := v.Addr().Interface().(type) {
		case *time.Time:
			*p = time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
		default:
			fillFields(v, full)
		}
	default:
		panic("no sample of " + v.Type().String())
	}
}
