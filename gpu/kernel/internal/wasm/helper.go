package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
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
	g.call(g.helper("lanes."+op.String(), params, oneV128, func(a asm.Func) {
		a.All(0)
		for lane := range ir.WaveSize {
			for p := range params {
				a.Get(a.Param(p))
				a.Lane(enc.I32x4ExtractLane, lane)
			}
			g.scalarOp(a, op)
			a.Lane(enc.I32x4ReplaceLane, lane)
		}
	}))
}

// scalarOp applies an integer operation to scalars on the stack.
func (g *gen) scalarOp(a asm.Func, op ir.Op) {
	switch op {
	case ir.OpShl:
		a.Op(enc.I32Shl)
	case ir.OpShrS:
		a.Op(enc.I32ShrS)
	case ir.OpShrU:
		a.Op(enc.I32ShrU)
	case ir.OpPopCount:
		a.Op(enc.I32Popcnt)
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		a.Index(enc.Call, g.divideHelper(op))
	default:
		a.Index(enc.Call, g.bitsHelper(op))
	}
}

// divideHelper is division with the results that package ir defines for a zero divisor and for the smallest number by -1;
// the instruction itself would trap.
func (g *gen) divideHelper(op ir.Op) uint64 {
	return g.helper(op.String(), twoI32, oneI32, func(a asm.Func) {
		x, y := a.Param(0), a.Param(1)
		a.Get(y)
		a.Op(enc.I32Eqz)
		a.Choose(enc.I32, func() { a.I32(^uint32(0)) }, func() {
			if op != ir.OpDivS {
				a.Get(x, y)
				a.Op(map[ir.Op]enc.Op{ir.OpDivU: enc.I32DivU, ir.OpRemU: enc.I32RemU, ir.OpRemS: enc.I32RemS}[op])
				return
			}
			a.Get(y)
			a.I32(^uint32(0))
			a.Op(enc.I32Eq)
			a.Choose(enc.I32, func() {
				a.I32(0)
				a.Get(x)
				a.Op(enc.I32Sub)
			}, func() {
				a.Get(x, y)
				a.Op(enc.I32DivS)
			})
		})
	})
}

func (g *gen) bitsHelper(op ir.Op) uint64 {
	return g.helper(op.String(), oneI32, oneI32, func(a asm.Func) {
		x := a.Param(0)
		switch op {
		case ir.OpFirstHighS, ir.OpFirstHighU:
			a.I32(31)
			a.Get(x)
			if op == ir.OpFirstHighS {
				a.Get(x)
				a.I32(31)
				a.Op(enc.I32ShrS, enc.I32Xor)
			}
			a.Op(enc.I32Clz, enc.I32Sub)
		case ir.OpFirstLow:
			a.I32(^uint32(0))
			a.Get(x)
			a.Op(enc.I32Ctz)
			a.Get(x)
			a.Op(enc.I32Eqz, enc.Select)
		case ir.OpReverse:
			parts.ReverseBits(a, x)
		default:
			panic("BUG: wasm: no scalar form of " + op.String())
		}
	})
}

func (g *gen) halfHelper(op ir.Op) uint64 {
	build := parts.ToHalf
	if op == ir.OpHalfToF {
		build = parts.FromHalf
	}
	return g.helper(op.String(), oneV128, oneV128, build)
}
