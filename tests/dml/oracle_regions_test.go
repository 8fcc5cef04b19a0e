package dml_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// rois are regions that are aligned, small, large, turned around, beyond the input, and far from it; no sample lies where a nearest one changes.
var rois = []float64{0.3, 0.2, 4.1, 3.7, 1.13, 2.21, 1.55, 2.39, 0.17, 0.11, 13.3, 9.7, 3.93, 3.13, 0.71, 0.37, -2.3, -1.9, 2.45, 1.13, 40.1, 50.3, 60.7, 70.9}

// regionTensors are an input and regions of it.
func regionTensors(typ reference.Type, s *source) map[string][]*reference.Tensor {
	regions := reference.New(typ, []int{1, 6, 4}, nil)
	for i := range regions.Data {
		regions.Data[i] = typ.FromFloat(rois[i])
	}
	return map[string][]*reference.Tensor{"InputTensor": one(s.tensor(typ, 2, 3, 7, 9)), "ROITensor": one(regions), "BatchIndicesTensor": one(integers("UINT32", []int{6}, 0, 1, 1, 0, 1, 0))}
}

// alignments are the attributes that regions are tried with.
func alignments() []reference.Attrs {
	var out []reference.Attrs
	for _, function := range []string{"AVERAGE", "MAX"} {
		for _, mode := range []string{"NEAREST_NEIGHBOR", "LINEAR"} {
			for i, samples := range [][2]int{{1, 1}, {2, 2}, {1, 3}} {
				a := reference.Attrs{"ReductionFunction": function, "InterpolationMode": mode, "SpatialScaleX": 1, "SpatialScaleY": 0.75, "MinimumSamplesPerOutput": samples[0], "MaximumSamplesPerOutput": samples[1]}
				out = append(out, a)
				b := maps.Clone(a)
				b["InputPixelOffset"], b["OutputPixelOffset"], b["AlignRegionsToCorners"] = 0.25*float64(i), -0.25*float64(i), i != 1
				out = append(out, b)
			}
		}
	}
	return out
}

// TestRegions holds regions against the reference, with and without offsets of pixels.
func TestRegions(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for n, attrs := range alignments() {
		op := "ROI_ALIGN"
		if _, ok := attrs["InputPixelOffset"]; ok {
			op = "ROI_ALIGN1"
		}
		attrs["OutOfBoundsInputValue"] = -2.5
		tensors := regionTensors("FLOAT32", newSource(domain{-4, 4}))
		tensors["OutputTensor"] = one(reference.New("FLOAT32", []int{6, 3, 2, 4}, nil))
		[]*rig{loud, silent}[n%2].hold(t, reference.Case{Op: op, Attrs: attrs, Tensors: tensors}, how{padded: n%3 == 0}, 2e-5, 2e-5)
	}
	for _, typ := range []reference.Type{"FLOAT32", "FLOAT16"} {
		s := newSource(domain{-4, 4})
		regions := reference.New(typ, []int{4, 5}, nil)
		for i, v := range []float64{0, 0, 0, 4, 4, 1, 2, 1, 2, 1, 1, 5, 3, 17, 15, 0, 12, 6, 2, 2} {
			regions.Data[i].F = v
		}
		loud.hold(t, reference.Case{Op: "ROI_POOLING", Attrs: reference.Attrs{"SpatialScale": 0.5, "PooledSize": reference.Attrs{"Width": 3, "Height": 2}}, Tensors: map[string][]*reference.Tensor{
			"InputTensor": one(s.tensor(typ, 2, 3, 7, 9)), "ROITensor": one(regions), "OutputTensor": one(reference.New(typ, []int{4, 3, 2, 3}, nil))}}, how{padded: true}, 0, 0)
	}
}

// TestRegionGradients holds the gradients of regions against the reference: for the input, for the corners, and for both.
func TestRegionGradients(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for n, attrs := range alignments() {
		if _, ok := attrs["InputPixelOffset"]; !ok {
			attrs["InputPixelOffset"], attrs["OutputPixelOffset"], attrs["AlignRegionsToCorners"] = 0.5, -0.5, false
		}
		s := newSource(domain{-4, 4})
		tensors := regionTensors("FLOAT32", s)
		tensors["InputGradientTensor"] = one(s.tensor("FLOAT32", 6, 3, 2, 4))
		if n%3 != 1 {
			tensors["OutputGradientTensor"] = one(reference.New("FLOAT32", []int{2, 3, 7, 9}, nil))
		}
		if n%3 != 2 {
			tensors["OutputROIGradientTensor"] = one(reference.New("FLOAT32", []int{1, 6, 4}, nil))
		} else if attrs["ReductionFunction"] == "AVERAGE" {
			delete(tensors, "InputTensor")
		}
		[]*rig{loud, silent}[n%2].hold(t, reference.Case{Op: "ROI_ALIGN_GRAD", Attrs: attrs, Tensors: tensors}, how{padded: n%2 == 0}, 1e-4, 2e-5)
	}
}

// TestRegionSlopes holds the same gradients against differences, of the input, each time of a fifth of it, and of the corners.
func TestRegionSlopes(t *testing.T) {
	for n, attrs := range alignments() {
		if _, ok := attrs["InputPixelOffset"]; !ok {
			attrs["InputPixelOffset"], attrs["OutputPixelOffset"], attrs["AlignRegionsToCorners"] = 0.5, -0.5, false
		}
		s := newSource(domain{-4, 4})
		tensors := regionTensors("FLOAT64", s)
		for _, list := range tensors {
			list[0].Strides = nil
			list[0].Data = list[0].Data[:min(len(list[0].Data), list[0].Reach())]
			for len(list[0].Data) < list[0].Reach() {
				list[0].Data = append(list[0].Data, reference.Number{F: s.Float64()})
			}
		}
		g, y := reference.New("FLOAT64", []int{6, 3, 2, 4}, nil), reference.New("FLOAT64", []int{6, 3, 2, 4}, nil)
		for i := range g.Data {
			g.Data[i].F = s.Float64() - 0.5
		}
		dx, droi := reference.New("FLOAT64", []int{2, 3, 7, 9}, nil), reference.New("FLOAT64", []int{1, 6, 4}, nil)
		tensors["InputGradientTensor"], tensors["OutputGradientTensor"], tensors["OutputROIGradientTensor"], tensors["OutputTensor"] = one(g), one(dx), one(droi), one(y)
		require.NoError(t, reference.Evaluate("ROI_ALIGN_GRAD", tensors, attrs))
		loss := func() float64 {
			require.NoError(t, reference.Evaluate("ROI_ALIGN1", tensors, attrs))
			total := 0.0
			for i := range y.Data {
				total += y.Data[i].F * g.Data[i].F
			}
			return total
		}
		slopes(t, fmt.Sprint("input ", n, attrs), tensors["InputTensor"][0], dx, loss, n%5, 5)
		slopes(t, fmt.Sprint("regions ", n, attrs), tensors["ROITensor"][0], droi, loss, 0, 1)
	}
}
