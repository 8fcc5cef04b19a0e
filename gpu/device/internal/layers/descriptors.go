package layers

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// fate is what was told of a descriptor that is not as the script means it.
type fate uint8

const (
	sound       fate = iota
	leftOut          // the call that would have written it
	unwritten        // it was missing when a list was submitted
	overwritten      // it was written while work may have read it
)

// descriptors are those of which something was told, until they are written anew. Those of heap 0 were meant for another heap than the call named.
//
//	a write is left out         ─▶ tables and shaders miss it
//	a list is without it        ─▶ shaders miss it, and the write that comes too late is one while work may read it
//	it is overwritten in flight ─▶ shaders find another one than was meant, and it is not static any more
type descriptors struct {
	fates  map[gpu.CPUDescriptorHandle]fate
	astray map[gpu.ID]bool // heaps of which a call that was left out named descriptors that are not there
	late   bool            // the running call is told to be a write in flight
}

func (t *descriptors) none() bool { return t.fates == nil && t.astray == nil }

func (t *descriptors) put(of []gpu.CPUDescriptorHandle, f fate) {
	for _, at := range of {
		t.fates = with(t.fates, at, f)
	}
}

// dropped keeps what a call does not write that is left out. Where it named a descriptor that is not there, nobody knows which one was meant.
func (t *descriptors) dropped(c *gpu.DescriptorCall, refused []*diag.Diagnostic) {
	var outside, elsewhere bool
	for _, d := range refused {
		outside = outside || d.Code == diag.DescriptorOutOfHeap
		elsewhere = elsewhere || d.Code == diag.BadDescriptorHandle
	}
	for at := range written(c) {
		if outside {
			t.astray = with(t.astray, at.Heap, true)
		}
		if elsewhere {
			at.Heap = 0
		}
		t.fates = with(t.fates, at, leftOut)
	}
}

// written goes through the descriptors that a call writes, with those that it copies.
func written(c *gpu.DescriptorCall) func(yield func(at, from gpu.CPUDescriptorHandle) bool) {
	return func(yield func(at, from gpu.CPUDescriptorHandle) bool) {
		if len(c.Copies) == 0 {
			yield(c.Dest, gpu.CPUDescriptorHandle{})
			return
		}
		for _, k := range c.Copies {
			for i := range k.Count {
				at, from := k.Dest, k.Src
				at.Index, from.Index = at.Index+i, from.Index+i
				if !yield(at, from) {
					return
				}
			}
		}
	}
}

// done keeps what a diagnostic tells of descriptors.
func (t *descriptors) done(d *diag.Diagnostic) {
	switch d.Code {
	case diag.StaticDescriptorUnwritten:
		t.put(d.Descriptors, unwritten)
	case diag.DescriptorInFlight:
		t.put(d.Descriptors, overwritten)
		t.late = true
	}
}

// again says whether a diagnostic follows from what was told of all descriptors that it speaks of.
func (t *descriptors) again(d *diag.Diagnostic) bool {
	var by fate
	switch d.Code {
	case diag.StaticDescriptorUnwritten:
		return len(d.Descriptors) > 0 && !slices.ContainsFunc(d.Descriptors, func(at gpu.CPUDescriptorHandle) bool { return !t.missing(at) })
	case diag.DescriptorInFlight:
		by = unwritten
	case diag.StaticDescriptorChanged:
		by = overwritten
	default:
		return false
	}
	return len(d.Descriptors) > 0 && !slices.ContainsFunc(d.Descriptors, func(at gpu.CPUDescriptorHandle) bool { return t.fates[at] != by })
}

// missing says whether it was told that a descriptor is not written.
func (t *descriptors) missing(at gpu.CPUDescriptorHandle) bool {
	f := t.fates[at]
	return f == leftOut || f == unwritten || t.astray[at.Heap] || t.fates[gpu.CPUDescriptorHandle{Index: at.Index}] == leftOut
}

// record forgets what was told of descriptors that a call has written; a copy of one that is not there is none.
func (t *descriptors) record(c *gpu.DescriptorCall) {
	late := t.late
	if t.late = false; late || t.fates == nil {
		return
	}
	for at, from := range written(c) {
		if f := t.fates[from]; from.Heap != 0 && (f == leftOut || f == unwritten) {
			t.fates[at] = leftOut
		} else {
			delete(t.fates, at)
		}
	}
}

// follows says whether a fault is of a descriptor of which something was told.
func (t *descriptors) follows(i *incident.DescriptorFault) bool {
	at := gpu.CPUDescriptorHandle{Heap: i.Handle.Heap, Index: i.Handle.Index}
	return t.fates[at] != sound || i.Kind == incident.DescriptorUnwritten && t.missing(at)
}
