package jit

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// argument types of the pure operations, by the letters of the IR's table; the result's after the colon.
var pureOps = map[string][]ir.Op{
	"ff:f": {ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFMin, ir.OpFMax},
	"f:f":  {ir.OpFAbs, ir.OpFNeg, ir.OpFSqrt, ir.OpFFloor, ir.OpFCeil, ir.OpFTrunc, ir.OpFRound, ir.OpFRoundHalf},
	"ff:b": {ir.OpFEq, ir.OpFNe, ir.OpFLt, ir.OpFLe},
	"ii:i": {ir.OpIAdd, ir.OpISub, ir.OpIMul, ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU, ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU,
		ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpShrS, ir.OpShrU},
	"i:i":   {ir.OpNot, ir.OpPopCount, ir.OpFirstHighS, ir.OpFirstHighU, ir.OpFirstLow, ir.OpReverse},
	"ii:b":  {ir.OpIEq, ir.OpINe, ir.OpLtS, ir.OpLeS, ir.OpLtU, ir.OpLeU},
	"bb:b":  {ir.OpBAnd, ir.OpBOr, ir.OpBXor},
	"b:b":   {ir.OpBNot},
	"b:i":   {ir.OpBToI},
	"f:i":   {ir.OpFToS, ir.OpFToU, ir.OpFToBits, ir.OpFToHalf},
	"i:f":   {ir.OpSToF, ir.OpUToF, ir.OpBitsToF, ir.OpHalfToF},
	"bii:i": {ir.OpSelect}, "bff:f": {ir.OpSelect}, "bbb:b": {ir.OpSelect},
}

// how an operand is made: varying, uniform, affine or constant.
func operandOf(b *ir.Builder, how int, letter byte, buffer int32, id, one ir.Value) ir.Value {
	var bits ir.Value
	switch how {
	case 0:
		bits = b.LoadBuf(ir.Mem{Binding: buffer}, id, 0)
	case 1:
		bits = b.LoadBuf(ir.Mem{Binding: buffer}, b.Sys(ir.GroupIDX), 0)
	case 2:
		bits = b.Op(ir.OpIAdd, b.LoadBuf(ir.Mem{Binding: buffer}, b.Sys(ir.GroupIDX), 0), b.Sys(ir.LaneIndex))
	default:
		bits = b.Uint(edges[int(buffer)*7+5])
	}
	switch letter {
	case 'f':
		return b.Op(ir.OpBitsToF, bits)
	case 'b':
		return b.Op(ir.OpINe, b.Op(ir.OpAnd, bits, one), b.Int(0))
	}
	return bits
}

func toBits(b *ir.Builder, letter byte, v ir.Value) ir.Value {
	switch letter {
	case 'f':
		return b.Op(ir.OpFToBits, v)
	case 'b':
		return b.Op(ir.OpBToI, v)
	}
	return v
}

func opKernel(op ir.Op, sig string, hows [3]int) *ir.Kernel {
	b := ir.NewBuilder(op.String())
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{buf("a", ir.SRV, 4), buf("b", ir.SRV, 4), buf("c", ir.SRV, 4), buf("out", ir.UAV, 4)}
	id, one := b.Sys(ir.DispatchThreadIDX), b.Int(1)
	args := sig[:len(sig)-2]
	var vs []ir.Value
	for i := range args {
		vs = append(vs, operandOf(b, hows[i], args[i], int32(i), id, one))
	}
	r := b.Op(op, vs...)
	b.StoreBuf(ir.Mem{Binding: 3}, id, 0, toBits(b, sig[len(sig)-1], r))
	return b.Kernel
}

func TestPureOperationsAgree(t *testing.T) {
	notInShort(t)
	r := newRig(t, 2<<20, 1)
	n := len(edges)
	table := r.table(
		r.structured(n*n, 4, func(i int) uint32 { return edges[i%n] }),
		r.structured(n*n, 4, func(i int) uint32 { return edges[i/n] }),
		r.structured(n*n, 4, random(3)),
		r.structured(n*n, 4, func(int) uint32 { return 0 }))
	d := ir.Dispatch{Records: table, Groups: [3]uint32{uint32(n*n/64 + 1), 1, 1}}
	for sig, list := range pureOps {
		for _, op := range list {
			all := [][3]int{{0, 0, 0}, {1, 1, 1}, {0, 1, 1}, {1, 0, 0}, {2, 2, 2}, {2, 1, 3}, {2, 3, 1}, {3, 2, 0}, {0, 3, 3}, {3, 1, 2}}
			for _, hows := range all[:seeds(int64(len(all)))] {
				r.same(opKernel(op, sig, hows), d)
			}
		}
	}
}
