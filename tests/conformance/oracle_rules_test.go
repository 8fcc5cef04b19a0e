package conformance

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// recording is what a list recorded between Reset and Close.
type recording struct {
	allocator gpu.ID
	open      bool
	commands  []*gpu.Command
}

// broken is the first rule of order, states, lifetimes or protocol that a tape breaks, "" if there is none.
func (o *oracle) broken() string {
	for _, rule := range []func() string{o.protocol, o.states, o.unordered, o.races} {
		if s := rule(); s != "" {
			return s
		}
	}
	return ""
}

// protocol follows the objects of a tape.
type protocol struct {
	*oracle
	lists   map[gpu.ID]*recording
	flight  map[gpu.ID][]int // by object: the works that need it
	slots   map[gpu.CPUDescriptorHandle][]int
	dead    map[gpu.ID]bool
	numbers map[gpu.ID]uint64
	touched map[workID]map[gpu.ID]bool
}

// protocol: lists are closed when they are submitted or recorded again, and nothing that work in flight needs is given up.
func (o *oracle) protocol() string {
	p := &protocol{o, map[gpu.ID]*recording{}, map[gpu.ID][]int{}, map[gpu.CPUDescriptorHandle][]int{}, map[gpu.ID]bool{}, map[gpu.ID]uint64{}, o.touchedBy()}
	for i, e := range o.events {
		if e.call == nil {
			continue
		}
		if s := p.call(e.call, o.of[i]); s != "" {
			return s
		}
	}
	return ""
}

// busy says whether one of the works is not finished at the node of a call, as far as its thread and the engine know.
func (p *protocol) busy(works []int, at int) bool {
	return slices.ContainsFunc(works, func(w int) bool { return !p.known(w, at) })
}

// call follows one call, and says which rule it breaks.
func (p *protocol) call(call gpu.Call, at int) string {
	switch c := call.(type) {
	case *gpu.CreateCall:
		if d, ok := c.Desc.(*gpu.CommandListDesc); ok {
			p.lists[c.Object] = &recording{}
			if d.Allocator != nil {
				*p.lists[c.Object] = recording{allocator: d.Allocator.ID(), open: true}
			}
		}
	case *gpu.Command:
		l := p.lists[c.List]
		if !l.open {
			return "a command is recorded on a closed list"
		}
		if p.dead[c.Dst] || p.dead[c.Src] || p.dead[c.Object] {
			return "a command uses a released object"
		}
		l.commands = append(l.commands, c)
	case *gpu.ListCall:
		return p.list(c, at)
	case *gpu.SubmitCall:
		return p.submit(c, at)
	case *gpu.PresentCall:
		p.numbers[c.Queue]++
		p.flight[c.Buffer] = append(p.flight[c.Buffer], p.works[workID{c.Queue, p.numbers[c.Queue]}])
	case *gpu.DescriptorCall:
		for _, slot := range written(c) {
			if p.busy(p.slots[slot], at) {
				return "a descriptor is overwritten in flight"
			}
		}
	case *gpu.ReleaseCall:
		if c.Kind == gpu.KindResource || c.Kind == gpu.KindCommandAllocator || c.Kind == gpu.KindDescriptorHeap {
			if p.busy(p.flight[c.Object], at) {
				return "an object is released in flight"
			}
			p.dead[c.Object] = true
		}
	}
	return ""
}

func (p *protocol) list(c *gpu.ListCall, at int) string {
	if c.Act >= gpu.TableUse { // of no list
		return ""
	}
	if c.Act == gpu.AllocatorReset {
		if p.busy(p.flight[c.Allocator], at) {
			return "an allocator is reset in flight"
		}
		for _, l := range p.lists {
			if l.open && l.allocator == c.Allocator {
				return "the allocator of an open list is reset"
			}
		}
		return ""
	}
	l := p.lists[c.List]
	switch {
	case c.Act == gpu.ListClose:
		l.open = false
	case l.open:
		return "an open list is reset"
	default:
		*l = recording{allocator: c.Allocator, open: true}
		delete(p.flight, c.List) // the work in flight belongs to the allocator that it was recorded on
	}
	return ""
}

func (p *protocol) submit(c *gpu.SubmitCall, at int) string {
	p.numbers[c.Queue]++
	id := workID{c.Queue, p.numbers[c.Queue]}
	work := p.works[id]
	for _, name := range c.Lists {
		l := p.lists[name]
		if l.open {
			return "an open list is submitted"
		}
		if p.busy(p.flight[name], at) {
			return "a list is submitted in flight"
		}
		for _, need := range append(needs(l), name, l.allocator) {
			if p.dead[need] {
				return "a submitted list needs a released object"
			}
			p.flight[need] = append(p.flight[need], work)
		}
		for _, slot := range p.tables(l) {
			p.slots[slot] = append(p.slots[slot], work)
		}
	}
	for object := range p.touched[id] {
		p.flight[object] = append(p.flight[object], work)
	}
	return ""
}

