package jit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Groups that need the slow form one after another take it in longer and longer calls; one that does not ends that.
func TestDetour(t *testing.T) {
	fast, slow := &instance{}, &instance{}
	d := detour{in: slow}
	for i, c := range []struct {
		done, most, want uint64
	}{{5, 100, 1}, {0, 100, 2}, {0, 100, 4}, {0, 3, 3}, {0, 100, 16}, {1, 100, 1}, {0, 100, 2}} {
		d.turn(c.done)
		in, n := d.next(fast, c.most)
		require.Same(t, slow, in, i)
		require.Equal(t, c.want, n, i)
		in, n = d.next(fast, c.most)
		require.Same(t, fast, in, i)
		require.Equal(t, c.most, n, i)
	}
}

// TestSlowForm: the slow form is made when a group needs it, and groups that need it here and there do what the interpreter does, with their
// reports in order.
func TestSlowForm(t *testing.T) {
	b := ir.NewBuilder("slow")
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4)}
	item, group := b.Sys(ir.GroupIndex), b.Sys(ir.GroupIDX)
	jump := b.Op(ir.OpIMul, b.Op(ir.OpAnd, group, b.Int(6)), b.Int(1000)) // groups 0, 1, 8, 9 … are inside
	v := b.LoadBuf(ir.Mem{}, b.Op(ir.OpIAdd, item, jump), 0)
	b.StoreBuf(ir.Mem{Binding: 1}, b.Sys(ir.DispatchThreadIDX), 0, b.Op(ir.OpIAdd, v, b.Int(1)))
	r := newRig(t, 4<<20, 2)
	table := r.table(r.structured(100, 4, random(1)), r.structured(64*40, 4, zero))
	code, err := r.e.Compile(b.Kernel, false)
	require.NoError(t, err)
	_, err = r.e.Run(context.Background(), code, &ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Count: 2, Records: table})
	require.NoError(t, err)
	require.Nil(t, code.slow.code, "all groups are inside")
	_, err = r.e.Run(context.Background(), code, &ir.Dispatch{Groups: [3]uint32{3, 1, 1}, Count: 3, Records: table})
	require.NoError(t, err)
	require.NotNil(t, code.slow.code)
	require.Equal(t, code.blockBytes, code.slow.code.blockBytes, "they run in one block")
	for _, reports := range []int{0, 3, 10000} {
		got := r.same(b.Kernel, ir.Dispatch{Groups: [3]uint32{40, 1, 1}, Records: table, Reports: reports})
		require.Len(t, got.Reports, min(reports, 30*64))
	}
}

// TestFirstItemsAreFast: what only the first items of a group touch may be as small as they are few; the group does not need the slow form for it.
func TestFirstItemsAreFast(t *testing.T) {
	for _, c := range []struct {
		name     string
		items    int32
		elements int
		slow     bool
	}{{"four items", 4, 4, false}, {"four items, an element less", 4, 3, false}, {"a packet", 32, 32, false}, {"a packet, an element less", 32, 31, true}, {"some of a packet", 33, 33, false}} {
		b := ir.NewBuilder("first")
		b.Kernel.NumThreads = [3]uint32{64, 1, 1}
		b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4)}
		item := b.Sys(ir.GroupIndex)
		v := b.If(b.Op(ir.OpLtU, item, b.Int(c.items)), func() []ir.Value {
			return []ir.Value{b.LoadBuf(ir.Mem{}, item, 0)}
		}, func() []ir.Value { return []ir.Value{b.Int(7)} })
		b.StoreBuf(ir.Mem{Binding: 1}, b.Sys(ir.DispatchThreadIDX), 0, v[0])
		r := newRig(t, 4<<20, 1)
		table := r.table(r.structured(c.elements, 4, random(1)), r.structured(64*3, 4, zero))
		code, err := r.e.Compile(b.Kernel, false)
		require.NoError(t, err)
		_, err = r.e.Run(context.Background(), code, &ir.Dispatch{Groups: [3]uint32{3, 1, 1}, Count: 3, Records: table})
		require.NoError(t, err)
		require.Equal(t, c.slow, code.slow.code != nil, c.name)
		for _, reports := range []int{0, 10} {
			got := r.same(b.Kernel, ir.Dispatch{Groups: [3]uint32{3, 1, 1}, Records: table, Reports: reports})
			require.Len(t, got.Reports, min(reports, 3*max(0, int(c.items)-c.elements)), c.name)
		}
	}
}
