// Package heapwatch records heap maps of the explicit level: the contents of video memory, heaps and descriptor heaps.
//
// A Watcher is a layer of the device. It checks nothing; it follows creations, releases and views, and records a moment at each submission and
// presentation before which something has changed:
//
//	CreateCall, ReleaseCall, DescriptorCall ──▶ owners of ranges ──▶ SubmitCall, PresentCall: a moment ──▶ heapmap.Recorder
//
//	video memory          what owns memory of its own: heaps, committed resources, descriptor heaps, query heaps
//	heap "name"           the placed resources in it; those that share bytes stand in further parts
//	descriptors "name"    the slots that hold a view, by resource
//
// What was released since the previous moment is stale, afterwards it is free. A view of a released resource stays stale until its slot is written
// again.
//
// The package must not know the device, Lua or how maps are drawn. A Watcher belongs to the goroutine of the run.
package heapwatch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// Watcher implements device.Layer.
type Watcher struct {
	to      *heapmap.Recorder
	memory  space             // video memory
	heaps   []*space          // heaps of placed resources and descriptor heaps, in order of creation
	byID    map[gpu.ID]*space // of heaps
	names   map[gpu.ID]string
	owners  []string // that show their descriptor heaps themselves
	changed bool
	submits int
	frames  int
}

// Yield leaves the descriptor heaps of an owner out, which shows them better: those whose names begin with the owner's and a space.
func (w *Watcher) Yield(owner string) {
	if !slices.Contains(w.owners, owner) {
		w.owners = append(w.owners, owner)
	}
}

// shows says whether a heap is shown here.
func (w *Watcher) shows(s *space) bool {
	return s.descriptors == nil || !slices.ContainsFunc(w.owners, func(o string) bool { return strings.HasPrefix(w.names[s.id], o+" ") })
}

// space is something that ranges are in.
type space struct {
	id          gpu.ID
	name, unit  string
	base        uint64 // of a heap in video memory
	size        uint64
	gone        bool // the heap was released
	ranges      []owned
	descriptors []slot // of a descriptor heap
}

// owned is a range of a space and who owns it.
type owned struct {
	id         gpu.ID
	begin, end uint64
	stale      bool
}

// slot is a descriptor: the resource that it shows.
type slot struct {
	written bool
	id      gpu.ID // 0: a null view or a sampler
	stale   bool
}

// New returns a Watcher that records to a recorder.
func New(to *heapmap.Recorder) *Watcher {
	return &Watcher{to: to, memory: space{name: "video memory", unit: "bytes"}, byID: map[gpu.ID]*space{}, names: map[gpu.ID]string{}}
}

// Check implements device.Layer: it has nothing to say.
func (w *Watcher) Check(gpu.Call) []*diag.Diagnostic { return nil }

// Record implements device.Layer.
func (w *Watcher) Record(call gpu.Call) {
	switch c := call.(type) {
	case *gpu.CreateCall:
		w.create(c)
	case *gpu.DescriptorCall:
		w.describe(c)
	case *gpu.NameCall:
		w.rename(c)
	case *gpu.PresentCall:
		w.frames++
		w.moment(fmt.Sprintf("frame %d", w.frames))
	case *gpu.ReleaseCall:
		w.release(c)
	case *gpu.SubmitCall:
		w.submits++
		w.moment(fmt.Sprintf("submission %d", w.submits))
	}
}

// End records what is left at the end of a run.
func (w *Watcher) End() { w.moment("end") }

func (w *Watcher) create(c *gpu.CreateCall) {
	w.names[c.Object] = c.Name
	switch desc := c.Desc.(type) {
	case *gpu.HeapDesc:
		w.open(&space{id: c.Object, name: fmt.Sprintf("heap %q", c.Name), unit: "bytes", base: c.Begin, size: desc.SizeInBytes})
	case *gpu.DescriptorHeapDesc:
		w.open(&space{id: c.Object, name: fmt.Sprintf("descriptors %q", c.Name), unit: "descriptors", size: uint64(desc.NumDescriptors),
			descriptors: make([]slot, desc.NumDescriptors)})
	case *gpu.PlacedResourceDesc:
		if h := w.byID[desc.Heap.ID()]; h != nil {
			h.add(owned{id: c.Object, begin: c.Begin - h.base, end: c.End - h.base})
			w.changed = true
		}
		return // its memory is the heap's
	}
	if c.End > c.Begin {
		w.memory.add(owned{id: c.Object, begin: c.Begin, end: c.End})
		w.memory.size = max(w.memory.size, c.End)
		w.changed = true
	}
}

// open adds a space for a new heap.
func (w *Watcher) open(s *space) {
	w.heaps = append(w.heaps, s)
	w.byID[s.id] = s
	w.changed = true
}

