package mutants

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The kinds whose names end in ": another" are no mistakes, as a rule. They show
// reports that are wrong.

// A textKind is a change of a text: a route, a BaseURL or the tag of a field. It
// returns the changed texts, of which those equal to the text are not used.
type textKind struct {
	name   string
	change func(text string) []string
}

// A codeKind is code that replaces a value or is added to a literal or a call.
// The package is written endpoint, whatever its name is in the file.
type codeKind struct {
	name string
	code []string
}

var (
	method      = regexp.MustCompile(`^(GET|HEAD|POST|PUT|PATCH|DELETE|LIST) +`)
	placeholder = regexp.MustCompile(`\{([A-Za-z_]+)\}`)
	reserved    = regexp.MustCompile(`\{\+?([A-Za-z_]+)\}`)
)

// routeKinds are slips in a route, and notations of other libraries.
var routeKinds = []textKind{
	{"route: misspelled placeholder", misspelled},
	{"route: placeholder without a value", one(func(s string) string { return path(s) + "/{version}" + s[len(path(s)):] })},
	{"route: method one letter off", func(s string) []string {
		m := method.FindString(s)
		if len(m) < 4 {
			return nil
		}
		return []string{m[:1] + m[2:3] + m[1:2] + m[3:] + s[len(m):], m[:1] + m[2:] + s[len(m):]}
	}},
	{"route: another method", one(func(s string) string {
		return strings.NewReplacer("GET ", "POST ", "POST ", "GET ", "PUT ", "GET ", "PATCH ", "HEAD ", "DELETE ", "GET ").Replace(s)
	})},
	{"route: no method", replace(method, "")},
	{"route: no space after the method", one(func(s string) string { return strings.Replace(s, " /", "/", 1) })},
	{"route: colon after the method", one(func(s string) string {
		if method.MatchString(s) {
			s = strings.Replace(s, " ", ": ", 1)
		}
		return s
	})},
	{"route: method after the URL", one(func(s string) string {
		m := method.FindString(s)
		return strings.TrimSpace(s[len(m):] + " " + m)
	})},
	{"route: syntax error", func(s string) []string {
		return []string{
			strings.Replace(s, "}", "", 1), strings.Replace(s, "{", "", 1), strings.Replace(s, "}", "}}", 1),
			strings.Replace(s, "{", "{ ", 1), placeholder.ReplaceAllString(s, "{}"), placeholder.ReplaceAllString(s, "{{.$1}}"),
		}
	}},
	{"route: `{x...}`", replace(reserved, "{$1...}")},
	{"route: `{x?}`", replace(placeholder, "{$1?}")},
	{"route: `{x:[0-9]+}`", replace(placeholder, "{$1:[0-9]+}")},
	{"route: `{x=a/*}`", replace(placeholder, "{$1=items/*}")},
	{"route: `{?$top}`", one(func(s string) string {
		if strings.ContainsAny(s, "?") {
			return s
		}
		return s + "{?$top}"
	})},
	{"route: `<x>`", replace(placeholder, "<$1>")},
	{"route: `%s`", replace(placeholder, "%s")},
	{"route: placeholder as host", replace(regexp.MustCompile(`https://[^/]+/`), "https://{host}/")},
	{"route: misspelled scheme", func(s string) []string {
		return []string{strings.Replace(s, " https://", " htps://", 1), strings.Replace(s, " https://", " https:/", 1)}
	}},
	{"route: another", func(s string) []string {
		m := method.FindString(s)
		return []string{
			placeholder.ReplaceAllString(s, ":$1"), placeholder.ReplaceAllString(s, "{+$1}"),
			strings.ToLower(m) + s[len(m):], strings.Replace(s, " /", "\t  /", 1) + " ",
			strings.Replace(s, " /", " ", 1), path(s) + "/more" + s[len(path(s)):], strings.Replace(s, "{", "${", 1),
		}
	}},
}

// path returns the part of a template before its query.
func path(s string) string {
	if i := strings.IndexAny(strings.ReplaceAll(s, "{?", "??"), "?#"); i >= 0 {
		return s[:i]
	}
	return s
}

