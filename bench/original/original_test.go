// Package original compares the library with @octokit/endpoint, the package
// whose Go counterpart it is. testdata/answers.jsonl has 1,000 calls with what
// the original answered; record.mjs wrote it. The lists in this file,
// differences and rejections, have every deliberate difference between the two.
// TestAnswers fails where a difference is in neither list, and where an entry of
// a list never applies.
package original

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A call is one line of the answers.
type call struct {
	Defaults []options
	Route    string
	Options  options
	Want     answer
}

// options are read from the flat form of the original: members that it does not
// know are parameters.
type options struct{ endpoint.Options }

func (o *options) UnmarshalJSON(b []byte) error {
	var flat struct {
		Method, URL, BaseURL string
		MediaType            endpoint.MediaType
		Headers              map[string]any
		Data, Request        any
	}
	if err := json.Unmarshal(b, &flat); err != nil {
		return err
	}
	headers := endpoint.Headers{}
	for name, value := range flat.Headers {
		headers[name] = fmt.Sprint(value)
	}
	o.Options = endpoint.Options{
		Method: flat.Method, URL: flat.URL, BaseURL: flat.BaseURL, MediaType: flat.MediaType,
		Headers: headers, Data: flat.Data, Meta: flat.Request,
	}
	if err := json.Unmarshal(b, &o.Params); err != nil {
		return err
	}
	for _, name := range []string{"method", "url", "baseUrl", "mediaType", "headers", "data", "request"} {
		delete(o.Params, name)
	}
	return nil
}

// An answer is what the original returned.
type answer struct {
	Method  string         `json:"method"`
	URL     string         `json:"url"`   // the template's part
	Added   string         `json:"added"` // the pairs that the original appended
	Headers map[string]any `json:"headers"`
	Body    any            `json:"body,omitempty"`
	Request any            `json:"request,omitempty"`
}

// A difference turns the original's answer into that of the contract by one rule.
type difference struct {
	rule  string // DESIGN.md, by section or by point of Parse
	apply func(c *merged, a *answer)
}

