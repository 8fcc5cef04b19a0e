package course

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Threads that give lists to queues in no order leave it to the schedule which of them finds what the other has left, and whether a wait stands in
// front of a list. So as long as there are several threads nothing is followed as the run has it. A list is judged at once by what certainly comes
// before it, if the calls of which its thread knows decide that; and the uses of a resource are kept until all threads know that they are finished.
// Then every order is tried that the program allows:
//
//	thread one   [ COMMON → COPY_DEST ]  ─────────────▶     one, two: the second list finds COPY_DEST, where it names COMMON
//	thread two   ──────────────  [ COMMON → COPY_SOURCE ]   two, one: the other way round
//
// Lists that leave what they find agree in every order, and nothing is said. Uses on two queues that nothing orders are a race, which is told as
// that. Uses that all later ones certainly come after are a block. Which blocks there are follows from the program, and each is judged by itself, so
// it does not matter when that is done:
//
//	thread one   a ──┐  ┌── c ──      a and b are a block,
//	thread two   b ──┴──┴── d ──      c and d are the next one

// use is a submission that uses a resource.
type use struct {
	point track.Point
	lane  *lane
	site  gpu.Site
	call  track.Call
	parts []part
	one   [1]part // mostly that
	// checked says that its call has looked at what comes certainly before it, and told that something is wrong with it.
	checked, told bool
	// moves says that it may leave a subresource in another state than it finds; quiet is how many uses right before it in its file do not.
	moves bool
	quiet int
	// knew is how many uses of the resource certainly come before it, and left the states after it if only those do; nil: that is not worked out.
	knew int
	left []substate.Actual
	// start is what certainly comes before it, and index its place among those that are judged.
	start track.Clock
	index int
}

// part is a list of it.
type part struct {
	list gpu.ID
	subs []substate.Subresource
	late bool
}

// file is the uses of one strand of a queue, in their order.
type file []*use

// before says whether a use is among what is known.
func (u *use) before(known track.Clock) bool { return known.At(u.point.Queue) >= u.point.Pos }

// count is how many uses of a file are known.
func (f file) count(known track.Clock) int {
	if len(f) == 0 {
		return 0
	}
	n, _ := slices.BinarySearchFunc(f, known.At(f[0].point.Queue), func(u *use, n uint32) int {
		if u.point.Pos <= n {
			return -1
		}
		return 1
	})
	return n
}

// hold keeps what a list of a submission does with a resource.
func (c *Course) hold(r *resource, u *use, p part) {
	at := slices.IndexFunc(r.open, func(f file) bool { return f[0].point.Queue == u.point.Queue })
	if at < 0 {
		at = len(r.open)
		r.open = append(r.open, nil)
	}
	f := r.open[at]
	n, moves := len(f), r.alter(p.subs, p.subs)
	if !slices.Equal(r.kept, p.subs) { // as they mostly are
		r.kept = slices.Clone(p.subs) // of the list, which may be recorded anew
	}
	p.subs = r.kept
	if n > 0 && f[n-1].point == u.point {
		f[n-1].parts, f[n-1].moves = append(f[n-1].parts, p), f[n-1].moves || moves
		return
	}
	kept := idle.New(&c.over)
	*kept = *u
	kept.one[0], kept.moves, kept.quiet = p, moves, f.still()
	kept.parts = kept.one[:]
	r.open[at] = append(f, kept)
	c.kept = append(c.kept, r)
}

// weigh looks at the uses that were kept of one submission: whether every thread that uses the resources leaves them as it finds them.
func (c *Course) weigh(u *use) {
	for _, r := range c.kept {
		at := slices.IndexFunc(r.open, func(f file) bool { return f[0].point.Queue == u.point.Queue })
		last := r.open[at][len(r.open[at])-1]
		if last.knew = -1; r.plain {
			var problems []Problem
			states := append(c.weighed[:0], r.subs...)
			states, problems = c.apply(r, last, states)
			c.weighed = states[:0]
			r.plain = len(problems) == 0 && slices.EqualFunc(states, r.expanded(len(states)), resemble)
		}
		if n := r.uses(); r.plain && n >= max(fewUses, r.limit) {
			c.shed(r)
			r.limit = 2 * r.uses()
		}
		if !r.plain {
			c.shed(r)
			last.knew = r.gone
			for _, f := range r.open {
				last.knew += f.count(u.start)
			}
		}
		if !r.contested && (!last.checked || !r.plain && len(r.open) > 1 || len(r.others) > 0) {
			r.contested = true
			c.contests = append(c.contests, r)
		}
	}
	c.kept = c.kept[:0]
}

