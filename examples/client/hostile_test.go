package client

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/endpoint"
)

// answers are what a server writes instead of HTTP, or that is not what it says. {key} is a
// header that it got.
var answers = map[string]string{
	"nothing":             "",
	"not HTTP":            "{key}\r\n\r\n",
	"status":              "HTTP/1.1 {key}\r\n\r\n",
	"status 000":          "HTTP/1.1 000 {key}\r\n\r\n",
	"half a header":       "HTTP/1.1 200 OK\r\nX: {key}",
	"not a header":        "HTTP/1.1 200 OK\r\n{key}\r\n\r\n",
	"two lengths":         "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
	"not a length":        "HTTP/1.1 200 OK\r\nContent-Length: -{key}\r\n\r\n{}",
	"not an encoding":     "HTTP/1.1 200 OK\r\nTransfer-Encoding: {key}\r\n\r\n{}",
	"not chunked":         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{key}\r\n",
	"cut chunk":           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n[1, 2",
	"cut body":            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1, 2",
	"cut gzip":            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\x1f\x8b\x08",
	"not gzip":            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\n{key}",
	"not JSON":            "HTTP/1.1 200 OK\r\n\r\n{key}",
	"not a time":          "HTTP/1.1 200 OK\r\n\r\n{\"at\": \"{key}\"}",
	"not a number":        "HTTP/1.1 200 OK\r\n\r\n{\"of\": {\"{key}\": \"{key}\"}}",
	"overflow":            "HTTP/1.1 200 OK\r\n\r\n{\"of\": {\"x\": {key}}}",
	"cut error":           "HTTP/1.1 500 {key}\r\nContent-Length: 100\r\n\r\n{key}",
	"redirect to nowhere": "HTTP/1.1 302 Found\r\nLocation: http://there.test/?{key}\r\nContent-Length: 0\r\n\r\n",
	"endless redirects":   "HTTP/1.1 302 Found\r\nLocation: /x?{key}\r\nContent-Length: 0\r\n\r\n",
	"another protocol":    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: {key}\r\nConnection: Upgrade\r\n\r\n{key}",
}

// Whatever a server writes, a call ends with an *Error that has no value of the request in its text
// and leaves nothing behind: no goroutine, no connection, no body.
func TestHostileServers(t *testing.T) {
	for _, stays := range []bool{false, true} { // or the server closes the connection
		for name, answer := range answers {
			t.Run(fmt.Sprint(name, ", stays ", stays), func(t *testing.T) {
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					conn, _, err := w.(http.Hijacker).Hijack()
					if err != nil {
						t.Error(err)
						return
					}
					io.WriteString(conn, strings.ReplaceAll(answer, "{key}", r.Header.Get("X-Key")))
					if stays {
						io.Copy(io.Discard, conn)
					}
					conn.Close()
				}))
				c := clientOf(server.URL)
				transport := c.HTTP.Transport.(*http.Transport)
				set(t, &bodyTimeout, time.Millisecond)
				transport.ResponseHeaderTimeout = time.Millisecond
				if !stays {
					set(t, &bodyTimeout, time.Hour)
					transport.ResponseHeaderTimeout = time.Hour
				}
				open := openBodies(c)
				var body atomic.Int32
				var out struct {
					At time.Time       `json:"at"`
					Of map[string]int8 `json:"of"`
				}
				err := c.Call(t.Context(), &out, "PUT /x", endpoint.Query{"key": "SECRET"}, endpoint.Headers{"x-key": "73556"},
					endpoint.Options{Data: closingOf("SECRET", &body)})
				isSecret := strings.Contains(fmt.Sprint(err), "SECRET") || strings.Contains(fmt.Sprint(err), "73556")
				if e := (*Error)(nil); !errors.As(err, &e) || isSecret || !strings.HasPrefix(err.Error(), "PUT /x: ") {
					t.Errorf("error %v", err)
				}
				server.Close() // waits for the handler
				transport.CloseIdleConnections()
				for body.Load() != 1 || open() != 0 || strings.Contains(stacks(), "net/http.(*persistConn)") {
					runtime.Gosched()
				}
			})
		}
	}
}

// stacks returns those of all goroutines.
func stacks() string {
	b := make([]byte, 1<<20)
	return string(b[:runtime.Stack(b, true)])
}
