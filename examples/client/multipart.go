package client

import (
	"bytes"
	"context"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint"
)

// A File is a part of a form that is more than a field.
type File struct {
	Name, Filename string
	Type           string // its content-type, "" for none
	Data           any    // as in endpoint.Options; an *os.File is yours to close after the response, any other Reader is closed
}

// Multipart builds a request with a form (RFC 7578) for Send. Params are its fields, written as
// in a urlencoded form: a list is a field for each element, and nil is none. The files follow,
// and are read while they are sent, once: build the request again to repeat it. Unless one is a
// Reader of unknown size, the form has a length.
func (c *Client) Multipart(ctx context.Context, files []File, route string, layers ...endpoint.Layer) (*http.Request, error) {
	urlencoded := endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}
	r, err := c.API.Build(route, append(slices.Clip(layers), urlencoded)...)
	if err != nil {
		return nil, err
	}
	fields, isForm := r.Body.(url.Values)
	if !isForm && r.Body != nil {
		return nil, &endpoint.Error{Route: r.Route, Option: "Data", Reason: "the form would replace it", Err: endpoint.ErrBody}
	}
	var parts []File
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, v := range fields[name] {
			parts = append(parts, File{Name: name, Data: v})
		}
	}
	var text bytes.Buffer // before the next part; it returns no errors
	w := multipart.NewWriter(&text)
	var readers []io.Reader
	body := &form{}
	isKnown, size := true, int64(0)
	for _, p := range append(parts, files...) {
		data, n, err := endpoint.Request{Body: p.Data}.BodyReader()
		if err != nil {
			return nil, err
		}
		w.CreatePart(p.header())
		isKnown, size = isKnown && n >= 0, size+int64(text.Len())+n
		readers = append(readers, strings.NewReader(text.String()), &sized{data, n})
		body.parts = append(body.parts, data)
		text.Reset()
	}
	w.Close()
	if isKnown {
		r.Headers["content-length"] = strconv.FormatInt(size+int64(text.Len()), 10)
	}
	r.Headers["content-type"] = w.FormDataContentType()
	body.Reader = io.MultiReader(append(readers, &text)...)
	r.Body = body
	return r.HTTPRequest(ctx)
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "%0D", "\n", "%0A") // as Go 1.25 does

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

type form struct {
	io.Reader
	parts []io.Reader
}

// Close ends the wait of whoever writes to a pipe.
func (f *form) Close() error {
	for _, p := range f.parts {
		if c, ok := p.(io.Closer); ok {
			c.Close()
		}
	}
	return nil
}

// A sized Reader fails if it ends too early. A server could take the shorter file for the
// whole, since the form goes on after it.
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
