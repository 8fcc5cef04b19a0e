package merge

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// RunExport is the name of a module's function: (list, quads, planes, address, rowPitch, samplePitch), all of type i32.
const RunExport = "merge"

// The parameters of the function.
const (
	paramList = iota
	paramQuads
	paramPlanes
	paramAddress
	paramRowPitch
	paramSamplePitch
	params
)

// Knows says whether there is a program for a state: texels of 4, 8 or 16 bytes, or blending with one source colour into four components of 8-bit
// unorm or 16-bit float. Texels that are scattered are written as a whole.
func Knows(m *stage.Merge) bool {
	if m.Scattered && m.Samples {
		return false
	}
	if !m.Blend.BlendEnable {
		g := &gen{m: m}
		return (m.Bytes == 4 || m.Bytes == 8 || m.Bytes == 16) && (!m.Scattered || g.whole())
	}
	info := m.Format.Info()
	if info.Components != 4 || info.SRGB || info.Layout != gpu.TexelPlain {
		return false
	}
	for _, f := range [...]gpu.Blend{m.Blend.SrcBlend, m.Blend.DestBlend, m.Blend.SrcBlendAlpha, m.Blend.DestBlendAlpha} {
		if f >= gpu.BlendSrc1Color {
			return false
		}
	}
	return info.Bits == 8 && info.Numeric == gpu.NumericUnorm || info.Bits == 16 && info.Numeric == gpu.NumericFloat
}

// Module is the program for a state that Knows, in a memory of that many pages of 64 KiB.
func Module(m *stage.Merge, pages uint32) *enc.Module {
	types := make([]enc.ValType, params)
	for i := range types {
		types[i] = enc.I32
	}
	g := &gen{Func: asm.New("merge", types, nil), m: m, info: m.Format.Info()}
	g.F.Export = RunExport
	g.run()
	return &enc.Module{Pages: pages, Funcs: []*enc.Func{g.F}}
}

// gen writes one function.
type gen struct {
	asm.Func
	m    *stage.Merge
	info gpu.FormatInfo
	unit asm.Local // ones

	factor       [4]asm.Local // of the blend state, by component; 0: not wanted
	from         asm.Local    // address of the quad's results
	cover        asm.Local    // of the quad, shifted to its sample
	covers       asm.Local    // address of the cover
	alone        bool         // the quad is no part of a row
	offset       uint32       // of the quad's entry from covers, and of its results from from: of the second quad of two
	at, below    asm.Local    // addresses of the two rows of pixels; of the second one less the pitch that the program knows
	source, dest [4]asm.Local // components of the quad
	made         map[made]asm.Local
}

// made is a factor that the quad has already: of a component, or of all where it does not depend on it.
type made struct {
	f         gpu.Blend
	component int
}

// clamps says whether the format has a range.
func (g *gen) clamps() bool { return g.info.Numeric == gpu.NumericUnorm }

