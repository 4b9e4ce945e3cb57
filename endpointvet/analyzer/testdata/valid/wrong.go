package valid

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"example.com/endpoint"
)

// Keys are not what their source says.
func Keys(api endpoint.Endpoint, fields []string, s string) {
	api.Build("GET /x", Query{"filter": map[string]any{fields[0]: "open"}})
	api.Build("GET /x", Query{"filter": map[string]any{s + "[]": "open", strings.ToLower(s): 1}})
	api.Build("GET /x", Params{"filter": map[id]int{id(s): 1}, "f": map[string]any{`"`: 1}})
	const key = "state"
	api.Build("GET /x", Query{"filter": map[string]any{key: "open"}})
}

// Forms are url.Values, and not maps.
func Forms(ctx context.Context, form Headers) {
	api := endpoint.New()
	api.Build("POST /x", Options{Data: url.Values{"a": {"a,b"}}, Lists: endpoint.ListComma, Headers: Headers{"content-type": "application/x-www-form-urlencoded"}})
	api.Build("POST /x", Options{Data: url.Values{"": {"a"}}, Headers: Headers{"content-type": "application/x-www-form-urlencoded"}})
	api.HTTPRequest(ctx, "POST /x", Options{Data: &url.Values{"a": {}}, Headers: form})
	data := url.Values{}
	data.Set("a", "b,c")
	api.HTTPRequest(ctx, "POST /x", Options{Data: data}, Headers{"content-type": "application/x-www-form-urlencoded"}, Options{Lists: endpoint.ListComma})
	api.HTTPRequest(ctx, "POST /x", Options{Data: json.RawMessage(`{"a": 1}`)})
}

// Empty has headers that may be empty, and are then left out.
func EmptyHeaders(ctx context.Context, te, s string, h Headers) {
	api := endpoint.New()
	api.HTTPRequest(ctx, "GET /x", Headers{"trailer": te})
	api.HTTPRequest(ctx, "POST /x", Params{"a": 1}, Headers{"content-type": s})
	api.HTTPRequest(ctx, "POST /x", Options{Data: tagged{}}, Headers{"content-type": "application/" + s})
	api.HTTPRequest(ctx, "POST /x", Options{Data: []string{s}}, h)
}
