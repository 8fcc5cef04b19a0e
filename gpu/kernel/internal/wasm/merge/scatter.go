package merge

import (
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// scatter stores texels at the places of an entry, one by one. What is nowhere goes to the head of the list, which nobody reads again.
func (g *gen) scatter(entry, end asm.Local) {
	spread := func(l asm.Local) asm.Local {
		g.Get(l)
		g.Op(enc.I32x4Splat)
		return g.Keep(enc.V128)
	}
	nowhere, target := spread(entry), spread(g.Param(paramAddress))
	g.Add(entry, stage.MergeHead)
	g.Get(entry, end)
	g.I32(stage.MergeEntry)
	g.Op(enc.I32Mul, enc.I32Add)
	g.Set(end)
	g.Get(g.Param(paramPlanes))
	g.from = g.Keep(enc.I32)
	g.Get(entry, end)
	g.Op(enc.I32LtU)
	g.When(func() {
		g.Open(enc.Loop, 0)
		g.scatterOne(entry, nowhere, target)
		g.Add(g.from, 16)
		g.Add(entry, stage.MergeEntry)
		g.Get(entry, end)
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
}

// scatterOne does an entry. Both addresses are in all lanes.
func (g *gen) scatterOne(entry, nowhere, target asm.Local) {
	g.Get(entry)
	g.Mem(enc.V128Load, 0)
	places := g.Keep(enc.V128)
	g.Get(nowhere)
	if g.m.RowPitch > 0 && g.m.RowPitch < 1<<15 { // places have halves of a word
		g.Get(places)
		g.All(g.m.Bytes | g.m.RowPitch<<16)
		g.Op(enc.I32x4DotI16x8S)
	} else {
		g.Get(places)
		g.I32(16)
		g.Op(enc.I32x4ShrU)
		g.pitch()
		g.Op(enc.I32x4Splat, enc.I32x4Mul)
		g.Get(places)
		g.All(0xffff)
		g.Op(enc.V128And)
		g.All(g.m.Bytes)
		g.Op(enc.I32x4Mul, enc.I32x4Add)
	}
	g.Get(target)
	g.Op(enc.I32x4Add)
	g.Get(places)
	g.All(0xffffffff)
	g.Op(enc.I32x4Eq, enc.V128Bitselect)
	at := g.Keep(enc.V128)
	g.Touch(g.from, (g.planes()-1)*g.m.Pitch+15)
	var to [4]asm.Local
	for lane := range to {
		g.Get(at)
		g.Lane(enc.I32x4ExtractLane, lane)
		to[lane] = g.Keep(enc.I32)
		if g.m.Bytes > 4 {
			g.Touch(to[lane], g.m.Bytes-1)
		}
	}
	if g.m.Blend.BlendEnable {
		g.blendAt(to)
		return
	}
	for lane, to := range to {
		for word := range g.m.Bytes / 4 {
			g.Get(to, g.from)
			g.Mem(enc.I32Load, word*g.m.Pitch+4*uint32(lane))
			g.Mem(enc.I32Store, 4*word)
		}
	}
}

// blendAt blends into the texels at four addresses. No two of them are one texel.
func (g *gen) blendAt(to [4]asm.Local) {
	var old, texels [2]asm.Local
	words := int(g.m.Bytes / 4)
	for word := range words {
		g.Get(to[0])
		g.Mem(enc.V128Load32Zero, uint32(4*word))
		for lane := 1; lane < len(to); lane++ {
			g.Get(to[lane])
			g.Mem(enc.F32Load, uint32(4*word))
			g.Lane(enc.F32x4ReplaceLane, lane)
		}
		old[word] = g.Keep(enc.V128)
	}
	g.components()
	if words == 1 {
		texels[0] = g.blendBytes(old[0])
	} else {
		texels = g.blendHalves(old)
	}
	for word := range words {
		v := texels[word]
		if mask := g.m.Mask[word]; mask != 0xffffffff {
			g.Get(v, old[word])
			g.All(mask)
			g.Op(enc.V128Bitselect)
			v = g.Keep(enc.V128)
		}
		for lane, to := range to {
			g.Get(to, v)
			g.Lane(enc.F32x4ExtractLane, lane)
			g.Mem(enc.F32Store, uint32(4*word))
		}
	}
}
