package dml_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// backward is the tensors of a gradient: the input of the operator, and the gradient of its output, of other sizes where it has other ones.
func backward(x []int, g []int) (inputs, outputs specs) {
	return specs{"InputTensor": like(x...), "InputGradientTensor": like(g...)}, specs{"OutputGradientTensor": like(x...)}
}

// gradients are trials of the operators that go back through others, each with what makes it a trial of the other one.
func gradients() []gradient {
	var out []gradient
	add := func(op, forward string, attrs reference.Attrs, x, g []int, whole bool) {
		inputs, outputs := backward(x, g)
		if !whole {
			delete(inputs, "InputTensor")
		}
		out = append(out, gradient{trial{op: op, attrs: attrs, inputs: inputs, outputs: outputs}, forward, x, g})
	}
	flat := []int{2, 3, 5}
	add("ACTIVATION_RELU_GRAD", "ACTIVATION_RELU", nil, flat, flat, true)
	add("ELEMENT_WISE_CLIP_GRAD", "ELEMENT_WISE_CLIP", reference.Attrs{"Min": -1, "Max": 2}, flat, flat, true)
	windows := []reference.Attrs{
		{"Strides": []int{1, 1}, "WindowSize": []int{2, 2}, "StartPadding": []int{0, 0}, "EndPadding": []int{0, 0}, "DimensionCount": 2},
		{"Strides": []int{2, 1}, "WindowSize": []int{3, 2}, "StartPadding": []int{1, 0}, "EndPadding": []int{2, 1}, "DimensionCount": 2},
		{"Strides": []int{3, 4}, "WindowSize": []int{2, 3}, "StartPadding": []int{0, 2}, "EndPadding": []int{0, 0}, "DimensionCount": 2},
	}
	places := [][]int{{2, 1, 4, 5}, {2, 1, 3, 6}, {2, 1, 2, 2}}
	for i, w := range windows {
		for _, padding := range []bool{false, true} {
			attrs := maps.Clone(w)
			attrs["IncludePadding"] = padding
			add("AVERAGE_POOLING_GRAD", "AVERAGE_POOLING", attrs, []int{2, 1, 5, 6}, places[i], false)
		}
		attrs := maps.Clone(w)
		attrs["Dilations"] = []int{1, 1}
		add("MAX_POOLING_GRAD", "MAX_POOLING2", attrs, []int{2, 1, 5, 6}, places[i], true)
	}
	add("MAX_POOLING_GRAD", "MAX_POOLING2", reference.Attrs{"Strides": []int{1, 2}, "WindowSize": []int{2, 2}, "StartPadding": []int{0, 1}, "EndPadding": []int{1, 0}, "Dilations": []int{3, 2}},
		[]int{1, 2, 6, 7}, []int{1, 2, 4, 3}, true)
	for n := 1; n <= 4; n++ {
		for _, cross := range []bool{false, true} {
			add("LOCAL_RESPONSE_NORMALIZATION_GRAD", "LOCAL_RESPONSE_NORMALIZATION", reference.Attrs{"CrossChannel": cross, "LocalSize": n, "Alpha": 0.5, "Beta": 0.75, "Bias": 1.5}, []int{1, 5, 3, 4}, []int{1, 5, 3, 4}, true)
		}
	}
	add("SLICE_GRAD", "SLICE1", reference.Attrs{"InputWindowOffsets": []int{1, 0, 2}, "InputWindowSizes": []int{1, 5, 4}, "InputWindowStrides": []int{1, 2, -3}}, []int{3, 5, 7}, []int{1, 3, 2}, false)
	add("SLICE_GRAD", "SLICE1", reference.Attrs{"InputWindowOffsets": []int{0, 3}, "InputWindowSizes": []int{4, 4}, "InputWindowStrides": []int{-1, 2}}, []int{4, 8}, []int{4, 1}, false)
	for _, mode := range []string{"NEAREST_NEIGHBOR", "LINEAR"} {
		for _, s := range []struct {
			x, g          []int
			scales        []float64
			before, after float64
		}{{[]int{2, 4, 5}, []int{2, 8, 5}, []float64{1, 2, 1}, 0.5, -0.5}, {[]int{1, 6, 7}, []int{1, 3, 11}, []float64{1, 0.5, 1.5}, 0.5, -0.5}, {[]int{1, 6, 3}, []int{1, 9, 5}, []float64{1, 1.25, 2.5}, 0.25, 0.125},
			{[]int{3, 1, 4}, []int{6, 4, 2}, []float64{2, 4, 0.3}, 0, 0}} {
			attrs := reference.Attrs{"InterpolationMode": mode, "DimensionCount": 3, "Scales": s.scales, "InputPixelOffsets": slices.Repeat([]float64{s.before}, 3), "OutputPixelOffsets": slices.Repeat([]float64{s.after}, 3)}
			add("RESAMPLE_GRAD", "RESAMPLE1", attrs, s.x, s.g, false)
			for _, direction := range []string{"INCREASING", "DECREASING"} {
				rounded := maps.Clone(attrs)
				rounded["RoundingDirection"] = direction
				add("RESAMPLE_GRAD1", "RESAMPLE2", rounded, s.x, s.g, false)
			}
		}
	}
	return out
}

