// Tmdb prints what is in the cinema.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"

	"example.com/endpoint"
)

var api = endpoint.New(endpoint.Options{
	BaseURL: "https://api.themoviedb.org/3",
	Headers: endpoint.Headers{
		"accept":        "application/json",
		"authorization": "Bearer " + os.Getenv("TMDB_TOKEN"),
	},
	Query: endpoint.Query{"language": "en-US"},
})

type movie struct {
	ID    int     `json:"id"`
	Title string  `json:"title"`
	Votes float64 `json:"vote_average"`
}

type page struct {
	Results []movie `json:"results"`
	Pages   int     `json:"total_pages"`
}

func fetch(out any, route string, layers ...endpoint.Layer) error {
	r, err := api.Build(route, layers...)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(r.Method, r.URL, nil)
	if err != nil {
		return err
	}
	for name, value := range r.Headers {
		req.Header.Set(name, value)
	}
	if body, n, err := r.BodyReader(); err != nil {
		return err
	} else if n > 0 {
		req.Body = readCloser{body}
		req.ContentLength = n
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func list(kind string, n int) (p page, err error) {
	switch kind {
	case "popular":
		err = fetch(&p, "GET /movie/popular", endpoint.Query{"page": n})
	case "upcoming":
		err = fetch(&p, "GET /movie/upcoming", endpoint.Query{"page": n, "region": "DE"})
	default:
		err = fetch(&p, "GET /movie/now_playing", endpoint.Query{"page": n})
	}
	return p, err
}

func search(text string, year int) (p page, err error) {
	q := endpoint.Query{"query": text, "include_adult": false}
	if year != 0 {
		q["primary_release_year"] = year
	}
	err = fetch(&p, "GET /search/movie", q)
	return p, err
}

func discover(genres []string, minVotes float64) (p page, err error) {
	err = fetch(&p, "GET /discover/movie", endpoint.Query{
		"with_genres":      genres,
		"vote_average.gte": minVotes,
		"sort_by":          "popularity.desc",
	}, endpoint.Options{Lists: endpoint.ListComma})
	return p, err
}

func details(id int, more string) (m map[string]any, err error) {
	err = fetch(&m, "GET /movie/{movie_id}{?append_to_response}", endpoint.Params{"movie_id": id, "append_to_response": more})
	return m, err
}

func season(show, season int) (m map[string]any, err error) {
	err = fetch(&m, "GET /tv/{series_id}/season/{season_number}", endpoint.Path{"series_id": show, "season_number": season})
	return m, err
}

func rate(id int, stars float64) (m map[string]any, err error) {
	err = fetch(&m, "POST /movie/{movie_id}/rating", endpoint.Path{"movie_id": id}, endpoint.Params{"value": stars})
	return m, err
}

func unrate(id int) (m map[string]any, err error) {
	err = fetch(&m, "DELETE /movie/{movie_id}/rating", endpoint.Path{"movie_id": id})
	return m, err
}

func main() {
	p, err := list("", 1)
	if err != nil {
		log.Fatal(err)
	}
	slices.SortFunc(p.Results, func(a, b movie) int { return cmp.Compare(b.Votes, a.Votes) })
	for _, m := range p.Results {
		fmt.Printf("%4.1f %s\n", m.Votes, m.Title)
	}
}