var differences = []difference{
	{"Request: the method is in lower case", func(c *merged, a *answer) { a.Method = strings.ToLower(a.Method) }},
	{"4: a leading {upload_url} takes an address", func(c *merged, a *answer) {
		if x := c.exprs[0:min(1, len(c.exprs))]; len(x) == 1 && strings.HasPrefix(c.template, "{"+x[0].name+"}") {
			address := c.params[x[0].name].(string)
			a.URL = address + strings.TrimPrefix(a.URL, url.QueryEscape(address))
		}
	}},
	{"4: base and path are joined by one slash", func(c *merged, a *answer) {
		if path, ok := strings.CutPrefix(a.URL, c.base); ok {
			a.URL = strings.TrimSuffix(c.base, "/") + "/" + strings.TrimPrefix(path, "/")
		}
	}},
	{"1: exploded lists are written as RFC 6570 says", func(c *merged, a *answer) {
		for _, x := range c.exprs {
			if x.modifier == "*" && x.op == "/" {
				a.URL = strings.ReplaceAll(a.URL, ",", "/")
			} else if x.modifier == "*" {
				a.URL = strings.ReplaceAll(a.URL, ","+x.name+"=", "&"+x.name+"=")
			}
		}
	}},
	{"3: an undefined variable leaves no operator behind", func(c *merged, a *answer) {
		for _, x := range c.exprs {
			if strings.Contains("/#", x.op) && x.op != "" && c.params[x.name] == nil {
				a.URL = strings.TrimSuffix(a.URL, x.op)
			}
		}
		if path, query, ok := strings.Cut(a.URL, "?"); ok && !strings.Contains(path, "#") {
			pairs := slices.DeleteFunc(strings.Split(query, "&"), func(p string) bool { return p == "" })
			a.URL = strings.TrimSuffix(path+"?"+strings.Join(pairs, "&"), "?")
		}
	}},
	{"6: a parameter that {x:7} names is not sent again", added(func(c *merged, pair, key string) []string {
		if c.names(key) {
			return nil
		}
		return []string{pair}
	})},
	{"6: a plus in q is %2B", added(func(c *merged, pair, key string) []string {
		if key != "q" {
			return []string{pair}
		}
		return []string{strings.ReplaceAll(pair, "+", "%2B")}
	})},
	{"6: nil and empty lists are omitted", added(func(c *merged, pair, key string) []string {
		if list, ok := c.params[key].([]any); c.params[key] == nil || ok && len(list) == 0 {
			return nil
		}
		return []string{pair}
	})},
	{"6: a list whose key ends in [] is a pair for each element", added(func(c *merged, pair, key string) []string {
		if list, ok := c.params[key].([]any); ok && strings.HasSuffix(key, "[]") {
			return pairsOf(key, list)
		}
		return []string{pair}
	})},
	{"6: a map is written with brackets", added(func(c *merged, pair, key string) []string {
		if m, ok := c.params[key].(map[string]any); ok {
			return pairsOf(key, m)
		}
		return []string{pair}
	})},
	{"6: keys, and !'()* in values, are encoded", added(func(c *merged, pair, key string) []string {
		_, value, _ := strings.Cut(pair, "=")
		return []string{encode(key) + "=" + encode(decode(value))}
	})},
	{"6: a key that an expression wrote is not added again, nor a default that the URL has", added(func(c *merged, pair, key string) []string {
		if c.ownQuery.Has(key) {
			return nil
		}
		return []string{pair}
	})},
	{"6: what is added is sorted by key", func(c *merged, a *answer) {
		pairs := strings.Split(a.Added, "&")
		slices.SortStableFunc(pairs, func(x, y string) int { return strings.Compare(keyOf(x), keyOf(y)) })
		a.Added = strings.Join(pairs, "&")
	}},
	{"6: the query is before the fragment", func(c *merged, a *answer) {
		if before, fragment, ok := strings.Cut(a.URL, "#"); ok && a.Added != "" {
			a.URL, a.Added = join(before, a.Added)+"#"+fragment, ""
		}
	}},
	{"Merge: a nested map is replaced, not merged", func(c *merged, a *answer) {
		if body, ok := a.Body.(map[string]any); ok && body["config"] != nil && c.data == nil {
			a.Body.(map[string]any)["config"] = c.params["config"]
		}
	}},
	{"7: PUT and PATCH without parameters have no body", func(c *merged, a *answer) {
		if a.Body == "" && c.data == nil {
			a.Body = nil
		}
	}},
	{"7: parameters are a form where the content type says so", func(c *merged, a *answer) {
		if body, ok := a.Body.(map[string]any); ok && a.Headers["content-type"] == "application/x-www-form-urlencoded" {
			a.Body = form(body)
		}
	}},
	{"8: text has no content type of ours", func(c *merged, a *answer) {
		if _, text := a.Body.(string); text && c.headers["content-type"] == "" {
			delete(a.Headers, "content-type")
		}
	}},
	{"Options: a number as a header is text", func(c *merged, a *answer) {
		for name, value := range a.Headers {
			a.Headers[name] = fmt.Sprint(value)
		}
	}},
	{"Merge: the empty value removes a header", func(c *merged, a *answer) {
		maps.DeleteFunc(a.Headers, func(_ string, v any) bool { return v == "" })
	}},
	{"9: items are trimmed", accept(func(c *merged, items []string) []string {
		for i := range items {
			if c.amends() || c.formats() {
				items[i] = strings.TrimSpace(items[i])
			}
		}
		return items
	})},
	{"9: previews have the vendor of the header", accept(func(c *merged, items []string) []string {
		if c.amends() {
			vendor := vendors.FindString(c.accept())
			for i := range items {
				items[i] = strings.Replace(items[i], "application/vnd.github", vendor, 1)
			}
		}
		return items
	})},
	{"9: media ranges of no vendor stay, in front", accept(func(c *merged, items []string) []string {
		var others []string
		for _, item := range strings.Split(c.accept(), ",") {
			if item = strings.TrimSpace(item); c.amends() && !vendors.MatchString(item) {
				others = append(others, item)
			}
		}
		return append(others, items...)
	})},
	{"Merge, 9: each preview once, in the order of the header and the layers", accept(func(c *merged, items []string) []string {
		order := func(item string) int { return slices.Index(c.previews, previews.FindString(item)) }
		if c.amends() {
			slices.SortStableFunc(items, func(x, y string) int { return order(x) - order(y) })
		}
		return slices.Compact(items)
	})},
}

