package shape

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// split: the lanes of a wave stay together where consecutive numbers are cut into a row and a place in it, as a number of an element is into
// coordinates: the first lane's number is a multiple of four, and so is the length of a row.
//
//	i          8  9 10 11   12 13 14 15   16 …
//	i / 12     0  0  0  0    1  1  1  1    1
//	i % 12     8  9 10 11    0  1  2  3    4
func (s *Shapes) split(in *ir.Instr) (to Shape, ok bool) {
	if len(in.Args) != 2 || s.Of[in.Args[0]] != Affine(1) || s.Konst[in.Args[1]] == nil || !s.isAligned(in.Args[0], maxChain) {
		return Shape{}, false
	}
	n := s.Konst[in.Args[1]].Imm
	switch {
	case in.Op == ir.OpDivU && n > 0 && n%ir.WaveSize == 0, in.Op == ir.OpShrU && n >= 2 && n < 32, in.Op == ir.OpAnd && n%ir.WaveSize == 0:
		return Uniform, true
	case in.Op == ir.OpRemU && n > 0 && n%ir.WaveSize == 0, in.Op == ir.OpAnd && n >= ir.WaveSize-1 && n&(n+1) == 0:
		return Affine(1), true
	}
	return Shape{}, false
}

// maxChain is how many instructions isAligned looks at one after the other.
const maxChain = 16

// isAligned tells whether the number of a wave's first lane is known to be a multiple of four.
func (s *Shapes) isAligned(v ir.Value, chain int) bool {
	if c := s.Konst[v]; c != nil {
		return c.Imm%ir.WaveSize == 0
	}
	in := s.defs[v]
	if in == nil || chain == 0 {
		return false
	}
	aligned := func(arg int) bool { return s.isAligned(in.Args[arg], chain-1) }
	switch in.Op {
	case ir.OpSys:
		return s.startsAligned(ir.SysVal(in.Imm))
	case ir.OpIAdd, ir.OpISub, ir.OpOr, ir.OpXor:
		return aligned(0) && aligned(1)
	case ir.OpIMul, ir.OpAnd:
		return aligned(0) || aligned(1)
	case ir.OpRemU:
		c := s.Konst[in.Args[1]]
		return c != nil && c.Imm > 0 && aligned(0) && aligned(1)
	case ir.OpShl:
		c := s.Konst[in.Args[1]]
		return aligned(0) || c != nil && c.Imm >= 2 && c.Imm < 32
	}
	return false
}

// startsAligned tells the same of what a work item begins with: waves begin at every fourth item of the group.
func (s *Shapes) startsAligned(v ir.SysVal) bool {
	n := s.k.NumThreads
	switch {
	case v == ir.GroupIndex:
		return true
	case v >= ir.GroupThreadIDX && v <= ir.GroupThreadIDZ:
		return threadShape(n, int(v-ir.GroupThreadIDX)) == Affine(1)
	case v >= ir.DispatchThreadIDX && v <= ir.DispatchThreadIDZ:
		axis := int(v - ir.DispatchThreadIDX)
		return threadShape(n, axis) == Affine(1) && n[axis]%ir.WaveSize == 0
	}
	return false
}
