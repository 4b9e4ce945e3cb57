// Package zeros has Endpoints that are zero values, although each literal sets them:
// they have no content-type that is not JSON.
package zeros

import (
	"slices"

	"example.com/endpoint"

	"vet.test/run/check"
)

var xml = endpoint.Options{BaseURL: "https://h.example", Headers: endpoint.Headers{"content-type": "text/xml"}}

var object = endpoint.Options{Data: map[string]any{"a": 1}}

type made struct{ api endpoint.Endpoint }

func newMade() made { return made{api: endpoint.New(xml)} }

func (t made) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type array struct{ api endpoint.Endpoint }

func newArray() array { return array{api: endpoint.New(xml)} }

func (t array) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type sparse struct{ api endpoint.Endpoint }

func newSparse() sparse { return sparse{api: endpoint.New(xml)} }

func (t sparse) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type missing struct{ api endpoint.Endpoint }

func newMissing() missing { return missing{api: endpoint.New(xml)} }

func (t missing) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type received struct{ api endpoint.Endpoint }

func newReceived() received { return received{api: endpoint.New(xml)} }

func (t received) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type converted struct{ api endpoint.Endpoint }

func newConverted() converted { return converted{api: endpoint.New(xml)} }

func (t converted) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type pointed struct{ api endpoint.Endpoint }

func newPointed() pointed { return pointed{api: endpoint.New(xml)} }

func (t pointed) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type allocated struct{ api endpoint.Endpoint }

func newAllocated() allocated { return allocated{api: endpoint.New(xml)} }

func (t allocated) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type inferred struct{ api endpoint.Endpoint }

func newInferred() inferred { return inferred{api: endpoint.New(xml)} }

func (t inferred) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type zeroed struct{ api endpoint.Endpoint }

func newZeroed() zeroed { return zeroed{api: endpoint.New(xml)} }

func (t zeroed) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type asserted struct{ api endpoint.Endpoint }

func newAsserted() asserted { return asserted{api: endpoint.New(xml)} }

func (t asserted) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type cleared struct{ api endpoint.Endpoint }

func newCleared() cleared { return cleared{api: endpoint.New(xml)} }

func (t cleared) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type deleted struct{ api endpoint.Endpoint }

func newDeleted() deleted { return deleted{api: endpoint.New(xml)} }

func (t deleted) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type named struct{ api endpoint.Endpoint }

func newNamed() named { return named{api: endpoint.New(xml)} }

func (t named) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type nested struct{ api endpoint.Endpoint }

func newNested() nested { return nested{api: endpoint.New(xml)} }

func (t nested) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type nestedArray struct{ api endpoint.Endpoint }

func newNestedArray() nestedArray { return nestedArray{api: endpoint.New(xml)} }

func (t nestedArray) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type grown struct{ api endpoint.Endpoint }

func newGrown() grown { return grown{api: endpoint.New(xml)} }

func (t grown) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type unnamed struct{ other endpoint.Endpoint }

func newUnnamed() unnamed { return unnamed{other: endpoint.New(xml)} }

func (t unnamed) post() { check.OK(t.other.Build("POST https://h.example/x", object)) }

type field struct{ api endpoint.Endpoint }

func newField() field { return field{api: endpoint.New(xml)} }

func (t field) post() { check.OK(t.api.Build("POST https://h.example/x", object)) }

type otherConverted struct{ api endpoint.Endpoint }

type otherPointed struct{ api endpoint.Endpoint }

type outer struct{ inner nested }

type outers struct{ all [2]nestedArray }

func alloc[T any]() *T { return new(T) }

func allocAs[T any](func() T) *T { return new(T) }

func new1() inferred { return newInferred() }

func zero[T any]() (t T) { return t }

func namedResult() (t named) { return }

func madeCall() {
	make([]made, 1)[0].post()
}

func arrayCall() {
	var all = [1]array{}
	all[0].post()
}

func sparseCall() {
	[]sparse{1: newSparse()}[0].post()
}

func missingCall() {
	map[string]missing{}["a"].post()
}

func receivedCall() {
	c := make(chan received)
	close(c)
	(<-c).post()
}

func convertedCall() {
	converted(otherConverted{}).post()
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

func zeroedCall() {
	zero[zeroed]().post()
}

func assertedCall() {
	var v any
	t, _ := v.(asserted)
	t.post()
}

func clearedCall() {
	all := []cleared{newCleared()}
	clear(all)
	all[0].post()
}

func deletedCall() {
	all := []deleted{newDeleted(), newDeleted()}
	slices.Delete(all, 0, 1)
	all[1].post()
}

func namedCall() {
	namedResult().post()
}

func nestedCall() {
	(&outer{}).inner.post()
}

func nestedArrayCall() {
	outers{}.all[1].post()
}

func grownCall() {
	slices.Grow([]grown(nil), 1)[:1][0].post()
}

func unnamedCall() {
	var t unnamed = struct{ other endpoint.Endpoint }{}
	t.post()
}

func fieldCall() {
	var o struct{ f field }
	o.f.post()
}

func Calls() {
	madeCall()
	arrayCall()
	sparseCall()
	missingCall()
	receivedCall()
	convertedCall()
	pointedCall()
	allocatedCall()
	inferredCall()
	zeroedCall()
	assertedCall()
	clearedCall()
	deletedCall()
	namedCall()
	nestedCall()
	nestedArrayCall()
	grownCall()
	unnamedCall()
	fieldCall()
	_ = newMade()
	_ = newArray()
	_ = newSparse()
	_ = newMissing()
	_ = newReceived()
	_ = newConverted()
	_ = newPointed()
	_ = newAllocated()
	_ = newInferred()
	_ = newZeroed()
	_ = newAsserted()
	_ = newCleared()
	_ = newDeleted()
	_ = newNamed()
	_ = newNested()
	_ = newNestedArray()
	_ = newGrown()
	_ = newUnnamed()
	_ = newField()
}
