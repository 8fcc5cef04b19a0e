package kernel

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// TestTooLarge: branches count only in long kernels, and length only where there are many; what is nested deeply is too large by itself.
func TestTooLarge(t *testing.T) {
	made := func(plain, branches, depth int) *ir.Kernel {
		b := ir.NewBuilder("made")
		yes := b.Bool(true)
		for range plain - 1 {
			b.Int(1)
		}
		for range branches {
			b.If(yes, nil, nil)
		}
		var nest func(left int)
		nest = func(left int) {
			if left > 0 {
				b.If(yes, func() []ir.Value { nest(left - 1); return nil }, nil)
			}
		}
		nest(depth)
		require.NoError(t, ir.Verify(b.Kernel))
		return b.Kernel
	}
	for _, tt := range []struct {
		plain, branches, depth int
		want                   bool
	}{
		{100_000, 10, 0, false},
		{maxCompiled - maxBranches, maxBranches, 0, false},
		{maxCompiled - maxBranches, maxBranches + 1, 0, true},
		{maxCompiled - maxBranches - 1, maxBranches + 1, 0, false},
		{1, 0, maxNested, false},
		{1, 0, maxNested + 1, true},
	} {
		require.Equal(t, tt.want, tooLarge(made(tt.plain, tt.branches, tt.depth)), "%+v", tt)
	}
}

// TestTooManyLoops: the work for the loops of a kernel grows with the cube of their number, however short they are. That for barriers does not grow
// as fast.
func TestTooManyLoops(t *testing.T) {
	made := func(loops, barriers int) *ir.Kernel {
		b := ir.NewBuilder("made")
		no := b.Bool(false)
		for range loops {
			b.Loop(nil, func([]ir.Value) (ir.Value, []ir.Value) { return no, nil }, func() []ir.Value { return nil })
		}
		for range barriers {
			b.Barrier()
		}
		require.NoError(t, ir.Verify(b.Kernel))
		return b.Kernel
	}
	for _, tt := range []struct {
		loops, barriers int
		want            bool
	}{{maxLoops, 0, false}, {maxLoops + 1, 0, true}, {0, 4 * maxLoops, false}, {0, 4*maxLoops + 1, true}, {maxLoops - 1, 4, false}, {maxLoops - 1, 5, true}} {
		require.Equal(t, tt.want, tooLarge(made(tt.loops, tt.barriers)), "%+v", tt)
	}
}

// TestLargeKernelsAreInterpreted: what is too large to compile gives the same as the interpreter, because it is the interpreter.
func TestLargeKernelsAreInterpreted(t *testing.T) {
	const deep = maxNested + 1
	k, problems := Compile(luaSource(t, "local i = DispatchThreadID.x\n"+strings.Repeat("if out[i] > 0 then out[i] = out[i] - 1\n", deep)+strings.Repeat(" end", deep)))
	require.Empty(t, problems)
	require.True(t, k.natural.large())
	b, at := newBench(t, 2), uint32(0)
	fill := func(d *exec.Dispatch) {
		at = ir.RecordWord(d.Memory[d.Table:], ir.WordBase)
		for i := range uint32(8) {
			binary.LittleEndian.PutUint32(d.Memory[at+4*i:], math.Float32bits(float32(100*i)))
		}
	}
	b.same(t, k, [3]uint32{1, 1, 1}, fill)
	_, memory := b.run(t, b.compiled, k, [3]uint32{1, 1, 1}, fill)
	for i := range uint32(8) {
		got := math.Float32frombits(binary.LittleEndian.Uint32(memory[at-b.base+4*i:]))
		require.Equal(t, max(float32(100*i)-deep, 0), got, "a 1 is taken away %d times, as long as there is something", deep)
	}
}
