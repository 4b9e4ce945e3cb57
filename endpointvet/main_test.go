package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is also the command itself, for the tests below.
func TestMain(m *testing.M) {
	if os.Getenv("ENDPOINTVET_TEST") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// runCommand runs the command.
func runCommand(arguments ...string) (stdout, stderr string, code int) {
	command := exec.Command(os.Args[0], arguments...)
	command.Env = append(os.Environ(), "ENDPOINTVET_TEST=1")
	var out, failed bytes.Buffer
	command.Stdout, command.Stderr = &out, &failed
	_ = command.Run()
	return out.String(), failed.String(), command.ProcessState.ExitCode()
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	yaml, broken := filepath.Join(dir, "api.yaml"), filepath.Join(dir, "broken.yaml")
	for name, text := range map[string]string{
		yaml:   "openapi: 3.0.0\npaths:\n  /x:\n    get:\n      parameters: [{$ref: other.yaml}]\n",
		broken: "openapi: [\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const document = "openapi/testdata/github.json"
	for _, tt := range []struct {
		arguments      string
		stdout, stderr string // a part
		code           int
	}{
		{"index " + document, `{"index":3,"servers":["https://api.github.com","https://uploads.github.com"]}`, "", 0},
		{"index " + yaml, `"path":"/x","query":{"open":true},"body":{"*/*":null}`, yaml + " refers to other.yaml, which is not read", 0},
		{"index " + broken, "", broken + " cannot be read as YAML: yaml: line 1: ", 1},
		{"index none.json", "", "endpointvet: open none.json", 1},
		{"index", "", "endpointvet index FILE >", 2},
		{"index a b", "", "endpointvet index FILE >", 2},
		{"index -h", "endpointvet index FILE >", "", 0},
		{"-h", "-unchecked ", "", 0},
		{"-flags", `"Name": "V"`, "", 0},
	} {
		stdout, stderr, code := runCommand(strings.Fields(tt.arguments)...)
		if !strings.Contains(stdout, tt.stdout) || !strings.Contains(stderr, tt.stderr) || code != tt.code {
			t.Errorf("%s:\n got %.300q, %.300q, %d\nwant %q, %q, %d", tt.arguments, stdout, stderr, code, tt.stdout, tt.stderr, tt.code)
		}
	}
}
