package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
	"github.com/gpuscript/gpuscript/gpu/elementary"
)

// training are the operators of a training loop whose elements depend on those at the same coordinates, and on sums over sets of them.
var training = []*op.Row{
	{Name: "ACTIVATION_RELU_GRAD", Fields: gradientFields,
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputGradientTensor", []string{"InputTensor", "InputGradientTensor"}, func(_ *shader.Kernel, in []string) string {
				return fmt.Sprintf("%s > 0.0 and %s or 0.0", in[0], in[1])
			})
		}},
	{Name: "ADAM_OPTIMIZER", InPlace: true, Fields: []op.Field{op.In("InputParametersTensor"), op.In("InputFirstMomentTensor"),
		op.In("InputSecondMomentTensor"), op.In("GradientTensor"), op.In("TrainingStepTensor"),
		op.Out("OutputParametersTensor"), op.Out("OutputFirstMomentTensor"), op.Out("OutputSecondMomentTensor"),
		op.Must("LearningRate", op.FloatType), op.Default("Beta1", op.FloatType, 0.9),
		op.Default("Beta2", op.FloatType, 0.999), op.Default("Epsilon", op.FloatType, 1e-8)},
		Check: checkAdam, Lower: lowerAdam},
	{Name: "BATCH_NORMALIZATION_GRAD", Fields: batchGradientFields(op.OptAttr("Epsilon", op.FloatType)), Check: checkBatchGradient,
		Lower: func(a *op.Args) *op.Program { return lowerBatchGradient(a, false) }},
	{Name: "BATCH_NORMALIZATION_TRAINING", Fields: []op.Field{op.In("InputTensor"), op.In("ScaleTensor"), op.In("BiasTensor"),
		op.OptIn("FusedAddTensor"), op.Out("OutputTensor"), op.Out("OutputMeanTensor"),
		op.Out("OutputVarianceTensor"), op.Attr("Epsilon", op.FloatType), op.Fused()},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameRank(),
				a.SameSizes("InputTensor", "FusedAddTensor", "OutputTensor"), a.Spread("ScaleTensor"),
				a.SameSizes("ScaleTensor", "BiasTensor", "OutputMeanTensor", "OutputVarianceTensor"))
		}, Lower: lowerBatchTraining},
	{Name: "BATCH_NORMALIZATION_TRAINING_GRAD", Fields: batchGradientFields(op.Attr("Epsilon", op.FloatType)), Check: checkBatchGradient,
		Lower: func(a *op.Args) *op.Program { return lowerBatchGradient(a, true) }},
	clipGradient("ELEMENT_WISE_CLIP_GRAD", op.Numbers, []op.Field{op.Must("Min", op.FloatType), op.Must("Max", op.FloatType)},
		func(a *op.Args) (least, most float64) {
			return float64(a.Float("Min")), float64(a.Float("Max"))
		}),
	clipGradient("ELEMENT_WISE_CLIP_GRAD1", op.AllTypes,
		[]op.Field{op.TypeField("MinMaxDataType"), op.Must("Min", op.ScalarType), op.Must("Max", op.ScalarType)},
		func(a *op.Args) (least, most float64) {
			return a.Scalar("Min"), a.Scalar("Max")
		}),
}

// gradientFields are the tensors of an operator that goes back from the gradient of its output to that of its input.
var gradientFields = []op.Field{op.In("InputTensor"), op.In("InputGradientTensor"), op.Out("OutputGradientTensor")}

// clipGradient is the row of the gradient of a clip: that of the output between both limits, and 0 at and beyond them.
func clipGradient(name string, types []tensor.DataType, attributes []op.Field, limits func(a *op.Args) (least, most float64)) *op.Row {
	return &op.Row{Name: name, InPlace: true, Fields: slices.Concat(gradientFields, attributes),
		Check: func(a *op.Args) string {
			why := op.First(a.TypesOf("InputTensor", types...), a.SameTypes(), a.SameSizes())
			if why == "" && a.Row.Field("MinMaxDataType") >= 0 {
				why = a.SameAs("MinMaxDataType", "InputTensor")
			}
			return why
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputGradientTensor", []string{"InputTensor", "InputGradientTensor"}, func(k *shader.Kernel, in []string) string {
				m := k.Math(a.Tensor("InputTensor").DataType)
				least, most := limits(a)
				return fmt.Sprintf("(%s or %s) and %s or %s", m.LessOrEqual(in[0], m.Const(least)),
					m.LessOrEqual(m.Const(most), in[0]), m.Const(0), in[1])
			})
		}}
}

