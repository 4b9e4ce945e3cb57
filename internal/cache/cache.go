// Package cache keeps what texts compile to, within bounds of entries and bytes.
package cache

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"
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
	// slots is a hash table with open addressing: an entry is in the first slot
	// from that of its hash on that was free. At least half of them are nil, where
	// each search ends. While the table is being emptied a reader may miss an entry.
	slots   [2 * maxEntries]atomic.Pointer[entry[T]]
	mu      sync.Mutex
	entries int // in slots, guarded by mu, as are bytes
	bytes   int
}

type entry[T any] struct {
	text  string
	value *T
}

var seed = maphash.MakeSeed()

// Get returns what text compiles to. A text that the cache does not hold is
// copied, since it may be a slice of something larger, and compiled. The result
// is kept unless its cost in bytes is negative or, with the text, above 64 KiB.
func (c *Cache[T]) Get(text string, compile func(text string) (value *T, cost int)) *T {
	if _, e := c.find(text); e != nil {
		return e.value
	}
	text = strings.Clone(text)
	value, cost := compile(text)
	if bytes := len(text) + cost; cost >= 0 && bytes <= maxCost {
		c.keep(&entry[T]{text, value}, bytes)
	}
	return value
}

// find returns the entry of a text, nil if there is none, and the slot that has
// it or is free for it. Only the holder of mu may use the slot.
func (c *Cache[T]) find(text string) (slot *atomic.Pointer[entry[T]], e *entry[T]) {
	for i := maphash.String(seed, text); ; i++ {
		slot = &c.slots[i%uint64(len(c.slots))]
		if e = slot.Load(); e == nil || e.text == text {
			return slot, e
		}
	}
}

func (c *Cache[T]) keep(e *entry[T], bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == maxEntries || c.bytes+bytes > maxBytes {
		for i := range c.slots {
			c.slots[i].Store(nil)
		}
		c.entries, c.bytes = 0, 0
	}
	if slot, kept := c.find(e.text); kept == nil {
		slot.Store(e)
		c.entries, c.bytes = c.entries+1, c.bytes+bytes
	}
}

// Size returns how many texts the cache holds, and what they take in bytes.
func (c *Cache[T]) Size() (entries, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries, c.bytes
}
