// Accept headers: a format and previews for the vendor media types
// (application/vnd.…) in them.

package header

import (
	"cmp"
	"strings"
)

const (
	vendorTree    = "application/vnd."
	previewSuffix = "-preview"
)

// AmendAccept returns the accept header with format and previews applied. A header
// with an item application/octet-stream, and one to which nothing applies, is
// returned byte for byte; the latter is not ok.
//
// Format rewrites application/vnd.<vendor>[.v<digits>][.param][+json] to
// application/vnd.<vendor>[.v<digits>].<format> and keeps parameters such as
// ;q=0.5. Previews then replace all vendor items by one item per preview: first
// the previews that the header names already, then the given ones, each once.
// Other media ranges stay, in front. Where there are only others, neither applies.
func AmendAccept(accept, format string, previews []string) (_ string, ok bool) {
	var items, named []string // what stays, and the previews in the rest
	given := splitAccept(accept)
	vendor, amended := "", len(given) == 0 && len(previews) > 0
	for _, item := range given {
		name, _, _ := strings.Cut(item, ";")
		name = strings.TrimRight(name, " \t")
		if EqualFold(name, "application/octet-stream") {
			return accept, true
		}
		t := parseVendor(name)
		vendor = cmp.Or(vendor, t.vendor)
		if len(previews) > 0 && (t.vendor != "" || t.previews != nil) {
			named, amended = append(named, t.previews...), true
			continue
		}
		if format != "" && t.stem != "" {
			amended = true
			item = vendorTree + t.stem + "." + format + item[len(name):]
		}
		items = append(items, item)
	}
	if !amended {
		return accept, false
	}
	suffix := "+json"
	if format != "" {
		suffix = "." + format
	}
	for _, preview := range UniquePreviews(append(named, previews...)) {
		items = append(items, vendorTree+cmp.Or(vendor, "service")+"."+preview+previewSuffix+suffix)
	}
	return strings.Join(items, ","), true
}

// splitAccept returns the items between the commas outside quotes. Empty items are
// left out (RFC 9110 section 5.6.1).
func splitAccept(accept string) (items []string) {
	quoted, start := false, 0
	for i := 0; i <= len(accept); i++ {
		switch {
		case i == len(accept) || accept[i] == ',' && !quoted:
			if item := strings.Trim(accept[start:i], " \t"); item != "" {
				items = append(items, item)
			}
			start = i + 1
		case accept[i] == '\\' && quoted:
			i = min(i+1, len(accept)-1)
		case accept[i] == '"':
			quoted = !quoted
		}
	}
	return items
}

// A vendorType is what the name of a media type says. That of another tree is
// the zero value.
//
//	application/vnd.acme.v3.raw+json      vendor "acme", stem "acme.v3"
//	application/vnd.acme+xml              vendor "acme"
//	application/vnd.acme.x-preview+json   vendor "acme", previews "x"
//	application/vnd.x-preview             previews "x"
type vendorType struct {
	vendor   string
	stem     string // what a format is appended to, "" if the type takes none
	previews []string
}

func parseVendor(name string) (t vendorType) {
	if len(name) < len(vendorTree) || !EqualFold(name[:len(vendorTree)], vendorTree) {
		return t
	}
	name, suffix, hasSuffix := strings.Cut(name[len(vendorTree):], "+")
	parts := strings.Split(name, ".")
	for _, part := range parts {
		if preview := PreviewName(part); preview != "" && preview != part {
			t.previews = append(t.previews, preview)
		} else if t.previews == nil {
			t.vendor = cmp.Or(t.vendor, part)
		}
	}
	if t.previews != nil || hasSuffix && !EqualFold(suffix, "json") {
		return t
	}
	stem, params := parts[0], parts[1:]
	if len(params) > 0 && isVersion(params[0]) {
		stem, params = stem+"."+params[0], params[1:]
	}
	if len(params) == 0 || len(params) == 1 && params[0] != "" {
		t.stem = stem
	}
	return t
}

func isVersion(s string) bool {
	return len(s) > 1 && s[0]|0x20 == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// PreviewName returns the name of a preview without the suffix "-preview", in
// any case.
func PreviewName(s string) string {
	for n := len(s) - len(previewSuffix); n >= 0 && EqualFold(s[n:], previewSuffix); n -= len(previewSuffix) {
		s = s[:n]
	}
	return s
}

// UniquePreviews returns the names of previews without their suffix, the first of each.
// Names are the same whatever their case, as media types are (RFC 9110 section
// 8.3.1).
func UniquePreviews(names []string) (unique []string) {
	seen := make(map[string]bool)
	for _, name := range names {
		name = PreviewName(name)
		if lower := Lower(name); !seen[lower] {
			seen[lower] = true
			unique = append(unique, name)
		}
	}
	return unique
}
