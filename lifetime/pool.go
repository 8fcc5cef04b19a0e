package lifetime

import (
	"fmt"
	"sync"
)

// PoolDesc describes a pool.
type PoolDesc[T any] struct {
	Name string // for statistics and events
	// New makes the n-th object, from 0, when none can be taken again. Required.
	New func(n int) (T, error)
	// Reuse prepares an object that was used before, for example resets an allocator; nil: nothing to do. An object for
	// which it fails stays in the pool.
	Reuse func(T) error
}

// Pool lends objects that are not destroyed before the end: command allocators, recording contexts, pages. An object is given back with the
// submission that uses it and is lent again once that has completed. All methods are safe for concurrent use.
//
// Modern numbering: a purge moves completed objects to the free ones, and the most recent one is lent first. Seed numbering: a queue in the order of
// giving back; only its front is checked, when an object is wanted.
type Pool[T any] struct {
	domain *Domain
	desc   PoolDesc[T]
	free   *ReleaseQueue[T] // Modern: what is in flight

	mu      sync.Mutex
	idle    []T           // can be taken at once
	waiting fifo[lent[T]] // Seed: what is in flight
	created int
	lent    int
}

// lent is an object that was given back.
type lent[T any] struct {
	object T
	with   Submission
	more   []Submission // further submissions to wait for
}

// NewPool makes a pool of a domain.
func NewPool[T any](d *Domain, desc PoolDesc[T]) *Pool[T] {
	p := &Pool[T]{domain: d, desc: desc}
	if d.numbering == Seed {
		d.add(p)
		return p
	}
	p.free = &ReleaseQueue[T]{domain: d, name: desc.Name, destroy: p.recycle, queues: make([]waiting[T], len(d.queues))}
	d.add(pooled[T]{p.free, p})
	return p
}

// pooled is a pool in Modern numbering as a member of its domain.
type pooled[T any] struct {
	*ReleaseQueue[T]
	pool *Pool[T]
}

func (p pooled[T]) out() int { return p.pool.out() }

func (p *Pool[T]) recycle(object T) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, object)
	return nil
}

// Get lends an object: a reusable one, or a new one. Errors are those of New, Reuse and the fence.
func (p *Pool[T]) Get() (T, error) {
	object, ok, err := p.again()
	if err != nil {
		return object, err
	}
	if ok {
		if p.desc.Reuse != nil {
			err = p.desc.Reuse(object)
		}
	} else {
		object, err = p.desc.New(p.number())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err == nil:
		p.lent++
	case ok:
		p.idle = append(p.idle, object)
	default:
		p.created--
	}
	return object, err
}

// number counts an object before it is made, so that two goroutines do not make the same one.
func (p *Pool[T]) number() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.created++
	return p.created - 1
}

// again takes an object that was used before.
func (p *Pool[T]) again() (object T, ok bool, err error) {
	if object, ok = p.takeIdle(); ok || p.free != nil {
		return object, ok, nil
	}
	for {
		with, ok := p.front()
		if !ok {
			return object, false, nil
		}
		if done, err := p.domain.queues[with.Queue].Passed(with); err != nil || !done {
			return object, false, err
		}
		if object, ok = p.passFront(with); ok {
			return object, true, nil
		}
	}
}

// passFront notes that the front's submission has completed, and takes the front if it waits for no other. Somebody else may
// have taken it meanwhile.
func (p *Pool[T]) passFront(with Submission) (object T, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting.len() == 0 || p.waiting.front().with != with {
		return object, false
	}
	if f := p.waiting.front(); len(f.more) > 0 {
		f.with, f.more = f.more[0], f.more[1:]
		return object, false
	}
	return p.waiting.pop().object, true
}

func (p *Pool[T]) takeIdle() (object T, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return object, false
	}
	object = p.idle[n-1]
	clear(p.idle[n-1:])
	p.idle = p.idle[:n-1]
	return object, true
}

func (p *Pool[T]) front() (Submission, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting.len() == 0 {
		return Submission{}, false
	}
	return p.waiting.front().with, true
}

// Put gives back an object that a submission uses.
func (p *Pool[T]) Put(object T, s Submission) {
	p.mu.Lock()
	p.lent--
	if p.free == nil {
		p.waiting.push(lent[T]{object: object, with: s})
	}
	p.mu.Unlock()
	if p.free != nil {
		p.free.Discard(object, s)
	}
}

// PutFree gives back an object that no submission uses: what was recorded with it was dropped, or the object may be reused while it is in flight, as
// a command list may, unlike its allocator.
func (p *Pool[T]) PutFree(object T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lent--
	p.idle = append(p.idle, object)
}

// Release gives back an object that the queues of a mask may use, like ReleaseQueue.Release: for example pages that a context filled for submissions
// it does not know.
func (p *Pool[T]) Release(object T, mask Mask) error {
	if p.free == nil {
		return p.releaseSeed(object, mask)
	}
	p.lend(-1) // before: a purge of another goroutine may make it free at once
	err := p.free.Release(object, mask)
	if err != nil {
		p.lend(1)
	}
	return err
}

// lend counts objects that are lent.
func (p *Pool[T]) lend(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lent += n
}

func (p *Pool[T]) releaseSeed(object T, mask Mask) error {
	if p.domain.Valid(mask) == 0 {
		return fmt.Errorf("%s: %w", p.desc.Name, ErrNoQueue)
	}
	var with []Submission
	each(p.domain.Valid(mask), func(i int) {
		n := p.domain.queues[i].next.Load()
		with = append(with, Submission{Queue: i, Number: n, Value: n + 1})
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lent--
	p.waiting.push(lent[T]{object, with[0], with[1:]})
	return nil
}

// Drop empties the pool: every object that is not lent is passed to destroy, including those in flight. The caller must know that the GPU is idle. It
// continues after an error and returns the first one.
func (p *Pool[T]) Drop(destroy func(T) error) error {
	if p.free != nil {
		for i := range p.domain.queues {
			_, _ = p.free.drain(i) // recycle does not fail
		}
	}
	p.mu.Lock()
	objects := p.idle
	for p.waiting.len() > 0 {
		objects = append(objects, p.waiting.pop().object)
	}
	p.idle = nil
	p.created -= len(objects)
	p.mu.Unlock()
	var first error
	for _, o := range objects {
		if err := destroy(o); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (p *Pool[T]) label() string { return p.desc.Name }

func (p *Pool[T]) out() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lent
}

// The methods below make a pool in Seed numbering a member of its domain. Its objects wait in the pool, not for purges.

func (p *Pool[T]) discard(int, Submission) int        { return 0 }
func (p *Pool[T]) retire(int, uint64) int             { return 0 }
func (p *Pool[T]) purge(int, uint64) (int, error)     { return 0, nil }
func (p *Pool[T]) drain(int) (int, error)             { return 0, nil }
func (p *Pool[T]) count(int) (int, int)               { return 0, 0 }
func (p *Pool[T]) oldest(int) (value uint64, ok bool) { return 0, false }

// PoolStats count the objects of a pool. Created = Free + InFlight + Lent.
type PoolStats struct {
	Name     string
	Created  int
	Free     int // can be lent at once; in Seed numbering the front of those in flight may be, too
	InFlight int
	Lent     int // not given back
}

// Stats counts the pool's objects. Objects that wait for several queues are not counted twice.
func (p *Pool[T]) Stats() PoolStats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return PoolStats{Name: p.desc.Name, Created: p.created, Free: len(p.idle), Lent: p.lent, InFlight: p.created - len(p.idle) - p.lent}
}
