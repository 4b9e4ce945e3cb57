module example.com/endpoint/endpointvet/mutants

go 1.26.0

require (
	example.com/endpoint v0.0.0
	example.com/endpoint/endpointvet v0.0.0
	golang.org/x/tools v0.52.0
)

require (
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
)

replace (
	example.com/endpoint => ../../
	example.com/endpoint/endpointvet => ../
)
