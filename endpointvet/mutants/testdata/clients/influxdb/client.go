// Package influxdb writes points as lines of text.
package influxdb

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"example.com/endpoint"
)

// Writer writes into one bucket.
type Writer struct {
	db     *endpoint.Endpoint
	org    string
	bucket string
	lines  strings.Builder
}

// NewWriter returns a Writer.
func NewWriter(url, token, org, bucket string) *Writer {
	db := endpoint.New(endpoint.Options{
		BaseURL: url + "/api/v2",
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Token " + token},
		Query:   endpoint.Query{"org": org},
	})
	return &Writer{db: &db, org: org, bucket: bucket}
}

// Point adds a point.
func (w *Writer) Point(measurement string, value float64, at time.Time) {
	fmt.Fprintf(&w.lines, "%s value=%g %d\n", measurement, value, at.Unix())
}

func check(req *http.Request, err error) error {
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// Flush writes all points.
func (w *Writer) Flush(ctx context.Context) error {
	return check(w.db.HTTPRequest(ctx, "POST /write",
		endpoint.Query{"bucket": w.bucket, "precision": "s"},
		endpoint.Headers{"content-type": "text/plain; charset=utf-8"},
		endpoint.Options{Data: w.lines.String()}))
}

// FlushZipped writes all points compressed.
func (w *Writer) FlushZipped(ctx context.Context) error {
	var body bytes.Buffer
	zip := gzip.NewWriter(&body)
	if _, err := io.WriteString(zip, w.lines.String()); err != nil {
		return err
	}
	if err := zip.Close(); err != nil {
		return err
	}
	return check(w.db.HTTPRequest(ctx, "POST /write", endpoint.Options{
		Query:   endpoint.Query{"bucket": w.bucket, "precision": "s"},
		Headers: endpoint.Headers{"content-type": "text/plain", "content-encoding": "gzip"},
		Data:    body.Bytes(),
	}))
}

// Query runs a query in Flux.
func (w *Writer) Query(ctx context.Context, flux string) error {
	return check(w.db.HTTPRequest(ctx, "POST /query",
		endpoint.Headers{"content-type": "application/vnd.flux", "accept": "text/csv"},
		endpoint.Options{Data: flux}))
}

// QueryWith runs a query with parameters.
func (w *Writer) QueryWith(ctx context.Context, flux string, params map[string]any) error {
	type dialect struct {
		Header    bool   `json:"header"`
		Delimiter string `json:"delimiter"`
	}
	return check(w.db.HTTPRequest(ctx, "POST /query", endpoint.Params{
		"query": flux, "params": params, "dialect": dialect{true, ";"},
	}, endpoint.Headers{"accept": "text/csv"}))
}

// Delete deletes the points of a measurement in a range of time.
func (w *Writer) Delete(ctx context.Context, measurement string, start, stop time.Time) error {
	return check(w.db.HTTPRequest(ctx, "POST /delete", endpoint.Query{"bucket": w.bucket},
		endpoint.Params{"start": start, "stop": stop, "predicate": `_measurement="` + measurement + `"`}))
}

// Ready asks whether the server is ready, which needs no organization.
func (w *Writer) Ready(ctx context.Context) error {
	return check(w.db.HTTPRequest(ctx, "HEAD /ready", endpoint.Query{"org": endpoint.Unset}))
}
