package reference

import (
	"math"
	"slices"
)

// Gradients are scattered here: every element of the gradient of the output adds to those of the input that it was made of.

func (r *run) gradient() *Tensor { return r.in("InputGradientTensor") }
func (r *run) back() *Tensor     { return r.in("OutputGradientTensor") }

// scattered calls add for the sums of a gradient, and writes them.
func (r *run) scattered(visit func(add func(index []int, f float64))) {
	sums := New("FLOAT64", r.back().Sizes, nil)
	visit(func(index []int, f float64) { sums.SetValue(index, sums.Value(index)+f) })
	Each(sums.Sizes, func(index []int) { r.back().SetValue(index, sums.Value(index)) })
}

func reluGradient(r *run) {
	Each(r.back().Sizes, func(index []int) {
		if r.input().Value(index) > 0 {
			r.back().Set(index, r.gradient().At(index))
		} else {
			r.back().SetValue(index, 0)
		}
	})
}

func clipGradient(r *run) {
	x := r.input()
	least, most := scalar(x.Type, r.attrs["Min"]), scalar(x.Type, r.attrs["Max"])
	Each(r.back().Sizes, func(index []int) {
		v := x.At(index)
		outside := x.Type.less(v, least) || x.Type.less(most, v) || v == least || v == most
		r.back().SetValue(index, 0)
		if !outside {
			r.back().Set(index, r.gradient().At(index))
		}
	})
}

func adam(r *run) {
	t := r.in("TrainingStepTensor")
	step := t.Value(make([]int, len(t.Sizes)))
	beta1, beta2 := r.attrs.float("Beta1"), r.attrs.float("Beta2")
	Each(r.in("GradientTensor").Sizes, func(index []int) {
		g := r.in("GradientTensor").Value(index)
		m := beta1*r.in("InputFirstMomentTensor").Value(index) + (1-beta1)*g
		v := beta2*r.in("InputSecondMomentTensor").Value(index) + (1-beta2)*g*g
		alpha := math.Sqrt(1-math.Pow(beta2, step)) / (1 - math.Pow(beta1, step))
		x := r.in("InputParametersTensor").Value(index) - r.attrs.float("LearningRate")*alpha*m/(math.Sqrt(v)+r.attrs.float("Epsilon"))
		r.in("OutputParametersTensor").SetValue(index, x)
		r.in("OutputFirstMomentTensor").SetValue(index, m)
		r.in("OutputSecondMomentTensor").SetValue(index, v)
	})
}

// singles are the dimensions in which a parameter has one element.
func singles(t *Tensor) []int {
	var axes []int
	for d, n := range t.Sizes {
		if n == 1 {
			axes = append(axes, d)
		}
	}
	return axes
}

func batchTraining(r *run) {
	in, scale := r.input(), r.in("ScaleTensor")
	groups(in.Sizes, singles(scale), func(set []int, members [][]int) {
		x := values(in, members)
		mean := sum(x, same) / float64(len(x))
		variance := sum(x, func(v float64) float64 { return (v - mean) * (v - mean) }) / float64(len(x))
		r.in("OutputMeanTensor").SetValue(set, mean)
		r.in("OutputVarianceTensor").SetValue(set, variance)
		for i, index := range members {
			y := scale.Value(set)*(x[i]-mean)/math.Sqrt(variance+r.attrs.float("Epsilon")) + r.in("BiasTensor").Value(set)
			if more := r.in("FusedAddTensor"); more != nil {
				y += more.Value(index)
			}
			r.output().SetValue(index, r.finish(y))
		}
	})
}

func batchGradient(r *run) {
	in, grad := r.input(), r.gradient()
	epsilon := 0.0
	if _, ok := r.attrs["Epsilon"]; ok {
		epsilon = r.attrs.float("Epsilon")
	}
	groups(in.Sizes, singles(r.in("MeanTensor")), func(set []int, members [][]int) {
		variance, mean, scale := r.in("VarianceTensor").Value(set)+epsilon, r.in("MeanTensor").Value(set), r.in("ScaleTensor").Value(set)
		total, along, n := 0.0, 0.0, float64(len(members))
		for _, index := range members {
			total += grad.Value(index)
			along += grad.Value(index) * (in.Value(index) - mean)
		}
		r.in("OutputBiasGradientTensor").SetValue(set, total)
		r.in("OutputScaleGradientTensor").SetValue(set, along/math.Sqrt(variance))
		for _, index := range members {
			g := grad.Value(index)
			if r.op == "BATCH_NORMALIZATION_TRAINING_GRAD" {
				g += -total/n - (in.Value(index)-mean)*along/n/variance
			}
			r.back().SetValue(index, g*scale/math.Sqrt(variance))
		}
	})
}

