// Command bench prints what it costs to build a request: by hand, with three
// other libraries, and with endpoint. It is a module of its own, so that users
// of endpoint never download the others.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/exec"
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
	if len(os.Args) == 3 {
		row, column := number(os.Args[1]), number(os.Args[2])
		run(rows[row].of(libraries()[column]))
		return
	}
	fmt.Printf("%s %s/%s\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
	fmt.Fprint(table, "| request\t| cost of one\t")
	for _, l := range libraries() {
		fmt.Fprintf(table, "| %s\t", l.name)
	}
	fmt.Fprint(table, "|\n"+strings.Repeat("| ---\t", 2+len(libraries()))+"|\n")
	for i, row := range rows {
		instructions, allocations, times := "", "", ""
		for j, l := range libraries() {
			b := row.of(l)
			if b == nil {
				instructions, allocations, times = instructions+"| -\t", allocations+"| -\t", times+"| -\t"
				continue
			}
			result := testing.Benchmark(func(tb *testing.B) { benchmark(tb, b) })
			instructions += fmt.Sprintf("| %s\t", count(i, j))
			allocations += fmt.Sprintf("| %d\t", result.AllocsPerOp())
			times += fmt.Sprintf("| %d ns\t", result.NsPerOp())
		}
		fmt.Fprintf(table, "| %s\t| instructions\t%s|\n", row.name, instructions)
		fmt.Fprintf(table, "|\t| allocations\t%s|\n", allocations)
		fmt.Fprintf(table, "|\t| time\t%s|\n", times)
	}
	if err := table.Flush(); err != nil {
		log.Fatal(err)
	}
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		log.Fatal(err)
	}
	return n
}

func benchmark(tb *testing.B, b build) {
	tb.ReportAllocs()
	for tb.Loop() {
		if _, err := b(context.Background()); err != nil {
			tb.Fatal(err)
		}
	}
}

const (
	calls = 300 // that callgrind counts
	runs  = 3   // the median counts, since each process hashes the keys of maps in another way
)

var collected = regexp.MustCompile(`Collected : (\d+)`)

// count runs this program under callgrind, and returns the instructions of one
// call, or "-" without valgrind.
func count(row, column int) string {
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		return "-"
	}
	self, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	var totals []int
	for tries := 0; len(totals) < runs && tries < 3*runs; tries++ {
		cmd := exec.Command(valgrind, "--tool=callgrind", "--toggle-collect=main.measured", "--callgrind-out-file=/dev/null",
			self, strconv.Itoa(row), strconv.Itoa(column))
		// Without collections and other threads each run does the same, and
		// callgrind does not stand the signals of asynchronous preemption.
		cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil {
			log.Fatalf("%v\n%s", err, &stderr)
		}
		// Where the stack moves, callgrind does not see that measured is called.
		if m := collected.FindSubmatch(stderr.Bytes()); m != nil && string(m[1]) != "0" {
			totals = append(totals, number(string(m[1])))
		}
	}
	if len(totals) < runs {
		log.Fatalf("%s: callgrind counts nothing", rows[row].name)
	}
	slices.Sort(totals)
	return strconv.Itoa(totals[runs/2] / calls)
}

// run fills the caches, and grows the stack so that it does not move in measured.
func run(b build) {
	deep(600, func() { repeat(b, calls/6) })
	measured(b, calls)
}

//go:noinline
func deep(depth int, f func()) {
	if depth == 0 {
		f()
		return
	}
	deep(depth-1, f)
}

// measured is what callgrind counts. It knows the function by its name.
//
//go:noinline
func measured(b build, n int) { repeat(b, n) }

func repeat(b build, n int) {
	for range n {
		if _, err := b(context.Background()); err != nil {
			log.Fatal(err)
		}
	}
}
