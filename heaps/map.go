package heaps

import (
	"fmt"

	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// part shows a manager.
func (m *Manager) part(name string) heapmap.Part {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := heapmap.Part{Name: name, Capacity: m.space.Capacity()}
	for _, r := range m.ranges() {
		shown := heapmap.Range{First: r.first, Count: r.count}
		if r.a != nil {
			shown.State, shown.Label = heapmap.Live, r.a.name
			if r.a.waits {
				shown.State = heapmap.Stale
			}
		}
		p.Ranges = append(p.Ranges, shown)
	}
	return p
}

// Map shows the heap at this moment: a part for each manager.
func (h *CPUHeap) Map() heapmap.Heap {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := heapmap.Heap{Name: h.title(), Unit: "descriptors"}
	for id, m := range h.managers {
		if m != nil {
			out.Parts = append(out.Parts, m.part(fmt.Sprintf("manager %d", id)))
		}
	}
	return out
}

// Map shows the heap at this moment: the static and the dynamic part.
func (h *GPUHeap) Map() heapmap.Heap {
	return heapmap.Heap{Name: h.title(), Unit: "descriptors", Parts: []heapmap.Part{
		h.static.part("static, mutable"), h.dynamic.part("dynamic"),
	}}
}

// Map shows the pool at this moment: a part for each page, in order of creation.
func (p *PagePool[P]) Map() heapmap.Heap {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := heapmap.Heap{Name: p.title(), Unit: "bytes"}
	for _, g := range p.sorted() {
		part := heapmap.Part{Name: fmt.Sprintf("page %d", g.id), Capacity: g.size}
		switch g.state {
		case pageTaken:
			part.Ranges = []heapmap.Range{{Count: g.size, State: heapmap.Live, Label: g.owner}}
		case pageStale:
			part.Ranges = []heapmap.Range{{Count: g.size, State: heapmap.Stale, Label: g.owner}}
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

// Map shows the rings at this moment, the newest last: the frame that is recorded is live, older ones are stale. Only the
// context may call it.
func (h *RingHeap[P]) Map() heapmap.Heap {
	out := heapmap.Heap{Name: h.title(), Unit: "bytes"}
	for i, r := range h.rings {
		s := r.space.Stats()
		p := heapmap.Part{Name: fmt.Sprintf("ring %d", i), Capacity: s.Capacity}
		if s.Used > 0 {
			p.Ranges = ringRanges(s.Tail, s.Used-s.CurrentFrame, s.CurrentFrame, s.Capacity)
		}
		out.Parts = append(out.Parts, p)
	}
	return out
}

// ringRanges cuts what follows the tail of a ring into ranges by place: what waits first, then the current frame.
func ringRanges(tail, stale, current, capacity uint64) []heapmap.Range {
	var low, high []heapmap.Range // at the start of the ring, and from the tail on
	at := tail
	for _, piece := range []heapmap.Range{{Count: stale, State: heapmap.Stale}, {Count: current, State: heapmap.Live}} {
		for piece.Count > 0 {
			if at == capacity {
				at = 0
			}
			n := min(piece.Count, capacity-at)
			r := heapmap.Range{First: at, Count: n, State: piece.State}
			if at < tail {
				low = append(low, r)
			} else {
				high = append(high, r)
			}
			at += n
			piece.Count -= n
		}
	}
	return append(low, high...)
}
