package ir_test

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// scale is out[i] = in[i] * 2 with a loop and a choice.
func scale() *ir.Kernel {
	b := ir.NewBuilder("scale")
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{{Name: "out", Kind: ir.UAV, Shape: ir.Structured, Count: 1, Stride: 4, Element: "float"}}
	id := b.Sys(ir.DispatchThreadIDX)
	n := b.Int(3)
	x := b.Op(ir.OpBitsToF, b.LoadBuf(ir.Mem{}, id, 0))
	r := b.Loop([]ir.Value{b.Int(0), x}, func(c []ir.Value) (ir.Value, []ir.Value) {
		return b.Op(ir.OpLtS, c[0], n), []ir.Value{c[1]}
	}, func() []ir.Value {
		return []ir.Value{n, x}
	})
	y := b.If(b.Op(ir.OpLtU, id, n), func() []ir.Value { return []ir.Value{b.Op(ir.OpFMul, r[0], b.Float(2))} },
		func() []ir.Value { return []ir.Value{r[0]} })
	b.StoreBuf(ir.Mem{}, id, 0, b.Op(ir.OpFToBits, y[0]))
	return b.Kernel
}

func TestBuilderGivesWellFormedKernel(t *testing.T) {
	k := scale()
	require.NoError(t, ir.Verify(k))
	require.Equal(t, `kernel "scale" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "float"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 3
  %3:i32 = loadbuf _ %1 _ b=0
  %4:f32 = bitcast.f32 %3
  %5:i32 = const 0
  %6:f32 = loop %7:i32=%5 %8:f32=%4 {
    %9:bool = lts %7 %2
    yield %9 %8
  } do {
    yield %2 %4
  }
  %10:bool = ltu %1 %2
  %11:f32 = if %10 {
    %12:f32 = const 2
    %13:f32 = fmul %6 %12
    yield %13
  } else {
    yield %6
  }
  %14:i32 = bitcast.i32 %11
  storebuf _ %1 _ %14 b=0
}
`, ir.Print(k))
}

// TestExtent: the sizes of levels, halved from one to the next; slices are not halved, depths are, and samples are all of one size.
func TestExtent(t *testing.T) {
	for _, tt := range []struct {
		flags, mip uint32
		want       [3]uint32
	}{
		{0, 0, [3]uint32{9, 4, 6}}, {0, 1, [3]uint32{4, 2, 6}}, {0, 3, [3]uint32{1, 1, 6}}, {0, 4, [3]uint32{}},
		{ir.FlagVolume, 0, [3]uint32{9, 4, 6}}, {ir.FlagVolume, 1, [3]uint32{4, 2, 3}}, {ir.FlagVolume, 3, [3]uint32{1, 1, 1}}, {ir.FlagVolume, 4, [3]uint32{}},
		{ir.FlagSamples, 3, [3]uint32{9, 4, 6}}, {ir.FlagSamples, 4, [3]uint32{}},
	} {
		r := ir.Record{Width: 9, Height: 4, Depth: 6, Levels: 4, Flags: tt.flags}
		width, height, depth := r.Extent(tt.mip)
		require.Equal(t, tt.want, [3]uint32{width, height, depth}, "%+v", tt)
	}
	r := ir.Record{Width: 1 << 20, Height: 1, Depth: 1, Levels: ir.MaxMips + 1}
	width, _, _ := r.Extent(ir.MaxMips - 1)
	require.EqualValues(t, 1<<6, width)
	width, _, _ = r.Extent(ir.MaxMips)
	require.Zero(t, width, "a record has no place for more levels")
}
