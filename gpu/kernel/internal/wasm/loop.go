package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// maskedLoop is a loop that lanes leave one by one. Its waves run until the last lane has left.
//
// A single wave adds its costs in each iteration. The waves of a packet leave at different times: where the loop has nothing nested, each lane's
// iterations are counted, with one subtraction of its mask, and the costs are added after the loop, from the longest lane of each wave; a lower bound
// is kept for the limit.
func (g *gen) maskedLoop(in *ir.Instr) {
	l := g.newMaskedLoop(in)
	g.Depth++
	outer := g.masks()
	g.setMasks(l.on)
	g.turns(in, func(out uint64) {
		l.out = out
		g.scope(l.head.Instrs, func() {
			for turn := range l.turns {
				g.instrsOfLoopHead(l)
				g.leaveLoop(l, turn)
				if turn == l.turns-1 {
					parts.AnyTrue(g.Func, l.on)
					g.Op(enc.I32Eqz)
					g.Index(enc.BrIf, out)
				}
				g.turnOfLoop(l, turn == l.turns-1)
			}
		})
	})
	g.setMasks(outer)
	g.Depth--
	g.costOfLoop(l)
	g.setCounters(l)
}

// laneLoop is a masked loop that is being written.
type laneLoop struct {
	in         *ir.Instr
	head, body *ir.Block
	on         []asm.Local // by wave: lanes that are still inside
	counts     []asm.Local // by wave: iterations of each lane; nil where they are not needed
	cost       asm.Local   // costs before the loop, where iterations are counted
	outer      asm.Local   // active waves outside
	active     asm.Local   // active waves inside, where iterations are not counted
	out        uint64      // blocks that a branch out of the loop leaves
	turns      int         // iterations from one check of the masks to the next
	counted    bool        // costs follow from the counts
	unchecked  bool        // the limit is not checked inside
	whole      bool        // the condition that is the same for all waves fails only where the masks are checked
}

// turnsOfPure is how many iterations a loop without effects does between checks of its masks.
const turnsOfPure = 4

func (g *gen) newMaskedLoop(in *ir.Instr) *laneLoop {
	l := &laneLoop{in: in, head: in.Blocks[0], body: in.Blocks[1], turns: 1, outer: g.active, unchecked: g.isUnchecked(in)}
	flat := shape.IsFlat(in)
	g.each(func(int) {
		g.maskOf()
		l.on = append(l.on, g.Keep(enc.V128))
	})
	l.counted = flat && g.Packet.Size > 1
	if l.counted || g.Shapes.AnyCounter(in) {
		for range g.Packet.Size {
			g.All(0)
			l.counts = append(l.counts, g.Keep(enc.V128))
		}
	}
	switch {
	case g.Packet.Size == 1:
	case !flat:
		l.active = parts.CountTrue(g.Func, l.on)
	default:
		if shape.IsPure(in) {
			l.turns = turnsOfPure
		}
		if all, _, ok := g.Shapes.Conjunction(l.head.Yield[0], g.isOne); ok {
			n, known := g.Shapes.Turns(in, all)
			l.whole = known && n%uint64(l.turns) == 0
		}
		g.Get(g.cost)
		l.cost = g.Keep(enc.I64)
	}
	return l
}

// resultsOf are the results of a masked loop that lanes get when they leave it, and the values that they get.
func (g *gen) resultsOf(in *ir.Instr) (results, sources []ir.Value) {
	for i, r := range in.Results {
		if _, _, ok := g.Shapes.Counter(in, i); !ok {
			results, sources = append(results, r), append(sources, in.Blocks[0].Yield[1+i])
		}
	}
	return results, sources
}

