package reference

import (
	"math"
	"slices"
	"strings"
)

// gemm multiplies the matrices of the last two dimensions.
func gemm(r *run) {
	a, b, c := r.in("ATensor"), r.in("BTensor"), r.in("CTensor")
	rank := len(a.Sizes)
	row, column := rank-2, rank-1
	transposed := func(t string, index []int) []int {
		if r.attrs.name(t) == "TRANSPOSE" {
			index[row], index[column] = index[column], index[row]
		}
		return index
	}
	depth := a.Sizes[column]
	if r.attrs.name("TransA") == "TRANSPOSE" {
		depth = a.Sizes[row]
	}
	Each(r.output().Sizes, func(index []int) {
		total := 0.0
		for k := range depth {
			total += a.Value(transposed("TransA", with(index, column, k))) * b.Value(transposed("TransB", with(index, row, k)))
		}
		total *= r.attrs.float("Alpha")
		if c != nil {
			total += r.attrs.float("Beta") * c.Value(index)
		}
		r.output().SetValue(index, r.finish(total))
	})
	if f := r.attrs.nested("FusedActivation"); strings.Contains(f.name("Type"), "SOFTMAX") {
		softmax(&run{op: f.name("Type"), tensors: map[string][]*Tensor{"InputTensor": {r.output()}, "OutputTensor": {r.output()}}, attrs: f})
	}
}

// window is what convolutions and poolings share: places of a small window over the spatial dimensions, the last ones.
type window struct {
	first                  int // spatial dimension
	size                   []int
	strides, dilations, at []int // at: start padding
}

func (r *run) window(size []int) window {
	w := window{size: size, strides: r.attrs.ints("Strides"), dilations: r.attrs.ints("Dilations"), at: r.attrs.ints("StartPadding")}
	if in := r.input(); in != nil {
		w.first = len(in.Sizes) - len(size)
	}
	if w.dilations == nil {
		w.dilations = slices.Repeat([]int{1}, len(size))
	}
	return w
}

// reach is the index that element k of the window at one place has, and whether it is inside of the sizes.
func (w window) reach(index, k, sizes []int) ([]int, bool) {
	out, inside := slices.Clone(index), true
	for i := range k {
		d := w.first + i
		out[d] = index[d]*w.strides[i] - w.at[i] + k[i]*w.dilations[i]
		inside = inside && out[d] >= 0 && out[d] < sizes[d]
	}
	return out, inside
}

// convolution gathers forward, and scatters backward: each input element adds itself, weighted, to the outputs that the window reaches from it.
func convolution(r *run) {
	in, out, filter, bias := r.input(), r.output(), r.in("FilterTensor"), r.in("BiasTensor")
	first := len(in.Sizes) - r.attrs.int("DimensionCount")
	w := r.window(filter.Sizes[first:])
	backward := r.attrs.name("Direction") == "BACKWARD"
	from, to := in, out // the window reaches from places of out to places of in
	if !backward {
		from, to = out, in
	}
	sums := New("FLOAT64", out.Sizes, nil)
	perGroup := filter.Sizes[1]
	Each(from.Sizes, func(index []int) {
		Each(w.size, func(k []int) {
			at, inside := w.reach(index, k, to.Sizes)
			if !inside {
				return
			}
			for c := range perGroup {
				weight := append([]int{index[1], c}, r.flipped(k, w.size)...)
				near := with(at, 1, c+index[1]/(filter.Sizes[0]/r.attrs.int("GroupCount"))*perGroup)
				if backward {
					sums.SetValue(near, sums.Value(near)+in.Value(index)*filter.Value(weight))
				} else {
					sums.SetValue(index, sums.Value(index)+in.Value(near)*filter.Value(weight))
				}
			}
		})
	})
	Each(out.Sizes, func(index []int) {
		total := sums.Value(index)
		if bias != nil {
			at := make([]int, len(index))
			at[1] = index[1]
			total += bias.Value(at)
		}
		out.SetValue(index, r.finish(total))
	})
}

func (r *run) flipped(k, size []int) []int {
	if r.attrs.name("Mode") != "CONVOLUTION" {
		return k
	}
	out := slices.Clone(k)
	for i := range out {
		out[i] = size[i] - 1 - k[i]
	}
	return out
}

// pool reduces each window: the largest (with its flat index in the whole input), the average or the Lp norm.
func pool(r *run) {
	in, out := r.input(), r.output()
	w := r.window(r.attrs.ints("WindowSize"))
	Each(out.Sizes, func(index []int) {
		var x []float64
		var best []int
		elements := 0
		Each(w.size, func(k []int) {
			elements++
			at, inside := w.reach(index, k, in.Sizes)
			if !inside {
				return
			}
			x = append(x, in.Value(at))
			if best == nil || in.Type.less(in.At(best), in.At(at)) {
				best = at
			}
		})
		switch r.op {
		case "AVERAGE_POOLING", "AVERAGE_POOLING1":
			if !r.attrs.bool("IncludePadding") {
				elements = len(x)
			}
			out.SetValue(index, sum(x, same)/float64(elements))
		case "LP_POOLING", "LP_POOLING1":
			p := r.attrs.float("P")
			out.SetValue(index, math.Pow(sum(x, func(v float64) float64 { return math.Pow(math.Abs(v), p) }), 1/p))
		default:
			out.Set(index, in.At(best))
			if indices := r.in("OutputIndicesTensor"); indices != nil {
				indices.Set(index, Number{I: int64(flat(in.Sizes, best))})
			}
		}
	})
}

// resample takes each output element from where it lies in the input: out = (in + input offset) * scale + output offset.
func resample(r *run) {
	in, out := r.input(), r.output()
	scales, before, after := r.scales()
	Each(out.Sizes, func(index []int) {
		places := make([]float64, len(index))
		for d := range index {
			places[d] = (float64(index[d])-after[d])/scales[d] - before[d]
		}
		if r.attrs.name("InterpolationMode") != "LINEAR" {
			at := make([]int, len(index))
			for d, p := range places {
				at[d] = inside(int(math.Ceil(p-0.5)), in.Sizes[d])
			}
			out.Set(index, in.At(at))
			return
		}
		total := 0.0
		Each(slices.Repeat([]int{2}, len(index)), func(corner []int) {
			at, weight := make([]int, len(index)), 1.0
			for d, p := range places {
				low := math.Floor(p)
				at[d] = inside(int(low)+corner[d], in.Sizes[d])
				if corner[d] == 0 {
					weight *= 1 - (p - low)
				} else {
					weight *= p - low
				}
			}
			total += weight * in.Value(at)
		})
		out.SetValue(index, total)
	})
}

// scales are the scale of each dimension, and the offsets before and after scaling.
func (r *run) scales() (scales, before, after []float64) {
	rank := len(r.input().Sizes)
	scales = r.attrs.floats("Scales")
	if size := r.attrs.nested("ScaleSize"); size != nil {
		scales = []float64{size.float("Height"), size.float("Width")}
	}
	scales = append(slices.Repeat([]float64{1}, rank-len(scales)), scales...)
	before, after = r.attrs.floats("InputPixelOffsets"), r.attrs.floats("OutputPixelOffsets")
	if before == nil { // centres of pixels
		before, after = slices.Repeat([]float64{0.5}, rank), slices.Repeat([]float64{-0.5}, rank)
	}
	return scales, before, after
}

func inside(i, size int) int { return max(0, min(i, size-1)) }
