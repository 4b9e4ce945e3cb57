// Package zeros has Endpoints that are zero values, although each literal sets them:
// they have no content-type that is not JSON.
package zeros

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

var xml = endpoint.Options{BaseURL: "https://h.example", Headers: endpoint.Headers{"content-type": "text/xml"}}

var object = endpoint.Options{Data: map[string]any{"a": 1}}

type made struct{ api endpoint.Endpoint }

func newMade() made { return made{api: endpoint.New(xml)} }

func (t made) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type pointed struct{ api endpoint.Endpoint }

func newPointed() pointed { return pointed{api: endpoint.New(xml)} }

func (t pointed) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type allocated struct{ api endpoint.Endpoint }

func newAllocated() allocated { return allocated{api: endpoint.New(xml)} }

func (t allocated) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type inferred struct{ api endpoint.Endpoint }

func newInferred() inferred { return inferred{api: endpoint.New(xml)} }

func (t inferred) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type named struct{ api endpoint.Endpoint }

func newNamed() named { return named{api: endpoint.New(xml)} }

func (t named) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type nested struct{ api endpoint.Endpoint }

func newNested() nested { return nested{api: endpoint.New(xml)} }

func (t nested) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type unnamed struct{ other endpoint.Endpoint }

func newUnnamed() unnamed { return unnamed{other: endpoint.New(xml)} }

func (t unnamed) post() { check.OK(t.other.Build("POST https://h.example/x", object)) }

type otherPointed struct{ api endpoint.Endpoint }

type outer struct{ inner nested }

func alloc[T any]() *T { return new(T) }

func allocAs[T any](func() T) *T { return new(T) }

func new1() inferred { return newInferred() }

func namedResult() (t named) { return }

func madeCall() {
	make([]made, 1)[0].post()
}

func pointedCall() {
	(*pointed)(&otherPointed{}).post()
}

func allocatedCall() {
	alloc[allocated]().post()
}

func inferredCall() {
	allocAs(new1).post()
}

func namedCall() {
	namedResult().post()
}

func nestedCall() {
	(&outer{}).inner.post()
}

func unnamedCall() {
	var t unnamed = struct{ other endpoint.Endpoint }{}
	t.post()
}

func Calls() {
	madeCall()
	pointedCall()
	allocatedCall()
	inferredCall()
	namedCall()
	nestedCall()
	unnamedCall()
}
