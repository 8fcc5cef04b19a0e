package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/window"
)

// convolutions are the operators that weigh the elements of a window with those of a filter.
var convolutions = []*op.Row{
	{Name: "CONVOLUTION", Fields: []op.Field{op.In("InputTensor"), op.In("FilterTensor"), op.OptIn("BiasTensor"), op.Out("OutputTensor"),
		op.Enum("Mode", "CONVOLUTION", "CROSS_CORRELATION"), op.Enum("Direction", "FORWARD", "BACKWARD"),
		op.Count("DimensionCount", "Strides", "Dilations", "StartPadding", "EndPadding", "OutputPadding"), op.Attr("Strides", op.UintsType), dilationsField, op.Attr("StartPadding", op.UintsType),
		op.Attr("EndPadding", op.UintsType), op.Attr("OutputPadding", op.UintsType), op.Default("GroupCount", op.UintType, 1), op.Fused("ELEMENT_WISE_CLIP")},
		Check: checkConvolution, Lower: lowerConvolution},
}

// backward says whether a convolution is transposed: each element of the input adds itself, weighted, to those of the output that the window reaches from it.
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
	return op.First(why, a.SizesOf("OutputTensor", slices.Concat([]uint32{x.Sizes[0], channels}, out), "batches, channels of the filter, and the places of the window"))
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
				return nil, fmt.Sprintf("Spatial dimension %d of tensor 'OutputTensor' would have %d elements. It is expected to have from 1 to %d.", d+1, size, 1<<30)
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
	k := a.Kernel(a.Tensor("OutputTensor"))
	y := a.Out(k, "OutputTensor")
	at := k.Coords("i", y.Sizes)
	sum := convolve(a, k, at, k.Let("sum", "0.0"), "%s * %s")
	if bias := a.In(k, "BiasTensor"); bias != nil {
		k.Line("%s = %s + %s", sum, sum, bias.At(at))
	}
	y.Store(y.Index(at), a.Activated(k, "FusedActivation", sum))
	return op.Steps(k)
}

// convolve adds the elements of the window of an element of the output to a sum in row-major order, and those of all channels of one place after the other. term is
// one of them, of an element of the input and one of the filter.
func convolve(a *op.Args, k *shader.Kernel, at []string, sum, term string) string {
	x, filter, y := a.In(k, "InputTensor"), a.In(k, "FilterTensor"), a.Tensor("OutputTensor")
	w, groups := boxes(a, filter.Sizes[2:]), a.Uint("GroupCount")
	var near, element []string
	var finish func()
	if backward(a) {
		near, element, finish = w.Reached(k, at[2:], x.Sizes[2:])
	} else {
		near, element, finish = w.Each(k, at[2:], x.Sizes[2:], y.Sizes[2:])
	}
	if a.Is("Mode", "CONVOLUTION") {
		for d, size := range w.Size {
			element[d] = fmt.Sprintf("%d - %s", size-1, element[d])
		}
	}
	inputs, outputs := x.Sizes[1]/groups, y.Sizes[1]/groups
	group := "0"
	if groups > 1 {
		group = k.Let("group", "uint(%s) / %d", at[1], outputs)
	}
	c := k.Name("c")
	k.Block("for %s = 0, %d do", c, inputs-1)
	channel := k.Let("channel", "%s * %d + uint(%s)", group, inputs, c)
	weight := slices.Concat([]string{at[1], "uint(" + c + ")"}, element)
	if backward(a) {
		weight = slices.Concat([]string{channel, fmt.Sprintf("uint(%s) %% %d", at[1], outputs)}, element)
	}
	k.Line("%s = %s + "+term, sum, sum, x.At(slices.Concat([]string{at[0], channel}, near)), filter.At(weight))
	k.End()
	finish()
	return sum
}
