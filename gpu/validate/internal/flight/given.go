package flight

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// Programs choose descriptors, and indirect commands name buffers by addresses: what they use shows when they run, which may be before a call that
// gives it up, or after it. So the call is kept with what its thread lacks then, and is told when everybody knows that the work is finished, whenever
// it has run:
//
//	submission 4, 5     choose what they use
//	a:Release()         kept for 4 and 5, of which the thread does not know that they are finished
//	4 runs              has chosen a, before the Release or after it
//	5 runs              has not
//	both are settled    GS0601, because of 4

// Thing is what a call gives up: an object, or a descriptor of a heap.
type Thing struct {
	Object     gpu.ID
	Descriptor bool
	Index      uint32
}

// Descriptor is a descriptor that a call gives up.
func Descriptor(at gpu.CPUDescriptorHandle) Thing {
	return Thing{Object: at.Heap, Descriptor: true, Index: at.Index}
}

// Chooser is a submission whose commands choose what they use.
type Chooser struct {
	Point  track.Point
	Queue  gpu.ID
	Number uint64
	Site   gpu.Site
	Writes uint64         // of descriptors before it
	Tables []tables.Table // whose descriptors they choose
}

// chooses says whether the commands may read a descriptor that has been there since a write.
func (c *Chooser) chooses(t Thing, written uint64) bool {
	return written <= c.Writes && slices.ContainsFunc(c.Tables, func(r tables.Table) bool {
		return r.Heap == t.Object && t.Index >= r.Index && t.Index-r.Index < r.Count
	})
}

// maxChoosers bounds how many submissions are remembered that nobody waits for.
const maxChoosers = 256

// fewChoosers are kept for later submissions.
const fewChoosers = 16

// Given are the calls that give up what submissions may choose. The zero value has none.
type Given struct {
	choosers []*Chooser // of which not every thread knows that they are finished, in the order of the calls
	calls    []*given
	of       map[Thing][]*given
	settled  []*given // of calls, since everybody learned something last
	learned  uint64
	lacking  []lacking // what the thread lacks that called last
	idle     idle.List[*Chooser]
}

// given is such a call.
type given struct {
	thing  Thing
	call   track.Call
	was    Was
	say    Words
	awaits []awaited
	early  bool // one of them has chosen the thing
}

// awaited is a submission that may choose the thing.
type awaited struct {
	*Chooser
	lacks conflict.Lacking
	use   Use
	chose bool // the thing, as far as it is known: use is how. Of a queue it is known of the last one
}

// lacking is what a thread lacks to know that a submission is finished.
type lacking struct {
	*Chooser
	conflict.Lacking
}

// Was is what a descriptor was before a call wrote it.
type Was struct {
	Resource gpu.ID
	Filter   gpu.Filter
	Written  uint64   // which write of a descriptor it was; 0: none was, or it is not known
	Site     gpu.Site // of it
}

// Begin tells of a submission whose commands choose.
func (g *Given) Begin(c Chooser) {
	if len(g.choosers) == maxChoosers {
		g.choosers = slices.Delete(g.choosers, 0, 1)
	}
	x := idle.New(&g.idle)
	*x = c
	g.choosers = append(g.choosers, x)
}

// Stale tells that a thread may lack something else than before.
func (g *Given) Stale() { g.lacking = g.lacking[:0] }

// None says that no submission chooses.
func (g *Given) None() bool { return len(g.choosers) == 0 }

// Quiet says that no call is kept.
func (g *Given) Quiet() bool { return len(g.of) == 0 }

// Keep keeps a call that gives up a thing, which was a descriptor, for the submissions of which the calling thread cannot know that they are
// finished. uses are those of the thing, and each is told of the submissions and whether one of them comes to choose it.
func (g *Given) Keep(by Asker, t Thing, was Was, uses []Use, say Words, each func(c *Chooser, early *bool)) {
	var awaits []awaited
	early := false
	for _, c := range g.choosers {
		if by.Order.Done(by.Thread, c.Point) || t.Descriptor && !c.chooses(t, was.Written) {
			continue
		}
		a := awaited{Chooser: c, lacks: g.lacks(by, c)}
		if i := slices.IndexFunc(uses, func(u Use) bool { return u.Chosen && u.Point == c.Point }); i >= 0 {
			a.use, a.chose, early = uses[i], true, true
			a.use.Number = c.Number
		}
		awaits = append(awaits, a)
	}
	if len(awaits) == 0 {
		return
	}
	if g.of == nil {
		g.of = map[Thing][]*given{}
	}
	x := &given{thing: t, call: track.Call{By: by.Thread, Knew: by.Order.Knows(by.Thread)}, was: was, say: say, awaits: awaits, early: early}
	g.calls, g.of[t] = append(g.calls, x), append(g.of[t], x)
	for i := 0; i < len(awaits) && each != nil; i++ {
		each(awaits[i].Chooser, &x.early)
	}
}

// lacks is what a thread lacks that calls. Of several calls in a row, such as writes of descriptors, that is the same.
func (g *Given) lacks(by Asker, c *Chooser) conflict.Lacking {
	at := by.Order.Next(by.Thread)
	for i := range g.lacking {
		if l := &g.lacking[i]; l.Chooser == c && l.At == at {
			return l.Lacking
		}
	}
	l := conflict.Lacks(by.Order, by.Thread, &conflict.Use{Point: c.Point, Queue: c.Queue, Submit: c.Site})
	g.lacking = append(g.lacking, lacking{c, l})
	return l
}

