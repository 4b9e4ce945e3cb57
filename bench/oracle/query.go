package main

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var queryClasses = []Class{
	{Name: "numbers keep their digits", Ask: askDigits},
	{Name: "null and empty lists are left out of a query", Ask: askNulls},
	{Name: "q is a key like any other", Ask: askQ},
	{Name: "a list under x[] is one pair per element", Ask: askRepeated},
	{Name: "query keys are encoded", Ask: askKeys},
	{Name: "query values are fully encoded", Read: readValues},
	{Name: "a key of the URL's own query is not repeated", Read: readOwnKeys},
	{Name: "the query is sorted by key", Read: readSorted},
	{Name: "the query stands before the fragment, & only where needed", Read: readPlace},
}

// sameInJavaScript matches numbers that JavaScript writes as they stand.
var sameInJavaScript = regexp.MustCompile(`^-?[1-9][0-9]{0,14}$|^0$|^-?(?:0|[1-9][0-9]{0,8})\.[0-9]{0,3}[1-9]$`)

// askDigits asks with another number where JavaScript would write this one in
// other digits.
func askDigits(q *Question) {
	const firstStandIn = 731_000_000_001
	q.digits = map[string]string{}
	standIns := map[json.Number]json.Number{}
	for _, layer := range q.layers() {
		for _, key := range slices.Sorted(maps.Keys(layer)) {
			layer[key] = mapNumbers(layer[key], func(n json.Number) json.Number {
				if sameInJavaScript.MatchString(n.String()) {
					return n
				}
				if standIns[n] == "" {
					standIns[n] = json.Number(strconv.Itoa(firstStandIn + len(standIns)))
					q.digits[standIns[n].String()] = n.String()
				}
				return standIns[n]
			})
		}
	}
}

// leftovers are the names of the question's leftover parameters.
func (q *Question) leftovers() ([]string, merged) {
	_, m := q.template()
	return m.leftovers(m.placeholders()), m
}

// askNulls leaves out what has no text. Methods that have no place for
// parameters leave out null alike.
func askNulls(q *Question) {
	names, m := q.leftovers()
	if m.place() != inQuery && m.place() != nowhere {
		return
	}
	for _, name := range names {
		list, isList := m.params[name].([]any)
		switch {
		case !isDefined(m.params[name]):
			q.drop(name)
		case isList:
			q.Options[name] = slices.DeleteFunc(slices.Clone(list), func(e any) bool { return e == nil })
		}
	}
}

// askQ hides the name from the original, which splits the value at "+".
func askQ(q *Question) {
	names, m := q.leftovers()
	if m.place() == inQuery && slices.Contains(names, "q") {
		q.rename("q", q.standIn("q"))
	}
}

func askRepeated(q *Question) {
	names, m := q.leftovers()
	for _, name := range names {
		list, isList := m.params[name].([]any)
		if m.place() != inQuery || !isList || !strings.HasSuffix(name, "[]") {
			continue
		}
		q.drop(name)
		for _, e := range list {
			q.Options[q.standIn(name)] = e
		}
	}
}

func askKeys(q *Question) {
	names, m := q.leftovers()
	if m.place() != inQuery {
		return
	}
	for _, name := range names {
		if text, ok := q.keys[name]; ok {
			q.keys[name] = escape(text)
		} else {
			q.rename(name, q.standIn(escape(name)))
		}
	}
}

// pairs are those that were added to the query.
func (a *Answer) pairs() []string {
	if a.Query == "" {
		return nil
	}
	return strings.Split(a.Query[1:], "&")
}

func (a *Answer) setPairs(pairs []string) {
	separator := "?"
	if a.Query != "" {
		separator = a.Query[:1]
	}
	if a.Query = ""; len(pairs) > 0 {
		a.Query = separator + strings.Join(pairs, "&")
	}
}

var rest = strings.NewReplacer("!", "%21", "'", "%27", "(", "%28", ")", "%29", "*", "%2A")

func readValues(_ *merged, a *Answer) { a.Query = rest.Replace(a.Query) }

func readOwnKeys(_ *merged, a *Answer) {
	own := ownKeys(a.Path)
	a.setPairs(slices.DeleteFunc(a.pairs(), func(pair string) bool { return slices.Contains(own, keyOf(pair)) }))
}

// keyOf is the key of a pair, decoded.
func keyOf(pair string) string { return ownKeys("?" + pair)[0] }

func readSorted(_ *merged, a *Answer) {
	pairs := a.pairs()
	slices.SortStableFunc(pairs, func(x, y string) int { return strings.Compare(keyOf(x), keyOf(y)) })
	a.setPairs(pairs)
}

func readPlace(_ *merged, a *Answer) {
	if a.Query == "" {
		return
	}
	path, fragment := a.Path, ""
	if i := strings.Index(path, "#"); i >= 0 {
		path, fragment = path[:i], path[i:]
	}
	_, own, has := strings.Cut(path, "?")
	separator := "?"
	switch {
	case has && (own == "" || strings.HasSuffix(own, "&")):
		separator = ""
	case has:
		separator = "&"
	}
	a.Path, a.Query = path+separator+a.Query[1:]+fragment, ""
}
