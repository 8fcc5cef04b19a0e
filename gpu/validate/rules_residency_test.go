package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/roster"
)

// resides is a call about the residency of objects.
func (w *world) resides(act residency.Act, method string, objects ...*fake) {
	c := &residency.Call{CallHead: w.head(method), Act: act, Device: w.owner, Fence: w.f.id, Value: 1}
	for _, o := range objects {
		c.Objects = append(c.Objects, o.id)
	}
	w.do(c)
}

func (w *world) evict(objects ...*fake) { w.resides(residency.Evict, "Evict", objects...) }
func (w *world) makeResident(objects ...*fake) {
	w.resides(residency.MakeResident, "MakeResident", objects...)
}
func (w *world) enqueueResident(objects ...*fake) {
	w.resides(residency.EnqueueMakeResident, "EnqueueMakeResident", objects...)
}

// copied submits a copy from a to b.
func (w *world) copied() {
	w.copy(w.open, w.b, w.a)
	w.close(w.open)
	w.submit(w.main, w.open)
}

var residencyCases = []ruleCase{
	{"evicted in flight", func(w *world) {
		w.copied()
		w.evict(w.a)
	}, func(w *world) {
		w.copied()
		w.signal(w.main, w.f, 1)
		w.cpu(gpu.FenceCPUWait, w.f, 1)
		w.evict(w.a)
	}, `error[GS0615]: buffer "a" is evicted while direct queue "main" may still need it`},
	{"evicted, and needed", func(w *world) {
		w.evict(w.a)
		w.copied()
	}, func(w *world) {
		w.evict(w.a)
		w.makeResident(w.a)
		w.copied()
	}, `error[GS0616]: direct list "draw" needs buffer "a", but it is not resident`},
	{"resident when a fence says so", func(w *world) {
		w.evict(w.a)
		w.enqueueResident(w.a)
		w.copied()
	}, func(w *world) {
		w.evict(w.a)
		w.enqueueResident(w.a)
		w.wait(w.main, w.f, 1)
		w.copied()
	}, `error[GS0616]: direct list "draw" needs buffer "a", but it may not be resident then`},
	{"no memory of its own", func(w *world) { w.evict(w.main) }, func(w *world) { w.evict(w.a, w.tex) }, `error[GS0617]: Evict takes no direct queue "main"`},
	{"evicted twice", func(w *world) {
		w.evict(w.a)
		w.evict(w.a)
	}, func(w *world) {
		w.makeResident(w.a)
		w.evict(w.a)
		w.evict(w.a)
	}, `error[GS0618]: buffer "a" is evicted, but it is not resident`},
}

// TestOldReleases: what uses an object that was released so long ago that nothing else is known of it is refused as what uses others.
func TestOldReleases(t *testing.T) {
	w := newWorld(t, On)
	list := w.list(gpu.ListDirect, "old", w.allocator(gpu.ListDirect, "of old"))
	w.copy(list, w.b, w.a)
	w.close(list)
	w.release(w.a)
	for range roster.Remembered {
		w.release(w.buffer("frame", 64, gpu.HeapUpload, 0))
	}
	w.silent()
	w.copy(w.open, w.b, w.a)
	w.submit(w.main, list)
	w.release(w.a)
	require.Equal(t, []string{"error[GS0330]: CopyBufferRegion uses an object that was released long ago", `error[GS0604]: direct list "old" needs an object that was released long ago`,
		"error[GS0330]: an object that was released long ago is released twice"}, w.said)
}
