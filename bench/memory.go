package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// memory returns the bytes and allocations of one call. No collection runs, and the
// first calls fill the caches. They are rounded down, so that an allocation of the
// runtime itself does not count.
func memory(b build) (bytes, allocations uint64, err error) {
	if b == nil {
		return 0, 0, nil
	}
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const n = 1000
	if err := repeat(b, n/10); err != nil {
		return 0, 0, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := repeat(b, n); err != nil {
		return 0, 0, err
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / n, (after.Mallocs - before.Mallocs) / n, nil
}

// times measures the libraries in turns of some calls of each, one after the other, so
// that the other work of the machine disturbs them alike.
func times(r row, all []library, one []costs, turns int) error {
	const n = 3000
	last := len(all) - 1
	for range turns {
		took := make([]float64, len(all))
		for i, l := range all {
			b := r.of(l)
			if b == nil {
				continue
			}
			runtime.GC()
			start := time.Now()
			if err := repeat(b, n); err != nil {
				return fmt.Errorf("%s by %s: %w", r.name, l.name, err)
			}
			took[i] = float64(time.Since(start)) / n
			if one[i].nanoseconds == 0 || took[i] < one[i].nanoseconds {
				one[i].nanoseconds = took[i]
			}
		}
		one[last].ratios = append(one[last].ratios, took[last]/took[0])
	}
	return nil
}

// spread is the middle half of the ratios.
func spread(ratios []float64) string {
	sorted := slices.Sorted(slices.Values(ratios))
	n := len(sorted)
	return fmt.Sprintf(" (%.2f to %.2f)", sorted[n/4], sorted[n-1-n/4])
}

func repeat(b build, n int) error {
	for range n {
		if _, err := b(context.Background()); err != nil {
			return err
		}
	}
	return nil
}
