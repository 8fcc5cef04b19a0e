package substate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestSubresource walks through uses and barriers of one texture subresource.
func TestSubresource(t *testing.T) {
	const common, dest, src, srv, uav = gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StateUnorderedAccess
	texture := Promotable(false, false)
	use := func(want gpu.ResourceStates) func(*Subresource) Verdict {
		return func(s *Subresource) Verdict { return s.Use(want, texture, gpu.OpDispatch, 1) }
	}
	move := func(before, after gpu.ResourceStates, f gpu.BarrierFlags) func(*Subresource) Verdict {
		return func(s *Subresource) Verdict {
			return s.Transition(&gpu.Barrier{Before: before, After: after, Flags: f}, texture, gpu.OpResourceBarrier, 1)
		}
	}
	const begin, end = gpu.BarrierBeginOnly, gpu.BarrierEndOnly
	tests := []struct {
		name  string
		steps []func(*Subresource) Verdict
		want  Verdict // of the last step; the others are Fine
	}{
		{"reads join", []func(*Subresource) Verdict{use(src), use(srv), move(src|srv, dest, 0)}, Fine},
		{"a barrier leaves too few of the reads", []func(*Subresource) Verdict{use(src), use(srv), move(src, dest, 0)}, WrongBefore},
		{"write after read", []func(*Subresource) Verdict{use(src), use(dest)}, WrongState},
		{"write after barrier", []func(*Subresource) Verdict{use(src), move(src, dest, 0), use(dest)}, Fine},
		{"promotion", []func(*Subresource) Verdict{move(dest, common, 0), use(src)}, Fine},
		{"no promotion to unordered access", []func(*Subresource) Verdict{move(dest, common, 0), use(uav)}, WrongState},
		{"use between the halves", []func(*Subresource) Verdict{move(src, dest, begin), use(src)}, SplitUse},
		{"the halves", []func(*Subresource) Verdict{move(src, dest, begin), move(src, dest, end), use(dest)}, Fine},
		{"other halves", []func(*Subresource) Verdict{move(src, dest, begin), move(src, srv, end)}, SplitEnd},
		{"end alone", []func(*Subresource) Verdict{move(src, dest, end)}, Fine},
		{"begin twice", []func(*Subresource) Verdict{move(src, dest, begin), move(src, dest, begin)}, SplitAgain},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s Subresource
			for i, step := range tt.steps {
				got := step(&s)
				if i == len(tt.steps)-1 {
					require.Equal(t, tt.want, got)
				} else {
					require.Equal(t, Fine, got, "step %d", i)
				}
			}
		})
	}
	require.Zero(t, Promotable(true, false)&gpu.StateDepthWrite)
	require.NotZero(t, Promotable(true, false)&uav)
	require.NotZero(t, Promotable(false, true)&uav)
}

// TestTable: subresources split when one of several is named; recordings that take turns keep their own states.
func TestTable(t *testing.T) {
	var one, two Table
	var at Slot
	one.Begin(1)
	two.Begin(2)
	one.Of(9, 4, 2, &at)[0].How = Explicit
	require.Len(t, one.Of(9, 4, gpu.AllSubresources, &at), 4)
	require.Equal(t, Unseen, two.Of(9, 4, gpu.AllSubresources, &at)[0].How)
	require.Equal(t, Explicit, one.Of(9, 4, 2, &at)[0].How)
	require.Equal(t, Unseen, one.Of(9, 4, 1, &at)[0].How)
	n := 0
	one.Each(func(id gpu.ID, subs []Subresource) { n += len(subs) })
	require.Equal(t, 4, n)
	one.Begin(3)
	require.Len(t, one.Of(9, 4, gpu.AllSubresources, &at), 1)
}

// TestJoinedReads: what the first reader needs, and the last of the others, is known apart; one command needs all that it names.
func TestJoinedReads(t *testing.T) {
	const src, srv, vertex = gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StateVertexAndConstantBuffer
	buffer := Promotable(true, false)
	use := func(s *Subresource, want gpu.ResourceStates, op gpu.Op, site gpu.Site) {
		require.Equal(t, Fine, s.Use(want, buffer, op, site))
	}
	var s Subresource
	use(&s, srv, gpu.OpDispatch, 1)
	use(&s, vertex, gpu.OpDispatch, 1) // of the same command
	require.Equal(t, [2]gpu.ResourceStates{srv | vertex, 0}, [2]gpu.ResourceStates{s.Own, s.FirstAfter})
	require.Zero(t, s.Joined)
	use(&s, src, gpu.OpCopyBufferRegion, 2)
	require.Equal(t, [3]gpu.ResourceStates{srv | vertex, src, srv | vertex | src}, [3]gpu.ResourceStates{s.Own, s.JoinedAs, s.State})
	require.Equal(t, [2]gpu.Site{1, 2}, [2]gpu.Site{s.Site, s.Joined})
	require.Equal(t, [2]gpu.ResourceStates{srv | vertex | src, srv | vertex}, [2]gpu.ResourceStates{s.First, s.FirstAfter})
	require.Equal(t, Fine, s.Transition(&gpu.Barrier{Before: srv | vertex | src, After: src}, buffer, gpu.OpResourceBarrier, 3))
	require.Zero(t, s.Joined)
	require.Equal(t, WrongState, s.Use(srv, buffer, gpu.OpDispatch, 4))
	s.Missed(vertex)
	require.Equal(t, Fine, s.Use(vertex, buffer, gpu.OpDispatch, 4), "the other need of the command was told with the first")
}

