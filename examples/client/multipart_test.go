package client

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/endpoint"
)

// tempFile returns an open file with a content.
func tempFile(t *testing.T, name, content string) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.WriteString(content); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

// partsOf returns the parts of a form as a server reads them.
func partsOf(t *testing.T, r *http.Request) (parts []string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		t.Error(err)
	}
	for form := multipart.NewReader(r.Body, params["boundary"]); ; {
		p, err := form.NextPart()
		if err == io.EOF {
			return parts
		}
		if err != nil {
			t.Error(err)
			return parts
		}
		b, err := io.ReadAll(p)
		_, params, e := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
		parts = append(parts, fmt.Sprintf("%q %q %d %s", params, p.Header.Get("Content-Type"), len(p.Header), b))
		if err != nil || e != nil {
			t.Error(err, e)
		}
	}
}

// A form arrives as it was given: Params as the library writes a form, then the files. It arrives
// again after a redirect.
func TestMultipart(t *testing.T) {
	f := tempFile(t, "notes.txt", "head body")
	if _, err := f.Seek(5, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	var got [][]string
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength <= 0 || r.RequestURI != "/uploads/7?notify=true" {
			t.Errorf("content-length %d, %s", r.ContentLength, r.RequestURI)
		}
		got = append(got, partsOf(t, r))
		if len(got) < 3 {
			http.Redirect(w, r, r.RequestURI, http.StatusTemporaryRedirect)
		}
	})
	title, when := "Notes", time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	req, err := c.Multipart(t.Context(), []File{
		{Name: "files", Filename: "notes.txt", Type: `text/plain; charset="utf-8"`, Data: f},
		{Name: `a "1"`, Filename: "\"é\"\r\n\x00\x7f.txt", Data: f},
		{Name: "meta", Type: "application/json\r\nx: y", Data: endpoint.JSON(map[string]any{"a": 1})},
		{Name: "empty", Filename: "e", Data: tempFile(t, "empty", "")},
		{Name: "none", Filename: "n"},
	}, "PUT /uploads/{id}", endpoint.Query{"notify": true}, endpoint.Params{
		"id": 7, "title": &title, "note": (*string)(nil), "none": nil, "flag": (*bool)(nil), "list": []string(nil),
		"tags": []string{"a", "b"}, "expires": map[string]any{"days": 3}, "at": when, "n\r\n": 1, "filter": endpoint.JSON([]int{1, 2}),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(req, nil); err != nil {
		t.Error(err)
	}
	want := []string{
		`map["name":"at"] "" 1 2026-01-02T03:04:05.000000006Z`,
		`map["name":"expires[days]"] "" 1 3`,
		`map["name":"filter"] "" 1 [1,2]`,
		`map["name":"n%0D%0A"] "" 1 1`,
		`map["name":"tags"] "" 1 a`,
		`map["name":"tags"] "" 1 b`,
		`map["name":"title"] "" 1 Notes`,
		`map["filename":"notes.txt" "name":"files"] "text/plain; charset=\"utf-8\"" 2 body`,
		`map["filename":"\"é\"%0D%0A%00%7F.txt" "name":"a \"1\""] "" 1 body`,
		`map["name":"meta"] "application/json x: y" 2 {"a":1}`,
		`map["filename":"e" "name":"empty"] "" 1 `,
		`map["filename":"n" "name":"none"] "" 1 `,
	}
	for i, parts := range got {
		if !slices.Equal(parts, want) {
			t.Errorf("%d: got %s\nwant %s", i, strings.Join(parts, "\n"), strings.Join(want, "\n"))
		}
	}
	if len(got) != 3 {
		t.Errorf("%d requests", len(got))
	}
}

// The fields of a form are those of a urlencoded form with the same Params.
func TestMultipartIsAForm(t *testing.T) {
	c := clientOf("https://api.test")
	for _, layers := range [][]endpoint.Layer{
		{endpoint.Params{"a": []int{1, 2}, "b": map[string]any{"c": []string{"x"}}}, endpoint.Options{Lists: endpoint.ListBrackets}},
		{endpoint.Options{Data: url.Values{"a": {"1", "2"}}}},
		{endpoint.ParamsOf(struct {
			A float64 `json:"a"`
			B []byte  `json:"b,omitempty"`
		}{A: 1e21})},
		{endpoint.Params{"wait": time.Minute}},
		{endpoint.Params{"a": map[string]any{"b": []int{1}}}},
		{endpoint.Path{"a": 1}},
	} {
		form, wantErr := c.API.Build("POST /x", append(layers, endpoint.Headers{"content-type": "application/x-www-form-urlencoded"})...)
		req, err := c.Multipart(t.Context(), nil, "POST /x", layers...)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("error %v, want %v", err, wantErr)
		}
		if err != nil {
			continue
		}
		if err := req.ParseMultipartForm(1 << 20); err != nil || !maps.EqualFunc(req.PostForm, form.Body.(url.Values), slices.Equal) {
			t.Errorf("got %v, %v, want %v", req.PostForm, err, form.Body)
		}
	}
}

