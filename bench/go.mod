module example.com/endpoint/bench

go 1.26.0

replace example.com/endpoint => ../

require (
	example.com/endpoint v0.0.0
	github.com/carlmjohnson/requests v0.23.5
	github.com/dghubble/sling v1.4.2
	github.com/google/go-github/v81 v81.0.0
	github.com/google/go-querystring v1.1.0
	github.com/oapi-codegen/runtime v1.8.0
	github.com/std-uritemplate/std-uritemplate/go/v2 v2.0.3
	github.com/valyala/fasthttp v1.70.0
	github.com/yosida95/uritemplate/v3 v3.0.2
	resty.dev/v3 v3.0.0-rc.4
)

require (
	github.com/andybalholm/brotli v1.2.1 // indirect
	github.com/apapsch/go-jsonmerge/v2 v2.0.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/klauspost/compress v1.18.5 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	golang.org/x/net v0.50.0 // indirect
)
