package plan

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Key names the accesses that are counted together: those of one kind through one record.
type Key struct {
	Record uint32
	Class  ir.Class // Load, Store or Atomic
	Op     ir.AtomicOp
}

// Compare orders keys by record, class and operation.
func (k Key) Compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Record, o.Record), cmp.Compare(k.Class, o.Class), cmp.Compare(k.Op, o.Op))
}

// Touched is exactly the bytes that accesses of one key touch.
type Touched struct {
	Key
	Patterns []Pattern // by begin, disjoint, at least one
}

// Hull covers the bytes that accesses of one key may touch. One that goes to the end of its view, whatever its size, counts End from the last
// element.
type Hull struct {
	Key
	Span
	Step  uint32 // bytes of an element of the view, where the hull goes to its end; else 0
	Bytes bool   // the elements are the bytes of constants
}

// In is the bytes of the hull in a view.
func (h *Hull) In(r *ir.Record) Span {
	n := r.Count
	if h.Bytes {
		n = r.Size
	}
	return Span{h.Begin, h.End + uint64(h.Step)*uint64(max(n, 1)-1)}
}

// Known is what the closed forms of a dispatch say. All bytes count from the base of their record: where the records stand makes no difference.
type Known struct {
	Number  uint64    // no other ones of the Cache have it, from 1; else 0
	Touched []Touched // by key
	// Open are the accesses, in the order of the kernel, of which the closed forms do not say all: what they touch must be seen. Those that
	// cannot touch anything but what is in Touched are not among them.
	Open []*ir.Instr
	// Hulls cover what Open may touch, one entry for each access and record, in the order of the kernel.
	Hulls []Hull
	// Watched is what was known before Settle, nil if that is this.
	Watched *Known
}

// KeyOf is the key of an access to an element of its binding's array.
func KeyOf(k *ir.Kernel, in *ir.Instr, slot uint32) Key {
	key := Key{Record: k.FirstRecord(in.Binding) + slot, Class: in.Op.Class()}
	if key.Class == ir.Atomic {
		key.Op = ir.AtomicOp(in.Imm)
	}
	return key
}

// candidate is an access to one record that touches something.
type candidate struct {
	Key
	Span
	access  *access
	exact   bool
	lattice lattice
	course  course
}

// Known finds what the whole dispatch touches. most bounds the patterns of one key.
func (f *Footprint) Known(most int) Known {
	out := found{}
	f.known(&out, most)
	return out.Known
}

// known is Known, in the memory of something found.
func (f *Footprint) known(out *found, most int) {
	list := f.candidates()
	groups := f.groups(list, most, out.few.patterns[:])
	for changed := true; changed; {
		changed = false
		for i := range groups {
			changed = groups[i].open() || changed
		}
		changed = openEverywhere(list) || changed
	}
	if out.Touched = out.few.touched[:0]; len(groups) > len(out.few.touched) {
		out.Touched = make([]Touched, 0, len(groups))
	}
	for i := range groups {
		if g := &groups[i]; g.closed && len(g.patterns) > 0 {
			out.Touched = append(out.Touched, Touched{g.members[0].Key, g.patterns})
		}
	}
	f.trusts(&out.trust, list)
	f.courses(out, groups)
	for i := range list {
		if c := &list[i]; !c.exact {
			f.moving.stay(&c.course)
			out.Hulls = append(out.Hulls, f.hull(c))
			if n := len(out.Open); n == 0 || out.Open[n-1] != c.access.in {
				out.Open = append(out.Open, c.access.in)
			}
		}
	}
}

// group is the candidates of one key.
type group struct {
	members  []*candidate
	patterns []Pattern // of the exact ones
	plain    bool      // none of patterns has a stride
	closed   bool      // patterns are used
}

