package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// cell is everything that admitted works touch of one memory: the rows of agents of which something is left, and those of them with parts that write.
// Whoever only reads looks at these. Both are in the order of their agents.
//
// Where many queues touch one memory in turn, the last work that writes often comes after all others: then so does whoever comes after it, and only
// the rows that have got something since then are looked at.
//
//	rows  a ──▶ b ──▶ c ──▶ d      d is the last one: a work after it is compared with no other row
type cell struct {
	rows, writing []*row
	last          track.Point // of a work that writes and came after all that was there, where there are many rows
	since, wrote  []*row      // the rows that got it, or something after it, and those that got a part that writes
}

// row is what the works of one agent touch, in their order.
type row struct {
	agent   track.Agent
	queue   gpu.ID  // 0: a CPU thread
	readers entries // parts without writes
	writers entries
}

func (d *Detector) cell(memory gpu.ID) *cell {
	c := d.cells.Get(memory)
	if c == nil {
		c = idle.New(&d.void)
		d.cells.Set(memory, c)
	}
	return c
}

// meet collects the windows of parts of other agents that a part of a work has to be compared with, and adds that: part number at of the work.
func (c *cell) meet(d *Detector, w *work, at int) {
	p := &w.parts[at]
	others := c.writing
	switch trails := c.trails(w); {
	case trails && p.writes:
		others = c.since
	case trails:
		others = c.wrote
	case p.writes:
		others = c.rows
	}
	reach := d.reach(p)
	for _, r := range others {
		near := reach
		if r.queue == 0 && w.side.Queue == 0 {
			near = p.near // two CPU threads may write different bytes
		}
		d.looked++
		if r.agent == w.side.Point.Queue || r.queue != 0 && r.queue == w.side.Queue {
			continue // one queue does one work after the other, in whatever order threads gave them to it
		}
		if p.writes {
			d.window(w, at, &r.readers, p.near)
		}
		d.window(w, at, &r.writers, near)
	}
	own := c.row(d, w.side.Point.Queue)
	own.queue = w.side.Queue
	list := &own.readers
	if p.writes {
		list = &own.writers
		c.write(own)
	}
	list.insert(entry{w, p})
	c.pass(w, own, p.writes)
}

// trails says whether a work comes after the last one that came after all others.
func (c *cell) trails(w *work) bool {
	return c.last.Pos > 0 && w.start.At(c.last.Queue) >= c.last.Pos
}

// pass notes that a work was added to its row.
func (c *cell) pass(w *work, own *row, writes bool) {
	if len(c.rows) <= few {
		c.last = track.Point{}
		return
	}
	before := c.rows
	if c.trails(w) {
		before = c.since
	}
	if writes && !slices.ContainsFunc(before, func(r *row) bool { return r != own && w.start.At(r.agent) < r.latest() }) {
		c.last, c.since, c.wrote = w.side.Point, c.since[:0], c.wrote[:0]
	}
	if c.last.Pos > 0 && !slices.Contains(c.since, own) {
		c.since = append(c.since, own)
	}
	if c.last.Pos > 0 && writes && !slices.Contains(c.wrote, own) {
		c.wrote = append(c.wrote, own)
	}
}

// latest is the position of the last entry.
func (r *row) latest() (pos uint32) {
	for _, list := range []*entries{&r.readers, &r.writers} {
		if n := list.Len(); n > 0 {
			pos = max(pos, list.All()[n-1].work.side.Point.Pos)
		}
	}
	return pos
}

// apart says whether two works are not taken as ordered.
func (d *Detector) apart(w, other *work) bool {
	return other.side.Point.Pos > d.assumedBefore(w, other.side.Point.Queue) && !d.behind(other, w)
}

// row finds or makes the row of an agent.
func (c *cell) row(d *Detector, a track.Agent) *row {
	at, found := find(c.rows, a)
	if found {
		return c.rows[at]
	}
	r := idle.New(&d.blank)
	r.agent = a
	c.rows = slices.Insert(c.rows, at, r)
	return r
}

