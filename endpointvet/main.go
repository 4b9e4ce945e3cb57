// Endpointvet checks calls of package endpoint before they run.
//
//	go get -tool example.com/endpoint/endpointvet
//	go tool endpointvet ./...
//	go vet -vettool=$(go tool -n endpointvet) ./...
package main

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"example.com/endpoint/endpointvet/analyzer"
)

func main() { singlechecker.Main(analyzer.Analyzer) }
