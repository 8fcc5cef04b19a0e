package catalogue

import (
	"fmt"
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// slicings are the operators that take a part of a tensor, or put a tensor into a larger one.
var slicings = []*op.Row{
	{Name: "PADDING", Fields: append(append([]op.Field{op.In("InputTensor"), op.Out("OutputTensor"), paddingMode},
		op.Attr("PaddingValue", op.FloatType)), paddings...),
		Check: checkPadding, Lower: func(a *op.Args) *op.Program {
			return lowerPadding(a, func(m shader.Math) string { return m.Const(float64(a.Float("PaddingValue"))) })
		}},
	{Name: "PADDING1", Fields: append([]op.Field{op.In("InputTensor"), op.Out("OutputTensor"), paddingMode, op.TypeField("PaddingValueDataType"),
		op.Attr("PaddingValue", op.ScalarType)}, paddings...),
		Check: func(a *op.Args) string {
			return op.First(checkPadding(a), a.SameAs("PaddingValueDataType", "InputTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			return lowerPadding(a, func(m shader.Math) string { return m.Scalar(a.Scalar("PaddingValue")) })
		}},
	{Name: "SLICE", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Count("DimensionCount", "Offsets", "Sizes", "Strides"),
		op.Must("Offsets", op.UintsType), op.Must("Sizes", op.UintsType), op.Must("Strides", op.UintsType)},
		Check: checkSlice, Lower: lowerSlice},
	{Name: "SLICE1", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"),
		op.Count("DimensionCount", "InputWindowOffsets", "InputWindowSizes", "InputWindowStrides"),
		op.Must("InputWindowOffsets", op.UintsType), op.Must("InputWindowSizes", op.UintsType), op.Must("InputWindowStrides", op.IntsType)},
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
func sliceFields(a *op.Args) (offsets, sizes, strides string) {
	if a.Row.Name == "SLICE" {
		return "Offsets", "Sizes", "Strides"
	}
	return "InputWindowOffsets", "InputWindowSizes", "InputWindowStrides"
}

// cuts are the dimensions of a slice. SLICE says how many elements are taken, SLICE1 how large the window is that they are taken of.
func cuts(a *op.Args) []cut {
	offsets, sizes, strides := sliceFields(a)
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

func checkSlice(a *op.Args) string { return checkSliced(a, "InputTensor", "OutputTensor") }

// checkSliced asks for a slice of one tensor, and for another one of as many elements as are taken.
func checkSliced(a *op.Args, whole, part string) string {
	offsets, sizes, strides := sliceFields(a)
	x := a.Tensor(whole)
	if why := op.First(a.TypesOf(a.Row.Fields[0].Name, op.AllTypes...), a.SameTypes(),
		a.PerDimension(offsets, len(a.Uints(offsets)), whole)); why != "" {
		return why
	}
	want := slices.Clone(x.Sizes)
	for d, c := range cuts(a) {
		switch {
		case c.stride == 0:
			return fmt.Sprintf("%s[%d] is 0. It is expected to be another number.", strides, d+1)
		case a.Uints(sizes)[d] == 0:
			return fmt.Sprintf("%s[%d] is 0. It is expected to be at least 1.", sizes, d+1)
		case uint64(c.offset)+c.size > uint64(x.Sizes[d]):
			return fmt.Sprintf("%s[%d] is %d, %s[%d] is %d and %s[%d] is %d. What is taken is expected to end within the %d elements of tensor '%s'.",
				offsets, d+1, c.offset, sizes, d+1, a.Uints(sizes)[d], strides, d+1, c.stride, x.Sizes[d], whole)
		}
		want[d] = uint32(c.length)
	}
	if y := a.Tensor(part); a.Row.Name != "SLICE" && y.Rank() == len(want) { // the last ones of a window may be left
		for d, size := range y.Sizes {
			if size > want[d] {
				return fmt.Sprintf("Tensor '%s' has Sizes of %s. They are expected to be at most %s: as many as can be taken.", part,
					tensor.List(y.Sizes), tensor.List(want))
			}
		}
		return ""
	}
	return a.SizesOf(part, want, "as many as are taken")
}

func lowerSlice(a *op.Args) *op.Program {
	return moved(a, func(_ *shader.Kernel, at []string) []string {
		for d, c := range cuts(a) {
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

var paddingMode = op.Enum("PaddingMode", "CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP")

var paddings = []op.Field{op.Count("DimensionCount", "StartPadding", "EndPadding"), op.Must("StartPadding", op.UintsType),
	op.Must("EndPadding", op.UintsType)}

func checkPadding(a *op.Args) string {
	x, starts, ends := a.Tensor("InputTensor"), a.Uints("StartPadding"), a.Uints("EndPadding")
	if why := op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes(),
		a.PerDimension("StartPadding", len(starts), "InputTensor")); why != "" {
		return why
	}
	want := slices.Clone(x.Sizes)
	for d := range want {
		size := uint64(want[d]) + uint64(starts[d]) + uint64(ends[d])
		if size > tensor.MaxElements/4 {
			return fmt.Sprintf("StartPadding[%d] and EndPadding[%d] are %d and %d. The dimension is expected to have at most %d elements with them.",
				d+1, d+1, starts[d], ends[d], tensor.MaxElements/4)
		}
		want[d] = uint32(size)
	}
	return a.SizesOf("OutputTensor", want, "those of InputTensor and of both paddings")
}

// lowerPadding takes each element of the output from the place that the mode says; CONSTANT has a value for those outside.
func lowerPadding(a *op.Args, value func(m shader.Math) string) *op.Program {
	x, starts, ends := a.Tensor("InputTensor"), a.Uints("StartPadding"), a.Uints("EndPadding")
	mode := a.Named("PaddingMode")
	k := a.Kernel(a.Tensor("OutputTensor"))
	y := a.Out(k, "OutputTensor")
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
		y.Store(y.Index(at), a.In(k, "InputTensor").At(from))
		return op.Steps(k)
	}
	k.Block("if %s then", inside[len(" and "):])
	y.Store(y.Index(at), a.In(k, "InputTensor").At(from))
	k.Else("else")
	y.Store(y.Index(at), value(k.Math(x.DataType)))
	k.End()
	return op.Steps(k)
}

// outside is the place in a dimension that stands for one that may be outside it, as an expression of type int. Reflections go on at both ends for as
// long as the padding is: they have a period, which leaves out the elements at the ends where REFLECTION does not repeat them. WRAP begins again from
// the other end.
func outside(mode, here string, size, start uint32) string {
	switch period := map[string]uint32{"REFLECTION": 2 * (size - 1), "SYMMETRIC": 2 * size, "WRAP": size}[mode]; {
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
		if mode == "WRAP" {
			return place
		}
		return fmt.Sprintf("min(%s, %d - %s)", place, back, place)
	}
}
