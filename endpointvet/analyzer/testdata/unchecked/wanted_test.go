package unchecked

import (
	"errors"
	"testing"

	"example.com/endpoint"
)

func TestWanted(t *testing.T) {
	api := endpoint.New()
	if _, err := api.Build("GET /{"); !errors.Is(err, endpoint.ErrRoute) {
		t.Fatal(err)
	}
	_, err := api.Build("GET /{id}")
	if failed := (*endpoint.Error)(nil); !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if _, err := api.Parse(api.Merge("GET /{")); !errors.Is(err, endpoint.ErrRoute) {
		t.Fatal(err)
	}
	_, err = api.Build("GET /x/{") // want is not closed
	if err != nil {
		t.Fatal(err)
	}
}
