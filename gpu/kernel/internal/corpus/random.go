package corpus

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Random makes a well-typed kernel out of bytes: the same bytes give the same kernel, any bytes give one. It uses every operation, nested
// control flow with bounded loops, barriers under uniform conditions, and every kind of memory, mostly inside bounds.
func Random(data []byte) (*ir.Kernel, [3]uint32) {
	g := &generator{Builder: ir.NewBuilder("random"), data: data}
	k := g.Kernel
	k.NumThreads = [3]uint32{1 + g.pick(9), 1 + g.pick(3), 1 + g.pick(2)}
	k.Bindings = []ir.Binding{
		{Name: "constants", Kind: ir.CBV, Shape: ir.Constants, Count: 1},
		{Name: "input", Kind: ir.SRV, Shape: ir.Structured, Count: 2, Stride: 12},
		{Name: "output", Kind: ir.UAV, Shape: ir.Structured, Count: 1, Stride: 16},
		{Name: "bytes", Kind: ir.UAV, Shape: ir.Raw, Count: 1, Stride: 4, Register: 1},
		{Name: "picture", Kind: ir.SRV, Shape: ir.Texture2DArray, Count: 1, Stride: 4, Register: 2},
		{Name: "canvas", Kind: ir.UAV, Shape: ir.Texture3D, Count: 1, Stride: 8, Register: 2},
		{Name: "sampler", Kind: ir.Sampler, Count: 1},
	}
	k.AddShared("tile", 160, 4, 0) // an access belongs to one of two, by its constant offset
	k.AddShared("rest", 96, 4, 0)
	k.AddLocal("scratch", 40, 4, 0)
	k.AddLocal("more", 24, 4, 0)
	for s := ir.DispatchThreadIDX; s <= ir.LaneIndex; s++ {
		if s < ir.GroupThreadIDX || g.pick(2) == 0 {
			g.put(g.Sys(s))
		}
	}
	g.put(g.Float(1.5))
	g.put(g.Bool(true))
	for range 2 + g.pick(4) {
		g.statements(2)
		if g.pick(2) == 0 {
			g.Barrier()
		}
	}
	g.uniformChoice()
	g.uniformLoop()
	// Some of what was computed is always seen.
	id := g.Sys(ir.DispatchThreadIDX)
	for i := range uint32(4) {
		g.StoreBuf(ir.Mem{Binding: 2, Offset: 4 * i}, id, 0, g.word())
	}
	return k, [3]uint32{1 + g.pick(3), 1 + g.pick(2), 1}
}

type generator struct {
	*ir.Builder
	data  []byte
	quiet bool          // no atomics, no prints, stores to own elements only
	own   ir.Value      // quiet: the work item's own element
	pool  [4][]ir.Value // by type: what is visible here
}

// pick gives a number below n.
func (g *generator) pick(n int) uint32 {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return uint32(b) % uint32(n)
}

func (g *generator) put(v ir.Value) ir.Value {
	t := g.Kernel.Type(v)
	g.pool[t] = append(g.pool[t], v)
	return v
}

// value is some visible value of type t, mostly a late one.
func (g *generator) value(t ir.Type) ir.Value {
	p := g.pool[t]
	return p[len(p)-1-int(g.pick(min(len(p), 12)))]
}

// word is an I32, or the bits of an F32.
func (g *generator) word() ir.Value {
	if g.pick(3) == 0 {
		return g.Op(ir.OpFToBits, g.value(ir.F32))
	}
	return g.value(ir.I32)
}

// small is an I32 below n, now and then any.
func (g *generator) small(n uint32) ir.Value {
	v := g.value(ir.I32)
	if g.pick(8) == 0 {
		return v
	}
	return g.Op(ir.OpRemU, v, g.Uint(n))
}

// scope runs f and forgets the values that it made.
func (g *generator) scope(f func() []ir.Value) func() []ir.Value {
	return func() []ir.Value {
		saved := g.pool
		out := f()
		g.pool = saved
		return out
	}
}

