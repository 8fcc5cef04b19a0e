package packet

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

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
