// Endpointvet checks calls of package endpoint before they run.
//
//	go get -tool example.com/endpoint/endpointvet
//	go tool endpointvet -unchecked ./...
//	go tool endpointvet ./...
//	go vet -vettool=$(go tool -n endpointvet) ./...
//	go tool endpointvet -openapi=FILE ./...
//
// One command reads the OpenAPI document of an API:
//
//	go tool endpointvet index FILE > FILE.api
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"example.com/endpoint/endpointvet/analyzer"
)

func main() {
	args := os.Args[1:]
	switch {
	case len(args) > 0 && isHelp(args[0]):
		fmt.Print(usage)
		return
	case len(args) > 0 && args[0] == "index":
		os.Exit(index(args[1:]))
	case len(args) > 0 && isForVet(args[len(args)-1]):
		unitchecker.Main(analyzer.Analyzer)
	}
	os.Exit(vet(args))
}

// isForVet reports whether go vet, or a user who asks for its flags, passes the last
// argument.
func isForVet(last string) bool {
	return strings.HasSuffix(last, ".cfg") || last == "-flags" || strings.HasPrefix(last, "-V=") || strings.HasPrefix(last, "help")
}

// flags returns arguments as go vet passes them on: it runs the tool in the directory
// of each package, with the last of several flags of one name.
func flags(args []string) (all []string) {
	var documents []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		name, value, hasValue := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if name = strings.TrimPrefix(name, "-"); name == "openapi" && !hasValue && i+1 < len(args) {
			i++
			value = args[i]
		}
		switch file, err := filepath.Abs(value); {
		case name == "openapi" && value != "" && err == nil:
			documents = append(documents, file)
		case name == "unchecked" && strings.HasPrefix(arg, "-"):
			all = append(all, "-endpointvet."+strings.TrimLeft(arg, "-"))
		default:
			all = append(all, arg)
		}
	}
	if len(documents) > 0 {
		all = append([]string{"-endpointvet.openapi=" + strings.Join(documents, ",")}, all...)
	}
	return all
}

// vet runs go vet with this program as its tool, and returns its exit status. It
// loads no syntax of dependencies, and keeps its results.
func vet(args []string) int {
	program, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "endpointvet:", err)
		return 1
	}
	args = append([]string{"vet", "-vettool=" + program}, flags(args)...)
	isOther := func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return slices.Contains([]string{"json", "fix", "diff", "c"}, name)
	}
	isUnchecked := slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-endpointvet.unchecked") })
	if isUnchecked && !slices.ContainsFunc(args[2:], isOther) {
		return list(exec.Command("go", slices.Insert(args, 1, "-json")...))
	}
	cmd := exec.Command("go", args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return status(cmd.Run())
}

// status returns the exit status of a command that ended with an error.
func status(err error) int {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "endpointvet:", err)
		return 1
	}
	return 0
}

// A diagnostic is a report as go vet prints it as JSON.
type diagnostic struct{ Category, Posn, Message string }

// list runs go vet with -json, and prints what it reports, and how many calls were checked.
// What was not checked does not count for its exit status.
func list(cmd *exec.Cmd) int {
	out, err := cmd.CombinedOutput() // Go 1.24 writes JSON to standard error
	code := status(err)
	var calls, checked int
	by := map[string]int{}
	for _, d := range diagnostics(out) {
		var all, ok int
		if n, _ := fmt.Sscanf(d.Message, "%d of %d calls checked", &ok, &all); n == 2 && d.Category == "unchecked" {
			calls, checked = calls+all, checked+ok
			for _, part := range strings.Split(d.Message, ", ")[1:] {
				text, name, _ := strings.Cut(part, "against ")
				n, _ := strconv.Atoi(strings.Fields(text)[0])
				by[name] += n
			}
			continue
		}
		if d.Category != "unchecked" {
			code = max(code, 1)
		}
		fmt.Fprintf(os.Stderr, "%s: %s\n", d.Posn, d.Message)
	}
	fmt.Fprintln(os.Stderr, analyzer.Summary(calls, checked, by))
	return code
}

// diagnostics returns the reports in what go vet prints. It prints all other lines.
func diagnostics(out []byte) (all []diagnostic) {
	dir, _ := os.Getwd()
	for len(out) > 0 {
		line, rest, _ := bytes.Cut(out, []byte("\n"))
		var reports map[string]map[string]json.RawMessage
		lines := json.NewDecoder(bytes.NewReader(out))
		if !bytes.HasPrefix(line, []byte("{")) || lines.Decode(&reports) != nil {
			if out = rest; !bytes.HasPrefix(line, []byte("#")) && len(line) > 0 {
				fmt.Fprintf(os.Stderr, "%s\n", line)
			}
			continue
		}
		out = out[lines.InputOffset():]
		for _, analyzers := range reports {
			var own []diagnostic
			_ = json.Unmarshal(analyzers["endpointvet"], &own)
			all = append(all, own...)
		}
	}
	for i := range all {
		if name, err := filepath.Rel(dir, all[i].Posn); err == nil && !strings.HasPrefix(name, "..") {
			all[i].Posn = name
		}
	}
	return all
}
