package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
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
			g.early[r] = in.Op == ir.OpLoadConst && in.Args[1] == 0 && g.isFixedSlot(in)
		}
		for _, a := range in.Args {
			if a != 0 && g.shapes.Konst[a] == nil && !g.early[a] {
				g.early[r] = false
			}
		}
	})
}

func (g *gen) isFixedSlot(in *ir.Instr) bool {
	slot := in.Args[0]
	if slot == 0 {
		return true
	}
	c := g.shapes.Konst[slot]
	return c != nil && c.Imm < g.k.Bindings[in.Binding].Count
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
		g.pushScalar(g.hoisted(wordKey{kind: wordConst, record: rec.index, arg: in.Offset}))
		g.define(r)
	})
}

// earlyReport emits what is left of an early constant load in its place: the report of an access outside the view.
func (g *gen) earlyReport(in *ir.Instr) {
	if in.Op != ir.OpLoadConst || !g.opt.Report || g.certain(in) {
		return
	}
	a := g.constantAccess(in)
	a.check()
	g.op(enc.I32Eqz)
	g.when(func() {
		_, inside := a.general()
		g.reportOutside(in, inside, a)
	})
}

// itemStep tells whether v is u + n*item for all work items of the group, item counted from 0 in the order of GroupIndex, with
// a u that is known before the waves, and gives n.
func (g *gen) itemStep(v ir.Value) (n uint32, ok bool) {
	if g.shapes.Konst[v] != nil || g.early[v] {
		return 0, true
	}
	in := g.defs[v]
	if in == nil || !g.isScalar(v) {
		return 0, false
	}
	switch in.Op {
	case ir.OpSys:
		row := g.k.NumThreads[1]*g.k.NumThreads[2] == 1
		switch ir.SysVal(in.Imm) {
		case ir.GroupIndex:
			return 1, true
		case ir.DispatchThreadIDX, ir.GroupThreadIDX:
			return 1, row
		}
		return 0, false
	case ir.OpIAdd:
		a, okA := g.itemStep(in.Args[0])
		b, okB := g.itemStep(in.Args[1])
		return a + b, okA && okB
	case ir.OpIMul, ir.OpShl:
		a, okA := g.itemStep(in.Args[0])
		c := g.shapes.Konst[in.Args[1]]
		if !okA || c == nil || c.Imm >= shape.MaxStep {
			return 0, false
		}
		if in.Op == ir.OpShl {
			return a << (c.Imm & 31), c.Imm < 16
		}
		return a * c.Imm, true
	}
	return 0, false
}

// pushItem0 pushes the value for work item 0 of a value that has an itemStep.
func (g *gen) pushItem0(v ir.Value) {
	if g.shapes.Konst[v] != nil || g.early[v] {
		g.scalar(v)
		return
	}
	in := g.defs[v]
	switch in.Op {
	case ir.OpSys:
		if ir.SysVal(in.Imm) == ir.DispatchThreadIDX {
			g.get(g.groupX)
			g.i32(g.k.NumThreads[0])
			g.op(enc.I32Mul)
			return
		}
		g.i32(0)
	default:
		g.pushItem0(in.Args[0])
		g.pushItem0(in.Args[1])
		g.op(map[ir.Op]enc.Op{ir.OpIAdd: enc.I32Add, ir.OpIMul: enc.I32Mul, ir.OpShl: enc.I32Shl}[in.Op])
	}
}

// largestSpan is the most that an index may grow over a group for its check to be made once.
const largestSpan = 1 << 24

// span is how far v grows from the first to the last work item; 0 is not worth a check.
func (g *gen) span(v ir.Value) (uint32, bool) {
	n, ok := g.itemStep(v)
	total := uint64(n) * uint64(g.k.Threads()-1)
	return uint32(total), ok && n > 0 && total < largestSpan && !g.shapes.Of[v].Varies && g.shapes.Of[v].Step == int32(n)
}

