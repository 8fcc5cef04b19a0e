package validate

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/roster"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// What repairs are looked for with: edits name objects that are there, and are offered where nothing else speaks against them.

// Idle implements mapping.World and tables.World: whether no list has recorded anything of an object.
func (n names) Idle(id gpu.ID) bool {
	o := n.v.objects.Get(id)
	return o != nil && o.Stamp == 0 && !flight.Needed(o.Uses)
}

// Unwritten implements tables.World; count 0 is all the rest.
func (w *drawWorld) Unwritten(heap gpu.ID, first, count uint32) bool {
	return w.Slots(heap).Unwritten(first, count)
}

// HeapsOf implements tables.World.
func (w *drawWorld) HeapsOf(fits func(*gpu.DescriptorHeapDesc) bool) []gpu.ID {
	return w.v.objects.Alive(func(id gpu.ID) bool {
		return w.Slots(id) != nil && fits(&w.Slots(id).Desc)
	})
}

// AllQueues implements incident.Names.
func (n names) AllQueues(device gpu.ID) []gpu.ID {
	return n.v.objects.Alive(func(id gpu.ID) bool { return bodyOf[queue](n.v, id) != nil && (device == 0 || n.Device(id) == device) })
}

// Counter implements incident.Names.
func (n names) Counter(device gpu.ID) gpu.ID {
	shown := map[gpu.ID]bool{}
	for _, o := range n.v.objects.All() {
		h, ok := o.Body.(*descriptorHeap)
		for k := 0; ok && k < len(h.Slots); k++ {
			shown[h.Slots[k].Resource], shown[h.Slots[k].Counter] = true, true
		}
	}
	return roster.Only(n.v.objects, device, func(id gpu.ID, r *resource) bool {
		return r.Buffer() && r.Desc.Flags&gpu.AllowUnorderedAccess != 0 && r.Desc.Width >= 4 && !shown[id] && n.Idle(id)
	})
}

// Unshown implements graphics.World.
func (w *drawWorld) Unshown(flag gpu.ResourceFlags, at gpu.CPUDescriptorHandle) gpu.ID {
	shown, heap := map[gpu.ID]bool{}, bodyOf[descriptorHeap](w.v, at.Heap)
	for _, o := range w.v.objects.All() {
		h, ok := o.Body.(*descriptorHeap)
		for k := 0; ok && heap != nil && h.Desc.Type == heap.Desc.Type && k < len(h.Slots); k++ {
			shown[h.Slots[k].Resource] = true
			if h == heap && h.Slots[k].Written == 0 && uint32(k) != at.Index { // which of them is for which is not known
				return 0
			}
		}
	}
	return roster.Meant(roster.Those(w.v.objects, w.v.objects.Device(w.l.ID),
		func(_ gpu.ID, r *resource) bool { return r.Desc.Flags&flag != 0 && r.Desc.Subresources() == 1 }), func(id gpu.ID) bool {
		return !shown[id]
	})
}

// Shows implements tables.Viewed.
func (n names) Shows(list gpu.ID, class gpu.DescriptorType, slot *gpu.ShaderSlot) gpu.ID {
	unordered, states := tables.StatesOf(class)
	shown := map[gpu.ID]bool{}
	for _, o := range n.v.objects.All() {
		h, ok := o.Body.(*descriptorHeap)
		for k := 0; ok && h.Desc.Type == gpu.HeapCBVSRVUAV && k < len(h.Slots); k++ {
			s := &h.Slots[k]
			shown[s.Resource] = shown[s.Resource] || (s.Unordered != nil) == unordered
		}
	}
	l := n.v.list(list)
	if l == nil {
		return 0
	}
	brought := func(id gpu.ID) bool { return l.Barriers.Brings(id, states) }
	ids := roster.Those(n.v.objects, n.v.objects.Device(list), func(_ gpu.ID, r *resource) bool { return tables.Fits(r.Desc, class, slot) })
	return roster.Meant(slices.DeleteFunc(ids, func(id gpu.ID) bool { return shown[id] || l.States.Uses(id) && !brought(id) }), brought)
}

// Closed implements standing.Names.
func (n names) Closed(list gpu.ID) gpu.Site {
	if l := n.v.list(list); l != nil && !l.Records {
		return l.Closed
	}
	return 0
}

// Opened implements standing.Names.
func (n names) Opened(list gpu.ID) gpu.Site {
	if l := n.v.list(list); l != nil {
		return l.Opened
	}
	return 0
}

// Barriers implements standing.Names.
func (n names) Barriers(list gpu.ID) *passage.List {
	if l := n.v.list(list); l != nil {
		return &l.Barriers
	}
	return nil
}

// Unneeded implements standing.Names.
func (n names) Unneeded(list gpu.ID, p *passage.Passage) bool {
	l := n.v.list(list)
	return l != nil && l.Idle(n, p)
}

// States implements conflict.Names.
func (n names) States(list gpu.ID) gpu.ResourceStates {
	if l := n.v.list(list); l != nil {
		return l.Type.States()
	}
	return 0
}

// Fill implements content.Names.
func (n names) Fill(list, target gpu.ID) (f content.Fill) {
	if l := n.v.list(list); l != nil {
		f.Leaves = l.Barriers.Leaves(target, l.Type == gpu.ListDirect)
		f.Bound, f.Depth, f.Stencil = l.Graphics.Tested(target)
	}
	return f
}
