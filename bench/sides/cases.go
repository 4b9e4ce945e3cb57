package sides

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
)

// What the case of three layers adds.
const (
	etag   = `"33a64df551425fcc55e4d42a148795d9f25f89d4"`
	source = "nightly"
)

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

// Cases returns every case whose sides must agree on the wire, but for those of
// Value.
func Cases(base string) []Case {
	return []Case{
		GET(base), User(base), Formatted(base), POST(base), Layers(base), Upload(base), Form(base),
		Keys(base, 10), Keys(base, 100), Keys(base, 1000),
		StructGET(base), StructPOST(base), Cold(base),
	}
}

// calls is Case.Calls where a call takes about a microsecond.
const calls = 300

// byHand is the side written with net/http alone.
func byHand(build func(context.Context) (*http.Request, error)) Side {
	return request("byhand", build)
}

// GET lists an organization's repositories: one value in the path, two in the
// query, three default headers.
func GET(base string) Case {
	return Case{"GET", []Side{
		endpointGET(New(base)),
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandGET(ctx, base) }),
		slingGET(base),
		requestsGET(base),
		goGithubGET(base),
		oapiGET(base),
		restyGET(base),
	}, calls}
}

// User is a GET of a plain path, with the default headers alone.
func User(base string) Case {
	target := base + "/user" // a program whose base is a constant has one constant
	return Case{"GET /user", []Side{
		endpointUser(New(base)),
		byHand(func(ctx context.Context) (*http.Request, error) {
			return byHandRequest(ctx, http.MethodGet, target)
		}),
	}, calls}
}

// Formatted is a GET whose path is made anew for each call. Its sides count, and
// are not for use by several goroutines.
func Formatted(base string) Case {
	next := counter()
	return Case{"formatted ID", []Side{
		endpointFormatted(New(base)),
		byHand(func(ctx context.Context) (*http.Request, error) {
			return byHandRequest(ctx, http.MethodGet, base+"/users/"+strconv.Itoa(next()))
		}),
	}, calls}
}

// POST creates an issue: two values in the path, five in a JSON body.
func POST(base string) Case {
	return Case{"POST", []Side{
		endpointPOST(New(base)),
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandPOST(ctx, base) }),
		slingPOST(base),
		requestsPOST(base),
		goGithubPOST(base),
		oapiPOST(base),
		restyPOST(base),
	}, calls}
}

// Layers is GET with Params, Query and two Headers as three layers.
func Layers(base string) Case {
	return Case{"three layers", []Side{
		endpointLayers(New(base)),
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandLayers(ctx, base) }),
	}, calls}
}

// Upload sends a release asset. endpoint builds the whole description of the
// request; the others only expand the address.
func Upload(base string) Case {
	return Case{"upload", []Side{
		endpointUpload(New(base), base),
		uritemplateUpload(base),
		stdURITemplateUpload(base),
		address("byhand", func() (string, error) { return byHandUploadURL(base) }),
	}, calls}
}

// Form posts a form of nine fields, of which seven are in maps.
func Form(base string) Case {
	return Case{"nested form", []Side{
		endpointForm(New(base)),
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandForm(ctx, base) }),
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
		endpointKeys(New(base), names),
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandKeys(ctx, base, names) }),
	}, min(calls, 30_000/count)}
}

// StructGET is GET with its values in the fields of a struct.
func StructGET(base string) Case {
	return Case{"GET of a struct", []Side{
		endpointStructGET(New(base)),
		queryStructGET(base),
	}, calls}
}

// StructPOST is POST with its values in the fields of a struct.
func StructPOST(base string) Case {
	return Case{"POST of a struct", []Side{
		endpointStructPOST(New(base)),
		byHand(func(ctx context.Context) (*http.Request, error) { return byHandStructPOST(ctx, base) }),
	}, calls}
}

// Cold has a template that no call before had, so that it must be compiled. A
// measurement fills the cache of 1,024 templates twice. Its sides count, and are
// not for use by several goroutines.
func Cold(base string) Case {
	return Case{"cold template", []Side{
		endpointCold(New(base)),
		uritemplateCold(base),
	}, 2 * 1024}
}

// Value is a request with one value of the given kind and about size bytes.
func Value(base, kind string, size int) Case {
	e, value := New(base), long(kind, size)
	ours := endpointValue(e, value)
	manual := func(ctx context.Context) (*http.Request, error) { return byHandValue(ctx, base, value) }
	if kind == JSON {
		ours = endpointText(e, value)
		manual = func(ctx context.Context) (*http.Request, error) { return byHandText(ctx, base, value) }
	}
	return Case{fmt.Sprintf("%s value of %d KB", kind, size>>10), []Side{ours, byHand(manual)}, 12}
}

// counter returns a function that returns 1000000, 1000001 and so on.
func counter() func() int {
	n := 999_999
	return func() int {
		n++
		return n
	}
}
