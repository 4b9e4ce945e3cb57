// Package stripe lets a judge that we did not write read what the library sends:
// github.com/stripe/stripe-mock, with the specification of Stripe's API and the
// fixtures that it embeds. TestStripe calls each GET and POST operation that
// takes parameters, with plain Go maps and lists, and asks two questions: does
// stripe-mock accept the request, and are the parameters that it reads those
// that were given? Anything else fails.
package stripe

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/param"
	"github.com/stripe/stripe-mock/server"
	"github.com/stripe/stripe-mock/spec"
)

func TestStripe(t *testing.T) {
	doc, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		t.Fatal(err)
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		t.Fatal(err)
	}
	url, read := start(t, doc, fixtures)
	api := endpoint.New(endpoint.Options{
		BaseURL: url,
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer sk_test_123"},
		Lists:   endpoint.ListBrackets,
	})
	counts := map[string]int{}
	for _, op := range operations(doc, fixtures) {
		if op.multipart {
			counts[op.route+" left out: multipart, which is the caller's"]++
			continue
		}
		verb, _, _ := strings.Cut(op.route, " ")
		for way, layers := range op.ways() {
			req, err := api.HTTPRequest(t.Context(), op.route, layers...)
			if err != nil {
				t.Errorf("%s: %v", op.route, err)
				continue
			}
			if status, message := send(t, req); status != http.StatusOK {
				t.Errorf("%s: %d %s\nof %v", op.route, status, message, op.params)
				continue
			}
			counts[verb+" accepted, as "+way]++
			if want := texts(op.params); !reflect.DeepEqual(texts(*read), want) {
				t.Errorf("%s: stripe-mock reads\n%v\nof\n%v", op.route, texts(*read), want)
			}
		}
		for kind, n := range kinds(op.params) {
			counts["values: "+kind] += n
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%5d  %s", counts[name], name)
	}
	if counts["GET accepted, as Params"] < 200 || counts["POST accepted, as Params"] < 200 {
		t.Error("too few operations")
	}
}

// start serves stripe-mock on the loopback interface. read is what its parser
// has read of the last request.
func start(t *testing.T, doc *spec.Spec, fixtures *spec.Fixtures) (url string, read *map[string]any) {
	stub, err := server.NewStubServer(fixtures, doc, true, false)
	if err != nil {
		t.Fatal(err)
	}
	silence(t)
	read = new(map[string]any)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		again := r.Clone(r.Context())
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		again.Body = io.NopCloser(strings.NewReader(string(body)))
		if *read, err = param.ParseParams(again); err != nil {
			t.Error(err)
		}
		stub.HandleRequest(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, read
}

// silence drops what stripe-mock prints for each request.
func silence(t *testing.T) {
	stdout := os.Stdout
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout = null
	t.Cleanup(func() { os.Stdout = stdout; null.Close() })
}

func send(t *testing.T, req *http.Request) (status int, message string) {
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Error struct{ Message string } }
	if res.StatusCode != http.StatusOK {
		if err := json.Unmarshal(body, &answer); err != nil {
			t.Fatal(err)
		}
	}
	return res.StatusCode, answer.Error.Message
}

// texts returns a value as a form can hold it: scalars are texts, a map whose
// keys are 0, 1, 2 … is a list, and an empty map is nothing.
func texts(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for key, value := range v {
			if value = texts(value); value != nil {
				m[key] = value
			}
		}
		if len(m) == 0 {
			return nil
		}
		list := make([]any, len(m))
		for i := range list {
			if list[i] = m[fmt.Sprint(i)]; list[i] == nil {
				return m
			}
		}
		return list
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = texts(v[i])
		}
		return list
	}
	return fmt.Sprint(v)
}

// kinds counts the values that are nested in v, by their kind.
func kinds(v any) map[string]int {
	counts := map[string]int{}
	var count func(v any, nested string)
	count = func(v any, nested string) {
		switch v := v.(type) {
		case map[string]any:
			counts[nested+"map"]++
			for _, value := range v {
				count(value, "nested ")
			}
		case []any:
			counts[nested+"list"]++
			for _, value := range v {
				count(value, "nested ")
			}
		default:
			counts[nested+"scalar"]++
		}
	}
	for _, value := range v.(map[string]any) {
		count(value, "")
	}
	return counts
}
