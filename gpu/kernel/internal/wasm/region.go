package wasm

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
)

// cuts tells whether in ends a region: in the fast form also where it is a loop that the group runs turn by turn.
func (g *gen) cuts(in *ir.Instr) bool { return in.HasBarrier() || g.fast && g.turned[in] }

// region runs instructions that no wave must wait in, for each wave. turn: they are the body of a turned loop.
func (g *gen) region(list []*ir.Instr, turn bool) {
	list = g.once(list)
	if !slices.ContainsFunc(list, func(in *ir.Instr) bool { return in.Op != ir.OpConst }) {
		return
	}
	end := g.firstWaves(list)
	if p := g.longPacket(list, turn); p != nil && end.below == 0 {
		g.longWaves(p, list)
		return
	}
	if g.inLockstep(list) {
		g.packetWaves(list, end)
		return
	}
	g.unrolledWaves(1, end, func() {
		g.restore(regions.Free(list))
		g.instrs(list)
	})
}

// once emits the integers that are the same for the whole group before its waves run, and gives the other instructions.
func (g *gen) once(list []*ir.Instr) []*ir.Instr {
	if !g.grouped {
		return list
	}
	known := make(map[ir.Value]bool)
	for _, v := range regions.Free(list) {
		known[v] = g.isForGroup(v)
	}
	rest := make([]*ir.Instr, 0, len(list))
	for _, in := range list {
		class := in.Op.Class()
		r := in.Result()
		ok := (class == ir.Pure || class == ir.System) && in.Op != ir.OpConst && !g.early[r] && g.isForGroup(r) && g.isScalar(r)
		for _, a := range in.Args {
			ok = ok && (known[a] || g.shapes.Konst[a] != nil || g.early[a])
		}
		if !ok {
			rest = append(rest, in)
			continue
		}
		known[r] = true
		g.instr(in)
	}
	return rest
}

// isForGroup tells whether one local has v for all waves, and all packets.
func (g *gen) isForGroup(v ir.Value) bool {
	return v != 0 && g.spills[v] < 0 && !g.again[v] && g.isUniform(v) && g.levels.Of(v) <= ir.PerGroup && g.packets.Alike(v)
}

// guardEnd is how many waves of a group have work in a region: those with an item whose GroupIndex is below a number. 0: all.
type guardEnd struct {
	below  ir.Value
	signed bool
}

// firstWaves tells which waves must run a region that is one choice, of items below a number that is the same for the group.
func (g *gen) firstWaves(list []*ir.Instr) guardEnd {
	if len(list) == 0 {
		return guardEnd{}
	}
	choice := list[len(list)-1]
	if choice.Op != ir.OpIf || len(choice.Results) > 0 || len(choice.Blocks[1].Instrs) > 0 {
		return guardEnd{}
	}
	for _, in := range list[:len(list)-1] {
		r := in.Result()
		if class := in.Op.Class(); class != ir.Pure && class != ir.System || g.spills[r] >= 0 {
			return guardEnd{}
		}
	}
	cond := g.defs[choice.Args[0]]
	if cond == nil || cond.Op != ir.OpLtU && cond.Op != ir.OpLtS || !slices.Contains(list, cond) {
		return guardEnd{}
	}
	item := g.defs[cond.Args[0]]
	if item == nil || !g.isGroupIndex(item) {
		return guardEnd{}
	}
	end := cond.Args[1]
	if g.shapes.Konst[end] == nil && (!g.isForGroup(end) || !g.isScalar(end) || slices.Contains(list, g.defs[end])) {
		return guardEnd{}
	}
	return guardEnd{below: end, signed: cond.Op == ir.OpLtS}
}

// isGroupIndex tells whether in numbers the items of a group in their order.
func (g *gen) isGroupIndex(in *ir.Instr) bool {
	if in.Op != ir.OpSys {
		return false
	}
	s, n := ir.SysVal(in.Imm), g.k.NumThreads
	return s == ir.GroupIndex || s == ir.GroupThreadIDX && n[1]*n[2] == 1
}

// waveLoop counts g.wave from 0 by step, up to the group's number of waves, or to the end of those that have work.
func (g *gen) waveLoop(step uint32, end guardEnd, body func()) {
	g.wave = g.Local(enc.I32)
	g.I32(0)
	g.Set(g.wave)
	if end.below == 0 {
		g.Open(enc.Loop, 0)
		body()
		if g.k.Waves() > step {
			g.nextWave(step)
			g.I32(g.k.Waves())
			g.Op(enc.I32LtU)
			g.Index(enc.BrIf, 0)
		}
		g.End()
		return
	}
	g.Open(enc.Block, 0)
	g.pushWaves(end)
	last := g.Keep(enc.I32)
	g.Get(last)
	g.Op(enc.I32Eqz)
	g.Index(enc.BrIf, 0)
	g.Open(enc.Loop, 0)
	body()
	g.nextWave(step)
	g.Get(last)
	g.Op(enc.I32LtU)
	g.Index(enc.BrIf, 0)
	g.End()
	g.End()
}

// nextWave counts on and pushes the number.
func (g *gen) nextWave(step uint32) {
	g.Get(g.wave)
	g.I32(step)
	g.Op(enc.I32Add)
	g.Tee(g.wave)
}

// pushWaves pushes how many waves have an item below a number: min(number, items) / 4, rounded up.
func (g *gen) pushWaves(end guardEnd) {
	g.scalar(end.below)
	n := g.Keep(enc.I32)
	if end.signed {
		g.Get(n)
		g.I32(0)
		g.Get(n)
		g.I32(0)
		g.Op(enc.I32GtS, enc.Select)
		g.Set(n)
	}
	g.Get(n)
	g.I32(g.k.Threads())
	g.Get(n)
	g.I32(g.k.Threads())
	g.Op(enc.I32LtU, enc.Select)
	g.I32(ir.WaveSize - 1)
	g.Op(enc.I32Add)
	g.I32(2)
	g.Op(enc.I32ShrU)
}