// baseKinds are slips in a BaseURL.
var baseKinds = []textKind{
	{"BaseURL: no scheme", replace(regexp.MustCompile(`^https?://`), "")},
	{"BaseURL: misspelled scheme", func(s string) []string {
		return []string{strings.Replace(s, "https:", "htps:", 1), strings.Replace(s, "//", "/", 1)}
	}},
	{"BaseURL: query or fragment", func(s string) []string { return []string{s + "?v=1", s + "#v1"} }},
	{"BaseURL: operator", func(s string) []string { return []string{strings.Replace(s, "{", "{+", 1), s + "{/version}"} }},
	{"BaseURL: misspelled placeholder", misspelled},
	{"BaseURL: placeholder without a value", one(func(s string) string { return s + "/{version}" })},
	{"BaseURL: port or host malformed", func(s string) []string {
		host := regexp.MustCompile(`^(https?://[^/:]+)`)
		return []string{host.ReplaceAllString(s, "$1:99999"), host.ReplaceAllString(s, "$1:a:b")}
	}},
	{"BaseURL: another", func(s string) []string { return []string{s + "/", s + "/v9", strings.Replace(s, "https", "HTTPS", 1)} }},
}

// valueKinds replace a value in Params, Path or Query.
var valueKinds = []codeKind{
	{"value: channel", []string{"make(chan int)"}},
	{"value: function", []string{"func() string { return \"\" }"}},
	{"value: map without string keys", []string{`map[int]string{1: "a"}`}},
	{"value: struct without tags", []string{`struct{ Name string }{"a"}`}},
	{"value: struct without exported fields", []string{"struct{ n int }{1}"}},
	{"value: list of lists", []string{"[][]int{{1}, {2}}"}},
	{"value: complex number", []string{"complex(1, 2)"}},
	{"value: nil", []string{"nil"}},
	{`value: ""`, []string{`""`}},
	{"value: `..`", []string{`".."`, `"."`}},
	{"value: empty list", []string{"[]string{}"}},
	{"value: comma in an element", []string{`[]string{"a,b", "c"}`}},
	{"value: bracket in a key, or no key", []string{`map[string]any{"a[b]": 1}`, `map[string]any{"": 1}`}},
	{"value: Unset", []string{"endpoint.Unset"}},
	{"value: a text with `?`, `#`, `/`", []string{`"a?b"`, `"a#b"`, `"/a"`, `"a//b"`}},
	{"value: another", []string{
		`"vet"`, `"veterinary"`, `"a/b"`, "7", "-1.5", "true", `[]byte("x")`, `new("x")`, `[]any{1, "b"}`, `[]string{"a", "b"}`, "int64(7)",
	}},
	{
		"value: map, or struct with tags",
		[]string{`map[string]any{"a": 1}`, `map[string]any{"a": []int{1}}`, `struct{ Name string "json:\"name\"" }{"a"}`},
	},
}

// entryKinds are added to a literal, by the type of the literal.
var entryKinds = map[string][]codeKind{
	"Path": {{"key in Path that nothing names", []string{`"unused": 1`}}},
	"Query": {
		{"empty key", []string{`"": 1`}},
		{"key: another", []string{`"vet": "vet"`, `"more": 1`, `"filter[a]": 1`}},
	},
	"Params": {
		{"empty key", []string{`"": 1`}},
		{"key: another", []string{`"vet": "vet"`, `"more": nil`}},
	},
	"Headers": append(headerKinds, codeKind{"header: another", []string{`"x-vet": "vet"`, `"x-empty": ""`}}),
}

var headerKinds = []codeKind{
	{"header: name is not a token", []string{`"x trace": "1"`, `"x-trace:": "1"`, `"": "1"`}},
	{"header: line break", []string{`"x-trace": "1\n"`}},
	{"header: transfer-encoding, trailer", []string{`"transfer-encoding": "chunked"`, `"Trailer": "x"`}},
	{"header: content-length is not a number", []string{`"content-length": "many"`, `"Content-Length": "-1"`}},
	{"header: host is not a host", []string{`"host": "https://api.test"`}},
}

