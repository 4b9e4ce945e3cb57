// Package compare measures the sides of a case in turns and tells how long one
// takes for each unit of time of another.
//
// Two runs an hour, or even a second, apart may differ by more than the sides
// do: the machine gets warm, or has other guests. So every round runs each side
// once for a short while, the ratio is taken within the round, and the median
// over the rounds is what counts.
package compare

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"example.com/endpoint/bench/sides"
)

// A Meter measures one case, round by round.
type Meter struct {
	c       Case
	counts  []int       // runs of each side in a round
	samples [][]float64 // nanoseconds per byte of each side, by round
	heap    []byte      // what the case wants alive
}

// NewMeter returns a Meter whose rounds run each side of the case for about d.
// To find out how often that is, it runs them all, which also warms them up.
func NewMeter(c Case, d time.Duration) (*Meter, error) {
	m := &Meter{c: c, heap: make([]byte, c.Heap)}
	for _, s := range c.sides() {
		n, err := calibrate(s, d)
		if err != nil {
			return nil, err
		}
		m.counts = append(m.counts, n)
	}
	m.samples = make([][]float64, len(m.counts))
	return m, nil
}

// calibrate returns how many runs of s take about d.
func calibrate(s sides.Side, d time.Duration) (int, error) {
	for n := 1; ; n *= 2 {
		took, err := repeat(s, n)
		if err != nil {
			return 0, err
		}
		if took >= d/4 || n >= 1<<30 {
			return max(1, int(float64(n)*float64(d)/float64(took))), nil
		}
	}
}

// Round runs each side once, beginning with another one each time, so that none
// always has the same predecessor.
func (m *Meter) Round() error {
	defer runtime.KeepAlive(m.heap)
	all := m.c.sides()
	first := len(m.samples[0])
	for i := range all {
		at := (first + i) % len(all)
		// What the side before left behind is not collected at the cost of
		// this one.
		runtime.GC()
		took, err := repeat(all[at], m.counts[at])
		if err != nil {
			return err
		}
		perByte := float64(took) / float64(m.counts[at]) / float64(max(1, all[at].Bytes))
		m.samples[at] = append(m.samples[at], perByte)
	}
	return nil
}

// Rows returns what the rounds so far say, a row for each peer.
func (m *Meter) Rows() []Row {
	ours := m.c.Ours
	rows := make([]Row, len(m.c.Peers))
	for i, p := range m.c.Peers {
		rows[i] = Row{
			Case:       m.c.Name,
			Peer:       p.Name,
			Ratio:      medianRatio(m.samples[0], m.samples[i+1]),
			Allocs:     allocs(ours),
			PeerAllocs: allocs(p),
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

// repeat runs a side n times.
func repeat(s sides.Side, n int) (time.Duration, error) {
	start := time.Now()
	for range n {
		if err := s.Run(); err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}

// allocs is exact: the runs are counted one after the other on one core.
func allocs(s sides.Side) float64 {
	return testing.AllocsPerRun(100, func() { _ = s.Run() })
}
