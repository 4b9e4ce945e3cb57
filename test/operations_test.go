// Operations of five APIs, five of each, as one struct and as layers: GitHub (JSON), Stripe (forms),
// Slack (JSON in a form), Jira with a JSON:API (filters), and S3 (keys, headers and bytes).

package test

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

// GitHub.
type (
	repository struct {
		Owner string `path:"owner"`
		Repo  string `path:"repo"`
	}
	listIssues struct {
		repository
		State   string    `query:"state,omitempty"`
		Labels  []string  `query:"labels,comma,omitempty"`
		Since   time.Time `query:"since,omitempty"`
		PerPage int       `query:"per_page,omitempty"`
	}
	createIssue struct {
		repository
		Title     string   `json:"title"`
		Body      *string  `json:"body,omitempty"`
		Assignees []string `json:"assignees,omitempty"`
	}
	updateIssue struct {
		repository
		Number    int    `path:"issue_number"`
		IfMatch   string `header:"if-match"`
		State     string `json:"state,omitempty"`
		Milestone *int   `json:"milestone"`
	}
	putContent struct {
		repository
		Path    string `path:"path"`
		Message string `json:"message"`
		Content []byte `json:"content"`
		SHA     string `json:"sha,omitempty"`
	}
	compareCommits struct {
		repository
		Base string `path:"base"`
		Head string `path:"head"`
		Page int    `query:"page,omitempty"`
	}
)

// Stripe.
type (
	postalAddress struct {
		City string `json:"city,omitempty"`
		Line string `json:"line1,omitempty"`
	}
	createCustomer struct {
		Key      string            `header:"Idempotency-Key"`
		Email    string            `json:"email,omitempty"`
		Address  *postalAddress    `json:"address,omitempty"`
		Metadata map[string]string `json:"metadata,omitempty"`
	}
	createPayment struct {
		Key      string   `header:"Idempotency-Key"`
		Amount   any      `json:"amount"`
		Currency string   `json:"currency"`
		Types    []string `json:"payment_method_types"`
	}
	listCharges struct {
		Created map[string]int64 `query:"created,omitempty"`
		Limit   int              `query:"limit,omitempty"`
		Expand  []string         `query:"expand[],omitempty"`
	}
	subscriptionItem struct {
		Price    string `json:"price"`
		Quantity int    `json:"quantity,omitempty"`
	}
	updateSubscription struct {
		ID    string             `path:"id"`
		Items []subscriptionItem `json:"items"`
		Trial *time.Duration     `json:"trial,omitempty"`
	}
	deleteCustomer struct {
		ID string `path:"customer"`
	}
)

// Slack.
type (
	postMessage struct {
		Channel string `json:"channel"`
		Text    string `json:"text"`
		Blocks  any    `json:"blocks,omitempty"`
		Unfurl  *bool  `json:"unfurl_links,omitempty"`
	}
	history struct {
		Channel string `query:"channel"`
		Cursor  string `query:"cursor,omitempty"`
		Limit   int    `query:"limit,omitempty"`
		Oldest  any    `query:"oldest,omitempty"`
	}
	setProfile struct {
		Token   string `header:"authorization"`
		Profile any    `json:"profile"`
	}
	completeUpload struct {
		Type    string `header:"content-type"`
		Files   any    `json:"files"`
		Channel string `json:"channel_id,omitempty"`
	}
	listUsers struct {
		Page  int    `url:"page,omitempty"`
		Count int    `url:"count,omitempty"`
		Team  string `url:"team_id,omitempty"`
	}
)

// Jira, and a JSON:API.
type (
	issueKey struct {
		Key string `path:"issueIdOrKey"`
	}
	searchIssues struct {
		JQL    string   `query:"jql"`
		Fields []string `query:"fields,comma,omitempty"`
		Max    any      `query:"maxResults,omitempty"`
	}
	postIssue struct {
		History bool `query:"updateHistory,omitempty"`
		Issue   any  `body:""`
	}
	editIssue struct {
		issueKey
		Notify *bool          `query:"notifyUsers,omitempty"`
		Fields map[string]any `json:"fields"`
	}
	deleteIssues struct {
		Keys []string `query:"keys"`
		Deep bool     `query:"deleteSubtasks"`
	}
	listArticles struct {
		Fields map[string][]string `query:"fields,omitempty"`
		Filter map[string]any      `query:"filter,omitempty"`
		Page   *pageOfArticles     `query:"page,omitempty"`
		Sort   string              `query:"sort,omitempty"`
	}
	pageOfArticles struct {
		Number int `url:"number,omitempty"`
		Size   any `url:"size,omitempty"`
	}
)

