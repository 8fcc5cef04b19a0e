package hazard

// Memory that works have given back serves later ones, so that a submission that touches little allocates little. What is kept is bounded: much of it goes.

// few of a kind are kept for later, and lists that hold no more.
const (
	fewIdle = 16
	fewHeld = 64
)

// slab gives out values that are made together.
type slab[T any] struct{ left []T }

func (s *slab[T]) take() *T {
	if len(s.left) == 0 {
		s.left = make([]T, 8)
	}
	x := &s.left[0]
	s.left = s.left[1:]
	return x
}

// idle are things that wait for their next use. The zero value has none.
type idle[T any] struct{ list []T }

func (l *idle[T]) put(x T) {
	if len(l.list) < fewIdle {
		l.list = append(l.list, x)
	}
}

func (l *idle[T]) take() (x T) {
	if n := len(l.list) - 1; n >= 0 {
		x, l.list[n] = l.list[n], x
		l.list = l.list[:n]
	}
	return x
}

// emptied is a list without what it holds, for a later use; nil if its memory is much.
func emptied[T any](list []T) []T {
	if cap(list) > fewHeld {
		return nil
	}
	clear(list)
	return list[:0]
}

// renew makes what a submission has left fit for another one.
func (n *inside) renew() {
	for _, p := range n.pools {
		for _, g := range p.groups {
			*g = group{sets: emptied(g.sets)}
			n.groups.put(g)
		}
		*p = pool{groups: emptied(p.groups)}
		n.spare.put(p)
	}
	*n = inside{pools: emptied(n.pools), open: emptied(n.open), held: emptied(n.held), spare: n.spare, groups: n.groups}
}

// renew makes a row that is empty fit for another agent.
func (r *row) renew() {
	*r = row{readers: entries{List: r.readers.List}, writers: entries{List: r.writers.List}}
}

// give takes the memory of the parts of a work that is dropped back.
func (d *Detector) give(parts []part) {
	for i := range parts {
		p := &parts[i]
		if len(d.spare) < maxSpare {
			d.spare = append(d.spare, p.spans...)
		}
		*p = part{spans: emptied(p.spans), reach: emptied(p.reach)}
	}
	if n := cap(parts); n > 0 && n <= few {
		d.parts.put(parts[:0])
	}
}

// another adds a part to a work.
func (d *Detector) another(w *work) *part {
	if w.parts == nil {
		w.parts = d.parts.take()
	}
	n := len(w.parts)
	if n == cap(w.parts) {
		w.parts = append(w.parts, part{})
	} else {
		w.parts = w.parts[:n+1] // with the lists of a part that was dropped
	}
	return &w.parts[n]
}
