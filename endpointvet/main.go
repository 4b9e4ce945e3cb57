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

// usage says how a command is called.
var usage = map[string]string{
	"index": `usage: endpointvet index FILE > FILE.api

Index writes the index of an OpenAPI document, version 3 or 2, in JSON: one line
for each operation, with what its calls are checked by. Make it again when the
API changes. To convert YAML: yq -o=json.
`,
	"routes": `usage: endpointvet routes FILE WORD

Routes prints the operations whose path or summary contains WORD, in any case,
with their parameters. Those with an asterisk are required. FILE is an OpenAPI
document in JSON, or its index.
`,
}

func main() {
	if len(os.Args) < 2 || usage[os.Args[1]] == "" {
		if len(os.Args) < 2 || isHelp(os.Args[1]) {
			fmt.Fprint(os.Stderr, "endpointvet index -h and endpointvet routes -h describe the commands for OpenAPI documents.\n\n")
		}
		singlechecker.Main(analyzer.Analyzer)
	}
	command, arguments := os.Args[1], os.Args[2:]
	if slices.ContainsFunc(arguments, isHelp) {
		fmt.Print(usage[command])
		return
	}
	if len(arguments) != map[string]int{"index": 1, "routes": 2}[command] {
		fmt.Fprint(os.Stderr, usage[command])
		os.Exit(2)
	}
	if err := run(command, arguments); err != nil {
		fmt.Fprintln(os.Stderr, "endpointvet:", err)
		os.Exit(1)
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
