package change

import (
	"example.com/endpoint"
)

type (
	Path    = endpoint.Path
	Query   = endpoint.Query
	Params  = endpoint.Params
	Headers = endpoint.Headers
	Options = endpoint.Options
)

type session struct{ api endpoint.Endpoint }

func (s *session) get(path string, out any) error {
	_, err := s.api.Build("GET " + path)
	if login, ok := out.(*string); ok {
		*login = "octocat"
	}
	if tag, ok := out.(*tagged); ok {
		tag.Ref = "v1"
	}
	return err
}

type tagged struct {
	Ref string `url:"ref"`
}

// A helper writes what it does not pass on.
func Decoded(s *session) {
	login, tag := "", tagged{}
	s.get("/me", &login)
	s.get("/tag", &tag)
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	api.Build("GET /users/{login}", Path{"login": login})
	api.Build("GET /tags/{ref}", endpoint.ParamsOf(tag))
}
