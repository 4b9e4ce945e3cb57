// Package body turns a value into the body of a request: its kind, its bytes,
// its length, and whether it can be read again for a redirect or a retry. Its
// errors say what is wrong without showing any value.
package body

import (
	"bytes"
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

	"example.com/endpoint/internal/value"
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

// KindOf returns the kind of a body that is not nil. A Reader with MarshalJSON or
// MarshalText is a Reader. A string or byte slice with one of them is JSON.
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
	}
	if value.IsText(v) {
		return Text
	}
	return JSON
}

// A Content is a body ready to be sent. The zero value is no body, which is not
// the same as an empty one.
//
//	New(map…), FromBytes(b)         bytes, size
//	New("text")                     open: a strings.Reader, size
//	New(strings.NewReader("text"))  open: a copy of it, size
//	New(regular file)               open: an io.SectionReader, size
//	New(pipe)                       open: the pipe, once; size -1 until SetLength
//	New(""), New(http.NoBody)       size 0
type Content struct {
	exists bool
	once   bool             // it can be read only once
	size   int64            // -1: unknown
	bytes  []byte           // the whole body, or nil
	open   func() io.Reader // returns the body from its start, if it is not bytes
}

const unknown = -1

// New returns the body that v stands for: none for nil.
func New(v any) (Content, error) {
	if v == nil {
		return Content{}, nil
	}
	switch KindOf(v) {
	case Reader:
		return fromReader(v.(io.Reader))
	case Form:
		return fromReader(strings.NewReader(v.(url.Values).Encode()))
	case RawJSON:
		raw := v.(json.RawMessage)
		if !json.Valid(raw) {
			return Content{}, errors.New("the json.RawMessage is not valid JSON: pass a string to send other text")
		}
		return FromBytes(raw), nil
	case Text:
		text := reflect.ValueOf(v)
		if text.Kind() == reflect.String {
			return fromReader(strings.NewReader(text.String()))
		}
		return FromBytes(text.Bytes()), nil
	}
	b, err := value.Append(nil, v)
	if err != nil {
		return Content{}, err
	}
	return FromBytes(b), nil
}

// FromBytes returns the body whose bytes are b.
func FromBytes(b []byte) Content {
	return Content{exists: true, size: int64(len(b)), bytes: b}
}

// fromCopies returns the body that is read from copies of r as it is now.
func fromCopies[R any, P interface {
	*R
	io.Reader
}](r P, size int64) Content {
	saved := *r
	open := func() io.Reader {
		r := saved
		return P(&r)
	}
	return Content{exists: true, size: size, open: open}
}

// fromReader finds out how much a Reader of the standard library has left. Any
// other Reader has an unknown size and can be read once.
func fromReader(r io.Reader) (Content, error) {
	if rv := reflect.ValueOf(r); rv.Kind() == reflect.Pointer && rv.IsNil() {
		return Content{}, fmt.Errorf("it is a nil %T: pass an untyped nil to send no body", r)
	}
	switch r := r.(type) {
	case *bytes.Buffer:
		return FromBytes(r.Bytes()), nil
	case *bytes.Reader:
		return fromCopies(r, int64(r.Len())), nil
	case *strings.Reader:
		return fromCopies(r, int64(r.Len())), nil
	case *os.File:
		if section := sectionOf(r); section != nil {
			return fromCopies(section, section.Size()), nil
		}
	}
	if r == http.NoBody {
		return FromBytes(nil), nil
	}
	return Content{exists: true, once: true, size: unknown, open: func() io.Reader { return r }}, nil
}

// sectionOf returns what is left of a regular file, or nil if f is not one.
func sectionOf(f *os.File) *io.SectionReader {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	offset, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	size := max(info.Size()-offset, 0)
	if n, _ := f.ReadAt(make([]byte, 1), offset); size == 0 && n > 0 {
		return nil // it only claims to be empty, as those in /proc do
	}
	return io.NewSectionReader(f, offset, size)
}

// Size returns the number of bytes: 0 without a body, -1 if it is unknown.
func (c *Content) Size() int64 { return c.size }

// SetLength sets the size to the value of a content-length header, which must
// agree with a size that is known. A Reader of unknown size cannot have the
// length 0, which net/http takes for an unknown one.
func (c *Content) SetLength(length string) error {
	n, err := strconv.ParseUint(length, 10, 63)
	if err != nil {
		return errors.New("it is not a decimal number of bytes")
	}
	switch {
	case c.size == unknown && n == 0:
		return errors.New("it is 0 for a Reader of unknown size: pass http.NoBody to send an empty body")
	case c.size != unknown && c.size != int64(n):
		return errors.New("it is not the length of the body: leave it out to have it set")
	}
	c.size = int64(n)
	return nil
}

// IsOnce reports whether the body can be read only once.
func (c *Content) IsOnce() bool { return c.once }

// Attach sets Body and ContentLength of a request that has neither, and GetBody
// if the body can be read again.
func (c *Content) Attach(r *http.Request) {
	if !c.exists {
		return
	}
	r.ContentLength = c.size
	r.Body = c.closable()
	if again := *c; !c.once {
		r.GetBody = func() (io.ReadCloser, error) { return again.closable(), nil }
	}
}

// closable returns what Reader does as the body of a request. Its receiver is a
// value, so that the function in Attach takes one allocation.
func (c Content) closable() io.ReadCloser {
	r := c.Reader()
	if body, ok := r.(io.ReadCloser); ok {
		return body
	}
	return io.NopCloser(r)
}

// Reader returns a new Reader of the body as Attach would send it, or the only
// one. It is http.NoBody without a body and for an empty one.
func (c Content) Reader() io.Reader {
	switch {
	case c.size == 0:
		return http.NoBody
	case c.bytes != nil:
		return bytes.NewReader(c.bytes)
	}
	return c.open()
}
