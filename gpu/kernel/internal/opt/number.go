package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// passSplitNumbers finds the row and the place of a work item's number by those of its group, where rows are whole groups long. What remains of the
// division is the same for all items of a group, so that the accesses of a group lie side by side as far as everybody can see:
//
//	DispatchThreadID.x / 512      GroupID.x / 8                               in groups of 64
//	DispatchThreadID.x % 512      GroupID.x % 8 * 64 + GroupThreadID.x
func passSplitNumbers(k *ir.Kernel) {
	if k.Stage.Kind != ir.ComputeStage {
		return
	}
	r := newRewriter(k)
	r.walk(k.Body, func(out []*ir.Instr, in *ir.Instr) []*ir.Instr {
		if in.Op != ir.OpDivU && in.Op != ir.OpRemU {
			return append(out, in)
		}
		number, length := r.defs[in.Args[0]], uint32(0)
		if c, ok := r.constant(in.Args[1]); ok {
			length = c
		}
		if number == nil || number.Op != ir.OpSys || ir.SysVal(number.Imm) > ir.DispatchThreadIDZ || length == 0 {
			return append(out, in)
		}
		axis := number.Imm - uint32(ir.DispatchThreadIDX)
		items := k.NumThreads[axis]
		if items == 1 || length%items != 0 {
			return append(out, in)
		}
		add := func(op ir.Op, imm uint32, args ...ir.Value) ir.Value {
			made := &ir.Instr{Op: op, Imm: imm, Args: args, Results: []ir.Value{r.newValue(ir.I32)}, Site: in.Site}
			r.define(made)
			out = append(out, made)
			return made.Result()
		}
		group := add(ir.OpSys, uint32(ir.GroupIDX)+axis)
		groups := add(ir.OpConst, length/items)
		if in.Op == ir.OpDivU {
			in.Args = []ir.Value{group, groups}
			return append(out, in)
		}
		first := add(ir.OpIMul, 0, add(ir.OpRemU, 0, group, groups), add(ir.OpConst, items))
		in.Op, in.Args = ir.OpIAdd, []ir.Value{first, add(ir.OpSys, uint32(ir.GroupThreadIDX)+axis)}
		return append(out, in)
	})
}
