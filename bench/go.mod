module example.com/endpoint/bench

go 1.26.0

replace example.com/endpoint => ../

require (
	example.com/endpoint v0.0.0
	github.com/carlmjohnson/requests v0.23.5
	github.com/dghubble/sling v1.4.2
	github.com/google/go-querystring v1.2.0
	github.com/yosida95/uritemplate/v3 v3.0.2
	resty.dev/v3 v3.0.0-rc.4
)

require (
	github.com/google/go-cmp v0.7.0 // indirect
	golang.org/x/net v0.56.0 // indirect
)
