package wasm

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
)

// cuts tells whether in ends a region: in the fast form also where it is a loop whose iterations the group does together (gen.turned).
func (g *gen) cuts(in *ir.Instr) bool { return in.HasBarrier() || g.fast && g.turned[in] }

// region runs instructions that no wave must wait in, for each wave. turn: they are the body of a turned loop.
func (g *gen) region(list []*ir.Instr, turn bool) {
	list = g.once(list)
	if !slices.ContainsFunc(list, func(in *ir.Instr) bool { return in.Op != ir.OpConst && !(in.Result() != 0 && g.again[in.Result()]) }) {
		return // constants, and what the regions that want it compute
	}
	end := g.firstWaves(list)
	if (end.Whole || end.Lanes > 0) && !loops(list) {
		g.chosenWaves(list, end)
		return
	}
	if p := g.longPacket(list, end, turn); p != nil && !end.Known() {
		g.longWaves(p, list, end, turn)
		return
	}
	if (end.Waves == 0 || end.Waves >= uint32(g.packets.Size)) && g.inLockstep(list) {
		g.packetWaves(list, end)
		return
	}
	g.waves(end, func() {
		g.restore(g.free(list))
		g.instrs(list)
	})
}

// loops tells whether there is a loop among the instructions.
func loops(list []*ir.Instr) bool {
	found := false
	(&ir.Block{Instrs: list}).Walk(func(in *ir.Instr) { found = found || in.Op == ir.OpLoop })
	return found
}

// chosenWaves runs a region that is one choice, which all items of the first waves make, or some of the first one, for those.
func (g *gen) chosenWaves(list []*ir.Instr, end regions.End) {
	lockstep := end.Lanes == 0 && end.Waves%uint32(g.packets.Size) == 0 && g.inLockstep(list)
	g.addCost(ir.Cost(list[len(list)-1].Blocks[0]) * uint64(end.Waves))
	list = regions.Chosen(list)
	p := g.longPacket(list, end, false)
	switch {
	case p != nil && end.Lanes == 0:
		g.longWaves(p, list, end, false)
	case lockstep:
		g.packetWaves(list, end)
	default:
		g.waves(end, func() {
			if end.Lanes > 0 {
				g.mask = parts.FirstLanes(g.Func, end.Lanes)
				g.few = few{end.Lanes, g.mask}
			}
			g.restore(g.free(list))
			g.instrs(list)
		})
		g.few = few{}
	}
}

// few are the first lanes of a wave, where only they have work.
type few struct {
	lanes uint32 // 0: it is not so
	mask  asm.Local
}

// once emits the integers that are the same for the whole group, before its waves run, and returns the other instructions.
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
		ok := (class == ir.Pure || class == ir.System) && in.Op != ir.OpConst && !g.early[r] && g.isForGroup(r) && g.IsScalar(r)
		for _, a := range in.Args {
			ok = ok && (known[a] || g.Shapes.Konst[a] != nil || g.early[a])
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
	return v != 0 && g.spills[v] < 0 && !g.again[v] && g.IsUniform(v) && g.levels.Of(v) <= ir.PerGroup && g.packets.Alike(v)
}

// firstWaves tells which waves must run a region.
func (g *gen) firstWaves(list []*ir.Instr) regions.End {
	bound := regions.Below(list, g.K, g.defs, func(r ir.Value) bool { return g.spills[r] >= 0 })
	if v := bound.Value; v != 0 && (!g.isForGroup(v) || !g.IsScalar(v) || slices.Contains(list, g.defs[v])) {
		return regions.End{}
	}
	return bound.End(g.K)
}

// waveLoop counts g.wave from 0 by step, up to the group's number of waves, or to the end of those that have work.
func (g *gen) waveLoop(step uint32, end regions.End, body func()) {
	g.wave = g.Local(enc.I32)
	if end.Below == 0 {
		parts.Waves(g.Func, g.wave, step, end.Of(g.K), body)
		return
	}
	parts.FirstWaves(g.Func, g.wave, step, func() {
		g.Scalar(end.Below)
		parts.WavesBelow(g.Func, g.K.Threads(), end.Signed)
	}, body)
}
