package compare

import (
	"fmt"
	"io"
	"strings"
)

// A Row is one line of the table.
type Row struct {
	Case, Peer         string
	Ratio              float64
	Allocs, PeerAllocs float64
	Time, PeerTime     float64 // nanoseconds, for each byte where PerByte
	PerByte            bool
}

var heading = []string{"case", "peer", "ratio", "allocs", "peer's allocs", "time", "peer's time"}

// Write prints the rows as a Markdown table that is readable as it stands.
func Write(w io.Writer, rows []Row) error {
	lines := [][]string{heading}
	for _, r := range rows {
		lines = append(lines, r.cells())
	}
	widths := make([]int, len(heading))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], len(cell))
		}
	}
	var out strings.Builder
	for i, line := range lines {
		writeLine(&out, line, widths)
		if i == 0 {
			writeRule(&out, widths)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func writeLine(out *strings.Builder, cells []string, widths []int) {
	for i, cell := range cells {
		fmt.Fprintf(out, "| %-*s ", widths[i], cell)
	}
	out.WriteString("|\n")
}

func writeRule(out *strings.Builder, widths []int) {
	for _, width := range widths {
		out.WriteString("| " + strings.Repeat("-", width) + " ")
	}
	out.WriteString("|\n")
}

func (r Row) cells() []string {
	return []string{
		r.Case,
		r.Peer,
		fmt.Sprintf("%.2f", r.Ratio),
		fmt.Sprintf("%.0f", r.Allocs),
		fmt.Sprintf("%.0f", r.PeerAllocs),
		r.time(r.Time),
		r.time(r.PeerTime),
	}
}

func (r Row) time(ns float64) string {
	switch {
	case r.PerByte:
		return fmt.Sprintf("%.2f ns/B", ns)
	case ns >= 10_000:
		return fmt.Sprintf("%.0f us", ns/1000)
	}
	return fmt.Sprintf("%.0f ns", ns)
}
