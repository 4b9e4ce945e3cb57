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
