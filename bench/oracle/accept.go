package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var acceptClasses = []Class{
	{Name: "accept is split at commas outside quotes and trimmed, and octet-stream is an item", Ask: askItems},
	{Name: "format keeps an item's parameters", Ask: askItemParameters},
	{Name: "format knows every vendor, version and case", Ask: askVendors},
	{Name: "previews that accept names come first, each once", Ask: askNamedPreviews},
	{Name: "previews take the vendor of the accept header", Read: readVendor},
	{Name: "media ranges of no vendor stay beside previews", Read: readOtherRanges},
}

// An item is one media range of an accept header.
type item struct {
	text    string
	vendor  string // "" where it names none
	version string // with its dot
	preview string
	params  string // from the semicolon on
	tree    bool   // application/vnd.
	plain   bool   // format rewrites it
}

var (
	commas  = regexp.MustCompile(`(?:"(?:\\.|[^"\\])*"?|[^",])+`)
	binary  = regexp.MustCompile(`^(?i:application/octet-stream)\s*(?:;|$)`)
	tree    = regexp.MustCompile(`^(?i:application/vnd\.)([^;]*?)[ \t]*(;.*)?$`)
	vendor  = regexp.MustCompile(`^[^.+]*`)
	plain   = regexp.MustCompile(`^([^.+]+)(\.[vV][0-9]+)?(?:\.[^.+]+)?(?:\+(?i:json))?$`)
	preview = regexp.MustCompile(`^(?:([^.+]*)\.(?:[^+]*\.)?)?([^.+]+)(?i:-preview)(?:[.+].*)?$`)
)

func items(accept string) []item {
	var all []item
	for _, text := range commas.FindAllString(accept, -1) {
		if text = strings.Trim(text, " \t"); text != "" {
			all = append(all, readItem(text))
		}
	}
	return all
}

func readItem(text string) item {
	it := item{text: text}
	match := tree.FindStringSubmatch(text)
	if match == nil {
		return it
	}
	it.tree, it.params = true, text[len("application/vnd.")+len(match[1]):]
	name := match[1]
	if p := preview.FindStringSubmatch(name); p != nil {
		it.vendor, it.preview = p[1], p[2]
		return it
	}
	it.vendor = vendor.FindString(name)
	if p := plain.FindStringSubmatch(name); p != nil {
		it.version, it.plain = p[2], true
	}
	return it
}

// amends tells whether the accept header of a case is amended at all.
func (m *merged) amends() bool {
	accept := m.headers["accept"].value
	return accept != "" && (m.format != "" || len(m.previews) > 0) &&
		!slices.ContainsFunc(items(accept), func(it item) bool { return binary.MatchString(it.text) })
}

// formats tells whether format alone amends the header.
func (m *merged) formats() bool { return m.amends() && len(m.previews) == 0 }

// setAccept sets the header in the question's last layer.
func (q *Question) setAccept(value string) {
	h, ok := q.Options["headers"].(map[string]any)
	if !ok {
		h = map[string]any{}
		q.Options["headers"] = h
	}
	for name := range h {
		if lower(name) == "accept" {
			delete(h, name)
		}
	}
	h["accept"] = value
}

// hide makes a stand-in for a piece of the header.
func (q *Question) hide(text string) string {
	standIn := fmt.Sprintf("keep/x%03d", len(q.accept))
	q.accept = append(q.accept, hidden{standIn, text})
	return standIn
}

// askItems hides what format leaves alone: the other items, or, where no item
// is one that it rewrites, the whole header.
func askItems(q *Question) {
	m := merge(q.Case)
	if !m.formats() {
		return
	}
	accept := m.headers["accept"].value
	all := items(accept)
	if !slices.ContainsFunc(all, func(it item) bool { return it.plain }) {
		q.setAccept(q.hide(accept))
		return
	}
	texts := make([]string, len(all))
	for i, it := range all {
		if texts[i] = it.text; !it.plain {
			texts[i] = q.hide(it.text)
		}
	}
	q.setAccept(strings.Join(texts, ","))
}

// askItemParameters hides items with parameters, which the original leaves as
// they are.
func askItemParameters(q *Question) {
	q.hideAmended(func(it item) bool { return it.params != "" })
}

// askVendors hides items whose vendor or version the original does not know.
func askVendors(q *Question) {
	q.hideAmended(func(it item) bool {
		return it.version != "" && it.version != ".v3" || !originalKnows.MatchString(it.text)
	})
}

// originalKnows matches the items that the original's format rewrites. It
// takes any version but v3 for a parameter.
var originalKnows = regexp.MustCompile(`^application/vnd\.\w+(?:\.v3)?(?:\.\w+)?(?:\+json)?$`)

// hideAmended hides items that format rewrites behind what it makes of them.
func (q *Question) hideAmended(applies func(item) bool) {
	m := merge(q.Case)
	if !m.formats() {
		return
	}
	var texts []string
	for _, it := range items(m.headers["accept"].value) {
		if it.plain && applies(it) {
			it.text = q.hide("application/vnd." + it.vendor + it.version + "." + m.format + it.params)
		}
		texts = append(texts, it.text)
	}
	if len(texts) > 0 {
		q.setAccept(strings.Join(texts, ","))
	}
}

// askNamedPreviews names in the question what the header names.
func askNamedPreviews(q *Question) {
	m := merge(q.Case)
	if !m.amends() || len(m.previews) == 0 {
		return
	}
	var names []string
	for _, it := range items(m.headers["accept"].value) {
		if it.preview != "" {
			names = append(names, it.preview)
		}
	}
	all := slices.Concat(names, q.previews)
	seen := map[string]bool{}
	q.setPreviews(slices.DeleteFunc(all, func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	}))
	q.setAccept("application/vnd.github+json")
}

func readVendor(m *merged, a *Answer) {
	if !m.amends() || len(m.previews) == 0 {
		return
	}
	named := "service"
	all := items(m.headers["accept"].value)
	if i := slices.IndexFunc(all, func(it item) bool { return it.vendor != "" }); i >= 0 {
		named = all[i].vendor
	}
	a.Headers["accept"] = strings.ReplaceAll(a.Headers["accept"].(string), "application/vnd.github.", "application/vnd."+named+".")
}

func readOtherRanges(m *merged, a *Answer) {
	if !m.amends() || len(m.previews) == 0 {
		return
	}
	var kept []string
	for _, it := range items(m.headers["accept"].value) {
		if !it.tree {
			kept = append(kept, it.text)
		}
	}
	a.Headers["accept"] = strings.Join(append(kept, a.Headers["accept"].(string)), ",")
}
