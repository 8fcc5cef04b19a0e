package owner

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

type names struct{}

func (names) Ref(id gpu.ID) string { return fmt.Sprintf("object %d", id) }

func (names) Created(id gpu.ID) gpu.Site { return gpu.Site(id) }

func (names) Device(gpu.ID) gpu.ID { return 0 }

func (names) Body(gpu.ID) any { return nil }

func (names) Waited(gpu.ID) bool { return false }

func (names) Dead(gpu.ID) bool { return false }

// TestTake: calls of one thread follow each other; those of two need a Join, an event or the making of the thread between them.
func TestTake(t *testing.T) {
	tests := []struct {
		name  string
		order func(o *track.Order, a, b track.Agent) // between the calls of a and b
		wrong bool
	}{
		{"nothing", func(*track.Order, track.Agent, track.Agent) {}, true},
		{"a join", func(o *track.Order, a, b track.Agent) { o.Join(b, a) }, false},
		{"a join the other way", func(o *track.Order, a, b track.Agent) { o.Join(a, b) }, true},
		{"an event", func(o *track.Order, a, b track.Agent) {
			e := o.AddEvent(true, false)
			o.SetEvent(a, e)
			o.WaitEvent(b, e)
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := track.NewOrder()
			a, b := o.AddThread(0), o.AddThread(0)
			var owner Owner
			var d Doubts
			require.False(t, owner.Take(o, &d, Object{ID: 9}, &Caller{Agent: a, ID: 1, Call: "Dispatch"}), "the main thread made it, and then the thread")
			require.False(t, owner.Take(o, &d, Object{ID: 9}, &Caller{Agent: a, ID: 1, Call: "Dispatch"}))
			tt.order(o, a, b)
			require.Equal(t, tt.wrong, owner.Take(o, &d, Object{ID: 9}, &Caller{Agent: b, ID: 2, Call: "Close"}))
			require.Equal(t, tt.wrong, owner.Take(o, &d, Object{ID: 9}, &Caller{Agent: b, ID: 2, Call: "Close"}), "the same call again")
			require.Empty(t, d.Settle(names{}, o, false), "another call may come before it")
			said := d.Settle(names{}, o, true)
			if !tt.wrong {
				require.Empty(t, said)
				return
			}
			require.Len(t, said, 1)
			require.Equal(t, diag.TwoThreads, said[0].Code)
			require.Equal(t, "object 1 and object 2 use object 9, and nothing orders their calls", said[0].Title)
			require.Empty(t, d.Settle(names{}, o, true), "told once")
		})
	}
}

// TestMainThread: what the main thread does after it has made a thread is not known to that thread.
func TestMainThread(t *testing.T) {
	o := track.NewOrder()
	a := o.AddThread(0)
	var owner Owner
	var d Doubts
	require.False(t, owner.Take(o, &d, Object{ID: 9}, &Caller{Call: "Close"}))
	require.True(t, owner.Take(o, &d, Object{ID: 9}, &Caller{Agent: a, ID: 1, Call: "Reset"}))
	o.Join(0, a)
	require.False(t, owner.Take(o, &d, Object{ID: 9}, &Caller{Call: "Close"}))
	require.Len(t, d.Settle(names{}, o, false), 1, "both threads know of both")
}

// TestWhichCalls: the first calls of two threads that nothing orders are named, the elder thread's as the second place, whichever thread came first
// and however far it came; and nothing is said of the object again.
func TestWhichCalls(t *testing.T) {
	elder := []Caller{{Agent: 1, ID: 1, Site: 10, Call: "Reset"}, {Agent: 1, ID: 1, Site: 11, Call: "Dispatch"}}
	younger := []Caller{{Agent: 2, ID: 2, Site: 20, Call: "Close"}, {Agent: 2, ID: 2, Site: 21, Call: "Reset"}}
	for _, calls := range [][]Caller{
		{elder[0], elder[1], younger[0], younger[1]},
		{younger[0], younger[1], elder[0], elder[1]},
		{elder[0], younger[0], elder[1], younger[1]},
		{younger[0], elder[0], younger[1], elder[1]},
	} {
		o := track.NewOrder()
		o.AddThread(0)
		o.AddThread(0)
		var owner Owner
		var d Doubts
		for _, c := range calls {
			owner.Take(o, &d, Object{ID: 9}, &c)
		}
		said := d.Settle(names{}, o, true)
		require.Len(t, said, 1)
		require.Equal(t, gpu.Site(20), said[0].Labels[0].Site)
		require.Equal(t, "object 2 calls Close", said[0].Labels[0].Text)
		require.Equal(t, gpu.Site(10), said[0].Labels[1].Site)
		require.Equal(t, "object 1 calls Reset", said[0].Labels[1].Text)
	}
}

