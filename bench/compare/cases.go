package compare

import (
	"fmt"

	"example.com/endpoint/bench/sides"
)

// A Case is a side measured against others.
type Case struct {
	Name  string
	Ours  sides.Side
	Peers []sides.Side
	Heap  int // bytes kept alive while the case is measured
}

func (c Case) sides() []sides.Side { return append([]sides.Side{c.Ours}, c.Peers...) }

// base is never called; it only has to look like an address.
const base = "https://api.github.com"

// Cases returns what the table shows.
func Cases() []Case {
	var cases []Case
	for _, c := range sides.Cases(base) {
		out := Case{Name: c.Name}
		for _, s := range c.Sides {
			if s.Name == "endpoint" {
				out.Ours = s
			} else {
				out.Peers = append(out.Peers, s)
			}
		}
		cases = append(cases, out)
	}
	for _, kind := range []string{sides.Plain, sides.Escaped, sides.JSON} {
		cases = append(cases, flat(kind))
	}
	return cases
}

// liveHeap is kept alive where garbage would otherwise be what is measured: with
// next to nothing alive Go collects at every 4 MB, which is every third value of
// 1 MB. A program of a size that cares has a heap.
const liveHeap = 64 << 20

// flat measures the time per byte of 1 MB against that of 1 KB. The shorter
// value carries more of the fixed cost of a call, so that a ratio over 1 means
// that long values cost more than in proportion.
func flat(kind string) Case {
	long := sides.Value(base, kind, 1<<20).Side("endpoint")
	short := sides.Value(base, kind, 1<<10).Side("endpoint")
	short.Name = "1 KB"
	return Case{
		Name:  fmt.Sprintf("%s value of 1 MB", kind),
		Ours:  long,
		Peers: []sides.Side{short},
		Heap:  liveHeap,
	}
}
