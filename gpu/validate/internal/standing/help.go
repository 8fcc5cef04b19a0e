package standing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
)

// missed is a command of a list that does not find a resource in the states that it needs.
type missed struct {
	site           gpu.Site
	op             gpu.Op
	list, resource gpu.ID
	bundled        bool // the list is a bundle, and what executes it is not known
}

// helpMissed names the subresources that a command does not find in its states, and proposes their transitions before it.
func helpMissed(n Names, d *diag.Diagnostic, m missed, misses []course.Miss) {
	r := n.Resource(m.resource)
	subs := uint32(1)
	if r != nil {
		subs = r.Subresources()
	}
	misses = course.All(misses, subs)
	var fields, texts []string
	for i, x := range misses {
		states := fmt.Sprintf("Before = %q, After = %q", written(n, m.resource, x.Have), needed(m.op, x.Want))
		switch {
		case x.Subresource == gpu.AllSubresources || subs == 1:
		case len(misses) == 1:
			which(d, r, x.Subresource)
			states = fmt.Sprintf("Subresource = %d, ", x.Subresource) + states
		default:
			states = fmt.Sprintf("Subresource = %d, ", x.Subresource) + states
			if i < 4 {
				d.Note("Subresource %d of %d, mip %d of slice %d, is in %s, but is needed in %s.", x.Subresource, subs, r.Mip(x.Subresource),
					x.Subresource/r.MipLevels%r.ArraySize(),
					state(n, m.resource, x.Have), x.Want)
			}
		}
		fields, texts = append(fields, states), append(texts, "a TRANSITION with "+states)
	}
	if len(texts) > 4 {
		texts = append(texts[:4], fmt.Sprintf("and so on for the other %d subresources", len(misses)-4))
	}
	where := fmt.Sprintf("on %s before it", n.Ref(m.list))
	if m.bundled {
		where = "before ExecuteBundle"
	}
	text := fmt.Sprintf("call ResourceBarrier %s for %s: %s", where, n.Ref(m.resource), strings.Join(texts, ", "))
	if len(texts) == 1 {
		text = fmt.Sprintf("call ResourceBarrier %s: a TRANSITION of %s with %s", where, n.Ref(m.resource), fields[0])
	}
	draft := transition(n, m.site, m.op, m.list, m.resource, fields...)
	if n.Shown(m.resource) && len(misses) == 1 && misses[0].Have == gpu.StatePresent { // as it is in each frame
		draft.Once = false
	}
	if len(misses) == 1 {
		draft.Snippets[1] = inWords(m, misses[0].Want, draft.Snippets[1])
	}
	d.WithHelp(diag.Help{Text: text, Site: m.site, Draft: draft})
}

// helpNumber proposes the number of the subresource that a command misses for the barrier before it that fits and names another one: nothing is done
// with that in the state to which it goes, or the command itself needs it as it was.
//
//	barrier 2: COPY_DEST ▶ COPY_SOURCE      copies from 1, to 2      1 is in COPY_DEST, 2 in COPY_SOURCE
func helpNumber(n Names, d *diag.Diagnostic, m missed, misses []course.Miss, command uint32) {
	for _, x := range misses {
		if x.Subresource == gpu.AllSubresources {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(misses), func(o course.Miss) bool { return o.Subresource == x.Subresource })
		free := func(p *passage.Passage) bool {
			return len(others) == 0 && n.Unneeded(m.list, p) ||
				len(others) == 1 && others[0].Subresource == p.Subresource && others[0].Have == p.After && p.Before.Has(others[0].Want)
		}
		meant := gpu.Barrier{Resource: m.resource, Subresource: x.Subresource, Before: x.Have, After: x.Want}
		p := n.Barriers(m.list).Instead(meant, command, free)
		if p == nil {
			continue
		}
		fix := diag.Shift("ResourceBarrier", 1, uint64(p.Subresource), uint64(x.Subresource))
		d.Misnames, fix.Path = p.Site, fmt.Sprintf("[%d].Subresource", p.Entry+1)
		d.WithHelp(diag.Help{Site: p.Site, Exact: true, Fix: &fix, Spare: len(d.Help) > 0,
			Text: fmt.Sprintf("the barrier names subresource %d, which is not needed in that state: let it name %d", p.Subresource, x.Subresource)})
		return
	}
}

