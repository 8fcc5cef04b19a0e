package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

func TestCollapse(t *testing.T) {
	type layout struct{ sizes, strides []uint32 }
	for _, c := range []struct {
		sizes   []uint32
		strides [][]uint32 // of each tensor; nil: packed
		want    []layout
	}{
		{[]uint32{2, 3, 4}, [][]uint32{nil, nil}, []layout{{[]uint32{24}, []uint32{1}}, {[]uint32{24}, []uint32{1}}}},
		{[]uint32{2, 3, 4}, [][]uint32{nil, {0, 4, 1}}, []layout{{[]uint32{2, 12}, []uint32{12, 1}}, {[]uint32{2, 12}, []uint32{0, 1}}}},
		{[]uint32{2, 3, 4}, [][]uint32{nil, {0, 0, 0}}, []layout{{[]uint32{24}, []uint32{1}}, {[]uint32{24}, []uint32{0}}}},
		{[]uint32{2, 3, 4}, [][]uint32{{1, 2, 6}}, []layout{{[]uint32{2, 3, 4}, []uint32{1, 2, 6}}}},
		{[]uint32{2, 3, 4}, [][]uint32{{13, 4, 1}}, []layout{{[]uint32{2, 12}, []uint32{13, 1}}}},
		{[]uint32{2, 1, 4}, [][]uint32{{4, 77, 1}}, []layout{{[]uint32{8}, []uint32{1}}}},
		{[]uint32{1, 1}, [][]uint32{nil, {5, 9}}, []layout{{[]uint32{1}, []uint32{1}}, {[]uint32{1}, []uint32{1}}}},
	} {
		var in []*tensor.Desc
		for _, s := range c.strides {
			in = append(in, &tensor.Desc{DataType: tensor.Int8, Sizes: c.sizes, Strides: s, TotalTensorSizeInBytes: 256})
		}
		for i, got := range tensor.Collapse(in...) {
			require.Equal(t, c.want[i], layout{got.Sizes, got.Strides})
			require.Equal(t, in[i].Span(), got.Span())
			require.Equal(t, in[i].TotalSize(), got.TotalSize())
			require.Equal(t, tensor.Int8, got.DataType)
		}
	}
}
