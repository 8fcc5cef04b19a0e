package layers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// TestFaultsFollow: the fault of work that misses an object is not told where the call that gave it up too early was, and is told otherwise.
func TestFaultsFollow(t *testing.T) {
	const object, other, place = gpu.ID(3), gpu.ID(4), gpu.Site(7)
	release, submit := &gpu.ReleaseCall{Object: object}, &gpu.SubmitCall{CallHead: gpu.CallHead{Site: place}}
	fault := func(id gpu.ID) incident.Incident { return &incident.PageFault{Object: id} }
	late := &incident.PageFault{Origin: gpu.Origin{SubmitSite: place}, Object: other}
	view := func(id gpu.ID, kind incident.DescriptorFaultKind) incident.Incident {
		return &incident.DescriptorFault{Resource: id, Kind: kind}
	}
	for _, c := range []struct {
		name    string
		call    gpu.Call
		code    diag.Code
		i       incident.Incident
		follows bool
	}{
		{"released in flight", release, diag.ReleasedInFlight, fault(object), true},
		{"another one was released", release, diag.ReleasedInFlight, fault(other), false},
		{"something else was said of the release", release, diag.ReleasedObject, fault(object), false},
		{"submitted without it", submit, diag.SubmitReleased, late, true},
		{"something else was said of the submission", submit, diag.ListInFlight, late, false},
		{"a view of it", release, diag.ReleasedInFlight, view(object, incident.DescriptorDestroyed), true},
		{"a view of a place where nothing is", release, diag.ReleasedInFlight, view(0, incident.DescriptorDestroyed), true},
		{"a view that was never written", release, diag.ReleasedInFlight, view(object, incident.DescriptorUnwritten), false},
		{"a hang", release, diag.ReleasedInFlight, &incident.Hang{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told ledger
			require.False(t, told.follows(c.i), "nothing was said")
			told.done(c.call, diag.New(c.code, "x"))
			require.Equal(t, c.follows, told.follows(c.i))
		})
	}
}

// TestReleasedTogether: back buffers are given up in one call, of which one is told.
func TestReleasedTogether(t *testing.T) {
	const one, two, later, place = gpu.ID(3), gpu.ID(4), gpu.ID(5), gpu.Site(7)
	release := func(id gpu.ID, at gpu.Site) *gpu.ReleaseCall {
		return &gpu.ReleaseCall{CallHead: gpu.CallHead{Site: at}, Object: id}
	}
	var told ledger
	told.done(release(one, place), diag.New(diag.ResizeInFlight, "x"))
	told.record(release(one, place))
	told.record(release(two, place))
	told.record(release(later, place+1))
	require.True(t, told.follows(&incident.PageFault{Object: one}) && told.follows(&incident.PageFault{Object: two}))
	require.False(t, told.follows(&incident.PageFault{Object: later}))
}

// TestRefusalsFollow: what a list misses because a call of it was left out is not told again, until the list begins anew.
func TestRefusalsFollow(t *testing.T) {
	const list, other = gpu.ID(3), gpu.ID(4)
	command := func(id gpu.ID) gpu.Call { return &gpu.Command{Op: gpu.OpSetPipelineState, List: id} }
	dispatch := &gpu.Command{Op: gpu.OpDispatch, List: list}
	act := func(a gpu.ListAct) gpu.Call { return &gpu.ListCall{Act: a, List: list} }
	of := func(codes ...diag.Code) (out []*diag.Diagnostic) {
		for _, c := range codes {
			d := diag.New(c, "x")
			d.Object = list // that is submitted
			out = append(out, d)
		}
		return out
	}
	var told ledger
	require.False(t, told.dropped(dispatch, of(diag.MissingRootArgument)), "nothing was left out")
	require.True(t, told.dropped(dispatch, of(diag.MissingRootArgument)), "it misses the same")
	require.False(t, told.dropped(dispatch, of(diag.HeapNotBound)), "no command before it binds one")
	require.False(t, told.dropped(command(list), of(diag.CopyOutOfBounds)), "news")
	require.True(t, told.dropped(command(list), of(diag.MissingRootArgument)))
	require.True(t, told.dropped(command(list), of(diag.NoPipeline, diag.HeapNotBound)))
	require.False(t, told.dropped(command(list), of(diag.NoPipeline, diag.CopyOutOfBounds)), "one of them is news")
	require.False(t, told.dropped(command(other), of(diag.NoPipeline)), "another list")
	require.True(t, told.dropped(act(gpu.ListClose), of(diag.QueryPairing)))
	submit := &gpu.SubmitCall{Lists: []gpu.ID{other, list}}
	require.True(t, told.dropped(submit, of(diag.SubmitOpenList)))
	require.False(t, told.dropped(submit, of(diag.SubmitWrongType)))
	told.record(act(gpu.ListReset))
	require.False(t, told.dropped(submit, of(diag.SubmitOpenList)), "nobody has closed it")
	require.False(t, told.dropped(command(list), of(diag.NoPipeline)))
}

