package wasm

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
)

// findAgain marks the integers that each region computes for itself.
func (g *gen) findAgain() {
	g.again = regions.Again(g.K, func(v ir.Value) bool {
		return g.Shapes.Konst[v] != nil || g.early[v] || g.IsUniform(v) && g.levels.Of(v) <= ir.PerGroup && g.K.Type(v) != ir.F32
	}, g.IsScalar)
}

// findSpills gives a slot to every value that is defined in one region and used in another, unless each region computes it, or it is
// the same for the whole group: then the local that the last wave set serves all.
func (g *gen) findSpills() {
	g.spills, g.spillCount = make([]int32, g.K.NumValues()), 0
	for v := range g.spills {
		g.spills[v] = -1
	}
	if !g.grouped {
		return
	}
	cut := func(in *ir.Instr) bool { return in.HasBarrier() || g.turned[in] }
	crosses := regions.Crossing(g.K, cut)
	wants := func(v ir.Value) bool {
		return crosses[v] && g.Shapes.Konst[v] == nil && !g.again[v] && !(g.IsUniform(v) && g.levels.Of(v) <= ir.PerGroup)
	}
	g.spills, g.spillCount = regions.Slots(g.K, cut, wants, func(a, b ir.Value) bool { return g.IsScalar(a) == g.IsScalar(b) })
}

// spill stores a value that another region uses, for all waves of the packet.
func (g *gen) spill(v ir.Value) {
	if g.spills[v] < 0 || !g.Shapes.Used[v] {
		return
	}
	if g.Packet.Size > 1 {
		g.touchSpills()
	}
	g.each(func(int) { g.spillWave(v) })
}

// spillWave stores a value of the present wave.
func (g *gen) spillWave(v ir.Value) {
	g.Get(g.spillAt)
	at := g.slotAt(g.spills[v], g.Copy)
	if g.IsScalar(v) {
		g.Scalar(v)
		g.Mem(enc.I32Store, at)
		return
	}
	g.Get(g.VectorLocal(v))
	g.Mem(enc.V128Store, at)
}

func (g *gen) slotAt(slot int32, wave int) uint32 {
	return g.layout.Spill + 16*uint32(slot) + uint32(wave)*g.layout.SpillStride
}

// restore makes values of other regions known to the waves: from their slots, or by computing them again.
func (g *gen) restore(values []ir.Value) {
	if slices.ContainsFunc(values, func(v ir.Value) bool { return g.spills[v] >= 0 }) {
		g.touchSpills()
	}
	for _, v := range values {
		if g.spills[v] >= 0 {
			g.reload(v)
		}
	}
	if g.grouped {
		g.lockstep(g.chainOf(values))
	}
}

// chainOf lists the instructions that recompute values in a region, operands first.
func (g *gen) chainOf(values []ir.Value) (chain []*ir.Instr) {
	var need func(v ir.Value)
	need = func(v ir.Value) {
		if v == 0 || !g.again[v] || slices.Contains(chain, g.defs[v]) {
			return
		}
		for _, a := range g.defs[v].Args {
			need(a)
		}
		chain = append(chain, g.defs[v])
	}
	for _, v := range values {
		need(v)
	}
	return chain
}

// touchSpills reads the last byte of the packet's slots, so that the runtime checks the bounds of its memory once for all of them.
func (g *gen) touchSpills() {
	g.Touch(g.spillAt, g.slotAt(0, g.Packet.Size)-1)
}

func (g *gen) reload(v ir.Value) {
	g.each(func(int) {
		if !g.IsServed(v) {
			g.reloadWave(v)
		}
	})
}

// reloadWave loads a value of the present wave.
func (g *gen) reloadWave(v ir.Value) {
	g.Get(g.spillAt)
	at := g.slotAt(g.spills[v], g.Copy)
	if !g.IsScalar(v) {
		g.Mem(enc.V128Load, at)
		g.Set(g.VectorLocal(v))
		return
	}
	g.Mem(enc.I32Load, at)
	g.Set(g.ScalarLocal(v, g.Packet.Same(v, g.Copy)))
	g.Widen(v)
}
