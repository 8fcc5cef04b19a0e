package wasm

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Vector constants are loads in machine code. Those that a region uses most are kept in registers as far as these last: the first generation counts
// uses, the second puts the constants into locals before the waves of the region.

// vectorRegisters is how many vectors the runtime keeps in registers beside what an instruction needs for itself.
const vectorRegisters = 13

// straightRegisters is how many vectors are alive at most in code without loops that runs wave after wave.
const straightRegisters = 6

// loopRegisters is how many vectors the innermost loops need beside those that packet.Pressure counts.
const loopRegisters = 3

// bits128 is a vector constant.
type bits128 [4]uint32

// konsts are the vector constants of one region, in order of first use.
type konsts struct {
	list   []bits128
	uses   []int
	locals []asm.Local // by place in list; 0: not kept. Of the second generation
}

// keepKonsts puts the constants of the region that begins here into locals, at most room.
func (g *gen) keepKonsts(room int) {
	n := g.regions
	g.regions++
	if n == len(g.konstsOf) {
		g.konstsOf = append(g.konstsOf, &konsts{})
	}
	k := g.konstsOf[n]
	g.konsts = k
	if len(k.list) == 0 {
		return
	}
	order := make([]int, 0, len(k.list))
	for i, n := range k.uses {
		if n > 1 && k.list[i] != (bits128{}) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return k.uses[b] - k.uses[a] })
	k.locals = make([]asm.Local, len(k.list))
	for _, i := range order[:max(0, min(room, len(order)))] {
		v := k.list[i]
		g.Func.Vec(v[0], v[1], v[2], v[3])
		k.locals[i] = g.Keep(enc.V128)
	}
}

// Vec pushes a vector, from its local where the region keeps it.
func (g *gen) Vec(x, y, z, w uint32) {
	if g.konsts == nil || g.slow {
		g.Func.Vec(x, y, z, w)
		return
	}
	k, v := g.konsts, bits128{x, y, z, w}
	i := slices.Index(k.list, v)
	if i < 0 {
		i = len(k.list)
		k.list, k.uses = append(k.list, v), append(k.uses, 0)
	}
	k.uses[i]++
	if i < len(k.locals) && k.locals[i] != 0 {
		g.Get(k.locals[i])
		return
	}
	g.Func.Vec(x, y, z, w)
}

// All pushes a vector with v in every lane.
func (g *gen) All(v uint32) { g.Vec(v, v, v, v) }

// SpreadLane0 copies lane 0 of the vector on the stack to all lanes.
func (g *gen) SpreadLane0() {
	g.All(0x03020100)
	g.Op(enc.I8x16Swizzle)
}
