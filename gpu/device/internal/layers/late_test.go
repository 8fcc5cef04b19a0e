package layers

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// program is a follower that words hangs by their kernels and knows what a test tells it of the order.
type program struct {
	says
	settled, before map[uint64]bool // by submission: their numbers are different on all queues
	raced, final    map[uint64]bool
	precedes        map[[2]uint64]bool
}

func (p *program) Check(gpu.Call) []*diag.Diagnostic           { return nil }
func (p *program) Findings(incident.Ending) []*diag.Diagnostic { return nil }
func (p *program) Missing(gpu.ID, uint64) bool                 { return false }
func (p *program) Settled(_ gpu.ID, n uint64) (bool, bool)     { return p.settled[n], p.before[n] }
func (p *program) Asks(_ gpu.ID, n uint64, _ uint32, feeds []gpu.Feed) (known, raced func() bool) {
	return func() bool { return p.final[n] }, func() bool { return p.raced[n] && slices.Contains(feeds, gpu.Feed{Resource: 5, Slot: "t0"}) }
}
func (p *program) Precedes(_ gpu.ID, n uint64, _ gpu.ID, later uint64) bool {
	return p.precedes[[2]uint64{n, later}]
}
func (p *program) Explain(i incident.Incident) *diag.Diagnostic {
	return diag.New(diag.SyntaxError, "%s", i.(*incident.Hang).Kernel)
}

// late is a chain with a program, and a function that adds incidents by their names and works.
func lateChain() (*Chain, *program, func(name string, w Work, final func() bool)) {
	p := &program{says: says{follows: true}, settled: map[uint64]bool{}, before: map[uint64]bool{},
		raced: map[uint64]bool{}, final: map[uint64]bool{}, precedes: map[[2]uint64]bool{}}
	c := New([]Layer{p}, ErrorsStop, nil)
	return c, p, func(name string, w Work, final func() bool) {
		c.Happened(w, incident.Derived{Incident: &incident.Hang{Kernel: name}}, final)
	}
}

// titles are the diagnostics of an error.
func titles(err error) (out []string) {
	if err == nil {
		return nil
	}
	for _, d := range err.(*diag.Error).Diagnostics {
		out = append(out, d.Title)
	}
	return out
}

// TestIncidentsWait: an incident is told when its submission is settled, those of one call in the order of the submissions, whenever they happened.
func TestIncidentsWait(t *testing.T) {
	c, p, happen := lateChain()
	first, second, third := Work{Queue: 7, Submission: 1, Call: 1}, Work{Queue: 8, Submission: 2, Call: 2}, Work{Queue: 8, Submission: 3, Call: 3, Thread: 9}
	happen("c", third, nil)
	happen("b", second, nil)
	happen("a1", first, nil)
	happen("a2", first, nil)
	require.NoError(t, c.Findings(incident.Goes))
	require.NoError(t, c.Pending(), "no call is told of what is not settled")
	p.settled[2] = true
	require.Equal(t, []string{"b"}, titles(c.Findings(incident.Goes)))
	p.settled[1], p.settled[3] = true, true
	require.Equal(t, []string{"a1", "a2", "c"}, titles(c.Findings(incident.Goes)))
	require.NoError(t, c.Findings(incident.Goes), "once")
}

// TestFinal: what depends on everything before waits for it, and may not be told at all.
func TestFinal(t *testing.T) {
	c, p, happen := lateChain()
	w := Work{Queue: 7, Submission: 1, Call: 1}
	p.settled[1] = true
	happen("told", w, func() bool { return true })
	happen("taken back", w, func() bool { return false })
	require.NoError(t, c.Findings(incident.Goes))
	p.before[1] = true
	require.Equal(t, []string{"told"}, titles(c.Findings(incident.Goes)))
}

// TestHasten: where nothing can happen any more all is told, and where a device is lost what comes certainly before that.
func TestHasten(t *testing.T) {
	c, p, happen := lateChain()
	happen("other", Work{Queue: 9, Submission: 4, Call: 1}, nil)
	happen("before", Work{Queue: 8, Submission: 1, Call: 2}, nil)
	happen("same queue", Work{Queue: 7, Submission: 2, Call: 3}, nil)
	p.precedes[[2]uint64{1, 3}] = true
	c.HastenBefore(Work{Queue: 7, Submission: 3, Call: 4})
	require.Equal(t, []string{"before", "same queue"}, titles(c.Pending()))
	c.Hasten(nil, incident.Ended, nil)
	require.Equal(t, []string{"other"}, titles(c.Pending()))
	c.Hasten(nil, incident.Ended, nil)
	require.NoError(t, c.Pending())
}

