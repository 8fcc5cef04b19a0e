package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// calls are two threads and two queues.
type calls struct {
	o        *Order
	one, two Agent
	q, r     Agent
}

func newCalls() calls {
	o := NewOrder()
	return calls{o, o.AddThread(0), o.AddThread(0), o.AddQueue(), o.AddQueue()}
}

func call(c calls, thread, queue Agent) Call { return c.o.Call(c.o.Submit(thread, queue, 1)) }

// TestComes: calls of two threads come one after the other where one thread has heard of the other, and by the age of the threads where it has not.
func TestComes(t *testing.T) {
	tests := []struct {
		name            string
		make            func(c calls) (a, b Call)
		before, certain bool
	}{
		{"the elder first, in this run", func(c calls) (a, b Call) { return call(c, c.one, c.q), call(c, c.two, c.r) }, true, false},
		{"the younger first, in this run", func(c calls) (a, b Call) { b = call(c, c.two, c.r); return call(c, c.one, c.q), b }, true, false},
		{"the younger as the first of the two", func(c calls) (a, b Call) { return call(c, c.two, c.r), call(c, c.one, c.q) }, false, false},
		{"the creator first", func(c calls) (a, b Call) { b = call(c, c.two, c.r); return call(c, 0, c.q), b }, true, false},
		{"the creator before it creates", func(c calls) (a, b Call) {
			b = call(c, 0, c.q)
			return call(c, c.o.AddThread(0), c.r), b
		}, false, true},
		{"the child of an elder one", func(c calls) (a, b Call) {
			b = call(c, c.two, c.r)
			return call(c, c.o.AddThread(c.one), c.q), b
		}, true, false},
		{"an event hands over", func(c calls) (a, b Call) {
			e := c.o.AddEvent(false, false)
			b = call(c, c.two, c.r)
			c.o.SetEvent(c.two, e)
			c.o.WaitEvent(c.one, e)
			return call(c, c.one, c.q), b
		}, false, true},
		{"an event that is set before the call", func(c calls) (a, b Call) {
			e := c.o.AddEvent(false, false)
			c.o.SetEvent(c.two, e)
			b = call(c, c.two, c.r)
			c.o.WaitEvent(c.one, e)
			return call(c, c.one, c.q), b
		}, true, false},
		{"a join hands over", func(c calls) (a, b Call) {
			b = call(c, c.two, c.r)
			c.o.Join(c.one, c.two)
			return call(c, c.one, c.q), b
		}, false, true},
		{"a signal of a queue behind the call hands over", func(c calls) (a, b Call) {
			f := c.o.AddFence(0)
			b = call(c, c.two, c.r)
			c.o.QueueSignal(c.two, c.q, Need{f, 1}, 1)
			c.o.CPUWait(c.one, Need{f, 1})
			return call(c, c.one, c.q), b
		}, false, true},
		{"a signal of a queue before the call does not", func(c calls) (a, b Call) {
			f := c.o.AddFence(0)
			c.o.QueueSignal(c.two, c.q, Need{f, 1}, 1)
			b = call(c, c.two, c.r)
			c.o.CPUWait(c.one, Need{f, 1})
			return call(c, c.one, c.q), b
		}, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCalls()
			a, b := tt.make(c)
			before, certain := c.o.Comes(a, b)
			require.Equal(t, tt.before, before)
			require.Equal(t, tt.certain, certain)
			before, certain = c.o.Comes(b, a)
			require.Equal(t, !tt.before, before)
			require.Equal(t, tt.certain, certain)
		})
	}
}
