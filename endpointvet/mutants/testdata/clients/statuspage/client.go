// Package statuspage provides primitives to interact with the Statuspage API.
//
// It has the shape of generated code: a function New…Request for each operation, and
// a method of Client that sends it.
package statuspage

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// RequestEditorFn is called with each request before it is sent.
type RequestEditorFn func(ctx context.Context, req *http.Request) error

// HttpRequestDoer performs HTTP requests.
type HttpRequestDoer interface {
	Do(req *http.Request) (*http.Response, error)
}

// Client which conforms to the OpenAPI3 specification for this service.
type Client struct {
	Server         string
	Client         HttpRequestDoer
	RequestEditors []RequestEditorFn
}

// ClientOption allows setting custom parameters during construction.
type ClientOption func(*Client) error

// WithRequestEditorFn adds a callback.
func WithRequestEditorFn(fn RequestEditorFn) ClientOption {
	return func(c *Client) error {
		c.RequestEditors = append(c.RequestEditors, fn)
		return nil
	}
}

// NewClient creates a new Client, with reasonable defaults.
func NewClient(server string, opts ...ClientOption) (*Client, error) {
	client := Client{Server: server, Client: http.DefaultClient}
	for _, o := range opts {
		if err := o(&client); err != nil {
			return nil, err
		}
	}
	return &client, nil
}

var base = endpoint.New(endpoint.Headers{"accept": "application/json", "user-agent": ""})

// Incident defines model for Incident.
type Incident struct {
	Id     string `json:"id"`
	Name   string `json:"name"`
	Status string `json:"status"`
}

// PostIncidentJSONRequestBody defines body for PostIncident.
type PostIncidentJSONRequestBody struct {
	Incident struct {
		Name         *string            `json:"name,omitempty"`
		Status       *string            `json:"status,omitempty"`
		Body         *string            `json:"body,omitempty"`
		Components   *map[string]string `json:"components,omitempty"`
		ComponentIds *[]string          `json:"component_ids,omitempty"`
	} `json:"incident"`
}

// ComponentJSONRequestBody defines body for PostComponent and PatchComponent.
type ComponentJSONRequestBody struct {
	Component struct {
		Name        *string `json:"name,omitempty"`
		Description *string `json:"description,omitempty"`
		Status      *string `json:"status,omitempty"`
	} `json:"component"`
}

// GetIncidentsParams defines parameters for GetIncidents.
type GetIncidentsParams struct {
	Q     *string `form:"q,omitempty" json:"q,omitempty"`
	Limit *int    `form:"limit,omitempty" json:"limit,omitempty"`
	Page  *int    `form:"page,omitempty" json:"page,omitempty"`
}

// GetComponentsParams defines parameters for GetComponents.
type GetComponentsParams struct {
	Page    *int `form:"page,omitempty" json:"page,omitempty"`
	PerPage *int `form:"per_page,omitempty" json:"per_page,omitempty"`
}

// NewGetIncidentsRequest generates requests for GetIncidents.
func NewGetIncidentsRequest(server string, pageId string, params *GetIncidentsParams) (*http.Request, error) {
	return base.HTTPRequest(context.Background(), "GET /pages/{page_id}/incidents",
		endpoint.Options{BaseURL: server}, endpoint.Path{"page_id": pageId}, endpoint.ParamsOf(params))
}

// NewPostIncidentsRequest generates requests for PostIncidents.
func NewPostIncidentsRequest(server string, pageId string, body PostIncidentJSONRequestBody) (*http.Request, error) {
	return base.HTTPRequest(context.Background(), "POST /pages/{page_id}/incidents",
		endpoint.Options{BaseURL: server, Data: body}, endpoint.Path{"page_id": pageId})
}

