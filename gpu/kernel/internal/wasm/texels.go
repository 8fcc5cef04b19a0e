package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/texels"
)

// within tells whether every lane of a load is inside.
func (g *gen) within(in *ir.Instr) bool { return g.fast && g.bounds.Within[in] }

// findNeighbours finds the loads of a block that one address can serve.
func (g *gen) findNeighbours(list []*ir.Instr) map[*ir.Instr]*texels.Group {
	if !g.fast || len(g.bounds.Within) == 0 || g.isLong {
		return nil
	}
	return texels.Find(&texels.Source{List: list, Defs: g.defs, Serves: func(in *ir.Instr) bool {
		return g.within(in) && in.Width == 4 && !g.isScalar(in.Result()) && !g.isScalar(in.Args[1])
	}})
}

// loadNeighbours emits the loads of a group in the place of its first one. Wherever next is x + 1, the texel at next stands behind the one at x.
func (g *gen) loadNeighbours(group *texels.Group) {
	type left struct {
		access
		addresses asm.Local
	}
	lefts := make([]left, len(group.Pairs))
	for i, p := range group.Pairs {
		lefts[i].access = g.textureAccess(p[0])
		lefts[i].addresses, _ = lefts[i].general()
	}
	g.vector(group.X)
	g.All(1)
	g.Op(enc.I32x4Add)
	g.vector(group.Next)
	g.Op(enc.I32x4Eq, enc.I32x4AllTrue)
	g.Open(enc.If, 0)
	for i, p := range group.Pairs {
		near, next := parts.GatherPair(g.Func, lefts[i].addresses, p[0].Offset, g.k.Bindings[p[0].Binding].Stride)
		g.Get(near)
		g.define(p[0].Result())
		g.Get(next)
		g.define(p[1].Result())
	}
	g.Op(enc.Else)
	axes := g.axes
	g.axes = nil // what is computed here is not known behind it
	for i, p := range group.Pairs {
		parts.Gather(g.Func, lefts[i].addresses, 4, false, p[0].Offset)
		g.define(p[0].Result())
		g.loadLanes(p[1], g.textureAccess(p[1]))
		g.define(p[1].Result())
	}
	g.axes = axes
	g.End()
}
