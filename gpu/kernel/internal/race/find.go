package race

import (
	"cmp"
	"context"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Budget is the instructions (ir.Cost) of a group that is rehearsed. What comes behind them is not looked at.
const Budget = 1 << 18

// looseBudget is that of a kernel without groupshared memory, whose work items have less to do with each other.
const looseBudget = 1 << 15

// plainBudget is the budget of a kernel as it was written, which needs more for the same.
const plainBudget = 8 * Budget

// Access is one access of a work item to an element.
type Access struct {
	Site  gpu.Site
	Item  uint32   // GroupIndex
	Class ir.Class // Load, Store or Atomic
}

// Race is two accesses of different work items to one element of groupshared memory, one of which writes, with no barrier between them; or two stores of
// different values to one element of a view.
type Race struct {
	Binding  int32    // of the view; -1: groupshared memory
	Array    string   // of groupshared memory
	Declared gpu.Site // where that is
	Element  uint32   // of the array or buffer, from 0; the byte of a raw buffer; 0 of a texture
	// First and Second are in the order of the kernel, or the second is the one that Before is a statement of or around.
	First, Second Access
	// Before is the place of a statement such that a barrier before it separates the two accesses, and, where one barrier is enough, all others. 0: there is none.
	Before gpu.Site
}

// Possible says whether work items of a group of k can be in each other's way.
func Possible(k *ir.Kernel) bool {
	possible := false
	k.Body.Walk(func(in *ir.Instr) {
		switch in.Op {
		case ir.OpStoreShared, ir.OpAtomicShared, ir.OpStoreBuf, ir.OpStoreTex:
			possible = true
		}
	})
	return possible && k.Stage.Kind == ir.ComputeStage && k.Threads() > 1
}

// Find rehearses the first group of a dispatch of k. plain is k as it was written, with the same declarations. d.Memory is afterwards as it was before;
// nobody else may use it meanwhile. nil: nothing was found, or ctx has ended.
func Find(ctx context.Context, k, plain *ir.Kernel, d *ir.Dispatch) *Race {
	budget := uint64(Budget)
	if k.SharedBytes() == 0 {
		budget = looseBudget
	}
	found, _ := rehearse(ctx, k, d, budget, nil)
	if found == nil {
		return nil
	}
	only := found.sites()
	if found, _ = rehearse(ctx, plain, d, plainBudget, &only); found == nil {
		return nil
	}
	found.sort(plain)
	if found.view {
		return &Race{Binding: found.second.in.Binding, First: found.first.access(), Second: found.second.access(), Element: element(plain, d, found)}
	}
	before := (&repair{ctx: ctx, k: plain, d: d, of: found}).find()
	a := plain.ArrayOf(found.second.in)
	return &Race{Binding: -1, Array: a.Name, Declared: a.Site, First: found.first.access(), Second: found.second.access(), Before: before,
		Element: (uint32(found.at) - a.Offset) / max(a.Stride, 1)}
}

func (u *use) access() Access { return Access{u.in.Site, u.item, u.in.Op.Class()} }

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

// rehearse gives the first conflict of the first group of a dispatch, between two places or any (nil), and what that cost. One in a view is given if there is none in
// groupshared memory.
func rehearse(ctx context.Context, k *ir.Kernel, d *ir.Dispatch, budget uint64, only *sites) (*conflict, uint64) {
	w := newWitness(k, only)
	run := ir.Dispatch{Memory: d.Memory, Records: d.Records, Groups: d.Groups, Count: 1, Budget: budget}
	if d.Budget > 0 {
		run.Budget = min(budget, d.Budget)
	}
	r := interp.Rehearse(ctx, k, &run, w)
	return cmp.Or(w.found, w.written), r.Instructions
}
