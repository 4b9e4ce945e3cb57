// Package mailgun sends mail as forms and as multipart bodies.
package mailgun

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"example.com/endpoint"
)

// Domain is a domain that sends mail.
type Domain struct {
	name   string
	api    endpoint.Endpoint
	client *http.Client
}

// New returns the domain with a name. The region is "" or "eu".
func New(name, region, key string) *Domain {
	base := "https://api.mailgun.net/v3"
	if region == "eu" {
		base = "https://api.eu.mailgun.net/v3"
	}
	d := &Domain{name: name, client: http.DefaultClient}
	d.api = endpoint.New(endpoint.Options{
		BaseURL: base,
		Headers: endpoint.Headers{
			"accept":        "application/json",
			"authorization": "Basic " + key,
			"content-type":  "application/x-www-form-urlencoded",
		},
		Lists: endpoint.ListRepeat,
	})
	return d
}

func (d *Domain) do(req *http.Request, err error) error {
	if err != nil {
		return err
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// Send sends a text to several recipients.
func (d *Domain) Send(ctx context.Context, from, subject, text string, to ...string) error {
	return d.do(d.api.HTTPRequest(ctx, "POST /{domain}/messages",
		endpoint.Path{"domain": d.name},
		endpoint.Params{"from": from, "to": to, "subject": subject, "text": text, "o:tracking": "no"}))
}

// SendMIME sends a finished message with attachments.
func (d *Domain) SendMIME(ctx context.Context, to string, message []byte) error {
	body := new(bytes.Buffer)
	form := multipart.NewWriter(body)
	if err := form.SetBoundary("demo"); err != nil {
		return err
	}
	_ = form.WriteField("to", to)
	part, err := form.CreateFormFile("message", "message.mime")
	if err != nil {
		return err
	}
	if _, err := part.Write(message); err != nil {
		return err
	}
	if err := form.Close(); err != nil {
		return err
	}
	headers := endpoint.Headers{}
	headers.Set("Content-Type", form.FormDataContentType())
	return d.do(d.api.HTTPRequest(ctx, "POST /{domain}/messages.mime",
		endpoint.Path{"domain": d.name}, headers, endpoint.Options{Data: body}))
}

// Events lists events.
func (d *Domain) Events(ctx context.Context, recipient string, kinds []string) error {
	query := endpoint.Query{"recipient": recipient, "limit": 300, "ascending": "yes"}
	query["event"] = strings.Join(kinds, " OR ")
	return d.do(d.api.HTTPRequest(ctx, "GET /{domain}/events", endpoint.Path{"domain": d.name}, query))
}

// Unsubscribe stops mail to an address.
func (d *Domain) Unsubscribe(ctx context.Context, address string, tags ...string) error {
	values := url.Values{"address": {address}, "tag": tags}
	return d.do(d.api.HTTPRequest(ctx, "POST /{domain}/unsubscribes", endpoint.Options{
		Path: endpoint.Path{"domain": d.name},
		Data: values,
	}))
}

// Allow removes an address from the complaints.
func (d *Domain) Allow(ctx context.Context, address string) error {
	return d.do(d.api.HTTPRequest(ctx, "DELETE /{domain}/complaints/{address}",
		endpoint.Path{"domain": d.name, "address": address}))
}

// Import imports bounces as JSON, which is not the default of this API.
func (d *Domain) Import(ctx context.Context, addresses ...string) error {
	type bounce struct {
		Address string `json:"address"`
	}
	var bounces []bounce
	for _, address := range addresses {
		bounces = append(bounces, bounce{address})
	}
	return d.do(d.api.HTTPRequest(ctx, "POST /{domain}/bounces",
		endpoint.Path{"domain": d.name},
		endpoint.Headers{"content-type": "application/json"},
		endpoint.Options{Data: bounces}))
}
