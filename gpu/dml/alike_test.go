package dml

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// TestAlike: a tensor stands for a missing one where the operator takes it, and no other one of another shape.
func TestAlike(t *testing.T) {
	of := func(sizes ...uint32) *tensor.Desc {
		d, err := BufferTensor(tensor.Desc{DataType: tensor.Float32, Sizes: sizes}, 0)
		require.NoError(t, err)
		return d
	}
	four, five, wide, tall, square := of(4), of(5), of(1, 1, 2, 4), of(1, 1, 4, 2), of(1, 1, 2, 2)
	for _, tt := range []struct {
		name, typ string
		fields    map[string]any
		want      string
	}{
		{"an output like the inputs", "ELEMENT_WISE_ADD", map[string]any{"ATensor": four, "BTensor": four}, "ATensor"},
		{"inputs of two shapes", "ELEMENT_WISE_ADD", map[string]any{"ATensor": four, "BTensor": five}, ""},
		{"two are missing", "ELEMENT_WISE_ADD", map[string]any{"ATensor": four}, ""},
		{"a factor like the product", "GEMM", map[string]any{"ATensor": square, "OutputTensor": wide}, "OutputTensor"},
		{"a product like none of its factors", "GEMM", map[string]any{"ATensor": wide, "BTensor": tall}, ""},
		{"what is missing is no tensor", "ELEMENT_WISE_CLIP", map[string]any{"InputTensor": four, "OutputTensor": four}, ""},
		{"any shape would do", "ELEMENT_WISE_IDENTITY", map[string]any{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			desc := op.Desc{Type: tt.typ, Fields: tt.fields}
			_, fault := catalogue.Resolve(desc)
			require.NotNil(t, fault)
			require.Equal(t, tt.want, alike(desc, fault))
		})
	}
}
