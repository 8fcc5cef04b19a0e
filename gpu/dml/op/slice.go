package op

import (
	"fmt"
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// slicings are the operators that take a part of a tensor, or put a tensor into a larger one.
var slicings = []*Row{
	{Name: "PADDING", Fields: append(append([]Field{In("InputTensor"), Out("OutputTensor"), paddingMode}, Attr("PaddingValue", FloatType)), paddings...),
		Check: checkPadding, Lower: func(a *Args) *Program {
			return lowerPadding(a, func(m shader.Math) string { return m.Const(float64(a.Float("PaddingValue"))) })
		}},
	{Name: "PADDING1", Fields: append([]Field{In("InputTensor"), Out("OutputTensor"), paddingMode, typeField("PaddingValueDataType"), Attr("PaddingValue", ScalarType)}, paddings...),
		Check: func(a *Args) string { return first(checkPadding(a), a.sameAs("PaddingValueDataType", "InputTensor")) },
		Lower: func(a *Args) *Program {
			return lowerPadding(a, func(m shader.Math) string { return m.Scalar(a.Scalar("PaddingValue")) })
		}},
	{Name: "SLICE", Fields: []Field{In("InputTensor"), Out("OutputTensor"), Count("DimensionCount", "Offsets", "Sizes", "Strides"),
		Must("Offsets", UintsType), Must("Sizes", UintsType), Must("Strides", UintsType)},
		Check: checkSlice, Lower: lowerSlice},
	{Name: "SLICE1", Fields: []Field{In("InputTensor"), Out("OutputTensor"), Count("DimensionCount", "InputWindowOffsets", "InputWindowSizes", "InputWindowStrides"),
		Must("InputWindowOffsets", UintsType), Must("InputWindowSizes", UintsType), Must("InputWindowStrides", IntsType)},
		Check: checkSlice, Lower: lowerSlice},
}

// cut is one dimension of a slice: every stride-th element of a window, from its end where the stride is negative.
type cut struct {
	offset       uint32
	size, length uint64 // of the window, and how many elements are taken of it
	stride       int64
}

// start is the place of the first one.
func (c cut) start() uint32 {
	if c.stride < 0 {
		return c.offset + uint32(c.size-1)
	}
	return c.offset
}

// sliceFields are the names of the attributes of a slicing operator.
func (a *Args) sliceFields() (offsets, sizes, strides string) {
	if a.Row.Name == "SLICE" {
		return "Offsets", "Sizes", "Strides"
	}
	return "InputWindowOffsets", "InputWindowSizes", "InputWindowStrides"
}

// cuts are the dimensions of a slice. SLICE says how many elements are taken, SLICE1 how large the window is that they are taken of.
func (a *Args) cuts() []cut {
	offsets, sizes, strides := a.sliceFields()
	out := make([]cut, len(a.Uints(offsets)))
	for d := range out {
		size := uint64(a.Uints(sizes)[d])
		c := cut{offset: a.Uints(offsets)[d], size: size, length: size}
		if a.Row.Name == "SLICE" {
			c.stride = int64(a.Uints(strides)[d])
			c.size = 1 + (size-1)*uint64(c.stride)
		} else if c.stride = int64(a.Ints(strides)[d]); c.stride != 0 {
			c.length = 1 + (size-1)/uint64(max(c.stride, -c.stride))
		}
		out[d] = c
	}
	return out
}

func checkSlice(a *Args) string {
	offsets, sizes, strides := a.sliceFields()
	x := a.Tensor("InputTensor")
	if why := first(a.TypesOf("InputTensor", allTypes...), a.SameTypes(), a.perDimension(offsets, len(a.Uints(offsets)), "InputTensor")); why != "" {
		return why
	}
	want := slices.Clone(x.Sizes)
	for d, c := range a.cuts() {
		switch {
		case c.stride == 0:
			return fmt.Sprintf("%s[%d] is 0. It is expected to be another number.", strides, d+1)
		case a.Uints(sizes)[d] == 0:
			return fmt.Sprintf("%s[%d] is 0. It is expected to be at least 1.", sizes, d+1)
		case uint64(c.offset)+c.size > uint64(x.Sizes[d]):
			return fmt.Sprintf("%s[%d] is %d, %s[%d] is %d and %s[%d] is %d. What is taken is expected to end within the %d elements of tensor 'InputTensor'.",
				offsets, d+1, c.offset, sizes, d+1, a.Uints(sizes)[d], strides, d+1, c.stride, x.Sizes[d])
		}
		want[d] = uint32(c.length)
	}
	if y := a.Tensor("OutputTensor"); a.Row.Name == "SLICE1" && y.Rank() == len(want) { // the last ones of a window may be left
		for d, size := range y.Sizes {
			if size > want[d] {
				return fmt.Sprintf("Tensor 'OutputTensor' has Sizes of %s. They are expected to be at most %s: as many as can be taken.", tensor.List(y.Sizes), tensor.List(want))
			}
		}
		return ""
	}
	return a.SizesOf("OutputTensor", want, "as many as are taken")
}

func lowerSlice(a *Args) *Program {
	return a.moved(func(_ *shader.Kernel, at []string) []string {
		for d, c := range a.cuts() {
			switch {
			case at[d] == "0":
				at[d] = number(c.start())
			case c.stride < 0:
				at[d] = fmt.Sprintf("%d - (%s) * %d", c.start(), at[d], -c.stride)
			default:
				at[d] = plus(fmt.Sprintf("(%s) * %d", at[d], c.stride), c.start())
			}
		}
		return at
	})
}

var paddingMode = Enum("PaddingMode", "CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC")

var paddings = []Field{Count("DimensionCount", "StartPadding", "EndPadding"), Must("StartPadding", UintsType), Must("EndPadding", UintsType)}

func checkPadding(a *Args) string {
	x, starts, ends := a.Tensor("InputTensor"), a.Uints("StartPadding"), a.Uints("EndPadding")
	if why := first(a.TypesOf("InputTensor", allTypes...), a.SameTypes(), a.perDimension("StartPadding", len(starts), "InputTensor")); why != "" {
		return why
	}
	want := slices.Clone(x.Sizes)
	for d := range want {
		size := uint64(want[d]) + uint64(starts[d]) + uint64(ends[d])
		if size > tensor.MaxElements/4 {
			return fmt.Sprintf("StartPadding[%d] and EndPadding[%d] are %d and %d. The dimension is expected to have at most %d elements with them.", d+1, d+1, starts[d], ends[d], tensor.MaxElements/4)
		}
		want[d] = uint32(size)
	}
	return a.SizesOf("OutputTensor", want, "those of InputTensor and of both paddings")
}

// lowerPadding takes each element of the output from the place that the mode says; CONSTANT has a value for those outside.
func lowerPadding(a *Args, value func(m shader.Math) string) *Program {
	x, starts, ends := a.Tensor("InputTensor"), a.Uints("StartPadding"), a.Uints("EndPadding")
	mode := a.Named("PaddingMode")
	k := a.kernel(a.Tensor("OutputTensor"))
	y := a.out(k, "OutputTensor")
	at := k.Coords("i", y.Sizes)
	from, inside := slices.Clone(at), ""
	for d, size := range x.Sizes {
		if starts[d] == 0 && ends[d] == 0 {
			continue
		}
		here := k.Let("here", "int(%s) - %d", at[d], starts[d])
		from[d] = k.Let("from", "uint(%s)", outside(mode, here, size, starts[d]))
		if mode == "CONSTANT" {
			inside += fmt.Sprintf(" and %s >= 0 and %s < %d", here, here, size)
		}
	}
	if inside == "" {
		y.Store(y.Index(at), a.in(k, "InputTensor").At(from))
		return steps(k)
	}
	k.Block("if %s then", inside[len(" and "):])
	y.Store(y.Index(at), a.in(k, "InputTensor").At(from))
	k.Else("else")
	y.Store(y.Index(at), value(k.Math(x.DataType)))
	k.End()
	return steps(k)
}

// outside is the place in a dimension that stands for one that may be outside of it, as an expression of type int. Reflections go on at both ends for as long as
// the padding is: they have a period, which leaves out the elements at the ends where REFLECTION does not repeat them.
func outside(mode, here string, size, start uint32) string {
	switch period := map[string]uint32{"REFLECTION": 2 * (size - 1), "SYMMETRIC": 2 * size}[mode]; {
	case mode == "CONSTANT":
		return here
	case period == 0: // EDGE, or a reflection of one element
		return fmt.Sprintf("clamp(%s, 0, %d)", here, size-1)
	default:
		whole := uint32(math.Ceil(float64(start)/float64(period))) * period
		back := period - 1
		if mode == "REFLECTION" {
			back = period
		}
		place := fmt.Sprintf("(%s + %d) %% %d", here, whole, period)
		return fmt.Sprintf("min(%s, %d - %s)", place, back, place)
	}
}
