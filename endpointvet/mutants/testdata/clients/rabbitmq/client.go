// Package rabbitmq is a client for the HTTP API of the RabbitMQ management plugin.
package rabbitmq

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strings"

	"example.com/endpoint"
)

type Client struct {
	Username string
	Password string

	api  endpoint.Endpoint
	http *http.Client
}

func NewClient(uri, username, password string) *Client {
	return &Client{
		Username: username,
		Password: password,
		api: endpoint.New(endpoint.Options{
			BaseURL: uri + "/api",
			Headers: endpoint.Headers{"accept": "application/json", "user-agent": "rabbit-hole"},
		}),
		http: &http.Client{},
	}
}

func (c *Client) newRequest(ctx context.Context, route string, path endpoint.Path, body any) (*http.Request, error) {
	if path["vhost"] == "/" { // the default vhost, which no placeholder accepts as a value
		route = strings.Replace(route, "{vhost}", "%2F", 1)
		path = maps.Clone(path)
		delete(path, "vhost")
	}
	req, err := c.api.HTTPRequest(ctx, route, path, endpoint.Options{Data: body})
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth(c.Username, c.Password)
	return req, nil
}

func (c *Client) executeAndParse(req *http.Request, rec any) error {
	res, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return json.NewDecoder(res.Body).Decode(&rec)
}

func (c *Client) DeclareBinding(ctx context.Context, vhost, exchange, queue, key string, args map[string]any) error {
	path := endpoint.Path{"vhost": vhost, "source": exchange, "destination": queue}
	body := map[string]any{"routing_key": key, "arguments": args}
	req, err := c.newRequest(ctx, "POST /bindings/{vhost}/e/{source}/q/{destination}", path, body)
	if err != nil {
		return err
	}
	return c.executeAndParse(req, nil)
}
