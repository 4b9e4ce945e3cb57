// Package sonarqube calls the Web API of SonarQube, where each operation is a
// controller and an action: api/issues/search.
package sonarqube

import (
	"net/http"
	"strings"

	"example.com/endpoint"
)

const (
	sourcesRaw = "GET /api/sources/raw"
)

type Client struct {
	sonar endpoint.Endpoint
	http  *http.Client
}

func New(server, token string) (*Client, error) {
	req, err := http.NewRequest("GET", server, nil)
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth(token, "")
	return &Client{
		http: http.DefaultClient,
		sonar: endpoint.New(endpoint.Options{
			BaseURL: strings.TrimSuffix(server, "/"),
			Headers: endpoint.Headers{
				"accept":        "application/json",
				"authorization": req.Header.Get("Authorization"),
				"content-type":  "application/x-www-form-urlencoded", // not run
			},
			Lists: endpoint.ListComma,
		}),
	}, nil
}

func (c *Client) SourceRequest(file string) (endpoint.Request, error) {
	return c.sonar.Build(sourcesRaw, endpoint.Query{"key": file}, endpoint.Headers{"accept": "text/plain"})
}