// Chose tells that a command has chosen a thing, and says whether a call has given it up that the submission may have come after.
func (g *Given) Chose(t Thing, u *Use) bool {
	x, a := g.find(t, u.Point)
	if a != nil && !a.chose {
		a.use, a.chose, x.early = *u, true, true
		a.use.Number = a.Number
	}
	return a != nil
}

// Lost says whether a call has given up an object, which work has chosen, before a submission is certain to be finished. If the call comes first, the
// submission does not find it.
func (g *Given) Lost(object gpu.ID, queue gpu.ID, submission uint64) bool {
	return slices.ContainsFunc(g.of[Thing{Object: object}], func(x *given) bool {
		return x.early && slices.ContainsFunc(x.awaits, func(a awaited) bool { return a.Queue == queue && a.Number == submission })
	})
}

// Before is what a descriptor was for a submission that came before a call which wrote it; it was not written where nothing is known of such a call.
func (g *Given) Before(t Thing, submission track.Point) (was Was) {
	if x, _ := g.find(t, submission); x != nil {
		was = x.was
	}
	return was
}

func (g *Given) find(t Thing, submission track.Point) (*given, *awaited) {
	for _, x := range g.of[t] {
		for i := range x.awaits {
			if x.awaits[i].Point == submission {
				return x, &x.awaits[i]
			}
		}
	}
	return nil, nil
}

// Settle is what is wrong with the calls that were kept for submissions of which every thread knows by now that they are finished, or with all. It
// comes before those are forgotten.
func (g *Given) Settle(order *track.Order, asker func() Asker, all bool) (out []*diag.Diagnostic) {
	known, _, learned := order.Common()
	if len(g.choosers) == 0 && len(g.calls) == 0 || learned == g.learned && !all {
		return nil
	}
	g.learned = learned
	g.Stale()
	ended := func(c *Chooser) bool { return all || known.At(c.Point.Queue) >= c.Point.Pos }
	g.drop()
	g.calls = slices.DeleteFunc(g.calls, func(x *given) bool {
		if slices.ContainsFunc(x.awaits, func(a awaited) bool { return !ended(a.Chooser) }) {
			return false
		}
		g.settled = append(g.settled, x)
		return true
	})
	settled := g.settled
	unknown := len(g.calls)+len(settled) == 0 // to calls, which find what they wait for as it was
	g.choosers = slices.DeleteFunc(g.choosers, func(c *Chooser) bool {
		over := ended(c)
		if over && unknown {
			g.idle.Put(c, fewChoosers)
		}
		return over
	})
	if len(settled) == 0 {
		return nil
	}
	by := asker()
	slices.SortStableFunc(settled, func(a, b *given) int {
		return cmp.Or(cmp.Compare(a.call.By, b.call.By), cmp.Compare(a.pos(), b.pos()))
	})
	track.Sequence(by.Order, settled, func(x *given) track.Call { return x.call })
	for _, x := range settled {
		if a := x.guilty(by); a != nil {
			by.Thread, by.Lacks = x.call.By, &a.lacks
			d := x.say(by, a.use)
			d.Open = d.Open || !x.thing.Descriptor && by.Disputed(x.thing.Object) // which of their calls has given it up is up to the run
			out = append(out, d)
		}
	}
	return out
}

// drop forgets the calls that were settled.
func (g *Given) drop() {
	for _, x := range g.settled {
		if rest := slices.DeleteFunc(g.of[x.thing], func(y *given) bool { return x == y }); len(rest) > 0 {
			g.of[x.thing] = rest
		} else {
			delete(g.of, x.thing)
		}
	}
	g.settled = nil
}

// pos is where the call stands among the actions of its thread.
func (x *given) pos() uint32 { return x.awaits[0].lacks.At.Pos }

// guilty is the submission that the call has come too early for, nil if none has chosen the thing: of the eldest thread's the last, of which it is
// always known. One that is there in every run comes before one that may be missing.
func (x *given) guilty(by Asker) (best *awaited) {
	for i := range x.awaits {
		a := &x.awaits[i]
		if !a.chose {
			continue
		}
		if a.use.Maybe = !x.follows(by.Order, a) || by.Missing(a.use.Queue, a.use.Number, true); best == nil || a.ahead(by.Order, best) {
			best = a
		}
	}
	return best
}

// follows says whether the call comes after that of a submission in every run. Where it does not the two are a clash of threads, or neither is wrong
// with the other.
func (x *given) follows(order *track.Order, a *awaited) bool {
	by := order.Call(a.Point)
	return order.Again(x.call).Knew.At(by.By) >= by.Knew.At(by.By)
}

// ahead says whether a submission is named rather than one that was made before it, in this run.
func (a *awaited) ahead(order *track.Order, b *awaited) bool {
	if a.use.Maybe != b.use.Maybe {
		return b.use.Maybe
	}
	return !order.Elder(order.Call(b.Point).By, order.Call(a.Point).By)
}
