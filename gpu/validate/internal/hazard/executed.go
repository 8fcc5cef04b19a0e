package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
)

// Executed tells what a command of a submission touched. It returns its entry among the commands that may be repeated, nil: it has none, and whether
// it repeats one of its submission.
func (d *Detector) Executed(e *gpu.Executed) (n *repeat.Entry, again bool) {
	n, again, known := d.recognise(e)
	w := d.workOf(e.Queue, e.Submission)
	if w == nil {
		return n, again
	}
	w.inside.commands++
	c := &d.command
	c.work, c.submit, c.list, c.op, c.by, c.index, c.record, c.bundle, c.region, c.number, c.place = w, w.side.Submit, e.List, e.Op, e.By, e.Index,
		e.RecordSite, e.BundleSite, e.Region, w.inside.commands, e.Number
	for i := range e.Barriers {
		b := &e.Barriers[i]
		d.separate(w, b)
		w.inside.barrier(b, d.placeOf(b))
		d.move(b)
		d.activate(b)
	}
	if again && w.inside.active == nil {
		w.repeats = true
		d.repeat(n)
		return n, true
	}
	if len(e.Accesses) == 0 || known && d.first(n) {
		return n, again
	}
	d.add(w)
	for list := e.Accesses; len(list) > 0; {
		n, kept := d.fold(list)
		if !kept {
			last := gpu.ID(0)
			for apart := gpu.Apart(list[:n]); len(apart) > 0; apart = apart[1:] {
				if a := &apart[0]; d.touch(a, a.Resource == last) {
					last = a.Resource
				} else {
					last = 0
				}
			}
		}
		list = list[n:]
	}
	return n, again
}

// placeOf is where the resource of a barrier stands, or the one that an aliasing barrier names first; the zero Place if it names none. It is valid
// until the next call.
func (d *Detector) placeOf(b *gpu.Barrier) *Place {
	id := b.Resource
	if b.Type == gpu.BarrierAliasing {
		id = b.Aliased[0]
	}
	if d.place = (Place{}); id != 0 {
		d.options.Locate(id, &d.place)
	}
	return &d.place
}

// locate is where a resource stands; false: it is not known.
func (d *Detector) locate(id gpu.ID) (Place, bool) {
	ok := d.options.Locate(id, &d.place)
	return d.place, ok
}
