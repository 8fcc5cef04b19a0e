// Package late tests many vectors for NaNs at once: if one of them has a NaN, so has their sum, and otherwise rarely.
//
// It must not know what the vectors are.
package late

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// chains is how many sums go side by side: each addition waits for the one before it in its chain.
const chains = 8

// Sum is the sum of the vectors so far. The zero Sum is empty.
type Sum struct {
	parts [chains]asm.Local
	n     int
}

// Add adds a vector of four float32.
func (s *Sum) Add(a asm.Func, v asm.Local) {
	part := &s.parts[s.n%chains]
	if s.n++; *part == 0 {
		*part = a.Local(enc.V128)
		a.Get(v)
		a.Set(*part)
		return
	}
	a.Get(*part, v)
	a.Op(enc.F32x4Add)
	a.Set(*part)
}

// AnyNaN pushes whether a NaN may have been among the vectors, of which there is at least one. Sums of infinities make it true without one.
func (s *Sum) AnyNaN(a asm.Func) {
	parts := append([]asm.Local(nil), s.parts[:min(s.n, chains)]...)
	for ; len(parts) > 1; parts = parts[:(len(parts)+1)/2] {
		for i := range len(parts) / 2 {
			a.Get(parts[i], parts[len(parts)-1-i])
			a.Op(enc.F32x4Add)
			parts[i] = a.Keep(enc.V128)
		}
	}
	a.Get(parts[0], parts[0])
	a.Op(enc.F32x4Ne, enc.V128AnyTrue)
}
