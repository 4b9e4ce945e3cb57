package main

import (
	"encoding/json"

	"example.com/endpoint"
)

// askLibrary is this library's answer to a case.
func askLibrary(c Case) (Answer, error) {
	var layers []endpoint.Layer
	for _, layer := range c.layers() {
		var o endpoint.Options
		if err := json.Unmarshal([]byte(encode(layer)), &o); err != nil {
			return Answer{}, err
		}
		layers = append(layers, o)
	}
	e := endpoint.Endpoint{}
	for _, layer := range layers[:len(c.Defaults)] {
		e = e.Defaults(layer)
	}
	route := ""
	if c.Route != nil {
		route = *c.Route
	}
	r, err := e.Build(route, layers[len(c.Defaults)])
	if err != nil {
		return Answer{}, err
	}
	b, err := json.Marshal(r)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Path: r.URL}
	return a, json.Unmarshal(b, &a)
}
