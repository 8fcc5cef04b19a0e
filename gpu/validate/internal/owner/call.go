package owner

import (
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
	held     []Object
	disputed bool // two threads use one of them in no order
}

// Begin begins a call.
func (b *Book) Begin() { b.Turn = Turn{held: b.held[:0]} }

// Disputed says whether the call uses something that two threads use in no order: what else is wrong with it may follow from that.
func (b *Book) Disputed() bool { return b.disputed }

// Use is Take for something that the call uses. c is nil where there is one thread. What it returns is told later, and what follows from that is not told besides. Of a binding table
// it is told now: who uses one breaks rules of a level above, which does not ask who else does.
func (b *Book) Use(n Names, order *track.Order, object Object, c *Caller) (found []*diag.Diagnostic) {
	if c != nil && b.Take(order, object, *c) {
		switch {
		case !n.Table(object.ID):
			found = append(found, later())
		case b.Told(object) == nil:
			found = b.Ahead(n, order, []Object{object})
		}
	}
	b.disputed = b.disputed || b.Beside(object)
	b.held = append(b.held, object)
	return found
}

// Wavers is what is wrong with the call, in which something was found, when the other threads cannot go on without it, as check says it anew; and the uses in no order that are its
// causes.
func (b *Book) Wavers(n Names, order *track.Order, call gpu.Call, found []*diag.Diagnostic, check func(gpu.Call) []*diag.Diagnostic) (again, causes func() []*diag.Diagnostic) {
	held, out := slices.Clone(b.held), slices.Clone(found)
	again = func() []*diag.Diagnostic {
		_, written := call.(*gpu.DescriptorCall) // which Check follows
		if list, is := call.(*gpu.ListCall); !written && !(is && list.Act == gpu.TableUse) {
			return check(call)
		}
		if slices.ContainsFunc(held, b.Beside) {
			Follow(out)
		}
		return out
	}
	return again, func() []*diag.Diagnostic { return b.Ahead(n, order, held) }
}
