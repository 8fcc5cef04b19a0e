package regions

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// maxAgain is the longest chain of instructions that a region computes again instead of loading its result from memory.
const maxAgain = 4

// Again marks, by Value, the integers that each region should compute for itself: numbers of the work item, and a few sums and products of them and
// of what is there for the whole group. scalar tells which values a wave keeps as one number.
func Again(k *ir.Kernel, isThere, scalar func(ir.Value) bool) []bool {
	again, length := make([]bool, k.NumValues()), make([]int, k.NumValues())
	k.Body.Walk(func(in *ir.Instr) {
		r := in.Result()
		if r == 0 || len(in.Blocks) > 0 || isThere(r) || !scalar(r) {
			return
		}
		if class := in.Op.Class(); class != ir.Pure && class != ir.System || in.Op >= ir.OpDivS && in.Op <= ir.OpRemU {
			return
		}
		n := 1
		for _, a := range in.Args {
			switch {
			case isThere(a):
			case again[a]:
				n += length[a]
			default:
				return
			}
		}
		again[r], length[r] = n <= maxAgain, n
	})
	return again
}
