module example.com/endpoint/endpointvet

go 1.24.0

require (
	example.com/endpoint v0.0.0
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/tools v0.42.0
)

require (
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/mod v0.33.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
)

replace example.com/endpoint => ../
