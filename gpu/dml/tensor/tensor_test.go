package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

func TestSizes(t *testing.T) {
	for name, c := range map[string]struct {
		of             tensor.Desc
		count, span    uint64
		least, total   uint64
		packed, shared bool
	}{
		"packed":              {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 3}}, 6, 6, 24, 24, true, false},
		"one element":         {tensor.Desc{DataType: tensor.Uint8, Sizes: []uint32{1}}, 1, 1, 4, 4, true, false},
		"bytes are rounded":   {tensor.Desc{DataType: tensor.Uint8, Sizes: []uint32{5}}, 5, 5, 8, 8, true, false},
		"halves are rounded":  {tensor.Desc{DataType: tensor.Float16, Sizes: []uint32{3}}, 3, 3, 8, 8, true, false},
		"padding":             {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{1, 1, 2, 3}, Strides: []uint32{10, 10, 5, 1}}, 6, 8, 32, 32, false, false},
		"a larger size":       {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2}, TotalTensorSizeInBytes: 40}, 2, 2, 8, 40, true, false},
		"a repeated row":      {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 3}, Strides: []uint32{0, 1}}, 6, 3, 12, 12, false, true},
		"transposed":          {tensor.Desc{DataType: tensor.Int64, Sizes: []uint32{2, 3}, Strides: []uint32{1, 2}}, 6, 6, 48, 48, false, false},
		"strides of ones":     {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{1, 3}, Strides: []uint32{7, 1}}, 3, 3, 12, 12, true, false},
		"rows that interlock": {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 3}, Strides: []uint32{2, 1}}, 6, 5, 20, 20, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			require.Empty(t, c.of.Check())
			require.Equal(t, c.count, c.of.Count())
			require.Equal(t, c.span, c.of.Span())
			require.Equal(t, c.least, c.of.MinimumSize())
			require.Equal(t, c.total, c.of.TotalSize())
			require.Equal(t, c.packed, c.of.IsPacked())
			require.Equal(t, c.shared, c.of.Overlaps())
		})
	}
}

func TestCheck(t *testing.T) {
	full := tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 3}}
	for name, c := range map[string]struct {
		change func(*tensor.Desc)
		want   string
	}{
		"right":                       {func(*tensor.Desc) {}, ""},
		"no type":                     {func(d *tensor.Desc) { d.DataType = tensor.Unknown }, "DataType"},
		"half a byte":                 {func(d *tensor.Desc) { d.DataType = tensor.Uint4 }, ""},
		"a byte":                      {func(d *tensor.Desc) { d.DataType = tensor.Uint8 }, ""},
		"no dimensions":               {func(d *tensor.Desc) { d.Sizes = nil }, "1 to 8 dimensions, got 0"},
		"eight dimensions":            {func(d *tensor.Desc) { d.Sizes = make8(8) }, ""},
		"nine dimensions":             {func(d *tensor.Desc) { d.Sizes = make8(9) }, "got 9"},
		"a size of 0":                 {func(d *tensor.Desc) { d.Sizes = []uint32{2, 0} }, "must not contain 0, got { 2, 0 }"},
		"2^32 - 1 elements":           {func(d *tensor.Desc) { d.Sizes = []uint32{1<<32 - 1} }, ""},
		"2^32 elements":               {func(d *tensor.Desc) { d.Sizes = []uint32{1 << 16, 1 << 16} }, "4294967295 elements"},
		"one stride too few":          {func(d *tensor.Desc) { d.Strides = []uint32{1} }, "as many dimensions"},
		"the least size":              {func(d *tensor.Desc) { d.TotalTensorSizeInBytes = 24 }, ""},
		"four bytes too few":          {func(d *tensor.Desc) { d.TotalTensorSizeInBytes = 20 }, "at least 24"},
		"a size that is no multiple":  {func(d *tensor.Desc) { d.TotalTensorSizeInBytes = 26 }, "multiple of 4, got 26"},
		"an alignment of 4":           {func(d *tensor.Desc) { d.GuaranteedBaseOffsetAlignment = 4 }, ""},
		"an alignment below elements": {func(d *tensor.Desc) { d.GuaranteedBaseOffsetAlignment = 2 }, "at least the 4 bytes"},
		"an alignment of 24":          {func(d *tensor.Desc) { d.GuaranteedBaseOffsetAlignment = 24 }, "power of two, got 24"},
		"strides that span the world": {func(d *tensor.Desc) { d.Strides = []uint32{math.MaxUint32, math.MaxUint32} }, ""},
		"strides that span two worlds": {func(d *tensor.Desc) {
			d.Sizes, d.Strides = []uint32{1 << 10, 1 << 10}, []uint32{math.MaxUint32, math.MaxUint32}
		}, "span more than"},
	} {
		t.Run(name, func(t *testing.T) {
			d := full.Clone()
			c.change(d)
			if c.want == "" {
				require.Empty(t, d.Check())
			}
			require.Contains(t, d.Check(), c.want)
		})
	}
}

func make8(n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

func TestSameLayout(t *testing.T) {
	a := tensor.Of(tensor.Float32, 2, 2)
	same := &tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 2}, Strides: []uint32{2, 1}}
	require.True(t, a.SameLayout(same), "strides that are written out")
	for name, b := range map[string]*tensor.Desc{
		"type":    tensor.Of(tensor.Int32, 2, 2),
		"sizes":   tensor.Of(tensor.Float32, 4),
		"strides": {DataType: tensor.Float32, Sizes: []uint32{2, 2}, Strides: []uint32{1, 2}},
		"bytes":   {DataType: tensor.Float32, Sizes: []uint32{2, 2}, TotalTensorSizeInBytes: 32},
	} {
		require.False(t, a.SameLayout(b), name)
	}
}

