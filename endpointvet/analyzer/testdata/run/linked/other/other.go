// Package other has variables that another package links to.
package other

import (
	_ "unsafe" // for go:linkname

	"example.com/endpoint"
)

type template string

//go:linkname route
var route template = "GET /x/{id}"

//go:linkname path
var path = endpoint.Path{"id": 1}
