// Package s3 reads and writes the objects of one bucket.
package s3

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"example.com/endpoint"
)

// Bucket is a bucket of a region.
type Bucket struct {
	api  endpoint.Endpoint
	sign func(*http.Request) error
}

// Open returns a bucket. The function sign signs each request.
func Open(bucket, region string, sign func(*http.Request) error) *Bucket {
	return &Bucket{
		api: endpoint.New(
			endpoint.Options{BaseURL: "https://{bucket}.s3.{region}.amazonaws.com"},
			endpoint.Path{"bucket": bucket, "region": region},
			endpoint.Headers{"accept": "*/*", "user-agent": "demo/1.0"},
		),
		sign: sign,
	}
}

// escape keeps the slashes of a key.
func escape(key string) string {
	return strings.NewReplacer("+", "%20", "%2F", "/").Replace(url.QueryEscape(key))
}

func (b *Bucket) do(req *http.Request, err error) (*http.Response, error) {
	if err != nil {
		return nil, err
	}
	if err := b.sign(req); err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func status(resp *http.Response, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// Get reads an object.
func (b *Bucket) Get(ctx context.Context, key string) (int, error) {
	return status(b.do(b.api.HTTPRequest(ctx, "GET /{+key}", endpoint.Path{"key": escape(key)})))
}

// Range reads a part of an object.
func (b *Bucket) Range(ctx context.Context, key, bytes string) (int, error) {
	return status(b.do(b.api.HTTPRequest(ctx, "GET /{+key}{?versionId}",
		endpoint.Path{"key": escape(key)}, endpoint.Headers{"range": "bytes=" + bytes})))
}

// Head asks for the headers of an object.
func (b *Bucket) Head(ctx context.Context, key, version string) (int, error) {
	return status(b.do(b.api.HTTPRequest(ctx, "HEAD /{+key}{?versionId}",
		endpoint.Path{"key": escape(key), "versionId": version})))
}

// Put writes an object.
func (b *Bucket) Put(ctx context.Context, key, contentType string, body io.Reader) (int, error) {
	return status(b.do(b.api.HTTPRequest(ctx, "PUT /{+key}", endpoint.Options{
		Path:    endpoint.Path{"key": escape(key)},
		Headers: endpoint.Headers{"content-type": contentType, "x-amz-acl": "private"},
		Data:    body,
	})))
}

// Delete deletes an object.
func (b *Bucket) Delete(ctx context.Context, key string) (int, error) {
	return status(b.do(b.api.HTTPRequest(ctx, "DELETE /{+key}", endpoint.Path{"key": escape(key)})))
}

// List lists objects by a prefix.
func (b *Bucket) List(ctx context.Context, prefix, token string) (int, error) {
	return status(b.do(b.api.HTTPRequest(ctx, "GET /?list-type=2", endpoint.Query{
		"prefix": prefix, "delimiter": "/", "max-keys": 1000, "continuation-token": token,
	})))
}

// Tags reads the tags of an object.
func (b *Bucket) Tags(ctx context.Context, key string) (int, error) {
	return status(b.do(b.api.HTTPRequest(ctx, "GET /{+key}?tagging", endpoint.Path{"key": escape(key)})))
}

// Complete ends an upload in parts.
func (b *Bucket) Complete(ctx context.Context, key, upload string, parts []byte) (int, error) {
	return status(b.do(b.api.HTTPRequest(ctx, "POST /{+key}{?uploadId}",
		endpoint.Path{"key": escape(key), "uploadId": upload},
		endpoint.Headers{"content-type": "application/xml"},
		endpoint.Options{Data: parts})))
}
