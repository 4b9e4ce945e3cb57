// Package mutants measures endpointvet on code that its authors have not seen.
//
// testdata/clients has clients of real APIs, written in many styles by people who
// had not read the analyzer. All their calls succeed. A program makes mutants of
// them: copies with one mistake, such as a misspelled key or a missing method.
// kinds_test.go lists the mistakes, and mutate_test.go makes them.
//
// Each mutant is compiled and run to learn the truth (run_test.go): it fails, or
// sends the same request as its client, or another request. The build cache keeps
// what is compiled, so the next run takes seconds. The analyzer is asked about each
// mutant in this process, without calls.go, which has the values to run it with. A
// mutant is found if anything is reported, since nothing is about its client. How
// go vet runs the analyzer is tested in vet_test.go of the command.
//
// A report about a mutant that succeeds is wrong, apart from the advice that
// docs/endpointvet.md names. So is one about a client. The mistakes that only a
// value at run time makes, or that another package may repair, are counted apart.
//
// A mistake is direct if it stands in a call with a constant route, of the library
// or of a helper that passes the route on. It is indirect if it stands in a
// variable, a slice or table of layers, a function that returns a layer, a function
// literal, the call of a method value, and so on. Mistakes in New and Defaults,
// which have no route, are neither.
//
//	go test -v .
//	go test -v . -sample 0
//	go test -v . -each
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
	"path/filepath"
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
	var candidates, all []*mutant
	for _, c := range clients {
		if !module.add(&mutant{client: c, file: c.files[0]}) {
			t.Fatalf("%s does not compile", c.name)
		}
		candidates = append(candidates, mutate(c)...)
	}
	chosen := choose(module, candidates)
	for _, c := range clients {
		all = append(all, c.mutants...)
	}
	module.run(all)

	calls := 0
	for _, c := range clients {
		calls += c.mutants[0].result.Calls
		if errors, reports := c.mutants[0].result.Errors, c.mutants[0].reports; len(errors)+len(reports) > 0 {
			t.Errorf("%s is valid:\n%q\n%q", c.name, errors, reports)
		}
	}
	fmt.Printf("%d clients with %d calls; %d of %d mutants.\n\n", len(clients), calls, len(chosen), len(candidates))
	table := judge(t, chosen)
	table.print()
	for column, want := range map[int]int{0: wantDirect, 2: wantIndirect} {
		if sum := table.kinds[column].sum(); sum.percent() < want {
			t.Errorf("column %d: %s are found, want %d %%", column+1, sum, want)
		}
	}
}

