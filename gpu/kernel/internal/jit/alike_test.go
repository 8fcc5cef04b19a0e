package jit

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestReportsOfComponents: loads of the components of a texel outside report one after the other, by their sites, also where there is no room for all
// of them.
func TestReportsOfComponents(t *testing.T) {
	for name, place := range map[string]func(b *ir.Builder, i ir.Value) ir.Coord{
		"scattered": func(b *ir.Builder, i ir.Value) ir.Coord {
			return ir.Coord{X: b.Op(ir.OpXor, i, b.Int(5)), Y: b.Op(ir.OpAnd, i, b.Int(9))}
		},
		"a row": func(b *ir.Builder, i ir.Value) ir.Coord { return ir.Coord{X: i, Y: b.Int(1)} },
		"one texel": func(b *ir.Builder, _ ir.Value) ir.Coord {
			return ir.Coord{X: b.Op(ir.OpIMul, b.Sys(ir.GroupIDX), b.Int(4)), Y: b.Int(7)}
		},
		"levels": func(b *ir.Builder, i ir.Value) ir.Coord {
			return ir.Coord{X: b.Op(ir.OpAnd, i, b.Int(7)), Y: b.Int(0), Mip: b.Op(ir.OpAnd, i, b.Int(1))}
		},
	} {
		for _, threads := range []uint32{4, 6, 64} {
			for _, reports := range []uint32{2, 5, 1000} {
				t.Run(fmt.Sprint(name, threads, reports), func(t *testing.T) {
					b := ir.NewBuilder("components")
					b.Kernel.NumThreads = [3]uint32{threads, 1, 1}
					b.Kernel.Bindings = []ir.Binding{{Name: "picture", Kind: ir.SRV, Shape: ir.Texture2D, Count: 1, Stride: 16, Format: 2, Element: "float4"}, buf("out", ir.UAV, 4)}
					i := b.Sys(ir.DispatchThreadIDX)
					at := place(b, i)
					v := i
					for c := range uint32(4) {
						b.Site = gpu.Site(100 + c)
						v = b.Op(ir.OpIAdd, b.Op(ir.OpIMul, v, b.Int(31)), b.LoadTex(ir.Mem{Offset: 4 * c, Width: 4}, at))
					}
					b.StoreBuf(ir.Mem{Binding: 1, Width: 4}, i, 0, v)
					r := newRig(t, 4<<20, 1)
					texels := r.structured(8*8, 16, random(3))
					picture := ir.Record{Base: texels.Base, Size: 8 * 8 * 16, Stride: 16, Format: 2, Width: 8, Height: 8, Depth: 1, Levels: 1}
					picture.Mips[0] = ir.Mip{RowPitch: 8 * 16, SlicePitch: 8 * 8 * 16}
					d := ir.Dispatch{Groups: [3]uint32{3, 1, 1}, Records: r.table(picture, r.structured(3*int(threads), 4, random(4))), Reports: int(reports)}
					require.Positive(t, r.same(b.Kernel, d).OutOfBounds)
				})
			}
		}
	}
}
