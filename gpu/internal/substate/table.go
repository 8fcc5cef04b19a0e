package substate

import (
	"slices"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
)

// Table has the states of the resources in one recording. The memory is reused by the next one.
type Table struct {
	stamp     uint32
	resources []resourceStates
	index     map[gpu.ID]int // of those after the first few, when one was searched
	most      int            // that have been in the index
}

// resourceStates is one resource of count subresources. subs has one entry while all of them are alike; and where there are many and few have been
// used, those that are at the places of at, so that a recording needs memory for what it touches:
//
//	at          3     200
//	subs      [ … ] [  …  ]      the others are unseen
type resourceStates struct {
	id    gpu.ID
	subs  []Subresource
	at    []uint32
	count uint32
}

// many is how many subresources are never told apart one by one.
const many = 16

// one is the state of a subresource of a resource whose others are unseen but for a few.
func (r *resourceStates) one(sub uint32) []Subresource {
	k, found := slices.BinarySearch(r.at, sub)
	switch {
	case found:
	case 4*len(r.at) >= int(r.count):
		r.spread()
		k = int(sub)
	default:
		r.at, r.subs = slices.Insert(r.at, k, sub), slices.Insert(r.subs, k, Subresource{})
	}
	return r.subs[k : k+1]
}

// spread gives each subresource an entry, where only a few have one.
func (r *resourceStates) spread() {
	if len(r.at) == 0 {
		return
	}
	r.subs = r.all(slices.Grow(r.subs, int(r.count)-len(r.subs))[:r.count])
	r.at = r.at[:0]
}

// all writes the entries of all subresources, few of which have one, to a list that may begin with these.
func (r *resourceStates) all(out []Subresource) []Subresource {
	k := len(r.at) - 1
	for i := len(out) - 1; i >= 0; i-- {
		if k < 0 || r.at[k] != uint32(i) {
			out[i] = Subresource{}
			continue
		}
		out[i] = r.subs[k]
		k--
	}
	return out
}

// spreads are lists for Each, one for each that goes on.
var spreads = sync.Pool{New: func() any { return new([]Subresource) }}

// Slot is where a resource stands in the recording that used it last: kept beside the resource, it saves a search. A table is given the slots that
// are kept beside resources, or new ones, and never both.
type Slot struct {
	stamp, index uint32
	newest       uint32 // the greatest stamp of a recording that used it; 0: a new slot
}

// Begin starts a recording. The stamps of recordings differ, and ascend.
func (t *Table) Begin(stamp uint32) {
	t.stamp, t.resources = stamp, t.resources[:0]
	if n := len(t.index); n > 0 && 8*n < t.most { // to clear it would cost what an earlier recording has needed
		t.index, t.most = nil, 0
	} else if n > 0 {
		t.most = max(t.most, n)
		clear(t.index)
	}
}

// Show starts the recording of a Present, which finds a resource with count subresources in PRESENT and leaves it there.
func (t *Table) Show(stamp uint32, id gpu.ID, count uint32, promotable gpu.ResourceStates, site gpu.Site) {
	t.Begin(stamp)
	stay := gpu.Barrier{Resource: id, Before: gpu.StatePresent, After: gpu.StatePresent}
	t.Of(id, count, gpu.AllSubresources, &Slot{})[0].Transition(&stay, promotable, gpu.OpNone, site)
}

// Of returns the states that a subresource index means, all of them for AllSubresources, of a resource with count
// subresources. The result is valid until the next call.
func (t *Table) Of(id gpu.ID, count, sub uint32, at *Slot) []Subresource {
	r := t.find(id, at)
	r.count = count
	switch {
	case sub == gpu.AllSubresources || count == 1:
		r.spread()
		return r.subs
	case len(r.at) > 0:
		return r.one(sub)
	case len(r.subs) == 1 && count > many && r.subs[0] == Subresource{}:
		r.at = append(r.at, sub)
		return r.subs
	case len(r.subs) == 1:
		for range count - 1 {
			r.subs = append(r.subs, r.subs[0])
		}
	}
	return r.subs[sub : sub+1]
}

