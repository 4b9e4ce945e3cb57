// What a user holds: an Endpoint with its defaults, and the layers of a call.

package test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"example.com/endpoint"
)

func TestBuiltInDefaults(t *testing.T) {
	want := endpoint.Request{
		Method:  "get",
		URL:     "https://api.service.example/x",
		Headers: headers{"accept": "application/vnd.service.v3+json", "user-agent": "go-endpoint.js/" + endpoint.Version},
		Route:   "GET /x",
	}
	for _, e := range []endpoint.Endpoint{{}, endpoint.New(), endpoint.Endpoint{}.Defaults(), endpoint.New(options{})} {
		got, err := e.Build("/x")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n%s", err, got.Diff(want))
		}
	}
	builtIn := options{Method: "GET", BaseURL: "https://api.service.example", Headers: want.Headers}
	if got := (endpoint.Endpoint{}).Options(); !reflect.DeepEqual(got, builtIn) {
		t.Errorf("got %#v\nwant %#v", got, builtIn)
	}
}

// TestCascade layers defaults one by one and all at once.
func TestCascade(t *testing.T) {
	defaults := layers{
		options{BaseURL: "https://one.test", Method: "post", Params: params{"a": 1, "b": 1, "c": 1}},
		headers{"X-A": "1", "x-b": "1"},
		options{BaseURL: "https://two.test/api/", URL: "/x/{a}", Meta: "m"},
		params{"a": 2, "b": endpoint.Unset},
		headers{"x-a": "2", "X-B": ""},
		endpoint.MediaType{Format: "raw", Previews: []string{"p"}},
		endpoint.MediaType{Previews: []string{"q", "p"}},
		query{"q": []int{1, 2}},
		path{"a": 3, "p": 1},
		path{"a": 4, "p": endpoint.Unset},
		options{Lists: endpoint.ListComma},
		options{Lists: endpoint.ListBrackets},
		options{},
	}
	step := endpoint.Endpoint{}
	for _, l := range defaults {
		before := step.Options()
		next := step.Defaults(l)
		if after := step.Options(); !reflect.DeepEqual(after, before) {
			t.Errorf("%v has changed an Endpoint from %#v to %#v", l, before, after)
		}
		step = next
	}
	want := endpoint.Request{
		Method: "post",
		URL:    "https://two.test/api/x/4?q%5B%5D=1&q%5B%5D=2",
		Headers: headers{
			"accept":       "application/vnd.service.p-preview.raw,application/vnd.service.q-preview.raw",
			"content-type": jsonMIME,
			"user-agent":   "go-endpoint.js/" + endpoint.Version,
			"x-a":          "2",
		},
		Body:  map[string]any{"a": 2, "c": 1},
		Meta:  "m",
		Route: "POST /x/{a}",
	}
	wantOptions := options{
		Method: "POST", URL: "/x/{a}", BaseURL: "https://two.test/api/", Meta: "m", Lists: endpoint.ListBrackets,
		Headers: headers{
			"accept": "application/vnd.service.v3+json", "user-agent": "go-endpoint.js/" + endpoint.Version, "x-a": "2", "x-b": "",
		},
		MediaType: endpoint.MediaType{Format: "raw", Previews: []string{"p", "q"}},
		Params:    params{"a": 2, "c": 1}, Path: path{"a": 4}, Query: query{"q": []int{1, 2}},
	}
	for _, e := range []endpoint.Endpoint{step, endpoint.New(defaults...)} {
		if got, err := e.Build(""); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n%s", err, got.Diff(want))
		}
		if got := e.Options(); !reflect.DeepEqual(got, wantOptions) {
			t.Errorf("got  %#v\nwant %#v", got, wantOptions)
		}
	}
}

// TestDefaultsAreJudgedByCalls gives defaults that are not valid: they are the
// error of the calls that use them, and of no other.
func TestDefaultsAreJudgedByCalls(t *testing.T) {
	for _, tt := range []struct {
		bad  endpoint.Layer
		want string
		cure endpoint.Layer
	}{
		{base("h"), "invalid base URL", base("http://h")},
		{options{Method: "a b"}, "invalid method", options{Method: "GET"}},
		{options{URL: "/{"}, "invalid route", options{URL: "/"}},
		{headers{"x": "\n"}, `invalid header "x"`, headers{"X": "y"}},
		{headers{"x": "\n"}, `invalid header "x"`, headers{"X": ""}},
		{endpoint.MediaType{Format: "a b"}, "invalid header in MediaType.Format", endpoint.MediaType{Format: "raw"}},
		{query{"q": struct{}{}}, `invalid parameter "q"`, query{"q": endpoint.Unset}},
		{params{"p": struct{}{}}, `invalid parameter "p"`, params{"p": nil}},
		{options{Lists: 9}, "invalid parameter in Lists", options{Lists: endpoint.ListComma}},
		{options{BaseURL: "http://{h}", Path: path{"h": "/"}}, `invalid parameter "h"`, path{"h": "h"}},
		{base("http://{h}"), `missing parameter "h"`, path{"h": "h"}},
		{data(1), "invalid body in Data", options{Method: "POST"}},
	} {
		e := endpoint.New(options{URL: "/"}, tt.bad)
		_, err := e.Build("")
		checkError(t, tt.want, err, tt.want)
		if _, err := e.Build("", tt.cure); err != nil {
			t.Errorf("%s, cured: %v", tt.want, err)
		}
	}
}

