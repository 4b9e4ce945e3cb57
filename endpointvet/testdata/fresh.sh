#!/usr/bin/env bash
# The commands of endpointvet in a fresh module that replaces both modules.
set -euo pipefail
tree=$1 dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<MOD
module vet.test

go 1.24.0

require (
	example.com/endpoint v0.0.0
	example.com/endpoint/endpointvet v0.0.0
)

replace (
	example.com/endpoint => $tree
	example.com/endpoint/endpointvet => $tree/endpointvet
)

tool example.com/endpoint/endpointvet
MOD
cat >main.go <<'GO'
package main

import "example.com/endpoint"

func main() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"accept": "text/plain"})
	_, _ = api.Build("GET /orgs/{owner}", endpoint.Params{"owner": "o"})
	_, _ = api.Build("GET /repos/{owner}", endpoint.Params{"ower": "o"})
}
GO
go mod tidy
want='no placeholder is named "ower": write "owner"'
for run in "go tool endpointvet ./..." "go vet -vettool=$(go tool -n endpointvet) ./..."; do
	if out=$($run 2>&1) || ! grep -qF "$want" <<<"$out"; then
		echo "$run: $out" && exit 1
	fi
done
# Once it is corrected, nothing is reported, and both calls are checked.
sed -i 's/"ower"/"owner"/' main.go
go vet -vettool="$(go tool -n endpointvet)" ./...
go tool endpointvet -unchecked ./... 2>&1 | grep -qxF '2 of 2 calls checked'
