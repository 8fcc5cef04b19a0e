package recorded

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/bodies"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
)

// TestBegin: nothing of a recording is left when the next one begins.
func TestBegin(t *testing.T) {
	l := New(3, 1, gpu.ListDirect)
	fresh := *New(3, 1, gpu.ListDirect)
	fresh.Begin(4, 2, 7, 1)
	l.Begin(4, 1, 5, 1)
	l.Suspect, l.Failed, l.Dead = Mishap{Is: true}, Mishap{Is: true}, true
	l.Events, l.Refs = append(l.Events, 6), append(l.Refs, Ref{ID: 9})
	l.Heaps, l.Submitted, l.Moved = [2]gpu.ID{8, 8}, true, 4
	l.Promises = []content.Promise{{Index: 1}}
	l.Turn(true)
	l.Set, l.Root = 5, 6
	l.Executes(New(10, 1, gpu.ListBundle), &gpu.Command{Site: 6}, nil)
	l.Begin(4, 2, 7, 1)
	require.Equal(t, []any{fresh.Suspect, fresh.Failed, fresh.Dead, fresh.Heaps, fresh.Submitted, fresh.Moved},
		[]any{l.Suspect, l.Failed, l.Dead, l.Heaps, l.Submitted, l.Moved})
	require.Empty(t, l.Events)
	require.Empty(t, l.Refs)
	require.Empty(t, l.Bundles)
	require.Empty(t, l.Promises)
	require.Zero(t, l.Points[1].Set)
	require.Zero(t, l.Points[1].Root)
	require.Equal(t, gpu.Site(7), l.Opened)
	require.True(t, l.Records)
}

// TestSettle: a command that was not recorded spoils the recording, and the first such one is told.
func TestSettle(t *testing.T) {
	l := New(3, 1, gpu.ListDirect)
	l.Settle()
	require.False(t, l.Failed.Is)
	for _, what := range []string{"Dispatch", "CopyResource"} {
		l.Suspect = Mishap{Is: true, What: what}
		l.Settle()
		require.False(t, l.Suspect.Is)
	}
	require.Equal(t, Mishap{Is: true, What: "Dispatch"}, l.Failed)
}

// TestTold: a Reset of the allocator is told if it came after the recording began.
func TestTold(t *testing.T) {
	l := New(3, 1, gpu.ListDirect)
	a := &bodies.Allocator{}
	require.Zero(t, l.Told(a).Emptied)
	require.True(t, l.Told(nil).Bare)
	a.Clear(9)
	require.Equal(t, gpu.Site(9), l.Told(a).Emptied)
	l.Resets = a.Reset
	require.Zero(t, l.Told(a).Emptied)
}

// TestNoun: a bundle has no barriers.
func TestNoun(t *testing.T) {
	require.Equal(t, "direct list", New(1, 1, gpu.ListDirect).Noun())
	b := New(1, 1, gpu.ListBundle)
	require.Equal(t, "bundle", b.Noun())
	require.True(t, b.Barriers.None)
}

// TestBundles: a list needs the recording of a bundle until it is submitted. The promises of a bundle are told once, those that it takes over from
// the list each time.
func TestBundles(t *testing.T) {
	l, b := New(3, 1, gpu.ListDirect), New(4, 1, gpu.ListBundle)
	l.Begin(5, 1, 1, 1)
	l.Promises, b.Promises = []content.Promise{{Index: 1}}, []content.Promise{{Index: 2}}
	for index := range uint32(2) {
		l.Executes(b, &gpu.Command{Site: 6, Index: index}, []content.Promise{{Index: 3}})
	}
	type told struct {
		list   gpu.ID
		once   bool
		number uint32
	}
	var got []told
	for _, r := range l.Promised(nil, 10) {
		got = append(got, told{r.List, r.Once, r.Number})
	}
	require.Equal(t, []told{{3, false, 0}, {4, false, 0}, {4, true, 10}, {4, true, 11}}, got)
	require.True(t, b.Users[0].Needs(l))
	l.Submitted = true
	require.False(t, b.Users[0].Needs(l))
	l.Begin(5, 2, 1, 1)
	require.False(t, b.Users[0].Needs(l), "it records something else")
}

// TestRuns: states of descriptors that are looked at late stand around those of the commands.
func TestRuns(t *testing.T) {
	l := New(3, 1, gpu.ListDirect)
	all := l.Runs(nil, nil)
	require.Len(t, all, 1)
	require.Same(t, &l.States, all[0].States)
	l.Expects = true
	all = l.Runs(all, nil)
	require.Len(t, all, 3)
	require.Same(t, &l.Late, all[1].States)
	require.True(t, all[1].Late)
}
