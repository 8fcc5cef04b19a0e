// Package idle keeps the memory of things that are over for later ones of their kind, so that who does the same again and again allocates nothing.
//
//	Take ──▶ in use ──Put──▶ idle, or given up where enough are: much of a kind goes
//
// It must not know what the things are. Who puts one makes sure that nobody else has it.
package idle

// List has the idle ones of a kind. The zero value has none.
type List[T any] struct{ list []T }

// Put gives a thing back, which is as a fresh one is. No more than most wait.
func (l *List[T]) Put(x T, most int) {
	if len(l.list) < most {
		l.list = append(l.list, x)
	}
}

// Take is one of those that were put last, the zero value if there is none.
func (l *List[T]) Take() (x T) {
	if n := len(l.list) - 1; n >= 0 {
		x, l.list[n] = l.list[n], x
		l.list = l.list[:n]
	}
	return x
}

// Len is how many wait.
func (l *List[T]) Len() int { return len(l.list) }

// New is a thing that is idle, or a fresh one.
func New[T any](l *List[*T]) *T {
	if x := l.Take(); x != nil {
		return x
	}
	return new(T)
}

// Taken is one of a list, to which so many fresh ones are added where it is empty.
func Taken[T any](list *[]*T, fresh int) *T {
	if len(*list) == 0 {
		made := make([]T, fresh)
		for i := range made {
			*list = append(*list, &made[i])
		}
	}
	last := len(*list) - 1
	x := (*list)[last]
	*list = (*list)[:last]
	return x
}

// Emptied is a list without what it holds, for a later use; nil if its memory is for more than most.
func Emptied[T any](list []T, most int) []T {
	if cap(list) > most {
		return nil
	}
	switch len(list) {
	case 0:
	case 1: // most often, and a call to clear it would cost ten times as much
		var none T
		list[0] = none
	default:
		clear(list)
	}
	return list[:0]
}
