package opt

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// passSimplifyBranches takes away choices with a constant condition, results that are the same on both sides, and results that are the condition
// itself.
func passSimplifyBranches(k *ir.Kernel) {
	r := newRewriter(k)
	r.walk(k.Body, func(out []*ir.Instr, in *ir.Instr) []*ir.Instr {
		if in.Op != ir.OpIf {
			return append(out, in)
		}
		if c, ok := r.constant(in.Args[0]); ok {
			taken := in.Blocks[1-c]
			for i, v := range in.Results {
				r.replace(v, taken.Yield[i])
			}
			if in.HasBarrier() {
				return append(append(append(out, seam(in)), taken.Instrs...), seam(in))
			}
			return append(out, taken.Instrs...)
		}
		r.dropResults(in)
		return append(out, in)
	})
	r.renameAll(k.Body)
}

// dropResults replaces results of an If that another value already is.
func (r *rewriter) dropResults(in *ir.Instr) {
	then, els := in.Blocks[0], in.Blocks[1]
	for i := len(in.Results) - 1; i >= 0; i-- {
		x, y := then.Yield[i], els.Yield[i]
		cx, okX := r.constant(x)
		cy, okY := r.constant(y)
		switch {
		case x == y:
			r.replace(in.Results[i], x)
		case okX && okY && cx == 1 && cy == 0 && r.k.Type(in.Results[i]) == ir.Bool:
			r.replace(in.Results[i], in.Args[0])
		default:
			continue
		}
		in.Results = slices.Delete(in.Results, i, i+1)
		then.Yield = slices.Delete(then.Yield, i, i+1)
		els.Yield = slices.Delete(els.Yield, i, i+1)
	}
}

// passSimplifyLoops takes away carried values that never change.
func passSimplifyLoops(k *ir.Kernel) {
	r := newRewriter(k)
	r.walk(k.Body, func(out []*ir.Instr, in *ir.Instr) []*ir.Instr {
		if in.Op != ir.OpLoop {
			return append(out, in)
		}
		head, body := in.Blocks[0], in.Blocks[1]
		for i := len(head.Params) - 1; i >= 0; i-- {
			if next := body.Yield[i]; next != head.Params[i] && next != in.Args[i] {
				continue
			}
			r.replace(head.Params[i], in.Args[i])
			head.Params = slices.Delete(head.Params, i, i+1)
			in.Args = slices.Delete(in.Args, i, i+1)
			body.Yield = slices.Delete(body.Yield, i, i+1)
		}
		return append(out, in)
	})
	r.renameAll(k.Body)
}

// smallBranch is the cost up to which both sides of a choice together are computed by all lanes instead.
const smallBranch = 8

// passConvertBranches replaces choices between small pure blocks by selects.
func passConvertBranches(k *ir.Kernel) {
	r := newRewriter(k)
	r.walk(k.Body, func(out []*ir.Instr, in *ir.Instr) []*ir.Instr {
		if in.Op != ir.OpIf || !isSmallPure(in) {
			return append(out, in)
		}
		out = append(append(out, in.Blocks[0].Instrs...), in.Blocks[1].Instrs...)
		for i, v := range in.Results {
			x, y := in.Blocks[0].Yield[i], in.Blocks[1].Yield[i]
			if x == y {
				r.replace(v, x)
				continue
			}
			sel := &ir.Instr{Op: ir.OpSelect, Args: []ir.Value{in.Args[0], x, y}, Results: []ir.Value{v}, Site: in.Site}
			r.define(sel)
			out = append(out, sel)
		}
		return out
	})
	r.renameAll(k.Body)
}

func isSmallPure(in *ir.Instr) bool {
	cost := uint64(0)
	for _, b := range in.Blocks {
		cost += ir.Cost(b)
		for _, nested := range b.Instrs {
			if c := nested.Op.Class(); c != ir.Pure && c != ir.System {
				return false
			}
		}
	}
	return cost <= smallBranch
}
