package watch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

const (
	state   gpu.ID = 1 // of the operator
	other   gpu.ID = 2 // of the initializer
	kept    gpu.ID = 3
	foreign gpu.ID = 4

	recorder gpu.Site = 10
	plain    gpu.Site = 20
)

func read(r gpu.ID, begin, end uint64) gpu.Access {
	return gpu.Access{Resource: r, Begin: begin, End: end, Exact: true}
}

func write(r gpu.ID, begin, end uint64) gpu.Access {
	return gpu.Access{Resource: r, Begin: begin, End: end, Exact: true, Kind: gpu.AccessWrite}
}

// work is a command at a place.
func command(site gpu.Site, a ...gpu.Access) gpu.Executed {
	return gpu.Executed{Origin: gpu.Origin{RecordSite: site, SubmitSite: 30}, Accesses: a}
}

// TestLife: what is said of sequences of commands.
func TestLife(t *testing.T) {
	initialise := command(recorder, write(state, 0, 8), write(other, 0, 4), write(kept, 256, 260))
	execute := command(recorder+1, read(state, 0, 4), read(kept, 256, 260), write(foreign, 0, 16))
	elsewhere := command(recorder+2, read(state, 0, 4), read(foreign, 0, 4))
	spoil := command(plain, write(kept, 600, 604))
	beside := command(plain, write(kept, 768, 772), write(kept, 0, 256))
	left := command(plain, read(state, 0, 4), write(foreign, 0, 16))
	for name, c := range map[string]struct {
		work []gpu.Executed
		want []diag.Code
	}{
		"initialised, executed":        {[]gpu.Executed{initialise, execute, execute}, nil},
		"executed":                     {[]gpu.Executed{execute}, []diag.Code{diag.DMLNotInitialized}},
		"executed, and told once":      {[]gpu.Executed{execute, execute}, []diag.Code{diag.DMLNotInitialized}},
		"executed, initialised":        {[]gpu.Executed{execute, initialise, execute}, []diag.Code{diag.DMLNotInitialized}},
		"initialised twice":            {[]gpu.Executed{initialise, execute, initialise}, []diag.Code{diag.DMLInitializedTwice}},
		"other persistent resource":    {[]gpu.Executed{initialise, elsewhere}, []diag.Code{diag.DMLPersistentChanged}},
		"its last bytes are written":   {[]gpu.Executed{initialise, spoil, execute}, []diag.Code{diag.DMLPersistentChanged}},
		"bytes around are written":     {[]gpu.Executed{initialise, beside, execute}, nil},
		"written before it was filled": {[]gpu.Executed{spoil, initialise, execute}, nil},
		"a pipeline that was left":     {[]gpu.Executed{initialise, left}, []diag.Code{diag.DMLClobbered}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLog(&world{settled: map[run]bool{{}: true}})
			var got []diag.Code
			for i := range c.work {
				l.Executed(&c.work[i])
				for _, d := range l.Findings(incident.Goes) {
					require.Contains(t, d.Title, `CompiledOperator "x"`)
					require.Equal(t, c.work[i].RecordSite, d.Primary().Site)
					got = append(got, d.Code)
				}
			}
			require.Equal(t, c.want, got)
			require.Equal(t, len(c.want) > 0 && c.want[0] == diag.DMLNotInitialized, l.Uninitialised(`CompiledOperator "x"`))
			require.Empty(t, l.Findings(incident.Ended), "everything was taken")
			l.Remove(state)
			l.Executed(&execute)
			require.Empty(t, l.Findings(incident.Ended), "it is forgotten")
			require.Empty(t, l.told)
			require.Empty(t, l.kept)
		})
	}
}

// world is the order of the submissions.
type world struct {
	settled  map[run]bool
	before   map[[2]run]bool
	awaits   bool
	recorded gpu.Site
}

func newLog(w *world) *Log {
	l := &Log{Records: func(s gpu.Site) bool { return s != plain }, Kept: func(gpu.Site, string) (gpu.Site, int) { return 0, 0 }, Awaits: func(string) bool { return w.awaits }, Initialisation: func(string) (gpu.Site, gpu.ID) { return w.recorded, 17 },
		Settled: func(q gpu.ID, n uint64) bool { return w.settled[run{q, n}] },
		Precedes: func(q gpu.ID, n uint64, other gpu.ID, later uint64) bool {
			return w.before[[2]run{{q, n}, {other, later}}]
		}}
	l.Add(state, &Operator{Said: func() words.Object { return words.Object{Title: `CompiledOperator "x"`, Created: 40} }, Kept: 512})
	l.Add(other, nil)
	return l
}