// write puts a row among those with parts that write.
func (c *cell) write(r *row) {
	if at, found := find(c.writing, r.agent); !found {
		c.writing = slices.Insert(c.writing, at, r)
	}
}

// find is where the row of an agent stands, or would stand.
func find(list []*row, a track.Agent) (at int, found bool) {
	if len(list) <= few {
		for at < len(list) && list[at].agent < a {
			at++
		}
		return at, at < len(list) && list[at].agent == a
	}
	return slices.BinarySearchFunc(list, a, func(r *row, a track.Agent) int { return cmp.Compare(r.agent, a) })
}

// behind says whether a work comes after another one, certainly or because it is taken so.
func (d *Detector) behind(a, b *work) bool {
	return max(a.start.At(b.side.Point.Queue), d.assumedBefore(a, b.side.Point.Queue)) >= b.side.Point.Pos
}

// clashing is a conflict, and the works that have it: a is told first, and certain says that every run gives it first.
type clashing struct {
	Conflict
	a, b    *work
	certain bool
}

// clashes compares two parts of works that no clock orders.
func (d *Detector) clashes(a, b entry) (c clashing, ok bool) {
	before, certain := d.comes(a.work, b.work)
	if !before {
		a, b = b, a
	}
	d.sort(a.part) // only now: most parts are never compared, because a clock orders them
	d.sort(b.part)
	c.a, c.b, c.certain = a.work, b.work, certain
	if c.Conflict, ok = worst(a.part, b.part, d.options.DisjointWriters); ok && c.milder() {
		d.graver(a, b, &c.Conflict)
	}
	c.Maybe = c.a.maybe(&c.First) || c.b.maybe(&c.Second)
	return c, ok
}

// milder says whether there are graver conflicts, which one must not hide.
func (c *Conflict) milder() bool { return c.rank() > 0 && c.Kind != Atomics }

// pair compares two parts of works that no clock orders. What is told silences conflicts with earlier works of the other agent, so it is the gravest
// of these.
func (d *Detector) pair(m *meeting, w *work) {
	c, ok := d.clashes(m.other, entry{w, m.part})
	if !ok {
		return
	}
	a, b, atomics := c.a, c.b, c.Kind == Atomics
	for i := range d.meetings {
		e := &d.meetings[i].other
		if !c.milder() || e.work.side.Point.Pos >= m.other.work.side.Point.Pos || !d.apart(w, e.work) {
			continue
		}
		if x, ok := d.clashes(*e, entry{w, d.meetings[i].part}); ok && x.rank() < c.rank() && !d.ordered(x.a, x.b) {
			c = x
		}
	}
	if d.said[c.cause()] || atomics && d.told(a, b) { // a loop: it says nothing new
		d.unknown.Raced(a, b)
		d.assume(a, b, atomics)
		return
	}
	if d.ordered(a, b) {
		return
	}
	d.unknown.Raced(a, b)
	d.unknown.Raced(c.a, c.b)
	d.finish(&c)
	if c.led() {
		d.follows(&c)
	} else {
		d.report(c.Conflict)
	}
	if !c.Maybe {
		d.assume(a, b, atomics)
	}
}

// ordered says whether one of two works certainly comes before the other, though no clock shows it.
func (d *Detector) ordered(a, b *work) bool {
	if d.sure == nil {
		d.sure = d.order.Certainty()
	}
	return d.sure(a.side.Point, b.side.Point) || d.sure(b.side.Point, a.side.Point)
}

// finish adds to a conflict what is told of it beside the two sides.
func (d *Detector) finish(c *clashing) {
	if c.Open = !c.certain; c.Open && d.hears(c.a) && d.hears(c.b) {
		c.Apart = d.order.Apart(c.a.call, c.b.call)
	}
	if h := c.b.heard; c.certain && h != nil &&
		(c.a.call.By != c.b.call.By || h.Own() >= c.a.own) { // what another thread did it knows from that wait, or from one before it
		c.Heard = h
	}
	switch {
	case c.First.Queue == 0:
	case c.Second.Queue == 0:
		c.Held = d.order.Halts(c.First.Point.Queue, c.b.call)
		c.Opened = d.opened(c.First.Point, c.b.signals)
	default:
		c.HeldAt, c.Held = d.order.Awaits(c.First.Point, c.Second.Point)
	}
	if c.Kind == Overlap || c.Kind == Atomics || c.Kind == Writers {
		d.gather(&c.First, d.part(c.a, d.memoryOf(&c.First)))
		d.gather(&c.Second, d.part(c.b, d.memoryOf(&c.Second)))
	}
}

