// Package heroku is a client of the Platform API.
package heroku

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"example.com/endpoint"
)

// DefaultURL is where the API is.
const DefaultURL = "https://api.heroku.com"

// A Service talks to the API.
type Service struct {
	client *http.Client
	URL    string
	api    endpoint.Endpoint
}

// NewService returns a Service.
func NewService(c *http.Client, token string) *Service {
	if c == nil {
		c = http.DefaultClient
	}
	return &Service{client: c, URL: DefaultURL, api: endpoint.New(endpoint.Headers{
		"accept":        "application/vnd.heroku+json; version=3",
		"authorization": "Bearer " + token,
	})}
}

// NewRequest builds a request.
func (s *Service) NewRequest(ctx context.Context, route string, path endpoint.Path, body any, lr *ListRange) (*http.Request, error) {
	layers := []endpoint.Layer{endpoint.Options{BaseURL: s.URL}, path}
	if body != nil {
		layers = append(layers, endpoint.Options{Data: body})
	}
	if lr != nil {
		layers = append(layers, endpoint.Headers{"range": lr.String()})
	}
	return s.api.HTTPRequest(ctx, route, layers...)
}

// Do sends a request and decodes into v.
func (s *Service) Do(ctx context.Context, v any, route string, path endpoint.Path, body any, lr *ListRange) error {
	req, err := s.NewRequest(ctx, route, path, body, lr)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch t := v.(type) {
	case nil:
	case io.Writer:
		_, err = io.Copy(t, resp.Body)
	default:
		err = json.NewDecoder(resp.Body).Decode(v)
	}
	return err
}

// Get sends a GET request.
func (s *Service) Get(ctx context.Context, v any, route string, path endpoint.Path, lr *ListRange) error {
	return s.Do(ctx, v, "GET "+route, path, nil, lr)
}

// Patch sends a PATCH request.
func (s *Service) Patch(ctx context.Context, v any, route string, path endpoint.Path, body any) error {
	return s.Do(ctx, v, "PATCH "+route, path, body, nil)
}

// Post sends a POST request.
func (s *Service) Post(ctx context.Context, v any, route string, path endpoint.Path, body any) error {
	return s.Do(ctx, v, "POST "+route, path, body, nil)
}

// Delete sends a DELETE request.
func (s *Service) Delete(ctx context.Context, route string, path endpoint.Path) error {
	return s.Do(ctx, nil, "DELETE "+route, path, nil, nil)
}

// ListRange describes a range of a list.
type ListRange struct {
	Field string
	Max   int
}

func (r *ListRange) String() string { return fmt.Sprintf("%s ..; max=%d", r.Field, r.Max) }

// App is an application.
type App struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// AppCreateOpts describe a new application.
type AppCreateOpts struct {
	Name   *string `json:"name,omitempty"`
	Region *string `json:"region,omitempty"`
	Stack  *string `json:"stack,omitempty"`
}

// AppCreate creates an application.
func (s *Service) AppCreate(ctx context.Context, o AppCreateOpts) (*App, error) {
	var app App
	return &app, s.Post(ctx, &app, "/apps", nil, o)
}

// AppList lists applications.
func (s *Service) AppList(ctx context.Context, lr *ListRange) ([]App, error) {
	var apps []App
	return apps, s.Get(ctx, &apps, "/apps", nil, lr)
}

// AppInfo returns an application.
func (s *Service) AppInfo(ctx context.Context, app string) (*App, error) {
	var a App
	return &a, s.Get(ctx, &a, "/apps/{app}", endpoint.Path{"app": app}, nil)
}

// AppDelete deletes an application.
func (s *Service) AppDelete(ctx context.Context, app string) error {
	return s.Delete(ctx, "/apps/{app}", endpoint.Path{"app": app})
}

// ConfigVarUpdate changes variables; nil removes one.
func (s *Service) ConfigVarUpdate(ctx context.Context, app string, vars map[string]*string) (map[string]*string, error) {
	var out map[string]*string
	return out, s.Patch(ctx, &out, "/apps/{app}/config-vars", endpoint.Path{"app": app}, vars)
}

// FormationUpdate scales a process type.
func (s *Service) FormationUpdate(ctx context.Context, app, process string, quantity int, size string) error {
	body := struct {
		Quantity int    `json:"quantity"`
		Size     string `json:"size,omitempty"`
	}{quantity, size}
	return s.Patch(ctx, nil, "/apps/{app}/formation/{type}", endpoint.Path{"app": app, "type": process}, body)
}

// DynoRestart restarts a dyno.
func (s *Service) DynoRestart(ctx context.Context, app, dyno string) error {
	return s.Delete(ctx, "/apps/{app}/dynos/{dyno}", endpoint.Path{"app": app, "dyno": dyno})
}

// LogSessionCreate opens a log and copies what it returns.
func (s *Service) LogSessionCreate(ctx context.Context, app string, lines int) (string, error) {
	var buf bytes.Buffer
	err := s.Post(ctx, &buf, "/apps/{app}/log-sessions", endpoint.Path{"app": app}, map[string]any{"lines": lines, "tail": true})
	return buf.String(), err
}