// choose adds mutants to the module, as many of each kind as there are, up to the
// size of the sample. Their order depends on nothing but the mutants.
func choose(module *module, candidates []*mutant) (chosen []*mutant) {
	kinds, seen := map[string][]*mutant{}, map[string]bool{}
	for _, m := range candidates {
		kinds[m.kind] = append(kinds[m.kind], m)
	}
	names := slices.Sorted(maps.Keys(kinds))
	for _, name := range names {
		slices.SortStableFunc(kinds[name], func(a, b *mutant) int { return cmp.Compare(a.hash(), b.hash()) })
	}
	for len(kinds) > 0 && (*sample == 0 || len(chosen) < *sample) {
		for _, name := range names {
			for added := false; !added && len(kinds[name]) > 0; kinds[name] = kinds[name][1:] {
				m := kinds[name][0]
				if added = !seen[m.String()] && module.add(m); added {
					seen[m.String()] = true
					chosen = append(chosen, m)
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
	b.WriteString(m.client.name)
	for _, e := range m.edits {
		old := m.client.texts[m.file][m.client.offset(e.pos):m.client.offset(e.end)]
		fmt.Fprintf(
			&b, " %s: %q -> %q",
			m.client.pkg.Fset.Position(e.pos).String()[len(filepath.Dir(m.client.path(m.file)))+1:], old, e.text,
		)
	}
	return b.String()
}

// outcome says what running a mutant shows, compared with its client.
func (m *mutant) outcome() string {
	switch {
	case len(m.result.Errors) > 0:
		return "fails"
	case m.result.Requests == m.client.mutants[0].result.Requests:
		return "sends the same request"
	}
	return "sends another request"
}

// A table is what the test prints.
type table struct {
	kinds     [3]scores // of mutants that fail: direct, in defaults, indirect
	styles    scores    // of the same
	unknown   scores    // what no analyzer can know
	advice    scores    // of mutants that succeed
	succeeded scores    // the others
}

// scores has the number of mutants by a name, and of those that are reported.
type scores map[string]score

type score struct{ reported, all int }

func (s scores) add(name string, reported bool) {
	score := s[name]
	score.all++
	if reported {
		score.reported++
	}
	s[name] = score
}

func (s scores) sum() (sum score) {
	for _, one := range s {
		sum.reported += one.reported
		sum.all += one.all
	}
	return sum
}

func (s score) percent() int { return 100 * s.reported / max(s.all, 1) }

func (s score) String() string {
	if s.all == 0 {
		return ""
	}
	return fmt.Sprintf("%d / %d", s.reported, s.all)
}

func judge(t *testing.T, mutants []*mutant) table {
	table := table{[3]scores{{}, {}, {}}, scores{}, scores{}, scores{}, scores{}}
	for _, m := range mutants {
		reported, outcome := len(m.reports) > 0, m.outcome()
		switch unknown := m.unknown(); {
		case outcome == "fails" && unknown != "":
			table.unknown.add(unknown, reported)
		case outcome == "fails":
			table.kinds[m.column()].add(m.kind, reported)
			table.styles.add(m.style, reported)
		case advice[m.kind] != "":
			table.advice.add(m.kind, reported)
		case m.result.Partly:
			table.advice.add(leftOut, reported)
		default:
			table.succeeded.add(outcome, reported)
			if reported {
				t.Errorf("wrong report, since the call %s\n\t%s\n\t%q", outcome, m, m.reports)
			}
		}
		if *each {
			fmt.Printf("%s\t%s\t%s\t%s\n\t%q\n\t%q\n", m.kind, m.style, outcome, m, m.result.Errors, m.reports)
		}
	}
	return table
}

// column returns the index in table.kinds.
func (m *mutant) column() int {
	switch m.style {
	case direct, directHelper:
		return 0
	case defaults:
		return 1
	}
	return 2
}

// print writes the tables as docs/endpointvet.md shows them.
func (t table) print() {
	fmt.Print("| Mistake in a call that fails | direct | in New, Defaults | indirect |\n| --- | ---: | ---: | ---: |\n")
	names := map[string]bool{}
	for _, column := range t.kinds {
		for name := range column {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Printf("| %s | %s | %s | %s |\n", name, t.kinds[0][name], t.kinds[1][name], t.kinds[2][name])
	}
	fmt.Print("| all |")
	for _, column := range t.kinds {
		fmt.Printf(" %s (%d %%) |", column.sum(), column.sum().percent())
	}
	fmt.Println()
	t.styles.print("Where it stands", "found / failing", nil)
	t.advice.print("Advice about a call that succeeds", "reported / succeeding", advice)
	t.unknown.print("What no analyzer can know", "found / failing", cannotKnow)
	t.succeeded.print("Another mutant that succeeds", "reported / succeeding", nil)
}

// print writes one table. The reasons, if there are any, are a column of it.
func (s scores) print(title, unit string, reasons map[string]string) {
	fmt.Printf("\n| %s | %s |", title, unit)
	if reasons != nil {
		fmt.Print(" because |")
	}
	fmt.Print("\n| --- | ---: |", map[bool]string{true: " --- |"}[reasons != nil], "\n")
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Printf("| %s | %s |", name, s[name])
		if reasons != nil {
			fmt.Printf(" %s |", reasons[name])
		}
		fmt.Println()
	}
}
