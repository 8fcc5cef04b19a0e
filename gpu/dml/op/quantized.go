package op

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// quantized are the operators on numbers that stand for (x - ZeroPoint) * Scale. Products are added as integers, exactly; scales, which do not change within a sum,
// come behind it. A scale or zero point is one element, or one for each row, column or channel.
var quantized = []*Row{
	{Name: "CONVOLUTION_INTEGER", Fields: slices.Concat([]Field{In("InputTensor"), OptIn("InputZeroPointTensor"), In("FilterTensor"), OptIn("FilterZeroPointTensor"), Out("OutputTensor")}, plainWindow),
		Check: func(a *Args) string {
			return first(a.quantizedTypes("InputTensor", "FilterTensor"), a.TypesOf("OutputTensor", tensor.Int32), a.checkConvolved(), a.along(0, "InputZeroPointTensor"), a.along(1, "FilterZeroPointTensor"))
		},
		Lower: func(a *Args) *Program {
			return a.placed(func(k *shader.Kernel, at []string) string { return a.wholeConvolution(k, at) })
		}},
	{Name: "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", Fields: []Field{In("ATensor"), In("AScaleTensor"), OptIn("AZeroPointTensor"), In("BTensor"), In("BScaleTensor"), OptIn("BZeroPointTensor"),
		In("OutputScaleTensor"), OptIn("OutputZeroPointTensor"), Out("OutputTensor")},
		Check: func(a *Args) string {
			return first(a.TypesOf("ATensor", bytes...), a.SameTypes("ATensor", "AZeroPointTensor", "BTensor", "BZeroPointTensor", "OutputTensor", "OutputZeroPointTensor"),
				a.TypesOf("AScaleTensor", floats...), a.SameTypes("AScaleTensor", "BScaleTensor", "OutputScaleTensor"), a.SameSizes())
		},
		Lower: func(a *Args) *Program {
			return a.placed(func(k *shader.Kernel, at []string) string {
				left, right := a.difference(k, a.in(k, "ATensor").At(at), "AZeroPointTensor", at), a.difference(k, a.in(k, "BTensor").At(at), "BZeroPointTensor", at)
				return a.quantize(k, fmt.Sprintf("float(%s) * %s + float(%s) * %s", left, a.in(k, "AScaleTensor").At(at), right, a.in(k, "BScaleTensor").At(at)), at)
			})
		}},
	{Name: "MATRIX_MULTIPLY_INTEGER", Fields: []Field{In("ATensor"), OptIn("AZeroPointTensor"), In("BTensor"), OptIn("BZeroPointTensor"), Out("OutputTensor")},
		Check: func(a *Args) string {
			return first(a.quantizedTypes("ATensor", "BTensor"), a.TypesOf("OutputTensor", tensor.Int32), a.checkProduct())
		},
		Lower: func(a *Args) *Program {
			return a.placed(func(k *shader.Kernel, at []string) string { return a.wholeProduct(k, at) })
		}},
	{Name: "MATRIX_MULTIPLY_INTEGER_TO_FLOAT", Fields: []Field{In("ATensor"), In("AScaleTensor"), OptIn("AZeroPointTensor"), In("BTensor"), In("BScaleTensor"), OptIn("BZeroPointTensor"),
		OptIn("BiasTensor"), Out("OutputTensor")},
		Check: func(a *Args) string {
			return first(a.quantizedTypes("ATensor", "BTensor"), a.TypesOf("OutputTensor", floats...), a.SameTypes("OutputTensor", "AScaleTensor", "BScaleTensor", "BiasTensor"),
				a.checkProduct(), a.along(3, "BiasTensor"))
		},
		Lower: func(a *Args) *Program {
			return a.placed(func(k *shader.Kernel, at []string) string {
				y := fmt.Sprintf("float(%s) * %s * %s", a.wholeProduct(k, at), a.in(k, "AScaleTensor").At(at), a.in(k, "BScaleTensor").At(at))
				if bias := a.in(k, "BiasTensor"); bias != nil {
					y += " + " + bias.At(at)
				}
				return y
			})
		}},
	{Name: "QUANTIZED_LINEAR_CONVOLUTION", Fields: slices.Concat([]Field{In("InputTensor"), In("InputScaleTensor"), OptIn("InputZeroPointTensor"), In("FilterTensor"), In("FilterScaleTensor"),
		OptIn("FilterZeroPointTensor"), OptIn("BiasTensor"), In("OutputScaleTensor"), OptIn("OutputZeroPointTensor"), Out("OutputTensor")}, plainWindow),
		Check: func(a *Args) string {
			return first(a.quantizedTypes("InputTensor", "FilterTensor", "OutputTensor"), a.TypesOf("InputScaleTensor", tensor.Float32), a.SameTypes("InputScaleTensor", "FilterScaleTensor", "OutputScaleTensor"),
				a.TypesOf("BiasTensor", tensor.Int32), a.checkConvolved(), a.along(0, "InputScaleTensor", "InputZeroPointTensor", "OutputScaleTensor", "OutputZeroPointTensor"),
				a.along(1, "FilterScaleTensor", "FilterZeroPointTensor"))
		},
		Lower: func(a *Args) *Program {
			return a.placed(func(k *shader.Kernel, at []string) string {
				sum := a.wholeConvolution(k, at)
				if bias := a.in(k, "BiasTensor"); bias != nil {
					k.Line("%s = %s + %s", sum, sum, bias.At(at))
				}
				return a.quantize(k, fmt.Sprintf("float(%s) * %s * %s", sum, a.in(k, "InputScaleTensor").At(at), a.in(k, "FilterScaleTensor").At(at)), at)
			})
		}},
	{Name: "QUANTIZED_LINEAR_MATRIX_MULTIPLY", Fields: []Field{In("ATensor"), In("AScaleTensor"), OptIn("AZeroPointTensor"), In("BTensor"), In("BScaleTensor"), OptIn("BZeroPointTensor"),
		In("OutputScaleTensor"), OptIn("OutputZeroPointTensor"), Out("OutputTensor")},
		Check: func(a *Args) string {
			return first(a.quantizedTypes("ATensor", "BTensor", "OutputTensor"), a.TypesOf("AScaleTensor", tensor.Float32), a.SameTypes("AScaleTensor", "BScaleTensor", "OutputScaleTensor"),
				a.checkProduct(), a.along(2, "OutputScaleTensor", "OutputZeroPointTensor"))
		},
		Lower: func(a *Args) *Program {
			return a.placed(func(k *shader.Kernel, at []string) string {
				return a.quantize(k, fmt.Sprintf("float(%s) * %s * %s", a.wholeProduct(k, at), a.in(k, "AScaleTensor").At(at), a.in(k, "BScaleTensor").At(at)), at)
			})
		}},
}

