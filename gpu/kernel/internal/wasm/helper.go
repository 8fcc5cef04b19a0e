package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

var (
	oneI32  = []enc.ValType{enc.I32}
	twoI32  = []enc.ValType{enc.I32, enc.I32}
	oneV128 = []enc.ValType{enc.V128}
	twoV128 = []enc.ValType{enc.V128, enc.V128}
)

// lanewise applies an integer operation that has no vector form to each lane, in a function of its own.
func (g *gen) lanewise(in *ir.Instr) {
	for _, a := range in.Args {
		g.vector(a)
	}
	params := oneV128
	if len(in.Args) == 2 {
		params = twoV128
	}
	op := in.Op
	g.call(g.helper("lanes."+op.String(), params, oneV128, func(a asm) {
		a.all(0)
		for lane := range ir.WaveSize {
			for p := range params {
				a.get(a.param(p))
				a.lane(enc.I32x4ExtractLane, lane)
			}
			g.scalarOp(a, op)
			a.lane(enc.I32x4ReplaceLane, lane)
		}
	}))
}

// scalarOp applies an integer operation to scalars on the stack.
func (g *gen) scalarOp(a asm, op ir.Op) {
	switch op {
	case ir.OpShl:
		a.op(enc.I32Shl)
	case ir.OpShrS:
		a.op(enc.I32ShrS)
	case ir.OpShrU:
		a.op(enc.I32ShrU)
	case ir.OpPopCount:
		a.op(enc.I32Popcnt)
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		a.index(enc.Call, g.divideHelper(op))
	default:
		a.index(enc.Call, g.bitsHelper(op))
	}
}

// divideHelper is division with the results that package ir defines for a zero divisor and for the smallest number by -1;
// the instruction itself would trap.
func (g *gen) divideHelper(op ir.Op) uint64 {
	return g.helper(op.String(), twoI32, oneI32, func(a asm) {
		x, y := a.param(0), a.param(1)
		a.get(y)
		a.op(enc.I32Eqz)
		a.choose(enc.I32, func() { a.i32(^uint32(0)) }, func() {
			if op != ir.OpDivS {
				a.get(x, y)
				a.op(map[ir.Op]enc.Op{ir.OpDivU: enc.I32DivU, ir.OpRemU: enc.I32RemU, ir.OpRemS: enc.I32RemS}[op])
				return
			}
			a.get(y)
			a.i32(^uint32(0))
			a.op(enc.I32Eq)
			a.choose(enc.I32, func() {
				a.i32(0)
				a.get(x)
				a.op(enc.I32Sub)
			}, func() {
				a.get(x, y)
				a.op(enc.I32DivS)
			})
		})
	})
}

func (g *gen) bitsHelper(op ir.Op) uint64 {
	return g.helper(op.String(), oneI32, oneI32, func(a asm) {
		x := a.param(0)
		switch op {
		case ir.OpFirstHighS, ir.OpFirstHighU:
			a.i32(31)
			a.get(x)
			if op == ir.OpFirstHighS {
				a.get(x)
				a.i32(31)
				a.op(enc.I32ShrS, enc.I32Xor)
			}
			a.op(enc.I32Clz, enc.I32Sub)
		case ir.OpFirstLow:
			a.i32(^uint32(0))
			a.get(x)
			a.op(enc.I32Ctz)
			a.get(x)
			a.op(enc.I32Eqz, enc.Select)
		case ir.OpReverse:
			reverseBits(a, x)
		default:
			panic("BUG: wasm: no scalar form of " + op.String())
		}
	})
}

// reverseBits swaps neighbouring groups of 1, 2, 4, 8 and 16 bits.
func reverseBits(a asm, x local) {
	for i, mask := range [...]uint32{0x55555555, 0x33333333, 0x0F0F0F0F, 0x00FF00FF} {
		n := uint32(1) << i
		a.get(x)
		a.i32(n)
		a.op(enc.I32ShrU)
		a.i32(mask)
		a.op(enc.I32And)
		a.get(x)
		a.i32(mask)
		a.op(enc.I32And)
		a.i32(n)
		a.op(enc.I32Shl, enc.I32Or)
		a.set(x)
	}
	a.get(x)
	a.i32(16)
	a.op(enc.I32Rotl)
}

func (g *gen) halfHelper(op ir.Op) uint64 {
	build := toHalf
	if op == ir.OpHalfToF {
		build = fromHalf
	}
	return g.helper(op.String(), oneV128, oneV128, build)
}

// toHalf is ir.HalfBits for four lanes.
func toHalf(a asm) {
	x := a.param(0)
	a.get(x)
	a.i32(16)
	a.op(enc.I32x4ShrU)
	a.all(0x8000)
	a.op(enc.V128And)
	sign := a.keep(enc.V128)
	a.get(x)
	a.all(0x7fffffff)
	a.op(enc.V128And)
	abs := a.keep(enc.V128)

	a.get(abs)        // normal: rebias, round to even, drop 13 bits
	a.all(0xC8000FFF) // 0xfff - 0x38000000
	a.op(enc.I32x4Add)
	a.get(abs)
	a.i32(13)
	a.op(enc.I32x4ShrU)
	a.all(1)
	a.op(enc.V128And, enc.I32x4Add)
	a.i32(13)
	a.op(enc.I32x4ShrU)
	normal := a.keep(enc.V128)

	a.get(abs) // denormal: the addition rounds
	a.all(0x3f000000)
	a.op(enc.F32x4Add)
	a.all(0x3f000000)
	a.op(enc.I32x4Sub)
	a.get(normal)
	a.get(abs)
	a.all(0x38800000)
	a.op(enc.I32x4LtS, enc.V128Bitselect)
	finite := a.keep(enc.V128)

	a.all(0x7c00) // at least 65520
	a.get(finite)
	a.get(abs)
	a.all(0x477fefff)
	a.op(enc.I32x4GtS, enc.V128Bitselect)
	a.get(sign)
	a.op(enc.V128Or)
	ordered := a.keep(enc.V128)
	a.all(ir.NaN16)
	a.get(ordered)
	a.get(abs)
	a.all(0x7f800000)
	a.op(enc.I32x4GtS, enc.V128Bitselect)
}

// fromHalf is ir.HalfFloat for four lanes: the exponent is moved by a multiplication, which handles denormals.
func fromHalf(a asm) {
	x := a.param(0)
	a.get(x)
	a.all(0x7fff)
	a.op(enc.V128And)
	a.i32(13)
	a.op(enc.I32x4Shl)
	shifted := a.keep(enc.V128)
	a.get(shifted)
	a.all(0x77800000) // 2^112
	a.op(enc.F32x4Mul)
	a.get(shifted) // infinity and NaN
	a.all(0x70000000)
	a.op(enc.V128Or)
	a.get(shifted)
	a.all(0x0f7fffff)
	a.op(enc.I32x4LeS, enc.V128Bitselect)
	a.get(x)
	a.all(0x8000)
	a.op(enc.V128And)
	a.i32(16)
	a.op(enc.I32x4Shl, enc.V128Or)
}
