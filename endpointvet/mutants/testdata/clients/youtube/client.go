// Package youtube wraps the Data API v3.
package youtube

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.com/endpoint"
)

// YouTube is the client.
type YouTube struct {
	data   endpoint.Endpoint
	client *http.Client
}

// New returns a client with a key; the token is needed to write.
func New(key, token string) *YouTube {
	headers := endpoint.Headers{"accept": "application/json"}
	if token != "" {
		headers["authorization"] = "Bearer " + token
	}
	return &YouTube{
		data: endpoint.New(
			endpoint.Options{BaseURL: "https://www.googleapis.com/youtube/v3", Lists: endpoint.ListComma},
			headers,
			endpoint.Query{"key": key, "prettyPrint": false},
		),
		client: http.DefaultClient,
	}
}

// SearchOptions restrict a search.
type SearchOptions struct {
	Q              string    `url:"q"`
	Type           []string  `url:"type,omitempty"`
	Order          string    `url:"order,omitempty"`
	MaxResults     int       `url:"maxResults,omitempty"`
	PageToken      string    `url:"pageToken,omitempty"`
	PublishedAfter time.Time `url:"publishedAfter,omitempty"`
}

func (y *YouTube) decode(req *http.Request, out any) error {
	resp, err := y.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// Search searches videos, channels and playlists.
func (y *YouTube) Search(ctx context.Context, opts SearchOptions) (out map[string]any, err error) {
	req, err := y.data.HTTPRequest(ctx, "GET /search?part=snippet", endpoint.ParamsOf(opts))
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return out, y.decode(req, &out)
}

// Videos returns videos.
func (y *YouTube) Videos(ctx context.Context, ids []string, parts ...string) (out map[string]any, err error) {
	if len(parts) == 0 {
		parts = []string{"snippet", "contentDetails"}
	}
	params := endpoint.Params{}
	params["part"] = parts
	params["id"] = strings.Join(ids, ",")
	req, err := y.data.HTTPRequest(ctx, "GET /videos", params)
	if err != nil {
		return nil, fmt.Errorf("videos: %w", err)
	}
	return out, y.decode(req, &out)
}

// PlaylistItems returns all items of a playlist.
func (y *YouTube) PlaylistItems(ctx context.Context, playlist string) ([]json.RawMessage, error) {
	var items []json.RawMessage
	token := ""
	for {
		query := endpoint.Query{"part": "snippet", "playlistId": playlist, "maxResults": 50}
		if token != "" {
			query["pageToken"] = token
		}
		req, err := y.data.HTTPRequest(ctx, "GET /playlistItems", query)
		if err != nil {
			return nil, err
		}
		var page struct {
			Items         []json.RawMessage `json:"items"`
			NextPageToken string            `json:"nextPageToken"`
		}
		if err := y.decode(req, &page); err != nil {
			return nil, err
		}
		items = append(items, page.Items...)
		if token = page.NextPageToken; token == "" {
			return items, nil
		}
	}
}

// AddToPlaylist adds a video to a playlist.
func (y *YouTube) AddToPlaylist(ctx context.Context, playlist, video string) error {
	snippet := map[string]any{
		"playlistId": playlist,
		"resourceId": map[string]string{"kind": "youtube#video", "videoId": video},
	}
	req, err := y.data.HTTPRequest(ctx, "POST /playlistItems",
		endpoint.Query{"part": []string{"snippet"}},
		endpoint.Params{"snippet": snippet})
	if err != nil {
		return err
	}
	return y.decode(req, new(any))
}

// Rate likes or dislikes a video.
func (y *YouTube) Rate(ctx context.Context, video, rating string) error {
	req, err := y.data.HTTPRequest(ctx, "POST /videos/rate{?id,rating}", endpoint.Params{"id": video, "rating": rating})
	if err != nil {
		return err
	}
	return y.decode(req, new(any))
}

// StartUpload starts a resumable upload and returns where to send the video.
func (y *YouTube) StartUpload(ctx context.Context, title string, size int64) (string, error) {
	req, err := y.data.HTTPRequest(ctx, "POST https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable",
		endpoint.Query{"part": "snippet"},
		endpoint.Headers{"x-upload-content-length": strconv.FormatInt(size, 10), "x-upload-content-type": "video/*"},
		endpoint.Params{"snippet": map[string]any{"title": title}})
	if err != nil {
		return "", err
	}
	resp, err := y.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.Header.Get("Location"), nil
}

// Delete deletes a video.
func (y *YouTube) Delete(ctx context.Context, video string) error {
	req, err := y.data.HTTPRequest(ctx, "DELETE /videos", endpoint.Query{"id": video})
	if err != nil {
		return err
	}
	return y.decode(req, new(any))
}
