// Hackernews prints the titles of the front page.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net/http"

	"example.com/endpoint"
)

var hn = endpoint.New(
	endpoint.Options{BaseURL: "https://hacker-news.firebaseio.com/v0"},
	endpoint.Headers{"accept": "application/json"},
)

var search = endpoint.New(endpoint.Options{
	BaseURL: "https://hn.algolia.com/api/v1",
	Headers: endpoint.Headers{"accept": "application/json"},
	Query:   endpoint.Query{"hitsPerPage": 20},
})

type item struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
	Kids  []int  `json:"kids"`
}

func read(r endpoint.Request, err error) (*http.Response, error) {
	if err != nil {
		return nil, err
	}
	return http.Get(r.URL)
}

func decode[T any](resp *http.Response, err error) (out T, _ error) {
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

func top() ([]int, error) {
	return decode[[]int](read(hn.Build("GET /topstories.json", endpoint.Query{"print": "pretty"})))
}

func story(id int) (item, error) {
	return decode[item](read(hn.Build("GET /item/{id}.json", endpoint.Path{"id": id})))
}

func user(name string) (map[string]any, error) {
	return decode[map[string]any](read(hn.Build("GET /user/{name}.json{?print}", endpoint.Params{"name": name})))
}

func find(text string, page int, tags ...string) (map[string]any, error) {
	return decode[map[string]any](read(search.Build("GET /search{?query,tags,page}",
		endpoint.Params{"query": text, "tags": tags, "page": page})))
}

func comments(id int) (map[string]any, error) {
	return decode[map[string]any](read(search.Build("GET /search_by_date",
		endpoint.Query{"tags": fmt.Sprintf("comment,story_%d", id)})))
}

func main() {
	text := flag.String("search", "", "text to search for")
	flag.Parse()
	if *text != "" {
		fmt.Println(find(*text, 0, "story"))
		return
	}
	ids, err := top()
	if err != nil {
		log.Fatal(err)
	}
	for _, id := range ids[:min(5, len(ids))] {
		s, err := story(id)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(s.Title, len(s.Kids))
	}
}
