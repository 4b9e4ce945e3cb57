package cache

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// length compiles a text to its length, at no cost.
func length(text string) (*int, int) { n := len(text); return &n, 0 }

func TestGet(t *testing.T) {
	var c Cache[int]
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
		entries, bytes := c.Size()
		compiled := 0
		for range 2 {
			got := c.Get(tt.text, func(text string) (*int, int) {
				compiled++
				n, _ := length(text)
				return n, tt.cost
			})
			if *got != len(tt.text) {
				t.Errorf("%s: got %d, want %d", tt.name, *got, len(tt.text))
			}
		}
		want := 2
		if tt.kept {
			want, entries, bytes = 1, entries+1, bytes+len(tt.text)+tt.cost
		}
		if compiled != want {
			t.Errorf("%s: compiled %d times, want %d", tt.name, compiled, want)
		}
		if e, b := c.Size(); e != entries || b != bytes {
			t.Errorf("%s: %d entries of %d bytes, want %d of %d", tt.name, e, b, entries, bytes)
		}
	}
}

// TestBounds fills a cache far beyond what it keeps. It books what it holds,
// stays within its bounds, and always keeps the newest text.
func TestBounds(t *testing.T) {
	for _, cost := range []int{0, 1000, 10_000, maxCost - 20} {
		var c Cache[int]
		most := 0
		for i := range 3 * maxEntries {
			text := fmt.Sprint(i)
			c.Get(text, func(text string) (*int, int) { n, _ := length(text); return n, cost })
			c.Get(text, func(string) (*int, int) { t.Fatalf("%s is compiled again", text); return nil, 0 })
			entries, bytes := c.Size()
			if most = max(most, entries); entries > maxEntries || bytes > maxBytes {
				t.Fatalf("cost %d: %d entries of %d bytes", cost, entries, bytes)
			}
		}
		if want := min(maxEntries, maxBytes/(cost+len("3000"))); most < want {
			t.Errorf("cost %d: at most %d entries, want %d", cost, most, want)
		}
		checkBooks(t, &c)
	}
}

// checkBooks compares the booked number of entries with what the cache holds.
func checkBooks(t *testing.T, c *Cache[int]) {
	t.Helper()
	held := 0
	for i := range c.slots {
		if c.slots[i].Load() != nil {
			held++
		}
	}
	if entries, _ := c.Size(); entries != held {
		t.Errorf("%d entries booked, %d held", entries, held)
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

// TestConcurrentUse reads and fills the cache from many goroutines, under the
// race detector too.
func TestConcurrentUse(t *testing.T) {
	var c Cache[int]
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 4 * maxEntries {
				if text := fmt.Sprint(i); *c.Get(text, length) != len(text) {
					t.Errorf("%s: another text's value", text)
				}
			}
		}()
	}
	wg.Wait()
	checkBooks(t, &c)
}

func TestAllocs(t *testing.T) {
	var c Cache[int]
	text := strings.Repeat("text", 10) // not a constant, which needs no memory of its own
	c.Get(text, length)
	if n := testing.AllocsPerRun(100, func() { c.Get(text, length) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkGet(b *testing.B) {
	var c Cache[int]
	text := strings.Repeat("text", 10)
	c.Get(text, length)
	for b.Loop() {
		c.Get(text, length)
	}
}
