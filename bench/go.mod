module example.com/endpoint/bench

go 1.26.0

replace example.com/endpoint => ../

require (
	example.com/endpoint v0.0.0
	github.com/carlmjohnson/requests v0.23.5
	github.com/dghubble/sling v1.4.2
	github.com/google/go-github/v81 v81.0.0
	github.com/google/go-querystring v1.2.0
	github.com/yosida95/uritemplate/v3 v3.0.2
	gitlab.com/gitlab-org/api/client-go/v2 v2.64.0
	resty.dev/v3 v3.0.0-rc.4
)

require (
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	github.com/hashicorp/go-retryablehttp v0.7.8 // indirect
	github.com/mattn/go-colorable v0.1.15 // indirect
	github.com/mattn/go-isatty v0.0.22 // indirect
	golang.org/x/net v0.56.0 // indirect
	golang.org/x/oauth2 v0.36.0 // indirect
	golang.org/x/time v0.15.0 // indirect
)
