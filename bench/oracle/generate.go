package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator makes one case. Most of what it says is ordinary, so that a case
// gets past the first check and differs in few ways at a time.
type generator struct {
	*rand.Rand
	names []string // that the template uses
}

// generate returns case i of a seed, the same every time.
func generate(seed uint64, i int) Case {
	g := generator{Rand: rand.New(rand.NewPCG(seed, uint64(i)))}
	c := Case{Options: map[string]any{}, Reversed: g.one(2)}
	// The built-in defaults of the two differ, so each case brings its own.
	c.Defaults = []map[string]any{{
		"baseUrl": g.base(),
		"headers": map[string]any{"accept": "application/vnd.service.v3+json", "user-agent": "oracle/1.0"},
	}}
	for range g.IntN(3) {
		c.Defaults = append(c.Defaults, map[string]any{})
	}
	g.route(&c)
	g.params(&c)
	for _, layer := range c.layers()[1:] {
		g.settings(layer)
	}
	g.data(&c)
	return c
}

// one is true once in n times.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

// pick takes one of several; few, where given, once in 12 times.
func pick[T any](g *generator, many []T, few ...T) T {
	if len(few) > 0 && g.one(12) {
		many = few
	}
	return many[g.IntN(len(many))]
}

func (g *generator) base() string {
	if g.one(8) {
		s := pick(g, basesWithPlaceholders)
		g.names = append(g.names, baseNames(s)...)
		return s
	}
	if g.one(40) {
		return pick(g, noBases)
	}
	return pick(g, bases)
}

func (g *generator) route(c *Case) {
	method, url := pick(g, methods, rareMethods...), g.url()
	route := ""
	switch g.IntN(20) {
	case 0:
		route = url
	case 1:
		route = pick(g, []string{method + "  " + url, " " + method + "\t" + url + " ", "\t" + url, method + " " + url + "\t"})
	case 2, 3:
		c.Options["method"], c.Options["url"] = method, url
		return
	case 4:
		c.Options["method"], c.Options["url"] = method, url
	case 5:
		c.Options["url"] = url
		route = pick(g, standardMethods)
	case 6:
		pick(g, c.layers())["url"] = url
		pick(g, c.layers())["method"] = method
		route = pick(g, []string{"", "", "PUT"})
	case 7:
		c.Defaults[0]["url"], c.Defaults[0]["method"] = pick(g, []string{"/other", "/{o}"}), "POST"
		route = method + " " + url
	default:
		route = method + " " + url
	}
	c.Route = &route
}

// url writes a template and notes its names.
func (g *generator) url() string {
	switch {
	case g.one(60):
		return pick(g, noTemplates)
	case g.one(20):
		g.names = append(g.names, "a", "b", "x", "ab", "url")
		return pick(g, []string{"", "/", "/", "https://up.test/"}) + g.soup(templatePieces)
	}
	var b strings.Builder
	switch g.IntN(16) {
	case 0:
		b.WriteString(g.fill(pick(g, absolutes)))
	case 1:
		b.WriteString(g.fill(pick(g, leads)))
	case 2:
		return g.fill(pick(g, wholes))
	}
	for range 1 + g.IntN(3) {
		b.WriteString("/" + g.fill(pick(g, segments, rareSegments...)))
	}
	if g.one(2) {
		b.WriteString(g.fill(pick(g, tails)))
	}
	if g.one(40) {
		b.WriteString(pick(g, crowds))
	}
	return b.String()
}

// soup strings together what no one would write.
func (g *generator) soup(pieces []string) string {
	var b strings.Builder
	for range 1 + g.IntN(8) {
		b.WriteString(pick(g, pieces))
	}
	return b.String()
}

// fill puts names for A and B in a piece of a template; colons stay :name.
func (g *generator) fill(piece string) string {
	for _, letter := range []string{"A", "B"} {
		if strings.Contains(piece, letter) {
			name := pick(g, names, rareNames...)
			if strings.Contains(piece, ":"+letter) {
				name = pick(g, []string{"owner", "repo", "x", "_id", "Org"})
			}
			piece = strings.ReplaceAll(piece, letter, name)
			g.names = append(g.names, name)
		}
	}
	for _, name := range []string{"upload_url", "next", "url", "host", "port"} {
		if strings.Contains(piece, name) {
			g.names = append(g.names, name)
		}
	}
	return piece
}

func (g *generator) params(c *Case) {
	for _, name := range g.names {
		if !g.one(30) {
			g.set(c, name, g.valueOf(name))
		}
	}
	for range g.IntN(4) {
		g.set(c, pick(g, leftovers, rareLeftovers...), g.value())
	}
	if g.one(30) {
		g.crowd(c)
	}
}

