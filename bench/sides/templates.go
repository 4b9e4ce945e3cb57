package sides

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	stduritemplate "github.com/std-uritemplate/std-uritemplate/go/v2"
	"github.com/yosida95/uritemplate/v3"
)

// uploadTemplate is uploadRoute in the terms of RFC 6570 alone.
const uploadTemplate = "{+upload_url}/repos/{owner}/{repo}/releases/{release_id}/assets{?name,label}"

// uritemplateUpload has its template compiled before.
func uritemplateUpload(uploadURL string) Side {
	template := uritemplate.MustNew(uploadTemplate)
	return address("uritemplate", func() (string, error) {
		return template.Expand(uritemplate.Values{
			"upload_url": uritemplate.String(uploadURL),
			"owner":      uritemplate.String(owner),
			"repo":       uritemplate.String(repo),
			"release_id": uritemplate.String(strconv.Itoa(releaseID)),
			"name":       uritemplate.String(assetName),
			"label":      uritemplate.String(assetLabel),
		})
	})
}

// stdURITemplateUpload reads its template at every call: std-uritemplate has
// no compiled form.
func stdURITemplateUpload(uploadURL any) Side {
	return address("std-uritemplate", func() (string, error) {
		return stduritemplate.Expand(uploadTemplate, stduritemplate.Substitutions{
			"upload_url": uploadURL,
			"owner":      owner,
			"repo":       repo,
			"release_id": releaseID,
			"name":       assetName,
			"label":      assetLabel,
		})
	})
}

// uritemplateCold compiles a template, expands it and makes the request.
func uritemplateCold(base string) Side {
	next := counter()
	return request("uritemplate", func(ctx context.Context) (*http.Request, error) {
		template, err := uritemplate.New(fmt.Sprintf("{+base}/v%d/orgs/{org}/repos{?type,per_page}", next()))
		if err != nil {
			return nil, err
		}
		target, err := template.Expand(uritemplate.Values{
			"base":     uritemplate.String(base),
			"org":      uritemplate.String(org),
			"type":     uritemplate.String(kind),
			"per_page": uritemplate.String(strconv.Itoa(perPage)),
		})
		if err != nil {
			return nil, err
		}
		return byHandRequest(ctx, http.MethodGet, target)
	})
}
