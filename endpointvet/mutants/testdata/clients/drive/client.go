// Package drive stores files in Google Drive and reads calendars.
package drive

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"example.com/endpoint"
)

// Google holds an Endpoint for each API.
type Google struct {
	Drive    struct{ API endpoint.Endpoint }
	Calendar *service
}

// service embeds the Endpoint of one API.
type service struct {
	endpoint.Endpoint
	fields string
}

// New returns both APIs for a token.
func New(token string) *Google {
	google := endpoint.New(
		endpoint.Options{BaseURL: "https://www.googleapis.com"},
		endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token})
	g := new(Google)
	g.Drive.API = google
	g.Calendar = &service{google.Defaults(endpoint.Query{"prettyPrint": false}), "items(id,summary)"}
	return g
}

// Metadata describes a file.
type Metadata struct {
	Name     string   `json:"name,omitempty"`
	MimeType string   `json:"mimeType,omitempty"`
	Parents  []string `json:"parents,omitempty"`
}

// Files selects files.
type Files struct {
	Query     string `url:"q,omitempty"`
	PageSize  int    `url:"pageSize,omitempty"`
	PageToken string `url:"pageToken,omitempty"`
	OrderBy   string `url:"orderBy,omitempty"`
}

// List builds the request of a page of files.
func (g *Google) List(ctx context.Context, files Files) (*http.Request, error) {
	return g.Drive.API.HTTPRequest(ctx, "GET /drive/v3/files", endpoint.ParamsOf(files),
		endpoint.Query{"fields": "nextPageToken,files(id,name)"})
}

// Download builds the request of the content of a file.
func (g *Google) Download(ctx context.Context, id string) (*http.Request, error) {
	return g.Drive.API.HTTPRequest(ctx, "GET /drive/v3/files/{fileId}?alt=media",
		endpoint.Path{"fileId": id}, endpoint.Query{"acknowledgeAbuse": true}, endpoint.Headers{"accept": "*/*"})
}

// Upload builds the request that replaces the content of a file.
func (g *Google) Upload(ctx context.Context, id, mime string, content io.Reader) (*http.Request, error) {
	return g.Drive.API.HTTPRequest(ctx, "PATCH /upload/drive/v3/files/{fileId}?uploadType=media", endpoint.Options{
		Path:    endpoint.Path{"fileId": id},
		Headers: endpoint.Headers{"content-type": mime},
		Data:    content,
	})
}

// Folder builds the request that creates a folder.
func (g *Google) Folder(ctx context.Context, name string, parents ...string) (*http.Request, error) {
	folder := Metadata{Name: name, MimeType: "application/vnd.google-apps.folder", Parents: parents}
	return g.Drive.API.HTTPRequest(ctx, "POST /drive/v3/files", endpoint.ParamsOf(folder),
		endpoint.Query{"supportsAllDrives": true})
}

// Events builds the request of the events between two times.
func (g *Google) Events(ctx context.Context, calendar string, from, to time.Time) (*http.Request, error) {
	return g.Calendar.HTTPRequest(ctx, "GET /calendar/v3/calendars/{calendarId}/events", endpoint.Params{
		"calendarId":   calendar,
		"timeMin":      from,
		"timeMax":      to,
		"singleEvents": true,
		"orderBy":      "startTime",
		"fields":       g.Calendar.fields,
	})
}

// Insert builds the request that adds an event.
func (s *service) Insert(ctx context.Context, calendar, summary string, start time.Time, length time.Duration) (*http.Request, error) {
	moment := func(t time.Time) map[string]any { return map[string]any{"dateTime": t.Format(time.RFC3339)} }
	return s.HTTPRequest(ctx, "POST /calendar/v3/calendars/{calendarId}/events{?sendUpdates}",
		endpoint.Path{"calendarId": calendar, "sendUpdates": "none"},
		endpoint.Params{"summary": summary, "start": moment(start), "end": moment(start.Add(length))})
}

// Move builds the request that moves an event to another calendar.
func (s *service) Move(ctx context.Context, calendar, event, to string) (*http.Request, error) {
	return s.Endpoint.HTTPRequest(ctx, "POST /calendar/v3/calendars/{calendarId}/events/{eventId}/move",
		endpoint.Path{"calendarId": calendar, "eventId": event}, endpoint.Query{"destination": to})
}

// Raw builds the request that adds an event written as JSON.
func (s *service) Raw(ctx context.Context, calendar string, event json.RawMessage) (*http.Request, error) {
	return s.HTTPRequest(ctx, "POST /calendar/v3/calendars/{calendarId}/events/import",
		endpoint.Options{Path: endpoint.Path{"calendarId": calendar}, Data: event})
}
