// Package arith emits the arithmetic of a kernel: instructions that read values and touch nothing else, as scalars or as vectors of four lanes.
//
// It must not know where values are kept: its caller pushes operands, and takes the result from the stack.
package arith

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/library"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Writer writes the arithmetic of one kernel into a function. The functions are its caller's.
type Writer struct {
	asm.Func
	Kernel  *ir.Kernel
	Shapes  *shape.Shapes
	Library *library.Library

	PushScalar func(v ir.Value)       // an i32: lane 0
	PushVector func(v ir.Value)       // four lanes; of a boolean, a mask
	PushAll    func(bits uint32)      // a vector with bits in every lane
	IsScalar   func(v ir.Value) bool  // v is kept as the scalar of lane 0
	Keeps      func(bits uint32) bool // the vector of a constant is in a register

	Block asm.Local // address of the worker block
	SRGB  uint32    // where in the block the thresholds of sRGB bytes are
}

// Scalar pushes the scalar of lane 0 where integers suffice, and tells whether it did. Affine results come here too: the
// base of a sum or a scaled value is the sum of the bases or the scaled base.
func (w *Writer) Scalar(in *ir.Instr) bool {
	for _, a := range in.Args {
		if w.Kernel.Type(a) == ir.F32 && in.Op != ir.OpFToBits {
			return false
		}
	}
	if o, ok := parts.Simple[in.Op]; ok {
		if o.Scalar == 0 {
			return w.scalarMinMax(in)
		}
		for _, a := range in.Args {
			w.PushScalar(a)
		}
		w.Op(o.Scalar)
		return true
	}
	return w.scalarSpecial(in)
}

// scalarMinMax pushes the smaller or larger of two scalars.
func (w *Writer) scalarMinMax(in *ir.Instr) bool {
	compare, ok := map[ir.Op]enc.Op{ir.OpMinS: enc.I32LtS, ir.OpMinU: enc.I32LtU, ir.OpMaxS: enc.I32GtS, ir.OpMaxU: enc.I32GtU}[in.Op]
	if !ok {
		return false
	}
	for range 2 {
		w.PushScalar(in.Args[0])
		w.PushScalar(in.Args[1])
	}
	w.Op(compare, enc.Select)
	return true
}

// scalarSpecial pushes the scalar of an operation that is not one instruction.
func (w *Writer) scalarSpecial(in *ir.Instr) bool {
	arg := func(i int) { w.PushScalar(in.Args[i]) }
	switch in.Op {
	case ir.OpNot:
		arg(0)
		w.I32(^uint32(0))
		w.Op(enc.I32Xor)
	case ir.OpBNot:
		arg(0)
		w.Op(enc.I32Eqz)
	case ir.OpBToI:
		arg(0)
	case ir.OpSelect:
		arg(1)
		arg(2)
		arg(0)
		w.Op(enc.Select)
	case ir.OpShl, ir.OpShrS, ir.OpShrU:
		arg(0)
		arg(1)
		w.Op(map[ir.Op]enc.Op{ir.OpShl: enc.I32Shl, ir.OpShrS: enc.I32ShrS, ir.OpShrU: enc.I32ShrU}[in.Op])
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		arg(0)
		arg(1)
		w.Index(enc.Call, w.Library.Divide(in.Op))
	case ir.OpFirstHighS, ir.OpFirstHighU, ir.OpFirstLow, ir.OpReverse:
		arg(0)
		w.Index(enc.Call, w.Library.Bits(in.Op))
	default:
		return false
	}
	return true
}

// Vector pushes the vector of a result.
func (w *Writer) Vector(in *ir.Instr) {
	if x, ok := w.Shapes.Rounded(in); ok {
		const magic = 0x4B400000 // 1.5 * 2^23
		w.PushVector(x)
		w.PushAll(magic)
		w.Op(enc.F32x4Add)
		w.PushAll(magic)
		w.Op(enc.I32x4Sub)
		return
	}
	if o, ok := parts.Simple[in.Op]; ok && o.Vector != 0 {
		args := in.Args
		if c := w.Shapes.Konst[args[0]]; c != nil && (in.Op == ir.OpFMul || in.Op == ir.OpFAdd) && w.Keeps(c.Imm) {
			args = []ir.Value{args[1], args[0]} // the result takes the register of the first operand, which should not be one that is kept
		}
		for _, a := range args {
			w.PushVector(a)
		}
		w.Op(o.Vector)
		return
	}
	arg := func(i int) { w.PushVector(in.Args[i]) }
	switch in.Op {
	case ir.OpFMin, ir.OpFMax:
		w.minMax(in)
	case ir.OpNot, ir.OpBNot:
		arg(0)
		w.Op(enc.V128Not)
	case ir.OpBToI:
		arg(0)
		w.PushAll(1)
		w.Op(enc.V128And)
	case ir.OpSelect:
		w.selectVector(in)
	case ir.OpShl, ir.OpShrS, ir.OpShrU:
		w.shift(in)
	case ir.OpBitsToF:
		arg(0)
	case ir.OpFToBits:
		arg(0)
		w.Canonical(in.Args[0])
	case ir.OpFToHalf:
		arg(0)
		w.Index(enc.Call, w.Library.Half(ir.OpFToHalf))
	case ir.OpHalfToF:
		arg(0)
		w.Index(enc.Call, w.Library.Half(ir.OpHalfToF))
	case ir.OpFToSRGB:
		arg(0)
		w.Get(w.Block)
		w.Index(enc.Call, w.Library.SRGB(w.SRGB))
	case ir.OpFRoundHalf:
		arg(0)
		w.Index(enc.Call, w.Library.Half(ir.OpFToHalf))
		w.Index(enc.Call, w.Library.Half(ir.OpHalfToF))
	default:
		w.lanewise(in)
	}
}

