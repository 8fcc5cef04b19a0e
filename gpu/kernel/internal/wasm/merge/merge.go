package merge

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// RunExport is the name of a module's function: (list i32, end i32, planes i32, rowPitch i32) merges the entries from list+stage.MergeHead to end.
const RunExport = "merge"

// Knows says whether there is a program for a state: blending with one source colour, into four components of 8-bit unorm or 16-bit float.
func Knows(m *stage.Merge) bool {
	info := m.Format.Info()
	if !m.Blend.BlendEnable || info.Components != 4 || info.SRGB || info.Layout != 0 {
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
	g := &gen{Func: asm.New("merge", []enc.ValType{enc.I32, enc.I32, enc.I32, enc.I32}, nil), m: m, info: m.Format.Info()}
	g.F.Export = RunExport
	g.run()
	return &enc.Module{Pages: pages, Funcs: []*enc.Func{g.F}}
}

// gen writes one function.
type gen struct {
	asm.Func
	m    *stage.Merge
	info gpu.FormatInfo
	unit asm.Local // ones, where the format has a range

	factor       [4]asm.Local // of the blend state, by component; 0: not wanted
	at, below    asm.Local    // addresses of the two rows of pixels
	source, dest [4]asm.Local // components of the quad
	made         map[made]asm.Local
}

// made is a factor that the quad has already: of a component, or of all where it does not depend on it.
type made struct {
	f         gpu.Blend
	component int
}

func (g *gen) clamps() bool { return g.info.Numeric == gpu.NumericUnorm }

// run is the loop over the entries.
func (g *gen) run() {
	entry, end, planes, pitch := g.Param(0), g.Param(1), g.Param(2), g.Param(3)
	g.constants(entry)
	g.Get(entry)
	g.I32(stage.MergeHead)
	g.Op(enc.I32Add)
	g.Set(entry)
	g.Open(enc.Block, 0)
	g.Open(enc.Loop, 0)
	g.Get(entry, end)
	g.Op(enc.I32GeU)
	g.Index(enc.BrIf, 1)
	g.load(entry, planes, pitch)
	g.quad(entry)
	g.Get(entry)
	g.I32(stage.MergeEntry)
	g.Op(enc.I32Add)
	g.Set(entry)
	g.Index(enc.Br, 0)
	g.End()
	g.End()
}

// constants loads what all quads share.
func (g *gen) constants(list asm.Local) {
	g.All(one)
	g.unit = g.Keep(enc.V128)
	for c := range g.factor {
		if source, dest := g.factors(c); !ofState(source) && !ofState(dest) || minmax(g.op(c)) {
			continue
		}
		g.Get(list)
		g.Mem(enc.V128Load32Splat, uint32(4*c))
		g.factor[c] = g.Keep(enc.V128)
	}
}

func ofState(f gpu.Blend) bool { return f == gpu.BlendBlendFactor || f == gpu.BlendInvBlendFactor }

// factors are those of a component.
func (g *gen) factors(c int) (source, dest gpu.Blend) {
	if c == 3 {
		return g.m.Blend.SrcBlendAlpha, g.m.Blend.DestBlendAlpha
	}
	return g.m.Blend.SrcBlend, g.m.Blend.DestBlend
}

// op is the operation of a component.
func (g *gen) op(c int) gpu.BlendOp {
	if c == 3 {
		return g.m.Blend.BlendOpAlpha
	}
	return g.m.Blend.BlendOp
}

func minmax(op gpu.BlendOp) bool { return op == gpu.BlendOpMin || op == gpu.BlendOpMax }

// load loads the components of the source.
func (g *gen) load(entry, planes, pitch asm.Local) {
	g.made = map[made]asm.Local{}
	g.Get(entry)
	g.Mem(enc.I32Load, 4*stage.MergeAt)
	g.at = g.Keep(enc.I32)
	g.Get(g.at, pitch)
	g.Op(enc.I32Add)
	g.below = g.Keep(enc.I32)
	g.Get(entry)
	g.Mem(enc.I32Load, 4*stage.MergeItems)
	g.I32(0xfffffff0)
	g.Op(enc.I32And)
	g.Get(planes)
	g.Op(enc.I32Add)
	from := g.Keep(enc.I32)
	g.Get(from) // so that the runtime checks its own bounds once
	g.Mem(enc.I32Load8U, 3*g.m.Pitch+15)
	g.Op(enc.Drop)
	for c := range g.source {
		if g.clamps() {
			g.Get(g.unit)
			g.All(0)
		}
		g.Get(from)
		g.Mem(enc.V128Load, uint32(c)*g.m.Pitch)
		if g.clamps() {
			g.Op(enc.F32x4Pmax, enc.F32x4Pmin) // NaN becomes 0
		}
		g.source[c] = g.Keep(enc.V128)
	}
}

// quad blends one entry.
func (g *gen) quad(entry asm.Local) {
	if g.info.Bits == 8 {
		g.bytes(entry)
		return
	}
	g.halves(entry)
}

// pixels pushes ones in the lanes whose bit of the entry is set.
func (g *gen) pixels(entry asm.Local, bits [4]uint32) {
	g.Get(entry)
	g.Mem(enc.V128Load32Splat, 4*stage.MergeItems)
	g.Vec(bits[0], bits[1], bits[2], bits[3])
	g.Op(enc.V128And)
	g.Vec(bits[0], bits[1], bits[2], bits[3])
	g.Op(enc.I32x4Eq)
}
