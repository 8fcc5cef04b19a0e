package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// maskedLoop is a loop that lanes leave one by one. Its waves run until the last lane has left.
//
// A wave alone adds its costs in each round. The waves of a packet leave at different times: where the loop has nothing nested, each
// lane's rounds are counted, with one subtraction of its mask, and the costs follow behind the loop from the longest lane of each wave; a lower
// bound is kept for the limit.
func (g *gen) maskedLoop(in *ir.Instr) {
	l := g.newMaskedLoop(in)
	g.depth++
	g.open(enc.Block, 0)
	g.open(enc.Loop, 0)
	outer := g.masks()
	g.setMasks(l.on)
	g.scope(l.head.Instrs, func() {
		for turn := range l.turns {
			g.instrsOfLoopHead(l)
			g.leaveLoop(l)
			if turn == l.turns-1 {
				g.anyActive(l.on)
				g.op(enc.I32Eqz)
				g.index(enc.BrIf, 1)
			}
			g.turnOfLoop(l, turn == l.turns-1)
		}
		g.checkLimit(in.Site)
		g.index(enc.Br, 0)
	})
	g.setMasks(outer)
	g.end()
	g.end()
	g.depth--
	g.costOfLoop(l)
}

// laneLoop is a masked loop on its way.
type laneLoop struct {
	in         *ir.Instr
	head, body *ir.Block
	on         []local // by wave: lanes that are still inside
	counts     []local // by wave: rounds of each lane; nil where they are not counted
	cost       local   // costs before the loop, where rounds are counted
	outer      local   // active waves outside
	active     local   // active waves inside, where rounds are not counted
	turns      int     // rounds from one look at the masks to the next
}

// turnsOfPure is how often a loop without effects runs between looks at its masks.
const turnsOfPure = 4

func (g *gen) newMaskedLoop(in *ir.Instr) *laneLoop {
	l := &laneLoop{in: in, head: in.Blocks[0], body: in.Blocks[1], turns: 1, outer: g.active}
	flat, pure := true, true
	for _, b := range in.Blocks {
		for _, n := range b.Instrs {
			flat = flat && len(n.Blocks) == 0
			pure = pure && (n.Op.Class() == ir.Pure || n.Op.Class() == ir.System)
		}
	}
	g.each(func(int) {
		g.maskOf()
		l.on = append(l.on, g.keep(enc.V128))
	})
	if g.packet.Size == 1 {
		return l
	}
	if !flat {
		l.active = g.countActive(l.on)
		return l
	}
	if pure {
		l.turns = turnsOfPure
	}
	g.get(g.cost)
	l.cost = g.keep(enc.I64)
	for range g.packet.Size {
		g.all(0)
		l.counts = append(l.counts, g.keep(enc.V128))
	}
	return l
}

func (g *gen) instrsOfLoopHead(l *laneLoop) {
	switch {
	case l.counts != nil:
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
func (g *gen) leaveLoop(l *laneLoop) {
	results := g.anyUsed(l.in.Results)
	leaving := make([]local, len(l.on))
	stay := make([]local, len(l.on))
	g.each(func(c int) {
		g.vector(l.head.Yield[0])
		g.get(l.on[c])
		g.op(enc.V128And)
		stay[c] = g.keep(enc.V128)
		if results {
			g.get(l.on[c], stay[c])
			g.op(enc.V128Andnot)
			leaving[c] = g.keep(enc.V128)
		}
	})
	if results {
		g.merge(l.in.Results, l.head.Yield[1:], leaving)
	}
	for c := range l.on {
		g.get(stay[c])
		g.set(l.on[c])
	}
}

// turnOfLoop runs the body for the lanes that are inside. sure: there are some.
func (g *gen) turnOfLoop(l *laneLoop, sure bool) {
	switch {
	case l.counts != nil:
		for c, n := range l.counts {
			g.get(n, l.on[c])
			g.op(enc.I32x4Sub)
			g.set(n)
		}
		if sure {
			g.get(g.cost)
			g.i64(ir.Cost(l.head) + ir.Cost(l.body))
			g.op(enc.I64Add)
			g.set(g.cost)
		}
	case l.active != 0:
		now := g.countActive(l.on)
		g.get(now)
		g.set(l.active)
		g.addCost(ir.Cost(l.body))
	default:
		g.addCost(costBehind(l.head) + ir.Cost(l.body))
	}
	g.scope(l.body.Instrs, func() { g.instrs(l.body.Instrs) })
	g.assign(l.head.Params, l.body.Yield)
}

// costOfLoop adds what was not added in the rounds.
func (g *gen) costOfLoop(l *laneLoop) {
	g.active = l.outer
	switch {
	case l.active != 0:
	case l.counts == nil:
		g.addCost(costBehind(l.head))
	default:
		g.get(l.cost)
		for _, n := range l.counts {
			g.get(n)
			g.call(g.longestHelper())
			g.op(enc.I64ExtendI32U)
			g.i64(ir.Cost(l.head) + ir.Cost(l.body))
			g.op(enc.I64Mul, enc.I64Add)
		}
		g.set(g.cost)
		g.addCost(ir.Cost(l.head))
		g.checkLimit(l.in.Site)
	}
}

// longestHelper is a function from a vector to its largest lane.
func (g *gen) longestHelper() uint64 {
	return g.helper("longest", oneV128, oneI32, func(a asm) {
		x := a.param(0)
		for _, swap := range [][4]uint32{{0x07060504, 0x03020100, 0x0f0e0d0c, 0x0b0a0908}, {0x0b0a0908, 0x0f0e0d0c, 0x03020100, 0x07060504}} {
			a.get(x, x)
			a.vec(swap[0], swap[1], swap[2], swap[3])
			a.op(enc.I8x16Swizzle, enc.I32x4MaxU)
			a.set(x)
		}
		a.get(x)
		a.lane(enc.I32x4ExtractLane, 0)
	})
}
