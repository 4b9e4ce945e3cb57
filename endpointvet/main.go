// Endpointvet checks calls of package endpoint before they run.
//
//	go get -tool example.com/endpoint/endpointvet
//	go tool endpointvet ./...
//	go vet -vettool=$(go tool -n endpointvet) ./...
//
// Two more commands read the OpenAPI document of an API:
//
//	go tool endpointvet index FILE > FILE.api
//	go tool endpointvet routes FILE WORD
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis/singlechecker"

	"example.com/endpoint/endpointvet/analyzer"
	"example.com/endpoint/endpointvet/openapi"
)

const help = `endpointvet index FILE > FILE.api
	writes the index of an OpenAPI document, which is read in place of it
endpointvet routes FILE WORD
	prints the operations of an API whose path or summary contains a word
Both have -h. Any other arguments check Go packages:

`

// A command is one that reads a document.
type command struct {
	usage     string
	arguments int
	run       func(arguments []string) error
}

var commands = map[string]command{
	"index": {`usage: endpointvet index FILE > FILE.api

Index writes the index of an OpenAPI document: one line of JSON for each
operation, with what its calls are checked by. Make it again when the API
changes. FILE is OpenAPI 3 or Swagger 2 in JSON. Convert YAML first, such as
with yq -o=json.
`, 1, writeIndex},
	"routes": {`usage: endpointvet routes FILE WORD

Routes prints the operations whose path or summary contains WORD, in any case,
with their parameters. Those marked with * are required. FILE is an OpenAPI
document in JSON, or its index.
`, 2, writeRoutes},
}

func main() {
	arguments := os.Args[1:]
	isHelp := func(argument string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, argument) }
	if len(arguments) > 0 {
		if c, ok := commands[arguments[0]]; ok {
			arguments = arguments[1:]
			switch {
			case slices.ContainsFunc(arguments, isHelp):
				fmt.Print(c.usage)
			case len(arguments) != c.arguments:
				fmt.Fprint(os.Stderr, c.usage)
				os.Exit(2)
			default:
				if err := c.run(arguments); err != nil {
					fmt.Fprintln(os.Stderr, "endpointvet:", err)
					os.Exit(1)
				}
			}
			return
		}
	}
	if len(arguments) == 0 || isHelp(arguments[0]) {
		fmt.Fprint(os.Stderr, help)
	}
	singlechecker.Main(analyzer.Analyzer)
}

// read reads a document or an index.
func read(file string) (*openapi.API, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return openapi.Read(file, data)
}

func writeIndex(arguments []string) error {
	api, err := read(arguments[0])
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	return errors.Join(api.WriteIndex(out), out.Flush())
}

func writeRoutes(arguments []string) error {
	api, err := read(arguments[0])
	if err != nil {
		return err
	}
	info, err := os.Stdout.Stat()
	isTerminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return api.WriteRoutes(os.Stdout, arguments[1], isTerminal && os.Getenv("NO_COLOR") == "")
}