// hears says whether the thread that made a work knows by now that it is finished.
func (d *Detector) hears(w *work) bool {
	return d.order.Knows(w.call.By).At(w.side.Point.Queue) >= w.side.Point.Pos
}

// memoryOf is the memory in which a resource of a side stands.
func (d *Detector) memoryOf(s *Side) gpu.ID {
	place, _ := d.locate(s.Access.Resource)
	return place.Memory
}

// graver looks for a graver conflict of two works in another memory that both touch: one of them is told, and it silences the others.
func (d *Detector) graver(a, b entry, c *Conflict) {
	for i := range a.work.parts {
		p := &a.work.parts[i]
		q := slices.IndexFunc(b.work.parts, func(o part) bool { return o.memory == p.memory })
		if p == a.part || q < 0 || !p.writes && !b.work.parts[q].writes {
			continue
		}
		d.sort(p)
		d.sort(&b.work.parts[q])
		if o, ok := worst(p, &b.work.parts[q], d.options.DisjointWriters); ok && o.rank() < c.rank() {
			*c = o
		}
	}
}

// told says whether it was told already of two works, or of others that come after one another as these do, that their atomic accesses are not
// ordered.
func (d *Detector) told(a, b *work) bool {
	return d.ahead(b, true).At(a.side.Point.Queue) >= a.side.Point.Pos
}

// comes says whether the program gave work a before work b, and whether it does so in every run.
func (d *Detector) comes(a, b *work) (before, certain bool) {
	if a.call.By == b.call.By {
		return a.side.seq < b.side.seq, true
	}
	return d.order.Comes(a.call, b.call)
}

// worst is the gravest conflict of two parts, and the first of those in the order of the program.
func worst(a, b *part, disjoint func(gpu.ID) bool) (best Conflict, found bool) {
	add := func(x, y *span, k Kind) {
		if found && best.precedes(x, y) {
			return
		}
		c := Conflict{Kind: k, First: x.side(), Second: y.side(), Begin: y.begin - y.how.at, End: y.end - y.how.at}
		if k == Overlap || k == Atomics || x.how.claims || y.how.claims {
			if begin, end, overlap := x.meets(y); overlap {
				c.Begin, c.End = begin-y.how.at, end-y.how.at
			} else {
				c.Whole = true
			}
		}
		if !found || c.before(&best) {
			best, found = c, true
		}
	}
	for i := range a.spans {
		x := a.spans[i]
		k, _ := slices.BinarySearch(b.reach, x.first()+1)
		for ; k < len(b.spans) && b.spans[k].first() < x.last(); k++ {
			if kind, ok := clash(x, b.spans[k]); ok {
				add(x, b.spans[k], kind)
			}
		}
	}
	if !found || best.Kind != Overlap {
		neighbours(a, b, func(x, y *span) {
			if x.moves() || y.moves() {
				add(x, y, Moved)
				return
			}
			add(x, y, Overlap)
		})
	}
	if (!found || best.rank() >= slight) && (a.queued() || b.queued()) && a.writes && b.writes {
		writers(a, b, disjoint, add)
	}
	return best, found
}

