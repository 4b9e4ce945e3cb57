package body

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// Types that are several kinds at once, or nearly one.
type (
	jsonText      string // a string that encodes itself
	textMarshaled []byte // bytes that have a text
	namedBytes    []byte
	flag          uint8
	readerAndJSON struct{ *strings.Reader }
	failing       struct{ error }
)

func (s jsonText) MarshalJSON() ([]byte, error)    { return []byte(`{"is": "<` + s + `>"}`), nil }
func (textMarshaled) MarshalText() ([]byte, error) { return []byte("<&>"), nil }
func (readerAndJSON) MarshalJSON() ([]byte, error) { return []byte("1"), nil }
func (flag) String() string                        { return "flag" }
func (f failing) MarshalJSON() ([]byte, error)     { return nil, f.error }

// TestNew has what is nearly of another kind. test/ has a body of each kind.
func TestNew(t *testing.T) {
	for _, tt := range []struct {
		name string
		body any
		kind Kind
		want string
		once bool // it cannot be read again, and its size is unknown
	}{
		{name: "file at its end", body: file(t, "123456", 6), kind: Reader},
		{name: "file past its end", body: file(t, "123456", 9), kind: Reader},
		{name: "pipe", body: pipe(t, "abc"), kind: Reader, want: "abc", once: true},
		{name: "device, which can seek", body: device(t), kind: Reader, once: true},
		{name: "Reader before json.Marshaler", body: readerAndJSON{strings.NewReader("abc")}, kind: Reader, want: "abc", once: true},
		{name: "json.Marshaler, nil pointer", body: (*jsonText)(nil), kind: JSON, want: "null"},
		{name: "TextMarshaler", body: textMarshaled("x"), kind: JSON, want: `"<&>"`},
		{name: "bytes of another type", body: namedBytes("x"), kind: Text, want: "x"},
		{name: "json.Number", body: json.Number("1.10"), kind: JSON, want: "1.10"},
		{name: "enumeration of bytes", body: []flag{1, 2}, kind: JSON, want: `"AQI="`},
	} {
		c, size := content(t, tt.body), int64(len(tt.want))
		if tt.once {
			size = -1
		}
		r := attached(&c)
		if got := KindOf(tt.body); got != tt.kind || c.Size != size || r.ContentLength != size || c.once != tt.once {
			t.Errorf("%s: kind %d, size %d, ContentLength %d, once %t", tt.name, got, c.Size, r.ContentLength, c.once)
		}
		if got := read(t, r.Body); got != tt.want || (r.Body == http.NoBody) != (size == 0) || (r.GetBody == nil) != tt.once {
			t.Errorf("%s: got %q of a %T, want %q", tt.name, got, r.Body, tt.want)
		}
	}
}

// TestClosedFile: what is wrong with a file is found by who reads it.
func TestClosedFile(t *testing.T) {
	f := file(t, "abc", 0)
	f.Close()
	c := content(t, f)
	if _, err := io.ReadAll(c.Reader()); c.Size != -1 || !c.once || !errors.Is(err, os.ErrClosed) {
		t.Errorf("size %d, once %t, error %v", c.Size, c.once, err)
	}
}

func TestNewErrors(t *testing.T) {
	for _, tt := range []struct {
		body   any
		reason string
	}{
		{(*bytes.Buffer)(nil), "it is a nil *bytes.Buffer: pass an untyped nil to send no body"},
		{(*os.File)(nil), "it is a nil *os.File: pass an untyped nil to send no body"},
		{(*closer)(nil), "it is a nil *body.closer: pass an untyped nil to send no body"},
		{json.RawMessage(`{"s3cret":}`), "the json.RawMessage is not valid JSON: pass a string to send other text"},
		{json.RawMessage(nil), "the json.RawMessage is not valid JSON: pass a string to send other text"},
		{failing{errors.New("s3cret")}, "MarshalJSON of body.failing failed or returned invalid JSON"},
	} {
		c, err := New(tt.body)
		if err == nil || err.Error() != tt.reason || c.open != nil {
			t.Errorf("%T: %v, error %v\nwant %s", tt.body, c, err, tt.reason)
		}
	}
}

