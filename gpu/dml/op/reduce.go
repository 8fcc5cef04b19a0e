package op

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// reductions are the operators that make one element of many: the order of their operations is that of a fold.
var reductions = []*Row{
	argument("ARGMAX"),
	argument("ARGMIN"),
	{Name: "REDUCE", Fields: []Field{Enum("Function", reduceFunctions...), In("InputTensor"), Out("OutputTensor"), Count("AxisCount", "Axes"), Must("Axes", UintsType)},
		Check: checkReduce, Lower: lowerReduce},
}

var reduceFunctions = []string{"ARGMAX", "ARGMIN", "AVERAGE", "L1", "L2", "LOG_SUM", "LOG_SUM_EXP", "MAX", "MIN", "MULTIPLY", "SUM", "SUM_SQUARE"}

// number is a constant as text.
func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

// checkAxes asks for different axes that a tensor has.
func (a *Args) checkAxes(input string) string { return a.axesOf(input, a.Tensor(input).Rank()) }

// axesOf is checkAxes for the rank of a tensor that may be another operator's.
func (a *Args) axesOf(name string, rank int) string {
	axes := a.Uints("Axes")
	for i, d := range axes {
		if int(d) >= rank {
			return fmt.Sprintf("Axes contains %d. Tensor '%s' has the axes 0 to %d.", d, name, rank-1)
		}
		if slices.Contains(axes[:i], d) {
			return fmt.Sprintf("Axes contains %d twice.", d)
		}
	}
	return ""
}

// checkReduced asks for axes that the input has, and for its sizes with 1 along them.
func (a *Args) checkReduced() string {
	if why := a.checkAxes("InputTensor"); why != "" {
		return why
	}
	outer, _, _ := sets(a.Tensor("InputTensor").Sizes, a.Uints("Axes"))
	return a.SizesOf("OutputTensor", outer, "those of InputTensor, with 1 along Axes")
}

func checkReduce(a *Args) string {
	function := a.Named("Function")
	switch function {
	case "ARGMAX", "ARGMIN":
		return checkArgument(a)
	case "MAX", "MIN", "SUM", "MULTIPLY", "L1", "SUM_SQUARE":
		return first(a.TypesOf("InputTensor", allTypes...), a.SameTypes(), a.checkReduced())
	case "L2":
		return first(a.TypesOf("InputTensor", floats...), a.SameTypes(), a.checkReduced())
	}
	return first(a.TypesOf("InputTensor", tensor.Float64, tensor.Float32, tensor.Float16), a.SameTypes(), a.checkReduced())
}

// wide is the type that elements of a type are folded in.
func wide(t tensor.DataType) tensor.DataType {
	switch {
	case t.Bits() >= 32:
		return t
	case t.IsFloat():
		return tensor.Float32
	case t.IsSigned():
		return tensor.Int32
	}
	return tensor.Uint32
}

// one is a fold with a state of one value.
func one(t tensor.DataType, first func(m foldMath) string, element func(m foldMath, at []string, x string) string, join func(m foldMath, a, b string) string) fold {
	f := fold{state: []tensor.DataType{wide(t)},
		element: func(m foldMath, at []string, x, _ string) []string { return []string{element(m, at, x)} },
		join:    func(m foldMath, a, b []string) []string { return []string{join(m, a[0], b[0])} }}
	if first != nil {
		f.first = func(m foldMath) []string { return []string{first(m)} }
	}
	return f
}

func itself(_ foldMath, _ []string, x string) string  { return x }
func squared(m foldMath, _ []string, x string) string { return m.Mul(x, x) }
func sized(m foldMath, _ []string, x string) string   { return m.Abs(x) }
func zero(m foldMath) string                          { return m.Const(0) }
func sum(m foldMath, a, b string) string              { return m.Add(a, b) }
func largest(m foldMath, a, b string) string          { return m.Max(a, b) }

// folding is the fold of a function of REDUCE.
func folding(function string, t tensor.DataType) fold {
	switch function {
	case "MAX":
		return one(t, nil, itself, largest)
	case "MIN":
		return one(t, nil, itself, func(m foldMath, a, b string) string { return m.Min(a, b) })
	case "MULTIPLY":
		return one(t, func(m foldMath) string { return m.Const(1) }, itself, func(m foldMath, a, b string) string { return m.Mul(a, b) })
	case "SUM_SQUARE", "L2":
		return one(t, zero, squared, sum)
	case "L1":
		return one(t, zero, sized, sum)
	}
	return one(t, zero, itself, sum)
}

