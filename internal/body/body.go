// Package body turns a value into the body of a request: its kind, its bytes,
// its length, and whether it can be read again for a redirect or a retry. Its
// errors say what is wrong without showing any value.
package body

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"strings"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/header"
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
//	New(map…), New("text")          size
//	New(strings.NewReader("text"))  what it has left, size
//	New(regular file)               what it has left, size
//	New(pipe)                       the pipe, once; size -1 until SetLength
//	New(""), New(http.NoBody)       size 0
type Content struct {
	Size int64            // in bytes: 0 without a body, -1 if it is unknown
	once bool             // it can be read only once
	open func() io.Reader // returns the body from its start; nil: there is none
}

const unknown = -1

// New returns the body that v stands for: none for nil.
func New(v any) (Content, *fault.Error) {
	v = value.OfJSON(v)
	if v == nil {
		return Content{}, nil
	}
	switch KindOf(v) {
	case Reader:
		return fromReader(v.(io.Reader))
	case Form:
		return FromBytes([]byte(v.(url.Values).Encode())), nil
	case RawJSON:
		raw := v.(json.RawMessage)
		if !json.Valid(raw) {
			return Content{}, fault.New(fault.Body, "", "the json.RawMessage is not valid JSON: pass a string to send other text")
		}
		return FromBytes(raw), nil
	case Text:
		text := reflect.ValueOf(v)
		if text.Kind() == reflect.String {
			return fromReader(strings.NewReader(text.String()))
		}
		return FromBytes(text.Bytes()), nil
	}
	b, err := value.Marshal(v)
	if err != nil {
		return Content{}, err.For(fault.Body, "")
	}
	return FromBytes(b), nil
}

// FromBytes returns the body whose bytes are b.
func FromBytes(b []byte) Content {
	return Content{Size: int64(len(b)), open: func() io.Reader { return bytes.NewReader(b) }}
}

// IsOnce reports whether v, of the kind Reader, can be read only once.
func IsOnce(v any) bool {
	content, _ := fromReader(v.(io.Reader))
	return content.once
}

// fromReader finds out how much a Reader of the standard library has left. Any
// other Reader has an unknown size and can be read once.
func fromReader(r io.Reader) (Content, *fault.Error) {
	if rv := reflect.ValueOf(r); rv.Kind() == reflect.Pointer && rv.IsNil() {
		return Content{}, fault.New(fault.Body, "", "it is a nil "+rv.Type().String()+": pass an untyped nil to send no body")
	}
	switch r := r.(type) {
	case *bytes.Buffer:
		return FromBytes(r.Bytes()), nil
	case *bytes.Reader:
		saved := *r
		return Content{Size: int64(r.Len()), open: func() io.Reader { r := saved; return &r }}, nil
	case *strings.Reader:
		saved := *r
		return Content{Size: int64(r.Len()), open: func() io.Reader { r := saved; return &r }}, nil
	case *os.File:
		if content, ok := fromFile(r); ok {
			return content, nil
		}
	}
	if r == http.NoBody {
		return FromBytes(nil), nil
	}
	return Content{once: true, Size: unknown, open: func() io.Reader { return r }}, nil
}

// fromFile returns what is left of a regular file.
func fromFile(f *os.File) (c Content, ok bool) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return c, false
	}
	offset, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return c, false
	}
	size := max(info.Size()-offset, 0)
	if n, _ := f.ReadAt(make([]byte, 1), offset); size == 0 && n > 0 {
		return c, false // it only claims to be empty, as those in /proc do
	}
	return Content{Size: size, open: func() io.Reader { return io.NewSectionReader(f, offset, size) }}, true
}

