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
