// Package parts emits instruction sequences that many kernels need: conversions to and from half precision, gathers, atomics, sizes of mip levels.
//
// It must not know the kernel that they are for.
package parts

import (
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// ReverseBits swaps neighbouring groups of 1, 2, 4, 8 and 16 bits.
func ReverseBits(a asm.Func, x asm.Local) {
	for i, mask := range [...]uint32{0x55555555, 0x33333333, 0x0F0F0F0F, 0x00FF00FF} {
		n := uint32(1) << i
		a.Get(x)
		a.I32(n)
		a.Op(enc.I32ShrU)
		a.I32(mask)
		a.Op(enc.I32And)
		a.Get(x)
		a.I32(mask)
		a.Op(enc.I32And)
		a.I32(n)
		a.Op(enc.I32Shl, enc.I32Or)
		a.Set(x)
	}
	a.Get(x)
	a.I32(16)
	a.Op(enc.I32Rotl)
}

// ToHalf is ir.HalfBits for the four lanes of x.
func ToHalf(a asm.Func, x asm.Local) {
	a.Get(x)
	a.I32(16)
	a.Op(enc.I32x4ShrU)
	a.All(0x8000)
	a.Op(enc.V128And)
	sign := a.Keep(enc.V128)
	a.Get(x)
	a.All(0x7fffffff)
	a.Op(enc.V128And)
	abs := a.Keep(enc.V128)

	a.Get(abs)        // normal: rebias, round to even, drop 13 bits
	a.All(0xC8000FFF) // 0xfff - 0x38000000
	a.Op(enc.I32x4Add)
	a.Get(abs)
	a.I32(13)
	a.Op(enc.I32x4ShrU)
	a.All(1)
	a.Op(enc.V128And, enc.I32x4Add)
	a.I32(13)
	a.Op(enc.I32x4ShrU)
	normal := a.Keep(enc.V128)

	a.Get(abs) // denormal: the addition rounds
	a.All(0x3f000000)
	a.Op(enc.F32x4Add)
	a.All(0x3f000000)
	a.Op(enc.I32x4Sub)
	a.Get(normal)
	a.Get(abs)
	a.All(0x38800000)
	a.Op(enc.I32x4LtS, enc.V128Bitselect)
	finite := a.Keep(enc.V128)

	a.All(0x7c00) // at least 65520
	a.Get(finite)
	a.Get(abs)
	a.All(0x477fefff)
	a.Op(enc.I32x4GtS, enc.V128Bitselect)
	a.Get(sign)
	a.Op(enc.V128Or)
	ordered := a.Keep(enc.V128)
	a.All(ir.NaN16)
	a.Get(ordered)
	a.Get(abs)
	a.All(0x7f800000)
	a.Op(enc.I32x4GtS, enc.V128Bitselect)
}

// FromHalf is ir.HalfFloat for the four lanes of x: the exponent is moved by a multiplication, which handles denormals.
func FromHalf(a asm.Func, x asm.Local) {
	a.Get(x)
	a.All(0x7fff)
	a.Op(enc.V128And)
	a.I32(13)
	a.Op(enc.I32x4Shl)
	shifted := a.Keep(enc.V128)
	a.Get(shifted)
	a.All(0x77800000) // 2^112
	a.Op(enc.F32x4Mul)
	a.Get(shifted) // infinity and NaN
	a.All(0x70000000)
	a.Op(enc.V128Or)
	a.Get(shifted)
	a.All(0x0f7fffff)
	a.Op(enc.I32x4LeS, enc.V128Bitselect)
	a.Get(x)
	a.All(0x8000)
	a.Op(enc.V128And)
	a.I32(16)
	a.Op(enc.I32x4Shl, enc.V128Or)
}

// Gather pushes the values at four addresses.
func Gather(a asm.Func, addresses asm.Local, width uint8, signed bool, offset uint32) {
	if width != 4 {
		a.All(0)
		for lane := range ir.WaveSize {
			a.Get(addresses)
			a.Lane(enc.I32x4ExtractLane, lane)
			a.Mem(LoadOp(width, signed), offset)
			a.Lane(enc.I32x4ReplaceLane, lane)
		}
		return
	}
	for lane := range ir.WaveSize {
		a.Get(addresses)
		a.Lane(enc.I32x4ExtractLane, lane)
	}
	addr := [ir.WaveSize]asm.Local{}
	for lane := ir.WaveSize - 1; lane > 0; lane-- {
		addr[lane] = a.Keep(enc.I32)
	}
	a.Mem(enc.V128Load32Zero, offset)
	v := a.Keep(enc.V128)
	for lane := 1; lane < ir.WaveSize; lane++ {
		a.Get(addr[lane], v)
		a.MemLane(enc.V128Load32Lane, offset, lane)
		a.Set(v)
	}
	a.Get(v)
}

// Mark stores the low bytes of v at four addresses, which are on the stack.
func Mark(a asm.Func, width uint8, v, offset uint32) {
	addresses := a.Keep(enc.V128)
	for lane := range ir.WaveSize {
		a.Get(addresses)
		a.Lane(enc.I32x4ExtractLane, lane)
		a.I32(v)
		a.Mem(StoreOp(width), offset)
	}
}

// maxDoublings is how often a vector is added to itself rather than multiplied.
const maxDoublings = 2

// Scale multiplies the integers on the stack with a constant; all pushes a vector of constants. The runtime takes five instructions to shift a
// vector, because it does not know the distance when it compiles.
func Scale(a asm.Func, n uint32, all func(uint32)) {
	if n&(n-1) == 0 && n <= 1<<maxDoublings {
		for ; n > 1; n /= 2 {
			x := a.Keep(enc.V128)
			a.Get(x, x)
			a.Op(enc.I32x4Add)
		}
		return
	}
	all(n)
	a.Op(enc.I32x4Mul)
}

// GatherPair keeps the words at four addresses and those a number of bytes after them. The latter come first, and check the memory for both.
func GatherPair(a asm.Func, addresses asm.Local, offset, apart uint32) (near, next asm.Local) {
	near, next = a.Local(enc.V128), a.Local(enc.V128)
	for lane := range ir.WaveSize {
		a.Get(addresses)
		a.Lane(enc.I32x4ExtractLane, lane)
		at := a.Keep(enc.I32)
		for _, v := range [...]struct {
			words  asm.Local
			offset uint32
		}{{next, offset + apart}, {near, offset}} {
			a.Get(at)
			if lane == 0 {
				a.Mem(enc.V128Load32Zero, v.offset)
			} else {
				a.Get(v.words)
				a.MemLane(enc.V128Load32Lane, v.offset, lane)
			}
			a.Set(v.words)
		}
	}
	return near, next
}

// LoadOp is the load of a number of bytes into 32 bits.
func LoadOp(width uint8, signed bool) enc.Op {
	switch {
	case width == 4:
		return enc.I32Load
	case width == 2 && signed:
		return enc.I32Load16S
	case width == 2:
		return enc.I32Load16U
	case signed:
		return enc.I32Load8S
	}
	return enc.I32Load8U
}

// StoreOp is the store of the low bytes of 32 bits.
func StoreOp(width uint8) enc.Op {
	switch width {
	case 4:
		return enc.I32Store
	case 2:
		return enc.I32Store16
	}
	return enc.I32Store8
}

// Updated pushes what an atomic stores.
func Updated(a asm.Func, op ir.AtomicOp, old, v asm.Local, compare func()) {
	plain := map[ir.AtomicOp]enc.Op{ir.AtomicAdd: enc.I32Add, ir.AtomicSubtract: enc.I32Sub, ir.AtomicAnd: enc.I32And,
		ir.AtomicOr: enc.I32Or, ir.AtomicXor: enc.I32Xor}
	choice := map[ir.AtomicOp]enc.Op{ir.AtomicMinS: enc.I32LtS, ir.AtomicMinU: enc.I32LtU, ir.AtomicMaxS: enc.I32GtS, ir.AtomicMaxU: enc.I32GtU}
	switch {
	case op == ir.AtomicExchange:
		a.Get(v)
	case op == ir.AtomicCompareExchange:
		a.Get(v, old, old)
		compare()
		a.Op(enc.I32Eq, enc.Select)
	case plain[op] != 0:
		a.Get(old, v)
		a.Op(plain[op])
	default:
		a.Get(old, v, old, v)
		a.Op(choice[op], enc.Select)
	}
}

// Extent pushes the size of one level.
func Extent(a asm.Func, at, mip asm.Local, word uint32, samples bool) {
	a.Get(mip, at)
	a.Mem(enc.I32Load, 4*ir.WordMips)
	a.Op(enc.I32LtU)
	a.Get(mip)
	a.I32(ir.MaxMips)
	a.Op(enc.I32LtU, enc.I32And)
	halved := func() {
		a.Get(at)
		a.Mem(enc.I32Load, 4*word)
		a.Get(mip)
		a.Op(enc.I32ShrU)
		size := a.Keep(enc.I32)
		a.Get(size)
		a.I32(1)
		a.Get(size)
		a.Op(enc.Select)
	}
	a.Choose(enc.I32, func() {
		if samples {
			a.Get(at)
			a.Mem(enc.I32Load, 4*word)
			return
		}
		if word != ir.WordDepth {
			halved()
			return
		}
		a.Get(at)
		a.Mem(enc.I32Load, 4*ir.WordFlags)
		a.I32(ir.FlagVolume)
		a.Op(enc.I32And)
		a.Choose(enc.I32, halved, func() {
			a.Get(at)
			a.Mem(enc.I32Load, 4*ir.WordDepth)
		})
	}, func() { a.I32(0) })
}

// WidthName names a kind of load in function names: 8, 8s, 16, 16s, 32.
func WidthName(width uint8, signed bool) string {
	name := Itoa(8 * uint32(width))
	if signed && width < 4 {
		name += "s"
	}
	return name
}

// Itoa is n in decimal.
func Itoa(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
