package golangci

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"example.com/endpoint/endpointvet/analyzer"
)

// golangci-lint asks for the plugin by its name, as here.
func TestPlugin(t *testing.T) {
	newPlugin, err := register.GetPlugin("endpointvet")
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := newPlugin(nil)
	if err != nil {
		t.Fatal(err)
	}
	analyzers, err := plugin.BuildAnalyzers()
	if err != nil || len(analyzers) != 1 || analyzers[0] != analyzer.Analyzer {
		t.Errorf("BuildAnalyzers() = %v, %v", analyzers, err)
	}
	if mode := plugin.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("GetLoadMode() = %q, want %q", mode, register.LoadModeTypesInfo)
	}
}
