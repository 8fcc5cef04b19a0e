package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// A command that touches what the one before it touched, and was recorded and submitted by the same calls, adds nothing to its work: what conflicts with the one conflicts with
// the other, and the earlier one is told. So a loop costs one command, but for what must be separated inside of the submission:
//
//	for … do Dispatch; barrier end     16 reads, 16 writes     kept once; the writes are looked at each time, because barriers come between

// last is the command that touched something last.
type last struct {
	from     gpu.Executed // without barriers
	accesses []gpu.Access
}

// mostRepeated is how many accesses of a command are compared with those of the one before it.
const mostRepeated = 1 << 12

// repeats says whether a command does what the last one did that touched anything, and remembers it. Nothing but barriers came between then.
func (l *last) repeats(e *gpu.Executed) bool {
	if len(e.Accesses) == 0 {
		return false
	}
	f := &l.from
	from := e.Origin
	from.Index = f.Index
	if len(e.Barriers) == 0 && e.Submission == f.Submission && e.Pipeline == f.Pipeline && from == f.Origin && slices.Equal(e.Accesses, l.accesses) {
		return true
	}
	f.Origin, f.Submission, f.Pipeline, l.accesses = e.Origin, e.Submission, e.Pipeline, l.accesses[:0]
	if len(e.Accesses) <= mostRepeated {
		l.accesses = append(l.accesses, e.Accesses...)
	}
	return false
}

// repeat follows a command that repeats the last one: only what the commands of a submission must be separated for.
func (d *Detector) repeat(e *gpu.Executed) {
	w, by, room := d.command.work, (*command)(nil), []span(nil)
	for i := range e.Accesses {
		place, ok := d.span(&e.Accesses[i])
		s := &d.next
		if !ok || !unordered(s) && place.Memory == s.how.resource {
			continue
		}
		w.inside.check(w, place.Memory, s)
		if by == nil {
			by, room = new(command), make([]span, len(e.Accesses)-i) // one piece of memory for all
			*by = d.command
		}
		kept := &room[0]
		room = room[1:]
		kept.begin, kept.end, kept.part, kept.by, kept.how = s.begin, s.end, s.part, by, d.like(d.part(w, place.Memory), s.how)
		kept.how.spans++ // nobody gives it back
		w.inside.add(w.inside.pool(place.Memory), kept, false)
	}
}
