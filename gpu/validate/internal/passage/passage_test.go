package passage

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestBefore(t *testing.T) {
	var l List
	for i, b := range []gpu.Barrier{
		{Resource: 1, Subresource: gpu.AllSubresources}, {Resource: 2, Subresource: 0}, {Resource: 1, Subresource: 3}, {Resource: 2, Subresource: 1},
	} {
		l.Add([]gpu.Barrier{{}, b}, 1, gpu.Site(i))
	}
	require.Equal(t, 4, l.Len())
	for _, tt := range []struct {
		n    int
		id   gpu.ID
		sub  uint32
		want int // the number of the passage, -1: none
	}{
		{0, 1, 0, -1}, {1, 1, 0, 0}, {4, 1, 0, 0}, {2, 1, 3, 0}, {3, 1, 3, 2}, {4, 1, gpu.AllSubresources, 2}, {2, 1, gpu.AllSubresources, 0},
		{1, 2, 0, -1}, {2, 2, 0, 1}, {4, 2, 0, 1}, {3, 2, 1, -1}, {4, 2, 1, 3}, {4, 2, 2, -1}, {3, 2, gpu.AllSubresources, 1}, {4, 3, 0, -1},
	} {
		p := l.Before(tt.n, tt.id, tt.sub)
		if tt.want < 0 {
			require.Nil(t, p, "%+v", tt)
			continue
		}
		require.NotNil(t, p, "%+v", tt)
		require.Equal(t, gpu.Site(tt.want), p.Site, "%+v", tt)
	}
	require.Equal(t, &Passage{Barrier: gpu.Barrier{Resource: 1, Subresource: 3}, Site: 2, Entry: 1, Of: 2}, l.At(2, 1, 3))
	require.NotNil(t, l.At(0, 1, 3), "it goes through all subresources")
	require.Nil(t, l.At(2, 1, 2))
	require.Nil(t, l.At(2, 2, 3))
	require.Nil(t, l.At(5, 1, 3))
	l.Reset()
	require.Zero(t, l.Len())
	require.Nil(t, l.Before(4, 1, 0))
	require.Nil(t, l.At(2, 1, 3))
	l.Add([]gpu.Barrier{{Resource: 2}}, 0, 9)
	require.Nil(t, l.Before(1, 1, 0))
	require.Equal(t, gpu.Site(9), l.Before(1, 2, 0).Site)
}

// TestAround: where a subresource is as it is at a command, counted in the transitions of its resource.
func TestExchanged(t *testing.T) {
	const source, dest = gpu.StateCopySource, gpu.StateCopyDest
	half := func(sub uint32, before, after gpu.ResourceStates, flags gpu.BarrierFlags) gpu.Barrier {
		return gpu.Barrier{Resource: 1, Subresource: sub, Before: before, After: after, Flags: flags}
	}
	for _, tt := range []struct {
		name string
		all  []gpu.Barrier
		want bool // of the last
	}{
		{"the second half first", []gpu.Barrier{half(0, dest, source, gpu.BarrierEndOnly), half(0, dest, source, gpu.BarrierBeginOnly)}, true},
		{"of all, and of one", []gpu.Barrier{half(gpu.AllSubresources, dest, source, gpu.BarrierEndOnly), half(0, dest, source, gpu.BarrierBeginOnly)}, true},
		{"in their order", []gpu.Barrier{half(0, dest, source, gpu.BarrierBeginOnly), half(0, dest, source, gpu.BarrierEndOnly)}, false},
		{"the way back", []gpu.Barrier{half(0, dest, source, gpu.BarrierEndOnly), half(0, source, dest, gpu.BarrierBeginOnly)}, false},
		{"of another subresource", []gpu.Barrier{half(1, dest, source, gpu.BarrierEndOnly), half(0, dest, source, gpu.BarrierBeginOnly)}, false},
		{"a barrier between", []gpu.Barrier{half(0, dest, source, gpu.BarrierEndOnly), half(0, source, dest, 0), half(0, dest, source, gpu.BarrierBeginOnly)}, false},
		{"alone", []gpu.Barrier{half(0, dest, source, gpu.BarrierBeginOnly)}, false},
	} {
		var l List
		for i := range tt.all {
			l.Add(tt.all, i, gpu.Site(i))
		}
		require.Equal(t, tt.want, l.Exchanged(l.Before(len(tt.all), 1, 0), 0), tt.name)
	}
}

