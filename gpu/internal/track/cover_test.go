package track

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestCovering: what a wait of queue q2 for a signal after work of queue q1 is worth.
func TestCovering(t *testing.T) {
	type scene struct {
		o          *Order
		q1, q2, q3 Agent
		f, g       int
	}
	for _, tt := range []struct {
		name   string
		first  uint64 // the fence begins with it
		before func(*scene)
		behind func(*scene)
		want   Cover
	}{
		{"the only signal", 0, nil, func(s *scene) { s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 7) }, Cover{Proves: true, Above: 6}},
		{"the fence begins below the value", 4, nil, func(s *scene) { s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 7) }, Cover{Proves: true, Above: 6}},
		{"the fence begins with the value", 5, nil, func(s *scene) { s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 7) }, Cover{Early: true, Before: 5, Above: 6}},
		{"another queue signals it", 0, nil, func(s *scene) {
			s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 7)
			s.o.QueueSignal(main, s.q3, Need{s.f, 6}, 8)
		}, Cover{Overtaken: true, Other: Signal{Value: 6, Site: 8}, Above: 7}},
		{"another queue signals less", 0, nil, func(s *scene) {
			s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 7)
			s.o.QueueSignal(main, s.q3, Need{s.f, 4}, 8)
		}, Cover{Proves: true, Above: 6}},
		{"another queue signals behind it", 0, nil, func(s *scene) {
			s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 7)
			s.o.QueueWait(main, s.q3, Need{s.f, 5}, 0)
			s.o.QueueSignal(main, s.q3, Need{s.f, 6}, 8)
		}, Cover{Proves: true, Above: 7}},
		{"its own queue has signalled it before", 0, func(s *scene) { s.o.QueueSignal(main, s.q1, Need{s.f, 9}, 3) }, func(s *scene) {
			s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 7)
		}, Cover{Overtaken: true, Other: Signal{Value: 9, Site: 3}, Above: 10}},
		{"a later signal is worth more", 5, nil, func(s *scene) {
			s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 6)
			s.o.QueueSignal(main, s.q1, Need{s.f, 6}, 7)
		}, Cover{Proves: true, Above: 7}},
		{"a wait that nothing ends stands before it", 0, nil, func(s *scene) {
			s.o.QueueWait(main, s.q1, Need{s.g, 1}, 0)
			s.o.QueueSignal(main, s.q1, Need{s.f, 5}, 7)
		}, Cover{Held: true, Above: 6}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := NewOrder()
			s := &scene{o: o, q1: o.AddQueue(), q2: o.AddQueue(), q3: o.AddQueue(), f: o.AddFence(tt.first), g: o.AddFence(0)}
			if tt.before != nil {
				tt.before(s)
			}
			work := o.Submit(main, s.q1, 0)
			tt.behind(s)
			for _, at := range []Point{o.Submit(main, s.q2, 0), o.Next(main)} {
				c, found := o.Covering(work, at)
				require.True(t, found)
				require.Equal(t, uint32(7), uint32(c.Signal.Site))
				require.Equal(t, c.Proves, c.Turns == 1)
				c.Turns, c.Signal, c.Other = 0, Signal{}, Signal{Value: c.Other.Value, Site: c.Other.Site}
				require.Equal(t, tt.want, c)
			}
			require.Equal(t, tt.want.Held, o.Hangs(main, s.q1))
		})
	}
}

// TestTurns: how many passes of a loop the signal after a piece of work lies back, when it has been given so many times since.
func TestTurns(t *testing.T) {
	type signal struct {
		value uint64
		site  gpu.Site
	}
	for _, tt := range []struct {
		name  string
		later []signal
		want  int
	}{
		{"it was the last one", nil, 1},
		{"one since then", []signal{{6, 7}}, 2},
		{"two since then", []signal{{6, 7}, {7, 7}}, 3},
		{"the values leave one out", []signal{{6, 7}, {8, 7}}, 0},
		{"another place gives one, too", []signal{{6, 7}, {7, 8}}, 0},
		{"it stays as it is", []signal{{5, 7}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := NewOrder()
			q, other, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
			work := o.Submit(main, q, 0)
			o.QueueSignal(main, q, Need{f, 5}, 7)
			for i, s := range tt.later {
				o.QueueSignal(main, q, Need{g, uint64(i)}, 9) // of another fence
				o.QueueSignal(main, q, Need{f, s.value}, s.site)
			}
			c, found := o.Covering(work, o.Next(main))
			require.True(t, found)
			require.Equal(t, tt.want, c.Turns)
			action, reader := o.Touch(main, true), o.Submit(main, other, 0)
			o.QueueSignal(main, q, Need{f, 100}, 7) // given too late for both
			for _, at := range []Point{action, reader} {
				c, _ = o.Covering(work, at)
				require.Equal(t, tt.want, c.Turns)
			}
		})
	}
}

// TestCoveringNothing: nothing is signalled after the work.
func TestCoveringNothing(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	o.QueueSignal(main, q, Need{f, 1}, 0)
	work := o.Submit(main, q, 0)
	_, found := o.Covering(work, o.Next(main))
	require.False(t, found)
	require.False(t, o.Hangs(main, q))
}

// TestHalts: what a queue comes to, with what it has been given, before the CPU goes on.
func TestHalts(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(o *Order, q, other Agent, f int)
		after  func(o *Order, q, other Agent, f int)
		want   bool
	}{
		{"nothing behind the work", nil, nil, false},
		{"a wait for what was signalled", func(o *Order, q, _ Agent, f int) {
			o.CPUSignal(main, Need{f, 1}, 0)
			o.QueueWait(main, q, Need{f, 1}, 0)
		}, nil, false},
		{"a wait for what nobody signals", func(o *Order, q, _ Agent, f int) { o.QueueWait(main, q, Need{f, 1}, 0) }, nil, true},
		{"a wait for what the CPU signals later", func(o *Order, q, _ Agent, f int) { o.QueueWait(main, q, Need{f, 1}, 0) },
			func(o *Order, _, _ Agent, f int) { o.CPUSignal(main, Need{f, 1}, 0) }, true},
		{"a wait for another queue that waits for what the CPU signals later", func(o *Order, q, other Agent, f int) {
			o.QueueWait(main, other, Need{f, 1}, 0)
			o.QueueSignal(main, other, Need{f, 2}, 0)
			o.QueueWait(main, q, Need{f, 2}, 0)
		}, func(o *Order, _, _ Agent, f int) { o.CPUSignal(main, Need{f, 1}, 0) }, true},
		{"a wait that is given later", nil, func(o *Order, q, _ Agent, f int) { o.QueueWait(main, q, Need{f, 1}, 0) }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := NewOrder()
			q, other, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
			o.Submit(main, q, 0)
			if tt.before != nil {
				tt.before(o, q, other, f)
			}
			o.Touch(main, true)
			at := Call{By: main, Knew: o.Knows(main)}
			if tt.after != nil {
				tt.after(o, q, other, f)
			}
			require.Equal(t, tt.want, o.Halts(q, at))
		})
	}
}
