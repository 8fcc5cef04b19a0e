package wasm

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// local is the number of a WebAssembly local, plus one; 0 is none.
type local uint32

// asm appends instructions to one function.
type asm struct{ f *enc.Func }

func newFunc(name string, params, results []enc.ValType) asm {
	return asm{&enc.Func{Name: name, Params: params, Results: results}}
}

func (a asm) op(ops ...enc.Op) {
	for _, o := range ops {
		a.f.Body = append(a.f.Body, enc.Instr{Op: o})
	}
}

func (a asm) index(o enc.Op, x uint64) { a.f.Body = append(a.f.Body, enc.Instr{Op: o, X: x}) }

func (a asm) lane(o enc.Op, lane int) {
	a.f.Body = append(a.f.Body, enc.Instr{Op: o, Lane: uint8(lane)})
}

// mem appends a load or store at a constant offset from the address on the stack.
func (a asm) mem(o enc.Op, offset uint32) { a.index(o, uint64(offset)) }

func (a asm) memLane(o enc.Op, offset uint32, lane int) {
	a.f.Body = append(a.f.Body, enc.Instr{Op: o, X: uint64(offset), Lane: uint8(lane)})
}

func (a asm) i32(v uint32) { a.index(enc.I32Const, uint64(v)) }
func (a asm) i64(v uint64) { a.index(enc.I64Const, v) }

func (a asm) vec(x, y, z, w uint32) {
	in := enc.Instr{Op: enc.V128Const}
	for i, v := range [...]uint32{x, y, z, w} {
		binary.LittleEndian.PutUint32(in.V[4*i:], v)
	}
	a.f.Body = append(a.f.Body, in)
}

// all pushes a vector with v in every lane.
func (a asm) all(v uint32) { a.vec(v, v, v, v) }

// param is the n-th parameter of the function.
func (a asm) param(n int) local { return local(n + 1) }

func (a asm) local(t enc.ValType) local {
	a.f.Locals = append(a.f.Locals, t)
	return local(len(a.f.Params) + len(a.f.Locals))
}

func (a asm) get(ls ...local) {
	for _, l := range ls {
		a.index(enc.LocalGet, a.number(l))
	}
}

func (a asm) set(l local) { a.index(enc.LocalSet, a.number(l)) }
func (a asm) tee(l local) { a.index(enc.LocalTee, a.number(l)) }

func (a asm) number(l local) uint64 {
	if l == 0 {
		panic("BUG: wasm: use of a local that was not set")
	}
	return uint64(l - 1)
}

// keep pops the top of the stack into a new local.
func (a asm) keep(t enc.ValType) local {
	l := a.local(t)
	a.set(l)
	return l
}

func (a asm) open(o enc.Op, result enc.ValType) {
	a.f.Body = append(a.f.Body, enc.Instr{Op: o, Block: result})
}

func (a asm) end() { a.op(enc.End) }

// when emits body under the condition on the stack.
func (a asm) when(body func()) {
	a.open(enc.If, 0)
	body()
	a.end()
}

// choose emits a choice with a result of type t under the condition on the stack.
func (a asm) choose(t enc.ValType, then, els func()) {
	a.open(enc.If, t)
	then()
	a.op(enc.Else)
	els()
	a.end()
}

// broadcast turns the i32 on the stack into a vector. Inside loops it avoids the splat instruction, which the runtime
// lowers to an insertion into a register it does not clear: iterations would depend on each other.
func (a asm) broadcast(inLoop bool) {
	if !inLoop {
		a.op(enc.I32x4Splat)
		return
	}
	t := a.keep(enc.I32)
	a.all(0)
	a.get(t)
	a.lane(enc.I32x4ReplaceLane, 0)
	a.spreadLane0()
}

// spreadLane0 copies lane 0 of the vector on the stack to all lanes.
func (a asm) spreadLane0() {
	a.all(0x03020100)
	a.op(enc.I8x16Swizzle)
}
