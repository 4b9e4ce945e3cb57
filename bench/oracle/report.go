package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
)

// A report counts cases, and how many of the explained ones are of each class;
// a case can be of several. The equal ones are those that both sides refuse:
// two answers differ by the method's case at least.
type report struct {
	total, equal, explained, unexplained int

	methodOnly int // of the explained, by no more than the method's case
	classes    map[string]int
}

func (r *report) add(v Verdict) {
	r.total++
	switch {
	case !v.Explained:
		r.unexplained++
	case !v.Differs:
		r.equal++
	default:
		r.explained++
		if slices.Equal(v.Classes, []string{methodClass}) {
			r.methodOnly++
		}
		for _, class := range v.Classes {
			r.classes[class]++
		}
	}
}

func (r *report) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintf(t, "| class\t| cases\t|\n| ---\t| ---:\t|\n")
	names := slices.SortedFunc(maps.Keys(r.classes), func(a, b string) int {
		return cmp.Or(r.classes[b]-r.classes[a], cmp.Compare(a, b))
	})
	for _, name := range names {
		fmt.Fprintf(t, "| %s\t| %d\t|\n", name, r.classes[name])
	}
	fmt.Fprintf(t, "\n%d cases: %d equal, %d differing and explained (%d by the method's case alone), %d unexplained\n",
		r.total, r.equal, r.explained, r.methodOnly, r.unexplained)
	return t.Flush()
}
