package main

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"example.com/endpoint/bench/sides"
)

// rounds is how often every side has its turn when times are measured.
const rounds = 1000

// liveHeap is kept alive while times are measured. A program has a heap; with
// next to nothing alive Go collects at every 4 MB.
const liveHeap = 64 << 20

// times returns the nanoseconds of one call of each side. The sides take turns,
// in another order each round, with a fixed number of calls. The tenth percentile of
// the rounds is that of a machine that does nothing else.
func times(c sides.Case, rounds int) ([]float64, error) {
	heap := make([]byte, liveHeap)
	defer runtime.KeepAlive(heap)
	samples := make([][]float64, len(c.Sides))
	slice := c.Calls / 3
	for range rounds {
		for _, at := range rand.Perm(len(c.Sides)) {
			took, err := timed(c.Sides[at].Run, slice)
			if err != nil {
				return nil, err
			}
			samples[at] = append(samples[at], took)
		}
	}
	out := make([]float64, len(samples))
	for i, s := range samples {
		out[i] = percentile(s, 10)
	}
	return out, nil
}

// timed returns the nanoseconds of one of n calls.
func timed(run func() error, n int) (float64, error) {
	start := time.Now()
	for range n {
		if err := run(); err != nil {
			return 0, err
		}
	}
	return float64(time.Since(start)) / float64(n), nil
}

// percentile returns the smallest value that p percent of them are not above.
func percentile(values []float64, p int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}