// TestEqualDefaults: the order of a map does not tell two Endpoints apart.
func TestEqualDefaults(t *testing.T) {
	p, h := params{}, headers{}
	for i := range 20 {
		p[strconv.Itoa(i)] = i
		h[strconv.Itoa(i)] = "x"
	}
	if a, b := endpoint.New(p, path(p), h), endpoint.New(p, path(p), h); !reflect.DeepEqual(a, b) || a == b {
		t.Errorf("two Endpoints of equal defaults: DeepEqual %t, == %t", reflect.DeepEqual(a, b), a == b)
	}
}

// TestLayers has a layer of each type, and a pointer to each. Nil changes nothing.
func TestLayers(t *testing.T) {
	media := endpoint.MediaType{Format: "raw"}
	o, p, in, q, h := options{Method: "PUT"}, params{"a": 1}, path{"id": 7}, query{"q": 2}, headers{"x-h": "h"}
	want := endpoint.Request{
		Method:  "PUT",
		URL:     "https://api.service.example/x/7?q=2",
		Headers: headers{"x-h": "h", "accept": "application/vnd.service.v3.raw"},
		Body:    map[string]any{"a": 1},
	}
	for _, call := range []layers{
		{o, p, in, q, h, media},
		{&o, &p, &in, &q, &h, &media},
		{
			o, p, in, q, h, media, nil, (*options)(nil), (*params)(nil), (*path)(nil), (*query)(nil), (*headers)(nil),
			(*endpoint.MediaType)(nil),
			options{},
			params(nil), path(nil), query(nil), headers(nil),
			endpoint.MediaType{},
		},
	} {
		for _, e := range []endpoint.Endpoint{{}, endpoint.New(call...)} {
			got, err := e.Build("/x/{id}", call...)
			if diff := got.Diff(want); err != nil || diff != "" {
				t.Errorf("%v: %v\n%s", call, err, diff)
			}
		}
	}
	var many layers
	for i := range 40 {
		many = append(many, params{"a": i, "b": -i})
	}
	got, err := endpoint.Endpoint{}.Build("GET /x", many...)
	if want := "https://api.service.example/x?a=39&b=-39"; err != nil || got.URL != want {
		t.Errorf("the last of many layers: %s, %v; want %s", got.URL, err, want)
	}
}

func TestForeignLayerPanics(t *testing.T) {
	type mine struct{ endpoint.Options }
	for _, call := range []func(){
		func() { endpoint.Endpoint{}.Merge("/x", mine{}) },
		func() { endpoint.New(mine{}) },
	} {
		func() {
			defer func() {
				if s := fmt.Sprint(recover()); !strings.Contains(s, "mine is not a layer") {
					t.Errorf("recovered %q", s)
				}
			}()
			call()
		}()
	}
}

// TestEveryOption sets each field of Options. Merge reads it from a layer, keeps it
// under a layer that does not set it, and copies it if it is a map. String shows it.
func TestEveryOption(t *testing.T) {
	samples := map[reflect.Type]any{
		reflect.TypeFor[string]():             "PUT",
		reflect.TypeFor[any]():                "text",
		reflect.TypeFor[headers]():            headers{"x-name": "value"},
		reflect.TypeFor[params]():             params{"name": "value"},
		reflect.TypeFor[path]():               path{"name": "value"},
		reflect.TypeFor[query]():              query{"name": "value"},
		reflect.TypeFor[endpoint.ListStyle](): endpoint.ListRepeat,
		reflect.TypeFor[endpoint.MediaType](): endpoint.MediaType{Format: "raw", Previews: []string{"fury"}},
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[options]()) {
		if !field.IsExported() {
			continue
		}
		sample, ok := samples[field.Type]
		if !ok {
			t.Errorf("%s: no sample of its type", field.Name)
			continue
		}
		var o options
		reflect.ValueOf(&o).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(sample))
		for _, merged := range []options{
			endpoint.New().Merge("", o, options{}),
			endpoint.New().Merge("", &o, &options{}),
			endpoint.New(o).Options(),
		} {
			delete(merged.Headers, "accept")
			delete(merged.Headers, "user-agent")
			if got := reflect.ValueOf(merged).FieldByIndex(field.Index).Interface(); !reflect.DeepEqual(got, sample) {
				t.Errorf("%s: got %#v, want %#v", field.Name, got, sample)
			} else if v := reflect.ValueOf(got); v.Kind() == reflect.Map && v.Pointer() == reflect.ValueOf(sample).Pointer() {
				t.Errorf("%s: it is the caller's map", field.Name)
			}
		}
		if o.String() == "" {
			t.Errorf("%s: String does not show it", field.Name)
		}
	}
}