// S3.
type (
	objectKey struct {
		Bucket string `path:"bucket"`
		Key    string `path:"key"`
	}
	putObject struct {
		objectKey
		Type string `header:"content-type,omitempty"`
		ACL  string `header:"x-amz-acl,omitempty"`
		Body []byte `body:""`
	}
	listObjects struct {
		Bucket string  `path:"bucket"`
		Prefix string  `query:"prefix,omitempty"`
		Token  *string `query:"continuation-token"`
		Type   int     `query:"list-type"`
	}
	deleteObject struct {
		objectKey
		Version string `query:"versionId,omitempty"`
	}
	headObject struct {
		objectKey
		Since any    `header:"if-modified-since,omitempty"`
		ETag  string `header:"if-none-match,omitempty"`
	}
	startUpload struct {
		objectKey
		Class string `header:"x-amz-storage-class"`
	}
)

// An operation is a call, once as a struct and once as layers, and what comes of it: the path and
// query, and the body. The broken call is an error, the same of both.
type operation struct {
	route  string
	call   any
	layers layers
	want   string

	broken       any
	brokenLayers layers
	err          string
}

func TestOperations(t *testing.T) {
	no, text, tooLong := false, "text", 90*time.Second
	since := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	demo := repository{"octokit", "demo"}
	inDemo := path{"owner": "octokit", "repo": "demo"}
	key := objectKey{"logs", "2026/01.txt"}
	inLogs := path{"bucket": "logs", "key": "2026/01.txt"}
	bearer := headers{"authorization": "Bearer t"}

	github := endpoint.New(base("https://api.github.com"), headers{"accept": "application/vnd.github+json"}, bearer)
	checkOperations(t, github, []operation{
		{
			"GET /repos/{owner}/{repo}/issues",
			listIssues{demo, "open", []string{"bug", "help"}, since, 100},
			layers{inDemo, query{"state": "open", "labels": "bug,help", "since": since, "per_page": 100}},
			"/repos/octokit/demo/issues?labels=bug%2Chelp&per_page=100&since=2026-01-02T03%3A04%3A05Z&state=open",
			listIssues{repository: repository{"octokit", ""}},
			layers{path{"owner": "octokit", "repo": ""}},
			`unsafe path in parameter "repo"`,
		},
		{
			"POST /repos/{owner}/{repo}/issues",
			createIssue{demo, "It fails", &text, nil},
			layers{inDemo, params{"title": "It fails", "body": &text}},
			`/repos/octokit/demo/issues {"body":"text","title":"It fails"}`,
			createIssue{repository: repository{"octokit", ".."}},
			layers{path{"owner": "octokit", "repo": ".."}, params{"title": ""}},
			`unsafe path in parameter "repo"`,
		},
		{
			"PATCH /repos/{owner}/{repo}/issues/{issue_number}",
			updateIssue{demo, 7, `"abc"`, "closed", nil},
			layers{inDemo, path{"issue_number": 7}, headers{"if-match": `"abc"`}, params{"state": "closed", "milestone": (*int)(nil)}},
			`/repos/octokit/demo/issues/7 {"milestone":null,"state":"closed"}`,
			updateIssue{repository: demo, Number: 7},
			layers{inDemo, path{"issue_number": 7}, headers{"if-match": ""}, params{"milestone": (*int)(nil)}},
			`invalid header "if-match"`,
		},
		{
			"PUT /repos/{owner}/{repo}/contents/{+path}",
			putContent{demo, "docs/a b.md", "Add it", []byte("hi"), ""},
			layers{inDemo, path{"path": "docs/a b.md"}, params{"message": "Add it", "content": []byte("hi")}},
			`/repos/octokit/demo/contents/docs/a%20b.md {"content":"aGk=","message":"Add it"}`,
			putContent{repository: demo, Path: "/a"},
			layers{inDemo, path{"path": "/a"}, params{"message": "", "content": []byte(nil)}},
			`unsafe path in parameter "path"`,
		},
		{
			"GET /repos/{owner}/{repo}/compare/{base}...{head}",
			compareCommits{demo, "main", "fix/it", 2},
			layers{inDemo, path{"base": "main", "head": "fix/it"}, query{"page": 2}},
			"/repos/octokit/demo/compare/main...fix%2Fit?page=2",
			compareCommits{demo, "main", "", 0},
			layers{inDemo, path{"base": "main", "head": ""}},
			`unsafe path in parameter "head"`,
		},
	})

	stripe := endpoint.New(options{BaseURL: "https://api.stripe.com/v1", Lists: endpoint.ListIndexes}, form, bearer)
	checkOperations(t, stripe, []operation{
		{
			"POST /customers",
			createCustomer{"k1", "a@b.test", &postalAddress{City: "Oslo"}, map[string]string{"id": "7"}},
			layers{headers{"Idempotency-Key": "k1"}, params{"email": "a@b.test", "address": &postalAddress{City: "Oslo"}, "metadata": map[string]string{"id": "7"}}},
			"/customers address%5Bcity%5D=Oslo&email=a%40b.test&metadata%5Bid%5D=7",
			createCustomer{Email: "a@b.test"},
			layers{headers{"Idempotency-Key": ""}, params{"email": "a@b.test"}},
			`invalid header "idempotency-key"`,
		},
		{
			"POST /payment_intents",
			createPayment{"k2", 2000, "usd", []string{"card", "link"}},
			layers{headers{"Idempotency-Key": "k2"}, params{"amount": 2000, "currency": "usd", "payment_method_types": []string{"card", "link"}}},
			"/payment_intents amount=2000&currency=usd&payment_method_types%5B0%5D=card&payment_method_types%5B1%5D=link",
			createPayment{"k2", 1e17, "usd", nil},
			layers{headers{"Idempotency-Key": "k2"}, params{"amount": 1e17, "currency": "usd", "payment_method_types": []string(nil)}},
			`invalid parameter "amount"`,
		},
		{
			"GET /charges",
			listCharges{map[string]int64{"gte": 1700000000}, 3, []string{"data.customer"}},
			layers{query{"created": map[string]int64{"gte": 1700000000}, "limit": 3, "expand[]": []string{"data.customer"}}},
			"/charges?created%5Bgte%5D=1700000000&expand%5B%5D=data.customer&limit=3",
			listCharges{Created: map[string]int64{"a[b]": 1}},
			layers{query{"created": map[string]int64{"a[b]": 1}}},
			`invalid parameter "created"`,
		},
		{
			"POST /subscriptions/{id}",
			updateSubscription{"sub_1", []subscriptionItem{{"p", 2}, {"q", 0}}, nil},
			layers{path{"id": "sub_1"}, params{"items": []subscriptionItem{{"p", 2}, {"q", 0}}}},
			"/subscriptions/sub_1 items%5B0%5D%5Bprice%5D=p&items%5B0%5D%5Bquantity%5D=2&items%5B1%5D%5Bprice%5D=q",
			updateSubscription{"sub_1", nil, &tooLong},
			layers{path{"id": "sub_1"}, params{"items": []subscriptionItem(nil), "trial": &tooLong}},
			`invalid parameter "trial"`,
		},
		{
			"DELETE /customers/{customer}",
			&deleteCustomer{"cus_1"},
			layers{path{"customer": "cus_1"}},
			"/customers/cus_1",
			&deleteCustomer{`a\..`},
			layers{path{"customer": `a\..`}},
			`unsafe path in parameter "customer"`,
		},
	})

	slack := endpoint.New(base("https://slack.com/api"), bearer)
	blocks := []map[string]any{{"type": "divider"}}
	checkOperations(t, slack, []operation{
		{
			"POST /chat.postMessage",
			postMessage{"C1", "<hi> & bye", blocks, &no},
			layers{params{"channel": "C1", "text": "<hi> & bye", "blocks": blocks, "unfurl_links": &no}},
			`/chat.postMessage {"blocks":[{"type":"divider"}],"channel":"C1","text":"<hi> & bye","unfurl_links":false}`,
			postMessage{Blocks: endpoint.JSON(blocks)},
			layers{params{"channel": "", "text": "", "blocks": endpoint.JSON(blocks)}},
			`invalid parameter "blocks"`,
		},
		{
			"GET /conversations.history",
			history{Channel: "C1", Limit: 50, Oldest: "1700000000.000100"},
			layers{query{"channel": "C1", "limit": 50, "oldest": "1700000000.000100"}},
			"/conversations.history?channel=C1&limit=50&oldest=1700000000.000100",
			history{Channel: "C1", Oldest: tooLong},
			layers{query{"channel": "C1", "oldest": tooLong}},
			`invalid parameter "oldest"`,
		},
		{
			"POST /users.profile.set",
			setProfile{"Bearer u", map[string]string{"status_text": "away"}},
			layers{headers{"authorization": "Bearer u"}, params{"profile": map[string]string{"status_text": "away"}}},
			`/users.profile.set {"profile":{"status_text":"away"}}`,
			setProfile{"Bearer ", nil},
			layers{headers{"authorization": "Bearer "}, params{"profile": nil}},
			`invalid header "authorization"`,
		},
		{
			"POST /files.completeUploadExternal",
			completeUpload{formMIME, endpoint.JSON([]map[string]string{{"id": "F1"}}), "C1"},
			layers{form, params{"files": endpoint.JSON([]map[string]string{{"id": "F1"}}), "channel_id": "C1"}},
			"/files.completeUploadExternal channel_id=C1&files=%5B%7B%22id%22%3A%22F1%22%7D%5D",
			completeUpload{Type: "text/plain", Files: 1},
			layers{contentType("text/plain"), params{"files": 1}},
			"invalid body in Params",
		},
		{
			"GET /users.list?page=1",
			listUsers{Count: 20},
			layers{query{"count": 20}},
			"/users.list?page=1&count=20",
			listUsers{Page: 2},
			layers{query{"page": 2}},
			`invalid parameter "page"`,
		},
	})

	jira := endpoint.New(options{BaseURL: "https://x.atlassian.net/rest/api/3", Lists: endpoint.ListComma}, bearer)
	checkOperations(t, jira, []operation{
		{
			"GET /search",
			searchIssues{"project = A AND a ~ \"b+c\"", []string{"summary", "status"}, 10},
			layers{query{"jql": "project = A AND a ~ \"b+c\"", "fields": "summary,status", "maxResults": 10}},
			"/search?fields=summary%2Cstatus&jql=project%20%3D%20A%20AND%20a%20~%20%22b%2Bc%22&maxResults=10",
			searchIssues{Max: math.Inf(1)},
			layers{query{"jql": "", "maxResults": math.Inf(1)}},
			`invalid parameter "maxResults"`,
		},
		{
			"POST /issue",
			postIssue{true, map[string]any{"fields": map[string]string{"summary": "s"}}},
			layers{query{"updateHistory": true}, data(map[string]any{"fields": map[string]string{"summary": "s"}})},
			`/issue?updateHistory=true {"fields":{"summary":"s"}}`,
			postIssue{Issue: []string(nil)},
			layers{data([]string(nil))},
			"invalid body in Data",
		},
		{
			"PUT /issue/{issueIdOrKey}",
			editIssue{issueKey{"A-1"}, &no, map[string]any{"labels": []string{"x"}}},
			layers{path{"issueIdOrKey": "A-1"}, query{"notifyUsers": false}, params{"fields": map[string]any{"labels": []string{"x"}}}},
			`/issue/A-1?notifyUsers=false {"fields":{"labels":["x"]}}`,
			editIssue{issueKey{"A-1;/x"}, nil, map[string]any{"f": func() {}}},
			layers{path{"issueIdOrKey": "A-1;/x"}, params{"fields": map[string]any{"f": func() {}}}},
			`invalid body in parameter "fields"`,
		},
		{
			"DELETE /issue",
			deleteIssues{[]string{"A-1", "A-2"}, true},
			layers{query{"keys": []string{"A-1", "A-2"}, "deleteSubtasks": true}},
			"/issue?deleteSubtasks=true&keys=A-1,A-2",
			deleteIssues{Deep: true},
			layers{query{"keys": []string(nil), "deleteSubtasks": true}},
			`invalid parameter "keys"`,
		},
		{
			"GET /articles",
			listArticles{map[string][]string{"articles": {"title", "body"}}, map[string]any{"state": "open"}, &pageOfArticles{2, 20}, "-id"},
			layers{query{
				"fields": map[string][]string{"articles": {"title", "body"}},
				"filter": map[string]any{"state": "open"}, "page": map[string]any{"number": 2, "size": 20}, "sort": "-id",
			}},
			"/articles?fields%5Barticles%5D=title,body&filter%5Bstate%5D=open&page%5Bnumber%5D=2&page%5Bsize%5D=20&sort=-id",
			listArticles{Filter: map[string]any{"ids": endpoint.JSON(1)}},
			layers{query{"filter": map[string]any{"ids": endpoint.JSON(1)}}},
			`invalid parameter "filter"`,
		},
	})

	s3 := endpoint.New(base("https://s3.test"))
	checkOperations(t, s3, []operation{
		{
			"PUT /{bucket}/{+key}",
			putObject{key, "text/plain", "private", []byte("line")},
			layers{inLogs, headers{"content-type": "text/plain", "x-amz-acl": "private"}, data([]byte("line"))},
			"/logs/2026/01.txt line",
			putObject{objectKey: key},
			layers{inLogs, data([]byte(nil))},
			"invalid body in Data",
		},
		{
			"GET /{bucket}",
			listObjects{"logs", "2026/", &text, 2},
			layers{path{"bucket": "logs"}, query{"prefix": "2026/", "continuation-token": text, "list-type": 2}},
			"/logs?continuation-token=text&list-type=2&prefix=2026%2F",
			listObjects{Type: 2},
			layers{path{"bucket": ""}, query{"list-type": 2}},
			`unsafe path in parameter "bucket"`,
		},
		{
			"DELETE /{bucket}/{+key}",
			deleteObject{key, "v1"},
			layers{inLogs, query{"versionId": "v1"}},
			"/logs/2026/01.txt?versionId=v1",
			deleteObject{objectKey{"logs", ""}, ""},
			layers{path{"bucket": "logs", "key": ""}},
			`unsafe path in parameter "key"`,
		},
		{
			"HEAD /{bucket}/{+key}",
			headObject{key, nil, `"e"`},
			layers{inLogs, headers{"if-none-match": `"e"`}},
			"/logs/2026/01.txt",
			headObject{key, nil, "e\r\nx: y"},
			layers{inLogs, headers{"if-none-match": "e\r\nx: y"}},
			`invalid header "if-none-match"`,
		},
		{
			"POST /{bucket}/{+key}?uploads",
			startUpload{key, "GLACIER"},
			layers{inLogs, headers{"x-amz-storage-class": "GLACIER"}},
			"/logs/2026/01.txt?uploads",
			startUpload{objectKey{"logs", "a?b"}, "GLACIER"},
			layers{path{"bucket": "logs", "key": "a?b"}, headers{"x-amz-storage-class": "GLACIER"}},
			`unsafe path in parameter "key"`,
		},
	})
}

