package opt

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// seam is a barrier that no script wrote. A choice or a loop that holds a barrier is run once for the whole group: all waves have come to it before
// the first one goes in, and have left it before the first one continues.
//
//	a  if … { b [barrier] c }  d        a | b [barrier] c | d
//
// Where a pass takes the choice or the loop away, seams stay in the places of its ends. Without them a wave would go on from a to b before the next
// one does a, and who forgot a barrier there would read something else than before the pass.
func seam(of *ir.Instr) *ir.Instr { return &ir.Instr{Op: ir.OpBarrier, Mark: true, Site: of.Site} }

func isSeam(in *ir.Instr) bool { return in.Op == ir.OpBarrier && in.Mark }

// passDropSeams takes seams away that nobody can notice: where nothing but calculations is between a seam and the next place at which the group
// waits, or where the group is one wave.
func passDropSeams(k *ir.Kernel) { dropSeams(k.Body, k.Waves() == 1) }

// dropSeams goes through a block that the group runs together. Its ends are places at which it waits.
func dropSeams(b *ir.Block, all bool) {
	out := b.Instrs[:0]
	acted, last := false, -1 // since the group waited: something was accessed; the seam after it, if there is one
	for _, in := range b.Instrs {
		switch {
		case isSeam(in):
			if all || !acted || last >= 0 {
				continue
			}
			last = len(out)
		case in.HasBarrier():
			if last >= 0 {
				out = slices.Delete(out, last, last+1)
			}
			acted, last = false, -1
			dropInside(in, all)
		case acts(in):
			acted, last = true, -1
		}
		out = append(out, in)
	}
	if last >= 0 {
		out = slices.Delete(out, last, last+1)
	}
	clear(b.Instrs[len(out):])
	b.Instrs = out
}

// dropInside goes on in what an instruction holds. One that is run by the whole group only because of its seams keeps them.
func dropInside(in *ir.Instr, all bool) {
	if !all && !waits(in) {
		return
	}
	for _, b := range in.Blocks {
		dropSeams(b, all)
	}
}

// waits tells whether an instruction is a barrier of the script or holds one.
func waits(in *ir.Instr) bool {
	return in.Op == ir.OpBarrier && !in.Mark || slices.ContainsFunc(in.Blocks, func(b *ir.Block) bool { return slices.ContainsFunc(b.Instrs, waits) })
}

// acts tells whether an instruction does more than calculate, or holds one that does.
func acts(in *ir.Instr) bool {
	switch in.Op.Class() {
	case ir.Pure, ir.System, ir.WaveOp:
		return false
	case ir.Control:
		return slices.ContainsFunc(in.Blocks, func(b *ir.Block) bool { return slices.ContainsFunc(b.Instrs, acts) })
	}
	return true
}
