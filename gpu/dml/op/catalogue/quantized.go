package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/product"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// quantized are the operators on numbers that stand for (x - ZeroPoint) * Scale. Products are added as integers, exactly; scales, which do not change
// within a sum, come after it. A scale or zero point is one element, or one for each row, column or channel.
var quantized = []*op.Row{
	{Name: "CONVOLUTION_INTEGER", Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.OptIn("InputZeroPointTensor"), op.In("FilterTensor"),
		op.OptIn("FilterZeroPointTensor"), op.Out("OutputTensor")}, plainWindow),
		Check: func(a *op.Args) string {
			return op.First(quantizedTypes(a, "InputTensor", "FilterTensor"), a.TypesOf("OutputTensor", tensor.Int32), checkConvolved(a),
				along(a, 0, "InputZeroPointTensor"), along(a, 1, "FilterZeroPointTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			return wholeConvolution(a, func(_ *shader.Kernel, _ []string, sum string) string { return sum })
		}},
	{Name: "ELEMENT_WISE_QUANTIZED_LINEAR_ADD",
		Fields: []op.Field{op.In("ATensor"), op.In("AScaleTensor"), op.OptIn("AZeroPointTensor"), op.In("BTensor"), op.In("BScaleTensor"),
			op.OptIn("BZeroPointTensor"),
			op.In("OutputScaleTensor"), op.OptIn("OutputZeroPointTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("ATensor", bytes...),
				a.SameTypes("ATensor", "AZeroPointTensor", "BTensor", "BZeroPointTensor", "OutputTensor", "OutputZeroPointTensor"),
				a.TypesOf("AScaleTensor", op.Floats...), a.SameTypes("AScaleTensor", "BScaleTensor", "OutputScaleTensor"), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Placed(func(k *shader.Kernel, at []string) string {
				left, right := difference(a, k, a.In(k, "ATensor").At(at), "AZeroPointTensor", at),
					difference(a, k, a.In(k, "BTensor").At(at), "BZeroPointTensor", at)
				return quantize(a, k, fmt.Sprintf("float(%s) * %s + float(%s) * %s", left, a.In(k, "AScaleTensor").
					At(at), right, a.In(k, "BScaleTensor").At(at)), at)
			})
		}},
	{Name: "MATRIX_MULTIPLY_INTEGER", Fields: []op.Field{op.In("ATensor"), op.OptIn("AZeroPointTensor"), op.In("BTensor"),
		op.OptIn("BZeroPointTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(quantizedTypes(a, "ATensor", "BTensor"), a.TypesOf("OutputTensor", tensor.Int32), checkProduct(a))
		},
		Lower: func(a *op.Args) *op.Program {
			return wholeProduct(a, func(_ *shader.Kernel, _ []string, sum string) string { return sum })
		}},
	{Name: "MATRIX_MULTIPLY_INTEGER_TO_FLOAT",
		Fields: []op.Field{op.In("ATensor"), op.In("AScaleTensor"), op.OptIn("AZeroPointTensor"), op.In("BTensor"), op.In("BScaleTensor"),
			op.OptIn("BZeroPointTensor"),
			op.OptIn("BiasTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(quantizedTypes(a, "ATensor", "BTensor"), a.TypesOf("OutputTensor", op.Floats...),
				a.SameTypes("OutputTensor", "AScaleTensor", "BScaleTensor", "BiasTensor"),
				checkProduct(a), along(a, 3, "BiasTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			return wholeProduct(a, func(k *shader.Kernel, at []string, sum string) string {
				y := fmt.Sprintf("float(%s) * %s * %s", sum, a.In(k, "AScaleTensor").At(at), a.In(k, "BScaleTensor").At(at))
				if bias := a.In(k, "BiasTensor"); bias != nil {
					y += " + " + bias.At(at)
				}
				return y
			})
		}},
	{Name: "QUANTIZED_LINEAR_CONVOLUTION", Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.In("InputScaleTensor"),
		op.OptIn("InputZeroPointTensor"), op.In("FilterTensor"), op.In("FilterScaleTensor"),
		op.OptIn("FilterZeroPointTensor"), op.OptIn("BiasTensor"), op.In("OutputScaleTensor"), op.OptIn("OutputZeroPointTensor"),
		op.Out("OutputTensor")}, plainWindow),
		Check: func(a *op.Args) string {
			return op.First(quantizedTypes(a, "InputTensor", "FilterTensor", "OutputTensor"), a.TypesOf("InputScaleTensor", tensor.Float32),
				a.SameTypes("InputScaleTensor", "FilterScaleTensor", "OutputScaleTensor"),
				a.TypesOf("BiasTensor", tensor.Int32), checkConvolved(a),
				along(a, 0, "InputScaleTensor", "InputZeroPointTensor", "OutputScaleTensor", "OutputZeroPointTensor"),
				along(a, 1, "FilterScaleTensor", "FilterZeroPointTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			return wholeConvolution(a, func(k *shader.Kernel, at []string, sum string) string {
				if bias := a.In(k, "BiasTensor"); bias != nil {
					sum = k.Let("sum", "%s + %s", sum, bias.At(at))
				}
				return quantize(a, k, fmt.Sprintf("float(%s) * %s * %s", sum, a.In(k, "InputScaleTensor").
					At(at), a.In(k, "FilterScaleTensor").At(at)), at)
			})
		}},
	{Name: "QUANTIZED_LINEAR_MATRIX_MULTIPLY",
		Fields: []op.Field{op.In("ATensor"), op.In("AScaleTensor"), op.OptIn("AZeroPointTensor"), op.In("BTensor"), op.In("BScaleTensor"),
			op.OptIn("BZeroPointTensor"),
			op.In("OutputScaleTensor"), op.OptIn("OutputZeroPointTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(quantizedTypes(a, "ATensor", "BTensor", "OutputTensor"), a.TypesOf("AScaleTensor", tensor.Float32),
				a.SameTypes("AScaleTensor", "BScaleTensor", "OutputScaleTensor"),
				checkProduct(a), along(a, 2, "OutputScaleTensor", "OutputZeroPointTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			return wholeProduct(a, func(k *shader.Kernel, at []string, sum string) string {
				return quantize(a, k, fmt.Sprintf("float(%s) * %s * %s", sum, a.In(k, "AScaleTensor").At(at), a.In(k, "BScaleTensor").At(at)), at)
			})
		}},
}

