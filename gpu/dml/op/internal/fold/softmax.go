package fold

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Normal is a normalisation over sets of elements: what it reads, over which axes, and where its results go.
type Normal struct {
	Plan *Plan
	Name string // of the operator
	From Place
	Axes []uint32
	To   Place
}

// Softmax gives e to each element over the sum of these.
func Softmax(n *Normal) {
	n.normalised(func(x, top, total string) string { return fmt.Sprintf("exp(%s - %s) / %s", x, top, total) })
}

// LogSoftmax gives the logarithm of Softmax.
func LogSoftmax(n *Normal) {
	n.normalised(func(x, top, total string) string { return fmt.Sprintf("%s - %s - log(%s)", x, top, total) })
}

// normalised gives every element a value that is calculated from it, the largest element of its set and the sum of exponentials above it.
func (n *Normal) normalised(value func(x, top, total string) string) {
	top := Tops(n.Plan, n.Name, n.From, n.Axes)
	total := n.Plan.Store(tensor.Float32, top.Sizes...)
	Exponentials(tensor.Float32, top).Run(n.Plan, n.Name, n.From, n.Axes, func(k *shader.Kernel, set, state []string) {
		t := total.In(k)
		t.Store(t.Index(set), state[0])
	})
	k := shader.New(n.Name, n.From.Count())
	x, y := n.From.In(k), n.To.In(k)
	at := k.Coords("i", y.Sizes)
	y.Store(y.Index(at), value(x.At(at), top.In(k).At(at), total.In(k).At(at)))
	n.Plan.Add(k)
}

// Hardmax finds the number of the first largest element of each set, and then compares every element's number with it.
func Hardmax(n *Normal) {
	outer, inner, _ := Sets(n.From.Sizes, n.Axes)
	place := n.Plan.Store(tensor.Uint32, outer...)
	Argument("ARGMAX", tensor.Float32, false).Run(n.Plan, n.Name, n.From, n.Axes, func(k *shader.Kernel, set, state []string) {
		t := place.In(k)
		t.Store(t.Index(set), state[1])
	})
	k := shader.New(n.Name, n.From.Count())
	y := n.To.In(k)
	at := k.Coords("i", y.Sizes)
	number := k.Math(tensor.Uint32).Const(0)
	for d, size := range inner {
		if size > 1 {
			number = fmt.Sprintf("(%s * %d + %s)", number, size, at[d])
		}
	}
	y.Store(y.Index(at), fmt.Sprintf("%s == %s and 1.0 or 0.0", number, place.In(k).At(at)))
	n.Plan.Add(k)
}
