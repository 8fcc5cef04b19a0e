// Package queues is what the queues of a render device have in common: the numbers of their submissions, the release queues that follow them,
// and the pools of command lists and allocators that recordings come from.
//
//	Set ── Queues      one for each immediate context
//	    ── Domain      numbers, fence values, release queues (package lifetime)
//	    ── recorders   pool ──Open──▶ Recorder ──Batch.Submit──▶ pool, at once
//	    ── allocators  pool ──Open──▶ allocator ─Batch.Submit──▶ pool, when the GPU has passed
//
// It must not know contexts, objects of the engine or descriptors.
package queues

import (
	"errors"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/promise"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Set is the queues of a render device.
type Set struct {
	At       func() *device.Device // the device below, told the place of the running call
	Name     string
	Site     *gpu.Site // of the running call
	Rules    *words.Reporter
	Queues   []*submit.Queue
	Domain   *lifetime.Domain
	Promises promise.Log // of NO_OVERWRITE, by recordings in flight

	serial     uint64 // of the last recording
	allocators [gpu.ListCopy + 1]*lifetime.Pool[*device.CommandAllocator]
	recorders  [gpu.ListCopy + 1]*lifetime.Pool[*record.Recorder]
	batons     []*submit.Baton
}

// Create makes the queues that a normalized description names, and their pools. At, Name, Site and Rules are set.
func (s *Set) Create(of desc.DeviceDesc) error {
	o := lifetime.Options{OnEvent: of.OnLifetime, Locker: s.newBaton}
	if of.Numbering == desc.NumberingSeed {
		o.Numbering = lifetime.Seed
	}
	for _, c := range of.ImmediateContexts {
		q, err := submit.Create(s.At(), gpu.CommandQueueDesc{Name: c.Name, Type: c.Type, Priority: c.Priority}, *s.Site)
		if err != nil {
			return err
		}
		q.Index = len(s.Queues)
		s.Queues = append(s.Queues, q)
		o.Queues = append(o.Queues, lifetime.QueueDesc{Name: c.Name, Fence: submit.Progress{Fence: q.Fence, Site: s.Site}})
	}
	domain, err := lifetime.NewDomain(o)
	if err != nil {
		return err
	}
	s.Domain = domain
	for i, q := range s.Queues {
		q.Life = domain.Queue(i)
	}
	return nil
}

// CreatePools makes the pools of command lists and allocators. Pools are purged after the release queues that were made before.
func (s *Set) CreatePools() {
	for _, t := range []gpu.CommandListType{gpu.ListDirect, gpu.ListCompute, gpu.ListCopy} {
		s.createPools(t)
	}
}

func (s *Set) createPools(t gpu.CommandListType) {
	s.allocators[t] = lifetime.NewPool(s.Domain, lifetime.PoolDesc[*device.CommandAllocator]{
		Name: fmt.Sprintf("%s allocators", t),
		New: func(n int) (*device.CommandAllocator, error) {
			return s.At().CreateCommandAllocator(t, fmt.Sprintf("%s %s allocator %d", s.Name, t, n))
		},
		Reuse: func(a *device.CommandAllocator) error {
			if err := s.catchUp(func(q *submit.Queue) bool { return q.Type == t }); err != nil {
				return err
			}
			a.HandOver()
			a.SetSite(*s.Site)
			return a.Reset()
		},
	})
	s.recorders[t] = lifetime.NewPool(s.Domain, lifetime.PoolDesc[*record.Recorder]{
		Name: fmt.Sprintf("%s contexts", t),
		New: func(n int) (*record.Recorder, error) {
			l, err := s.At().CreateCommandList(gpu.CommandListDesc{Name: fmt.Sprintf("%s %s list %d", s.Name, t, n), Type: t})
			if err != nil {
				return nil, err
			}
			return &record.Recorder{Rules: s.Rules, Type: t, List: l}, nil
		},
		Reuse: func(r *record.Recorder) error {
			r.List.HandOver()
			return r.Renew(*s.Site, s.At().CreateCommandList)
		},
	})
}

// newBaton makes the lock of a queue.
func (s *Set) newBaton(int) lifetime.Locker {
	b := &submit.Baton{Adapter: s.At().Adapter(), Of: "queue", Site: s.Site}
	s.batons = append(s.batons, b)
	return b
}

// CatchUp lets the calling thread see for itself how far the queues are. What is in a pool may have come back by what another thread
// has seen, and nothing but a look at the fences tells this one that the GPU is done with it.
func (s *Set) CatchUp() error { return s.catchUp(func(*submit.Queue) bool { return true }) }

func (s *Set) catchUp(with func(*submit.Queue) bool) error {
	for _, q := range s.Queues {
		if !with(q) {
			continue
		}
		if _, err := q.Life.Completed(); err != nil {
			return err
		}
	}
	return nil
}

// Open begins a recording for queues of a type.
func (s *Set) Open(typ gpu.CommandListType) (*record.Recorder, error) {
	r, err := s.recorders[typ].Get()
	if err != nil {
		return nil, err
	}
	if r.Alloc, err = s.allocators[typ].Get(); err != nil {
		s.recorders[typ].PutFree(r)
		return nil, err
	}
	s.serial++
	if err, ok := r.Open(s.serial, *s.Site); !ok {
		s.Drop(r)
		return nil, err
	}
	return r, nil
}

// Drop gives up what was recorded.
func (s *Set) Drop(r *record.Recorder) {
	r.Abandon(*s.Site)
	s.allocators[r.Type].PutFree(r.Alloc)
	s.recorders[r.Type].PutFree(r)
	r.Alloc = nil
}

// Submitted gives list and allocator back after a submission, and notes it at the objects that were used.
func (s *Set) Submitted(r *record.Recorder, sent lifetime.Submission) {
	r.Submitted(sent, len(s.Queues))
	s.allocators[r.Type].Put(r.Alloc, sent)
	r.Alloc = nil
	s.recorders[r.Type].PutFree(r)
}

// Upload records a list with fill and submits it without a number, so that it frees nothing early (L5).
func (s *Set) Upload(q *submit.Queue, fill func(*record.Recorder) error) error {
	r, err := s.Open(q.Type)
	if err != nil {
		return err
	}
	if err = fill(r); err == nil {
		err = r.Close(*s.Site)
	}
	if err != nil {
		s.Drop(r)
		return err
	}
	sent, err := q.Submit(*s.Site, submit.Submission{Lists: []gpu.CommandList{r.List}, Transient: true})
	if sent.Value == 0 {
		s.Drop(r)
		return err
	}
	s.Submitted(r, sent)
	return err
}

// AllocatorStats are the numbers of the pool of command allocators of a type.
func (s *Set) AllocatorStats(t gpu.CommandListType) lifetime.PoolStats {
	return s.allocators[t].Stats()
}

// Idle waits until all queues have completed what was submitted. All are signalled before any is waited for, so queues may wait for
// each other.
func (s *Set) Idle() error {
	values := make([]uint64, len(s.Queues))
	for i, q := range s.Queues {
		sent, err := q.Submit(*s.Site, submit.Submission{})
		if err != nil {
			return err
		}
		values[i] = sent.Value
	}
	for i, q := range s.Queues {
		if err := q.Wait(*s.Site, values[i]); err != nil {
			return err
		}
	}
	return nil
}

// Close gives up pools and queues. Nothing is in flight.
func (s *Set) Close() error {
	var errs []error
	for t := range s.allocators {
		if s.allocators[t] != nil {
			errs = append(errs, s.recorders[t].Drop(func(r *record.Recorder) error { return r.List.Release() }),
				s.allocators[t].Drop((*device.CommandAllocator).Release))
		}
	}
	for _, b := range s.batons {
		errs = append(errs, b.Release())
	}
	for _, q := range s.Queues {
		errs = append(errs, q.Fence.Release(), q.Native.Release())
	}
	return errors.Join(errs...)
}