// touchedBy are the resources that each submission touched.
func (o *oracle) touchedBy() map[workID]map[gpu.ID]bool {
	out := map[workID]map[gpu.ID]bool{}
	for _, e := range o.events {
		if e.executed != nil {
			id := workID{e.executed.Queue, e.executed.Submission}
			if out[id] == nil {
				out[id] = map[gpu.ID]bool{}
			}
			for _, a := range e.executed.Accesses {
				out[id][a.Resource] = true
			}
		}
	}
	return out
}

// needs are the objects that the commands of a recording name.
func needs(l *recording) (out []gpu.ID) {
	for _, c := range l.commands {
		out = append(out, c.Dst, c.Src, c.Object)
		for _, b := range c.Barriers {
			out = append(out, b.Resource)
		}
		out = append(out, c.Heaps[:]...)
	}
	return slices.DeleteFunc(out, func(id gpu.ID) bool { return id == 0 })
}

// tables are the descriptors of the tables that a recording sets.
func (o *oracle) tables(l *recording) (out []gpu.CPUDescriptorHandle) {
	var roots [2]*gpu.RootSignatureDesc
	for _, c := range l.commands {
		bind := 0
		switch c.Op {
		case gpu.OpSetComputeRootSignature, gpu.OpSetGraphicsRootSignature:
			if c.Op == gpu.OpSetGraphicsRootSignature {
				bind = 1
			}
			if made := o.objects[c.Object]; made != nil {
				roots[bind], _ = made.Desc.(*gpu.RootSignatureDesc)
			}
			continue
		case gpu.OpSetGraphicsRootDescriptorTable:
			bind = 1
		case gpu.OpSetComputeRootDescriptorTable:
		default:
			continue
		}
		if roots[bind] == nil {
			continue
		}
		size := uint32(0)
		for _, r := range roots[bind].Parameters[c.Slot].Ranges {
			if r.OffsetInDescriptorsFromTableStart != gpu.RangeAppend {
				size = r.OffsetInDescriptorsFromTableStart
			}
			size += r.NumDescriptors
		}
		for i := range size {
			out = append(out, gpu.CPUDescriptorHandle{Heap: c.GPUHandle.Heap, Index: c.GPUHandle.Index + i})
		}
	}
	return out
}

// written are the descriptors that a call writes.
func written(c *gpu.DescriptorCall) (out []gpu.CPUDescriptorHandle) {
	if len(c.Copies) == 0 {
		return []gpu.CPUDescriptorHandle{c.Dest}
	}
	for _, k := range c.Copies {
		for i := range k.Count {
			out = append(out, gpu.CPUDescriptorHandle{Heap: k.Dest.Heap, Index: k.Dest.Index + i})
		}
	}
	return out
}

// step is an access with its node.
type step struct {
	gpu.Access
	node   int
	moves  bool
	number uint32
	given  int // of the CPU, in memory that was given out again: what the engine had seen then, by node; 0: it was not
}

// common says whether two accesses have a byte in common.
func common(a, b *gpu.Access) bool {
	if a.Begin >= b.End || b.Begin >= a.End {
		return false
	}
	for at := a.Begin; at < a.End; at += max(a.Stride, 1) {
		size := a.Size
		if a.Stride == 0 {
			size = a.End - a.Begin
		}
		if meets(b, at, at+size) {
			return true
		}
		if a.Stride == 0 {
			break
		}
	}
	return false
}

// meets says whether an access has a byte in [begin, end).
func meets(b *gpu.Access, begin, end uint64) bool {
	if b.Stride == 0 {
		return b.Begin < end && begin < b.End
	}
	if end <= b.Begin || begin >= b.End {
		return false
	}
	first := uint64(0)
	if begin > b.Begin {
		first = (begin - b.Begin) / b.Stride
	}
	for k := first; k <= first+1; k++ {
		at := b.Begin + k*b.Stride
		if at < b.End && at < end && begin < at+b.Size {
			return true
		}
	}
	return false
}

func updates(a, b *gpu.Access) bool {
	return a.Kind == gpu.AccessAtomic && b.Kind == gpu.AccessAtomic && a.Class == b.Class
}

func changes(a *gpu.Access) bool { return a.Kind != gpu.AccessRead }

