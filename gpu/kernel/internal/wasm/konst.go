package wasm

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"

// Limits of the constants that a region keeps in registers.
const (
	vectorRegisters   = 13 // vectors that the runtime keeps in registers beside what an instruction needs for itself
	straightRegisters = 6  // of them in use in code without loops that runs wave after wave
	loopRegisters     = 3  // of them in use in the innermost loops beside those that packet.Pressure counts
)

// Vec pushes a vector, from its local where the region keeps it.
func (g *gen) Vec(x, y, z, w uint32) {
	if g.slow {
		g.Func.Vec(x, y, z, w)
		return
	}
	g.konsts.Push(g.Func, x, y, z, w)
}

// All pushes a vector with v in every lane.
func (g *gen) All(v uint32) { g.Vec(v, v, v, v) }

// SpreadLane0 copies lane 0 of the vector on the stack to all lanes.
func (g *gen) SpreadLane0() {
	g.All(0x03020100)
	g.Op(enc.I8x16Swizzle)
}
