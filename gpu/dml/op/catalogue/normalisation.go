package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/window"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// normalisations are the operators that move and scale elements by what is known of others.
var normalisations = []*op.Row{
	{Name: "BATCH_NORMALIZATION", Fields: []op.Field{op.In("InputTensor"), op.In("MeanTensor"), op.In("VarianceTensor"), op.In("ScaleTensor"),
		op.In("BiasTensor"), op.Out("OutputTensor"),
		op.Default("Spatial", op.BoolType, 1), op.Attr("Epsilon", op.FloatType), op.Fused()},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.RankOf("InputTensor", 1, 8),
				a.SameSizes("InputTensor", "OutputTensor"),
				a.Spread("MeanTensor", "VarianceTensor", "ScaleTensor", "BiasTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Placed(func(k *shader.Kernel, at []string) string {
				part := func(name string) string { return a.In(k, name).At(at) }
				y := fmt.Sprintf("%s * ((%s - %s) / sqrt(%s + %s)) + %s", part("ScaleTensor"), part("InputTensor"), part("MeanTensor"),
					part("VarianceTensor"), shader.Float(a.Float("Epsilon")), part("BiasTensor"))
				return a.Activated(k, "FusedActivation", y)
			})
		}},
	{Name: "LOCAL_RESPONSE_NORMALIZATION", Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.Out("OutputTensor")}, localFields),
		Check: checkLocalResponse,
		Lower: func(a *op.Args) *op.Program {
			return a.Placed(func(k *shader.Kernel, at []string) string {
				return fmt.Sprintf("%s / pow(%s, %s)", a.In(k, "InputTensor").At(at), localDivisor(a, k, at), shader.Float(a.Float("Beta")))
			})
		}},
	{Name: "LP_NORMALIZATION", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Must("Axis", op.UintType),
		op.Attr("Epsilon", op.FloatType), op.Default("P", op.UintType, 2)},
		Check: func(a *op.Args) string {
			if p := a.Uint("P"); p != 1 && p != 2 {
				return fmt.Sprintf("P is %d. It is expected to be 1 or 2.", p)
			}
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes(), a.CheckAxis("Axis", "InputTensor"))
		},
		Lower: lowerLpNormalization},
	{Name: "MEAN_VARIANCE_NORMALIZATION", Fields: meanVarianceFields(op.Attr("CrossChannel", op.BoolType)),
		Check: func(a *op.Args) string { return op.First(checkMeanVariance(a), a.RankOf("InputTensor", 3, 8)) },
		Lower: func(a *op.Args) *op.Program {
			var axes []uint32
			for d := range uint32(a.Tensor("InputTensor").Rank()) {
				if d > 1 || d == 1 && a.Bool("CrossChannel") {
					axes = append(axes, d)
				}
			}
			return lowerMeanVariance(a, axes)
		}},
	{Name: "MEAN_VARIANCE_NORMALIZATION1", Fields: meanVarianceFields(op.Count("AxisCount", "Axes"), op.Must("Axes", op.UintsType)),
		Check: func(a *op.Args) string { return op.First(checkMeanVariance(a), a.CheckAxes("InputTensor")) },
		Lower: func(a *op.Args) *op.Program { return lowerMeanVariance(a, a.Uints("Axes")) }},
	{Name: "MEAN_VARIANCE_NORMALIZATION2", Fields: []op.Field{op.In("InputTensor"), op.OptIn("ScaleTensor"), op.OptIn("BiasTensor"),
		op.Out("OutputTensor"), op.Count("AxisCount", "Axes"),
		op.Must("Axes", op.UintsType), op.Default("UseMean", op.BoolType, 1), op.Default("UseVariance", op.BoolType, 1),
		op.Attr("Epsilon", op.FloatType), op.Fused()},
		Check: func(a *op.Args) string { return op.First(checkMeanVariance(a), a.CheckAxes("InputTensor")) },
		Lower: func(a *op.Args) *op.Program { return lowerMeanVariance(a, a.Uints("Axes")) }},
}

func meanVarianceFields(which ...op.Field) []op.Field {
	fields := append([]op.Field{op.In("InputTensor"), op.OptIn("ScaleTensor"), op.OptIn("BiasTensor"), op.Out("OutputTensor")}, which...)
	return append(fields, op.Default("NormalizeVariance", op.BoolType, 1), op.Attr("Epsilon", op.FloatType), op.Fused())
}

func checkMeanVariance(a *op.Args) string {
	return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes("InputTensor", "OutputTensor"),
		a.Spread("ScaleTensor", "BiasTensor"))
}

