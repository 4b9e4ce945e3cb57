// Package nomad is a client for the HTTP API of a Nomad cluster.
package nomad

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"example.com/endpoint"
)

// Config configures a Client.
type Config struct {
	Address   string // http://127.0.0.1:4646 if empty
	Region    string
	Namespace string
	SecretID  string
}

// QueryOptions are used to parametrize a query.
type QueryOptions struct {
	Region     string
	Namespace  string
	AllowStale bool
	WaitIndex  uint64
	WaitTime   time.Duration
	Prefix     string
	Filter     string
	AuthToken  string
}

// WriteOptions are used to parametrize a write.
type WriteOptions struct {
	Region           string
	Namespace        string
	AuthToken        string
	IdempotencyToken string
}

// QueryMeta is metadata about a query.
type QueryMeta struct{ LastIndex uint64 }

// layers returns what the options add to a request.
func (q *QueryOptions) layers() []endpoint.Layer {
	if q == nil {
		return nil
	}
	query := endpoint.Query{
		"region":    q.Region,
		"namespace": q.Namespace,
		"index":     q.WaitIndex,
		"prefix":    q.Prefix,
		"filter":    q.Filter,
	}.OmitZero()
	if q.AllowStale {
		query["stale"] = ""
	}
	if q.WaitTime > 0 {
		query["wait"] = fmt.Sprintf("%dms", q.WaitTime.Milliseconds())
	}
	return append([]endpoint.Layer{query}, token(q.AuthToken)...)
}

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

// Client provides a client to the Nomad API.
type Client struct {
	api  endpoint.Endpoint
	http *http.Client
}

// NewClient returns a new client.
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
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("nomad: unexpected response code: %d", resp.StatusCode)
	}
	index, _ := strconv.ParseUint(resp.Header.Get("X-Nomad-Index"), 10, 64)
	meta := &QueryMeta{LastIndex: index}
	if out == nil {
		return meta, nil
	}
	return meta, json.NewDecoder(resp.Body).Decode(out)
}

func (c *Client) query(ctx context.Context, out any, route string, path endpoint.Path, q *QueryOptions) (*QueryMeta, error) {
	return c.do(ctx, out, route, append([]endpoint.Layer{path}, q.layers()...)...)
}

func (c *Client) write(ctx context.Context, in, out any, route string, path endpoint.Path, w *WriteOptions) error {
	layers := []endpoint.Layer{path, endpoint.Options{Data: in}}
	_, err := c.do(ctx, out, route, append(layers, w.layers()...)...)
	return err
}

// Jobs is used to access the job endpoints.
type Jobs struct{ client *Client }

// Jobs returns a handle on the job endpoints.
func (c *Client) Jobs() *Jobs { return &Jobs{c} }

// Job is a job, as far as this package looks into it.
type Job map[string]any

// List lists the jobs.
func (j *Jobs) List(ctx context.Context, q *QueryOptions) ([]Job, *QueryMeta, error) {
	var out []Job
	meta, err := j.client.query(ctx, &out, "GET /jobs", nil, q)
	return out, meta, err
}

// Info returns a job.
func (j *Jobs) Info(ctx context.Context, jobID string, q *QueryOptions) (Job, *QueryMeta, error) {
	var out Job
	meta, err := j.client.query(ctx, &out, "GET /job/{job_id}", endpoint.Path{"job_id": jobID}, q)
	return out, meta, err
}

// Register registers a job.
func (j *Jobs) Register(ctx context.Context, job Job, w *WriteOptions) (evalID string, err error) {
	var out struct{ EvalID string }
	err = j.client.write(ctx, map[string]any{"Job": job}, &out, "PUT /jobs", nil, w)
	return out.EvalID, err
}

// Deregister stops a job, and forgets it if purge is set.
func (j *Jobs) Deregister(ctx context.Context, jobID string, purge bool, w *WriteOptions) (evalID string, err error) {
	var out struct{ EvalID string }
	err = j.client.write(ctx, nil, &out, "DELETE /job/{job_id}{?purge}", endpoint.Path{"job_id": jobID, "purge": purge}, w)
	return out.EvalID, err
}

// Allocations returns the allocations of a job.
func (j *Jobs) Allocations(ctx context.Context, jobID string, all bool, q *QueryOptions) ([]map[string]any, *QueryMeta, error) {
	var out []map[string]any
	meta, err := j.client.query(ctx, &out, "GET /job/{job_id}/allocations{?all}", endpoint.Path{"job_id": jobID, "all": all}, q)
	return out, meta, err
}

// Drain drains a node until a deadline, or stops draining it if the deadline is 0.
func (c *Client) Drain(ctx context.Context, nodeID string, deadline time.Duration, w *WriteOptions) error {
	type spec struct {
		Deadline         time.Duration
		IgnoreSystemJobs bool
	}
	in := struct {
		NodeID       string
		DrainSpec    *spec
		MarkEligible bool
	}{NodeID: nodeID, MarkEligible: deadline == 0}
	if deadline > 0 {
		in.DrainSpec = &spec{deadline, true}
	}
	return c.write(ctx, in, nil, "PUT /node/{node_id}/drain", endpoint.Path{"node_id": nodeID}, w)
}

// PutVariable writes a variable if its index is still cas. Its path has slashes.
func (c *Client) PutVariable(ctx context.Context, path string, items map[string]string, cas uint64) error {
	_, err := c.do(ctx, nil, "PUT /var/{+path}",
		endpoint.Path{"path": path}, endpoint.Query{"cas": cas},
		endpoint.Options{Data: map[string]any{"Path": path, "Items": items}})
	return err
}
