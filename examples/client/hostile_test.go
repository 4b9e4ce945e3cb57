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

// answers are what a server writes instead of HTTP, or that is not what it says. {secret} is the
// credentials that it got.
var answers = map[string]string{
	"nothing":             "",
	"not HTTP":            "{secret}\r\n\r\n",
	"status":              "HTTP/1.1 {secret}\r\n\r\n",
	"half a header":       "HTTP/1.1 200 OK\r\nX: {secret}",
	"not a header":        "HTTP/1.1 200 OK\r\n{secret}\r\n\r\n",
	"two lengths":         "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
	"not a length":        "HTTP/1.1 200 OK\r\nContent-Length: {secret}\r\n\r\n{}",
	"not an encoding":     "HTTP/1.1 200 OK\r\nTransfer-Encoding: {secret}\r\n\r\n{}",
	"not chunked":         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{secret}\r\n",
	"cut chunk":           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n[1, 2",
	"cut body":            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1, 2",
	"cut gzip":            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\x1f\x8b\x08",
	"not gzip":            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\n{secret}",
	"not JSON":            "HTTP/1.1 200 OK\r\n\r\n{secret}",
	"not a time":          "HTTP/1.1 200 OK\r\n\r\n{\"at\": \"{secret}\"}",
	"not a number":        "HTTP/1.1 200 OK\r\n\r\n{\"of\": {\"{secret}\": \"{secret}\"}}",
	"cut error":           "HTTP/1.1 500 {secret}\r\nContent-Length: 100\r\n\r\n{secret}",
	"redirect to nowhere": "HTTP/1.1 302 Found\r\nLocation: http://there.test/?{secret}\r\nContent-Length: 0\r\n\r\n",
	"endless redirects":   "HTTP/1.1 302 Found\r\nLocation: /x?{secret}\r\nContent-Length: 0\r\n\r\n",
	"another protocol":    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: {secret}\r\nConnection: Upgrade\r\n\r\n{secret}",
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
					io.WriteString(conn, strings.ReplaceAll(answer, "{secret}", strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
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
					At time.Time      `json:"at"`
					Of map[string]int `json:"of"`
				}
				err := c.Call(t.Context(), &out, "PUT /x", endpoint.Query{"key": "SECRET"}, endpoint.Options{Data: closingOf("SECRET", &body)})
				if e := (*Error)(nil); !errors.As(err, &e) || strings.Contains(err.Error(), "SECRET") || !strings.HasPrefix(err.Error(), "PUT /x: ") {
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