// groups finds the patterns of all keys. Those of the first few keys are in some room, if they have one.
func (f *Footprint) groups(list []candidate, most int, room []Pattern) []group {
	f.sorted = f.sorted[:0]
	for i := range list {
		f.sorted = append(f.sorted, &list[i])
	}
	slices.SortStableFunc(f.sorted, func(a, b *candidate) int { return a.Compare(b.Key) })
	out := f.grouped[:0]
	for rest := f.sorted; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Key == rest[0].Key {
			n++
		}
		g := newGroup(rest[:n], most, room[:0:min(len(room), 1)])
		room = room[min(len(room), 1):]
		for _, c := range g.members {
			if _, step := f.reachesEnd(c); step > 0 && len(g.patterns) > 0 { // whether they cover it, its size decides
				f.rooms[c.Record].fixed = true
			}
		}
		out, rest = append(out, g), rest[n:]
	}
	f.grouped = out
	return out
}

func newGroup(members []*candidate, most int, room []Pattern) group {
	g := group{members: members}
	var few [4]lattice
	lattices := few[:0]
	for _, c := range members {
		if c.exact {
			lattices = append(lattices, c.lattice)
		}
	}
	g.patterns, g.closed = patternsOf(room, lattices, most)
	g.plain = !slices.ContainsFunc(g.patterns, func(p Pattern) bool { return p.Count > 1 })
	for _, c := range members {
		c.exact = g.closed && (c.exact || covers(g.patterns, c.Span))
	}
	return g
}

// open gives up patterns with strides where something of the key is open: what is seen is spans, and both together must be disjoint. It tells
// whether that opened anything.
func (g *group) open() bool {
	if !g.closed || g.plain || !slices.ContainsFunc(g.members, func(c *candidate) bool { return !c.exact }) {
		return false
	}
	g.closed = false
	for _, c := range g.members {
		c.exact = false
	}
	return true
}

// openEverywhere opens an instruction for all records if it is for one, because it is watched as a whole. The candidates of an instruction follow
// each other.
func openEverywhere(list []candidate) bool {
	changed := false
	for len(list) > 0 {
		n, open, exact := 0, false, false
		for ; n < len(list) && list[n].access.in == list[0].access.in; n++ {
			open, exact = open || !list[n].exact, exact || list[n].exact
		}
		if open && exact {
			changed = true
			for i := range n {
				list[i].exact = false
			}
		}
		list = list[n:]
	}
	return changed
}

// candidates are what all accesses touch, in the order of the kernel.
func (f *Footprint) candidates() []candidate {
	list := f.list[:0]
	f.axisRoom = f.axisRoom[:0]
	for i := range f.accesses {
		a := &f.accesses[i]
		first, last := f.slots(a)
		for slot := first; slot <= last; slot++ {
			l, hull, touched, exact := f.exactly(a, slot)
			if !touched {
				f.moving.pin(&a.at[0], &a.at[1], &a.at[2])
				continue
			}
			list = append(list, candidate{KeyOf(f.k, a.in, slot), hull, a, exact, l, course{}})
			c := &list[len(list)-1]
			c.course = f.courseOf(c)
		}
	}
	f.list = list
	return list
}

// hull is the bytes that a candidate may touch, in words that hold for all views for which the closed forms do.
func (f *Footprint) hull(c *candidate) Hull {
	h := Hull{Key: c.Key, Span: c.Span}
	if n, step := f.reachesEnd(c); step > 0 {
		h.End, h.Step, h.Bytes = h.End-uint64(n-1)*uint64(step), step, f.k.Bindings[c.access.in.Binding].Shape == ir.Constants
	}
	return h
}

// reachesEnd tells how many elements a view has, and of how many bytes, if nothing is known of which of them a candidate touches; else step is 0.
func (f *Footprint) reachesEnd(c *candidate) (n, step uint32) {
	b, r := &f.k.Bindings[c.access.in.Binding], f.look(c.access.in.Binding, c.Record)
	switch {
	case b.Shape == ir.Constants && !c.access.at[1].known:
		n, step = r.Size, 1
	case b.Shape.IsBuffer() && !c.access.at[0].known:
		n, step = r.Count, b.Stride
	}
	if n > largestRoom {
		return n, 0
	}
	return n, step
}

// covers tells whether one of patterns, without a stride, holds all of s.
func covers(patterns []Pattern, s Span) bool {
	return slices.ContainsFunc(patterns, func(p Pattern) bool { return p.Count == 1 && p.Begin <= s.Begin && s.End <= p.End() })
}
