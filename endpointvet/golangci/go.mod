module example.com/endpoint/endpointvet/golangci

go 1.24.0

require (
	example.com/endpoint/endpointvet v0.0.0
	github.com/golangci/plugin-module-register v0.1.2
	golang.org/x/tools v0.42.0
)

require (
	example.com/endpoint v0.0.0 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
)

replace (
	example.com/endpoint => ../../
	example.com/endpoint/endpointvet => ../
)