// find finds or makes the entry of a resource.
func (t *Table) find(id gpu.ID, at *Slot) *resourceStates {
	if at.stamp == t.stamp && int(at.index) < len(t.resources) && t.resources[at.index].id == id {
		return &t.resources[at.index]
	}
	first := at.newest != 0 && at.newest < t.stamp // stamps ascend
	if at.stamp, at.newest = t.stamp, max(at.newest, t.stamp); !first {
		if i, ok := t.place(id); ok { // two lists record by turns
			at.index = uint32(i)
			return &t.resources[i]
		}
	}
	at.index = uint32(len(t.resources))
	if len(t.resources) < cap(t.resources) {
		t.resources = t.resources[:len(t.resources)+1]
	} else {
		t.resources = append(t.resources, resourceStates{})
	}
	r := &t.resources[at.index]
	r.id, r.subs, r.at = id, append(r.subs[:0], Subresource{}), r.at[:0]
	return r
}

// few is how many resources are searched one by one.
const few = 16

// place is where a resource stands that the recording has used.
func (t *Table) place(id gpu.ID) (at int, ok bool) {
	for i := range min(few, len(t.resources)) {
		if t.resources[i].id == id {
			return i, true
		}
	}
	if len(t.resources) <= few {
		return 0, false
	}
	if t.index == nil {
		t.index = map[gpu.ID]int{}
	}
	for i := few + len(t.index); i < len(t.resources); i++ {
		t.index[t.resources[i].id] = i
	}
	at, ok = t.index[id]
	return at, ok
}

// Left is the state in which the recording leaves a resource so far, if all of it is in one that it says.
func (t *Table) Left(id gpu.ID) (state gpu.ResourceStates, ok bool) {
	i, ok := t.place(id)
	if !ok || len(t.resources[i].at) > 0 {
		return 0, false
	}
	for k := range t.resources[i].subs {
		s := &t.resources[i].subs[k]
		if s.How == Unseen || k > 0 && s.State != state {
			return 0, false
		}
		state = s.State
	}
	return state, true
}

// Idle is where a barrier has taken a subresource to a state in which the recording has not used it so far; 0: there is none.
func (t *Table) Idle(id gpu.ID, sub uint32) gpu.Site {
	i, ok := t.place(id)
	if !ok {
		return 0
	}
	r, at := &t.resources[i], int(sub)
	switch {
	case len(r.at) > 0:
		at = slices.Index(r.at, sub)
	case len(r.subs) == 1:
		at = 0
	}
	if at < 0 || at >= len(r.subs) {
		return 0
	}
	if s := &r.subs[at]; s.How == Explicit && s.Op == gpu.OpResourceBarrier && !s.Used {
		return s.Site
	}
	return 0
}

// Uses says that the recording uses a resource.
func (t *Table) Uses(id gpu.ID) bool {
	_, ok := t.place(id)
	return ok
}

// Empty says that the recording uses no resource.
func (t *Table) Empty() bool { return len(t.resources) == 0 }

// Few is like Each, but where few of many subresources were used it gives their states alone, and at which they are; else at is empty.
func (t *Table) Few(f func(id gpu.ID, subs []Subresource, at []uint32)) {
	for i := range t.resources {
		f(t.resources[i].id, t.resources[i].subs, t.resources[i].at)
	}
}

// Each calls f with every resource of the recording, in the order of first use. The subresources are valid until f returns.
func (t *Table) Each(f func(id gpu.ID, subs []Subresource)) {
	for i := range t.resources {
		r := &t.resources[i]
		if len(r.at) == 0 {
			f(r.id, r.subs)
			continue
		}
		list := spreads.Get().(*[]Subresource)
		*list = r.all(slices.Grow((*list)[:0], int(r.count))[:r.count])
		f(r.id, *list)
		spreads.Put(list)
	}
}