// TestToldMap: an access through a pointer that Map did not give, because it was left out, is not told besides; after a Map that was done it is.
func TestToldMap(t *testing.T) {
	const buffer, other gpu.ID = 1, 2
	act := func(a gpu.MapAct, of gpu.ID) *gpu.MapCall { return &gpu.MapCall{Act: a, Resource: of} }
	said := func(code diag.Code) []*diag.Diagnostic { return []*diag.Diagnostic{diag.New(code, "")} }
	var told ledger
	require.False(t, told.dropped(act(gpu.MapUnmap, buffer), said(diag.NotMapped)), "nothing was left out")
	require.False(t, told.dropped(act(gpu.MapMap, buffer), said(diag.BadMapRange)))
	require.True(t, told.dropped(act(gpu.MapRead, buffer), said(diag.NotMapped)))
	require.False(t, told.dropped(act(gpu.MapRead, buffer), said(diag.BadMapRange)), "a mistake of its own")
	require.False(t, told.dropped(act(gpu.MapUnmap, other), said(diag.NotMapped)))
	told.record(act(gpu.MapMap, buffer))
	require.False(t, told.dropped(act(gpu.MapUnmap, buffer), said(diag.NotMapped)), "it was mapped since")
}

// TestToldTwice: what two executions of a list do to each other is not told where its second one is; what one of them does is.
func TestToldTwice(t *testing.T) {
	const list gpu.ID = 3
	submit := &gpu.SubmitCall{CallHead: gpu.CallHead{Site: 7}, Lists: []gpu.ID{list, list}}
	pair := func(again bool) *diag.Diagnostic {
		d := diag.New(diag.MissingUAVBarrier, "")
		d.Runs = []diag.Run{{List: list, Submit: 7}, {List: list, Submit: 7, Again: again}}
		return d
	}
	twice := diag.New(diag.ListInFlight, "")
	twice.Runs = []diag.Run{{List: list, Submit: 7, Again: true}}
	var told ledger
	require.False(t, told.because(nil, pair(true)), "nobody was told")
	require.False(t, told.done(submit, twice))
	require.True(t, told.because(nil, pair(true)))
	require.False(t, told.because(nil, pair(false)), "a barrier is missing in the list")
}

// TestToldAbove: what a level above tells of a write is not told again of that write.
func TestToldAbove(t *testing.T) {
	var told ledger
	told.put(cause{kind: above, site: 7})
	at := func(site gpu.Site) gpu.Call { return &gpu.DescriptorCall{CallHead: gpu.CallHead{Site: site}} }
	require.True(t, told.because(at(7), diag.New(diag.DescriptorInFlight, "")))
	require.False(t, told.because(at(8), diag.New(diag.DescriptorInFlight, "")))
	require.False(t, told.because(at(7), diag.New(diag.StaticDescriptorChanged, "")))
	require.False(t, told.because(nil, diag.New(diag.DescriptorInFlight, "")), "it is none of a call")
}

// TestEveryKindHasBothSides: what comes into the ledger explains something, and what explains comes in.
func TestEveryKindHasBothSides(t *testing.T) {
	in := map[kind]bool{above: true}                                                                    // a level above puts it in
	out := map[kind]bool{given: true, starved: true, overwritten: true, unsignalled: true, unset: true, // incidents follow from these,
		early: true} // and this is lessened when the list begins
	add := func(list []entry) {
		for _, e := range list {
			require.NotZero(t, e.fate)
			in[e.kind] = true
		}
	}
	add(always)
	for _, list := range entries {
		add(list)
	}
	for _, list := range consequences {
		for _, c := range list {
			for _, k := range c.kinds {
				out[k] = true
			}
		}
	}
	require.Equal(t, in, out)
	require.Len(t, in, int(repeated), "turns are known by their places")
}

