// Package cache keeps what texts compile to, within bounds.
package cache

import (
	"strings"
	"sync"
)

const (
	maxEntries = 1024
	maxText    = 1 << 10 // bytes of one text
)

// A Cache keeps at most 1,024 texts of at most 1 KiB with what they compile to. A
// text that no longer fits empties it: a program has fewer texts than that, unless
// it formats values into them, and then no text is worth keeping. The zero value
// is an empty cache.
type Cache[T any] struct {
	mu      sync.RWMutex
	entries map[string]*T
}

// Get returns what text compiles to.
func (c *Cache[T]) Get(text string, compile func(string) *T) *T {
	c.mu.RLock()
	v, ok := c.entries[text]
	c.mu.RUnlock()
	if ok {
		return v
	}
	text = strings.Clone(text) // which may be a slice of something larger
	v = compile(text)
	if len(text) > maxText {
		return v
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil || len(c.entries) == maxEntries {
		c.entries = make(map[string]*T)
	}
	c.entries[text] = v
	return v
}
