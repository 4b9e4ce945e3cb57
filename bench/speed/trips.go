package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"

	"example.com/endpoint/bench/sides"
)

const (
	turns = 100 // of each side
	trips = 10  // of a turn, after the first one
)

// journey has the nanoseconds of building a request and of its round trip. The
// first request of a turn is cold: it is built when the caches of the processor
// hold something else.
type journey struct{ cold, build, trip float64 }

// compareTrips prints a row for each side of GET and POST, with a server on
// this machine.
func compareTrips(w io.Writer, pattern *regexp.Regexp) error {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	t := table{{"case", "by", "cold", "ratio", "after a trip", "ratio", "round trip", "share"}}
	for _, c := range matching(pattern, []sides.Case{sides.GET(server.URL), sides.POST(server.URL)}) {
		journeys, err := travel(c, server.Client(), turns)
		if err != nil {
			return err
		}
		ours := journeys[0]
		for i, j := range journeys {
			t.add(c.Name, c.Sides[i].Name, duration(j.cold), timeRatio(ours.cold, j.cold),
				duration(j.build), timeRatio(ours.build, j.build),
				duration(j.trip), fmt.Sprintf("%.1f %%", 100*j.build/(j.build+j.trip)))
		}
	}
	if len(t) == 1 {
		return nil
	}
	fmt.Fprintln(w)
	return t.write(w)
}

// travel returns the medians of each side. The sides take turns of some round
// trips, since a program that builds all requests in one way finds its code in the
// caches, but not that of other ways.
func travel(c sides.Case, client *http.Client, turns int) ([]journey, error) {
	cold, build, trip := make([][]float64, len(c.Sides)), make([][]float64, len(c.Sides)), make([][]float64, len(c.Sides))
	heap := make([]byte, liveHeap)
	for range turns {
		for _, at := range rand.Perm(len(c.Sides)) {
			overwrite(heap)
			first, _, err := send(c.Sides[at], client)
			if err != nil {
				return nil, err
			}
			cold[at] = append(cold[at], first)
			for range trips {
				built, sent, err := send(c.Sides[at], client)
				if err != nil {
					return nil, err
				}
				build[at], trip[at] = append(build[at], built), append(trip[at], sent)
			}
		}
	}
	out := make([]journey, len(c.Sides))
	for i := range out {
		out[i] = journey{percentile(cold[i], 50), percentile(build[i], 50), percentile(trip[i], 50)}
	}
	return out, nil
}

// overwrite writes more than the caches hold.
func overwrite(heap []byte) {
	for line := range slices.Chunk(heap, 64) {
		line[0]++
	}
}

// send returns the nanoseconds of building a request and of its round trip.
func send(s sides.Side, client *http.Client) (build, trip float64, err error) {
	var req *http.Request
	build, err = timed(func() error {
		req, err = s.Wire(context.Background())
		return err
	}, 1)
	if err != nil {
		return 0, 0, err
	}
	trip, err = timed(func() error {
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		return res.Body.Close()
	}, 1)
	return build, trip, err
}
