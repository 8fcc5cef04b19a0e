package packet

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// Rules decides which regions may run in lockstep: those in which no wave can see, or undo, what another wave of the group does. It takes
// for granted that different bindings do not overlap; the generated code looks at that.
type Rules struct {
	K       *ir.Kernel
	Forms   *reach.Forms
	Certain func(*ir.Instr) bool // the access is known to be inside, for all work items of the group
	Within  func(*ir.Instr) bool // the load is inside for every lane, wherever the lanes go
	Report  bool                 // accesses outside are reported, so all must be known to be inside
}

// use is one access of a region.
type use struct {
	in     *ir.Instr
	inLoop bool
}

// sharedObject stands for shared memory among the bindings.
const sharedObject = -1

// Lockstep tells whether the waves may run the instructions of a region together.
func (r *Rules) Lockstep(list []*ir.Instr) bool {
	uses := make(map[int32][]use)
	if !r.collect(list, false, uses) {
		return false
	}
	for object, us := range uses {
		parts := [][]use{us}
		if object == sharedObject {
			parts = r.apart(us)
		}
		for _, part := range parts {
			if !r.independent(object, part) {
				return false
			}
		}
	}
	return true
}

func (r *Rules) collect(list []*ir.Instr, inLoop bool, uses map[int32][]use) bool {
	for _, in := range list {
		switch in.Op.Class() {
		case ir.Atomic, ir.Effect:
			return false
		case ir.Load, ir.Store:
			if in.Op == ir.OpLoadLocal || in.Op == ir.OpStoreLocal || in.Op == ir.OpQuery || in.Mark {
				break
			}
			if r.Report && !r.Certain(in) && !r.Within(in) {
				return false
			}
			object := in.Binding
			if !in.Op.UsesBinding() {
				object = sharedObject
			}
			uses[object] = append(uses[object], use{in, inLoop})
		}
		for _, b := range in.Blocks {
			if !r.collect(b.Instrs, inLoop || in.Op == ir.OpLoop, uses) {
				return false
			}
		}
	}
	return true
}

// independent: nothing is stored, or each byte by one instruction at one time, or every work item has bytes of its own.
func (r *Rules) independent(object int32, uses []use) bool {
	stores := 0
	for _, u := range uses {
		if u.in.Op.Class() == ir.Store {
			stores++
		}
	}
	switch {
	case stores == 0, len(uses) == 1 && !uses[0].inLoop:
		return true
	case object != sharedObject && r.K.Bindings[object].Count > 1:
		return false
	case object != sharedObject && r.K.Bindings[object].Shape.IsTexture():
		return r.ownTexels(uses)
	}
	return r.ownBytes(object, uses)
}

