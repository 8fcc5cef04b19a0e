package corpus

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// lockstepThreads are group sizes of several full waves.
var lockstepThreads = [][3]uint32{{32, 1, 1}, {16, 4, 1}, {8, 8, 1}, {4, 4, 4}, {64, 1, 1}, {2, 8, 2}, {8, 2, 1}, {12, 4, 1}, {4, 8, 1}, {6, 4, 2}}

// RandomLockstep makes a kernel out of bytes whose work items see nothing of each other but through barriers and waves, and store to elements of
// their own: a compiler may run its waves together. Control flow, divergent and uniform, loads and arithmetic are as in Random.
func RandomLockstep(data []byte) (*ir.Kernel, [3]uint32) {
	g := &generator{Builder: ir.NewBuilder("lockstep"), data: data, quiet: true}
	k := g.Kernel
	k.NumThreads = lockstepThreads[g.pick(len(lockstepThreads))]
	k.Bindings = []ir.Binding{
		{Name: "constants", Kind: ir.CBV, Shape: ir.Constants, Count: 1},
		{Name: "input", Kind: ir.SRV, Shape: ir.Structured, Count: 2, Stride: 12},
		{Name: "output", Kind: ir.UAV, Shape: ir.Structured, Count: 1, Stride: 16},
		{Name: "more", Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4, Register: 3},
		{Name: "picture", Kind: ir.SRV, Shape: ir.Texture2DArray, Count: 1, Stride: 4, Register: 2},
		{Name: "canvas", Kind: ir.SRV, Shape: ir.Texture3D, Count: 1, Stride: 8, Register: 4},
		{Name: "sampler", Kind: ir.Sampler, Count: 1},
	}
	threads := k.Threads()
	k.AddShared("tile", 8*threads, 4, 0)
	for s := ir.DispatchThreadIDX; s <= ir.LaneIndex; s++ {
		if s < ir.GroupThreadIDX || g.pick(2) == 0 {
			g.put(g.Sys(s))
		}
	}
	g.own = g.item(threads)
	g.put(g.Float(1.5))
	g.put(g.Bool(true))
	for range 1 + g.pick(4) {
		g.statements(2)
		if g.pick(2) == 0 {
			g.exchange(threads)
		}
	}
	g.countedLoad()
	for i := range uint32(4) {
		g.StoreBuf(ir.Mem{Binding: 2, Offset: 4 * i}, g.own, 0, g.word())
	}
	return k, [3]uint32{1 + g.pick(3), 1 + g.pick(2), 1}
}

// item is the number of the work item in the dispatch, as kernels for rows and grids write it.
func (g *generator) item(threads uint32) ir.Value {
	index := g.Sys(ir.GroupIndex)
	if g.pick(2) == 0 {
		n := g.Kernel.NumThreads
		row := g.Op(ir.OpIMul, g.Sys(ir.GroupThreadIDY), g.Uint(n[0]))
		plane := g.Op(ir.OpIMul, g.Sys(ir.GroupThreadIDZ), g.Uint(n[0]*n[1]))
		index = g.Op(ir.OpIAdd, g.Op(ir.OpIAdd, row, plane), g.Sys(ir.GroupThreadIDX))
	}
	group := g.Op(ir.OpIAdd, g.Sys(ir.GroupIDX), g.Op(ir.OpIMul, g.Sys(ir.GroupIDY), g.Sys(ir.GroupCountX)))
	return g.Op(ir.OpIAdd, g.Op(ir.OpIMul, group, g.Uint(threads)), index)
}

// exchange gives each work item a value of another one through shared memory.
func (g *generator) exchange(threads uint32) {
	at := g.Op(ir.OpShl, g.Sys(ir.GroupIndex), g.Uint(2))
	offset := 4 * threads * g.pick(2)
	g.StoreArray(ir.OpStoreShared, ir.Mem{Offset: offset}, at, g.word())
	g.Barrier()
	v := g.LoadArray(ir.OpLoadShared, ir.Mem{Offset: offset}, g.Op(ir.OpXor, at, g.Uint(4*g.pick(8))))
	g.put(v)
	g.put(g.Op(ir.OpBitsToF, v))
	g.Barrier()
}

// countedLoad sums neighbours in a counted loop.
func (g *generator) countedLoad() {
	step, end, unit := g.Uint(1+g.pick(3)), g.Uint(g.pick(40)), g.Uint(1+g.pick(3))
	out := g.Loop([]ir.Value{g.Uint(g.pick(3)), g.value(ir.F32)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		g.pool[ir.I32] = append(g.pool[ir.I32], c[0])
		g.pool[ir.F32] = append(g.pool[ir.F32], c[1])
		return g.Op(ir.OpLtS, c[0], end), []ir.Value{c[1]}
	}, func() []ir.Value {
		i := g.pool[ir.I32][len(g.pool[ir.I32])-1]
		sum := g.pool[ir.F32][len(g.pool[ir.F32])-1]
		at := g.Op(ir.OpIAdd, g.own, g.Op(ir.OpIMul, i, unit))
		v := g.Op(ir.OpBitsToF, g.LoadBuf(ir.Mem{Binding: 3}, at, 0))
		return []ir.Value{g.Op(ir.OpIAdd, i, step), g.Op(ir.OpFAdd, sum, v)}
	})
	g.pool[ir.I32] = g.pool[ir.I32][:len(g.pool[ir.I32])-1]
	g.pool[ir.F32][len(g.pool[ir.F32])-1] = out[0]
}

// quietStore stores to the work item's own element.
func (g *generator) quietStore() {
	g.StoreBuf(g.narrow(ir.Mem{Binding: 2}, 4), g.own, 0, g.word())
}

// quietLoad reads what no work item writes.
func (g *generator) quietLoad() {
	var v ir.Value
	switch g.pick(7) {
	case 0:
		v = g.LoadConst(ir.Mem{Binding: 0, Offset: 4 * g.pick(66)}, g.dynamic(64))
	case 1:
		v = g.LoadBuf(g.narrow(ir.Mem{Binding: 1}, 3), g.small(260), g.dynamic(8))
	case 2:
		v = g.LoadBuf(ir.Mem{Binding: 3}, g.Op(ir.OpIAdd, g.own, g.Uint(g.pick(9))), 0)
	case 3:
		v = g.LoadTex(g.narrow(ir.Mem{Binding: 4}, 1), g.coord(true))
	case 4:
		v = g.LoadTex(g.narrow(ir.Mem{Binding: 5}, 2), ir.Coord{X: g.value(ir.I32), Y: g.value(ir.I32)})
	case 5:
		v = g.LoadBuf(ir.Mem{Binding: 3}, g.value(ir.I32), 0)
	default:
		v = g.Query(int32(g.pick(7)), 0, ir.QueryField(g.pick(int(ir.QueryMaxLOD)+1)), g.dynamic(4))
	}
	g.put(v)
	g.put(g.Op(ir.OpBitsToF, v))
}