func TestValues(t *testing.T) {
	for name, c := range map[string]struct {
		typ  tensor.DataType
		good []float64
		bad  []float64
	}{
		"bytes":   {tensor.Uint8, []float64{0, 255}, []float64{-1, 256, 0.5, math.NaN()}},
		"signed":  {tensor.Int8, []float64{-128, 127}, []float64{-129, 128}},
		"words":   {tensor.Int16, []float64{-32768, 32767}, []float64{32768}},
		"ints":    {tensor.Uint32, []float64{1<<32 - 1}, []float64{1 << 32}},
		"longs":   {tensor.Int64, []float64{-1 << 63, 1<<53 + 2}, []float64{1 << 63}},
		"ulongs":  {tensor.Uint64, []float64{1 << 63}, []float64{-1, 1 << 64}},
		"floats":  {tensor.Float32, []float64{0.5, math.Inf(-1)}, nil},
		"doubles": {tensor.Float64, []float64{math.Pi}, nil},
		"nibbles": {tensor.Uint4, []float64{0, 15, 3, 8}, []float64{-1, 16}},
		"signs":   {tensor.Int4, []float64{-8, 7, -1, 0}, []float64{-9, 8}},
		"halves":  {tensor.Float16, []float64{65504, 0.0625}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if c.good != nil {
				data, err := tensor.Encode(c.typ, c.good)
				require.NoError(t, err)
				require.Len(t, data, len(c.good)*int(c.typ.Bits())/8)
				require.Equal(t, c.good, tensor.Decode(c.typ, data))
			}
			for _, v := range c.bad {
				_, err := tensor.Encode(c.typ, []float64{v})
				require.Error(t, err, "%v", v)
			}
		})
	}
}

// FuzzOverlaps holds Overlaps against the places of all elements: where it says no, no two are the same.
func FuzzOverlaps(f *testing.F) {
	f.Add(uint8(2), uint8(3), uint8(2), uint8(3), uint8(1), uint8(6))
	f.Add(uint8(2), uint8(3), uint8(1), uint8(0), uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, a, b, c, sa, sb, sc uint8) {
		d := tensor.Desc{DataType: tensor.Uint8, Sizes: []uint32{uint32(a%5) + 1, uint32(b%5) + 1, uint32(c%5) + 1}, Strides: []uint32{uint32(sa), uint32(sb), uint32(sc)}}
		seen, twice, last := map[uint32]bool{}, false, uint32(0)
		for i := range d.Sizes[0] {
			for k := range d.Sizes[1] {
				for n := range d.Sizes[2] {
					at := i*d.Strides[0] + k*d.Strides[1] + n*d.Strides[2]
					twice, last = twice || seen[at], max(last, at)
					seen[at] = true
				}
			}
		}
		require.Equal(t, uint64(last)+1, d.Span())
		if twice {
			require.True(t, d.Overlaps())
		}
	})
}

// TestRepair: what one field must be is known where the others say it.
func TestRepair(t *testing.T) {
	for name, c := range map[string]struct {
		of    tensor.Desc
		field string
		value any
	}{
		"one stride too many":        {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2}, Strides: []uint32{2, 1}}, "Strides", nil},
		"a byte too few":             {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 3}, TotalTensorSizeInBytes: 23}, "TotalTensorSizeInBytes", uint64(24)},
		"a byte too many":            {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 3}, TotalTensorSizeInBytes: 25}, "TotalTensorSizeInBytes", uint64(28)},
		"an alignment of 24":         {tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2}, GuaranteedBaseOffsetAlignment: 24}, "GuaranteedBaseOffsetAlignment", uint64(32)},
		"an alignment of half of it": {tensor.Desc{DataType: tensor.Float64, Sizes: []uint32{2}, GuaranteedBaseOffsetAlignment: 4}, "GuaranteedBaseOffsetAlignment", uint64(8)},
		"the largest power":          {tensor.Desc{DataType: tensor.Uint8, Sizes: []uint32{2}, GuaranteedBaseOffsetAlignment: 1<<31 - 1}, "GuaranteedBaseOffsetAlignment", uint64(1 << 31)},
	} {
		t.Run(name, func(t *testing.T) {
			require.NotEmpty(t, c.of.Check())
			field, value, ok := c.of.Repair()
			require.True(t, ok)
			require.Equal(t, c.field, field)
			require.Equal(t, c.value, value)
		})
	}
	for name, of := range map[string]tensor.Desc{
		"no dimensions":   {DataType: tensor.Float32},
		"a size of 0":     {DataType: tensor.Float32, Sizes: []uint32{0}},
		"no power beyond": {DataType: tensor.Uint8, Sizes: []uint32{2}, GuaranteedBaseOffsetAlignment: 1<<31 + 1},
		"half a byte":     {DataType: tensor.Int4, Sizes: []uint32{1}, GuaranteedBaseOffsetAlignment: 1<<31 + 1},
		"too many places": {DataType: tensor.Float64, Sizes: []uint32{1 << 20, 1 << 11}, Strides: []uint32{1 << 31, 1 << 30}},
	} {
		_, _, ok := of.Repair()
		require.False(t, ok, name)
	}
}