// TestGrownReads: reads to which a subresource in COMMON has come by being used may have grown, in one recording as over several.
func TestGrownReads(t *testing.T) {
	const src, srv, dst = gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StateCopyDest
	texture := Promotable(false, false)
	for _, tt := range []struct {
		how    Standing
		before gpu.ResourceStates
		want   Verdict
	}{
		{Explicit, src, Fine}, {Explicit, src | srv, Fine}, {Explicit, srv, WrongBefore}, {Explicit, src | gpu.StateDepthRead, WrongBefore}, {Explicit, dst, WrongBefore},
		{Unseen, src, Fine}, {Unseen, src | srv, Fine}, {Unseen, srv, WrongBefore}, {Unseen, dst, WrongBefore},
	} {
		s := Subresource{How: tt.how}
		require.Equal(t, Fine, s.Use(src, texture, gpu.OpCopyResource, 1))
		require.Equal(t, tt.want, s.Transition(&gpu.Barrier{Before: tt.before, After: gpu.StateRenderTarget}, texture, gpu.OpResourceBarrier, 2), "%v %v", tt.how, tt.before)
	}
	s := Subresource{How: Explicit}
	require.Equal(t, Fine, s.Use(dst, texture, gpu.OpCopyResource, 1))
	require.Equal(t, WrongBefore, s.Transition(&gpu.Barrier{Before: src | srv, After: dst}, texture, gpu.OpResourceBarrier, 2), "a write does not grow")
}

// TestTold: what came between the halves of a split barrier, or ended it wrongly, is told once. The end that was meant is still one.
func TestTold(t *testing.T) {
	const src, dst, pixel = gpu.StateCopySource, gpu.StateCopyDest, gpu.StatePixelShaderResource
	texture := Promotable(false, false)
	half := func(before, after gpu.ResourceStates, flags gpu.BarrierFlags) *gpu.Barrier {
		return &gpu.Barrier{Before: before, After: after, Flags: flags}
	}
	begun := func() *Subresource {
		s := &Subresource{}
		require.Equal(t, Fine, s.Use(src, texture, gpu.OpCopyResource, 1))
		require.Equal(t, Fine, s.Transition(half(src, dst, gpu.BarrierBeginOnly), texture, gpu.OpResourceBarrier, 2))
		return s
	}
	end := half(src, dst, gpu.BarrierEndOnly)

	s := begun()
	require.Equal(t, SplitUse, s.Use(src, texture, gpu.OpCopyResource, 3))
	require.Equal(t, Fine, s.Use(src, texture, gpu.OpCopyResource, 4))
	require.Equal(t, WrongState, s.Use(pixel, texture, gpu.OpDrawInstanced, 5))
	require.Equal(t, Fine, s.Transition(end, texture, gpu.OpResourceBarrier, 6))
	require.Equal(t, Fine, s.Use(dst, texture, gpu.OpCopyResource, 7))

	s = begun()
	require.Equal(t, SplitAgain, s.Transition(half(src, dst, 0), texture, gpu.OpResourceBarrier, 3))
	require.Equal(t, Fine, s.Use(dst, texture, gpu.OpCopyResource, 4))
	require.Equal(t, Fine, s.Transition(end, texture, gpu.OpResourceBarrier, 5))
	require.Equal(t, SplitEnd, s.Transition(end, texture, gpu.OpResourceBarrier, 6), "it has ended")

	s = begun()
	require.Equal(t, SplitEnd, s.Transition(half(src, pixel, gpu.BarrierEndOnly), texture, gpu.OpResourceBarrier, 3))
	require.Equal(t, Fine, s.Use(pixel, texture, gpu.OpDrawInstanced, 4))
}

// TestManyResources: a recording finds each of its resources again, without the place that is kept beside them too, and a later one begins without
// them.
func TestManyResources(t *testing.T) {
	var states Table
	for round, n := range []int{3, few, 500, 500, few + 1, 2} {
		states.Begin(uint32(round + 1))
		for id := range gpu.ID(n) {
			require.Equal(t, Unseen, states.Of(id+1, 1, 0, &Slot{})[0].How)
			states.Of(id+1, 1, 0, &Slot{})[0].How = Explicit
		}
		count := 0
		states.Each(func(id gpu.ID, subs []Subresource) {
			count++
			require.Equal(t, gpu.ID(count), id)
			require.Equal(t, Explicit, subs[0].How)
			require.Equal(t, Explicit, states.Of(id, 1, 0, &Slot{})[0].How)
		})
		require.Equal(t, n, count)
	}
}
