// The commands that read an OpenAPI document.

package main

import (
	"fmt"
	"os"
	"slices"

	"example.com/endpoint/endpointvet/openapi"
)

const usage = `usage: endpointvet [FLAGS] [PACKAGES]
       endpointvet index FILE > FILE.api
       endpointvet routes FILE WORD

Without a command, the calls of package endpoint in some packages are checked, by
go vet. These are the flags of go vet, such as

	-fix            write what the reports say (Go 1.26)
	-fix -diff      show it
	-json           print the reports as JSON
	-c=N            print N lines around each

and

	-unchecked      list the calls that were not checked, and why, and count them
	-openapi=FILE   check by this OpenAPI document or index too, for a trial

Index writes the index of an OpenAPI document, version 3 or 2, in JSON or YAML. Make
it again when the API changes. Routes prints the operations whose path or summary
contains WORD, with the names of their parameters: an asterisk means required.
`

// commands are those that read a document, with the number of their arguments.
var commands = map[string]int{"index": 1, "routes": 2}

// readDocument runs a command and returns its exit status.
func readDocument(command string, arguments []string) int {
	switch {
	case slices.ContainsFunc(arguments, isHelp):
		fmt.Print(usage)
		return 0
	case len(arguments) != commands[command]:
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	if err := run(command, arguments); err != nil {
		fmt.Fprintln(os.Stderr, "endpointvet:", err)
		return 1
	}
	return 0
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
		for _, warning := range api.Warnings() {
			fmt.Fprintln(os.Stderr, "endpointvet: warning:", warning)
		}
		return api.WriteIndex(os.Stdout)
	}
	return api.WriteRoutes(os.Stdout, arguments[1])
}
