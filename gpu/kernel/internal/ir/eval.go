package ir

import (
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// The canonical NaNs that leave the float domain.
const (
	NaN32 = 0xffffffff
	NaN16 = 0x7e00
)

// Eval computes a pure operation (except Const) on bit patterns. It is the definition that constant folding and the interpreter share; unused
// operands are ignored.
func Eval(op Op, a, b, c uint32) uint32 {
	switch {
	case op >= OpFAdd && op <= OpFRound:
		return math.Float32bits(evalFloat(op, math.Float32frombits(a), math.Float32frombits(b)))
	case op >= OpFEq && op <= OpFLe:
		return bit(compareFloat(op, math.Float32frombits(a), math.Float32frombits(b)))
	case op >= OpIEq && op <= OpLeU:
		return bit(compareInt(op, a, b))
	case op >= OpDivS && op <= OpMaxU:
		return evalDivide(op, a, b)
	case op >= OpIAdd && op <= OpShrU:
		return evalInt(op, a, b)
	case op >= OpPopCount && op <= OpReverse:
		return evalBits(op, a)
	case op >= OpBAnd && op <= OpSelect:
		return evalBool(op, a, b, c)
	case op >= OpFToS && op <= OpFRoundHalf:
		return convert(op, a)
	}
	panic("BUG: ir.Eval of " + op.String())
}

func bit(v bool) uint32 {
	if v {
		return 1
	}
	return 0
}

func evalFloat(op Op, a, b float32) float32 {
	switch op {
	case OpFAdd:
		return float32(a + b)
	case OpFSub:
		return float32(a - b)
	case OpFMul:
		return float32(a * b)
	case OpFDiv:
		return float32(a / b)
	case OpFMin:
		if a < b || b != b {
			return a
		}
		return b
	case OpFMax:
		if a > b || b != b {
			return a
		}
		return b
	case OpFAbs:
		return math.Float32frombits(math.Float32bits(a) &^ (1 << 31))
	case OpFNeg:
		return math.Float32frombits(math.Float32bits(a) ^ 1<<31)
	}
	// The square root of a binary32 in binary64, rounded once more, is correctly rounded (Figueroa 1995); the others are exact.
	wide := float64(a)
	switch op {
	case OpFSqrt:
		wide = math.Sqrt(wide)
	case OpFFloor:
		wide = math.Floor(wide)
	case OpFCeil:
		wide = math.Ceil(wide)
	case OpFTrunc:
		wide = math.Trunc(wide)
	case OpFRound:
		wide = math.RoundToEven(wide)
	}
	return float32(wide)
}

func compareFloat(op Op, a, b float32) bool {
	switch op {
	case OpFEq:
		return a == b
	case OpFNe:
		return a != b
	case OpFLt:
		return a < b
	}
	return a <= b
}

func compareInt(op Op, a, b uint32) bool {
	switch op {
	case OpIEq:
		return a == b
	case OpINe:
		return a != b
	case OpLtS:
		return int32(a) < int32(b)
	case OpLeS:
		return int32(a) <= int32(b)
	case OpLtU:
		return a < b
	}
	return a <= b
}

func evalInt(op Op, a, b uint32) uint32 {
	switch op {
	case OpIAdd:
		return a + b
	case OpISub:
		return a - b
	case OpIMul:
		return a * b
	case OpAnd:
		return a & b
	case OpOr:
		return a | b
	case OpXor:
		return a ^ b
	case OpNot:
		return ^a
	case OpShl:
		return a << (b & 31)
	case OpShrS:
		return uint32(int32(a) >> (b & 31))
	}
	return a >> (b & 31)
}

// evalDivide is division, with the results that it has for a zero divisor, and the minimum and maximum.
func evalDivide(op Op, a, b uint32) uint32 {
	switch op {
	case OpMinS:
		return uint32(min(int32(a), int32(b)))
	case OpMinU:
		return min(a, b)
	case OpMaxS:
		return uint32(max(int32(a), int32(b)))
	case OpMaxU:
		return max(a, b)
	}
	if b == 0 {
		return math.MaxUint32
	}
	switch op {
	case OpDivU:
		return a / b
	case OpRemU:
		return a % b
	case OpDivS:
		return uint32(int32(a) / int32(b)) // Go defines the smallest by -1 as itself
	}
	return uint32(int32(a) % int32(b))
}

func evalBits(op Op, a uint32) uint32 {
	switch op {
	case OpPopCount:
		return uint32(bits.OnesCount32(a))
	case OpFirstHighS:
		a ^= uint32(int32(a) >> 31)
		return uint32(31 - bits.LeadingZeros32(a))
	case OpFirstHighU:
		return uint32(31 - bits.LeadingZeros32(a))
	case OpFirstLow:
		if a == 0 {
			return math.MaxUint32
		}
		return uint32(bits.TrailingZeros32(a))
	}
	return bits.Reverse32(a)
}

func evalBool(op Op, a, b, c uint32) uint32 {
	switch op {
	case OpBAnd:
		return a & b
	case OpBOr:
		return a | b
	case OpBXor:
		return a ^ b
	case OpBNot:
		return a ^ 1
	case OpBToI:
		return a
	}
	if a != 0 {
		return b
	}
	return c
}

func convert(op Op, a uint32) uint32 {
	f := math.Float32frombits(a)
	switch op {
	case OpFToS:
		return uint32(int32(saturate(f, math.MinInt32, math.MaxInt32)))
	case OpFToU:
		return uint32(saturate(f, 0, math.MaxUint32))
	case OpSToF:
		return math.Float32bits(float32(int32(a)))
	case OpUToF:
		return math.Float32bits(float32(a))
	case OpBitsToF:
		return a
	case OpFToBits:
		return CanonicalNaN(a)
	case OpFToHalf:
		return uint32(HalfBits(f))
	case OpHalfToF:
		return math.Float32bits(HalfFloat(uint16(a)))
	case OpFToSRGB:
		return uint32(texel.SRGBFromLinear(f))
	}
	return math.Float32bits(HalfFloat(HalfBits(f)))
}

// saturate truncates f into [lo, hi]; NaN gives 0.
func saturate(f float32, lo, hi float64) int64 {
	if f != f {
		return 0
	}
	return int64(math.Trunc(min(max(float64(f), lo), hi)))
}

// CanonicalNaN gives NaN32 for the bits of any NaN, and other bits unchanged.
func CanonicalNaN(a uint32) uint32 {
	if a&0x7fffffff > 0x7f800000 {
		return NaN32
	}
	return a
}

// HalfBits rounds f to binary16, to nearest even. Overflow gives infinity, NaN gives NaN16.
func HalfBits(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b >> 16 & 0x8000)
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return NaN16
	case b >= 0x477ff000: // 65520 and more round to infinity
		return sign | 0x7c00
	case b < 0x38800000: // below 2^-14 the result is denormal: adding 0.5 leaves its 10 bits, rounded, at the bottom
		return sign | uint16(math.Float32bits(float32(math.Float32frombits(b)+0.5))-math.Float32bits(0.5))
	}
	odd := b >> 13 & 1
	return sign | uint16((b-0x38000000+0xfff+odd)>>13)
}

// HalfFloat is the value of binary16 bits. It is exact.
func HalfFloat(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	exp, frac := uint32(h>>10&31), uint32(h&0x3ff)
	switch exp {
	case 0:
		f := float32(frac) * (1.0 / (1 << 24))
		return math.Float32frombits(math.Float32bits(f) | sign)
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | frac<<13)
	}
	return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
}

// EvalAtomic is what an atomic stores, from the old value, its argument and its comparand.
func EvalAtomic(op AtomicOp, old, v, compare uint32) uint32 {
	switch op {
	case AtomicExchange:
		return v
	case AtomicCompareExchange:
		if old == compare {
			return v
		}
		return old
	}
	return Eval([...]Op{OpIAdd, OpAnd, OpOr, OpXor, OpMinS, OpMinU, OpMaxS, OpMaxU, OpISub}[op], old, v, 0)
}
