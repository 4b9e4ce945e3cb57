// Package mediatype amends accept headers: a format and previews for the
// vendor media types (application/vnd.…) in them.
package mediatype

import (
	"slices"
	"strings"
)

// Amend returns the accept header with format and previews applied; none of
// either changes nothing. A header with an item application/octet-stream, and
// one to which nothing applies, is returned byte for byte.
//
// Format rewrites application/vnd.<vendor>[.v<digits>][.param][+json] to
// application/vnd.<vendor>[.v<digits>].<format> and keeps parameters such as
// ;q=0.5. Previews then replace all vendor items by one item per preview: first
// the previews that the header names already, then the given ones. Other media
// ranges stay, in front.
func Amend(header, format string, previews []string) string {
	if format == "" && len(previews) == 0 {
		return header
	}
	items := split(header)
	if slices.ContainsFunc(items, isBinary) {
		return header
	}
	if len(previews) > 0 {
		return replaceByPreviews(items, format, previews)
	}
	amended := false
	for i, it := range items {
		if s, ok := it.withFormat(format); ok {
			items[i].text, amended = s, true
		}
	}
	if !amended {
		return header
	}
	return join(items)
}

// An item is one media range of an accept header.
type item struct {
	text    string // as written, trimmed
	vendor  string // of a vendor type, "" where it names none
	version string // ".v3"
	preview string // the name before "-preview"
	params  string // from the ";" on
	tree    bool   // it begins with application/vnd.
	plain   bool   // it has the form that a format rewrites
}

func isBinary(it item) bool {
	return strings.EqualFold(mediaType(it.text), "application/octet-stream")
}

// mediaType is the type and subtype of an item, without parameters.
func mediaType(text string) string {
	name, _, _ := strings.Cut(text, ";")
	return strings.TrimRight(name, " \t")
}

// split cuts a header at the commas outside quotes. Empty items are none
// (RFC 9110 section 5.6.1).
func split(header string) []item {
	var items []item
	add := func(s string) {
		if s = strings.Trim(s, " \t"); s != "" {
			items = append(items, parse(s))
		}
	}
	quoted, start := false, 0
	for i := 0; i < len(header); i++ {
		switch c := header[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			add(header[start:i])
			start = i + 1
		}
	}
	add(header[start:])
	return items
}

const vendorTree = "application/vnd."

func parse(text string) item {
	it := item{text: text}
	name := mediaType(text)
	if len(name) < len(vendorTree) || !strings.EqualFold(name[:len(vendorTree)], vendorTree) {
		return it
	}
	it.tree, it.params = true, text[len(name):]
	name, suffix, hasSuffix := strings.Cut(name[len(vendorTree):], "+")
	parts := strings.Split(name, ".")
	if i := slices.IndexFunc(parts, isPreview); i >= 0 {
		it.preview = parts[i][:len(parts[i])-len(previewSuffix)]
		if i > 0 {
			it.vendor = parts[0]
		}
		return it
	}
	it.vendor, parts = parts[0], parts[1:]
	if len(parts) > 0 && isVersion(parts[0]) {
		it.version, parts = "."+parts[0], parts[1:]
	}
	it.plain = it.vendor != "" && len(parts) <= 1 && (!hasSuffix || strings.EqualFold(suffix, "json"))
	return it
}

const previewSuffix = "-preview"

func isPreview(part string) bool {
	n := len(part) - len(previewSuffix)
	return n > 0 && strings.EqualFold(part[n:], previewSuffix)
}

func isVersion(s string) bool {
	return len(s) > 1 && s[0]|0x20 == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// withFormat returns the item as format rewrites it.
func (it item) withFormat(format string) (string, bool) {
	if !it.plain {
		return "", false
	}
	return vendorTree + it.vendor + it.version + "." + format + it.params, true
}

func replaceByPreviews(items []item, format string, previews []string) string {
	vendor := "service"
	if i := slices.IndexFunc(items, func(it item) bool { return it.vendor != "" }); i >= 0 {
		vendor = items[i].vendor
	}
	ending := "+json"
	if format != "" {
		ending = "." + format
	}
	var others, named []item
	seen := make(map[string]bool, len(previews))
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			named = append(named, item{text: vendorTree + vendor + "." + name + previewSuffix + ending})
		}
	}
	for _, it := range items {
		switch {
		case it.preview != "":
			add(it.preview)
		case !it.tree:
			others = append(others, it)
		}
	}
	for _, name := range previews {
		add(name)
	}
	return join(append(others, named...))
}

func join(items []item) string {
	texts := make([]string, len(items))
	for i, it := range items {
		texts[i] = it.text
	}
	return strings.Join(texts, ",")
}
