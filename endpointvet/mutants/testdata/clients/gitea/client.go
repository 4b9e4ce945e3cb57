// Package gitea is a client for the API of a Gitea server, version 1.
//
//	client, err := gitea.NewClient("https://gitea.com", token)
//	issues, err := client.Issues.List(ctx, "gitea", "tea", nil)
package gitea

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"example.com/endpoint"
)

type Client struct {
	client *http.Client
	api    endpoint.Endpoint

	common service

	Issues *IssuesService
	Repos  *RepositoriesService
}

type service struct{ client *Client }

type IssuesService service

type RepositoriesService service

func NewClient(baseURL, token string) (*Client, error) {
	u, err := url.Parse(baseURL)
	if err != nil {
		return nil, err
	}
	c := &Client{
		client: http.DefaultClient,
		api: endpoint.New(endpoint.Options{
			BaseURL: u.JoinPath("api/v1").String(),
			Headers: endpoint.Headers{
				"accept":        "application/json",
				"authorization": "token " + token,
				"user-agent":    "go-gitea-client",
			},
			Lists: endpoint.ListComma,
		}),
	}
	c.common.client = c
	c.Issues = (*IssuesService)(&c.common)
	c.Repos = (*RepositoriesService)(&c.common)
	return c, nil
}

func (c *Client) NewRequest(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, route, layers...)
}

func (c *Client) Do(req *http.Request, v any) error {
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if v == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

func (s *RepositoriesService) GetContents(ctx context.Context, owner, repo, path, ref string) (map[string]any, error) {
	req, err := s.client.NewRequest(ctx, "GET /repos/{owner}/{repo}/contents{/path*}",
		endpoint.Path{"owner": owner, "repo": repo, "path": strings.Split(path, "/")},
		endpoint.Query{"ref": ref}.OmitZero())
	if err != nil {
		return nil, err
	}
	var m map[string]any
	err = s.client.Do(req, &m)
	return m, err
}
