package standing

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Fixed words a use of a resource in a heap of the CPU, which stays in one state.
func Fixed(n Names, c *gpu.Command, id gpu.ID, heap gpu.HeapType, have, want gpu.ResourceStates) *diag.Diagnostic {
	d := words.Made(n, words.New(diag.HeapStateFixed, c.Site, "%s uses %s as %s, but in a heap of type %s it stays in %s", c.Called(), n.Ref(id), want, heap, have), id)
	d.Object, d.Wants = id, want
	words.HelpFixedState(d, n.Created(id), want)
	return d
}

// SplitBuffer words a split barrier of a buffer that does not end in its list.
func SplitBuffer(n Names, id gpu.ID, s *substate.Subresource) *diag.Diagnostic {
	return words.New(diag.UselessSplit, s.Begun, "a split barrier of %s does not end in its list", n.Ref(id)).WithResource(n.Ref(id)).
		Because("Buffers go back to COMMON when the submission is finished, so the END_ONLY half would find nothing.").
		HelpFix(s.Begun, diag.Drop("ResourceBarrier", diag.Entry("Flags")), "use one barrier without flags")
}
