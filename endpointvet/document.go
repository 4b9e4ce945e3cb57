// The command that reads an OpenAPI document.

package main

import (
	"fmt"
	"os"
	"slices"

	"example.com/endpoint/endpointvet/openapi"
)

const usage = `usage: endpointvet [FLAGS] [PACKAGES]
       endpointvet index FILE > FILE.api

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
it again when the API changes. It has one line for each operation.
`

// index writes the index of a document, and returns the exit status.
func index(arguments []string) int {
	switch {
	case slices.ContainsFunc(arguments, isHelp):
		fmt.Print(usage)
		return 0
	case len(arguments) != 1:
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	data, err := os.ReadFile(arguments[0])
	if err != nil {
		return status(err)
	}
	api, err := openapi.Read(arguments[0], data)
	if err != nil {
		return status(err)
	}
	for _, warning := range api.Warnings() {
		fmt.Fprintln(os.Stderr, "endpointvet: warning:", warning)
	}
	return status(api.WriteIndex(os.Stdout))
}

func isHelp(argument string) bool {
	return slices.Contains([]string{"-h", "-help", "--help"}, argument)
}
