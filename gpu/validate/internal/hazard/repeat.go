package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
)

// A command that touches what an earlier one of its submission touched, and was recorded and submitted by the same calls, adds nothing to its work: what conflicts with the one
// conflicts with the other, and the earlier one is told. So a loop costs one command, but for what must be separated inside of the submission:
//
//	for … do Dispatch; barrier end     16 reads, 16 writes     kept once; the writes are looked at each time, because barriers come between
//
// Right after a UAV barrier of all resources there is nothing to look for. What is touched then waits until something has to be separated from it, and the next such barrier
// is the end of it.

// repeats are the commands that may be repeated.
type repeats struct {
	log     repeat.Log
	of      [repeat.Most]repeated // by place
	waiting [repeat.Most]*inside  // the submission in which it waits; nil: it does not
}

// repeated is what is known of a command since it was repeated.
type repeated uint8

// What is known.
const (
	entangled repeated = iota // it is not known, or other resources share the memory that it touches, or it conflicts with itself
	alone                     // none of that
	harmless                  // it need not be separated from anything
)

// waiting is a repeated command before which nothing is open, and whose accesses are not added yet.
type waiting struct {
	entry   *repeat.Entry // nil: there is none
	command command
}

// recognise is the entry of a command, which may be a new one, nil: it has none; again says that it repeats a command of its submission.
func (d *Detector) recognise(e *gpu.Executed) (n *repeat.Entry, again bool) {
	if !repeat.May(e) {
		return nil, false
	}
	n = d.repeats.log.Find(e)
	if n == nil {
		d.add(d.repeats.waiting[d.repeats.log.Oldest().Place])
		n = d.repeats.log.Add(e)
		d.repeats.of[n.Place] = entangled
		return n, false
	}
	within := repeat.Of(e)
	if again = n.Within == within; !again {
		d.add(d.repeats.waiting[n.Place])
		n.Within = within
	}
	return n, again
}

// repeat follows a command that repeats another one: only what the commands of a submission must be separated for.
func (d *Detector) repeat(n *repeat.Entry) {
	w, of := d.command.work, &d.repeats.of[n.Place]
	in := w.inside
	switch {
	case *of == harmless:
		return
	case *of == alone && in.waits.entry == nil && len(in.open) == 0:
		in.waits, d.repeats.waiting[n.Place] = waiting{n, d.command}, in
		return
	}
	d.add(in)
	said, shared := in.said, false
	opens := d.again(n, func(memory gpu.ID, s *span) {
		shared = shared || memory != s.how.resource
		in.check(w, memory, s)
	})
	switch {
	case !opens:
		*of = harmless
	case shared || said != in.said:
		*of = entangled
	default:
		*of = alone
	}
}

// again adds what a repeated command touches to what follows in its submission has to be separated from, and says whether there is anything. look is called before each access.
func (d *Detector) again(n *repeat.Entry, look func(memory gpu.ID, s *span)) bool {
	w, by, room := d.command.work, (*command)(nil), []span(nil)
	for i := range n.Accesses {
		place, ok := d.span(&n.Accesses[i])
		s := &d.next
		if !ok || !unordered(s) && place.Memory == s.how.resource {
			continue
		}
		look(place.Memory, s)
		if by == nil {
			by, room = new(command), make([]span, len(n.Accesses)-i) // one piece of memory for all
			*by = d.command
		}
		kept := &room[0]
		room = room[1:]
		kept.begin, kept.end, kept.part, kept.by, kept.how = s.begin, s.end, s.part, by, d.like(d.part(w, place.Memory), s.how)
		kept.how.spans++ // nobody gives it back
		w.inside.add(w.inside.pool(place.Memory), kept, false)
	}
	return by != nil
}

// add adds what a command of a submission touches that waits; nil: there is no submission.
func (d *Detector) add(in *inside) {
	if in == nil || in.waits.entry == nil {
		return
	}
	now, n := d.command, in.waits.entry
	d.command = in.waits.command
	d.leave(in)
	in.sealed = seal{}
	d.again(n, func(gpu.ID, *span) {})
	d.command = now
}

// leave forgets a command that waits.
func (d *Detector) leave(in *inside) {
	if n := in.waits.entry; n != nil {
		d.repeats.waiting[n.Place], in.waits = nil, waiting{}
	}
}

// barriers follows barriers as to a command that waits: they order it, or are between it and others.
func (d *Detector) barriers(in *inside, b *gpu.Barrier) {
	switch {
	case in.waits.entry == nil || Opens(b):
	case b.Type == gpu.BarrierUAV && b.Resource == 0:
		d.leave(in)
	default:
		d.add(in)
	}
}
