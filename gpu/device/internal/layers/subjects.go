package layers

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// subjects are what a diagnostic of a call is about, as causes without a kind; call is nil where work was found to break a rule.
type subjects func(call gpu.Call, d *diag.Diagnostic) []cause

// as is a cause of a kind, as far as the kind knows what it is about.
func (c cause) as(k kind) cause {
	switch k {
	case astray:
		return cause{kind: k, of: c.of}
	case elsewhere:
		return cause{kind: k, index: c.index}
	}
	c.kind = k
	return c
}

// alone are the commands that none after them builds on.
var alone = map[gpu.Op]bool{gpu.OpClearDepthStencilView: true, gpu.OpClearRenderTargetView: true, gpu.OpClearUnorderedAccessViewFloat: true,
	gpu.OpClearUnorderedAccessViewUint: true, gpu.OpCopyBufferRegion: true, gpu.OpCopyResource: true,
	gpu.OpCopyTextureRegion: true, gpu.OpDiscardResource: true,
	gpu.OpDispatch: true, gpu.OpDrawIndexedInstanced: true, gpu.OpDrawInstanced: true, gpu.OpExecuteIndirect: true, gpu.OpResolveQueryData: true,
	gpu.OpResolveSubresource: true, gpu.OpResolveSubresourceRegion: true, gpu.OpResourceBarrier: true, gpu.OpSetMarker: true,
	gpu.OpWriteBufferImmediate: true}

// object is the object that a diagnostic is about.
func object(_ gpu.Call, d *diag.Diagnostic) []cause { return known(d.Object) }

// used is object for calls that use it: a second Release is a mistake of its own.
func used(call gpu.Call, d *diag.Diagnostic) []cause {
	if _, second := call.(*gpu.ReleaseCall); second {
		return nil
	}
	return known(d.Object)
}

// releasedAt is the object of a call that uses it, at the places that the diagnostic tells: one of them is its Release, which is to be left out.
func releasedAt(call gpu.Call, d *diag.Diagnostic) []cause {
	of := used(call, d)
	if of == nil {
		return nil
	}
	id, list := of[0].of, of[:0]
	for i := range d.Labels {
		list = append(list, cause{of: id, site: d.Labels[i].Site})
	}
	return list
}

// releases is the object of a Release, at its place.
func releases(call gpu.Call, d *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.ReleaseCall); ok && d.Object != 0 {
		return []cause{{of: d.Object, site: c.Site}}
	}
	return nil
}

// freed is the fence whose Release may end the wait that is to order a race, at the place of that.
func freed(_ gpu.Call, d *diag.Diagnostic) []cause {
	if d.Awaited.Freed == 0 {
		return nil
	}
	return []cause{{of: d.Awaited.Fence, site: d.Awaited.Freed}}
}

// misnames is the barrier that names another subresource than is meant.
func misnames(_ gpu.Call, d *diag.Diagnostic) []cause {
	if d.Misnames == 0 {
		return nil
	}
	return []cause{{site: d.Misnames}}
}

// side is the object that a diagnostic is about, at the place of the command of a label: where that was recorded, or else submitted.
func side(label int) subjects {
	return func(_ gpu.Call, d *diag.Diagnostic) []cause {
		if d.Object == 0 || label >= len(d.Labels) {
			return nil
		}
		return []cause{{of: d.Object, site: commandAt(&d.Labels[label])}}
	}
}

// label is the place of a label.
func label(n int) subjects {
	return func(_ gpu.Call, d *diag.Diagnostic) []cause {
		if n >= len(d.Labels) {
			return nil
		}
		return []cause{{site: d.Labels[n].Site}}
	}
}

// command is where the command of a label was recorded, or else submitted.
func command(n int) subjects {
	return func(_ gpu.Call, d *diag.Diagnostic) []cause {
		if n >= len(d.Labels) {
			return nil
		}
		return []cause{{site: commandAt(&d.Labels[n])}}
	}
}

func commandAt(l *diag.Label) gpu.Site {
	if len(l.Via) > 0 && l.Via[0].Verb == diag.RecordedAt {
		return l.Via[0].Site
	}
	return l.Site
}

// run is a list that a diagnostic is about, with the call that submits it.
func run(n int) subjects {
	return func(_ gpu.Call, d *diag.Diagnostic) []cause {
		if n >= len(d.Runs) || d.Runs[n].List == 0 {
			return nil
		}
		return []cause{{of: d.Runs[n].List, site: d.Runs[n].Submit}}
	}
}

// doubles are the lists that a call submits once more.
func doubles(_ gpu.Call, d *diag.Diagnostic) (of []cause) {
	for _, r := range d.Runs {
		if r.Again {
			of = append(of, cause{of: r.List, site: r.Submit})
		}
	}
	return of
}

// known is an object, if there is one.
func known(id gpu.ID) []cause {
	if id == 0 {
		return nil
	}
	return []cause{{of: id}}
}

// stateOf is the object in a state.
func stateOf(_ gpu.Call, d *diag.Diagnostic) []cause { return []cause{{of: d.Object, in: d.Wants}} }

// recordedState is stateOf for commands.
func recordedState(call gpu.Call, d *diag.Diagnostic) []cause {
	if _, command := call.(*gpu.Command); !command || d.Object == 0 {
		return nil
	}
	return stateOf(call, d)
}

// entering is stateOf for what lists find.
func entering(call gpu.Call, d *diag.Diagnostic) []cause {
	if _, command := call.(*gpu.Command); command {
		return nil
	}
	return stateOf(call, d)
}