// TestTwoQueues: what is found of works of two queues that nothing orders is a race, whichever comes first; what is ordered is told when it is
// settled.
func TestTwoQueues(t *testing.T) {
	initialise := command(recorder, write(state, 0, 8), write(other, 0, 4), write(kept, 256, 260))
	execute := command(recorder+1, read(state, 0, 4), read(kept, 256, 260), write(foreign, 0, 16))
	spoil := command(plain, write(kept, 600, 604))
	one, two := run{7, 1}, run{8, 1}
	on := func(e gpu.Executed, r run) gpu.Executed {
		e.Queue, e.Submission = r.queue, r.submission
		return e
	}
	for _, c := range []struct {
		name    string
		work    []gpu.Executed
		ordered bool
		want    []diag.Code
	}{
		{"executed, initialised", []gpu.Executed{on(execute, one), on(initialise, two)}, true, []diag.Code{diag.DMLNotInitialized}},
		{"executed beside", []gpu.Executed{on(execute, one), on(initialise, two)}, false, nil},
		{"initialised beside", []gpu.Executed{on(initialise, one), on(execute, two)}, false, nil},
		{"initialised, executed", []gpu.Executed{on(initialise, one), on(execute, two)}, true, nil},
		{"initialised twice", []gpu.Executed{on(initialise, one), on(initialise, two)}, true, []diag.Code{diag.DMLInitializedTwice}},
		{"initialised twice beside", []gpu.Executed{on(initialise, one), on(initialise, two)}, false, nil},
		{"written beside", []gpu.Executed{on(initialise, one), on(spoil, two), on(execute, one)}, false, nil},
		{"written between", []gpu.Executed{on(initialise, one), on(spoil, two), on(execute, run{7, 2})}, true, []diag.Code{diag.DMLPersistentChanged}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &world{settled: map[run]bool{}, before: map[[2]run]bool{{one, two}: c.ordered, {two, {7, 2}}: c.ordered, {one, {7, 2}}: true}}
			l := newLog(w)
			for i := range c.work {
				l.Executed(&c.work[i])
				require.Empty(t, l.Findings(incident.Goes), "nobody knows that it is finished")
			}
			for _, r := range []run{one, two, {7, 2}} {
				w.settled[r] = true
			}
			var got []diag.Code
			for _, d := range l.Findings(incident.Goes) {
				got = append(got, d.Code)
			}
			require.Equal(t, c.want, got)
			require.Equal(t, len(c.want) > 0 && c.want[0] == diag.DMLNotInitialized, l.Uninitialised(`CompiledOperator "x"`))
		})
	}
}

// TestAwaits: an execution without an initialisation is not told while one is recorded, which may be submitted on another queue, but at the end; and
// when that has run it is told only if it certainly comes after.
func TestAwaits(t *testing.T) {
	execute := command(recorder+1, read(state, 0, 4))
	w := &world{settled: map[run]bool{{}: true}, awaits: true}
	l := newLog(w)
	l.Executed(&execute)
	require.Empty(t, l.Findings(incident.Goes))
	require.Len(t, l.Findings(incident.Ended), 1)
	l = newLog(w)
	l.Executed(&execute)
	w.awaits = false
	require.Len(t, l.Findings(incident.Goes), 1)
}

// TestNotExecuted: what is recorded and has not run by the end of the script is named.
func TestNotExecuted(t *testing.T) {
	execute := command(recorder+1, read(state, 0, 4))
	l := newLog(&world{awaits: true, recorded: recorder})
	l.Executed(&execute)
	found := l.Findings(incident.Ended)
	require.Len(t, found, 1)
	require.Equal(t, recorder, found[0].Labels[len(found[0].Labels)-1].Site)
	require.Equal(t, gpu.ID(17), found[0].Object)
	require.Equal(t, "execute the list with its initialisation before, with a UAV barrier or a fence between both", found[0].Help[0].Text)
}

// TestDisputed: what follows from a refused initialisation is not told.
func TestDisputed(t *testing.T) {
	execute := command(recorder+1, read(state, 0, 4))
	l := newLog(&world{})
	l.Dispute(state)
	l.Dispute(foreign)
	l.Executed(&execute)
	require.Empty(t, l.Findings(incident.Ended))
}
