package queues

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Batch is one submission in the making: closed recordings in their order, and lists of barriers between them.
type Batch struct {
	set     *Set
	queue   *submit.Queue
	seq     record.Sequence
	lists   []gpu.CommandList
	patches []*record.Recorder // lists with nothing but barriers
	all     []*record.Recorder // everything else, in order
}

// NewBatch begins a submission to a queue of the set. The batch owns the recordings from now on.
func (s *Set) NewBatch(q *submit.Queue, all []*record.Recorder) *Batch {
	return &Batch{set: s, queue: q, seq: record.Sequence{Rules: s.Rules}, all: all}
}

// Build puts the lists in order, with the barriers between them. After an error the batch is dropped.
func (b *Batch) Build() error {
	for _, r := range b.all {
		barriers, err := b.seq.Enter(r)
		if err == nil {
			err = b.patch(barriers)
		}
		if err != nil {
			b.drop()
			return err
		}
		b.lists = append(b.lists, r.List)
	}
	if err := b.patch(b.seq.Leave(b.queue.Type)); err != nil {
		b.drop()
		return err
	}
	return nil
}

// patch adds a list of barriers.
func (b *Batch) patch(barriers []gpu.BarrierDesc) error {
	if len(barriers) == 0 {
		return nil
	}
	r, err := b.set.Open(b.queue.Type)
	if err != nil {
		return err
	}
	b.patches = append(b.patches, r)
	if err := r.List.ResourceBarrier(barriers); err != nil {
		return err
	}
	b.lists = append(b.lists, r.List)
	return r.Close(*b.set.Site)
}

// Submit sends the batch. Whatever the outcome, the recorders go back to their pools. A Value that is not 0 says that it was sent, also
// where err has an error of earlier work.
func (b *Batch) Submit(waits, signals []submit.Pair) (lifetime.Submission, error) {
	s, err := b.queue.Submit(*b.set.Site, submit.Submission{Waits: waits, Lists: b.lists, Signals: signals,
		Sent: b.set.Promises.Takes(b.queue, b.all)})
	if s.Value == 0 {
		b.set.Promises.Drop(b.queue)
		b.drop()
		return s, err
	}
	b.seq.Settle()
	for _, r := range append(b.patches, b.all...) {
		if r.Flights != nil {
			r.Flights.Note(r.Serial(), b.queue, s.Value)
		}
		b.set.Submitted(r, s)
	}
	return s, err
}

// drop gives up what could not be submitted.
func (b *Batch) drop() {
	for _, r := range append(b.patches, b.all...) {
		b.set.Drop(r)
	}
}
