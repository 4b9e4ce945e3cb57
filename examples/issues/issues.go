// Issues is a client of an issue tracker. Copy it to begin a client of your own API.
//
// Each operation of the API is a struct, and the tags of its fields say where their values go. Its
// method build makes the request. The method of Client that has its name sends it.
//
//   - issues.go is the client. It sends with examples/client, which you copy too.
//   - issues_test.go compares what each operation builds with the wanted request, without a
//     server. Then it runs the client against one.
//   - main.go uses the client, and server.go stands in for the API.
//
// Try it:
//
//	go run ./examples/issues
//	go test -v ./examples/issues
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"sync"

	"example.com/endpoint"
	"example.com/endpoint/examples/client"
)

// A Client calls the API. It is safe for concurrent use.
type Client struct {
	client *client.Client
}

// NewClient returns a Client of the API at a base URL. The Client asks for a token, with the ID and
// secret of your program, before its first call and whenever the API rejects the one it has.
func NewClient(base, id, secret string) (*Client, error) {
	api := newAPI(base)
	c, login := client.New(api), client.New(api) // login needs no token
	var mu sync.Mutex                            // calls that need a token wait for the same one
	var token string
	err := c.UseToken(func(ctx context.Context, rejected string) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		if token != rejected { // at first both are ""
			return token, nil
		}
		var granted struct {
			AccessToken string `json:"access_token"`
		}
		err := login.Call(ctx, &granted, "POST /token",
			endpoint.Headers{"content-type": "application/x-www-form-urlencoded"},
			endpoint.Params{"grant_type": "client_credentials", "client_id": id, "client_secret": secret})
		if err != nil {
			return "", err
		}
		token = "Bearer " + granted.AccessToken
		return token, nil
	})
	if err != nil {
		return nil, err
	}
	return &Client{c}, nil
}

// newAPI returns the Endpoint, with what all requests have in common.
func newAPI(base string) endpoint.Endpoint {
	return endpoint.New(
		endpoint.Options{BaseURL: base},
		endpoint.Headers{"accept": "application/json", "user-agent": "example-issues/1.0"},
	)
}

// An operation builds its request, which a test can compare without a server.
type operation interface {
	build(api endpoint.Endpoint) (endpoint.Request, error)
}

// send sends the request of an operation, and decodes the response.
func send[Result any](ctx context.Context, c *Client, op operation) (result Result, err error) {
	built, err := op.build(c.client.API)
	if err != nil {
		return result, kindOf(err)
	}
	req, err := built.HTTPRequest(ctx)
	if err != nil {
		return result, err
	}
	_, err = c.client.Send(req, &result)
	return result, kindOf(err)
}

// Test for these errors with errors.Is. All errors of a response are a *client.Error too.
var (
	ErrNotFound = errors.New("not found")
	ErrChanged  = errors.New("changed by someone else")
)

// kindOf adds ErrNotFound or ErrChanged to an error.
//
// A project "" or ".." is ErrNotFound too. The API has none of that name, and is not asked: with such
// a value, the path would be that of another resource.
func kindOf(err error) error {
	e := &client.Error{}
	errors.As(err, &e)
	switch {
	case errors.Is(err, endpoint.ErrUnsafePath), e.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	case e.StatusCode == http.StatusPreconditionFailed:
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	return err
}

// An Issue belongs to a project, such as "acme/app".
type Issue struct {
	Project string   `json:"project"`
	Number  int      `json:"number"`
	Title   string   `json:"title"`
	State   string   `json:"state"`
	Labels  []string `json:"labels"`
	ETag    string   `json:"etag"` // of this version of the issue
}

// ListIssues lists the issues of a project. Without a state or labels, it lists all.
type ListIssues struct {
	Project string   `path:"project"`
	State   string   `query:"state,omitempty"`
	Labels  []string `query:"label,omitempty"` // label=bug&label=new
	PerPage int      `query:"per_page,omitempty"`
}

const listIssues = "GET /projects/{project}/issues"

func (op ListIssues) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build(listIssues, endpoint.OptionsOf(op))
}

// ListIssues returns the issues of all pages. It ends after an error.
func (c *Client) ListIssues(ctx context.Context, op ListIssues) iter.Seq2[Issue, error] {
	return func(yield func(Issue, error) bool) {
		for page, err := range client.Pages[[]Issue](ctx, c.client, client.NextLink, listIssues, endpoint.OptionsOf(op)) {
			if err != nil {
				yield(Issue{}, kindOf(err))
				return
			}
			for _, issue := range page {
				if !yield(issue, nil) {
					return
				}
			}
		}
	}
}

// SearchIssues finds issues by a text in their titles, in all projects or in those that it names.
type SearchIssues struct {
	Text     string   `query:"q"`
	Projects []string `query:"project,omitempty"`
}

