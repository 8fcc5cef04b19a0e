package dml_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// spec is a tensor to be made: its type, where it is not that of the case, and its sizes.
type spec struct {
	typ   reference.Type
	sizes []int
}

func like(sizes ...int) spec                      { return spec{"", sizes} }
func typed(typ reference.Type, sizes ...int) spec { return spec{typ, sizes} }
func (s spec) of(otherwise reference.Type) reference.Type {
	if s.typ != "" {
		return s.typ
	}
	return otherwise
}

// trial is an operator with its attributes and the tensors that it is tried with.
type trial struct {
	op      string
	attrs   reference.Attrs
	inputs  map[string]spec
	outputs map[string]spec
	low     float64 // numbers from low to high; 0 and 0: from -4 to 4
	high    float64
}

// hold runs a trial with one type of elements, with random layouts and contents.
func (c trial) hold(t *testing.T, r *rig, typ reference.Type, h how) {
	d := domain{c.low, c.high}
	if d == (domain{}) {
		d = domain{-4, 4}
	}
	s := newSource(d)
	made := reference.Case{Op: c.op, Attrs: c.attrs, Tensors: map[string][]*reference.Tensor{}}
	for _, name := range slices.Sorted(maps.Keys(c.inputs)) {
		in := c.inputs[name]
		made.Tensors[name] = one(s.tensor(in.of(typ), in.sizes...))
	}
	for name, out := range c.outputs {
		made.Tensors[name] = one(reference.New(out.of(typ), out.sizes, nil))
	}
	abs, rel := within(typ)
	r.hold(t, made, h, abs*20, rel*20)
}

type specs = map[string]spec

// holdAll runs trials with each of some types, with and without validation, and in other ways that must not matter.
func holdAll(t *testing.T, trials []trial, types ...reference.Type) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for n, c := range trials {
		t.Run(fmt.Sprintf("%s %v", c.op, c.attrs), func(t *testing.T) {
			for i, typ := range types {
				r, h := loud, how{padded: true, shared: n%2 == 0}
				if (n+i)%2 == 1 {
					r, h = silent, how{graph: n%3 == 0}
				}
				c.hold(t, r, typ, h)
			}
		})
	}
}