func (g *generator) statements(depth int) {
	for range 1 + g.pick(6) {
		switch n := g.pick(12); {
		case n < 6 || depth == 0:
			g.pure()
		case n == 6:
			g.branch(depth)
		case n == 7:
			g.loop(depth)
		case n == 8:
			g.wave()
		case n == 9 && g.quiet:
			g.quietStore()
		case n == 9:
			g.store()
		case g.quiet:
			g.quietLoad()
		default:
			g.load()
		}
	}
}

// argument types of the pure operations, by ranges of Op.
var pureTypes = []struct {
	first, last ir.Op
	args        []ir.Type
}{
	{ir.OpFAdd, ir.OpFMax, []ir.Type{ir.F32, ir.F32}},
	{ir.OpFAbs, ir.OpFRound, []ir.Type{ir.F32}},
	{ir.OpFEq, ir.OpFLe, []ir.Type{ir.F32, ir.F32}},
	{ir.OpIAdd, ir.OpXor, []ir.Type{ir.I32, ir.I32}},
	{ir.OpNot, ir.OpNot, []ir.Type{ir.I32}},
	{ir.OpShl, ir.OpLeU, []ir.Type{ir.I32, ir.I32}},
	{ir.OpPopCount, ir.OpReverse, []ir.Type{ir.I32}},
	{ir.OpBAnd, ir.OpBXor, []ir.Type{ir.Bool, ir.Bool}},
	{ir.OpBNot, ir.OpBToI, []ir.Type{ir.Bool}},
	{ir.OpFToS, ir.OpFToU, []ir.Type{ir.F32}},
	{ir.OpSToF, ir.OpBitsToF, []ir.Type{ir.I32}},
	{ir.OpFToBits, ir.OpFToHalf, []ir.Type{ir.F32}},
	{ir.OpHalfToF, ir.OpHalfToF, []ir.Type{ir.I32}},
	{ir.OpFRoundHalf, ir.OpFRoundHalf, []ir.Type{ir.F32}},
}

func (g *generator) pure() {
	switch g.pick(8) {
	case 0:
		g.put(g.Const(ir.Type(1+g.pick(3)), special[g.pick(len(special))]&1))
		g.put(g.Const(ir.I32, special[g.pick(len(special))]))
		g.put(g.Float(float32(g.pick(200)) / 8))
		return
	case 1:
		t := ir.Type(1 + g.pick(3))
		g.put(g.Select(g.value(ir.Bool), g.value(t), g.value(t)))
		return
	}
	row := pureTypes[g.pick(len(pureTypes))]
	op := row.first + ir.Op(g.pick(int(row.last-row.first)+1))
	args := make([]ir.Value, len(row.args))
	for i, t := range row.args {
		args[i] = g.value(t)
	}
	g.put(g.Op(op, args...))
}

func (g *generator) branch(depth int) {
	t := ir.Type(1 + g.pick(3))
	side := g.scope(func() []ir.Value {
		g.statements(depth - 1)
		return []ir.Value{g.value(t), g.value(ir.I32)}
	})
	for _, v := range g.If(g.value(ir.Bool), side, side) {
		g.put(v)
	}
}

// loop runs a number of times that may differ between lanes.
func (g *generator) loop(depth int) {
	limit := g.small(4)
	if g.pick(2) == 0 {
		limit = g.Uint(g.pick(5))
	}
	limit = g.Op(ir.OpMinU, limit, g.Uint(5))
	one, early := g.Int(1), g.value(ir.Bool)
	saved := g.pool
	out := g.Loop([]ir.Value{g.Int(0), g.value(ir.F32), g.value(ir.I32)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		for _, v := range c {
			g.put(v)
		}
		if g.pick(3) == 0 {
			g.statements(depth - 1)
		}
		on := g.Op(ir.OpLtU, c[0], limit)
		if g.pick(3) == 0 {
			on = g.Op(ir.OpBAnd, on, early)
		}
		return on, []ir.Value{c[1], g.value(ir.I32), g.value(ir.Bool)}
	}, func() []ir.Value {
		counter := saved[ir.I32]
		next := g.Op(ir.OpIAdd, g.pool[ir.I32][len(counter)], one)
		g.statements(depth - 1)
		return []ir.Value{next, g.value(ir.F32), g.value(ir.I32)}
	})
	g.pool = saved
	for _, v := range out {
		g.put(v)
	}
}

