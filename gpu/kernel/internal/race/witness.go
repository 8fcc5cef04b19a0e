package race

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// wordBytes is what a cell stands for: the front end makes no smaller accesses to groupshared memory.
const wordBytes = 4

// use is one access: by whom, and when.
type use struct {
	in   *ir.Instr // nil: there is none
	item uint32
	left uint32 // what was there afterwards
	time uint64
}

// pair are the last accesses of two different work items.
type pair struct{ last, before use }

func (p *pair) add(u use) {
	if p.last.in != nil && p.last.item != u.item {
		p.before = p.last
	}
	p.last = u
}

// other is the last access of another work item than u's.
func (p *pair) other(u *use) use {
	if p.last.item != u.item {
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

// witness looks for conflicts while a group runs. It implements interp.Witness.
type witness struct {
	phase    uint64
	time     uint64 // accesses and atomics so far
	cells    []cell
	heard    map[*ir.Instr]bool // atomics whose results are used
	released []uint64           // by work item: the time of its last atomic
	acquired []uint64           // and of its last atomic that tells it something
	only     *sites             // nil: any conflict
	found    *conflict
	views    map[uint64]stored // by address
	written  *conflict         // of these
}

// sites are the places of the two accesses of a conflict, in order: which access came first is an accident.
type sites struct {
	low, high gpu.Site
	view      bool
}

// conflict is two accesses at an address of groupshared memory, or of the memory of a view.
type conflict struct {
	at            uint64
	view          bool
	record        uint32 // of the view
	first, second use
}

func (c *conflict) sites() sites {
	a, b := c.first.in.Site, c.second.in.Site
	return sites{min(a, b), max(a, b), c.view}
}

// newWitness makes a witness of one group of k, for conflicts between two places or all (nil).
func newWitness(k *ir.Kernel, only *sites) *witness {
	threads := k.Threads()
	return &witness{cells: make([]cell, k.SharedBytes()/wordBytes), heard: heardAtomics(k), only: only,
		released: make([]uint64, threads), acquired: make([]uint64, threads)}
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

// Barrier implements interp.Witness.
func (w *witness) Barrier() { w.phase++ }

// Atomic implements interp.Witness.
func (w *witness) Atomic(in *ir.Instr, item uint32) {
	w.time++
	w.released[item] = w.time
	if w.heard[in] {
		w.acquired[item] = w.time
	}
}

// Shared implements interp.Witness.
func (w *witness) Shared(in *ir.Instr, item, at, old, next uint32) {
	w.time++
	c := &w.cells[at/wordBytes]
	if c.phase != w.phase {
		*c = cell{phase: w.phase}
	}
	u := use{in, item, next, w.time}
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
			c.agreed.add(item, uint32(len(w.released)))
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
		w.Atomic(in, item)
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
	return u.in.Op.Class() == ir.Atomic && (ir.AtomicOp(u.in.Imm) == ir.AtomicAdd || ir.AtomicOp(u.in.Imm) == ir.AtomicXor)
}

// compare notes the first conflict of an access with an earlier one of another work item.
func (w *witness) compare(at uint32, p *pair, u *use) {
	first := p.other(u)
	if w.found != nil || first.in == nil || w.ordered(&first, u) {
		return
	}
	c := &conflict{at: uint64(at), first: first, second: *u}
	if w.only == nil || *w.only == c.sites() {
		w.found = c
	}
}

// ordered says whether atomics may have ordered two accesses.
func (w *witness) ordered(first, second *use) bool {
	return w.released[first.item] > first.time && w.acquired[second.item] > first.time
}