// TestConvolutions: modes, directions, groups, steps, paddings and fused activations, in one to three dimensions.
func TestConvolutions(t *testing.T) {
	relu := reference.Attrs{"Type": "ACTIVATION_LEAKY_RELU", "Alpha": 0.25}
	attrs := func(mode, direction string, n int, more reference.Attrs) reference.Attrs {
		list := func(v int) []int {
			out := make([]int, n)
			for i := range out {
				out[i] = v
			}
			return out
		}
		a := reference.Attrs{"Mode": mode, "Direction": direction, "DimensionCount": n, "Strides": list(1), "Dilations": list(1), "StartPadding": list(0), "EndPadding": list(0),
			"OutputPadding": list(0), "GroupCount": 1}
		for k, v := range more {
			a[k] = v
		}
		return a
	}
	in, filter, bias := "InputTensor", "FilterTensor", "BiasTensor"
	out := func(sizes ...int) specs { return specs{"OutputTensor": like(sizes...)} }
	holdAll(t, []trial{
		{op: "CONVOLUTION", attrs: attrs("CONVOLUTION", "FORWARD", 2, nil), inputs: specs{in: like(2, 3, 6, 5), filter: like(4, 3, 2, 3)}, outputs: out(2, 4, 5, 3)},
		{op: "CONVOLUTION", attrs: attrs("CROSS_CORRELATION", "FORWARD", 2, reference.Attrs{"Strides": []int{2, 3}, "Dilations": []int{2, 1}, "StartPadding": []int{1, 0}, "EndPadding": []int{2, 4},
			"FusedActivation": relu}), inputs: specs{in: like(1, 2, 7, 6), filter: like(3, 2, 3, 2), bias: like(1, 3, 1, 1)}, outputs: out(1, 3, 3, 3)},
		{op: "CONVOLUTION", attrs: attrs("CONVOLUTION", "FORWARD", 2, reference.Attrs{"GroupCount": 2, "StartPadding": []int{3, 3}, "EndPadding": []int{3, 3}}),
			inputs: specs{in: like(1, 4, 1, 2), filter: like(6, 2, 3, 3), bias: like(1, 6, 1, 1)}, outputs: out(1, 6, 5, 6)},
		{op: "CONVOLUTION", attrs: attrs("CROSS_CORRELATION", "FORWARD", 1, reference.Attrs{"Dilations": []int{3}}), inputs: specs{in: like(2, 2, 9), filter: like(2, 2, 3)}, outputs: out(2, 2, 3)},
		{op: "CONVOLUTION", attrs: attrs("CROSS_CORRELATION", "FORWARD", 3, reference.Attrs{"EndPadding": []int{1, 0, 1}}), inputs: specs{in: like(1, 2, 3, 4, 2), filter: like(2, 2, 2, 2, 2)},
			outputs: out(1, 2, 3, 3, 2)},
		{op: "CONVOLUTION", attrs: attrs("CROSS_CORRELATION", "BACKWARD", 2, reference.Attrs{"Strides": []int{2, 3}, "StartPadding": []int{1, 0}, "EndPadding": []int{0, 1}, "OutputPadding": []int{1, 2}}),
			inputs: specs{in: like(1, 3, 3, 2), filter: like(3, 2, 3, 2), bias: like(1, 2, 1, 1)}, outputs: out(1, 2, 7, 6)},
		{op: "CONVOLUTION", attrs: attrs("CONVOLUTION", "BACKWARD", 2, reference.Attrs{"GroupCount": 2, "Dilations": []int{1, 2}, "FusedActivation": relu}),
			inputs: specs{in: like(2, 4, 3, 3), filter: like(4, 3, 2, 2)}, outputs: out(2, 6, 4, 5)},
		{op: "CONVOLUTION", attrs: attrs("CONVOLUTION", "BACKWARD", 1, reference.Attrs{"Strides": []int{4}, "GroupCount": 2}), inputs: specs{in: like(1, 2, 3), filter: like(2, 1, 2)}, outputs: out(1, 2, 10)},
	}, "FLOAT32", "FLOAT16")
}

// TestPoolings: windows with steps, gaps and paddings; the largest integers with their places.
func TestPoolings(t *testing.T) {
	in, out := specs{"InputTensor": like(2, 2, 7, 6)}, specs{"OutputTensor": like(2, 2, 3, 3)}
	window := func(more reference.Attrs) reference.Attrs {
		a := reference.Attrs{"Strides": []int{2, 2}, "WindowSize": []int{3, 2}, "StartPadding": []int{1, 0}, "EndPadding": []int{0, 1}}
		for k, v := range more {
			a[k] = v
		}
		return a
	}
	gaps := []int{1, 2}
	holdAll(t, []trial{
		{op: "AVERAGE_POOLING", attrs: window(reference.Attrs{"IncludePadding": true}), inputs: in, outputs: out},
		{op: "AVERAGE_POOLING1", attrs: window(reference.Attrs{"IncludePadding": false, "Dilations": gaps}), inputs: in, outputs: out},
		{op: "LP_POOLING", attrs: window(reference.Attrs{"P": 1}), inputs: in, outputs: out},
		{op: "LP_POOLING1", attrs: window(reference.Attrs{"P": 3, "Dilations": gaps}), inputs: in, outputs: out},
	}, "FLOAT32", "FLOAT16")
	indexed := specs{"OutputTensor": like(2, 2, 3, 3), "OutputIndicesTensor": typed("UINT32", 2, 2, 3, 3)}
	holdAll(t, []trial{
		{op: "MAX_POOLING", attrs: window(nil), inputs: in, outputs: out},
		{op: "MAX_POOLING1", attrs: window(nil), inputs: in, outputs: indexed},
		{op: "MAX_POOLING2", attrs: window(reference.Attrs{"Dilations": gaps}), inputs: in, outputs: indexed},
		{op: "MAX_POOLING2", attrs: reference.Attrs{"Strides": []int{1, 1, 1}, "WindowSize": []int{2, 1, 2}, "StartPadding": []int{0, 0, 0}, "EndPadding": []int{0, 0, 0}, "Dilations": []int{1, 1, 1}},
			inputs: specs{"InputTensor": like(1, 2, 3, 2, 4)}, outputs: specs{"OutputTensor": like(1, 2, 2, 2, 3)}},
	}, "FLOAT32", "INT8", "UINT64", "INT64")
}

