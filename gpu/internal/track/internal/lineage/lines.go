package lineage

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"

// Lines are the threads of a program, by who made which. The zero value has the main thread, 0, alone.
//
//	main ──┬────────┬──▶        main, one, three, two
//	      one ─┬─▶ two ──▶
//	         three ─▶
//
// Each thread knows how many lie between it and the main thread, its creator, and one that lies further back: as far that from any thread the way
// back to any other is a few steps, and that two threads as far from the main thread go back equally far.
type Lines struct {
	of    []thread // by agent
	steps uint64
}

// thread is where a thread was made, as the how manieth action of its creator.
type thread struct {
	by, far clock.Agent
	pos     uint32
	depth   uint32
	end     Action // the first one of another thread after it has seen the end of this one; 0: none has
}

// Action is one of a thread, by its number.
type Action struct {
	By  clock.Agent
	Pos uint32
}

// Add adds a thread that another one makes with an action.
func (l *Lines) Add(t, by clock.Agent, pos uint32) {
	for int(t) >= len(l.of) {
		l.of = append(l.of, thread{})
	}
	p := &l.of[by]
	far, further := &l.of[p.far], &l.of[l.of[p.far].far]
	l.of[t] = thread{by: by, far: by, pos: pos, depth: p.depth + 1}
	if p.depth-far.depth == far.depth-further.depth { // two equal ways in a row are one
		l.of[t].far = far.far
	}
}

// End notes that a thread sees the end of another one before an action.
func (l *Lines) End(t clock.Agent, seen Action) {
	if e := &l.of[t].end; e.Pos == 0 {
		*e = seen
	}
}

// fewSteps is how far back it is looked for who made a thread.
const fewSteps = 8

// Leads says whether an action comes before another one because threads were made, and their ends were seen, in between. It may miss that where the
// thread of the second one has ended.
func (l *Lines) Leads(x, y Action) bool {
	end := l.last(x.By)
	for range fewSteps {
		l.steps++
		if x.By == y.By && x.Pos <= y.Pos || end.Pos > 0 && end.By == y.By && end.Pos <= y.Pos {
			return true
		}
		if y.By == 0 {
			break
		}
		y = Action{l.of[y.By].by, l.of[y.By].pos}
	}
	return false
}

// last is what follows a thread that has ended: an action of the thread that has seen its end or, if that has ended, what follows that, of one that
// nobody has seen the end of. What is found is remembered, so that however many have ended in a row, few are looked at.
func (l *Lines) last(t clock.Agent) Action {
	for {
		l.steps++
		e := &l.of[t].end
		if e.Pos == 0 || l.of[e.By].end.Pos == 0 {
			return *e
		}
		*e = l.of[e.By].end
	}
}

// Comes compares the calls of two threads: before says that a comes before b, and certain that it does so in every run. Else they are in the order of
// the threads.
func (l *Lines) Comes(a, b Call) (before, certain bool) {
	switch {
	case b.Knew.At(a.By) >= a.Knew.At(a.By):
		return true, true
	case a.Knew.At(b.By) >= b.Knew.At(b.By):
		return false, true
	}
	return l.Elder(a.By, b.By), false
}

// Elder says whether thread a comes before thread b: a creator before what it has created, and of two threads the one whose line left the
// other's earlier.
func (l *Lines) Elder(a, b clock.Agent) bool {
	if a == b {
		return false
	}
	x, y := l.back(a, l.depth(b)), l.back(b, l.depth(a))
	if x == y {
		return x == a
	}
	for l.of[x].by != l.of[y].by {
		l.steps++
		if l.of[x].far != l.of[y].far {
			x, y = l.of[x].far, l.of[y].far
		} else {
			x, y = l.of[x].by, l.of[y].by
		}
	}
	return l.of[x].pos < l.of[y].pos
}

func (l *Lines) depth(t clock.Agent) uint32 {
	if int(t) >= len(l.of) {
		return 0 // there is no other thread than the main one
	}
	return l.of[t].depth
}

// back is the thread in the line of t that is no further from the main thread than depth.
func (l *Lines) back(t clock.Agent, depth uint32) clock.Agent {
	for l.depth(t) > depth {
		l.steps++
		if x := &l.of[t]; l.of[x.far].depth >= depth {
			t = x.far
		} else {
			t = x.by
		}
	}
	return t
}