func poolGradient(r *run) {
	whole := r.back()
	w := r.window(r.attrs.ints("WindowSize"))
	w.first = 2
	r.scattered(func(add func(index []int, f float64)) {
		Each(r.gradient().Sizes, func(place []int) {
			var inside [][]int
			all := 0
			Each(w.size, func(k []int) {
				all++
				if at, ok := w.reach(place, k, whole.Sizes); ok {
					inside = append(inside, at)
				}
			})
			g := r.gradient().Value(place)
			if r.op == "MAX_POOLING_GRAD" {
				best := inside[0]
				for _, at := range inside {
					if r.input().Value(at) > r.input().Value(best) {
						best = at
					}
				}
				add(best, g)
				return
			}
			n := len(inside)
			if r.attrs.bool("IncludePadding") {
				n = all
			}
			for _, at := range inside {
				add(at, g/float64(n))
			}
		})
	})
}

func localGradient(r *run) {
	x, g := r.input(), r.gradient()
	n, alpha, beta := r.attrs.int("LocalSize"), r.attrs.float("Alpha"), r.attrs.float("Beta")
	axes := []int{len(x.Sizes) - 2, len(x.Sizes) - 1}
	if r.attrs.bool("CrossChannel") {
		axes = []int{1}
	}
	r.scattered(func(add func(index []int, f float64)) {
		Each(x.Sizes, func(index []int) {
			var near [][]int
			squares := 0.0
			Each(slices.Repeat([]int{n}, len(axes)), func(k []int) {
				at, inside := slices.Clone(index), true
				for i, d := range axes {
					at[d] += k[i] - (n-1)/2
					inside = inside && at[d] >= 0 && at[d] < x.Sizes[d]
				}
				if inside {
					near = append(near, at)
					squares += x.Value(at) * x.Value(at)
				}
			})
			divisor := r.attrs.float("Bias") + alpha/float64(n)*squares
			add(index, g.Value(index)*math.Pow(divisor, -beta))
			for _, at := range near { // the divisor changes by 2 alpha x / n
				add(at, g.Value(index)*x.Value(index)*-beta*math.Pow(divisor, -beta-1)*2*alpha/float64(n)*x.Value(at))
			}
		})
	})
}

func sliceGradient(r *run) {
	offsets, windows, strides := r.attrs.ints("InputWindowOffsets"), r.attrs.ints("InputWindowSizes"), r.attrs.ints("InputWindowStrides")
	Each(r.back().Sizes, func(index []int) { r.back().SetValue(index, 0) })
	Each(r.gradient().Sizes, func(index []int) {
		at := make([]int, len(index))
		for d := range at {
			at[d] = offsets[d] + index[d]*strides[d]
			if strides[d] < 0 {
				at[d] += windows[d] - 1
			}
		}
		r.back().Set(at, r.gradient().At(index))
	})
}

// sampled are the elements that a place of a scaled tensor comes from, and their parts. nearest is what becomes of a place in a mode without parts.
func sampled(index, sizes []int, scales, before, after []float64, linear bool, nearest func(float64) float64, visit func(at []int, part float64)) {
	corners := 1
	if linear {
		corners = 2
	}
	Each(slices.Repeat([]int{corners}, len(index)), func(corner []int) {
		at, part := make([]int, len(index)), 1.0
		for d := range index {
			p := (float64(index[d])-after[d])/scales[d] - before[d]
			switch {
			case !linear:
				at[d] = inside(int(nearest(p)), sizes[d])
			case corner[d] == 0:
				at[d], part = inside(int(math.Floor(p)), sizes[d]), part*(1-(p-math.Floor(p)))
			default:
				at[d], part = inside(int(math.Floor(p))+1, sizes[d]), part*(p-math.Floor(p))
			}
		}
		visit(at, part)
	})
}

// nearest is how a place becomes that of an element.
func (r *run) nearest() func(float64) float64 {
	switch r.attrs.name("RoundingDirection") {
	case "INCREASING":
		return math.Ceil
	case "DECREASING":
		return math.Floor
	}
	return func(p float64) float64 { return math.Ceil(p - 0.5) }
}

func (r *run) linear() bool { return r.attrs.name("InterpolationMode") == "LINEAR" }

func resampleGradient(r *run) {
	scales, before, after := r.attrs.floats("Scales"), r.attrs.floats("InputPixelOffsets"), r.attrs.floats("OutputPixelOffsets")
	r.scattered(func(add func(index []int, f float64)) {
		Each(r.gradient().Sizes, func(index []int) {
			sampled(index, r.back().Sizes, scales, before, after, r.linear(), r.nearest(),
				func(at []int, part float64) { add(at, part*r.gradient().Value(index)) })
		})
	})
}

func resampleRounded(r *run) {
	scales, before, after := r.attrs.floats("Scales"), r.attrs.floats("InputPixelOffsets"), r.attrs.floats("OutputPixelOffsets")
	Each(r.output().Sizes, func(index []int) {
		total := 0.0
		sampled(index, r.input().Sizes, scales, before, after, r.linear(), r.nearest(),
			func(at []int, part float64) { total += part * r.input().Value(at) })
		r.output().SetValue(index, total)
	})
}
