package race

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// wordBytes is what a cell stands for: the front end makes no smaller accesses to groupshared memory.
const wordBytes = 4

// use is one access: by whom, and when.
type use struct {
	in    *ir.Instr // nil: there is none
	group int       // in the order of the rehearsal
	item  uint32
	left  uint32 // what was there afterwards
	phase uint64
	time  uint64
}

// by is the work item of an access.
func (u *use) by() [2]uint64 { return [2]uint64{uint64(u.group), uint64(u.item)} }

// pair are the last accesses of two different work items.
type pair struct{ last, before use }

func (p *pair) add(u use) {
	if p.last.in != nil && p.last.by() != u.by() {
		p.before = p.last
	}
	p.last = u
}

// other is the last access of another work item than u's.
func (p *pair) other(u *use) use {
	if p.last.by() != u.by() {
		return p.last
	}
	return p.before
}

// cell is what happened to one word in a phase.
type cell struct {
	phase   uint64
	reads   pair
	writes  pair // but for atomics
	atomics pair
	changes pair // writes and atomics that left another value than they found
	agreed  set  // work items that wrote what was there already
}

// set is a set of work items.
type set []uint64

func (s *set) add(item, of uint32) {
	if *s == nil {
		*s = make(set, (of+63)/64)
	}
	(*s)[item/64] |= 1 << (item % 64)
}

func (s set) has(item uint32) bool { return s != nil && s[item/64]>>(item%64)&1 != 0 }

// witness looks for conflicts while groups run. It implements interp.Witness.
type witness struct {
	threads  uint32
	phase    uint64 // of all groups in their order
	time     uint64 // accesses and atomics so far
	cells    []cell
	heard    map[*ir.Instr]bool // atomics whose results are used
	writable []bool             // by binding: a read of it counts
	groups   []group
	only     *sites // nil: any conflict
	shared   *conflict
	views    map[uint64]*word // by address
	written  *conflict        // of these: two stores
	read     *conflict        // and a read of what is changed
}

// group is what atomics of a group order.
type group struct {
	released []uint64 // by work item: the time of its last atomic
	acquired []uint64 // and of its last atomic that tells it something, or before a barrier one of any
	crossed  uint64   // the time of the last access before a barrier
	handed   uint64   // and of the last one before a barrier that an atomic came after
}

// sites are the places of the two accesses of a conflict, in order: which access came first is an accident.
type sites struct {
	low, high gpu.Site
	view      bool
	read      bool // and not two stores
}

// conflict is two accesses at an address of groupshared memory, or of the memory of a view.
type conflict struct {
	at            uint64
	view          bool
	record        uint32 // of the view
	first, second use
}

// reads says whether one of the two accesses is a read.
func (c *conflict) reads() bool {
	return c.first.in.Op.Class() == ir.Load || c.second.in.Op.Class() == ir.Load
}

func (c *conflict) sites() sites {
	a, b := c.first.in.Site, c.second.in.Site
	return sites{min(a, b), max(a, b), c.view, c.view && c.reads()}
}

// newWitness makes a witness of k, for conflicts between two places or all (nil).
func newWitness(k *ir.Kernel, only *sites) *witness {
	w := &witness{threads: k.Threads(), cells: make([]cell, k.SharedBytes()/wordBytes), heard: heardAtomics(k), only: only,
		writable: make([]bool, len(k.Bindings)), views: map[uint64]*word{}}
	for i := range k.Bindings {
		w.writable[i] = k.Bindings[i].Kind == ir.UAV
	}
	return w
}

// heardAtomics are the atomics of a kernel whose results are used.
func heardAtomics(k *ir.Kernel) map[*ir.Instr]bool {
	used := make([]bool, k.NumValues())
	mark := func(values []ir.Value) {
		for _, v := range values {
			used[v] = true
		}
	}
	k.Body.Walk(func(in *ir.Instr) {
		mark(in.Args)
		for _, b := range in.Blocks {
			mark(b.Yield)
		}
	})
	heard := map[*ir.Instr]bool{}
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op.Class() == ir.Atomic && in.Result() != 0 && used[in.Result()] {
			heard[in] = true
		}
	})
	return heard
}

