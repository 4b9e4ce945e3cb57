// Package mutants measures endpointvet on code that its authors have not seen.
//
// testdata/clients has clients of real APIs, written in many styles by someone who
// has not read the analyzer. All their calls succeed. A program makes mutants of
// them: copies with one mistake, such as a misspelled key or a missing method.
// kinds_test.go lists the mistakes, and mutate_test.go makes them.
//
// Each mutant is compiled and run to learn the truth (run_test.go): it fails, or
// sends the same request as its client, or another request. Then the analyzer is
// asked about it, as its users ask: by its command, about the package without
// calls.go, which has the values to run it with. A mutant is found if the command
// reports anything that it does not report for the client.
//
// A report about a mutant that succeeds is wrong, apart from the advice that
// docs/endpointvet.md names. So is one about a client. The mistakes that only a
// value at run time makes, or that another package may repair, are counted apart.
//
// A mistake is direct if it stands in a call of the library with a constant route,
// in such a call of a helper that passes the route on, or in New or Defaults. It is
// indirect if it stands in a variable, a slice or table of layers, a function that
// returns a layer, a function literal, the call of a method value, and so on.
//
//	go test -v -run TestMutants ./mutants
//	go test -v -run TestMutants ./mutants -sample 0 -timeout 2h
//	go test -v -run TestMutants ./mutants -each
//
// The first command judges the same 2,000 mutants each time, the second all, and
// the third prints what it knows of each mutant.
package mutants

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"testing"
)

var (
	sample = flag.Int("sample", 2000, "how many mutants to judge; 0 for all")
	each   = flag.Bool("each", false, "print each mutant")
)

// What the analyzer has to find of the mutants that fail, in percent.
const (
	wantDirect   = 85
	wantIndirect = 40
)

func TestMutants(t *testing.T) {
	clients := load(t)
	module := newModule(t)
	var all []*mutant
	for _, c := range clients {
		if !module.addMutant(&mutant{client: c, file: c.files[0]}) {
			t.Fatalf("%s does not compile", c.name)
		}
		all = append(all, mutate(c)...)
	}
	chosen := choose(module, all)
	module.run(clients)
	module.vet(clients)

	requests := 0
	for _, c := range clients {
		result, reports := c.mutants[0].result, c.mutants[0].reports
		if len(result.Errors) > 0 || len(reports) > 0 {
			t.Errorf("%s is valid:\n%q\n%q", c.name, result.Errors, reports)
		}
		requests += result.Calls
	}
	fmt.Printf("%d clients with %d calls; %d of %d mutants.\n\n", len(clients), requests, len(chosen), len(all))
	table := judge(t, chosen)
	table.print()
	if p := table.direct().percent(); p < wantDirect {
		t.Errorf("%d %% of the direct mistakes are found, want %d %%", p, wantDirect)
	}
	if p := table.indirect().percent(); p < wantIndirect {
		t.Errorf("%d %% of the indirect mistakes are found, want %d %%", p, wantIndirect)
	}
	if requests < 220 || len(clients) < 30 {
		t.Errorf("%d clients with %d calls, want 30 with 220", len(clients), requests)
	}
}

// choose returns as many mutants of each kind as there are, up to the size of the
// sample, in an order that depends on nothing but the mutants.
func choose(module *module, all []*mutant) (chosen []*mutant) {
	kinds := map[string][]*mutant{}
	for _, m := range all {
		kinds[m.kind] = append(kinds[m.kind], m)
	}
	names := slices.Sorted(maps.Keys(kinds))
	for _, name := range names {
		slices.SortStableFunc(kinds[name], func(a, b *mutant) int { return cmp.Compare(a.hash(), b.hash()) })
	}
	seen := map[string]bool{}
	for len(kinds) > 0 && (*sample == 0 || len(chosen) < *sample) {
		for _, name := range names {
			for len(kinds[name]) > 0 {
				m := kinds[name][0]
				kinds[name] = kinds[name][1:]
				if !seen[m.String()] && module.addMutant(m) {
					seen[m.String()] = true
					chosen = append(chosen, m)
					break
				}
			}
			if len(kinds[name]) == 0 {
				delete(kinds, name)
			}
		}
	}
	return chosen
}

func (m *mutant) hash() uint64 {
	h := fnv.New64a()
	h.Write([]byte(m.String()))
	return h.Sum64()
}

