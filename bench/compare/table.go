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
	Target             Target
	Allocs, PeerAllocs float64
	AllocLimit         int
	Time, PeerTime     float64 // nanoseconds, for each byte where PerByte
	PerByte            bool
}

var heading = []string{"case", "peer", "ratio", "target", "allocs", "at most", "peer's allocs", "time", "peer's time"}

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
		r.target(),
		fmt.Sprintf("%.0f", r.Allocs),
		r.allocLimit(),
		fmt.Sprintf("%.0f", r.PeerAllocs),
		r.time(r.Time),
		r.time(r.PeerTime),
	}
}

func (r Row) target() string {
	if r.Target.Bound == 0 {
		return "-"
	}
	sign := "<="
	if r.Target.AtLeast {
		sign = ">="
	}
	return missed(fmt.Sprintf("%s %.2f", sign, r.Target.Bound), r.Met())
}

func (r Row) allocLimit() string {
	if r.AllocLimit == 0 {
		return "-"
	}
	return missed(fmt.Sprint(r.AllocLimit), r.Allocs <= float64(r.AllocLimit))
}

func missed(target string, met bool) string {
	if met {
		return target
	}
	return target + " missed"
}

// Met reports whether the ratio is what its target asks for.
func (r Row) Met() bool {
	switch {
	case r.Target.Bound == 0:
		return true
	case r.Target.AtLeast:
		return r.Ratio >= r.Target.Bound
	}
	return r.Ratio <= r.Target.Bound
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