// TestMemoryOfUses: threads that never hear of each other do not make an object remember for ever, and what every thread knows is forgotten.
func TestMemoryOfUses(t *testing.T) {
	o := track.NewOrder()
	a := o.AddThread(0)
	var owner Owner
	for range 2 * maxUses {
		owner.Take(o, new(Doubts), Object{ID: 9}, &Caller{Agent: a, ID: 1, Call: "Reset"})
		o.Told(a) // what follows is another mark
	}
	require.Len(t, owner.uses, maxUses)
	o.Join(0, a)
	owner.Take(o, new(Doubts), Object{ID: 9}, &Caller{Call: "Close"})
	require.Len(t, owner.uses, 1)
}

// TestBookForgets: objects that come and go with each frame do not stay, if all threads hear of each other; those that a thread never hears of do.
func TestBookForgets(t *testing.T) {
	for _, hears := range []bool{true, false} {
		o := track.NewOrder()
		a := o.AddThread(0)
		f, g, q, b := o.AddFence(0), o.AddFence(0), o.AddQueue(), Book{}
		for i := range 1000 {
			id := gpu.ID(10 + i)
			require.False(t, b.Take(o, Object{ID: id}, &Caller{Call: "Map", As: Shares}))
			require.False(t, b.Take(o, Object{ID: id}, &Caller{Call: "Release", As: Ends}))
			if hears {
				value := uint64(i + 1)
				o.QueueSignal(0, q, track.Need{Fence: f, Value: value}, 0)
				o.CPUWait(a, track.Need{Fence: f, Value: value})
				o.CPUSignal(a, track.Need{Fence: g, Value: value}, 0)
				o.CPUWait(0, track.Need{Fence: g, Value: value})
			}
		}
		require.Equal(t, hears, len(b.of) < 200)
		require.Equal(t, !hears, len(b.of) == 1000)
	}
}

// TestUsesBesideEachOther: several threads share an object, and none of them stands beside the Release of another one, whichever comes first.
func TestUsesBesideEachOther(t *testing.T) {
	use := func(thread track.Agent, as Class) Caller {
		return Caller{Agent: thread, ID: gpu.ID(thread), Site: gpu.Site(thread), Call: "Call", As: as}
	}
	for _, tt := range []struct {
		calls []Caller
		wrong bool
	}{
		{[]Caller{use(1, Shares), use(2, Shares)}, false},
		{[]Caller{use(1, Shares), use(2, Records)}, false},
		{[]Caller{use(1, Records), use(2, Records)}, true},
		{[]Caller{use(1, Shares), use(2, Ends)}, true},
		{[]Caller{use(1, Ends), use(2, Shares)}, true},
		{[]Caller{use(1, Ends), use(2, Records)}, true},
		{[]Caller{use(1, Ends), use(2, Ends)}, true},
	} {
		o := track.NewOrder()
		o.AddThread(0)
		o.AddThread(0)
		var b Book
		require.False(t, b.Take(o, Object{ID: 9}, &tt.calls[0]))
		require.Equal(t, tt.wrong, b.Take(o, Object{ID: 9}, &tt.calls[1]), "%v", tt.calls)
		require.Equal(t, tt.wrong, len(b.Settle(names{}, o, true)) > 0)
		require.Equal(t, tt.wrong, b.Told(Object{ID: 9}) != nil)
	}
}

// TestHalts: beside what another thread gives up, a call that is to signal a fence may be left out, and then who waits for that waits for ever: such
// a clash ends the script in any mode.
func TestHalts(t *testing.T) {
	for _, c := range []struct {
		call  string
		as    Class
		halts bool
	}{{"EnqueueMakeResident", Ends, true}, {"EnqueueMakeResident", Records, false}, {"MakeResident", Ends, false}} {
		o := track.NewOrder()
		o.AddThread(0)
		o.AddThread(0)
		var b Book
		b.Take(o, Object{ID: 9}, &Caller{Agent: 1, ID: 1, Site: 1, Call: "Release", As: c.as})
		b.Take(o, Object{ID: 9}, &Caller{Agent: 2, ID: 2, Site: 2, Call: c.call, As: Records})
		said := b.Settle(names{}, o, true)
		require.Len(t, said, 1)
		require.Equal(t, c.halts, said[0].Halts, "%v", c)
	}
}

