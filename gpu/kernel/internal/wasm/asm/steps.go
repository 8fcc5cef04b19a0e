package asm

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"

// inSteps are the instructions that the runtime's compiler for amd64 lowers to machine instructions that change a temporary register in steps, with
// an operand read between them, and what programs have in their places.
//
//	tmp = c;  tmp &= x;  …  tmp2 &^= y        y is read when tmp has been changed
//
// Its register allocator takes the copy for the definition of the temporary and the other steps for uses. Where the operand has been spilled, it may
// be reloaded into the temporary's register, which is then spilled with the value that it had after the copy: what the steps computed is lost. Where
// an instruction becomes one step, or reads its operands in the first one, nothing can be lost; those that programs use beside these are of that
// kind.
var inSteps map[enc.Op]func(Func)

func init() { // the functions use Op
	inSteps = map[enc.Op]func(Func){
		enc.V128Bitselect: Func.bitselect,
		enc.F32x4Abs:      func(a Func) { a.with(enc.V128And, 0x7fffffff, 0x7fffffff) },
		enc.F32x4Neg:      func(a Func) { a.with(enc.V128Xor, 0x80000000, 0x80000000) },
		enc.F32x4Min:      func(a Func) { a.extreme(enc.F32x4Pmin, enc.V128Or) },
		enc.F32x4Max:      func(a Func) { a.extreme(enc.F32x4Pmax, enc.V128And) },
		enc.F64x2Abs:      func(a Func) { a.with(enc.V128And, 0xffffffff, 0x7fffffff) },
		enc.F64x2Neg:      func(a Func) { a.with(enc.V128Xor, 0, 0x80000000) },
	}
}

// with joins the vector on the stack with words that take turns.
func (a Func) with(o enc.Op, even, odd uint32) {
	a.Vec(even, odd, even, odd)
	a.Op(o)
}

// bitselect is x & c | y &^ c of the vectors x, y, c on the stack.
func (a Func) bitselect() {
	c := a.Keep(enc.V128)
	y := a.Keep(enc.V128)
	a.Get(c)
	a.Op(enc.V128And)
	a.Get(y, c)
	a.Op(enc.V128Andnot, enc.V128Or)
}

// extreme is the minimum or maximum of the vectors x and y on the stack, NaN where one of them is. pick gives its first operand where the comparison
// fails, so that the order of operands matters for NaNs and zeros only: of these, join makes the zero that is wanted.
func (a Func) extreme(pick, join enc.Op) {
	y := a.Keep(enc.V128)
	x := a.Keep(enc.V128)
	a.Get(x, y)
	a.Op(pick)
	a.Get(y, x)
	a.Op(pick, join)
	for _, v := range []Local{x, y} {
		a.Get(v, v)
		a.Op(enc.F32x4Ne, enc.V128Or)
	}
}
