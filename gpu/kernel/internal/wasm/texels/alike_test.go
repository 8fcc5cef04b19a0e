package texels

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// The components of a texel report together, with calculations and marks between them. Another texel, another level, a store, a print
// and a branch come between reports.
func TestAlike(t *testing.T) {
	load := func(x ir.Value, offset uint32) *ir.Instr {
		return &ir.Instr{Op: ir.OpLoadTex, Args: []ir.Value{0, x, 2, 0, 0}, Offset: offset, Width: 4}
	}
	sum, mark := &ir.Instr{Op: ir.OpIAdd, Args: []ir.Value{1, 2}}, &ir.Instr{Op: ir.OpStoreBuf, Mark: true}
	store, choice := &ir.Instr{Op: ir.OpStoreBuf}, &ir.Instr{Op: ir.OpIf, Blocks: []*ir.Block{{}, {}}}
	a, b, c, d := load(1, 0), load(1, 4), load(1, 8), load(1, 12)
	require.Equal(t, map[*ir.Instr][]*ir.Instr{a: {a, b, c, d}, b: nil, c: nil, d: nil}, Alike([]*ir.Instr{a, sum, b, mark, c, d}))
	for _, between := range []*ir.Instr{store, choice, {Op: ir.OpAtomicBuf}, {Op: ir.OpPrintf}, load(3, 0), {Op: ir.OpLoadBuf, Args: []ir.Value{0, 1, 0}}} {
		require.Equal(t, map[*ir.Instr][]*ir.Instr{a: {a, b}, b: nil}, Alike([]*ir.Instr{a, b, between, c}), "%v", between.Op)
	}
	level := load(1, 4)
	level.Args[4] = 3
	require.Empty(t, Alike([]*ir.Instr{a, level, load(1, 8)}))
}
