package main

import (
	"errors"
	"testing"

	"example.com/endpoint/bench/sides"
)

var sink []byte

func TestCount(t *testing.T) {
	const calls = 600
	ran := 0
	run := func() error {
		ran++
		sink = make([]byte, 64)
		sink = make([]byte, 1024)
		return nil
	}
	allocs, bytes, err := count(run, calls)
	if allocs != 2 || bytes != 1088 || err != nil {
		t.Errorf("%d allocations, %d bytes, %v; want 2, 1088, nil", allocs, bytes, err)
	}
	if ran != calls+calls/6 {
		t.Errorf("%d calls, want %d", ran, calls+calls/6)
	}
}

func TestCountStops(t *testing.T) {
	failed := errors.New("failed")
	if _, _, err := count(func() error { return failed }, 300); err != failed {
		t.Errorf("error %v, want %v", err, failed)
	}
}

// TestFind finds each side of each case, runs it, and tells names that are not
// there.
func TestFind(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range sides.All() {
		for _, s := range c.Sides {
			if seen[c.Name+"\n"+s.Name] {
				t.Errorf("two sides %s of %s", s.Name, c.Name)
			}
			seen[c.Name+"\n"+s.Name] = true
			foundCase, found, err := find(c.Name, s.Name)
			if err != nil || foundCase.Name != c.Name || found.Name != s.Name {
				t.Errorf("find(%q, %q) = %s, %s, %v", c.Name, s.Name, foundCase.Name, found.Name, err)
				continue
			}
			if err := found.Run(); err != nil {
				t.Errorf("%s by %s: %v", c.Name, s.Name, err)
			}
		}
		if c.Sides[0].Name != "endpoint" || c.Calls < 6 {
			t.Errorf("%s begins with %s and has %d calls, want endpoint and at least 6", c.Name, c.Sides[0].Name, c.Calls)
		}
	}
	for _, names := range [][2]string{{"PUT", "endpoint"}, {"GET", "nobody"}} {
		if _, _, err := find(names[0], names[1]); err == nil {
			t.Errorf("find(%q, %q): no error", names[0], names[1])
		}
	}
}
