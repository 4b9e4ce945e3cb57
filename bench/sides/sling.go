package sides

import (
	"context"
	"net/http"
	"net/url"

	"github.com/dghubble/sling"
)

// slingBase keeps the base address and the headers, which each call copies
// with New: sling's way of sharing them. The context it leaves to the caller.
func slingBase(base string) *sling.Sling {
	return sling.New().Base(base+"/").
		Set("Accept", accept).
		Set("User-Agent", userAgent).
		Set("Authorization", authorization)
}

// slingListing is how sling takes a query.
type slingListing struct {
	Type    string `url:"type"`
	PerPage int    `url:"per_page"`
}

func slingGET(base string) Side {
	shared := slingBase(base)
	return request("sling", func(ctx context.Context) (*http.Request, error) {
		req, err := shared.New().
			Get("orgs/" + url.PathEscape(org) + "/repos").
			QueryStruct(&slingListing{Type: kind, PerPage: perPage}).
			Request()
		if err != nil {
			return nil, err
		}
		return req.WithContext(ctx), nil
	})
}

func slingPOST(base string) Side {
	shared := slingBase(base)
	return request("sling", func(ctx context.Context) (*http.Request, error) {
		req, err := shared.New().
			Post("repos/" + url.PathEscape(owner) + "/" + url.PathEscape(repo) + "/issues").
			BodyJSON(issue()).
			Request()
		if err != nil {
			return nil, err
		}
		return req.WithContext(ctx), nil
	})
}