// uniformChoice is a choice that may hold a barrier: all work items of a group make it alike, by a number, by a constant of the dispatch, by their
// group or by a word of shared memory in which nothing has changed since they waited.
func (g *generator) uniformChoice() {
	var by ir.Value
	switch g.pick(4) {
	case 0:
		by = g.Uint(g.pick(2))
	case 1:
		by = g.LoadConst(ir.Mem{Binding: 0, Offset: 4 * g.pick(8)}, 0)
	case 2:
		g.Barrier()
		by = g.LoadArray(ir.OpLoadShared, ir.Mem{Width: 4}, g.Uint(4*g.pick(64)))
	default:
		by = g.Sys(ir.GroupIDX)
	}
	side := g.scope(func() []ir.Value {
		g.statements(1)
		if g.pick(3) > 0 {
			g.Barrier()
		}
		g.statements(1)
		return []ir.Value{g.value(ir.I32)}
	})
	g.put(g.If(g.Op(ir.OpIEq, by, g.Uint(0)), side, side)[0])
}

// uniformLoop is a loop with a barrier: all work items of a group go through it together.
func (g *generator) uniformLoop() {
	n, one := g.Uint(1+g.pick(3)), g.Int(1)
	saved := g.pool
	out := g.Loop([]ir.Value{g.Int(0), g.value(ir.F32)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		g.put(c[0])
		g.put(c[1])
		return g.Op(ir.OpLtU, c[0], n), []ir.Value{c[1]}
	}, func() []ir.Value {
		next := g.Op(ir.OpIAdd, g.pool[ir.I32][len(saved[ir.I32])], one)
		g.statements(1)
		g.Barrier()
		g.statements(1)
		return []ir.Value{next, g.value(ir.F32)}
	})
	g.pool = saved
	g.put(out[0])
}

func (g *generator) wave() {
	switch op := ir.OpWaveBallot + ir.Op(g.pick(int(ir.OpWavePrefixMulI-ir.OpWaveBallot)+1)); op {
	case ir.OpWaveBallot, ir.OpWaveAny, ir.OpWaveAll:
		g.put(g.Op(op, g.value(ir.Bool)))
	case ir.OpWaveIsFirst:
		g.put(g.Op(op))
	case ir.OpWaveFirst:
		g.put(g.Op(op, g.value(ir.Type(1+g.pick(3)))))
	case ir.OpWaveAt:
		g.put(g.Op(op, g.value(ir.Type(1+g.pick(3))), g.small(5)))
	case ir.OpWaveSumF, ir.OpWaveMulF, ir.OpWaveMinF, ir.OpWaveMaxF, ir.OpWavePrefixSumF, ir.OpWavePrefixMulF:
		g.put(g.Op(op, g.value(ir.F32)))
	default:
		g.put(g.Op(op, g.value(ir.I32)))
	}
}

// narrow is a width and an offset inside an element of 4*words bytes.
func (g *generator) narrow(m ir.Mem, words int) ir.Mem {
	m.Width = []uint8{4, 4, 4, 2, 1}[g.pick(5)]
	m.Offset = 4*g.pick(words) + g.pick(4)/uint32(m.Width)*uint32(m.Width)%4
	m.Signed = g.pick(2) == 0
	return m
}

// dynamic is a byte offset inside an element, mostly absent.
func (g *generator) dynamic(n uint32) ir.Value {
	if g.pick(3) > 0 {
		return 0
	}
	return g.small(n)
}

// place is where in an array of n bytes an access goes: an address, or one that is made of an index, now and then with the index plus something that
// the product forgets.
func (g *generator) place(n uint32) (ir.Mem, ir.Value) {
	m := g.narrow(ir.Mem{}, 1)
	if g.pick(2) == 0 {
		return m, g.small(n)
	}
	if m.Index = g.Sys(ir.GroupIndex); g.pick(3) > 0 {
		m.Index = g.small(n / 4)
	}
	switch g.pick(6) {
	case 0:
		m.Index = g.Op(ir.OpIAdd, m.Index, g.Uint(1<<30))
	case 1:
		return m, g.Op(ir.OpIMul, m.Index, g.Uint(12))
	case 2:
		return m, g.Op(ir.OpIAdd, g.Op(ir.OpShl, m.Index, g.Uint(2)), g.Uint(4))
	}
	return m, g.Op(ir.OpShl, m.Index, g.Uint(2))
}

