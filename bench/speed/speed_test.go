package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/endpoint/bench/sides"
)

// caseOf has a side for each function.
func caseOf(calls int, runs ...func() error) sides.Case {
	c := sides.Case{Name: "a case", Calls: calls}
	for _, run := range runs {
		c.Sides = append(c.Sides, sides.Side{Name: "a side", Run: run})
	}
	return c
}

// script writes a shell script.
func script(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestCount has a program and a valgrind of its own, which prints one of the
// counts at each run.
func TestCount(t *testing.T) {
	dir := t.TempDir()
	script(t, filepath.Join(dir, "program"), "echo 4 992\n")
	p := program(filepath.Join(dir, "program"))
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	if got, err := p.count(caseOf(100), "endpoint", 3); got != (costs{0, 4, 992}) || err != nil {
		t.Errorf("without valgrind: %+v, %v", got, err)
	}
	for _, tt := range []struct {
		name   string
		counts string
		runs   int
		want   costs
		fails  string
	}{
		{"the median", "30000 10000 20000", 3, costs{200, 4, 992}, ""},
		{"a run that reads 0", "0 30000 10000 0 20000", 3, costs{200, 4, 992}, ""},
		{"one run", "30000 10000", 1, costs{300, 4, 992}, ""},
		{"nothing counted", "0 0 0 0 0 0", 1, costs{}, "counts nothing"},
		{"it ends", "", 1, costs{}, "no more counts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			left := filepath.Join(t.TempDir(), "left")
			if err := os.WriteFile(left, []byte(tt.counts+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("LEFT", left)
			script(t, filepath.Join(bin, "valgrind"), `
read count rest <"$LEFT"
[ "$count" ] || { echo no more counts >&2; exit 1; }
echo "$rest" >"$LEFT"
[ "$1 $2 $4 $5 $6" = "--tool=callgrind --toggle-collect=main.measured `+string(p)+` a case endpoint" ] || exit 2
[ "$GOGC$GOMAXPROCS" = off1 ] || exit 3
echo "==1== Collected : $count" >&2
"$4"
`)
			got, err := p.count(caseOf(100), "endpoint", tt.runs)
			if tt.fails == "" && err != nil || tt.fails != "" && (err == nil || !strings.Contains(err.Error(), tt.fails)) {
				t.Errorf("error %v, want %q", err, tt.fails)
			}
			if got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestBuildWith builds the counter with the library of this tree, and with one
// that cannot be built.
func TestBuildWith(t *testing.T) {
	p, err := buildWith("../..", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.once(sides.GET(sides.Base), "byhand"); got.allocs == 0 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	broken := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module example.com/endpoint\n\ngo 1.24\n",
		"endpoint.go": "package endpoint\n\nvar broken int = true\n",
	} {
		if err := os.WriteFile(filepath.Join(broken, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := buildWith(broken, t.TempDir()); err == nil || !strings.Contains(err.Error(), "endpoint.go:3") {
		t.Errorf("error %v, want that of the compiler", err)
	}
}

// TestTimes counts calls: each side has as many.
func TestTimes(t *testing.T) {
	var ours, theirs int
	c := caseOf(30, func() error { ours++; return nil }, func() error { theirs++; return nil })
	got, err := times(c, 7)
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v; want two times", got, err)
	}
	if ours != 70 || theirs != 70 {
		t.Errorf("%d and %d calls, want 7 rounds of 10", ours, theirs)
	}
	failed := errors.New("failed")
	if _, err := times(caseOf(30, func() error { return failed }), 1); err != failed {
		t.Errorf("error %v, want %v", err, failed)
	}
}

// TestTravel counts the requests that a side builds, and those that a server
// receives.
func TestTravel(t *testing.T) {
	var received atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { received.Add(1) }))
	built := 0
	c := sides.Case{Sides: []sides.Side{{Wire: func(ctx context.Context) (*http.Request, error) {
		built++
		return http.NewRequestWithContext(ctx, "GET", server.URL, nil)
	}}}}
	journeys, err := travel(c, server.Client(), 2)
	server.Close()
	if err != nil || len(journeys) != 1 || journeys[0].cold <= 0 || journeys[0].build <= 0 || journeys[0].trip <= 0 {
		t.Errorf("%+v, %v; want one of three times", journeys, err)
	}
	if want := 2 * (1 + trips); built != want || received.Load() != int64(want) {
		t.Errorf("built %d requests, received %d, want %d", built, received.Load(), want)
	}
	if _, err := travel(c, server.Client(), 1); err == nil {
		t.Error("no error of a server that is closed")
	}
}

func TestPercentile(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		p      int
		want   float64
	}{
		{[]float64{3}, 10, 3},
		{[]float64{9, 1, 2}, 50, 2},
		{[]float64{4, 1, 3, 2}, 50, 2},
		{[]float64{20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, 10, 2},
	} {
		if got := percentile(tt.values, tt.p); got != tt.want {
			t.Errorf("percentile(%v, %d) = %v, want %v", tt.values, tt.p, got, tt.want)
		}
	}
}

func TestTable(t *testing.T) {
	rows := table{{"case", "instructions", "ratio", "allocs", "time"}}
	rows.add("GET", instructions(costs{instructions: 7800}), ratio(costs{instructions: 7800}, costs{instructions: 10_000}), 4, duration(999.6))
	rows.add("100 keys", instructions(costs{}), ratio(costs{}, costs{}), 22, duration(12_345))
	rows.add("a trip", "", timeRatio(1, 3), "", duration(9_999))
	want := `
| case     | instructions | ratio | allocs | time    |
| -------- | ------------ | ----- | ------ | ------- |
| GET      | 7800         | 0.780 | 4      | 1000 ns |
| 100 keys | -            | -     | 22     | 12 us   |
| a trip   |              | 0.33  |        | 9999 ns |
`
	var out strings.Builder
	if err := rows.write(&out); err != nil {
		t.Fatal(err)
	}
	if got := "\n" + out.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}