// TestKeptIsBounded: one queue keeps so much and no more, and does not take from another.
func TestKeptIsBounded(t *testing.T) {
	c, _, happen := lateChain()
	for range maxKept + 1 {
		happen("many", Work{Queue: 7, Submission: 1, Call: 1}, nil)
	}
	happen("one", Work{Queue: 8, Submission: 2, Call: 2}, nil)
	c.Hasten(nil, incident.Ended, nil)
	require.Len(t, titles(c.Pending()), maxKept+1)
}

// TestIncidentsAtOnce: without a layer that knows an order the next call is told.
func TestIncidentsAtOnce(t *testing.T) {
	c := New([]Layer{&says{d: diag.New(diag.SyntaxError, "m"), follows: true}}, ErrorsStop, nil)
	c.Happened(Work{Queue: 7, Submission: 1}, incident.Derived{Incident: &incident.Hang{}}, func() bool { return false })
	require.NoError(t, c.Pending())
	c.Happened(Work{Queue: 7, Submission: 1}, incident.Derived{Incident: &incident.Hang{}}, nil)
	require.Equal(t, []string{"m"}, titles(c.Pending()))
}

// faulty words all incidents as one code.
type faulty struct{ *program }

func (faulty) Clash() *diag.Diagnostic { return diag.New(diag.TwoThreads, "") }

func (faulty) Wavers(gpu.Call) *diag.Dispute { return nil }

func (faulty) Contested(thread, object gpu.ID) (disputed func() bool, causes func() []*diag.Diagnostic) {
	return nil, nil
}

func (faulty) Explain(incident.Incident) *diag.Diagnostic {
	return diag.New(diag.DescriptorFault, "stale")
}

// TestMissed: work that misses an object which one thread gives up while another one uses it is not told besides; what misses another object is.
func TestMissed(t *testing.T) {
	for _, gone := range []gpu.ID{8, 9} {
		var told []diag.Code
		c := New([]Layer{faulty{&program{says: says{follows: true}}}}, ErrorsReport, func(d *diag.Diagnostic) { told = append(told, d.Code) })
		c.Happened(Work{Queue: 7, Submission: 1}, incident.Derived{Incident: &incident.DescriptorFault{Kind: incident.DescriptorDestroyed, Resource: 9}}, nil)
		clash := diag.New(diag.TwoThreads, "later")
		clash.Later, clash.Object = true, gone
		require.Empty(t, c.later(&gpu.SubmitCall{}, []*diag.Diagnostic{clash}), "it is found when the work has run")
		c.Hasten(nil, incident.Ended, nil)
		require.Equal(t, gone != 9, len(told) == 1)
	}
}

// TestRaced: what follows from data waits until it is known whether a race decides these. Then those parts are told that none decides.
func TestRaced(t *testing.T) {
	c, p, _ := lateChain()
	hang := func(name string, feeds ...gpu.Feed) incident.Derived {
		return incident.Derived{Incident: &incident.Hang{Kernel: name}, Feeds: feeds}
	}
	race, other := gpu.Feed{Resource: 5, Slot: "t0"}, gpu.Feed{Resource: 6, Slot: "t1"}
	whole := func(name string, n uint64) {
		i := hang(name, race, other)
		i.Parts = []incident.Derived{hang(name+" by the index", race), hang(name+" by the other", other), hang(name + " by the item")}
		c.Happened(Work{Queue: 7, Submission: n, Call: n}, i, nil)
	}
	whole("raced", 1)
	whole("ordered", 2)
	whole("late", 3)
	p.settled[1], p.settled[2], p.raced[1], p.raced[3] = true, true, true, true
	require.NoError(t, c.Findings(incident.Goes), "a race may be found yet")
	p.final[1] = true
	require.Equal(t, []string{"raced by the other", "raced by the item"}, titles(c.Findings(incident.Goes)))
	p.final[2] = true
	require.Equal(t, []string{"ordered"}, titles(c.Findings(incident.Goes)))
	c.Hasten(nil, incident.Ended, nil)
	require.NoError(t, c.Pending(), "races are settled after that")
	require.Equal(t, []string{"late by the other", "late by the item"}, titles(c.Findings(incident.Ended)))
}
