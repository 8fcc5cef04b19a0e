package conflict

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// What is said of two accesses of one submission, which a barrier would order.

// parts says whether both sides are commands of one ExecuteIndirect.
func (s speaker) parts() bool {
	a, b := &s.c.First, &s.c.Second
	return a.List == b.List && a.Index == b.Index && a.Bundle == b.Bundle && a.Access.Part != b.Access.Part
}

// unordered explains two unordered accesses of one submission.
func (s speaker) unordered(d *diag.Diagnostic) {
	c := s.c
	d.Because("Commands of one submission may overlap where both use a resource as UNORDERED_ACCESS; the first bytes that both touch are %s.",
		Range(s.Name(c.Second.Access.Resource), s.Resource(c.Second.Access.Resource), c.Begin, c.End, 0, 0))
	s.half(d)
	if s.parts() {
		d.HelpText(`let the commands of one ExecuteIndirect touch different bytes, or record two with a barrier of Type = "UAV" between them`)
		return
	}
	if len(s.more) > 0 {
		d.Note("The same barrier is missing for %s, which they share, too.", s.shared())
		s.helpBarrier(d, `{ Type = "UAV" }`, `record a barrier of Type = "UAV" for all resources`)
		return
	}
	s.helpBarrier(d, `{ Type = "UAV", Resource = %2 }`, fmt.Sprintf(`record a barrier of Type = "UAV" for %s`, s.Ref(c.Second.Access.Resource)),
		diag.Snippet{Made: s.Created(c.Second.Access.Resource), Else: "nil"})
}

// shared are the other resources of a cause, the first of them by name.
func (s speaker) shared() string {
	switch n := len(s.more); n {
	case 1:
		return s.Ref(s.more[0])
	case 2:
		return s.Ref(s.more[0]) + " and " + s.Ref(s.more[1])
	default:
		return fmt.Sprintf("%s and %s", s.Ref(s.more[0]), words.Count(n-1, "other resource"))
	}
}

// half explains why a barrier that stands there does not help.
func (s speaker) half(d *diag.Diagnostic) {
	if s.c.Half {
		d.Because("A BEGIN_ONLY barrier comes before it, but no END_ONLY barrier: a first half alone orders nothing.")
	}
}

// helpBarrier proposes a barrier before the command of the second side. Bundles record none: there it is recorded before the ExecuteBundle, as long
// as the bundle does not do both. Nor do render passes: there it is recorded before the pass, as long as the pass does not hold both.
func (s speaker) helpBarrier(d *diag.Diagnostic, barrier, text string, snippets ...diag.Snippet) {
	a, b := &s.c.First, &s.c.Second
	switch {
	case b.Bundle != 0 && b.Bundle == a.Bundle && b.Index != a.Index:
		d.HelpText("%s between the two; bundles record no barriers, so the second command belongs into another bundle, or into the list", text)
		return
	case b.Bundle != 0 && s.Barriers(b.List).Inside(b.Bundle):
		d.HelpText("%s between the two, outside of render passes: neither they nor bundles hold one", text)
		return
	case b.Bundle != 0:
		d.WithHelp(diag.Help{Site: b.Bundle, Text: text + " before the ExecuteBundle: bundles record no barriers",
			Draft: barrierDraft(barrier, diag.Snippet{Site: b.Bundle, Method: gpu.OpExecuteBundle.String()}, snippets)})
		return
	}
	at := diag.Snippet{Site: b.Record}
	switch p := s.Barriers(b.List).Pass(b.Index); {
	case p == nil && s.Closed(b.List) == 0 && a.Op.Draw() && b.Op.Draw(): // another recording has begun
		d.HelpText("%s before it, outside of render passes", text)
		return
	case p == nil:
		text += " before it"
	case a.List == b.List && p.Holds(a.Index), a.Bundle != 0 && s.Barriers(a.List).Inside(a.Bundle):
		d.HelpText("end the render pass between the two, and %s there: a pass holds no such barrier", text)
		return
	default:
		text += " before the render pass of the second command"
		at = diag.Snippet{Site: p.Begin, Method: gpu.OpBeginRenderPass.String()}
	}
	draft := barrierDraft(barrier, at, snippets)
	if a.Bundle != 0 { // the bundle may be recorded anywhere: the line comes behind what executes it
		for o := draft; o != nil; o = o.Or {
			o.Behind = []gpu.Site{a.Bundle}
		}
	}
	d.WithHelp(diag.Help{Site: at.Site, Text: text, Draft: draft})
}

// barrierDraft is a barrier in the words of a list's call, in a place where its resources have names. Only if there is none, it is one where they
// have not: that may be where all lists of the script are recorded.
func barrierDraft(barrier string, list diag.Snippet, resources []diag.Snippet) *diag.Draft {
	wide := before("%1:ResourceBarrier { "+barrier+" }", append([]diag.Snippet{list}, resources...)...)
	if len(resources) == 0 {
		return wide
	}
	named := wide.Copy()
	for i := range named.Snippets {
		named.Snippets[i].Else = ""
	}
	named.Or = wide
	return named
}

// onePlace is why two resources of one place conflict, one of which is a texture, although they touch no byte both.
const onePlace = "Both have the same memory. In which bytes of it a texel of a texture lies is not defined, so only one of the two can be in use, whichever texels are touched."

// aliased explains two resources in the same memory.
func (s speaker) aliased(d *diag.Diagnostic) {
	c := s.c
	if activates(&c.First) {
		d.Because("Both have the same memory, and the barrier gave it to %s, so %s is not in use until another barrier gives it back.",
			s.Ref(c.First.Access.Resource), s.Ref(c.Second.Access.Resource))
	} else if c.Whole {
		d.Because("%s", onePlace)
	} else {
		d.Because("Both lie in the same memory; the first bytes that both touch are %s.",
			Range(s.Name(c.Second.Access.Resource), s.Resource(c.Second.Access.Resource), c.Begin, c.End, 0, 0))
	}
	if c.Together {
		d.HelpText("place one of the two in other memory: no barrier fits inside one command")
		return
	}
	s.half(d)
	x, y := c.First.Access.Resource, c.Second.Access.Resource
	s.helpBarrier(d, `{ Type = "ALIASING", ResourceBefore = %2, ResourceAfter = %3 }`,
		fmt.Sprintf(`record a barrier of Type = "ALIASING" from %s to %s`, s.Ref(x), s.Ref(y)),
		diag.Snippet{Made: s.Created(x), Else: "nil"}, diag.Snippet{Made: s.Created(y), Else: "nil"})
}

// again says whether two commands of one submission are of two executions of one list: in one of them the first stands before the second.
func again(first, second *hazard.Side) bool {
	return first.List == second.List && first.List != 0 && first.Bundle == 0 && second.Bundle == 0 && first.Index >= second.Index
}

// execution is what a command that stands on both sides is executed by.
func execution(first, second *hazard.Side) string {
	if again(first, second) {
		return "an execution"
	}
	return "an ExecuteBundle"
}
