package valid

import (
	"errors"
	"fmt"
	"math"

	"example.com/endpoint"
)

type step struct {
	kind, value string
	isLast      bool
}

// What one turn of a loop sets, another reads.
func Turns(steps []step) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	org := ""
	for _, s := range steps {
		if org == "" {
			org = s.value
		} else {
			api.Build("GET /orgs/{org}/{repo}", Path{"org": org, "repo": s.value})
		}
	}
	p := Path{}
	for _, s := range steps {
		switch s.kind {
		case "org":
			p["org"] = s.value
		case "repo":
			p["repo"] = s.value
		}
	}
	api.Build("GET /orgs/{org}/repos/{repo}", p)
	for cursor, n := "", 0; n < len(steps); n++ {
		if n > 0 {
			api.Build("GET /x/{cursor}", Path{"cursor": cursor})
		}
		cursor = steps[n].value
	}
	least, most := math.Inf(1), math.Inf(-1)
	for i := range steps {
		if float64(i) < least {
			least = float64(i)
		}
		if float64(i) > most {
			most = float64(i)
		}
	}
	api.Build("GET /x", Query{"range": []float64{least, most}})
}

// A break leaves a clause that returns.
func LeavesClause(kind string, isLast bool) error {
	p := Path{}
	switch kind {
	case "id":
		if p["id"] = kind; isLast {
			break
		}
		return errors.New("not the last")
	}
	_, err := endpoint.New(Options{BaseURL: "https://h.example"}).Build("GET /teams/{id}", p)
	return err
}

func Leaves(steps []step) error {
	p := Path{}
	for _, s := range steps {
		if s.kind == "id" {
			if p["id"] = s.value; s.isLast {
				break
			}
			return errors.New("not the last")
		}
	}
	_, err := endpoint.New(Options{BaseURL: "https://h.example"}).Build("GET /teams/{id}", p)
	return err
}

func laterLayers(id string) []Layer {
	p := Path{}
	layers := []Layer{p}
	p["id"] = id
	return layers
}

func pathOf(isOrg bool, v string) Path {
	p := Path{}
	if isOrg {
		p["org"] = v
	} else {
		p["repo"] = v
	}
	return p
}

func must[T any](v T, err error) T { return v }

// A function is called twice, and writes to what it has put into a list.
func Called(id string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	api.Build("GET /x/{id}", laterLayers(id)...)
	api.Build("GET /{org}/{repo}", pathOf(true, id), pathOf(false, id))
	api.Build("GET /x/{id}", Query{"a": must("", nil)}, Path{"id": must(fmt.Sprint(id), nil)})
}

func enter(p Path, n int) {
	if n > 0 {
		leave(p, n-1)
	}
	p["name"] = "x"
}

func leave(p Path, n int) { enter(p, n) }

// Functions that call each other write to a map.
func Cycle() {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	a, b := Path{}, Path{}
	enter(a, 1)
	leave(b, 1)
	api.Build("GET /x/{name}", a)
	api.Build("GET /x/{name}", b)
}

func newBase(base string) endpoint.Endpoint {
	o := Options{Headers: Headers{"accept": "text/plain"}}
	if base != "" {
		o.BaseURL = base
	}
	return endpoint.New(o)
}

// What one branch sets is set in each call.
func Set(isOld bool) {
	newBase("https://h.example").Build("GET /x")
	method := "GTE"
	if !isOld {
		method = "GET"
	}
	newBase("https://h.example").Build(method + " /x")
}

// Two branches have to be taken, and a third must not.
func Two(isA, isB, isC bool) {
	p, q := Path{}, Query{}
	if isA {
		p["a"] = 1
	}
	if isB {
		p["b"] = 1
	}
	if isC {
		q["f"] = func() {}
	}
	endpoint.New(Options{BaseURL: "https://h.example"}).Build("GET /{a}/{b}", p, q)
}
