// Calls that are not checked are reported with the flag -unchecked, and only with it.

package analyzer

import (
	"fmt"
	"strings"
	"testing"
)

// wanted returns what comments in files want to be reported, by "file:line".
func wanted(files map[string]string) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		for i, line := range strings.Split(text, "\n") {
			if _, want, ok := strings.Cut(line, "// want "); ok {
				all[fmt.Sprintf("%s:%d", name, i+1)] = want
			}
		}
	}
	return all
}

func TestUnchecked(t *testing.T) {
	testUnchecked(t, readTestdata(t, "unchecked", "open"))
}

// TestUncheckedByDocument has packages with a document that does not judge all calls.
func TestUncheckedByDocument(t *testing.T) {
	files := readTestdata(t, "undocumented", "spotify")
	files["undocumented/github.api"], files["spotify/github.api"] = github(t), github(t)
	testUnchecked(t, files)
}

func testUnchecked(t *testing.T, files map[string]string) {
	t.Helper()
	dir := writeModule(t, files)
	all := wanted(files)
	for at, reports := range vet(t, dir, "./...") {
		if want := all[at]; want == "" || strings.Contains(want, "not checked") || strings.Contains(want, "not reported") {
			t.Errorf("without the flag: %s: %q", at, reports)
		}
	}
	uncheckedFlag = true
	defer func() { uncheckedFlag = false }()
	reports := vet(t, dir, "./...")
	for at, want := range all {
		if got := strings.Join(reports[at], "; "); !strings.Contains(got, want) || len(reports[at]) != 1+strings.Count(want, "; ") {
			t.Errorf("%s:\n got %s\nwant %s", at, got, want)
		}
		delete(reports, at)
	}
	for at, report := range reports {
		if strings.Contains(report[0], " calls checked") {
			continue // TestVetUnchecked has it
		}
		t.Errorf("%s: %q", at, report)
	}
}
