// Package cache keeps what texts compile to, within bounds of entries and bytes.
package cache

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

const (
	sets    = 128
	ways    = 8       // entries that share a set
	maxCost = 8 << 10 // bytes of one entry
)

// A Cache keeps at most sets * ways values of at most maxCost bytes each. A text
// belongs to one set, in which a new text replaces the oldest. Readers take no
// lock and write nothing, so that cores do not wait for one another. The zero
// value is an empty cache.
type Cache[T any] struct {
	sets [sets]struct {
		ways [ways]atomic.Pointer[entry[T]]
		next atomic.Uint32 // the way to fill next
	}
}

type entry[T any] struct {
	text  string
	value *T
}

var seed = maphash.MakeSeed()

// Get returns what text compiles to. A text that the cache does not hold is
// copied, since it may be a slice of something larger, and compiled. The result
// is kept unless its cost in bytes is negative or, with the text, above the bound.
func (c *Cache[T]) Get(text string, compile func(text string) (value *T, cost int)) *T {
	set := &c.sets[maphash.String(seed, text)%sets]
	for i := range set.ways {
		if e := set.ways[i].Load(); e != nil && e.text == text {
			return e.value
		}
	}
	text = strings.Clone(text)
	value, cost := compile(text)
	if cost >= 0 && len(text)+cost <= maxCost {
		set.ways[set.next.Add(1)%ways].Store(&entry[T]{text, value})
	}
	return value
}

// Size returns how many texts the cache holds, and the bytes of these texts.
func (c *Cache[T]) Size() (entries, bytes int) {
	for i := range c.sets {
		for j := range c.sets[i].ways {
			if e := c.sets[i].ways[j].Load(); e != nil {
				entries, bytes = entries+1, bytes+len(e.text)
			}
		}
	}
	return entries, bytes
}
