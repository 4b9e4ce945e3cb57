// Package rabbitmq is a client for the HTTP API of the RabbitMQ management plugin.
package rabbitmq

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Client talks to one broker.
type Client struct {
	Username string
	Password string

	api  endpoint.Endpoint
	http *http.Client
}

// NewClient returns a client for the broker at uri, such as http://127.0.0.1:15672.
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
	if res.StatusCode >= 400 {
		return fmt.Errorf("rabbitmq: error %s", res.Status)
	}
	if rec == nil || res.StatusCode == http.StatusNoContent {
		return nil
	}
	return json.NewDecoder(res.Body).Decode(rec)
}

// QueueSettings are the properties of a queue to declare.
type QueueSettings struct {
	Type       string         `json:"type,omitempty"`
	Durable    bool           `json:"durable"`
	AutoDelete bool           `json:"auto_delete,omitempty"`
	Arguments  map[string]any `json:"arguments,omitempty"`
}

// QueueInfo is a queue.
type QueueInfo struct {
	Name     string `json:"name"`
	Vhost    string `json:"vhost"`
	Messages int    `json:"messages"`
}

// Permissions are regular expressions of what a user may do.
type Permissions struct {
	Configure string `json:"configure"`
	Write     string `json:"write"`
	Read      string `json:"read"`
}

// Overview returns statistics of the cluster.
func (c *Client) Overview(ctx context.Context) (rec map[string]any, err error) {
	req, err := c.newRequest(ctx, "GET /overview", nil, nil)
	if err != nil {
		return nil, err
	}
	err = c.executeAndParse(req, &rec)
	return rec, err
}

// ListQueuesIn lists the queues of a virtual host.
func (c *Client) ListQueuesIn(ctx context.Context, vhost string) (rec []QueueInfo, err error) {
	req, err := c.newRequest(ctx, "GET /queues/{vhost}", endpoint.Path{"vhost": vhost}, nil)
	if err != nil {
		return nil, err
	}
	err = c.executeAndParse(req, &rec)
	return rec, err
}

// GetQueue returns one queue.
func (c *Client) GetQueue(ctx context.Context, vhost, queue string) (rec *QueueInfo, err error) {
	req, err := c.newRequest(ctx, "GET /queues/{vhost}/{queue}", endpoint.Path{"vhost": vhost, "queue": queue}, nil)
	if err != nil {
		return nil, err
	}
	err = c.executeAndParse(req, &rec)
	return rec, err
}

// DeclareQueue declares a queue.
func (c *Client) DeclareQueue(ctx context.Context, vhost, queue string, info QueueSettings) error {
	req, err := c.newRequest(ctx, "PUT /queues/{vhost}/{queue}", endpoint.Path{"vhost": vhost, "queue": queue}, info)
	if err != nil {
		return err
	}
	return c.executeAndParse(req, nil)
}

// DeleteQueue deletes a queue, with ifEmpty only if it has no messages.
func (c *Client) DeleteQueue(ctx context.Context, vhost, queue string, ifEmpty bool) error {
	route := "DELETE /queues/{vhost}/{queue}"
	if ifEmpty {
		route += "?if-empty=true"
	}
	req, err := c.newRequest(ctx, route, endpoint.Path{"vhost": vhost, "queue": queue}, nil)
	if err != nil {
		return err
	}
	return c.executeAndParse(req, nil)
}

// PurgeQueue deletes the messages of a queue.
func (c *Client) PurgeQueue(ctx context.Context, vhost, queue string) error {
	req, err := c.newRequest(ctx, "DELETE /queues/{vhost}/{queue}/contents", endpoint.Path{"vhost": vhost, "queue": queue}, nil)
	if err != nil {
		return err
	}
	return c.executeAndParse(req, nil)
}

// DeclareBinding binds a queue to an exchange.
func (c *Client) DeclareBinding(ctx context.Context, vhost, exchange, queue, key string, args map[string]any) error {
	path := endpoint.Path{"vhost": vhost, "source": exchange, "destination": queue}
	body := map[string]any{"routing_key": key, "arguments": args}
	req, err := c.newRequest(ctx, "POST /bindings/{vhost}/e/{source}/q/{destination}", path, body)
	if err != nil {
		return err
	}
	return c.executeAndParse(req, nil)
}

// UpdatePermissionsIn sets the permissions of a user in a virtual host.
func (c *Client) UpdatePermissionsIn(ctx context.Context, vhost, username string, p Permissions) error {
	req, err := c.newRequest(ctx, "PUT /permissions/{vhost}/{user}", endpoint.Path{"vhost": vhost, "user": username}, p)
	if err != nil {
		return err
	}
	return c.executeAndParse(req, nil)
}

// CloseConnection closes a connection and tells the client why.
func (c *Client) CloseConnection(ctx context.Context, name, reason string) error {
	req, err := c.newRequest(ctx, "DELETE /connections/{name}", endpoint.Path{"name": name}, nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-Reason", reason)
	return c.executeAndParse(req, nil)
}
