// Forms with files.

package client

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"example.com/endpoint"
)

// A File is a part of a form that is more than a field. Its content-type is Type, "" for none. An
// *os.File is yours to close after the response. Any other Reader is closed with the form.
type File struct {
	Name, Filename, Type string
	Data                 any // as Body of an endpoint.Request
}

// Multipart builds a request with a form (RFC 7578) for Send. Params are its fields, written as
// in a urlencoded form: a list is a field for each element, and nil is none. The files follow,
// and are read while they are sent. Unless one is a Reader of unknown size, the form has a
// length. Unless one is a Reader that can be read only once, it can be sent again. If it cannot be
// built, the Readers are closed.
func (c *Client) Multipart(ctx context.Context, files []File, route string, layers ...endpoint.Layer) (_ *http.Request, err error) {
	layers = append(slices.Clip(layers), endpoint.Headers{"content-type": "application/x-www-form-urlencoded"})
	defer func() {
		for _, f := range append(slices.Clip(files), File{Data: c.API.Merge(route, layers...).Data}) {
			if err != nil {
				closeReader(f.Data)
			}
		}
	}()
	r, err := c.API.Build(route, layers...)
	if err != nil {
		return nil, err
	}
	fields, isForm := r.Body.(url.Values)
	if r.Body != nil && !isForm || r.Method == "get" || r.Method == "head" {
		return nil, &endpoint.Error{Route: r.Route, Reason: "the form is the body: pass no Data, and a method with a body", Err: endpoint.ErrBody}
	}
	var text bytes.Buffer // which returns no errors
	w := multipart.NewWriter(&text)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, v := range fields[name] {
			field, _ := w.CreatePart(File{Name: name}.header())
			io.WriteString(field, v)
		}
	}
	var values []any // text and data in turn
	for _, f := range files {
		w.CreatePart(f.header())
		values = append(values, text.String(), cmp.Or[any](f.Data, http.NoBody))
		text.Reset()
	}
	w.Close()
	parts, size := form{}, int64(0)
	for _, v := range append(values, text.String()) {
		p, err := endpoint.Request{Method: r.Method, URL: r.URL, Route: r.Route, Body: v}.HTTPRequest(ctx)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
		size += p.ContentLength
	}
	r.Headers["content-type"] = w.FormDataContentType()
	r.Body, _ = parts.open()
	req, err := r.HTTPRequest(ctx)
	if err == nil && !slices.ContainsFunc(parts, isOnce) {
		req.GetBody, req.ContentLength = parts.open, size
	}
	return req, err
}

// As Go 1.25 does. NUL and DEL, with which a server rejects the form, are escaped too.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "%0D", "\n", "%0A", "\x00", "%00", "\x7f", "%7F")

func (f File) header() textproto.MIMEHeader {
	disposition := `form-data; name="` + escape.Replace(f.Name) + `"`
	if f.Filename != "" {
		disposition += `; filename="` + escape.Replace(f.Filename) + `"`
	}
	h := textproto.MIMEHeader{"Content-Disposition": {disposition}}
	if f.Type != "" {
		h.Set("Content-Type", strings.Join(strings.Fields(f.Type), " ")) // on one line
	}
	return h
}

// A form is requests whose bodies follow one another.
type form []*http.Request

func (f form) open() (io.ReadCloser, error) {
	var readers []io.Reader
	for _, p := range f {
		p, _ = again(p) // whose GetBody, being endpoint's, returns no error
		readers = append(readers, &sized{p.Body, p.ContentLength})
	}
	return body{io.MultiReader(readers...), func() {
		for _, p := range f {
			p.Body.Close() // which ends the wait of whoever writes to a pipe
		}
	}}, nil
}

// A sized Reader fails if it ends too early, unless its size is -1. A server could take the
// shorter file for the whole, since the form goes on after it.
type sized struct {
	io.Reader
	left int64
}

func (s *sized) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if s.left -= int64(n); s.left > 0 && err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