func checkAdam(a *op.Args) string {
	same := []string{"InputParametersTensor", "InputFirstMomentTensor", "InputSecondMomentTensor", "GradientTensor", "OutputParametersTensor",
		"OutputFirstMomentTensor", "OutputSecondMomentTensor"}
	one := slices.Repeat([]uint32{1}, a.Tensor("TrainingStepTensor").Rank())
	return op.First(a.TypesOf("InputParametersTensor", op.Floats...), a.SameTypes(same...), a.SameSizes(same...),
		a.TypesOf("TrainingStepTensor", tensor.Uint32, tensor.Float32, tensor.Float16), a.SizesOf("TrainingStepTensor", one, "it is one number"))
}

// lowerAdam corrects the moments by how many steps were before. 1 - Beta^step is calculated as such, since Beta may be so near to 1 that a power of
// it leaves nothing.
func lowerAdam(a *op.Args) *op.Program {
	outputs := []string{"OutputParametersTensor", "OutputFirstMomentTensor", "OutputSecondMomentTensor"}
	inputs := []string{"InputParametersTensor", "InputFirstMomentTensor", "InputSecondMomentTensor", "GradientTensor"}
	return a.AllElements(outputs, inputs, func(k *shader.Kernel, in []string) []string {
		step := k.Let("step", "float(%s)", a.In(k, "TrainingStepTensor").Load("0"))
		left := func(beta string) string {
			rate := shader.Float(float32(elementary.Log(float64(a.Float(beta)))))
			return k.Let("left", "-%s", k.Call("expm1", step+" * "+rate))
		}
		moment := func(beta, before, next string) string {
			b := a.Float(beta)
			return k.Let("moment", "%s * %s + %s * %s", shader.Float(b), before, shader.Float(float32(1-float64(b))), next)
		}
		m, v := moment("Beta1", in[1], in[3]), moment("Beta2", in[2], in[3]+" * "+in[3])
		alpha := k.Let("alpha", "sqrt(%s) / %s", left("Beta2"), left("Beta1"))
		x := fmt.Sprintf("%s - %s * %s * %s / (sqrt(%s) + %s)", in[0], shader.Float(a.Float("LearningRate")), alpha, m, v,
			shader.Float(a.Float("Epsilon")))
		return []string{x, m, v}
	})
}

func batchGradientFields(epsilon op.Field) []op.Field {
	return []op.Field{op.In("InputTensor"), op.In("InputGradientTensor"), op.In("MeanTensor"), op.In("VarianceTensor"), op.In("ScaleTensor"),
		op.Out("OutputGradientTensor"), op.Out("OutputScaleGradientTensor"),
		op.Out("OutputBiasGradientTensor"), epsilon}
}

func checkBatchGradient(a *op.Args) string {
	return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameRank(),
		a.SameSizes("InputTensor", "InputGradientTensor", "OutputGradientTensor"), a.Spread("MeanTensor"),
		a.SameSizes("MeanTensor", "VarianceTensor", "ScaleTensor", "OutputScaleGradientTensor", "OutputBiasGradientTensor"))
}

// spreadAxes are the dimensions over which a parameter is spread.
func spreadAxes(t *tensor.Desc) []uint32 {
	var axes []uint32
	for d, size := range t.Sizes {
		if size == 1 {
			axes = append(axes, uint32(d))
		}
	}
	return axes
}

// averaged appends the fold of the mean of what the elements of each set count as.
func averaged(a *op.Args, p *fold.Plan, x fold.Place, axes []uint32, to fold.Stored, element func(m fold.Math, at []string, x string) string) {
	_, _, count := sets(x.Sizes, axes)
	fold.One(tensor.Float32, fold.Zero, element, fold.Sum).Run(p, a.Row.Name, x, axes, func(k *shader.Kernel, set, state []string) {
		t := to.In(k)
		t.Store(t.Index(set), fmt.Sprintf("%s / %s", state[0], shader.Float(float32(count))))
	})
}

