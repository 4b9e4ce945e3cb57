package main

import (
	"maps"
	"slices"
	"strings"
)

var layerClasses = []Class{
	{Name: "a route is cut at its first run of blanks, and a method or nothing may stand alone", Ask: askRoute},
	{Name: "null and empty options are absent", Ask: askAbsentOptions},
	{Name: "header values are text, null ones absent", Ask: askHeaderValues},
	{Name: "header values are trimmed", Ask: askTrimmedHeaders},
	{Name: "of two spellings of a header the last in byte order wins", Ask: askSpellings},
	{Name: "a nested map is replaced whole", Ask: askNestedMaps},
	{Name: "previews are a union in order, each once, the suffix cut off", Ask: askPreviews},
}

// askRoute says in options what the original would read otherwise.
func askRoute(q *Question) {
	if q.Route == nil {
		return
	}
	method, url := splitRoute(*q.Route)
	originalMethod, originalURL, _ := strings.Cut(*q.Route, " ")
	if originalURL == "" {
		originalMethod, originalURL = "", originalMethod
	}
	if method == originalMethod && url == originalURL && url != "" {
		return
	}
	q.Route = nil
	for key, value := range map[string]string{"method": method, "url": url} {
		if s, _ := q.Options[key].(string); s == "" && value != "" {
			q.Options[key] = value
		}
	}
}

func askAbsentOptions(q *Question) {
	deleteEmpty := func(m map[string]any, keys ...string) {
		for _, key := range keys {
			if v, ok := m[key]; ok && (v == nil || v == "") {
				delete(m, key)
			}
		}
	}
	for _, layer := range q.layers() {
		deleteEmpty(layer, "method", "url", "baseUrl")
		for _, key := range []string{"headers", "mediaType", "data", "request"} {
			if layer[key] == nil {
				delete(layer, key)
			}
		}
		if m, ok := layer["mediaType"].(map[string]any); ok {
			deleteEmpty(m, "format", "previews")
		}
	}
}

func askHeaderValues(q *Question) {
	for _, h := range q.headers() {
		for name, value := range h {
			if text, ok := headerText(value); ok {
				h[name] = text
			} else {
				delete(h, name)
			}
		}
	}
}

func askTrimmedHeaders(q *Question) {
	for _, h := range q.headers() {
		for name, value := range h {
			h[name] = strings.Trim(value.(string), " \t")
		}
	}
}

func askSpellings(q *Question) {
	for _, h := range q.headers() {
		last := map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(h)) {
			if earlier, ok := last[lower(name)]; ok {
				delete(h, earlier)
			}
			last[lower(name)] = name
		}
	}
}

// askNestedMaps leaves of the maps that the original merges only the last.
func askNestedMaps(q *Question) {
	layers := q.layers()
	for i, layer := range layers {
		for key, value := range layer {
			if _, ok := value.(map[string]any); !ok || key == "headers" || key == "mediaType" {
				continue
			}
			for _, earlier := range layers[:i] {
				delete(earlier, key)
			}
		}
	}
}

// askPreviews leaves the previews to one layer, where nothing is merged.
func askPreviews(q *Question) {
	m := merge(q.Case)
	if len(m.previews) == 0 {
		return
	}
	q.setPreviews(m.previews)
}

func (q *Question) setPreviews(names []string) {
	q.previews = names
	for _, layer := range q.layers() {
		if media, ok := layer["mediaType"].(map[string]any); ok {
			delete(media, "previews")
		}
	}
	media, ok := q.Options["mediaType"].(map[string]any)
	if !ok {
		media = map[string]any{}
		q.Options["mediaType"] = media
	}
	previews := make([]any, len(names))
	for i, name := range names {
		// The original cuts out the first "-preview", wherever it stands.
		if at := strings.Index(name, previewSuffix); at >= 0 {
			name = name[:at] + previewSuffix + name[at:]
		}
		previews[i] = name
	}
	media["previews"] = previews
}
