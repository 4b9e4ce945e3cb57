// Package kraken trades. Private calls are signed forms.
package kraken

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"example.com/endpoint"
)

var public = endpoint.New(
	endpoint.Options{BaseURL: "https://api.kraken.com/0/public"},
	endpoint.Headers{"accept": "application/json", "user-agent": "kraken-go/0"},
)

var private = endpoint.New(
	endpoint.Options{BaseURL: "https://api.kraken.com/0/private", Method: "POST"},
	endpoint.Headers{"accept": "application/json", "user-agent": "kraken-go/0", "content-type": "application/x-www-form-urlencoded"},
)

// Account may trade.
type Account struct {
	key    string
	secret []byte
	nonce  func() int64
}

// NewAccount returns an Account.
func NewAccount(key, secret string, nonce func() int64) (*Account, error) {
	b, err := base64.StdEncoding.DecodeString(secret)
	return &Account{key, b, nonce}, err
}

type reply struct {
	Error  []string
	Result json.RawMessage
}

func exchange(req *http.Request, err error) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var r reply
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		return nil, err
	}
	if len(r.Error) > 0 {
		return nil, errors.New(strings.Join(r.Error, ", "))
	}
	return r.Result, nil
}

// Ticker returns prices.
func Ticker(ctx context.Context, pairs ...string) (json.RawMessage, error) {
	return exchange(public.HTTPRequest(ctx, "GET /Ticker", endpoint.Query{"pair": strings.Join(pairs, ",")}))
}

// Candles returns candles.
func Candles(ctx context.Context, pair string, minutes int, since int64) (json.RawMessage, error) {
	return exchange(public.HTTPRequest(ctx, "GET /OHLC", endpoint.Params{
		"pair": pair, "interval": minutes, "since": since,
	}))
}

// Depth returns the order book.
func Depth(ctx context.Context, pair string, count int) (json.RawMessage, error) {
	return exchange(public.HTTPRequest(ctx, "GET /Depth{?pair,count}", endpoint.Params{"pair": pair, "count": count}))
}

func (a *Account) call(ctx context.Context, method string, params endpoint.Params) (json.RawMessage, error) {
	nonce := strconv.FormatInt(a.nonce(), 10)
	r, err := private.Build("/{method}", endpoint.Path{"method": method}, params, endpoint.Params{"nonce": nonce})
	if err != nil {
		return nil, err
	}
	body, _, err := r.BodyReader()
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append([]byte(nonce), b...))
	mac := hmac.New(sha512.New, a.secret)
	mac.Write(append([]byte(u.Path), sum[:]...))
	r.Headers.Set("API-Key", a.key)
	r.Headers.Set("API-Sign", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	r.Body = b
	return exchange(r.HTTPRequest(ctx))
}

// Balance returns balances.
func (a *Account) Balance(ctx context.Context) (json.RawMessage, error) {
	return a.call(ctx, "Balance", nil)
}

// Order is an order.
type Order struct {
	Pair      string  `json:"pair"`
	Type      string  `json:"type"`
	OrderType string  `json:"ordertype"`
	Volume    float64 `json:"volume"`
	Price     float64 `json:"price,omitempty"`
	Validate  bool    `json:"validate,omitempty"`
}

// Add places an order.
func (a *Account) Add(ctx context.Context, o Order) (json.RawMessage, error) {
	return a.call(ctx, "AddOrder", endpoint.ParamsOf(o))
}

// Cancel cancels an order.
func (a *Account) Cancel(ctx context.Context, txid string) (json.RawMessage, error) {
	return a.call(ctx, "CancelOrder", endpoint.Params{"txid": txid})
}

// Trades returns past trades.
func (a *Account) Trades(ctx context.Context, start, end int64, offset int) (json.RawMessage, error) {
	p := endpoint.Params{"type": "all", "trades": true, "ofs": offset}
	if start > 0 {
		p["start"] = start
	}
	if end > 0 {
		p["end"] = end
	}
	return a.call(ctx, "TradesHistory", p)
}
