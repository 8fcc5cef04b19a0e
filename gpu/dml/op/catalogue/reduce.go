package catalogue

import (
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// reductions are the operators that make one element of many: the order of their operations is that of a fold.
var reductions = []*op.Row{
	argument("ARGMAX"),
	argument("ARGMIN"),
	{Name: "REDUCE", Fields: []op.Field{op.Enum("Function", reduceFunctions...), op.In("InputTensor"), op.Out("OutputTensor"),
		op.Count("AxisCount", "Axes"), op.Must("Axes", op.UintsType)},
		Check: checkReduce, Lower: lowerReduce},
}

var reduceFunctions = []string{"ARGMAX", "ARGMIN", "AVERAGE", "L1", "L2", "LOG_SUM", "LOG_SUM_EXP", "MAX", "MIN", "MULTIPLY", "SUM", "SUM_SQUARE"}

// number is a constant as text.
func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

func sets(sizes []uint32, axes []uint32) (outer, inner []uint32, count uint32) {
	return fold.Sets(sizes, axes)
}

// checkReduced asks for axes that the input has, and for its sizes with 1 along them.
func checkReduced(a *op.Args) string {
	if why := a.CheckAxes("InputTensor"); why != "" {
		return why
	}
	outer, _, _ := sets(a.Tensor("InputTensor").Sizes, a.Uints("Axes"))
	return a.SizesOf("OutputTensor", outer, "those of InputTensor, with 1 along Axes")
}

func checkReduce(a *op.Args) string {
	function := a.Named("Function")
	switch function {
	case "ARGMAX", "ARGMIN":
		return checkArgument(a)
	case "MAX", "MIN", "SUM", "MULTIPLY", "L1", "SUM_SQUARE":
		return op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes(), checkReduced(a))
	case "L2":
		return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), checkReduced(a))
	}
	return op.First(a.TypesOf("InputTensor", tensor.Float64, tensor.Float32, tensor.Float16), a.SameTypes(), checkReduced(a))
}

// lowerReduce folds, and then finishes each result. LOG_SUM_EXP folds twice: the largest element is taken from all before they are raised.
func lowerReduce(a *op.Args) *op.Program {
	function, p, x := a.Named("Function"), &fold.Plan{}, a.From("InputTensor")
	t := x.DataType
	switch function {
	case "ARGMAX", "ARGMIN":
		return lowerArgument(a, function, false)
	case "LOG_SUM_EXP":
		top := fold.Tops(p, a.Row.Name, x, a.Uints("Axes"))
		fold.Exponentials(t, top).Run(p, a.Row.Name, x, a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
			y, m := a.Out(k, "OutputTensor"), k.Math(t)
			y.Store(y.Index(set), m.Add(k.Let("top", "%s", top.In(k).At(set)), m.Log(state[0])))
		})
	default:
		_, _, count := sets(x.Sizes, a.Uints("Axes"))
		fold.Of(function, t).Run(p, a.Row.Name, x, a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
			y, m, value := a.Out(k, "OutputTensor"), k.Math(t), state[0]
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
	return op.Planned(p)
}

// argument is the row of ARGMAX or ARGMIN.
func argument(name string) *op.Row {
	return &op.Row{Name: name, Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Count("AxisCount", "Axes"),
		op.Must("Axes", op.UintsType), op.Enum("AxisDirection", "INCREASING", "DECREASING")},
		Check: checkArgument,
		Lower: func(a *op.Args) *op.Program { return lowerArgument(a, name, a.Named("AxisDirection") == "DECREASING") }}
}

func checkArgument(a *op.Args) string {
	return op.First(a.TypesOf("InputTensor", op.AllTypes...), a.TypesOf("OutputTensor", op.Indices...), checkReduced(a))
}

// lowerArgument finds the number of the largest or smallest element among all that differ along the axes, in row-major order; among equals the first
// one, or the last.
func lowerArgument(a *op.Args, function string, last bool) *op.Program {
	p, x := &fold.Plan{}, a.From("InputTensor")
	fold.Argument(function, x.DataType, last).Run(p, a.Row.Name, x, a.Uints("Axes"), func(k *shader.Kernel, set, state []string) {
		y := a.Out(k, "OutputTensor")
		y.Store(y.Index(set), k.Cast(state[1], tensor.Uint32, y.DataType))
	})
	return op.Planned(p)
}
