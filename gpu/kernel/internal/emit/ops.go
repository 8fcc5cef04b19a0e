package emit

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// FAbs is the magnitude of a.
func (x *Builder) FAbs(a V) V { return x.op(ir.OpFAbs, ir.F32, a) }

// FNeg is a with the other sign.
func (x *Builder) FNeg(a V) V { return x.op(ir.OpFNeg, ir.F32, a) }

// FSqrt is the square root of a, correctly rounded.
func (x *Builder) FSqrt(a V) V { return x.op(ir.OpFSqrt, ir.F32, a) }

// FFloor is the largest whole number not above a.
func (x *Builder) FFloor(a V) V { return x.op(ir.OpFFloor, ir.F32, a) }

// FCeil is the smallest whole number not below a.
func (x *Builder) FCeil(a V) V { return x.op(ir.OpFCeil, ir.F32, a) }

// FTrunc is a without its fraction.
func (x *Builder) FTrunc(a V) V { return x.op(ir.OpFTrunc, ir.F32, a) }

// FRound is the whole number nearest to a, the even one of two.
func (x *Builder) FRound(a V) V { return x.op(ir.OpFRound, ir.F32, a) }

// Not is the complement of all bits of a.
func (x *Builder) Not(a V) V { return x.op(ir.OpNot, ir.I32, a) }

// PopCount is the number of ones in a.
func (x *Builder) PopCount(a V) V { return x.op(ir.OpPopCount, ir.I32, a) }

// FirstHighS is the index of the highest bit of a that differs from its sign, or -1.
func (x *Builder) FirstHighS(a V) V { return x.op(ir.OpFirstHighS, ir.I32, a) }

// FirstHighU is the index of the highest 1 of a, or -1.
func (x *Builder) FirstHighU(a V) V { return x.op(ir.OpFirstHighU, ir.I32, a) }

// FirstLow is the index of the lowest 1 of a, or -1.
func (x *Builder) FirstLow(a V) V { return x.op(ir.OpFirstLow, ir.I32, a) }

// Reverse is a with its bits in the other order.
func (x *Builder) Reverse(a V) V { return x.op(ir.OpReverse, ir.I32, a) }

// BNot is the opposite of a.
func (x *Builder) BNot(a V) V { return x.op(ir.OpBNot, ir.Bool, a) }

// BToI is 1 for true and 0 for false.
func (x *Builder) BToI(a V) V { return x.op(ir.OpBToI, ir.I32, a) }

// FToS is a as int: toward zero, saturating, 0 for NaN.
func (x *Builder) FToS(a V) V { return x.op(ir.OpFToS, ir.I32, a) }

// FToU is a as uint: toward zero, saturating, 0 for NaN.
func (x *Builder) FToU(a V) V { return x.op(ir.OpFToU, ir.I32, a) }

// SToF is the int a as float, to nearest even.
func (x *Builder) SToF(a V) V { return x.op(ir.OpSToF, ir.F32, a) }

// UToF is the uint a as float, to nearest even.
func (x *Builder) UToF(a V) V { return x.op(ir.OpUToF, ir.F32, a) }

// BitsToF is the float with the bits a.
func (x *Builder) BitsToF(a V) V {
	v := x.op(ir.OpBitsToF, ir.F32, a)
	if _, constant := x.Known(v); !constant {
		x.bits[v] = a
	}
	return v
}

// FToBits is the bits of a. Where a was made of bits it is these: a copy keeps the payload of a NaN.
func (x *Builder) FToBits(a V) V {
	if bits, ok := x.bits[a]; ok {
		return bits
	}
	return x.op(ir.OpFToBits, ir.I32, a)
}

// FToHalf is the binary16 bits of a.
func (x *Builder) FToHalf(a V) V { return x.op(ir.OpFToHalf, ir.I32, a) }

// HalfToF is the float of the binary16 bits in the low half of a.
func (x *Builder) HalfToF(a V) V { return x.op(ir.OpHalfToF, ir.F32, a) }

// FToSRGB is the byte that a is nearest to after the sRGB transfer function.
func (x *Builder) FToSRGB(a V) V { return x.op(ir.OpFToSRGB, ir.I32, a) }

// FAdd is a + b.
func (x *Builder) FAdd(a, b V) V { return x.op(ir.OpFAdd, ir.F32, a, b) }

// FSub is a - b.
func (x *Builder) FSub(a, b V) V { return x.op(ir.OpFSub, ir.F32, a, b) }

// FMul is a * b.
func (x *Builder) FMul(a, b V) V { return x.op(ir.OpFMul, ir.F32, a, b) }

// FDiv is a / b.
func (x *Builder) FDiv(a, b V) V { return x.op(ir.OpFDiv, ir.F32, a, b) }

// FMin is the smaller one, a if b is NaN.
func (x *Builder) FMin(a, b V) V { return x.op(ir.OpFMin, ir.F32, a, b) }

