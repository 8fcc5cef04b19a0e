// Package texels finds the loads of a block that read two neighbouring texels of a row, as linear filters do:
//
//	x      load (x, y)   load (x, y')
//	next   load (next, y)   load (next, y')     next is x + 1 for most lanes, and wraps around to the first texel after the last one
//
// Where next is x + 1 for all lanes, one address serves both loads. The kernel checks that at run time; what is found here only needs to be likely.
//
// It must not know WebAssembly. It does not change the kernel.
package texels

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Group is the pairs of loads of two columns of one texture, which can all be made in the place of the first load.
type Group struct {
	X, Next ir.Value
	Pairs   [][2]*ir.Instr // at X and at Next, in the order in which they come
}

// Source is what groups are found in.
type Source struct {
	List   []*ir.Instr          // instructions of a block, in order
	Defs   []*ir.Instr          // by Value: its definition, where that has no blocks
	Serves func(*ir.Instr) bool // the load may move and needs no check
}

// Find gives the groups by each of their loads.
func Find(s *Source) map[*ir.Instr]*Group {
	f := finder{Source: s, place: make(map[ir.Value]int)}
	for i, in := range s.List {
		switch {
		case in.Op == ir.OpLoadTex && s.Serves(in):
			f.loads = append(f.loads, i)
		case len(in.Blocks) > 0 || in.Op.Class() == ir.Atomic || in.Op.Class() == ir.Store && !in.Mark:
			f.pair()
		}
		if r := in.Result(); r != 0 {
			f.place[r] = i
		}
	}
	f.pair()
	return f.found
}

type finder struct {
	*Source
	place map[ir.Value]int // of definitions in the list
	loads []int            // places of loads that nothing is between which they must not pass
	found map[*ir.Instr]*Group
}

// pair makes groups of the loads so far, and forgets them.
func (f *finder) pair() {
	loads := f.loads
	f.loads = nil
	for i, at := range loads {
		first := f.List[at]
		if f.found[first] != nil {
			continue
		}
		g := &Group{X: first.Args[1]}
		for j, left := range loads[i:] {
			if f.List[left].Args[1] == g.X && f.ready(left, at) {
				f.join(g, f.List[left], loads[i+j+1:], at)
			}
		}
		if len(g.Pairs) > 0 && g.Pairs[0][0] == first {
			f.keep(g)
		}
	}
}

// join adds the pair of a load at X, if there is one among the later loads that can be moved to a place.
func (f *finder) join(g *Group, left *ir.Instr, later []int, at int) {
	for _, i := range later {
		right := f.List[i]
		if f.found[right] == nil && isSame(left, right) && f.isNext(left.Args[1], right.Args[1]) && f.ready(i, at) &&
			(g.Next == 0 || g.Next == right.Args[1]) && (len(g.Pairs) == 0 || isSameTexture(g.Pairs[0][0], left)) {
			g.Next = right.Args[1]
			g.Pairs = append(g.Pairs, [2]*ir.Instr{left, right})
			return
		}
	}
}

func (f *finder) keep(g *Group) {
	if f.found == nil {
		f.found = make(map[*ir.Instr]*Group)
	}
	for _, p := range g.Pairs {
		f.found[p[0]], f.found[p[1]] = g, g
	}
}

// ready tells whether what the load at a place takes is there at an earlier one.
func (f *finder) ready(load, at int) bool {
	for _, a := range f.List[load].Args {
		if i, ok := f.place[a]; ok && i >= at {
			return false
		}
	}
	return true
}

// isSame tells whether two loads differ at most in x.
func isSame(a, b *ir.Instr) bool {
	return isSameTexture(a, b) && a.Offset == b.Offset && a.Width == b.Width && a.Signed == b.Signed &&
		a.Args[2] == b.Args[2] && a.Args[3] == b.Args[3]
}

func isSameTexture(a, b *ir.Instr) bool {
	return a.Binding == b.Binding && a.Args[0] == b.Args[0] && a.Args[4] == b.Args[4]
}

// isNext tells whether next looks like x + 1 under an address mode.
func (f *finder) isNext(x, next ir.Value) bool {
	in := f.def(next)
	switch in.Op {
	case ir.OpAnd, ir.OpSelect:
		for _, a := range in.Args {
			if sum := f.def(a); sum.Op == ir.OpIAdd && (sum.Args[0] == x || sum.Args[1] == x) {
				return true
			}
		}
	case ir.OpMaxS, ir.OpMinS, ir.OpFToS: // clamped: the same is done to two places
		one := f.def(x)
		return one.Op == in.Op && f.isNext(one.Args[0], in.Args[0])
	case ir.OpFAdd:
		return in.Args[0] == x || in.Args[1] == x
	}
	return false
}

// def is what defines a value; an instruction without an operation where that is not known.
func (f *finder) def(v ir.Value) *ir.Instr {
	if v == 0 || f.Defs[v] == nil {
		return &ir.Instr{}
	}
	return f.Defs[v]
}
