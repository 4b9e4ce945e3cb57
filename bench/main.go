// Command bench prints what it costs to build a request: by hand, with three
// other libraries, and with endpoint. It is a module of its own, so that users
// of endpoint never download the others.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
)

// A build makes one request. It is nil where a library has no way to do it.
type build func(context.Context) (*http.Request, error)

// A library builds the requests of the table.
type library struct {
	name                                    string
	get, post, layers, upload, form, listed build
}

// base is never called.
const base = "https://api.github.com"

func libraries() []library {
	return []library{byHand(), byRequests(), bySling(), byResty(), byEndpoint()}
}

// rows are the requests of the table.
var rows = []struct {
	name string
	of   func(library) build
}{
	{"GET", func(l library) build { return l.get }},
	{"POST", func(l library) build { return l.post }},
	{"layers", func(l library) build { return l.layers }},
	{"upload", func(l library) build { return l.upload }},
	{"form", func(l library) build { return l.form }},
	{"struct", func(l library) build { return l.listed }},
}

func main() {
	log.SetFlags(0)
	work := func() error { return writeTable(os.Stdout) }
	if len(os.Args) == 3 {
		work = func() error { return callOften(os.Args[1], os.Args[2]) }
	}
	if err := work(); err != nil {
		log.Fatal("bench: ", err)
	}
}

// writeTable prints three rows for each request: instructions, allocations and
// the time of one call.
func writeTable(w io.Writer) error {
	testing.Init()
	if err := flag.Set("test.benchtime", "100ms"); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program, err := compile(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s %s/%s\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	var names []string
	for _, l := range libraries() {
		names = append(names, l.name)
	}
	writeRow(table, "request", "cost of one", names)
	fmt.Fprint(table, strings.Repeat("| ---\t", 2+len(names)), "|\n")
	for _, r := range rows {
		var instructions, allocations, times []string
		for i, fastest := range benchmarks(r.of) {
			if fastest.N == 0 {
				instructions, allocations, times = append(instructions, "-"), append(allocations, "-"), append(times, "-")
				continue
			}
			count, err := instructionsOf(program, r.name, names[i])
			if err != nil {
				return err
			}
			instructions = append(instructions, count)
			allocations = append(allocations, fmt.Sprint(fastest.AllocsPerOp()))
			times = append(times, fmt.Sprintf("%d ns", fastest.NsPerOp()))
		}
		writeRow(table, r.name, "instructions", instructions)
		writeRow(table, "", "allocations", allocations)
		writeRow(table, "", "time", times)
	}
	return table.Flush()
}

func writeRow(w io.Writer, request, cost string, cells []string) {
	fmt.Fprintf(w, "| %s\t| %s\t| %s\t|\n", request, cost, strings.Join(cells, "\t| "))
}

// benchmarks returns the fastest of ten turns of each library, which is the one
// that other programs disturbed the least.
func benchmarks(of func(library) build) []testing.BenchmarkResult {
	fastest := make([]testing.BenchmarkResult, len(libraries()))
	for range 10 {
		for i, l := range libraries() {
			b := of(l)
			if b == nil {
				continue
			}
			turn := testing.Benchmark(func(tb *testing.B) { benchmark(tb, b) })
			if fastest[i].N == 0 || turn.NsPerOp() < fastest[i].NsPerOp() {
				fastest[i] = turn
			}
		}
	}
	return fastest
}

func benchmark(tb *testing.B, b build) {
	tb.ReportAllocs()
	for tb.Loop() {
		if _, err := b(context.Background()); err != nil {
			tb.Fatal(err)
		}
	}
}

// compile compiles this program into dir, since go run leaves out the symbols
// that callgrind needs. Without valgrind it returns "".
func compile(dir string) (program string, err error) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		return "", nil
	}
	program = filepath.Join(dir, "bench")
	cmd := exec.Command("go", "build", "-o", program, "example.com/endpoint/bench")
	cmd.Stderr = os.Stderr
	return program, cmd.Run()
}

const (
	calls = 300 // that callgrind counts
	runs  = 3   // the median counts, since each process hashes the keys of maps in another way
)

var collected = regexp.MustCompile(`Collected : (\d+)`)

// instructionsOf runs program under callgrind, and returns the instructions of
// one call.
func instructionsOf(program, row, library string) (string, error) {
	if program == "" {
		return "-", nil
	}
	var totals []int
	for tries := 0; len(totals) < runs; tries++ {
		if tries == 3*runs {
			return "", fmt.Errorf("%s by %s: callgrind counts nothing", row, library)
		}
		cmd := exec.Command("valgrind", "--tool=callgrind", "--toggle-collect=main.measured", "--callgrind-out-file=/dev/null",
			program, row, library)
		// Without collections and other threads each run does the same, and
		// callgrind does not stand the signals of asynchronous preemption.
		cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%w\n%s", err, out)
		}
		// Where the stack moves, callgrind does not see that measured is called,
		// and reads 0.
		if m := collected.FindSubmatch(out); m != nil && string(m[1]) != "0" {
			total, err := strconv.Atoi(string(m[1]))
			if err != nil {
				return "", err
			}
			totals = append(totals, total)
		}
	}
	slices.Sort(totals)
	return strconv.Itoa(totals[runs/2] / calls), nil
}

// callOften is what runs under callgrind. The calls before those of measured
// fill the caches, and leave a stack that does not move.
func callOften(row, library string) error {
	for _, r := range rows {
		for _, l := range libraries() {
			if r.name == row && l.name == library {
				b := r.of(l)
				if err := deep(600, func() error { return repeat(b, calls/6) }); err != nil {
					return err
				}
				return measured(b, calls)
			}
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

func repeat(b build, n int) error {
	for range n {
		if _, err := b(context.Background()); err != nil {
			return err
		}
	}
	return nil
}
