package race

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Budget is the instructions (ir.Cost) of the groups that are rehearsed. What comes after them is not looked at.
const Budget = 1 << 18

// looseBudget is that of a kernel without groupshared memory, whose work items have less to do with each other.
const looseBudget = 1 << 15

// plainBudget is the budget of a kernel as it was written, which needs more for the same.
const plainBudget = 8 * Budget

// Access is one access of a work item to an element.
type Access struct {
	Site  gpu.Site
	Group uint64   // the work group, counted along x, then y, then z
	Item  uint32   // GroupIndex
	Class ir.Class // Load, Store or Atomic
}

// Race is two accesses of different work items to one element of groupshared memory, one of which writes, with no barrier between them; or, to one
// element of a view, two stores of different values, or a read and what changes the element.
type Race struct {
	Binding  int32    // of the view; -1: groupshared memory
	Array    string   // of groupshared memory
	Declared gpu.Site // where that is
	Element  uint32   // of the array or buffer, from 0; the byte of a raw buffer; 0 of a texture
	// First and Second are in the order of the kernel, or the second is the one that Before is a statement of or around.
	First, Second Access
	// Before is the place of a statement such that a barrier before it separates the two accesses, and, where one barrier is enough, all others. 0:
	// there is none.
	Before gpu.Site
}

// Possible says whether work items of k can be in each other's way.
func Possible(k *ir.Kernel) bool {
	possible := false
	k.Body.Walk(func(in *ir.Instr) {
		switch in.Op {
		case ir.OpStoreShared, ir.OpAtomicShared, ir.OpStoreBuf, ir.OpStoreTex:
			possible = true
		}
	})
	return possible && k.Stage.Kind == ir.ComputeStage
}

// Find rehearses some groups of a dispatch of k. plain is k as it was written, with the same declarations. d.Memory is afterwards as it was before;
// nobody else may use it meanwhile. nil: nothing was found, or ctx has ended.
func Find(ctx context.Context, k, plain *ir.Kernel, d *ir.Dispatch) *Race {
	budget, loose := uint64(Budget), k.SharedBytes() == 0
	if loose {
		budget = looseBudget
	}
	groups := chosen(d.Groups, loose)
	if r := find(ctx, k, plain, d, groups, budget); r != nil || len(groups) == 1 || !listens(k) {
		return r
	}
	slices.Reverse(groups) // what an atomic says decides what a group does, and it says something else to those that come later
	return find(ctx, k, plain, d, groups, budget)
}

// listens says whether work items can do something else because of what others have done to a view.
func listens(k *ir.Kernel) bool {
	for in := range heardAtomics(k) {
		if in.Op != ir.OpAtomicShared {
			return true
		}
	}
	return false
}

// find is Find for some groups, in their order.
func find(ctx context.Context, k, plain *ir.Kernel, d *ir.Dispatch, groups []uint64, budget uint64) *Race {
	found, _ := rehearse(ctx, k, d, groups, budget, nil)
	if found == nil || found.view && found.reads() && !matters(ctx, k, d, groups, found) {
		return nil
	}
	only := found.sites()
	if found, _ = rehearse(ctx, plain, d, groups, plainBudget, &only); found == nil {
		return nil
	}
	found.sort(plain)
	r := &Race{Binding: -1}
	if !found.view || found.reads() {
		r.Before = (&repair{ctx: ctx, k: plain, d: d, groups: groups, of: found}).find()
	}
	r.First, r.Second = found.first.access(groups), found.second.access(groups)
	if in := found.second.in; found.view {
		r.Binding, r.Element = in.Binding, element(plain, d, found)
	} else {
		a := plain.ArrayOf(in)
		r.Array, r.Declared, r.Element = a.Name, a.Site, (uint32(found.at)-a.Offset)/max(a.Stride, 1)
	}
	return r
}

// fewGroups is how many groups of a dispatch are rehearsed, as far as the budget goes.
const fewGroups = 16