// crowd brings more of everything than fits where a call usually keeps it.
func (g *generator) crowd(c *Case) {
	headers := map[string]any{}
	for i := range 5 + g.IntN(30) {
		name := fmt.Sprintf("k%d", i*7%37)
		g.set(c, name, pick(g, plainTexts))
		headers["X-"+name] = "v"
	}
	c.Options["headers"] = headers
}

// set sets a parameter in one layer, at times in two.
func (g *generator) set(c *Case, name string, value any) {
	if isOption(name) {
		return
	}
	layer := pick(g, []map[string]any{c.Options, c.Options, pick(g, c.Defaults)})
	layer[name] = value
	if g.one(12) {
		c.Options[name] = g.value()
	}
}

func (g *generator) valueOf(name string) any {
	switch name {
	case "upload_url", "next", "url":
		if !g.one(4) {
			return pick(g, addresses, rareAddresses...)
		}
	case "host", "region":
		return pick[any](g, []any{"eu-1", "a.b", json.Number("7")}, "", "a/b", "x@evil.test", ".a", "a:1", "é", nil, []any{"a"})
	case "port":
		return pick[any](g, []any{json.Number("8080"), "443"}, "http", "", true)
	}
	return g.value()
}

func (g *generator) value() any {
	switch g.IntN(12) {
	case 0, 1, 2, 3, 4:
		return pick(g, plainTexts)
	case 5:
		return pick(g, oddTexts, dangerousTexts...)
	case 6:
		return g.soup(textPieces)
	case 7:
		return pick(g, numbers)
	case 8:
		return pick[any](g, []any{true, false, nil})
	case 9, 10:
		return g.list()
	}
	return g.object()
}

func (g *generator) scalar() any {
	return pick[any](g, []any{pick(g, plainTexts), pick(g, oddTexts), pick(g, numbers), true}, nil, "", []any{"nested"}, map[string]any{"a": "b"})
}

func (g *generator) list() any {
	list := []any{}
	for range g.IntN(4) {
		list = append(list, g.scalar())
	}
	return list
}

func (g *generator) object() any {
	object := map[string]any{}
	for range g.IntN(4) {
		object[pick(g, []string{"a", "b", "Z", "k e", "x/y", "ü", "c'd"})] = g.scalar()
	}
	return object
}

func (g *generator) settings(layer map[string]any) {
	if g.one(3) {
		h, ok := layer["headers"].(map[string]any)
		if !ok {
			h = map[string]any{}
		}
		if g.one(2) {
			h["accept"] = g.accept()
		}
		for range g.IntN(3) {
			g.header(h)
		}
		layer["headers"] = h
	}
	if g.one(4) {
		media := map[string]any{}
		if g.one(2) {
			media["format"] = pick[any](g, []any{"raw", "html", "diff"}, "", nil, "a b", "x/y", "full+json")
		}
		if g.one(2) {
			media["previews"] = g.previews()
		}
		layer["mediaType"] = media
	}
	if g.one(60) {
		layer[pick(g, optionNames)] = nil
	}
	if g.one(60) {
		layer[pick(g, []string{"method", "url", "baseUrl"})] = ""
	}
	if g.one(12) {
		layer["request"] = pick[any](g, []any{map[string]any{"timeout": json.Number("5")}, map[string]any{"b": map[string]any{}}, "meta"},
			"", false, json.Number("0"), json.Number("1.50"), nil)
	}
}

func (g *generator) header(h map[string]any) {
	switch name := pick(g, headerNames, "bad name", "näme", "a:b", ""); lower(name) {
	case "accept":
		h[name] = g.accept()
	case "content-type":
		h[name] = pick(g, contentTypes)
	default:
		h[name] = pick[any](g, []any{"v", "two words", json.Number("12"), "é"}, "", " trimmed\t", nil, json.Number("1.50"), "a\nb", "tab\tin", "\x00", true)
	}
}

// accept is a header of one to three items.
func (g *generator) accept() any {
	if g.one(2) {
		return pick[any](g, []any{"application/vnd.service.v3+json", "application/vnd.github.v3+json"})
	}
	if g.one(30) {
		return pick[any](g, []any{"", nil, json.Number("5")})
	}
	if g.one(8) {
		return g.soup(acceptPieces)
	}
	accept := pick(g, acceptItems)
	for range g.IntN(3) {
		accept += pick(g, []string{",", ", ", " , "}) + pick(g, acceptItems)
	}
	return accept
}

func (g *generator) previews() any {
	if g.one(30) {
		return nil
	}
	previews := []any{}
	for range g.IntN(4) {
		previews = append(previews, pick[any](g, []any{"luke-cage", "ant-man", "hagar", "hagar-preview"}, "in-preview-side", "a b", "x.y"))
	}
	return previews
}

func (g *generator) data(c *Case) {
	if g.one(8) {
		pick(g, c.layers())["data"] = g.value()
	}
	if g.one(30) {
		pick(g, c.layers())["data"] = g.object()
	}
}
