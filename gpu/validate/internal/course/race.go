package course

import (
	"sort"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
)

// What a list finds is up to the run if a list of another queue changes the state, and nothing orders the two. That is a race, which is told as that,
// and nothing is said of the state then. Where the other one only uses the resource, the state is the same in every order, so what is wrong with it
// is told.
//
//	queue A   [ COPY_SOURCE: copy ]           the copy changes nothing: that the shader finds COPY_SOURCE is told
//	queue B   [ shader reads ]
//
//	queue A   [ COPY_DEST → shader read ]     a race, and no more
//	queue B   [ shader reads ]

// moves says whether a list may leave a subresource in another state than it finds. What decays anyway is found in COMMON.
func (r *resource) moves(s *substate.Subresource) bool {
	return !r.Always && s.How != substate.Unseen && (s.How != substate.Assumed || s.State&r.Promotable.Writes() != 0)
}

// changed follows that a list has passed a subresource, which was in a state before.
func (w *walk) changed(r *resource, a *substate.Actual, s *substate.Subresource, before gpu.ResourceStates) {
	if r.moves(s) || !r.Always && a.State != before && before != gpu.StateCommon {
		a.Moved = w.point
	}
}

// alter says whether one list may change the state of a subresource that another one uses.
func (r *resource) alter(by, of []substate.Subresource) bool {
	for i := range max(len(by), len(of)) {
		if s := &by[min(i, len(by)-1)]; of[min(i, len(of)-1)].How != substate.Unseen && r.moves(s) {
			return true
		}
	}
	return false
}

// alters says whether a use may change the state of a subresource that a list uses.
func (u *use) alters(r *resource, of []substate.Subresource) bool {
	for i := range u.parts {
		if r.alter(u.parts[i].subs, of) {
			return true
		}
	}
	return false
}

// raced says whether a list that is checked comes in no order with a use of another queue that changes what it finds. Of the uses those count of
// whose calls the thread knows, and of all that comes before them: then that is so in every run.
func (w *walk) raced(r *resource, subs []substate.Subresource) bool {
	if r.Always {
		return false
	}
	known := w.c.order.Knows(w.thread)
	for _, f := range r.open {
		if f[0].lane == w.lane {
			continue
		}
		from := f.count(w.knows())
		to := from + sort.Search(len(f)-from, func(i int) bool {
			call := &f[from+i].call
			return known.At(call.By) < call.Knew.At(call.By)
		})
		for i := to - 1; i >= from; i -= 1 + f[i].quiet {
			w.c.steps++
			if u := f[i]; u.moves && u.alters(r, subs) && w.c.order.DecidedTo(w.thread, u.point) {
				return true
			}
		}
	}
	return false
}

// still counts the uses at the end of a file that change nothing.
func (f file) still() int {
	n := len(f)
	if n == 0 || f[n-1].moves {
		return 0
	}
	return min(1+f[n-1].quiet, n)
}

// raced says whether a use comes in no order with one of another queue that changes what it finds.
func (t *trial) raced(u *use) bool {
	for _, other := range t.uses {
		if other.lane == u.lane || !other.moves || other.before(u.start) || u.before(other.start) {
			continue
		}
		for i := range u.parts {
			if other.alters(t.r, u.parts[i].subs) {
				return true
			}
		}
	}
	return false
}
