// Package nomad is a client for the HTTP API of a Nomad cluster.
package nomad

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"example.com/endpoint"
)

type Config struct {
	Address   string // http://127.0.0.1:4646 if empty
	Region    string
	Namespace string
	SecretID  string
}

type WriteOptions struct {
	Region           string
	Namespace        string
	AuthToken        string
	IdempotencyToken string
}

type QueryMeta struct{ LastIndex uint64 }

func (w *WriteOptions) layers() []endpoint.Layer {
	if w == nil {
		return nil
	}
	query := endpoint.Query{
		"region":            w.Region,
		"namespace":         w.Namespace,
		"idempotency_token": w.IdempotencyToken,
	}.OmitZero()
	return append([]endpoint.Layer{query}, token(w.AuthToken)...)
}

func token(secret string) []endpoint.Layer {
	if secret == "" {
		return nil
	}
	return []endpoint.Layer{endpoint.Headers{"x-nomad-token": secret}}
}

type Client struct {
	api  endpoint.Endpoint
	http *http.Client
}

func NewClient(cfg Config) *Client {
	if cfg.Address == "" {
		cfg.Address = "http://127.0.0.1:4646"
	}
	return &Client{
		http: http.DefaultClient,
		api: endpoint.New(
			endpoint.Options{BaseURL: cfg.Address + "/v1"},
			endpoint.Headers{"accept": "application/json", "x-nomad-token": cfg.SecretID},
			endpoint.Query{"region": cfg.Region, "namespace": cfg.Namespace}.OmitZero(),
		),
	}
}

func (c *Client) do(ctx context.Context, out any, route string, layers ...endpoint.Layer) (*QueryMeta, error) {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	index, _ := strconv.ParseUint(resp.Header.Get("X-Nomad-Index"), 10, 64)
	meta := &QueryMeta{LastIndex: index}
	if out == nil {
		return meta, nil
	}
	return meta, json.NewDecoder(resp.Body).Decode(out)
}

func (c *Client) write(ctx context.Context, in, out any, route string, path endpoint.Path, w *WriteOptions) error {
	layers := []endpoint.Layer{path, endpoint.Options{Data: in}}
	_, err := c.do(ctx, out, route, append(layers, w.layers()...)...)
	return err
}

type Jobs struct{ client *Client }

func (c *Client) Jobs() *Jobs { return &Jobs{c} }

type Job map[string]any

func (j *Jobs) Register(ctx context.Context, job Job, w *WriteOptions) (evalID string, err error) {
	var out struct{ EvalID string }
	err = j.client.write(ctx, map[string]any{"Job": job}, &out, "PUT /jobs", nil, w)
	return out.EvalID, err
}

func (j *Jobs) Deregister(ctx context.Context, jobID string, purge bool, w *WriteOptions) (evalID string, err error) {
	var out struct{ EvalID string }
	err = j.client.write(ctx, nil, &out, "DELETE /job/{job_id}{?purge}", endpoint.Path{"job_id": jobID, "purge": purge}, w)
	return out.EvalID, err
}

func (c *Client) PutVariable(ctx context.Context, path string, items map[string]string, cas uint64) error {
	_, err := c.do(ctx, nil, "PUT /var/{+path}",
		endpoint.Path{"path": path}, endpoint.Query{"cas": cas},
		endpoint.Options{Data: map[string]any{"Path": path, "Items": items}})
	return err
}