// writers finds the first writes of two parts to one resource. Atomic accesses of both sides to different bytes are none, nor are those of two CPU
// threads, whose caches are coherent.
func writers(a, b *part, allowed func(gpu.ID) bool, add func(x, y *span, k Kind)) {
	for i := range a.spans {
		x := a.spans[i]
		if !x.writes() || x.by.op == gpu.OpResourceBarrier || allowed != nil && allowed(x.how.resource) {
			continue
		}
		for k := range b.spans {
			if y := b.spans[k]; y.writes() && (x.how.kind == gpu.AccessWrite || y.how.kind == gpu.AccessWrite) && y.by.op != gpu.OpResourceBarrier &&
				x.how.resource == y.how.resource {
				add(x, y, Writers)
				return
			}
		}
	}
}

// drop removes a work.
func (c *cell) drop(d *Detector, w *work) {
	at, found := find(c.rows, w.side.Point.Queue)
	if !found {
		return
	}
	r := c.rows[at]
	r.readers.drop(w)
	r.writers.drop(w)
	if r.writers.Len() > 0 {
		return
	}
	if k, found := find(c.writing, r.agent); found {
		c.writing = slices.Delete(c.writing, k, k+1)
	}
	if r.readers.Len() == 0 {
		c.rows = slices.Delete(c.rows, at, at+1)
		if len(c.since)+len(c.wrote) > 0 {
			gone := func(s *row) bool { return s == r }
			c.since, c.wrote = slices.DeleteFunc(c.since, gone), slices.DeleteFunc(c.wrote, gone)
		}
		if len(c.rows) == 0 {
			c.last = track.Point{}
		}
		r.renew()
		d.blank.Put(r, fewRows)
	}
}

// cause is what makes two conflicts one report.
type cause struct {
	kind                                                   Kind
	firstSubmit, firstRecord, secondSubmit, secondRecord   gpu.Site
	firstQueue, secondQueue, firstResource, secondResource gpu.ID
}

// cause is what is told once.
func (c *Conflict) cause() cause {
	a, b := &c.First, &c.Second
	return cause{c.Kind, a.Submit, a.Record, b.Submit, b.Record, a.Queue, b.Queue, a.Access.Resource, b.Access.Resource}
}

// report keeps a conflict, unless one with the same cause was told before.
func (d *Detector) report(c Conflict) {
	if k := c.cause(); !d.said[k] {
		d.said[k] = true
		d.put(c)
	}
}

// put adds what is known of a conflict from the order, and tells it.
func (d *Detector) put(c Conflict) {
	again := func(n []uint64) bool { return len(n) > 1 && (c.Second.Queue != 0 || n[1] <= c.Second.seq) } // what the CPU does may be found later
	d.reported, c.Again = true, again(d.times[c.First.Submit]) || again(d.times[c.Second.Submit])
	if c.First.Queue != 0 && c.First.Point.Queue != c.Second.Point.Queue {
		c.Cover, c.Covered = d.order.Covering(c.First.Point, c.Second.Point)
		if c.Second.Queue != 0 {
			c.Given = d.order.GivenBefore(c.First.Point.Queue, c.Second.Point)
		}
		if !c.Covered {
			c.Beside, c.Early = d.order.Beside(c.First.Point)
		}
		if c.Covered && c.Second.Queue != 0 {
			var at track.Point
			c.Action = d.order.Action(c.Second.Point)
			c.Wait, c.WaitSite, at, c.Waited = d.order.WaitBefore(c.Second.Point, c.Cover.Signal.Fence)
			c.Lower = c.Waited && c.Cover.Proves && d.order.CouldAwait(c.First.Point, at, &c.Cover.Signal)
		}
		if ahead, found := d.order.Preceding(c.First.Point); found {
			n, _, _, waited := d.order.WaitBefore(c.Second.Point, ahead.Fence)
			c.Ahead, c.Awaited = ahead, c.Second.Queue != 0 && waited && n.Value == ahead.Value
		}
		c.Disputed = c.Covered && d.order.Falls() && d.order.Several(c.Cover.Signal.Fence)
		c.HeardLower = c.Covered && c.Cover.Proves && c.Heard != nil && (len(c.Heard.Fences) == 1 && !c.Heard.Polled || c.Heard.SetBy() != nil) &&
			d.order.Ends(c.First.Point, c.Heard.When, &c.Cover.Signal)
	}
	d.found = append(d.found, c)
}
