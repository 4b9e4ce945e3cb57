package client

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/endpoint"
)

// Types, flags and codes of RFC 9113.
const (
	data, headers, reset, settings, windowUpdate = 0, 1, 3, 4, 8
	endStream, endHeaders                        = 1, 4
	protocolError, internalError, refusedStream  = 1, 2, 7
)

// A rawHTTP2 is a connection of a server that writes frames by hand.
type rawHTTP2 struct{ *tls.Conn }

func (c rawHTTP2) write(typ, flags byte, stream uint32, payload ...byte) {
	b := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), typ, flags}
	c.Write(append(binary.BigEndian.AppendUint32(b, stream), payload...))
}

// next reads until a frame of a type that has a flag. It returns its stream.
func (c rawHTTP2) next(typ, flag byte) (uint32, error) {
	for {
		h := make([]byte, 9)
		if _, err := io.ReadFull(c, h); err != nil {
			return 0, err
		}
		length := int64(h[0])<<16 | int64(h[1])<<8 | int64(h[2])
		if _, err := io.CopyN(io.Discard, c, length); err != nil || h[3] == typ && h[4]&flag == flag {
			return binary.BigEndian.Uint32(h[5:]), err
		}
	}
}

// awaitFullSocket returns when the body of a request waits for a server that has stopped to read.
func awaitFullSocket() {
	isWaiting := func(goroutine string) bool {
		return strings.Contains(goroutine, "writeRequestBody") && strings.Contains(goroutine, "IO wait")
	}
	for !slices.ContainsFunc(strings.Split(stacks(), "\n\n"), isWaiting) {
		runtime.Gosched()
	}
}

// newRawHTTP2 returns a Client of a server that takes any amount of data, until it stops to read.
func newRawHTTP2(t *testing.T, serve func(rawHTTP2)) *Client {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: server.TLS.Certificates, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				c := rawHTTP2{conn.(*tls.Conn)}
				io.ReadFull(c, make([]byte, len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")))
				c.write(settings, 0, 0, 0, 4, 0x7f, 0xff, 0xff, 0xff) // the window of a stream
				c.write(windowUpdate, 0, 0, 0x7f, 0xfe, 0, 0)         // of the connection
				c.write(settings, 1, 0)
				serve(c)
			}()
		}
	}()
	c := clientOf("https://" + listener.Addr().String())
	transport := c.HTTP.Transport.(*http.Transport)
	transport.TLSClientConfig = &tls.Config{RootCAs: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	transport.ForceAttemptHTTP2 = true
	return c
}

const repeated = "the request was sent twice without a response, and would be sent again"

func statusHeader(code string) []byte { return append([]byte{8, 3}, code...) }

// A request that a server takes and resets is sent once more by net/http, which would do that
// without end, and is not sent again by Do.
func TestResetHTTP2(t *testing.T) {
	for _, test := range []struct {
		method string
		code   byte
		most   int32
	}{
		{"POST", protocolError, 2}, // which net/http takes for a connection that the server closes, until Go 1.27
		{"POST", refusedStream, 2}, // by which a server says that it did nothing
		{"POST", internalError, 1},
		{"DELETE", protocolError, 2},
		{"GET", protocolError, 2},
	} {
		var got atomic.Int32
		c := newRawHTTP2(t, func(c rawHTTP2) {
			for {
				last := byte(headers)
				if test.method == "POST" {
					last = data
				}
				stream, err := c.next(last, endStream)
				if err != nil {
					return
				}
				got.Add(1)
				c.write(reset, 0, stream, 0, 0, 0, test.code)
			}
		})
		layer := endpoint.Options{}
		if test.method == "POST" {
			layer.Data = "body"
		}
		err := c.Call(context.Background(), nil, test.method+" /x", layer)
		isEnded := strings.HasSuffix(err.Error(), ": "+repeated)
		isMissing := test.code == refusedStream && !isEnded
		if got.Load() > test.most || isEnded != (got.Load() == 2) || isMissing || statusOf(err) != 0 {
			t.Errorf("%s, code %d: %d requests, error %v", test.method, test.code, got.Load(), err)
		}
	}
}

// Neither early hints nor redirects before it let a request be sent a third time.
func TestResetAfterAnswers(t *testing.T) {
	var got atomic.Int32
	c := newRawHTTP2(t, func(c rawHTTP2) {
		for stream, err := c.next(headers, endStream); err == nil; stream, err = c.next(headers, endStream) {
			got.Add(1)
			c.write(headers, endHeaders, stream, statusHeader("103")...)
			c.write(reset, 0, stream, 0, 0, 0, refusedStream)
		}
	})
	resets, hops := request(t, c, "GET /x").URL.String(), 0
	redirects := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		if hops++; hops < 5 {
			http.Redirect(w, r, "/x", http.StatusFound)
			return
		}
		http.Redirect(w, r, resets, http.StatusFound)
	})
	redirects.HTTP = c.HTTP
	for route, c := range map[string]*Client{"POST /x": c, "GET /x": redirects} {
		got.Store(0)
		err := c.Call(context.Background(), nil, route)
		if err == nil || !strings.HasSuffix(err.Error(), repeated) || got.Load() != 2 {
			t.Errorf("%s: %d requests, error %v", route, got.Load(), err)
		}
	}
}

// Responses between them are no repetitions.
func TestManyAnswersHTTP2(t *testing.T) {
	n := 0
	c := newHTTP2Client(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusEarlyHints)
		if n++; n < 10 {
			http.Redirect(w, r, "/x", http.StatusTemporaryRedirect)
		}
	})
	if err := c.Call(t.Context(), nil, "PUT /x", endpoint.Options{Data: "body"}); err != nil || n != 10 {
		t.Errorf("%d requests, error %v", n, err)
	}
}

// A server that stops to read holds neither its call nor those after it, which would have its
// connection: it is closed, and they get another one.
func TestStalledHTTP2(t *testing.T) {
	set(t, &headerTimeout, 100*time.Millisecond)
	over := make(chan bool)
	defer close(over)
	var connections atomic.Int32
	c := newRawHTTP2(t, func(c rawHTTP2) {
		isFirst := connections.Add(1) == 1
		for stream, err := c.next(headers, 0); err == nil; stream, err = c.next(headers, 0) {
			if isFirst {
				<-over
				return
			}
			c.write(headers, endHeaders|endStream, stream, statusHeader("204")...)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		awaitFullSocket()
		cancel()
	}()
	err := c.Call(ctx, nil, "POST /x", endpoint.Options{Data: make([]byte, 64<<20)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 10*time.Second) // a ping without an answer closes it after 15 seconds more
	defer cancel()
	for err != nil && ctx.Err() == nil { // the first may still get the connection
		err = c.Call(ctx, nil, "GET /y")
	}
	if err != nil {
		t.Errorf("later calls: %v", err)
	}
}
