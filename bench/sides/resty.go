package sides

import (
	"context"
	"net/http"

	"resty.dev/v3"
)

func restyClient(base string) *resty.Client {
	return resty.New().SetBaseURL(base).
		SetHeader("Accept", accept).
		SetHeader("User-Agent", userAgent).
		SetHeader("Authorization", authorization)
}

// restyBuild runs the middleware with which Execute makes the http.Request.
// Execute gives the body's buffer back to a pool after sending, which does not
// happen here and costs the POST an allocation or two.
func restyBuild(client *resty.Client, r *resty.Request) (*http.Request, error) {
	if err := resty.MiddlewareRequestCreate(client, r); err != nil {
		return nil, err
	}
	return r.RawRequest, nil
}

func restyGET(base string) Side {
	client := restyClient(base)
	return request("resty", func(ctx context.Context) (*http.Request, error) {
		return restyBuild(client, client.R().SetContext(ctx).
			SetMethod(http.MethodGet).
			SetURL("/orgs/{org}/repos").
			SetPathParam("org", org).
			SetQueryParam("type", kind).
			SetQueryParamAny("per_page", perPage))
	})
}

func restyPOST(base string) Side {
	client := restyClient(base)
	return request("resty", func(ctx context.Context) (*http.Request, error) {
		return restyBuild(client, client.R().SetContext(ctx).
			SetMethod(http.MethodPost).
			SetURL("/repos/{owner}/{repo}/issues").
			SetPathParam("owner", owner).
			SetPathParam("repo", repo).
			SetHeader("Content-Type", "application/json").
			SetBody(issue()))
	})
}
