package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// EventWord stores a constant into the head of the event area of a worker's memory.
func EventWord(a asm.Func, memory asm.Local, field, v uint32) {
	a.Get(memory)
	a.I32(v)
	a.Mem(enc.I32Store, block.FieldEvent+field)
}

// EventVector stores the vector that push pushes into the event area.
func EventVector(a asm.Func, memory asm.Local, at uint32, push func()) {
	a.Get(memory)
	push()
	a.Mem(enc.V128Store, block.FieldEvent+at)
}

// NoneUnless pops a limit and pushes it, or 0 where cond, which is pushed, is false.
func NoneUnless(a asm.Func, cond func()) {
	a.I32(0)
	cond()
	a.Op(enc.Select)
}
