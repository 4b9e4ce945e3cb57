// Package influxdb writes points as lines of text.
package influxdb

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"example.com/endpoint"
)

type Writer struct {
	db     *endpoint.Endpoint
	org    string
	bucket string
	lines  strings.Builder
}

func NewWriter(url, token, org, bucket string) *Writer {
	db := endpoint.New(endpoint.Options{
		BaseURL: url + "/api/v2",
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Token " + token},
		Query:   endpoint.Query{"org": org},
	})
	return &Writer{db: &db, org: org, bucket: bucket}
}

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

func (w *Writer) Delete(ctx context.Context, measurement string, start, stop time.Time) error {
	return check(w.db.HTTPRequest(ctx, "POST /delete", endpoint.Query{"bucket": w.bucket},
		endpoint.Params{"start": start, "stop": stop, "predicate": `_measurement="` + measurement + `"`}))
}

func (w *Writer) Ready(ctx context.Context) error {
	return check(w.db.HTTPRequest(ctx, "HEAD /ready", endpoint.Query{"org": endpoint.Unset}))
}
