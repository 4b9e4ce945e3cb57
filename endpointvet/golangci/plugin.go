// Package golangci is endpointvet as a module plugin of golangci-lint.
package golangci

import (
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"example.com/endpoint/endpointvet/analyzer"
)

func init() { register.Plugin("endpointvet", newPlugin) }

type plugin struct{}

// newPlugin returns the plugin. Its settings are the flags of the analyzer.
func newPlugin(settings any) (register.LinterPlugin, error) {
	flags, _ := settings.(map[string]any)
	for name, value := range flags {
		if err := analyzer.Analyzer.Flags.Set(name, fmt.Sprint(value)); err != nil {
			return nil, fmt.Errorf("endpointvet: setting %s: %w", name, err)
		}
	}
	return plugin{}, nil
}

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{analyzer.Analyzer}, nil
}

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
