// Command run makes valid calls, and so shows that they succeed. Each package has the
// calls of one kind: of each kind, version 0.4.0 reported calls.
package main

import (
	"vet.test/run/constraint"
	"vet.test/run/formatted"
	"vet.test/run/helpers"
	"vet.test/run/iface"
	"vet.test/run/inferred"
	"vet.test/run/keys"
	"vet.test/run/names"
	"vet.test/run/near"
	"vet.test/run/outside"
	"vet.test/run/styles"
	"vet.test/run/tuple"
)

func main() {
	names.Calls()
	near.Calls()
	formatted.Calls()
	tuple.Calls()
	constraint.Calls()
	inferred.Calls()
	iface.Calls()
	outside.Calls()
	keys.Calls()
	helpers.Calls()
	styles.Calls()
}