// lowerReduce folds, and then finishes each result. LOG_SUM_EXP folds twice: the largest element is taken from all before they are raised.
func lowerReduce(a *Args) *Program {
	function, p, room := a.Named("Function"), &Program{}, &memory{}
	t := a.Tensor("InputTensor").DataType
	switch function {
	case "ARGMAX", "ARGMIN":
		return lowerArgument(a, function, false)
	case "LOG_SUM_EXP":
		top := tops(p, room, a.input("InputTensor"), a.Uints("Axes"))
		exponentials(t, top).run(p, room, a.input("InputTensor"), a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
			y, m := a.out(k, "OutputTensor"), k.Math(t)
			y.Store(y.Index(set), m.Add(k.Let("top", "%s", top.in(k).At(set)), m.Log(state[0])))
		})
	default:
		_, _, count := sets(a.Tensor("InputTensor").Sizes, a.Uints("Axes"))
		folding(function, t).run(p, room, a.input("InputTensor"), a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
			y, m, value := a.out(k, "OutputTensor"), k.Math(t), state[0]
			switch function {
			case "AVERAGE":
				value = m.Div(value, m.Const(float64(count)))
			case "L2":
				value = "sqrt(" + value + ")"
			case "LOG_SUM":
				value = m.Log(value)
			}
			y.Store(y.Index(set), value)
		})
	}
	p.Temp = room.bytes
	return p
}

// tops appends the dispatches that find the largest element of each set, or 0 where that is infinite, and returns where it is.
func tops(p *Program, room *memory, x source, axes []uint32) stored {
	outer, _, _ := sets(x.Sizes, axes)
	top := room.store(wide(x.DataType), outer...)
	one(x.DataType, nil, itself, largest).run(p, room, x, axes, func(k *shader.Kernel, set, state []string) {
		m := k.Math(x.DataType)
		t := top.in(k)
		t.Store(t.Index(set), fmt.Sprintf("%s and %s or %s", m.Less(m.Abs(state[0]), m.Most()), state[0], m.Const(0)))
	})
	return top
}

// exponentials is the fold of the sum of e^(x - top).
func exponentials(t tensor.DataType, top stored) fold {
	return one(t, zero, func(m foldMath, at []string, x string) string {
		return m.Exp(m.Let("x", "%s", m.Sub(x, m.Let("top", "%s", top.in(m.Kernel).At(at)))))
	}, sum)
}

// argument is the row of ARGMAX or ARGMIN.
func argument(name string) *Row {
	return &Row{Name: name, Fields: []Field{In("InputTensor"), Out("OutputTensor"), Count("AxisCount", "Axes"), Must("Axes", UintsType), Enum("AxisDirection", "INCREASING", "DECREASING")},
		Check: checkArgument,
		Lower: func(a *Args) *Program { return lowerArgument(a, name, a.Named("AxisDirection") == "DECREASING") }}
}

func checkArgument(a *Args) string {
	return first(a.TypesOf("InputTensor", allTypes...), a.TypesOf("OutputTensor", indices...), a.checkReduced())
}

// lowerArgument finds the number of the largest or smallest element among all that differ along the axes, in row-major order; among equals the first one, or the last.
func lowerArgument(a *Args, function string, last bool) *Program {
	p, room := &Program{}, &memory{}
	f := argumentFold(function, a.Tensor("InputTensor").DataType, last)
	f.run(p, room, a.input("InputTensor"), a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
		y := a.out(k, "OutputTensor")
		y.Store(y.Index(set), k.Cast(state[1], tensor.Uint32, y.DataType))
	})
	p.Temp = room.bytes
	return p
}

// argumentFold carries the best element and its number.
func argumentFold(function string, t tensor.DataType, last bool) fold {
	return fold{state: []tensor.DataType{wide(t), tensor.Uint32},
		element: func(_ foldMath, _ []string, x, n string) []string { return []string{x, n} },
		join: func(m foldMath, before, next []string) []string {
			low, high := before[0], next[0]
			if function == "ARGMIN" {
				low, high = high, low
			}
			better := m.Less(low, high)
			if last {
				better = m.LessOrEqual(low, high)
			}
			better = m.Let("better", "%s", better)
			return []string{fmt.Sprintf("%s and %s or %s", better, next[0], before[0]), fmt.Sprintf("%s and %s or %s", better, next[1], before[1])}
		}}
}
