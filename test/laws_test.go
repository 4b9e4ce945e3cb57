// The laws that hold for every call:
//
//	Build              = Parse(Merge)
//	HTTPRequest        = Build, then Request.HTTPRequest
//	Merge              = Merge of what Merge returned
//	New(a).Defaults(b) = New(a, b)
//	Merge(a), then b set in the result = Merge(a, b)
//
// checkLaws has the first three, and every call of a callTest goes through it.

package test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
)

// checkLaws checks a call. The layers are new for each request, since a stream is read
// once.
func checkLaws(t *testing.T, e endpoint.Endpoint, route string, layers func() layers) {
	t.Helper()
	call := layers()
	stain(t)
	merged := e.Merge(route, call...)
	what := fmt.Sprintf("%s\n%q %v", e, route, merged) // without values, which may hold themselves
	if again := e.Merge("", merged); !sameOptions(again, merged) {
		t.Errorf("%s\nmerged %#v\nagain  %#v", what, merged, again)
	}
	stain(t)
	built, err := e.Build(route, call...)
	stain(t)
	parsed, parseErr := endpoint.Endpoint{}.Parse(merged)
	if fmt.Sprint(err) != fmt.Sprint(parseErr) || !sameRequest(built, parsed) {
		t.Errorf("%s\nBuild        %#v, %v\nParse(Merge) %#v, %v", what, built, err, parsed, parseErr)
	}
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, route)
	stain(t)
	got, gotErr := e.HTTPRequest(ctx, route, layers()...)
	want, wantErr := built.HTTPRequest(ctx)
	switch {
	case err != nil:
		if got != nil || fmt.Sprint(gotErr) != err.Error() || !reflect.DeepEqual(built, endpoint.Request{}) {
			t.Errorf("%s\nHTTPRequest %v, %v\nBuild       %v, %v", what, got, gotErr, built, err)
		}
	case gotErr != nil || wantErr != nil:
		var a, b *endpoint.Error
		if got != nil || !errors.As(gotErr, &a) || !errors.As(wantErr, &b) || a.Err != b.Err || a.Name != b.Name && b.Name != "" {
			t.Errorf("%s\nHTTPRequest %v, %v\nRequest.HTTPRequest %v", what, got, gotErr, wantErr)
		}
	default:
		checkEqual(t, what, got, want, built.URL)
	}
}

// stain makes calls that set all that a call has, so that the next one, which may have its
// memory from them, shows what they left there. The first is an error.
func stain(t *testing.T) {
	t.Helper()
	stained := endpoint.New(options{
		BaseURL: "https://stain.test/{base}", Headers: headers{"x-stain": "s", "accept": "application/vnd.stain"},
		MediaType: endpoint.MediaType{Format: "stain", Previews: []string{"stain"}},
		Path:      path{"base": "b", "a": "stain", "b": "stain"}, Query: query{"c": "stain", "d": "stain"}, Lists: endpoint.ListComma,
	})
	for _, c := range []layers{
		{options{Method: "PUT", Data: "stain", Meta: "stain"}, params{"stained": 1}},
		{options{Method: "POST", Meta: "stain"}, params{"e": "stain", "a": "stain"}, contentType(formMIME)},
	} {
		_, err := stained.HTTPRequest(t.Context(), "GET {+leader}/{a}{?b}", append(c, path{"leader": "https://stain.test", "a": "stain"})...)
		if isError := c[0].(options).Data != nil; (err != nil) != isError {
			t.Fatalf("stain: %v", err)
		}
	}
}

// checkEqual compares two requests, and the URL with url.Parse.
func checkEqual(t *testing.T, what string, got, want *http.Request, address string) {
	t.Helper()
	if names := differences(t, got, want); names != nil {
		t.Errorf("%s\n%q differ\n got %+v\n     %#v\nwant %+v\n     %#v", what, names, got, got.URL, want, want.URL)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatalf("%s\n%v", what, err)
	}
	u.Host = strings.TrimSuffix(u.Host, ":") // as http.NewRequest does
	if !reflect.DeepEqual(got.URL, u) {
		t.Errorf("%s\nURL %#v\nurl.Parse(%q) %#v", what, got.URL, address, u)
	}
}

