// Package body turns a value into the body of a request: its kind, its bytes,
// its length, and whether it can be read again for a redirect or a retry. Its
// errors say what is wrong without showing any value.
package body

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"strings"

	"example.com/endpoint/internal/jsonvalue"
	"example.com/endpoint/internal/rfc6570"
)

// A Kind says how a value becomes a body.
type Kind uint8

const (
	Reader  Kind = iota // an io.Reader: what it reads
	Form                // url.Values: encoded
	RawJSON             // json.RawMessage: as it is
	Text                // a string or byte slice: as it is
	JSON                // anything else: encoded as JSON
)

// KindOf returns the kind of a body that is not nil. A type that is several of
// these is the first: a Reader with MarshalJSON is a Reader, a string with
// MarshalJSON or MarshalText is JSON.
func KindOf(v any) Kind {
	switch v.(type) {
	case string, []byte:
		return Text
	case io.Reader:
		return Reader
	case url.Values:
		return Form
	case json.RawMessage:
		return RawJSON
	case map[string]any, json.Marshaler, encoding.TextMarshaler, json.Number:
		return JSON
	}
	if t := reflect.TypeOf(v); t.Kind() == reflect.String || t.Kind() == reflect.Slice && rfc6570.IsByte(t.Elem()) {
		return Text
	}
	return JSON
}

// A Content is a body ready to be sent. The zero value is no body, which is not
// the same as an empty one.
//
//	New("text"), New(map…), OfJSON(b)    bytes or reader, size
//	New(strings.NewReader("text"))       reader that newReader can copy, size
//	New(regular file)                    reader: a fileRest, size
//	New(pipe)                            reader, size -1 until SetLength
//	New(""), New(http.NoBody)            size 0
//
// It is used by value: a pointer to it inside another value would move the
// caller's variables to the heap.
type Content struct {
	exists bool
	size   int64     // -1: unknown
	bytes  []byte    // the whole body, or nil
	reader io.Reader // where it is read from otherwise; nil for an empty body
}

const unknown = -1

// New returns the body that v stands for: none for nil.
func New(v any) (Content, error) {
	if v == nil {
		return Content{}, nil
	}
	switch KindOf(v) {
	case Reader:
		return ofReader(v.(io.Reader))
	case Form:
		return ofString(v.(url.Values).Encode()), nil
	case RawJSON:
		raw := v.(json.RawMessage)
		if !json.Valid(raw) {
			return Content{}, errors.New("the json.RawMessage is not valid JSON; use a string to send other text")
		}
		return OfJSON(raw), nil
	case Text:
		return ofText(reflect.ValueOf(v)), nil
	}
	b, err := jsonvalue.Append(nil, v)
	if err != nil {
		return Content{}, err
	}
	return OfJSON(b), nil
}

// OfJSON returns the body of a value that is already encoded.
func OfJSON(b []byte) Content { return ofBytes(b) }

func ofBytes(b []byte) Content {
	return Content{exists: true, size: int64(len(b)), bytes: b}
}

func ofText(v reflect.Value) Content {
	if v.Kind() == reflect.String {
		return ofString(v.String())
	}
	return ofBytes(v.Bytes())
}

func ofString(s string) Content {
	return Content{exists: true, size: int64(len(s)), reader: strings.NewReader(s)}
}

// ofReader finds out how much a Reader of the standard library has left. Any
// other Reader has an unknown size and can be read once.
func ofReader(r io.Reader) (Content, error) {
	if rv := reflect.ValueOf(r); rv.Kind() == reflect.Pointer && rv.IsNil() {
		return Content{}, fmt.Errorf("it is a nil %T; use an untyped nil to send no body", r)
	}
	c := Content{exists: true, size: unknown, reader: r}
	switch r := r.(type) {
	case *bytes.Buffer:
		return ofBytes(r.Bytes()), nil
	case *bytes.Reader:
		c.size = int64(r.Len())
	case *strings.Reader:
		c.size = int64(r.Len())
	case *os.File:
		if rest, ok := restOf(r); ok {
			c.size, c.reader = rest.size, rest
		}
	}
	if r == http.NoBody {
		c.size = 0
	}
	return c, nil
}

// A fileRest is what was left of a regular file when its request was built.
type fileRest struct {
	*io.SectionReader
	size int64
}

// restOf returns what is left of a regular file, or false if f is not one. A
// file that claims to be empty and is not, as those in /proc, is read like a
// pipe.
func restOf(f *os.File) (fileRest, bool) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return fileRest{}, false
	}
	offset, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return fileRest{}, false
	}
	size := max(info.Size()-offset, 0)
	if size == 0 {
		if n, _ := f.ReadAt(make([]byte, 1), offset); n > 0 {
			return fileRest{}, false
		}
	}
	return fileRest{io.NewSectionReader(f, offset, size), size}, true
}

// Exists reports whether there is a body.
func (c *Content) Exists() bool { return c.exists }

// Size returns the number of bytes: 0 without a body, -1 if it is unknown.
func (c *Content) Size() int64 { return c.size }

// SetLength sets the size to the value of a content-length header, which must
// agree with a size that is known. A Reader of unknown size with the length 0 is
// an empty body: net/http takes a length of 0 for an unknown one, so the Reader
// cannot be sent under that header.
func (c *Content) SetLength(value string) error {
	n, err := strconv.ParseUint(value, 10, 63)
	if err != nil {
		return errors.New("it is not a decimal number of bytes")
	}
	if c.size != unknown && c.size != int64(n) {
		return errors.New("it is not the length of the body; leave it out to have it set")
	}
	c.size = int64(n)
	return nil
}

// Attach sets Body, GetBody and ContentLength of a request that has none. It
// sets GetBody if the body can be read again, and closes a Reader that
// SetLength made an empty body.
func (c *Content) Attach(r *http.Request) {
	if !c.exists {
		return
	}
	r.ContentLength = c.size
	if c.size == 0 {
		c.closeUnread()
		r.Body = http.NoBody
		r.GetBody = func() (io.ReadCloser, error) { return http.NoBody, nil }
		return
	}
	if b := c.bytes; b != nil { // the usual case, with one closure less
		r.Body = io.NopCloser(bytes.NewReader(b))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }
		return
	}
	if newReader := c.newReader(); newReader != nil {
		r.Body = io.NopCloser(newReader())
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(newReader()), nil }
		return
	}
	if body, ok := c.reader.(io.ReadCloser); ok {
		r.Body = body
	} else {
		r.Body = io.NopCloser(c.reader)
	}
}

// Reader returns the body as Attach would send it, or nil if there is none.
func (c *Content) Reader() io.Reader {
	switch {
	case !c.exists:
		return nil
	case c.size == 0:
		c.closeUnread()
		return http.NoBody
	case c.bytes != nil:
		return bytes.NewReader(c.bytes)
	}
	if newReader := c.newReader(); newReader != nil {
		return newReader()
	}
	return c.reader
}

// newReader returns a function that returns a new Reader of the same bytes at
// each call, or nil if the body can be read only once.
func (c *Content) newReader() func() io.Reader {
	switch r := c.reader.(type) {
	case *bytes.Reader:
		snapshot := *r
		return func() io.Reader { r := snapshot; return &r }
	case *strings.Reader:
		snapshot := *r
		return func() io.Reader { r := snapshot; return &r }
	case fileRest:
		return func() io.Reader { return io.NewSectionReader(r, 0, r.size) }
	}
	return nil
}

// closeUnread closes the Reader of an empty body, for no client will.
func (c *Content) closeUnread() {
	if closer, ok := c.reader.(io.Closer); ok {
		closer.Close()
	}
}
