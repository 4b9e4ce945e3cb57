package sides

import (
	"context"
	"net/http"
	"net/url"

	"github.com/google/go-querystring/query"
)

// listing is the GET as a struct, of the path and the query.
type listing struct {
	Org     string `url:"org"`
	Type    string `url:"type"`
	PerPage int    `url:"per_page"`
}

// newIssue is the POST as a struct, of the path and the body.
type newIssue struct {
	Owner string `json:"owner"`
	Repo  string `json:"repo"`
	issueBody
}

// issueBody is the JSON body alone.
type issueBody struct {
	Title     string   `json:"title"`
	Body      string   `json:"body"`
	Assignees []string `json:"assignees"`
	Labels    []string `json:"labels"`
	Milestone int      `json:"milestone"`
}

// queryStructGET is the GET by hand, with a query by go-querystring.
func queryStructGET(base string) Side {
	return request("go-querystring", func(ctx context.Context) (*http.Request, error) {
		values, err := query.Values(&slingListing{Type: kind, PerPage: perPage})
		if err != nil {
			return nil, err
		}
		target := base + "/orgs/" + url.PathEscape(org) + "/repos?" + values.Encode()
		return byHandRequest(ctx, http.MethodGet, target)
	})
}
