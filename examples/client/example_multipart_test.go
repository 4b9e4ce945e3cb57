package client

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"

	"example.com/endpoint"
)

// A form with fields, a JSON part and a file. A test reads it as a server does.
func ExampleClient_Multipart() {
	c, done := serve(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println(r.FormValue("title"), r.MultipartForm.Value, r.MultipartForm.File["file"][0].Size, r.ContentLength > 0)
	})
	defer done()
	path, remove := writeTemp("Buy milk")
	defer remove()

	f, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close() // after the response
	req, err := c.Multipart(ctx, []File{
		{Name: "meta", Type: "application/json", Data: map[string]any{"pinned": true}},
		{Name: "file", Filename: filepath.Base(path), Type: "text/plain", Data: f},
	}, "POST /folders/{id}/files", endpoint.Path{"id": 7}, endpoint.Params{"title": "Notes", "tags": []string{"a", "b"}})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := c.Send(req, nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// Notes map[meta:[{"pinned":true}] tags:[a b] title:[Notes]] 8 true
}