// TestWhichOfThree: of three threads that use an object in no order the two eldest are named, whichever came first; but what certainly comes before
// the eldest comes first.
func TestWhichOfThree(t *testing.T) {
	for _, run := range [][]track.Agent{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}} {
		for _, behind := range []bool{false, true} { // thread 1 after thread 3
			o := track.NewOrder()
			for range 3 {
				o.AddThread(0)
			}
			var b Book
			done := map[track.Agent]bool{}
			for _, a := range append(run, run...) { // who cannot go on comes later
				if done[a] || behind && a == 1 && !done[3] {
					continue
				}
				if done[a] = true; behind && a == 1 {
					o.Join(1, 3)
				}
				b.Take(o, Object{ID: 9}, &Caller{Agent: a, ID: gpu.ID(a), Site: gpu.Site(a), Call: "Close"})
			}
			want := "object 1 and object 2 use object 9, and nothing orders their calls"
			if behind {
				want = "object 2 and object 3 use object 9, and nothing orders their calls"
			}
			said := b.Settle(names{}, o, true)
			require.Len(t, said, 1)
			require.Equal(t, want, said[0].Title, "%v", run)
			require.Same(t, b.Told(Object{ID: 9}), said[0])
		}
	}
}

// TestWhichOfTwoObjects: two threads that use several objects in no order are told of each, in the order of the elder thread's calls, whichever was
// found first; and of a list and its allocator, which two calls use by way of the list, the list alone.
func TestWhichOfTwoObjects(t *testing.T) {
	for _, run := range [][]int{{0, 1, 2, 3}, {2, 3, 0, 1}, {0, 2, 1, 3}, {2, 0, 3, 1}, {0, 2, 3, 1}} {
		o := track.NewOrder()
		one, two := o.AddThread(0), o.AddThread(0)
		var b Book
		use := func(a track.Agent, id gpu.ID) {
			list := Object{ID: id}
			c := Caller{Agent: a, ID: gpu.ID(a), Site: gpu.Site(a), Call: "Close"}
			b.Take(o, list, &c)
			c.In = id
			b.Take(o, Object{ID: id + 20}, &c)
		}
		calls := []func(){func() { use(one, 9) }, func() { use(one, 8) }, func() { use(two, 8) }, func() { use(two, 9) }}
		for _, i := range run {
			calls[i]()
		}
		said := b.Settle(names{}, o, true)
		require.Len(t, said, 2, "%v", run)
		require.Contains(t, said[0].Title, "object 9,", "%v", run)
		require.Contains(t, said[1].Title, "object 8,", "%v", run)
	}
}

// TestAhead: a call that is wrong because of two uses says so before they are settled, and then they are not told again.
func TestAhead(t *testing.T) {
	o := track.NewOrder()
	a := o.AddThread(0)
	var b Book
	require.Empty(t, b.Use(names{}, o, Object{ID: 9}, &Caller{Call: "Close"}))
	b.Begin()
	later := b.Use(names{}, o, Object{ID: 9}, &Caller{Agent: a, ID: 1, Call: "Close"})
	require.Len(t, later, 1)
	require.True(t, later[0].Later)
	require.True(t, b.Disputed())
	require.Empty(t, b.Ahead(names{}, o, []Object{{ID: 8}}))
	require.Len(t, b.Ahead(names{}, o, b.held), 1)
	require.Len(t, b.Ahead(names{}, o, b.held), 1, "it is the cause of each such call")
	require.Empty(t, b.Settle(names{}, o, true))
}

// TestOpen: a call may be impossible in another run where another thread gives up what it uses, or does something else with a list, whichever came
// first and however late it is asked; where both submit the list, or the calls are ordered, both are done in each.
func TestOpen(t *testing.T) {
	submits := Caller{ID: 1, Call: "ExecuteCommandLists", As: Records, Queue: 5}
	for _, tt := range []struct {
		name   string
		as     Caller
		joined bool
		open   bool
	}{
		{"a Release", Caller{As: Ends}, false, true},
		{"a Reset", Caller{As: Records}, false, true},
		{"a submission", submits, false, false},
		{"something else that shares it", Caller{As: Shares}, false, false},
		{"a Release behind a Join", Caller{As: Ends}, true, false},
	} {
		for _, first := range []bool{true, false} {
			o := track.NewOrder()
			a := o.AddThread(0)
			var b Book
			submit := func() []*bool {
				c := submits
				c.Agent = a
				b.Begin()
				b.Watch()
				b.Use(names{}, o, Object{ID: 9}, &c)
				return b.Open()
			}
			other := func() {
				b.Begin()
				b.Use(names{}, o, Object{ID: 9}, &tt.as)
				require.Empty(t, b.Open(), "it is not watched")
			}
			var open []*bool
			if first || tt.joined {
				if open = submit(); tt.joined {
					o.Join(0, a)
				}
				other()
			} else {
				other()
				open = submit()
			}
			require.Len(t, open, 1)
			require.Equal(t, tt.open, *open[0], "%s, %v", tt.name, first)
			if !tt.joined {
				require.Equal(t, []bool{*open[0]}, []bool{*submit()[0]}, "the same call again")
			}
		}
	}
}

