// Package jump has statements in an order that goto changes.
package jump

import "example.com/endpoint"

type Params = endpoint.Params

// Jump runs its statements in another order.
func Jump(api endpoint.Endpoint, s string) {
	p := Params{"x": func() {}}
	n := 0
again:
	if n == 1 {
		api.Build("GET /x", p)
		return
	}
	p["x"] = 1
	n++
	goto again
}

// Skip leaves a write out.
func Skip(api endpoint.Endpoint, s string) {
	p := Params{}
	if s == "" {
		goto call
	}
	p["x"] = func() {}
call:
	api.Build("GET /x", p)
}
