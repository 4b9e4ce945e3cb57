// Package binance is a client for the spot API of Binance. Requests for account data
// are signed with the secret key.
package binance

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"

	"example.com/endpoint"
)

type secType int

const (
	secTypeNone   secType = iota
	secTypeAPIKey         // sends the API key
	secTypeSigned         // sends the API key, a timestamp and a signature
)

type Client struct {
	APIKey    string
	SecretKey string
	Now       func() int64 // the time in milliseconds

	api  endpoint.Endpoint
	http *http.Client
}

func NewClient(apiKey, secretKey string, now func() int64) *Client {
	return &Client{
		APIKey:    apiKey,
		SecretKey: secretKey,
		Now:       now,
		api: endpoint.New(endpoint.Options{
			BaseURL: "https://api.binance.com",
			Headers: endpoint.Headers{"accept": "application/json", "user-agent": "binance/golang"},
		}),
		http: http.DefaultClient,
	}
}

type Order struct {
	Symbol  string `json:"symbol"`
	OrderID int64  `json:"orderId"`
	Status  string `json:"status"`
}

func (c *Client) parse(ctx context.Context, route string, sec secType, params endpoint.Query) (*http.Request, error) {
	layers := []endpoint.Layer{params}
	if sec == secTypeAPIKey || sec == secTypeSigned {
		layers = append(layers, endpoint.Headers{"x-mbx-apikey": c.APIKey})
	}
	if sec == secTypeSigned {
		layers = append(layers, endpoint.Query{"recvWindow": 5000, "timestamp": c.Now()})
	}
	r, err := c.api.Build(route, layers...)
	if err != nil {
		return nil, err
	}
	if sec == secTypeSigned {
		u, err := url.Parse(r.URL)
		if err != nil {
			return nil, err
		}
		mac := hmac.New(sha256.New, []byte(c.SecretKey))
		mac.Write([]byte(u.RawQuery))
		r.URL += "&signature=" + hex.EncodeToString(mac.Sum(nil))
	}
	return r.HTTPRequest(ctx)
}

func (c *Client) callAPI(ctx context.Context, out any, route string, sec secType, params endpoint.Query) error {
	req, err := c.parse(ctx, route, sec, params)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

type KlinesService struct {
	c *Client
	q endpoint.Query
}

func (c *Client) NewKlinesService(symbol string) *KlinesService {
	return &KlinesService{c, endpoint.Query{"symbol": symbol}}
}

func (s *KlinesService) Interval(interval string) *KlinesService {
	s.q["interval"] = interval
	return s
}

func (s *KlinesService) Limit(limit int) *KlinesService {
	s.q["limit"] = limit
	return s
}

func (s *KlinesService) Between(start, end int64) *KlinesService {
	s.q["startTime"], s.q["endTime"] = start, end
	return s
}

func (s *KlinesService) Do(ctx context.Context) (res [][]any, err error) {
	err = s.c.callAPI(ctx, &res, "GET /api/v3/klines", secTypeNone, s.q)
	return res, err
}

func (c *Client) CancelOrder(ctx context.Context, symbol string, id int64) (res Order, err error) {
	err = c.callAPI(ctx, &res, "DELETE /api/v3/order", secTypeSigned, endpoint.Query{"symbol": symbol, "orderId": id})
	return res, err
}

func (c *Client) KeepaliveUserStream(ctx context.Context, listenKey string) error {
	return c.callAPI(ctx, new(any), "PUT /api/v3/userDataStream", secTypeAPIKey, endpoint.Query{"listenKey": listenKey})
}
