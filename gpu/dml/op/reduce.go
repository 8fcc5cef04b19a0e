package op

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
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

// input is the tensor of an input field as one that folds read, and output that of an output field as one that they write.
func (a *Args) input(field string) fold.Place {
	return fold.Place{Desc: a.Tensor(field), In: func(k *shader.Kernel) *shader.Tensor { return a.in(k, field) }}
}

func (a *Args) output(field string) fold.Place {
	return fold.Place{Desc: a.Tensor(field), In: func(k *shader.Kernel) *shader.Tensor { return a.out(k, field) }}
}

// planned is the program of a plan.
func planned(p *fold.Plan) *Program { return &Program{Steps: p.Steps, Temp: p.Temp} }

func sets(sizes []uint32, axes []uint32) (outer, inner []uint32, count uint32) {
	return fold.Sets(sizes, axes)
}

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

// lowerReduce folds, and then finishes each result. LOG_SUM_EXP folds twice: the largest element is taken from all before they are raised.
func lowerReduce(a *Args) *Program {
	function, p, x := a.Named("Function"), &fold.Plan{}, a.input("InputTensor")
	t := x.DataType
	switch function {
	case "ARGMAX", "ARGMIN":
		return lowerArgument(a, function, false)
	case "LOG_SUM_EXP":
		top := fold.Tops(p, a.Row.Name, x, a.Uints("Axes"))
		fold.Exponentials(t, top).Run(p, a.Row.Name, x, a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
			y, m := a.out(k, "OutputTensor"), k.Math(t)
			y.Store(y.Index(set), m.Add(k.Let("top", "%s", top.In(k).At(set)), m.Log(state[0])))
		})
	default:
		_, _, count := sets(x.Sizes, a.Uints("Axes"))
		fold.Of(function, t).Run(p, a.Row.Name, x, a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
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
	return planned(p)
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
	p, x := &fold.Plan{}, a.input("InputTensor")
	fold.Argument(function, x.DataType, last).Run(p, a.Row.Name, x, a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
		y := a.out(k, "OutputTensor")
		y.Store(y.Index(set), k.Cast(state[1], tensor.Uint32, y.DataType))
	})
	return planned(p)
}
