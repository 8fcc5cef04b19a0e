package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// places are the operators whose elements depend on where they are.
var places = []*op.Row{
	{Name: "DIAGONAL_MATRIX", Fields: []op.Field{op.Out("OutputTensor"), op.Attr("Offset", op.IntType), op.Default("Value", op.FloatType, 1)},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("OutputTensor", op.Numbers...), a.RankOf("OutputTensor", 2, tensor.MaxDimensions))
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Placed(func(k *shader.Kernel, at []string) string {
				n, m := len(at), k.Math(a.Tensor("OutputTensor").DataType)
				return fmt.Sprintf("int(%s) + %d == int(%s) and %s or %s", at[n-2], a.Int("Offset"), at[n-1],
					m.Const(float64(a.Float("Value"))), m.Const(0))
			})
		}},
	{Name: "DIAGONAL_MATRIX1", Fields: []op.Field{op.OptIn("InputTensor"), op.Out("OutputTensor"), op.TypeField("ValueDataType"),
		op.Must("Value", op.ScalarType), op.Attr("DiagonalFillBegin", op.IntType), op.Attr("DiagonalFillEnd", op.IntType)},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("OutputTensor", op.AllTypes...), a.SameTypes("OutputTensor", "InputTensor"),
				a.SameAs("ValueDataType", "OutputTensor"),
				a.RankOf("OutputTensor", 2, tensor.MaxDimensions), a.SameSizes("OutputTensor", "InputTensor"))
		},
		Lower: lowerDiagonal},
	{Name: "ONE_HOT", Fields: []op.Field{op.In("IndicesTensor"), op.In("ValuesTensor"), op.Out("OutputTensor"), op.Must("Axis", op.UintType)},
		Check: checkOneHot, Lower: lowerOneHot},
	{Name: "VALUE_SCALE_2D", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Must("Scale", op.FloatType),
		op.Count("ChannelCount", "Bias"), op.Must("Bias", op.FloatsType)},
		Check: func(a *op.Args) string {
			if why := op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes(), a.RankOf("InputTensor", 4, 4)); why != "" {
				return why
			}
			if channels := a.Tensor("InputTensor").Sizes[1]; int(channels) != len(a.Floats("Bias")) {
				return fmt.Sprintf("Bias has %d entries. It is expected to have one for each of the %d channels of tensor 'InputTensor'.",
					len(a.Floats("Bias")), channels)
			}
			return ""
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Placed(func(k *shader.Kernel, at []string) string {
				return fmt.Sprintf("%s * %s + %s", a.In(k, "InputTensor").At(at), shader.Float(a.Float("Scale")), chosen(at[1], 0, a.Floats("Bias")))
			})
		}},
}

// lowerDiagonal fills the diagonals from DiagonalFillBegin up to DiagonalFillEnd, which is not filled, counted by the column in the top row; where
// the end comes before the beginning, all others.
func lowerDiagonal(a *op.Args) *op.Program {
	return a.Placed(func(k *shader.Kernel, at []string) string {
		n, m := len(at), k.Math(a.Tensor("OutputTensor").DataType)
		begin, end := a.Int("DiagonalFillBegin"), a.Int("DiagonalFillEnd")
		otherwise := m.Const(0)
		if x := a.In(k, "InputTensor"); x != nil {
			otherwise = x.At(at)
		}
		top := k.Let("top", "int(%s) - int(%s)", at[n-1], at[n-2])
		inside := fmt.Sprintf("(%s >= %d and %s < %d)", top, begin, top, end)
		if end < begin {
			inside = fmt.Sprintf("(%s >= %d or %s < %d)", top, begin, top, end)
		}
		return fmt.Sprintf("%s and %s or %s", inside, m.Scalar(a.Scalar("Value")), otherwise)
	})
}

// chosen is one of some constants by number, the first of which is from: a tree of choices.
func chosen(n string, from int, of []float32) string {
	if len(of) == 1 {
		return shader.Float(of[0])
	}
	half := len(of) / 2
	return fmt.Sprintf("(%s < %d and %s or %s)", n, from+half, chosen(n, from, of[:half]), chosen(n, from+half, of[half:]))
}

func checkOneHot(a *op.Args) string {
	values := slices.Concat(op.Floats, op.Signeds, op.Unsigneds)
	if why := op.First(a.TypesOf("IndicesTensor", op.Indices...), a.TypesOf("ValuesTensor", values...),
		a.SameTypes("ValuesTensor", "OutputTensor"), a.SameRank(),
		a.CheckAxis("Axis", "OutputTensor")); why != "" {
		return why
	}
	want := slices.Clone(a.Tensor("OutputTensor").Sizes)
	want[a.Uint("Axis")] = 1
	if why := a.SizesOf("IndicesTensor", want, "those of OutputTensor, with 1 along Axis"); why != "" {
		return why
	}
	if a.Tensor("ValuesTensor").Count() < 2 {
		return "Tensor 'ValuesTensor' has one element. It is expected to have at least two: the values for off and on."
	}
	return ""
}

// lowerOneHot compares each place along the axis with the index. The value for off is the first element of the values, that for on the second one
// along the innermost dimension that has one.
func lowerOneHot(a *op.Args) *op.Program {
	return a.Placed(func(k *shader.Kernel, at []string) string {
		indices, values := a.In(k, "IndicesTensor"), a.In(k, "ValuesTensor")
		m, axis := k.Math(indices.DataType), a.Uint("Axis")
		hot := k.Let("hot", "%s", indices.At(at))
		if indices.DataType.IsSigned() {
			hot = k.Let("hot", "%s and %s or %s", m.Less(hot, m.Const(0)), m.Add(hot, m.Const(float64(a.Tensor("OutputTensor").Sizes[axis]))), hot)
		}
		off, on := slices.Repeat([]string{"0"}, len(at)), slices.Repeat([]string{"0"}, len(at))
		for d := len(on) - 1; d >= 0; d-- {
			if values.Sizes[d] > 1 {
				on[d] = "1"
				break
			}
		}
		here := k.Cast(k.Let("here", "uint(%s)", at[axis]), tensor.Uint32, indices.DataType)
		return fmt.Sprintf("%s and %s or %s", m.Equal(hot, here), values.At(on), values.At(off))
	})
}
