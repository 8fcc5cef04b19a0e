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
	g.early = bounds.Early(g.K, g.Shapes, func(v ir.Value) bool { return g.IsUniform(v) && g.levels.Of(v) <= ir.PerGroup })
}

// prologue computes the early values of a group.
func (g *gen) prologue() {
	g.K.Body.Walk(func(in *ir.Instr) {
		r := in.Result()
		if r == 0 || !g.early[r] {
			return
		}
		if in.Op != ir.OpLoadConst {
			g.instr(in)
			return
		}
		rec := g.record(in, in.Args[0])
		g.PushScalar(g.hoisted(wordKey{Kind: parts.WordConst, Record: rec.index, Arg: in.Offset}))
		g.define(r)
	})
}

// earlyReport emits what remains to do at the place of an early constant load: the report of an access outside the view.
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
	g.defs = make([]*ir.Instr, g.K.NumValues())
	g.K.Body.Walk(func(in *ir.Instr) {
		if r := in.Result(); r != 0 && len(in.Blocks) == 0 {
			g.defs[r] = in
		}
	})
	g.forms, g.bounds = reach.Find(g.K, g.early, g.defs), &bounds.Result{}
	g.places = &packet.Places{K: g.K, Forms: g.forms, Shapes: g.Shapes}
	if g.K.Threads()%ir.WaveSize == 0 && g.K.Body.Len() <= maxFastInstrs {
		g.bounds = bounds.Find(&bounds.Input{Kernel: g.K, Forms: g.forms, Shapes: g.Shapes, Early: g.early, Defs: g.defs, Report: g.opt.Report})
	}
}

// certainBase finds the address of a certain access: that of a packet from an earlier one.
func (g *gen) certainBase(in *ir.Instr, a *access) {
	if g.Packet.Size > 1 {
		g.anchor(in, a)
	}
}

// certain tells whether the check of in was made for the whole group.
func (g *gen) certain(in *ir.Instr) bool {
	return g.bounds.Surely[in] && (g.fast || g.bounds.Always[in])
}
