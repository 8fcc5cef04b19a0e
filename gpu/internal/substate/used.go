package substate

import "github.com/gpuscript/gpuscript/gpu"

// Against is what a use before a command left of a subresource to which the recording has put no barrier, if the command cannot use it so in a state
// that it wants: one of the two writes. It is nil if there is no such use. No barrier stands between the two.
func (t *Table) Against(id gpu.ID, sub, command uint32, want gpu.ResourceStates) *Subresource {
	at, seen := t.place(id)
	if !seen {
		return nil
	}
	r := &t.resources[at]
	for i := range r.subs {
		if !r.holds(i, sub) {
			continue
		}
		if s := r.subs[i].before(command); s != nil && s.State != want && (s.State.Writes() != 0 || want.Writes() != 0) {
			return s
		}
	}
	return nil
}

// Late says whether the END half of a subresource was told to come after the uses that need it.
func (t *Table) Late(id gpu.ID, sub uint32) bool {
	at, seen := t.place(id)
	if !seen {
		return false
	}
	r := &t.resources[at]
	for i := range r.subs {
		if r.holds(i, sub) && r.subs[i].Late {
			return true
		}
	}
	return false
}

// Apart says whether the recording has told the subresources of a resource apart.
func (t *Table) Apart(id gpu.ID) bool {
	at, seen := t.place(id)
	return seen && (len(t.resources[at].subs) > 1 || len(t.resources[at].at) > 0)
}

// holds says whether an entry is that of a subresource, or of one of all.
func (r *resourceStates) holds(entry int, sub uint32) bool {
	switch {
	case sub == gpu.AllSubresources:
		return true
	case len(r.at) > 0:
		return r.at[entry] == sub
	}
	return len(r.subs) == 1 || uint32(entry) == sub
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
	return &Subresource{How: Assumed, State: first, Own: first, First: first, Site: s.EntrySite, Op: s.EntryOp, Entry: EntryUse,
		EntrySite: s.EntrySite, EntryOp: s.EntryOp, EntryAt: s.EntryAt}
}
