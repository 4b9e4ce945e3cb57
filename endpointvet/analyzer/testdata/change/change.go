package change

import (
	"flag"

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

// grid is written by its address.
var grid = [2][2]string{{"GET /x/{bad"}, {}}

func init() { g := &grid[0][0]; *g = "GET /x" }

type settings struct {
	Org, Route string
	api        endpoint.Endpoint
}

func (s *settings) setAPI(api *endpoint.Endpoint) { *api = api.Defaults(Path{"setting": 1}) }

// The address of a part lets others write it.
func Addressed() {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	s := settings{Org: ""}
	flag.StringVar(&s.Org, "org", "acme", "")
	api.Build("GET /orgs/{org}", Path{"org": s.Org})

	opts := Options{URL: "/x/{bad"}
	url := &(opts.URL)
	*url = "/x"
	api.Build("", opts)

	rows := []settings{{Route: "GET /x/{bad"}}
	for i := range rows {
		route := &rows[i].Route
		*route = "GET /x"
	}
	for _, row := range rows {
		api.Build(row.Route)
	}
	api.Build(grid[0][0])

	own := settings{api: endpoint.New(Options{BaseURL: "https://h.example"})}
	own.setAPI(&own.api)
	own.api.Build("GET /x/{setting}")
}

// tenant and listRoute are set by the linker.
var (
	linked    = "not set"
	tenant    = ""
	listRoute = "GET /x/{bad"
)

func Linked() {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	api.Build("GET /tenants/{tenant}", Path{"tenant": tenant})
	api.Build(listRoute)
	base := linked
	endpoint.New(Options{BaseURL: base}).Build("GET /x")
}
