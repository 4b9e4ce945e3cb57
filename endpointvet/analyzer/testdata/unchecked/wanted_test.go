package unchecked

import (
	"errors"
	"testing"

	"example.com/endpoint"
)

func TestWanted(t *testing.T) {
	api := endpoint.New()
	if _, err := api.Build("GET /{"); !errors.Is(err, endpoint.ErrRoute) { // want not checked: a test may want its error: invalid route
		t.Fatal(err)
	}
	_, err := api.Build("GET /{id}") // want not checked: a test may want its error: missing parameter "id"
	if failed := (*endpoint.Error)(nil); !errors.As(err, &failed) {
		t.Fatal(err)
	}
	_, err = api.Build("GET /x/{") // want not checked: a test may want its error
	if err != nil {
		t.Fatal(err)
	}
}

func wantedOf(t *testing.T, e endpoint.Endpoint) {
	_, err := e.Build("GET /users/{id}", endpoint.Path{"ID": 7}) // want e: not checked with defaults: those of e are not all shown: make it by one call of New, in a variable or field that is not exported; "ID": not checked: it fails unless
	if !errors.Is(err, endpoint.ErrMissingParam) {
		t.Error(err)
	}
}
