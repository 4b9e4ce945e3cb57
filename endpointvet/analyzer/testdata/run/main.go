// Command run makes valid calls, and so shows that they succeed. Each package has the
// calls of one kind: of each kind, a version reported calls.
package main

import (
	"vet.test/run/bases"
	"vet.test/run/defaults"
	"vet.test/run/ends"
	"vet.test/run/formatted"
	"vet.test/run/helpers"
	"vet.test/run/keys"
	"vet.test/run/names"
	"vet.test/run/near"
	"vet.test/run/origins"
	"vet.test/run/outside"
	"vet.test/run/placed"
	"vet.test/run/placed/types"
	"vet.test/run/pointers"
	"vet.test/run/styles"
	"vet.test/run/zero"
)

func main() {
	bases.Calls()
	names.Calls()
	near.Calls()
	formatted.Calls()
	outside.Calls()
	keys.Calls()
	helpers.Calls()
	styles.Calls()
	defaults.Calls()
	zero.Calls()
	ends.Calls()
	origins.Calls()
	pointers.Calls()
	placed.Calls()
	placed.Shared(types.Delete{Scope: types.Scope{Owner: "o"}, Repo: "r"})
}
