package jit

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// TestEveryInstructionIsValid: after unreachable the operand stack is as deep as anyone wants, so each instruction can be
// validated alone.
func TestEveryInstructionIsValid(t *testing.T) {
	r := newRig(t, 1<<20, 1)
	for _, o := range enc.Ops() {
		body := []enc.Instr{{Op: enc.Unreachable}, {Op: o}}
		switch o {
		case enc.Else, enc.End:
			continue
		case enc.If:
			body = append(body, enc.Instr{Op: enc.Else}, enc.Instr{Op: enc.End})
		case enc.Block, enc.Loop:
			body = append(body, enc.Instr{Op: enc.End})
		}
		m := &enc.Module{Pages: r.space.Pages(), Memory: "memory", Funcs: []*enc.Func{{Name: "f", Export: "f",
			Locals: []enc.ValType{enc.I32}, Body: append(body, enc.Instr{Op: enc.Unreachable})}}}
		_, err := r.e.runtime().CompileModule(r.e.ctx, m.Encode())
		require.NoError(t, err, o.String())
	}
}

// endless loops for ever, except in groups before the given one.
func endless(from int32) *ir.Kernel {
	b := ir.NewBuilder("endless")
	on := b.Op(ir.OpLeS, b.Int(from), b.Sys(ir.GroupIDX))
	b.Site = 77
	b.Loop(nil, func([]ir.Value) (ir.Value, []ir.Value) { return on, nil }, func() []ir.Value {
		b.Sys(ir.GroupIDX)
		return nil
	})
	return b.Kernel
}

func TestEndlessKernelHangs(t *testing.T) {
	r := newRig(t, 1<<20, 1)
	code, err := r.e.Compile(endless(2), false)
	require.NoError(t, err)
	d := ir.Dispatch{Records: r.table(ir.Record{}), Groups: [3]uint32{5, 1, 1}, Count: 5, Budget: 1000}
	got, err := r.e.Run(context.Background(), code, &d)
	require.NoError(t, err)
	require.Equal(t, &ir.Fault{Kind: ir.Hang, Site: 77, Group: 2}, got.Fault)
	d.Count = 2
	got, err = r.e.Run(context.Background(), code, &d)
	require.NoError(t, err)
	require.Nil(t, got.Fault)
}

func TestContextStopsAKernel(t *testing.T) {
	r := newRig(t, 1<<20, 1)
	code, err := r.e.Compile(endless(0), false)
	require.NoError(t, err)
	d := ir.Dispatch{Records: r.table(ir.Record{}), Groups: one, Count: 1}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	got, err := r.e.Run(ctx, code, &d)
	require.NoError(t, err)
	require.Equal(t, ir.Canceled, got.Fault.Kind)
	got, err = r.e.Run(ctx, code, &d) // ended already
	require.NoError(t, err)
	require.Equal(t, ir.Canceled, got.Fault.Kind)
	d.Budget = 1000
	got, err = r.e.Run(context.Background(), code, &d)
	require.NoError(t, err)
	require.Equal(t, ir.Hang, got.Fault.Kind)
}

func TestTrapIsAnErrorWithTheKernelsName(t *testing.T) {
	r := newRig(t, mem.MinBytes+mem.PageSize, 1)
	b := ir.NewBuilder("broken")
	b.Kernel.Bindings = []ir.Binding{buf("out", ir.UAV, 4)}
	b.StoreBuf(ir.Mem{}, b.Int(0), 0, b.Int(1))
	code, err := r.e.Compile(b.Kernel, false)
	require.NoError(t, err)
	d := ir.Dispatch{Records: r.table(ir.Record{Base: 1 << 30, Size: 4, Count: 1, Stride: 4}), Groups: one, Count: 1}
	_, err = r.e.Run(context.Background(), code, &d) // no owner makes such a record
	require.ErrorContains(t, err, `BUG: jit: kernel "broken" stopped in group 0`)
}

func TestScratchMemoryThatRunsOut(t *testing.T) {
	r := newRig(t, mem.MinBytes, 1)
	table := r.table(ir.Record{})
	b := ir.NewBuilder("big")
	b.Kernel.AddLocal("l", ir.MaxLocalBytes, 4, 0)
	b.StoreArray(ir.OpStoreLocal, ir.Mem{}, b.Int(0), b.Int(1))
	code, err := r.e.Compile(b.Kernel, false)
	require.NoError(t, err)
	_, err = r.e.Run(context.Background(), code, &ir.Dispatch{Records: table, Groups: one, Count: 1})
	var oom *mem.ErrOutOfMemory
	require.ErrorAs(t, err, &oom)
}