// TestOthers: a thread that uses an object again and again is compared with what others did alone, and not with what it did; with those that it does
// not disturb it is not compared at all.
func TestOthers(t *testing.T) {
	o := track.NewOrder()
	a := o.AddThread(0)
	var owner Owner
	var d Doubts
	looked := func(agent track.Agent, as Class) int {
		return len(owner.others(&use{Caller: Caller{Agent: agent, As: as}}))
	}
	require.Zero(t, looked(a, Ends), "nobody uses it")
	owner.Take(o, &d, Object{ID: 9}, &Caller{Call: "Close"})
	for range maxUses / 2 {
		owner.Take(o, &d, Object{ID: 9}, &Caller{Agent: a, ID: 1, Call: "Signal", As: Shares})
		o.Told(a) // what follows is another mark
	}
	require.Equal(t, 1, looked(a, Records), "the call of the main thread")
	require.Equal(t, 1, looked(a, Ends))
	require.Zero(t, looked(a, Shares), "it does not disturb that")
	require.Zero(t, looked(0, Shares))
	require.Equal(t, 1+maxUses/2, looked(0, Ends), "those of the thread")
}

// TestPassed: what all threads know of is forgotten when the object is used again, however little is kept.
func TestPassed(t *testing.T) {
	o := track.NewOrder()
	a := o.AddThread(0)
	there, back := o.AddEvent(false, false), o.AddEvent(false, false)
	var owner Owner
	var d Doubts
	for range 100 {
		owner.Take(o, &d, Object{ID: 9}, &Caller{Call: "Close"})
		o.SetEvent(0, there)
		o.WaitEvent(a, there)
		owner.Take(o, &d, Object{ID: 9}, &Caller{Agent: a, ID: 1, Call: "Reset"})
		o.SetEvent(a, back)
		o.WaitEvent(0, back)
		require.LessOrEqual(t, len(owner.uses), 4)
	}
}

// TestShared: a call that shares an object with such calls is kept as Take keeps it, in memory that serves again; beside others it is left to Take.
func TestShared(t *testing.T) {
	o := track.NewOrder()
	a := o.AddThread(0)
	there, back := o.AddEvent(false, false), o.AddEvent(false, false)
	var b Book
	call := &gpu.FenceCall{CallHead: gpu.CallHead{Thread: 1, Site: 20, Method: "Signal"}}
	require.False(t, b.Shared(o, 9, a, call), "nobody has used it")
	b.Take(o, Object{ID: 9}, &Caller{Call: "Signal", As: Shares, Site: 10})
	require.Zero(t, testing.AllocsPerRun(100, func() {
		b.Begin()
		o.Told(a) // what follows is another mark
		for range 2 {
			if !b.Shared(o, 9, a, call) {
				panic("all share it")
			}
		}
		o.SetEvent(a, there)
		o.WaitEvent(0, there)
		o.SetEvent(0, back)
		o.WaitEvent(a, back)
	})-testing.AllocsPerRun(100, func() {
		o.SetEvent(a, there)
		o.WaitEvent(0, there)
		o.SetEvent(0, back)
		o.WaitEvent(a, back)
	}))
	calls := b.Calls()
	require.True(t, b.Shared(o, 9, a, call))
	require.Equal(t, calls+1, b.Calls())
	require.True(t, b.Take(o, Object{ID: 9}, &Caller{Call: "Release", As: Ends, Site: 11}), "the main thread does not know of the last one")
	require.False(t, b.Shared(o, 9, a, call), "it is given up")
	said := b.Settle(names{}, o, true)
	require.Len(t, said, 1)
	require.Equal(t, gpu.Site(20), said[0].Labels[0].Site)
	require.Equal(t, "object 1 calls Signal", said[0].Labels[0].Text)
	require.Equal(t, gpu.Site(11), said[0].Labels[1].Site)
}

