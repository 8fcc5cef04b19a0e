package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// load emits a load or a query.
func (g *gen) load(in *ir.Instr) {
	if in.Op == ir.OpQuery {
		g.query(in)
		return
	}
	if g.hoistedConstant(in) {
		return
	}
	if group := g.neighbours[in]; group != nil {
		if group.Pairs[0][0] == in {
			g.loadNeighbours(group)
		}
		return
	}
	r := in.Result()
	a := g.access(in)
	switch {
	case !a.even:
		g.loadLanes(in, a)
	case g.IsScalar(r):
		g.loadScalar(in, a)
		return
	case g.certain(in):
		g.certainBase(in, &a)
		g.loadEven(in, a)
	default:
		a.check()
		g.Choose(enc.V128, func() { g.loadEven(in, a) }, func() { g.Slowly(func() { g.loadEdge(in, a) }) })
	}
	if g.IsScalar(r) { // uniform, but not even: a mip or a record was looked up in vectors
		g.Lane(enc.I32x4ExtractLane, 0)
	}
	g.define(r)
}

// hoistedConstant uses a constant that was loaded at the start of the call. With reports on it is only used where it is inside.
func (g *gen) hoistedConstant(in *ir.Instr) bool {
	if in.Op != ir.OpLoadConst || in.Args[1] != 0 || g.opt.Report {
		return false
	}
	r := g.record(in, in.Args[0])
	if !r.fixed {
		return false
	}
	g.PushScalar(g.hoisted(wordKey{Kind: parts.WordConst, Record: r.index, Arg: in.Offset}))
	g.define(in.Result())
	return true
}

// loadScalar loads once for the wave. Where only the vector is wanted it goes straight to one.
func (g *gen) loadScalar(in *ir.Instr, a access) {
	r := in.Result()
	wide := in.Width == 4 && g.OnlyVector(r) && g.spills[r] < 0
	inside := func() {
		a.base()
		if wide {
			g.Mem(enc.V128Load32Zero, a.offset)
			g.SpreadLane0()
			return
		}
		g.Mem(parts.LoadOp(in.Width, in.Signed), a.offset)
	}
	outside := func() {
		if g.opt.Report {
			g.Slowly(func() {
				_, inside := a.general()
				g.reportOutside(in, inside, a)
			})
		}
	}
	switch {
	case g.certain(in):
		g.certainBase(in, &a)
		inside()
	case wide:
		a.check()
		g.Choose(enc.V128, inside, func() {
			outside()
			g.All(0)
		})
	default:
		a.check()
		g.Choose(enc.I32, inside, func() {
			outside()
			g.I32(0)
		})
	}
	if wide {
		g.Set(g.VectorLocal(r))
		return
	}
	g.define(r)
}

// loadEven pushes the four values of an access that was checked.
func (g *gen) loadEven(in *ir.Instr, a access) {
	a.base()
	if words := in.Width == 4 && a.step == 4; words && g.few.lanes > 0 && g.few.lanes < 3 {
		g.Mem([]enc.Op{enc.V128Load32Zero, enc.V128Load64Zero}[g.few.lanes-1], a.offset)
		return
	}
	parts.LoadEven(g.Func, in.Width, in.Signed, a.offset, a.step)
}

// loadLanes pushes the values of the lanes that are inside and zeros for the others.
func (g *gen) loadLanes(in *ir.Instr, a access) {
	addresses, inside := a.general()
	if inside == 0 {
		parts.Gather(g.Func, addresses, in.Width, in.Signed, a.offset)
		return
	}
	g.reportOutside(in, inside, a)
	parts.Gather(g.Func, addresses, in.Width, in.Signed, a.offset)
	g.Get(inside)
	g.Op(enc.V128And)
}

// loadEdge pushes the values of an even access of which some lanes are outside.
func (g *gen) loadEdge(in *ir.Instr, a access) {
	if g.opt.Report || a.edge.index == nil {
		g.loadLanes(in, a)
		return
	}
	g.pushEdge(a)
	g.call(g.library.EdgeLoad(in.Width, in.Signed))
}

// pushEdge pushes what the edge functions of the library take first.
func (g *gen) pushEdge(a access) {
	a.edge.index()
	a.edge.limit()
	g.I32(a.edge.step)
	a.base()
	g.I32(a.offset)
	g.Op(enc.I32Add)
	g.I32(a.step)
}

