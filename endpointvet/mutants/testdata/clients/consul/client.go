// Package consul is a small client of an agent.
package consul

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"example.com/endpoint"
)

// Agent is an agent.
type Agent struct {
	ep endpoint.Endpoint
	hc *http.Client
}

// Dial returns the Agent at an address.
func Dial(addr, token string) *Agent {
	if addr == "" {
		addr = "127.0.0.1:8500"
	}
	return &Agent{
		ep: endpoint.New(
			endpoint.Options{BaseURL: "http://" + addr + "/v1"},
			endpoint.Headers{"accept": "application/json", "x-consul-token": token},
		),
		hc: http.DefaultClient,
	}
}

// QueryOptions are for all reads.
type QueryOptions struct {
	Datacenter string
	Consistent bool
	WaitIndex  uint64
	WaitTime   time.Duration
	Filter     string
}

func (o *QueryOptions) query() endpoint.Query {
	q := endpoint.Query{}
	if o == nil {
		return q
	}
	if o.Datacenter != "" {
		q["dc"] = o.Datacenter
	}
	if o.Consistent {
		q["consistent"] = ""
	}
	if o.WaitIndex > 0 {
		q["index"] = strconv.FormatUint(o.WaitIndex, 10)
		q["wait"] = o.WaitTime
	}
	if o.Filter != "" {
		q["filter"] = o.Filter
	}
	return q
}

func (a *Agent) do(req *http.Request, err error) (*http.Response, error) {
	if err != nil {
		return nil, err
	}
	return a.hc.Do(req)
}

func into(resp *http.Response, err error) func(out any) error {
	return func(out any) error {
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		return json.NewDecoder(resp.Body).Decode(out)
	}
}

// Get returns the value of a key.
func (a *Agent) Get(ctx context.Context, key string, opts *QueryOptions) ([]byte, error) {
	q := opts.query()
	q["raw"] = true
	resp, err := a.do(a.ep.HTTPRequest(ctx, "GET /kv/{+key}", endpoint.Path{"key": key}, q))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// Keys lists keys.
func (a *Agent) Keys(ctx context.Context, prefix string) (keys []string, err error) {
	err = into(a.do(a.ep.HTTPRequest(ctx, "GET /kv/{+prefix}?keys", endpoint.Path{"prefix": prefix}, endpoint.Query{"separator": "/"})))(&keys)
	return keys, err
}

// Put sets a key, if its index is cas.
func (a *Agent) Put(ctx context.Context, key string, value []byte, cas uint64) (ok bool, err error) {
	err = into(a.do(a.ep.HTTPRequest(ctx, "PUT /kv/{+key}",
		endpoint.Path{"key": key},
		endpoint.Query{"cas": cas},
		endpoint.Options{Data: value, Headers: endpoint.Headers{"content-type": "application/octet-stream"}},
	)))(&ok)
	return ok, err
}

// Delete removes keys.
func (a *Agent) Delete(ctx context.Context, prefix string) (ok bool, err error) {
	err = into(a.do(a.ep.HTTPRequest(ctx, "DELETE /kv/{+key}", endpoint.Path{"key": prefix}, endpoint.Query{"recurse": true})))(&ok)
	return ok, err
}

// Service describes a service.
type Service struct {
	ID      string            `json:",omitempty"`
	Name    string            `json:",omitempty"`
	Tags    []string          `json:",omitempty"`
	Port    int               `json:",omitempty"`
	Address string            `json:",omitempty"`
	Meta    map[string]string `json:",omitempty"`
	Check   *Check            `json:",omitempty"`
}

// Check says whether a service is healthy.
type Check struct {
	HTTP     string
	Interval string
}

// Register registers a service.
func (a *Agent) Register(ctx context.Context, s *Service) error {
	return into(a.do(a.ep.HTTPRequest(ctx, "PUT /agent/service/register", endpoint.ParamsOf(s))))(new(any))
}

// Deregister removes a service.
func (a *Agent) Deregister(ctx context.Context, id string) error {
	return into(a.do(a.ep.HTTPRequest(ctx, "PUT /agent/service/deregister/{service_id}", endpoint.Path{"service_id": id})))(new(any))
}

// Healthy returns the instances of a service that pass.
func (a *Agent) Healthy(ctx context.Context, service, tag string, opts *QueryOptions) (out []map[string]any, err error) {
	err = into(a.do(a.ep.HTTPRequest(ctx, "GET /health/service/{service}",
		endpoint.Path{"service": service},
		endpoint.Query{"passing": true, "tag": tag},
		opts.query())))(&out)
	return out, err
}

// Lock acquires a key with a session.
func (a *Agent) Lock(ctx context.Context, key, session string) (ok bool, err error) {
	err = into(a.do(a.ep.HTTPRequest(ctx, "PUT /kv/{+key}{?acquire}", endpoint.Path{"key": key, "acquire": session}, endpoint.Options{Data: []byte("lock")})))(&ok)
	return ok, err
}
