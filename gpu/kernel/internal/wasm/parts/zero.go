package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Limits of Zero, in bytes.
const (
	maxZeroLoop  = 4096 // more is left to the instruction, which is quick once it runs
	zeroRound    = 128  // of one round of the loop
	zeroStore    = 16
	maxZeroPlain = 4 * zeroStore
)

// Zero sets bytes at base+offset to zero: a few vectors, a loop over vectors, or the instruction for it. bytes is a multiple of 4.
func Zero(a asm.Func, base asm.Local, offset, bytes uint32) {
	if bytes > maxZeroLoop || bytes%zeroStore != 0 || bytes > maxZeroPlain && bytes%zeroRound != 0 {
		a.Get(base)
		a.I32(offset)
		a.Op(enc.I32Add)
		a.I32(0)
		a.I32(bytes)
		a.Op(enc.MemoryFill)
		return
	}
	if bytes <= maxZeroPlain {
		zeroes(a, base, offset, bytes)
		return
	}
	a.Get(base)
	at := a.Keep(enc.I32)
	a.Open(enc.Loop, 0)
	zeroes(a, at, offset, zeroRound)
	a.Get(at)
	a.I32(zeroRound)
	a.Op(enc.I32Add)
	a.Tee(at)
	a.Get(base)
	a.I32(bytes)
	a.Op(enc.I32Add, enc.I32Ne)
	a.Index(enc.BrIf, 0)
	a.End()
}

// zeroes stores vectors, the last one first: it checks the runtime's bounds for all.
func zeroes(a asm.Func, at asm.Local, offset, bytes uint32) {
	for n := bytes; n > 0; n -= zeroStore {
		a.Get(at)
		a.Vec(0, 0, 0, 0)
		a.Mem(enc.V128Store, offset+n-zeroStore)
	}
}
