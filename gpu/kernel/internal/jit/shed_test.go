package jit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// plus is out[i] = in[i] + n.
func plus(n int32) *ir.Kernel {
	b := ir.NewBuilder("plus")
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4)}
	id := b.Sys(ir.DispatchThreadIDX)
	b.StoreBuf(ir.Mem{Binding: 1}, id, 0, b.Op(ir.OpIAdd, b.LoadBuf(ir.Mem{}, id, 0), b.Int(n)))
	return b.Kernel
}

// TestUnusedCodeIsShed: of more kernels than may have machine code, those keep it that ran last; the others get it again when they run.
func TestUnusedCodeIsShed(t *testing.T) {
	r := newRig(t, 4<<20, 2)
	r.e.mostMachine = 8
	const slow = 96 // elements of the last group that are there: it needs the slow form
	d := ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Count: 2, Reports: 10, Records: r.table(r.structured(slow, 4, random(1)), r.structured(slow, 4, zero))}
	var codes []*Code
	run := func(n int) {
		r.same(codes[n].kernel, d) // runs the same code
		require.NotNil(t, codes[n].compiled)
		require.NotNil(t, codes[n].instances[0].run)
	}
	with := func() (list []int) {
		for i, c := range codes {
			if c.compiled != nil {
				list = append(list, i)
			}
		}
		require.EqualValues(t, len(list), r.e.machine.Load())
		return list
	}
	for n := range 8 {
		k := plus(int32(n))
		require.NoError(t, ir.Verify(k))
		code, err := r.e.Compile(k, true)
		require.NoError(t, err)
		codes = append(codes, code)
		run(n)
		require.NotNil(t, code.slow.code)
	}
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7}, with(), "as many as may")
	run(0)
	slowForm := codes[1].slow.code
	code, err := r.e.Compile(plus(8), true)
	require.NoError(t, err)
	codes = append(codes, code)
	run(8)
	require.Equal(t, []int{0, 3, 4, 5, 6, 7, 8}, with(), "a quarter has no more, which was not used for longest")
	require.Nil(t, codes[1].slow.code)
	require.Nil(t, slowForm.compiled, "nor has its slow form")
	run(1)
	require.Equal(t, []int{0, 1, 3, 4, 5, 6, 7, 8}, with())
	run(2)
	require.Equal(t, []int{0, 1, 2, 5, 6, 7, 8}, with())
	again, err := r.e.Compile(plus(3), true)
	require.NoError(t, err)
	require.Same(t, codes[3], again, "a code stays what it is")
	run(3)
}