// apart sorts accesses of shared memory into those that can touch a common byte, by the ranges that each goes to. Where a range is not known, all
// stay together.
func (r *Rules) apart(uses []use) [][]use {
	type span struct {
		lo, hi int64
		use
	}
	var spans []span
	for _, u := range uses {
		lo, hi, ok := r.reach(u.in)
		if !ok {
			return [][]use{uses}
		}
		spans = append(spans, span{lo, hi, u})
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	var parts [][]use
	end := int64(-1)
	for _, s := range spans {
		if s.lo >= end {
			parts = append(parts, nil)
		}
		end = max(end, s.hi)
		parts[len(parts)-1] = append(parts[len(parts)-1], s.use)
	}
	return parts
}

// reach is the range of bytes of shared memory that an access goes to in all work items and iterations of loops.
func (r *Rules) reach(in *ir.Instr) (lo, hi int64, ok bool) {
	f := r.Forms.Of(in.Args[0])
	lo = f.Const + int64(in.Offset)
	hi = lo + int64(in.Width)
	for _, t := range f.Terms {
		first, last := int64(0), int64(0)
		switch {
		case t.Factor != 0 || t.Symbol < reach.Thread:
			return 0, 0, false
		case t.Symbol == reach.Counter:
			c, known := r.Forms.Counter(t.Param)
			if !known || c.End != 0 {
				return 0, 0, false
			}
			first, last = c.First, c.Last
		default:
			last = int64(r.K.NumThreads[t.Symbol-reach.Thread]) - 1
		}
		lo += min(t.Coef*first, t.Coef*last)
		hi += max(t.Coef*first, t.Coef*last)
	}
	return lo, hi, f.Known && lo >= 0 && hi <= int64(r.K.SharedBytes())
}

// ownBytes tells whether the elements of different work items are apart: every item number times its coefficient is further away than
// all items below reach. Several elements of an item at equal distances count as one more number:
//
//	c[2048 y + 512 n + x], 4 of n, 16 of x      1 × 16 below 512, and that × 4 below 2048
func (r *Rules) ownBytes(object int32, uses []use) bool {
	place := func(u use) (f reach.Form, at, width int64) {
		if object == sharedObject {
			f = r.Forms.Of(u.in.Args[0])
			return f, f.Const + int64(u.in.Offset), int64(u.in.Width)
		}
		f = r.Forms.Of(u.in.Args[1])
		return f, f.Const, 1
	}
	first, _, widest := place(uses[0])
	var starts []int64
	for _, u := range uses {
		f, at, width := place(u)
		if !f.Known || !r.Certain(u.in) || !slices.Equal(f.Terms, first.Terms) {
			return false
		}
		starts, widest = append(starts, at), max(widest, width)
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	n := len(starts)
	if r.injective(first, starts[n-1]-starts[0]+widest, stride{}) {
		return true
	}
	for i := 2; i < n; i++ {
		if starts[i]-starts[i-1] != starts[1]-starts[0] {
			return false
		}
	}
	return n > 1 && r.injective(first, widest, stride{coef: starts[1] - starts[0], n: int64(n)})
}

// stride is n numbers with a coefficient.
type stride struct{ coef, n int64 }

// injective tells whether no two items, and no two of the numbers of one, come closer to each other than extent.
func (r *Rules) injective(f reach.Form, extent int64, own stride) bool {
	strides := []stride{own, {}, {}, {}}
	for axis, n := range r.K.NumThreads {
		strides[1+axis].n = int64(n)
	}
	for _, t := range f.Terms {
		switch {
		case t.Symbol < reach.Thread:
		case t.Factor != 0:
			return false
		case t.Symbol == reach.Counter:
			c, _ := r.Forms.Counter(t.Param)
			if c.End != 0 {
				return false
			}
			extent += max(t.Coef, -t.Coef) * (c.Last - c.First)
		default:
			strides[1+t.Symbol-reach.Thread].coef = max(t.Coef, -t.Coef)
		}
	}
	slices.SortFunc(strides, func(a, b stride) int { return cmp.Compare(a.coef, b.coef) })
	for _, s := range strides {
		if s.n <= 1 {
			continue
		}
		if s.coef < extent {
			return false
		}
		extent += s.coef * (s.n - 1)
	}
	return true
}

// ownTexels tells whether all uses are of one texel for each work item: every axis of the group moves a coordinate of its own.
func (r *Rules) ownTexels(uses []use) bool {
	var moved [3]bool
	for c := range 3 {
		v := uses[0].in.Args[1+c]
		for _, u := range uses {
			if u.in.Args[1+c] != v || !r.Certain(u.in) {
				return false
			}
		}
		if v == 0 {
			continue
		}
		axes := 0
		for _, t := range r.Forms.Of(v).Terms {
			switch {
			case t.Symbol == reach.Counter || t.Symbol >= reach.Thread && t.Factor != 0:
				return false
			case t.Symbol >= reach.Thread:
				moved[t.Symbol-reach.Thread] = true
				axes++
			}
		}
		if axes > 1 {
			return false
		}
	}
	for axis, n := range r.K.NumThreads {
		if n > 1 && !moved[axis] {
			return false
		}
	}
	return true
}

// Repeatable tells whether a group that was interrupted in the middle may run again from its start and do the same: it never loads what it stores.
func Repeatable(k *ir.Kernel) bool {
	loops := false
	loaded, stored := make([]bool, len(k.Bindings)), make([]bool, len(k.Bindings))
	k.Body.Walk(func(in *ir.Instr) {
		loops = loops || in.Op == ir.OpLoop
		if !in.Op.UsesBinding() || in.Op == ir.OpQuery {
			return
		}
		loaded[in.Binding] = loaded[in.Binding] || in.Op.Class() == ir.Load
		stored[in.Binding] = stored[in.Binding] || in.Op.Class() == ir.Store
	})
	for b := range loaded {
		if loops && loaded[b] && stored[b] {
			return false
		}
	}
	return true
}

// Pairs lists the bindings that must not overlap for waves to run in lockstep: each that is stored to with every other one.
func Pairs(k *ir.Kernel) [][2]int32 {
	used, stored := make([]bool, len(k.Bindings)), make([]bool, len(k.Bindings))
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op.UsesBinding() && in.Op != ir.OpQuery && !in.Mark {
			used[in.Binding] = true
			stored[in.Binding] = stored[in.Binding] || in.Op.Class() == ir.Store
		}
	})
	var out [][2]int32
	for a := range stored {
		for b := range used {
			if stored[a] && used[b] && (b > a || b < a && !stored[b]) {
				out = append(out, [2]int32{int32(a), int32(b)})
			}
		}
	}
	return out
}
