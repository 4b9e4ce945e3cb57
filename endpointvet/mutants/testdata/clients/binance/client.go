// Package binance is a client for the spot API of Binance. Requests for account data
// are signed with the secret key.
package binance

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
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

// Client is a client of the spot API.
type Client struct {
	APIKey    string
	SecretKey string
	Now       func() int64 // the time in milliseconds

	api  endpoint.Endpoint
	http *http.Client
}

// NewClient returns a client. The keys may be empty for public data.
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

// Side is BUY or SELL.
type Side string

// The sides of an order.
const (
	Buy  Side = "BUY"
	Sell Side = "SELL"
)

// Order is an order.
type Order struct {
	Symbol  string `json:"symbol"`
	OrderID int64  `json:"orderId"`
	Status  string `json:"status"`
}

// parse builds the request of a route. All parameters are in the query.
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
	if resp.StatusCode >= http.StatusBadRequest {
		apiErr := struct {
			Code int
			Msg  string
		}{}
		json.NewDecoder(resp.Body).Decode(&apiErr)
		return fmt.Errorf("<APIError> code=%d, msg=%s", apiErr.Code, apiErr.Msg)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// KlinesService builds a request for candlesticks.
type KlinesService struct {
	c *Client
	q endpoint.Query
}

// NewKlinesService returns a service for the candlesticks of a symbol.
func (c *Client) NewKlinesService(symbol string) *KlinesService {
	return &KlinesService{c, endpoint.Query{"symbol": symbol}}
}

// Interval sets the interval, such as "15m".
func (s *KlinesService) Interval(interval string) *KlinesService {
	s.q["interval"] = interval
	return s
}

// Limit sets how many candlesticks are returned.
func (s *KlinesService) Limit(limit int) *KlinesService {
	s.q["limit"] = limit
	return s
}

// Between sets the time of the first and the last, in milliseconds.
func (s *KlinesService) Between(start, end int64) *KlinesService {
	s.q["startTime"], s.q["endTime"] = start, end
	return s
}

// Do sends the request.
func (s *KlinesService) Do(ctx context.Context) (res [][]any, err error) {
	err = s.c.callAPI(ctx, &res, "GET /api/v3/klines", secTypeNone, s.q)
	return res, err
}

// Prices returns the prices of symbols. The API wants them as a JSON array.
func (c *Client) Prices(ctx context.Context, symbols ...string) (res []map[string]string, err error) {
	b, err := json.Marshal(symbols)
	if err != nil {
		return nil, err
	}
	err = c.callAPI(ctx, &res, "GET /api/v3/ticker/price", secTypeNone, endpoint.Query{"symbols": string(b)})
	return res, err
}

// Account returns the balances of the account.
func (c *Client) Account(ctx context.Context) (res map[string]any, err error) {
	err = c.callAPI(ctx, &res, "GET /api/v3/account", secTypeSigned, endpoint.Query{"omitZeroBalances": true})
	return res, err
}

// LimitOrder places a limit order that is good till canceled.
func (c *Client) LimitOrder(ctx context.Context, symbol string, side Side, quantity, price string) (res Order, err error) {
	err = c.callAPI(ctx, &res, "POST /api/v3/order", secTypeSigned, endpoint.Query{
		"symbol":      symbol,
		"side":        side,
		"type":        "LIMIT",
		"timeInForce": "GTC",
		"quantity":    quantity,
		"price":       price,
	})
	return res, err
}

// CancelOrder cancels an order.
func (c *Client) CancelOrder(ctx context.Context, symbol string, id int64) (res Order, err error) {
	err = c.callAPI(ctx, &res, "DELETE /api/v3/order", secTypeSigned, endpoint.Query{"symbol": symbol, "orderId": id})
	return res, err
}

// OpenOrders lists the open orders of a symbol, or of all if it is "".
func (c *Client) OpenOrders(ctx context.Context, symbol string) (res []Order, err error) {
	q := endpoint.Query{}
	if symbol != "" {
		q["symbol"] = symbol
	}
	err = c.callAPI(ctx, &res, "GET /api/v3/openOrders", secTypeSigned, q)
	return res, err
}

// KeepaliveUserStream keeps a stream open for another hour.
func (c *Client) KeepaliveUserStream(ctx context.Context, listenKey string) error {
	return c.callAPI(ctx, new(any), "PUT /api/v3/userDataStream", secTypeAPIKey, endpoint.Query{"listenKey": listenKey})
}