// TestNormalisations: parameters that serve several elements, short sets and long ones, neighbours of both kinds.
func TestNormalisations(t *testing.T) {
	in, out := like(2, 4, 3, 5), specs{"OutputTensor": like(2, 4, 3, 5)}
	channel := like(1, 4, 1, 1)
	tanh := reference.Attrs{"Type": "ACTIVATION_TANH"}
	trials := []trial{
		{op: "BATCH_NORMALIZATION", attrs: reference.Attrs{"Spatial": true, "Epsilon": 0.01, "FusedActivation": tanh}, low: 0.5, high: 2,
			inputs: specs{"InputTensor": in, "MeanTensor": channel, "VarianceTensor": channel, "ScaleTensor": in, "BiasTensor": like(1, 1, 1, 1)}, outputs: out},
		{op: "MEAN_VARIANCE_NORMALIZATION", attrs: reference.Attrs{"CrossChannel": true, "NormalizeVariance": true, "Epsilon": 0.001}, inputs: specs{"InputTensor": in}, outputs: out},
		{op: "MEAN_VARIANCE_NORMALIZATION", attrs: reference.Attrs{"CrossChannel": false, "NormalizeVariance": false, "Epsilon": 0.001, "FusedActivation": tanh},
			inputs: specs{"InputTensor": in, "ScaleTensor": channel, "BiasTensor": in}, outputs: out},
		{op: "MEAN_VARIANCE_NORMALIZATION1", attrs: reference.Attrs{"Axes": []int{3, 1}, "NormalizeVariance": true, "Epsilon": 0.001}, inputs: specs{"InputTensor": in, "BiasTensor": channel}, outputs: out},
		{op: "MEAN_VARIANCE_NORMALIZATION1", attrs: reference.Attrs{"Axes": []int{0, 1}, "NormalizeVariance": true, "Epsilon": 0.001}, inputs: specs{"InputTensor": like(2, 700)},
			outputs: specs{"OutputTensor": like(2, 700)}},
		{op: "LP_NORMALIZATION", attrs: reference.Attrs{"Axis": 1, "Epsilon": 1e-5, "P": 1}, inputs: specs{"InputTensor": in}, outputs: out},
		{op: "LP_NORMALIZATION", attrs: reference.Attrs{"Axis": 3, "Epsilon": 3, "P": 2}, inputs: specs{"InputTensor": in}, outputs: out},
	}
	for _, cross := range []bool{true, false} {
		for _, size := range []int{1, 2, 3, 6} {
			trials = append(trials, trial{op: "LOCAL_RESPONSE_NORMALIZATION", attrs: reference.Attrs{"CrossChannel": cross, "LocalSize": size, "Alpha": 0.5, "Beta": 0.75, "Bias": 1.5},
				inputs: specs{"InputTensor": in}, outputs: out})
		}
	}
	holdAll(t, trials, "FLOAT32", "FLOAT16")
}

// TestResampling: up and down, by halves and by odd factors, beyond the edges.
func TestResampling(t *testing.T) {
	var trials []trial
	for _, mode := range []string{"NEAREST_NEIGHBOR", "LINEAR"} {
		trials = append(trials,
			trial{op: "UPSAMPLE_2D", attrs: reference.Attrs{"InterpolationMode": mode, "ScaleSize": reference.Attrs{"Width": 3, "Height": 2}}, inputs: specs{"InputTensor": like(1, 2, 3, 4)},
				outputs: specs{"OutputTensor": like(1, 2, 6, 12)}},
			trial{op: "RESAMPLE", attrs: reference.Attrs{"InterpolationMode": mode, "Scales": []float64{1, 2, 0.5}}, inputs: specs{"InputTensor": like(2, 3, 8)}, outputs: specs{"OutputTensor": like(2, 6, 4)}},
			trial{op: "RESAMPLE1", attrs: reference.Attrs{"InterpolationMode": mode, "Scales": []float64{1, 1, 1.5, 0.75}, "InputPixelOffsets": []float64{0, 0, 0.25, 0}, "OutputPixelOffsets": []float64{0, 0, -0.5, 0.125}},
				inputs: specs{"InputTensor": like(1, 2, 4, 7)}, outputs: specs{"OutputTensor": like(1, 2, 8, 5)}})
	}
	holdAll(t, trials, "FLOAT32", "FLOAT16")
}

