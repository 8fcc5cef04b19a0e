// Package fifo holds lists that grow after and lose their front, such as works in flight.
//
//	memory   [ gone gone  a  b  c ]   full: the entries move to the front, because as much is free there
//	         [ a  b  c  d         ]
//
// A slice that is cut in front and appended to is copied into new memory at every few entries for ever. A List uses what is free in front of its
// entries again, and moves each of them about once. It must not know what the entries are.
package fifo

import "slices"

// kept is the number of entries for which an empty list keeps its memory.
const kept = 1 << 10

// few is the number of entries for which a list has memory from the first one on: of two that are in flight at a time each would else be moved at
// every Push.
const few = 4

// List is a list of entries in order. The zero value is empty.
type List[T any] struct {
	entries []T
	memory  []T // in which they stand, with no entry; what is not one of them is zero
}

// All are the entries. They are valid until the next call of another method that changes the list.
func (l *List[T]) All() []T { return l.entries }

// Len is the number of entries.
func (l *List[T]) Len() int { return len(l.entries) }

// Push adds an entry after the others.
func (l *List[T]) Push(x T) {
	if len(l.entries) == cap(l.entries) {
		l.grow()
	}
	l.entries = append(l.entries, x)
}

// Insert adds an entry before the one at a place, or after all.
func (l *List[T]) Insert(at int, x T) {
	l.Push(x)
	if last := len(l.entries) - 1; at < last {
		copy(l.entries[at+1:], l.entries[at:last])
		l.entries[at] = x
	}
}

// Next adds an entry after the others and returns where it stands, which is zero: a large one is written there.
func (l *List[T]) Next() *T {
	n := len(l.entries)
	if n == cap(l.entries) {
		l.grow()
	}
	l.entries = l.entries[:n+1]
	return &l.entries[n]
}

// grow makes room for an entry where there is none.
func (l *List[T]) grow() {
	n := len(l.entries)
	switch gone := cap(l.memory) - cap(l.entries); {
	case cap(l.memory) == 0:
		l.memory = make([]T, 0, few)
	case gone > 0 && gone >= n:
		copy(l.memory[:n], l.entries)
		clear(l.entries)
	default:
		l.memory = slices.Grow(l.entries, n)[:0] // twice as many: each entry is moved about once, in long lists, too
	}
	l.entries = l.memory[:n]
}

// Pop takes the last entry out.
func (l *List[T]) Pop() {
	last := len(l.entries) - 1
	clear(l.entries[last:])
	l.entries = l.entries[:last]
}

// Drop takes the first n entries out.
func (l *List[T]) Drop(n int) {
	switch n {
	case 0:
		return
	case 1: // most often: a call to clear it would cost ten times as much
		var none T
		l.entries[0] = none
	default:
		clear(l.entries[:n])
	}
	if l.entries = l.entries[n:]; len(l.entries) > 0 {
		return
	}
	if cap(l.memory) > kept {
		l.memory = nil
	}
	l.entries = l.memory
}

// Delete takes out the entries from one place up to another one.
func (l *List[T]) Delete(from, to int) { l.entries = slices.Delete(l.entries, from, to) }

// Keep takes out the entries of which f says no.
func (l *List[T]) Keep(f func(*T) bool) {
	n := 0
	for i := range l.entries {
		if x := &l.entries[i]; f(x) {
			if n < i {
				l.entries[n] = *x
			}
			n++
		}
	}
	clear(l.entries[n:])
	l.entries = l.entries[:n]
}
