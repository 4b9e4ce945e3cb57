// Package client is a realistic client, whose calls are all valid.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"example.com/endpoint"
)

// A Client has its Endpoint in a field that nobody else sets.
type Client struct {
	api  endpoint.Endpoint
	http *http.Client
	org  string
}

// A Config comes from elsewhere.
type Config struct {
	BaseURL, Token, Org string
	Preview             []string
}

func New(config Config) *Client {
	api := endpoint.New(endpoint.Options{
		BaseURL:   config.BaseURL,
		Headers:   endpoint.Headers{"accept": "application/vnd.github+json", "authorization": "Bearer " + config.Token},
		MediaType: endpoint.MediaType{Previews: config.Preview},
		Query:     endpoint.Query{"per_page": 100},
		Path:      endpoint.Path{"org": config.Org},
	})
	return &Client{api: api, http: http.DefaultClient, org: config.Org}
}

func (c *Client) do(ctx context.Context, route string, out any, layers ...endpoint.Layer) error {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return fmt.Errorf("%s: %w", route, err)
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

type Repo struct {
	Name string `json:"name"`
}

type ListOptions struct {
	Page    int    `url:"page,omitempty"`
	PerPage int    `url:"per_page,omitempty"`
	Sort    string `url:"sort,omitempty"`
}

type IssueOptions struct {
	ListOptions
	State     string    `url:"state,omitempty"`
	Labels    []string  `url:"labels,comma,omitempty"`
	Since     time.Time `url:"since,omitempty"`
	Assignee  *string   `url:"assignee,omitempty"`
	Milestone int       `url:"-"`
}

type base struct {
	ID int `json:"id,omitempty"`
}

type Issue struct {
	base
	Title  string         `json:"title"`
	Body   *string        `json:"body,omitempty"`
	Labels []string       `json:"labels,omitempty"`
	Extra  map[string]any `json:"extra,omitempty"`
	User   *User          `json:"user,omitempty"`
	Next   *Issue         `json:"next,omitempty"`
}

type User struct {
	ID    int64  `json:"id"`
	Login string `json:"login"`
}

func (c *Client) Repos(ctx context.Context) (repos []Repo, err error) {
	err = c.do(ctx, "GET /orgs/{org}/repos", &repos)
	return repos, err
}

func (c *Client) Issues(ctx context.Context, owner, repo string, opts *IssueOptions) (issues []Issue, err error) {
	err = c.do(ctx, "GET /repos/{owner}/{repo}/issues", &issues, endpoint.Path{"owner": owner, "repo": repo}, endpoint.ParamsOf(opts))
	return issues, err
}

func (c *Client) CreateIssue(ctx context.Context, owner, repo string, issue Issue) (created Issue, err error) {
	err = c.do(ctx, "POST /repos/{owner}/{repo}/issues", &created, endpoint.Options{
		Path: endpoint.Path{"owner": owner, "repo": repo},
		Data: issue,
	})
	return created, err
}

func (c *Client) EditIssue(ctx context.Context, owner, repo string, number int, issue *Issue) error {
	return c.do(ctx, "PATCH /repos/{owner}/{repo}/issues/{number}", nil,
		endpoint.Path{"owner": owner, "repo": repo, "number": number}, endpoint.ParamsOf(issue))
}

func (c *Client) PutUser(ctx context.Context, user User) error {
	return c.do(ctx, "PUT /users/{id}", nil, endpoint.Path{"id": user.ID}, endpoint.ParamsOf(user))
}

func (c *Client) Members(ctx context.Context, role string, page int) error {
	params := endpoint.Params{"role": role}
	if page > 0 {
		params["page"] = page
	}
	return c.do(ctx, "GET /orgs/{org}/members", nil, params)
}

func (c *Client) Upload(ctx context.Context, uploadURL, name string, file *os.File) error {
	return c.do(ctx, "POST {upload_url}{?name,label}", nil, endpoint.Path{"upload_url": uploadURL, "name": name},
		endpoint.Options{Data: file, Headers: endpoint.Headers{"content-type": "application/octet-stream", "content-length": strconv.Itoa(10)}})
}

func (c *Client) Next(ctx context.Context, link string) error {
	return c.do(ctx, "GET {+next}", nil, endpoint.Path{"next": link})
}

func (c *Client) Contents(ctx context.Context, owner, repo, path, ref string) error {
	return c.do(ctx, "GET /repos/{owner}/{repo}/contents/{+path}{?ref}", nil,
		endpoint.Params{"owner": owner, "repo": repo, "path": path, "ref": ref}, endpoint.MediaType{Format: "raw"})
}

func (c *Client) Compare(ctx context.Context, owner, repo, from, to string) error {
	return c.do(ctx, "GET /repos/:owner/:repo/compare/:base...:head", nil,
		endpoint.Params{"owner": owner, "repo": repo, "base": from, "head": to})
}

func (c *Client) Cancel(ctx context.Context, name string) error {
	return c.do(ctx, "POST /v1/{+name}:cancel", nil, endpoint.Path{"name": name})
}

func (c *Client) Token(ctx context.Context, code string) error {
	return c.do(ctx, "POST https://auth.example.com/token", nil,
		endpoint.Headers{"content-type": "application/x-www-form-urlencoded"},
		endpoint.Params{"grant_type": "authorization_code", "code": code, "scope": []string{"a", "b"}})
}

func (c *Client) TokenValues(ctx context.Context, form url.Values) error {
	return c.do(ctx, "POST https://auth.example.com/token", nil, endpoint.Options{Data: form})
}

func (c *Client) Basic(ctx context.Context, user, password string) error {
	return c.do(ctx, "GET /user", nil, endpoint.Headers{"authorization": "Basic " + user + ":" + password})
}

func (c *Client) Delete(ctx context.Context, owner, repo string, force bool) error {
	return c.do(ctx, "DELETE /repos/{owner}/{repo}", nil, endpoint.Path{"owner": owner, "repo": repo}, endpoint.Query{"force": force})
}

func (c *Client) Graph(ctx context.Context, query string, variables map[string]any) error {
	return c.do(ctx, "POST /graphql", nil, endpoint.Params{"query": query, "variables": variables})
}

func (c *Client) Raw(ctx context.Context, body any) error {
	return c.do(ctx, "POST /raw", nil, endpoint.Options{Data: body})
}

func (c *Client) RawJSON(ctx context.Context, body []byte) error {
	return c.do(ctx, "POST /raw", nil, endpoint.Options{Data: json.RawMessage(body)})
}

func (c *Client) AMZ(ctx context.Context, body []byte) error {
	return c.do(ctx, "POST /", nil, endpoint.Options{Data: json.RawMessage(body), Headers: endpoint.Headers{"content-type": "application/x-amz-json-1.1"}})
}

func (c *Client) XML(ctx context.Context, body []byte) error {
	return c.do(ctx, "PUT /x", nil, endpoint.Options{Data: body, Headers: endpoint.Headers{"content-type": "application/xml"}})
}

func (c *Client) Reader(ctx context.Context, r io.Reader, contentType string) error {
	return c.do(ctx, "PUT /x", nil, endpoint.Options{Data: r, Headers: endpoint.Headers{"content-type": contentType}})
}

func (c *Client) Buffer(ctx context.Context, fields map[string]string) error {
	var buf bytes.Buffer
	for k, v := range fields {
		fmt.Fprintf(&buf, "%s=%s\n", k, v)
	}
	return c.do(ctx, "PUT /x", nil, endpoint.Options{Data: &buf, Headers: endpoint.Headers{"content-type": "text/plain"}})
}

func (c *Client) Search(ctx context.Context, filter map[string]any) error {
	return c.do(ctx, "GET /search", nil, endpoint.Params{"filter": filter}, endpoint.Options{Lists: endpoint.ListBrackets})
}

func (c *Client) Times(ctx context.Context, since time.Time, id json.Number, ids []int64) error {
	return c.do(ctx, "GET /events/{id}", nil, endpoint.Params{"id": id, "since": since, "ids": ids, "day": since.Format(time.DateOnly)})
}

func (c *Client) Page(ctx context.Context, number int) error {
	return c.do(ctx, fmt.Sprintf("GET /pages/%d", number), nil)
}

func (c *Client) PageText(ctx context.Context, number int) error {
	return c.do(ctx, "GET /pages/"+strconv.Itoa(number), nil)
}

func (c *Client) Escaped(ctx context.Context, name string) error {
	return c.do(ctx, "GET /pages/"+url.PathEscape(name), nil)
}

// Get and Post have a method before a whole template.
func (c *Client) Get(ctx context.Context, template string, out any, layers ...endpoint.Layer) error {
	return c.do(ctx, "GET "+template, out, layers...)
}

func (c *Client) Post(ctx context.Context, template string, out any, layers ...endpoint.Layer) error {
	return c.do(ctx, http.MethodPost+" "+template, out, append([]endpoint.Layer{endpoint.Headers{"x-retry": "1"}}, layers...)...)
}

func (c *Client) Any(ctx context.Context, method, template string, layers ...endpoint.Layer) error {
	return c.do(ctx, method+" "+template, nil, layers...)
}

func (c *Client) Teams(ctx context.Context) error {
	return c.Get(ctx, "/orgs/{org}/teams", nil)
}

func (c *Client) Team(ctx context.Context, slug string) error {
	return c.Get(ctx, "/orgs/{org}/teams/{team_slug}", nil, endpoint.Path{"team_slug": slug})
}

func (c *Client) Create(ctx context.Context, name string) error {
	return c.Post(ctx, "/orgs/{org}/teams", nil, endpoint.Params{"name": name})
}

func (c *Client) Head(ctx context.Context, name string) error {
	return c.Any(ctx, "HEAD", "/orgs/{org}/{name}", endpoint.Path{"name": name})
}

// kind is only called with constants.
func (c *Client) kind(ctx context.Context, kind string) error {
	return c.do(ctx, "GET /orgs/{org}/"+kind, nil)
}

func (c *Client) Kinds(ctx context.Context) error {
	if err := c.kind(ctx, "hooks"); err != nil {
		return err
	}
	for _, kind := range []string{"repos", "teams"} {
		if _, err := c.api.Build("GET /orgs/{org}/" + kind); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) Versioned(version string) error {
	_, err := c.api.Build("GET /v1"+version+"/x", endpoint.Params{"a": 1})
	return err
}

func (c *Client) Filters(names ...string) error {
	filters, err := json.Marshal(map[string][]string{"name": names})
	if err != nil {
		return err
	}
	_, err = c.api.Build("GET /containers/json", endpoint.Query{"filters": string(filters), "all": true})
	return err
}

func (c *Client) Conditional(etag string) error {
	headers := endpoint.Headers{}
	if etag != "" {
		headers["if-none-match"] = etag
	}
	_, err := c.api.Build("GET /x", headers)
	return err
}

func (c *Client) Signed(body []byte, sign func([]byte) string) error {
	_, err := c.api.Build("POST /x", endpoint.Options{Data: body, Headers: endpoint.Headers{"x-signature": sign(body), "host": c.org}})
	return err
}

func (c *Client) Optional(id *int, state *string) error {
	_, err := c.api.Build("GET /items{/id}{?state}", endpoint.Params{"id": id, "state": state})
	return err
}

func (c *Client) Unset() error {
	_, err := c.api.Build("GET /all", endpoint.Query{"per_page": endpoint.Unset}, endpoint.Headers{"accept": ""})
	return err
}

func (c *Client) Override(page int) error {
	_, err := c.api.Build("GET /all", endpoint.Params{"per_page": 5}, endpoint.Params{"per_page": page})
	return err
}

func (c *Client) Admin() *Client {
	admin := *c
	admin.api = c.api.Defaults(endpoint.Headers{"x-admin": "1"}, endpoint.Path{"realm": c.org})
	return &admin
}

func (c *Client) Realm(ctx context.Context) error {
	return c.do(ctx, "GET /realms/{realm}", nil)
}

func (c *Client) Subscribe(topic string) error {
	_, err := c.api.Build("SUBSCRIBE /topics/{topic}", endpoint.Path{"topic": topic}, endpoint.Options{Data: "x"})
	return err
}

func (c *Client) Track() error {
	_, err := c.api.Build("TRACK /x")
	return err
}

func (c *Client) Report(q string) error {
	_, err := c.api.Build("REPORT /x", endpoint.Query{"q": strings.TrimSpace(q)})
	return err
}
