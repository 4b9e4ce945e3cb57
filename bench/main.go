// Command bench prints what it costs to build a request, by hand, with three other
// libraries, and with endpoint, as a table in Markdown. It draws the bytes and times of
// the table in bench.svg. It is a module of its own, so that users of endpoint never
// download the others.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
)

// A build makes one request. It is nil where a library has no way to do it.
type build func(context.Context) (*http.Request, error)

// A library builds the requests of the table.
type library struct {
	name                                                     string
	get, user, formatted, post, layers, upload, form, listed build

	keys      func(names []string) build // a GET with these names in its query
	uploadURL build                      // the URL of an upload, without an *http.Request
}

// base is never called.
const base = "https://api.github.com"

// The first library is what the others are compared with, and the last is endpoint.
func libraries() []library {
	return []library{byHand(), byRequests(), bySling(), byResty(), byEndpoint()}
}

// A row is a request of the table.
type row struct {
	name string
	of   func(library) build
	most limits
	// Of a witness, the table has the instructions alone.
	isWitness bool
}

// limits are what a call to endpoint may cost. 0 is no limit.
type limits struct {
	bytes, instructions float64 // of those by hand
	allocations         uint64
}

var rows = []row{
	{
		name: "GET",
		of:   func(l library) build { return l.get },
		most: limits{bytes: 0.95, allocations: 5, instructions: 1.07},
	},
	{
		name: "GET /user",
		of:   func(l library) build { return l.user },
		most: limits{bytes: 1.06, allocations: 4, instructions: 0.94},
	},
	{
		name: "formatted ID",
		of:   func(l library) build { return l.formatted },
		most: limits{instructions: 0.88},
	},
	{
		name: "POST",
		of:   func(l library) build { return l.post },
		most: limits{bytes: 0.75, allocations: 13, instructions: 0.83},
	},
	{
		name: "layers",
		of:   func(l library) build { return l.layers },
		most: limits{bytes: 1, allocations: 6, instructions: 1.27},
	},
	{
		name: "upload",
		of:   func(l library) build { return l.upload },
	},
	{
		name: "form",
		of:   func(l library) build { return l.form },
		most: limits{bytes: 2, instructions: 2.4},
	},
	{
		name: "struct",
		of:   func(l library) build { return l.listed },
		most: limits{bytes: 0.85, instructions: 0.9},
	},
	{
		name:      "10 keys",
		of:        withKeys(10),
		most:      limits{instructions: 1.1},
		isWitness: true,
	},
	{
		name:      "100 keys",
		of:        withKeys(100),
		most:      limits{instructions: 1.46},
		isWitness: true,
	},
	{
		name:      "1000 keys",
		of:        withKeys(1000),
		most:      limits{instructions: 1.56},
		isWitness: true,
	},
	{
		name:      "upload URL",
		of:        func(l library) build { return l.uploadURL },
		most:      limits{bytes: 1.25, allocations: 8, instructions: 1.15},
		isWitness: true,
	},
}

