// Package konst keeps the vector constants that a region of a kernel uses most in locals. In machine code a constant is a load; in a local it stays
// in a register, as long as there are enough.
//
// A kernel is generated twice: the first time uses are counted, the second time the most used constants are put into locals before the waves of
// the region. It must not know kernels. A Table is for one goroutine.
package konst

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// bits is a vector constant.
type bits [4]uint32

// Table holds the constants of the regions of one kernel, in the order in which they are generated. The zero value is empty.
type Table struct {
	regions []*region
	next    int
	now     *region // nil: between regions
}

// region holds constants in order of first use.
type region struct {
	list   []bits
	uses   []int
	locals []asm.Local // by place in list; 0: not kept. Of the second generation
}

// Restart begins the second generation.
func (t *Table) Restart() { t.next, t.now = 0, nil }

// Begin starts a region and puts at most room constants into locals.
func (t *Table) Begin(f asm.Func, room int) {
	if t.next == len(t.regions) {
		t.regions = append(t.regions, &region{})
	}
	r := t.regions[t.next]
	t.next++
	t.now = r
	order := make([]int, 0, len(r.list))
	for i, n := range r.uses {
		if n > 1 && r.list[i] != (bits{}) { // zero is made without a load
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.uses[b] - r.uses[a] })
	r.locals = make([]asm.Local, len(r.list))
	for _, i := range order[:max(0, min(room, len(order)))] {
		v := r.list[i]
		f.Vec(v[0], v[1], v[2], v[3])
		r.locals[i] = f.Keep(enc.V128)
	}
}

// End ends the region.
func (t *Table) End() { t.now = nil }

// Keeps tells whether the region has v, in all four lanes, in a local.
func (t *Table) Keeps(v uint32) bool {
	if t.now == nil {
		return false
	}
	i := slices.Index(t.now.list, bits{v, v, v, v})
	return i >= 0 && i < len(t.now.locals) && t.now.locals[i] != 0
}

// Push pushes a vector.
func (t *Table) Push(f asm.Func, x, y, z, w uint32) {
	r, v := t.now, bits{x, y, z, w}
	if r == nil {
		f.Vec(x, y, z, w)
		return
	}
	i := slices.Index(r.list, v)
	if i < 0 {
		i = len(r.list)
		r.list, r.uses = append(r.list, v), append(r.uses, 0)
	}
	r.uses[i]++
	if i < len(r.locals) && r.locals[i] != 0 {
		f.Get(r.locals[i])
		return
	}
	f.Vec(x, y, z, w)
}