// TestFollowsInParts: of two mistakes of one call, one of which follows, the other one is told.
func TestFollowsInParts(t *testing.T) {
	reports := []diag.Code{}
	chain := New([]Layer{&says{}}, ErrorsReport, func(d *diag.Diagnostic) { reports = append(reports, d.Code) })
	says := func(call gpu.Call, codes ...diag.Code) {
		var found []*diag.Diagnostic
		for _, c := range codes {
			found = append(found, diag.New(c, "x"))
		}
		proceed, err := chain.decided(call, 0, found, false)
		require.False(t, proceed)
		require.NoError(t, err)
	}
	command := func(op gpu.Op) gpu.Call { return &gpu.Command{Op: op, List: 3} }
	says(command(gpu.OpSetPipelineState), diag.PipelineKindMismatch)
	says(command(gpu.OpDispatch), diag.NoPipeline, diag.CopyOutOfBounds)
	says(command(gpu.OpDispatch), diag.NoPipeline)
	require.Equal(t, []diag.Code{diag.PipelineKindMismatch, diag.CopyOutOfBounds}, reports)
}

// TestMisplacedRelease: a Release that is to leave its place, because the object is used after it, is not told where a loop comes by again; one at
// another place is.
func TestMisplacedRelease(t *testing.T) {
	const object, at, elsewhere = gpu.ID(3), gpu.Site(7), gpu.Site(8)
	said := func() *diag.Diagnostic {
		d := diag.New(diag.ReleasedObject, "x").At(9, "").Also(at, "it is released here")
		d.Object = object
		return d
	}
	release := func(site gpu.Site) gpu.Call {
		return &gpu.ReleaseCall{CallHead: gpu.CallHead{Site: site}, Object: object}
	}
	for _, use := range []gpu.Call{&gpu.Command{Op: gpu.OpCopyBufferRegion, List: 4}, &gpu.SubmitCall{}} {
		var told ledger
		require.False(t, told.because(release(at), said()), "nothing was told")
		told.dropped(use, []*diag.Diagnostic{said()})
		require.True(t, told.because(release(at), said()))
		require.False(t, told.because(release(elsewhere), said()))
		race := diag.New(diag.DataRace, "x")
		require.False(t, told.because(nil, race), "of no fence")
		race.Awaited = diag.Awaited{Fence: object, Freed: at}
		require.True(t, told.because(nil, race), "the Release ends the wait")
		race.Awaited.Freed = elsewhere
		require.False(t, told.because(nil, race))
	}
	var told ledger
	told.dropped(release(elsewhere), []*diag.Diagnostic{said()})
	require.False(t, told.because(release(at), said()), "a second Release says nothing of the first one")
}

// TestUnended: a deadlock comes of a signal that was left out if all who wait, wait for that, or for each other.
func TestUnended(t *testing.T) {
	const fence, other, event = gpu.ID(3), gpu.ID(4), gpu.ID(5)
	lack := func(l ...incident.Lack) incident.Waiter { return incident.Waiter{Lacks: l} }
	of := func(fence gpu.ID, value uint64) incident.Lack { return incident.Lack{Fence: fence, Value: value} }
	held := incident.Lack{Fence: other, Value: 1, Pending: []incident.PendingSignal{{Value: 1, Enough: true}}}
	for _, c := range []struct {
		name    string
		waiters []incident.Waiter
		follows bool
	}{
		{"the value", []incident.Waiter{lack(of(fence, 2))}, true},
		{"a smaller value", []incident.Waiter{lack(of(fence, 1))}, true},
		{"a larger value", []incident.Waiter{lack(of(fence, 3))}, false},
		{"another fence", []incident.Waiter{lack(of(other, 2))}, false},
		{"the event", []incident.Waiter{lack(incident.Lack{Event: event})}, true},
		{"another event", []incident.Waiter{lack(incident.Lack{Event: other})}, false},
		{"what comes after it", []incident.Waiter{lack(held), lack(of(fence, 2))}, true},
		{"a thread that waits for it", []incident.Waiter{lack(incident.Lack{Thread: "worker"}), lack(of(fence, 2))}, true},
		{"it, and another fence", []incident.Waiter{lack(of(fence, 2)), lack(of(other, 1))}, false},
		{"each other", []incident.Waiter{lack(held)}, false},
	} {
		var l ledger
		s := &incident.Stall{Waiters: c.waiters}
		require.False(t, l.follows(s), "%s: nothing was left out", c.name)
		refused := []*diag.Diagnostic{diag.New(diag.ReleasedObject, "x")}
		l.dropped(&gpu.FenceCall{Act: gpu.FenceQueueSignal, Fence: fence, Value: 2}, refused)
		l.dropped(&gpu.EventCall{Event: event}, refused)
		require.Equal(t, c.follows, l.follows(s), c.name)
	}
}