// layerKinds are added to a call or a slice as one more layer.
var layerKinds = append([]codeKind{
	{"Data: with GET, or over other Data", []string{`endpoint.Options{Data: map[string]any{"note": "x"}}`}},
	{"Params: beside Data", []string{`endpoint.Params{"note": "x"}`}},
	{"key in Path that nothing names", []string{`endpoint.Path{"unused": 1}`, `endpoint.Options{Path: endpoint.Path{"unused": nil}}`}},
	{"content-type does not fit", []string{`endpoint.Headers{"content-type": "text/xml"}`}},
	{
		"Data: not JSON under a JSON type",
		[]string{`endpoint.Options{Data: "x", Headers: endpoint.Headers{"content-type": "application/json"}}`},
	},
	{"Data: cannot be encoded", []string{
		`endpoint.Options{Data: make(chan int)}`, `endpoint.Options{Data: map[string]any{"f": func() {}}}`,
	}},
	{"Data: struct without exported fields", []string{`endpoint.Options{Data: struct{ n int }{1}}`}},
	{"format or preview is not a token", []string{
		`endpoint.MediaType{Format: "raw json"}`, `endpoint.MediaType{Previews: []string{"a,b"}}`,
	}},
	{"Lists: no such style", []string{"endpoint.Options{Lists: 9}"}},
	{"Method: not a token", []string{`endpoint.Options{Method: "GET /"}`}},
	{notStruct.name, []string{`endpoint.ParamsOf("x")`, "endpoint.Query(endpoint.ParamsOf([]int{1}))"}},
	{"two parameters of one name", []string{`endpoint.Query{"page": map[string]any{"size": 5}, "page[size]": 10}`}},
	{"struct: unsupported tag", []string{
		"endpoint.ParamsOf(struct {\nSince int64 `url:\"since,unix\"`\n}{5})", "endpoint.ParamsOf(struct {\nN int " +
			"`json:\"n,string\"`\n}{5})",
	}},
	{"layer: another", []string{
		`endpoint.Headers{"x-vet": "vet"}`, `endpoint.Query{"more": 2}`, "endpoint.Path(nil)", "nil", "&endpoint.Options{}",
		`endpoint.Headers{"accept": "text/html"}`, `endpoint.Params{"none": nil}`, `endpoint.Query{"filter": ` +
			`map[string]any{[]string{"state"}[0]: 1}}`,
	}},
}, layersOf(headerKinds)...)

// notStruct replaces the value of ParamsOf.
var notStruct = codeKind{"ParamsOf: not a struct", []string{`"text"`, "[]int{1}", "7"}}

// tagKinds are slips in the tag of a field.
var tagKinds = []textKind{
	{"struct: unsupported tag", func(tag string) []string {
		return []string{
			addToTag(tag, "json", ",string"), addToTag(tag, "url", ",unix"), tag + ` layout:"2006"`,
		}
	}},
	{"struct: json and url tags differ", func(tag string) []string {
		if strings.Contains(tag, "json:") {
			return []string{tag + ` url:"other"`}
		}
		return []string{tag + ` json:"other"`}
	}},
	{"struct: misspelled tag", func(tag string) (all []string) {
		if name := regexp.MustCompile(`"(\w+)`).FindStringSubmatch(tag); name != nil {
			for _, slip := range slips(name[1]) {
				all = append(all, strings.Replace(tag, name[1], slip, 1))
			}
		}
		return all
	}},
	{"struct: no tag", one(func(string) string { return "" })},
}

// fieldKinds are added to a struct.
var fieldKinds = []codeKind{
	{"struct: field that cannot be written", []string{"Done chan int `json:\"done\"`", "Each func() `json:\"each\"`"}},
	{"struct: two fields of one name", []string{"A struct{ ID int } `json:\"a\"`; B int `json:\"a\"`"}},
}

// outsideTexts and outsideAny are values that a caller passes. They are changed in
// calls.go.
var (
	outsideTexts = []codeKind{
		{"outside: an empty text", []string{`""`}},
		{"outside: `..`", []string{`".."`}},
		{"outside: a line break or a malformed text", []string{`"a\nb"`, `"{"`}},
	}
	outsideAny = codeKind{"outside: a channel in an any", []string{"make(chan int)"}}
)

