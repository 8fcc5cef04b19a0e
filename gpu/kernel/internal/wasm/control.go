package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/anchor"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/arith"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/texels"
)

const (
	maxCopies       = 2   // nested blocks that are emitted twice, masked and unmasked
	maxCopiedInstrs = 600 // longest of them, in IR instructions
)

// instrs emits a list of instructions at wave level.
func (g *gen) instrs(list []*ir.Instr) {
	var run []*ir.Instr
	mips, axes, neighbours, alike := g.mips, g.axes, g.neighbours, g.alike
	g.mips, g.axes, g.neighbours, g.alike = make(map[levelKey]level), make(map[coordinateKey]coordinate), g.findNeighbours(list), texels.Alike(list)
	defer func() { g.mips, g.axes, g.neighbours, g.alike = mips, axes, neighbours, alike }()
	flush := func() {
		g.lockstep(run)
		run = run[:0]
	}
	for _, in := range list {
		if r := in.Result(); r != 0 && g.early[r] {
			if g.opt.Report && in.Op == ir.OpLoadConst {
				flush() // reports come in the order of the instructions
				g.earlyReport(in)
			}
			continue
		}
		switch in.Op {
		case ir.OpConst:
			if g.spills[in.Result()] >= 0 {
				panic("BUG: wasm: a constant has a spill slot")
			}
		case ir.OpIf:
			flush()
			g.choice(in)
		case ir.OpLoop:
			flush()
			g.loop(in)
		default:
			if run = append(run, in); !g.runs(len(run)) {
				flush()
			}
		}
	}
	flush()
}

// nested emits a block that waves enter one by one.
func (g *gen) nested(b *ir.Block) {
	g.addCost(ir.Cost(b))
	g.scope(b.Instrs, func() { g.instrs(b.Instrs) })
}

func (g *gen) choice(in *ir.Instr) {
	if g.isOne(in.Args[0]) {
		g.uniformChoice(in)
		return
	}
	if g.certain(in) {
		g.nested(in.Blocks[0])
		g.assign(in.Results, in.Blocks[0].Yield)
		for _, r := range in.Results {
			g.spill(r)
		}
		return
	}
	if g.Packet.Size == 1 && g.mask == 0 && g.copies < maxCopies && in.Blocks[0].Len() <= maxCopiedInstrs {
		g.copies++
		g.Vector(in.Args[0])
		g.Op(enc.I32x4AllTrue)
		g.Open(enc.If, 0)
		g.nested(in.Blocks[0])
		g.assign(in.Results, in.Blocks[0].Yield)
		g.Op(enc.Else)
		g.maskedChoice(in)
		g.End()
		g.copies--
	} else {
		g.maskedChoice(in)
	}
	for _, r := range in.Results {
		g.spill(r)
	}
}

// isOne tells whether all waves that are emitted together have v in one scalar.
func (g *gen) isOne(v ir.Value) bool { return g.IsUniform(v) && g.Packet.Alike(v) }

// scalarNot pushes the opposite of a condition. The runtime branches on a comparison at once, but not on the negation of one.
func (g *gen) scalarNot(v ir.Value) {
	if in := g.defs[v]; in != nil && len(in.Args) == 2 {
		if op, ok := arith.Opposite(in.Op); ok && g.isOne(in.Args[0]) && g.isOne(in.Args[1]) && g.K.Type(in.Args[0]) == ir.I32 {
			g.Scalar(in.Args[0])
			g.Scalar(in.Args[1])
			g.Op(op)
			return
		}
	}
	g.Scalar(v)
	g.Op(enc.I32Eqz)
}

func (g *gen) uniformChoice(in *ir.Instr) {
	then, els := in.Blocks[0], in.Blocks[1]
	g.Scalar(in.Args[0])
	g.Open(enc.If, 0)
	g.nested(then)
	g.assign(in.Results, then.Yield)
	if len(els.Instrs) > 0 || len(els.Yield) > 0 {
		g.Op(enc.Else)
		g.nested(els)
		g.assign(in.Results, els.Yield)
	}
	g.End()
	for _, r := range in.Results {
		g.spill(r)
	}
}

// assign gives results the values of sources, all at once.
func (g *gen) assign(results, sources []ir.Value) {
	wanted := func(r ir.Value) bool { return g.Shapes.Used[r] && !g.IsServed(r) }
	g.each(func(int) {
		for i, r := range results {
			if wanted(r) {
				g.Form(sources[i], r)
			}
		}
	})
	for c := g.Packet.Size - 1; c >= 0; c-- {
		g.present(c)
		for i := len(results) - 1; i >= 0; i-- {
			switch r := results[i]; {
			case !wanted(r):
			case g.IsScalar(r):
				g.Set(g.ScalarLocal(r, g.Packet.Same(r, c)))
			default:
				g.Set(g.VectorLocal(r))
			}
		}
	}
	g.each(func(int) {
		for _, r := range results {
			if wanted(r) {
				g.Widen(r)
			}
		}
	})
}

