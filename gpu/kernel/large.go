package kernel

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// From here on making machine code takes minutes: its time grows much faster than the code, as far as that branches. Plain arithmetic of any length
// is no matter.
const (
	maxCompiled = 16_000 // instructions, with more than
	maxBranches = 500    // branches, loops and accesses to resources among them
	maxNested   = 200    // of these in each other
	maxLoops    = 700    // loops; a barrier is a quarter of one, because the waves are gone through anew after it
)

// tooLarge says whether a kernel is interpreted because it would take too long to compile: somebody waits for that, and cannot stop it.
func tooLarge(k *ir.Kernel) bool {
	if nested(k.Body) > maxNested {
		return true
	}
	instructions, branches, quarters := 0, 0, 0
	k.Body.Walk(func(in *ir.Instr) {
		instructions++
		switch in.Op {
		case ir.OpLoop:
			quarters += 4
		case ir.OpBarrier:
			quarters++
		}
		if in.HasBlocks() || in.Op.UsesBinding() && in.Op != ir.OpQuery {
			branches++
		}
	})
	return instructions > maxCompiled && branches > maxBranches || quarters > 4*maxLoops
}

// nested is how deep blocks are in each other.
func nested(b *ir.Block) int {
	deepest := 0
	for _, in := range b.Instrs {
		for _, inner := range in.Blocks {
			deepest = max(deepest, 1+nested(inner))
		}
	}
	return deepest
}
