// Package bench tests endpoint with clients and servers that others wrote. It is
// a module of its own, so that users of endpoint never download them.
package bench

import (
	"testing"

	"example.com/endpoint/bench/sides"
)

// BenchmarkRequest is for profiles. Its times differ from run to run by more than
// the sides do: speed compares them.
func BenchmarkRequest(b *testing.B) {
	for _, c := range sides.All() {
		for _, s := range c.Sides {
			b.Run(c.Name+"/"+s.Name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := s.Run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