func TestAround(t *testing.T) {
	var l List
	for i, b := range []gpu.Barrier{
		{Resource: 1, Subresource: gpu.AllSubresources}, {Resource: 2, Subresource: 0}, {Resource: 1, Subresource: 3}, {Resource: 2, Subresource: 1}, {Resource: 1, Subresource: 0},
	} {
		l.Add([]gpu.Barrier{b}, 0, gpu.Site(i))
	}
	for _, tt := range []struct {
		n    int
		id   gpu.ID
		sub  uint32
		want Span
	}{
		{0, 1, 0, Span{0, 1}}, {1, 1, 0, Span{1, 3}}, {3, 1, 0, Span{1, 3}}, {5, 1, 0, Span{3, math.MaxInt}}, {1, 1, 3, Span{1, 2}}, {4, 1, 3, Span{2, math.MaxInt}},
		{4, 1, gpu.AllSubresources, Span{2, 3}}, {0, 2, 1, Span{0, 2}}, {5, 2, 1, Span{2, math.MaxInt}}, {5, 3, 0, Span{0, math.MaxInt}},
	} {
		require.Equal(t, tt.want, l.Around(tt.n, tt.id, tt.sub), "%+v", tt)
	}
	require.True(t, Span{1, 3}.Has(2))
	require.False(t, Span{1, 3}.Has(3))
	require.False(t, Span{1, 3}.Has(0))
}

// TestRecordingAgainCostsNothing: a list that is recorded again and again needs no new memory.
func TestRecordingAgainCostsNothing(t *testing.T) {
	var l List
	barriers := make([]gpu.Barrier, 100)
	for i := range barriers {
		barriers[i].Resource = gpu.ID(1 + i%7)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() {
		l.Reset()
		for i := range barriers {
			l.Add(barriers, i, 1)
		}
	}))
}

// TestPasses: a command stands in the pass whose calls are around it, also before the pass ends; a bundle knows which ExecuteBundles stand in one.
func TestPasses(t *testing.T) {
	var l, bundle List
	follow := func(op gpu.Op, index uint32, site gpu.Site) { l.Follow(&gpu.Command{Op: op, Index: index, Site: site}) }
	bundle.Runs(&l, 20)
	follow(gpu.OpBeginRenderPass, 2, 21)
	require.NotNil(t, l.Pass(7), "it has not ended")
	bundle.Runs(&l, 22)
	bundle.Runs(&l, 22)
	follow(gpu.OpEndRenderPass, 4, 23)
	bundle.Runs(&l, 24)
	follow(gpu.OpBeginRenderPass, 5, 25)
	follow(gpu.OpEndRenderPass, 8, 26)
	for index, begin := range []gpu.Site{0, 0, 0, 21, 0, 0, 25, 25, 0} {
		if p := l.Pass(uint32(index)); begin == 0 {
			require.Nil(t, p, index)
		} else {
			require.Equal(t, begin, p.Begin, index)
		}
	}
	require.False(t, bundle.Inside(20))
	require.True(t, bundle.Inside(22))
	require.False(t, bundle.Inside(24))
	l.Reset()
	require.Nil(t, l.Pass(3))
	require.Nil(t, (*List)(nil).Pass(3))
}

// TestInstead: a transition that may be meant for another subresource, before a command.
func TestInstead(t *testing.T) {
	barrier := func(sub uint32) gpu.Barrier {
		return gpu.Barrier{Resource: 1, Subresource: sub, Before: gpu.StateCopyDest, After: gpu.StateCopySource}
	}
	list := func(subs ...uint32) *List {
		l := &List{}
		for i, sub := range subs {
			l.Follow(&gpu.Command{Op: gpu.OpResourceBarrier, Barriers: []gpu.Barrier{barrier(sub)}, Index: uint32(i)})
		}
		return l
	}
	all := func(*Passage) bool { return true }
	for _, tt := range []struct {
		name   string
		l      *List
		before uint32
		want   bool
	}{
		{"of another one", list(2), 1, true},
		{"of that one", list(1), 1, false},
		{"of all", list(gpu.AllSubresources), 1, false},
		{"behind the command", list(2), 0, false},
		{"of two others", list(2, 3), 2, false},
		{"of another one, behind which it goes on", list(2, 2), 2, true}, // the last one
		{"of another one, and then of that one", list(2, 1), 2, false},
		{"none", list(), 1, false},
	} {
		require.Equal(t, tt.want, tt.l.Instead(barrier(1), tt.before, all) != nil, tt.name)
	}
	require.Nil(t, list(2).Instead(barrier(1), 1, func(*Passage) bool { return false }), "it is needed")
	other := barrier(1)
	other.Before = gpu.StateCommon
	require.Nil(t, list(2).Instead(other, 1, all), "from another state")
	require.Zero(t, list(2).Instead(barrier(1), 1, all).Command)
	require.Nil(t, (*List)(nil).Instead(barrier(1), 1, all))
}