// bytes are the types of quantized elements that are multiplied.
var bytes = []tensor.DataType{tensor.Int8, tensor.Uint8}

// plainWindow are the attributes of convolutions that neither turn the filter nor work backward.
var plainWindow = []op.Field{op.Count("DimensionCount", "Strides", "Dilations", "StartPadding", "EndPadding"), op.Attr("Strides", op.UintsType),
	dilationsField, op.Attr("StartPadding", op.UintsType),
	op.Attr("EndPadding", op.UintsType), op.Default("GroupCount", op.UintType, 1)}

// zeroPoint is the field of the zero point of a tensor.
func zeroPoint(field string) string { return field[:len(field)-len("Tensor")] + "ZeroPointTensor" }

// quantizedTypes asks for elements of one byte, with zero points of the same type.
func quantizedTypes(a *op.Args, fields ...string) string {
	for _, f := range fields {
		zero := zeroPoint(f)
		if a.Row.Field(zero) < 0 {
			zero = f
		}
		if why := op.First(a.TypesOf(f, bytes...), a.SameTypes(f, zero)); why != "" {
			return why
		}
	}
	return ""
}

// along asks for tensors of one element, or of one for each place of the output in a dimension; in dimension 0 of one element only.
func along(a *op.Args, dimension int, names ...string) string {
	y := a.Tensor("OutputTensor")
	for _, b := range a.Present(names) {
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
func checkProduct(a *op.Args) string {
	if why := op.First(a.RankOf("ATensor", 4, 4), a.SameRank()); why != "" {
		return why
	}
	x, columns := a.Tensor("ATensor").Sizes, a.Tensor("BTensor").Sizes[3]
	if why := op.First(a.SizesOf("BTensor", []uint32{x[0], x[1], x[3], columns}, "the batches of ATensor, and as many rows as it has columns"),
		a.SizesOf("OutputTensor", []uint32{x[0], x[1], x[2], columns}, "those of the product"), along(a, 2, "AZeroPointTensor"),
		along(a, 3, "BZeroPointTensor")); why != "" || a.Row.Field("AScaleTensor") < 0 {
		return why
	}
	return op.First(along(a, 2, "AScaleTensor"), along(a, 3, "BScaleTensor"))
}

// difference is an element without the zero point of its place, an int.
func difference(a *op.Args, k *shader.Kernel, x, zero string, at []string) string {
	if z := a.In(k, zero); z != nil {
		return fmt.Sprintf("(int(%s) - int(%s))", x, z.At(at))
	}
	return "int(" + x + ")"
}

// quantize is a number as the nearest element of the output, halves to even.
func quantize(a *op.Args, k *shader.Kernel, x string, at []string) string {
	y := fmt.Sprintf("round((%s) / %s)", x, a.In(k, "OutputScaleTensor").At(at))
	if zero := a.In(k, "OutputZeroPointTensor"); zero != nil {
		y += fmt.Sprintf(" + float(%s)", zero.At(at))
	}
	return k.Cast("("+y+")", tensor.Float32, a.Tensor("OutputTensor").DataType)
}

// whole is how an element of a quantized tensor is multiplied: without the zero point at its coordinates, or at others that of makes of them.
func whole(a *op.Args, field string, of func(at []string) []string) func(k *shader.Kernel, x string, at []string) string {
	return func(k *shader.Kernel, x string, at []string) string {
		return difference(a, k, x, zeroPoint(field), of(at))
	}
}

// itself is the coordinates as they are.
func itself(at []string) []string { return at }

// wholeProduct is the program of products of matrices of integers, of which value says what is written for a sum. Both are copied without their zero
// points.
func wholeProduct(a *op.Args, value func(k *shader.Kernel, at []string, sum string) string) *op.Program {
	p, x, y := &fold.Plan{}, a.From("ATensor"), a.From("BTensor")
	x = product.Copied(p, a.Row.Name, x, tensor.Int32, whole(a, "ATensor", itself))
	y = product.Copied(p, a.Row.Name, y, tensor.Int32, whole(a, "BTensor", itself))
	product.Multiplied(a.Row.Name, p, x, y, "int(0)", func(k *shader.Kernel, at []string, sum string) {
		to := a.Out(k, "OutputTensor")
		to.Store(to.Index(at), value(k, at, sum))
	})
	return op.Planned(p)
}

// wholeConvolution is the program of a convolution of integers, of which value says what is written for a sum. Padding stands for zero points.
func wholeConvolution(a *op.Args, value func(k *shader.Kernel, at []string, sum string) string) *op.Program {
	channel := func(at []string) []string { return append([]string{"0", at[0]}, at[2:]...) } // of the output, whose first dimension the filter has
	return weighed(a, tensor.Int32, whole(a, "InputTensor", itself), whole(a, "FilterTensor", channel), value)
}
