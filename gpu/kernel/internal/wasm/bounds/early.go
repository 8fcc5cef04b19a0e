package bounds

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Early marks, by Value, what can be computed before the waves of a group run: what isForGroup says is the same for it, computed from nothing but
// constants, constant buffers, records and the group's number.
func Early(k *ir.Kernel, shapes *shape.Shapes, isForGroup func(ir.Value) bool) []bool {
	early := make([]bool, k.NumValues())
	k.Body.Walk(func(in *ir.Instr) {
		r := in.Result()
		if r == 0 || len(in.Results) > 1 || len(in.Blocks) > 0 || !isForGroup(r) {
			return
		}
		switch in.Op.Class() {
		case ir.Pure, ir.System:
			early[r] = in.Op != ir.OpConst
		case ir.Load:
			early[r] = (in.Op == ir.OpLoadConst || in.Op == ir.OpQuery) && in.Args[1] == 0 && isFixedSlot(k, shapes, in)
		}
		for _, a := range in.Args {
			if a != 0 && shapes.Konst[a] == nil && !early[a] {
				early[r] = false
			}
		}
	})
	return early
}
