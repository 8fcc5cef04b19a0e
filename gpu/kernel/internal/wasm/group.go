package wasm

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
)

// groupBody emits what one group does, in one of two forms.
func (g *gen) groupBody() {
	g.addCost(ir.Cost(g.k.Body) * uint64(g.k.Waves()))
	g.prologue()
	if n := g.k.LocalBytes(); g.grouped && n > 0 {
		g.fill(g.block, g.layout.Locals, ir.WaveSize*g.k.Waves()*n)
	}
	if len(g.bounds.Checks) == 0 && g.rules == nil {
		g.waveRegions(1)
		return
	}
	g.pushFast()
	g.Open(enc.If, 0)
	g.fast = true
	g.bases = make(map[baseKey]asm.Local)
	g.waveRegions(g.unroll)
	g.fast = false
	g.Op(enc.Else)
	g.waveRegions(1)
	g.End()
}

// waveRegions runs the kernel's regions for all waves. A kernel without barriers is one region.
func (g *gen) waveRegions(unroll uint32) {
	if g.grouped {
		g.groupBlock(g.k.Body)
		return
	}
	if g.inLockstep(g.k.Body.Instrs) {
		g.packetWaves(g.k.Body.Instrs)
		return
	}
	g.unrolledWaves(unroll, func() { g.instrs(g.k.Body.Instrs) })
}

// groupBlock emits a block that the group enters as a whole:
//
//	a b [barrier] c d [loop with a barrier] e      ->  waves{a b}  waves{c d}  loop{…}  waves{e}
func (g *gen) groupBlock(b *ir.Block) {
	start := 0
	for i, in := range b.Instrs {
		if !in.HasBarrier() {
			continue
		}
		g.region(b.Instrs[start:i])
		start = i + 1
		switch in.Op {
		case ir.OpIf:
			g.groupChoice(in)
		case ir.OpLoop:
			g.groupLoop(in)
		}
	}
	g.region(b.Instrs[start:])
}

// region runs instructions without barriers for each wave.
func (g *gen) region(list []*ir.Instr) {
	if !slices.ContainsFunc(list, func(in *ir.Instr) bool { return in.Op != ir.OpConst }) {
		return
	}
	if g.inLockstep(list) {
		g.packetWaves(list)
		return
	}
	g.waves(func() {
		g.reload(regions.Used(list))
		g.instrs(list)
	})
}

func (g *gen) groupChoice(in *ir.Instr) {
	g.groupCondition(in.Args[0])
	g.Open(enc.If, 0)
	for i, b := range in.Blocks {
		if i == 1 {
			g.Op(enc.Else)
		}
		g.addCost(ir.Cost(b) * uint64(g.k.Waves()))
		g.groupBlock(b)
		g.groupAssign(in.Results, b.Yield)
	}
	g.End()
}

func (g *gen) groupLoop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	waves := uint64(g.k.Waves())
	g.groupAssign(head.Params, in.Args)
	g.depth++
	g.Open(enc.Block, 0)
	g.Open(enc.Loop, 0)
	g.addCost(ir.Cost(head) * waves)
	g.groupBlock(head)
	g.groupCondition(head.Yield[0])
	g.Op(enc.I32Eqz)
	g.Index(enc.BrIf, 1)
	g.addCost(ir.Cost(body) * waves)
	g.groupBlock(body)
	g.checkLimit(in.Site)
	g.groupAssign(head.Params, body.Yield)
	g.Index(enc.Br, 0)
	g.End()
	g.End()
	g.depth--
	g.groupAssign(in.Results, head.Yield[1:])
}

// groupCondition pushes the condition of the first work item.
func (g *gen) groupCondition(v ir.Value) {
	if slot := g.spills[v]; slot >= 0 {
		g.Get(g.block)
		g.Mem(enc.I32Load, g.layout.Spill+16*uint32(slot))
		return
	}
	g.scalar(v)
}

// groupAssign gives results the values of sources, all at once. Those that differ between waves move in their spill slots,
// first, because they may read locals that the others overwrite.
func (g *gen) groupAssign(results, sources []ir.Value) {
	var slots, slotSources, locals, localSources []ir.Value
	for i, r := range results {
		switch {
		case !g.shapes.Used[r]:
		case g.spills[r] >= 0:
			slots, slotSources = append(slots, r), append(slotSources, sources[i])
		default:
			locals, localSources = append(locals, r), append(localSources, sources[i])
		}
	}
	if len(slots) > 0 {
		g.waves(func() {
			g.reload(slotSources)
			g.assign(slots, slotSources)
			for _, r := range slots {
				g.spill(r)
			}
		})
	}
	g.assign(locals, localSources)
}

// spill stores a value that another region uses, for all waves of the packet.
func (g *gen) spill(v ir.Value) {
	slot := g.spills[v]
	if slot < 0 || !g.shapes.Used[v] {
		return
	}
	g.each(func(c int) {
		g.Get(g.spillAt)
		at := g.slotAt(slot, c)
		if g.isScalar(v) {
			g.scalar(v)
			g.Mem(enc.I32Store, at)
			return
		}
		g.Get(g.vectorLocal(v))
		g.Mem(enc.V128Store, at)
	})
}

func (g *gen) slotAt(slot int32, wave int) uint32 {
	return g.layout.Spill + 16*uint32(slot) + uint32(wave)*g.layout.SpillStride
}

// reload loads the values that have a slot. Values defined in the region itself are loaded in vain, with the previous
// round's contents, and set before they are used.
func (g *gen) reload(values []ir.Value) {
	for _, v := range values {
		slot := g.spills[v]
		if slot < 0 {
			continue
		}
		g.each(func(c int) {
			if g.isServed(v) {
				return
			}
			g.Get(g.spillAt)
			if !g.isScalar(v) {
				g.Mem(enc.V128Load, g.slotAt(slot, c))
				g.Set(g.vectorLocal(v))
				return
			}
			g.Mem(enc.I32Load, g.slotAt(slot, c))
			g.Set(g.scalarLocal(v, g.packet.Same(v, c)))
			g.widen(v)
		})
	}
}

// findSpills gives a slot to every value that is defined in one region and used in another, unless it is the same for the
// whole group: then the local that the last wave set serves all.
func (g *gen) findSpills() {
	g.spills = make([]int32, g.k.NumValues())
	for v := range g.spills {
		g.spills[v] = -1
	}
	g.grouped = slices.ContainsFunc(g.k.Body.Instrs, (*ir.Instr).HasBarrier)
	if !g.grouped {
		return
	}
	for i, crosses := range regions.Crossing(g.k) {
		v := ir.Value(i)
		if !crosses || g.shapes.Konst[v] != nil || g.isUniform(v) && g.levels.Of(v) <= ir.PerGroup {
			continue
		}
		g.spills[v] = int32(g.spillCount)
		g.spillCount++
	}
}