// maskedChoice runs each block for the lanes that want it and skips it when there are none. Results of lanes that are not
// active do not matter, so the second block's are merged with one select and the first one's with none.
func (g *gen) maskedChoice(in *ir.Instr) {
	outer := g.masks()
	then, els := in.Blocks[0], in.Blocks[1]
	masks := make([]asm.Local, len(outer))
	g.each(func(c int) {
		g.Vector(in.Args[0])
		if outer[c] != 0 {
			g.Get(outer[c])
			g.Op(enc.V128And)
		}
		masks[c] = g.Keep(enc.V128)
	})
	elseWorks := len(els.Instrs) > 0
	if !elseWorks {
		g.assign(in.Results, els.Yield)
	}
	parts.AnyTrue(g.Func, masks)
	g.When(func() {
		g.activeIn(masks, func() { g.nested(then) })
		if elseWorks {
			g.assign(in.Results, then.Yield)
		} else {
			g.merge(in.Results, then.Yield, masks)
		}
	})
	if !elseWorks {
		return
	}
	others := make([]asm.Local, len(outer))
	g.each(func(c int) {
		g.maskOf()
		g.Vector(in.Args[0])
		g.Op(enc.V128Andnot)
		others[c] = g.Keep(enc.V128)
	})
	parts.AnyTrue(g.Func, others)
	g.When(func() {
		g.activeIn(others, func() { g.nested(els) })
		g.merge(in.Results, els.Yield, others)
	})
}

// merge gives the lanes of the masks of results the values of sources. All results are vectors, or scalars of one wave.
func (g *gen) merge(results, sources []ir.Value, masks []asm.Local) {
	g.each(func(c int) {
		for i, r := range results {
			switch {
			case !g.Shapes.Used[r] || g.IsServed(r):
			case g.IsScalar(r): // the whole wave came here, or none of it
				g.Scalar(sources[i])
				g.Get(g.ScalarLocal(r, c), masks[c])
				g.Op(enc.V128AnyTrue, enc.Select)
				g.Set(g.ScalarLocal(r, c))
				g.Widen(r)
			default:
				g.Vector(sources[i])
				g.Get(g.VectorLocal(r), masks[c])
				g.Op(enc.V128Bitselect)
				g.Set(g.VectorLocal(r))
			}
		}
	})
}

func (g *gen) loop(in *ir.Instr) {
	head := in.Blocks[0]
	g.assign(head.Params, in.Args)
	if g.isOne(head.Yield[0]) {
		g.uniformLoop(in)
	} else {
		g.maskedLoop(in)
	}
	for _, r := range in.Results {
		g.spill(r)
	}
}

func (g *gen) uniformLoop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	g.Depth++
	if g.Packet.IsCrowded(g.K, in, g.Shapes) {
		g.call(g.library.Nothing())
	}
	total, once := g.costAtOnce(in)
	g.addCost(total)
	addresses := g.carryAddresses(in)
	g.turns(in, func(out uint64) {
		g.scope(head.Instrs, func() {
			if once {
				g.instrs(head.Instrs)
			} else {
				g.instrsOfHead(head)
			}
			g.scalarNot(head.Yield[0])
			g.Index(enc.BrIf, out)
			if !once {
				g.addCost(shape.CostAfter(head) + ir.Cost(body))
			}
			g.scope(body.Instrs, func() {
				g.anchors.Use(g.Func, addresses)
				g.instrs(body.Instrs)
			})
			g.assign(head.Params, body.Yield)
			anchor.Move(g.Func, addresses)
		})
	})
	g.Depth--
	if !once {
		g.addCost(shape.CostAfter(head))
	}
	g.assign(in.Results, head.Yield[1:])
}

func (g *gen) instrsOfHead(head *ir.Block) {
	g.addCost(ir.Cost(head) - shape.CostAfter(head))
	g.instrs(head.Instrs)
}

func (g *gen) anyUsed(vs []ir.Value) bool {
	for _, v := range vs {
		if g.Shapes.Used[v] {
			return true
		}
	}
	return false
}

// carryAddresses computes the first addresses of what a loop carries, whose counters have their first values.
func (g *gen) carryAddresses(in *ir.Instr) (out []anchor.Carried) {
	if g.Packet.Size == 1 {
		return nil
	}
	for _, c := range g.places.Carried(g.Packet, in, g.certain) {
		for _, n := range c.Chain {
			if !g.early[n.Result()] {
				g.instr(n)
			}
		}
		a := g.access(c.First)
		a.base()
		out = append(out, anchor.Carried{Key: c.Key, At: g.Keep(enc.I32), Constant: c.Bytes, Area: g.areaOf(c.First), Step: c.Step})
	}
	return out
}

// turns writes the iterations of a loop. turn is given how many blocks a branch out of it leaves.
func (g *gen) turns(in *ir.Instr, turn func(out uint64)) {
	if g.isUnchecked(in) {
		g.limits().Unchecked(turn)
		return
	}
	g.limits().Loop(in.Site, turn)
}

// isUnchecked tells whether a loop runs without checks of the limit.
func (g *gen) isUnchecked(in *ir.Instr) bool {
	cost, ok := g.Shapes.MostCost(in, g.isOne)
	return ok && g.limits().IsShort(cost*uint64(g.K.Waves()))
}

// costAtOnce is what all iterations of a loop cost, where that is known and may be counted before the first: nothing in it has costs of its own.
func (g *gen) costAtOnce(in *ir.Instr) (cost uint64, ok bool) {
	if !shape.IsFlat(in) || !g.isUnchecked(in) {
		return 0, false
	}
	return g.Shapes.MostCost(in, g.isOne)
}