// takesBack is where a list, after its commands, takes a resource to the state in which it finds it: so the transition before them is right for each
// list that is recorded there. It is 0 where the list does not, and where the state was left by that barrier itself, in a list before: the first one
// was right without the transition.
func takesBack(barriers *passage.List, p *course.Problem) (at gpu.Site) {
	for _, x := range p.Missed {
		back := barriers.Last(p.Resource, x.Subresource)
		if back == nil || back.Site == p.Found.Site || back.After != x.Have || back.Before&x.Want == 0 {
			return 0
		}
		at = back.Site
	}
	return at
}

// inWords is a resource that a copy names, in the words of the copy; else it is called as before.
func inWords(m missed, want gpu.ResourceStates, named diag.Snippet) diag.Snippet {
	piece := diag.Snippet{Site: m.site, Method: m.op.String(), Made: named.Made}
	source := map[gpu.Op]int{gpu.OpCopyResource: 2, gpu.OpCopyBufferRegion: 3, gpu.OpCopyTextureRegion: 5}[m.op]
	switch {
	case source == 0 || named.Site != 0:
		return named
	case want == gpu.StateCopySource:
		piece.Argument = source
	case want == gpu.StateCopyDest:
		piece.Argument = 1
	default:
		return named
	}
	if m.op == gpu.OpCopyTextureRegion {
		piece.Path = "Resource"
	}
	return piece
}

// helpAgain proposes what a command needs whose state an earlier pass of a loop has left: the way back at the end of the pass.
func helpAgain(n Names, d *diag.Diagnostic, m missed, s *substate.Subresource, want gpu.ResourceStates) {
	fields := fmt.Sprintf("Before = %q, After = %q", written(n, m.resource, s.State), needed(m.op, want))
	back := transition(n, m.site, m.op, m.list, m.resource, fields)
	back.Edit, back.Once, back.Since, back.Last = diag.EditInsertAfter, false, s.Site, true
	d.WithHelp(diag.Help{Site: m.site, Draft: back, Spare: len(d.Help) > 0, Exact: true,
		Text: "the pass before left it there: take it back at the end of each pass, by a TRANSITION with " + fields})
}

// helpCopied proposes what a command needs that comes after a copy to the resource: the barrier right after the copy, which has the name of what it
// copies to.
func helpCopied(n Names, d *diag.Diagnostic, m missed, s *substate.Subresource, want gpu.ResourceStates) {
	resource := diag.Snippet{Site: s.Site, Method: s.Op.String(), Argument: 1, Together: true}
	switch s.Op {
	case gpu.OpCopyTextureRegion:
		resource.Path = "Resource"
	case gpu.OpCopyResource, gpu.OpCopyBufferRegion:
	default:
		return
	}
	if s.Own != gpu.StateCopyDest || s.State != s.Own {
		return
	}
	fields := fmt.Sprintf("Before = %q, After = %q", s.State, needed(m.op, want))
	d.WithHelp(diag.Help{Site: s.Site, Spare: true, Exact: true, Text: "take it there right after the copy, by a TRANSITION with " + fields,
		Draft: &diag.Draft{Edit: diag.EditInsertAfter, Once: true, Of: m.site,
			Replace:  `%1:ResourceBarrier { { Type = "TRANSITION", Resource = %2, ` + fields + " } }",
			Snippets: []diag.Snippet{{Site: s.Site, Method: s.Op.String(), Made: n.Created(m.list)}, resource}}})
}

// helpLate proposes to record a barrier before a command that comes right after it, and gives the command the state that it needs.
func helpLate(n Names, d *diag.Diagnostic, m missed, have, want gpu.ResourceStates) {
	if late := alone(n.Barriers(m.list).From(m.resource, have, want)); late != nil {
		d.WithHelp(diag.Help{Site: m.site, Exact: true, Text: fmt.Sprintf("record the barrier before %s, which needs %s", m.op, want),
			Fix: &diag.Fix{Method: m.op.String(), Argument: 1, Action: diag.FixBehind, Object: diag.The(late.Site)}, Spare: len(d.Help) > 0})
	}
}

// alone is a barrier that is the only one of its call, and no half of one; else nil.
func alone(p *passage.Passage) *passage.Passage {
	if p == nil || p.Of != 1 || p.Flags != 0 {
		return nil
	}
	return p
}