// cannotKnow says why no analyzer can find what fails.
var cannotKnow = map[string]string{
	"outside: an empty text":                    "the value of a variable is known when the program runs",
	"outside: `..`":                             "as above",
	"outside: a line break or a malformed text": "as above",
	"outside: a channel in an any":              "as above: its static type is any",
	missing:                                     "defaults or layers of another package may have the name",
	unnamed:                                     "a BaseURL from outside the package may name the key",
}

const (
	missing = "a missing name, where an Endpoint or layers come from another package"
	unnamed = "a key in Path that nothing names, where a BaseURL comes from outside"
)

// fromOutside has the clients with an exported function, method or field that lets
// another package bring in an Endpoint, or default layers.
var fromOutside = []string{"asana", "sendgrid"}

// variableBase has those whose BaseURL is an argument.
var variableBase = []string{"influxdb"}

// unknown returns the name in cannotKnow of what keeps an analyzer from knowing
// that the mutant fails, or "". A misspelled name is to be reported all the same,
// and so is a value that no default replaces.
func (m *mutant) unknown() string {
	name, isValue := m.client.name, strings.HasPrefix(m.kind, "value: ") && m.kind != "value: Unset"
	open := slices.Contains(fromOutside, name)
	switch {
	case cannotKnow[m.kind] != "":
		return m.kind
	case strings.Contains(m.kind, "misspelled") || isValue:
		return ""
	case slices.Contains([]string{"key in Path that nothing names", "Path for Params", "Path for Query"}, m.kind):
		if open || slices.Contains(variableBase, name) {
			return unnamed
		}
	case open && m.result.Missing:
		return missing
	}
	return ""
}

const (
	noAccept = "no accept" // in a client
	leftOut  = "a value that fails, which some calls leave out"
)

// advice says why a report is right although the call succeeds.
var advice = map[string]string{
	"route: method one letter off": "any token is a method, but no server knows this one",
	"text formatted into a route":  "the value is not escaped, and another one fails",
	"header: in two spellings":     "one of the two is never sent",
	noAccept:                       "the accept of the library is sent",
	leftOut:                        "the others fail",
}

func one(change func(string) string) func(string) []string {
	return func(s string) []string { return []string{change(s)} }
}

// misspelled misspells the last placeholder.
func misspelled(s string) (all []string) {
	names := reserved.FindAllStringSubmatchIndex(s, -1)
	if names == nil {
		return nil
	}
	name := names[len(names)-1]
	for _, slip := range slips(s[name[2]:name[3]]) {
		all = append(all, s[:name[2]]+slip+s[name[3]:])
	}
	return all
}

// replace changes the last match in a text: the IDs, which come last, are the
// variables of most routes.
func replace(pattern *regexp.Regexp, by string) func(string) []string {
	return one(func(s string) string {
		all := pattern.FindAllStringIndex(s, -1)
		if all == nil {
			return s
		}
		from, to := all[len(all)-1][0], all[len(all)-1][1]
		return s[:from] + pattern.ReplaceAllString(s[from:to], by) + s[to:]
	})
}

// slips returns a name with a letter lost, two letters swapped, in the plural and
// in another case.
func slips(name string) []string {
	i := len(name) / 2
	if i == 0 {
		return []string{name + "s"}
	}
	all := []string{name[:i] + name[i+1:], name[:i-1] + name[i:i+1] + name[i-1:i] + name[i+1:], name + "s"}
	if before, after, found := strings.Cut(name, "_"); found && after != "" {
		return append(all, before+strings.ToUpper(after[:1])+after[1:])
	}
	return append(all, strings.ToUpper(name[:1])+name[1:])
}

// addToTag adds an option to the value of a key in a tag.
func addToTag(tag, key, option string) string {
	return regexp.MustCompile(key+`:"[^"]*`).ReplaceAllString(tag, "${0}"+option)
}

func layersOf(entries []codeKind) (layers []codeKind) {
	for _, kind := range entries {
		var code []string
		for _, entry := range kind.code {
			code = append(code, fmt.Sprintf("endpoint.Headers{%s}", entry))
		}
		layers = append(layers, codeKind{kind.name, code})
	}
	return layers
}
