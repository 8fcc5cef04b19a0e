// Package regions splits a kernel at the points that all waves of a group must reach before any continues, and finds the values that are defined
// before such a point and used after it. These must be kept in memory, because each wave runs a region to its end before the next wave starts it.
//
//	a b [barrier] c [loop with a barrier: d [barrier] e] f        regions: a b, c, d, e, f
//
// It must not know WebAssembly. It does not change the kernel.
package regions

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Cut tells whether an instruction ends a region: a barrier, what holds one, or a loop whose iterations the group does together.
type Cut func(*ir.Instr) bool

// Crossing tells, by Value, what crosses from one region to another.
func Crossing(k *ir.Kernel, cut Cut) []bool {
	f := finder{cut: cut, of: make([]int, k.NumValues()), crosses: make([]bool, k.NumValues())}
	f.block(k.Body)
	return f.crosses
}

// Used lists the values that instructions use, in order of first use.
func Used(list []*ir.Instr) []ir.Value {
	var out []ir.Value
	seen := make(map[ir.Value]bool)
	add := func(vs []ir.Value) {
		for _, v := range vs {
			if v != 0 && !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	walk(list, func(in *ir.Instr) {
		add(in.Args)
		for _, b := range in.Blocks {
			add(b.Yield)
		}
	})
	return out
}

// Free lists the values that instructions use and do not define, in order of first use.
func Free(list []*ir.Instr) []ir.Value {
	own := make(map[ir.Value]bool)
	walk(list, func(in *ir.Instr) {
		for _, v := range in.Results {
			own[v] = true
		}
		for _, b := range in.Blocks {
			for _, v := range b.Params {
				own[v] = true
			}
		}
	})
	used := Used(list)
	out := used[:0]
	for _, v := range used {
		if !own[v] {
			out = append(out, v)
		}
	}
	return out
}

func walk(list []*ir.Instr, f func(*ir.Instr)) { (&ir.Block{Instrs: list}).Walk(f) }

// finder numbers the regions and finds the values that cross from one to another.
type finder struct {
	cut     Cut
	now     int
	of      []int // by Value: region of its definition
	crosses []bool
}

func (r *finder) block(b *ir.Block) {
	r.now++
	for _, in := range b.Instrs {
		if !r.cut(in) {
			r.inside([]*ir.Instr{in})
			continue
		}
		r.cross(in.Results)
		switch in.Op {
		case ir.OpIf:
			r.cross(in.Args)
		case ir.OpLoop:
			r.cross(in.Args)
			r.cross(in.Blocks[0].Params)
		}
		for _, nested := range in.Blocks {
			r.block(nested)
			r.cross(nested.Yield)
		}
		r.now++
	}
}

func (r *finder) inside(list []*ir.Instr) {
	walk(list, func(in *ir.Instr) {
		for _, b := range in.Blocks {
			for _, p := range b.Params {
				r.of[p] = r.now
			}
		}
		for _, v := range in.Results {
			r.of[v] = r.now
		}
	})
	for _, v := range Used(list) {
		if r.of[v] != r.now {
			r.crosses[v] = true
		}
	}
}

func (r *finder) cross(vs []ir.Value) {
	for _, v := range vs {
		if v != 0 {
			r.crosses[v] = true
		}
	}
}
