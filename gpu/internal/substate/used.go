package substate

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Used are the resources that a recording began to use before it put a barrier to them, with their subresources.
type Used map[gpu.ID][]Subresource

// Used makes the table of a recording, in the memory of an older one. It is valid until the next call of Of.
func (t *Table) Used(old Used) Used {
	if old == nil {
		old = Used{}
	}
	clear(old)
	for i := range t.resources {
		r := &t.resources[i]
		if slices.ContainsFunc(r.subs, func(s Subresource) bool { return s.How != Unseen && s.Entry == EntryUse }) {
			old[r.id] = r.subs
		}
	}
	return old
}

// Against is what a use before a command left of a subresource, if the command cannot use it so in a state that it wants: one of the two writes. It is
// nil if there is no such use. No barrier stands between the two.
func (u Used) Against(id gpu.ID, sub, command uint32, want gpu.ResourceStates) *Subresource {
	subs := u[id]
	for i := range subs {
		if len(subs) > 1 && sub != gpu.AllSubresources && sub != uint32(i) {
			continue
		}
		if s := subs[i].before(command); s != nil && s.State != want && (s.State.Writes() != 0 || want.Writes() != 0) {
			return s
		}
	}
	return nil
}

// before is what is known from the first use of a subresource when a command comes; nil: there was no use before it.
func (s *Subresource) before(command uint32) *Subresource {
	if s.How == Unseen || s.Entry != EntryUse || s.EntryAt >= command {
		return nil
	}
	first := s.First
	if s.FirstAfter != 0 {
		first = s.FirstAfter
	}
	return &Subresource{How: Assumed, State: first, Own: first, First: first, Site: s.EntrySite, Op: s.EntryOp, Entry: EntryUse, EntrySite: s.EntrySite, EntryOp: s.EntryOp, EntryAt: s.EntryAt}
}
