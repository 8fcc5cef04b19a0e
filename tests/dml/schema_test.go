package dml_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// TestSchema holds the rows of operators against DirectML's structs: the fields in their order, what they are, which may be NULL, and what may work
// in place.
func TestSchema(t *testing.T) {
	path := shared + "dml_schema.json"
	if _, err := os.Stat(path); os.IsNotExist(err) {
		t.Skip("the schema does not lie beside this checkout")
	}
	schema, err := reference.ReadSchema(path)
	require.NoError(t, err)
	kinds := []string{"input_tensor", "output_tensor", "attribute"}
	types := map[string][]op.Type{"tensor_desc": {op.TensorType}, "tensor_desc_array": {op.TensorsType}, "uint": {op.UintType, op.BoolType}, "bool": {op.BoolType}, "int": {op.IntType}, "float": {op.FloatType},
		"uint_array": {op.UintsType}, "int_array": {op.IntsType}, "float_array": {op.FloatsType}, "scale_bias": {op.ScaleBiasType}, "scalar_union": {op.ScalarType},
		"size_2d": {op.Size2DType}, "operator_desc": {op.OperatorType}, "operator_desc_array": {op.OperatorsType}}
	for _, row := range catalogue.Rows() {
		if slices.Contains(reference.Later, row.Name) {
			continue
		}
		want, ok := schema[row.Name]
		require.True(t, ok, row.Name)
		require.Equal(t, want.InPlace, row.InPlace, row.Name)
		require.Len(t, row.Fields, len(want.Fields), row.Name)
		for i, f := range want.Fields {
			got := row.Fields[i]
			require.Equal(t, f.Name, got.Name, row.Name)
			require.Equal(t, f.Kind, kinds[got.Kind], "%s.%s", row.Name, f.Name)
			require.Contains(t, types[f.Type], got.Type, "%s.%s", row.Name, f.Name)
			require.Equal(t, f.Optional, got.Optional, "%s.%s", row.Name, f.Name)
		}
	}
}
