// Package flight knows which submitted work needs an object last, and words what is given up while that work may not be finished.
//
//	queue "a"   [work] ── Signal(F, 1)          of each queue only the last use is kept: what is before it is finished, too
//	CPU                     Release ◀── GS0601: nothing that the thread has seen says that the work is finished
//
// It must not know what the objects are.
package flight

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Use is the last submission to a queue that needs an object.
type Use struct {
	Point  track.Point
	Queue  gpu.ID
	List   gpu.ID // 0: a Present
	Submit gpu.Site
	Record gpu.Site // of the command, 0: it is the list itself
	Op     gpu.Op
	Number uint64 // of the submission on the queue; 0: a Present
	Maybe  bool   // another thread may keep the submission from being made, in another run
	Shown  bool   // by way of a descriptor: in another run that may show something else
	Stamp  uint32 // of a list: of the recording that was submitted
	Inside gpu.ID // of a heap: the resource in it that is used
	Chosen bool   // a program chose it, or an indirect command named it: that shows when it has run
	given  *call  // the last one that gives up what the use needs, and is kept for it
}

// maxBefore bounds how many uses of a queue are kept that come before the last one.
const maxBefore = 4

// With adds a use. It replaces the last one of its queue, if it is not before that; where there are other threads, which may keep the last ones from
// being made, some before it stay.
func With(uses []Use, u *Use, others bool) []Use {
	first, n := 0, 0
	for i := range uses {
		if uses[i].Point.Queue != u.Point.Queue || uses[i].Chosen != u.Chosen {
			continue
		}
		if u.Chosen && uses[i].Point == u.Point {
			return uses // the first command of a submission is as good as all
		}
		if same := uses[i].Point == u.Point; same || uses[i].Point.Pos < u.Point.Pos && !others {
			shown := u.Shown && (uses[i].Shown || !same)
			uses[i] = *u
			uses[i].Shown = shown
			return uses
		}
		if n++; n == 1 {
			first = i
		}
		if uses[i].Point.Pos > u.Point.Pos {
			return uses
		}
	}
	if n > maxBefore {
		uses = slices.Delete(uses, first, first+1)
	}
	return append(uses, *u)
}

// Unfinished is one of the uses that a thread cannot know to be finished; nil: there is none. Of those of several threads it is one of the eldest's,
// in whatever order they came, and of its uses the last. One that is there in every run comes before one of a submission that may be missing. What
// was chosen does not count, because how much of that has shown so far is up to the run: see Given.
func Unfinished(order *track.Order, thread track.Agent, uses []Use, missing Missing) *Use {
	return first(order, thread, uses, missing, func(u *Use) bool { return !u.Chosen })
}

// Needed says whether any of some uses was known when the work was submitted: which others have shown so far is up to the run.
func Needed(uses []Use) bool { return slices.ContainsFunc(uses, func(u Use) bool { return !u.Chosen }) }

// Executing is Unfinished among the uses of one recording of a list.
func Executing(order *track.Order, thread track.Agent, uses []Use, missing Missing, stamp uint32) *Use {
	return first(order, thread, uses, missing, func(u *Use) bool { return u.Stamp == stamp })
}

// Missing says whether a submission may be missing in another run, or, shown, may use other objects where descriptors show them.
type Missing func(queue gpu.ID, submission uint64, shown bool) bool

func first(order *track.Order, thread track.Agent, uses []Use, missing Missing, is func(*Use) bool) (best *Use) {
	for i := range uses {
		if !is(&uses[i]) || order.Done(thread, uses[i].Point) {
			continue
		}
		u := uses[i]
		if u.Maybe = missing(u.Queue, u.Number, u.Shown); best == nil || u.before(order, best) {
			kept := u // the others are not kept, so they need no memory
			best = &kept
		}
	}
	return best
}

// before says whether a use is named rather than another one.
func (u *Use) before(order *track.Order, v *Use) bool {
	switch {
	case u.Maybe != v.Maybe:
		return v.Maybe
	case u.Point.Queue == v.Point.Queue:
		return u.Point.Pos > v.Point.Pos
	}
	return order.Elder(order.Call(u.Point).By, order.Call(v.Point).By)
}