func sameOptions(a, b endpoint.Options) bool {
	ok := maps.EqualFunc(a.Params, b.Params, same) && maps.EqualFunc(a.Path, b.Path, same) &&
		maps.EqualFunc(a.Query, b.Query, same) && same(a.Data, b.Data)
	a.Params, a.Path, a.Query, a.Data = b.Params, b.Path, b.Query, nil
	b.Data = nil
	return ok && reflect.DeepEqual(a, b)
}

func sameRequest(a, b endpoint.Request) bool {
	x, isObject := a.Body.(map[string]any)
	y, _ := b.Body.(map[string]any)
	ok := isObject && maps.EqualFunc(x, y, same) || same(a.Body, b.Body)
	a.Body, b.Body = nil, nil
	return ok && reflect.DeepEqual(a, b)
}

// same compares functions and NaN too.
func same(a, b any) bool {
	switch reflect.ValueOf(a).Kind() {
	case reflect.Func, reflect.Float64:
		return fmt.Sprintf("%T %v", a, a) == fmt.Sprintf("%T %v", b, b)
	}
	return reflect.DeepEqual(a, b)
}

// differences compares two requests for net/http: exported fields, context, and what
// the bodies and GetBody give.
func differences(t *testing.T, a, b *http.Request) (names []string) {
	t.Helper()
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		switch f := x.Type().Field(i); {
		case !f.IsExported() || f.Name == "Body" || f.Name == "GetBody":
		case !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()):
			names = append(names, f.Name)
		}
	}
	if a.Context() != b.Context() {
		names = append(names, "Context")
	}
	if (a.Body == nil) != (b.Body == nil) || (a.Body == http.NoBody) != (b.Body == http.NoBody) ||
		(a.GetBody == nil) != (b.GetBody == nil) {
		return append(names, "Body or GetBody set")
	}
	if content(t, a.Body) != content(t, b.Body) {
		names = append(names, "Body")
	}
	if a.GetBody != nil && again(t, a) != again(t, b) {
		names = append(names, "GetBody")
	}
	return names
}

// lawRoutes are routes that are read in different ways, by this package or net/url.
var lawRoutes = []string{
	"", "GET", "/", "GET /", "GET //x//", "GET ?x=1", "GET #f", "GET /x?", "GET /x?#", "GET /x#", "GET /x?a#f?b", "GET /x?a=0",
	"GET x", "GET .x", "GET @x", "GET /%2F%2f", "GET /a b", "GET /a'b", "GET /a[]!$&()*+,;=:@~", "GET /\u00fc?\u00fc#\u00fc",
	"GET /%zz", "GET /./x/..", "GET /*", "GET *", "GET /a:b/c", "GET /a%", "GET /%41", "GET /x?[]=%41&'", "GET /x?a+b",
	"GET /{a}", "GET /{a}/", "GET /:a/:b", "GET /{+a}", "GET /{/a*}", "GET /x{/a,b}{?c,d*}", "GET /x{;a}{.b}{#c}",
	"GET /x?y{&a}", "GET /{a}{b}", "GET /{enterprise-team}",
	"GET {+a}", "GET {+a}{?b}", "GET {url}", "GET {url}/x", "GET {a}/{b}", "GET {/a}", "GET {?a}", "GET {#a}",
	"GET http://h", "GET HTTPS://H:80/x", "GET http://h:/x", "GET http://u:p@h/x", "GET http://[::1]:8/x", "GET http://{a}.test/x",
	"GET http://h?x", "GET http://h#x", "GET http:///x", "GET http://h{/a}{?b}",
	"POST /x", "POST /{a}?x", "PUT /x{?a}", "PATCH /:a", "DELETE /{a}", "HEAD /x", "TRACE /x", "CONNECT /x", "purge /x",
	"g t /x", "POST /{", "POST /{a:3}",
}

func TestLaws(t *testing.T) {
	for _, c := range parityCases(t) {
		checkLaws(t, c.endpoint(), c.Route, func() layers { return layers{c.Options} })
	}
	for _, tt := range bodyKinds() {
		for _, method := range []string{"POST", "DELETE", "GET"} {
			checkLaws(t, wireEndpoint, method+" /x", func() layers { return layers{data(tt.body(t))} })
		}
	}
}

