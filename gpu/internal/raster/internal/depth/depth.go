// Package depth compares depths and stencil values, and computes what the tests store (D3D11.3 functional specification, chapter 17.11 to 17.13).
//
// It must not know memory, targets or pixels: it sees numbers. Everything is a pure function.
package depth

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Relations is a set of relations of two numbers: a comparison is what it accepts.
type Relations uint8

// The relations of a new number to a stored one.
const (
	Less Relations = 1 << iota
	Equal
	Greater
	Unordered // a stored NaN
)

// Comparison gives the relations that a function accepts; none for a value that is no function.
func Comparison(f gpu.ComparisonFunc) Relations {
	switch f {
	case gpu.CompareLess:
		return Less
	case gpu.CompareEqual:
		return Equal
	case gpu.CompareLessEqual:
		return Less | Equal
	case gpu.CompareGreater:
		return Greater
	case gpu.CompareNotEqual:
		return Less | Greater | Unordered
	case gpu.CompareGreaterEqual:
		return Greater | Equal
	case gpu.CompareAlways:
		return Less | Equal | Greater | Unordered
	}
	return 0
}

// Relate is the relation of a to b.
func Relate(a, b float32) Relations {
	switch {
	case a < b:
		return Less
	case a > b:
		return Greater
	case a == b:
		return Equal
	}
	return Unordered
}

// Steps is a depth in steps of a unorm format whose largest value is most, to nearest even.
func Steps(z float32, most float64) float32 {
	return float32(math.RoundToEven(float64(min(max(z, 0), 1)) * most))
}

// Stencil is what an operation makes of a stored value.
func Stencil(op gpu.StencilOp, stored, reference uint8) uint8 {
	switch op {
	case gpu.StencilZero:
		return 0
	case gpu.StencilReplace:
		return reference
	case gpu.StencilIncrSat:
		return stored + uint8(min(255-stored, 1))
	case gpu.StencilDecrSat:
		return stored - min(stored, 1)
	case gpu.StencilInvert:
		return ^stored
	case gpu.StencilIncr:
		return stored + 1
	case gpu.StencilDecr:
		return stored - 1
	}
	return stored
}