// lowerBatchTraining is BATCH_NORMALIZATION with the mean and variance of the input itself, which are outputs, too.
func lowerBatchTraining(a *op.Args) *op.Program {
	p, x, axes := &fold.Plan{}, a.From("InputTensor"), spreadAxes(a.Tensor("ScaleTensor"))
	outer, _, _ := sets(x.Sizes, axes)
	mean, variance := p.Store(tensor.Float32, outer...), p.Store(tensor.Float32, outer...)
	averaged(a, p, x, axes, mean, fold.Itself)
	averaged(a, p, x, axes, variance, func(m fold.Math, at []string, x string) string {
		left := m.Let("left", "%s - %s", x, mean.In(m.Kernel).At(at))
		return left + " * " + left
	})
	p.Steps = append(p.Steps, a.PlacedIn("OutputMeanTensor", func(k *shader.Kernel, at []string) string { return mean.In(k).At(at) }).Steps...)
	p.Steps = append(p.Steps, a.PlacedIn("OutputVarianceTensor",
		func(k *shader.Kernel, at []string) string { return variance.In(k).At(at) }).Steps...)
	last := a.Placed(func(k *shader.Kernel, at []string) string {
		y := fmt.Sprintf("%s * ((%s - %s) / sqrt(%s + %s)) + %s", a.In(k, "ScaleTensor").At(at), a.In(k, "InputTensor").At(at), mean.In(k).
			At(at), variance.In(k).At(at),
			shader.Float(a.Float("Epsilon")), a.In(k, "BiasTensor").At(at))
		if more := a.In(k, "FusedAddTensor"); more != nil {
			y += " + " + more.At(at)
		}
		return a.Activated(k, "FusedActivation", y)
	})
	p.Steps = append(p.Steps, last.Steps...)
	return op.Planned(p)
}

// lowerBatchGradient folds the gradients of scale and bias. The gradient of the input leaves out that mean and variance depend on it, unless they
// were those of the input in training.
func lowerBatchGradient(a *op.Args, training bool) *op.Program {
	p, axes, gradient := &fold.Plan{}, spreadAxes(a.Tensor("MeanTensor")), a.From("InputGradientTensor")
	epsilon := shader.Float(a.Float("Epsilon"))
	deviation := func(k *shader.Kernel, at []string) string {
		return fmt.Sprintf("sqrt(%s + %s)", a.In(k, "VarianceTensor").At(at), epsilon)
	}
	centred := func(k *shader.Kernel, at []string) string {
		return fmt.Sprintf("(%s - %s)", a.In(k, "InputTensor").At(at), a.In(k, "MeanTensor").At(at))
	}
	total := func(field string, element func(m fold.Math, at []string, x string) string) {
		fold.One(tensor.Float32, fold.Zero, element, fold.Sum).Run(p, a.Row.Name, gradient, axes, func(k *shader.Kernel, set, state []string) {
			y := a.Out(k, field)
			y.Store(y.Index(set), state[0])
		})
	}
	total("OutputScaleGradientTensor", func(m fold.Math, at []string, x string) string {
		return fmt.Sprintf("%s * %s / %s", x, centred(m.Kernel, at), deviation(m.Kernel, at))
	})
	total("OutputBiasGradientTensor", fold.Itself)
	var mean, along fold.Stored
	if training {
		outer, _, _ := sets(gradient.Sizes, axes)
		mean, along = p.Store(tensor.Float32, outer...), p.Store(tensor.Float32, outer...)
		averaged(a, p, gradient, axes, mean, fold.Itself)
		averaged(a, p, gradient, axes, along, func(m fold.Math, at []string, x string) string { return x + " * " + centred(m.Kernel, at) })
	}
	last := a.PlacedIn("OutputGradientTensor", func(k *shader.Kernel, at []string) string {
		g := a.In(k, "InputGradientTensor").At(at)
		if training {
			g = fmt.Sprintf("(%s - %s - %s * %s / (%s + %s))", g, mean.In(k).At(at), centred(k, at), along.In(k).
				At(at), a.In(k, "VarianceTensor").At(at), epsilon)
		}
		return fmt.Sprintf("%s * (%s / %s)", g, a.In(k, "ScaleTensor").At(at), deviation(k, at))
	})
	p.Steps = append(p.Steps, last.Steps...)
	return op.Planned(p)
}
