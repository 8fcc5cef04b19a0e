// Package memwatch bounds the memory that a script keeps: it watches the heap of the process while the script runs.
//
// On a goroutine of its own, a watch reads at every tick how many bytes the objects of the heap take, garbage included, which does not stop the
// world. Above the limit it presses: the script checks Pressed before each instruction and then calls Room, which collects the garbage and reads
// again. While the script is in a Go function that does not check, the watch decides itself at the next tick.
//
//	heap   limit ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╱┄┄┄┄┄┄┄┄┄┄┄┄┄┄╱╲┄┄┄┄┄┄┄┄┄┄┄┄
//	                    garbage ╱  │          ╱   │ still above: the script is over
//	                         ╱     │       ╱
//	       at the start ──╱        └────╱   collected: the script goes on
//
// The numbers are those of the whole process and depend on its collector: they are for safety and may not reach any output.
//
// The package must not know Lua, the host or diagnostics.
package memwatch

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// tick is the time between two looks. In that time a script can take some megabytes.
const tick = 2 * time.Millisecond

// rest is the part of the limit that a script may add after a collection before the next: one that keeps almost as much as it may
// would be collecting all the time otherwise.
const rest = 16

// A Watch is the limit of one run. Its methods may be called from any goroutine.
type Watch struct {
	limit   int64
	pressed atomic.Bool
	heap    heap

	mu   sync.Mutex
	base int64 // bytes of the heap that are not the script's
	next int64 // bytes of the script above which garbage is collected
	over bool
	kept bool // pressed for good
	stop chan struct{}
}

// heap is what a watch does with the heap.
type heap struct {
	bytes   func() int64 // of all objects, garbage included
	collect func()
}

// Start begins to watch. The limit is what the heap may keep beyond what it has now, in bytes; a negative one is none. At the end of
// it spent is called, on a goroutine of the watch, if the script did not ask for Room before. End must be called.
func Start(limit int64, spent func()) *Watch {
	w := newWatch(limit, heap{objectBytes, runtime.GC})
	if limit >= 0 {
		ticker := time.NewTicker(tick)
		go func() {
			defer ticker.Stop()
			w.run(ticker.C, spent)
		}()
	}
	return w
}

func newWatch(limit int64, h heap) *Watch {
	w := &Watch{limit: limit, heap: h, next: limit, stop: make(chan struct{})}
	if limit >= 0 {
		w.base = h.bytes()
	}
	return w
}

// run looks at every tick until the end.
func (w *Watch) run(ticks <-chan time.Time, spent func()) {
	for {
		select {
		case <-w.stop:
			return
		case <-ticks:
			if w.look() {
				spent()
				return
			}
		}
	}
}

// look presses when the heap is large, and decides when it pressed before and nobody asked. It reports whether the script is over.
func (w *Watch) look() bool {
	if w.pressed.Load() {
		return !w.Room(0)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pressed.Store(w.kept || w.used() > w.next)
	return w.over
}

// End stops watching.
func (w *Watch) End() { close(w.stop) }

// Pressed reports whether the script has to ask for Room(0). It costs as much as reading a variable.
func (w *Watch) Pressed() bool { return w.pressed.Load() }

// Press makes Pressed true for good, so that the script looks what has happened.
func (w *Watch) Press() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = true
	w.pressed.Store(true)
}

// Room reports whether n more bytes are within the limit. It collects garbage if they are not; while others collect, it waits. Once it
// has refused, the script is over and it goes on to refuse.
func (w *Watch) Room(n int64) bool {
	if w.limit < 0 {
		return true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return false
	}
	if w.used()+n > w.next {
		w.heap.collect()
		used := w.used()
		w.next = max(w.limit, used+w.limit/rest)
		w.over = used+n > w.limit
	}
	w.pressed.Store(w.kept)
	return !w.over
}

// used is how many bytes the heap has grown. When it shrinks below its beginning, garbage of others has gone.
func (w *Watch) used() int64 {
	now := w.heap.bytes()
	w.base = min(w.base, now)
	return now - w.base
}

// objectBytes reads the size of all objects of the heap.
func objectBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
