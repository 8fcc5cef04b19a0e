package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
)

// A command that touches what an earlier one of its submission touched, and was recorded and submitted by the same calls, adds nothing to its work:
// what conflicts with the one conflicts with the other, and the earlier one is told. So a loop costs one command, but for what must be separated
// inside of the submission:
//
//	for … do Dispatch; barrier end     16 reads, 16 writes     kept once; the writes are looked at each time, because barriers come between
//
// Right after a UAV barrier of all resources there is nothing to look for. What is touched then waits until something has to be separated from it,
// and the next such barrier is the end of it, as is one of the only resource that has to be separated. What the first command of a submission
// touches, if it is known from an earlier submission, waits until the work is compared with others, which is never where only one queue has works.

// pattern is what a command touches that was repeated.
type pattern struct {
	touched []touched // nil: it was not yet
	class   class
	of      gpu.ID // the resource that all its unordered accesses are of; 0: several
}

// class is what a command has to be separated from.
type class uint8

// The classes.
const (
	harmless  class = iota // nothing
	alone                  // others, and itself when it is repeated: no other resource shares the memory that it touches, and its accesses do not conflict
	entangled              // others that share memory with it, or its parts from each other
)

// touched is an access of a pattern.
type touched struct {
	memory     gpu.ID
	begin, end uint64 // in the memory
	part       uint32
	how        manner
	with       int // which one of the list it makes longer; itself: none
}

// waiting is a command of which what it touches is not added yet.
type waiting struct {
	touched []touched // nil: there is none
	command command
	of      gpu.ID // of its pattern
}

// recognise is the entry of a command, which may be a new one, nil: it has none; again says that it repeats a command of its submission, and known,
// of this or another one.
func (d *Detector) recognise(e *gpu.Executed) (n *repeat.Entry, again, known bool) {
	if !repeat.May(e) {
		return nil, false, false
	}
	if n = d.repeated.Find(e); n == nil {
		n = d.repeated.Add(e)
		d.patterns[n.Place] = pattern{}
		return n, false, false
	}
	within := repeat.Of(e)
	again, n.Within = n.Within == within, within
	return n, again, true
}

// pattern is that of an entry.
func (d *Detector) pattern(n *repeat.Entry) *pattern {
	p := &d.patterns[n.Place]
	if p.touched != nil {
		return p
	}
	list := gpu.Apart(n.Accesses)
	p.touched = make([]touched, 0, len(list))
	last := map[gpu.ID]*extended{}
	for i := range list {
		place, ok := d.span(&list[i], false)
		if !ok {
			continue
		}
		s := &d.next
		x := last[place.Memory]
		if x == nil || !x.continues(s) {
			x = &extended{span: *s, at: len(p.touched), manner: *s.how}
			x.how = &x.manner
			last[place.Memory] = x
		} else {
			x.begin, x.end = min(x.begin, s.begin), max(x.end, s.end)
		}
		p.touched = append(p.touched, touched{place.Memory, s.begin, s.end, s.part, *s.how, x.at})
		switch {
		case place.Memory != s.how.resource || s.part != p.touched[0].part:
			p.class = entangled
		case unordered(s) && p.class == harmless:
			p.class, p.of = alone, s.how.resource
		case unordered(s) && p.of != s.how.resource:
			p.of = 0
		}
	}
	return p
}

// extended is an access that others may make longer: which one of the list it is.
type extended struct {
	span
	manner manner
	at     int
}

// first follows a command of an earlier submission that comes again in another one, and says whether what it touches may wait: it is the first one
// there that touches anything.
func (d *Detector) first(n *repeat.Entry) bool {
	w, p := d.command.work, d.pattern(n)
	in := w.inside
	if p.class == entangled || in.active != nil || len(w.parts) > 0 || w.waits.touched != nil {
		return false
	}
	w.waits = waiting{p.touched, d.command, p.of}
	if p.class == alone {
		in.waits = w.waits
	}
	return true
}

// repeat follows a command that repeats one of its submission: only what the commands of a submission must be separated for.
func (d *Detector) repeat(n *repeat.Entry) {
	w, p := d.command.work, d.pattern(n)
	switch in := w.inside; {
	case p.class == harmless:
	case p.class == alone && in.waits.touched == nil && len(in.open) == 0:
		in.waits = waiting{p.touched, d.command, p.of}
	default:
		d.add(w)
		d.again(p.touched, true)
	}
}

// again adds what a repeated command touches to what follows in its submission has to be separated from, which looks for what it has to be separated
// from itself.
func (d *Detector) again(list []touched, looks bool) {
	w, by, room := d.command.work, (*command)(nil), []span(nil)
	d.each(list, func(memory gpu.ID, s *span, at int) {
		if !unordered(s) && memory == s.how.resource {
			return
		}
		if looks {
			w.inside.check(w, memory, s)
		}
		if by == nil {
			by, room = new(command), make([]span, len(list)) // one piece of memory for all
			*by = d.command
		}
		kept, p := &room[list[at].with], d.part(w, memory)
		if kept.by != nil {
			d.grow(p, kept, s)
			w.inside.add(w.inside.pool(memory), kept, true)
			return
		}
		kept.begin, kept.end, kept.part, kept.by, kept.how = s.begin, s.end, s.part, by, d.like(p, s.how)
		kept.how.spans++ // nobody gives it back
		w.inside.add(w.inside.pool(memory), kept, false)
	})
}

// each calls f for what a command touches, as if it was touched now, and which one it is.
func (d *Detector) each(list []touched, f func(memory gpu.ID, s *span, at int)) {
	s := &d.next
	for i := range list {
		t := &list[i]
		s.begin, s.end, s.part, s.how = t.begin, t.end, t.part, &t.how
		f(t.memory, s, i)
	}
	s.how = &d.manner
}

// add adds what waits of a work: it is compared with others, or something has to be separated from it.
func (d *Detector) add(w *work) {
	now := d.command
	if list := w.waits.touched; list != nil {
		d.command, w.waits = w.waits.command, waiting{}
		d.each(list, func(memory gpu.ID, s *span, _ int) { d.keep(w, memory, s) })
	}
	if in := w.inside; in != nil && in.waits.touched != nil {
		list := in.waits.touched
		d.command, in.waits, in.sealed = in.waits.command, waiting{}, seal{}
		d.again(list, false)
	}
	d.command = now
}

// separate follows a barrier as to what waits: it comes between that and what follows, or may.
func (d *Detector) separate(w *work, b *gpu.Barrier) {
	switch in := w.inside; {
	case b.Type != gpu.BarrierUAV || b.Resource != 0 && b.Resource != in.waits.of:
		d.add(w)
	case !Opens(b):
		in.waits = waiting{}
	}
}
