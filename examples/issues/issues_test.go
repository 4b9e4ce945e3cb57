package main

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A test of one operation. Diff compares only the headers that want names, and "" means that there
// must be none: the token is added when the request is sent.
func TestUpdateIssue(t *testing.T) {
	op := UpdateIssue{Project: "acme/app", Number: 7, IfMatch: `"v1"`, Labels: []string{}}
	got, err := op.build(newAPI("https://api.test/v1"))
	if err != nil {
		t.Fatal(err)
	}
	want := endpoint.Request{
		Method:  "PATCH",
		URL:     "https://api.test/v1/projects/acme%2Fapp/issues/7",
		Headers: endpoint.Headers{"if-match": `"v1"`, "authorization": ""},
		Body:    map[string]any{"labels": []string{}},
	}
	if diff := got.Diff(want); diff != "" {
		t.Error(diff)
	}
}

// The other operations, each as a row.
func TestRequests(t *testing.T) {
	const project = "https://api.test/v1/projects/acme%2Fapp"
	notify := false
	tests := []struct {
		op   operation
		want endpoint.Request
	}{
		{
			ListIssues{Project: "acme/app", State: "open", Labels: []string{"bug", "good first issue"}, PerPage: 50},
			endpoint.Request{
				Method:  "GET",
				URL:     project + "/issues?label=bug&label=good%20first%20issue&per_page=50&state=open",
				Headers: endpoint.Headers{"accept": "application/json", "user-agent": "example-issues/1.0"},
			},
		},
		{
			ListIssues{Project: "acme/app"},
			endpoint.Request{Method: "GET", URL: project + "/issues"},
		},
		{
			SearchIssues{Text: "crash & burn", Projects: []string{"acme/app", "acme/site"}},
			endpoint.Request{
				Method: "GET",
				URL:    "https://api.test/v1/search/issues?project=acme%2Fapp&project=acme%2Fsite&q=crash%20%26%20burn",
			},
		},
		{
			GetIssue{Project: "acme/app", Number: 7},
			endpoint.Request{Method: "GET", URL: project + "/issues/7"},
		},
		{
			CreateIssue{Project: "acme/app", Key: "4f2a", Title: "crash at start", Labels: []string{"bug"}},
			endpoint.Request{
				Method:  "POST",
				URL:     project + "/issues",
				Headers: endpoint.Headers{"idempotency-key": "4f2a", "content-type": "application/json; charset=utf-8"},
				Body:    map[string]any{"title": "crash at start", "labels": []string{"bug"}},
			},
		},
		{
			CreateIssue{Project: "acme/app", Title: "crash at start"},
			endpoint.Request{
				Method:  "POST",
				URL:     project + "/issues",
				Headers: endpoint.Headers{"idempotency-key": ""},
				Body:    map[string]any{"title": "crash at start"},
			},
		},
		{
			DeleteIssue{Project: "acme/app", Number: 7, IfMatch: `"v1"`},
			endpoint.Request{
				Method:  "DELETE",
				URL:     project + "/issues/7",
				Headers: endpoint.Headers{"if-match": `"v1"`},
			},
		},
		{
			RemoveLabels{Project: "acme/app", Number: 7, Labels: []string{"bug", "new"}},
			endpoint.Request{Method: "DELETE", URL: project + "/issues/7/labels?label=bug&label=new"},
		},
		{
			AddComment{Project: "acme/app", Number: 7, Notify: &notify, Text: "Me too."},
			endpoint.Request{
				Method: "POST",
				URL:    project + "/issues/7/comments?notify=false",
				Body:   map[string]any{"text": "Me too."},
			},
		},
		{
			UploadFile{Project: "acme/app", Name: "crash.log", Type: "text/plain", Data: strings.NewReader("panic")},
			endpoint.Request{
				Method:  "POST",
				URL:     project + "/files?name=crash.log",
				Headers: endpoint.Headers{"content-type": "text/plain"},
				Body:    "panic",
			},
		},
	}
	api := newAPI("https://api.test/v1")
	for _, tt := range tests {
		got, err := tt.op.build(api)
		if err != nil {
			t.Errorf("%+v: %v", tt.op, err)
		} else if diff := got.Diff(tt.want); diff != "" {
			t.Errorf("%+v:\n%s", tt.op, diff)
		}
	}
}