// withKeys gives names that are not in order, so that sorting them is work.
func withKeys(n int) func(library) build {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("key%04d", i*7919%10000)
	}
	return func(l library) build {
		if l.keys == nil {
			return nil
		}
		return l.keys(names)
	}
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	turns := flag.Int("turns", 60, "measure times in this many turns")
	runs := flag.Int("runs", 3, "count instructions in this many runs; 0 leaves them out")
	svg := flag.String("svg", "bench.svg", "draw bytes and times in this `file`")
	flag.Parse()
	var err error
	switch flag.NArg() {
	case 0:
		err = measure(os.Stdout, *svg, *turns, *runs)
	case 2: // this program under callgrind
		err = callOften(flag.Arg(0), flag.Arg(1))
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// costs are those of one call.
type costs struct {
	bytes, allocations uint64
	nanoseconds        float64   // of the fastest turn
	ratios             []float64 // the time of each turn, of that by hand in the same turn
	instructions       int       // 0: not counted
}

// measure prints the table, and draws the picture from the same figures.
func measure(w io.Writer, svg string, turns, runs int) error {
	if turns < 1 || runs < 0 {
		return fmt.Errorf("-turns must be at least 1, and -runs at least 0")
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program, err := compile(dir, runs)
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(1)
	all := libraries()
	var measured [][]costs // by row and library
	for _, r := range rows {
		one := make([]costs, len(all))
		for i, l := range all {
			if one[i].bytes, one[i].allocations, err = memory(r.of(l)); err != nil {
				return fmt.Errorf("%s by %s: %w", r.name, l.name, err)
			}
		}
		if !r.isWitness {
			if err := times(r, all, one, turns); err != nil {
				return err
			}
		}
		if err := program.instructions(r, all, one, runs); err != nil {
			return err
		}
		measured = append(measured, one)
	}
	fmt.Fprintf(w, "%s on %s/%s, %d turns\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, turns)
	if err := writeTable(w, all, measured, program != ""); err != nil {
		return err
	}
	fmt.Fprint(w, "\n", reasons)
	if program == "" {
		fmt.Fprintln(w, "\nInstructions are left out: they need valgrind (apt-get install valgrind), and -runs above 0.")
	}
	warn(all, measured)
	return os.WriteFile(svg, []byte(picture(all, measured)), 0o644)
}

// reasons say why the four costs of one request differ.
const reasons = `Why the costs differ:

- Bytes and allocations are exact. Each of them costs time: memory is cleared when it is taken, and the garbage collector marks and frees it later.
- Times contain all of that, and the other work of the machine too. They are those of the fastest turn. The last column has the ratio of the fastest turns, and in brackets the middle half of the ratios of all turns.
- Instructions repeat to 1 %. They are counted without garbage collection, and each counts the same, however long it waits for memory. So a request can take fewer instructions and more time than another one.
`

// writeTable prints four lines for each request, and one for a witness.
func writeTable(w io.Writer, all []library, measured [][]costs, hasInstructions bool) error {
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	names := make([]string, 0, len(all)+1)
	for _, l := range all {
		names = append(names, l.name)
	}
	writeLine(table, "request", "cost of one", append(names, all[len(all)-1].name+" / "+all[0].name))
	fmt.Fprint(table, strings.Repeat("| ---\t", len(names)+3), "|\n")
	for i, r := range rows {
		one, label := measured[i], r.name
		line := func(cost string, of func(costs) float64, unit, spread string) {
			cells := make([]string, len(one), len(one)+1)
			for i := range cells {
				cells[i] = "-"
				if v := of(one[i]); v > 0 {
					cells[i] = strconv.FormatFloat(v, 'f', 0, 64) + unit
				}
			}
			writeLine(table, label, cost, append(cells, fmt.Sprintf("%.2f%s", ratio(one, of), spread)))
			label = ""
		}
		if !r.isWitness {
			line("bytes", ofBytes, "", "")
			line("allocations", ofAllocations, "", "")
			line("time", ofTime, " ns", spread(one[len(one)-1].ratios))
		}
		if hasInstructions {
			line("instructions", ofInstructions, "", "")
		}
	}
	return table.Flush()
}

func writeLine(w io.Writer, request, cost string, cells []string) {
	fmt.Fprintf(w, "| %s\t| %s\t| %s\t|\n", request, cost, strings.Join(cells, "\t| "))
}

func ofBytes(c costs) float64        { return float64(c.bytes) }
func ofAllocations(c costs) float64  { return float64(c.allocations) }
func ofTime(c costs) float64         { return c.nanoseconds }
func ofInstructions(c costs) float64 { return float64(c.instructions) }

// ratio is a cost by endpoint, of that by hand.
func ratio(one []costs, of func(costs) float64) float64 {
	return of(one[len(one)-1]) / of(one[0])
}

// warn logs the costs that are above their limits, and the other libraries that take less
// time than endpoint.
func warn(all []library, measured [][]costs) {
	for i, r := range rows {
		for _, over := range r.most.exceeded(measured[i]) {
			log.Printf("%s: %s", r.name, over)
		}
		last := len(all) - 1
		ours := measured[i][last].nanoseconds
		for j, c := range measured[i][:last] {
			if j > 0 && c.nanoseconds > 0 && c.nanoseconds < ours {
				log.Printf("%s: %s takes %.2f of the time of %s", r.name, all[j].name, c.nanoseconds/ours, all[last].name)
			}
		}
	}
}

// exceeded describes the costs that are above their limits.
func (m limits) exceeded(one []costs) (over []string) {
	if got := ratio(one, ofBytes); m.bytes > 0 && got > m.bytes {
		over = append(over, fmt.Sprintf("%.3f of the bytes by hand, want at most %v", got, m.bytes))
	}
	if got := one[len(one)-1].allocations; m.allocations > 0 && got > m.allocations {
		over = append(over, fmt.Sprintf("%d allocations, want at most %d", got, m.allocations))
	}
	if got := ratio(one, ofInstructions); m.instructions > 0 && got > m.instructions { // NaN where none are counted
		over = append(over, fmt.Sprintf("%.3f of the instructions by hand, want at most %v", got, m.instructions))
	}
	return over
}
