package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/stages"
)

// stageOutput writes the words of a wave to a plane.
func (g *gen) stageOutput(in *ir.Instr) {
	g.planes.Output(g.Func, g.place, in.Imm)
	g.vector(in.Args[0])
	g.Mem(enc.V128Store, 0)
}

// quadRead moves values between the lanes of a wave.
func (g *gen) quadRead(in *ir.Instr) {
	r, x := in.Result(), in.Args[0]
	if _, one := ir.QuadSource(in.Imm); !one && g.isScalar(r) {
		g.scalar(x)
		return
	}
	stages.QuadRead(g.Func, in.Imm, func() { g.vector(x) }, g.mask, g.library.Pick)
	g.laneToForm(r)
}