// TestMoves: elements are copied with all their bits, whatever type they have.
func TestMoves(t *testing.T) {
	out := func(sizes ...int) specs { return specs{"OutputTensor": like(sizes...)} }
	var trials []trial
	for _, mode := range []string{"CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"} {
		for _, more := range []struct{ start, end []int }{{[]int{0, 1, 2}, []int{0, 0, 1}}, {[]int{1, 7, 9}, []int{0, 5, 4}}} {
			trials = append(trials, trial{op: "PADDING", attrs: reference.Attrs{"PaddingMode": mode, "PaddingValue": 3, "StartPadding": more.start, "EndPadding": more.end},
				inputs: specs{"InputTensor": like(2, 3, 4)}, outputs: out(2+more.start[0]+more.end[0], 3+more.start[1]+more.end[1], 4+more.start[2]+more.end[2])})
		}
	}
	for _, order := range []string{"DEPTH_COLUMN_ROW", "COLUMN_ROW_DEPTH"} {
		trials = append(trials, trial{op: "DEPTH_TO_SPACE1", attrs: reference.Attrs{"BlockSize": 2, "Order": order}, inputs: specs{"InputTensor": like(2, 12, 2, 3)}, outputs: out(2, 3, 4, 6)},
			trial{op: "SPACE_TO_DEPTH1", attrs: reference.Attrs{"BlockSize": 3, "Order": order}, inputs: specs{"InputTensor": like(1, 2, 6, 3)}, outputs: out(1, 18, 2, 1)})
	}
	trials = append(trials,
		trial{op: "DEPTH_TO_SPACE", attrs: reference.Attrs{"BlockSize": 2}, inputs: specs{"InputTensor": like(1, 4, 1, 2)}, outputs: out(1, 1, 2, 4)},
		trial{op: "SPACE_TO_DEPTH", attrs: reference.Attrs{"BlockSize": 1}, inputs: specs{"InputTensor": like(1, 2, 3, 2)}, outputs: out(1, 2, 3, 2)},
		trial{op: "SLICE", attrs: reference.Attrs{"Offsets": []int{1, 0, 2}, "Sizes": []int{1, 2, 2}, "Strides": []int{1, 2, 3}}, inputs: specs{"InputTensor": like(2, 3, 7)}, outputs: out(1, 2, 2)},
		trial{op: "SLICE1", attrs: reference.Attrs{"InputWindowOffsets": []int{0, 1, 2}, "InputWindowSizes": []int{2, 2, 5}, "InputWindowStrides": []int{-1, 1, -2}},
			inputs: specs{"InputTensor": like(2, 3, 7)}, outputs: out(2, 2, 3)},
		trial{op: "TILE", attrs: reference.Attrs{"Repeats": []int{2, 1, 3}}, inputs: specs{"InputTensor": like(1, 3, 2)}, outputs: out(2, 3, 6)})
	holdAll(t, trials, "FLOAT32", "FLOAT16", "UINT8", "INT16", "INT64", "FLOAT64")
}

