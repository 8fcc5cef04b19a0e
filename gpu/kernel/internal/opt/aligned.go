package opt

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// passDropAligned takes away the tests of addresses (OpAligned) that are multiples of 4 whatever the numbers are: sums of products with 4, shifts,
// counters that start and step so.
func passDropAligned(k *ir.Kernel) {
	if !ir.HasAligned(k) {
		return
	}
	m := newMultiples(k)
	k.Body.Remove(func(in *ir.Instr) bool { return in.Op == ir.OpAligned && m.of[in.Args[1]] >= 2 })
}

// allBits is the number of low bits of zero.
const allBits = 32

// multiples says of every value how many of its low bits are surely 0: 2 of a multiple of 4.
type multiples struct {
	k     *ir.Kernel
	of    []uint8 // by Value
	konst map[ir.Value]uint32
}

// newMultiples starts with the best for everything and goes round until nothing gets worse: what a loop carries depends on itself.
func newMultiples(k *ir.Kernel) *multiples {
	m := &multiples{k: k, of: make([]uint8, k.NumValues()), konst: map[ir.Value]uint32{}}
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpConst {
			m.konst[in.Result()] = in.Imm
		}
	})
	for v := range m.of {
		m.of[v] = allBits
	}
	for m.block(k.Body) {
	}
	return m
}

func (m *multiples) block(b *ir.Block) (changed bool) {
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			changed = m.block(nested) || changed
		}
		switch in.Op {
		case ir.OpIf:
			for i, r := range in.Results {
				changed = m.lower(r, min(m.of[in.Blocks[0].Yield[i]], m.of[in.Blocks[1].Yield[i]])) || changed
			}
		case ir.OpLoop:
			for i, p := range in.Blocks[0].Params {
				changed = m.lower(p, min(m.of[in.Args[i]], m.of[in.Blocks[1].Yield[i]])) || changed
			}
			for i, r := range in.Results {
				changed = m.lower(r, m.of[in.Blocks[0].Yield[1+i]]) || changed
			}
		default:
			if r := in.Result(); r != 0 {
				changed = m.lower(r, m.result(in)) || changed
			}
		}
	}
	return changed
}

func (m *multiples) lower(v ir.Value, to uint8) bool {
	if m.of[v] <= to {
		return false
	}
	m.of[v] = to
	return true
}

func (m *multiples) result(in *ir.Instr) uint8 {
	if m.k.Type(in.Result()) != ir.I32 {
		return 0
	}
	arg := func(i int) uint8 { return m.of[in.Args[i]] }
	switch in.Op {
	case ir.OpConst:
		return uint8(bits.TrailingZeros32(in.Imm))
	case ir.OpIAdd, ir.OpISub, ir.OpOr, ir.OpXor, ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU:
		return min(arg(0), arg(1))
	case ir.OpAnd:
		return max(arg(0), arg(1))
	case ir.OpIMul:
		return min(arg(0)+arg(1), allBits)
	case ir.OpSelect:
		return min(arg(1), arg(2))
	case ir.OpWaveFirst, ir.OpWaveAt, ir.OpQuadRead, ir.OpWaveSumI, ir.OpWavePrefixSumI, ir.OpWaveMinS, ir.OpWaveMinU, ir.OpWaveMaxS, ir.OpWaveMaxU:
		return arg(0)
	case ir.OpShl, ir.OpShrU, ir.OpShrS:
		return m.shifted(in)
	}
	return 0
}

// shifted is the result of a shift: by a number that is known, or by one that is not, which takes nothing away to the left.
func (m *multiples) shifted(in *ir.Instr) uint8 {
	count, known := m.konst[in.Args[1]]
	n, have := uint8(count%32), m.of[in.Args[0]]
	switch {
	case have == allBits:
		return allBits
	case in.Op == ir.OpShl && known:
		return min(have+n, allBits)
	case in.Op == ir.OpShl:
		return have
	case known && have > n:
		return have - n
	}
	return 0
}
