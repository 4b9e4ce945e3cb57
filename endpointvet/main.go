// Endpointvet checks calls of package endpoint before they run.
//
//	go get -tool example.com/endpoint/endpointvet
//	go tool endpointvet -unchecked ./...
//	go tool endpointvet ./...
//	go vet -vettool=$(go tool -n endpointvet) ./...
//
// One command reads the OpenAPI document of an API:
//
//	go tool endpointvet index FILE > FILE.api
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"example.com/endpoint/endpointvet/analyzer"
	"example.com/endpoint/endpointvet/openapi"
)

const usage = `usage: endpointvet [FLAGS] [PACKAGES]
       endpointvet index FILE > FILE.api

The flags are those of go vet, such as -json and -c=N, and -unchecked to list the calls
that were not checked, and why. Index writes the index of an OpenAPI document, version
3 or 2, in JSON or YAML. Make it again when the API changes.
`

func main() {
	args := os.Args[1:]
	switch {
	case slices.ContainsFunc(args, isHelp):
		fmt.Print(usage)
		return
	case len(args) > 0 && args[0] == "index":
		os.Exit(index(args[1:]))
	case len(args) > 0 && forVet.MatchString(args[len(args)-1]):
		unchecked := analyzer.Analyzer.Flags.Lookup("unchecked")
		flag.Var(unchecked.Value, unchecked.Name, unchecked.Usage) // without the name of the analyzer
		unitchecker.Main(analyzer.Analyzer)
	}
	os.Exit(vet(args))
}

func isHelp(arg string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, arg) }

// index writes the index of a document, and returns the exit status.
func index(args []string) int {
	if len(args) != 1 {
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	data, err := os.ReadFile(args[0])
	api, failed := openapi.Read(args[0], data)
	if err = cmp.Or(err, failed); err == nil {
		for _, other := range api.Others() {
			fmt.Fprintf(os.Stderr, "endpointvet: %s refers to %s, which is not read, and anything fits there\n", args[0], other)
		}
		err = api.WriteIndex(os.Stdout)
	}
	return status(err)
}

// vet runs go vet with this program as its tool, and returns its exit status. It
// loads no syntax of dependencies, and keeps its results.
func vet(args []string) int {
	program, err := os.Executable()
	if err != nil {
		return status(err)
	}
	args = append([]string{"vet", "-vettool=" + program}, args...)
	cmd := exec.Command("go", args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if slices.ContainsFunc(args, listed.MatchString) && !slices.ContainsFunc(args, printed.MatchString) {
		return list(cmd)
	}
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

// forVet matches the last argument if go vet, or a user who asks for its flags, passes it.
var forVet = regexp.MustCompile(`\.cfg$|^-flags$|^-V=`)

var listed, printed = regexp.MustCompile(`^--?(endpointvet\.)?unchecked(=true)?$`), regexp.MustCompile(`^--?(json|c)\b`) // in another form

// note matches what the flag -unchecked adds: it is no failure.
var note = regexp.MustCompile(`:\d+:\d+: (not checked|ignored: )`)

// list runs go vet, and prints what it reports, with the calls of all packages counted
// together. What was not checked does not count for its exit status.
func list(cmd *exec.Cmd) int {
	var out bytes.Buffer
	cmd.Stderr = &out
	code := status(cmd.Run())
	var calls, checked int
	isFailure := out.Len() == 0
	for line := range strings.Lines(out.String()) {
		var all, some int // of a package
		_, message, _ := strings.Cut(line, ": ")
		if _, err := fmt.Sscanf(message, analyzer.Counted, &some, &all); err == nil {
			checked, calls = checked+some, calls+all
		} else if !strings.HasPrefix(line, "#") {
			isFailure = isFailure || !note.MatchString(line)
			fmt.Fprint(os.Stderr, line)
		}
	}
	fmt.Fprintf(os.Stderr, analyzer.Counted+"\n", checked, calls)
	if !isFailure {
		return 0
	}
	return code
}
