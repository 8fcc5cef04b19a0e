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
	softmax("ACTIVATION_SOFTMAX", false, lowerSoftmax),
	softmax("ACTIVATION_SOFTMAX1", true, lowerSoftmax),
}

func softmax(name string, axes bool, lower func(a *Args, axes []uint32) *Program) *Row {
	row := &Row{Name: name, Fields: []Field{In("InputTensor"), Out("OutputTensor")},
		Check: func(a *Args) string { return first(a.TypesOf("InputTensor", floats...), a.SameTypes(), a.SameSizes()) },
		Lower: func(a *Args) *Program { return lower(a, []uint32{uint32(a.Tensor("InputTensor").Rank() - 1)}) }}
	if axes {
		row.Fields = append(row.Fields, Count("AxisCount", "Axes"), Must("Axes", UintsType))
		check := row.Check
		row.Check = func(a *Args) string { return first(check(a), a.checkAxes("InputTensor")) }
		row.Lower = func(a *Args) *Program { return lower(a, a.Uints("Axes")) }
	}
	return row
}

func lowerSoftmax(a *Args, axes []uint32) *Program {
	return a.normalised(axes, func(x, top, total string) string { return fmt.Sprintf("exp(%s - %s) / %s", x, top, total) })
}

func lowerLogSoftmax(a *Args, axes []uint32) *Program {
	return a.normalised(axes, func(x, top, total string) string { return fmt.Sprintf("%s - %s - log(%s)", x, top, total) })
}

// normalised gives every element a value that is calculated from it, the largest element of its set and the sum of exponentials above it.
func (a *Args) normalised(axes []uint32, value func(x, top, total string) string) *Program {
	p, room := &Program{}, &memory{}
	top := a.tops(p, room, axes)
	total := room.store(tensor.Float32, top.Sizes...)
	exponentials(tensor.Float32, top).run(a, p, room, "InputTensor", axes, func(k *shader.Kernel, set, state []string) {
		t := total.in(k)
		t.Store(t.Index(set), state[0])
	})
	k := a.kernel(a.Tensor("OutputTensor"))
	x, y := a.in(k, "InputTensor"), a.out(k, "OutputTensor")
	at := k.Coords("i", y.Sizes)
	y.Store(y.Index(at), value(x.At(at), top.in(k).At(at), total.in(k).At(at)))
	p.Steps, p.Temp = append(p.Steps, k.Step()), room.bytes
	return p
}

// lowerHardmax finds the number of the first largest element of each set, and then compares every element's number with it.
func lowerHardmax(a *Args, axes []uint32) *Program {
	p, room := &Program{}, &memory{}
	outer, inner, _ := sets(a.Tensor("InputTensor").Sizes, axes)
	place := room.store(tensor.Uint32, outer...)
	argumentFold("ARGMAX", tensor.Float32, false).run(a, p, room, "InputTensor", axes, func(k *shader.Kernel, set, state []string) {
		t := place.in(k)
		t.Store(t.Index(set), state[1])
	})
	k := a.kernel(a.Tensor("OutputTensor"))
	y := a.out(k, "OutputTensor")
	at := k.Coords("i", y.Sizes)
	number := k.Math(tensor.Uint32).Const(0)
	for d, size := range inner {
		if size > 1 {
			number = fmt.Sprintf("(%s * %d + %s)", number, size, at[d])
		}
	}
	y.Store(y.Index(at), fmt.Sprintf("%s == %s and 1.0 or 0.0", number, place.in(k).At(at)))
	p.Steps, p.Temp = append(p.Steps, k.Step()), room.bytes
	return p
}
