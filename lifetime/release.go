package lifetime

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// ReleaseQueue keeps released objects of one kind until the GPU has passed them, then destroys them. An engine makes one for
// each kind that it wants to count: resources, descriptor ranges, pages. All its methods are safe for concurrent use.
type ReleaseQueue[T any] struct {
	domain  *Domain
	name    string
	destroy func(T) error

	mu     sync.Mutex
	queues []waiting[T] // one for each queue of the domain
}

// waiting are the two lists of one queue. In Seed numbering stale stays empty.
type waiting[T any] struct {
	stale, pending fifo[entry[T]]
}

// entry is an object that waits on one queue.
type entry[T any] struct {
	number uint64 // of the next submission when it was released
	value  uint64 // at which it goes; 0 in the stale list
	object T
	others *atomic.Int32 // how many queues it still waits for; nil: only this
}

// NewReleaseQueue makes a release queue of a domain. destroy is called once for each object, without a lock; it may
// release other objects.
func NewReleaseQueue[T any](d *Domain, name string, destroy func(T) error) *ReleaseQueue[T] {
	r := &ReleaseQueue[T]{domain: d, name: name, destroy: destroy, queues: make([]waiting[T], len(d.queues))}
	d.add(r)
	return r
}

// Name is the name in statistics and events.
func (r *ReleaseQueue[T]) Name() string { return r.name }

// Release gives an object up that the queues of a mask may use. It is destroyed by a purge after every one of them has passed
// the submission that was next when Release was called. It fails with ErrNoQueue and ErrClosed; the caller then still
// owns the object.
func (r *ReleaseQueue[T]) Release(object T, mask Mask) error {
	mask = r.domain.Valid(mask)
	if mask == 0 {
		return fmt.Errorf("%s: %w", r.name, ErrNoQueue)
	}
	if r.domain.isClosed() {
		return fmt.Errorf("%s: %w", r.name, ErrClosed)
	}
	others := sharers(mask)
	each(mask, func(i int) {
		q := r.domain.queues[i]
		number := q.next.Load() // before the lock: too early a number is never read, since the caller recorded before
		r.mu.Lock()
		if r.domain.numbering == Seed {
			r.queues[i].pending.push(entry[T]{number, number + 1, object, others})
		} else {
			r.queues[i].stale.push(entry[T]{number, 0, object, others})
		}
		r.mu.Unlock()
		r.domain.event(Event{Kind: EventRelease, Queue: q.name, What: r.name, Number: number, Count: 1})
	})
	return nil
}

// sharers is the count of an object on several queues, nil for one.
func sharers(m Mask) *atomic.Int32 {
	if m&(m-1) == 0 {
		return nil
	}
	n := int32(0)
	each(m, func(int) { n++ })
	c := &atomic.Int32{}
	c.Store(n)
	return c
}

// Discard gives an object up whose last use is known: it goes when the submission has completed. It skips the stale list.
func (r *ReleaseQueue[T]) Discard(object T, s Submission) {
	r.mu.Lock()
	r.queues[s.Queue].pending.push(entry[T]{s.Number, s.Value, object, nil})
	r.mu.Unlock()
	r.domain.event(Event{Kind: EventDiscard, Queue: r.domain.queues[s.Queue].name, What: r.name, Number: s.Number, Value: s.Value, Count: 1})
}

func (r *ReleaseQueue[T]) label() string { return r.name }

func (r *ReleaseQueue[T]) discard(queue int, s Submission) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	w, n := &r.queues[queue], 0
	for ; w.stale.len() > 0 && w.stale.front().number <= s.Number; n++ {
		e := w.stale.pop()
		e.value = s.Value
		w.pending.push(e)
	}
	return n
}

func (r *ReleaseQueue[T]) retire(queue int, value uint64) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	w, n := &r.queues[queue], 0
	for i := range w.pending.len() { // Seed: those that wait for a list that is not submitted
		if e := w.pending.at(i); e.value > value {
			e.value = value
			n++
		}
	}
	for ; w.stale.len() > 0; n++ {
		e := w.stale.pop()
		e.value = value
		w.pending.push(e)
	}
	return n
}

// next takes the front of a release queue if its value has been reached.
func (r *ReleaseQueue[T]) next(queue int, to uint64) (entry[T], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &r.queues[queue].pending
	if p.len() == 0 || p.front().value > to {
		return entry[T]{}, false
	}
	return p.pop(), true
}

func (r *ReleaseQueue[T]) purge(queue int, to uint64) (n int, err error) {
	for {
		e, ok := r.next(queue, to)
		if !ok {
			return n, err
		}
		n++
		if e.others == nil || e.others.Add(-1) == 0 {
			err = join(err, r.destroy(e.object))
		}
	}
}

func (r *ReleaseQueue[T]) drain(queue int) (int, error) {
	r.retire(queue, 0)
	return r.purge(queue, everything)
}

func (r *ReleaseQueue[T]) count(queue int) (stale, pending int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := &r.queues[queue]
	return w.stale.len(), w.pending.len()
}

func (r *ReleaseQueue[T]) oldest(queue int) (uint64, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &r.queues[queue].pending
	if p.len() == 0 {
		return 0, false
	}
	return p.front().value, true
}

// Entry is one waiting object, as returned by Entries.
type Entry[T any] struct {
	Object T
	Number uint64 // of the next submission when it was released
	Value  uint64 // the fence value at which it goes; 0: not known yet
	Stale  bool   // in the stale list
}

// Entries are the objects that wait on one queue: the release queue first, then the stale list, oldest first.
func (r *ReleaseQueue[T]) Entries(queue int) []Entry[T] {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := &r.queues[queue]
	var out []Entry[T]
	for i := range w.pending.len() {
		e := w.pending.at(i)
		out = append(out, Entry[T]{e.object, e.number, e.value, false})
	}
	for i := range w.stale.len() {
		e := w.stale.at(i)
		out = append(out, Entry[T]{e.object, e.number, 0, true})
	}
	return out
}