// store emits a store.
func (g *gen) store(in *ir.Instr) {
	a := g.access(in)
	value := in.Args[len(in.Args)-1]
	if !a.even {
		g.storeLanes(in, a, value)
		return
	}
	if a.step == 0 && !g.IsUniform(value) {
		g.storeEdge(in, a, value) // all lanes to one place: the last active one wins
		return
	}
	masked := a.step != 0 && g.mask != 0
	switch {
	case g.Packet.Size > 1 && a.step == 0 && g.mask != 0: // perhaps no lane of this wave is here
		g.Get(g.mask)
		g.Op(enc.V128AnyTrue)
		if !g.certain(in) {
			a.check()
			g.Op(enc.I32And)
		}
	case g.certain(in) && !masked:
		g.certainBase(in, &a)
		g.storeEven(in, a, value)
		return
	case g.certain(in) && g.few.lanes > 0 && g.mask == g.few.mask && in.Width == 4 && a.step == 4:
		parts.StoreFirst(g.Func, g.few.lanes, a.offset, a.base, func() { g.Vector(value) })
		return
	case g.certain(in):
		g.Get(g.mask)
		g.Op(enc.I32x4AllTrue)
	default:
		a.check()
		if masked {
			g.Get(g.mask)
			g.Op(enc.I32x4AllTrue, enc.I32And)
		}
	}
	g.Open(enc.If, 0)
	g.storeEven(in, a, value)
	g.Op(enc.Else)
	if masked {
		g.storeEdge(in, a, value)
	} else {
		g.Slowly(func() { g.storeEdge(in, a, value) })
	}
	g.End()
}

func (g *gen) storeEven(in *ir.Instr, a access, value ir.Value) {
	a.base()
	switch {
	case a.step == 0:
		g.Scalar(value)
		g.Mem(parts.StoreOp(in.Width), a.offset)
	case a.step == 4 && in.Width == 4:
		g.Vector(value)
		g.Mem(enc.V128Store, a.offset)
	default:
		at := g.Keep(enc.I32)
		order := [ir.WaveSize]int{3, 2, 1, 0} // lanes do not overlap, so the last one may go first and check for all
		if a.step < uint32(in.Width) {
			order = [ir.WaveSize]int{0, 1, 2, 3}
		}
		for _, lane := range order {
			g.Get(at)
			g.PushLane(value, lane)
			g.Mem(parts.StoreOp(in.Width), a.offset+uint32(lane)*a.step)
		}
	}
}

// storeEdge stores the lanes of an even access that are active and inside, in ascending order.
func (g *gen) storeEdge(in *ir.Instr, a access, value ir.Value) {
	if g.opt.Report || a.edge.index == nil {
		g.storeLanes(in, a, value)
		return
	}
	g.pushEdge(a)
	g.Vector(value)
	if g.mask == 0 {
		g.I32(1<<ir.WaveSize - 1)
	} else {
		g.Get(g.mask)
		g.Op(enc.I32x4Bitmask)
	}
	g.call(g.library.EdgeStore(in.Width))
}

// storeLanes stores the lanes that are active and inside, in ascending order.
func (g *gen) storeLanes(in *ir.Instr, a access, value ir.Value) {
	if ones := g.Shapes.Konst[value]; in.Mark && ones != nil && a.roomy && !g.Slow {
		g.markPlaces(in, a)
		parts.Mark(g.Func, in.Width, ones.Imm, a.offset)
		return
	}
	addresses, inside := a.general()
	g.reportOutside(in, inside, a)
	g.Get(addresses)
	g.Vector(value)
	g.activeBits(inside)
	g.call(g.library.Scatter(in.Width, a.offset))
}

// markPlaces pushes where the lanes leave their marks. Lanes that are outside or not active mark the room after the map (ir.Instr.Mark).
// So no branch is needed.
func (g *gen) markPlaces(in *ir.Instr, a access) {
	r := a.record
	if in.Op == ir.OpStoreBuf {
		g.Vector(in.Args[1])
		if g.mask != 0 {
			g.Get(g.mask)
			g.Op(enc.V128Not, enc.V128Or)
		}
		g.PushVector(g.word(r, ir.WordCount))
		g.Op(enc.I32x4MinU)
		g.scaleVector(r.binding.Stride)
		g.PushVector(g.word(r, ir.WordBase))
		g.Op(enc.I32x4Add)
		return
	}
	addresses, inside := a.general()
	g.Get(addresses)
	g.PushVector(g.word(r, ir.WordBase))
	g.PushVector(g.word(r, ir.WordSize))
	g.Op(enc.I32x4Add)
	g.Get(inside)
	g.andActive()
	g.Op(enc.V128Bitselect)
}

// activeBits pushes bit n for each lane n that is active and inside.
func (g *gen) activeBits(inside asm.Local) {
	g.Get(inside)
	g.andActive()
	g.Op(enc.I32x4Bitmask)
}

// atomic updates lane after lane.
func (g *gen) atomic(in *ir.Instr) {
	a := g.access(in)
	value, compare := in.Args[len(in.Args)-2], in.Args[len(in.Args)-1]
	addresses, inside := a.general()
	g.reportOutside(in, inside, a)
	g.Get(addresses)
	g.Vector(value)
	g.VectorOrZero(compare)
	g.activeBits(inside)
	g.call(g.library.Atomic(ir.AtomicOp(in.Imm), a.offset))
	g.define(in.Result())
}