// SetLength sets the size to the value of a content-length header, which must
// agree with a size that is known, or returns what is wrong with it. A Reader of
// unknown size cannot have the length 0, which net/http takes for an unknown one.
func (c *Content) SetLength(length string) (reason string) {
	n, err := strconv.ParseUint(length, 10, 63)
	switch {
	case err != nil:
		return "it is not a decimal number of bytes"
	case c.Size == unknown && n == 0:
		return "it is 0 for a Reader of unknown size: pass http.NoBody to send an empty body"
	case c.Size != unknown && c.Size != int64(n):
		return "it is not the length of the body: leave it out to have it set"
	}
	c.Size = int64(n)
	return ""
}

// Attach sets Body and ContentLength of a request that has neither, and GetBody
// if the body can be read again.
func (c Content) Attach(r *http.Request) {
	if c.open == nil {
		return
	}
	get := func() (io.ReadCloser, error) {
		r := c.Reader()
		if body, ok := r.(io.ReadCloser); ok {
			return body, nil
		}
		return io.NopCloser(r), nil
	}
	r.ContentLength = c.Size
	r.Body, _ = get()
	if !c.once {
		r.GetBody = get
	}
}

// Reader returns a new Reader of the body as Attach would send it, or the only
// one. It is http.NoBody without a body and for an empty one.
func (c Content) Reader() io.Reader {
	if c.Size == 0 {
		return http.NoBody
	}
	return c.open()
}

// A Type says what a content-type is to a body.
type Type uint8

const (
	None     Type = iota // it is not set, or removed
	JSONType             // that of JSON (RFC 8259), text/json, or one with the suffix of RFC 6839
	FormType
	OtherType
)

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// TypeOf returns what a content-type is, by its name in lower case without parameters.
func TypeOf(contentType string) Type {
	name, _, _ := strings.Cut(contentType, ";")
	name = cmp.Or(header.Lower(header.Trim(name)), contentType)
	prefix, isSuffixed := strings.CutSuffix(name, "+json")
	switch {
	case name == "":
		return None
	case name == jsonType, name == "text/json", isSuffixed && prefix != "":
		return JSONType
	case name == formType:
		return FormType
	}
	return OtherType
}

// ContentType returns the content-type of a kind of body where none is set, "" for one that
// only the caller knows.
func (k Kind) ContentType() string {
	return [...]string{JSON: jsonType + "; charset=utf-8", RawJSON: jsonType + "; charset=utf-8", Form: formType}[k]
}

// misfits says which bodies may not be sent under which content-type. JSON under that of
// forms has to become one, and text under that of JSON has to be JSON.
var misfits = [...][OtherType + 1]string{
	Form: {
		JSONType:  "is a form: set content-type to " + formType + ", or pass text",
		OtherType: "is a form: set content-type to " + formType + ", or pass text",
	},
	RawJSON: {
		FormType: "is not a form: pass a map, a struct with tags, url.Values or text",
	},
	JSON: {
		OtherType: "is sent as JSON, but content-type is not a JSON type: pass text, bytes or a Reader, or endpoint.JSON for JSON under another name",
	},
}

// Misfit returns why v, whose body is of the kind k, may not be sent under a content-type, "" if it
// may. What has a content-encoding is not read.
func (k Kind) Misfit(v any, t Type, isEncoded bool) string {
	switch reason := misfits[k][t]; {
	case reason != "":
		return value.TypeName(reflect.TypeOf(v)) + " " + reason
	case k == Text && t == JSONType && !isEncoded && !isJSON(v):
		return "the text is not valid JSON, as content-type says it is: pass endpoint.JSON to encode it, the content-type of the text, or a Reader, which is not checked"
	case k == JSON:
		if err := value.Check(v); err != nil {
			return err.Reason
		}
	}
	return ""
}

// isJSON reports whether a string or byte slice is empty or valid JSON.
func isJSON(v any) bool {
	text := reflect.ValueOf(v)
	if text.Kind() == reflect.String {
		return text.Len() == 0 || json.Valid([]byte(text.String()))
	}
	return text.Len() == 0 || json.Valid(text.Bytes())
}
