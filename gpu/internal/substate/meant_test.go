package substate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestOneMistakeIsToldOnce: what stands on a recording that did not find its state is held against what the program may mean.
func TestOneMistakeIsToldOnce(t *testing.T) {
	const common, dest, src, srv, target = gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StatePixelShaderResource, gpu.StateRenderTarget
	texture := Promotable(false, false)
	uses := func(state gpu.ResourceStates) (s Subresource) {
		s.Use(state, texture, gpu.OpDispatch, 1)
		return s
	}
	moves := func(before, after gpu.ResourceStates) (s Subresource) {
		s.Transition(&gpu.Barrier{Before: before, After: after}, texture, gpu.OpResourceBarrier, 1)
		return s
	}
	half := func(s Subresource, before, after gpu.ResourceStates, flags gpu.BarrierFlags) Subresource {
		s.Transition(&gpu.Barrier{Before: before, After: after, Flags: flags}, texture, gpu.OpResourceBarrier, 2)
		return s
	}
	const begin, end = gpu.BarrierBeginOnly, gpu.BarrierEndOnly
	for _, tt := range []struct {
		name  string
		from  gpu.ResourceStates
		lists []Subresource // each a submission
		want  []Verdict
	}{
		{"of two barriers the second comes first, and a third goes on", common, []Subresource{moves(target, src), moves(common, target), moves(src, common)}, []Verdict{WrongBefore, Fine, Fine}},
		{"the second may come first, as things go by themselves", common, []Subresource{moves(dest, src), moves(common, dest), moves(src, common)}, []Verdict{Fine, WrongBefore, Fine}},
		{"the third is wrong by itself", common, []Subresource{moves(target, src), moves(common, target), moves(target, common)}, []Verdict{WrongBefore, Fine, WrongBefore}},
		{"two barriers that do not meet", common, []Subresource{moves(target, src), moves(common, srv)}, []Verdict{WrongBefore, WrongBefore}},
		{"the barrier that was to be first comes twice", common, []Subresource{moves(target, src), moves(common, target), moves(common, target)}, []Verdict{WrongBefore, Fine, WrongBefore}},
		{"something stands between the two", common, []Subresource{moves(target, src), uses(src), moves(common, target)}, []Verdict{WrongBefore, Fine, WrongBefore}},
		{"a use before its barrier, and the same use again", target, []Subresource{uses(src), uses(src), moves(target, src), uses(src)}, []Verdict{WrongState, Fine, Fine, Fine}},
		{"a use without its barrier, and the barrier back", target, []Subresource{uses(src), moves(src, target), uses(target)}, []Verdict{WrongState, Fine, Fine}},
		{"a use without its barrier, and one in the state before", target, []Subresource{uses(src), uses(target), moves(target, src)}, []Verdict{WrongState, Fine, Fine}},
		{"a use without its barrier, and one in a third state", target, []Subresource{uses(src), uses(srv)}, []Verdict{WrongState, WrongState}},
		{"a second half that was told to come after the use", dest, []Subresource{half(Subresource{}, dest, src, begin), half(uses(src), dest, src, end), uses(src)}, []Verdict{Fine, Fine, Fine}},
		{"of another barrier than has begun", dest, []Subresource{half(Subresource{}, dest, srv, begin), half(uses(src), dest, src, end)}, []Verdict{Fine, SplitUse}},
		{"no second half after the use", dest, []Subresource{half(Subresource{}, dest, src, begin), uses(src)}, []Verdict{Fine, SplitUse}},
		{"a second half after the use, and none has begun", src, []Subresource{half(uses(src), dest, src, end), uses(src)}, []Verdict{Fine, Fine}},
		{"halves the other way round, each in a recording", dest, []Subresource{half(Subresource{}, dest, src, end), half(Subresource{}, dest, src, begin), uses(src)}, []Verdict{SplitEnd, Fine, Fine}},
		{"halves the other way round in one recording", dest, []Subresource{half(half(Subresource{}, dest, src, end), dest, src, begin), uses(src)}, []Verdict{Fine, Fine}},
		{"halves the other way round after a use", dest, []Subresource{half(half(uses(dest), dest, src, end), dest, src, begin), uses(src)}, []Verdict{Fine, Fine}},
		{"a second half of another barrier before the first", dest, []Subresource{half(Subresource{}, srv, src, end), half(Subresource{}, dest, src, begin), uses(src)}, []Verdict{SplitEnd, Fine, SplitUse}},
		{"a use and the barrier behind it, and then the one that was to be first", target, []Subresource{half(uses(src), src, srv, 0), moves(target, src), uses(srv)}, []Verdict{WrongState, Fine, Fine}},
		{"behind a barrier there is one state", target, []Subresource{uses(src), moves(src, srv), moves(target, src)}, []Verdict{WrongState, Fine, WrongBefore}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Actual{Put: Put{State: tt.from}}
			for i := range tt.lists {
				require.Equal(t, tt.want[i], a.Enter(&tt.lists[i], texture, false), "list %d", i+1)
				a.Pass(&tt.lists[i], texture, false)
				a.Decay(false, false)
			}
		})
	}
}

