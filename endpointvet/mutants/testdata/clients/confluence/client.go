// Package confluence edits pages of Confluence Cloud.
package confluence

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"example.com/endpoint"
)

type contentType string

// Types of content.
const (
	Page     contentType = "page"
	BlogPost contentType = "blogpost"
)

// Wiki is one site.
type Wiki struct {
	site  endpoint.Endpoint
	space string
}

// NewWiki returns a Wiki.
func NewWiki(site, space, basic string) Wiki {
	return Wiki{
		endpoint.New(
			endpoint.Headers{"accept": "application/json"},
			endpoint.Headers{"authorization": "Basic " + basic},
			endpoint.Options{BaseURL: "https://" + site + ".atlassian.net/wiki/rest/api"},
		),
		space,
	}
}

type storage struct {
	Value          string `json:"value"`
	Representation string `json:"representation"`
}

type content struct {
	Type      contentType       `json:"type"`
	Title     string            `json:"title"`
	Space     map[string]string `json:"space,omitempty"`
	Ancestors []ancestor        `json:"ancestors,omitempty"`
	Body      struct {
		Storage storage `json:"storage"`
	} `json:"body"`
	Version *version `json:"version,omitempty"`
}

type ancestor struct {
	ID string `json:"id"`
}

type version struct {
	Number    int  `json:"number"`
	MinorEdit bool `json:"minorEdit,omitempty"`
}

func expand(names ...string) endpoint.Query {
	return endpoint.Query{"expand": strings.Join(names, ",")}
}

func id(v string) endpoint.Path { return endpoint.Path{"id": v} }

// Find finds pages with CQL.
func (w Wiki) Find(ctx context.Context, cql string, start, limit int) (*http.Request, error) {
	return w.site.HTTPRequest(ctx, "GET /content/search",
		endpoint.Query{"cql": fmt.Sprintf("space = %s and (%s)", w.space, cql), "start": start, "limit": limit},
		expand("version", "space"))
}

// Get returns a page with its body.
func (w Wiki) Get(ctx context.Context, page string) (*http.Request, error) {
	return w.site.HTTPRequest(ctx, "GET /content/{id}", id(page), expand("body.storage", "version"))
}

// ByTitle finds a page by its title.
func (w Wiki) ByTitle(ctx context.Context, title string) (*http.Request, error) {
	return w.site.HTTPRequest(ctx, "GET /content{?spaceKey,title,type}", endpoint.Params{
		"spaceKey": w.space,
		"title":    title,
		"type":     Page,
	})
}

// Create creates a page below another one.
func (w Wiki) Create(ctx context.Context, parent, title, html string) (*http.Request, error) {
	c := content{Type: Page, Title: title, Space: map[string]string{"key": w.space}}
	if parent != "" {
		c.Ancestors = []ancestor{{parent}}
	}
	c.Body.Storage = storage{html, "storage"}
	return w.site.HTTPRequest(ctx, "POST /content", endpoint.Options{Data: c})
}

// Update replaces the body of a page.
func (w Wiki) Update(ctx context.Context, page, title, html string, number int) (*http.Request, error) {
	c := content{Type: Page, Title: title, Version: &version{Number: number + 1}}
	c.Body.Storage = storage{html, "storage"}
	return w.site.HTTPRequest(ctx, "PUT /content/{id}", id(page), endpoint.Options{Data: &c})
}

// Labels adds labels to a page.
func (w Wiki) Labels(ctx context.Context, page string, labels ...string) (*http.Request, error) {
	type label struct {
		Prefix string `json:"prefix"`
		Name   string `json:"name"`
	}
	list := make([]label, len(labels))
	for i, l := range labels {
		list[i] = label{"global", l}
	}
	return w.site.HTTPRequest(ctx, "POST /content/{id}/label", id(page), endpoint.Options{Data: list})
}

// Remove moves a page to the trash, or out of it.
func (w Wiki) Remove(ctx context.Context, page string, purge bool) (*http.Request, error) {
	var query endpoint.Query
	if purge {
		query = endpoint.Query{"status": "trashed"}
	}
	return w.site.HTTPRequest(ctx, "DELETE /content/{id}", id(page), query)
}