// Without these values, each request would be another one. So none of them is built.
func TestMissing(t *testing.T) {
	tests := []struct {
		op   operation
		want error
	}{
		{GetIssue{Project: "", Number: 7}, endpoint.ErrUnsafePath},
		{GetIssue{Project: "acme/..", Number: 7}, endpoint.ErrUnsafePath},
		{UpdateIssue{Project: "acme/app", Number: 7}, endpoint.ErrHeader}, // no ETag
		{DeleteIssue{Project: "acme/app", Number: 7}, endpoint.ErrHeader},
		{RemoveLabels{Project: "acme/app", Number: 7}, endpoint.ErrParam},
		{UploadFile{Project: "acme/app", Name: "crash.log", Data: strings.NewReader("panic")}, endpoint.ErrHeader},
	}
	api := newAPI("https://api.test/v1")
	for _, tt := range tests {
		if _, err := tt.op.build(api); !errors.Is(err, tt.want) {
			t.Errorf("%+v: error %v, want %v", tt.op, err, tt.want)
		}
	}
}

// start returns a client of a new server.
func start(t *testing.T) (*server, *Client) {
	s := newServer()
	listener := httptest.NewServer(s)
	t.Cleanup(listener.Close)
	c, err := NewClient(listener.URL, "app", "secret")
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

// TestRun runs the program. The server accepts each token for five requests, so it needs three.
func TestRun(t *testing.T) {
	const want = `created 1: crash at start
created 2: no dark mode
created 3: crash at exit
"crash" is in 2 titles
uploaded 14 bytes to /files/crash.log
1 is closed
another update: changed by someone else: PATCH /projects/{project}/issues/{number}: 412 Precondition Failed
1 has 0 labels
2 is open: no dark mode
3 is open: crash at exit
1 is gone: not found: GET /projects/{project}/issues/{number}: 404 Not Found
`
	s, c := start(t)
	var stdout bytes.Buffer
	if err := run(t.Context(), c, &stdout); err != nil || stdout.String() != want {
		t.Errorf("error %v, output:\n%swant:\n%s", err, &stdout, want)
	}
	if s.tokens != 3 {
		t.Errorf("%d tokens, want 3", s.tokens)
	}
}

func TestErrors(t *testing.T) {
	_, c := start(t)
	issue, err := c.CreateIssue(t.Context(), CreateIssue{Project: "acme/app", Title: "crash"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		call func() error
		want error
	}{
		{"an issue that does not exist", func() error {
			_, err := c.GetIssue(t.Context(), GetIssue{Project: issue.Project, Number: 9})
			return err
		}, ErrNotFound},
		{"an empty project, which is not sent", func() error {
			_, err := c.GetIssue(t.Context(), GetIssue{Project: "", Number: issue.Number})
			return err
		}, ErrNotFound},
		{"the list of an empty project", func() error {
			for _, err := range c.ListIssues(t.Context(), ListIssues{Project: ""}) {
				return err
			}
			return nil
		}, ErrNotFound},
		{"an old ETag", func() error {
			return c.DeleteIssue(t.Context(), DeleteIssue{Project: issue.Project, Number: issue.Number, IfMatch: `"old"`})
		}, ErrChanged},
		{"no ETag, which is not sent", func() error {
			return c.DeleteIssue(t.Context(), DeleteIssue{Project: issue.Project, Number: issue.Number})
		}, endpoint.ErrHeader},
	}
	for _, tt := range tests {
		if err := tt.call(); !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.want)
		}
	}
}

// If the token is not found, that does not say that the issue does not exist.
func TestNoToken(t *testing.T) {
	listener := httptest.NewServer(http.NotFoundHandler())
	defer listener.Close()
	c, err := NewClient(listener.URL, "app", "secret")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.GetIssue(t.Context(), GetIssue{Project: "acme/app", Number: 1})
	if err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("error %v", err)
	}
}
