package parts

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// ThreadID pushes one component of the place of the work items in a group of n items: item / below % length. item is the first item of a wave.
//
// Work item numbers stay below 1024, so a division by a number n of work items is a multiplication with 2^20/n rounded up and a shift: the error
// is below n/2^20 for each of 1023 items, less than 1/n. For a power of two it is a shift alone, and its rest a mask.
func ThreadID(a asm.Func, item asm.Local, n [3]uint32, axis int, scalar bool) {
	below := uint32(1)
	for _, c := range n[:axis] {
		below *= c
	}
	if n[axis] == 1 {
		a.I32(0)
		if !scalar {
			panic("BUG: wasm: an axis of one work item is not uniform")
		}
		return
	}
	add, mul, shr, sub, and := enc.I32Add, enc.I32Mul, enc.I32ShrU, enc.I32Sub, enc.I32And
	push := a.I32
	a.Get(item)
	if !scalar {
		add, mul, shr, sub, and, push = enc.I32x4Add, enc.I32x4Mul, enc.I32x4ShrU, enc.I32x4Sub, enc.V128And, a.All
		a.Op(enc.I32x4Splat)
		a.Vec(0, 1, 2, 3)
		a.Op(add)
	}
	t := enc.I32
	if !scalar {
		t = enc.V128
	}
	divide := func(d uint32) {
		if d == 1 {
			return
		}
		if d&(d-1) == 0 {
			a.I32(uint32(bits.TrailingZeros32(d)))
			a.Op(shr)
			return
		}
		push((1<<20 + d - 1) / d)
		a.Op(mul)
		a.I32(20)
		a.Op(shr)
	}
	divide(below)
	if below*n[axis] == n[0]*n[1]*n[2] {
		return // the last axis in use: nothing lies above
	}
	if n[axis]&(n[axis]-1) == 0 {
		push(n[axis] - 1)
		a.Op(and)
		return
	}
	q := a.Keep(t)
	a.Get(q, q)
	divide(n[axis])
	push(n[axis])
	a.Op(mul, sub)
}

// ItemAddress pushes an address, and some bytes for each item before one.
func ItemAddress(a asm.Func, base, item asm.Local, bytes uint32) {
	a.Get(base)
	switch {
	case bytes == 0:
	case bytes&(bytes-1) == 0:
		a.Get(item)
		a.I32(uint32(bits.TrailingZeros32(bytes)))
		a.Op(enc.I32Shl, enc.I32Add)
	default:
		a.Get(item)
		a.I32(bytes)
		a.Op(enc.I32Mul, enc.I32Add)
	}
}
