// Package golangci is endpointvet as a module plugin of golangci-lint.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"example.com/endpoint/endpointvet/analyzer"
)

func init() { register.Plugin("endpointvet", newPlugin) }

type plugin struct{}

// newPlugin returns the plugin. It has no settings.
func newPlugin(any) (register.LinterPlugin, error) { return plugin{}, nil }

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{analyzer.Analyzer}, nil
}

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
