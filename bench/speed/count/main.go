// Command count runs one side of a case as often as the case says, and prints
// the allocations and the bytes of one call:
//
//	count CASE SIDE
//
// Command speed runs it under callgrind, which counts the instructions of
// measured.
package main

import (
	"fmt"
	"log"
	"os"
	"runtime"
	"slices"

	"example.com/endpoint/bench/sides"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: count CASE SIDE")
	}
	c, s, err := find(os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal("count: ", err)
	}
	allocs, bytes, err := count(s.Run, c.Calls)
	if err != nil {
		log.Fatal("count: ", err)
	}
	fmt.Println(allocs, bytes)
}

func find(name, side string) (sides.Case, sides.Side, error) {
	all := sides.All()
	i := slices.IndexFunc(all, func(c sides.Case) bool { return c.Name == name })
	if i < 0 {
		return sides.Case{}, sides.Side{}, fmt.Errorf("no case %q", name)
	}
	j := slices.IndexFunc(all[i].Sides, func(s sides.Side) bool { return s.Name == side })
	if j < 0 {
		return sides.Case{}, sides.Side{}, fmt.Errorf("no side %q of case %q", side, name)
	}
	return all[i], all[i].Sides[j], nil
}

// count returns the allocations and the bytes of one call of run, rounded down,
// so that one of the runtime's own does not count.
func count(run func() error, calls int) (allocs, bytes uint64, err error) {
	// The first calls fill the caches. They leave a stack of 32 KB, so that it does
	// not move under measured: callgrind would take that for its return, and count
	// a part of the calls or none.
	if err := deep(600, func() error { return repeat(run, calls/6) }); err != nil {
		return 0, 0, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := measured(run, calls); err != nil {
		return 0, 0, err
	}
	runtime.ReadMemStats(&after)
	n := uint64(calls)
	return (after.Mallocs - before.Mallocs) / n, (after.TotalAlloc - before.TotalAlloc) / n, nil
}

// deep calls run under as many calls as depth says.
//
//go:noinline
func deep(depth int, run func() error) error {
	if depth == 0 {
		return run()
	}
	return deep(depth-1, run)
}

// measured is what callgrind counts. It knows the function by its name.
//
//go:noinline
func measured(run func() error, calls int) error { return repeat(run, calls) }

func repeat(run func() error, calls int) error {
	for range calls {
		if err := run(); err != nil {
			return err
		}
	}
	return nil
}
