package reference

import "math"

// spread is the element of a tensor at an index of a larger one: dimensions of size 1 have one element for all. Without a tensor it is other.
func spread(t *Tensor, index []int, other float64) float64 {
	if t == nil {
		return other
	}
	at := make([]int, len(index))
	for d, size := range t.Sizes {
		at[d] = index[d] % size
	}
	return t.Value(at)
}

// real is what a quantized element stands for, where its scale and zero point are those at another index. Without a scale it is 1.
func (r *run) real(field string, index, at []int) float64 {
	name := field[:len(field)-len("Tensor")]
	return (r.in(field).Value(index) - spread(r.in(name+"ZeroPointTensor"), at, 0)) * spread(r.in(name+"ScaleTensor"), at, 1)
}

// store writes what a number is in the output, which has a scale and a zero point or is a plain number.
func (r *run) store(index []int, f float64) {
	out := r.output()
	if scale := r.in("OutputScaleTensor"); scale != nil {
		low, high := 0.0, 255.0
		if !out.Type.Unsigned() {
			low, high = -128, 127
		}
		f = math.RoundToEven(f/spread(scale, index, 1)) + spread(r.in("OutputZeroPointTensor"), index, 0)
		f = math.Min(high, math.Max(low, f))
	}
	out.SetValue(index, f)
}

func quantizedSum(r *run) {
	Each(r.output().Sizes, func(index []int) { r.store(index, r.real("ATensor", index, index)+r.real("BTensor", index, index)) })
}

// quantizedProduct multiplies matrices of what their elements stand for.
func quantizedProduct(r *run) {
	depth := r.in("ATensor").Sizes[3]
	Each(r.output().Sizes, func(index []int) {
		total := spread(r.in("BiasTensor"), index, 0)
		for k := range depth {
			total += r.real("ATensor", with(index, 3, k), index) * r.real("BTensor", with(index, 2, k), index)
		}
		r.store(index, total)
	})
}

// quantizedConvolution is a cross-correlation over two spatial dimensions of what the elements stand for. Its bias has the scale of a product.
func quantizedConvolution(r *run) {
	x, filter, out := r.input(), r.in("FilterTensor"), r.output()
	strides, dilations, padding, groups := r.attrs.ints("Strides"), r.attrs.ints("Dilations"), r.attrs.ints("StartPadding"), r.attrs.int("GroupCount")
	inputs, outputs := x.Sizes[1]/groups, out.Sizes[1]/groups
	Each(out.Sizes, func(index []int) {
		total := spread(r.in("BiasTensor"), index, 0) * spread(r.in("InputScaleTensor"), index, 1) * spread(r.in("FilterScaleTensor"), index, 1)
		for c := range inputs {
			for i := range filter.Sizes[2] {
				for j := range filter.Sizes[3] {
					row, column := index[2]*strides[0]+i*dilations[0]-padding[0], index[3]*strides[1]+j*dilations[1]-padding[1]
					if row < 0 || row >= x.Sizes[2] || column < 0 || column >= x.Sizes[3] {
						continue
					}
					from := []int{index[0], index[1]/outputs*inputs + c, row, column}
					total += r.real("InputTensor", from, index) * r.real("FilterTensor", []int{index[1], c, i, j}, index)
				}
			}
		}
		r.store(index, total)
	})
}

// diagonals fills diagonals, as the documentation's text says it.
func diagonals(r *run) {
	out := r.output()
	begin, end := r.attrs.int("DiagonalFillBegin"), r.attrs.int("DiagonalFillEnd")
	value := scalar(out.Type, r.attrs["Value"])
	Each(out.Sizes, func(index []int) {
		n := len(index)
		top := index[n-1] - index[n-2]
		fill := 0
		for _, yes := range []bool{end >= begin, top >= begin, top < end} {
			if yes {
				fill++
			}
		}
		switch {
		case fill%2 == 1:
			out.Set(index, value)
		case r.input() != nil:
			out.Set(index, r.input().At(index))
		default:
			out.Set(index, Number{})
		}
	})
}
