package compare

import (
	"fmt"

	"example.com/endpoint/bench/sides"
)

// A Case is one entry measured against others.
type Case struct {
	Name   string
	Ours   Entry
	Peers  []Peer
	Allocs int // at most so many allocations of ours; 0 is no limit
	Heap   int // bytes kept alive while the case is measured
}

// An Entry is what is timed: a side, on a given number of cores.
type Entry struct {
	sides.Side
	Cores int // 0 runs on one goroutine and leaves the cores alone
}

// A Peer is what ours is measured against.
type Peer struct {
	Entry
	Target Target
}

// A Target is what the ratio should be. The zero Target is none.
type Target struct {
	Bound   float64
	AtLeast bool
}

func atMost(bound float64) Target  { return Target{Bound: bound} }
func atLeast(bound float64) Target { return Target{Bound: bound, AtLeast: true} }

func (c Case) entries() []Entry {
	entries := []Entry{c.Ours}
	for _, p := range c.Peers {
		entries = append(entries, p.Entry)
	}
	return entries
}

// base is never called; it only has to look like an address.
const base = "https://api.github.com"

// Cases returns what the table shows, with the targets of the issue on speed.
// A peer without a target is there to be seen.
func Cases() []Case {
	cases := []Case{
		against(sides.GET(base), "endpoint", 4, targets{
			{"byhand", atMost(0.80)},
			{"sling", atMost(0.24)},
			{"requests", atMost(0.34)},
			{"gogithub", atMost(0.30)},
			{"oapi", atMost(0.30)},
			{"resty", Target{}},
		}),
		against(sides.GETVariables(base), "endpoint", 0, targets{{"byhand", Target{}}}),
		against(sides.POST(base), "endpoint", 12, targets{
			{"byhand", atMost(0.65)},
			{"sling", atMost(0.50)},
			{"requests", atMost(0.55)},
			{"gogithub", atMost(0.70)},
			{"oapi", Target{}},
			{"resty", Target{}},
		}),
		against(sides.Upload(base), "endpoint", 3, targets{
			{"uritemplate", atMost(0.72)},
			{"std-uritemplate", atMost(0.40)},
			{"byhand", Target{}},
		}),
		against(sides.Layers(base), "endpoint", 5, targets{{"byhand", atMost(1.10)}}),
		against(sides.Formatted(base), "endpoint", 0, targets{{"byhand", atMost(1.6)}}),
		against(sides.Cold(base), "endpoint", 0, targets{{"uritemplate", Target{}}}),
		against(sides.Previews(base), "previews", 0, targets{{"without", atMost(1.25)}}),
		against(sides.Defaults(base), "ten", 0, targets{{"one", atMost(1.05)}}),
		cores(sides.GET(base), "endpoint", atLeast(1.8)),
		cores(sides.GET(base), "byhand", Target{}),
	}
	for _, count := range []int{10, 100, 1000} {
		cases = append(cases, against(sides.Keys(base, count), "endpoint", 0, targets{{"byhand", Target{}}}))
	}
	for _, kind := range []string{sides.Plain, sides.Escaped, sides.JSON} {
		cases = append(cases, flat(kind, "endpoint", atMost(1)), flat(kind, "byhand", Target{}))
	}
	return cases
}

// targets names the peers of a case.
type targets []struct {
	peer   string
	target Target
}

func against(c sides.Case, ours string, allocs int, peers targets) Case {
	out := Case{Name: c.Name, Ours: Entry{Side: c.Side(ours)}, Allocs: allocs}
	for _, p := range peers {
		out.Peers = append(out.Peers, Peer{Entry{Side: c.Side(p.peer)}, p.target})
	}
	return out
}

// liveHeap is kept alive where garbage would otherwise be what is measured.
// With next to nothing alive Go collects at every 4 MB: some hundred times a
// second for small requests, which does not scale with cores, and at every
// third value of 1 MB. A program of a size that cares has a heap.
const liveHeap = 64 << 20

// cores measures one core against two, so that the ratio is how much more two
// get done.
func cores(c sides.Case, name string, target Target) Case {
	one := Entry{Side: c.Side(name), Cores: 1}
	two := Entry{Side: c.Side(name), Cores: 2}
	two.Name = "two cores"
	return Case{
		Name:  fmt.Sprintf("%s %s on one core", c.Name, name),
		Ours:  one,
		Peers: []Peer{{two, target}},
		Heap:  liveHeap,
	}
}

// flat measures the time per byte of 1 MB against that of 1 KB. The shorter
// value carries more of the fixed cost of a call, so that a ratio over 1 means
// that long values cost more than in proportion.
func flat(kind, name string, target Target) Case {
	long := sides.Value(base, kind, 1<<20).Side(name)
	short := sides.Value(base, kind, 1<<10).Side(name)
	short.Name = "1 KB"
	return Case{
		Name:  fmt.Sprintf("%s value of 1 MB, %s", kind, name),
		Ours:  Entry{Side: long},
		Peers: []Peer{{Entry{Side: short}, target}},
		Heap:  liveHeap,
	}
}
