package sched

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func BenchmarkChargeFastPath(b *testing.B) {
	s := New(defaultProfile(), nil)
	b.ReportAllocs()
	for b.Loop() {
		s.Charge(50)
	}
}

// nothing is an empty batch that needs no memory.
type nothing struct{}

func (nothing) Len() int            { return 0 }
func (nothing) Step(int, bool) Cost { return Cost{} }
func (nothing) Retire(ok bool)      {}

// one is a batch of one command.
type one struct{ nothing }

func (one) Len() int            { return 1 }
func (one) Step(int, bool) Cost { return Cost{Time: 10} }

func BenchmarkSubmitSignal(b *testing.B) {
	s := New(defaultProfile(), nil)
	g := s.NewGPU("g", defaultProfile())
	q, f := g.NewQueue(QueueDesc{}), g.NewFence(0, "F", 0)
	b.ReportAllocs()
	n := uint64(0)
	for b.Loop() {
		n++
		s.Call(CallSubmit)
		q.Submit(nothing{}, 0)
		s.Call(CallSync)
		q.Signal(f, n, 0)
	}
	s.Drain()
}

func BenchmarkSubmitSignalWait(b *testing.B) {
	s := New(defaultProfile(), nil)
	g := s.NewGPU("g", defaultProfile())
	q, f := g.NewQueue(QueueDesc{}), g.NewFence(0, "F", 0)
	b.ReportAllocs()
	n := uint64(0)
	for b.Loop() {
		n++
		s.Call(CallSubmit)
		q.Submit(one{}, 0)
		q.Signal(f, n, 0)
		s.WaitFence(f, n, Infinite, 0)
	}
}

func BenchmarkCommand(b *testing.B) {
	s := New(defaultProfile(), nil)
	g := s.NewGPU("g", defaultProfile())
	q := g.NewQueue(QueueDesc{})
	b.ReportAllocs()
	for b.Loop() {
		q.Submit(one{}, 0)
		s.Charge(10)
	}
	s.Drain()
}

func BenchmarkThreadSwitch(b *testing.B) {
	s := New(defaultProfile(), nil)
	stop := false
	s.Go("other", func() {
		for !stop {
			s.Charge(1)
		}
	})
	b.ReportAllocs()
	for b.Loop() {
		s.Charge(1)
	}
	stop = true
	s.Drain()
	s.Shutdown()
}

// A hundred thousand empty submits with a signal each allocate next to nothing:
// items are recycled.
func TestSubmitsAreFlatInMemory(t *testing.T) {
	s := New(defaultProfile(), nil)
	defer s.Shutdown()
	g := s.NewGPU("g", defaultProfile())
	q, f := g.NewQueue(QueueDesc{}), g.NewFence(0, "F", 0)
	n := uint64(0)
	submit := func() {
		n++
		s.Call(CallSubmit)
		q.Submit(one{}, 0)
		s.Call(CallSync)
		q.Signal(f, n, 0)
	}
	for range 1000 {
		submit() // the ring and the heap get their size
	}
	require.Zero(t, testing.AllocsPerRun(100_000, submit))
	require.LessOrEqual(t, len(q.ring), 16)
	require.Nil(t, s.Drain())
	require.Equal(t, n, f.Value())
}

func TestChargeDoesNotAllocate(t *testing.T) {
	s := New(defaultProfile(), nil)
	require.Zero(t, testing.AllocsPerRun(1000, func() { s.Call(CallRecord) }))
}
