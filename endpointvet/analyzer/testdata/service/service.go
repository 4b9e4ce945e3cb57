// Package service has calls as they are written every day, in awkward ways.
package service

import (
	"context"
	"database/sql"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"mime/multipart"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"example.com/endpoint"
)

type Service struct {
	client *Client
}
type Client struct {
	mu  sync.Mutex
	api endpoint.Endpoint
}

type Opt func(*endpoint.Options)

func WithPage(n int) Opt { return func(o *endpoint.Options) { o.Params["page"] = n } }

func (s *Service) List(ctx context.Context, owner string, opts ...Opt) (*http.Request, error) {
	o := endpoint.Options{Params: endpoint.Params{"owner": owner}}
	for _, f := range opts {
		f(&o)
	}
	return s.client.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}", o)
}

func (s *Service) Get(ctx context.Context, owner, repo string, id int64, dry bool, u *url.URL, addr netip.Addr, b *big.Int, d time.Duration, ns sql.NullString, e error, st fmt.Stringer, m map[string][]string, h http.Header) {
	api := s.client.api
	params := endpoint.Params{
		"owner": owner,
		"repo":  repo,
		"dry":   dry,
	}
	switch {
	case dry:
		params["id"] = id
	default:
		params["id"] = "x"
	}
	if repo == "" {
		delete(params, "repo")
	}
	api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/{id}", params)
	api.Build("GET /x", endpoint.Params{"u": u, "a": addr, "b": b, "d": d, "e": e, "st": st, "m": m})
	api.Build("GET /x", endpoint.Params{"h": h, "s": slog.LevelInfo, "l": []time.Time{time.Now()}, "ns": ns.String})
	var body io.Reader
	if dry {
		body = strings.NewReader("x")
	}
	api.HTTPRequest(ctx, "GET /x", endpoint.Options{Data: body})
	pr, pw := io.Pipe()
	w := multipart.NewWriter(pw)
	api.HTTPRequest(ctx, "POST /x", endpoint.Options{Data: pr, Headers: endpoint.Headers{"content-type": w.FormDataContentType()}})
	x, _ := xml.Marshal(u)
	api.HTTPRequest(ctx, "POST /x", endpoint.Options{Data: x, Headers: endpoint.Headers{"content-type": "application/xml"}})
	api.HTTPRequest(ctx, "POST /x", endpoint.Options{Data: append([]byte(xml.Header), x...), Headers: endpoint.Headers{"Content-Type": "text/xml"}})
	api.HTTPRequest(ctx, "PATCH /x", endpoint.Options{Data: map[string]any{"a": nil, "b": func() any { return 1 }()}, Headers: endpoint.Headers{"content-type": "application/merge-patch+json"}})
	method := http.MethodGet
	if dry {
		method = http.MethodPost
	}
	api.Build(method+" /x", endpoint.Params{"a": 1})
	api.Build("/x", endpoint.Options{Method: method, Params: endpoint.Params{"a": []string{"a,b"}}})
	for _, route := range []string{"GET /a", "GET /b/{id}"} {
		api.Build(route, endpoint.Params{"id": 1})
	}
	path := "/x"
	if owner != "" {
		path += "/" + url.PathEscape(owner)
	}
	api.Build("GET " + path)
	api.Build("GET /x/" + strings.Join([]string{owner}, "/"))
	api.Build(fmt.Sprintf("GET /x/%d/{id}", id), endpoint.Path{"id": id})
	api.Build(fmt.Sprintf("GET /x/%05d", id))
	api.Build(fmt.Sprintf("GET %s", path))
	api.Build(fmt.Sprintf("%s /x/{id}", method), endpoint.Path{"id": 1})
	api.Build("GET https://" + owner + "/x")
	api.Build("GET "+os.Getenv("BASE")+"/x/{id}", endpoint.Path{"id": 1})
	api = api.Defaults(endpoint.Params{"x": 1})
	api.Build("GET /{x}")
	scoped := api.Defaults(endpoint.Path{"org": owner})
	scoped.Build("GET /orgs/{org}/{x}")
	anon := endpoint.New(endpoint.Options{BaseURL: "https://{region}.h.example", Path: endpoint.Path{"region": owner}})
	anon.Build("GET /x")
	anon.Build("GET /x", endpoint.Path{"region": "eu"})
	bare := endpoint.New(endpoint.Options{BaseURL: "https://{region}.h.example"})
	bare.Build("GET /x", endpoint.Path{"region": owner})
	form := endpoint.New(endpoint.Headers{"content-type": "application/x-www-form-urlencoded"})
	form.Build("POST /x", endpoint.Params{"a": []string{"a"}, "b": map[string]any{"c": 1}})
	form.Build("GET /x", endpoint.Params{"a": 1})
	form.Build("POST /x", endpoint.Options{Data: m})
	form.Build("POST /x", endpoint.Headers{"content-type": "application/json"}, endpoint.Options{Data: []int{1}})
	lists := endpoint.New(endpoint.Options{Lists: endpoint.ListRepeat})
	lists.Build("GET /x", endpoint.Params{"a": []string{"a,b"}})
	if _, err := api.Build("GET /x/{q}", endpoint.Params{"q": owner}); errors.Is(err, endpoint.ErrMissingParam) {
		return
	}
	func(layers ...endpoint.Layer) { api.Build("GET /x/{zz}", layers...) }(params)
	lay := []endpoint.Layer{endpoint.Path{"a": 1}}
	if dry {
		lay = append(lay, endpoint.Query{"b": 1})
	}
	lists.Build("GET /x/{a}", lay...)
	var opt endpoint.Options
	opt.Path = endpoint.Path{"a": 1}
	opt.Query = endpoint.Query{}
	opt.Query["x"] = 1
	lists.Build("GET /x/{a}", opt)
	lists.Build("GET /x/{a}", &opt)
	popt := &opt
	popt.Path = nil
	media := endpoint.MediaType{Format: owner, Previews: []string{repo, "a"}}
	lists.Build("GET /x", media)
	lists.Build("GET /x", endpoint.MediaType{Format: owner, Previews: []string{repo, "a"}})
	hdr := endpoint.Headers{"a": "b"}
	hdr["host"] = "h"
	lists.HTTPRequest(ctx, "GET /x", hdr)
	lists.HTTPRequest(ctx, "GET /x", endpoint.Headers{"host": owner + ":80", "X-" + owner: "1"})
	lists.Build("GET /x/{a}", func() endpoint.Layer { return endpoint.Path{"a": 1} }())
	lists.Build("GET /x/{a}", map[bool]endpoint.Layer{true: endpoint.Path{"a": 1}}[dry])
	lists.Build("GET /x/{a}", (endpoint.Layer)(endpoint.Path{"a": 1}))
	lists.Build("GET /x/{a}", endpoint.Layer(endpoint.Options{Path: map[string]any{"a": 1}}))
	const key = "a"
	lists.Build("GET /x/{a}", endpoint.Path{key: 1})
	k := "a"
	lists.Build("GET /x/{a}", endpoint.Path{k: 1})
	lists.Build("GET /x/{a}", endpoint.Params{"a": [2]string{"x", "y"}})
	lists.Build("GET /x/{a}", endpoint.Params{"a": []any{nil, 1}})
	lists.Build("GET /x/{a}", endpoint.Params{"a": uint64(1 << 63), "f": 1e300, "g": 0.1})
	lists.Build("GET /x/{a}", endpoint.Params{"a": 'x'})
	lists.Build("GET /x{?a:3}", endpoint.Params{"a": owner})
	lists.Build("GET /x", endpoint.Params{"a": struct {
		A int `json:"a"`
		B *struct{ C int }
	}{}})
	req, _ := api.Build("GET /x")
	_ = req
	lists.Merge("GET /x/{a}")
	_ = lists.Merge("", opt)
	slog.Info("x", "y", lists)
}
