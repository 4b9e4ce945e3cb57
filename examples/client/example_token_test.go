package client

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"sync"
)

// A token that changes: it is fetched when there is none, and when the last was rejected.
func ExampleClient_UseToken() {
	c, done := serve(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer TOKEN-1" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Println(r.URL.Path, r.Header.Get("Authorization"))
	})
	defer done()
	var mu sync.Mutex // many calls wait for one token
	var token string
	n := 0
	err := c.UseToken(func(ctx context.Context, rejected string) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		if token == rejected { // at first both are ""
			n++ // here, ask for a token with ctx
			token = fmt.Sprint("Bearer TOKEN-", n)
		}
		return token, nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Call(ctx, nil, "GET /user"))
	fmt.Println(c.Call(ctx, nil, "GET /repos"))
	// Output:
	// /user Bearer TOKEN-2
	// <nil>
	// /repos Bearer TOKEN-2
	// <nil>
}
