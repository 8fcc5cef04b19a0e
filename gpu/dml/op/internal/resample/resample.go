// Package resample writes what an element of a scaled tensor is made of: the elements of the input around the place that it comes from.
//
//	output = (input + Before) * Scale + After
//
// The package must not know operators.
package resample

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
)

// Mapping is where the elements of the output come from in one dimension.
type Mapping struct{ Scale, Before, After float32 }

// identity says that elements stay where they are.
func (m Mapping) identity() bool { return m.Scale == 1 && m.Before+m.After == 0 }

// Corner is one of the two elements of the input beside a place in one dimension.
type Corner struct{ at, weight string }

// Corners writes what one dimension of a place comes from: elements of the input, the second one further up. Without a weight it is the element itself.
func (m Mapping) Corners(k *shader.Kernel, at string, size, places uint32, linear bool) []Corner {
	if size == 1 {
		return []Corner{{at: "0"}}
	}
	if m.identity() && places <= size {
		return []Corner{{at: at}}
	}
	place := k.Let("place", "(float(%s) - %s) / %s - %s", at, shader.Float(m.After), shader.Float(m.Scale), shader.Float(m.Before))
	within := func(x string) string { return k.Let("at", "uint(clamp(%s, 0.0, %d.0))", x, size-1) }
	if !linear {
		return []Corner{{at: within("ceil(" + place + " - 0.5)")}}
	}
	low := k.Let("low", "floor(%s)", place)
	part := k.Let("part", "%s - %s", place, low)
	return []Corner{{within(low), k.Let("rest", "1.0 - %s", part)}, {within(low + " + 1.0"), part}}
}

// Weighted is the sum of the elements at all corners, one list a dimension, each with the product of its weights.
func Weighted(x *shader.Tensor, corners [][]Corner) string { return weighted(x, corners, nil, nil) }

// weighted is the sum of the elements at all corners, each with the product of its weights.
func weighted(x *shader.Tensor, corners [][]Corner, at, weights []string) string {
	if len(at) == len(corners) {
		return strings.Join(append(slices.Clone(weights), x.At(at)), " * ")
	}
	var terms []string
	for _, c := range corners[len(at)] {
		with := weights
		if c.weight != "" {
			with = append(slices.Clone(weights), c.weight)
		}
		terms = append(terms, weighted(x, corners, append(slices.Clone(at), c.at), with))
	}
	return strings.Join(terms, " + ")
}
