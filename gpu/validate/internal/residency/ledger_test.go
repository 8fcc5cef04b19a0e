package residency

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

const (
	object = gpu.ID(7)
	fence  = gpu.ID(8)
)

// world is an order with the main thread, another one, a queue and who pages.
type world struct {
	*Ledger
	order         *track.Order
	other         track.Agent
	queue, pager  track.Agent
	number, value int
}

func newWorld() *world {
	w := &world{Ledger: &Ledger{}, order: track.NewOrder()}
	w.other, w.queue, w.pager = w.order.AddThread(0), w.order.AddQueue(), w.order.AddQueue()
	w.number = w.order.AddFence(0)
	return w
}

// make is MakeResident of a thread.
func (w *world) make(by track.Agent) {
	w.Make(object, Made{Site: 1, By: by, Behind: w.order.Touch(by, true)})
}

// page is EnqueueMakeResident of the main thread, which signals the fence.
func (w *world) page() {
	w.value++
	m := Made{Site: 2, Behind: w.order.Submit(0, w.pager, 2), Fence: fence, Value: uint64(w.value)}
	w.order.QueueSignal(0, w.pager, track.Need{Fence: w.number, Value: m.Value}, 2)
	w.Make(object, m)
}

// lacking says whether a submission of a thread lacks the object now.
func (w *world) lacking(by track.Agent) bool {
	missing, _ := w.missing(w.order, by, []Need{{Object: object}}, w.order.Ahead(by, w.queue))
	return len(missing) > 0
}

// TestLastEvict: which of two threads' calls evicted an object last is the same in every run: the younger one's, if nothing orders them.
func TestLastEvict(t *testing.T) {
	for _, first := range []track.Agent{0, 1} {
		w := newWorld()
		w.make(0)
		for _, by := range []track.Agent{first, 1 - first} {
			w.order.Touch(w.other*by, true)
			w.Evict(w.order, object, w.other*by, 5+gpu.Site(by))
		}
		k, lacking := w.lacks(w.order, 0, object, track.Clock{})
		require.True(t, lacking)
		require.Equal(t, gpu.Site(6), k.Evicted)
		w.Evict(w.order, object, 0, 7)
		w.order.Join(0, w.other)
		w.Evict(w.order, object, 0, 8)
		k, _ = w.lacks(w.order, 0, object, track.Clock{})
		require.Equal(t, gpu.Site(8), k.Evicted, "after both")
	}
}

// TestCounts: an object is resident as long as it was made so more often than it was evicted; its creation counts.
func TestCounts(t *testing.T) {
	w := newWorld()
	require.Equal(t, 1, w.Count(w.order, 0, object))
	require.True(t, w.Idle())
	w.make(0)
	require.Equal(t, 2, w.Count(w.order, 0, object))
	w.Evict(w.order, object, 0, 5)
	require.False(t, w.lacking(0), "once is left")
	w.Evict(w.order, object, 0, 6)
	require.Equal(t, 0, w.Count(w.order, 0, object))
	require.True(t, w.lacking(0))
	w.Evict(w.order, object, 0, 7)
	require.Equal(t, 0, w.Count(w.order, 0, object), "it does not go below")
	w.make(0)
	w.make(0)
	w.Evict(w.order, object, 0, 8)
	require.False(t, w.lacking(0))
	w.Release(object)
	require.True(t, w.Idle(), "nothing is kept of what was released")
}

// TestCreatedNotResident: an object that is created so counts nothing.
func TestCreatedNotResident(t *testing.T) {
	w := newWorld()
	w.Create(object, gpu.HeapCreateNotZeroed, 3)
	require.False(t, w.lacking(0))
	w.Create(object, gpu.HeapNotResident, 3)
	require.Equal(t, 0, w.Count(w.order, 0, object))
	require.True(t, w.lacking(0))
	w.make(0)
	require.False(t, w.lacking(0))
}

// TestThreads: what another thread has made resident counts for who knows of it, and what one has done itself is left when the other takes back its
// own.
func TestThreads(t *testing.T) {
	w := newWorld()
	w.Evict(w.order, object, 0, 5)
	w.make(w.other)
	require.False(t, w.lacking(w.other))
	require.True(t, w.lacking(0), "nothing orders the threads")
	w.make(0)
	require.False(t, w.lacking(0))
	w.Evict(w.order, object, w.other, 6)
	require.False(t, w.lacking(0), "it took back its own")
	w.make(w.other)
	w.Evict(w.order, object, 0, 7)
	require.True(t, w.lacking(0), "the other one's is left")
	w.order.Join(0, w.other)
	require.False(t, w.lacking(0))
}

// TestPaging: what EnqueueMakeResident has made resident is so for who has waited for its fence.
func TestPaging(t *testing.T) {
	w := newWorld()
	w.Evict(w.order, object, 0, 5)
	w.page()
	require.True(t, w.lacking(0))
	w.order.QueueWait(0, w.queue, track.Need{Fence: w.number, Value: 1}, 3)
	require.False(t, w.lacking(0), "the queue waits")
	w.Evict(w.order, object, 0, 6)
	w.page()
	require.True(t, w.lacking(0), "it waited for the value before")
	w.order.CPUWait(0, track.Need{Fence: w.number, Value: 2})
	require.False(t, w.lacking(0), "the thread has waited")
}

// TestManyCalls: what is known of an object does not grow with the calls about it.
func TestManyCalls(t *testing.T) {
	w := newWorld()
	w.Evict(w.order, object, 0, 5)
	for range 1000 {
		w.make(0)
		w.make(w.other)
		w.page()
	}
	require.Len(t, w.entries, 1)
	require.Len(t, w.entries[object].made, 3, "one of each thread, and one of the fence")
	require.Equal(t, 3000, w.Count(w.order, 0, object))
}

// TestNeedsAreAddedOnce: what several commands of a submission need is one of its needs, and one of those of the next submission.
func TestNeedsAreAddedOnce(t *testing.T) {
	w := newWorld()
	w.Evict(w.order, object, 0, 5)
	w.Evict(w.order, object+1, 0, 5)
	for range 2 {
		var needs []Need
		for range 3 {
			needs = w.Add(needs, 3, Place{Object: object + 9}) // it has always been resident
			needs = w.Add(needs, 3, Place{Object: object})
			needs = w.Add(needs, 4, Place{Object: 11, Heap: object + 1})
		}
		require.Equal(t, []Need{{Object: object, List: 3}, {Object: object + 1, Inside: 11, List: 4}}, needs)
	}
}
