package opt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestSpecializeKeepsLoads: loads that nobody needs any more, and that are made twice, stay; each knows where it comes from.
func TestSpecializeKeepsLoads(t *testing.T) {
	k, err := ir.Parse(`kernel "k" threads 4 1 1
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" ""
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "from" "uint"
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "to" "uint"
body {
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 1
%3:i32 = loadconst _ _ b=0
%4:bool = ieq %3 %2
%5:i32 = loadbuf _ %1 _ b=1
%6:i32 = loadbuf _ %1 _ b=1
%7:i32 = select %4 %5 %6
storebuf _ %1 _ %7 b=2
}`)
	require.NoError(t, err)
	s := Specialize(k, func(in *ir.Instr) (uint32, bool) { return 2, in.Op == ir.OpLoadConst })
	require.NoError(t, ir.Verify(s))
	var ops []ir.Op
	var origins []uint32
	s.Body.Walk(func(in *ir.Instr) {
		ops, origins = append(ops, in.Op), append(origins, in.Origin)
	})
	require.Equal(t, []ir.Op{ir.OpSys, ir.OpLoadConst, ir.OpLoadBuf, ir.OpLoadBuf, ir.OpStoreBuf}, ops)
	require.Equal(t, []uint32{0, 3, 5, 6, 8}, origins)
	again := Specialize(s, func(*ir.Instr) (uint32, bool) { return 0, false })
	origins = nil
	again.Body.Walk(func(in *ir.Instr) { origins = append(origins, in.Origin) })
	require.Equal(t, []uint32{0, 3, 5, 6, 8}, origins, "of the first kernel, also in a second round")
	Optimize(k)
	count := 0
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpLoadBuf {
			count++
		}
	})
	require.Equal(t, 1, count, "which the passes of a kernel do not keep")
}