// TestOneMistakeOfARecording: after a use that did not find its state a recording goes on in that state, and in the one in which the subresource is,
// to its end and in the next recording. A barrier decides; a command that wants both is told.
func TestOneMistakeOfARecording(t *testing.T) {
	const dest, src, srv = gpu.StateCopyDest, gpu.StateCopySource, gpu.StatePixelShaderResource
	texture := Promotable(false, false)
	type step struct {
		before, state gpu.ResourceStates // before 0: a use
		site          gpu.Site
		want          Verdict
	}
	for _, tt := range []struct {
		name  string
		steps []step
	}{
		{"the barrier comes too late", []step{{0, dest, 1, Fine}, {0, src, 2, WrongState}, {dest, src, 3, Fine}, {0, src, 4, Fine}}},
		{"in turn", []step{{0, dest, 1, Fine}, {0, src, 2, WrongState}, {0, dest, 3, Fine}, {0, src, 4, Fine}}},
		{"it is taken back from where it was used", []step{{0, dest, 1, Fine}, {0, src, 2, WrongState}, {src, dest, 3, Fine}, {0, dest, 4, Fine}}},
		{"a third state", []step{{0, dest, 1, Fine}, {0, src, 2, WrongState}, {0, srv, 3, WrongState}}},
		{"a barrier from a third state", []step{{0, dest, 1, Fine}, {0, src, 2, WrongState}, {srv, src, 3, WrongBefore}}},
		{"behind a barrier there is one state", []step{{0, dest, 1, Fine}, {0, src, 2, WrongState}, {dest, src, 3, Fine}, {0, dest, 4, WrongState}}},
		{"one command wants both", []step{{0, dest, 1, Fine}, {0, src, 2, WrongState}, {0, dest, 2, WrongState}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Subresource{}
			for i, p := range tt.steps {
				got := Fine
				if p.before == 0 {
					got = s.Use(p.state, texture, gpu.OpCopyTextureRegion, p.site)
				} else {
					got = s.Transition(&gpu.Barrier{Before: p.before, After: p.state}, texture, gpu.OpResourceBarrier, p.site)
				}
				require.Equal(t, p.want, got, "step %d", i+1)
			}
		})
	}

	first := Subresource{}
	first.Transition(&gpu.Barrier{Before: gpu.StateCommon, After: dest}, texture, gpu.OpResourceBarrier, 1)
	require.Equal(t, WrongState, first.Use(src, texture, gpu.OpCopyTextureRegion, 2))
	for _, next := range []struct {
		before gpu.ResourceStates
		want   Verdict
	}{{dest, Fine}, {src, Fine}, {srv, WrongBefore}} {
		a, second := Actual{}, Subresource{}
		a.Pass(&first, texture, false)
		second.Transition(&gpu.Barrier{Before: next.before, After: srv}, texture, gpu.OpResourceBarrier, 3)
		require.Equal(t, next.want, a.Enter(&second, texture, false), "from %s", next.before)
	}
}
