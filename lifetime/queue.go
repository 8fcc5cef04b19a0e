package lifetime

import (
	"errors"
	"sync"
	"sync/atomic"
)

// Queue counts the submissions of one GPU queue. All its methods are safe for concurrent use.
type Queue struct {
	domain *Domain
	index  int
	name   string
	fence  Fence
	lock   Locker // held by one submission at a time

	next      atomic.Uint64 // number of the next submission
	signalled atomic.Uint64 // the last value that was given out
	completed atomic.Uint64 // the highest value seen of the fence

	mu    sync.Mutex
	marks fifo[mark] // submissions not seen completed
	lists uint64     // numbered submissions seen completed
}

// mark is a numbered submission.
type mark struct{ number, value uint64 }

// Submission is a submission that was made: what to give objects back with.
type Submission struct {
	Queue     int
	Number    uint64 // counts from 0; of a transient one: of the submission that follows
	Value     uint64 // the fence value at which it has completed
	Transient bool
}

// Name is the name of the queue's description.
func (q *Queue) Name() string { return q.name }

// Index is the queue's place in its domain and its bit in masks.
func (q *Queue) Index() int { return q.index }

// NextNumber is the number that the next submission will have. It counts from 0.
func (q *Queue) NextNumber() uint64 { return q.next.Load() }

// NextValue is the fence value that the next submission will signal. It counts from 1.
func (q *Queue) NextValue() uint64 {
	if q.domain.numbering == Seed {
		return q.next.Load() + 1
	}
	return q.signalled.Load() + 1
}

// LastValue is the value that the last submission signals, 0 if there was none.
func (q *Queue) LastValue() uint64 { return q.signalled.Load() }

// Submit numbers a submission, runs it, and hands over what was released before it, in these steps:
//
//  1. the number is taken, so that what is released from now on belongs to the next submission
//  2. run executes the lists and signals value on the queue's fence
//  3. stale objects of this number or earlier go to the release queues with the value (Modern)
//
// Submissions of a queue run one at a time, so values are signalled in rising order. A submission without lists is fine. If
// run fails, having signalled nothing, the number and the value are given out again and nothing is handed over.
func (q *Queue) Submit(run func(value uint64) error) (Submission, error) {
	if err := q.lock.Lock(); err != nil {
		return Submission{}, err
	}
	defer q.lock.Unlock()
	s := Submission{Queue: q.index, Number: q.next.Load(), Value: q.NextValue()}
	q.next.Add(1)
	if err := run(s.Value); err != nil {
		q.next.Add(^uint64(0))
		return Submission{}, err
	}
	q.signalled.Store(s.Value)
	q.mu.Lock()
	q.marks.push(mark{s.Number, s.Value})
	q.mu.Unlock()
	moved := 0
	for _, m := range q.domain.holders() {
		moved += m.discard(q.index, s)
	}
	q.domain.event(Event{Kind: EventSubmit, Queue: q.name, Number: s.Number, Value: s.Value, Count: moved})
	return s, nil
}

// SubmitTransient runs a submission in the middle of the recording of another: it takes no number and hands nothing over, so
// that it frees nothing early. In Modern numbering run signals value. In Seed numbering value is 0 and run signals nothing,
// since the fence counts lists; the submission counts as completed when the next numbered one has.
func (q *Queue) SubmitTransient(run func(value uint64) error) (Submission, error) {
	if err := q.lock.Lock(); err != nil {
		return Submission{}, err
	}
	defer q.lock.Unlock()
	value := q.NextValue()
	if q.domain.numbering == Seed {
		value = 0
	}
	if err := run(value); err != nil {
		return Submission{}, err
	}
	if value != 0 {
		q.signalled.Store(value)
	}
	s := Submission{Queue: q.index, Number: q.next.Load(), Value: value, Transient: true}
	if value == 0 {
		s.Value = s.Number + 1
	}
	q.domain.event(Event{Kind: EventTransient, Queue: q.name, Number: s.Number, Value: s.Value})
	return s, nil
}

// RetireStale lets what was released go with the last submission that was made. The caller knows that nothing is recorded
// that was not submitted, on any context of the queue. It helps a queue that submits seldom: without it, objects that several
// queues may use wait for its next submission. It returns the number of objects.
func (q *Queue) RetireStale() (int, error) {
	if err := q.lock.Lock(); err != nil {
		return 0, err
	}
	defer q.lock.Unlock()
	n, last := 0, q.signalled.Load()
	for _, m := range q.domain.holders() {
		n += m.retire(q.index, last)
	}
	if n > 0 {
		q.domain.event(Event{Kind: EventRetire, Queue: q.name, Value: last, Count: n})
	}
	return n, nil
}

// Completed reads the fence and returns the highest value it has ever had.
func (q *Queue) Completed() (uint64, error) {
	v, err := q.fence.CompletedValue()
	if err != nil {
		return q.completed.Load(), err
	}
	for {
		old := q.completed.Load()
		if v <= old {
			return old, nil
		}
		if q.completed.CompareAndSwap(old, v) {
			return v, nil
		}
	}
}

// CompletedLists reads the fence and returns how many numbered submissions have completed: submission k has completed if k is less than that.
func (q *Queue) CompletedLists() (uint64, error) {
	v, err := q.Completed()
	return q.passed(v), err
}

func (q *Queue) passed(value uint64) uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.marks.len() > 0 && q.marks.front().value <= value {
		q.lists = q.marks.pop().number + 1
	}
	return q.lists
}

// Passed asks the fence whether a submission of this queue has completed.
func (q *Queue) Passed(s Submission) (bool, error) {
	v, err := q.Completed()
	return s.Value <= v, err
}

// Purge asks the fence and destroys what this queue has passed, kind by kind in the order of their making, first released
// first. It returns how many objects left the queue's release queues.
func (q *Queue) Purge() (int, error) {
	to, err := q.Completed()
	q.passed(to)
	total := 0
	for _, m := range q.domain.holders() {
		n, failed := m.purge(q.index, to)
		total, err = total+n, join(err, failed)
	}
	q.domain.event(Event{Kind: EventPurge, Queue: q.name, Value: to, Count: total})
	return total, err
}

func (q *Queue) drain() (total int, err error) {
	for _, m := range q.domain.holders() {
		n, failed := m.drain(q.index)
		total, err = total+n, join(err, failed)
	}
	if total > 0 {
		q.domain.event(Event{Kind: EventPurge, Queue: q.name, Value: everything, Count: total})
	}
	return total, err
}

// join is errors.Join that allocates nothing where nothing failed.
func join(err, next error) error {
	if next == nil {
		return err
	}
	return errors.Join(err, next)
}