// setCounters computes the results that follow from the number of iterations: the first value of the carried value, plus a step for each iteration.
// Where a result is one scalar for a wave, its lanes left together, or were never inside.
func (g *gen) setCounters(l *laneLoop) {
	g.each(func(c int) {
		for i, r := range l.in.Results {
			param, step, ok := g.Shapes.Counter(l.in, i)
			if !ok {
				continue
			}
			first := l.in.Args[param]
			g.Get(l.counts[c])
			if g.IsScalar(r) {
				g.call(g.library.Longest())
				g.I32(step)
				g.Op(enc.I32Mul)
				g.Scalar(first)
				g.Op(enc.I32Add)
				g.Set(g.ScalarLocal(r, c))
				g.Widen(r)
				continue
			}
			g.scaleVector(step)
			if g.Shapes.Konst[first] == nil || g.Shapes.Konst[first].Imm != 0 {
				g.Vector(first)
				g.Op(enc.I32x4Add)
			}
			g.Set(g.VectorLocal(r))
		}
	})
}

func (g *gen) instrsOfLoopHead(l *laneLoop) {
	switch {
	case l.counted:
		g.instrs(l.head.Instrs)
	case l.active != 0:
		g.active = l.active
		g.addCost(ir.Cost(l.head))
		g.instrs(l.head.Instrs)
	default:
		g.instrsOfHead(l.head)
	}
}

// leaveLoop takes the lanes whose condition is false out of the masks, with their results.
func (g *gen) leaveLoop(l *laneLoop, turn int) {
	results, sources := g.resultsOf(l.in)
	merges := g.anyUsed(results)
	cond := l.head.Yield[0]
	if all, each, ok := g.Shapes.Conjunction(cond, g.isOne); ok {
		if turn == 0 || !l.whole {
			g.leaveTogether(l, all, func() {
				if merges {
					g.merge(results, sources, l.on)
				}
			})
		}
		cond = each
	}
	leaving := make([]asm.Local, len(l.on))
	stay := make([]asm.Local, len(l.on))
	g.each(func(c int) {
		g.Vector(cond)
		g.Get(l.on[c])
		g.Op(enc.V128And)
		stay[c] = g.Keep(enc.V128)
		if merges {
			g.Get(l.on[c], stay[c])
			g.Op(enc.V128Andnot)
			leaving[c] = g.Keep(enc.V128)
		}
	})
	if merges {
		g.merge(results, sources, leaving)
	}
	for c := range l.on {
		g.Get(stay[c])
		g.Set(l.on[c])
	}
}

// leaveTogether ends the loop where a condition that is the same for all waves is false.
func (g *gen) leaveTogether(l *laneLoop, all ir.Value, last func()) {
	g.scalarNot(all)
	g.When(func() {
		last()
		g.Index(enc.Br, l.out+1)
	})
}

// turnOfLoop runs the body for the lanes that are inside. sure: there is at least one.
func (g *gen) turnOfLoop(l *laneLoop, sure bool) {
	for c, n := range l.counts {
		g.Get(n, l.on[c])
		g.Op(enc.I32x4Sub)
		g.Set(n)
	}
	switch {
	case l.counted:
		if sure && !l.unchecked {
			g.Get(g.cost)
			g.I64(ir.Cost(l.head) + ir.Cost(l.body))
			g.Op(enc.I64Add)
			g.Set(g.cost)
		}
	case l.active != 0:
		now := parts.CountTrue(g.Func, l.on)
		g.Get(now)
		g.Set(l.active)
		g.addCost(ir.Cost(l.body))
	default:
		g.addCost(shape.CostAfter(l.head) + ir.Cost(l.body))
	}
	g.scope(l.body.Instrs, func() { g.instrs(l.body.Instrs) })
	g.assign(l.head.Params, l.body.Yield)
}

// costOfLoop adds the costs that were not added in the iterations.
func (g *gen) costOfLoop(l *laneLoop) {
	g.active = l.outer
	switch {
	case l.active != 0:
	case !l.counted:
		g.addCost(shape.CostAfter(l.head))
	default:
		g.Get(l.cost)
		for _, n := range l.counts {
			g.Get(n)
			g.call(g.library.Longest())
			g.Op(enc.I64ExtendI32U)
			g.I64(ir.Cost(l.head) + ir.Cost(l.body))
			g.Op(enc.I64Mul, enc.I64Add)
		}
		g.Set(g.cost)
		g.addCost(ir.Cost(l.head))
		if !l.unchecked {
			g.limits().Check(l.in.Site)
		}
	}
}
