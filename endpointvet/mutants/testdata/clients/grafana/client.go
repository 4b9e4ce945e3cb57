// Package grafana has small functions that return layers.
package grafana

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"example.com/endpoint"
)

// Grafana is one server.
type Grafana struct {
	api endpoint.Endpoint
	org int
}

// New returns a server.
func New(url, token string, org int) *Grafana {
	g := &Grafana{org: org}
	g.api = endpoint.New(g.defaults(url, token)...)
	return g
}

func (g *Grafana) defaults(url, token string) []endpoint.Layer {
	return []endpoint.Layer{
		endpoint.Options{BaseURL: url + "/api"},
		endpoint.Headers{
			"accept":           "application/json",
			"authorization":    "Bearer " + token,
			"x-grafana-org-id": strconv.Itoa(g.org),
		},
	}
}

func uid(uid string) endpoint.Path { return endpoint.Path{"uid": uid} }

func paging(page int) endpoint.Query { return endpoint.Query{"page": page, "limit": 100} }

// overwrite is the body that replaces a dashboard.
func overwrite(dashboard map[string]any, folder, message string) endpoint.Params {
	return endpoint.Params{
		"dashboard": dashboard,
		"folderUid": folder,
		"message":   message,
		"overwrite": true,
	}
}

func rule(group, folder string) endpoint.Options {
	return endpoint.Options{
		Path:    endpoint.Path{"folder": folder, "group": group},
		Headers: endpoint.Headers{"x-disable-provenance": "true"},
	}
}

// provisioned returns the layers of calls that provision.
func provisioned(id string, body any) []endpoint.Layer {
	return []endpoint.Layer{
		endpoint.Path{"uid": id},
		endpoint.Headers{"x-disable-provenance": "true"},
		endpoint.Options{Data: body},
	}
}

func (g *Grafana) decode(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := g.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// Dashboard returns a dashboard.
func (g *Grafana) Dashboard(ctx context.Context, id string) (out map[string]any, err error) {
	return out, g.decode(ctx, &out, "GET /dashboards/uid/{uid}", uid(id))
}

// Save stores a dashboard.
func (g *Grafana) Save(ctx context.Context, dashboard map[string]any) error {
	return g.decode(ctx, new(any), "POST /dashboards/db", overwrite(dashboard, "f1", "saved by demo"))
}

// Search finds dashboards by tags.
func (g *Grafana) Search(ctx context.Context, page int, tags ...string) (found []any, err error) {
	return found, g.decode(ctx, &found, "GET /search", paging(page), endpoint.Query{"tag": tags, "type": "dash-db"})
}

// Delete deletes a dashboard.
func (g *Grafana) Delete(ctx context.Context, id string) (*http.Request, error) {
	return g.api.HTTPRequest(ctx, "DELETE /dashboards/uid/{uid}", uid(id))
}

// Alerts reads a group of rules.
func (g *Grafana) Alerts(ctx context.Context, folder, group string) (*http.Request, error) {
	return g.api.HTTPRequest(ctx, "GET /v1/provisioning/folder/{folder}/rule-groups/{group}", rule(group, folder))
}

// Contact replaces a contact point.
func (g *Grafana) Contact(ctx context.Context, id string, settings map[string]any) (*http.Request, error) {
	body := map[string]any{"name": "team", "type": "slack", "settings": settings}
	return g.api.HTTPRequest(ctx, "PUT /v1/provisioning/contact-points/{uid}", provisioned(id, body)...)
}

// Annotate marks a time.
func (g *Grafana) Annotate(ctx context.Context, text string, at int64, tags ...string) (*http.Request, error) {
	return g.api.HTTPRequest(ctx, "POST /annotations", endpoint.Params{"text": text, "time": at, "tags": tags})
}
