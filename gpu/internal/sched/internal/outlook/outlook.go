// Package outlook works out how far queues come at best, if those who share a queue do not hold each other up:
//
//	thread one   Wait(F, 1) ┄┄┄┄            nobody signals F: it never ends
//	thread two   Signal(G, 1) ──▶           comes first in some order of the calls
//
// It must not know time, or what queues do besides.
package outlook

// Step is a signal or a wait of a queue.
type Step[F comparable] struct {
	Signal bool
	Fence  F
	Value  uint64
}

// Strand is what one thread has given to a queue in one epoch. Epochs follow each other; strands of one epoch go on beside each other.
type Strand[F, T comparable] struct {
	Epoch uint32
	By    T
	Steps []Step[F]
	Items []int // the places of the steps in the queue
	Done  int   // how many steps it comes to the end of
}

func (t *Strand[F, T]) over() bool { return t.Done == len(t.Steps) }

// Outlook is how far all come. The zero value is that of no queue.
type Outlook[F, T comparable] struct {
	Value   func(F) uint64 // that a fence has
	queues  [][]*Strand[F, T]
	givers  map[T]bool
	reached map[F]uint64 // by steps
}

// Add adds a queue and returns its number.
func (o *Outlook[F, T]) Add() int {
	o.queues = append(o.queues, nil)
	return len(o.queues) - 1
}

// Give adds an item to a queue, with its place there; nil: it neither signals nor waits. Epochs come one after the other.
func (o *Outlook[F, T]) Give(queue int, epoch uint32, by T, place int, s *Step[F]) {
	if o.givers == nil {
		o.givers = map[T]bool{}
	}
	o.givers[by] = true
	all := o.queues[queue]
	at := len(all) - 1
	for at >= 0 && all[at].Epoch == epoch && all[at].By != by {
		at--
	}
	if at < 0 || all[at].Epoch != epoch {
		at, all = len(all), append(all, &Strand[F, T]{Epoch: epoch, By: by})
		o.queues[queue] = all
	}
	if t := all[at]; s != nil {
		t.Steps, t.Items = append(t.Steps, *s), append(t.Items, place)
	}
}

// Several says whether more than one thread has given something.
func (o *Outlook[F, T]) Several() bool { return len(o.givers) > 1 }

// Run lets all go on at best.
func (o *Outlook[F, T]) Run() {
	o.reached = map[F]uint64{}
	for more := true; more; {
		more = false
		for q := range o.queues {
			for _, t := range o.Open(q) {
				more = o.advance(t) || more
			}
		}
	}
}

// Open are the strands of a queue that do not come to their ends, of the first epoch that does not; none: it comes to its end.
func (o *Outlook[F, T]) Open(queue int) (open []*Strand[F, T]) {
	for _, t := range o.queues[queue] {
		if len(open) > 0 && t.Epoch != open[0].Epoch {
			break
		}
		if !t.over() {
			open = append(open, t)
		}
	}
	return open
}

// advance lets a strand go on until it waits, and says whether it did.
func (o *Outlook[F, T]) advance(t *Strand[F, T]) bool {
	from := t.Done
	for ; !t.over(); t.Done++ {
		switch s := &t.Steps[t.Done]; {
		case s.Signal:
			o.reached[s.Fence] = max(o.reached[s.Fence], s.Value)
		case !o.Has(s.Fence, s.Value):
			return t.Done > from
		}
	}
	return t.Done > from
}

// Has says whether a fence reaches a value.
func (o *Outlook[F, T]) Has(f F, v uint64) bool { return o.Value(f) >= v || o.reached[f] >= v }
