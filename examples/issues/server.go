package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A server stands in for the API. The routes of the client are patterns of its mux.
type server struct {
	mux      *http.ServeMux
	mu       sync.Mutex
	issues   []*Issue
	created  int // the number of the last issue
	versions int // that issues have had, as in their ETags
	tokens   int // that were granted, of which the last is valid
	uses     int // of the last
}

func newServer() *server {
	mux := http.NewServeMux()
	s := &server{mux: mux}
	mux.HandleFunc("POST /token", s.grant)
	mux.HandleFunc("GET /projects/{project}/issues", s.list)
	mux.HandleFunc("POST /projects/{project}/issues", s.create)
	mux.HandleFunc("GET /search/issues", s.search)
	mux.HandleFunc("GET /projects/{project}/issues/{number}", s.find(func(issue *Issue, r *http.Request) (any, error) {
		return issue, nil
	}))
	mux.HandleFunc("PATCH /projects/{project}/issues/{number}", s.find(func(issue *Issue, r *http.Request) (any, error) {
		err := json.NewDecoder(r.Body).Decode(issue) // fields that are not there stay
		s.touch(issue)
		return issue, err
	}))
	mux.HandleFunc("DELETE /projects/{project}/issues/{number}", s.find(func(issue *Issue, r *http.Request) (any, error) {
		s.issues = slices.DeleteFunc(s.issues, func(i *Issue) bool { return i == issue })
		return nil, nil
	}))
	mux.HandleFunc("DELETE /projects/{project}/issues/{number}/labels", s.find(func(issue *Issue, r *http.Request) (any, error) {
		names := r.URL.Query()["label"]
		issue.Labels = slices.DeleteFunc(issue.Labels, func(l string) bool { return len(names) == 0 || slices.Contains(names, l) })
		s.touch(issue)
		return issue, nil
	}))
	mux.HandleFunc("POST /projects/{project}/issues/{number}/comments", s.find(func(issue *Issue, r *http.Request) (any, error) {
		var comment struct{ Text string }
		err := json.NewDecoder(r.Body).Decode(&comment)
		return nil, err
	}))
	mux.HandleFunc("POST /projects/{project}/files", func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		reply(w, File{"/files/" + r.FormValue("name"), n}, err)
	})
	return s
}

// ServeHTTP accepts each token for five requests.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uses++
	if r.URL.Path != "/token" && (s.uses > 5 || r.Header.Get("Authorization") != fmt.Sprint("Bearer ", s.tokens)) {
		http.Error(w, "the token is missing or not valid", http.StatusUnauthorized)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// reply sends a value as JSON, or an error of the request.
func reply(w http.ResponseWriter, v any, err error) {
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
	case v == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		json.NewEncoder(w).Encode(v)
	}
}

func (s *server) grant(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("grant_type") != "client_credentials" || r.FormValue("client_id") != "app" || r.FormValue("client_secret") != "secret" {
		http.Error(w, "the ID or the secret is wrong", http.StatusForbidden)
		return
	}
	s.tokens, s.uses = s.tokens+1, 0
	reply(w, map[string]string{"access_token": strconv.Itoa(s.tokens)}, nil)
}

// find calls f with the issue of the path, if its ETag is the one that the request wants.
func (s *server) find(f func(*Issue, *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		i := slices.IndexFunc(s.issues, func(issue *Issue) bool {
			return issue.Project == r.PathValue("project") && strconv.Itoa(issue.Number) == r.PathValue("number")
		})
		if i < 0 {
			http.Error(w, "no such issue", http.StatusNotFound)
			return
		}
		if want := r.Header.Get("If-Match"); want != "" && want != s.issues[i].ETag {
			http.Error(w, "the issue was changed", http.StatusPreconditionFailed)
			return
		}
		v, err := f(s.issues[i], r)
		reply(w, v, err)
	}
}

// touch gives an issue a new ETag.
func (s *server) touch(issue *Issue) {
	s.versions++
	issue.ETag = fmt.Sprintf(`"v%d"`, s.versions)
}

func (s *server) create(w http.ResponseWriter, r *http.Request) {
	s.created++
	issue := &Issue{Project: r.PathValue("project"), Number: s.created, State: "open"}
	err := json.NewDecoder(r.Body).Decode(issue)
	s.touch(issue)
	s.issues = append(s.issues, issue)
	reply(w, issue, err)
}

func (s *server) search(w http.ResponseWriter, r *http.Request) {
	query, found := r.URL.Query(), []*Issue{}
	for _, issue := range s.issues {
		if strings.Contains(issue.Title, query.Get("q")) && (!query.Has("project") || slices.Contains(query["project"], issue.Project)) {
			found = append(found, issue)
		}
	}
	reply(w, found, nil)
}

// list sends a page, with a link to the next.
func (s *server) list(w http.ResponseWriter, r *http.Request) {
	query, page := r.URL.Query(), []*Issue{}
	for _, issue := range s.issues {
		isWanted := issue.Project == r.PathValue("project") && (!query.Has("state") || issue.State == query.Get("state"))
		for _, label := range query["label"] {
			isWanted = isWanted && slices.Contains(issue.Labels, label)
		}
		if isWanted {
			page = append(page, issue)
		}
	}
	first, _ := strconv.Atoi(query.Get("offset"))
	size, _ := strconv.Atoi(query.Get("per_page"))
	if size == 0 {
		size = 20
	}
	page = page[min(first, len(page)):]
	if len(page) > size {
		page = page[:size]
		query.Set("offset", strconv.Itoa(first+size))
		w.Header().Set("Link", fmt.Sprintf(`<?%s>; rel="next"`, query.Encode()))
	}
	reply(w, page, nil)
}
