package reference

import (
	"math"
	"slices"
	"sort"
)

// groups visits the elements of a tensor in sets that differ on some axes only: the index of the set (0 on those axes), and the indices of its
// elements in row-major order.
func groups(sizes, axes []int, visit func(set []int, members [][]int)) {
	outer, inner := slices.Clone(sizes), make([]int, len(sizes))
	for d := range sizes {
		inner[d] = 1
		if slices.Contains(axes, d) {
			outer[d], inner[d] = 1, sizes[d]
		}
	}
	Each(outer, func(set []int) {
		var members [][]int
		Each(inner, func(at []int) {
			member := make([]int, len(set))
			for d := range set {
				member[d] = set[d] + at[d]
			}
			members = append(members, member)
		})
		visit(set, members)
	})
}

// values are the elements of a set as float64.
func values(t *Tensor, members [][]int) []float64 {
	var out []float64
	for _, index := range members {
		out = append(out, t.Value(index))
	}
	return out
}

func sum(x []float64, of func(float64) float64) float64 {
	s := 0.0
	for _, v := range x {
		s += of(v)
	}
	return s
}

func same(x float64) float64   { return x }
func square(x float64) float64 { return x * x }

var reductions = map[string]func(x []float64) float64{
	"AVERAGE":     func(x []float64) float64 { return sum(x, same) / float64(len(x)) },
	"L1":          func(x []float64) float64 { return sum(x, math.Abs) },
	"L2":          func(x []float64) float64 { return math.Sqrt(sum(x, square)) },
	"LOG_SUM":     func(x []float64) float64 { return ln(sum(x, same)) },
	"LOG_SUM_EXP": logSumExp,
	"MAX":         slices.Max[[]float64],
	"MIN":         slices.Min[[]float64],
	"MULTIPLY": func(x []float64) float64 {
		p := 1.0
		for _, v := range x {
			p *= v
		}
		return p
	},
	"SUM":        func(x []float64) float64 { return sum(x, same) },
	"SUM_SQUARE": func(x []float64) float64 { return sum(x, square) },
}

// ln is math.Log, which is wrong for denormals on some machines.
func ln(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		fraction, exponent := math.Frexp(x)
		return math.Log(fraction) + float64(exponent)*math.Ln2
	}
	return math.Log(x)
}

func logSumExp(x []float64) float64 {
	top := slices.Max(x)
	if math.IsInf(top, 0) {
		return top
	}
	return top + math.Log(sum(x, func(v float64) float64 { return math.Exp(v - top) }))
}

func reduce(r *run) {
	function := r.attrs.name("Function")
	if function == "ARGMAX" || function == "ARGMIN" {
		r.op = function
		argument(r)
		return
	}
	in, out := r.input(), r.output()
	groups(in.Sizes, r.attrs.ints("Axes"), func(set []int, members [][]int) {
		if in.Type.Float() {
			out.SetValue(set, reductions[function](values(in, members)))
			return
		}
		out.Set(set, Number{I: reduceIntegers(function, in, members)})
	})
}

// reduceIntegers has the functions that are exact in integers. The others go through float64.
func reduceIntegers(function string, t *Tensor, members [][]int) int64 {
	first := t.At(members[0]).I
	fold := func(start int64, f func(a, b int64) int64) int64 {
		for _, index := range members {
			start = f(start, t.At(index).I)
		}
		return start
	}
	switch function {
	case "SUM":
		return fold(0, func(a, b int64) int64 { return a + b })
	case "MULTIPLY":
		return fold(1, func(a, b int64) int64 { return a * b })
	case "SUM_SQUARE":
		return fold(0, func(a, b int64) int64 { return a + b*b })
	case "L1":
		return fold(0, func(a, b int64) int64 {
			if t.Type.Unsigned() {
				return a + b
			}
			return a + max(b, -b)
		})
	case "MAX":
		return fold(first, func(a, b int64) int64 { return larger(t.Type, a, b) })
	case "MIN":
		return fold(first, func(a, b int64) int64 { return smaller(t.Type, a, b) })
	}
	return t.Type.FromFloat(reductions[function](values(t, members))).I
}

// argument finds the place of the largest or smallest element among the flattened axes; among equals the first one, or the last one if the axis
// direction is DECREASING.
func argument(r *run) {
	in, least, last := r.input(), r.op == "ARGMIN", r.attrs.name("AxisDirection") == "DECREASING"
	groups(in.Sizes, r.attrs.ints("Axes"), func(set []int, members [][]int) {
		best := 0
		for i := range members {
			a, b := in.At(members[best]), in.At(members[i])
			if least {
				a, b = b, a
			}
			if in.Type.less(a, b) || last && !in.Type.less(b, a) {
				best = i
			}
		}
		r.output().Set(set, Number{I: int64(best), F: float64(best)})
	})
}

// softmax is the family over a set of axes: the last one for the old operators.
func softmax(r *run) {
	axes := []int{len(r.input().Sizes) - 1}
	if _, ok := r.attrs["Axes"]; ok {
		axes = r.attrs.ints("Axes")
	}
	groups(r.input().Sizes, axes, func(_ []int, members [][]int) {
		x := values(r.input(), members)
		log := logSumExp(x)
		for i, index := range members {
			switch r.op {
			case "ACTIVATION_SOFTMAX", "ACTIVATION_SOFTMAX1":
				r.output().SetValue(index, math.Exp(x[i]-log))
			case "ACTIVATION_LOG_SOFTMAX", "ACTIVATION_LOG_SOFTMAX1":
				r.output().SetValue(index, x[i]-log)
			default:
				r.output().SetValue(index, float64(truth(i == slices.Index(x, slices.Max(x)))))
			}
		}
	})
}

