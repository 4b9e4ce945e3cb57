// Package msgraph calls Microsoft Graph.
package msgraph

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Graph is a client.
type Graph struct {
	v1, beta endpoint.Endpoint
	client   *http.Client
}

// New returns a client.
func New(token func() string) *Graph {
	base := endpoint.New(endpoint.Options{
		BaseURL: "https://graph.microsoft.com/v1.0",
		Headers: endpoint.Headers{"accept": "application/json"},
	})
	return &Graph{
		v1:     base,
		beta:   base.Defaults(endpoint.Options{BaseURL: "https://graph.microsoft.com/beta"}),
		client: &http.Client{Transport: bearer{token}},
	}
}

type bearer struct{ token func() string }

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+b.token())
	return http.DefaultTransport.RoundTrip(req)
}

// OData has the options of OData.
type OData struct {
	Filter  string
	Select  []string
	OrderBy string
	Top     int
	Search  string
}

func (o OData) query() endpoint.Query {
	return endpoint.Query{
		"$filter":  o.Filter,
		"$select":  strings.Join(o.Select, ","),
		"$orderby": o.OrderBy,
		"$top":     o.Top,
		"$search":  o.Search,
	}.OmitZero()
}

type collection[T any] struct {
	Value []T    `json:"value"`
	Next  string `json:"@odata.nextLink"`
}

func (g *Graph) do(req *http.Request, out any) error {
	resp, err := g.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func each[T any](g *Graph, req *http.Request, err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		for req != nil || err != nil {
			var page collection[T]
			if err == nil {
				err = g.do(req, &page)
			}
			if err != nil {
				yield(none, err)
				return
			}
			for _, item := range page.Value {
				if !yield(item, nil) {
					return
				}
			}
			if page.Next == "" {
				return
			}
			req, err = g.v1.HTTPRequest(req.Context(), "GET {+next}", endpoint.Path{"next": page.Next}) // not run
		}
	}
}

// User is a person.
type User struct {
	ID          string `json:"id"`
	DisplayName string `json:"displayName"`
}

// Users iterates over users.
func (g *Graph) Users(ctx context.Context, o OData) iter.Seq2[User, error] {
	req, err := g.v1.HTTPRequest(ctx, "GET /users", o.query(), endpoint.Headers{"ConsistencyLevel": "eventual"}, endpoint.Query{"$count": true})
	return each[User](g, req, err)
}

// Messages iterates over the mail of a folder.
func (g *Graph) Messages(ctx context.Context, user, folder string, o OData) iter.Seq2[map[string]any, error] {
	req, err := g.v1.HTTPRequest(ctx, "GET /users/{user}/mailFolders/{folder}/messages",
		endpoint.Path{"user": user, "folder": folder}, o.query())
	return each[map[string]any](g, req, err)
}

// SendMail sends a mail.
func (g *Graph) SendMail(ctx context.Context, user, subject, text string, to ...string) error {
	recipients := make([]any, 0, len(to))
	for _, address := range to {
		recipients = append(recipients, map[string]any{"emailAddress": map[string]string{"address": address}})
	}
	message := map[string]any{
		"subject":      subject,
		"body":         map[string]string{"contentType": "Text", "content": text},
		"toRecipients": recipients,
	}
	req, err := g.v1.HTTPRequest(ctx, "POST /users/{user}/sendMail",
		endpoint.Path{"user": user},
		endpoint.Params{"message": message, "saveToSentItems": false})
	if err != nil {
		return err
	}
	return g.do(req, nil)
}

// UpdateUser changes a user.
func (g *Graph) UpdateUser(ctx context.Context, id string, changes map[string]any) error {
	req, err := g.v1.HTTPRequest(ctx, "PATCH /users/{id}", endpoint.Options{Path: endpoint.Path{"id": id}, Data: changes})
	if err != nil {
		return err
	}
	return g.do(req, nil)
}

// PutFile writes a small file.
func (g *Graph) PutFile(ctx context.Context, name string, content *bytes.Buffer) (item map[string]any, err error) {
	req, err := g.v1.HTTPRequest(ctx, "PUT /me/drive/root:{/path*}:/content", endpoint.Options{
		Path:    endpoint.Path{"path": strings.Split(strings.TrimPrefix(name, "/"), "/")},
		Query:   endpoint.Query{"@microsoft.graph.conflictBehavior": "replace"},
		Headers: endpoint.Headers{"content-type": "application/octet-stream"},
		Data:    content,
	})
	if err != nil {
		return nil, err
	}
	return item, g.do(req, &item)
}

// AddMember adds a member to a group.
func (g *Graph) AddMember(ctx context.Context, group, user string) error {
	req, err := g.v1.HTTPRequest(ctx, "POST /groups/{group-id}/members/$ref",
		endpoint.Path{"group-id": group},
		endpoint.Params{"@odata.id": "https://graph.microsoft.com/v1.0/directoryObjects/" + user})
	if err != nil {
		return err
	}
	return g.do(req, nil)
}

// Profile returns a profile, which only the beta has.
func (g *Graph) Profile(ctx context.Context, user string) (profile map[string]any, err error) {
	req, err := g.beta.HTTPRequest(ctx, "GET /users/{user}/profile", endpoint.Path{"user": user})
	if err != nil {
		return nil, err
	}
	return profile, g.do(req, &profile)
}
