// Package strava is a small client for the Strava API v3, for scripts that keep a
// training log.
package strava

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"

	"example.com/endpoint"
)

var defaults = endpoint.New(
	endpoint.Options{BaseURL: "https://www.strava.com/api/v3", Lists: endpoint.ListComma},
	endpoint.Headers{"accept": "application/json", "user-agent": "training-log"},
)

type Client struct {
	api endpoint.Endpoint
}

func New(accessToken string) *Client {
	return &Client{defaults.Defaults(endpoint.Headers{"authorization": "Bearer " + accessToken})}
}

type Activity struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	SportType string `json:"sport_type"`
}

func (c *Client) Activities(ctx context.Context, after, before int64) iter.Seq2[Activity, error] {
	const perPage = 200
	return func(yield func(Activity, error) bool) {
		for page := 1; ; page++ {
			var list []Activity
			err := do(ctx, c.api, &list, "GET /athlete/activities", endpoint.Params{
				"after":    after,
				"before":   before,
				"page":     page,
				"per_page": perPage,
			})
			if err != nil {
				yield(Activity{}, err)
				return
			}
			for _, a := range list {
				if !yield(a, nil) {
					return
				}
			}
			if len(list) < perPage {
				return
			}
		}
	}
}

func do(ctx context.Context, api endpoint.Endpoint, out any, route string, layers ...endpoint.Layer) error {
	req, err := api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
