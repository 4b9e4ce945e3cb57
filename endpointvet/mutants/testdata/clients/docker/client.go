// Package docker calls the Docker Engine over its socket.
package docker

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strconv"

	"example.com/endpoint"
)

const apiVersion = "v1.51"

// Engine is a Docker Engine.
type Engine struct {
	api  endpoint.Endpoint
	http *http.Client
}

// New returns the Engine of this machine.
func New() *Engine {
	return &Engine{
		api: endpoint.New(endpoint.Options{
			BaseURL: "http://" + socketHost + "/" + apiVersion,
			Headers: endpoint.Headers{"accept": "application/json"},
		}, platform()),
		http: http.DefaultClient,
	}
}

// Container is what a container is made of.
type Container struct {
	Image      string            `json:"Image"`
	Cmd        []string          `json:"Cmd,omitempty"`
	Env        []string          `json:"Env,omitempty"`
	Labels     map[string]string `json:"Labels,omitempty"`
	HostConfig *HostConfig       `json:"HostConfig,omitempty"`
}

// HostConfig binds a Container to its host.
type HostConfig struct {
	Binds      []string `json:"Binds,omitempty"`
	AutoRemove bool     `json:"AutoRemove"`
}

func container(id string) endpoint.Path { return endpoint.Path{"id": id} }

// filters encodes filters as the API expects them: JSON in the query.
func filters(by map[string][]string) (endpoint.Query, error) {
	text, err := json.Marshal(by)
	return endpoint.Query{"filters": string(text)}, err
}

func (e *Engine) do(ctx context.Context, route string, out any, layers ...endpoint.Layer) error {
	req, err := e.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := e.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(&out)
}

// List lists containers by label.
func (e *Engine) List(ctx context.Context, label string) (list []json.RawMessage, err error) {
	query, err := filters(map[string][]string{"label": {label}})
	if err != nil {
		return nil, err
	}
	err = e.do(ctx, "GET /containers/json{?all}", &list, query, endpoint.Params{"all": true})
	return list, err
}

// Create creates a container with a name.
func (e *Engine) Create(ctx context.Context, name string, c Container) (created map[string]any, err error) {
	err = e.do(ctx, "POST /containers/create", &created,
		endpoint.Query{"name": name, "platform": "linux/amd64"}, endpoint.Options{Data: c})
	return created, err
}

// Start starts a container.
func (e *Engine) Start(ctx context.Context, id string) error {
	return e.do(ctx, "POST /containers/{id}/start{?detachKeys}", nil, container(id))
}

// Stop stops a container and waits for some seconds before it kills it.
func (e *Engine) Stop(ctx context.Context, id string, seconds int) error {
	return e.do(ctx, "POST /containers/{id}/stop", nil, container(id), endpoint.Query{"t": strconv.Itoa(seconds)})
}

// Remove removes a container.
func (e *Engine) Remove(ctx context.Context, id string, force bool) error {
	return e.do(ctx, "DELETE /containers/{id}", nil, container(id), endpoint.Query{"v": true, "force": force})
}

// Logs reads the log of a container.
func (e *Engine) Logs(ctx context.Context, id string) (io.ReadCloser, error) {
	req, err := e.api.HTTPRequest(ctx, "GET /containers/{id}/logs?stdout=1&stderr=1{&tail,since}",
		endpoint.Params{"id": id, "tail": 100},
		endpoint.Headers{"accept": "application/vnd.docker.raw-stream"})
	if err != nil {
		return nil, err
	}
	resp, err := e.http.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// Copy unpacks an archive in a container.
func (e *Engine) Copy(ctx context.Context, id, dir string, archive io.Reader) error {
	return e.do(ctx, "PUT /containers/{id}/archive", nil, container(id), endpoint.Options{
		Query:   endpoint.Query{"path": dir},
		Headers: endpoint.Headers{"content-type": "application/x-tar"},
		Data:    archive,
	})
}

// Pull pulls an image.
func (e *Engine) Pull(ctx context.Context, image, tag string, auth []byte) error {
	return e.do(ctx, "POST /images/create{?fromImage,tag}", nil,
		endpoint.Params{"fromImage": image, "tag": tag},
		endpoint.Headers{"x-registry-auth": base64.URLEncoding.EncodeToString(auth)})
}
