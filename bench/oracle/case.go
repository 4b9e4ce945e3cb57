package main

import (
	"encoding/json"
	"maps"
	"slices"
)

// A Case is a call in the flat JSON form, which both sides read: defaults layer
// by layer, a route (none: the options carry method and url) and options.
type Case struct {
	Defaults []map[string]any `json:"defaults"`
	Route    *string          `json:"route,omitempty"`
	Options  map[string]any   `json:"options"`
	// Reversed asks the original with the keys of every object in descending
	// order: it goes by the order in which keys were set, which Go maps and this
	// library do not know.
	Reversed bool `json:"reversed,omitempty"`
}

// layers are the defaults and then the options.
func (c *Case) layers() []map[string]any {
	return append(slices.Clip(c.Defaults), c.Options)
}

// clone copies a case as deep as the classes write into it.
func (c Case) clone() Case {
	c.Defaults = slices.Clone(c.Defaults)
	for i := range c.Defaults {
		c.Defaults[i] = cloneLayer(c.Defaults[i])
	}
	c.Options = cloneLayer(c.Options)
	return c
}

func cloneLayer(layer map[string]any) map[string]any {
	layer = maps.Clone(layer)
	for _, key := range []string{"headers", "mediaType"} {
		if m, ok := layer[key].(map[string]any); ok {
			layer[key] = maps.Clone(m)
		}
	}
	return layer
}

// drop removes a parameter from every layer.
func (c *Case) drop(name string) {
	if isOption(name) {
		return
	}
	for _, layer := range c.layers() {
		delete(layer, name)
	}
}

// rename gives a parameter another name in every layer.
func (c *Case) rename(from, to string) {
	for _, layer := range c.layers() {
		if value, ok := layer[from]; ok {
			layer[to] = value
			delete(layer, from)
		}
	}
}

// headers are the header maps of the layers that have one.
func (c *Case) headers() []map[string]any {
	var all []map[string]any
	for _, layer := range c.layers() {
		if h, ok := layer["headers"].(map[string]any); ok {
			all = append(all, h)
		}
	}
	return all
}

// optionNames are the keys of the flat form that are no parameters.
var optionNames = []string{"method", "url", "baseUrl", "headers", "mediaType", "data", "request"}

func isOption(name string) bool { return slices.Contains(optionNames, name) }

// encode writes any value of JSON with sorted keys; numbers keep their digits.
func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // everything here was read from JSON or made of its types
	}
	return string(b)
}