// bytes are the types of quantized elements that are multiplied.
var bytes = []tensor.DataType{tensor.Int8, tensor.Uint8}

// plainWindow are the attributes of convolutions that neither turn the filter nor work backward.
var plainWindow = []Field{Count("DimensionCount", "Strides", "Dilations", "StartPadding", "EndPadding"), Attr("Strides", UintsType), dilationsField, Attr("StartPadding", UintsType),
	Attr("EndPadding", UintsType), Default("GroupCount", UintType, 1)}

// zeroPoint is the field of the zero point of a tensor.
func zeroPoint(field string) string { return field[:len(field)-len("Tensor")] + "ZeroPointTensor" }

// quantizedTypes asks for elements of one byte, with zero points of the same type.
func (a *Args) quantizedTypes(fields ...string) string {
	for _, f := range fields {
		zero := zeroPoint(f)
		if a.Row.Field(zero) < 0 {
			zero = f
		}
		if why := first(a.TypesOf(f, bytes...), a.SameTypes(f, zero)); why != "" {
			return why
		}
	}
	return ""
}

// along asks for tensors of one element, or of one for each place of the output in a dimension; in dimension 0 of one element only.
func (a *Args) along(dimension int, names ...string) string {
	y := a.Tensor("OutputTensor")
	for _, b := range a.present(names) {
		want := slices.Repeat([]uint32{1}, y.Rank())
		if dimension > 0 && dimension < len(want) && b.Tensor.Rank() == len(want) && b.Tensor.Sizes[dimension] != 1 {
			want[dimension] = y.Sizes[dimension]
		}
		if why := a.SizesOf(b.Name, want, "one element, or one for each row, column or channel of OutputTensor"); why != "" {
			return why
		}
	}
	return ""
}

// checkProduct asks for matrices in two batches that can be multiplied, and for scales and zero points of the rows of A and the columns of B.
func (a *Args) checkProduct() string {
	if why := first(a.RankOf("ATensor", 4, 4), a.sameRank()); why != "" {
		return why
	}
	x, columns := a.Tensor("ATensor").Sizes, a.Tensor("BTensor").Sizes[3]
	if why := first(a.SizesOf("BTensor", []uint32{x[0], x[1], x[3], columns}, "the batches of ATensor, and as many rows as it has columns"),
		a.SizesOf("OutputTensor", []uint32{x[0], x[1], x[2], columns}, "those of the product"), a.along(2, "AZeroPointTensor"), a.along(3, "BZeroPointTensor")); why != "" || a.Row.Field("AScaleTensor") < 0 {
		return why
	}
	return first(a.along(2, "AScaleTensor"), a.along(3, "BScaleTensor"))
}

// difference is an element without the zero point of its place, an int.
func (a *Args) difference(k *shader.Kernel, x, zero string, at []string) string {
	if z := a.in(k, zero); z != nil {
		return fmt.Sprintf("(int(%s) - int(%s))", x, z.At(at))
	}
	return "int(" + x + ")"
}

// quantize is a number as the nearest element of the output, halves to even.
func (a *Args) quantize(k *shader.Kernel, x string, at []string) string {
	y := fmt.Sprintf("round((%s) / %s)", x, a.in(k, "OutputScaleTensor").At(at))
	if zero := a.in(k, "OutputZeroPointTensor"); zero != nil {
		y += fmt.Sprintf(" + float(%s)", zero.At(at))
	}
	return k.Cast("("+y+")", tensor.Float32, a.Tensor("OutputTensor").DataType)
}

// wholeProduct is an element of the product of two matrices of integers.
func (a *Args) wholeProduct(k *shader.Kernel, at []string) string {
	x, y := a.in(k, "ATensor"), a.in(k, "BTensor")
	sum := k.Let("sum", "int(0)")
	k.Block("for k = 0, %d do", x.Sizes[3]-1)
	k.Line("%s = %s + %s * %s", sum, sum, a.difference(k, x.At([]string{at[0], at[1], at[2], "uint(k)"}), "AZeroPointTensor", at),
		a.difference(k, y.At([]string{at[0], at[1], "uint(k)", at[3]}), "BZeroPointTensor", at))
	k.End()
	return sum
}

// wholeConvolution is an element of the convolution of integers. Padding stands for zero points.
func (a *Args) wholeConvolution(k *shader.Kernel, at []string) string {
	term := a.difference(k, "%s", "InputZeroPointTensor", at) + " * " + a.difference(k, "%s", "FilterZeroPointTensor", at)
	return a.convolve(k, at, k.Let("sum", "int(0)"), term)
}