// Asker is the thread that calls, with what words need.
type Asker struct {
	conflict.Names
	Order   *track.Order
	Thread  track.Agent
	Missing Missing
	// Disputed says whether two threads use an object in no order.
	Disputed func(gpu.ID) bool
	// Of a call that is judged later: where it stands among the actions of the thread, and what that knew. Else there is no point.
	At    track.Point
	Call  track.Call
	Wrote hazard.Wrote      // what the thread wrote to memory since its last submission
	Lacks *conflict.Lacking // what the thread lacked when it called, nil: that is asked for
}

// Released words a Release, or a ResizeBuffers, of an object that may still be needed. chain is the swap chain that the script releases with its back
// buffer, 0: the object stands for itself.
func Released(by Asker, c *gpu.ReleaseCall, chain gpu.ID, u Use) *diag.Diagnostic {
	code, does := diag.ReleasedInFlight, "is released"
	if c.Method == "ResizeBuffers" {
		code, does, chain = diag.ResizeInFlight, "is released by ResizeBuffers", 0
	}
	what := by.Ref(c.Object)
	if chain != 0 {
		what = by.Ref(chain)
	}
	d := words.New(code, c.Site, "%s %s while %s may still need it", what, does, by.Ref(u.Queue)).WithResource(what)
	if chain != 0 {
		d.Note("It is %s that is needed, one of its back buffers.", by.Ref(c.Object))
	}
	if u.Inside != 0 {
		d.Note("What is needed is %s, which is placed in it.", by.Ref(u.Inside))
	}
	return Add(by, d, u)
}

// Words say what is wrong with a call that gives something up which a use needs.
type Words func(by Asker, u Use) *diag.Diagnostic

// Reset words the Reset of an allocator whose lists may still be executed.
func Reset(site gpu.Site, allocator gpu.ID) Words {
	return func(by Asker, u Use) *diag.Diagnostic {
		what := by.Ref(allocator)
		d := words.New(diag.AllocatorInFlight, site, "%s is reset while %s may still execute %s", what, by.Ref(u.Queue), by.Ref(u.List)).
			WithResource(what).
			Note("The same wait has to come before the CPU writes memory or descriptors that %s reads.", by.Ref(u.List))
		return Add(by, d, u).HelpText("or give each frame in flight an allocator of its own")
	}
}

// Again words the submission of a list that may still be executed.
func Again(site gpu.Site) Words {
	return func(by Asker, u Use) *diag.Diagnostic {
		d := words.New(diag.ListInFlight, site, "%s is submitted again while %s may still execute it", by.Ref(u.List), by.Ref(u.Queue)).
			WithResource(by.Ref(u.List))
		return Add(by, d, u)
	}
}

// Twice says that a list stands twice in a call.
func Twice(n conflict.Names, c *gpu.SubmitCall, list gpu.ID, first, second int) *diag.Diagnostic {
	d := words.New(diag.ListInFlight, c.Site, "%s is submitted twice in one call, as list %d and list %d", n.Ref(list), first+1, second+1)
	return d.WithResource(n.Ref(list)).
		HelpFix(c.Site, diag.Drop(c.Method, fmt.Sprintf("[%d]", second+1)), "record a second list, or submit it again when it has finished")
}

// Overwrites words a call that writes a descriptor while submitted work may still read it as it was.
func Overwrites(c *gpu.DescriptorCall, at gpu.CPUDescriptorHandle) Words {
	site, method := c.Site, c.Method
	return func(by Asker, u Use) *diag.Diagnostic {
		return Add(by, tables.Overwriting(by.Names, site, method, at, u.Queue), u)
	}
}

// Add adds where the work was submitted, and the wait that makes the call safe.
func Add(by Asker, d *diag.Diagnostic, u Use) *diag.Diagnostic {
	d.Open = d.Open || u.Maybe
	d.Also(u.Submit, fmt.Sprintf("submitted here to %s", by.Ref(u.Queue)))
	if u.Record != 0 {
		d.Via(u.Record, fmt.Sprintf("%s, %s", by.Ref(u.List), u.Op))
	}
	of := conflict.Use{Point: u.Point, Queue: u.Queue, Submit: u.Submit, Presents: u.List == 0, At: by.At, Call: by.Call, Wrote: by.Wrote}
	if by.Lacks != nil {
		by.Lacks.Tell(by.Names, &of, d)
		return d
	}
	conflict.InFlight(by.Names, by.Order, by.Thread, &of, d)
	return d
}
