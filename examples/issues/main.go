package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"strings"
	"time"
)

func main() {
	listener := httptest.NewServer(newServer())
	defer listener.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := NewClient(listener.URL, "app", "secret")
	if err == nil {
		err = run(ctx, c, os.Stdout)
	}
	if err != nil {
		log.Fatal("issues: ", err)
	}
}

// run calls each operation and prints what it does.
func run(ctx context.Context, c *Client, stdout io.Writer) error {
	const project = "acme/app"
	for _, title := range []string{"crash at start", "no dark mode", "crash at exit"} {
		issue, err := c.CreateIssue(ctx, CreateIssue{Project: project, Title: title, Labels: []string{"new"}})
		if err != nil {
			return err
		}
		fmt.Fprintf(stdout, "created %d: %s\n", issue.Number, issue.Title)
	}
	found, err := c.SearchIssues(ctx, SearchIssues{Text: "crash", Projects: []string{project, "acme/site"}})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%q is in %d titles\n", "crash", len(found))

	file, err := c.UploadFile(ctx, UploadFile{
		Project: project, Name: "crash.log", Type: "text/plain", Data: strings.NewReader("panic: nil map"),
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "uploaded %d bytes to %s\n", file.Size, file.URL)
	if err := c.AddComment(ctx, AddComment{Project: project, Number: 1, Text: "See " + file.URL}); err != nil {
		return err
	}

	issue, err := c.GetIssue(ctx, GetIssue{Project: project, Number: 1})
	if err != nil {
		return err
	}
	closed := "closed"
	update := UpdateIssue{Project: project, Number: 1, IfMatch: issue.ETag, State: &closed}
	if issue, err = c.UpdateIssue(ctx, update); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d is %s\n", issue.Number, issue.State)
	if _, err := c.UpdateIssue(ctx, update); errors.Is(err, ErrChanged) { // its ETag is old
		fmt.Fprintln(stdout, "another update:", err)
	}
	if issue, err = c.RemoveLabels(ctx, RemoveLabels{Project: project, Number: 1, Labels: []string{"new"}}); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d has %d labels\n", issue.Number, len(issue.Labels))
	if err := c.DeleteIssue(ctx, DeleteIssue{Project: project, Number: 1, IfMatch: issue.ETag}); err != nil {
		return err
	}

	for issue, err := range c.ListIssues(ctx, ListIssues{Project: project, State: "open", PerPage: 1}) {
		if err != nil {
			return err
		}
		fmt.Fprintf(stdout, "%d is %s: %s\n", issue.Number, issue.State, issue.Title)
	}
	if _, err := c.GetIssue(ctx, GetIssue{Project: project, Number: 1}); errors.Is(err, ErrNotFound) {
		fmt.Fprintln(stdout, "1 is gone:", err)
	}
	return nil
}
