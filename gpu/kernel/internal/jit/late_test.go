package jit

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// sums is z[i+further] = x[i] + z[i] in floats, and z's bits as they were read go to w[i]. i goes row by row, where rows are pitch apart.
func sums(threads [3]uint32, pitch, further int32) *ir.Kernel {
	b := ir.NewBuilder("sums")
	b.Kernel.NumThreads = threads
	b.Kernel.Bindings = []ir.Binding{buf("x", ir.SRV, 4), buf("z", ir.UAV, 4), buf("w", ir.UAV, 4)}
	id := b.Op(ir.OpIAdd, b.Sys(ir.DispatchThreadIDX), b.Op(ir.OpIMul, b.Sys(ir.DispatchThreadIDY), b.Int(pitch)))
	old := b.LoadBuf(ir.Mem{Binding: 1}, id, 0)
	storeF(b, 1, b.Op(ir.OpIAdd, id, b.Int(further)), b.Op(ir.OpFAdd, loadF(b, 0, id), b.Op(ir.OpBitsToF, old)))
	b.StoreBuf(ir.Mem{Binding: 2}, id, 0, old)
	return b.Kernel
}

// NaNs that a long packet stores are ir.NaN32 wherever they are, although they are looked for after the last wave; and nothing reads others.
func TestLateNaNs(t *testing.T) {
	notInShort(t)
	inf, nan := math.Float32bits(float32(math.Inf(1))), uint32(0xffc00001)
	only := func(at int, bits uint32) func(int) uint32 {
		return func(i int) uint32 {
			if i == at {
				return bits
			}
			return 0x3f800000
		}
	}
	for name, fill := range map[string]func(int) uint32{"numbers": only(-1, 0), "the first": only(0, nan), "the last": only(511, nan), "in the middle": only(201, nan),
		"infinity": only(7, inf), "edges": random(3)} {
		for _, c := range []struct {
			threads        [3]uint32
			pitch, further int32
			late           bool
		}{
			{[3]uint32{256, 1, 1}, 0, 0, true},
			{[3]uint32{256, 1, 1}, 0, 4, false}, // z is read where it was written
			{[3]uint32{256, 1, 1}, 0, -4, false},
			{[3]uint32{256, 1, 1}, 0, 1024, false},
			{[3]uint32{16, 16, 1}, 33, 0, true},
			{[3]uint32{32, 8, 1}, 64, 0, true},   // rows that follow each other, in two groups
			{[3]uint32{8, 32, 1}, 17, 0, false},  // rows of two waves
			{[3]uint32{16, 16, 1}, 32, 8, false}, // z is read where the other group writes
		} {
			k := sums(c.threads, c.pitch, c.further)
			require.NoError(t, ir.Verify(k))
			r := newRig(t, 4<<20, 1)
			d := ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Records: r.table(r.structured(640, 4, fill), r.structured(2048, 4, fill), r.structured(640, 4, zero))}
			r.same(k, d)
			g, err := wasm.Generate(k, wasm.Options{Pages: r.space.Pages()})
			require.NoError(t, err)
			require.Equal(t, c.late, strings.Contains(g.Module.Text(), "$canonical"), "%s: %+v", name, c)
		}
	}
}
