package sides

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// calls is Case.Calls of a call that takes about a microsecond.
const calls = 300

// What the case of three layers adds.
const (
	etag   = `"33a64df551425fcc55e4d42a148795d9f25f89d4"`
	source = "nightly"
)

// Cases returns every case whose sides must agree on the wire, but for those of
// Value.
func Cases(base string) []Case {
	return []Case{
		GET(base), User(base), Formatted(base), POST(base), Layers(base), Upload(base), Form(base),
		StructGET(base), StructPOST(base), Cold(base), Keys(base, 10), Keys(base, 100), Keys(base, 1000),
	}
}

// Base is never called; it only has to look like an address.
const Base = "https://api.github.com"

// All returns what is measured: every case, and the long values.
func All() []Case {
	all := Cases(Base)
	for _, kind := range []string{Plain, Escaped, JSON} {
		all = append(all, Value(Base, kind, 1<<20))
	}
	return all
}

// Find returns the case of that name.
func Find(name string) (Case, error) {
	all := All()
	i := slices.IndexFunc(all, func(c Case) bool { return c.Name == name })
	if i < 0 {
		return Case{}, fmt.Errorf("no case %q", name)
	}
	return all[i], nil
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
	}, calls}
}

// User is a GET of a plain path: nothing but the three default headers.
func User(base string) Case {
	target := base + "/user" // a constant where the base is one
	return Case{"GET /user", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) {
			return byHandRequest(ctx, http.MethodGet, target)
		}),
		endpointUser(New(base)),
	}, calls}
}

// Formatted is a GET whose path is made anew for each call.
func Formatted(base string) Case {
	e, next, nextByHand := New(base), counter(), counter()
	return Case{"formatted ID", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) {
			return byHandRequest(ctx, http.MethodGet, base+"/users/"+strconv.Itoa(nextByHand()))
		}),
		request(Ours, func(ctx context.Context) (*http.Request, error) {
			return e.HTTPRequest(ctx, "GET /users/"+strconv.Itoa(next()))
		}),
	}, calls}
}

// Form posts a form with nested values.
func Form(base string) Case {
	return Case{"nested form", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandForm(ctx, base) }),
		endpointForm(New(base)),
	}, calls}
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
	}, calls}
}

// Upload sends a release asset. endpoint builds the whole description of the
// request; the others only expand the address.
func Upload(base string) Case {
	return Case{"upload", []Side{
		address("byhand", func() (string, error) { return byHandUploadURL(base) }),
		endpointUpload(New(base), base),
		uritemplateUpload(base),
		stdURITemplateUpload(base),
	}, calls}
}

// Layers is GET with Params, Query and two Headers as three layers.
func Layers(base string) Case {
	return Case{"three layers", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandLayers(ctx, base) }),
		endpointLayers(New(base)),
	}, calls}
}

// StructGET is GET with its values in the fields of a struct.
func StructGET(base string) Case {
	return Case{"GET of a struct", []Side{
		queryStructGET(base),
		endpointStructGET(New(base)),
	}, calls}
}

// StructPOST is POST with its values in the fields of a struct.
func StructPOST(base string) Case {
	return Case{"POST of a struct", []Side{
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandStructPOST(ctx, base) }),
		endpointStructPOST(New(base)),
	}, calls}
}

// Cold has a template that no call before had, so that it must be compiled.
// Its sides count, and are not for use by several goroutines.
func Cold(base string) Case {
	return Case{"cold template", []Side{
		uritemplateCold(base),
		endpointCold(New(base)),
	}, calls}
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
	}, max(30, calls/count)}
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
	c := Case{fmt.Sprintf("%s value of %d bytes", kind, size), []Side{byHand(manual), ours}, 12}
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
