package sides

import (
	"context"
	"net/http"

	"github.com/carlmjohnson/requests"
)

// requestsBase keeps the base address and the headers, which each call clones.
// Its paths are given unescaped; the builder escapes them.
func requestsBase(base string) *requests.Builder {
	return requests.URL(base).
		Accept(accept).
		UserAgent(userAgent).
		Header("Authorization", authorization)
}

func requestsGET(base string) Side {
	shared := requestsBase(base)
	return request("requests", func(ctx context.Context) (*http.Request, error) {
		return shared.Clone().
			Pathf("/orgs/%s/repos", org).
			Param("type", kind).
			ParamInt("per_page", perPage).
			Request(ctx)
	})
}

func requestsPOST(base string) Side {
	shared := requestsBase(base)
	return request("requests", func(ctx context.Context) (*http.Request, error) {
		return shared.Clone().
			Pathf("/repos/%s/%s/issues", owner, repo).
			BodyJSON(issue()).
			Request(ctx)
	})
}