// String shows the mistake.
func (m *mutant) String() string {
	var b strings.Builder
	position := m.client.pkg.Fset.Position(m.edits[0].pos)
	fmt.Fprintf(&b, "%s:%d", m.client.name, position.Line)
	for _, e := range m.edits {
		old := m.client.texts[m.file][m.client.offset(e.pos):m.client.offset(e.end)]
		fmt.Fprintf(&b, " %d %q -> %q", m.client.offset(e.pos), old, e.text)
	}
	return b.String()
}

// outcome says what running a mutant shows, compared with its client.
func (m *mutant) outcome() string {
	switch {
	case len(m.result.Errors) > 0:
		return "fails"
	case m.result.Requests == m.client.mutants[0].result.Requests:
		return "sends the same"
	}
	return "sends another"
}

// A score counts mutants, and those of them that the analyzer reports.
type score struct{ found, all int }

func (s *score) add(found bool) {
	s.all++
	if found {
		s.found++
	}
}

func (s score) percent() int {
	if s.all == 0 {
		return 0
	}
	return 100 * s.found / s.all
}

func (s score) String() string {
	if s.all == 0 {
		return ""
	}
	return fmt.Sprintf("%d / %d", s.found, s.all)
}

// A table has the scores by name.
type scores map[string]*score

func (s scores) add(name string, found bool) {
	if s[name] == nil {
		s[name] = &score{}
	}
	s[name].add(found)
}

func (s scores) of(name string) score {
	if s[name] == nil {
		return score{}
	}
	return *s[name]
}

// A table is what the test prints.
type table struct {
	kinds    map[bool]scores // by whether the mistake is direct
	styles   scores
	unknown  scores // what no analyzer can know
	advised  scores
	outcomes scores // of mutants that succeed
}

func judge(t *testing.T, mutants []*mutant) table {
	result := table{map[bool]scores{true: {}, false: {}}, scores{}, scores{}, scores{}, scores{}}
	for _, m := range mutants {
		found, outcome := len(m.reports) > 0, m.outcome()
		misspelled := strings.Contains(m.kind, "misspelled")
		switch {
		case outcome == "fails" && cannotKnow[m.kind] != "":
			result.unknown.add(m.kind, found)
		case outcome == "fails" && m.open && m.result.Missing && !misspelled:
			result.unknown.add(missingOutside, found)
		case outcome == "fails":
			result.kinds[m.isDirect()].add(m.kind, found)
			result.styles.add(m.style, found)
		case advice[m.kind] != "":
			result.advised.add(m.kind, found)
		default:
			result.outcomes.add(outcome, found)
			if found {
				t.Errorf("wrong report, since the call succeeds and %s request\n\t%s\n\t%q", outcome, m, m.reports)
			}
		}
		if *each {
			fmt.Printf("%s\t%s\t%s\t%s\n\t%q\n\t%q\n", m.kind, m.style, outcome, m, m.result.Errors, m.reports)
		}
	}
	return result
}

func (m *mutant) isDirect() bool { return slices.Contains(direct, m.style) }

func (t table) direct() score   { return t.kinds[true].sum() }
func (t table) indirect() score { return t.kinds[false].sum() }

func (s scores) sum() (sum score) {
	for _, one := range s {
		sum.found += one.found
		sum.all += one.all
	}
	return sum
}

// print writes the tables as docs/endpointvet.md shows them.
func (t table) print() {
	fmt.Print("| Mistake in a call that fails | direct | indirect |\n| --- | ---: | ---: |\n")
	names := maps.Clone(t.kinds[true])
	maps.Copy(names, t.kinds[false])
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Printf("| %s | %s | %s |\n", name, t.kinds[true].of(name), t.kinds[false].of(name))
	}
	fmt.Printf("| all | %s (%d %%) | %s (%d %%) |\n\n", t.direct(), t.direct().percent(), t.indirect(), t.indirect().percent())
	t.styles.print("Where it stands", "found / failing", nil)
	t.advised.print("Advice about a call that succeeds", "reported / succeeding", advice)
	t.unknown.print("What no analyzer can know", "found / failing", cannotKnow)
	t.outcomes.print("Other mutants that succeed", "reported / succeeding", nil)
}

// print writes one table. The reasons, if there are any, are a column of it.
func (s scores) print(title, unit string, reasons map[string]string) {
	if reasons == nil {
		fmt.Printf("| %s | %s |\n| --- | ---: |\n", title, unit)
	} else {
		fmt.Printf("| %s | %s | because |\n| --- | ---: | --- |\n", title, unit)
	}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Printf("| %s | %s |", name, s.of(name))
		if reasons != nil {
			fmt.Printf(" %s |", reasons[name])
		}
		fmt.Println()
	}
	fmt.Println()
}
