package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"

	"example.com/endpoint/bench/sides"
)

// inARow is how many requests are built in a row, to compare with one, and how
// many round trips a side makes at its turn: a program that builds its requests
// in one way does not have the code of the others in its caches.
const inARow = 10

// A trip has the nanoseconds of building one request right after a round trip to
// a server, of each of ten built there, and of the round trip. A round trip
// leaves the caches of the processor cold, as other work between two requests
// does.
type trip struct{ one, each, round float64 }

// compareTrips prints a row for each side of GET and POST, with a server on
// this machine.
func compareTrips(w io.Writer, pattern *regexp.Regexp) error {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	t := table{{"after a round trip", "by", "one", "ratio", "each of 10", "ratio", "round trip", "share"}}
	for _, c := range matching(pattern, []sides.Case{sides.GET(server.URL), sides.POST(server.URL)}) {
		trips, err := measureTrips(c, server.Client(), rounds/inARow)
		if err != nil {
			return err
		}
		for i, b := range trips {
			a := trips[0]
			t.add(c.Name, c.Sides[i].Name, duration(b.one), timeRatio(a.one, b.one), duration(b.each), timeRatio(a.each, b.each),
				duration(b.round), fmt.Sprintf("%.1f %%", 100*b.one/(b.one+b.round)))
		}
	}
	if len(t) == 1 {
		return nil
	}
	fmt.Fprintln(w)
	return t.write(w)
}

// measureTrips returns the medians of all trips, for each side.
func measureTrips(c sides.Case, client *http.Client, rounds int) ([]trip, error) {
	samples := make([][]trip, len(c.Sides))
	for range rounds {
		for _, at := range rand.Perm(len(c.Sides)) {
			trips, err := travel(c.Sides[at], client)
			if err != nil {
				return nil, err
			}
			samples[at] = append(samples[at], trips...)
		}
	}
	out := make([]trip, len(samples))
	for i, s := range samples {
		out[i] = medians(s)
	}
	return out, nil
}

// travel makes the trips of a turn: first those with ten requests, then those with
// one, which are not to find what another side left in the caches.
func travel(s sides.Side, client *http.Client) ([]trip, error) {
	trips := make([]trip, inARow)
	var err error
	for i := range trips {
		if trips[i].each, _, err = send(s, client, inARow); err != nil {
			return nil, err
		}
	}
	for i := range trips {
		if trips[i].one, trips[i].round, err = send(s, client, 1); err != nil {
			return nil, err
		}
	}
	return trips, nil
}

func medians(trips []trip) trip {
	var one, each, round []float64
	for _, t := range trips {
		one, each, round = append(one, t.one), append(each, t.each), append(round, t.round)
	}
	return trip{percentile(one, 50), percentile(each, 50), percentile(round, 50)}
}

// send builds n requests in a row and sends the last one. It returns the
// nanoseconds of building one and of the round trip.
func send(s sides.Side, client *http.Client, n int) (each, round float64, err error) {
	var req *http.Request
	each, err = timed(func() error {
		req, err = s.Wire(context.Background())
		return err
	}, n)
	if err != nil {
		return 0, 0, err
	}
	round, err = timed(func() error {
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		return res.Body.Close()
	}, 1)
	return each, round, err
}
