// Package bench holds the benchmarks of endpoint against its peers. It is a
// module of its own, so that who uses endpoint never downloads them.
package bench

import (
	"runtime"
	"testing"

	"example.com/endpoint/bench/sides"
)

// base is never called; it only has to look like an address.
const base = "https://api.github.com"

func BenchmarkGET(b *testing.B)          { each(b, sides.GET(base)) }
func BenchmarkGETVariables(b *testing.B) { each(b, sides.GETVariables(base)) }
func BenchmarkPOST(b *testing.B)         { each(b, sides.POST(base)) }
func BenchmarkUpload(b *testing.B)       { each(b, sides.Upload(base)) }
func BenchmarkLayers(b *testing.B)       { each(b, sides.Layers(base)) }
func BenchmarkFormatted(b *testing.B)    { each(b, sides.Formatted(base)) }
func BenchmarkCold(b *testing.B)         { each(b, sides.Cold(base)) }
func BenchmarkPreviews(b *testing.B)     { each(b, sides.Previews(base)) }
func BenchmarkDefaults(b *testing.B)     { each(b, sides.Defaults(base)) }

func BenchmarkMerge(b *testing.B) { run(b, sides.Steps(base).Side("Merge")) }
func BenchmarkBuild(b *testing.B) { run(b, sides.Steps(base).Side("Build")) }

func BenchmarkKeys(b *testing.B) {
	for _, count := range []int{10, 100, 1000} {
		c := sides.Keys(base, count)
		b.Run(c.Name, func(b *testing.B) { each(b, c) })
	}
}

func BenchmarkValue(b *testing.B) {
	sizes := []struct {
		name string
		size int
	}{{"10B", 10}, {"1KB", 1 << 10}, {"100KB", 100 << 10}, {"1MB", 1 << 20}}
	for _, kind := range []string{sides.Plain, sides.Escaped, sides.JSON} {
		for _, s := range sizes {
			c := sides.Value(base, kind, s.size)
			b.Run(kind+"/"+s.name, func(b *testing.B) { each(b, c) })
		}
	}
}

// BenchmarkParallel is for -cpu 1,2. It keeps a heap alive as a program would:
// see the two cores of package compare.
func BenchmarkParallel(b *testing.B) {
	heap := make([]byte, 64<<20)
	defer runtime.KeepAlive(heap)
	c := sides.GET(base)
	for _, name := range []string{"byhand", "endpoint"} {
		s := c.Side(name)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := s.Run(); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}

func each(b *testing.B, c sides.Case) {
	for _, s := range c.Sides {
		b.Run(s.Name, func(b *testing.B) { run(b, s) })
	}
}

func run(b *testing.B, s sides.Side) {
	b.ReportAllocs()
	if s.Bytes > 0 {
		b.SetBytes(int64(s.Bytes))
	}
	for b.Loop() {
		if err := s.Run(); err != nil {
			b.Fatal(err)
		}
	}
}
