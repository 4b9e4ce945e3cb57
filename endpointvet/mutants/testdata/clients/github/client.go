// Package github reads and changes repositories, issues and teams.
package github

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// A Client calls the REST API of GitHub.
type Client struct {
	api  endpoint.Endpoint
	http *http.Client
}

// New returns a Client that sends token with every request.
func New(token string) *Client {
	return &Client{
		api: endpoint.New(endpoint.Options{
			BaseURL: "https://api.github.com",
			Headers: endpoint.Headers{
				"accept":               "application/vnd.github+json",
				"authorization":        "Bearer " + token,
				"x-github-api-version": "2022-11-28",
			},
		}),
		http: http.DefaultClient,
	}
}

// A Repo is a repository.
type Repo struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name"`
}

// An Issue is an issue or a pull request.
type Issue struct {
	Number int      `json:"number,omitempty"`
	Title  string   `json:"title"`
	Body   string   `json:"body,omitempty"`
	Labels []string `json:"labels,omitempty"`
}

func (c *Client) send(req *http.Request, out any) error {
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", req.Method, req.URL.Path, resp.Status)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Repo returns one repository.
func (c *Client) Repo(ctx context.Context, owner, repo string) (r Repo, err error) {
	req, err := c.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}", endpoint.Path{"owner": owner, "repo": repo})
	if err != nil {
		return r, err
	}
	return r, c.send(req, &r)
}

// OrgRepos returns all repositories of an organization, page by page.
func (c *Client) OrgRepos(ctx context.Context, org string) ([]Repo, error) {
	var all []Repo
	for page := 1; ; page++ {
		req, err := c.api.HTTPRequest(ctx, "GET /orgs/{org}/repos", endpoint.Params{
			"org":      org,
			"type":     "public",
			"per_page": 100,
			"page":     page,
		})
		if err != nil {
			return nil, err
		}
		var repos []Repo
		if err := c.send(req, &repos); err != nil {
			return nil, err
		}
		all = append(all, repos...)
		if len(repos) < 100 {
			return all, nil
		}
	}
}

// CreateIssue opens an issue.
func (c *Client) CreateIssue(ctx context.Context, owner, repo string, issue Issue) (Issue, error) {
	req, err := c.api.HTTPRequest(ctx, "POST /repos/{owner}/{repo}/issues", endpoint.Options{
		Path: endpoint.Path{"owner": owner, "repo": repo},
		Data: issue,
	})
	if err != nil {
		return Issue{}, err
	}
	return issue, c.send(req, &issue)
}

// CloseIssue closes an issue.
func (c *Client) CloseIssue(ctx context.Context, owner, repo string, number int) error {
	req, err := c.api.HTTPRequest(ctx, "PATCH /repos/{owner}/{repo}/issues/{number}",
		endpoint.Path{"owner": owner, "repo": repo, "number": number},
		endpoint.Params{"state": "closed", "state_reason": "completed"},
	)
	if err != nil {
		return err
	}
	return c.send(req, nil)
}

// Comments returns the comments of an issue. The etag of an earlier response may be "".
func (c *Client) Comments(ctx context.Context, owner, repo string, number int, etag string) error {
	req, err := c.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
		endpoint.Path{"owner": owner, "repo": repo, "issue_number": number},
		endpoint.Query{"per_page": 50, "since": "2026-01-01T00:00:00Z"},
		endpoint.Headers{"if-none-match": etag})
	if err != nil {
		return err
	}
	return c.send(req, nil)
}

// Compare compares two commits.
func (c *Client) Compare(ctx context.Context, owner, repo, base, head string) error {
	req, err := c.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/compare/{base}...{head}{?page,per_page}", endpoint.Params{
		"owner": owner, "repo": repo, "base": base, "head": head, "per_page": 100,
	})
	if err != nil {
		return err
	}
	return c.send(req, nil)
}

// RemoveTeamRepo removes a repository from a team.
func (c *Client) RemoveTeamRepo(ctx context.Context, org, slug, owner, repo string) error {
	req, err := c.api.HTTPRequest(ctx, "DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}",
		endpoint.Path{"org": org, "team_slug": slug, "owner": owner, "repo": repo})
	if err != nil {
		return err
	}
	return c.send(req, nil)
}

// Search finds issues.
func (c *Client) Search(ctx context.Context, query string, page int) error {
	req, err := c.api.HTTPRequest(ctx, "GET /search/issues{?q,sort,order}",
		endpoint.Params{"q": query, "sort": "updated", "order": "desc"},
		endpoint.Query{"page": page, "per_page": 30})
	if err != nil {
		return err
	}
	return c.send(req, nil)
}

// Star stars a repository.
func (c *Client) Star(ctx context.Context, owner, repo string) error {
	req, err := c.api.HTTPRequest(ctx, "PUT /user/starred/{owner}/{repo}",
		endpoint.Path{"owner": owner, "repo": repo}, endpoint.Headers{"content-length": "0"})
	if err != nil {
		return err
	}
	return c.send(req, nil)
}