// gradient is a trial of an operator that goes back through another one, whose input and output have some sizes.
type gradient struct {
	trial
	forward string
	x, g    []int
}

// TestGradients holds the operators that go back against the reference, which scatters where they gather.
func TestGradients(t *testing.T) {
	var trials []trial
	for _, g := range gradients() {
		trials = append(trials, g.trial)
	}
	holdAll(t, trials, "FLOAT32", "FLOAT16")
}

// TestGradientsAreSlopes holds the reference of the same operators against what a small change of each element of the input does to the sum of the
// outputs times their gradients.
func TestGradientsAreSlopes(t *testing.T) {
	for _, g := range gradients() {
		s := newSource(domain{-4, 4})
		random := func(sizes []int) *reference.Tensor {
			x := reference.New("FLOAT64", sizes, nil)
			for i := range x.Data {
				x.Data[i].F = s.low + (s.high-s.low)*s.Float64()
			}
			return x
		}
		x, above, back := random(g.x), random(g.g), reference.New("FLOAT64", g.x, nil)
		require.NoError(t, reference.Evaluate(g.op, map[string][]*reference.Tensor{"InputTensor": one(x), "InputGradientTensor": one(above), "OutputGradientTensor": one(back)}, g.attrs))
		loss := func() float64 {
			y, total := reference.New("FLOAT64", g.g, nil), 0.0
			require.NoError(t, reference.Evaluate(g.forward, map[string][]*reference.Tensor{"InputTensor": one(x), "OutputTensor": one(y)}, g.attrs))
			for i := range y.Data {
				total += y.Data[i].F * above.Data[i].F
			}
			return total
		}
		slopes(t, g.op, x, back, loss, 0, 1)
	}
}

// slopes compares a gradient with differences of a loss, for the first element that is said and each so many after it.
func slopes(t *testing.T, name string, x, back *reference.Tensor, loss func() float64, first, each int) {
	const step = 1e-6
	for i := first; i < len(x.Data); i += each {
		was := x.Data[i].F
		x.Data[i].F = was + step
		more := loss()
		x.Data[i].F = was - step
		less := loss()
		x.Data[i].F = was
		require.InDelta(t, (more-less)/(2*step), back.Data[i].F, 1e-6*math.Max(1, math.Abs(back.Data[i].F)), "%s, element %d", name, i)
	}
}

// batchTensors are the tensors of a normalisation in batches whose parameters have some sizes.
func batchTensors(x, parameter []int) (inputs, outputs specs) {
	inputs, outputs = backward(x, x)
	for _, name := range []string{"MeanTensor", "VarianceTensor", "ScaleTensor"} {
		inputs[name] = like(parameter...)
	}
	outputs["OutputScaleGradientTensor"], outputs["OutputBiasGradientTensor"] = like(parameter...), like(parameter...)
	return inputs, outputs
}

// TestBatchNormalizations: training, and the gradients of inference and of training, for parameters of a channel, of all elements, and of each; long
// sets are folded in parts.
func TestBatchNormalizations(t *testing.T) {
	var trials []trial
	for _, s := range [][2][]int{{{3, 4, 2, 5}, {1, 4, 1, 1}}, {{2, 3}, {1, 1}}, {{2, 3, 2}, {2, 1, 2}}, {{1, 2, 40, 30}, {1, 2, 1, 1}}} {
		inputs, outputs := batchTensors(s[0], s[1])
		for _, op := range []string{"BATCH_NORMALIZATION_GRAD", "BATCH_NORMALIZATION_TRAINING_GRAD"} {
			trials = append(trials, trial{op: op, attrs: reference.Attrs{"Epsilon": 0.25}, inputs: inputs, outputs: outputs, low: 0.5, high: 2})
		}
		forward := specs{"InputTensor": like(s[0]...), "ScaleTensor": like(s[1]...), "BiasTensor": like(s[1]...)}
		results := specs{"OutputTensor": like(s[0]...), "OutputMeanTensor": like(s[1]...), "OutputVarianceTensor": like(s[1]...)}
		trials = append(trials, trial{op: "BATCH_NORMALIZATION_TRAINING", attrs: reference.Attrs{"Epsilon": 0.01}, inputs: forward, outputs: results})
		added := maps.Clone(forward)
		added["FusedAddTensor"] = like(s[0]...)
		trials = append(trials, trial{op: "BATCH_NORMALIZATION_TRAINING", attrs: reference.Attrs{"Epsilon": 0.5, "FusedActivation": reference.Attrs{"Type": "ACTIVATION_RELU"}}, inputs: added, outputs: results})
	}
	holdAll(t, trials, "FLOAT32")
}

