package ir

// passWeighLoops gives an instruction to loops whose iterations cost nothing, so that the budget ends an endless one.
func passWeighLoops(k *Kernel) {
	k.Body.Walk(func(in *Instr) {
		if in.Op != OpLoop || Cost(in.Blocks[0])+Cost(in.Blocks[1]) > 0 {
			return
		}
		body := in.Blocks[1]
		body.Instrs = append(body.Instrs, &Instr{Op: OpSys, Imm: uint32(LaneIndex), Results: []Value{k.NewValue(I32)}, Site: in.Site})
	})
}
