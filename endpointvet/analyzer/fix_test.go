// What is suggested leaves code that compiles, and of which no more is reported.

package analyzer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestFixes(t *testing.T) {
	golden, err := os.ReadFile("testdata/fix/fix.go.golden")
	if err != nil {
		t.Fatal(err)
	}
	files := readTestdata(t, "fix")
	files["fix/fix.go.golden"] = string(golden)
	analysistest.RunWithSuggestedFixes(t, writeModule(t, files), Analyzer, "./fix")

	// Without the fixes that cannot be written, nothing is left.
	var lines []string
	for line := range strings.Lines(string(golden)) {
		isLeft := strings.Contains(line, `write \{owner`) || strings.Contains(line, "(keptRoute)")
		if !isLeft {
			lines = append(lines, line)
		}
	}
	dir := writeModule(t, map[string]string{filepath.Join("fix", "fix.go"): strings.Join(lines, "")})
	for at, reports := range vet(t, dir, "./...") {
		t.Errorf("%s: %q", at, reports)
	}
}