// chosen are the groups that are rehearsed: the first one, its neighbours, and the last one; then the others, if there are few. Of many, where work
// items of a group have little to do with each other, those whose numbers are powers of two: an index that wraps takes two of them to one place.
func chosen(groups [3]uint32, loose bool) (linear []uint64) {
	pitch := [3]uint64{1, uint64(groups[0]), uint64(groups[0]) * uint64(groups[1])}
	linear = append(linear, 0)
	for axis, count := range groups {
		if count > 1 {
			linear = append(linear, pitch[axis])
		}
	}
	all := pitch[2] * uint64(groups[2])
	if last := all - 1; last > linear[len(linear)-1] {
		linear = append(linear, last)
	}
	next := func(g uint64) uint64 { return g + 1 }
	switch {
	case all <= fewGroups:
	case loose:
		next = func(g uint64) uint64 { return 2 * g }
	default:
		return linear
	}
	for g := uint64(1); g < all && len(linear) < fewGroups; g = next(g) {
		if !slices.Contains(linear, g) {
			linear = append(linear, g)
		}
	}
	return linear
}

// mostChosen is how many groups are rehearsed of a dispatch of many.
const mostChosen = 5

// talks says whether the work items of a wave exchange values.
func talks(k *ir.Kernel) (found bool) {
	k.Body.Walk(func(in *ir.Instr) { found = found || in.Op.Class() == ir.WaveOp })
	return found
}

// matters says whether what the groups leave depends on their order, on that of their waves, on whether the work items of a wave keep in step, or on
// whether the second access of a conflict comes between what the first group does before its own and what it does from there on:
//
//	one    adds 1 to a counter ──────────────────────────── writes its sum
//	two                          adds 1, reads all sums
func matters(ctx context.Context, k *ir.Kernel, d *ir.Dispatch, groups []uint64, c *conflict) bool {
	groups = groups[:max(min(mostChosen, len(groups)), c.first.group+1, c.second.group+1)] // others would only use the budget up
	of := interp.Rehearsal{Groups: groups, Budget: plainBudget}
	there, thereLeft := interp.Rehearse(ctx, k, d, of, nil)
	if there.Fault != nil {
		return false
	}
	other := func(of interp.Rehearsal) bool {
		r, left := interp.Rehearse(ctx, k, d, of, nil)
		return r.Fault == nil && !maps.Equal(thereLeft, left)
	}
	back, apart, held := of, of, of
	back.Reversed, apart.Apart = true, true
	held.Held, held.By = c.first.in, groups[c.first.group]
	return other(back) || !talks(k) && other(apart) || c.first.group != c.second.group && other(held)
}

func (u *use) access(groups []uint64) Access {
	return Access{u.in.Site, groups[u.group], u.item, u.in.Op.Class()}
}

// sort brings the accesses into the order of the kernel: that of the rehearsal is an accident.
func (c *conflict) sort(k *ir.Kernel) {
	order, first, second := 0, 0, 0
	k.Body.Walk(func(in *ir.Instr) {
		order++
		switch in {
		case c.first.in:
			first = order
		case c.second.in:
			second = order
		}
	})
	if first > second && c.first.in != c.second.in {
		c.swap()
	}
}

func (c *conflict) swap() { c.first, c.second = c.second, c.first }

// rehearse gives the first conflict of groups of a dispatch, between two places or any (nil), and what that cost. One in a view is given if there is
// none in groupshared memory, and a read of what is written if no two stores are in each other's way.
func rehearse(ctx context.Context, k *ir.Kernel, d *ir.Dispatch, groups []uint64, budget uint64, only *sites) (*conflict, uint64) {
	w := newWitness(k, only)
	if d.Budget > 0 {
		budget = min(budget, d.Budget)
	}
	r, _ := interp.Rehearse(ctx, k, &ir.Dispatch{Memory: d.Memory, Records: d.Records, Groups: d.Groups},
		interp.Rehearsal{Groups: groups, Budget: budget}, w)
	return cmp.Or(w.shared, w.written, w.read), r.Instructions
}
