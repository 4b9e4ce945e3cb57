package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The picture, in its own units.
const (
	width  = 640
	left   = 100 // of the bars
	right  = 590
	line   = 26 // the height of a request
	header = 64 // above the first request of a panel
	footer = 34 // below the last one, with the scale
)

const style = `<style>
	svg { color: #1f2328; font: 13px system-ui, sans-serif; }
	text { fill: currentColor; }
	.title { font-size: 15px; font-weight: 600; }
	.end { text-anchor: end; }
	.middle { text-anchor: middle; }
	.faint { fill: #59636e; }
	.grid { stroke: #d1d9e0; }
	.endpoint { fill: #80bdff; }
	.hand { stroke: currentColor; stroke-width: 3; }
	.requests, .sling, .resty { fill: none; stroke-width: 2; }
	.requests { stroke: #953800; }
	.sling { stroke: #6639ba; }
	.resty { stroke: #116329; }
	@media (prefers-color-scheme: dark) {
		svg { color: #f0f6fc; }
		.faint { fill: #9198a1; }
		.grid { stroke: #3d444d; }
		.endpoint { fill: #1f4f9e; }
		.requests { stroke: #f0883e; }
		.sling { stroke: #ab7df8; }
		.resty { stroke: #3fb950; }
	}
</style>
`

// marks are drawn around the point 0 0: a bar for endpoint, a line for code by hand, and
// a shape for each other library.
var marks = map[string]string{
	"by hand":  `<path class="hand" d="M0-9V9"/>`,
	"requests": `<circle class="requests" r="5"/>`,
	"sling":    `<path class="sling" d="M-6 5H6L0-6Z"/>`,
	"resty":    `<path class="resty" d="M-6 0L0-6L6 0L0 6Z"/>`,
}

// picture returns an SVG of two panels, bytes and times, with a line for each request.
// It has no color of a background, and follows the color scheme of its reader.
func picture(all []library, measured [][]costs) string {
	var names []string
	var drawn [][]costs
	for i, r := range rows {
		if !r.isWitness {
			names, drawn = append(names, r.name), append(drawn, measured[i])
		}
	}
	panel := header + line*len(names) + footer
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d" role="img" aria-labelledby="title">`+"\n", width, 2*panel)
	fmt.Fprint(&b, "<title id=\"title\">Bytes and time of building each request. The table has the figures.</title>\n", style)
	writePanel(&b, 0, "Bytes of one call", all, names, drawn, ofBytes, "")
	writePanel(&b, panel, "Time of one call", all, names, drawn, func(c costs) float64 { return c.nanoseconds / 1000 }, " µs")
	b.WriteString("</svg>\n")
	return b.String()
}

func writePanel(b *strings.Builder, top int, title string, all []library, names []string, drawn [][]costs, of func(costs) float64, unit string) {
	most := 0.0
	for _, one := range drawn {
		for _, c := range one {
			most = max(most, of(c))
		}
	}
	x := func(v float64) int { return left + int(math.Round(v/most*(right-left))) }

	fmt.Fprintf(b, "<g transform=\"translate(0 %d)\">\n", top)
	fmt.Fprintf(b, "\t<text class=\"title\" y=\"18\">%s</text>\n", title)
	writeLegend(b, all)
	fmt.Fprintf(b, "\t<text class=\"faint end\" x=\"%d\" y=\"44\">ratio</text>\n", width)
	bottom := header + line*len(names)
	step := scale(most)
	for v := 0.0; v <= most; v += step {
		fmt.Fprintf(b, "\t<path class=\"grid\" d=\"M%d %dV%d\"/>\n", x(v), header-8, bottom)
		fmt.Fprintf(b, "\t<text class=\"faint middle\" x=\"%d\" y=\"%d\">%s%s</text>\n", x(v), bottom+16, strconv.FormatFloat(v, 'f', -1, 64), unit)
	}
	for i, one := range drawn {
		last := len(one) - 1
		fmt.Fprintf(b, "\t<g transform=\"translate(0 %d)\">\n", header+line*i+line/2-4)
		fmt.Fprintf(b, "\t\t<text class=\"end\" x=\"%d\" y=\"5\">%s</text>\n", left-10, names[i])
		fmt.Fprintf(b, "\t\t<rect class=\"endpoint\" x=\"%d\" y=\"-7\" width=\"%d\" height=\"14\"/>\n", left, x(of(one[last]))-left)
		for j, c := range one[:last] {
			if of(c) > 0 {
				fmt.Fprintf(b, "\t\t<g transform=\"translate(%d 0)\">%s</g>\n", x(of(c)), marks[all[j].name])
			}
		}
		fmt.Fprintf(b, "\t\t<text class=\"end\" x=\"%d\" y=\"5\">%.2f</text>\n", width, ratio(one, of))
		b.WriteString("\t</g>\n")
	}
	b.WriteString("</g>\n")
}

func writeLegend(b *strings.Builder, all []library) {
	fmt.Fprintf(b, "\t<rect class=\"endpoint\" x=\"%d\" y=\"33\" width=\"20\" height=\"14\"/>\n", left)
	fmt.Fprintf(b, "\t<text x=\"%d\" y=\"45\">endpoint</text>\n", left+28)
	for i, l := range all[:len(all)-1] {
		at := left + 115 + 95*i
		fmt.Fprintf(b, "\t<g transform=\"translate(%d 40)\">%s</g>\n", at, marks[l.name])
		fmt.Fprintf(b, "\t<text x=\"%d\" y=\"45\">%s</text>\n", at+14, l.name)
	}
}

// scale returns a distance of marks, 1, 2 or 5 times a power of ten, of which most has
// at least three.
func scale(most float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(most)))
	switch {
	case most/step >= 3:
		return step
	case most/step >= 1.5:
		return step / 2
	default:
		return step / 5
	}
}
