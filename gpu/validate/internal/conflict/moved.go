package conflict

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
)

// moved adds what the second side needs besides a fence where it comes after a change of state, as a suggestion has it: a fence alone would lead to a
// wrong state. Both are one suggestion where both have a place.
//
//	a   [ COPY_SOURCE ▶ COPY_DEST ] ─ signal
//	b                                  wait ─ [ COPY_DEST ▶ COPY_SOURCE ] copies from it
func (s speaker) moved(d *diag.Diagnostic, h *diag.Help) {
	first, second := &s.c.First, &s.c.Second
	id := second.Access.Resource
	r := s.Resource(id)
	if s.c.Kind != hazard.Moved || !moves(first) || hands(first) || second.Queue == 0 || r == nil || first.Access.Resource != id {
		return
	}
	m := change{speaker: s, sub: subresourceAt(r, s.c.Begin), subs: r.Subresources(), have: first.Access.As, want: second.Access.As}
	if m.left = s.Barriers(first.List).Last(id, m.sub); m.left != nil {
		m.have = m.left.After
	}
	switch {
	case m.left != nil && m.left.Flags == gpu.BarrierBeginOnly:
		if !moves(second) {
			m.sooner(d, h)
		}
	case moves(second):
		m.chained(d, h)
	case !m.have.Has(m.want):
		m.undone(d, h)
	}
}

// claimed says why a command that touches none of the bytes needs the state.
func (s speaker) claimed(d *diag.Diagnostic) {
	side := &s.c.First
	if !side.Claims {
		side = &s.c.Second
	}
	if !side.Claims {
		return
	}
	if s.c.First.Access.Resource != s.c.Second.Access.Resource {
		d.Note("%s needs %s in %s, and so uses it, even if it touches none of its texels.", called(side), s.Ref(side.Access.Resource), side.Access.As)
		return
	}
	r, does, names := s.Resource(side.Access.Resource), s.Does(side.Role, side.Access.As), "that this shows"
	if does == "" {
		does, names = "uses it", "that it names"
	}
	if r.Subresources() == 1 {
		d.Note("%s %s, and so needs it in %s, even if it touches none of its texels.", called(side), does, side.Access.As)
		return
	}
	d.Note("%s %s. It needs all subresources %s in %s, whichever texels it touches. Subresource %d is one of them.", called(side), does, names,
		side.Access.As, subresourceAt(r, s.c.Begin))
}

// change is a change of a subresource's state that the second side does not know of.
type change struct {
	speaker
	sub, subs  uint32
	have, want gpu.ResourceStates // what the list of the first side leaves it in, and what the second side needs
	left       *passage.Passage   // the last barrier of that list for it, nil: it is not known any more
}

// sooner proposes that the second side comes first: between the halves of a split barrier nothing may use the resource.
func (m change) sooner(d *diag.Diagnostic, h *diag.Help) {
	first, second := &m.c.First, &m.c.Second
	d.Note("The barrier only begins there, and nothing may use %s before it ends: what needs it in %s comes before that.",
		m.Ref(second.Access.Resource), m.want)
	own := m.ownFence().Draft
	*h = diag.Help{Site: second.Submit, Text: fmt.Sprintf("submit the barrier after this, and let %s wait for %s first",
		m.Ref(first.Queue), m.Ref(second.Queue)),
		Draft: &diag.Draft{Edit: diag.EditInsertAfter, Once: true,
			Replace: `local %3 = %1:CreateFence(0, "done"); %4:Signal(%3, 1); %2:Wait(%3, 1)`, Snippets: own.Snippets},
		And: []diag.Help{{Site: first.Submit, Fix: &diag.Fix{Method: "ExecuteCommandLists", Action: diag.FixBehind,
			Object: diag.The(second.Submit), Once: true}}}}
}

// chained proposes that a barrier begins in the state in which the first one leaves the subresource, or goes where it is in that state already.
func (m change) chained(d *diag.Diagnostic, h *diag.Help) {
	second := &m.c.Second
	b := m.Barriers(second.List).At(second.Record, second.Access.Resource, m.sub)
	switch {
	case b == nil || m.left == nil || b.Before == m.have || b.Flags != 0 || m.left.Flags != 0 || m.States(second.List)&m.have != m.have:
		return
	case m.subs > 1 && b.Subresource != m.left.Subresource: // the others are in other states
		return
	}
	fix, text := diag.Put("ResourceBarrier", fmt.Sprintf("[%d].Before", b.Entry+1), m.have),
		fmt.Sprintf("and let its barrier begin there: Before = %q", m.have)
	if b.After == m.have {
		text = "and leave its own barrier out: the state is there"
		if fix = diag.Drop("ResourceBarrier", fmt.Sprintf("[%d]", b.Entry+1)); b.Of == 1 {
			fix = diag.Fix{Method: "ResourceBarrier", Action: diag.FixRemove}
		}
	}
	fix.Once = true
	join(d, h, text, diag.Help{Site: second.Record, Fix: &fix})
}

// undone proposes to take the subresource back to the state that a command needs: before the command, or in the first list, where the second one has
// no such states.
func (m change) undone(d *diag.Diagnostic, h *diag.Help) {
	first, second := &m.c.First, &m.c.Second
	d.Note("%s needs it in %s, and after the change it is in %s: to come after it, it needs a barrier of its own; to come before it, submit it first, and let %s wait.",
		called(second), m.want, m.have, m.Ref(first.Queue))
	if second.Bundle != 0 {
		return
	}
	fields, resource := fmt.Sprintf("Before = %q, After = %q", m.have, m.want), diag.Snippet{Made: m.Created(second.Access.Resource)}
	if m.subs > 1 && (m.left == nil || m.left.Subresource != gpu.AllSubresources || !m.whole(&second.Access)) {
		fields = fmt.Sprintf("Subresource = %d, ", m.sub) + fields
	}
	list, at, method := second.List, second.Record, called(second).String()
	if m.States(list)&m.have != m.have {
		if list, at, method = first.List, m.Closed(first.List), "Close"; at == 0 {
			return
		}
	}
	join(d, h, fmt.Sprintf("and take it to %s in %s", m.want, m.Ref(list)),
		diag.Help{Site: at, Draft: &diag.Draft{Edit: diag.EditInsertBefore, Once: true,
			Replace:  `%1:ResourceBarrier { { Type = "TRANSITION", Resource = %2, ` + fields + " } }",
			Snippets: []diag.Snippet{{Site: at, Method: method, Made: m.Created(list)}, resource}}})
}

// whole says whether an access is of more than one subresource.
func (m change) whole(a *gpu.Access) bool {
	r := m.Resource(a.Resource)
	return subresourceAt(r, a.Begin) != subresourceAt(r, a.End-1)
}

// join adds a suggestion with a further edit before one that is there without it only where the two have no place.
func join(d *diag.Diagnostic, h *diag.Help, text string, part diag.Help) {
	if h.Spare || h.Draft == nil {
		return
	}
	joined := *h
	joined.Exact, joined.Text, joined.And, joined.Draft = true, h.Text+"; "+text, []diag.Help{part}, h.Draft.Copy()
	for draft := joined.Draft; draft != nil; draft = draft.Or {
		if draft.Text != "" {
			draft.Text += "; " + text
		}
	}
	d.WithHelp(joined)
	h.Spare = true
}

// subresourceAt is the subresource of a texture that has a byte.
func subresourceAt(r *gpu.ResourceDesc, at uint64) uint32 {
	i, found := slices.BinarySearch(place.BoundsOf(r), at)
	if !found {
		i--
	}
	return uint32(max(i, 0))
}
