package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// A program is the path of this program, compiled. It is "" where instructions are not
// counted.
type program string

// compile compiles this program into dir, since go run leaves out the symbols that
// callgrind needs.
func compile(dir string, runs int) (program, error) {
	if _, err := exec.LookPath("valgrind"); err != nil || runs == 0 {
		return "", nil
	}
	path := filepath.Join(dir, "bench")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Stderr = os.Stderr
	return program(path), cmd.Run()
}

// instructions counts those of one call of each library: the median of the runs, since
// each process hashes the keys of maps in another way.
func (p program) instructions(r row, all []library, one []costs, runs int) error {
	for i, l := range all {
		if p == "" || r.of(l) == nil {
			continue
		}
		var totals []int
		for tries := 0; len(totals) < runs; tries++ {
			if tries == 3*runs {
				return fmt.Errorf("%s by %s: callgrind counts nothing", r.name, l.name)
			}
			total, err := p.count(r.name, l.name)
			if err != nil {
				return err
			}
			// Where the stack moves, callgrind does not see that measured is called.
			if total > 0 {
				totals = append(totals, total)
			}
		}
		slices.Sort(totals)
		one[i].instructions = totals[runs/2] / calls
	}
	return nil
}

// calls is how many callgrind counts.
const calls = 300

var collected = regexp.MustCompile(`Collected : (\d+)`)

// count runs p under callgrind, and returns the instructions of all calls.
func (p program) count(row, library string) (int, error) {
	cmd := exec.Command("valgrind", "--tool=callgrind", "--toggle-collect=main.measured", "--callgrind-out-file=/dev/null",
		string(p), row, library)
	// Without collections and other threads each run does the same, and callgrind does
	// not stand the signals of asynchronous preemption.
	cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	m := collected.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("%s by %s: callgrind prints no count:\n%s", row, library, out)
	}
	return strconv.Atoi(string(m[1]))
}

// callOften is what runs under callgrind. The calls before those of measured fill the
// caches, and leave a stack that does not move.
func callOften(row, library string) error {
	for _, r := range rows {
		for _, l := range libraries() {
			if r.name != row || l.name != library {
				continue
			}
			b := r.of(l)
			if err := deep(600, func() error { return repeat(b, calls/6) }); err != nil {
				return err
			}
			return measured(b, calls)
		}
	}
	return fmt.Errorf("no request %s by %s", row, library)
}

//go:noinline
func deep(depth int, f func() error) error {
	if depth == 0 {
		return f()
	}
	return deep(depth-1, f)
}

// measured is what callgrind counts. It knows the function by its name.
//
//go:noinline
func measured(b build, n int) error { return repeat(b, n) }
