// Command speed measures what building a request costs, by endpoint, by code
// written by hand and by other libraries:
//
//	go run ./speed
//
// It prints two Markdown tables. The first has the instructions of one call, as
// callgrind counts them, its allocations and its bytes; these repeat. Its times,
// and those of the second table, depend on the machine.
//
// With -old it compares the endpoint of this module with that of another
// directory, by instructions, allocations and bytes:
//
//	go run ./speed -old /tmp/endpoint-0.3.0
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"time"

	"example.com/endpoint/bench/sides"
)

func main() {
	log.SetFlags(0)
	old := flag.String("old", "", "compare with the library in this `directory`")
	run := flag.String("run", "", "measure only the cases whose names match this `regexp`")
	runs := flag.Int("runs", 3, "count each side this often; the median is printed")
	flag.Parse()
	if flag.NArg() > 0 || *runs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	pattern, err := regexp.Compile(*run)
	if err != nil {
		log.Fatal("speed: ", err)
	}
	if err := measure(os.Stdout, pattern, *runs, *old); err != nil {
		log.Fatal("speed: ", err)
	}
}

func measure(w io.Writer, pattern *regexp.Regexp, runs int, old string) error {
	cases := matching(pattern, sides.All())
	if len(cases) == 0 {
		return fmt.Errorf("no case matches %q", pattern)
	}
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	current, err := build(dir)
	if err != nil {
		return err
	}
	writeMachine(w, runs)
	if old == "" {
		if err := compareSides(w, cases, current, runs); err != nil {
			return err
		}
		return compareTrips(w, pattern)
	}
	before, err := buildWith(old, dir)
	if err != nil {
		return err
	}
	return compareVersions(w, cases, before, current, runs)
}

// writeMachine prints what the figures depend on.
func writeMachine(w io.Writer, runs int) {
	counted := "no instructions without valgrind: apt-get install valgrind"
	if _, err := exec.LookPath("valgrind"); err == nil {
		counted = fmt.Sprintf("instructions are medians of %d runs", runs)
	}
	fmt.Fprintf(w, "%s, %s %s/%s, %d cores, %s\n\n", time.Now().Format(time.DateOnly),
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), counted)
}

func matching(pattern *regexp.Regexp, cases []sides.Case) (matched []sides.Case) {
	for _, c := range cases {
		if pattern.MatchString(c.Name) {
			matched = append(matched, c)
		}
	}
	return matched
}

// compareSides prints a row for each side of each case.
func compareSides(w io.Writer, cases []sides.Case, p program, runs int) error {
	t := table{{"case", "by", "instructions", "ratio", "allocs", "bytes", "time"}}
	for _, c := range cases {
		nanoseconds, err := times(c, rounds)
		if err != nil {
			return err
		}
		var ours costs
		for i, s := range c.Sides {
			one, err := p.count(c, s.Name, runs)
			if err != nil {
				return err
			}
			if i == 0 {
				ours = one
			}
			t.add(c.Name, s.Name, instructions(one), ratio(ours, one), one.allocs, one.bytes, duration(nanoseconds[i]))
		}
	}
	return t.write(w)
}

// compareVersions prints a row for each case, with the costs of both versions.
func compareVersions(w io.Writer, cases []sides.Case, old, current program, runs int) error {
	t := table{{"case", "old instructions", "new", "new/old", "old allocs", "new", "old bytes", "new"}}
	for _, c := range cases {
		before, err := old.count(c, c.Sides[0].Name, runs)
		if err != nil {
			return err
		}
		after, err := current.count(c, c.Sides[0].Name, runs)
		if err != nil {
			return err
		}
		t.add(c.Name, instructions(before), instructions(after), ratio(after, before),
			before.allocs, after.allocs, before.bytes, after.bytes)
	}
	return t.write(w)
}
