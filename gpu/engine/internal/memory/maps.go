package memory

import (
	"fmt"
	"reflect"

	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// Maps show all heaps at this moment: those of CPU descriptors, those of GPU descriptors, and the pages or the rings of upload space. Heaps in
// which nothing ever stood are left out.
func (m *Memory) Maps() (out []heapmap.Heap) {
	add := func(h heapmap.Heap, used bool) {
		if used {
			out = append(out, h)
		}
	}
	for _, h := range m.CPU {
		add(h.Map(), h.Stats().Peak > 0)
	}
	for _, h := range m.GPU {
		add(h.Map(), h.Stats().Static.Peak+h.Stats().Dynamic.Peak > 0)
	}
	if !m.o.Seed {
		add(m.Pages.Map(), m.Pages.Stats().PeakUsedBytes > 0)
	}
	for _, f := range m.frames {
		add(f.ring.Map(), f.ring.Stats().Peak.Used > 0)
	}
	return out
}

// Watcher shows the heaps of a device whenever they have changed.
type Watcher struct {
	Of   *Memory
	Show func(label string, heaps []heapmap.Heap) // nil: nobody looks
	last []heapmap.Heap
}

// Look shows the heaps if they are not as they were shown last. The label is a word and a number.
func (w *Watcher) Look(what string, number uint64) {
	if w.Show == nil {
		return
	}
	if now := w.Of.Maps(); !reflect.DeepEqual(now, w.last) {
		w.last = now
		w.Show(fmt.Sprintf("%s %d", what, number), now)
	}
}
