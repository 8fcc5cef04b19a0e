package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// findHoisted marks the values that are the same for the whole group and computed from nothing but constants, constant
// buffers and the group's number. They are computed once, before the waves; costs are counted as if they were not moved.
func (g *gen) findHoisted() {
	g.early = make([]bool, g.k.NumValues())
	g.k.Body.Walk(func(in *ir.Instr) {
		r := in.Result()
		if r == 0 || len(in.Results) > 1 || len(in.Blocks) > 0 || !g.isUniform(r) || g.levels.Of(r) > ir.PerGroup {
			return
		}
		switch in.Op.Class() {
		case ir.Pure, ir.System:
			g.early[r] = in.Op != ir.OpConst
		case ir.Load:
			g.early[r] = in.Op == ir.OpLoadConst && in.Args[1] == 0 && bounds.IsFixedSlot(g.k, g.shapes, in)
		}
		for _, a := range in.Args {
			if a != 0 && g.shapes.Konst[a] == nil && !g.early[a] {
				g.early[r] = false
			}
		}
	})
}

// prologue computes the early values of a group.
func (g *gen) prologue() {
	g.k.Body.Walk(func(in *ir.Instr) {
		r := in.Result()
		if r == 0 || !g.early[r] {
			return
		}
		if in.Op != ir.OpLoadConst {
			g.instr(in)
			return
		}
		rec := g.record(in, in.Args[0])
		g.pushScalar(g.hoisted(wordKey{Kind: parts.WordConst, Record: rec.index, Arg: in.Offset}))
		g.define(r)
	})
}

// earlyReport emits what is left of an early constant load in its place: the report of an access outside the view.
func (g *gen) earlyReport(in *ir.Instr) {
	if g.certain(in) {
		return
	}
	a := g.constantAccess(in)
	a.check()
	g.Op(enc.I32Eqz)
	g.When(func() {
		_, inside := a.general()
		g.reportOutside(in, inside, a)
	})
}

// maxFastInstrs bounds the kernels that are emitted a second time without the checks.
const maxFastInstrs = 1500

// findFastPath decides whether the groups get a second form, without the checks that hold for the whole group.
func (g *gen) findFastPath() {
	g.defs = make([]*ir.Instr, g.k.NumValues())
	g.k.Body.Walk(func(in *ir.Instr) {
		if r := in.Result(); r != 0 && len(in.Blocks) == 0 {
			g.defs[r] = in
		}
	})
	g.forms, g.bounds = reach.Find(g.k, g.early, g.defs), &bounds.Result{}
	g.places = &packet.Places{K: g.k, Forms: g.forms, Shapes: g.shapes}
	if g.k.Threads()%ir.WaveSize == 0 && blockLength(g.k.Body) <= maxFastInstrs {
		g.bounds = bounds.Find(&bounds.Input{Kernel: g.k, Forms: g.forms, Shapes: g.shapes, Early: g.early, Defs: g.defs, Report: g.opt.Report})
	}
	loops := g.grouped
	g.k.Body.Walk(func(in *ir.Instr) { loops = loops || len(in.Blocks) > 0 && !g.bounds.Surely[in] })
	g.unroll = 1
	if n := g.k.Waves(); !loops && n%unrollWaves == 0 && g.k.LocalBytes() == 0 && blockLength(g.k.Body) <= maxUnrolledInstrs {
		g.unroll = unrollWaves
	}
}

// Straight kernels take several waves in a round: the runtime then checks the bounds of its memory once for all of them.
const (
	unrollWaves       = 4
	maxUnrolledInstrs = 80
)

// baseKey names the address of an element, without the constant offset.
type baseKey struct {
	binding int32
	slot    uint32
	index   ir.Value
}

// certainBase finds the address of a certain access. Where addresses ascend with the work items, that of the round's first wave is
// computed once a round and the offset moved on to the present wave; touching the last lane of the last wave first lets the runtime
// drop its later checks.
func (g *gen) certainBase(in *ir.Instr, a *access) {
	if g.packet.Size > 1 {
		g.anchor(in, a)
		return
	}
	if g.unroll == 1 || !g.places.Ascends(in) {
		return
	}
	key := baseKey{binding: in.Binding, index: in.Args[1]}
	if slot := in.Args[0]; slot != 0 {
		key.slot = g.shapes.Konst[slot].Imm
	}
	base := g.bases[key]
	if base == 0 {
		a.base()
		base = g.Keep(enc.I32)
		g.bases[key] = base
		g.Get(base)
		g.Mem(parts.LoadOp(in.Width, false), a.offset+(g.unroll*ir.WaveSize-1)*a.step)
		g.Op(enc.Drop)
	}
	a.offset += ir.WaveSize * g.round * a.step
	a.base = func() { g.Get(base) }
}

// certain tells whether the check of in was made for the whole group.
func (g *gen) certain(in *ir.Instr) bool {
	return g.bounds.Surely[in] && (g.fast || g.bounds.Always[in])
}