// Group implements interp.Witness.
func (w *witness) Group() {
	w.phase++
	w.groups = append(w.groups, group{released: make([]uint64, w.threads), acquired: make([]uint64, w.threads)})
}

// now is the group that runs.
func (w *witness) now() *group { return &w.groups[len(w.groups)-1] }

// Barrier implements interp.Witness.
func (w *witness) Barrier() {
	w.phase++
	g := w.now()
	g.crossed = w.time
	latest := slices.Max(g.acquired)
	for i := range g.acquired {
		g.acquired[i] = latest
	}
}

// use is an access of the group that runs.
func (w *witness) use(in *ir.Instr, item, left uint32) use {
	return use{in, len(w.groups) - 1, item, left, w.phase, w.time}
}

// atomic notes what an atomic operation orders.
func (w *witness) atomic(in *ir.Instr, item uint32) {
	w.time++
	g := w.now()
	g.released[item], g.handed = w.time, g.crossed
	if w.heard[in] {
		g.acquired[item] = w.time
	}
}

// Shared implements interp.Witness.
func (w *witness) Shared(in *ir.Instr, item, at, old, next uint32) {
	w.time++
	c := &w.cells[at/wordBytes]
	if c.phase != w.phase {
		*c = cell{phase: w.phase}
	}
	u := w.use(in, item, next)
	switch in.Op.Class() {
	case ir.Load:
		if !c.agreed.has(item) { // who has written the same reads its own
			w.compare(at, &c.changes, &u)
		}
		c.reads.add(u)
		return
	case ir.Store:
		if old != next {
			w.compare(at, &c.writes, &u)
			w.compare(at, &c.atomics, &u)
			w.compare(at, &c.reads, &u)
		} else {
			w.compareIf(at, &c.changes, &u, counts)
			w.compareIf(at, &c.reads, &u, func(read *use) bool { return read.left != next })
			c.agreed.add(item, w.threads)
		}
		c.writes.add(u)
	default:
		if old != next {
			w.compare(at, &c.writes, &u)
			w.compare(at, &c.reads, &u)
		} else {
			w.compareIf(at, &c.changes, &u, stores)
		}
		c.atomics.add(u)
	}
	if old != next {
		c.changes.add(u)
	}
	if in.Op.Class() == ir.Atomic {
		w.atomic(in, item)
	}
}

// compareIf is compare of an access that changes nothing, if the earlier one is of a kind.
func (w *witness) compareIf(at uint32, p *pair, u *use, kind func(*use) bool) {
	if first := p.other(u); first.in != nil && kind(&first) {
		w.compare(at, p, u)
	}
}

func stores(u *use) bool { return u.in.Op.Class() == ir.Store }

// counts says whether an access is an atomic that gives something else when it is done again, so that what it leaves is no agreement with who
// writes the same.
func counts(u *use) bool {
	if u.in.Op.Class() != ir.Atomic {
		return false
	}
	switch ir.AtomicOp(u.in.Imm) {
	case ir.AtomicAdd, ir.AtomicSubtract, ir.AtomicXor:
		return true
	}
	return false
}

// compare notes the first conflict of an access with an earlier one of another work item.
func (w *witness) compare(at uint32, p *pair, u *use) {
	first := p.other(u)
	if w.shared != nil || first.in == nil || w.ordered(&first, u) {
		return
	}
	c := &conflict{at: uint64(at), first: first, second: *u}
	if w.only == nil || *w.only == c.sites() {
		w.shared = c
	}
}

// ordered says whether atomics may have ordered two accesses: the first work item, or one of its group after a barrier, did one later, and the second
// one, or one of its group before a barrier, has heard something since.
func (w *witness) ordered(first, second *use) bool {
	from, to := &w.groups[first.group], &w.groups[second.group]
	return (from.released[first.item] > first.time || from.handed >= first.time) && to.acquired[second.item] > first.time
}
