package reference

import (
	"math"
	"slices"
)

// move fills the output from the input, element by element: from gives the index in the input.
func (r *run) move(from func(index []int) []int) {
	Each(r.output().Sizes, func(index []int) { r.output().Set(index, r.input().At(from(slices.Clone(index)))) })
}

func cast(r *run) {
	Each(r.output().Sizes, func(index []int) {
		r.output().Set(index, convert(r.input().Type, r.output().Type, r.input().At(index)))
	})
}

// quantize rounds to nearest even and clamps; its inverse scales.
func quantize(r *run) {
	Each(r.output().Sizes, func(index []int) {
		zero := 0.0
		if t := r.in("ZeroPointTensor"); t != nil {
			zero = t.Value(index)
		}
		x, scale, out := r.input().Value(index), r.in("ScaleTensor").Value(index), r.output()
		if r.op == "ELEMENT_WISE_DEQUANTIZE_LINEAR" {
			out.SetValue(index, (x-zero)*scale)
			return
		}
		low, high := 0.0, math.Ldexp(1, out.Type.Bits())-1
		if !out.Type.Unsigned() {
			low, high = -math.Ldexp(1, out.Type.Bits()-1), math.Ldexp(1, out.Type.Bits()-1)-1
		}
		out.SetValue(index, math.Min(high, math.Max(low, math.RoundToEven(x/scale)+zero)))
	})
}

func fill(r *run) {
	out := r.output()
	if r.op == "FILL_VALUE_CONSTANT" {
		Each(out.Sizes, func(index []int) { out.Set(index, scalar(out.Type, r.attrs["Value"])) })
		return
	}
	start, delta := scalar(out.Type, r.attrs["ValueStart"]), scalar(out.Type, r.attrs["ValueDelta"])
	Each(out.Sizes, func(index []int) {
		n := flat(out.Sizes, index)
		out.Set(index, Number{F: start.F + float64(n)*delta.F, I: start.I + int64(n)*delta.I})
	})
}

func diagonal(r *run) {
	out := r.output()
	rank := len(out.Sizes)
	Each(out.Sizes, func(index []int) {
		if index[rank-2]+r.attrs.int("Offset") == index[rank-1] {
			out.SetValue(index, r.attrs.float("Value"))
		} else {
			out.SetValue(index, 0)
		}
	})
}

func valueScale(r *run) {
	bias := r.attrs.floats("Bias")
	Each(r.output().Sizes, func(index []int) {
		r.output().SetValue(index, r.input().Value(index)*r.attrs.float("Scale")+bias[index[1]])
	})
}

// oneHot writes the second value where the index says, else the first one. Negative indices count from the end.
func oneHot(r *run) {
	out, values, axis := r.output(), r.in("ValuesTensor"), r.attrs.int("Axis")
	off := make([]int, len(values.Sizes))
	on := slices.Clone(off)
	for d := len(on) - 1; d >= 0; d-- {
		if values.Sizes[d] > 1 {
			on[d] = 1
			break
		}
	}
	Each(out.Sizes, func(index []int) {
		indices := r.in("IndicesTensor")
		hot := indices.At(with(index, axis, 0)).I
		if hot < 0 && !indices.Type.Unsigned() {
			hot += int64(out.Sizes[axis])
		}
		if hot == int64(index[axis]) {
			out.Set(index, values.At(on))
		} else {
			out.Set(index, values.At(off))
		}
	})
}

// join copies several inputs into one output along an axis, and split one input into several outputs.
func join(r *run) {
	parts, whole, axis := r.tensors["InputTensors"], r.output(), r.attrs.int("Axis")
	if r.op == "SPLIT" {
		parts, whole = r.tensors["OutputTensors"], r.input()
	}
	start := 0
	for _, part := range parts {
		Each(part.Sizes, func(index []int) {
			if at := with(index, axis, index[axis]+start); r.op == "SPLIT" {
				part.Set(index, whole.At(at))
			} else {
				whole.Set(at, part.At(index))
			}
		})
		start += part.Sizes[axis]
	}
}

func tile(r *run) {
	r.move(func(index []int) []int { return wrapped(r.input(), index) })
}

// slice takes every stride-th element of a window, from its end where the stride is negative.
func slice(r *run) {
	offsets, sizes, strides := r.attrs.ints("InputWindowOffsets"), r.attrs.ints("InputWindowSizes"), r.attrs.ints("InputWindowStrides")
	if r.op == "SLICE" {
		offsets, sizes, strides = r.attrs.ints("Offsets"), r.attrs.ints("Sizes"), r.attrs.ints("Strides")
	}
	first := len(r.input().Sizes) - len(offsets)
	r.move(func(index []int) []int {
		for i := range offsets {
			start := offsets[i]
			if strides[i] < 0 {
				start += sizes[i] - 1
			}
			index[first+i] = start + index[first+i]*strides[i]
		}
		return index
	})
}

func pad(r *run) {
	in, out, starts := r.input(), r.output(), r.attrs.ints("StartPadding")
	first := len(in.Sizes) - len(starts)
	Each(out.Sizes, func(index []int) {
		at, padding := slices.Clone(index), false
		for i, start := range starts {
			d := first + i
			size := in.Sizes[d]
			at[d] -= start
			padding = padding || at[d] < 0 || at[d] >= size
			switch r.attrs.name("PaddingMode") {
			case "EDGE":
				at[d] = inside(at[d], size)
			case "WRAP":
				at[d] = ((at[d] % size) + size) % size
			case "REFLECTION":
				at[d] = mirrored(at[d], size, 0)
			case "SYMMETRIC":
				at[d] = mirrored(at[d], size, 1)
			}
		}
		if padding && r.attrs.name("PaddingMode") == "CONSTANT" {
			out.Set(index, scalar(out.Type, r.attrs["PaddingValue"]))
		} else {
			out.Set(index, in.At(at))
		}
	})
}