func (g *generator) coord(mip bool) ir.Coord {
	c := ir.Coord{X: g.small(17), Y: g.small(8), Z: g.small(4)}
	if mip && g.pick(2) == 0 {
		c.Mip = g.small(3)
	}
	return c
}

func (g *generator) load() {
	var v ir.Value
	switch g.pick(8) {
	case 0:
		v = g.LoadConst(ir.Mem{Binding: 0, Offset: 4 * g.pick(66)}, g.dynamic(64))
	case 1:
		m := g.narrow(ir.Mem{Binding: 1}, 3)
		if g.pick(3) == 0 {
			m.Slot = g.small(3)
		}
		v = g.LoadBuf(m, g.small(260), g.dynamic(8))
	case 2:
		v = g.LoadBuf(g.narrow(ir.Mem{Binding: 2}, 4), g.small(256), g.dynamic(12))
	case 3:
		v = g.LoadTex(g.narrow(ir.Mem{Binding: 4}, 1), g.coord(true))
	case 4:
		v = g.LoadTex(g.narrow(ir.Mem{Binding: 5}, 2), g.coord(false))
	case 5:
		m, at := g.place(256)
		v = g.LoadArray(ir.OpLoadShared, m, at)
	case 6:
		m, at := g.place(64)
		v = g.LoadArray(ir.OpLoadLocal, m, at)
	default:
		v = g.Query(int32(g.pick(7)), 0, ir.QueryField(g.pick(int(ir.QueryMaxLOD)+1)), g.dynamic(4))
	}
	g.put(v)
	g.put(g.Op(ir.OpBitsToF, v))
}

func (g *generator) store() {
	switch g.pick(9) {
	case 0, 1:
		g.StoreBuf(g.narrow(ir.Mem{Binding: 2}, 4), g.small(258), g.dynamic(12), g.word())
	case 2:
		g.StoreBuf(g.narrow(ir.Mem{Binding: 3}, 1), g.small(256), 0, g.word())
	case 3:
		g.StoreTex(g.narrow(ir.Mem{Binding: 5}, 2), g.coord(false), g.word())
	case 4:
		m, at := g.place(256)
		g.StoreArray(ir.OpStoreShared, m, at, g.word())
	case 5:
		m, at := g.place(64)
		g.StoreArray(ir.OpStoreLocal, m, at, g.word())
	case 6:
		if g.pick(4) == 0 {
			g.aligned()
			return
		}
		g.Printf("%d %f", g.value(ir.I32), g.value(ir.F32))
	default:
		g.atomic()
	}
}

// aligned tests an address, which is often a multiple of something.
func (g *generator) aligned() {
	address := g.value(ir.I32)
	switch g.pick(4) {
	case 0:
		address = g.Op(ir.OpIMul, address, g.Uint(1+g.pick(8)))
	case 1:
		address = g.Op(ir.OpShl, g.Op(ir.OpIAdd, address, g.Uint(g.pick(4))), g.Uint(g.pick(4)))
	case 2:
		address = g.Op(ir.OpAnd, address, g.Op(ir.OpNot, g.Uint(3)))
	}
	g.Add(&ir.Instr{Op: ir.OpAligned, Binding: 3, Args: []ir.Value{0, address}})
}

func (g *generator) atomic() {
	op := ir.AtomicOp(g.pick(int(ir.AtomicCompareExchange) + 1))
	var compare ir.Value
	if op == ir.AtomicCompareExchange {
		compare = g.word()
	}
	switch g.pick(3) {
	case 0:
		g.put(g.AtomicBuf(op, ir.Mem{Binding: 3}, g.small(256), 0, g.word(), compare))
	case 1:
		g.put(g.AtomicTex(op, ir.Mem{Binding: 5, Offset: 4}, g.coord(false), g.word(), compare))
	default:
		g.put(g.AtomicShared(op, ir.Mem{}, g.small(256), g.word(), compare))
	}
}
