package shader_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// TestPlaces: coordinates and indices leave out what is 0, what is 1, and the remainder of the outermost dimension; where elements lie as they are
// counted, the index is their number.
func TestPlaces(t *testing.T) {
	for name, c := range map[string]struct {
		sizes, strides []uint32
		body, index    string
	}{
		"one dimension":           {[]uint32{4}, nil, "", "i"},
		"one element":             {[]uint32{1, 1}, nil, "", "0"},
		"two dimensions":          {[]uint32{2, 3}, nil, "\tlocal c_1 = i % 3\n\tlocal c_2 = i / 3\n", "i"},
		"a dimension of 1":        {[]uint32{2, 1, 3}, nil, "\tlocal c_1 = i % 3\n\tlocal c_2 = i / 3\n", "i"},
		"a leading 1":             {[]uint32{1, 3}, nil, "", "i"},
		"three dimensions":        {[]uint32{2, 3, 4}, nil, "\tlocal c_1 = i % 4\n\tlocal c_2 = i / 4 % 3\n\tlocal c_3 = i / 12\n", "i"},
		"every other element":     {[]uint32{2, 3}, []uint32{6, 2}, "\tlocal c_1 = i % 3\n\tlocal c_2 = i / 3\n", "(i) * 2"},
		"rows with gaps":          {[]uint32{2, 3}, []uint32{4, 1}, "\tlocal c_1 = i % 3\n\tlocal c_2 = i / 3\n", "(c_2) * 4 + c_1"},
		"a broadcast":             {[]uint32{2, 3}, []uint32{0, 1}, "\tlocal c_1 = i % 3\n\tlocal c_2 = i / 3\n", "c_1"},
		"a transposed layout":     {[]uint32{2, 3}, []uint32{1, 2}, "\tlocal c_1 = i % 3\n\tlocal c_2 = i / 3\n", "c_2 + (c_1) * 2"},
		"everything is one place": {[]uint32{2, 3}, []uint32{0, 0}, "\tlocal c_1 = i % 3\n\tlocal c_2 = i / 3\n", "0"},
	} {
		t.Run(name, func(t *testing.T) {
			d := &tensor.Desc{DataType: tensor.Float32, Sizes: c.sizes, Strides: c.strides}
			k := shader.New("test", d.Count())
			x := k.Input(0, d)
			require.Equal(t, c.index, x.Index(k.Coords("i", c.sizes)))
			require.Equal(t, c.body, k.Step().Body)
		})
	}
}

// TestPlacesOfParts: the numbers of several directions are put together again each by itself.
func TestPlacesOfParts(t *testing.T) {
	k := shader.New("test", 24)
	outer, inner := k.Coords("b", []uint32{2, 2}), k.Coords("e", []uint32{3, 2})
	x := k.Input(0, tensor.Of(tensor.Float32, 2, 2, 3, 2))
	require.Equal(t, "(b) * 6 + e", x.Index(append(outer, inner...)))
	require.Equal(t, "(b) * 6 + (c_4) * 2 + c_4", x.Index(append(outer, inner[0], inner[0])), "no elements that are counted")
}

// TestRanks: coordinates are those of the innermost dimensions.
func TestRanks(t *testing.T) {
	k := shader.New("test", 1)
	require.Equal(t, "(b) * 3 + c", k.Input(0, tensor.Of(tensor.Float32, 2, 3)).Index([]string{"a", "b", "c"}))
	require.Equal(t, "c", k.Input(1, tensor.Of(tensor.Float32, 4, 2, 3)).Index([]string{"c"}))
}

// TestGroups: one row of groups up to the limit of Direct3D 12, then rows, in which a work item finds its number.
func TestGroups(t *testing.T) {
	const row = 65535 * shader.GroupSize
	for _, c := range []struct {
		items uint64
		x, y  uint32
	}{{1, 1, 1}, {64, 1, 1}, {65, 2, 1}, {row, 65535, 1}, {row + 1, 65535, 2}, {2 * row, 65535, 2}, {2*row + 1, 65535, 3}} {
		s := shader.New("test", c.items).Step()
		x, y, z := s.Groups()
		require.Equal(t, [3]uint32{c.x, c.y, 1}, [3]uint32{x, y, z}, "%d items", c.items)
		if c.y > 1 {
			require.Contains(t, s.Function(""), "DispatchThreadID.y * 4194240")
		} else {
			require.NotContains(t, s.Function(""), "DispatchThreadID.y")
		}
	}
}

// TestViews: a tensor that is asked for twice is one view; another range is another one.
func TestViews(t *testing.T) {
	a := tensor.Of(tensor.Int8, 5)
	k := shader.New("test", 5)
	require.Equal(t, k.Input(0, a).Load("i"), k.Input(0, a).Load("i"))
	k.Input(1, a)
	k.Temporary(256, a)
	s := k.Step()
	require.Len(t, s.Slots, 3)
	require.Equal(t, shader.View{Space: shader.Temporary, Offset: 256, Type: tensor.Int8, Elements: 5}, s.Slots[2].View)
	kind, element := s.Slots[2].Declaration()
	require.Equal(t, [2]string{"RWBuffer", "int"}, [2]string{kind, element})
	longs := shader.View{Type: tensor.Int64, ReadOnly: true}
	kind, element = longs.Declaration()
	require.Equal(t, [2]string{"StructuredBuffer", "uint2"}, [2]string{kind, element})
}

func TestFloat(t *testing.T) {
	for x, want := range map[float32]string{0: "0.0", 1: "1.0", -1.5: "(-1.5)", 1e20: "1e+20", float32(math.Inf(-1)): "asfloat(uint(0xff800000))", math.MaxFloat32: "3.4028235e+38"} {
		require.Equal(t, want, shader.Float(x))
	}
	require.Equal(t, "asfloat(uint(0x80000000))", shader.Float(float32(math.Copysign(0, -1))))
	require.Equal(t, "asfloat(uint(0x7fc00000))", shader.Float(float32(math.NaN())))
}

// TestBlocks: a block that stays open is a mistake of the author.
func TestBlocks(t *testing.T) {
	k := shader.New("test", 1)
	k.Block("if i == 0 then")
	k.Line("local x = 1")
	require.Panics(t, func() { k.Step() })
	k.End()
	require.Equal(t, "\tif i == 0 then\n\t\tlocal x = 1\n\tend\n", k.Step().Body)
	require.Panics(t, func() { shader.New("none", 0) })
}