// checkOperations makes each call both ways.
func checkOperations(t *testing.T, api endpoint.Endpoint, operations []operation) {
	t.Helper()
	for _, o := range operations {
		got, err := api.Build(o.route, endpoint.OptionsOf(o.call))
		want, wantErr := api.Build(o.route, o.layers...)
		if err != nil || wantErr != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n%s\nstruct %v, %v\nlayers %v, %v", o.route, got.Diff(want), got, err, want, wantErr)
			continue
		}
		sent := httpRequest(t, got)
		text := strings.TrimSpace(strings.TrimPrefix(got.URL, api.Options().BaseURL) + " " + content(t, sent.Body))
		if text != o.want {
			t.Errorf("%s\ngot  %s\nwant %s", o.route, text, o.want)
		}
		_, err = api.HTTPRequest(t.Context(), o.route, endpoint.OptionsOf(o.broken))
		_, wantErr = api.HTTPRequest(t.Context(), o.route, o.brokenLayers...)
		checkError(t, o.route, err, o.err)
		var e, w *endpoint.Error
		if !errors.As(err, &e) || !errors.As(wantErr, &w) || e.Err != w.Err || e.Name != w.Name || e.Option != w.Option {
			t.Errorf("%s\nstruct %v\nlayers %v", o.route, err, wantErr)
		}
	}
}
