package owner

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Object is what threads use: an object, or a descriptor of a heap.
type Object struct {
	ID   gpu.ID
	Slot uint32 // from 1; 0: the object itself
}

// Descriptor is a descriptor of a heap, by its number.
func Descriptor(heap gpu.ID, index uint32) Object { return Object{heap, index + 1} }

// Turn is what the call that is looked at uses. The zero value uses nothing.
type Turn struct {
	held     []Object // what decides whether the call is right: another thread could change it
	disputed Object   // the first, by their numbers, that two threads use in no order; none: nothing
	found    []Object // of which this call has found that
}

// first is the first of two by their numbers, none counts last.
func (o Object) first(p Object) Object {
	if o == (Object{}) || p != (Object{}) && (p.ID < o.ID || p.ID == o.ID && p.Slot < o.Slot) {
		return p
	}
	return o
}

// Begin begins a call.
func (b *Book) Begin() { b.Turn = Turn{held: b.held[:0], found: b.found[:0]} }

// Disputed says whether the call uses something that two threads use in no order: what else is wrong with it may follow from that.
func (b *Book) Disputed() bool { return b.disputed != Object{} }

// Use is Take for something that the call uses. c is nil where there is one thread.
func (b *Book) Use(n Names, order *track.Order, object Object, c *Caller, as Class) (d *diag.Diagnostic) {
	if c != nil {
		if d = b.Take(n, order, object, *c); d != nil {
			b.found = append(b.found, object)
		}
	}
	if b.Told(object) != nil {
		b.disputed = object.first(b.disputed)
	}
	if as != Shares && as != Needs || object.Slot != 0 {
		b.held = append(b.held, object)
	}
	return d
}

// Wavers says whether other threads may still decide what is wrong with the call: varies says that this depends on calls before. The function says, when they cannot go on, what
// two threads use in no order, none: nothing, and whether this call has found that.
func (b *Book) Wavers(n Names, order *track.Order, varies bool) func() (causes []*diag.Diagnostic, found bool) {
	if order.Alone() || !b.Disputed() && !varies {
		return nil
	}
	found, about := len(b.found) > 0, slices.Clone(b.found)
	switch {
	case found:
		slices.SortFunc(about, func(x, y Object) int { return cmp.Or(cmp.Compare(x.ID, y.ID), cmp.Compare(x.Slot, y.Slot)) })
	case b.Disputed():
		about = append(about, b.disputed)
	default:
		about = slices.Clone(b.held)
	}
	return func() (causes []*diag.Diagnostic, _ bool) {
		for _, object := range about {
			if cause := b.Again(n, order, object); cause != nil && (found || causes == nil) {
				causes = append(causes, cause)
			}
		}
		return causes, found
	}
}
