package jit

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// field adds what lies beside an element to it, in groups of 32 × 8, and marks it with its column. The pitch of the rows is a constant buffer's.
func field() *ir.Kernel {
	b := ir.NewBuilder("field")
	b.Kernel.NumThreads = [3]uint32{32, 8, 1}
	b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4), {Kind: ir.CBV, Shape: ir.Constants, Name: "size", Count: 1}}
	pitch := b.LoadConst(ir.Mem{Binding: 2}, 0)
	at := b.Op(ir.OpIAdd, b.Op(ir.OpIMul, b.Sys(ir.DispatchThreadIDY), pitch), b.Sys(ir.DispatchThreadIDX))
	sum := b.Op(ir.OpIMul, b.Sys(ir.DispatchThreadIDX), b.Int(0x10001))
	for n := range int32(3) {
		sum = b.Op(ir.OpIAdd, sum, b.LoadBuf(ir.Mem{}, b.Op(ir.OpIAdd, at, b.Int(n)), 0))
	}
	old := b.Op(ir.OpIMul, b.LoadBuf(ir.Mem{Binding: 1}, at, 0), b.Int(3)) // so that the order in which items come to one element is seen
	b.StoreBuf(ir.Mem{Binding: 1}, at, 0, b.Op(ir.OpIAdd, sum, old))
	return b.Kernel
}

// TestGroupsAbreast: groups that run packet by packet give what groups give that run one after another, also where rows are so short that several
// groups have one element: those run one after another. The number of groups is a multiple of nothing.
func TestGroupsAbreast(t *testing.T) {
	notInShort(t)
	k := field()
	opt.Optimize(k)
	g, err := wasm.Generate(k, wasm.Options{Pages: 16})
	require.NoError(t, err)
	require.Equal(t, 8, g.Packet, "a row: the distance of the next one is not known")
	require.Equal(t, 4, strings.Count(g.Module.Text(), "loop\n"), "groups, packets, and the groups of a packet; the waves of the slow form")
	for _, pitch := range []uint32{1500, 1312, 512, 511, 100, 32, 31, 1, 0} {
		for _, less := range []int{0, 1, 300} { // elements that the views lack: the groups at the end take the slow form
			r := newRig(t, 4<<20, 1)
			require.NoError(t, r.e.reserve(1<<14)) // else it may lie between the buffers, which are compared
			n := int(pitch)*23 + 41*32 + 2
			constants := r.structured(1, 4, func(int) uint32 { return pitch })
			d := ir.Dispatch{Groups: [3]uint32{41, 3, 1}, Records: r.table(r.structured(n-less, 4, random(5)), r.structured(n-less, 4, random(6)), constants)}
			whole := r.same(k, d)
			require.Nil(t, whole.Fault)
			d.Reports = 5
			r.same(k, d)
			d.Reports, d.Budget = 0, whole.Instructions/123
			require.Equal(t, whole, r.same(k, d))
			d.Budget--
			require.EqualValues(t, 0, r.same(k, d).Fault.Group)
		}
	}
}

// TestPartsOfRowsAbreast: a call may begin and end anywhere in a row of groups.
func TestPartsOfRowsAbreast(t *testing.T) {
	k := field()
	opt.Optimize(k)
	const pitch, elements = 1500, 1500*24 + 2
	r := newRig(t, 4<<20, 1)
	out := r.structured(elements, 4, zero)
	d := ir.Dispatch{Groups: [3]uint32{41, 3, 1}, Records: r.table(r.structured(elements, 4, func(int) uint32 { return 1 }), out,
		r.structured(1, 4, func(int) uint32 { return pitch }))}
	code, err := r.e.Compile(k, false)
	require.NoError(t, err)
	for _, c := range []struct{ first, count uint64 }{{0, 1}, {1, 32}, {39, 4}, {40, 1}, {5, 118}, {122, 1}} {
		r.words(out.Base, elements, zero)
		d.First, d.Count = c.first, c.count
		_, err := r.e.Run(context.Background(), code, &d)
		require.NoError(t, err)
		for group := range uint64(123) {
			x, y := group%41, group/41
			for _, item := range [][2]uint64{{0, 0}, {31, 7}} { // the first and the last one
				column, row := 32*x+item[0], 8*y+item[1]
				want := uint32(0)
				if group >= c.first && group < c.first+c.count {
					want = 3 + 0x10001*uint32(column)
				}
				got := binary.LittleEndian.Uint32(r.space.Bytes()[uint64(out.Base)+4*(row*pitch+column):])
				require.Equal(t, want, got, "group %d of %d from %d on", group, c.count, c.first)
			}
		}
	}
}

// TestPicturesAbreast: the groups of a blur do run abreast, from a texture as well.
func TestPicturesAbreast(t *testing.T) {
	for _, name := range []string{"blur", "blur_texture"} {
		g, err := wasm.Generate(kernelFile(t, name), wasm.Options{Pages: 64, Forms: wasm.FastForm})
		require.NoError(t, err)
		text := g.Module.Text()
		require.Contains(t, text, "i32.const 32", name)
		run, _, _ := strings.Cut(text[strings.Index(text, "(func $run"):], "\n  (func")
		require.Equal(t, 3, strings.Count(run, "loop\n"), "%s: groups, packets, and the groups of a packet", name)
	}
}
