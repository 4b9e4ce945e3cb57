package sides

import (
	"context"
	"fmt"
	"net/http"
)

// What the case of three layers adds.
const (
	etag   = `"33a64df551425fcc55e4d42a148795d9f25f89d4"`
	source = "nightly"
)

// Cases returns every case whose sides must agree on the wire, but for those of
// Value.
func Cases(base string) []Case {
	return []Case{
		GET(base), POST(base), Upload(base), Layers(base), StructGET(base), StructPOST(base),
		Cold(base), Keys(base, 100), Keys(base, 1000),
	}
}

// byHand is the side written with net/http alone.
func byHand(build func(context.Context) (*http.Request, error)) Side {
	return request("byhand", build)
}

// GET lists an organization's repositories: one value in the path, two in the
// query, three default headers.
func GET(base string) Case {
	return Case{"GET", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandGET(ctx, base) }),
		endpointGET(New(base)),
		slingGET(base),
		requestsGET(base),
		goGithubGET(base),
		oapiGET(base),
		restyGET(base),
	}}
}

// POST creates an issue: two values in the path, five in a JSON body.
func POST(base string) Case {
	return Case{"POST", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandPOST(ctx, base) }),
		endpointPOST(New(base)),
		slingPOST(base),
		requestsPOST(base),
		goGithubPOST(base),
		oapiPOST(base),
		restyPOST(base),
	}}
}

// Upload sends a release asset. endpoint builds the whole description of the
// request; the others only expand the address.
func Upload(base string) Case {
	return Case{"upload", []Side{
		address("byhand", func() (string, error) { return byHandUploadURL(base) }),
		endpointUpload(New(base), base),
		uritemplateUpload(base),
		stdURITemplateUpload(base),
	}}
}

// Layers is GET with Params, Query and two Headers as three layers.
func Layers(base string) Case {
	return Case{"three layers", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandLayers(ctx, base) }),
		endpointLayers(New(base)),
	}}
}

// StructGET is GET with its values in the fields of a struct.
func StructGET(base string) Case {
	return Case{"GET of a struct", []Side{
		queryStructGET(base),
		endpointStructGET(New(base)),
	}}
}

// StructPOST is POST with its values in the fields of a struct.
func StructPOST(base string) Case {
	return Case{"POST of a struct", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandStructPOST(ctx, base) }),
		endpointStructPOST(New(base)),
	}}
}

// Cold has a template that no call before had, so that it must be compiled.
// Its sides count, and are not for use by several goroutines.
func Cold(base string) Case {
	return Case{"cold template", []Side{
		uritemplateCold(base),
		endpointCold(New(base)),
	}}
}

// Keys is a GET with that many query keys.
func Keys(base string, count int) Case {
	names := make([]string, count)
	for i := range names {
		// Keys in an order of their own, so that sorting is not for nothing.
		names[i] = fmt.Sprintf("key%04d", i*7919%10000)
	}
	return Case{fmt.Sprintf("%d keys", count), []Side{
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandKeys(ctx, base, names) }),
		endpointKeys(New(base), names),
	}}
}

// Value is a request with one value of the given kind and about size bytes.
func Value(base, kind string, size int) Case {
	e, value := New(base), long(kind, size)
	manual := func(ctx context.Context) (*http.Request, error) { return byHandValue(ctx, base, value) }
	ours := endpointValue(e, value)
	if kind == JSON {
		manual = func(ctx context.Context) (*http.Request, error) { return byHandText(ctx, base, value) }
		ours = endpointText(e, value)
	}
	c := Case{fmt.Sprintf("%s value of %d bytes", kind, size), []Side{byHand(manual), ours}}
	for i := range c.Sides {
		c.Sides[i].Bytes = len(value)
	}
	return c
}

// counter returns a function that returns 1000000, 1000001 and so on.
func counter() func() int {
	n := 999_999
	return func() int {
		n++
		return n
	}
}
