package body

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// Types that are several kinds at once, or nearly one.
type (
	textKind      string
	jsonText      string // a string that encodes itself
	textMarshaled []byte // bytes that have a text
	flag          uint8
	readerAndJSON struct{ *strings.Reader }
	failing       struct{ error }
)

func (s jsonText) MarshalJSON() ([]byte, error)    { return []byte(`{"is": "<` + s + `>"}`), nil }
func (textMarshaled) MarshalText() ([]byte, error) { return []byte("<&>"), nil }
func (readerAndJSON) MarshalJSON() ([]byte, error) { return []byte("1"), nil }
func (flag) String() string                        { return "flag" }
func (f failing) MarshalJSON() ([]byte, error)     { return nil, f.error }

// A kindTest has a body with its kind, its bytes, its size (-1: unknown) and whether it can
// be read again.
type kindTest struct {
	name       string
	body       any
	kind       Kind
	want       string
	size       int64
	replayable bool
}

func replayable(name string, body any, kind Kind, want string) kindTest {
	return kindTest{name, body, kind, want, int64(len(want)), true}
}

func once(name string, body io.Reader, want string) kindTest {
	return kindTest{name: name, body: body, kind: Reader, want: want, size: -1}
}

func TestNew(t *testing.T) {
	for _, tt := range []kindTest{
		replayable("bytes.Buffer, half read", skip(bytes.NewBufferString("123456")), Reader, "456"),
		replayable("bytes.Buffer, empty", new(bytes.Buffer), Reader, ""),
		replayable("bytes.Reader, half read", skip(bytes.NewReader([]byte("123456"))), Reader, "456"),
		replayable("strings.Reader, half read", skip(strings.NewReader("123456")), Reader, "456"),
		replayable("strings.Reader, at its end", skip(strings.NewReader("123")), Reader, ""),
		replayable("file at an offset", file(t, "123456", 3), Reader, "456"),
		replayable("file at its end", file(t, "123456", 6), Reader, ""),
		replayable("file past its end", file(t, "123456", 9), Reader, ""),
		once("pipe", pipe(t, "abc"), "abc"),
		once("device, which can seek", device(t), ""),
		replayable("http.NoBody", http.NoBody, Reader, ""),
		once("unknown Reader", iotest.OneByteReader(strings.NewReader("abc")), "abc"),
		once("Reader before json.Marshaler", readerAndJSON{strings.NewReader("abc")}, "abc"),

		replayable("url.Values", url.Values{"b": {"1", "2"}, "a": {"c d&"}}, Form, "a=c+d%26&b=1&b=2"),
		replayable("url.Values, empty", url.Values{}, Form, ""),
		replayable("json.RawMessage", json.RawMessage(" {\"a\" : \"<\"} "), RawJSON, " {\"a\" : \"<\"} "),

		replayable("string", "<\u00fc\xff>\n", Text, "<\u00fc\xff>\n"),
		replayable("string, empty", "", Text, ""),
		replayable("named string", textKind("a\"b"), Text, "a\"b"),
		replayable("[]byte", []byte("\x00\xff"), Text, "\x00\xff"),

		replayable("json.Marshaler, nil pointer", (*jsonText)(nil), JSON, "null"),
		replayable("TextMarshaler", textMarshaled("x"), JSON, `"<&>"`),
		replayable("json.Number", json.Number("1.10"), JSON, "1.10"),
		replayable("enumeration of bytes", []flag{1, 2}, JSON, `"AQI="`),
		replayable("map", map[string]any{"b": "<&>", "a": nil}, JSON, `{"a":null,"b":"<&>"}`),
		replayable("nil pointer to a struct", (*struct{ X int })(nil), JSON, "null"),
		replayable("int", 42, JSON, "42"),
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := KindOf(tt.body); got != tt.kind {
				t.Errorf("kind %d, want %d", got, tt.kind)
			}
			c := content(t, tt.body)
			r := attached(&c)
			if c.Size != tt.size || r.ContentLength != tt.size || (r.GetBody != nil) != tt.replayable || c.once == tt.replayable {
				t.Errorf("size %d, ContentLength %d, GetBody set: %t, once %t", c.Size, r.ContentLength, r.GetBody != nil, c.once)
			}
			if (r.Body == http.NoBody) != (tt.size == 0) {
				t.Errorf("Body %v, size %d", r.Body, tt.size)
			}
			if got := read(t, r.Body); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
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

// skip reads three bytes.
func skip(r io.Reader) io.Reader {
	if _, err := io.ReadFull(r, make([]byte, 3)); err != nil {
		panic(err)
	}
	return r
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
