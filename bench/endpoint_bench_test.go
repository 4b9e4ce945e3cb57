// Package bench holds the benchmarks of endpoint against its peers. It is a
// module of its own, so that who uses endpoint never downloads them.
package bench

import (
	"testing"

	"example.com/endpoint/bench/sides"
)

// base is never called; it only has to look like an address.
const base = "https://api.github.com"

func BenchmarkRequest(b *testing.B) {
	for _, c := range sides.Cases(base) {
		b.Run(c.Name, func(b *testing.B) { each(b, c) })
	}
}

func BenchmarkValue(b *testing.B) {
	sizes := []struct {
		name string
		size int
	}{{"1KB", 1 << 10}, {"1MB", 1 << 20}}
	for _, kind := range []string{sides.Plain, sides.Escaped, sides.JSON} {
		for _, s := range sizes {
			c := sides.Value(base, kind, s.size)
			b.Run(kind+"/"+s.name, func(b *testing.B) { each(b, c) })
		}
	}
}

func each(b *testing.B, c sides.Case) {
	for _, s := range c.Sides {
		b.Run(s.Name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(s.Bytes))
			for b.Loop() {
				if err := s.Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
