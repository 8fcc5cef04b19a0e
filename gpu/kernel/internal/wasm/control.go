package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

const (
	maxCopies       = 2   // nested blocks that are emitted twice, masked and unmasked
	maxCopiedInstrs = 600 // longest of them, in IR instructions
)

// instrs emits a list of instructions at wave level.
func (g *gen) instrs(list []*ir.Instr) {
	for _, in := range list {
		if r := in.Result(); r != 0 && g.early[r] {
			g.earlyReport(in)
			continue
		}
		switch in.Op {
		case ir.OpConst:
			if g.spills[in.Result()] >= 0 {
				panic("BUG: wasm: a constant has a spill slot")
			}
		case ir.OpIf:
			g.choice(in)
		case ir.OpLoop:
			g.loop(in)
		default:
			g.instr(in)
		}
	}
}

// nested emits a block that waves enter one by one.
func (g *gen) nested(b *ir.Block) {
	g.addCost(ir.Cost(b))
	g.instrs(b.Instrs)
}

func (g *gen) choice(in *ir.Instr) {
	if g.isUniform(in.Args[0]) {
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
	if g.mask == 0 && g.copies < maxCopies && blockLength(in.Blocks[0]) <= maxCopiedInstrs {
		g.copies++
		g.vector(in.Args[0])
		g.op(enc.I32x4AllTrue)
		g.open(enc.If, 0)
		g.nested(in.Blocks[0])
		g.assign(in.Results, in.Blocks[0].Yield)
		g.op(enc.Else)
		g.maskedChoice(in)
		g.end()
		g.copies--
	} else {
		g.maskedChoice(in)
	}
	for _, r := range in.Results {
		g.spill(r)
	}
}

func blockLength(b *ir.Block) int {
	n := 0
	b.Walk(func(*ir.Instr) { n++ })
	return n
}

func (g *gen) uniformChoice(in *ir.Instr) {
	then, els := in.Blocks[0], in.Blocks[1]
	g.scalar(in.Args[0])
	g.open(enc.If, 0)
	g.nested(then)
	g.assign(in.Results, then.Yield)
	if len(els.Instrs) > 0 || len(els.Yield) > 0 {
		g.op(enc.Else)
		g.nested(els)
		g.assign(in.Results, els.Yield)
	}
	g.end()
	for _, r := range in.Results {
		g.spill(r)
	}
}

// assign gives results the values of sources, all at once.
func (g *gen) assign(results, sources []ir.Value) {
	for i, r := range results {
		if g.shapes.Used[r] {
			g.form(sources[i], r)
		}
	}
	for i := len(results) - 1; i >= 0; i-- {
		r := results[i]
		if !g.shapes.Used[r] {
			continue
		}
		if !g.isScalar(r) {
			g.set(g.vectorLocal(r))
			continue
		}
		if g.scalars[r] == 0 {
			g.scalars[r] = g.local(enc.I32)
		}
		g.set(g.scalars[r])
	}
	for _, r := range results {
		if g.shapes.Used[r] {
			g.widen(r)
		}
	}
}

// maskedChoice runs each block for the lanes that want it and skips it when there are none. Results of lanes that are not
// active do not matter, so the second block's are merged with one select and the first one's with none.
func (g *gen) maskedChoice(in *ir.Instr) {
	outer := g.mask
	then, els := in.Blocks[0], in.Blocks[1]
	g.vector(in.Args[0])
	if outer != 0 {
		g.get(outer)
		g.op(enc.V128And)
	}
	g.mask = g.keep(enc.V128)
	thenMask := g.mask
	elseWorks := len(els.Instrs) > 0
	if !elseWorks {
		g.assign(in.Results, els.Yield)
	}
	g.get(g.mask)
	g.op(enc.V128AnyTrue)
	g.when(func() {
		g.nested(then)
		if elseWorks {
			g.assign(in.Results, then.Yield)
		} else {
			g.merge(in.Results, then.Yield, thenMask)
		}
	})
	if elseWorks {
		g.mask = outer
		g.maskOf()
		g.vector(in.Args[0])
		g.op(enc.V128Andnot)
		g.mask = g.keep(enc.V128)
		elseMask := g.mask
		g.get(g.mask)
		g.op(enc.V128AnyTrue)
		g.when(func() {
			g.nested(els)
			g.merge(in.Results, els.Yield, elseMask)
		})
	}
	g.mask = outer
}

// merge gives the lanes of mask of results the values of sources. All results are vectors.
func (g *gen) merge(results, sources []ir.Value, mask local) {
	for i, r := range results {
		if !g.shapes.Used[r] {
			continue
		}
		g.vector(sources[i])
		g.get(g.vectorLocal(r), mask)
		g.op(enc.V128Bitselect)
		g.set(g.vectorLocal(r))
	}
}

func (g *gen) loop(in *ir.Instr) {
	head := in.Blocks[0]
	g.assign(head.Params, in.Args)
	if g.shapes.Of[head.Yield[0]].Varies {
		g.maskedLoop(in)
	} else {
		g.uniformLoop(in)
	}
	for _, r := range in.Results {
		g.spill(r)
	}
}

func (g *gen) uniformLoop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	g.depth++
	g.open(enc.Block, 0)
	g.open(enc.Loop, 0)
	g.instrsOfHead(head)
	g.scalar(head.Yield[0])
	g.op(enc.I32Eqz)
	g.index(enc.BrIf, 1)
	g.iterate(in, body)
	g.end()
	g.end()
	g.depth--
	g.addCost(costBehind(head))
	g.assign(in.Results, head.Yield[1:])
}

// costBehind is the part of a condition block's cost that is added with the body's in each round, to save an addition, and
// behind the loop for the last round. A condition block with control flow in it is counted when it is entered, because the
// limit may be checked inside it.
func costBehind(head *ir.Block) uint64 {
	for _, in := range head.Instrs {
		if len(in.Blocks) > 0 {
			return 0
		}
	}
	return ir.Cost(head)
}

func (g *gen) instrsOfHead(head *ir.Block) {
	g.addCost(ir.Cost(head) - costBehind(head))
	g.instrs(head.Instrs)
}

// iterate emits the body of a loop and the way back.
func (g *gen) iterate(in *ir.Instr, body *ir.Block) {
	g.addCost(costBehind(in.Blocks[0]) + ir.Cost(body))
	g.instrs(body.Instrs)
	g.checkLimit(in.Site)
	g.assign(in.Blocks[0].Params, body.Yield)
	g.index(enc.Br, 0)
}

func (g *gen) maskedLoop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	outer := g.mask
	g.maskOf()
	g.mask = g.keep(enc.V128)
	on, leaving := g.local(enc.V128), g.local(enc.V128)
	g.depth++
	g.open(enc.Block, 0)
	g.open(enc.Loop, 0)
	g.instrsOfHead(head)
	g.vector(head.Yield[0])
	g.get(g.mask)
	g.op(enc.V128And)
	g.set(on)
	if g.anyUsed(in.Results) {
		g.get(g.mask, on)
		g.op(enc.V128Andnot)
		g.set(leaving)
		g.merge(in.Results, head.Yield[1:], leaving)
	}
	g.get(on)
	g.tee(g.mask)
	g.op(enc.V128AnyTrue, enc.I32Eqz)
	g.index(enc.BrIf, 1)
	g.iterate(in, body)
	g.end()
	g.end()
	g.depth--
	g.addCost(costBehind(head))
	g.mask = outer
}

func (g *gen) anyUsed(vs []ir.Value) bool {
	for _, v := range vs {
		if g.shapes.Used[v] {
			return true
		}
	}
	return false
}
