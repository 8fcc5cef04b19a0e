package graphics

import "github.com/gpuscript/gpuscript/gpu"

// State is what a list has set for draws. Its zero value is that of a list that has just begun.
type State struct {
	changed     bool // more than what the next command, or Reset, sets anew
	topology    gpu.PrimitiveTopology
	topologyAt  gpu.Site
	targets     []gpu.TargetView // render targets
	depth       gpu.TargetView   // Handle.Heap 0: none
	targetsAt   gpu.Site
	bound       bool // OMSetRenderTargets was called
	viewports   bool
	scissors    bool
	area        area
	vertices    [gpu.MaxVertexBuffers]gpu.ID // the buffers, 0: none, or a null view
	vertexSet   uint32
	vertexViews [gpu.MaxVertexBuffers]gpu.VertexBufferView
	verticesAt  gpu.Site
	fetch       fetch
	indexStart  uint64 // of the view: its address
	indexBytes  uint64 // and its size
	indicesAt   gpu.Site
	indices     gpu.ID
	indexFormat gpu.Format
	spent       parts // that ExecuteIndirect has left null
	spentAt     gpu.Site
	queries     []query
	drawn       drawn // since a query has ended, or the recording began
	predicate   gpu.ID
	needs       []Need // of a bundle
	targetKeep  []gpu.TargetView
	clears      [2]cleared // the last view of a render target, and of a depth buffer
	tested      []tested
	moved       bool       // a barrier named the depth buffer since it was bound
	heaps       [2]gpu.ID  // of SetDescriptorHeaps, as they were named
	heapsAt     gpu.Site   // 0: it was not called
	pass        renderPass // that is recorded
	seen        parts      // that draws have found in their states
	using       parts      // of the draw at hand
	lacks       parts      // of it, if the list is a bundle: what it takes over
}

// drawn are draws: the place of the last one, and how many there are.
type drawn struct {
	last gpu.Site
	n    int
}

// query is a query that has begun.
type query struct {
	heap  gpu.ID
	index uint32
	typ   gpu.QueryType
	site  gpu.Site
	drawn int // how many draws there were when it began
}

// Need is what a draw or dispatch of a bundle takes over from the list that executes it.
type Need struct {
	Pipeline   gpu.ID
	Parameters uint64 // root parameters that the bundle does not set
	Own        bool   // the bundle sets the root signature
	Op         gpu.Op
	Index      uint32 // of the command in the bundle
	Site       gpu.Site
	parts      parts
	draws      [4]uint32 // how much it draws: Slot, X, Y and Z of the command
}

// command is the draw or dispatch itself.
func (n *Need) command() *gpu.Command {
	return &gpu.Command{Op: n.Op, Site: n.Site, Slot: n.draws[0], X: n.draws[1], Y: n.draws[2], Z: n.draws[3]}
}

// Reset forgets everything, as the Reset of a list does.
func (s *State) Reset() {
	if !s.changed { // a list that only copied and dispatched: it is large
		s.pass.worked, s.using, s.lacks, s.drawn = gpu.OpNone, 0, 0, drawn{}
		return
	}
	*s = State{needs: s.needs[:0], queries: s.queries[:0], targetKeep: s.targetKeep[:0], tested: s.tested[:0], fetch: fetch{slots: s.fetch.slots[:0]}}
}

// Clear forgets what ClearState forgets: all but the render passes of the recording, and the queries that have begun.
func (s *State) Clear(forget func()) {
	passes, queries := s.pass, s.queries
	forget()
	s.pass, s.queries, s.changed = passes, queries, true
}

// Inherit remembers what a command of a bundle takes over: root parameters that the bundle did not set. own says that it did set the root signature.
func (s *State) Inherit(pipeline gpu.ID, parameters uint64, own bool, c *gpu.Command) {
	s.changed = true
	s.needs = append(s.needs, Need{pipeline, parameters, own, c.Op, c.Index, c.Site, s.lacks, [4]uint32{c.Slot, c.X, c.Y, c.Z}})
}

// Needs is what the commands of a bundle take over, in their order.
func (s *State) Needs() []Need { return s.needs }

