// Command openapi builds every operation of GitHub's OpenAPI document the way a
// user of the library would write it first, and lets kin-openapi judge the
// requests: does the router of the document find the operation, and do
// parameters and body validate against their schemas? It prints how many are
// valid, and the others by reason.
//
//	npm ci --prefix openapi && go run ./openapi
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"example.com/endpoint"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

func main() {
	log.SetFlags(0)
	path := flag.String("doc", "openapi/node_modules/@octokit/openapi/generated/api.github.com.json", "the OpenAPI document")
	flag.Parse()
	doc, err := openapi3.NewLoader().LoadFromFile(*path)
	if err != nil {
		log.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		log.Fatal(err)
	}
	api := endpoint.New(endpoint.Options{
		BaseURL: doc.Servers[0].URL,
		Headers: endpoint.Headers{"accept": "application/vnd.github+json"},
		Lists:   endpoint.ListRepeat, // style form, exploded: the default of OpenAPI
	})
	results := map[string][]string{}
	total := 0
	for _, path := range doc.Paths.InMatchingOrder() {
		for method, operation := range doc.Paths.Value(path).Operations() {
			result := judge(api, router, method, path, operation)
			results[result] = append(results[result], method+" "+path)
			total++
		}
	}
	fmt.Println(total, "operations")
	reasons := slices.SortedFunc(maps.Keys(results), func(a, b string) int {
		return cmp.Or(len(results[b])-len(results[a]), cmp.Compare(a, b))
	})
	for _, reason := range reasons {
		fmt.Printf("%6d  %s\n", len(results[reason]), reason)
		if reason != valid {
			fmt.Println("        " + strings.Join(slices.Sorted(slices.Values(results[reason])), ", "))
		}
	}
}

const valid = "valid"

// judge builds one operation and returns valid, or what is wrong with it.
func judge(api endpoint.Endpoint, router routers.Router, method, path string, o *openapi3.Operation) string {
	layers := call(o)
	req, err := api.HTTPRequest(context.Background(), method+" "+path, layers...)
	if err != nil {
		var e *endpoint.Error
		errors.As(err, &e)
		return fmt.Sprintf("not built: %v", e.Err)
	}
	route, params, err := router.FindRoute(req)
	if err != nil {
		return fmt.Sprintf("not routed: %v", err)
	}
	if route.Operation != o {
		return "routed to another operation"
	}
	for name, value := range params { // the router hands them over encoded
		if params[name], err = url.PathUnescape(value); err != nil {
			return "a path value that cannot be decoded"
		}
	}
	err = openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	})
	if err != nil {
		return "invalid: " + reason(err)
	}
	return valid
}

// reason is the kind of an error: its first line without names and numbers.
func reason(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return quoted.ReplaceAllString(line, "…")
}

var quoted = regexp.MustCompile(`"[^"]*"|\d+`)

// call returns the options of an operation as a user writes them first: Path and
// Query for what the document has there, Params for an object that is the body,
// Data for a body of another kind.
func call(o *openapi3.Operation) []endpoint.Layer {
	path, query, headers := endpoint.Path{}, endpoint.Query{}, endpoint.Headers{}
	for _, ref := range o.Parameters {
		p := ref.Value
		value := p.Example
		if value == nil {
			value = plausible(p.Schema.Value, p.Name, 0)
		}
		switch p.In {
		case "header":
			headers[p.Name] = fmt.Sprint(value)
		case "query":
			query[p.Name] = value
		default:
			path[p.Name] = value
		}
	}
	layers := []endpoint.Layer{path, query, headers}
	if o.RequestBody == nil {
		return layers
	}
	contents := o.RequestBody.Value.Content
	contentType := slices.Min(slices.Collect(maps.Keys(contents)))
	if contents["application/json"] != nil {
		contentType = "application/json"
	} else {
		headers["content-type"] = contentType
	}
	body := plausible(contents[contentType].Schema.Value, "body", 0)
	if object, ok := body.(map[string]any); ok {
		return append(layers, endpoint.Params(object))
	}
	return append(layers, endpoint.Options{Data: body})
}

// plausible returns a value of the schema: its example, its default, or one by
// its type.
func plausible(s *openapi3.Schema, name string, depth int) any {
	switch {
	case s.Example != nil && s.VisitJSON(s.Example) == nil:
		return s.Example
	case s.Default != nil:
		return s.Default
	case len(s.Enum) > 0:
		return s.Enum[0]
	case len(s.OneOf) > 0 && len(s.Properties) == 0:
		return plausible(s.OneOf[0].Value, name, depth)
	case len(s.AnyOf) > 0 && len(s.Properties) == 0:
		return plausible(s.AnyOf[0].Value, name, depth)
	case len(s.AllOf) > 0:
		return plausible(s.AllOf[0].Value, name, depth)
	case s.Type.Is("object") || len(s.Properties) > 0:
		object := map[string]any{}
		for key, p := range s.Properties {
			if len(s.OneOf) > 0 && !slices.Contains(slices.Concat(s.Required, s.OneOf[0].Value.Required), key) {
				continue
			}
			if depth < 4 && !p.Value.ReadOnly || slices.Contains(s.Required, key) {
				object[key] = plausible(p.Value, key, depth+1)
			}
		}
		if more := s.AdditionalProperties.Schema; more != nil {
			object["some key"] = plausible(more.Value, name, depth+1)
		}
		return object
	case s.Type.Is("array"):
		list := []any{plausible(s.Items.Value, name, depth+1)}
		if !s.UniqueItems && (s.MaxItems == nil || *s.MaxItems > 1) {
			list = append(list, plausible(s.Items.Value, name, depth+1))
		}
		return list
	case s.Type.Is("integer"), s.Type.Is("number"):
		if s.Min != nil {
			return *s.Min
		}
		return 1
	case s.Type.Is("boolean"):
		return true
	}
	return text(s, name)
}

// text returns a string of the schema.
func text(s *openapi3.Schema, name string) string {
	switch {
	case s.Format == "date-time":
		return "2024-05-06T07:08:09Z"
	case s.Format == "date":
		return "2024-05-06"
	case s.Format == "uri":
		return "https://example.com/a?b=c"
	case s.Format == "email":
		return "octocat@github.com"
	case strings.HasPrefix(s.Pattern, "^sha256:"):
		return "sha256:" + strings.Repeat("0123456789abcdef", 4)
	case strings.Contains(s.Pattern, "ssh-"):
		return "ssh-ed25519 AAAA octocat@github.com"
	case s.Pattern == `^\d+\.\d+\.\d+$`:
		return "1.2.3"
	case strings.Contains(s.Pattern, "a-f") || strings.Contains(s.Pattern, "0-9"):
		return strings.Repeat("0123456789abcdef", 4)[:max(40, int(s.MinLength))]
	case name == "path":
		return "docs/README v2.md"
	}
	value := "some " + name
	for len(value) < int(s.MinLength) {
		value += "-"
	}
	if s.MaxLength != nil && len(value) > int(*s.MaxLength) {
		value = value[:*s.MaxLength]
	}
	return value
}
