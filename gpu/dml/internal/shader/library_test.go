package shader

import (
	"math"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// TestLibraryNames holds the table of helpers against their texts: each needs the helpers that its text calls, and no others, and comes after them in
// a kernel.
func TestLibraryNames(t *testing.T) {
	calls := regexp.MustCompile(`\b([A-Za-z][A-Za-z0-9]*)\(`)
	names := map[string]bool{}
	for i, h := range library {
		require.False(t, names[h.name], "two helpers are called %s", h.name)
		require.True(t, i == 0 || library[i-1].name < h.name, "%s is out of order", h.name)
		names[h.name] = true
	}
	for _, h := range library {
		var called []string
		for _, m := range calls.FindAllStringSubmatch(h.text, -1) {
			if names[m[1]] && !slices.Contains(called, m[1]) {
				called = append(called, m[1])
			}
		}
		require.ElementsMatch(t, called, h.needs, h.name)
		k := New("test", 1)
		k.use(h.name)
		for _, need := range h.needs {
			require.Less(t, slices.Index(k.helpers, need), slices.Index(k.helpers, h.name), "%s comes before %s", h.name, need)
		}
	}
	require.PanicsWithValue(t, `BUG: there is no helper "sqrt64"`, func() { New("test", 1).Call("sqrt64") })
}

// TestConstants holds numbers as elements: the nearest one of the type, fractions cut off.
func TestConstants(t *testing.T) {
	for _, c := range []struct {
		of   tensor.DataType
		x    float64
		want string
	}{
		{tensor.Uint8, 255.9, "uint(255)"}, {tensor.Uint8, 256, "uint(255)"}, {tensor.Uint8, -1, "uint(0)"}, {tensor.Uint8, math.NaN(), "uint(0)"},
		{tensor.Int8, 127, "int(127)"}, {tensor.Int8, 128, "int(127)"}, {tensor.Int8, -128.9, "int(-128)"}, {tensor.Int8, -129, "int(-128)"}, {tensor.Int8, math.NaN(), "int(0)"},
		{tensor.Uint32, math.Inf(1), "uint(4294967295)"}, {tensor.Int32, math.Inf(-1), "int(-2147483648)"},
		{tensor.Uint64, math.Inf(1), "uint2(0xffffffff, 0xffffffff)"}, {tensor.Uint64, 1 << 32, "uint2(0x00000000, 0x00000001)"},
		{tensor.Int64, math.Inf(1), "uint2(0xffffffff, 0x7fffffff)"}, {tensor.Int64, -1, "uint2(0xffffffff, 0xffffffff)"}, {tensor.Int64, math.Inf(-1), "uint2(0x00000000, 0x80000000)"},
		{tensor.Float64, 1.5, "uint2(0x00000000, 0x3ff80000)"}, {tensor.Float32, 1.5, "1.5"}, {tensor.Float16, -2, "(-2.0)"},
	} {
		require.Equal(t, c.want, New("test", 1).Math(c.of).Const(c.x), "%s %v", c.of, c.x)
	}
	m := New("test", 1).Math(tensor.Uint16)
	require.Equal(t, "uint(65535)", m.Scalar(-1))
	require.Equal(t, "uint(65534)", m.Scalar(65534))
	require.Equal(t, "uint2(0xfffffffe, 0xffffffff)", New("test", 1).Math(tensor.Uint64).Scalar(-2))
}