// A part of unknown size is sent without a length, once.
func TestMultipartOfReader(t *testing.T) {
	n := 0
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		n++
		if r.ContentLength != -1 || r.FormValue("log") != "a stream" {
			t.Errorf("content-length %d, log %q", r.ContentLength, r.FormValue("log"))
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	var closed atomic.Int32
	parts := []File{{Name: "log", Data: closingOf("a stream", &closed)}, {Name: "more", Data: "x"}}
	req, err := c.Multipart(t.Context(), parts, "PUT /uploads")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = c.Send(req, nil); statusOf(err) != 503 || n != 1 {
		t.Errorf("%d requests, error %v", n, err)
	}
	for closed.Load() != 1 {
		runtime.Gosched()
	}
}

func TestMultipartErrors(t *testing.T) {
	c := clientOf("https://api.test")
	for _, test := range []struct {
		route string
		file  File
		layer endpoint.Layer
		want  error
	}{
		{"POST /x", File{}, endpoint.Options{Data: strings.NewReader("a")}, endpoint.ErrBody},
		{"GET /x", File{}, nil, endpoint.ErrBody},
		{"POST /x", File{Name: "meta", Data: math.NaN()}, nil, endpoint.ErrBody},
		{"POST /x", File{Name: "file", Data: (*os.File)(nil)}, nil, endpoint.ErrBody},
	} {
		layers := append(make([]endpoint.Layer, 0, 8), test.layer) // has room for one more
		_, err := c.Multipart(t.Context(), []File{test.file}, test.route, layers...)
		if e := (*endpoint.Error)(nil); !errors.Is(err, test.want) || !errors.As(err, &e) || e.Route != test.route || layers[:2][1] != nil {
			t.Errorf("%v: error %v, layers %v", test, err, layers[:2])
		}
	}
}

// A form that cannot be built closes its Readers, which may be pipes whose writers wait.
func TestMultipartClosesReaders(t *testing.T) {
	c := clientOf("https://api.test")
	for _, route := range []string{"POST /x", "POST /x/{id}", "GET /x"} {
		var closed atomic.Int32
		files := []File{{Name: "a", Data: closingOf("x", &closed)}, {Name: "b", Data: math.NaN()}, {Name: "c", Data: closingOf("x", &closed)}}
		f := tempFile(t, "mine", "x")
		_, err := c.Multipart(t.Context(), append(files, File{Name: "f", Data: f}), route)
		if _, e := f.Stat(); err == nil || closed.Load() != 2 || e != nil {
			t.Errorf("%s: %d were closed, error %v, the file %v", route, closed.Load(), err, e)
		}
	}
}

// A large file is not read into memory, neither before it is sent nor while it is.
func TestMultipartOfLargeFile(t *testing.T) {
	f := tempFile(t, "large", "")
	const size, read = 1 << 30, 1 << 20
	if err := f.Truncate(size); err != nil { // a file with a hole takes no room
		t.Fatal(err)
	}
	c := clientOf("https://api.test")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	req, err := c.Multipart(t.Context(), []File{{Name: "file", Filename: "large", Data: f}}, "POST /uploads")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, req.Body, read); err != nil || req.ContentLength < size {
		t.Errorf("%v, content-length %d", err, req.ContentLength)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > size/2 { // what ends of other tests allocates is less
		t.Errorf("%d bytes were allocated", n)
	}
}

// A file that shrinks after its size was read is an error, and never a shorter file on the server.
// One that grows is sent as it was.
func TestMultipartOfChangingFile(t *testing.T) {
	content := strings.Repeat("x", 1<<20)
	for proto, serve := range servers {
		for _, size := range []int64{0, 1 << 19, 1 << 21} {
			isWhole := size > int64(len(content))
			f := tempFile(t, "large", content)
			received := make(chan error, 1)
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				err := r.ParseMultipartForm(4 << 20)
				if err == nil && r.MultipartForm.File["file"][0].Size != int64(len(content)) {
					err = errors.New("another size")
				}
				received <- err
			})
			parts := []File{{Name: "file", Filename: "large", Data: f}, {Name: "title", Data: "x"}}
			req, err := c.Multipart(t.Context(), parts, "POST /uploads")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(f.Name(), size); err != nil {
				t.Fatal(err)
			}
			_, err = c.Send(req, nil)
			if isWhole != (err == nil) || !isWhole && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%s, %d: error %v", proto, size, err)
			}
			if err := <-received; isWhole != (err == nil) {
				t.Errorf("%s, %d: on the server %v", proto, size, err)
			}
		}
	}
}
