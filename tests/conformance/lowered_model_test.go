package conformance

import "slices"

// lowering is a signal of a lower value, and a wait that was given before it to another queue than the one that signals, by their numbers.
type lowering struct{ lower, wait int }

// lowerings is what the runs of a program say of its lowerings. A queue comes to a wait in a step of its own, or at the call where all that comes
// before it is finished then in every run. From then on each value that passes ends the wait.
type lowerings struct {
	p       program
	byQueue [4][]int
	atCall  []bool            // of a wait: the queue comes to it at its call
	seen    map[passage]bool  // with so many calls made
	calls   map[passage]bool  // after the next call
	passed  map[lowering]bool // the wait had ended when the signal came
	sank    map[lowering]bool // the signal took the value away, and the queue had not come to the wait
	missed  map[lowering]bool // the queue came to the wait after the signal, and the fence did not have the value
	ends    bool              // the CPU comes to its end
}

// passage is a moment of a run.
type passage struct {
	called int
	done   [4]int
	come   [4]bool // to its next item, a wait
	over   [4]bool // which is over
	fences [4]uint64
}

// lowered looks at every run of a program.
func lowered(p program) *lowerings {
	l := &lowerings{p: p, atCall: make([]bool, len(p)), passed: map[lowering]bool{}, sank: map[lowering]bool{}, missed: map[lowering]bool{}}
	for i := range p {
		if q := p[i].agent(); q != cpu {
			l.byQueue[q] = append(l.byQueue[q], i)
		}
	}
	l.calls = map[passage]bool{{}: true}
	for i := range p {
		l.seen = map[passage]bool{}
		for m := range l.calls {
			l.queues(m)
		}
		l.calls = map[passage]bool{}
		l.call(i)
	}
	l.seen = map[passage]bool{}
	for m := range l.calls {
		l.ends = true
		l.queues(m)
	}
	return l
}

// queues goes to all moments that the queues reach before the next call.
func (l *lowerings) queues(m passage) {
	if l.seen[m] {
		return
	}
	l.seen[m] = true
	for q, list := range l.byQueue {
		if m.done[q] == len(list) || list[m.done[q]] >= m.called || m.come[q] && !m.over[q] {
			continue
		}
		next := m
		switch i := list[m.done[q]]; {
		case m.over[q]:
			next.come[q], next.over[q] = false, false
			next.done[q]++
		case l.p[i].kind == wait:
			l.come(&next, i)
		default:
			next.done[q]++
			l.signal(&next, i)
		}
		l.queues(next)
	}
}

// come lets a queue come to a wait.
func (l *lowerings) come(m *passage, i int) {
	w := &l.p[i]
	m.come[w.queue], m.over[w.queue] = true, m.fences[w.fence] >= w.value
	for j := i + 1; j < m.called && !m.over[w.queue]; j++ {
		if l.lowers(j, i) && l.happened(m, j) {
			l.missed[lowering{j, i}] = true
		}
	}
}

// lowers says whether a signal may lower a fence below the value of a wait that was given before it.
func (l *lowerings) lowers(signals, waits int) bool {
	s, w := &l.p[signals], &l.p[waits]
	return (s.kind == signal || s.kind == cpuSignal) && w.kind == wait && waits < signals && s.fence == w.fence && s.value < w.value &&
		s.agent() != w.agent()
}

// happened says whether a call that was made has been done.
func (l *lowerings) happened(m *passage, i int) bool {
	q := l.p[i].agent()
	return q == cpu || slices.Index(l.byQueue[q], i) < m.done[q]
}

// at says whether a queue has come to a wait, and not gone on.
func (l *lowerings) at(m *passage, i int) bool {
	q := l.p[i].queue
	return m.come[q] && l.byQueue[q][m.done[q]] == i
}

// signal gives a fence a value, which ends waits that queues have come to.
func (l *lowerings) signal(m *passage, i int) {
	s := &l.p[i]
	for j := range i {
		switch x := (lowering{i, j}); {
		case !l.lowers(i, j):
		case l.happened(m, j) || m.over[l.p[j].queue] && l.at(m, j):
			l.passed[x] = true
		case m.fences[s.fence] >= l.p[j].value && !l.at(m, j):
			l.sank[x] = true
		}
	}
	m.fences[s.fence] = s.value
	for q, list := range l.byQueue {
		if m.come[q] && l.p[list[m.done[q]]].fence == s.fence && l.p[list[m.done[q]]].value <= s.value {
			m.over[q] = true
		}
	}
}

// call makes a call wherever it can be made.
func (l *lowerings) call(i int) {
	o := &l.p[i]
	l.atCall[i] = o.kind == wait
	for m := range l.seen {
		before := slices.Index(l.byQueue[max(0, o.agent())], i)
		l.atCall[i] = l.atCall[i] && m.done[o.queue] == before
	}
	for m := range l.seen {
		if o.kind == cpuWait && m.fences[o.fence] < o.value {
			continue
		}
		m.called++
		switch {
		case o.kind == cpuSignal:
			l.signal(&m, i)
		case l.atCall[i]:
			l.come(&m, i)
		}
		l.calls[m] = true
	}
}