// TestSplitDoesNotShow: one worker and three give the same bytes, costs, reports and prints.
func TestSplitDoesNotShow(t *testing.T) {
	b := ir.NewBuilder("split")
	b.Kernel.NumThreads = [3]uint32{32, 1, 1}
	b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4)}
	id := b.Sys(ir.DispatchThreadIDX)
	b.If(b.Op(ir.OpIEq, b.Op(ir.OpAnd, id, b.Int(1023)), b.Int(5)), func() []ir.Value {
		b.Printf("%d", id)
		return nil
	}, nil)
	v := b.LoadBuf(ir.Mem{}, b.Op(ir.OpIMul, id, b.Int(3)), 0)
	b.StoreBuf(ir.Mem{Binding: 1}, id, 0, b.Op(ir.OpXor, v, id))
	const groups = 2048
	var results []ir.Result
	var bytes [][]byte
	for _, workers := range []int{1, 2, 3} {
		r := newRig(t, 4<<20, workers)
		table := r.table(r.structured(groups*32, 4, random(9)), r.structured(groups*32, 4, func(int) uint32 { return 0 }))
		code, err := r.e.Compile(b.Kernel, true)
		require.NoError(t, err)
		d := ir.Dispatch{Records: table, Groups: [3]uint32{groups, 1, 1}, Count: groups, Reports: 50, Prints: 60}
		got, err := r.e.Run(context.Background(), code, &d)
		require.NoError(t, err)
		require.Equal(t, uint64(64), got.Printed)
		require.Len(t, got.Prints, 60)
		require.Equal(t, uint64(groups*32-(groups*32+2)/3), got.OutOfBounds)
		require.Len(t, got.Reports, 50)
		if workers > 1 {
			require.Greater(t, len(r.e.current.chunks), 1, "the dispatch was not cut")
		}
		results = append(results, got)
		bytes = append(bytes, append([]byte(nil), r.space.Bytes()[r.begin:r.end]...))
	}
	for i := range results {
		require.Equal(t, results[0], results[i])
		require.Equal(t, bytes[0], bytes[i])
	}
}

func TestCodeIsSharedByContent(t *testing.T) {
	space, err := mem.New(1 << 20)
	require.NoError(t, err)
	e, err := New(space, Options{Workers: 1})
	require.NoError(t, err)
	a, err := e.Compile(saxpy(), false)
	require.NoError(t, err)
	b, err := e.Compile(saxpy(), false)
	require.NoError(t, err)
	require.Same(t, a, b)
	c, err := e.Compile(saxpy(), true)
	require.NoError(t, err)
	require.NotSame(t, a, c)
	require.NoError(t, e.Close())
	require.Zero(t, space.InUse())
	require.NoError(t, space.Close())
}

// TestBarriersInALoop: a sum over the group in shared memory, step by step, against the sum itself.
func TestBarriersInALoop(t *testing.T) {
	b := ir.NewBuilder("sum")
	b.Kernel.NumThreads = [3]uint32{32, 1, 1}
	b.Kernel.Bindings = []ir.Binding{buf("out", ir.UAV, 4)}
	b.Kernel.AddShared("s", 128, 4, 0)
	item := b.Sys(ir.GroupIndex)
	at := b.Op(ir.OpShl, item, b.Int(2))
	b.StoreArray(ir.OpStoreShared, ir.Mem{}, at, b.Op(ir.OpIMul, item, item))
	b.Barrier()
	var step ir.Value
	b.Loop([]ir.Value{b.Int(16)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		step = c[0]
		return b.Op(ir.OpLtS, b.Int(0), step), nil
	}, func() []ir.Value {
		b.If(b.Op(ir.OpLtU, item, step), func() []ir.Value {
			other := b.Op(ir.OpIAdd, at, b.Op(ir.OpShl, step, b.Int(2)))
			b.StoreArray(ir.OpStoreShared, ir.Mem{}, at, b.Op(ir.OpIAdd, b.LoadArray(ir.OpLoadShared, ir.Mem{}, at), b.LoadArray(ir.OpLoadShared, ir.Mem{}, other)))
			return nil
		}, nil)
		b.Barrier()
		return []ir.Value{b.Op(ir.OpShrU, step, b.Int(1))}
	})
	b.StoreBuf(ir.Mem{}, item, 0, b.LoadArray(ir.OpLoadShared, ir.Mem{}, b.Int(0)))
	r := newRig(t, 1<<20, 1)
	d := ir.Dispatch{Records: r.table(r.structured(32, 4, func(int) uint32 { return 0 })), Groups: one, Count: 1}
	r.same(b.Kernel, d)
	code, err := r.e.Compile(b.Kernel, false)
	require.NoError(t, err)
	_, err = r.e.Run(context.Background(), code, &d)
	require.NoError(t, err)
	for i := range 32 {
		require.Equal(t, byte(31*32*63/6&0xff), r.space.Bytes()[int(r.begin)+4*i])
	}
}
