// What is suggested leaves code that compiles, and of which no more is reported. What is
// reported in kept.go is not fixed.

package analyzer

import (
	"os"
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

	dir := writeModule(t, map[string]string{"fix/fix.go": string(golden)})
	for at, reports := range vet(t, dir, "./...") {
		t.Errorf("%s: %q", at, reports)
	}
}