// findGroupChecks collects the accesses and choices that one comparison decides for the whole group:
//
//	index = u + n*item < count   for all items, when u < count - n*(items-1)
//
// Choices are guards against items beyond the end; what lies in a guard is looked at as well, what lies in loops is not.
func (g *gen) findGroupChecks(b *ir.Block) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpLoadBuf, ir.OpStoreBuf:
			stride := g.k.Bindings[in.Binding].Stride
			_, ok := g.span(in.Args[1])
			if ok && in.Args[2] == 0 && g.isFixedSlot(in) && in.Offset+uint32(in.Width) <= stride {
				g.groupChecks = append(g.groupChecks, in)
				g.surely[in] = true
			}
		case ir.OpIf:
			if g.isGuard(in) {
				g.groupChecks = append(g.groupChecks, in)
				g.surely[in] = true
				g.findGroupChecks(in.Blocks[0])
			}
		}
	}
}

// findConstantChecks adds the early constants of a kernel that reports, so that its fast form need not look at them.
func (g *gen) findConstantChecks() {
	if !g.opt.Report {
		return
	}
	g.k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpLoadConst && g.early[in.Result()] {
			g.groupChecks = append(g.groupChecks, in)
			g.surely[in] = true
		}
	})
}

func (g *gen) isGuard(in *ir.Instr) bool {
	c := g.defs[in.Args[0]]
	if c == nil || c.Op != ir.OpLtU || in.HasBarrier() {
		return false
	}
	_, ok := g.span(c.Args[0])
	n, known := g.itemStep(c.Args[1])
	return ok && known && n == 0
}

// pushGroupChecks pushes whether all checks of the group hold.
func (g *gen) pushGroupChecks() {
	for i, in := range g.groupChecks {
		switch in.Op {
		case ir.OpIf:
			c := g.defs[in.Args[0]]
			span, _ := g.span(c.Args[0])
			g.pushItem0(c.Args[0])
			g.scalar(c.Args[1])
			g.room(constant(span))
		case ir.OpLoadConst:
			g.i32(0)
			g.pushScalar(g.roomOf(g.record(in, in.Args[0]), ir.WordSize, in.Offset+3))
		default:
			span, _ := g.span(in.Args[1])
			g.pushItem0(in.Args[1])
			g.pushScalar(g.roomOf(g.record(in, in.Args[0]), ir.WordCount, span))
		}
		g.op(enc.I32LtU)
		if i > 0 {
			g.op(enc.I32And)
		}
	}
}

// maxFastInstrs bounds the kernels that are emitted a second time without the checks.
const maxFastInstrs = 1500

// findFastPath decides whether the waves get a second form, without the checks that hold for the whole group.
func (g *gen) findFastPath() {
	g.defs = make([]*ir.Instr, g.k.NumValues())
	g.surely = make(map[*ir.Instr]bool)
	g.k.Body.Walk(func(in *ir.Instr) {
		if r := in.Result(); r != 0 && len(in.Blocks) == 0 {
			g.defs[r] = in
		}
	})
	if !g.grouped && g.k.Threads()%ir.WaveSize == 0 && blockLength(g.k.Body) <= maxFastInstrs {
		g.findGroupChecks(g.k.Body)
		g.findConstantChecks()
	}
	loops := false
	g.k.Body.Walk(func(in *ir.Instr) { loops = loops || len(in.Blocks) > 0 && !g.surely[in] })
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

// certainBase pushes the address of a certain access of the round's first wave and moves the offset on to the present wave. The
// address is computed once a round. Touching the last lane of the last wave first lets the runtime drop its later checks.
func (g *gen) certainBase(in *ir.Instr, a *access) {
	key := baseKey{binding: in.Binding, index: in.Args[1]}
	if slot := in.Args[0]; slot != 0 {
		key.slot = g.shapes.Konst[slot].Imm
	}
	base := g.bases[key]
	if base == 0 || g.unroll == 1 {
		a.base()
		base = g.keep(enc.I32)
		g.bases[key] = base
		if g.unroll > 1 {
			g.get(base)
			g.mem(loadOp(in.Width, false), a.offset+(g.unroll*ir.WaveSize-1)*a.step)
			g.op(enc.Drop)
		}
	}
	a.offset += ir.WaveSize * g.copy * a.step
	a.base = func() { g.get(base) }
}

// certain tells whether the check of in was made for the whole group.
func (g *gen) certain(in *ir.Instr) bool { return g.fast && g.surely[in] }
