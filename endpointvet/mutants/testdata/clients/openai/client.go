// Package openai asks models. Its client embeds the Endpoint.
package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"

	"example.com/endpoint"
)

// Client is an Endpoint with an HTTP client.
type Client struct {
	endpoint.Endpoint
	http *http.Client
}

// Config is what a Client needs.
type Config struct {
	Key          string
	Organization string // may be ""
	BaseURL      string // may be ""
}

func (c Config) headers() endpoint.Headers {
	return endpoint.Headers{
		"accept":              "application/json",
		"authorization":       "Bearer " + c.Key,
		"openai-organization": c.Organization,
	}
}

// New returns a Client.
func New(config Config) *Client {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.openai.com/v1", Headers: config.headers()})
	if config.BaseURL != "" {
		api = api.Defaults(endpoint.Options{BaseURL: config.BaseURL})
	}
	return &Client{Endpoint: api, http: http.DefaultClient}
}

// Message is a part of a conversation.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Chat is a request for an answer.
type Chat struct {
	Model       string    `json:"model"`
	Messages    []Message `json:"messages"`
	Temperature *float64  `json:"temperature,omitempty"`
	Stream      bool      `json:"stream,omitempty"`
}

func (c *Client) send(req *http.Request, out any) error {
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// Complete asks for an answer.
func (c *Client) Complete(ctx context.Context, chat Chat) (answer map[string]any, err error) {
	req, err := c.HTTPRequest(ctx, "POST /chat/completions", endpoint.Options{Data: chat})
	if err != nil {
		return nil, err
	}
	return answer, c.send(req, &answer)
}

// Stream asks for an answer in parts.
func (c *Client) Stream(ctx context.Context, model string, messages []Message) (io.ReadCloser, error) {
	req, err := c.HTTPRequest(ctx, "POST /chat/completions",
		endpoint.Params{"model": model, "messages": messages, "stream": true},
		endpoint.Headers{"accept": "text/event-stream"})
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// Embed asks for the vectors of texts.
func (c *Client) Embed(ctx context.Context, model string, texts ...string) (vectors map[string]any, err error) {
	req, err := c.Endpoint.HTTPRequest(ctx, "POST /embeddings", endpoint.Params{
		"model":           model,
		"input":           texts,
		"encoding_format": "float",
	})
	if err != nil {
		return nil, err
	}
	return vectors, c.send(req, &vectors)
}

// Upload uploads a file.
func (c *Client) Upload(ctx context.Context, purpose, name string, content []byte) (file map[string]any, err error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.SetBoundary("demo-boundary"); err != nil {
		return nil, err
	}
	form.WriteField("purpose", purpose)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		return nil, err
	}
	part.Write(content)
	form.Close()
	req, err := c.HTTPRequest(ctx, "POST /files", endpoint.Options{
		Data:    &body,
		Headers: endpoint.Headers{"content-type": form.FormDataContentType()},
	})
	if err != nil {
		return nil, err
	}
	return file, c.send(req, &file)
}

// Files lists files.
func (c *Client) Files(ctx context.Context, purpose, after string) (files map[string]any, err error) {
	query := endpoint.Query{"purpose": purpose, "limit": 100}
	if after != "" {
		query["after"] = after
	}
	req, err := c.HTTPRequest(ctx, "GET /files", query)
	if err != nil {
		return nil, err
	}
	return files, c.send(req, &files)
}

// DeleteModel deletes a model.
func (c *Client) DeleteModel(ctx context.Context, model string) error {
	req, err := c.HTTPRequest(ctx, "DELETE /models/{model}", endpoint.Path{"model": model})
	if err != nil {
		return err
	}
	return c.send(req, new(any))
}

// AddMessage adds a message to a thread of the beta API.
func (c *Client) AddMessage(ctx context.Context, thread, text string, metadata map[string]string) error {
	req, err := c.Defaults(endpoint.Headers{"openai-beta": "assistants=v2"}).HTTPRequest(ctx,
		"POST /threads/{thread_id}/messages",
		endpoint.Path{"thread_id": thread},
		endpoint.ParamsOf(Message{Role: "user", Content: text}),
		endpoint.Params{"metadata": metadata})
	if err != nil {
		return err
	}
	return c.send(req, new(any))
}
