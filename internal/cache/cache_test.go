package cache

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

func length(text string) *int { n := len(text); return &n }

func TestGet(t *testing.T) {
	var c Cache[int]
	for _, tt := range []struct {
		name, text string
		compiled   int // times, of two calls
	}{
		{"text", "text", 1},
		{"empty", "", 1},
		{"at the bound", strings.Repeat("x", maxText), 1},
		{"above the bound", strings.Repeat("x", maxText+1), 2},
	} {
		compiled := 0
		for range 2 {
			got := c.Get(tt.text, func(text string) *int { compiled++; return length(text) })
			if *got != len(tt.text) {
				t.Errorf("%s: got %d, want %d", tt.name, *got, len(tt.text))
			}
		}
		if compiled != tt.compiled {
			t.Errorf("%s: compiled %d times, want %d", tt.name, compiled, tt.compiled)
		}
	}
}

// TestBounds fills a cache far beyond what it keeps: it always keeps the newest text.
func TestBounds(t *testing.T) {
	var c Cache[int]
	most := 0
	for i := range 3 * maxEntries {
		text := fmt.Sprint(i)
		c.Get(text, length)
		c.Get(text, func(string) *int { t.Fatalf("%s is compiled again", text); return nil })
		most = max(most, len(c.entries))
	}
	if most != maxEntries {
		t.Errorf("at most %d entries, want %d", most, maxEntries)
	}
}

// TestTextIsCopied: a text may be a slice of something larger, which the cache
// must not keep.
func TestTextIsCopied(t *testing.T) {
	var c Cache[string]
	text := strings.Repeat("text", 2)[:4]
	got := c.Get(text, func(text string) *string { return &text })
	if *got != text || unsafe.StringData(*got) == unsafe.StringData(text) {
		t.Errorf("got %q, want a copy", *got)
	}
}

// TestConcurrentUse reads and fills the cache from many goroutines. The race detector
// watches.
func TestConcurrentUse(t *testing.T) {
	var c Cache[int]
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 2 * maxEntries {
				if text := fmt.Sprint(i); *c.Get(text, length) != len(text) {
					t.Errorf("%s: another text's value", text)
				}
			}
		}()
	}
	wg.Wait()
}
