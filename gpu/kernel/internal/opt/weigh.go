package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// passWeighLoops gives an instruction to loops whose iterations cost nothing, so that the budget ends an endless one.
func passWeighLoops(k *ir.Kernel) {
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op != ir.OpLoop || ir.Cost(in.Blocks[0])+ir.Cost(in.Blocks[1]) > 0 {
			return
		}
		body := in.Blocks[1]
		body.Instrs = append(body.Instrs, &ir.Instr{Op: ir.OpSys, Imm: uint32(ir.LaneIndex), Results: []ir.Value{k.NewValue(ir.I32)}, Site: in.Site})
	})
}
