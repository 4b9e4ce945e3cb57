// Command count runs one side of a case as often as the case says, and prints
// the allocations and the bytes of one call:
//
//	count CASE SIDE
//
// Command speed runs it under callgrind, which counts the instructions of
// measured.
package main

import (
	"errors"
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
	if growStack(800) != 800 {
		return 0, 0, errors.New("the stack has not grown")
	}
	// The first calls fill the caches.
	if err := repeat(run, calls/6); err != nil {
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

// growStack leaves a stack of 32 KB, which no side outgrows: where a stack moves,
// callgrind sees measured return, and counts a part of the calls or none. A larger
// stack would leave the smaller ones to the heap, where memory that was in use
// costs a call more.
//
//go:noinline
func growStack(depth int) int {
	if depth == 0 {
		return 0
	}
	return 1 + growStack(depth-1)
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