// A rejection is a call that the original answers and the contract rejects.
type rejection struct {
	rule    string
	kind    error
	applies func(c *merged) bool
}

var rejections = []rejection{
	{"3: a variable that must be present is missing", endpoint.ErrMissingParam, func(c *merged) bool {
		return slices.ContainsFunc(c.exprs, func(x expression) bool {
			_, ok := c.params[x.name]
			return x.required() && !ok
		})
	}},
	{"5: a value leaves its segment empty", endpoint.ErrMissingParam, func(c *merged) bool { return c.segment("") || c.segment(nil) }},
	{"3: a value is empty next to other text (since 0.3.0)", endpoint.ErrMissingParam, func(c *merged) bool {
		return slices.ContainsFunc(c.exprs, func(x expression) bool {
			return !x.alone() && (c.params[x.name] == "" || c.params[x.name] == nil)
		})
	}},
	{"5: a {+x} begins with a slash", endpoint.ErrMissingParam, func(c *merged) bool { return c.reserved("/x") }},
	{"5: a value is . or ..", endpoint.ErrUnsafePath, func(c *merged) bool { return c.segment(".") || c.segment("..") }},
	{"5: a {+x} holds ? or #", endpoint.ErrUnsafePath, func(c *merged) bool { return c.reserved("a?b#c") }},
	{"6: a parameter is in the query of the URL (since 0.3.0)", endpoint.ErrParam, func(c *merged) bool {
		return slices.ContainsFunc(c.passed, func(key string) bool { return strings.Contains(c.template, "?"+key+"=") })
	}},
	{"7: parameters next to data (since 0.3.0)", endpoint.ErrParam, func(c *merged) bool {
		return c.data != nil && !c.reads() && len(c.passed) > 0
	}},
	{"7: GET and HEAD have no body", endpoint.ErrBody, func(c *merged) bool { return c.data != nil && c.reads() }},
}

func TestAnswers(t *testing.T) {
	f, err := os.Open("testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	calls, rejected, same, counts := 0, 0, 0, map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); calls++ {
		var c call
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		m := merge(c)
		got, err := build(c)
		if i := slices.IndexFunc(rejections, func(r rejection) bool { return r.applies(m) }); i >= 0 {
			r := rejections[i]
			if counts[r.rule]++; !errors.Is(err, r.kind) {
				t.Errorf("line %d: %s\ngot  %+v, %v\nwant %v (%s)", calls+1, lines.Text(), got, err, r.kind, r.rule)
			}
			rejected++
			continue
		}
		if err != nil {
			t.Errorf("line %d: %s\n%v", calls+1, lines.Text(), err)
			continue
		}
		rules := m.normalise(&c.Want)
		for _, rule := range rules {
			counts[rule]++
		}
		if len(rules) == 1 {
			same++
		}
		if !reflect.DeepEqual(got, c.Want) {
			t.Errorf("line %d: %s\ngot  %+v\nwant %+v\nafter %q", calls+1, lines.Text(), got, c.Want, rules)
		}
	}
	t.Logf("%d calls: %d answered alike but for the case of the method, %d after the rules below, %d rejected",
		calls, same, calls-same-rejected, rejected)
	for _, r := range rejections {
		report(t, counts[r.rule], "rejected, "+r.rule)
	}
	for _, d := range differences {
		report(t, counts[d.rule], d.rule)
	}
	if calls != 1000 {
		t.Errorf("%d calls, want 1000", calls)
	}
}

// report logs how often a rule applied. A rule that never applies is wrong.
func report(t *testing.T, count int, rule string) {
	t.Logf("%5d  %s", count, rule)
	if count == 0 {
		t.Errorf("never applies: %s", rule)
	}
}

// build asks the library, and returns its answer as JSON has it.
func build(c call) (answer, error) {
	e := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github.v3+json", "user-agent": "recorder/1.0"},
	})
	for _, layer := range c.Defaults {
		e = e.Defaults(layer.Options)
	}
	req, err := e.Build(c.Route, c.Options.Options)
	if err != nil {
		return answer{}, err
	}
	if form, ok := req.Body.(url.Values); ok {
		req.Body = form.Encode()
	}
	var a answer
	text, err := json.Marshal(req)
	if err != nil {
		return answer{}, err
	}
	return a, json.Unmarshal(text, &a)
}
