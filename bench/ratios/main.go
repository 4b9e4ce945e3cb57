// Command ratios prints how long endpoint takes for each unit of time that
// its peers take, as a Markdown table:
//
//	go run ./ratios -rounds 21 -time 50ms
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"time"

	"example.com/endpoint/bench/compare"
)

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 21, "rounds, of which the median ratio is shown")
	each := flag.Duration("time", 50*time.Millisecond, "time for each side in a round")
	flag.Parse()
	if *rounds < 1 || *each <= 0 {
		log.Fatal("ratios: -rounds and -time must be positive")
	}
	if err := run(os.Stdout, *rounds, *each); err != nil {
		log.Fatal("ratios: ", err)
	}
}

func run(w io.Writer, rounds int, each time.Duration) error {
	rows, err := measure(rounds, each)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, %s %s/%s, %d cores, medians of %d rounds of %v\n\n",
		time.Now().Format(time.DateOnly), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), rounds, each)
	return compare.Write(w, rows)
}

func measure(rounds int, each time.Duration) ([]compare.Row, error) {
	var rows []compare.Row
	for _, c := range compare.Cases() {
		m, err := compare.NewMeter(c, each)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		for range rounds {
			if err := m.Round(); err != nil {
				return nil, fmt.Errorf("%s: %w", c.Name, err)
			}
		}
		rows = append(rows, m.Rows()...)
	}
	return rows, nil
}