// add puts a range by place; what is stale there is not any more.
func (s *space) add(r owned) {
	s.ranges = slices.DeleteFunc(s.ranges, func(o owned) bool { return o.stale && o.begin < r.end && r.begin < o.end })
	i, _ := slices.BinarySearchFunc(s.ranges, r, func(a, b owned) int {
		if a.begin <= b.begin {
			return -1
		}
		return 1
	})
	s.ranges = slices.Insert(s.ranges, i, r)
}

func (w *Watcher) describe(c *gpu.DescriptorCall) {
	for _, p := range c.Copies {
		from, to := w.byID[p.Src.Heap], w.byID[p.Dest.Heap]
		if from != nil && to != nil {
			copy(to.descriptors[p.Dest.Index:][:p.Count], from.descriptors[p.Src.Index:][:p.Count])
			w.changed = true
		}
	}
	if h := w.byID[c.Dest.Heap]; h != nil && len(c.Copies) == 0 {
		h.descriptors[c.Dest.Index] = slot{written: true, id: c.Resource}
		w.changed = true
	}
}

func (w *Watcher) rename(c *gpu.NameCall) {
	w.names[c.Object] = c.Name
	if h := w.byID[c.Object]; h != nil {
		kind := "heap"
		if h.descriptors != nil {
			kind = "descriptors"
		}
		h.name = fmt.Sprintf("%s %q", kind, c.Name)
	}
	w.changed = true
}

func (w *Watcher) release(c *gpu.ReleaseCall) {
	w.memory.age(c.Object)
	for _, h := range w.heaps {
		h.age(c.Object)
		h.gone = h.gone || h.id == c.Object
	}
	w.changed = true
}

// age makes what an object owned stale.
func (s *space) age(id gpu.ID) {
	for i := range s.ranges {
		s.ranges[i].stale = s.ranges[i].stale || s.ranges[i].id == id
	}
	for i := range s.descriptors {
		s.descriptors[i].stale = s.descriptors[i].stale || id != 0 && s.descriptors[i].id == id
	}
}

// moment records how everything is, if something has changed since the last moment, and forgets what was released.
func (w *Watcher) moment(label string) {
	if !w.changed {
		return
	}
	w.changed = false
	heaps := []heapmap.Heap{{Name: w.memory.name, Unit: w.memory.unit, Parts: w.parts(&w.memory)}}
	for _, h := range w.heaps {
		if !w.shows(h) {
			continue
		}
		heaps = append(heaps, heapmap.Heap{Name: h.name, Unit: h.unit, Parts: w.parts(h)})
	}
	w.to.Add(label, heaps...)
	w.memory.forget()
	w.heaps = slices.DeleteFunc(w.heaps, func(h *space) bool {
		h.forget()
		if h.gone {
			delete(w.byID, h.id)
		}
		return h.gone
	})
}

// forget frees what is stale.
func (s *space) forget() {
	s.ranges = slices.DeleteFunc(s.ranges, func(o owned) bool { return o.stale })
}

// parts shows a space. Ranges that share bytes with one before are in further parts.
func (w *Watcher) parts(s *space) []heapmap.Part {
	if s.descriptors != nil {
		return []heapmap.Part{{Name: "slots", Capacity: s.size, Ranges: w.slots(s)}}
	}
	parts := []heapmap.Part{{Name: "bytes", Capacity: s.size}}
	for _, o := range s.ranges {
		r := heapmap.Range{First: o.begin, Count: o.end - o.begin, State: state(o.stale), Label: w.names[o.id]}
		i := slices.IndexFunc(parts, func(p heapmap.Part) bool { return fits(p.Ranges, r.First) })
		if i < 0 {
			i = len(parts)
			parts = append(parts, heapmap.Part{Name: fmt.Sprintf("aliases %d", i), Capacity: s.size})
		}
		parts[i].Ranges = append(parts[i].Ranges, r)
	}
	return parts
}

// fits reports whether a range that begins at first can follow the others.
func fits(ranges []heapmap.Range, first uint64) bool {
	n := len(ranges)
	return n == 0 || ranges[n-1].First+ranges[n-1].Count <= first
}

// slots joins neighbouring descriptors of one resource.
func (w *Watcher) slots(s *space) []heapmap.Range {
	var out []heapmap.Range
	for i, d := range s.descriptors {
		switch n := len(out); {
		case !d.written:
		case n > 0 && out[n-1].First+out[n-1].Count == uint64(i) && s.descriptors[i-1] == d:
			out[n-1].Count++
		default:
			out = append(out, heapmap.Range{First: uint64(i), Count: 1, State: state(d.stale), Label: w.names[d.id]})
		}
	}
	return out
}

func state(stale bool) heapmap.State {
	if stale {
		return heapmap.Stale
	}
	return heapmap.Live
}
