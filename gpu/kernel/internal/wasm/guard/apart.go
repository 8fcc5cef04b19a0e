package guard

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Apart lowers the condition on the stack to 0 where the views of two bindings that are paired overlap. push pushes a word of a record, an i32.
func Apart(a asm.Func, k *ir.Kernel, pairs [][2]int32, push func(record, word uint32)) {
	word := func(record, word uint32) {
		push(record, word)
		a.Op(enc.I64ExtendI32U)
	}
	before := func(x, y uint32) { // x ends before y begins
		word(x, ir.WordBase)
		word(x, ir.WordSize)
		a.Op(enc.I64Add)
		word(y, ir.WordBase)
		a.Op(enc.I64LeU)
	}
	for _, pair := range pairs {
		for i := range k.Bindings[pair[0]].Count {
			for j := range k.Bindings[pair[1]].Count {
				x, y := k.FirstRecord(pair[0])+i, k.FirstRecord(pair[1])+j
				before(x, y)
				before(y, x)
				a.Op(enc.I32Or, enc.I32And)
			}
		}
	}
}
