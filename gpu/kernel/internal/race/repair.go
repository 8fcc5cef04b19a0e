package race

import (
	"cmp"
	"context"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Bounds of the trials: places for each access, and instructions in all.
const (
	maxTrials = 12
	maxCost   = 4 * plainBudget
)

// repair looks for a place where a barrier helps.
type repair struct {
	ctx    context.Context
	k      *ir.Kernel
	d      *ir.Dispatch
	groups []uint64
	of     *conflict
	spent  uint64
}

// find gives the first place after which nothing is found any more. Where there is none, and two instructions are in each other's way, it is the
// first one around an access after which the first conflict comes later. The second access becomes the one that the place is around, if it is around
// one only.
func (r *repair) find() gpu.Site {
	at, some := r.before(&r.of.second)
	if at == 0 && r.of.first.in != r.of.second.in {
		var later gpu.Site
		if at, later = r.before(&r.of.first); at == 0 {
			at = cmp.Or(some, later)
		}
	}
	if r.around(&r.of.first, at) && !r.around(&r.of.second, at) {
		r.of.swap()
	}
	return at
}

// around says whether a place is that of an access or of something around it.
func (r *repair) around(u *use, at gpu.Site) bool {
	return slices.ContainsFunc(path(r.k.Body, u.in, nil), func(in *ir.Instr) bool { return in.Site == at })
}

// before tries the places before an access, for all conflicts and for some. 0: there is none.
func (r *repair) before(u *use) (all, some gpu.Site) {
	around := path(r.k.Body, u.in, nil)
	began := max(r.of.first.time, r.of.second.time)
	for i, at := range places(r.k, around, r.of.view) {
		if i == maxTrials || r.spent > maxCost || r.ctx.Err() != nil {
			break
		}
		fixed := withBarrier(r.k, at)
		if ir.Verify(fixed) != nil { // control flow is not uniform there
			continue
		}
		left, cost := rehearse(r.ctx, fixed, r.d, r.groups, plainBudget, nil)
		r.spent += cost
		if left == nil || left.view && !r.of.view {
			return at, 0
		}
		if some == 0 && !r.of.view && i < len(around) && max(left.first.time, left.second.time) > began {
			some = at
		}
	}
	return 0, some
}

// places are those before which a barrier is tried: the instructions around an access, the outermost first, and itself; then what is before
// these in their blocks and touches groupshared memory, or that of views, the nearest first.
func places(k *ir.Kernel, around []*ir.Instr, view bool) []gpu.Site {
	var list []gpu.Site
	add := func(at gpu.Site) {
		if at != 0 && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	for _, in := range around {
		add(in.Site)
	}
	for i := len(around) - 1; i >= 0; i-- {
		b := k.Body
		if i > 0 {
			b = holder(around[i-1], around[i])
		}
		for _, in := range slices.Backward(b.Instrs[:slices.Index(b.Instrs, around[i])]) {
			if touches(in, view) {
				add(in.Site)
			}
		}
	}
	return list
}

// holder is the block of an instruction that holds another one.
func holder(outer, in *ir.Instr) *ir.Block {
	for _, b := range outer.Blocks {
		if slices.Contains(b.Instrs, in) {
			return b
		}
	}
	panic("BUG: race: an instruction does not hold what is in it")
}

// touches says whether an instruction, or one in it, accesses groupshared memory, or that of views.
func touches(in *ir.Instr, view bool) bool {
	if view && acts(in) && in.Op.Class() != ir.Control || in.Op >= ir.OpLoadShared && in.Op <= ir.OpAtomicShared {
		return true
	}
	return slices.ContainsFunc(in.Blocks, func(b *ir.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(in *ir.Instr) bool { return touches(in, view) })
	})
}

// path is the instructions around one, the outermost first, and itself.
func path(b *ir.Block, to *ir.Instr, around []*ir.Instr) []*ir.Instr {
	for _, in := range b.Instrs {
		with := append(around[:len(around):len(around)], in)
		if in == to {
			return with
		}
		for _, nested := range in.Blocks {
			if p := path(nested, to, with); p != nil {
				return p
			}
		}
	}
	return nil
}

// withBarrier is a copy of k with a barrier before the statements of the instructions of a place: a function that is called twice is there twice.
func withBarrier(k *ir.Kernel, at gpu.Site) *ir.Kernel {
	k = k.Clone()
	insert(k.Body, at)
	return k
}

func insert(b *ir.Block, at gpu.Site) {
	for i := 0; i < len(b.Instrs); i++ {
		in := b.Instrs[i]
		if in.Site != at || !acts(in) {
			for _, nested := range in.Blocks {
				insert(nested, at)
			}
			continue
		}
		first := statement(b.Instrs, i)
		b.Instrs = slices.Insert(b.Instrs, first, &ir.Instr{Op: ir.OpBarrier, Site: at})
		for i++; i+1 < len(b.Instrs) && b.Instrs[i+1].Site == at; { // other components of the same element
			i++
		}
	}
}

// acts says whether a barrier before an instruction is another one than after it.
func acts(in *ir.Instr) bool {
	switch in.Op.Class() {
	case ir.Load, ir.Store, ir.Atomic, ir.Control:
		return true
	}
	return false
}

// statement is the first instruction of the statement of instruction i of a list. What is right of an assignment has later places than what is left
// of it, and comes before it.
func statement(list []*ir.Instr, i int) int {
	first := i
	for n := i - 1; n >= 0 && (!acts(list[n]) || list[n].Site >= list[i].Site && len(list[n].Blocks) == 0); n-- {
		if acts(list[n]) {
			first = n
		}
	}
	return first
}