// query is the query that a diagnostic is about.
func query(_ gpu.Call, d *diag.Diagnostic) []cause {
	if d.Query.Heap == 0 {
		return nil
	}
	return []cause{{of: d.Query.Heap, index: d.Query.Index}}
}

// descriptors are those that a diagnostic is about.
func descriptors(_ gpu.Call, d *diag.Diagnostic) (list []cause) {
	for _, at := range d.Descriptors {
		list = append(list, slot(at))
	}
	return list
}

// slot is a descriptor.
func slot(at gpu.CPUDescriptorHandle) cause { return cause{of: at.Heap, index: at.Index} }

// place is where a call stands.
func place(call gpu.Call, _ *diag.Diagnostic) []cause {
	if call == nil {
		return nil
	}
	return []cause{{site: call.CallSite()}}
}

// released is what a Release gives up.
func released(call gpu.Call, _ *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.ReleaseCall); ok {
		return known(c.Object)
	}
	return nil
}

// submission is a call that submits.
func submission(call gpu.Call, d *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.SubmitCall); ok {
		return place(c, d)
	}
	return nil
}

// signal is the value that a call gives a fence.
func signal(call gpu.Call, _ *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.FenceCall); ok && (c.Act == gpu.FenceQueueSignal || c.Act == gpu.FenceCPUSignal) {
		return []cause{{of: c.Fence, value: c.Value}}
	}
	return nil
}

// setting is the event that a call sets, or has fences set.
func setting(call gpu.Call, _ *diag.Diagnostic) []cause {
	switch c := call.(type) {
	case *gpu.FenceCall:
		return known(c.Event)
	case *gpu.MultipleFenceCall:
		return known(c.Event)
	case *gpu.EventCall:
		return known(c.Event)
	}
	return nil
}

// wait is the wait of a queue that is missing between the two sides of a race.
func wait(_ gpu.Call, d *diag.Diagnostic) []cause {
	switch a := &d.Awaited; {
	case a.By == 0:
		return nil
	case a.Fence != 0:
		return []cause{{by: a.By, from: a.Of, of: a.Fence, value: a.Value}}
	case len(d.Runs) > 1:
		return []cause{{by: a.By, from: a.Of, of: d.Runs[1].List, site: d.Runs[1].Submit}}
	}
	return nil
}

// sent are the lists that a call submits.
func sent(call gpu.Call, _ *diag.Diagnostic) (list []cause) {
	if c, ok := call.(*gpu.SubmitCall); ok {
		for _, id := range c.Lists {
			list = append(list, known(id)...)
		}
	}
	return list
}

// queue is where a call submits.
func queue(call gpu.Call, _ *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.SubmitCall); ok {
		return known(c.Queue)
	}
	return nil
}

// resource is the one that a call maps, unmaps, reads or writes.
func resource(call gpu.Call, _ *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.MapCall); ok {
		return known(c.Resource)
	}
	return nil
}

// mapping is resource for Map.
func mapping(call gpu.Call, d *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.MapCall); ok && c.Act == gpu.MapMap {
		return resource(c, d)
	}
	return nil
}

// list is the list that a call records, closes or begins.
func list(call gpu.Call, _ *diag.Diagnostic) []cause {
	switch c := call.(type) {
	case *gpu.Command:
		return known(c.List)
	case *gpu.ListCall:
		if c.Act == gpu.ListClose || c.Act == gpu.ListReset {
			return known(c.List)
		}
	}
	return nil
}

// troubles is list, with what is told of the call.
func troubles(call gpu.Call, d *diag.Diagnostic) []cause {
	of := list(call, d)
	for i := range of {
		of[i].code = d.Code
	}
	return of
}

// recorded is the list that a command is recorded to, or that is begun.
func recorded(call gpu.Call, d *diag.Diagnostic) []cause {
	if closed(call, d) != nil {
		return nil
	}
	return list(call, d)
}

// based is recorded where later commands build on the call.
func based(call gpu.Call, d *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.Command); ok && alone[c.Op] {
		return nil
	}
	return recorded(call, d)
}

// closed is the list that is closed.
func closed(call gpu.Call, _ *diag.Diagnostic) []cause {
	if c, ok := call.(*gpu.ListCall); ok && c.Act == gpu.ListClose {
		return known(c.List)
	}
	return nil
}

// written are the descriptors that a call writes. Where it named some of a heap of another type, nobody knows which ones were meant.
func written(call gpu.Call, d *diag.Diagnostic) []cause {
	if d.Code == diag.BadDescriptorHandle {
		return nil
	}
	return named(call, d)
}

// maxNamed is how many descriptors of a call are remembered: a number that is refused may be any.
const maxNamed = 1 << 14

// named are the descriptors that a call names to write them.
func named(call gpu.Call, _ *diag.Diagnostic) (list []cause) {
	if c, ok := call.(*gpu.DescriptorCall); ok {
		for at := range writes(c) {
			if list = append(list, slot(at)); len(list) == maxNamed {
				break
			}
		}
	}
	return list
}

// writes goes through the descriptors that a call writes, with those that it copies.
func writes(c *gpu.DescriptorCall) func(yield func(at, from gpu.CPUDescriptorHandle) bool) {
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

// gives says whether a call returns an object with which the script goes on, so that it cannot be left out.
func gives(call gpu.Call) bool {
	switch c := call.(type) {
	case *gpu.CreateCall:
		return true
	case *gpu.UnsupportedCall:
		return strings.HasPrefix(c.Method, "Create") || strings.HasPrefix(c.Method, "Open")
	case *gpu.ListCall:
		return c.Act == gpu.Use && c.Method == "GetBuffer"
	}
	return false
}
