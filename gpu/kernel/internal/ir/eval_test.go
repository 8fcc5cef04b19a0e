package ir_test

import (
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

func TestEval(t *testing.T) {
	f := math.Float32bits
	nan, inf, minInt, ones := f(float32(math.NaN())), f(float32(math.Inf(1))), uint32(1)<<31, uint32(math.MaxUint32)
	neg := func(v int32) uint32 { return uint32(v) }
	for _, c := range []struct {
		op         ir.Op
		a, b, want uint32
	}{
		{ir.OpFMin, f(1), nan, f(1)}, {ir.OpFMin, nan, f(1), f(1)}, {ir.OpFMin, f(0), minInt, minInt}, {ir.OpFMin, minInt, f(0), 0},
		{ir.OpFMax, f(1), nan, f(1)}, {ir.OpFMax, nan, f(1), f(1)}, {ir.OpFMax, f(2), f(3), f(3)},
		{ir.OpFRound, f(2.5), 0, f(2)}, {ir.OpFRound, f(-0.5), 0, minInt}, {ir.OpFTrunc, f(-1.5), 0, f(-1)}, {ir.OpFNeg, 0, 0, minInt},
		{ir.OpFEq, nan, nan, 0}, {ir.OpFNe, nan, nan, 1}, {ir.OpFLt, nan, f(1), 0}, {ir.OpFLe, f(1), f(1), 1},
		{ir.OpDivU, 7, 0, ones}, {ir.OpRemU, 7, 0, ones}, {ir.OpDivS, 7, 0, ones}, {ir.OpRemS, 7, 0, ones},
		{ir.OpDivS, minInt, ones, minInt}, {ir.OpRemS, minInt, ones, 0}, {ir.OpDivS, neg(-7), 2, neg(-3)}, {ir.OpRemS, neg(-7), 2, neg(-1)},
		{ir.OpDivU, neg(-7), 2, 0x7ffffffc}, {ir.OpShl, 1, 33, 2}, {ir.OpShrS, minInt, 31, ones}, {ir.OpShrU, minInt, 63, 1},
		{ir.OpMinS, ones, 1, ones}, {ir.OpMinU, ones, 1, 1}, {ir.OpLtS, ones, 0, 1}, {ir.OpLtU, ones, 0, 0},
		{ir.OpFirstHighU, 0, 0, ones}, {ir.OpFirstHighU, 1, 0, 0}, {ir.OpFirstHighU, minInt, 0, 31},
		{ir.OpFirstHighS, 0, 0, ones}, {ir.OpFirstHighS, ones, 0, ones}, {ir.OpFirstHighS, neg(-2), 0, 0}, {ir.OpFirstHighS, 4, 0, 2},
		{ir.OpFirstLow, 0, 0, ones}, {ir.OpFirstLow, 12, 0, 2}, {ir.OpReverse, 1, 0, minInt}, {ir.OpPopCount, ones, 0, 32},
		{ir.OpFToS, nan, 0, 0}, {ir.OpFToS, inf, 0, math.MaxInt32}, {ir.OpFToS, f(-3e9), 0, minInt}, {ir.OpFToS, f(-1.9), 0, ones},
		{ir.OpFToU, f(-1), 0, 0}, {ir.OpFToU, inf, 0, ones}, {ir.OpFToU, f(3e9), 0, 3000000000}, {ir.OpFToU, nan, 0, 0},
		{ir.OpSToF, ones, 0, f(-1)}, {ir.OpUToF, ones, 0, f(4294967296)}, {ir.OpSToF, 16777217, 0, f(16777216)}, {ir.OpUToF, 0x80000080, 0, f(2147483648)},
		{ir.OpFToBits, nan | 1, 0, ir.NaN32}, {ir.OpFToBits, inf, 0, inf},
		{ir.OpFToHalf, f(65519), 0, 0x7bff}, {ir.OpFToHalf, f(65520), 0, 0x7c00}, {ir.OpFToHalf, nan, 0, ir.NaN16}, {ir.OpFToHalf, f(-0.0000000298), 0, 0x8000},
		{ir.OpFToHalf, f(0.0000000299), 0, 1}, {ir.OpHalfToF, 0xffff3c00, 0, f(1)}, {ir.OpHalfToF, 1, 0, f(1.0 / (1 << 24))}, {ir.OpFRoundHalf, f(2049), 0, f(2048)},
	} {
		require.Equal(t, c.want, ir.Eval(c.op, c.a, c.b, 0), "%s %#x %#x", c.op, c.a, c.b)
	}
}

func TestHalfRoundTripsAndRoundsToNearestEven(t *testing.T) {
	for h := range uint32(1 << 16) {
		f := ir.HalfFloat(uint16(h))
		if f != f {
			require.EqualValues(t, ir.NaN16, ir.HalfBits(f))
			continue
		}
		if got := ir.HalfBits(f); uint32(got) != h {
			t.Fatalf("half %#x became %#x", h, got)
		}
		if h&0x7fff >= 0x7bff {
			continue
		}
		// Halfway to the next number away from zero goes to the even one, less stays, more moves.
		next := ir.HalfFloat(uint16(h + 1))
		middle := (f + next) / 2
		even := h + h&1
		if got := uint32(ir.HalfBits(middle)); got != even {
			t.Fatalf("middle of %#x became %#x", h, got)
		}
		if got := uint32(ir.HalfBits(math.Nextafter32(middle, f))); got != h {
			t.Fatalf("below the middle of %#x became %#x", h, got)
		}
		if got := uint32(ir.HalfBits(math.Nextafter32(middle, next))); got != h+1 {
			t.Fatalf("above the middle of %#x became %#x", h, got)
		}
	}
}

func TestAtomics(t *testing.T) {
	for _, c := range []struct {
		op                 ir.AtomicOp
		old, v, comp, want uint32
	}{
		{ir.AtomicAdd, 3, 4, 0, 7}, {ir.AtomicAnd, 6, 3, 0, 2}, {ir.AtomicOr, 6, 3, 0, 7}, {ir.AtomicXor, 6, 3, 0, 5}, {ir.AtomicSubtract, 3, 4, 0, 1<<32 - 1},
		{ir.AtomicMinS, 1, math.MaxUint32, 0, math.MaxUint32}, {ir.AtomicMinU, 1, math.MaxUint32, 0, 1},
		{ir.AtomicMaxS, 1, math.MaxUint32, 0, 1}, {ir.AtomicMaxU, 1, math.MaxUint32, 0, math.MaxUint32},
		{ir.AtomicExchange, 1, 2, 0, 2}, {ir.AtomicCompareExchange, 1, 2, 1, 2}, {ir.AtomicCompareExchange, 1, 2, 3, 1},
	} {
		require.Equal(t, c.want, ir.EvalAtomic(c.op, c.old, c.v, c.comp), c.op.String())
	}
}
