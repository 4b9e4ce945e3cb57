// Package strava is a small client for the Strava API v3, for scripts that keep a
// training log.
package strava

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"mime/multipart"
	"net/http"
	"strings"

	"example.com/endpoint"
)

var defaults = endpoint.New(
	endpoint.Options{BaseURL: "https://www.strava.com/api/v3", Lists: endpoint.ListComma},
	endpoint.Headers{"accept": "application/json", "user-agent": "training-log"},
)

// Client acts for one athlete.
type Client struct {
	api endpoint.Endpoint
}

// Token is an access token with its refresh token.
type Token struct {
	Access    string `json:"access_token"`
	Refresh   string `json:"refresh_token"`
	ExpiresAt int64  `json:"expires_at"`
}

// Refresh exchanges a refresh token for new tokens.
func Refresh(ctx context.Context, clientID, clientSecret, refreshToken string) (t Token, err error) {
	err = do(ctx, defaults, &t, "POST /oauth/token",
		endpoint.Headers{"content-type": "application/x-www-form-urlencoded"},
		endpoint.Params{
			"client_id":     clientID,
			"client_secret": clientSecret,
			"refresh_token": refreshToken,
			"grant_type":    "refresh_token",
		})
	return t, err
}

// New returns a client that uses an access token.
func New(accessToken string) *Client {
	return &Client{defaults.Defaults(endpoint.Headers{"authorization": "Bearer " + accessToken})}
}

// Activity is a run, a ride or the like.
type Activity struct {
	ID        int64   `json:"id"`
	Name      string  `json:"name"`
	SportType string  `json:"sport_type"`
	Distance  float64 `json:"distance"`
}

// ActivityUpdate has the fields that can be changed. Nil fields stay as they are.
type ActivityUpdate struct {
	Name        *string `json:"name,omitempty"`
	Description *string `json:"description,omitempty"`
	SportType   *string `json:"sport_type,omitempty"`
	Commute     *bool   `json:"commute,omitempty"`
	GearID      *string `json:"gear_id,omitempty"`
}

// Athlete returns the athlete.
func (c *Client) Athlete(ctx context.Context) (map[string]any, error) {
	var out map[string]any
	err := do(ctx, c.api, &out, "GET /athlete")
	return out, err
}

// SetWeight sets the weight of the athlete, in kilograms.
func (c *Client) SetWeight(ctx context.Context, kg float64) error {
	return do(ctx, c.api, nil, "PUT /athlete", endpoint.Params{"weight": kg})
}

// Activities yields the activities between two Unix times, all pages.
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

// Activity returns an activity, with all segment efforts if wanted.
func (c *Client) Activity(ctx context.Context, id int64, allEfforts bool) (*Activity, error) {
	a := new(Activity)
	return a, do(ctx, c.api, a, "GET /activities/{id}{?include_all_efforts}", endpoint.Params{
		"id": id, "include_all_efforts": allEfforts,
	})
}

// UpdateActivity changes an activity.
func (c *Client) UpdateActivity(ctx context.Context, id int64, u ActivityUpdate) (*Activity, error) {
	a := new(Activity)
	return a, do(ctx, c.api, a, "PUT /activities/{id}", endpoint.Path{"id": id}, endpoint.ParamsOf(u))
}

// Streams returns the data of an activity, such as "time" and "heartrate".
func (c *Client) Streams(ctx context.Context, id int64, keys ...string) (map[string]any, error) {
	var out map[string]any
	err := do(ctx, c.api, &out, "GET /activities/{id}/streams", endpoint.Path{"id": id}, endpoint.Query{
		"keys":        keys,
		"key_by_type": true,
	})
	return out, err
}

// ExploreSegments finds popular segments between two corners of a map.
func (c *Client) ExploreSegments(ctx context.Context, southWest, northEast [2]float64, activity string) (map[string]any, error) {
	bounds := []float64{southWest[0], southWest[1], northEast[0], northEast[1]}
	var out map[string]any
	err := do(ctx, c.api, &out, "GET /segments/explore", endpoint.Query{"bounds": bounds, "activity_type": activity})
	return out, err
}

// Star stars a segment, or removes the star.
func (c *Client) Star(ctx context.Context, segment int64, starred bool) error {
	return do(ctx, c.api, nil, "PUT /segments/{id}/starred", endpoint.Params{"id": segment, "starred": starred})
}

// Upload uploads a file that a watch has recorded. It is streamed.
func (c *Client) Upload(ctx context.Context, name, dataType string, file io.Reader) (int64, error) {
	const boundary = "9a0b3c1f5e7d"
	head := new(strings.Builder)
	w := multipart.NewWriter(head)
	w.SetBoundary(boundary)
	w.WriteField("data_type", dataType)
	w.WriteField("name", name)
	if _, err := w.CreateFormFile("file", "activity."+dataType); err != nil {
		return 0, err
	}
	body := io.MultiReader(strings.NewReader(head.String()), file, strings.NewReader("\r\n--"+boundary+"--\r\n"))

	var out struct{ ID int64 }
	err := do(ctx, c.api, &out, "POST /uploads", endpoint.Options{
		Headers: endpoint.Headers{"content-type": w.FormDataContentType()},
		Data:    body,
	})
	return out.ID, err
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
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return fmt.Errorf("strava: %s: %s", route, resp.Status)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
