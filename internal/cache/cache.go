// Package cache keeps what texts compile to, within bounds of entries and bytes.
package cache

import (
	"strings"
	"sync"
)

const (
	maxEntries = 1024
	maxBytes   = 4 << 20  // of all entries
	maxCost    = 64 << 10 // of one entry
)

// A Cache keeps at most 1,024 texts with what they compile to, which take at
// most 4 MiB in all and 64 KiB each. A text that no longer fits empties it: a
// program has fewer texts than that, unless it formats values into them, and
// then no text is worth keeping. Readers of a kept text take no lock. The zero
// value is an empty cache.
type Cache[T any] struct {
	kept    sync.Map // text => *T
	mu      sync.Mutex
	entries int // in kept, guarded by mu, as are bytes
	bytes   int
}

// Get returns what text compiles to. A text that the cache does not hold is
// copied, since it may be a slice of something larger, and compiled. The result
// is kept unless its cost in bytes is negative or, with the text, above 64 KiB.
func (c *Cache[T]) Get(text string, compile func(text string) (value *T, cost int)) *T {
	if value, ok := c.kept.Load(text); ok {
		return value.(*T)
	}
	text = strings.Clone(text)
	value, cost := compile(text)
	if bytes := len(text) + cost; cost >= 0 && bytes <= maxCost {
		c.keep(text, value, bytes)
	}
	return value
}

func (c *Cache[T]) keep(text string, value *T, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == maxEntries || c.bytes+bytes > maxBytes {
		c.kept.Clear()
		c.entries, c.bytes = 0, 0
	}
	if _, ok := c.kept.LoadOrStore(text, value); !ok {
		c.entries, c.bytes = c.entries+1, c.bytes+bytes
	}
}

// Size returns how many texts the cache holds, and what they take in bytes.
func (c *Cache[T]) Size() (entries, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries, c.bytes
}
