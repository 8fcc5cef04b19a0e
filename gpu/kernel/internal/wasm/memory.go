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
	r := in.Result()
	a := g.access(in)
	switch {
	case !a.even:
		g.loadLanes(in, a)
	case g.isScalar(r):
		g.loadScalar(in, a)
		return
	case g.certain(in):
		g.certainBase(in, &a)
		g.loadEven(in, a)
	default:
		a.check()
		g.Choose(enc.V128, func() { g.loadEven(in, a) }, func() { g.loadLanes(in, a) })
	}
	if g.isScalar(r) { // uniform, but not even: a mip or a record was looked up in vectors
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
	g.pushScalar(g.hoisted(wordKey{Kind: parts.WordConst, Record: r.index, Arg: in.Offset}))
	g.define(in.Result())
	return true
}

// loadScalar loads once for the wave. Where only the vector is wanted it goes straight to one.
func (g *gen) loadScalar(in *ir.Instr, a access) {
	r := in.Result()
	wide := in.Width == 4 && g.needVector[r] && !g.needScalar[r] && g.spills[r] < 0
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
			_, inside := a.general()
			g.reportOutside(in, inside, a)
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
		g.Set(g.vectorLocal(r))
		return
	}
	g.define(r)
}

// loadEven pushes the four values of an access that was checked.
func (g *gen) loadEven(in *ir.Instr, a access) {
	a.base()
	switch {
	case in.Width == 4 && a.step == 4:
		g.Mem(enc.V128Load, a.offset)
		return
	case in.Width == 4:
		g.loadStrided(a)
		return
	}
	at := g.Keep(enc.I32)
	g.All(0)
	for lane := range uint32(ir.WaveSize) {
		g.Get(at)
		g.Mem(parts.LoadOp(in.Width, in.Signed), a.offset+lane*a.step)
		g.Lane(enc.I32x4ReplaceLane, int(lane))
	}
}

// loadStrided touches the last lane first: the runtime then needs no bounds check for the others.
func (g *gen) loadStrided(a access) {
	at := g.Keep(enc.I32)
	v := g.Local(enc.V128)
	g.Get(at)
	g.All(0)
	for lane := uint32(ir.WaveSize); lane > 0; lane-- {
		g.MemLane(enc.V128Load32Lane, a.offset+(lane-1)*a.step, int(lane-1))
		if lane > 1 {
			g.Set(v)
			g.Get(at, v)
		}
	}
}

// loadLanes pushes the values of the lanes that are inside and zeros for the others.
func (g *gen) loadLanes(in *ir.Instr, a access) {
	addresses, inside := a.general()
	g.reportOutside(in, inside, a)
	parts.Gather(g.Func, addresses, in.Width, in.Signed, a.offset)
	g.Get(inside)
	g.Op(enc.V128And)
}

// store emits a store.
func (g *gen) store(in *ir.Instr) {
	a := g.access(in)
	value := in.Args[len(in.Args)-1]
	if !a.even {
		g.storeLanes(in, a, value)
		return
	}
	if a.step == 0 && !g.isUniform(value) {
		g.storeLanes(in, a, value) // all lanes to one place: the last active one wins
		return
	}
	masked := a.step != 0 && g.mask != 0
	switch {
	case g.packet.Size > 1 && a.step == 0 && g.mask != 0: // perhaps no lane of this wave is here
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
	g.storeLanes(in, a, value)
	g.End()
}

func (g *gen) storeEven(in *ir.Instr, a access, value ir.Value) {
	a.base()
	switch {
	case a.step == 0:
		g.scalar(value)
		g.Mem(parts.StoreOp(in.Width), a.offset)
	case a.step == 4 && in.Width == 4:
		g.vector(value)
		g.Mem(enc.V128Store, a.offset)
	default:
		at := g.Keep(enc.I32)
		order := [ir.WaveSize]int{3, 2, 1, 0} // lanes do not overlap, so the last one may go first and check for all
		if a.step < uint32(in.Width) {
			order = [ir.WaveSize]int{0, 1, 2, 3}
		}
		for _, lane := range order {
			g.Get(at)
			g.pushLane(value, lane)
			g.Mem(parts.StoreOp(in.Width), a.offset+uint32(lane)*a.step)
		}
	}
}

// storeLanes stores the lanes that are active and inside, in ascending order.
func (g *gen) storeLanes(in *ir.Instr, a access, value ir.Value) {
	addresses, inside := a.general()
	g.reportOutside(in, inside, a)
	g.Get(addresses)
	g.vector(value)
	g.activeBits(inside)
	width := in.Width
	g.call(g.helper("scatter"+parts.WidthName(width, false)+"."+parts.Itoa(a.offset), []enc.ValType{enc.V128, enc.V128, enc.I32}, nil, func(f asm.Func) {
		for lane := range ir.WaveSize {
			f.Get(f.Param(2))
			f.I32(1 << lane)
			f.Op(enc.I32And)
			f.When(func() {
				f.Get(f.Param(0))
				f.Lane(enc.I32x4ExtractLane, lane)
				f.Get(f.Param(1))
				f.Lane(enc.I32x4ExtractLane, lane)
				f.Mem(parts.StoreOp(width), a.offset)
			})
		}
	}))
}

// activeBits pushes bit n for each lane n that is active and inside.
func (g *gen) activeBits(inside asm.Local) {
	g.Get(inside)
	if g.mask != 0 {
		g.Get(g.mask)
		g.Op(enc.V128And)
	}
	g.Op(enc.I32x4Bitmask)
}

// atomic updates lane after lane.
func (g *gen) atomic(in *ir.Instr) {
	a := g.access(in)
	value, compare := in.Args[len(in.Args)-2], in.Args[len(in.Args)-1]
	addresses, inside := a.general()
	g.reportOutside(in, inside, a)
	g.Get(addresses)
	g.vector(value)
	g.vectorOrZero(compare)
	g.activeBits(inside)
	g.call(g.atomicHelper(ir.AtomicOp(in.Imm), a.offset))
	g.define(in.Result())
}

func (g *gen) atomicHelper(op ir.AtomicOp, offset uint32) uint64 {
	params := []enc.ValType{enc.V128, enc.V128, enc.V128, enc.I32}
	return g.helper("atomic."+op.String()+"."+parts.Itoa(offset), params, oneV128, func(a asm.Func) {
		at, old, v := a.Local(enc.I32), a.Local(enc.I32), a.Local(enc.I32)
		result := a.Local(enc.V128)
		for lane := range ir.WaveSize {
			part := func(p int) {
				a.Get(a.Param(p))
				a.Lane(enc.I32x4ExtractLane, lane)
			}
			a.Get(a.Param(3))
			a.I32(1 << lane)
			a.Op(enc.I32And)
			a.When(func() {
				part(0)
				a.Tee(at)
				a.Mem(enc.I32Load, offset)
				a.Set(old)
				part(1)
				a.Set(v)
				a.Get(at)
				parts.Updated(a, op, old, v, func() { part(2) })
				a.Mem(enc.I32Store, offset)
				a.Get(result, old)
				a.Lane(enc.I32x4ReplaceLane, lane)
				a.Set(result)
			})
		}
		a.Get(result)
	})
}