// FMax is the larger one, a if b is NaN.
func (x *Builder) FMax(a, b V) V { return x.op(ir.OpFMax, ir.F32, a, b) }

// FEq is a == b, false for NaN.
func (x *Builder) FEq(a, b V) V { return x.op(ir.OpFEq, ir.Bool, a, b) }

// FNe is a != b, true for NaN.
func (x *Builder) FNe(a, b V) V { return x.op(ir.OpFNe, ir.Bool, a, b) }

// FLt is a < b, false for NaN.
func (x *Builder) FLt(a, b V) V { return x.op(ir.OpFLt, ir.Bool, a, b) }

// FLe is a <= b, false for NaN.
func (x *Builder) FLe(a, b V) V { return x.op(ir.OpFLe, ir.Bool, a, b) }

// IAdd is a + b, wrapping.
func (x *Builder) IAdd(a, b V) V { return x.op(ir.OpIAdd, ir.I32, a, b) }

// ISub is a - b, wrapping.
func (x *Builder) ISub(a, b V) V { return x.op(ir.OpISub, ir.I32, a, b) }

// IMul is a * b, wrapping.
func (x *Builder) IMul(a, b V) V { return x.op(ir.OpIMul, ir.I32, a, b) }

// DivS is a / b as int.
func (x *Builder) DivS(a, b V) V { return x.op(ir.OpDivS, ir.I32, a, b) }

// DivU is a / b as uint.
func (x *Builder) DivU(a, b V) V { return x.op(ir.OpDivU, ir.I32, a, b) }

// RemS is the remainder of a / b as int, with the sign of a.
func (x *Builder) RemS(a, b V) V { return x.op(ir.OpRemS, ir.I32, a, b) }

// RemU is the remainder of a / b as uint.
func (x *Builder) RemU(a, b V) V { return x.op(ir.OpRemU, ir.I32, a, b) }

// MinS is the smaller int.
func (x *Builder) MinS(a, b V) V { return x.op(ir.OpMinS, ir.I32, a, b) }

// MinU is the smaller uint.
func (x *Builder) MinU(a, b V) V { return x.op(ir.OpMinU, ir.I32, a, b) }

// MaxS is the larger int.
func (x *Builder) MaxS(a, b V) V { return x.op(ir.OpMaxS, ir.I32, a, b) }

// MaxU is the larger uint.
func (x *Builder) MaxU(a, b V) V { return x.op(ir.OpMaxU, ir.I32, a, b) }

// And is the bits that a and b share.
func (x *Builder) And(a, b V) V { return x.op(ir.OpAnd, ir.I32, a, b) }

// Or is the bits of a or b.
func (x *Builder) Or(a, b V) V { return x.op(ir.OpOr, ir.I32, a, b) }

// Xor is the bits in which a and b differ.
func (x *Builder) Xor(a, b V) V { return x.op(ir.OpXor, ir.I32, a, b) }

// Shl is a shifted left by b modulo 32.
func (x *Builder) Shl(a, b V) V { return x.op(ir.OpShl, ir.I32, a, b) }

// ShrS is a shifted right by b modulo 32, with its sign.
func (x *Builder) ShrS(a, b V) V { return x.op(ir.OpShrS, ir.I32, a, b) }

// ShrU is a shifted right by b modulo 32, with zeros.
func (x *Builder) ShrU(a, b V) V { return x.op(ir.OpShrU, ir.I32, a, b) }

// IEq is a == b.
func (x *Builder) IEq(a, b V) V { return x.op(ir.OpIEq, ir.Bool, a, b) }

// INe is a != b.
func (x *Builder) INe(a, b V) V { return x.op(ir.OpINe, ir.Bool, a, b) }

// LtS is a < b as int.
func (x *Builder) LtS(a, b V) V { return x.op(ir.OpLtS, ir.Bool, a, b) }

// LeS is a <= b as int.
func (x *Builder) LeS(a, b V) V { return x.op(ir.OpLeS, ir.Bool, a, b) }

// LtU is a < b as uint.
func (x *Builder) LtU(a, b V) V { return x.op(ir.OpLtU, ir.Bool, a, b) }

// LeU is a <= b as uint.
func (x *Builder) LeU(a, b V) V { return x.op(ir.OpLeU, ir.Bool, a, b) }

// BAnd is a and b.
func (x *Builder) BAnd(a, b V) V { return x.op(ir.OpBAnd, ir.Bool, a, b) }

// BOr is a or b.
func (x *Builder) BOr(a, b V) V { return x.op(ir.OpBOr, ir.Bool, a, b) }

// BXor is a unlike b.
func (x *Builder) BXor(a, b V) V { return x.op(ir.OpBXor, ir.Bool, a, b) }

// Select is a where cond is true and b elsewhere.
func (x *Builder) Select(cond, a, b V) V {
	if a == b {
		return a
	}
	return x.op(ir.OpSelect, x.K.Type(a), cond, a, b)
}