// fewOver is how many uses are kept for later ones.
const fewOver = 64

// fewUses are so few that nobody looks which of them all threads know.
const fewUses = 16

// uses is how many uses are kept.
func (r *resource) uses() (n int) {
	for _, f := range r.open {
		n += len(f)
	}
	return n
}

// expanded are the states of a resource, n of them.
func (r *resource) expanded(n int) []substate.Actual {
	if n > 1 && len(r.subs) == 1 {
		return slices.Repeat(r.subs, n)
	}
	return r.subs
}

// shed forgets the uses of a resource that all threads know to be finished, where no order has to be tried.
func (c *Course) shed(r *resource) {
	if r.contested {
		return
	}
	known, _, _ := c.order.Common()
	for i, f := range r.open {
		n := f.count(known)
		for _, u := range f[:n] {
			if !r.plain {
				r.subs, _ = c.apply(r, u, r.subs)
			}
			*u = use{}
			c.over.Put(u, fewOver)
		}
		r.open[i] = slices.Delete(f, 0, n)
		r.gone += n
	}
	r.tidy()
}

// tidy drops files without uses.
func (r *resource) tidy() {
	r.open = slices.DeleteFunc(r.open, func(f file) bool { return len(f) == 0 })
	r.join()
	if len(r.open) == 0 {
		r.plain, r.contested = len(r.others) == 0, false
	}
}

// past are the states that a submission finds if only what certainly comes before it does, which is known. They may stand in some memory.
func (c *Course) past(r *resource, known track.Clock, in []substate.Actual) []substate.Actual {
	if r.plain || len(r.open) == 0 {
		return append(in[:0], r.subs...)
	}
	files, all := make([]file, 0, len(r.open)), r.gone
	for _, f := range r.open {
		n := f.count(known)
		files, all = append(files, f[:n]), all+n
	}
	if states := c.chain(r, files, all); states != nil {
		return states
	}
	states := slices.Clone(r.subs)
	for _, u := range c.line(files) {
		states, _ = c.apply(r, u, states)
	}
	if u := files[greatest(files)]; u[len(u)-1].knew == all-1 {
		u[len(u)-1].left = slices.Clone(states)
	}
	return states
}

// chain are the states after uses each of which comes after all others before it; nil: they are no such chain. all counts them, with those that are
// forgotten. What the last of them leaves is kept, so that each of a long chain is gone through once.
//
//	u1 ──▶ u2 ──▶ u3 ──▶ u4        left is known of u2: u3 and u4 are applied to it
func (c *Course) chain(r *resource, files []file, all int) []substate.Actual {
	var uses []*use
	states := r.subs
	for files = slices.Clone(files); all > r.gone; all-- {
		at := greatest(files)
		last := files[at][len(files[at])-1]
		if last.knew != all-1 {
			return nil
		}
		if last.left != nil {
			states = last.left
			break
		}
		uses, files[at] = append(uses, last), files[at][:len(files[at])-1]
	}
	states = slices.Clone(states)
	for i, u := range slices.Backward(uses) {
		if states, _ = c.apply(r, u, states); i == 0 {
			u.left = slices.Clone(states)
		}
	}
	return states
}

// greatest is the file, one that is not empty, at whose end most uses are known to come before.
func greatest(files []file) (at int) {
	for i, f := range files {
		if n, m := len(f), len(files[at]); n > 0 && (m == 0 || f[n-1].knew > files[at][m-1].knew) {
			at = i
		}
	}
	return at
}

// line brings uses into an order that no run changes, and that is the one of some run: the eldest thread's comes next, or what certainly
// comes before that.
func (c *Course) line(files []file) (uses []*use) {
	files = slices.DeleteFunc(slices.Clone(files), func(f file) bool { return len(f) == 0 })
	slices.SortFunc(files, func(f, g file) int {
		a, b := f[0], g[0]
		switch {
		case a.call.By == b.call.By:
			return cmp.Compare(a.lane.number, b.lane.number)
		case c.order.Elder(a.call.By, b.call.By):
			return -1
		}
		return 1
	})
	for _, f := range files {
		for _, u := range f {
			u.start, u.call = c.order.Start(u.point), c.order.Again(u.call)
		}
	}
	for len(files) > 0 {
		at := 0
		for k := 0; k >= 0; { // what comes before the eldest's, and before that
			next := files[at][0]
			if k = slices.IndexFunc(files, func(f file) bool { return f[0] != next && f[0].before(next.start) }); k >= 0 {
				at = k
			}
		}
		files[at][0].index = len(uses)
		uses = append(uses, files[at][0])
		if files[at] = files[at][1:]; len(files[at]) == 0 {
			files = slices.Delete(files, at, at+1)
		}
	}
	return uses
}

