package device

import "github.com/gpuscript/gpuscript/gpu"

// leaving are objects whose release was reported as too early, or came after one that was: work in flight may need them. Where the script goes on all
// the same, such work still finds them, so that what else is wrong with it is told in every run, wherever the release came among its commands:
//
//	submission 1   needs a, b       finds both
//	a:Release()    GS0601           a and b leave, and are gone when submission 1 is finished
//	b:Release()
//	submission 2   needs a          does not find it
type leaving struct {
	objects  []leaver // in the order of their releases
	running  uint64   // the submission whose command is done, 0: none is
	finished uint64   // submissions that are
}

// leaver is an object that is leaving.
type leaver struct {
	id      gpu.ID
	object  any
	last    uint64 // the last submission that may need it
	awaits  uint64 // submissions, up to that one, that are not finished
	destroy func()
}

// get finds an object for the running submission.
func (l *leaving) get(id gpu.ID) any {
	for i := range l.objects {
		if o := &l.objects[i]; o.id == id && l.running != 0 && l.running <= o.last {
			return o.object
		}
	}
	return nil
}

// add lets an object leave when the submissions up to the last one are finished.
func (l *leaving) add(o leaver) {
	if o.awaits = o.last - l.finished; o.awaits == 0 {
		o.destroy()
		return
	}
	l.objects = append(l.objects, o)
}

// Runs implements batch.World.
func (e env) Runs(submission uint64) {
	l := &e.a.leaving
	if l.running = submission; submission != 0 {
		e.a.machine.Runs(submission)
	}
	if len(l.objects) > 0 {
		e.a.machine.Changed() // what the submission before has found may be gone for this one
	}
}

// Finished implements batch.World: those objects go that waited for the submission and for no other one.
func (e env) Finished(submission uint64) {
	e.a.machine.Finished(submission)
	l := &e.a.leaving
	l.finished++
	kept := l.objects[:0]
	for _, o := range l.objects {
		if submission <= o.last {
			o.awaits--
		}
		if o.awaits == 0 {
			o.destroy()
		} else {
			kept = append(kept, o)
		}
	}
	clear(l.objects[len(kept):])
	l.objects = kept
}
