package residency

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
)

// World is what the rules of a call about residency need of the validator.
type World interface {
	conflict.Names
	// Pageable says whether an object owns memory that can be evicted; heap is the one that it stands in otherwise.
	Pageable(id gpu.ID) (heap gpu.ID, pageable bool)
	// Uses are the last uses of an object by submitted work.
	Uses(id gpu.ID) []flight.Use
}

// CheckCall applies the rules of a call: its objects own memory, are evicted as often as they were made resident, and not while submitted work needs
// them. usable says whether an object can be used, and says so if not.
func (l *Ledger) CheckCall(w World, by flight.Asker, usable func(gpu.ID) bool, c *residency.Call) (out []*diag.Diagnostic) {
	var evicted map[gpu.ID]int
	if c.Act == residency.Evict {
		evicted = make(map[gpu.ID]int, len(c.Objects))
	}
	for i, id := range c.Objects {
		if !usable(id) {
			continue
		}
		if heap, pageable := w.Pageable(id); !pageable {
			out = append(out, NotPageable(w, c, i, heap))
			continue
		}
		if c.Act != residency.Evict {
			continue
		}
		before := evicted[id]
		evicted[id]++
		switch l.Count(by.Order, by.Thread, id) - before {
		case 1:
			if u := flight.Unfinished(by.Order, by.Thread, w.Uses(id), by.Missing); u != nil {
				out = append(out, InFlight(c, id)(by, *u))
			}
		case 0:
			out = append(out, l.Twice(w, by.Order, by.Thread, c, i))
		}
	}
	return out
}

// Record follows a call that makes objects resident, as m says, or evicts them. kept is told of each that gives up an object.
func (l *Ledger) Record(order *track.Order, c *residency.Call, m Made, kept func(id gpu.ID, say flight.Words)) {
	for _, id := range c.Objects {
		switch c.Act {
		case residency.MakeResident, residency.EnqueueMakeResident:
			l.Make(id, m)
			l.note(order, id, m.By, c.Site, &m)
		case residency.Evict:
			l.Evict(order, id, m.By, c.Site)
			if l.note(order, id, m.By, c.Site, nil); l.Count(order, m.By, id) == 0 {
				kept(id, InFlight(c, id))
			}
		}
	}
}

// Place is an object that a recording needs, and the command that needs it.
type Place struct {
	Object gpu.ID
	Heap   gpu.ID // in which it stands, 0: none
	Site   gpu.Site
	Op     gpu.Op
	Get    string // the call that gives it, of the object that was made where it was: :GetBuffer(0); "": it is that object
}

// needOf is what a list needs: the object, or the heap that it stands in.
func needOf(list gpu.ID, p Place) Need {
	n := Need{Object: p.Object, List: list, Site: p.Site, Op: p.Op, get: p.Get}
	if p.Heap != 0 {
		n.Object, n.Inside = p.Heap, p.Object
	}
	return n
}

// Add adds what a list needs to the needs of a submission, if that may not be resident. Those of one submission are added one after the other, and
// the first to none.
func (l *Ledger) Add(needs []Need, list gpu.ID, p Place) []Need {
	if len(needs) == 0 {
		l.added++
	}
	n := needOf(list, p)
	e := l.entries[n.Object]
	if e == nil || e.added == l.added {
		return needs
	}
	e.added = l.added
	return append(needs, n)
}
