package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/endpoint/bench/compare"
)

// BenchmarkRatios measures the sides of each case in turns, a round for each
// iteration, and prints the table of the ratios at its end. For a quieter
// result take more rounds: -bench Ratios -benchtime 50x.
func BenchmarkRatios(b *testing.B) {
	var rows []compare.Row
	for _, c := range compare.Cases() {
		b.Run(c.Name, func(b *testing.B) { rows = append(rows, ratios(b, c)...) })
	}
	fmt.Println()
	if err := compare.Write(os.Stdout, rows); err != nil {
		b.Fatal(err)
	}
	fmt.Println()
}

func ratios(b *testing.B, c compare.Case) []compare.Row {
	m, err := compare.NewMeter(c, 10*time.Millisecond)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := m.Round(); err != nil {
			b.Fatal(err)
		}
	}
	rows := m.Rows()
	for _, r := range rows {
		b.ReportMetric(r.Ratio, "of:"+strings.ReplaceAll(r.Peer, " ", "-"))
	}
	// The time of a round says nothing.
	b.ReportMetric(0, "ns/op")
	return rows
}
