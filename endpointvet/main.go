// Endpointvet checks calls of package endpoint before they run.
//
//	go get -tool example.com/endpoint/endpointvet
//	go tool endpointvet -unchecked ./...
//	go tool endpointvet ./...
//	go vet -vettool=$(go tool -n endpointvet) ./...
//	go tool endpointvet -openapi=FILE ./...
//
// Two commands read the OpenAPI document of an API:
//
//	go tool endpointvet index FILE > FILE.api
//	go tool endpointvet routes FILE WORD
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	case len(args) > 0 && commands[args[0]] > 0:
		os.Exit(readDocument(args[0], args[1:]))
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
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + program}, flags(args)...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "endpointvet:", err)
		return 1
	}
	return 0
}