// FuzzLaws has the calls of FuzzModel, with any text as a media type.
func FuzzLaws(f *testing.F) {
	addModelCalls(f)
	f.Fuzz(func(t *testing.T, pieces, choices []byte, a, b string) {
		c := newModelCall(pieces, choices, a, b)
		last := layers{endpoint.MediaType{Format: a, Previews: []string{b}}}[:c.early(2)]
		call, e := c.layers(), c.endpoint().Defaults(last...)
		checkLaws(t, e, c.route, func() layers { return call })
		once := endpoint.New(slices.Concat(layers{c.defaults[0], c.defaults[1], c.defaults[2]}, c.oddLayers(0), last)...)
		if !sameOptions(once.Options(), e.Options()) {
			t.Errorf("%sNew(a).Defaults(b) %#v\nNew(a, b)          %#v", c, e.Options(), once.Options())
		}
		checkSame(t, e, once, c.route, call)
		checkFilled(t, e, c.route, call, c.layer())
	})
}

// checkFilled sets the keys and headers of a layer in merged options, which is as passing it
// as the last layer of the call. A value that is there already stays whose it is.
func checkFilled(t *testing.T, e endpoint.Endpoint, route string, call layers, last options) {
	t.Helper()
	merged := e.Merge(route, call...)
	last = options{
		Params: fill(&merged.Params, last.Params), Path: fill(&merged.Path, last.Path),
		Query: fill(&merged.Query, last.Query), Headers: fill(&merged.Headers, last.Headers),
	}
	got, gotErr := e.Parse(merged)
	want, wantErr := e.Build(route, append(call, last)...)
	if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) || !sameRequest(got, want) {
		t.Errorf("%v\n%#v\nset    %#v, %v\npassed %#v, %v", call, last, got, gotErr, want, wantErr)
	}
}

// fill sets keys in a map, and returns those that had other values.
func fill[M ~map[string]V, V any](in *M, keys M) M {
	set := M{}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		v := keys[k]
		if reflect.TypeFor[V]().Kind() == reflect.String { // the name of a header
			k = strings.ToLower(k)
		}
		if was, ok := (*in)[k]; ok && (reflect.DeepEqual(was, v) || fmt.Sprint(was) == strings.TrimSpace(fmt.Sprint(v))) {
			continue
		}
		if *in == nil {
			*in = M{}
		}
		(*in)[k], set[k] = v, v
	}
	return set
}

// checkSame compares what two Endpoints make of a call.
func checkSame(t *testing.T, one, two endpoint.Endpoint, route string, call layers) {
	t.Helper()
	a, errA := one.Build(route, call...)
	b, errB := two.Build(route, call...)
	if fmt.Sprint(errA) != fmt.Sprint(errB) || !sameRequest(a, b) || !sameOptions(one.Merge(route, call...), two.Merge(route, call...)) {
		t.Errorf("%v\n%#v, %v\n%#v, %v", call, a, errA, b, errB)
	}
}

// FuzzBothWays has texts of any kind everywhere.
func FuzzBothWays(f *testing.F) {
	for _, route := range lawRoutes {
		f.Add("https://api.test/v1", route, "a b", "1", uint8(0))
		f.Add("https://api.test", route, "%2F;'[]", "\u00fc?", uint8(5))
		f.Add("http://{a}.test:8080/{b}", route, "x-1", "http://o.test/p?q#f", uint8(200))
	}
	f.Fuzz(func(t *testing.T, baseURL, route, a, b string, mode uint8) {
		e := endpoint.New(
			options{BaseURL: baseURL, Lists: endpoint.ListStyle(mode>>2) % 6, Path: path{"a": a, "b": b}}, query{"c": b},
		)
		nested := map[string]any{a: []any{b, params{"k": a}}}
		body := options{Params: params{"url": b, "c": []string{a, b}, a: b, "m": nested}}
		if mode>>7 == 1 {
			body = data(nested)
		}
		checkLaws(t, e, route, func() layers {
			return layers{
				body,
				query{b: a, "n": []any{nested, a}},
				headers{"x-a": a},
				contentType([...]string{"", formMIME, "text/json", a}[mode%4]),
			}
		})
	})
}
