// Package origins has absolute URLs beside a BaseURL, and values that have text.
package origins

import (
	"fmt"
	"net/url"
	"time"

	"example.com/endpoint"

	"vet.test/run/check"
)

const other = "https://other.example/x"

var api = endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"authorization": "t"})

var host = fmt.Sprint("other.example")

// open has a BaseURL that is not wholly shown.
func open(base, region string) {
	authorization := endpoint.Headers{"authorization": "Bearer t"}
	check.OK(endpoint.New(endpoint.Options{BaseURL: base}, authorization).Build("GET " + other))
	check.OK(endpoint.New(endpoint.Options{BaseURL: "https://" + host}, authorization).Build("GET {+u}", endpoint.Path{"u": other}))
	chosen := "https://h.example"
	if base != "" {
		chosen = base
	}
	check.OK(endpoint.New(endpoint.Options{BaseURL: chosen}, authorization).Build("GET", endpoint.Options{URL: other}))
	hosted := endpoint.New(endpoint.Options{BaseURL: "https://{region}.example"}, endpoint.Path{"region": region}, authorization)
	check.OK(hosted.Build("GET " + other))
	check.OK(api.Build("GET "+other, endpoint.Options{BaseURL: base}))
	check.OK(api.Defaults(endpoint.Options{BaseURL: base}).Build("GET " + other))
	check.OK(api.Build("GET HTTPS://H.EXAMPLE:443/x"))
}

// partly has URLs that are partly shown, beside a default that belongs to BaseURL.
func partly(v string, o endpoint.Options) {
	n, nm := endpoint.Path{"n": "x"}, endpoint.Path{"n": "x", "m": "y"}
	check.OK(api.Build("GET", endpoint.Options{URL: "/q/" + v}))
	check.OK(api.Build("GET", endpoint.Options{URL: "/q/" + v + "/{n}"}, n))
	check.OK(api.Build("GET", endpoint.Options{URL: v + "/q/{n}/{m}"}, nm))
	check.OK(api.Build("GET", endpoint.Options{URL: "https://h.example/" + v}))
	check.OK(api.Build("GET", endpoint.Options{URL: "https://h.example/{n}" + v + "/{m}"}, nm))
	check.OK(api.Build("GET", o, nm))
}

// removed has none of what belongs to BaseURL.
func removed(name string) {
	check.OK(api.Build("GET "+other, endpoint.Headers{name: ""}))
	check.OK(api.Build("GET "+other, anonymous()))
	check.OK(api.Build("GET "+other, endpoint.Headers{"Authorization": ""}))
	keyed := endpoint.New(endpoint.Options{BaseURL: "https://h.example", Data: "d"}, endpoint.Query{"key": "k"})
	check.OK(keyed.Build("POST "+other, endpoint.Query{"key": endpoint.Unset}, endpoint.Options{Data: endpoint.Unset}))
	check.OK(keyed.Build("POST "+other, endpoint.Query{"key": "mine"}, endpoint.Options{Data: "mine"}))
	m := api.Merge("GET " + other)
	m.Headers["authorization"] = ""
	check.OK(api.Parse(m))
}

func anonymous() endpoint.Headers {
	h := endpoint.Headers{}
	for _, name := range []string{"authorization"} {
		h[name] = ""
	}
	return h
}

type state string

func (s state) String() string { return "state " + string(s) }

type level int

func (l level) String() string               { return "level" }
func (l level) MarshalText() ([]byte, error) { return []byte("1"), nil }

type tagged struct {
	Wait  time.Duration `url:"wait,omitempty"`
	State state         `url:"state"`
}

func (t tagged) String() string { return "t" }

// texts have text of their own, or none that is asked for.
func texts(u url.URL, d time.Duration) {
	check.OK(api.Build("GET /x/{s}/{l}", endpoint.Path{"s": state("a"), "l": level(1)}, endpoint.Query{"u": u, "pu": &u, "t": time.Now()}))
	check.OK(api.Build("GET /x", endpoint.Query{"d": d.String(), "all": []state{"a"}, "tagged": tagged{}}))
	check.OK(api.Build("POST /x", endpoint.Params{"all": map[string]time.Duration{"d": d}}))
	check.OK(api.Build("POST /x", endpoint.Options{Data: d}))
	check.OK(api.Build("GET /x", endpoint.QueryOf(tagged{State: "a"})))
}

func Calls() {
	open("https://other.example", "other")
	partly("/a", endpoint.Options{URL: "/{n}/{m}"})
	removed("authorization")
	texts(url.URL{Host: "h.example"}, 1)
}
