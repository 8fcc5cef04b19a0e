// Package descent orders threads by age in a way that no schedule changes.
//
// Which of two threads is created first is up to the schedule, where they are created by two others. So a thread comes after its creator, and of two
// threads that one first whose line left the other's earlier:
//
//	main ──┬────────┬──▶        main, one, three, two
//	      one ─┬─▶ two ──▶
//	         three ─▶
//
// Besides its creator each keeps an ancestor that lies further back, so that any two are compared in a few steps, however long their lines are. The
// package must not know what descends; nothing in it is safe for concurrent use.
package descent

import "cmp"

// Line is the place of one thread among all. The zero value is that of the main thread.
type Line struct {
	// parent has created it as its nth child; of the main thread nil.
	parent        *Line
	nth, children int
	far           *Line // an ancestor, the parent or one after it
	depth         int   // ancestors
}

// Born makes a line, which is new, that of the next child of another one. The ancestor that lies further back is as far that the way from any line to
// any ancestor is a few steps, and that two lines as far from the main thread go back equally far.
func (l *Line) Born(of *Line) {
	l.parent, l.nth, l.depth, l.far = of, of.children, of.depth+1, of
	of.children++
	if far := of.far; far != nil && far.far != nil && of.depth-far.depth == far.depth-far.far.depth { // two equal ways in a row are one
		l.far = far.far
	}
}

// Compare is negative if a is older than b, positive if it is younger, and 0 for one and the same.
func Compare(a, b *Line) int {
	if a == b {
		return 0
	}
	x, y := a.back(b.depth), b.back(a.depth)
	switch {
	case x == y && x == a:
		return -1
	case x == y:
		return 1
	}
	for x.parent != y.parent {
		if x.far != y.far {
			x, y = x.far, y.far
		} else {
			x, y = x.parent, y.parent
		}
	}
	return cmp.Compare(x.nth, y.nth)
}

// back is the ancestor of a line, or the line itself, that is no further from the main thread than depth.
func (l *Line) back(depth int) *Line {
	for l.depth > depth {
		if l.far.depth >= depth {
			l = l.far
		} else {
			l = l.parent
		}
	}
	return l
}
