package wasm

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
)

// cuts tells whether in ends a region: in the fast form also where it is a loop that the group runs turn by turn.
func (g *gen) cuts(in *ir.Instr) bool { return in.HasBarrier() || g.fast && g.turned[in] }

// region runs instructions that no wave must wait in, for each wave. turn: they are the body of a turned loop.
func (g *gen) region(list []*ir.Instr, turn bool) {
	list = g.once(list)
	if !slices.ContainsFunc(list, func(in *ir.Instr) bool { return in.Op != ir.OpConst && !(in.Result() != 0 && g.again[in.Result()]) }) {
		return // constants, and what the regions that want it compute
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
	g.waves(end, func() {
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

// guardEnd is how many waves of a group have work in a region: those with an item below a number. The zero value: all.
type guardEnd struct {
	below  ir.Value
	signed bool
}

// firstWaves tells which waves must run a region.
func (g *gen) firstWaves(list []*ir.Instr) guardEnd {
	below, signed := regions.Below(list, g.k, g.defs, func(r ir.Value) bool { return g.spills[r] >= 0 })
	if below == 0 || g.shapes.Konst[below] == nil && (!g.isForGroup(below) || !g.isScalar(below) || slices.Contains(list, g.defs[below])) {
		return guardEnd{}
	}
	return guardEnd{below, signed}
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
	parts.WavesBelow(g.Func, g.k.Threads(), end.signed)
}
