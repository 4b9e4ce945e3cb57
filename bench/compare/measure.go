// Package compare measures the sides of a case in turns and tells how long one
// takes for each unit of time of another.
//
// Two runs an hour, or even a second, apart may differ by more than the sides
// do: the machine gets warm, or has other guests. So every round runs each side
// once for a short while, the ratio is taken within the round, and the median
// over the rounds is what counts.
package compare

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// A Meter measures one case, round by round.
type Meter struct {
	c       Case
	counts  []int       // runs of each entry in a round
	samples [][]float64 // nanoseconds per byte of each entry, by round
	heap    []byte      // what the case wants alive
}

// NewMeter returns a Meter whose rounds run each entry of the case for about d.
// To find out how often that is, it runs them all, which also warms them up.
func NewMeter(c Case, d time.Duration) (*Meter, error) {
	m := &Meter{c: c, heap: make([]byte, c.Heap)}
	for _, e := range c.entries() {
		n, err := calibrate(e, d)
		if err != nil {
			return nil, err
		}
		m.counts = append(m.counts, n)
	}
	if c.Ours.Cores > 0 { // as many runs on each, so that as many collections fall into them
		most := slices.Max(m.counts)
		for i := range m.counts {
			m.counts[i] = most
		}
	}
	m.samples = make([][]float64, len(m.counts))
	return m, nil
}

// calibrate returns how many runs of e take about d.
func calibrate(e Entry, d time.Duration) (int, error) {
	for n := 1; ; n *= 2 {
		took, err := e.time(n)
		if err != nil {
			return 0, err
		}
		if took >= d/4 || n >= 1<<30 {
			return max(1, int(float64(n)*float64(d)/float64(took))), nil
		}
	}
}

// Round runs each entry once, beginning with another one each time, so that
// none always has the same predecessor.
func (m *Meter) Round() error {
	defer runtime.KeepAlive(m.heap)
	entries := m.c.entries()
	first := len(m.samples[0])
	for i := range entries {
		at := (first + i) % len(entries)
		// What the entry before left behind is not collected at the cost of
		// this one.
		runtime.GC()
		took, err := entries[at].time(m.counts[at])
		if err != nil {
			return err
		}
		perByte := float64(took) / float64(m.counts[at]) / float64(entries[at].bytes())
		m.samples[at] = append(m.samples[at], perByte)
	}
	return nil
}

// Rows returns what the rounds so far say, a row for each peer.
func (m *Meter) Rows() []Row {
	ours := m.c.Ours
	rows := make([]Row, len(m.c.Peers))
	allocs := ours.allocs()
	for i, p := range m.c.Peers {
		rows[i] = Row{
			Case:       m.c.Name,
			Peer:       p.Name,
			Ratio:      medianRatio(m.samples[0], m.samples[i+1]),
			Target:     p.Target,
			Allocs:     allocs,
			AllocLimit: m.c.Allocs,
			PeerAllocs: p.allocs(),
			Time:       median(m.samples[0]),
			PeerTime:   median(m.samples[i+1]),
			PerByte:    ours.Bytes > 0,
		}
	}
	return rows
}

func medianRatio(ours, theirs []float64) float64 {
	ratios := make([]float64, len(ours))
	for i := range ours {
		ratios[i] = ours[i] / theirs[i]
	}
	return median(ratios)
}

// median is 0 for no values at all.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[half]
	}
	return (sorted[half-1] + sorted[half]) / 2
}

// time runs the entry n times.
func (e Entry) time(n int) (time.Duration, error) {
	if e.Cores > 0 {
		return e.timeOn(e.Cores, n)
	}
	start := time.Now()
	err := e.repeat(n)
	return time.Since(start), err
}

// timeOn shares n runs out among as many goroutines as the program then has
// cores, garbage collector included.
func (e Entry) timeOn(cores, n int) (time.Duration, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	errs := make([]error, cores)
	var group sync.WaitGroup
	start := time.Now()
	for i := range cores {
		// Whole shares add up to n, and differ by one at most.
		share := (i+1)*n/cores - i*n/cores
		group.Go(func() { errs[i] = e.repeat(share) })
	}
	group.Wait()
	took := time.Since(start)
	return took, errors.Join(errs...)
}

func (e Entry) repeat(n int) error {
	for range n {
		if err := e.Run(); err != nil {
			return err
		}
	}
	return nil
}

// allocs is exact: the runs are counted one after the other on one core.
func (e Entry) allocs() float64 {
	return testing.AllocsPerRun(100, func() { _ = e.Run() })
}

func (e Entry) bytes() int { return max(1, e.Bytes) }