// apply lets a use happen, with states that it may change, and says what is wrong with it.
func (c *Course) apply(r *resource, u *use, states []substate.Actual) ([]substate.Actual, []Problem) {
	c.steps++
	w := walk{c: c, lane: u.lane, site: u.site, point: u.point, alone: true, report: true}
	for i := range u.parts {
		p := &u.parts[i]
		if len(p.subs) > 1 && len(states) == 1 {
			states = slices.Repeat(states, int(r.Subresources))
		}
		w.follow(r, states, p.list, p.subs, nil, p.late)
	}
	for i := range states {
		if states[i].Last == u.point {
			states[i].Decay(r.Always, u.lane.Copy)
		}
	}
	return states, w.problems
}

// muster takes what queues have not come to over into what is kept: there is a second thread now.
func (c *Course) muster() {
	if c.crowd {
		return
	}
	c.crowd = true
	lanes := make([]*lane, 0, c.queues.Len())
	for _, l := range c.queues.All() {
		lanes = append(lanes, l)
	}
	slices.SortFunc(lanes, func(a, b *lane) int { return cmp.Compare(a.number, b.number) })
	known, _, _ := c.order.Common()
	for _, l := range lanes {
		for i := range l.backlog {
			s := &l.backlog[i]
			if s.lists == nil || s.skipped || known.At(s.point.Queue) >= s.point.Pos {
				continue
			}
			u := &use{point: s.point, lane: l, site: s.site}
			for k := range s.lists {
				for _, e := range s.lists[k].resources {
					c.join(e.id, u, part{s.lists[k].id, e.subs, s.lists[k].late})
				}
				s.lists[k].kept, s.lists[k].resources = s.lists[k].resources, nil
			}
			c.weigh(u)
		}
	}
}

// join keeps a use of a resource; its submission is not forgotten.
func (c *Course) join(id gpu.ID, u *use, p part) {
	r := c.resources.Get(id)
	if r == nil {
		return
	}
	if u.call.Knew.Empty() {
		u.call, u.start = c.order.Call(u.point), c.order.Start(u.point)
	}
	c.hold(r, u, p)
}

// rest ends the keeping of the uses of a resource where one thread is left, which knows of all of them, if no signal can change their order.
func (c *Course) rest(r *resource) {
	if len(r.open) == 0 || !c.order.Alone() {
		return
	}
	if c.shed(r); !slices.ContainsFunc(r.open, func(f file) bool { return c.order.Stuck(f[len(f)-1].point) }) {
		c.close(r, func(*use) bool { return true })
	}
}

// Decide looks at the uses of resources of which every thread knows, or at all at the end. It has to be called before the order forgets them.
func (c *Course) Decide(atEnd bool) {
	known, _, learned := c.order.Common()
	if len(c.contests) == 0 || learned == c.learned && !atEnd && !c.order.Alone() {
		return
	}
	c.learned = learned
	for _, r := range slices.Clone(c.contests) {
		if c.rest(r); atEnd || slices.ContainsFunc(r.open, func(f file) bool { return f[0].before(known) }) {
			c.close(r, func(u *use) bool { return atEnd || u.before(known) })
		}
	}
	c.contests = slices.DeleteFunc(c.contests, func(r *resource) bool { return !r.contested })
	c.tell()
}

// finding is what is wrong with a use, and was not told by its call.
type finding struct {
	use     *use
	problem Problem
}

// tell tells what was found in an order of the calls that no run changes.
func (c *Course) tell() {
	if len(c.found) == 0 {
		return
	}
	slices.SortStableFunc(c.found, func(a, b finding) int {
		x, y := a.use.call, b.use.call
		return cmp.Or(cmp.Compare(x.By, y.By), cmp.Compare(x.Knew.At(x.By), y.Knew.At(y.By)), cmp.Compare(a.problem.Resource, b.problem.Resource))
	})
	track.Sequence(c.order, c.found, func(f finding) track.Call { return f.use.call })
	for i := range c.found {
		c.late = append(c.late, c.found[i].problem)
	}
	clear(c.found)
	c.found = c.found[:0]
}
