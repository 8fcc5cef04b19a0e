// Package asm emits the instructions of one WebAssembly function, with a method for each sequence the code generator needs often.
//
// It must not know kernels.
package asm

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Local is the number of a WebAssembly local, plus one; 0 is none.
type Local uint32

// Func appends instructions to one function.
type Func struct{ F *enc.Func }

// New starts a function of a module; a name is for people only.
func New(name string, params, results []enc.ValType) Func {
	return Func{&enc.Func{Name: name, Params: params, Results: results}}
}

// Op appends instructions without operands. Those that the runtime's compiler cannot be trusted with become others that mean the same (steps.go).
func (a Func) Op(ops ...enc.Op) {
	for _, o := range ops {
		if write := inSteps[o]; write != nil {
			write(a)
			continue
		}
		a.F.Body = append(a.F.Body, enc.Instr{Op: o})
	}
}

// Index appends an instruction with a number.
func (a Func) Index(o enc.Op, x uint64) { a.F.Body = append(a.F.Body, enc.Instr{Op: o, X: x}) }

// Lane appends an instruction on a lane of a vector.
func (a Func) Lane(o enc.Op, lane int) {
	a.F.Body = append(a.F.Body, enc.Instr{Op: o, Lane: uint8(lane)})
}

// Mem appends a load or store at a constant offset from the address on the stack.
func (a Func) Mem(o enc.Op, offset uint32) { a.Index(o, uint64(offset)) }

// MemLane appends a load or store of a lane.
func (a Func) MemLane(o enc.Op, offset uint32, lane int) {
	a.F.Body = append(a.F.Body, enc.Instr{Op: o, X: uint64(offset), Lane: uint8(lane)})
}

// I32 pushes a constant.
func (a Func) I32(v uint32) { a.Index(enc.I32Const, uint64(v)) }

// I64 pushes a constant.
func (a Func) I64(v uint64) { a.Index(enc.I64Const, v) }

// Vec pushes a vector.
func (a Func) Vec(x, y, z, w uint32) {
	in := enc.Instr{Op: enc.V128Const}
	for i, v := range [...]uint32{x, y, z, w} {
		binary.LittleEndian.PutUint32(in.V[4*i:], v)
	}
	a.F.Body = append(a.F.Body, in)
}

// All pushes a vector with v in every lane.
func (a Func) All(v uint32) { a.Vec(v, v, v, v) }

// Param is the n-th parameter of the function.
func (a Func) Param(n int) Local { return Local(n + 1) }

// Local adds a local to the function.
func (a Func) Local(t enc.ValType) Local {
	a.F.Locals = append(a.F.Locals, t)
	return Local(len(a.F.Params) + len(a.F.Locals))
}

// Get pushes locals.
func (a Func) Get(ls ...Local) {
	for _, l := range ls {
		a.Index(enc.LocalGet, a.Number(l))
	}
}

// Set pops the top of the stack into a local.
func (a Func) Set(l Local) { a.Index(enc.LocalSet, a.Number(l)) }

// Tee stores the top of the stack in a local and leaves it.
func (a Func) Tee(l Local) { a.Index(enc.LocalTee, a.Number(l)) }

// Number is the number of a local in the binary format.
func (a Func) Number(l Local) uint64 {
	if l == 0 {
		panic("BUG: wasm: use of a local that was not set")
	}
	return uint64(l - 1)
}

// Keep pops the top of the stack into a new local.
func (a Func) Keep(t enc.ValType) Local {
	l := a.Local(t)
	a.Set(l)
	return l
}

// Add adds a number to an i32 in a local.
func (a Func) Add(l Local, n uint32) {
	a.Get(l)
	a.I32(n)
	a.Op(enc.I32Add)
	a.Set(l)
}

// AddTimes adds n times a number to an i32 in a local.
func (a Func) AddTimes(l, n Local, number uint32) {
	a.Get(l, n)
	a.I32(number)
	a.Op(enc.I32Mul, enc.I32Add)
	a.Set(l)
}

// Touch loads the last byte of what will be loaded from an address, so that the runtime checks its own bounds once for all of it.
func (a Func) Touch(at Local, last uint32) {
	a.Get(at)
	a.Mem(enc.I32Load8U, last)
	a.Op(enc.Drop)
}

// Open begins a block, a loop or an if; result 0 is none.
func (a Func) Open(o enc.Op, result enc.ValType) {
	a.F.Body = append(a.F.Body, enc.Instr{Op: o, Block: result})
}

// End ends the innermost block.
func (a Func) End() { a.Op(enc.End) }

// When emits body under the condition on the stack.
func (a Func) When(body func()) {
	a.Open(enc.If, 0)
	body()
	a.End()
}

// Choose emits a choice with a result of type t under the condition on the stack.
func (a Func) Choose(t enc.ValType, then, els func()) {
	a.Open(enc.If, t)
	then()
	a.Op(enc.Else)
	els()
	a.End()
}

// Broadcast turns the i32 on the stack into a vector. Inside loops it avoids the splat instruction, which the runtime
// lowers to an insertion into a register it does not clear: iterations would depend on each other.
func (a Func) Broadcast(inLoop bool) {
	if !inLoop {
		a.Op(enc.I32x4Splat)
		return
	}
	t := a.Keep(enc.I32)
	a.All(0)
	a.Get(t)
	a.Lane(enc.I32x4ReplaceLane, 0)
	a.SpreadLane0()
}

// SpreadLane0 copies lane 0 of the vector on the stack to all lanes.
func (a Func) SpreadLane0() {
	a.All(0x03020100)
	a.Op(enc.I8x16Swizzle)
}

// LoadRows pushes a vector of 8 bytes from an address and 8 at an offset from another one, which the runtime does with less than by integers.
func (a Func) LoadRows(at, below Local, offset uint32) {
	a.Get(at)
	a.Mem(enc.V128Load64Zero, 0)
	a.Get(below)
	a.Mem(enc.F64Load, offset)
	a.Lane(enc.F64x2ReplaceLane, 1)
}

// StoreRows stores the halves of a vector likewise.
func (a Func) StoreRows(at, below Local, offset uint32, v Local) {
	for i, l := range [...]Local{at, below} {
		a.Get(l, v)
		a.Lane(enc.F64x2ExtractLane, i)
		a.Mem(enc.F64Store, uint32(i)*offset)
	}
}
