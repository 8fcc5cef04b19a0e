package use

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
)

// Walks are the static tables that commands of a recording went through last, and found everything in its state. All of it is in the one state that
// the table needs then, so as long as neither the descriptors nor the states of what these show change, to go through them again changes nothing and
// says nothing:
//
//	dispatch   table of 256    256 states: unseen ──▶ read
//	dispatch   table of 256    left out
//	barrier x                  x changes: is it in the table?
//
// What a command needs of tables that are left out is found when it matters (Book.recall). The zero value is ready.
type Walks struct {
	list    [mostWalks]walk
	next    int // the oldest one
	changes uint64
	changed [mostChanges]gpu.ID // the resources of the last changes, by their numbers
	wrong   uint64              // uses in a wrong state so far
}

// mostWalks is how many tables are remembered, and mostChanges after how many changes of states one is gone through without asking what they were of.
// A walk has at least fewestWalked descriptors.
const (
	mostWalks    = 8
	mostChanges  = 8
	fewestWalked = 4
)

// walk is some descriptors of a heap, used in a state.
type walk struct {
	heap         gpu.ID // 0: none
	first, count uint32
	want         gpu.ResourceStates
	written      uint64 // the last write to the heap before it
	changes      uint64 // of states before it
}

// omitted is a part of a table that the command that is looked at reads, and which was left out.
type omitted struct {
	at    int // the number of needs of the command before it
	bound Bound
	table *layout.TableRead
	stage gpu.ShaderStage
}

// Reset begins a recording.
func (w *Walks) Reset() { *w = Walks{} }

// change notes that a state of a resource changes, or that something was said of it.
func (w *Walks) change(id gpu.ID) {
	w.changed[w.changes%mostChanges] = id
	w.changes++
}

// holds says whether a walk would find what it has found.
func (w *Walks) holds(of walk, h *slots.Heap) bool {
	i := slices.IndexFunc(w.list[:], func(o walk) bool {
		return o.heap == of.heap && o.first == of.first && o.count == of.count && o.want == of.want
	})
	if i < 0 {
		return false
	}
	known := &w.list[i]
	if w.changes-known.changes > mostChanges {
		return false
	}
	for n := known.changes; n < w.changes; n++ {
		if id := w.changed[n%mostChanges]; shows(h, of, func(s *slots.Slot) bool { return s.Resource == id || s.Counter == id }) {
			return false
		}
	}
	if h.Written != known.written && shows(h, of, func(s *slots.Slot) bool { return s.Written > known.written }) {
		return false
	}
	known.changes, known.written = w.changes, h.Written
	return true
}

// shows says whether a descriptor of a walk is such.
func shows(h *slots.Heap, of walk, is func(*slots.Slot) bool) bool {
	for _, s := range h.From(uint64(of.first), uint64(of.count)) {
		if is(s) {
			return true
		}
	}
	return false
}

// keep remembers a walk in which nothing was wrong, in place of the same one or the oldest.
func (w *Walks) keep(of walk, h *slots.Heap) {
	of.changes, of.written = w.changes, h.Written
	i := slices.IndexFunc(w.list[:], func(o walk) bool {
		return o.heap == of.heap && o.first == of.first && o.count == of.count && o.want == of.want
	})
	if i < 0 {
		i, w.next = w.next, (w.next+1)%mostWalks
	}
	w.list[i] = of
}

// recall adds the needs of tables that were left out to those of the command, at their places.
func (k *Book) recall() {
	added := 0
	for i := range k.omitted {
		n := &k.omitted[i]
		k.recalled = k.recalled[:0]
		k.tableNeeds(&n.bound, n.table, n.stage, func(_ *Resource, need role.Need) { k.recalled = append(k.recalled, need) })
		k.needs.Insert(n.at+added, k.recalled)
		added += len(k.recalled)
	}
	k.omitted = k.omitted[:0]
}