func (op SearchIssues) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("GET /search/issues", endpoint.OptionsOf(op))
}

// SearchIssues returns the issues that it finds.
func (c *Client) SearchIssues(ctx context.Context, op SearchIssues) ([]Issue, error) {
	return send[[]Issue](ctx, c, op)
}

// GetIssue gets one issue.
type GetIssue struct {
	Project string `path:"project"`
	Number  int    `path:"number"`
}

func (op GetIssue) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("GET /projects/{project}/issues/{number}", endpoint.OptionsOf(op))
}

// GetIssue returns an issue.
func (c *Client) GetIssue(ctx context.Context, op GetIssue) (Issue, error) {
	return send[Issue](ctx, c, op)
}

// CreateIssue creates an issue. With a key, it is sent again if the network or the server fails
// for a moment, and the API still creates one issue.
type CreateIssue struct {
	Project string   `path:"project"`
	Key     string   `header:"idempotency-key,omitempty"`
	Title   string   `json:"title"`
	Labels  []string `json:"labels,omitempty"`
}

func (op CreateIssue) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("POST /projects/{project}/issues", endpoint.OptionsOf(op))
}

// CreateIssue returns the issue that it creates.
func (c *Client) CreateIssue(ctx context.Context, op CreateIssue) (Issue, error) {
	return send[Issue](ctx, c, op)
}

// UpdateIssue changes the fields that are not nil. An empty list removes all labels.
//
// IfMatch is the ETag of the issue as you have read it. It has no omitempty: a request without that
// header would overwrite what others have changed since, so an empty ETag is an error.
type UpdateIssue struct {
	Project string   `path:"project"`
	Number  int      `path:"number"`
	IfMatch string   `header:"if-match"`
	Title   *string  `json:"title,omitempty"`
	State   *string  `json:"state,omitempty"`
	Labels  []string `json:"labels,omitzero"` // sends an empty list, as omitempty would not
}

func (op UpdateIssue) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("PATCH /projects/{project}/issues/{number}", endpoint.OptionsOf(op))
}

// UpdateIssue returns the issue as it is then. If someone else has changed it, the error is
// ErrChanged.
func (c *Client) UpdateIssue(ctx context.Context, op UpdateIssue) (Issue, error) {
	return send[Issue](ctx, c, op)
}

// DeleteIssue deletes an issue, if it still has an ETag.
type DeleteIssue struct {
	Project string `path:"project"`
	Number  int    `path:"number"`
	IfMatch string `header:"if-match"`
}

func (op DeleteIssue) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("DELETE /projects/{project}/issues/{number}", endpoint.OptionsOf(op))
}

// DeleteIssue returns ErrChanged if someone else has changed the issue.
func (c *Client) DeleteIssue(ctx context.Context, op DeleteIssue) error {
	_, err := send[struct{}](ctx, c, op)
	return err
}

// RemoveLabels removes labels from an issue. An empty list is an error: this API removes all labels
// if the query names none.
type RemoveLabels struct {
	Project string   `path:"project"`
	Number  int      `path:"number"`
	Labels  []string `query:"label"`
}

func (op RemoveLabels) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("DELETE /projects/{project}/issues/{number}/labels", endpoint.OptionsOf(op))
}

// RemoveLabels returns the issue as it is then.
func (c *Client) RemoveLabels(ctx context.Context, op RemoveLabels) (Issue, error) {
	return send[Issue](ctx, c, op)
}

// AddComment adds a comment to an issue. If Notify is nil, the project decides who is notified.
type AddComment struct {
	Project string `path:"project"`
	Number  int    `path:"number"`
	Notify  *bool  `query:"notify,omitempty"`
	Text    string `json:"text"`
}

func (op AddComment) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("POST /projects/{project}/issues/{number}/comments", endpoint.OptionsOf(op))
}

// AddComment returns an error if the comment was not added.
func (c *Client) AddComment(ctx context.Context, op AddComment) error {
	_, err := send[struct{}](ctx, c, op)
	return err
}

// UploadFile adds a file to a project. The file is the whole body. Close an *os.File yourself, after
// the call.
type UploadFile struct {
	Project string    `path:"project"`
	Name    string    `query:"name"`
	Type    string    `header:"content-type"`
	Data    io.Reader `body:""`
}

func (op UploadFile) build(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("POST /projects/{project}/files", endpoint.OptionsOf(op))
}

// A File is one that was uploaded.
type File struct {
	URL  string `json:"url"`
	Size int64  `json:"size"`
}

// UploadFile returns where the file is.
func (c *Client) UploadFile(ctx context.Context, op UploadFile) (File, error) {
	return send[File](ctx, c, op)
}
