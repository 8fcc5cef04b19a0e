package jit

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// sums is z[i+further] = x[i] + z[i] in floats, and z's bits as they were read go to w[i].
func sums(further int32) *ir.Kernel {
	b := ir.NewBuilder("sums")
	b.Kernel.NumThreads = [3]uint32{256, 1, 1}
	b.Kernel.Bindings = []ir.Binding{buf("x", ir.SRV, 4), buf("z", ir.UAV, 4), buf("w", ir.UAV, 4)}
	id := b.Sys(ir.DispatchThreadIDX)
	old := b.LoadBuf(ir.Mem{Binding: 1}, id, 0)
	storeF(b, 1, b.Op(ir.OpIAdd, id, b.Int(further)), b.Op(ir.OpFAdd, loadF(b, 0, id), b.Op(ir.OpBitsToF, old)))
	b.StoreBuf(ir.Mem{Binding: 2}, id, 0, old)
	return b.Kernel
}

// NaNs that a long packet stores are ir.NaN32 wherever they are, although they are looked for behind the last wave; and nothing reads others.
func TestLateNaNs(t *testing.T) {
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
		for _, further := range []int32{0, 4, -4, 1024} {
			k := sums(further)
			require.NoError(t, ir.Verify(k))
			r := newRig(t, 4<<20, 2)
			d := ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Records: r.table(r.structured(512, 4, fill), r.structured(2048, 4, fill), r.structured(512, 4, zero))}
			r.same(k, d)
			g, err := wasm.Generate(k, wasm.Options{Pages: r.space.Pages()})
			require.NoError(t, err)
			require.Equal(t, further == 0, strings.Contains(g.Module.Text(), "$canonical"), "%s: nothing else of z is read, %d further", name, further)
		}
	}
}
