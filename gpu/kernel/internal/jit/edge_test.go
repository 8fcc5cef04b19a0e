package jit

import (
	"fmt"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestEdges: waves of which some items are outside load zeros and store nothing there, whatever the size and the distance of elements.
func TestEdges(t *testing.T) {
	notInShort(t)
	for _, width := range []uint8{1, 2, 4} {
		for _, step := range []int32{0, 1, 2, 3} {
			for count := 1; count <= 20; count += 3 {
				t.Run(fmt.Sprintf("%d bytes every %d of %d", width, step, count), func(t *testing.T) {
					b := ir.NewBuilder("edge")
					b.Kernel.NumThreads = [3]uint32{8, 1, 1}
					b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 8), buf("out", ir.UAV, 8)}
					at := b.Op(ir.OpIMul, b.Sys(ir.DispatchThreadIDX), b.Int(step))
					dyn := b.Op(ir.OpAnd, b.Sys(ir.GroupIDX), b.Int(7)) // 0 to 7: of the last groups outside of the element
					v := b.LoadBuf(ir.Mem{Offset: 1, Width: width, Signed: true}, at, dyn)
					b.StoreBuf(ir.Mem{Binding: 1, Offset: 4 - uint32(width), Width: width}, at, 0, b.Op(ir.OpIAdd, v, at))
					b.StoreBuf(ir.Mem{Binding: 1, Offset: 4, Width: width}, b.Op(ir.OpIAdd, at, b.Int(3)), dyn, v)
					r := newRig(t, 4<<20, 1)
					d := ir.Dispatch{Groups: [3]uint32{8, 1, 1}, Records: r.table(r.structured(count, 8, random(int64(count))), r.structured(count+1, 8, random(5)))}
					r.same(b.Kernel, d)
					d.Reports = 100
					r.same(b.Kernel, d)
				})
			}
		}
	}
}
