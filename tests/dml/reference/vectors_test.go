package reference_test

import (
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// shared is where the independent vectors lie; a checkout alone does not have them.
const shared = "../../../../shared/vectors/"

func skipWithout(t *testing.T, path string) {
	if _, err := os.Stat(path); os.IsNotExist(err) {
		t.Skip("the vectors do not lie beside this checkout")
	}
}

// TestVectors holds the definitions against numbers that others have computed.
func TestVectors(t *testing.T) {
	skipWithout(t, shared+"dml_vectors.json")
	cases, err := reference.ReadCases(shared + "dml_vectors.json")
	require.NoError(t, err)
	require.Len(t, cases, 1032)
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			require.NoError(t, reference.Evaluate(c.Op, c.Tensors, c.Attrs))
			for field, list := range c.Expect {
				for i, want := range list {
					compare(t, c, field, want, c.Tensors[field][i])
				}
			}
		})
	}
}

func compare(t *testing.T, c reference.Case, field string, want, got *reference.Tensor) {
	require.Len(t, got.Data, len(want.Data))
	for i, w := range want.Data {
		g := got.Data[i]
		if !want.Type.Float() {
			require.Equal(t, w.I, g.I, "%s, element %d", field, i)
			continue
		}
		equal := w.F == g.F || math.IsNaN(w.F) && math.IsNaN(g.F)
		require.True(t, equal || math.Abs(w.F-g.F) <= c.Abs+c.Rel*math.Abs(w.F) && !math.IsInf(w.F, 0), "%s, element %d: %v, got %v", field, i, w.F, g.F)
	}
}

// TestSchema holds the names against the descriptions of the operators.
func TestSchema(t *testing.T) {
	skipWithout(t, shared+"dml_schema.json")
	schema, err := reference.ReadSchema(shared + "dml_schema.json")
	require.NoError(t, err)
	for _, name := range reference.Known() {
		_, there := schema[name]
		require.NotEqual(t, slices.Contains(reference.Later, name), there, name)
	}
}

// TestByHand holds what no vector reaches against numbers worked out by hand.
func TestByHand(t *testing.T) {
	float := func(sizes []int, data ...float64) *reference.Tensor {
		out := reference.New("FLOAT32", sizes, nil)
		for i, f := range data {
			out.Data[i].F = f
		}
		return out
	}
	for _, c := range []struct {
		op      string
		attrs   reference.Attrs
		tensors map[string]*reference.Tensor
		want    []float64
	}{
		{"ELEMENT_WISE_ADD1", reference.Attrs{"FusedActivation": reference.Attrs{"Type": "ACTIVATION_RELU"}},
			map[string]*reference.Tensor{"ATensor": float([]int{2}, 1, 2), "BTensor": float([]int{2}, -3, 4), "OutputTensor": float([]int{2})}, []float64{0, 6}},
		{"ELEMENT_WISE_ABS", reference.Attrs{"ScaleBias": reference.Attrs{"Scale": 2, "Bias": -3}},
			map[string]*reference.Tensor{"InputTensor": float([]int{2}, 1, 2), "OutputTensor": float([]int{2})}, []float64{1, 1}},
		{"ELEMENT_WISE_ROUND", reference.Attrs{"RoundingMode": "TOWARD_INFINITY"},
			map[string]*reference.Tensor{"InputTensor": float([]int{3}, 1.25, 2.5, -2.5), "OutputTensor": float([]int{3})}, []float64{1, 3, -3}},
		{"CONVOLUTION", reference.Attrs{"Mode": "CONVOLUTION", "Direction": "FORWARD", "DimensionCount": 1, "Strides": []int{1}, "Dilations": []int{1},
			"StartPadding": []int{0}, "EndPadding": []int{0}, "OutputPadding": []int{0}, "GroupCount": 1},
			map[string]*reference.Tensor{"InputTensor": float([]int{1, 1, 3}, 1, 2, 3), "FilterTensor": float([]int{1, 1, 2}, 10, 1),
				"OutputTensor": float([]int{1, 1, 2})}, []float64{21, 32}},
		{"REDUCE", reference.Attrs{"Function": "ARGMAX", "Axes": []int{0}},
			map[string]*reference.Tensor{"InputTensor": float([]int{3}, 1, 5, 5), "OutputTensor": reference.New("UINT32", []int{1}, nil)}, []float64{1}},
		{"DIAGONAL_MATRIX", reference.Attrs{"Offset": 1, "Value": 7},
			map[string]*reference.Tensor{"OutputTensor": float([]int{2, 2})}, []float64{0, 7, 0, 0}},
		{"CUMULATIVE_PRODUCT", reference.Attrs{"Axis": 0, "AxisDirection": "DECREASING", "HasExclusiveProduct": true},
			map[string]*reference.Tensor{"InputTensor": float([]int{3}, 2, 3, 4), "OutputTensor": float([]int{3})}, []float64{12, 4, 1}},
	} {
		tensors := map[string][]*reference.Tensor{}
		for field, tensor := range c.tensors {
			tensors[field] = []*reference.Tensor{tensor}
		}
		require.NoError(t, reference.Evaluate(c.op, tensors, c.attrs))
		for i, want := range c.want {
			require.Equal(t, want, c.tensors["OutputTensor"].Value(indexOf(c.tensors["OutputTensor"].Sizes, i)), "%s, element %d", c.op, i)
		}
	}
	require.ErrorContains(t, reference.Evaluate("RESAMPLE3", nil, nil), "does not know RESAMPLE3")
}

func indexOf(sizes []int, n int) []int {
	out := make([]int, len(sizes))
	for d := len(sizes) - 1; d >= 0; d-- {
		out[d], n = n%sizes[d], n/sizes[d]
	}
	return out
}
