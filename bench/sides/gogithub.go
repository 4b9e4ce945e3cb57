package sides

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/go-github/v81/github"
	"github.com/google/go-querystring/query"
)

func goGithubClient(base string) *github.Client {
	client := github.NewClient(nil)
	client.UserAgent = userAgent
	target, err := url.Parse(base + "/")
	if err != nil {
		panic(err)
	}
	client.BaseURL = target
	return client
}

func goGithubAuthorize(req *http.Request) { req.Header.Set("Authorization", authorization) }

// goGithubGET is what Repositories.ListByOrg does before it sends, less its
// parsing of the path, which a caller of NewRequest can do without. The context
// is added as Do adds it, by WithContext. NewRequest sets the API version as a
// fourth header and cannot be told not to.
func goGithubGET(base string) Side {
	client := goGithubClient(base)
	return request("gogithub", func(ctx context.Context) (*http.Request, error) {
		values, err := query.Values(&github.RepositoryListByOrgOptions{
			Type:        kind,
			ListOptions: github.ListOptions{PerPage: perPage},
		})
		if err != nil {
			return nil, err
		}
		path := fmt.Sprintf("orgs/%v/repos?%s", org, values.Encode())
		req, err := client.NewRequest(http.MethodGet, path, nil, goGithubAuthorize)
		if err != nil {
			return nil, err
		}
		return req.WithContext(ctx), nil
	})
}

func goGithubPOST(base string) Side {
	client := goGithubClient(base)
	return request("gogithub", func(ctx context.Context) (*http.Request, error) {
		assigned, labelled := assignees(), labels()
		body := &github.IssueRequest{
			Title:     github.Ptr(title),
			Body:      github.Ptr(text),
			Assignees: &assigned,
			Labels:    &labelled,
			Milestone: github.Ptr(milestone),
		}
		path := fmt.Sprintf("repos/%v/%v/issues", owner, repo)
		req, err := client.NewRequest(http.MethodPost, path, body, goGithubAuthorize)
		if err != nil {
			return nil, err
		}
		return req.WithContext(ctx), nil
	})
}