// mirrored reflects an index at both ends; the elements at the ends are repeated if edge is 1.
func mirrored(i, size, edge int) int {
	for size > 1 && (i < 0 || i >= size) {
		if i < 0 {
			i = -i - edge
		} else {
			i = 2*(size-1) - i + edge
		}
	}
	return inside(i, size)
}

// depthToSpace moves blocks of channels into the plane, and spaceToDepth back.
func depthToSpace(r *run) {
	in, out, b := r.input(), r.output(), r.attrs.int("BlockSize")
	deep, flatter := in, out
	toSpace := r.op[0] == 'D'
	if !toSpace {
		deep, flatter = out, in
	}
	channels := flatter.Sizes[1]
	Each(flatter.Sizes, func(at []int) {
		block := at[2]%b*b + at[3]%b
		channel := block*channels + at[1]
		if r.attrs.name("Order") == "COLUMN_ROW_DEPTH" {
			channel = at[1]*b*b + block
		}
		other := []int{at[0], channel, at[2] / b, at[3] / b}
		if toSpace {
			out.Set(at, deep.At(other))
		} else {
			out.Set(other, in.At(at))
		}
	})
}

func reverse(r *run) {
	axis := r.attrs.int("Axis")
	r.move(func(index []int) []int {
		length := int(r.in("SequenceLengthsTensor").At(with(index, axis, 0)).I)
		if index[axis] < length {
			index[axis] = length - 1 - index[axis]
		}
		return index
	})
}

// pick is an index that a tensor holds: negative ones count from the end.
func pick(t *Tensor, index []int, size int) int {
	i := t.At(index).I
	switch {
	case t.Type.Unsigned() && (i < 0 || i > math.MaxInt32):
		return math.MaxInt32
	case i < 0:
		i += int64(size)
	}
	return int(max(-1, min(i, math.MaxInt32)))
}

// aligned changes the rank of an index at its front, where all is 0.
func aligned(index []int, rank int) []int {
	if len(index) >= rank {
		return slices.Clone(index[len(index)-rank:])
	}
	return append(make([]int, rank-len(index)), index...)
}

// gather replaces one dimension of the input by the dimensions of the indices. Bad indices read inside of the tensor.
func gather(r *run) {
	indices, axis, count := r.in("IndicesTensor"), r.attrs.int("Axis"), r.attrs.int("IndexDimensions")
	rank := len(r.input().Sizes)
	Each(r.output().Sizes, func(index []int) {
		full := aligned(index, rank-1+count)
		size := r.input().Sizes[axis]
		chosen := inside(pick(indices, aligned(full[axis:axis+count], len(indices.Sizes)), size), size)
		r.output().Set(index, r.input().At(slices.Concat(full[:axis], []int{chosen}, full[axis+count:])))
	})
}

func gatherElements(r *run) {
	axis := r.attrs.int("Axis")
	size := r.input().Sizes[axis]
	r.move(func(index []int) []int {
		index[axis] = inside(pick(r.in("IndicesTensor"), index, size), size)
		return index
	})
}

// tuples visits the elements that tuples of indices name: each element's index among the updates (or outputs) and in the tensor.
func (r *run) tuples(tensor, updates *Tensor, visit func(update, at []int, bad bool)) {
	indices, batch := r.in("IndicesTensor"), 0
	if _, ok := r.attrs["BatchDimensionCount"]; ok {
		batch = r.attrs.int("BatchDimensionCount")
	}
	indexRank, rank := r.attrs.int("IndicesDimensionCount"), r.attrs.int("InputDimensionCount")
	length := indices.Sizes[len(indices.Sizes)-1]
	skipped := len(tensor.Sizes) - rank
	Each(updates.Sizes, func(update []int) {
		full := aligned(update, indexRank-1+rank-batch-length)
		at := append(slices.Clone(full[:batch]), make([]int, length)...)
		at = append(at, full[indexRank-1:]...)
		bad := false
		for k := range length {
			d := batch + k
			size := tensor.Sizes[skipped+d]
			i := pick(indices, aligned(append(slices.Clone(full[:indexRank-1]), k), len(indices.Sizes)), size)
			at[d] = inside(i, size)
			bad = bad || i != at[d]
		}
		visit(update, aligned(at, len(tensor.Sizes)), bad)
	})
}

func gatherND(r *run) {
	r.tuples(r.input(), r.output(), func(update, at []int, _ bool) { r.output().Set(update, r.input().At(at)) })
}

// scatter copies the input and writes the updates over it, the last one last. Updates with bad indices are left out.
func scatter(r *run) {
	r.move(func(index []int) []int { return index })
	axis, updates := r.attrs.int("Axis"), r.in("UpdatesTensor")
	Each(updates.Sizes, func(index []int) {
		if i := pick(r.in("IndicesTensor"), index, r.output().Sizes[axis]); i == inside(i, r.output().Sizes[axis]) {
			r.output().Set(with(index, axis, i), updates.At(index))
		}
	})
}

func scatterND(r *run) {
	r.move(func(index []int) []int { return index })
	r.tuples(r.output(), r.in("UpdatesTensor"), func(update, at []int, bad bool) {
		if !bad {
			r.output().Set(at, r.in("UpdatesTensor").At(update))
		}
	})
}
