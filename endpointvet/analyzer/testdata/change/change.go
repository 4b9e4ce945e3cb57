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

// A function literal lets its callers write what it returns.
func Returned(id string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	p := Path{}
	path := func() Path { return p }
	path()["id"] = id
	api.Build("GET /x/{id}", p)
	opts := Options{}
	options := func() *Options { return &opts }
	options().Path = Path{"id": id}
	api.Build("GET /x/{id}", opts)
	set := func() *endpoint.Endpoint { return &api }
	*set() = api.Defaults(Path{"returned": 1})
	api.Build("GET /x/{returned}")
}

var shared = Options{Path: Path{}}

func sharedPath() Path { return shared.Path }

var lists = map[string][]string{"a": {"GET /x/{bad"}}

func list(name string) []string { return lists[name] }

func init() { list("a")[0] = "GET /x" }

// What a function returns of a variable of the package, others may write.
func ReturnedParts(id string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	sharedPath()["id"] = id
	api.Build("GET /x/{id}", shared)
	api.Build(lists["a"][0])
}

// What range returns refers to the same elements.
func Ranged(id string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	layers := []endpoint.Layer{Path{}, Query{"q": 1}}
	for _, layer := range layers {
		if p, ok := layer.(Path); ok {
			p["id"] = id
		}
	}
	api.Build("GET /x/{id}", layers...)
	paths := map[string]Path{"a": {}}
	for name, p := range paths {
		p["id"] = name
	}
	api.Build("GET /x/{id}", paths["a"])
	array := [...]Path{{}, {}}
	var p Path
	for _, p = range array {
		p["id"] = id
	}
	api.Build("GET /x/{id}", array[0])
}

// Function literals run later than they are written.
func Captured(id string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	deferred := ""
	defer func() { api.Build(deferred) }()
	if id != "" {
		deferred = "GET /x"
	}
	org := endpoint.New(Options{BaseURL: "https://h.example"})
	build := func() { org.Build("GET /orgs/{captured}") }
	if id != "" {
		org = org.Defaults(Path{"captured": id})
	}
	build()
	route := "GET /x/{id}"
	get := func() { api.Build(route) }
	if id != "" {
		route = "GET /x"
	}
	get()
}

// New and Defaults copy what they are given.
func Copied() {
	h := Headers{"x-a": "1"}
	json := endpoint.New(Options{BaseURL: "https://h.example"}, h)
	h["content-type"] = "text/xml"
	xml := endpoint.New(Options{BaseURL: "https://h.example"}, h)
	xml.Build("POST /x", Options{Data: "<a/>"})
	json.Build("POST /x", Options{Data: map[string]any{"a": 1}})
}

// A layer in a list is written after it is put there.
func WrittenLater(id string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	pointed := Options{}
	layers := []endpoint.Layer{&pointed}
	pointed.Path = Path{"id": id}
	api.Build("GET /x/{id}", layers...)
	ids := []string{"a,b"}
	params := []endpoint.Layer{Params{"ids": ids}}
	ids[0] = "a"
	api.Build("GET /x", params...)
}

func fill(layers []endpoint.Layer) { layers[0].(Path)["id"] = 1 }

// A layer is written through a list that it is in.
func Listed(id string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	p := Path{}
	filled := []endpoint.Layer{p}
	fill(filled)
	api.Build("GET /x/{id}", p)
	q := Path{}
	options := []endpoint.Layer{Options{Path: q}}
	options[0].(Options).Path["id"] = id
	api.Build("GET /x/{id}", q)
	layers := []endpoint.Layer{Path{}, nil}
	other := append(layers, nil)
	other[0].(Path)["id"] = id
	api.Build("GET /x/{id}", layers...)
}
