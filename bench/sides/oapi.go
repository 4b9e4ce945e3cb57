package sides

import (
	"context"
	"net/http"

	"example.com/endpoint/bench/sides/oapi"
)

// The client is the generator's own output for the two operations.
//
//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package oapi -o oapi/client.gen.go oapi/openapi.yaml

// oapiEditor sets the headers the way a client of oapi-codegen has them set,
// by an editor of each request.
func oapiEditor(_ context.Context, req *http.Request) error {
	setDefaults(req.Header)
	return nil
}

// oapiGET is the generated method of Client without the sending.
func oapiGET(base string) Side {
	server, editor := base+"/", oapi.RequestEditorFn(oapiEditor)
	return request("oapi", func(ctx context.Context) (*http.Request, error) {
		listing := oapi.ListOrgReposParams{Type: new(kind), PerPage: new(perPage)}
		req, err := oapi.NewListOrgReposRequest(server, org, &listing)
		if err != nil {
			return nil, err
		}
		req = req.WithContext(ctx)
		return req, editor(ctx, req)
	})
}

// oapiPOST is the generated method of Client without the sending.
func oapiPOST(base string) Side {
	server, editor := base+"/", oapi.RequestEditorFn(oapiEditor)
	return request("oapi", func(ctx context.Context) (*http.Request, error) {
		assigned, labelled := assignees(), labels()
		body := oapi.CreateIssueJSONRequestBody{
			Title:     title,
			Body:      new(text),
			Assignees: &assigned,
			Labels:    &labelled,
			Milestone: new(milestone),
		}
		req, err := oapi.NewCreateIssueRequest(server, owner, repo, body)
		if err != nil {
			return nil, err
		}
		req = req.WithContext(ctx)
		return req, editor(ctx, req)
	})
}
