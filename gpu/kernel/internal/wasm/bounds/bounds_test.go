package bounds

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
	"github.com/stretchr/testify/require"
)

// The loads of a row of three neighbours are one check; shared memory that is surely inside needs none; an index without a form gets none.
func TestFind(t *testing.T) {
	b := ir.NewBuilder("k")
	k := b.Kernel
	k.NumThreads = [3]uint32{64, 1, 1}
	k.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4}}
	k.AddShared("tile", 256, 4, 0)
	id, item := b.Sys(ir.DispatchThreadIDX), b.Sys(ir.GroupIndex)
	for i := range int32(3) {
		b.LoadBuf(ir.Mem{}, b.Op(ir.OpIAdd, id, b.Int(i-1)), 0)
	}
	b.LoadBuf(ir.Mem{}, b.Op(ir.OpXor, id, b.Int(1)), 0)
	b.LoadArray(ir.OpLoadShared, ir.Mem{}, b.Op(ir.OpShl, item, b.Int(2)))
	b.LoadArray(ir.OpLoadShared, ir.Mem{Offset: 4}, b.Op(ir.OpShl, item, b.Int(2))) // the last item is outside
	defs := make([]*ir.Instr, k.NumValues())
	var loads []*ir.Instr
	k.Body.Walk(func(in *ir.Instr) {
		defs[in.Result()] = in
		if in.Op.Class() == ir.Load {
			loads = append(loads, in)
		}
	})
	early := make([]bool, k.NumValues())
	r := Find(&Input{Kernel: k, Forms: reach.Find(k, early, defs), Shapes: shape.Find(k), Early: early, Defs: defs})
	require.Len(t, r.Checks, 1)
	require.EqualValues(t, -1, r.Checks[0].Form.Const)
	require.EqualValues(t, 2, r.Checks[0].Above)
	require.Equal(t, Count{Record: 0, Word: ir.WordCount}, r.Checks[0].Count)
	var surely, always []bool
	for _, in := range loads {
		surely, always = append(surely, r.Surely[in]), append(always, r.Always[in])
	}
	require.Equal(t, []bool{true, true, true, false, true, false}, surely)
	require.Equal(t, []bool{false, false, false, false, true, false}, always)
}

// Behind a choice of the first items an access is inside where those are, and the waves that run with them: a packet of eight waves, 32 items.
func TestFirstItems(t *testing.T) {
	for _, c := range []struct {
		name    string
		op      ir.Op
		end     int32
		threads [3]uint32
		further int32 // elements after the item's own; shared memory has 64
		want    bool
	}{
		{"the lower half", ir.OpLtU, 32, [3]uint32{64, 1, 1}, 32, true},
		{"one element too far", ir.OpLtU, 32, [3]uint32{64, 1, 1}, 33, false},
		{"signed", ir.OpLtS, 32, [3]uint32{64, 1, 1}, 32, true},
		{"one item more takes another packet", ir.OpLtU, 33, [3]uint32{64, 1, 1}, 1, false},
		{"the first item, and its packet", ir.OpIEq, 0, [3]uint32{64, 1, 1}, 32, true},
		{"one of the middle", ir.OpIEq, 32, [3]uint32{64, 1, 1}, 32, false},
		{"two axes", ir.OpLtU, 32, [3]uint32{8, 8, 1}, 32, false},
	} {
		b := ir.NewBuilder("k")
		k := b.Kernel
		k.NumThreads = c.threads
		k.AddShared("tile", 256, 4, 0)
		item := b.Sys(ir.GroupIndex)
		var load ir.Value
		b.If(b.Op(c.op, item, b.Int(c.end)), func() []ir.Value {
			load = b.LoadArray(ir.OpLoadShared, ir.Mem{}, b.Op(ir.OpShl, b.Op(ir.OpIAdd, item, b.Int(c.further)), b.Int(2)))
			return nil
		}, func() []ir.Value { return nil })
		defs := make([]*ir.Instr, k.NumValues())
		k.Body.Walk(func(in *ir.Instr) {
			if len(in.Blocks) == 0 {
				defs[in.Result()] = in
			}
		})
		early := make([]bool, k.NumValues())
		r := Find(&Input{Kernel: k, Forms: reach.Find(k, early, defs), Shapes: shape.Find(k), Early: early, Defs: defs})
		require.Equal(t, c.want, r.Always[defs[load]], c.name)
		require.Empty(t, r.Checks, "the choice is known to be none of the whole group")
	}
}

// An access of the first items to a view is checked for those, and left to itself where they are not whole packets: fewer items than a packet has go
// there.
func TestItemsOfView(t *testing.T) {
	for _, c := range []struct {
		name  string
		op    ir.Op
		end   int32
		index func(b *ir.Builder, item ir.Value) ir.Value
		want  []Check // the count left out
	}{
		{"a packet", ir.OpLtU, 32, func(_ *ir.Builder, item ir.Value) ir.Value { return item }, []Check{{Items: 32}}},
		{"not a whole packet", ir.OpLtU, 31, func(_ *ir.Builder, item ir.Value) ir.Value { return item }, nil},
		{"another one with few items", ir.OpLtU, 33, func(_ *ir.Builder, item ir.Value) ir.Value { return item }, nil},
		{"two packets", ir.OpLtU, 64, func(b *ir.Builder, item ir.Value) ir.Value { return b.Op(ir.OpIAdd, item, b.Int(5)) }, []Check{{Items: 64}}},
		{"all items", ir.OpLtU, 128, func(_ *ir.Builder, item ir.Value) ir.Value { return item }, []Check{{}}},
		{"the first item, at its place", ir.OpIEq, 0, func(_ *ir.Builder, item ir.Value) ir.Value { return item }, nil},
		{"the first item, elsewhere", ir.OpIEq, 0, func(b *ir.Builder, _ ir.Value) ir.Value { return b.Sys(ir.GroupIDX) }, []Check{{}}},
	} {
		b := ir.NewBuilder("k")
		k := b.Kernel
		k.NumThreads = [3]uint32{128, 1, 1}
		k.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4}}
		item := b.Sys(ir.GroupIndex)
		index := c.index(b, item)
		var load ir.Value
		b.If(b.Op(c.op, item, b.Int(c.end)), func() []ir.Value {
			load = b.LoadBuf(ir.Mem{}, index, 0)
			return nil
		}, func() []ir.Value { return nil })
		defs := make([]*ir.Instr, k.NumValues())
		k.Body.Walk(func(in *ir.Instr) {
			if len(in.Blocks) == 0 {
				defs[in.Result()] = in
			}
		})
		early := make([]bool, k.NumValues())
		forms := reach.Find(k, early, defs)
		r := Find(&Input{Kernel: k, Forms: forms, Shapes: shape.Find(k), Early: early, Defs: defs})
		var got []Check
		for _, one := range r.Checks {
			if one.Count.Number == 0 { // not the choice itself
				got = append(got, Check{Items: one.Items})
				require.Equal(t, forms.Of(index), one.Form, c.name)
				_, last, known := Known(one.Kernel(k), forms, one.Form)
				require.Equal(t, known, one.Form.Terms[0].Symbol >= reach.Thread, c.name)
				if known && one.Items != 0 {
					require.EqualValues(t, int64(one.Items)-1+one.Form.Const, last, c.name)
				}
			}
		}
		require.Equal(t, c.want, got, c.name)
		require.Equal(t, len(c.want) > 0, r.Surely[defs[load]], c.name)
	}
}