// Canonical replaces the NaNs of the vector on the stack, which is the value v, by ir.NaN32: all ones, where the lane is not equal to itself.
func (w *Writer) Canonical(v ir.Value) {
	w.PushVector(v)
	w.PushVector(v)
	w.Op(enc.F32x4Ne, enc.V128Or)
}

// minMax: pmin(b, a) is a < b ? a : b; where b is NaN the answer is a.
func (w *Writer) minMax(in *ir.Instr) {
	a, b := in.Args[0], in.Args[1]
	w.PushVector(b)
	w.PushVector(a)
	if in.Op == ir.OpFMin {
		w.Op(enc.F32x4Pmin)
	} else {
		w.Op(enc.F32x4Pmax)
	}
	if c := w.Shapes.Konst[b]; c != nil && ir.CanonicalNaN(c.Imm) == c.Imm && c.Imm != ir.NaN32 {
		return
	}
	w.PushVector(a)
	w.PushVector(b)
	w.PushVector(b)
	w.Op(enc.F32x4Eq, enc.V128Bitselect)
}

// selectVector pushes a choice between vectors.
func (w *Writer) selectVector(in *ir.Instr) {
	cond, x, y := in.Args[0], in.Args[1], in.Args[2]
	if w.IsScalar(cond) {
		w.PushVector(x)
		w.PushVector(y)
		w.PushScalar(cond)
		w.Op(enc.Select)
		return
	}
	zero := func(v ir.Value) bool { c := w.Shapes.Konst[v]; return c != nil && c.Imm == 0 }
	switch {
	case zero(y):
		w.PushVector(x)
		w.PushVector(cond)
		w.Op(enc.V128And)
	case zero(x):
		w.PushVector(y)
		w.PushVector(cond)
		w.Op(enc.V128Andnot)
	default:
		w.PushVector(x)
		w.PushVector(y)
		w.PushVector(cond)
		w.Op(enc.V128Bitselect)
	}
}

// shift pushes shifted lanes; a distance that differs between lanes is one for each.
func (w *Writer) shift(in *ir.Instr) {
	if !w.Shapes.Of[in.Args[1]].IsUniform() {
		w.lanewise(in)
		return
	}
	if c := w.Shapes.Konst[in.Args[1]]; c != nil && in.Op == ir.OpShl {
		w.PushVector(in.Args[0])
		parts.Scale(w.Func, 1<<(c.Imm&31), w.PushAll)
		return
	}
	w.PushVector(in.Args[0])
	w.PushScalar(in.Args[1])
	w.Op(map[ir.Op]enc.Op{ir.OpShl: enc.I32x4Shl, ir.OpShrS: enc.I32x4ShrS, ir.OpShrU: enc.I32x4ShrU}[in.Op])
}

// lanewise applies an integer operation that has no vector form to each lane.
func (w *Writer) lanewise(in *ir.Instr) {
	for _, a := range in.Args {
		w.PushVector(a)
	}
	w.Index(enc.Call, w.Library.Lanewise(in.Op, len(in.Args)))
}

// Opposite is the comparison of scalars that holds where an operation's does not.
func Opposite(op ir.Op) (enc.Op, bool) {
	o, ok := map[ir.Op]enc.Op{ir.OpIEq: enc.I32Ne, ir.OpINe: enc.I32Eq, ir.OpLtS: enc.I32GeS, ir.OpLtU: enc.I32GeU,
		ir.OpLeS: enc.I32GtS, ir.OpLeU: enc.I32GtU}[op]
	return o, ok
}
