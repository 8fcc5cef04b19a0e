package packet

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// crowded is how many vectors a loop carries and uses from outside, at most, for the runtime to keep them in registers beside those that come and go;
// a loop of fewer turns is over before it matters.
const (
	crowded         = 9
	minCrowdedTurns = 16
)

// IsCrowded tells whether the vectors that a loop of several waves uses from outside should be in memory before it begins. Else the runtime, which
// has them in registers there, runs out of registers inside, and stores and loads them in every iteration to have them in the same registers again.
func (p *Packet) IsCrowded(k *ir.Kernel, loop *ir.Instr, shapes *shape.Shapes) bool {
	if p.Size == 1 || slices.ContainsFunc(loop.Blocks[1].Instrs, func(in *ir.Instr) bool { return len(in.Blocks) > 0 }) {
		return false
	}
	turns, known := shapes.Turns(loop, loop.Blocks[0].Yield[0])
	return (!known || turns >= minCrowdedTurns) && p.loopPressure(k, loop, shapes) > crowded
}

// Pressure is about how many vectors are alive in the kernel's fullest loop without loops: what it carries, and what it uses from outside.
func (p *Packet) Pressure(k *ir.Kernel, shapes *shape.Shapes) int {
	most := 0
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op != ir.OpLoop {
			return
		}
		inner := false
		for _, b := range in.Blocks {
			b.Walk(func(n *ir.Instr) { inner = inner || n.Op == ir.OpLoop })
		}
		if !inner {
			most = max(most, p.loopPressure(k, in, shapes))
		}
	})
	return most
}

func (p *Packet) loopPressure(k *ir.Kernel, loop *ir.Instr, shapes *shape.Shapes) int {
	inside := make(map[ir.Value]bool)
	used := make(map[ir.Value]bool)
	for _, b := range loop.Blocks {
		b.Walk(func(in *ir.Instr) {
			for _, r := range in.Results {
				inside[r] = true
			}
		})
		b.Walk(func(in *ir.Instr) {
			for _, a := range in.Args {
				used[a] = a != 0 && !inside[a] && shapes.Konst[a] == nil
			}
		})
	}
	for _, v := range loop.Blocks[0].Params {
		used[v] = true
	}
	n := 0
	for v, is := range used {
		if is && (k.Type(v) == ir.F32 || shapes.Of[v].Varies) {
			n += p.kinds(v)
		}
	}
	if shapes.Of[loop.Blocks[0].Yield[0]].Varies {
		n += 2 * p.Size // masks and counts
	}
	return n
}

// kinds is the number of different values among the waves.
func (p *Packet) kinds(v ir.Value) int {
	n := 0
	for w, s := range p.same[v] {
		if int(s) == w {
			n++
		}
	}
	return n
}
