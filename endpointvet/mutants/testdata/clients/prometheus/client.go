// Package prometheus queries metrics.
package prometheus

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"example.com/endpoint"
)

// The paths of the API.
const (
	api         = "/api/v1"
	QueryPath   = api + "/query"
	RangePath   = api + "/query_range"
	SeriesPath  = api + "/series"
	LabelPath   = api + "/label/{name}/values"
	TargetsPath = api + "/targets"
)

// Server is a Prometheus server.
type Server struct {
	endpoint endpoint.Endpoint
	timeout  time.Duration
}

// Dial returns the server at an address.
func Dial(address string, timeout time.Duration) (*Server, error) {
	if address == "" {
		return nil, errors.New("prometheus: no address")
	}
	return &Server{
		endpoint: endpoint.New(
			endpoint.Options{BaseURL: address},
			endpoint.Headers{"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}),
		timeout: timeout,
	}, nil
}

func unix(t time.Time) string {
	return strconv.FormatFloat(float64(t.UnixMilli())/1000, 'f', 3, 64)
}

func (s *Server) ask(ctx context.Context, route string, params endpoint.Params) (json.RawMessage, error) {
	req, err := s.endpoint.HTTPRequest(ctx, route, params, endpoint.Params{"timeout": s.timeout.String()})
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var raw json.RawMessage
	return raw, json.NewDecoder(resp.Body).Decode(&raw)
}

// Query evaluates an expression at a time.
func (s *Server) Query(ctx context.Context, expression string, at time.Time) (json.RawMessage, error) {
	return s.ask(ctx, "POST "+QueryPath, endpoint.Params{"query": expression, "time": unix(at)})
}

// Range evaluates an expression over a range of time.
func (s *Server) Range(ctx context.Context, expression string, start, end time.Time, step float64) (json.RawMessage, error) {
	return s.ask(ctx, "POST "+RangePath, endpoint.Params{
		"query": expression,
		"start": unix(start),
		"end":   unix(end),
		"step":  step,
	})
}

// Series finds series.
func (s *Server) Series(ctx context.Context, selectors ...string) (*http.Request, error) {
	return s.endpoint.HTTPRequest(ctx, "GET "+SeriesPath, endpoint.Query{"match[]": selectors, "limit": 1000})
}

// Values lists the values of a label.
func (s *Server) Values(ctx context.Context, label string, since time.Time) (*http.Request, error) {
	return s.endpoint.HTTPRequest(ctx, LabelPath, endpoint.Path{"name": label}, endpoint.Query{"start": unix(since)})
}

// Targets lists targets in a state.
func (s *Server) Targets(ctx context.Context, state string) (*http.Request, error) {
	return s.endpoint.HTTPRequest(ctx, http.MethodGet+" "+TargetsPath, endpoint.Params{"state": state})
}

// Reload reads the configuration again.
func (s *Server) Reload(ctx context.Context) (*http.Request, error) {
	return s.endpoint.HTTPRequest(ctx, "POST /-/reload")
}
