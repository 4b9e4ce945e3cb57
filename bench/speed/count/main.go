// Command count runs one side of a case a fixed number of times, for speed to
// count what it does:
//
//	count CASE SIDE
//
// It prints the allocations and the bytes of one call. Its instructions are
// those of the function measured: see speed.
package main

import (
	"fmt"
	"log"
	"os"
	"runtime"

	"example.com/endpoint/bench/sides"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: count CASE SIDE")
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal("count: ", err)
	}
}

func run(name, side string) error {
	c, err := sides.Find(name)
	if err != nil {
		return err
	}
	s := c.Side(side)
	// What is done once, such as filling a cache, does not count.
	if err := repeat(s.Run, max(1, c.Calls/6)); err != nil {
		return err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := measured(s.Run, c.Calls); err != nil {
		return err
	}
	runtime.ReadMemStats(&after)
	n := uint64(c.Calls)
	fmt.Println((after.Mallocs-before.Mallocs)/n, (after.TotalAlloc-before.TotalAlloc)/n)
	return nil
}

// measured is what callgrind counts, by its name.
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
