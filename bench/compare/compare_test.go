package compare

import (
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/endpoint/bench/sides"
)

func TestMedian(t *testing.T) {
	tests := []struct {
		values []float64
		want   float64
	}{
		{nil, 0},
		{[]float64{3}, 3},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
	}
	for _, tt := range tests {
		if got := median(tt.values); got != tt.want {
			t.Errorf("median(%v) = %v, want %v", tt.values, got, tt.want)
		}
	}
}

// The ratio is taken within a round: of three rounds on a machine that slows
// down between them, each says one half.
func TestMedianRatio(t *testing.T) {
	got := medianRatio([]float64{1, 10, 100}, []float64{2, 20, 200})
	if got != 0.5 {
		t.Errorf("medianRatio = %v, want 0.5", got)
	}
}

func TestWrite(t *testing.T) {
	rows := []Row{
		{Case: "GET", Peer: "byhand", Ratio: 0.724, Allocs: 6, PeerAllocs: 13, Time: 1012, PeerTime: 1398},
		{Case: "100 keys", Peer: "byhand", Ratio: 1.7, Allocs: 7, Time: 12345, PeerTime: 7000},
		{Case: "1 MB", Peer: "1 KB", Ratio: 0.5, Time: 1, PeerTime: 2, PerByte: true},
	}
	want := `
| case     | peer   | ratio | allocs | peer's allocs | time      | peer's time |
| -------- | ------ | ----- | ------ | ------------- | --------- | ----------- |
| GET      | byhand | 0.72  | 6      | 13            | 1012 ns   | 1398 ns     |
| 100 keys | byhand | 1.70  | 7      | 0             | 12 us     | 7000 ns     |
| 1 MB     | 1 KB   | 0.50  | 0      | 0             | 1.00 ns/B | 2.00 ns/B   |
`
	var out strings.Builder
	if err := Write(&out, rows); err != nil {
		t.Fatal(err)
	}
	if got := "\n" + out.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}

// Every side runs as often in a round as was found out before.
func TestRound(t *testing.T) {
	var ours, theirs int
	c := Case{
		Name:  "counting",
		Ours:  sides.Side{Run: func() error { ours++; return nil }},
		Peers: []sides.Side{{Run: func() error { theirs++; return nil }, Bytes: 10}},
	}
	m, err := NewMeter(c, time.Microsecond)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs = 0, 0
	for range 3 {
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
	}
	if ours != 3*m.counts[0] || theirs != 3*m.counts[1] {
		t.Errorf("ran %d and %d times, want 3 rounds of %v", ours, theirs, m.counts)
	}
	rows := m.Rows()
	if len(rows) != 1 || rows[0].Ratio <= 0 {
		t.Errorf("rows %+v, want one with a ratio", rows)
	}
}

func TestErrorsStopTheMeter(t *testing.T) {
	failed := errors.New("failed")
	side := sides.Side{Run: func() error { return failed }}
	if _, err := NewMeter(Case{Ours: side}, time.Millisecond); !errors.Is(err, failed) {
		t.Errorf("error %v, want %v", err, failed)
	}
}

// All that the table shows can be run, and names its peers apart.
func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Cases() {
		for _, p := range c.Peers {
			key := c.Name + " / " + p.Name
			if seen[key] {
				t.Errorf("%s is there twice", key)
			}
			seen[key] = true
		}
		for _, s := range c.sides() {
			if err := s.Run(); err != nil {
				t.Errorf("%s: %s: %v", c.Name, s.Name, err)
			}
		}
	}
}
