// Package resample generates the elements of a scaled tensor from the input elements around the place they come from.
//
//	output = (input + Before) * Scale + After
//
// The package must not know operators.
package resample

import (
	"fmt"
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

// Mode is which of the two elements beside a place are taken.
type Mode uint8

// The modes.
const (
	Nearest Mode = iota // the nearest one, the lower one of two that are equally near
	Up                  // the upper one
	Down                // the lower one
	Linear              // both
)

// place writes where an element of the output comes from, between elements of the input.
func (m Mapping) place(k *shader.Kernel, at string) string {
	return k.Let("place", "(float(%s) - %s) / %s - %s", at, shader.Float(m.After), shader.Float(m.Scale), shader.Float(m.Before))
}

// taken is the element that a mode takes beside a place.
func taken(mode Mode, place string) string {
	switch mode {
	case Nearest:
		return "ceil(" + place + " - 0.5)"
	case Up:
		return "ceil(" + place + ")"
	}
	return "floor(" + place + ")"
}

// within writes an element that the input has, the nearest one to a number.
func within(k *shader.Kernel, x string, size uint32) string {
	return k.Let("at", "uint(clamp(%s, 0.0, %d.0))", x, size-1)
}

// Corners writes what one dimension of a place comes from: elements of the input, the second one further up. Without a weight it is the element
// itself.
func (m Mapping) Corners(k *shader.Kernel, at string, size, places uint32, mode Mode) []Corner {
	if size == 1 {
		return []Corner{{at: "0"}}
	}
	if m.identity() && places <= size {
		return []Corner{{at: at}}
	}
	place := m.place(k, at)
	if mode != Linear {
		return []Corner{{at: within(k, taken(mode, place), size)}}
	}
	low := k.Let("low", "floor(%s)", place)
	part := k.Let("part", "%s - %s", place, low)
	return []Corner{{within(k, low, size), k.Let("rest", "1.0 - %s", part)}, {within(k, low+" + 1.0", size), part}}
}

// Parts opens a loop over the elements of the output in one dimension that an element of the input can have a part in, and returns the place of the
// one of them and the part: 0 for some that were tried in vain. At the ends of the input these are all that lie beyond it.
func (m Mapping) Parts(k *shader.Kernel, at string, size, places uint32, mode Mode) (out, part string) {
	from, to := "0", fmt.Sprint(places-1)
	if size > 1 {
		near := func(by int, round string) string {
			return fmt.Sprintf("uint(clamp(%s((float(%s) + %d.0 + %s) * %s + %s), 0.0, %d.0))", round, at, by, shader.Float(m.Before),
				shader.Float(m.Scale), shader.Float(m.After), places-1)
		}
		from = k.Let("from", "%s == 0 and uint(0) or %s", at, near(-2, "floor"))
		to = k.Let("to", "%s == %d and uint(%d) or %s", at, size-1, places-1, near(2, "ceil"))
	}
	n := k.Name("n")
	k.Block("for %s = int(%s), int(%s) do", n, from, to)
	out = k.Let("out", "uint(%s)", n)
	part = k.Let("part", "0.0")
	for _, c := range m.Corners(k, out, size, places, mode) {
		weight := c.weight
		if weight == "" {
			weight = "1.0"
		}
		k.Line("if %s == %s then %s = %s + %s end", c.at, at, part, part, weight)
	}
	return out, part
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
