package shape

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Counts tells by how much the i-th carried value of a loop ascends in every iteration, where that is a constant. What such a value is after the loop
// follows from the number of turns.
func (s *Shapes) Counts(loop *ir.Instr, i int) (step uint32, ok bool) {
	p, v := loop.Blocks[0].Params[i], loop.Blocks[1].Yield[i]
	for v != p {
		in := s.defs[v]
		if in == nil || in.Op != ir.OpIAdd || s.Konst[in.Args[1]] == nil {
			return 0, false
		}
		v, step = in.Args[0], step+s.Konst[in.Args[1]].Imm
	}
	return step, step != 0
}

// Counter tells which carried value the i-th result of a loop is, where that follows from the number of turns, and somebody uses it.
func (s *Shapes) Counter(in *ir.Instr, i int) (param int, step uint32, ok bool) {
	head := in.Blocks[0]
	param = slices.Index(head.Params, head.Yield[1+i])
	if param < 0 || !s.Used[in.Results[i]] {
		return 0, 0, false
	}
	step, ok = s.Counts(in, param)
	return param, step, ok
}

// AnyCounter tells whether there is such a result.
func (s *Shapes) AnyCounter(in *ir.Instr) bool {
	for i := range in.Results {
		if _, _, ok := s.Counter(in, i); ok {
			return true
		}
	}
	return false
}

// Turns is how often cond, a comparison of a value that Counts with a constant, holds before it fails.
func (s *Shapes) Turns(loop *ir.Instr, cond ir.Value) (uint64, bool) {
	in := s.defs[cond]
	if in == nil || in.Op < ir.OpLtS || in.Op > ir.OpLeU || s.Konst[in.Args[1]] == nil {
		return 0, false
	}
	i := slices.Index(loop.Blocks[0].Params, in.Args[0])
	if i < 0 || s.Konst[loop.Args[i]] == nil {
		return 0, false
	}
	by, ok := s.Counts(loop, i)
	first, end, step := int64(int32(s.Konst[loop.Args[i]].Imm)), int64(int32(s.Konst[in.Args[1]].Imm)), int64(int32(by))
	if in.Op == ir.OpLeS || in.Op == ir.OpLeU {
		end++
	}
	if !ok || step < 0 || first < 0 || end <= first {
		return 0, false
	}
	n := (end - first + step - 1) / step
	return uint64(n), first+n*step <= 1<<31-1
}

// maxCost bounds what MostCost gives, so that sums and products of two do not overflow.
const maxCost = 1 << 31

// MostCost is what a loop costs one wave at most (ir.Cost), where the turns of it and of the loops in it have known numbers, or known bounds: isOne
// as for Conjunction.
func (s *Shapes) MostCost(loop *ir.Instr, isOne func(ir.Value) bool) (cost uint64, ok bool) {
	cond := loop.Blocks[0].Yield[0]
	if all, _, both := s.Conjunction(cond, isOne); both {
		cond = all
	}
	turns, ok := s.Turns(loop, cond)
	if !ok {
		return 0, false
	}
	head, okHead := s.mostCost(loop.Blocks[0], isOne)
	body, okBody := s.mostCost(loop.Blocks[1], isOne)
	cost = (turns+1)*head + turns*body
	return cost, okHead && okBody && cost <= maxCost
}

// mostCost is the same for a block.
func (s *Shapes) mostCost(b *ir.Block, isOne func(ir.Value) bool) (cost uint64, ok bool) {
	cost = ir.Cost(b)
	for _, in := range b.Instrs {
		if in.Op == ir.OpLoop {
			n, ok := s.MostCost(in, isOne)
			if !ok {
				return 0, false
			}
			cost += n
			continue
		}
		for _, nested := range in.Blocks {
			n, ok := s.mostCost(nested, isOne)
			if !ok {
				return 0, false
			}
			cost += n
		}
	}
	return cost, cost <= maxCost
}

// Conjunction takes a condition apart that is "all and each", where isOne tells that all is one number for everybody, and not that each is.
func (s *Shapes) Conjunction(cond ir.Value, isOne func(ir.Value) bool) (all, each ir.Value, ok bool) {
	in := s.defs[cond]
	if in == nil || in.Op != ir.OpBAnd && (in.Op != ir.OpSelect || s.Konst[in.Args[2]] == nil || s.Konst[in.Args[2]].Imm != 0) {
		return 0, 0, false
	}
	all, each = in.Args[0], in.Args[1]
	if !isOne(all) {
		all, each = each, all
	}
	return all, each, isOne(all) && !isOne(each) && s.Konst[all] == nil
}

// IsFlat tells whether there are no blocks in the blocks of a loop.
func IsFlat(loop *ir.Instr) bool {
	return !slices.ContainsFunc(loop.Blocks[0].Instrs, (*ir.Instr).HasBlocks) && !slices.ContainsFunc(loop.Blocks[1].Instrs, (*ir.Instr).HasBlocks)
}

// IsPure tells whether the blocks of a loop have no effects and read no memory, as far as that is not said by blocks in them.
func IsPure(loop *ir.Instr) bool {
	effect := func(in *ir.Instr) bool { return in.Op.Class() != ir.Pure && in.Op.Class() != ir.System }
	return !slices.ContainsFunc(loop.Blocks[0].Instrs, effect) && !slices.ContainsFunc(loop.Blocks[1].Instrs, effect)
}

// CostAfter is the part of a condition block's cost that is added with the body's in each iteration, to save an addition, and
// after the loop for the last round. A condition block with control flow in it is counted when it is entered, because the
// limit may be checked inside it.
func CostAfter(head *ir.Block) uint64 {
	if slices.ContainsFunc(head.Instrs, (*ir.Instr).HasBlocks) {
		return 0
	}
	return ir.Cost(head)
}