// TestBatchSlopes holds the gradients of training against differences: mean and variance change with the input.
func TestBatchSlopes(t *testing.T) {
	s := newSource(domain{-2, 2})
	make := func(sizes ...int) *reference.Tensor {
		x := reference.New("FLOAT64", sizes, nil)
		for i := range x.Data {
			x.Data[i].F = s.low + (s.high-s.low)*s.Float64()
		}
		return x
	}
	x, g, scale, bias := make(3, 2, 4), make(3, 2, 4), make(1, 2, 1), make(1, 2, 1)
	y, mean, variance := make(3, 2, 4), make(1, 2, 1), make(1, 2, 1)
	attrs := reference.Attrs{"Epsilon": 0.1}
	loss := func() float64 {
		require.NoError(t, reference.Evaluate("BATCH_NORMALIZATION_TRAINING", map[string][]*reference.Tensor{"InputTensor": one(x), "ScaleTensor": one(scale), "BiasTensor": one(bias),
			"OutputTensor": one(y), "OutputMeanTensor": one(mean), "OutputVarianceTensor": one(variance)}, attrs))
		total := 0.0
		for i := range y.Data {
			total += y.Data[i].F * g.Data[i].F
		}
		return total
	}
	loss()
	dx, dscale, dbias := make(3, 2, 4), make(1, 2, 1), make(1, 2, 1)
	require.NoError(t, reference.Evaluate("BATCH_NORMALIZATION_TRAINING_GRAD", map[string][]*reference.Tensor{"InputTensor": one(x), "InputGradientTensor": one(g), "MeanTensor": one(mean),
		"VarianceTensor": one(variance), "ScaleTensor": one(scale), "OutputGradientTensor": one(dx), "OutputScaleGradientTensor": one(dscale), "OutputBiasGradientTensor": one(dbias)}, attrs))
	slopes(t, "input", x, dx, loss, 0, 1)
	slopes(t, "scale", scale, dscale, loss, 0, 1)
	slopes(t, "bias", bias, dbias, loss, 0, 1)
}

// TestTrainers: the optimizer, in place too, and gradients of clips of all types.
func TestTrainers(t *testing.T) {
	sizes := like(2, 3, 4)
	inputs, outputs := specs{"TrainingStepTensor": typed("UINT32", 1, 1, 1)}, specs{}
	for _, name := range []string{"InputParametersTensor", "InputFirstMomentTensor", "InputSecondMomentTensor", "GradientTensor"} {
		inputs[name] = sizes
	}
	for _, name := range []string{"OutputParametersTensor", "OutputFirstMomentTensor", "OutputSecondMomentTensor"} {
		outputs[name] = sizes
	}
	adam := reference.Attrs{"LearningRate": 0.5, "Beta1": 0.75, "Beta2": 0.999, "Epsilon": 0.125}
	holdAll(t, []trial{{op: "ADAM_OPTIMIZER", attrs: adam, inputs: inputs, outputs: outputs, low: 1, high: 5}}, "FLOAT32", "FLOAT16")
	in, out := backward([]int{3, 5}, []int{3, 5})
	for _, typ := range allTypes {
		limits := reference.Attrs{"MinMaxDataType": string(typ), "Min": 1, "Max": 3}
		holdAll(t, []trial{{op: "ELEMENT_WISE_CLIP_GRAD1", attrs: limits, inputs: in, outputs: out, low: 0, high: 5}}, typ)
	}
	holdAll(t, []trial{{op: "ELEMENT_WISE_CLIP_GRAD", attrs: reference.Attrs{"Min": 1, "Max": 3}, inputs: in, outputs: out, low: 0, high: 5}}, "INT32", "UINT8")
}

// TestYoungerForms: MEAN_VARIANCE_NORMALIZATION2 with either part, and RESAMPLE2 in both directions.
func TestYoungerForms(t *testing.T) {
	var trials []trial
	for _, mean := range []bool{false, true} {
		for _, variance := range []bool{false, true} {
			trials = append(trials, trial{op: "MEAN_VARIANCE_NORMALIZATION2", attrs: reference.Attrs{"Axes": []int{2, 1}, "UseMean": mean, "UseVariance": variance, "Epsilon": 0.1},
				inputs: specs{"InputTensor": like(2, 3, 5), "ScaleTensor": like(1, 3, 1), "BiasTensor": like(1, 1, 5)}, outputs: specs{"OutputTensor": like(2, 3, 5)}})
		}
	}
	for _, mode := range []string{"NEAREST_NEIGHBOR", "LINEAR"} {
		for _, direction := range []string{"INCREASING", "DECREASING"} {
			trials = append(trials, trial{op: "RESAMPLE2", attrs: reference.Attrs{"InterpolationMode": mode, "RoundingDirection": direction, "Scales": []float64{1, 1.5, 0.75}, "InputPixelOffsets": []float64{0.5, 0.5, 0.25},
				"OutputPixelOffsets": []float64{-0.5, -0.5, 0}}, inputs: specs{"InputTensor": like(2, 4, 7)}, outputs: specs{"OutputTensor": like(2, 6, 5)}})
		}
	}
	holdAll(t, trials, "FLOAT32", "FLOAT16")
}
