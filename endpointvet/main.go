// Endpointvet checks calls of package endpoint before they run.
//
//	go get -tool example.com/endpoint/endpointvet
//	go tool endpointvet ./...
//	go vet -vettool=$(go tool -n endpointvet) ./...
//
// Two commands read the OpenAPI document of an API:
//
//	go tool endpointvet index FILE > FILE.api
//	go tool endpointvet routes FILE WORD
package main

import (
	"fmt"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis/singlechecker"

	"example.com/endpoint/endpointvet/analyzer"
	"example.com/endpoint/endpointvet/openapi"
)

const usage = `usage: endpointvet index FILE > FILE.api
       endpointvet routes FILE WORD

Index writes the index of an OpenAPI document, version 3 or 2, in JSON: one line
for each operation, with what its calls are checked by. Make it again when the
API changes. To convert YAML: yq -o=json.

Routes prints the operations whose path or summary contains WORD, in any case,
with their parameters. Those with an asterisk are required. FILE is a document or
its index.

All other arguments check Go packages: endpointvet -h.
`

// commands are those that read a document, with the number of their arguments.
var commands = map[string]int{"index": 1, "routes": 2}

func main() {
	name, arguments := "", os.Args[1:]
	if len(arguments) > 0 {
		name, arguments = arguments[0], arguments[1:]
	}
	want, isCommand := commands[name]
	switch {
	case !isCommand:
		if name == "" || isHelp(name) {
			fmt.Fprintln(os.Stderr, "endpointvet index -h describes the commands for OpenAPI documents.")
		}
		singlechecker.Main(analyzer.Analyzer)
	case slices.ContainsFunc(arguments, isHelp):
		fmt.Print(usage)
	case len(arguments) != want:
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	default:
		if err := run(name, arguments); err != nil {
			fmt.Fprintln(os.Stderr, "endpointvet:", err)
			os.Exit(1)
		}
	}
}

func isHelp(argument string) bool {
	return slices.Contains([]string{"-h", "-help", "--help"}, argument)
}

// run runs a command. Arguments begin with the file.
func run(command string, arguments []string) error {
	data, err := os.ReadFile(arguments[0])
	if err != nil {
		return err
	}
	api, err := openapi.Read(arguments[0], data)
	if err != nil {
		return err
	}
	if command == "index" {
		return api.WriteIndex(os.Stdout)
	}
	begin, end := "", ""
	if info, err := os.Stdout.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("NO_COLOR") == "" {
		begin, end = "\x1b[1;36m", "\x1b[0m"
	}
	return api.WriteRoutes(os.Stdout, arguments[1], begin, end)
}
