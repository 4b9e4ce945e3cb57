// Package anthropic asks Claude.
package anthropic

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"example.com/endpoint"
)

// RequestOption changes one request.
type RequestOption = endpoint.Layer

// WithBeta turns on beta features.
func WithBeta(features ...string) RequestOption {
	return endpoint.Headers{"anthropic-beta": strings.Join(features, ",")}
}

// WithHeader sets a header.
func WithHeader(name, value string) RequestOption {
	return endpoint.Headers{name: value}
}

// WithExtra adds a parameter to the body.
func WithExtra(name string, value any) RequestOption {
	return endpoint.Params{name: value}
}

// Client is a client.
type Client struct {
	Messages *MessageService
	Models   *ModelService
	Batches  *BatchService
}

// NewClient returns a Client.
func NewClient(opts ...RequestOption) *Client {
	defaults := []endpoint.Layer{
		endpoint.Options{BaseURL: "https://api.anthropic.com"},
		endpoint.Headers{
			"accept":            "application/json",
			"anthropic-version": "2023-06-01",
			"x-api-key":         os.Getenv("ANTHROPIC_API_KEY"),
		},
	}
	api := endpoint.New(append(defaults, opts...)...)
	return &Client{
		Messages: &MessageService{api},
		Models:   &ModelService{api},
		Batches:  &BatchService{api},
	}
}

// MessageService creates messages.
type MessageService struct{ api endpoint.Endpoint }

// ModelService lists models.
type ModelService struct{ api endpoint.Endpoint }

// BatchService runs batches.
type BatchService struct{ api endpoint.Endpoint }

// Message is a turn.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// MessageParams describe what to create.
type MessageParams struct {
	Model       string    `json:"model"`
	MaxTokens   int       `json:"max_tokens"`
	Messages    []Message `json:"messages"`
	System      string    `json:"system,omitempty"`
	Temperature *float64  `json:"temperature,omitempty"`
	Stop        []string  `json:"stop_sequences,omitempty"`
}

func execute(ctx context.Context, api endpoint.Endpoint, res any, route string, layers []endpoint.Layer, opts ...RequestOption) error {
	req, err := api.HTTPRequest(ctx, route, append(layers, opts...)...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(res)
}

// New creates a message.
func (s *MessageService) New(ctx context.Context, params MessageParams, opts ...RequestOption) (res map[string]any, err error) {
	err = execute(ctx, s.api, &res, "POST /v1/messages", []endpoint.Layer{endpoint.ParamsOf(params)}, opts...)
	return res, err
}

// CountTokens counts.
func (s *MessageService) CountTokens(ctx context.Context, model string, messages []Message, opts ...RequestOption) (n int, err error) {
	var res struct {
		InputTokens int `json:"input_tokens"`
	}
	err = execute(ctx, s.api, &res, "POST /v1/messages/count_tokens", []endpoint.Layer{
		endpoint.Params{"model": model, "messages": messages},
	}, opts...)
	return res.InputTokens, err
}

// Stream calls f for each event.
func (s *MessageService) Stream(ctx context.Context, params MessageParams, f func(string)) error {
	req, err := s.api.HTTPRequest(ctx, "POST /v1/messages",
		endpoint.ParamsOf(params),
		endpoint.Params{"stream": true},
		endpoint.Headers{"accept": "text/event-stream"})
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			f(data)
		}
	}
	return nil
}

// List lists models.
func (s *ModelService) List(ctx context.Context, limit int, after string, opts ...RequestOption) (res map[string]any, err error) {
	err = execute(ctx, s.api, &res, "GET /v1/models", []endpoint.Layer{endpoint.Query{"limit": limit, "after_id": after}.OmitZero()}, opts...)
	return res, err
}

// Get returns a model.
func (s *ModelService) Get(ctx context.Context, id string, opts ...RequestOption) (res map[string]any, err error) {
	err = execute(ctx, s.api, &res, "GET /v1/models/{model_id}", []endpoint.Layer{endpoint.Path{"model_id": id}}, opts...)
	return res, err
}

// New starts a batch.
func (s *BatchService) New(ctx context.Context, requests map[string]MessageParams, opts ...RequestOption) (res map[string]any, err error) {
	type request struct {
		CustomID string        `json:"custom_id"`
		Params   MessageParams `json:"params"`
	}
	var all []request
	for id, p := range requests {
		all = append(all, request{id, p})
	}
	err = execute(ctx, s.api, &res, "POST /v1/messages/batches", []endpoint.Layer{endpoint.Params{"requests": all}}, opts...)
	return res, err
}

// Cancel cancels a batch.
func (s *BatchService) Cancel(ctx context.Context, id string, opts ...RequestOption) error {
	if id == "" {
		return fmt.Errorf("missing required id parameter")
	}
	return execute(ctx, s.api, new(any), "POST /v1/messages/batches/{message_batch_id}/cancel", []endpoint.Layer{endpoint.Path{"message_batch_id": id}}, opts...)
}