// lowerMeanVariance folds each set of elements for its mean and for the mean of the squares of what is left, if both are asked for, and then every
// element has a work item.
func lowerMeanVariance(a *op.Args, axes []uint32) *op.Program {
	p, x := &fold.Plan{}, a.From("InputTensor")
	outer, _, _ := sets(x.Sizes, axes)
	useMean, useVariance := a.Row.Field("UseMean") < 0 || a.Bool("UseMean"),
		a.Row.Field("UseVariance") >= 0 && a.Bool("UseVariance") || a.Row.Field("NormalizeVariance") >= 0 && a.Bool("NormalizeVariance")
	var mean, variance fold.Stored
	centred := func(k *shader.Kernel, at []string, x string) string { return x }
	if useMean {
		mean = p.Store(tensor.Float32, outer...)
		averaged(a, p, x, axes, mean, fold.Itself)
		centred = func(k *shader.Kernel, at []string, x string) string {
			return fmt.Sprintf("(%s - %s)", x, mean.In(k).At(at))
		}
	}
	if useVariance {
		variance = p.Store(tensor.Float32, outer...)
		averaged(a, p, x, axes, variance, func(m fold.Math, at []string, x string) string {
			left := m.Let("left", "%s", centred(m.Kernel, at, x))
			return left + " * " + left
		})
	}
	last := a.Placed(func(k *shader.Kernel, at []string) string {
		y := centred(k, at, a.In(k, "InputTensor").At(at))
		if useVariance {
			y += fmt.Sprintf(" / sqrt(%s + %s)", variance.In(k).At(at), shader.Float(a.Float("Epsilon")))
		}
		if scale := a.In(k, "ScaleTensor"); scale != nil {
			y += " * " + scale.At(at)
		}
		if bias := a.In(k, "BiasTensor"); bias != nil {
			y += " + " + bias.At(at)
		}
		return a.Activated(k, "FusedActivation", y)
	})
	p.Steps = append(p.Steps, last.Steps...)
	return op.Planned(p)
}

// lowerLpNormalization folds the norm of each line, and divides by it, or by Epsilon where that is larger.
func lowerLpNormalization(a *op.Args) *op.Program {
	p := &fold.Plan{}
	axes := []uint32{a.Uint("Axis")}
	outer, _, _ := sets(a.Tensor("InputTensor").Sizes, axes)
	norm := p.Store(tensor.Float32, outer...)
	f := fold.One(tensor.Float32, fold.Zero, fold.Sized, fold.Sum)
	if a.Uint("P") == 2 {
		f = fold.One(tensor.Float32, fold.Zero, fold.Squared, fold.Sum)
	}
	f.Run(p, a.Row.Name, a.From("InputTensor"), axes, func(k *shader.Kernel, set, state []string) {
		t := norm.In(k)
		t.Store(t.Index(set), rooted(state[0], a.Uint("P")))
	})
	last := a.Placed(func(k *shader.Kernel, at []string) string {
		return fmt.Sprintf("%s / max(%s, %s)", a.In(k, "InputTensor").At(at), norm.In(k).At(at), shader.Float(a.Float("Epsilon")))
	})
	p.Steps = append(p.Steps, last.Steps...)
	return op.Planned(p)
}

var localFields = []op.Field{op.Attr("CrossChannel", op.BoolType), op.Must("LocalSize", op.UintType), op.Default("Alpha", op.FloatType, 0.0001),
	op.Default("Beta", op.FloatType, 0.75),
	op.Default("Bias", op.FloatType, 1)}

func checkLocalResponse(a *op.Args) string {
	if why := op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes(), a.RankOf("InputTensor", 4, 5)); why != "" ||
		a.Uint("LocalSize") > 0 {
		return why
	}
	return "LocalSize is 0. It is expected to be at least 1."
}

// neighbours writes the loops over LocalSize elements around one, of which some come before it: those of other channels, or those in the last two
// dimensions.
func neighbours(a *op.Args, k *shader.Kernel, at []string, before uint32, body func(near []string)) {
	x := a.Tensor("InputTensor")
	axes := []int{x.Rank() - 2, x.Rank() - 1}
	if a.Bool("CrossChannel") {
		axes = []int{1}
	}
	w := window.Window{}
	var extent []uint32
	var place []string
	for _, d := range axes {
		extent, place = append(extent, x.Sizes[d]), append(place, at[d])
		w.Size, w.Strides, w.Dilations, w.Before = append(w.Size, a.Uint("LocalSize")), append(w.Strides, 1),
			append(w.Dilations, 1), append(w.Before, before)
	}
	near, _, finish := w.Each(k, place, extent, extent)
	from := slices.Clone(at)
	for i, d := range axes {
		from[d] = near[i]
	}
	body(from)
	finish()
}

// localDivisor is Bias, plus Alpha times the mean of the squares of the neighbours of an element.
func localDivisor(a *op.Args, k *shader.Kernel, at []string) string {
	n, total := a.Uint("LocalSize"), k.Let("total", "0.0")
	neighbours(a, k, at, (n-1)/2, func(near []string) {
		v := k.Let("x", "%s", a.In(k, "InputTensor").At(near))
		k.Line("%s = %s + %s * %s", total, total, v, v)
	})
	return k.Let("divisor", "%s + %s * %s", shader.Float(a.Float("Bias")), shader.Float(a.Float("Alpha")/float32(n)), total)
}