// cumulate writes running sums or products along an axis.
func cumulate(r *run) {
	in, out := r.input(), r.output()
	product := r.op == "CUMULATIVE_PRODUCT"
	exclusive := r.attrs.bool("HasExclusiveSum") || r.attrs.bool("HasExclusiveProduct")
	groups(in.Sizes, []int{r.attrs.int("Axis")}, func(_ []int, members [][]int) {
		if r.attrs.name("AxisDirection") == "DECREASING" {
			slices.Reverse(members)
		}
		tally := Number{}
		if product {
			tally = Number{F: 1, I: 1}
		}
		for _, index := range members {
			x, before := in.At(index), tally
			if tally.F, tally.I = tally.F+x.F, tally.I+x.I; product {
				tally.F, tally.I = before.F*x.F, before.I*x.I
			}
			if exclusive {
				out.Set(index, before)
			} else {
				out.Set(index, tally)
			}
		}
	})
}

func batchNormalization(r *run) {
	Each(r.output().Sizes, func(index []int) {
		parameter := func(field string) float64 { return r.in(field).Value(wrapped(r.in(field), index)) }
		x := (r.input().Value(index) - parameter("MeanTensor")) / math.Sqrt(parameter("VarianceTensor")+r.attrs.float("Epsilon"))
		r.output().SetValue(index, r.finish(parameter("ScaleTensor")*x+parameter("BiasTensor")))
	})
}

// meanVariance normalises over axes: those named, else all but the batch (and the channel unless CrossChannel is set).
func meanVariance(r *run) {
	axes := r.attrs.ints("Axes")
	if _, ok := r.attrs["Axes"]; !ok {
		for d := 2; d < len(r.input().Sizes); d++ {
			axes = append(axes, d)
		}
		if r.attrs.bool("CrossChannel") {
			axes = append(axes, 1)
		}
	}
	groups(r.input().Sizes, axes, func(_ []int, members [][]int) {
		x := values(r.input(), members)
		mean := sum(x, same) / float64(len(x))
		divisor := 1.0
		if _, ok := r.attrs["UseMean"]; ok && !r.attrs.bool("UseMean") {
			mean = 0
		}
		if r.attrs.bool("NormalizeVariance") || r.attrs.bool("UseVariance") {
			variance := sum(x, func(v float64) float64 { return square(v - mean) }) / float64(len(x))
			divisor = math.Sqrt(variance + r.attrs.float("Epsilon"))
		}
		for i, index := range members {
			y := (x[i] - mean) / divisor
			if t := r.in("ScaleTensor"); t != nil {
				y *= t.Value(wrapped(t, index))
			}
			if t := r.in("BiasTensor"); t != nil {
				y += t.Value(wrapped(t, index))
			}
			r.output().SetValue(index, r.finish(y))
		}
	})
}

// wrapped is the index in a tensor that has size 1 where it is repeated.
func wrapped(t *Tensor, index []int) []int {
	at := slices.Clone(index)
	for d := range at {
		at[d] %= t.Sizes[d]
	}
	return at
}

// lpNormalization divides by the norm along an axis, or by Epsilon where the norm is smaller.
func lpNormalization(r *run) {
	groups(r.input().Sizes, []int{r.attrs.int("Axis")}, func(_ []int, members [][]int) {
		x := values(r.input(), members)
		norm := sum(x, math.Abs)
		if r.attrs.int("P") == 2 {
			norm = math.Sqrt(sum(x, square))
		}
		for i, index := range members {
			r.output().SetValue(index, x[i]/math.Max(norm, r.attrs.float("Epsilon")))
		}
	})
}

// localResponse sums squares over neighbouring channels, or over a square of neighbours in space.
func localResponse(r *run) {
	in, n := r.input(), r.attrs.int("LocalSize")
	below, above := (n-1)/2, n/2
	axes := []int{len(in.Sizes) - 2, len(in.Sizes) - 1}
	if r.attrs.bool("CrossChannel") {
		axes = []int{1}
	}
	Each(in.Sizes, func(index []int) {
		total := 0.0
		window := make([]int, len(axes))
		for i := range window {
			window[i] = below + above + 1
		}
		Each(window, func(at []int) {
			near := slices.Clone(index)
			for i, axis := range axes {
				near[axis] += at[i] - below
				if near[axis] < 0 || near[axis] >= in.Sizes[axis] {
					return
				}
			}
			total += square(in.Value(near))
		})
		divisor := math.Pow(r.attrs.float("Bias")+r.attrs.float("Alpha")/float64(n)*total, r.attrs.float("Beta"))
		r.output().SetValue(index, in.Value(index)/divisor)
	})
}

// topK sorts along an axis, and takes the first ones: the largest unless the direction is INCREASING; among equals the lower index comes first.
func topK(r *run) {
	in, axis := r.input(), r.attrs.int("Axis")
	groups(in.Sizes, []int{axis}, func(set []int, members [][]int) {
		sort.SliceStable(members, func(i, j int) bool {
			a, b := in.At(members[i]), in.At(members[j])
			if r.attrs.name("AxisDirection") == "INCREASING" {
				return in.Type.less(a, b)
			}
			return in.Type.less(b, a)
		})
		for k := range r.attrs.int("K") {
			at := with(set, axis, k)
			r.in("OutputValueTensor").Set(at, in.At(members[k]))
			r.in("OutputIndexTensor").Set(at, Number{I: int64(members[k][axis])})
		}
	})
}
