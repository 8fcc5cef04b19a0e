package dml_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// integers is a tensor of given numbers.
func integers(typ reference.Type, sizes []int, values ...int64) *reference.Tensor {
	t := reference.New(typ, sizes, nil)
	for i := range t.Data {
		t.Data[i] = typ.Round(reference.Number{I: values[i%len(values)]})
	}
	return t
}

// TestRandom holds the generator against the known answers of its authors' test vectors, and against the reference where the counter carries and the
// last words are left.
func TestRandom(t *testing.T) {
	r := newMachine(t, true)
	state := []int{1, 1, 1, 6}
	for _, c := range []struct{ state, want []int64 }{
		{[]int64{0, 0, 0, 0, 0, 0}, []int64{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{[]int64{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, []int64{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		{[]int64{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0}, []int64{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
	} {
		tensors := map[string][]*reference.Tensor{"InputStateTensor": one(integers("UINT32", state, c.state...)), "OutputTensor": one(reference.New("UINT32", []int{1, 1, 2, 2}, nil)),
			"OutputStateTensor": one(reference.New("UINT32", state, nil))}
		r.hold(t, reference.Case{Op: "RANDOM_GENERATOR", Attrs: reference.Attrs{}, Tensors: tensors}, how{}, 0, 0)
		for i, n := range tensors["OutputTensor"][0].Data {
			require.Equal(t, c.want[i], n.I)
		}
	}
	for _, sizes := range [][]int{{1, 1, 1, 1}, {1, 1, 1, 4}, {2, 3, 5, 7}, {1, 2, 3, 100}} {
		for _, carry := range []bool{false, true} {
			tensors := map[string][]*reference.Tensor{"InputStateTensor": one(integers("UINT32", state, 0xfffffffe, 0xffffffff, 7, 9, 1, 2)), "OutputTensor": one(reference.New("UINT32", sizes, nil))}
			if carry {
				tensors["OutputStateTensor"] = one(reference.New("UINT32", state, nil))
			}
			r.hold(t, reference.Case{Op: "RANDOM_GENERATOR", Attrs: reference.Attrs{}, Tensors: tensors}, how{padded: true}, 0, 0)
		}
	}
}

// TestNonzero: the coordinates of elements that are not 0, of which there may be none, all, or as many as are counted in parts. Rows after the last
// one are not looked at.
func TestNonzero(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		n     int
		every int64
	}{{[]int{1, 1, 2, 4}, 3, 3}, {[]int{1, 1, 2, 4}, 2, 1}, {[]int{1, 2, 3, 4}, 4, 100}, {[]int{1, 1, 1, 1}, 1, 1}, {[]int{1, 1, 2, 1, 3}, 5, 2}, {[]int{1, 2, 30, 40}, 3, 7}} {
		for _, typ := range []reference.Type{"FLOAT32", "INT8", "INT64"} {
			r := newMachine(t, true)
			in := reference.New(typ, c.sizes, nil)
			for i := range in.Data {
				if int64(i+1)%c.every == 0 {
					in.Data[i] = reference.Number{F: -0.5, I: -3}
				}
			}
			one1 := slices.Repeat([]int{1}, len(c.sizes))
			rows := slices.Clone(one1)
			rows[len(rows)-2], rows[len(rows)-1] = len(in.Data), c.n
			tensors := map[string][]*reference.Tensor{"InputTensor": one(in), "OutputCountTensor": one(reference.New("UINT32", one1, nil)), "OutputCoordinatesTensor": one(reference.New("UINT32", rows, nil))}
			made := reference.Case{Op: "NONZERO_COORDINATES", Attrs: reference.Attrs{}, Tensors: tensors}
			r.execute(made, how{})
			count, got := int(tensors["OutputCountTensor"][0].Data[0].I), slices.Clone(tensors["OutputCoordinatesTensor"][0].Data)
			require.NoError(t, reference.Evaluate(made.Op, tensors, made.Attrs))
			require.Equal(t, int(tensors["OutputCountTensor"][0].Data[0].I), count)
			require.Equal(t, len(in.Data)/int(c.every), count)
			require.Equal(t, tensors["OutputCoordinatesTensor"][0].Data[:count*c.n], got[:count*c.n])
		}
	}
}

// TestUnpooling: elements go to their numbers, the last of several stays, and a number beyond the output is left.
func TestUnpooling(t *testing.T) {
	r := newMachine(t, true)
	s := newSource(domain{-4, 4})
	for _, typ := range []reference.Type{"FLOAT32", "FLOAT16", "INT64", "UINT8"} {
		for _, index := range []reference.Type{"UINT32", "UINT64"} {
			tensors := map[string][]*reference.Tensor{"InputTensor": one(s.tensor(typ, 1, 2, 2, 3)), "IndicesTensor": one(integers(index, []int{1, 2, 2, 3}, 5, 0, 23, 5, 24, 7, 8, 1<<32-1, 22, 8, 1, 2)),
				"OutputTensor": one(reference.New(typ, []int{1, 2, 3, 4}, nil))}
			r.hold(t, reference.Case{Op: "MAX_UNPOOLING", Attrs: reference.Attrs{}, Tensors: tensors}, how{padded: true}, 0, 0)
		}
	}
}

// TestBlocks holds quantization by blocks against the reference, exactly: one block, a block for each element, and such in between.
func TestBlocks(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for _, typ := range []reference.Type{"INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32", "INT4", "UINT4"} {
		for i, blocks := range [][]int{{1, 1}, {4, 6}, {2, 3}, {4, 1}} {
			for zero := range 2 {
				s := newSource(domain{0, 100})
				kind := []string{"SCALE", "SCALE_ZERO_POINT"}[zero]
				small := func() *reference.Tensor {
					x := reference.New(typ, []int{4, 6}, nil)
					for i := range x.Data {
						x.Data[i] = typ.Round(reference.Number{I: int64(s.IntN(100))})
					}
					return x
				}
				zeros := reference.New(typ, blocks, nil)
				for i := range zeros.Data {
					zeros.Data[i] = typ.Round(reference.Number{I: int64(i * 3)})
				}
				list := []*reference.Tensor{scales("FLOAT32", blocks...)[0], zeros}[:zero+1]
				r := []*rig{loud, silent}[i%2]
				back := map[string][]*reference.Tensor{"InputTensor": one(small()), "QuantizationTensors": list, "OutputTensor": one(reference.New("FLOAT32", []int{4, 6}, nil))}
				r.hold(t, reference.Case{Op: "DEQUANTIZE", Attrs: reference.Attrs{"QuantizationType": kind}, Tensors: back}, how{padded: true}, 0, 0)
				there := map[string][]*reference.Tensor{"InputTensor": one(s.tensor("FLOAT32", 4, 6)), "QuantizationTensors": list, "OutputTensor": one(reference.New(typ, []int{4, 6}, nil))}
				r.hold(t, reference.Case{Op: "QUANTIZE", Attrs: reference.Attrs{"QuantizationType": kind}, Tensors: there}, how{shared: true, padded: i%2 == 1}, 0, 0)
			}
		}
	}
}

// TestDynamic: scale and zero point of numbers of both signs, of one sign, which are joined by 0, and of zeros alone; of few and of many.
func TestDynamic(t *testing.T) {
	r := newMachine(t, true)
	for _, typ := range []reference.Type{"INT8", "UINT8"} {
		for _, d := range []domain{{-3, 5}, {1, 4}, {-9, -2}, {0, 0}} {
			for _, sizes := range [][]int{{2, 3}, {1, 40, 50}} {
				in := reference.New("FLOAT32", sizes, nil)
				for i := range in.Data {
					in.Data[i].F = float64(float32(d.low + (d.high-d.low)*float64(i*37%101)/101.7))
				}
				single := slices.Repeat([]int{1}, len(sizes))
				r.hold(t, reference.Case{Op: "DYNAMIC_QUANTIZE_LINEAR", Attrs: reference.Attrs{}, Tensors: map[string][]*reference.Tensor{"InputTensor": one(in), "OutputTensor": one(reference.New(typ, sizes, nil)),
					"OutputScaleTensor": one(reference.New("FLOAT32", single, nil)), "OutputZeroPointTensor": one(reference.New(typ, single, nil))}}, how{}, 0, 1e-6)
			}
		}
	}
}

// TestQuantizedAverages holds means of quantized numbers against the reference, exactly, with and without zero points.
func TestQuantizedAverages(t *testing.T) {
	r := newMachine(t, true)
	s := newSource(domain{-128, 127})
	single := []int{1, 1, 1, 1}
	for _, typ := range []reference.Type{"INT8", "UINT8"} {
		for i := range 4 {
			attrs := reference.Attrs{"Strides": []int{2, 1}, "WindowSize": []int{2, 4}, "StartPadding": []int{1, 0}, "EndPadding": []int{0, 2}, "Dilations": []int{2, 1}, "IncludePadding": i%2 == 0}
			half, quarter := scales("FLOAT32", single...), scales("FLOAT32", single...)
			half[0].Data[0].F = 0.5
			tensors := map[string][]*reference.Tensor{"InputTensor": one(s.tensor(typ, 2, 1, 5, 6)), "InputScaleTensor": half, "OutputScaleTensor": quarter, "OutputTensor": one(reference.New(typ, []int{2, 1, 2, 5}, nil))}
			if i > 1 {
				tensors["InputZeroPointTensor"], tensors["OutputZeroPointTensor"] = one(s.tensor(typ, single...)), one(s.tensor(typ, single...))
			}
			r.hold(t, reference.Case{Op: "QUANTIZED_LINEAR_AVERAGE_POOLING", Attrs: attrs, Tensors: tensors}, how{padded: true}, 0, 0)
		}
	}
}
