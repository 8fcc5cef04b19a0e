// Package incident words what goes wrong while work runs: deadlocks, accesses outside of resources, broken descriptors, hangs,
// and what a device that is full or removed refuses. Values in, diagnostics out.
//
// It knows objects only by name, through Names, and must not know rules or the state of calls.
package incident

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/fences"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Names tells how objects are called.
type Names interface {
	// Ref is the object as messages name it: copy queue "upload".
	Ref(id gpu.ID) string
	// Released is the place where the object was released, 0 if it was not.
	Released(id gpu.ID) gpu.Site
	// Written is the place where a descriptor was written that running work of a queue finds, 0 if it was not.
	Written(at gpu.GPUDescriptorHandle, by gpu.ID) gpu.Site
	// Created is the place where an object was made, Device the device that made it.
	Created(id gpu.ID) gpu.Site
	Device(id gpu.ID) gpu.ID
	// Counter is the only buffer that may count, and that no descriptor shows; 0: there is none.
	Counter(device gpu.ID) gpu.ID
	// AllQueues are the queues of a device that are alive, or of all devices, 0.
	AllQueues(device gpu.ID) []gpu.ID
	// Name is how the script calls it.
	Name(id gpu.ID) string
	// Tail is what a queue was given last; nil: it is none.
	Tail(queue gpu.ID) *fences.Tail
	// Past is what was done with a fence.
	Past(fence gpu.ID) fences.Past
	// Ending says of a queue that stands still whether it stands there in every run, and of a fence whether queues signal it in some runs only.
	Ending() (stays, gives func(id gpu.ID) bool)
	// Rivals are the threads that stand at waits for an event, and those that it has let go on in their place in this run, the eldest first; nil:
	// none. once says that nobody has waited for it before.
	Rivals(event gpu.ID, stand []fences.Waiting) (all []fences.Waiting, once bool)
	// Lacked says whether a thread lacks a value in every run, as far as is known.
	Lacked(l *incident.Lack) bool
}

// unsignalled is the last call that gave work to a queue after the last signal on it; 0: there is none.
func (x explainer) unsignalled(queue gpu.ID) gpu.Site {
	return x.Tail(queue).Last()
}

// Trails says whether a queue was given work after the last signal that a queue gives to a fence, and whether it is up to the run which value that
// has.
func (x explainer) Trails(fence gpu.ID) (trails, unsure bool) {
	if x.gives != nil && x.gives(fence) {
		return true, true
	}
	return x.Past(fence).Trails()
}

// unsure says whether it is up to the run which value a fence has that somebody waits for.
func (x explainer) unsure(l *incident.Lack) bool {
	_, unsure := x.Trails(l.Fence)
	return l.Fence != 0 && unsure
}

// loose says whether it is up to the run who gave a fence the value that it has.
func (x explainer) loose(l *incident.Lack) bool {
	return x.Past(l.Fence).Loose() || x.gives != nil && x.gives(l.Fence)
}

// explainer finds the words for one incident.
type explainer struct {
	Names
	gives func(fence gpu.ID) bool // of a stall: in some runs only a queue signals it; nil: that is not known
}

// Explain returns the diagnostic of an incident, nil for kinds that it does not know.
func Explain(names Names, of incident.Incident) *diag.Diagnostic {
	x := explainer{Names: names}
	var d *diag.Diagnostic
	switch i := of.(type) {
	case *incident.DescriptorFault:
		d = x.descriptorFault(i)
	case *incident.GroupRace:
		d = x.groupRace(i)
	case *incident.Hang:
		d = x.hang(i)
	case *incident.IndirectFault:
		d = x.indirectFault(i)
	case *incident.IndirectFetch:
		d = x.indirectFetch(i)
	case *incident.IndirectStride:
		d = x.indirectStride(i)
	case *incident.OutOfBounds:
		d = x.outOfBounds(i)
	case *incident.OutOfMemory:
		d = outOfMemory(i)
	case *incident.PageFault:
		d = x.pageFault(i)
	case *incident.Removed:
		d = removed(i)
	case *incident.Stall:
		d = x.explainStall(i)
	case *incident.TooManyObjects:
		d = tooManyObjects(i)
	case *incident.Unaligned:
		d = x.unaligned(i)
	case *incident.VertexFetch:
		d = x.vertexFetch(i)
	}
	if d != nil {
		words.Fold(d)
	}
	return d
}