// NewPatchIncidentRequest generates requests for PatchIncident.
func NewPatchIncidentRequest(server string, pageId string, incidentId string, body PostIncidentJSONRequestBody) (*http.Request, error) {
	return base.HTTPRequest(context.Background(), "PATCH /pages/{page_id}/incidents/{incident_id}",
		endpoint.Options{BaseURL: server, Data: body}, endpoint.Path{"page_id": pageId, "incident_id": incidentId})
}

// NewDeleteIncidentRequest generates requests for DeleteIncident.
func NewDeleteIncidentRequest(server string, pageId string, incidentId string) (*http.Request, error) {
	return base.HTTPRequest(context.Background(), "DELETE /pages/{page_id}/incidents/{incident_id}",
		endpoint.Options{BaseURL: server}, endpoint.Path{"page_id": pageId, "incident_id": incidentId})
}

// NewGetComponentsRequest generates requests for GetComponents.
func NewGetComponentsRequest(server string, pageId string, params *GetComponentsParams) (*http.Request, error) {
	return base.HTTPRequest(context.Background(), "GET /pages/{page_id}/components",
		endpoint.Options{BaseURL: server}, endpoint.Path{"page_id": pageId}, endpoint.ParamsOf(params))
}

// NewPatchComponentRequest generates requests for PatchComponent.
func NewPatchComponentRequest(server string, pageId string, componentId string, body ComponentJSONRequestBody) (*http.Request, error) {
	return base.HTTPRequest(context.Background(), "PATCH /pages/{page_id}/components/{component_id}",
		endpoint.Options{BaseURL: server, Data: body}, endpoint.Path{"page_id": pageId, "component_id": componentId})
}

func (c *Client) send(ctx context.Context, req *http.Request, err error, dest any) error {
	if err != nil {
		return err
	}
	req = req.WithContext(ctx)
	for _, edit := range c.RequestEditors {
		if err := edit(ctx, req); err != nil {
			return err
		}
	}
	rsp, err := c.Client.Do(req)
	if err != nil {
		return err
	}
	defer rsp.Body.Close()
	if rsp.StatusCode >= 300 {
		return fmt.Errorf("statuspage: %s", rsp.Status)
	}
	return json.NewDecoder(rsp.Body).Decode(dest)
}

// GetIncidents request.
func (c *Client) GetIncidents(ctx context.Context, pageId string, params *GetIncidentsParams) (dest []Incident, err error) {
	req, err := NewGetIncidentsRequest(c.Server, pageId, params)
	err = c.send(ctx, req, err, &dest)
	return dest, err
}

// PostIncidents request.
func (c *Client) PostIncidents(ctx context.Context, pageId string, body PostIncidentJSONRequestBody) (dest *Incident, err error) {
	req, err := NewPostIncidentsRequest(c.Server, pageId, body)
	err = c.send(ctx, req, err, &dest)
	return dest, err
}

// PatchIncident request.
func (c *Client) PatchIncident(ctx context.Context, pageId, incidentId string, body PostIncidentJSONRequestBody) (dest *Incident, err error) {
	req, err := NewPatchIncidentRequest(c.Server, pageId, incidentId, body)
	err = c.send(ctx, req, err, &dest)
	return dest, err
}

// DeleteIncident request.
func (c *Client) DeleteIncident(ctx context.Context, pageId, incidentId string) (dest *Incident, err error) {
	req, err := NewDeleteIncidentRequest(c.Server, pageId, incidentId)
	err = c.send(ctx, req, err, &dest)
	return dest, err
}

// GetComponents request.
func (c *Client) GetComponents(ctx context.Context, pageId string, params *GetComponentsParams) (dest []map[string]any, err error) {
	req, err := NewGetComponentsRequest(c.Server, pageId, params)
	err = c.send(ctx, req, err, &dest)
	return dest, err
}

// PatchComponent request.
func (c *Client) PatchComponent(ctx context.Context, pageId, componentId string, body ComponentJSONRequestBody) (dest map[string]any, err error) {
	req, err := NewPatchComponentRequest(c.Server, pageId, componentId, body)
	err = c.send(ctx, req, err, &dest)
	return dest, err
}
