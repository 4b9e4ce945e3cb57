// Valid calls, for which nothing is reported.

package analyzer

import (
	"os"
	"path/filepath"
	"testing"
)

// readTestdata returns the files in directories of testdata.
func readTestdata(t testing.TB, dirs ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join("testdata", dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal("no files in", dir, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.Join(dir, filepath.Base(name))] = string(text)
		}
	}
	return files
}

func TestValid(t *testing.T) {
	dir := writeModule(t, readTestdata(t, "valid", "client", "service", "jump", "values", "change"))
	for at, reports := range vet(t, dir, "./...") {
		t.Errorf("%s: %q", at, reports)
	}
}
