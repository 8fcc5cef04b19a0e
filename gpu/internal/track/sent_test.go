package track

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// places are the calls that gave two signals; 0: none.
type places struct{ x, y gpu.Site }

// parted is which signals of a fence are parted when nothing follows.
func parted(o *Order, fence int) places {
	of := slices.DeleteFunc(o.Sent(Clock{}, true, nil), func(s Sent) bool { return s.Fence != fence })
	if x, y, _ := o.Parted(nil, of); x != nil {
		return places{x.Site, y.Site}
	}
	return places{}
}

// program is two threads, queues and fences.
type program struct {
	o        *Order
	one, two Agent
	q, r     Agent
	f, g     int
}

// TestParted: of signals in no defined order the same two are told, whichever thread comes first; the elder thread's call is the first of the two.
func TestParted(t *testing.T) {
	tests := []struct {
		name  string
		calls []func(p program) // in an order of the run; the last two may change places
		want  places
	}{
		{"two queues", []func(p program){
			func(p program) { p.o.QueueSignal(p.one, p.q, Need{p.f, 1}, 1) },
			func(p program) { p.o.QueueSignal(p.two, p.r, Need{p.f, 2}, 2) },
		}, places{1, 2}},
		{"one queue", []func(p program){
			func(p program) { p.o.QueueSignal(p.one, p.q, Need{p.f, 1}, 1) },
			func(p program) { p.o.QueueSignal(p.two, p.q, Need{p.f, 2}, 2) },
		}, places{1, 2}},
		{"one waits for the other", []func(p program){
			func(p program) { p.o.CPUSignal(p.one, Need{p.f, 1}, 1) },
			func(p program) { p.o.QueueWait(p.two, p.r, Need{p.f, 1}, 3) },
			func(p program) { p.o.QueueSignal(p.two, p.r, Need{p.f, 2}, 2) },
			func(p program) { p.o.Submit(p.one, p.q, 4) },
		}, places{}},
		{"the one that is given first comes last", []func(p program){
			func(p program) { p.o.QueueWait(p.one, p.q, Need{p.g, 1}, 3) },
			func(p program) { p.o.QueueSignal(p.one, p.q, Need{p.f, 2}, 2) },
			func(p program) {
				p.o.QueueSignal(p.two, p.r, Need{p.f, 1}, 1)
				p.o.QueueSignal(p.two, p.r, Need{p.g, 1}, 4)
			},
			func(p program) { p.o.Submit(p.one, p.q, 5) },
		}, places{}},
		{"what orders them may be signalled by another, too", []func(p program){
			func(p program) { p.o.QueueWait(p.one, p.q, Need{p.g, 1}, 3) },
			func(p program) { p.o.QueueSignal(p.one, p.q, Need{p.f, 2}, 2) },
			func(p program) {
				p.o.QueueSignal(p.two, p.r, Need{p.f, 1}, 1)
				p.o.QueueSignal(p.two, p.r, Need{p.g, 1}, 4)
			},
			func(p program) { p.o.CPUSignal(0, Need{p.g, 1}, 5) },
		}, places{2, 1}},
		{"one never comes", []func(p program){
			func(p program) { p.o.QueueWait(p.one, p.q, Need{p.g, 1}, 3) },
			func(p program) { p.o.QueueSignal(p.one, p.q, Need{p.f, 2}, 2) },
			func(p program) { p.o.QueueSignal(p.two, p.r, Need{p.f, 1}, 1) },
		}, places{}},
		{"three, the first two are ordered", []func(p program){
			func(p program) { p.o.QueueSignal(0, p.q, Need{p.f, 1}, 1); p.o.QueueSignal(0, p.q, Need{p.f, 2}, 2) },
			func(p program) { p.o.QueueSignal(p.two, p.r, Need{p.f, 3}, 3) },
			func(p program) { p.o.Submit(p.one, p.q, 5) },
		}, places{1, 3}},
	}
	for _, tt := range tests {
		for _, swapped := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				o := NewOrder()
				p := program{o: o, one: o.AddThread(0), two: o.AddThread(0), q: o.AddQueue(), r: o.AddQueue(), f: o.AddFence(0), g: o.AddFence(0)}
				calls := append([]func(program){}, tt.calls...)
				if n := len(calls); swapped {
					calls[n-1], calls[n-2] = calls[n-2], calls[n-1]
				}
				for _, call := range calls {
					call(p)
				}
				require.Equal(t, tt.want, parted(o, p.f))
			})
		}
	}
}

// TestRewindsOfThreads: a thread takes a fence down while a queue may not have come to a wait that another thread gives it, whichever call comes
// first.
func TestRewindsOfThreads(t *testing.T) {
	tests := []struct {
		name          string
		knows, lowers bool // the waiting thread knows of the lower signal; the fence was above it
		want          int
	}{
		{"in no order", false, true, 1},
		{"the thread that waits knows of it", true, true, 0},
		{"the fence only goes up", false, false, 0},
	}
	for _, tt := range tests {
		for _, swapped := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				o := NewOrder()
				one, two, q, f, e := o.AddThread(0), o.AddThread(0), o.AddQueue(), o.AddFence(0), o.AddEvent(false, false)
				if tt.lowers {
					o.CPUSignal(0, Need{f, 5}, 1)
				}
				calls := []func(){
					func() { o.CPUSignal(two, Need{f, 1}, 2); o.SetEvent(two, e); o.CPUSignal(two, Need{f, 6}, 3) },
					func() {
						if tt.knows {
							o.WaitEvent(one, e)
						}
						o.QueueWait(one, q, Need{f, 5}, 4)
					},
				}
				if swapped && !tt.knows {
					calls[0], calls[1] = calls[1], calls[0]
				}
				for _, call := range calls {
					call()
				}
				found := o.Rewinds(Clock{}, o.Sent(Clock{}, true, nil))
				require.Len(t, found, tt.want)
				if tt.want > 0 {
					require.Equal(t, []gpu.Site{2, 4}, []gpu.Site{found[0].Lower.Site, found[0].Site})
				}
			})
		}
	}
}
