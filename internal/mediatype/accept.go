// Package mediatype amends accept headers: a format and previews for the
// vendor media types (application/vnd.…) in them.
package mediatype

import (
	"cmp"
	"slices"
	"strings"

	"example.com/endpoint/internal/ascii"
)

// Amend returns the accept header with format and previews applied; none of
// either changes nothing. A header with an item application/octet-stream, and
// one to which nothing applies, is returned byte for byte.
//
// Format rewrites application/vnd.<vendor>[.v<digits>][.param][+json] to
// application/vnd.<vendor>[.v<digits>].<format> and keeps parameters such as
// ;q=0.5. Previews then replace all vendor items by one item per preview: first
// the previews that the header names already, then the given ones by their
// [PreviewName], each once. Other media ranges stay, in front.
func Amend(header, format string, previews []string) string {
	var inline [4]item
	return amend(header, appendItems(inline[:0], header), format, previews)
}

// An Accept is an accept header that has been read, to be amended many times.
// It is read-only.
type Accept struct {
	header string
	items  []item
}

// Parse reads an accept header.
func Parse(header string) Accept { return Accept{header, appendItems(nil, header)} }

// Amend is [Amend] of the header that a was read from.
func (a *Accept) Amend(format string, previews []string) string {
	return amend(a.header, a.items, format, previews)
}

func amend(header string, items []item, format string, previews []string) string {
	takesFormat := false
	for i := range items {
		if ascii.EqualFold(items[i].mediaType(), "application/octet-stream") {
			return header
		}
		takesFormat = takesFormat || items[i].stem != "" && format != ""
	}
	if !takesFormat && len(previews) == 0 {
		return header
	}
	var inline [256]byte
	if len(previews) > 0 {
		return string(appendPreviews(inline[:0], items, format, previews))
	}
	return string(appendFormat(inline[:0], items, format))
}

// An item is one media range of an accept header.
//
//	application/vnd.acme.v3+json;q=0.5    size 28, vendor "acme", stem "acme.v3"
//	application/vnd.acme.x-preview+json   size 35, vendor "acme", previews "x-preview"
//	application/vnd.x-preview             size 25, previews "x-preview"
//	application/vnd.acme+xml              size 24, vendor "acme"
//	text/html                             size 9
type item struct {
	text     string // as written, trimmed
	size     int    // of type and subtype in text, without parameters
	vendor   string
	stem     string // what a format is appended to, "" if the item takes none
	previews string // the name from the first part that names a preview on
}

func (it *item) mediaType() string { return it.text[:it.size] }

// appendItems appends the items between the commas outside quotes. Empty items
// are skipped (RFC 9110 section 5.6.1).
func appendItems(items []item, header string) []item {
	quoted, start := false, 0
	for i := 0; i <= len(header); i++ {
		switch {
		case i == len(header) || header[i] == ',' && !quoted:
			if s := strings.Trim(header[start:i], " \t"); s != "" {
				items = append(items, parseItem(s))
			}
			start = i + 1
		case header[i] == '\\' && quoted && i+1 < len(header):
			i++
		case header[i] == '"':
			quoted = !quoted
		}
	}
	return items
}

const (
	vendorTree    = "application/vnd."
	previewSuffix = "-preview"
)

func parseItem(text string) item {
	name, _, _ := strings.Cut(text, ";")
	it := item{text: text, size: len(strings.TrimRight(name, " \t"))}
	name = it.mediaType()
	if len(name) < len(vendorTree) || !ascii.EqualFold(name[:len(vendorTree)], vendorTree) {
		return it
	}
	name, suffix, hasSuffix := strings.Cut(name[len(vendorTree):], "+")
	for rest := name; rest != ""; {
		part, after, _ := strings.Cut(rest, ".")
		if previewIn(part) != "" {
			it.previews = rest // without a vendor, if it is the first part
			return it
		}
		it.vendor, rest = cmp.Or(it.vendor, part), after
	}
	vendor, rest, hasRest := strings.Cut(name, ".")
	stem := vendor
	if version, after, ok := strings.Cut(rest, "."); isVersion(version) {
		stem, rest, hasRest = name[:len(vendor)+1+len(version)], after, ok
	}
	oneParam := !hasRest || rest != "" && strings.IndexByte(rest, '.') < 0
	if oneParam && (!hasSuffix || ascii.EqualFold(suffix, "json")) {
		it.stem = stem
	}
	return it
}

// PreviewName returns the name of a preview without the suffix "-preview", in
// any case.
func PreviewName(s string) string {
	for n := len(s) - len(previewSuffix); n >= 0 && ascii.EqualFold(s[n:], previewSuffix); n -= len(previewSuffix) {
		s = s[:n]
	}
	return s
}

// previewIn returns the preview that a part of a media type names, or "".
func previewIn(part string) string {
	if preview := PreviewName(part); preview != part {
		return preview
	}
	return ""
}

func isVersion(s string) bool {
	return len(s) > 1 && s[0]|0x20 == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// appendFormat appends the items with the format in those that take one.
func appendFormat(dst []byte, items []item, format string) []byte {
	for i := range items {
		it := &items[i]
		dst = comma(dst)
		if it.stem == "" {
			dst = append(dst, it.text...)
			continue
		}
		dst = append(dst, vendorTree...)
		dst = append(dst, it.stem...)
		dst = append(dst, '.')
		dst = append(dst, format...)
		dst = append(dst, it.text[it.size:]...)
	}
	return dst
}

// appendPreviews appends the items of no vendor, and an item per preview.
func appendPreviews(dst []byte, items []item, format string, previews []string) []byte {
	vendor := ""
	for i := range items {
		vendor = cmp.Or(vendor, items[i].vendor)
	}
	vendor = cmp.Or(vendor, "service")
	suffix := "+json"
	if format != "" {
		suffix = "." + format
	}
	var inline [8]string
	names := inline[:0]
	for i := range items {
		it := &items[i]
		switch {
		case it.previews != "":
			for part := range strings.SplitSeq(it.previews, ".") {
				if preview := previewIn(part); preview != "" {
					names = append(names, preview)
				}
			}
		case it.vendor == "":
			dst = append(comma(dst), it.text...)
		}
	}
	for _, name := range Unique(append(names, previews...)) {
		dst = append(comma(dst), vendorTree...)
		dst = append(dst, vendor...)
		dst = append(dst, '.')
		dst = append(dst, name...)
		dst = append(dst, previewSuffix...)
		dst = append(dst, suffix...)
	}
	return dst
}

func comma(dst []byte) []byte {
	if len(dst) == 0 {
		return dst
	}
	return append(dst, ',')
}

// Unique cuts the suffix off the names of previews, moves the first of each to
// the front and returns these. Names are the same whatever their case, as media
// types are (RFC 9110 section 8.3.1).
func Unique(names []string) []string {
	for i := range names {
		names[i] = PreviewName(names[i])
	}
	if len(names) > 8 { // where a search would take long
		seen := make(map[string]bool, len(names))
		return slices.DeleteFunc(names, func(name string) bool {
			name = ascii.Lower(name)
			duplicate := seen[name]
			seen[name] = true
			return duplicate
		})
	}
	kept := names[:0]
	for _, name := range names {
		if !slices.ContainsFunc(kept, func(k string) bool { return ascii.EqualFold(k, name) }) {
			kept = append(kept, name)
		}
	}
	return kept
}
