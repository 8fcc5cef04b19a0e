package op

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// softmaxes normalise over sets of elements: the old operators over the last axis, the new ones over any. Two folds find the largest element and the sum of
// exponentials of each set, and then every element has a work item.
var softmaxes = []*Row{
	softmax("ACTIVATION_HARDMAX", false, lowerHardmax),
	softmax("ACTIVATION_HARDMAX1", true, lowerHardmax),
	softmax("ACTIVATION_LOG_SOFTMAX", false, lowerLogSoftmax),
	softmax("ACTIVATION_LOG_SOFTMAX1", true, lowerLogSoftmax),
	fusing(softmax("ACTIVATION_SOFTMAX", false, lowerSoftmax)),
	fusing(softmax("ACTIVATION_SOFTMAX1", true, lowerSoftmax)),
}

// normal is a normalisation: what it reads, over which axes, and where its results go.
type normal struct {
	p    *Program
	room *memory
	x    source
	axes []uint32
	out  func(k *shader.Kernel) *shader.Tensor
}

// axes are those of an operator over a tensor of a rank.
func (a *Args) axes(rank int) []uint32 {
	if a.Row.Field("Axes") >= 0 {
		return a.Uints("Axes")
	}
	return []uint32{uint32(rank - 1)}
}

func softmax(name string, axes bool, lower func(n *normal)) *Row {
	row := &Row{Name: name, Fields: []Field{In("InputTensor"), Out("OutputTensor")},
		Check: func(a *Args) string { return first(a.TypesOf("InputTensor", floats...), a.SameTypes(), a.SameSizes()) },
		Lower: func(a *Args) *Program {
			n := &normal{p: &Program{}, room: &memory{}, x: a.input("InputTensor"), axes: a.axes(a.Tensor("InputTensor").Rank())}
			n.out = func(k *shader.Kernel) *shader.Tensor { return a.out(k, "OutputTensor") }
			lower(n)
			n.p.Temp = n.room.bytes
			return n.p
		}}
	if axes {
		row.Fields = append(row.Fields, Count("AxisCount", "Axes"), Must("Axes", UintsType))
		check := row.Check
		row.Check = func(a *Args) string { return first(check(a), a.checkAxes("InputTensor")) }
	}
	return row
}

// fusing makes the row of a softmax one that can be fused to GEMM: it appends its dispatches to those that calculate what it normalises.
func fusing(row *Row) *Row {
	row.Normalise = func(f, a *Args, p *Program, room *memory, from source) {
		lowerSoftmax(&normal{p: p, room: room, x: from, axes: f.axes(from.Rank()), out: func(k *shader.Kernel) *shader.Tensor { return a.out(k, "OutputTensor") }})
	}
	return row
}

func lowerSoftmax(n *normal) {
	n.normalised(func(x, top, total string) string { return fmt.Sprintf("exp(%s - %s) / %s", x, top, total) })
}

func lowerLogSoftmax(n *normal) {
	n.normalised(func(x, top, total string) string { return fmt.Sprintf("%s - %s - log(%s)", x, top, total) })
}

// normalised gives every element a value that is calculated from it, the largest element of its set and the sum of exponentials above it.
func (n *normal) normalised(value func(x, top, total string) string) {
	top := tops(n.p, n.room, n.x, n.axes)
	total := n.room.store(tensor.Float32, top.Sizes...)
	exponentials(tensor.Float32, top).run(n.p, n.room, n.x, n.axes, func(k *shader.Kernel, set, state []string) {
		t := total.in(k)
		t.Store(t.Index(set), state[0])
	})
	k := shader.New(n.x.name, n.x.Count())
	x, y := n.x.in(k), n.out(k)
	at := k.Coords("i", y.Sizes)
	y.Store(y.Index(at), value(x.At(at), top.in(k).At(at), total.in(k).At(at)))
	n.p.Steps = append(n.p.Steps, k.Step())
}

// lowerHardmax finds the number of the first largest element of each set, and then compares every element's number with it.
func lowerHardmax(n *normal) {
	outer, inner, _ := sets(n.x.Sizes, n.axes)
	place := n.room.store(tensor.Uint32, outer...)
	argumentFold("ARGMAX", tensor.Float32, false).run(n.p, n.room, n.x, n.axes, func(k *shader.Kernel, set, state []string) {
		t := place.in(k)
		t.Store(t.Index(set), state[1])
	})
	k := shader.New(n.x.name, n.x.Count())
	y := n.out(k)
	at := k.Coords("i", y.Sizes)
	number := k.Math(tensor.Uint32).Const(0)
	for d, size := range inner {
		if size > 1 {
			number = fmt.Sprintf("(%s * %d + %s)", number, size, at[d])
		}
	}
	y.Store(y.Index(at), fmt.Sprintf("%s == %s and 1.0 or 0.0", number, place.in(k).At(at)))
	n.p.Steps = append(n.p.Steps, k.Step())
}
