package regions

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Below tells whether a region is one choice of the items below a number, in the order of GroupIndex, so that the waves behind them need not run it; and
// whether the number is signed. 0: no. defs are the instructions of values; stays tells which values other regions want.
func Below(list []*ir.Instr, k *ir.Kernel, defs []*ir.Instr, stays func(ir.Value) bool) (number ir.Value, signed bool) {
	if len(list) == 0 {
		return 0, false
	}
	choice := list[len(list)-1]
	if choice.Op != ir.OpIf || len(choice.Results) > 0 || len(choice.Blocks[1].Instrs) > 0 {
		return 0, false
	}
	for _, in := range list[:len(list)-1] {
		if class := in.Op.Class(); class != ir.Pure && class != ir.System || stays(in.Result()) {
			return 0, false
		}
	}
	cond := defs[choice.Args[0]]
	if cond == nil || cond.Op != ir.OpLtU && cond.Op != ir.OpLtS || !slices.Contains(list, cond) {
		return 0, false
	}
	if item := defs[cond.Args[0]]; item == nil || !isGroupIndex(k, item) {
		return 0, false
	}
	return cond.Args[1], cond.Op == ir.OpLtS
}

// isGroupIndex tells whether in numbers the items of a group in their order.
func isGroupIndex(k *ir.Kernel, in *ir.Instr) bool {
	if in.Op != ir.OpSys {
		return false
	}
	s, n := ir.SysVal(in.Imm), k.NumThreads
	return s == ir.GroupIndex || s == ir.GroupThreadIDX && n[1]*n[2] == 1
}
