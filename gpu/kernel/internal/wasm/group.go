package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
)

// groupBody emits what one group does, in one of two forms.
func (g *gen) groupBody() {
	g.addCost(ir.Cost(g.K.Body) * uint64(g.K.Waves()))
	g.prologue()
	if n := g.K.LocalBytes(); g.grouped && n > 0 {
		g.fill(g.block, g.layout.Locals, ir.WaveSize*g.K.Waves()*n)
	}
	if g.opt.Forms == SlowForm || len(g.bounds.Checks) == 0 && g.rules == nil {
		g.waveRegions()
		return
	}
	g.pushFast()
	g.Open(enc.If, 0)
	g.fast = true
	g.waveRegions()
	if g.rules != nil && loops(g.K.Body.Instrs) { // what stayed below the limit in lockstep up to the last check may be over it earlier wave by wave
		g.limits().Check(g.K.Site)
	}
	g.fast = false
	g.Op(enc.Else)
	if g.opt.Forms == FastForm {
		g.groups.Leave(block.FaultSlow)
	} else {
		g.waveRegions()
	}
	g.End()
}

// waveRegions runs the kernel's regions for all waves. A kernel without barriers is one region.
func (g *gen) waveRegions() {
	if g.grouped {
		g.groupBlock(g.K.Body, false)
		return
	}
	if p := g.longPacket(g.K.Body.Instrs, regions.End{}, false); p != nil {
		g.longWaves(p, g.K.Body.Instrs, regions.End{}, false)
		return
	}
	if g.inLockstep(g.K.Body.Instrs) {
		g.packetWaves(g.K.Body.Instrs, regions.End{})
		return
	}
	g.waves(regions.End{}, func() { g.instrs(g.K.Body.Instrs) })
}

// groupBlock emits a block that the group enters as a whole:
//
//	a b [barrier] c d [loop with a barrier] e      ->  waves{a b}  waves{c d}  loop{…}  waves{e}
func (g *gen) groupBlock(b *ir.Block, turn bool) {
	start := 0
	for i, in := range b.Instrs {
		if !g.cuts(in) {
			continue
		}
		g.region(b.Instrs[start:i], false)
		start = i + 1
		switch in.Op {
		case ir.OpIf:
			g.groupChoice(in)
		case ir.OpLoop:
			g.loopOfRows(in)
		}
	}
	g.region(b.Instrs[start:], turn)
}

func (g *gen) groupChoice(in *ir.Instr) {
	g.groupCondition(in.Args[0])
	g.Open(enc.If, 0)
	for i, b := range in.Blocks {
		if i == 1 {
			g.Op(enc.Else)
		}
		g.addCost(ir.Cost(b) * uint64(g.K.Waves()))
		g.groupBlock(b, false)
		g.groupAssign(in.Results, b.Yield)
	}
	g.End()
}

func (g *gen) groupLoop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	waves := uint64(g.K.Waves())
	g.groupAssign(head.Params, in.Args)
	g.Depth++
	g.turns(in, func(out uint64) {
		g.addCost(ir.Cost(head) * waves)
		g.groupBlock(head, false)
		g.groupCondition(head.Yield[0])
		g.Op(enc.I32Eqz)
		g.Index(enc.BrIf, out)
		g.addCost(ir.Cost(body) * waves)
		g.groupBlock(body, g.turned[in])
		g.groupAssign(head.Params, body.Yield)
	})
	g.Depth--
	g.groupAssign(in.Results, head.Yield[1:])
}

// groupCondition pushes the condition of the first work item.
func (g *gen) groupCondition(v ir.Value) {
	if slot := g.spills[v]; slot >= 0 {
		g.Get(g.block)
		g.Mem(enc.I32Load, g.layout.Spill+16*uint32(slot))
		return
	}
	g.Scalar(v)
}

// groupAssign gives results the values of sources, all at once. Those that differ between waves move in their spill slots,
// first, because they may read locals that the others overwrite.
func (g *gen) groupAssign(results, sources []ir.Value) {
	var slots, slotSources, locals, localSources []ir.Value
	for i, r := range results {
		switch {
		case !g.Shapes.Used[r]:
		case g.spills[r] >= 0 && g.spills[r] == g.spills[sources[i]]: // they share a slot
		case g.spills[r] >= 0:
			slots, slotSources = append(slots, r), append(slotSources, sources[i])
		default:
			locals, localSources = append(locals, r), append(localSources, sources[i])
		}
	}
	if len(slots) > 0 {
		g.assignSlots(slots, slotSources)
	}
	g.assign(locals, localSources)
}

// assignSlots moves values to the slots of others, for all waves.
func (g *gen) assignSlots(slots, sources []ir.Value) {
	move := func() {
		g.touchSpills()
		g.restore(sources)
		g.assign(slots, sources)
		for _, r := range slots {
			g.spill(r)
		}
	}
	if g.fast && g.rules != nil {
		g.packetLoop(regions.End{}, move)
		return
	}
	g.waves(regions.End{}, move)
}
