// Package hubspot reads and writes objects of HubSpot's CRM.
package hubspot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/endpoint"
)

// HubSpot is a client of the API.
type HubSpot struct {
	api  endpoint.Endpoint
	http *http.Client
}

// New returns a client with the access token of a private app.
func New(token string) HubSpot {
	return HubSpot{
		api: endpoint.New(
			endpoint.Options{BaseURL: "https://api.hubapi.com"},
			endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
		),
		http: &http.Client{},
	}
}

// do sends a request and decodes its response.
func do[T any](ctx context.Context, h HubSpot, route string, layers ...endpoint.Layer) (T, error) {
	var out T
	req, err := h.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return out, err
	}
	resp, err := h.http.Do(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return out, errors.New(resp.Status)
	}
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

// An Object is a contact, company, deal or ticket.
type Object struct {
	ID         string            `json:"id,omitempty"`
	Properties map[string]string `json:"properties"`
}

// Objects is a page of objects.
type Objects struct {
	Results []Object `json:"results"`
	Paging  struct {
		Next struct {
			After string `json:"after"`
		} `json:"next"`
	} `json:"paging"`
}

// A Filter is a condition of a search.
type Filter struct {
	PropertyName string `json:"propertyName"`
	Operator     string `json:"operator"`
	Value        string `json:"value,omitempty"`
}

// Search is what to find.
type Search struct {
	FilterGroups []FilterGroup `json:"filterGroups"`
	Properties   []string      `json:"properties,omitempty"`
	Limit        int           `json:"limit,omitempty"`
	After        string        `json:"after,omitempty"`
}

// FilterGroup are conditions that all hold.
type FilterGroup struct {
	Filters []Filter `json:"filters"`
}

// Get returns one object.
func (h HubSpot) Get(ctx context.Context, kind, id string, properties ...string) (Object, error) {
	return do[Object](ctx, h, "GET /crm/v3/objects/{objectType}/{objectId}",
		endpoint.Path{"objectType": kind, "objectId": id},
		endpoint.Query{"properties": properties, "archived": false},
	)
}

// List returns a page of objects.
func (h HubSpot) List(ctx context.Context, kind string, limit int, after string) (Objects, error) {
	return do[Objects](ctx, h, "GET /crm/v3/objects/{objectType}{?limit,after}", endpoint.Params{
		"objectType": kind,
		"limit":      limit,
		"after":      after,
	})
}

// Create adds an object.
func (h HubSpot) Create(ctx context.Context, kind string, o Object) (Object, error) {
	return do[Object](ctx, h, "POST /crm/v3/objects/{objectType}", endpoint.Path{"objectType": kind}, endpoint.Options{Data: o})
}

// Update changes properties of an object.
func (h HubSpot) Update(ctx context.Context, kind, id string, properties map[string]string) (Object, error) {
	return do[Object](ctx, h, "PATCH /crm/v3/objects/{objectType}/{objectId}",
		endpoint.Path{"objectType": kind, "objectId": id},
		endpoint.Params{"properties": properties})
}

// Archive removes an object.
func (h HubSpot) Archive(ctx context.Context, kind, id string) error {
	_, err := do[any](ctx, h, "DELETE /crm/v3/objects/{objectType}/{objectId}", endpoint.Path{"objectType": kind, "objectId": id})
	return err
}

// Search finds objects.
func (h HubSpot) Search(ctx context.Context, kind string, s Search) (Objects, error) {
	return do[Objects](ctx, h, "POST /crm/v3/objects/{objectType}/search", endpoint.Path{"objectType": kind}, endpoint.ParamsOf(s))
}

// Associate links two objects.
func (h HubSpot) Associate(ctx context.Context, fromKind, from, toKind, to string, label int) error {
	_, err := do[json.RawMessage](ctx, h, "PUT /crm/v4/objects/{from_type}/{from_id}/associations/{to_type}/{to_id}",
		endpoint.Path{"from_type": fromKind, "from_id": from, "to_type": toKind, "to_id": to},
		endpoint.Options{Data: []map[string]any{{
			"associationCategory": "HUBSPOT_DEFINED",
			"associationTypeId":   label,
		}}})
	return err
}
