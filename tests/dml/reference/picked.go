package reference

import (
	"math"
	"math/bits"
	"slices"
)

func unpool(r *run) {
	out, last := r.output(), map[int][]int{}
	Each(r.input().Sizes, func(index []int) { last[int(r.in("IndicesTensor").At(index).I)] = slices.Clone(index) })
	Each(out.Sizes, func(index []int) {
		out.SetValue(index, 0)
		if from, ok := last[flat(out.Sizes, index)]; ok {
			out.Set(index, r.input().At(from))
		}
	})
}

func nonzero(r *run) {
	in, rows := r.input(), r.in("OutputCoordinatesTensor")
	row := make([]int, len(rows.Sizes))
	n := rows.Sizes[len(row)-1]
	Each(in.Sizes, func(index []int) {
		if in.Value(index) == 0 {
			return
		}
		for d := range n {
			row[len(row)-1] = d
			rows.Set(row, Number{I: int64(index[len(index)-n+d])})
		}
		row[len(row)-2]++
	})
	r.in("OutputCountTensor").Data[0].I = int64(row[len(row)-2])
}

// random is Philox 4×32 of ten rounds.
func random(r *run) {
	state := r.in("InputStateTensor")
	var s [6]uint32
	Each(state.Sizes, func(index []int) { s[index[3]] = uint32(state.At(index).I) })
	counter := func(by int) (c [4]uint32) {
		carry := uint32(by)
		for i := range c {
			sum, over := bits.Add32(s[i], carry, 0)
			c[i], carry = sum, over
		}
		return c
	}
	n := 0
	Each(r.output().Sizes, func(index []int) {
		r.output().Set(index, Number{I: int64(philox(counter(n/4), [2]uint32{s[4], s[5]})[n%4])})
		n++
	})
	if after := r.in("OutputStateTensor"); after != nil {
		c := counter((n + 3) / 4)
		Each(after.Sizes, func(index []int) {
			after.Set(index, Number{I: int64(s[index[3]])})
			if index[3] < 4 {
				after.Set(index, Number{I: int64(c[index[3]])})
			}
		})
	}
}

func philox(c [4]uint32, key [2]uint32) [4]uint32 {
	for range 10 {
		high0, low0 := bits.Mul32(0xD2511F53, c[0])
		high1, low1 := bits.Mul32(0xCD9E8D57, c[2])
		c = [4]uint32{high1 ^ c[1] ^ key[0], low1, high0 ^ c[3] ^ key[1], low0}
		key[0] += 0x9E3779B9
		key[1] += 0xBB67AE85
	}
	return c
}

// blockwise quantizes, or goes back, with a scale and a zero point for each block.
func blockwise(r *run) {
	list := r.tensors["QuantizationTensors"]
	Each(r.input().Sizes, func(index []int) {
		at := slices.Clone(index)
		for d := range at {
			at[d] = index[d] * list[0].Sizes[d] / r.input().Sizes[d]
		}
		scale, zero := list[0].Value(at), 0.0
		if len(list) > 1 {
			zero = list[1].Value(at)
		}
		if r.op == "DEQUANTIZE" {
			r.output().SetValue(index, (r.input().Value(index)-zero)*scale)
		} else {
			r.output().SetValue(index, math.RoundToEven(r.input().Value(index)/scale)+zero)
		}
	})
}

func dynamic(r *run) {
	low, high := 0.0, 0.0
	Each(r.input().Sizes, func(index []int) {
		low, high = min(low, r.input().Value(index)), max(high, r.input().Value(index))
	})
	least, most := 0.0, 255.0
	if r.output().Type == "INT8" {
		least, most = -128, 127
	}
	scale := float64(float32((high - low) / (most - least)))
	if scale == 0 {
		scale = 1
	}
	zero := max(least, min(most, math.RoundToEven(least-low/scale)))
	Each(r.input().Sizes, func(index []int) {
		r.output().SetValue(index, math.RoundToEven(r.input().Value(index)/scale)+zero)
	})
	r.in("OutputScaleTensor").Data[0].F, r.in("OutputZeroPointTensor").Data[0].I = scale, int64(zero)
}

func quantizedPool(r *run) {
	in, out := r.input(), r.output()
	w := r.window(r.attrs.ints("WindowSize"))
	one := make([]int, len(in.Sizes))
	zero := func(field string) float64 {
		if t := r.in(field); t != nil {
			return t.Value(one)
		}
		return 0
	}
	Each(out.Sizes, func(index []int) {
		total, count, all := 0.0, 0.0, 0.0
		Each(w.size, func(k []int) {
			all++
			if at, inside := w.reach(index, k, in.Sizes); inside {
				total += in.Value(at) - zero("InputZeroPointTensor")
				count++
			}
		})
		if r.attrs.bool("IncludePadding") {
			count = all
		}
		mean := total * r.in("InputScaleTensor").Value(one) / count
		out.SetValue(index, math.RoundToEven(mean/r.in("OutputScaleTensor").Value(one))+zero("OutputZeroPointTensor"))
	})
}