// TestIndexed: places that tensors of all index types name, in and out of range, also several times.
func TestIndexed(t *testing.T) {
	var trials []trial
	for _, typ := range []reference.Type{"INT32", "INT64", "UINT32", "UINT64"} {
		at := func(sizes ...int) spec { return typed(typ, sizes...) }
		data := like(3, 4, 5)
		out := func(sizes ...int) specs { return specs{"OutputTensor": like(sizes...)} }
		low := -6.0
		if typ.Unsigned() {
			low = 0
		}
		for _, c := range []trial{
			{op: "GATHER", attrs: reference.Attrs{"Axis": 1, "IndexDimensions": 2}, inputs: specs{"InputTensor": data, "IndicesTensor": at(2, 3)}, outputs: out(3, 2, 3, 5)},
			{op: "GATHER", attrs: reference.Attrs{"Axis": 2, "IndexDimensions": 0}, inputs: specs{"InputTensor": data, "IndicesTensor": at(1)}, outputs: out(1, 3, 4)},
			{op: "GATHER_ELEMENTS", attrs: reference.Attrs{"Axis": 0}, inputs: specs{"InputTensor": data, "IndicesTensor": at(7, 4, 3)}, outputs: out(7, 4, 3)},
			{op: "GATHER_ND", attrs: reference.Attrs{"InputDimensionCount": 3, "IndicesDimensionCount": 2}, inputs: specs{"InputTensor": data, "IndicesTensor": at(6, 2)}, outputs: out(1, 6, 5)},
			{op: "GATHER_ND1", attrs: reference.Attrs{"InputDimensionCount": 3, "IndicesDimensionCount": 3, "BatchDimensionCount": 1}, inputs: specs{"InputTensor": data, "IndicesTensor": at(3, 2, 1)},
				outputs: out(3, 2, 5)},
			{op: "SCATTER", attrs: reference.Attrs{"Axis": 1}, inputs: specs{"InputTensor": data, "IndicesTensor": at(2, 9, 5), "UpdatesTensor": like(2, 9, 5)}, outputs: out(3, 4, 5)},
			{op: "SCATTER_ND", attrs: reference.Attrs{"InputDimensionCount": 3, "IndicesDimensionCount": 2}, inputs: specs{"InputTensor": data, "IndicesTensor": at(9, 2), "UpdatesTensor": like(1, 9, 5)},
				outputs: out(3, 4, 5)},
			{op: "SCATTER_ND", attrs: reference.Attrs{"InputDimensionCount": 3, "IndicesDimensionCount": 1}, inputs: specs{"InputTensor": data, "IndicesTensor": at(3), "UpdatesTensor": like(1, 1, 1)},
				outputs: out(3, 4, 5)},
		} {
			c.low, c.high = low, 6
			trials = append(trials, c)
		}
	}
	holdAll(t, trials, "FLOAT32", "INT8", "UINT64")
}

// TestSequences: lines are turned around as far as their lengths say.
func TestSequences(t *testing.T) {
	r := newMachine(t, true)
	for _, typ := range []reference.Type{"INT32", "INT64", "UINT32", "UINT64"} {
		s := newSource(domain{-4, 4})
		lengths := reference.New(typ, []int{3, 1, 2}, nil)
		for i := range lengths.Data {
			lengths.Data[i] = typ.FromFloat(float64(i))
		}
		r.hold(t, reference.Case{Op: "REVERSE_SUBSEQUENCES", Attrs: reference.Attrs{"Axis": 1}, Tensors: map[string][]*reference.Tensor{"InputTensor": one(s.tensor("INT16", 3, 5, 2)),
			"SequenceLengthsTensor": one(lengths), "OutputTensor": one(reference.New("INT16", []int{3, 5, 2}, nil))}}, how{padded: true}, 0, 0)
	}
}

// TestParts: a tensor is joined from parts of different sizes, and split into them again.
func TestParts(t *testing.T) {
	r := newMachine(t, true)
	for axis := range 3 {
		for _, typ := range []reference.Type{"FLOAT32", "UINT8", "FLOAT64"} {
			s := newSource(domain{-4, 4})
			var parts, empty []*reference.Tensor
			whole := []int{2, 3, 4}
			whole[axis] = 6
			for _, length := range []int{1, 3, 2} {
				sizes := []int{2, 3, 4}
				sizes[axis] = length
				parts, empty = append(parts, s.tensor(typ, sizes...)), append(empty, reference.New(typ, sizes, nil))
			}
			attrs := reference.Attrs{"Axis": axis}
			r.hold(t, reference.Case{Op: "JOIN", Attrs: attrs, Tensors: map[string][]*reference.Tensor{"InputTensors": parts, "OutputTensor": one(reference.New(typ, whole, nil))}}, how{padded: true}, 0, 0)
			r.hold(t, reference.Case{Op: "SPLIT", Attrs: attrs, Tensors: map[string][]*reference.Tensor{"OutputTensors": empty, "InputTensor": one(s.tensor(typ, whole...))}}, how{shared: true}, 0, 0)
		}
	}
}