// TestSharedIsTake: what Shared keeps of random calls is what Take keeps of them, and the same is said of the call that gives the object up.
func TestSharedIsTake(t *testing.T) {
	r, shared, said := rand.New(rand.NewSource(1)), 0, 0
	for range 300 {
		o := track.NewOrder()
		agents := []track.Agent{0, o.AddThread(0), o.AddThread(0)}
		event := o.AddEvent(false, false)
		var short, long Book
		for site := gpu.Site(1); site <= 60; site++ {
			n := r.Intn(len(agents))
			a := agents[n]
			switch c := (&Caller{Agent: a, ID: gpu.ID(n), Site: site, Call: "Signal", As: Shares}); r.Intn(10) {
			case 0:
				o.SetEvent(a, event)
			case 1:
				o.WaitEvent(a, event)
			case 2:
				o.Told(a)
			default:
				call := &gpu.FenceCall{CallHead: gpu.CallHead{Thread: c.ID, Site: site, Method: c.Call}}
				if short.Shared(o, 9, a, call) {
					shared++
				} else {
					short.Take(o, Object{ID: 9}, c)
				}
				require.False(t, long.Take(o, Object{ID: 9}, c))
			}
			require.Equal(t, long.calls, short.calls)
			if of := short.of[Object{ID: 9}]; of != nil {
				require.Equal(t, long.of[Object{ID: 9}], of)
			}
		}
		end := &Caller{Call: "Release", As: Ends, Site: 100}
		require.Equal(t, long.Take(o, Object{ID: 9}, end), short.Take(o, Object{ID: 9}, end))
		want := long.Settle(names{}, o, true)
		require.Equal(t, want, short.Settle(names{}, o, true))
		said += len(want)
	}
	require.Greater(t, shared, 5000)
	require.Greater(t, said, 100)
}

// TestRecorded: a command repeats what its thread did with an object last, unless another thread has done something with that which must not stand
// beside it, or could have heard of it, or the command is of another list.
func TestRecorded(t *testing.T) {
	o := track.NewOrder()
	a, b := o.AddThread(0), o.AddThread(0)
	var book Book
	records := func(thread track.Agent, list gpu.ID) (again, shares bool) {
		book.Begin()
		if again = book.Recorded(o, list, thread, Records); !again {
			require.Empty(t, book.Use(names{}, o, Object{ID: list}, &Caller{Agent: thread, ID: gpu.ID(thread), Call: "Dispatch", As: Records}))
		}
		book.Within(list, thread)
		if shares = book.Recorded(o, 9, thread, Shares); !shares {
			require.Empty(t, book.Use(names{}, o, Object{ID: 9}, &Caller{Agent: thread, ID: gpu.ID(thread), Call: "Dispatch", As: Shares}))
		}
		require.Equal(t, []Object{{ID: list}, {ID: 9}}, book.held, "what a call uses is known, whether it is kept or not")
		return again, shares
	}
	expect := func(thread track.Agent, list gpu.ID, again, shares bool, why string) {
		t.Helper()
		x, y := records(thread, list)
		require.Equal(t, [2]bool{again, shares}, [2]bool{x, y}, why)
	}
	expect(a, 7, false, false, "the first one")
	expect(a, 7, true, true, "the same again")
	expect(b, 8, false, false, "another thread, and a list of its own")
	expect(a, 7, true, true, "that has shared the object meanwhile, and has not used the list")
	expect(b, 8, true, true, "the same of the other thread")
	require.Len(t, book.of[Object{ID: 9}].uses, 2)
	o.SetEvent(a, o.AddEvent(true, false))
	expect(a, 7, false, false, "others can hear of what was before and not of this")
	expect(a, 6, false, false, "another list")
	book.Begin()
	require.False(t, book.Recorded(o, 9, a, Shares), "a call that is no command")
	book.Within(6, a)
	require.True(t, book.Recorded(o, 9, a, Shares))
	require.NotEmpty(t, book.Use(names{}, o, Object{ID: 9}, &Caller{Agent: b, ID: gpu.ID(b), Call: "Release", As: Ends}))
	require.False(t, book.Recorded(o, 9, a, Shares), "another thread has released the object")
	book.Watch()
	require.False(t, book.Recorded(o, 6, a, Records), "more is asked of the call")
}
