package standing

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Fixed words a use of a resource in a heap of the CPU, which stays in one state.
func Fixed(n Names, c *gpu.Command, id gpu.ID, heap gpu.HeapType, have, want gpu.ResourceStates) *diag.Diagnostic {
	d := words.Made(n, words.New(diag.HeapStateFixed, c.Site, "%s uses %s as %s, but in a heap of type %s it stays in %s", c.Called(),
		n.Ref(id), want, heap, have), id)
	d.Object, d.Wants = id, want
	words.HelpFixedState(d, n.Created(id), want)
	return d
}

// exchanges are the calls of copies with what is copied from, and what is copied to, in each other's places.
var exchanges = map[gpu.Op]string{gpu.OpCopyBufferRegion: "%r:CopyBufferRegion(%3, %4, %1, %2, %5)", gpu.OpCopyResource: "%r:CopyResource(%2, %1)"}

// Exchanged makes one of what was said of a copy if each of its resources is in the state that the other one is to be in, and one of them stays
// there.
func Exchanged(c *gpu.Command, said []*diag.Diagnostic) []*diag.Diagnostic {
	call, known := exchanges[c.Op]
	if !known || len(said) != 2 {
		return said
	}
	fixed, wrong := said[0], said[1]
	if fixed.Code == diag.WrongState {
		fixed, wrong = wrong, fixed
	}
	have := diag.Prop{Key: "have", Value: fixed.Wants.String()}
	if fixed.Code != diag.HeapStateFixed || wrong.Code != diag.WrongState || !slices.Contains(wrong.Props, have) {
		return said
	}
	fixed.Help = nil
	fixed.Because("%s is in %s: each of the two is in the state that the other one is to be in.", words.Capital(wrong.Resource), fixed.Wants)
	fixed.HelpFix(c.Site, diag.Fix{Method: c.Called().String(), Argument: 1, Action: diag.FixCall, Text: call},
		"exchange the two: what is copied to comes first")
	return []*diag.Diagnostic{fixed}
}

// SplitDecays words a split barrier, of a resource that is in COMMON after each submission, that begins at a place and does not end in its
// submission.
func SplitDecays(n Names, id gpu.ID, begun, submit gpu.Site) *diag.Diagnostic {
	why, r := substate.DecayAlways, n.Resource(id)
	if r != nil && r.Dimension != gpu.DimensionBuffer && r.Flags&gpu.AllowSimultaneousAccess == 0 {
		why = substate.DecayCopy
	}
	return words.New(diag.UselessSplit, begun, "a split barrier of %s does not end in its submission", n.Ref(id)).WithResource(n.Ref(id)).
		Also(submit, "is submitted here").
		Because("%s The END_ONLY half would find nothing.", decays(r, why)).
		HelpFix(begun, diag.Drop("ResourceBarrier", diag.Entry("Flags")), "use one barrier without flags")
}
