// Package kubernetes reads and changes objects of a cluster.
package kubernetes

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.com/endpoint"
)

// Cluster is an API server.
type Cluster struct {
	api    endpoint.Endpoint
	client *http.Client
}

// Connect returns the Cluster at host and port, such as "10.0.0.1" and 6443.
func Connect(host string, port int, token func() string) *Cluster {
	return &Cluster{
		api: endpoint.New(
			endpoint.Options{BaseURL: "https://{host}:{port}"},
			endpoint.Path{"host": host, "port": port},
			endpoint.Headers{"accept": "application/json"},
			bearer(token),
		),
		client: &http.Client{Timeout: 30 * time.Second},
	}
}

func bearer(token func() string) endpoint.Headers {
	return endpoint.Headers{"authorization": "Bearer " + token()}
}

// in names a namespace.
func in(namespace string) endpoint.Path {
	return endpoint.Path{"namespace": namespace}
}

// object names one object of a namespace.
func object(namespace, name string) endpoint.Path {
	return endpoint.Path{"namespace": namespace, "name": name}
}

// patchOf makes patch the body, as a patch of the given kind.
func patchOf(kind string, patch any) endpoint.Options {
	return endpoint.Options{
		Headers: endpoint.Headers{"content-type": "application/" + kind + "+json"},
		Data:    patch,
	}
}

func managed(force bool) endpoint.Query {
	return endpoint.Query{"fieldManager": "demo", "force": force}
}

func (c *Cluster) do(ctx context.Context, route string, into any, layers ...endpoint.Layer) error {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return fmt.Errorf("kubernetes: %w", err)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(into)
}

// Pods lists the pods of a namespace that have a label.
func (c *Cluster) Pods(ctx context.Context, namespace, selector string, limit int) (pods json.RawMessage, err error) {
	err = c.do(ctx, "GET /api/v1/namespaces/{namespace}/pods", &pods, in(namespace),
		endpoint.Query{"labelSelector": selector, "limit": limit})
	return pods, err
}

// Pod returns one pod.
func (c *Cluster) Pod(ctx context.Context, namespace, name string) (pod json.RawMessage, err error) {
	err = c.do(ctx, "GET /api/v1/namespaces/{namespace}/pods/{name}", &pod, object(namespace, name))
	return pod, err
}

// Logs returns the log of a container.
func (c *Cluster) Logs(ctx context.Context, namespace, name, container string) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, "GET /api/v1/namespaces/{namespace}/pods/{name}/log{?container,tailLines}",
		object(namespace, name), endpoint.Params{"container": container, "tailLines": 100},
		endpoint.Headers{"accept": "text/plain"})
}

// Scale sets the number of replicas of a deployment.
func (c *Cluster) Scale(ctx context.Context, namespace, name string, replicas int) (scale json.RawMessage, err error) {
	err = c.do(ctx, "PATCH /apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale", &scale,
		object(namespace, name),
		patchOf("merge-patch", map[string]any{"spec": map[string]any{"replicas": replicas}}))
	return scale, err
}

// Apply applies a configuration on the server.
func (c *Cluster) Apply(ctx context.Context, namespace, name string, config json.RawMessage) (map[string]any, error) {
	var result map[string]any
	err := c.do(ctx, "PATCH /api/v1/namespaces/{namespace}/configmaps/{name}", &result,
		object(namespace, name), managed(true), patchOf("apply-patch", config))
	return result, err
}

// Delete deletes a job and what belongs to it.
func (c *Cluster) Delete(ctx context.Context, namespace, name string) error {
	var status struct{ Message string }
	return c.do(ctx, "DELETE /apis/batch/v1/namespaces/{namespace}/jobs/{name}", &status,
		object(namespace, name), endpoint.Query{"propagationPolicy": "Background"})
}

// Evict evicts a pod.
func (c *Cluster) Evict(ctx context.Context, namespace, name string) error {
	eviction := map[string]any{
		"apiVersion": "policy/v1",
		"kind":       "Eviction",
		"metadata":   map[string]string{"name": name, "namespace": namespace},
	}
	var status any
	return c.do(ctx, "POST /api/v1/namespaces/{namespace}/pods/{name}/eviction", &status,
		object(namespace, name), endpoint.Options{Data: eviction})
}

// Version returns the version of the server.
func (c *Cluster) Version(ctx context.Context) (version map[string]string, err error) {
	err = c.do(ctx, "GET /version", &version)
	return version, err
}