func TestSetLength(t *testing.T) {
	const mismatch, noNumber = "it is not the length of the body: leave it out to have it set", "it is not a decimal number of bytes"
	const noReader = "it is 0 for a Reader of unknown size: pass http.NoBody to send an empty body"
	known, empty := "12345", ""
	unknown := iotest.OneByteReader(strings.NewReader(known))
	for _, tt := range []struct {
		body   any
		length string
		size   int64 // afterwards
		reason string
	}{
		{body: known, length: "5", size: 5},
		{body: known, length: "05", size: 5},
		{body: known, length: "4", size: 5, reason: mismatch},
		{body: known, length: "+5", size: 5, reason: noNumber},
		{body: known, length: "5_0", size: 5, reason: noNumber},
		{body: known, length: "\u0665", size: 5, reason: noNumber}, // an Arabic-Indic five
		{body: known, length: "", size: 5, reason: noNumber},
		{body: known, length: "9223372036854775808", size: 5, reason: noNumber},
		{body: unknown, length: "5", size: 5},
		{body: unknown, length: "0", size: -1, reason: noReader},
		{body: unknown, length: "00", size: -1, reason: noReader},
		{body: http.NoBody, length: "0", size: 0},
		{body: unknown, length: "9223372036854775807", size: 1<<63 - 1},
		{body: unknown, length: "s3cret", size: -1, reason: noNumber},
		{body: nil, length: "0", size: 0},
		{body: nil, length: "5", size: 0, reason: mismatch},
		{body: empty, length: "0", size: 0},
		{body: file(t, "123456", 3), length: "3", size: 3},
	} {
		c := content(t, tt.body)
		if reason := c.SetLength(tt.length); reason != tt.reason || c.Size != tt.size {
			t.Errorf("%T, %q: size %d, error %q; want %d, %q", tt.body, tt.length, c.Size, reason, tt.size, tt.reason)
		}
	}
}

// A closer is a Reader that counts how often it is closed.
type closer struct {
	io.Reader
	closed int
}

func (c *closer) Close() error { c.closed++; return errors.New("closed") }

// TestClose: the client closes a Reader as if http.NewRequest had been given
// it; a file stays open for the next request.
func TestClose(t *testing.T) {
	for _, length := range []string{"", "3"} {
		stream := &closer{Reader: strings.NewReader("abc")}
		c := content(t, stream)
		if length != "" {
			if reason := c.SetLength(length); reason != "" {
				t.Fatal(reason)
			}
		}
		if c.Reader() != stream || !c.once {
			t.Errorf("Reader %T, once %t, want the Reader itself", c.Reader(), c.once)
		}
		attached(&c).Body.Close()
		if stream.closed != 1 {
			t.Errorf("closed %d times, want once", stream.closed)
		}
	}
	f := file(t, "abc", 1)
	for range 2 {
		c := content(t, f)
		r := attached(&c)
		if got := read(t, r.Body); got != "bc" {
			t.Errorf("file: %q", got)
		}
		r.Body.Close()
	}
}

// TestSnapshot: what happens to a Reader afterwards does not reach the body.
func TestSnapshot(t *testing.T) {
	text, data := strings.NewReader("abc"), bytes.NewReader([]byte("abc"))
	for _, tt := range []struct {
		body   io.Reader
		change func()
	}{
		{text, func() { text.Reset("other") }},
		{data, func() { data.Reset([]byte("other")) }},
		{bytes.NewBufferString("abc"), func() {}},
		{file(t, "abc", 0), func() {}},
	} {
		c := content(t, tt.body)
		r := attached(&c)
		if got := read(t, tt.body); got != "abc" {
			t.Errorf("%T: %q left to read", tt.body, got)
		}
		tt.change()
		if got := read(t, r.Body); got != "abc" {
			t.Errorf("%T: got %q", tt.body, got)
		}
		again, err := r.GetBody()
		if err != nil || read(t, again) != "abc" {
			t.Errorf("%T: not the same again, %v", tt.body, err)
		}
	}
}

func content(t *testing.T, body any) Content {
	t.Helper()
	c, err := New(body)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func attached(c *Content) *http.Request {
	r := new(http.Request)
	c.Attach(r)
	return r
}

func read(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func file(t *testing.T, text string, offset int64) *os.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "body")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

// pipe is an *os.File that is not a regular one.
func pipe(t *testing.T, text string) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return r
}

func device(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestFileThatClaimsToBeEmpty reads a file whose size is 0 although it has text.
func TestFileThatClaimsToBeEmpty(t *testing.T) {
	f, err := os.Open("/proc/self/status")
	if errors.Is(err, os.ErrNotExist) {
		return // no such file on this system
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c, failed := New(f)
	if failed != nil || c.Size != -1 || c.Reader() != io.Reader(f) {
		t.Errorf("size %d, reader %v, %v; want a stream", c.Size, c.Reader(), failed)
	}
}
