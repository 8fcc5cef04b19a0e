package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/product"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/window"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// convolutions are the operators that weigh the elements of a window with those of a filter.
var convolutions = []*op.Row{
	{Name: "CONVOLUTION", Fields: []op.Field{op.In("InputTensor"), op.In("FilterTensor"), op.OptIn("BiasTensor"), op.Out("OutputTensor"),
		op.Enum("Mode", "CONVOLUTION", "CROSS_CORRELATION"), op.Enum("Direction", "FORWARD", "BACKWARD"),
		op.Count("DimensionCount", "Strides", "Dilations", "StartPadding", "EndPadding", "OutputPadding"), op.Attr("Strides", op.UintsType),
		dilationsField, op.Attr("StartPadding", op.UintsType),
		op.Attr("EndPadding", op.UintsType), op.Attr("OutputPadding", op.UintsType), op.Default("GroupCount", op.UintType, 1),
		op.Fused("ELEMENT_WISE_CLIP")},
		Check: checkConvolution, Lower: lowerConvolution},
}

// backward says whether a convolution is transposed: each element of the input adds itself, weighted, to those of the output that the window reaches
// from it.
func backward(a *op.Args) bool { return a.Is("Direction", "BACKWARD") }

func checkConvolution(a *op.Args) string {
	return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), checkConvolved(a))
}

// checkConvolved is what all convolutions ask of sizes and attributes.
func checkConvolved(a *op.Args) string {
	x, filter, groups := a.Tensor("InputTensor"), a.Tensor("FilterTensor"), a.Uint("GroupCount")
	if why := op.First(a.RankOf("InputTensor", 3, 5), a.SameRank()); why != "" {
		return why
	}
	if groups == 0 || x.Sizes[1]%groups != 0 || filter.Sizes[0]%groups != 0 {
		return fmt.Sprintf("GroupCount is %d. The channels of tensor 'InputTensor', %d, and the first size of tensor 'FilterTensor', %d, are expected to be multiples of it.", groups, x.Sizes[1], filter.Sizes[0])
	}
	w := boxes(a, filter.Sizes[2:])
	want := slices.Clone(filter.Sizes)
	channels := filter.Sizes[0]
	if backward(a) {
		want[0], channels = x.Sizes[1], filter.Sizes[1]*groups
	} else {
		want[1] = x.Sizes[1] / groups
	}
	out, why := convolved(a, w)
	if why = op.First(why, a.SizesOf("FilterTensor", want, "the channels of InputTensor belong to GroupCount groups")); why != "" {
		return why
	}
	bias := slices.Repeat([]uint32{1}, x.Rank())
	bias[1] = channels
	if a.Row.Field("BiasTensor") >= 0 {
		why = a.SizesOf("BiasTensor", bias, "one element for each channel of OutputTensor")
	}
	return op.First(why, a.SizesOf("OutputTensor", slices.Concat([]uint32{x.Sizes[0], channels}, out),
		"batches, channels of the filter, and the places of the window"))
}

// convolved are the spatial sizes of the output.
func convolved(a *op.Args, w window.Window) (out []uint32, why string) {
	x := a.Tensor("InputTensor").Sizes[2:]
	more := make([]uint32, len(x))
	if a.Row.Field("OutputPadding") >= 0 && a.Uints("OutputPadding") != nil {
		more = a.Uints("OutputPadding")
	}
	if len(more) != len(x) {
		return nil, fmt.Sprintf("OutputPadding has %d entries. It is expected to have one for each of the %d spatial dimensions.", len(more), len(x))
	}
	if !backward(a) {
		if why := w.Check(x, "InputTensor"); why != "" {
			return nil, why
		}
		for d, m := range more {
			if m != 0 {
				return nil, fmt.Sprintf("OutputPadding[%d] is %d. It is expected to be 0 where Direction is FORWARD.", d+1, m)
			}
		}
		return w.Places(x), ""
	}
	for d := range x {
		if d < len(w.Strides) && d < len(w.Before) && d < len(w.After) && d < len(w.Dilations) {
			size := int64(x[d]-1)*int64(w.Strides[d]) + int64(w.Span(d)) + int64(more[d]) - int64(w.Before[d]) - int64(w.After[d])
			if size < 1 || size > 1<<30 {
				return nil, fmt.Sprintf("Spatial dimension %d of tensor 'OutputTensor' would have %d elements. It is expected to have from 1 to %d.",
					d+1, size, 1<<30)
			}
			out = append(out, uint32(size))
		}
	}
	if len(out) != len(x) {
		return nil, "Strides, Dilations, StartPadding and EndPadding are expected to have an entry for each spatial dimension."
	}
	return out, w.Check(out, "OutputTensor")
}

func lowerConvolution(a *op.Args) *op.Program {
	return weighed(a, tensor.Float32, product.Plain, product.Plain, func(k *shader.Kernel, at []string, sum string) string {
		if bias := a.In(k, "BiasTensor"); bias != nil {
			sum = k.Let("sum", "%s + %s", sum, bias.At(at))
		}
		return a.Activated(k, "FusedActivation", sum)
	})
}

// weighed is the program of a convolution with sums of a type. x and weight are elements of the input and the filter as they are multiplied, and
// value is what is written for a sum, at coordinates of the output of which only the batch and the channel are meant.
func weighed(a *op.Args, t tensor.DataType, x, weight func(k *shader.Kernel, x string, at []string) string,
	value func(k *shader.Kernel, at []string, sum string) string) *op.Program {
	filter, p := a.Tensor("FilterTensor"), &fold.Plan{}
	c := &product.Convolution{Name: a.Row.Name, X: a.From("InputTensor"), Filter: a.From("FilterTensor"), Y: a.To("OutputTensor"),
		W:      boxes(a, filter.Sizes[2:]),
		Places: a.Tensor("OutputTensor").Sizes[2:], Groups: a.Uint("GroupCount"), Backward: backward(a), Flipped: a.Is("Mode", "CONVOLUTION"),
		Type: t, XValue: x, FilterValue: weight,
		Finish: func(k *shader.Kernel, y *shader.Tensor, at []string, sum string) {
			y.Store(y.Index(at), value(k, at, sum))
		}}
	if c.Worth() {
		c.Run(p)
	} else {
		c.Direct(p)
	}
	return op.Planned(p)
}
