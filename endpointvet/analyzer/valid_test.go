// Valid calls, for which nothing is reported.

package analyzer

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// readTestdata returns the files in directories of testdata.
func readTestdata(t testing.TB, dirs ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join("testdata", dir, "*.*"))
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
	dir := writeModule(t, readTestdata(t, "valid", "values", "change"))
	for at, reports := range vet(t, dir, "./...") {
		t.Errorf("%s: %q", at, reports)
	}
}

// These calls run, which shows that they succeed, and nothing is reported for them.
func TestRun(t *testing.T) {
	packages := []string{
		"bases", "check", "defaults", "ends", "formatted", "helpers", "keys", "names", "near", "origins", "outside",
		"placed", "placed/types", "pointers", "styles", "zero",
	}
	dirs := []string{"run"}
	for _, name := range packages {
		dirs = append(dirs, "run/"+name)
	}
	dir := writeModule(t, readTestdata(t, dirs...))
	run := exec.Command("go", "run", "-tags", "vetrun", "./run")
	run.Dir, run.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	if out, err := run.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	for at, reports := range vet(t, dir, "./...") {
		t.Errorf("%s: %q", at, reports)
	}
}
