package dml_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// scales is a tensor of scales: powers of two, so that all results are exact.
func scales(typ reference.Type, sizes ...int) []*reference.Tensor {
	t := reference.New(typ, sizes, nil)
	for i := range t.Data {
		t.Data[i].F = []float64{0.25, 0.5, 2}[i%3]
	}
	return one(t)
}

// TestQuantizedProducts holds products of matrices of integers against the reference, exactly: with and without zero points, for all rows and columns
// or one each.
func TestQuantizedProducts(t *testing.T) {
	r := newMachine(t, true)
	s := newSource(domain{-128, 127})
	for i, types := range [][3]reference.Type{{"INT8", "INT8", "INT8"}, {"UINT8", "INT8", "UINT8"}, {"UINT8", "UINT8", "INT8"}, {"INT8", "UINT8", "UINT8"}} {
		rows, columns := []int{1, 1, 1, 1}, []int{1, 1, 1, 1}
		if i%2 == 1 {
			rows[2], columns[3] = 3, 5
		}
		for _, zero := range []bool{false, true} {
			base := map[string][]*reference.Tensor{"ATensor": one(s.tensor(types[0], 2, 1, 3, 4)), "BTensor": one(s.tensor(types[1], 2, 1, 4, 5))}
			if zero {
				base["AZeroPointTensor"], base["BZeroPointTensor"] = one(s.tensor(types[0], rows...)), one(s.tensor(types[1], columns...))
			}
			with := func(typ reference.Type, more map[string][]*reference.Tensor) map[string][]*reference.Tensor {
				out := map[string][]*reference.Tensor{"OutputTensor": one(reference.New(typ, []int{2, 1, 3, 5}, nil))}
				for _, list := range []map[string][]*reference.Tensor{base, more} {
					for name, tensors := range list {
						out[name] = tensors
					}
				}
				return out
			}
			r.hold(t, reference.Case{Op: "MATRIX_MULTIPLY_INTEGER", Tensors: with("INT32", nil)}, how{padded: true}, 0, 0)
			float := map[string][]*reference.Tensor{"AScaleTensor": scales("FLOAT32", rows...), "BScaleTensor": scales("FLOAT32", columns...)}
			if zero {
				float["BiasTensor"] = scales("FLOAT32", 1, 1, 1, 5)
			}
			r.hold(t, reference.Case{Op: "MATRIX_MULTIPLY_INTEGER_TO_FLOAT", Tensors: with("FLOAT32", float)}, how{shared: true}, 0, 0)
			small := map[string][]*reference.Tensor{"AScaleTensor": scales("FLOAT32", rows...), "BScaleTensor": scales("FLOAT32", columns...), "OutputScaleTensor": one(reference.New("FLOAT32", []int{1, 1, 1, 1}, nil))}
			small["OutputScaleTensor"][0].Data[0].F = 256
			if zero {
				small["OutputZeroPointTensor"] = one(s.tensor(types[2], rows...))
			}
			r.hold(t, reference.Case{Op: "QUANTIZED_LINEAR_MATRIX_MULTIPLY", Tensors: with(types[2], small)}, how{graph: true}, 0, 0)
		}
	}
}

// TestQuantizedConvolutions holds convolutions of integers against the reference, exactly.
func TestQuantizedConvolutions(t *testing.T) {
	r := newMachine(t, true)
	s := newSource(domain{-128, 127})
	for groups := 1; groups <= 2; groups++ {
		attrs := reference.Attrs{"Strides": []int{groups, 1}, "Dilations": []int{1, groups}, "StartPadding": []int{1, 0}, "EndPadding": []int{0, 1}, "GroupCount": groups}
		height, width := (5+1-2)/groups+1, 6+1-(1*groups+1)+1
		for _, types := range [][3]reference.Type{{"INT8", "INT8", "UINT8"}, {"UINT8", "INT8", "INT8"}} {
			for _, zero := range []bool{false, true} {
				tensors := map[string][]*reference.Tensor{"InputTensor": one(s.tensor(types[0], 2, 4, 5, 6)), "FilterTensor": one(s.tensor(types[1], 6, 4/groups, 2, 2)),
					"OutputTensor": one(reference.New("INT32", []int{2, 6, height, width}, nil))}
				single, channels := []int{1, 1, 1, 1}, []int{1, 6, 1, 1}
				if zero {
					tensors["InputZeroPointTensor"], tensors["FilterZeroPointTensor"] = one(s.tensor(types[0], single...)), one(s.tensor(types[1], channels...))
				}
				r.hold(t, reference.Case{Op: "CONVOLUTION_INTEGER", Attrs: attrs, Tensors: tensors}, how{padded: true}, 0, 0)
				tensors["InputScaleTensor"], tensors["FilterScaleTensor"] = scales("FLOAT32", single...), scales("FLOAT32", channels...)
				tensors["OutputScaleTensor"] = one(reference.New("FLOAT32", single, nil))
				tensors["OutputScaleTensor"][0].Data[0].F = 512
				tensors["OutputTensor"] = one(reference.New(types[2], []int{2, 6, height, width}, nil))
				if zero {
					tensors["BiasTensor"], tensors["OutputZeroPointTensor"] = one(s.tensor("INT32", channels...)), one(s.tensor(types[2], single...))
				}
				r.hold(t, reference.Case{Op: "QUANTIZED_LINEAR_CONVOLUTION", Attrs: attrs, Tensors: tensors}, how{shared: true}, 0, 0)
			}
		}
	}
}

// TestQuantizedSums holds the sum of quantized numbers against the reference, exactly.
func TestQuantizedSums(t *testing.T) {
	r := newMachine(t, true)
	s := newSource(domain{-128, 127})
	for _, typ := range []reference.Type{"INT8", "UINT8"} {
		for _, zero := range []bool{false, true} {
			tensors := map[string][]*reference.Tensor{"OutputTensor": one(reference.New(typ, []int{3, 7}, nil))}
			for _, name := range []string{"A", "B"} {
				tensors[name+"Tensor"] = one(s.tensor(typ, 3, 7))
			}
			for _, name := range []string{"A", "B", "Output"} {
				tensors[name+"ScaleTensor"] = scales("FLOAT32", 3, 7)
				if zero {
					tensors[name+"ZeroPointTensor"] = one(s.tensor(typ, 3, 7))
				}
			}
			r.hold(t, reference.Case{Op: "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", Tensors: tensors}, how{padded: true}, 0, 0)
		}
	}
}

// TestDiagonals holds spans of diagonals against the reference: within the matrix, of none, of all, and turned round.
func TestDiagonals(t *testing.T) {
	r := newMachine(t, true)
	s := newSource(domain{-4, 4})
	for i, span := range [][2]int{{0, 1}, {-1, 2}, {2, 2}, {-9, 9}, {1, -1}, {3, 0}} {
		t.Run(fmt.Sprint(span), func(t *testing.T) {
			for k, typ := range allTypes {
				sizes := []int{2, 3, 4}
				tensors := map[string][]*reference.Tensor{"OutputTensor": one(reference.New(typ, sizes, nil))}
				if (i+k)%2 == 0 {
					tensors["InputTensor"] = one(s.tensor(typ, slices.Clone(sizes)...))
				}
				r.hold(t, reference.Case{Op: "DIAGONAL_MATRIX1", Tensors: tensors,
					Attrs: reference.Attrs{"ValueDataType": string(typ), "Value": 7, "DiagonalFillBegin": span[0], "DiagonalFillEnd": span[1]}}, how{padded: true}, 0, 0)
			}
		})
	}
}
