// Command todoist adds tasks.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"example.com/endpoint"
)

type todoist struct{ api endpoint.Endpoint }

func connect(token string) todoist {
	api := endpoint.New()
	api = api.Defaults(endpoint.Options{BaseURL: "https://api.todoist.com/rest/v2"})
	api = api.Defaults(endpoint.Headers{"accept": "application/json"})
	if token != "" {
		api = api.Defaults(endpoint.Headers{"authorization": "Bearer " + token})
	}
	return todoist{api}
}

type task struct {
	ID       string   `json:"id,omitempty"`
	Content  string   `json:"content,omitempty"`
	Due      string   `json:"due_string,omitempty"`
	Priority int      `json:"priority,omitempty"`
	Labels   []string `json:"labels,omitempty"`
	Project  string   `json:"project_id,omitempty"`
}

func (t todoist) must(req *http.Request, err error) *json.Decoder {
	if err != nil {
		panic(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	return json.NewDecoder(resp.Body)
}

func (t todoist) add(ctx context.Context, words ...string) (added task, err error) {
	new := task{Priority: 1}
	for _, w := range words {
		switch {
		case strings.HasPrefix(w, "@"):
			new.Labels = append(new.Labels, w[1:])
		case strings.HasPrefix(w, "!"):
			new.Due = w[1:]
		default:
			new.Content = strings.TrimSpace(new.Content + " " + w)
		}
	}
	err = t.must(t.api.HTTPRequest(ctx, "POST /tasks", endpoint.ParamsOf(new), endpoint.Headers{"x-request-id": new.Content})).Decode(&added)
	return added, err
}

func (t todoist) list(ctx context.Context, filter string, labels ...string) (tasks []task, err error) {
	q := endpoint.Query{}
	switch {
	case filter != "":
		q["filter"] = filter
	case len(labels) > 0:
		q["label"] = labels[0]
	}
	err = t.must(t.api.HTTPRequest(ctx, "GET /tasks", q)).Decode(&tasks)
	return tasks, err
}

func (t todoist) set(ctx context.Context, id string, done bool) error {
	route := "POST /tasks/{id}/reopen"
	if done {
		route = "POST /tasks/{id}/close"
	}
	return t.must(t.api.HTTPRequest(ctx, route, endpoint.Path{"id": id})).Decode(new(any))
}

func (t todoist) edit(ctx context.Context, change task) error {
	return t.must(t.api.HTTPRequest(ctx, "POST /tasks/{id}", endpoint.ParamsOf(&change))).Decode(new(any))
}

func (t todoist) remove(ctx context.Context, kind, id string) error {
	routes := map[string]string{
		"task":    "DELETE /tasks/{id}",
		"project": "DELETE /projects/{id}",
		"label":   "DELETE /labels/{id}", // not run
	}
	route, ok := routes[kind]
	if !ok {
		return fmt.Errorf("no such kind: %s", kind)
	}
	return t.must(t.api.HTTPRequest(ctx, route, endpoint.Path{"id": id})).Decode(new(any))
}

func (t todoist) comment(ctx context.Context, id, text string) error {
	build := t.api.HTTPRequest
	req, err := build(ctx, "POST /comments", endpoint.Params{"task_id": id, "content": text})
	return t.must(req, err).Decode(new(any))
}

func (t todoist) projects(ctx context.Context) (names []string, err error) {
	var projects []struct{ Name string }
	err = t.must(t.api.HTTPRequest(ctx, "GET /projects")).Decode(&projects)
	for _, p := range projects {
		names = append(names, p.Name)
	}
	return names, err
}

func main() {
	t := connect(os.Getenv("TODOIST_TOKEN"))
	if len(os.Args) > 1 {
		fmt.Println(t.add(context.Background(), os.Args[1:]...))
		return
	}
	tasks, err := t.list(context.Background(), "today | overdue")
	for _, task := range tasks {
		fmt.Println(task.ID, task.Content)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