// Follow changes the state by a command that was recorded. It says whether no more is to be followed.
func (s *State) Follow(w World, c *gpu.Command) bool {
	before := s.changed
	s.changed = true
	switch c.Op {
	case gpu.OpIASetPrimitiveTopology:
		s.topology, s.topologyAt = gpu.PrimitiveTopology(c.Slot), c.Site
	case gpu.OpIASetVertexBuffers:
		s.followVertices(w, c)
	case gpu.OpIASetIndexBuffer:
		s.indices, s.indexFormat, s.indexStart, s.indexBytes, s.indicesAt = s.find(w, c.Address), c.Format, c.Address, c.Size, c.Site
		s.seen, s.spent = s.seen&^(1<<indexPart), s.spent&^(1<<indexPart)
	case gpu.OpExecuteIndirect:
		s.drawn = drawn{c.Site, s.drawn.n + 1}
		s.spend(w, c)
		return false
	case gpu.OpRSSetViewports:
		s.viewports = len(c.Graphics.Viewports) > 0
		s.area.views(c.Graphics.Viewports)
	case gpu.OpRSSetScissorRects:
		s.scissors = len(c.Rects) > 0
		s.area.rectangles(c.Rects)
	case gpu.OpOMSetRenderTargets:
		s.followTargets(w, c)
	case gpu.OpResourceBarrier:
		s.Moved()
		s.followBarriers(c)
		return false
	case gpu.OpBeginQuery:
		s.queries = append(s.queries, query{c.Object, c.Slot, c.Query, c.Site, s.drawn.n})
	case gpu.OpEndQuery:
		s.endQuery(c)
		if c.Query != gpu.QueryTimestamp {
			s.drawn = drawn{}
		}
	case gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced:
		s.drawn = drawn{c.Site, s.drawn.n + 1}
		s.changed = before
		return false
	case gpu.OpBeginRenderPass, gpu.OpEndRenderPass:
		s.followPass(c)
	case gpu.OpSetPredication:
		s.predicate = c.Src
	case gpu.OpSetDescriptorHeaps:
		s.heaps, s.heapsAt = c.Heaps, c.Site
		return false
	case gpu.OpExecuteBundle:
		s.drawn = drawn{c.Site, s.drawn.n + 1}
		s.take(w, c)
	case gpu.OpClearRenderTargetView, gpu.OpClearDepthStencilView:
		s.followClear(c)
	case gpu.OpOMSetBlendFactor, gpu.OpOMSetDepthBounds, gpu.OpOMSetStencilRef, gpu.OpResolveSubresource, gpu.OpResolveSubresourceRegion:
	default:
		s.changed = before
		return false
	}
	return true
}

// find is the buffer at an address, and refers to it.
func (s *State) find(w World, address uint64) gpu.ID {
	if address == 0 {
		return 0
	}
	id := w.Buffer(address, 0)
	w.Refer(id)
	return id
}

func (s *State) followVertices(w World, c *gpu.Command) {
	for i := range c.Graphics.VertexBuffers {
		slot := c.Slot + uint32(i)
		s.vertices[slot] = s.find(w, c.Graphics.VertexBuffers[i].BufferLocation)
		s.vertexSet |= 1 << slot
		s.spent &^= 1 << slot
		s.vertexViews[slot] = c.Graphics.VertexBuffers[i]
	}
	s.verticesAt, s.fetch.told = c.Site, 0
	s.seen &^= vertexParts
}

func (s *State) followTargets(w World, c *gpu.Command) {
	s.targetKeep = append(s.targetKeep[:0], c.Graphics.Targets...) // the command's memory is not the list's to keep
	s.seen &^= targetParts
	s.targets, s.depth, s.targetsAt, s.bound, s.moved = s.targetKeep[:c.X], gpu.TargetView{}, c.Site, true, false
	if rest := s.targetKeep[c.X:]; len(rest) > 0 {
		s.depth = rest[0]
	}
	for i := range s.targetKeep {
		w.Refer(s.targetKeep[i].Resource)
	}
}

func (s *State) endQuery(c *gpu.Command) {
	for i := range s.queries {
		if q := &s.queries[i]; q.heap == c.Object && q.index == c.Slot {
			s.queries = append(s.queries[:i], s.queries[i+1:]...)
			return
		}
	}
}

// take leaves what a bundle has set in the list that executes it.
func (s *State) take(w World, c *gpu.Command) {
	b := w.Bundle(c.Object).State
	if b.topology != gpu.TopologyUndefined {
		s.topology, s.topologyAt = b.topology, b.topologyAt
	}
	for i := range b.vertices {
		if b.vertexSet>>i&1 != 0 {
			s.vertices[i], s.vertexViews[i], s.verticesAt = b.vertices[i], b.vertexViews[i], b.verticesAt
		}
	}
	s.vertexSet |= b.vertexSet
	s.seen &^= b.own()
	if s.spent = s.spent&^b.own() | b.spent; b.spent != 0 {
		s.spentAt = b.spentAt
	}
	if b.indicesAt != 0 {
		s.indices, s.indexFormat, s.indexStart, s.indexBytes, s.indicesAt = b.indices, b.indexFormat, b.indexStart, b.indexBytes, b.indicesAt
	}
}
