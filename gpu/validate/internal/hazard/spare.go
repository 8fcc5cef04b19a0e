package hazard

import (
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/handover"
)

// Memory that works have given back serves later ones, so that a submission that touches little allocates little. What is kept is bounded: much of it
// goes.

// few of a kind are kept for later, of works, waits and rows more, because many may be in flight; and lists that hold no more.
const (
	fewIdle  = 16
	fewWorks = 128
	fewRows  = 64
	fewHeld  = 64
)

// emptied is a list without what it holds, for a later use; nil if its memory is much.
func emptied[T any](list []T) []T { return idle.Emptied(list, fewHeld) }

// renew makes what a submission has left fit for another one.
func (n *inside) renew() {
	if n.commands == 0 {
		return // it is
	}
	for _, p := range n.pools {
		for _, g := range p.groups {
			*g = group{sets: emptied(g.sets)}
			n.groups.Put(g, fewIdle)
		}
		*p = pool{groups: emptied(p.groups)}
		n.spare.Put(p, fewIdle)
	}
	n.pools, n.open, n.held = emptied(n.pools), emptied(n.open), emptied(n.held)
	n.commands, n.index, n.last, n.sealed, n.active, n.half, n.waits = 0, nil, nil, seal{}, nil, false, waiting{}
	n.turns = handover.Order{}
}

// renew makes a row that is empty fit for another agent.
func (r *row) renew() {
	r.agent, r.queue, r.readers, r.writers = 0, 0, entries{List: r.readers.List}, entries{List: r.writers.List}
}

// mostParts is for how many parts of a work the memory is kept.
const mostParts = 64

// give takes the memory of the parts of a work that is dropped back.
func (d *Detector) give(parts []part) {
	for i := range parts {
		p := &parts[i]
		for _, s := range p.spans {
			d.spare.give(s)
		}
		d.unused(p)
		p.spans, p.reach, p.shown = emptied(p.spans), emptied(p.reach), emptied(p.shown)
		p.memory, p.near, p.writes, p.placed, p.sorted = 0, extent{}, false, false, false
	}
	if n := cap(parts); n > 0 && n <= mostParts {
		d.parts.Put(parts[:0], fewIdle)
	}
}

// end takes the memory of a work back that is dropped, and that nobody looks for any more.
func (d *Detector) end(w *work) {
	if w.heard != nil {
		d.threads.Gone(w.heard)
	}
	*w = work{open: emptied(w.open)}
	d.works.Put(w, fewWorks)
}

// another adds a part to a work.
func (d *Detector) another(w *work) *part {
	if w.parts == nil {
		w.parts = d.parts.Take()
	}
	n := len(w.parts)
	if n == cap(w.parts) {
		w.parts = append(w.parts, part{})
	} else {
		w.parts = w.parts[:n+1] // with the lists of a part that was dropped
	}
	return &w.parts[n]
}