// unordered: accesses as UNORDERED_ACCESS of one submission have a barrier between them.
func (o *oracle) unordered() string {
	open := map[workID][]step{}
	for _, e := range o.events {
		if e.executed == nil {
			continue
		}
		x := e.executed
		id := workID{x.Queue, x.Submission}
		of := open[id]
		for _, b := range x.Barriers {
			begin, end := uint64(0), ^uint64(0)
			if d := o.shape(b.Resource); d != nil && b.Type == gpu.BarrierTransition {
				begin, end = o.moved(&b, d)
			}
			of = slices.DeleteFunc(of, func(s step) bool {
				return b.Resource == s.Resource && begin <= s.Begin && s.End <= end || b.Type == gpu.BarrierUAV && b.Resource == 0
			})
		}
		for _, a := range x.Accesses {
			if !a.Exact || a.As != gpu.StateUnorderedAccess {
				continue
			}
			for k := range of {
				s := &of[k]
				if s.Resource == a.Resource && s.number != x.Number && (changes(&a) || changes(&s.Access)) && !updates(&a, &s.Access) && common(&a, &s.Access) {
					return "two unordered accesses without a UAV barrier"
				}
			}
			of = append(of, step{Access: a, number: x.Number})
		}
		open[id] = of
	}
	return ""
}

// steps are all accesses of queues and of the CPU, by resource.
func (o *oracle) steps() map[gpu.ID][]step {
	out := map[gpu.ID][]step{}
	add := func(s step) { out[s.Resource] = append(out[s.Resource], s) }
	given := map[gpu.ID]int{}
	for i, e := range o.events {
		if x := e.executed; x != nil {
			at := o.works[workID{x.Queue, x.Submission}]
			for _, a := range x.Accesses {
				if !a.Exact || a.Begin >= a.End {
					continue
				}
				d := o.shape(a.Resource)
				if d == nil || always(d) {
					add(step{Access: a, node: at})
					continue
				}
				for _, p := range o.pieces(&a, d) { // a subresource belongs as a whole to who writes it
					a.Begin, a.End, a.Stride = o.starts[p.id][p.sub], o.starts[p.id][p.sub+1], 0
					add(step{Access: a, node: at})
				}
			}
			for _, b := range x.Barriers {
				if d := o.shape(b.Resource); b.Type == gpu.BarrierTransition && d != nil && !always(d) {
					begin, end := o.moved(&b, d)
					add(step{Access: gpu.Access{Resource: b.Resource, Begin: begin, End: end, Kind: gpu.AccessWrite}, node: at, moves: true})
				}
			}
		}
		if c, ok := e.call.(*gpu.MapCall); ok {
			if c.Range != nil && (c.Act == gpu.MapRead || c.Act == gpu.MapWrite) {
				a := gpu.Access{Resource: c.Resource, Begin: c.Range.Begin, End: c.Range.End}
				if c.Act == gpu.MapWrite {
					a.Kind = gpu.AccessWrite
				}
				if c.Renewed {
					given[c.Resource] = o.seen[o.of[i]]
				}
				add(step{Access: a, node: o.of[i], given: given[c.Resource]})
			}
		}
	}
	return out
}

// races: two agents touch one resource in a way that an order is needed for, and there is none.
func (o *oracle) races() string {
	for id, all := range o.steps() {
		byNode := map[int][]*step{}
		var nodes []int
		for i := range all {
			if at := all[i].node; byNode[at] == nil {
				nodes = append(nodes, at)
			}
			byNode[all[i].node] = append(byNode[all[i].node], &all[i])
		}
		for i, a := range nodes {
			for _, b := range nodes[:i] {
				if o.nodes[a].agent != o.nodes[b].agent && !o.follows(byNode[a][0], b) && !o.follows(byNode[b][0], a) && clash(byNode[a], byNode[b]) {
					return fmt.Sprintf("a race for %s", o.objects[id].Name)
				}
			}
		}
	}
	return ""
}

// follows says whether a step is after a node.
func (o *oracle) follows(s *step, before int) bool {
	return o.before(before, s.node) || s.given != 0 && o.before(before, s.given)
}

// clash says whether accesses of one resource that nothing orders break a rule.
func clash(some, others []*step) bool {
	for _, a := range some {
		for _, b := range others {
			if !changes(&a.Access) && !changes(&b.Access) || a.moves && b.moves || updates(&a.Access, &b.Access) {
				continue
			}
			writers := changes(&a.Access) && changes(&b.Access) && !a.moves && !b.moves && (a.Kind != gpu.AccessAtomic || b.Kind != gpu.AccessAtomic)
			if writers || common(&a.Access, &b.Access) {
				return true
			}
		}
	}
	return false
}
