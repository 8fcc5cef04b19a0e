package syntax

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTableProblems(t *testing.T) {
	list := func(n int) (rows [][]float64) {
		for range n {
			rows = append(rows, []float64{1})
		}
		return rows
	}
	tests := []struct {
		rows [][]float64
		want string
	}{
		{nil, "it is empty"},
		{list(1), ""},
		{list(MaxTable), ""},
		{list(MaxTable + 1), "it has 1025 numbers; 1024 are allowed"},
		{[][]float64{{1, 2}, {3, 4}}, ""},
		{[][]float64{{1, 2}, {3}}, "element 2 has 1 numbers, but element 1 has 2"},
		{[][]float64{{1, 2, 3, 4}}, ""},
		{[][]float64{{1, 2, 3, 4, 5}}, "element 1 has 5 numbers; 1 to 4 are allowed"},
		{[][]float64{{}}, "element 1 has 0 numbers; 1 to 4 are allowed"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, (&Table{Rows: tt.rows}).Problem())
	}
	require.Equal(t, "float2", (&Table{Rows: [][]float64{{1, 2}}}).Elem().String())
	require.Equal(t, "float", (&Table{Rows: list(2)}).Elem().String())
}

func TestRefusedTypes(t *testing.T) {
	for _, name := range []string{"double", "double3", "double4x4", "int64_t", "int64_t2", "uint64_t", "min16float4", "float16_t4", "string"} {
		reason, ok := RefusedType(name)
		require.True(t, ok, name)
		require.NotEmpty(t, reason)
		_, d := ParseType(name)
		require.Equal(t, []string{reason}, d.Why, name)
	}
	for _, name := range TypeNames() {
		_, ok := RefusedType(name)
		require.False(t, ok, name)
	}
	_, ok := RefusedType("flaot")
	require.False(t, ok)
}
