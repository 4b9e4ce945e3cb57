package cache

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// number compiles a text to its length, at no cost.
func number(text string) (*int, int) { n := len(text); return &n, 0 }

func TestGet(t *testing.T) {
	var c Cache[int]
	compiled := 0
	get := func(text string, cost int) {
		t.Helper()
		got := c.Get(text, func(text string) (*int, int) {
			compiled++
			n := len(text)
			return &n, cost
		})
		if *got != len(text) {
			t.Errorf("%.20q: got %d, want %d", text, *got, len(text))
		}
	}
	for _, tt := range []struct {
		name string
		text string
		cost int
		kept bool
	}{
		{"text", "text", 10, true},
		{"empty", "", 0, true},
		{"invalid", "invalid", -1, false},
		{"at the bound", "bound", maxCost - len("bound"), true},
		{"above the bound", "above", maxCost - len("above") + 1, false},
		{"long", strings.Repeat("x", maxCost), 0, true},
		{"too long", strings.Repeat("x", maxCost+1), 0, false},
	} {
		before, bytes := c.Size()
		compiled = 0
		get(tt.text, tt.cost)
		get(tt.text, tt.cost)
		want := 2
		if tt.kept {
			want = 1
		}
		if compiled != want {
			t.Errorf("%s: compiled %d times, want %d", tt.name, compiled, want)
		}
		entries, size := c.Size()
		if kept := entries == before+1 && size == bytes+len(tt.text); kept != tt.kept || !kept && (entries != before || size != bytes) {
			t.Errorf("%s: %d entries of %d bytes, before %d of %d", tt.name, entries, size, before, bytes)
		}
	}
}

// TestBounds fills the cache far beyond what it keeps. The newest texts of each
// set stay, so that the last one is always there.
func TestBounds(t *testing.T) {
	var c Cache[int]
	for i := range 20 * sets * ways {
		text := fmt.Sprint(i)
		c.Get(text, number)
		c.Get(text, func(string) (*int, int) { t.Fatalf("%s is compiled again", text); return nil, 0 })
	}
	if entries, bytes := c.Size(); entries != sets*ways || bytes > sets*ways*len("123456") {
		t.Errorf("%d entries of %d bytes, want %d", entries, bytes, sets*ways)
	}
}

// TestTextIsCopied: a text may be a slice of something larger, which the cache
// must not keep.
func TestTextIsCopied(t *testing.T) {
	var c Cache[string]
	text := strings.Repeat("text", 2)[:4]
	got := c.Get(text, func(text string) (*string, int) { return &text, 0 })
	if *got != text || unsafe.StringData(*got) == unsafe.StringData(text) {
		t.Errorf("got %q, want a copy", *got)
	}
}

// TestConcurrentUse reads and fills the cache from many goroutines. The race
// detector watches.
func TestConcurrentUse(t *testing.T) {
	var c Cache[int]
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 4 * sets * ways {
				if text := fmt.Sprint(i); *c.Get(text, number) != len(text) {
					t.Errorf("%s: another text's value", text)
				}
			}
		})
	}
	wg.Wait()
}

func TestAllocs(t *testing.T) {
	var c Cache[int]
	c.Get("text", number)
	if n := testing.AllocsPerRun(100, func() { c.Get("text", number) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkGet(b *testing.B) {
	var c Cache[int]
	c.Get("text", number)
	for b.Loop() {
		c.Get("text", number)
	}
}
