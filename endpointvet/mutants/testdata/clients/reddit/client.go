// Package reddit is a script application of Reddit.
package reddit

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"example.com/endpoint"
)

const (
	oauthURL = "https://oauth.reddit.com"
	tokenURL = "https://www.reddit.com/api/v1/access_token"

	routeMe       = "GET /api/v1/me"
	routeListing  = "GET /r/{subreddit}/{sort}"
	routeComments = "GET /r/{subreddit}/comments/{article}"
	routeSubmit   = "POST /api/submit"
	routeVote     = "POST /api/vote"
	routeComment  = "POST /api/comment"
	routeSearch   = "GET /r/{subreddit}/search"
)

// Script is a client that logs in by itself.
type Script struct {
	id, secret     string
	user, password string

	mu    sync.Mutex
	token string
	api   endpoint.Endpoint
}

// NewScript returns a Script.
func NewScript(id, secret, user, password string) *Script {
	s := &Script{id: id, secret: secret, user: user, password: password}
	s.api = endpoint.New(endpoint.Options{
		BaseURL: oauthURL,
		Headers: endpoint.Headers{
			"accept":       "application/json",
			"user-agent":   "script:demo:v1 (by /u/" + user + ")",
			"content-type": "application/x-www-form-urlencoded",
		},
		Query: endpoint.Query{"raw_json": 1},
	})
	return s
}

// login fetches a token.
func (s *Script) login(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token != "" {
		return s.token, nil
	}
	basic := base64.StdEncoding.EncodeToString([]byte(s.id + ":" + s.secret))
	form := url.Values{}
	form.Set("grant_type", "password")
	form.Set("username", s.user)
	form.Set("password", s.password)
	req, err := s.api.HTTPRequest(ctx, "POST "+tokenURL,
		endpoint.Headers{"authorization": "Basic " + basic},
		endpoint.Options{Data: form})
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var out struct {
		AccessToken string `json:"access_token"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return "", err
	}
	s.token = "t" + out.AccessToken
	return s.token, nil
}

func (s *Script) call(ctx context.Context, route string, layers ...endpoint.Layer) (map[string]any, error) {
	token, err := s.login(ctx)
	if err != nil {
		return nil, err
	}
	layers = append(layers, endpoint.Headers{"authorization": "bearer " + token})
	req, err := s.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out map[string]any
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

// Me returns the account.
func (s *Script) Me(ctx context.Context) (map[string]any, error) { return s.call(ctx, routeMe) }

// Top lists the best posts of a subreddit.
func (s *Script) Top(ctx context.Context, subreddit, period, after string) (map[string]any, error) {
	return s.call(ctx, routeListing,
		endpoint.Path{"subreddit": subreddit, "sort": "top"},
		endpoint.Query{"t": period, "after": after, "limit": 100}.OmitZero())
}

// Comments lists the comments of a post.
func (s *Script) Comments(ctx context.Context, subreddit, article string, depth int) (map[string]any, error) {
	return s.call(ctx, routeComments, endpoint.Params{"subreddit": subreddit, "article": article, "depth": depth})
}

// Submit posts a link.
func (s *Script) Submit(ctx context.Context, subreddit, title, link string) (map[string]any, error) {
	return s.call(ctx, routeSubmit, endpoint.Params{
		"api_type": "json",
		"kind":     "link",
		"sr":       subreddit,
		"title":    title,
		"url":      link,
	})
}

// Vote votes: 1, 0 or -1.
func (s *Script) Vote(ctx context.Context, fullname string, dir int) (map[string]any, error) {
	return s.call(ctx, routeVote, endpoint.Params{"id": fullname, "dir": dir})
}

// Reply writes a comment.
func (s *Script) Reply(ctx context.Context, parent string, lines ...string) (map[string]any, error) {
	return s.call(ctx, routeComment, endpoint.Options{Data: map[string]any{"thing_id": parent, "text": strings.Join(lines, "\n")}})
}

// Search searches a subreddit.
func (s *Script) Search(ctx context.Context, subreddit, q string) (map[string]any, error) {
	return s.call(ctx, routeSearch, endpoint.Path{"subreddit": subreddit}, endpoint.Query{"q": q, "restrict_sr": true, "sort": "new"})
}
