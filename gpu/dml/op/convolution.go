package op

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
)

// convolutions are the operators that weigh the elements of a window with those of a filter.
var convolutions = []*Row{
	{Name: "CONVOLUTION", Fields: []Field{In("InputTensor"), In("FilterTensor"), OptIn("BiasTensor"), Out("OutputTensor"),
		Enum("Mode", "CONVOLUTION", "CROSS_CORRELATION"), Enum("Direction", "FORWARD", "BACKWARD"),
		Count("DimensionCount", "Strides", "Dilations", "StartPadding", "EndPadding", "OutputPadding"), Attr("Strides", UintsType), dilationsField, Attr("StartPadding", UintsType),
		Attr("EndPadding", UintsType), Attr("OutputPadding", UintsType), Default("GroupCount", UintType, 1), Fused("ELEMENT_WISE_CLIP")},
		Check: checkConvolution, Lower: lowerConvolution},
}

// backward says whether a convolution is transposed: each element of the input adds itself, weighted, to those of the output that the window reaches from it.
func (a *Args) backward() bool { return a.Named("Direction") == "BACKWARD" }

func checkConvolution(a *Args) string {
	x, filter, groups := a.Tensor("InputTensor"), a.Tensor("FilterTensor"), a.Uint("GroupCount")
	if why := first(a.TypesOf("InputTensor", floats...), a.SameTypes(), a.RankOf("InputTensor", 3, 5), a.sameRank()); why != "" {
		return why
	}
	if groups == 0 || x.Sizes[1]%groups != 0 || filter.Sizes[0]%groups != 0 {
		return fmt.Sprintf("GroupCount is %d. The channels of tensor 'InputTensor', %d, and the first size of tensor 'FilterTensor', %d, are expected to be multiples of it.", groups, x.Sizes[1], filter.Sizes[0])
	}
	w := a.boxes(filter.Sizes[2:])
	want := slices.Clone(filter.Sizes)
	channels := filter.Sizes[0]
	if a.backward() {
		want[0], channels = x.Sizes[1], filter.Sizes[1]*groups
	} else {
		want[1] = x.Sizes[1] / groups
	}
	out, why := a.convolved(w)
	if why = first(why, a.SizesOf("FilterTensor", want, "the channels of InputTensor belong to GroupCount groups")); why != "" {
		return why
	}
	bias := slices.Repeat([]uint32{1}, x.Rank())
	bias[1] = channels
	return first(a.SizesOf("BiasTensor", bias, "one element for each channel of OutputTensor"),
		a.SizesOf("OutputTensor", slices.Concat([]uint32{x.Sizes[0], channels}, out), "batches, channels of the filter, and the places of the window"))
}

// convolved are the spatial sizes of the output.
func (a *Args) convolved(w window) (out []uint32, why string) {
	x := a.Tensor("InputTensor").Sizes[2:]
	more := a.Uints("OutputPadding")
	if more == nil {
		more = make([]uint32, len(x))
	}
	if len(more) != len(x) {
		return nil, fmt.Sprintf("OutputPadding has %d entries. It is expected to have one for each of the %d spatial dimensions.", len(more), len(x))
	}
	if !a.backward() {
		if why := w.check(x, "InputTensor"); why != "" {
			return nil, why
		}
		for d, m := range more {
			if m != 0 {
				return nil, fmt.Sprintf("OutputPadding[%d] is %d. It is expected to be 0 where Direction is FORWARD.", d+1, m)
			}
		}
		return w.places(x), ""
	}
	for d := range x {
		if d < len(w.strides) && d < len(w.before) && d < len(w.after) && d < len(w.dilations) {
			size := int64(x[d]-1)*int64(w.strides[d]) + int64(w.span(d)) + int64(more[d]) - int64(w.before[d]) - int64(w.after[d])
			if size < 1 || size > 1<<30 {
				return nil, fmt.Sprintf("Spatial dimension %d of tensor 'OutputTensor' would have %d elements. It is expected to have from 1 to %d.", d+1, size, 1<<30)
			}
			out = append(out, uint32(size))
		}
	}
	if len(out) != len(x) {
		return nil, "Strides, Dilations, StartPadding and EndPadding are expected to have an entry for each spatial dimension."
	}
	return out, w.check(out, "OutputTensor")
}

// lowerConvolution has a work item for each element of the output, which adds the elements of its window in row-major order, and those of all channels of one place after
// the other.
func lowerConvolution(a *Args) *Program {
	k := a.kernel(a.Tensor("OutputTensor"))
	x, filter, y := a.in(k, "InputTensor"), a.in(k, "FilterTensor"), a.out(k, "OutputTensor")
	at := k.Coords("i", y.Sizes)
	w, groups := a.boxes(filter.Sizes[2:]), a.Uint("GroupCount")
	sum := k.Let("sum", "0.0")
	var near, element []string
	var finish func()
	if a.backward() {
		near, element, finish = w.reached(k, at[2:], x.Sizes[2:])
	} else {
		near, element, finish = w.each(k, at[2:], x.Sizes[2:], y.Sizes[2:])
	}
	if a.Named("Mode") == "CONVOLUTION" {
		for d, size := range w.size {
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
	if a.backward() {
		weight = slices.Concat([]string{channel, fmt.Sprintf("uint(%s) %% %d", at[1], outputs)}, element)
	}
	k.Line("%s = %s + %s * %s", sum, sum, x.At(slices.Concat([]string{at[0], channel}, near)), filter.At(weight))
	k.End()
	finish()
	if bias := a.in(k, "BiasTensor"); bias != nil {
		k.Line("%s = %s + %s", sum, sum, bias.At(at))
	}
	y.Store(y.Index(at), a.activated(k, "FusedActivation", sum))
	return steps(k)
}

// reached opens loops over the elements of the window with which it reaches a place from others: the coordinates of those, and of the element in the window.
func (w window) reached(k *shader.Kernel, place []string, extent []uint32) (from, element []string, finish func()) {
	for d := range w.size {
		n := k.Name("n")
		k.Block("for %s = 0, %d do", n, w.size[d]-1)
		far := k.Let("far", "int(%s) + %d - %s * %d", place[d], w.before[d], n, w.dilations[d])
		here := k.Let("here", "uint(max(%s, 0)) / %d", far, w.strides[d])
		k.Block("if %s >= 0 and %s * %d == uint(%s) and %s < %d then", far, here, w.strides[d], far, here, extent[d])
		from, element = append(from, here), append(element, "uint("+n+")")
	}
	return from, element, func() {
		for range 2 * len(w.size) {
			k.End()
		}
	}
}
