// Package zoom schedules meetings.
package zoom

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.com/endpoint"
)

const (
	getUser        = "GET /users/{userId}"
	listMeetings   = "GET /users/{userId}/meetings"
	createMeeting  = "POST /users/{userId}/meetings"
	getMeeting     = "GET /meetings/{meetingId}"
	updateMeeting  = "PATCH /meetings/{meetingId}"
	deleteMeeting  = "DELETE /meetings/{meetingId}"
	endMeeting     = "PUT /meetings/{meetingId}/status"
	addRegistrant  = "POST /meetings/{meetingId}/registrants"
	listRecordings = "GET /users/{userId}/recordings"
)

// Zoom is a client.
type Zoom struct {
	endpoint.Endpoint
	account, id, secret string
}

// New returns a client.
func New(account, id, secret string) *Zoom {
	return &Zoom{
		Endpoint: endpoint.New(endpoint.Options{
			BaseURL: "https://api.zoom.us/v2",
			Headers: endpoint.Headers{"accept": "application/json"},
		}),
		account: account, id: id, secret: secret,
	}
}

// token asks for a token, on another host.
func (z *Zoom) token(ctx context.Context) (string, error) {
	req, err := z.HTTPRequest(ctx, "POST /oauth/token", endpoint.Options{
		BaseURL: "https://zoom.us",
		Headers: endpoint.Headers{"content-type": "application/x-www-form-urlencoded"},
		Params: endpoint.Params{
			"grant_type": "account_credentials",
			"account_id": z.account,
		},
	})
	if err != nil {
		return "", err
	}
	req.SetBasicAuth(z.id, z.secret)
	var out struct {
		AccessToken string `json:"access_token"`
	}
	return out.AccessToken, z.send(req, &out)
}

func (z *Zoom) send(req *http.Request, out any) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("zoom: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func (z *Zoom) do(ctx context.Context, route string, out any, layers ...endpoint.Layer) error {
	token, err := z.token(ctx)
	if err != nil {
		return err
	}
	req, err := z.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return z.send(req, out)
}

// Meeting is a meeting.
type Meeting struct {
	ID       int64     `json:"id,omitempty"`
	Topic    string    `json:"topic,omitempty"`
	Type     int       `json:"type,omitempty"`
	Start    time.Time `json:"start_time,omitzero"`
	Duration int       `json:"duration,omitempty"`
	Timezone string    `json:"timezone,omitempty"`
	Agenda   string    `json:"agenda,omitempty"`
	Settings *Settings `json:"settings,omitempty"`
}

// Settings of a meeting.
type Settings struct {
	HostVideo   bool   `json:"host_video"`
	WaitingRoom bool   `json:"waiting_room"`
	AutoRecord  string `json:"auto_recording,omitempty"`
}

// User returns a user.
func (z *Zoom) User(ctx context.Context, id string) (u map[string]any, err error) {
	err = z.do(ctx, getUser, &u, endpoint.Path{"userId": id})
	return
}

// Meetings lists meetings.
func (z *Zoom) Meetings(ctx context.Context, user, kind, next string) (m map[string]any, err error) {
	err = z.do(ctx, listMeetings, &m, endpoint.Path{"userId": user},
		endpoint.Query{"type": kind, "page_size": 300, "next_page_token": next}.OmitZero())
	return
}

// Schedule creates a meeting.
func (z *Zoom) Schedule(ctx context.Context, user string, m Meeting) (out Meeting, err error) {
	m.Type = 2
	err = z.do(ctx, createMeeting, &out, endpoint.Path{"userId": user}, endpoint.ParamsOf(m))
	return
}

// Meeting returns a meeting.
func (z *Zoom) Meeting(ctx context.Context, id int64) (out Meeting, err error) {
	err = z.do(ctx, getMeeting, &out, endpoint.Path{"meetingId": id}, endpoint.Query{"show_previous_occurrences": true})
	return
}

// Move changes when a meeting starts.
func (z *Zoom) Move(ctx context.Context, id int64, start time.Time, d time.Duration) error {
	return z.do(ctx, updateMeeting, new(any), endpoint.Params{
		"meetingId":  id,
		"start_time": start.UTC().Format(time.RFC3339),
		"duration":   int(d.Minutes()),
	})
}

// Cancel deletes a meeting.
func (z *Zoom) Cancel(ctx context.Context, id int64, notify bool) error {
	return z.do(ctx, deleteMeeting, new(any), endpoint.Path{"meetingId": id}, endpoint.Query{"cancel_meeting_reminder": notify})
}

// End ends a meeting.
func (z *Zoom) End(ctx context.Context, id int64) error {
	return z.do(ctx, endMeeting, new(any), endpoint.Path{"meetingId": id}, endpoint.Params{"action": "end"})
}

// Register registers somebody.
func (z *Zoom) Register(ctx context.Context, id int64, email, first, last string) (out map[string]any, err error) {
	person := map[string]any{"email": email, "first_name": first}
	if last != "" {
		person["last_name"] = last
	}
	err = z.do(ctx, addRegistrant, &out, endpoint.Options{
		Path: endpoint.Path{"meetingId": id},
		Data: person,
	})
	return
}

// Recordings lists recordings of a month.
func (z *Zoom) Recordings(ctx context.Context, user string, year int, month time.Month) (out map[string]any, err error) {
	from := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
	err = z.do(ctx, listRecordings, &out, endpoint.Params{
		"userId": user,
		"from":   from.Format(time.DateOnly),
		"to":     from.AddDate(0, 1, -1).Format(time.DateOnly),
	})
	return
}