// run is the loop over the list.
func (g *gen) run() {
	entry, end := g.Param(paramList), g.Param(paramQuads)
	g.constants(entry)
	if g.m.Scattered {
		g.scatter(entry, end)
		return
	}
	g.Get(entry)
	g.I32(stage.MergeHead)
	g.Op(enc.I32Add)
	g.Tee(entry)
	g.Get(end)
	g.I32(stage.MergeEntry)
	g.Op(enc.I32Mul, enc.I32Add)
	g.Set(end)
	g.Get(g.Param(paramPlanes))
	g.from, g.covers = g.Keep(enc.I32), entry
	g.cover, g.at, g.below = g.Local(enc.I32), g.Local(enc.I32), g.Local(enc.I32)
	if g.m.RowPitch > 0 {
		g.below = g.at
	}
	row := g.Local(enc.I32)
	g.Get(entry, end)
	g.Op(enc.I32LtU)
	g.When(func() {
		g.Open(enc.Loop, 0)
		next := func() {
			g.Get(entry)
			g.Mem(enc.I32Load, 4*stage.MergeRow)
			g.Set(row)
			g.entry(entry, row)
		}
		if g.pairs() {
			g.alones(entry, end)
			g.Get(entry, end)
			g.Op(enc.I32LtU)
			g.When(next)
		} else {
			next()
		}
		g.Get(entry, end)
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
}

// while repeats a body under a condition.
func (g *gen) while(condition, body func()) {
	g.Open(enc.Block, 0)
	g.Open(enc.Loop, 0)
	condition()
	g.Op(enc.I32Eqz)
	g.Index(enc.BrIf, 1)
	body()
	g.Index(enc.Br, 0)
	g.End()
	g.End()
}

// entry merges an entry, of a row of quads, and goes to the next one. What is most common, a quad alone, needs no multiplication for that.
func (g *gen) entry(entry, row asm.Local) {
	several := func() {
		g.covered(func() { g.quads(row) })
		g.AddTimes(g.from, row, 16)
		g.AddTimes(entry, row, stage.MergeEntry)
	}
	if !g.pairs() {
		several()
		return
	}
	g.Get(row)
	g.I32(1)
	g.Op(enc.I32Eq)
	g.Open(enc.If, 0)
	g.alone = true
	g.covered(g.quad)
	g.alone = false
	g.Add(g.from, 16)
	g.Add(entry, stage.MergeEntry)
	g.Op(enc.Else)
	several()
	g.End()
}

// pairs says whether quads alone are done two at a time.
func (g *gen) pairs() bool { return !g.m.Samples && !g.m.Blend.BlendEnable }

// together is how many quads alone are done at a time.
const together = 4

// alones merges quads alone, as long as there are so many.
func (g *gen) alones(entry, end asm.Local) {
	after := g.Local(enc.I32)
	g.Open(enc.Block, 0)
	g.Open(enc.Loop, 0)
	g.Get(entry)
	g.I32(together * stage.MergeEntry)
	g.Op(enc.I32Add)
	g.Tee(after)
	g.Get(end)
	g.Op(enc.I32GtU)
	g.Index(enc.BrIf, 1)
	for i := range uint32(together) {
		g.Get(entry)
		g.Mem(enc.I32Load, (together-1-i)*stage.MergeEntry+4*stage.MergeRow) // the last one first, as in touch
		g.I32(1)
		g.Op(enc.I32Xor)
		if i > 0 {
			g.Op(enc.I32Or)
		}
	}
	g.Index(enc.BrIf, 1)
	g.Touch(g.from, (g.planes()-1)*g.m.Pitch+16*together-1)
	g.alone = true
	for g.offset = 0; g.offset < together*stage.MergeEntry; g.offset += stage.MergeEntry { // one that covers nothing leaves all as it is
		g.Get(entry)
		g.Mem(enc.I32Load, g.offset+4*stage.MergeCover)
		g.Set(g.cover)
		g.place()
		g.quad()
	}
	g.alone, g.offset = false, 0
	g.Add(g.from, 16*together)
	g.Get(after)
	g.Set(entry)
	g.Index(enc.Br, 0)
	g.End()
	g.End()
}

// covered finds where the first quad of an entry is, and does the body, unless it covers nothing.
func (g *gen) covered(body func()) {
	g.Get(g.covers)
	g.Mem(enc.I32Load, g.offset+4*stage.MergeCover)
	g.Tee(g.cover)
	g.When(func() {
		g.place()
		body()
	})
}

// place finds where the first quad of an entry is.
func (g *gen) place() {
	g.Get(g.covers)
	g.Mem(enc.I32Load16U, g.offset+4*stage.MergePlace+2)
	g.pitch()
	g.Op(enc.I32Mul)
	g.Get(g.covers)
	g.Mem(enc.I32Load16U, g.offset+4*stage.MergePlace)
	g.I32(g.m.Bytes)
	g.Op(enc.I32Mul, enc.I32Add)
	g.Get(g.Param(paramAddress))
	g.Op(enc.I32Add)
	g.Set(g.at)
}

// quads merges the quads of a row.
func (g *gen) quads(row asm.Local) {
	left, kept := g.Local(enc.I32), g.Local(enc.I32)
	g.Get(row)
	g.Set(left)
	g.Get(g.from)
	g.Set(kept)
	g.while(func() { g.Get(left) }, func() {
		g.samples()
		g.Add(g.at, 2*g.m.Bytes)
		g.Add(g.from, 16)
		g.Add(left, 0xffffffff)
	})
	g.Get(kept)
	g.Set(g.from)
}

// samples merges a quad, one sample of all pixels after the other.
func (g *gen) samples() {
	if !g.m.Samples {
		g.quad()
		return
	}
	first, all, rest, sample := g.Local(enc.I32), g.Local(enc.I32), g.Local(enc.I32), g.Local(enc.I32)
	g.Get(g.at)
	g.Set(first)
	g.Get(g.cover)
	g.Tee(all)
	g.Set(rest)
	g.while(func() { g.Get(rest) }, func() {
		g.Get(rest)
		g.Op(enc.I32Ctz)
		g.I32(7)
		g.Op(enc.I32And)
		g.Set(sample)
		g.Get(all, sample)
		g.Op(enc.I32ShrU)
		g.Set(g.cover)
		g.Get(rest)
		g.I32(everyPixel)
		g.Get(sample)
		g.Op(enc.I32Shl)
		g.I32(0xffffffff)
		g.Op(enc.I32Xor, enc.I32And)
		g.Set(rest)
		g.Get(first, sample, g.Param(paramSamplePitch))
		g.Op(enc.I32Mul, enc.I32Add)
		g.Set(g.at)
		g.quad()
	})
	g.Get(first)
	g.Set(g.at)
	g.Get(all)
	g.Set(g.cover)
}

// everyPixel is the cover of one sample of all pixels of a quad.
const everyPixel = 0x01010101

// quad merges one sample of a quad.
func (g *gen) quad() {
	if g.m.RowPitch > 0 {
		g.Touch(g.at, g.m.RowPitch+2*g.m.Bytes-1)
	} else {
		g.Get(g.at, g.Param(paramRowPitch))
		g.Op(enc.I32Add)
		g.Set(g.below)
	}
	g.Touch(g.from, g.offset+(g.planes()-1)*g.m.Pitch+15)
	switch {
	case !g.m.Blend.BlendEnable:
		g.copy()
	case g.info.Bits == 8:
		g.components()
		g.bytes()
	default:
		g.components()
		g.halves()
	}
}

// planes is the number of planes of results.
func (g *gen) planes() uint32 {
	if g.m.Blend.BlendEnable {
		return 4
	}
	return max(g.m.Bytes/4, 1)
}

// pitch pushes the distance of the rows of pixels.
func (g *gen) pitch() {
	if g.m.RowPitch > 0 {
		g.I32(g.m.RowPitch)
	} else {
		g.Get(g.Param(paramRowPitch))
	}
}

// row is where a row of the quad's pixels is: an address, and the offset from it.
func (g *gen) row(i int) (at asm.Local, offset uint32) {
	return [...]asm.Local{g.at, g.below}[i], uint32(i) * g.m.RowPitch
}

// loadRow pushes 16 bytes of it.
func (g *gen) loadRow(i int) {
	at, offset := g.row(i)
	g.Get(at)
	g.Mem(enc.V128Load, offset)
}

// lanes is pixels(0, 1, 2, 3).
func (g *gen) lanes() {
	if g.m.Samples || g.m.Blend.BlendEnable {
		g.pixels(0, 1, 2, 3)
		return
	}
	g.All(0) // bytes that are 0 or 1, from memory and not from a register: the vector begins with a clear one
	g.Get(g.covers)
	g.Mem(enc.V128Load32Zero, g.offset+4*stage.MergeCover)
	g.Op(enc.I16x8ExtendLowI8x16U, enc.I32x4ExtendLowI16x8U, enc.I32x4Sub)
}

// pixels pushes ones in the lanes whose pixels count, by their numbers.
func (g *gen) pixels(a, b, c, d uint32) {
	g.Get(g.cover)
	g.Broadcast(true)
	g.Vec(1<<(8*a), 1<<(8*b), 1<<(8*c), 1<<(8*d))
	g.Op(enc.V128And)
	g.Vec(1<<(8*a), 1<<(8*b), 1<<(8*c), 1<<(8*d))
	g.Op(enc.I32x4Eq)
}
