// Command speed counts what building a request costs, against code by hand and
// against other libraries, and prints it as a Markdown table:
//
//	go run ./speed
//
// With -old it compares two versions of the library instead:
//
//	go run ./speed -old ../../endpoint-0.3.0
//
// With -run it measures only the cases whose names a regular expression matches.
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
	old := flag.String("old", "", "the directory of another version of the library, to compare with")
	pattern := flag.String("run", "", "a regular expression; measure only the cases that it matches")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("speed: unexpected argument %q", flag.Arg(0))
	}
	if err := run(os.Stdout, *pattern, *old); err != nil {
		log.Fatal("speed: ", err)
	}
}

func run(w io.Writer, pattern, old string) error {
	cases, err := matching(pattern)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	current, err := build(dir, "")
	if err != nil {
		return err
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		log.Print("speed: instructions are not counted, for want of valgrind: apt-get install valgrind")
	}
	fmt.Fprintf(w, "%s, %s %s/%s\n\n", time.Now().Format(time.DateOnly), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if old == "" {
		return peers(w, cases, current)
	}
	other, err := build(dir, old)
	if err != nil {
		return err
	}
	return versions(w, cases, other, current)
}

func matching(pattern string) ([]sides.Case, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	var cases []sides.Case
	for _, c := range sides.All() {
		if re.MatchString(c.Name) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("no case matches %q", pattern)
	}
	return cases, nil
}

// peers prints a row for each side that endpoint is compared with.
func peers(w io.Writer, cases []sides.Case, p program) error {
	var t table
	t.add("case", "peer", "ratio", "instructions", "peer's", "allocs", "peer's", "bytes", "peer's")
	for _, c := range cases {
		ours, err := p.count(c, sides.Ours)
		if err != nil {
			return err
		}
		for _, s := range c.Sides {
			if s.Name == sides.Ours {
				continue
			}
			peer, err := p.count(c, s.Name)
			if err != nil {
				return err
			}
			t.add(c.Name, s.Name, ratio(ours, peer), ours.instructions, peer.instructions, ours.allocs, peer.allocs, ours.bytes, peer.bytes)
		}
	}
	return t.write(w)
}

// versions prints a row for each case, of the old version and of the new one.
func versions(w io.Writer, cases []sides.Case, old, current program) error {
	var t table
	t.add("case", "new/old", "old instructions", "new", "old allocs", "new", "old bytes", "new")
	for _, c := range cases {
		before, err := old.count(c, sides.Ours)
		if err != nil {
			return err
		}
		after, err := current.count(c, sides.Ours)
		if err != nil {
			return err
		}
		t.add(c.Name, ratio(after, before), before.instructions, after.instructions, before.allocs, after.allocs, before.bytes, after.bytes)
	}
	return t.write(w)
}

// ratio is a of b, by instructions.
func ratio(a, b costs) string {
	if a.instructions == 0 || b.instructions == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f", float64(a.instructions)/float64(b.instructions))
}
