package client

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each file but client.go can be deleted, together with its tests: none needs another one. What is
// left passes its tests.
func TestFilesCanBeLeftOut(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	copies, err := os.MkdirTemp(".", "copies") // within the module, which has the library
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(copies)
	optional := []string{"retry", "token", "pages", "multipart", "copy"}
	for dir, kept := range map[string][]string{"1": {"retry"}, "2": {"token"}, "3": {"pages"}, "4": {"multipart"}, "all": {"token", "multipart"}} {
		dir = filepath.Join(copies, dir)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			subject := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(name, ".go"), "example_"), "_test")
			if slices.Contains(optional, subject) && !slices.Contains(kept, subject) {
				continue
			}
			source, err := os.ReadFile(name)
			if err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), source, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, args := range [][]string{{"vet", "./" + copies + "/..."}, {"test", "./" + copies + "/all"}} {
		if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", args[0], err, out)
		}
	}
}

// A copy of this folder has tests of the copy: none of its files imports the original.
func TestFolderCanBeCopied(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil || bytes.Contains(source, []byte("\t\"example.com/endpoint/examples/")) {
			t.Errorf("%s imports the original, %v", name, err)
		}
	}
}
