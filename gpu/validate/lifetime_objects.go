package validate

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/recorded"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/roster"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// UsesReleased implements addresses.World.
func (n names) UsesReleased(id gpu.ID, s gpu.Site, method string) {
	protocol.Released(n, id, id, s, method)
}

// caller is what messages need of a call.
type caller interface {
	CallSite() gpu.Site
	CallName() string
	CallThread() gpu.ID
}

// unusable refuses an object that was released, or whose memory was, or that another device made than the one that the call works on.
func (v *Validator) unusable(id gpu.ID, c caller) bool {
	o := v.objects.Get(id)
	return !v.fit(o) && v.unfit(o, id, c)
}

// fit says of most objects that they are not unusable: what is known of one, which stands in no heap, is enough for that where there is one thread.
func (v *Validator) fit(o *roster.Object) bool { return v.threads.Len() == 0 && o.Sound(v.scope) }

// repeats says whether a command does with an object what its thread did with it last: most of a list do. Then there is nothing to be looked at.
func (v *Validator) repeats(o *roster.Object, id gpu.ID, as owner.Class) bool {
	return v.calm && o.Sound(v.scope) && v.owners.Recorded(v.order, id, v.recorder, as)
}

// unfit is unusable for what is known of an object.
func (v *Validator) unfit(o *roster.Object, id gpu.ID, c caller) bool {
	if o == nil && !v.objects.Forgotten(id) {
		return false
	}
	if v.crowded() && (o == nil || shared(o)) {
		v.take(id, c, owner.Shares)
	}
	switch {
	case o == nil || o.Dead:
		protocol.Released(names{v}, id, id, c.CallSite(), c.CallName())
	case o.Parent != 0 && v.objects.Dead(o.Parent):
		protocol.Released(names{v}, id, o.Parent, c.CallSite(), c.CallName())
	case o.Device != v.scope && o.Device != 0 && v.scope != 0:
		protocol.OtherDevice(names{v}, id, v.scope, v.subject, c.CallSite(), c.CallName())
	default:
		return false
	}
	return true
}

// shared says whether threads use an object beside each other until one gives it up. Of lists and allocators each call says how it uses them.
func shared(o *roster.Object) bool {
	switch o.Body.(type) {
	case nil, *allocator, *device, *list:
		return false
	}
	return true
}

// checkRelease: an object is released once, and not while submitted work needs it. Fences, queues and lists may be released at any time.
func (v *Validator) checkRelease(c *gpu.ReleaseCall) {
	o := v.objects.Get(c.Object)
	if r := v.resource(c.Object); r != nil && r.Chain != nil && v.crowded() {
		v.uses(owner.Object{ID: r.Chain.ID}, c, owner.Caller{As: owner.Ends})
		v.uses(owner.Object{ID: c.Object}, c, owner.Caller{As: owner.Ends, In: r.Chain.ID})
	} else {
		v.take(c.Object, c, owner.Ends)
	}
	switch {
	case v.objects.Dead(c.Object):
		protocol.Released(names{v}, c.Object, c.Object, c.Site, c.Method)
	case o == nil:
	case v.on() && v.list(c.Object) == nil:
		v.checkUses(c, o)
	}
}

func (v *Validator) recordRelease(c *gpu.ReleaseCall) {
	o := v.objects.Get(c.Object)
	if o == nil || o.Dead {
		return
	}
	if v.on() && v.list(c.Object) == nil {
		v.giveUp(c, o)
	}
	if f := bodyOf[fence](v, c.Object); f != nil {
		v.order.ReleaseFence(v.thread(&c.CallHead), f.Number)
		v.course.Set(track.Need{Fence: f.Number, Value: ^uint64(0)})
	}
	if q := bodyOf[queue](v, c.Object); q != nil && !q.Shows && !v.order.Crowd() {
		of := v.device(o.Device)
		of.Left = append(of.Left, q.Agent)
	}
	if e := bodyOf[event](v, c.Object); e != nil {
		v.order.CloseEvent(e.Number)
	}
	if l := v.list(c.Object); l != nil {
		v.unwatch(l)
		bodyOf[allocator](v, l.Alloc).Free(l.ID)
	}
	if v.on() && v.busy(o, &c.CallHead) == nil { // work in flight still finds it
		v.content.Release(c.Object)
	}
	v.course.Release(c.Object)
	v.objects.Release(c.Object, c.Site)
	v.resident.Release(c.Object)
	if r := v.resource(c.Object); r != nil && r.Chain != nil {
		r.Chain.Abandon(r.ID)
	}
}

// busy is a use of the object by work that the calling thread cannot know to be finished; nil: there is none.
func (v *Validator) busy(o *roster.Object, h *gpu.CallHead) *flight.Use {
	v.asks = v.thread(h)
	return v.unfinished(o.Uses)
}

// unfinished is the one of some uses that the thread asked for last cannot know to be finished; nil: there is none.
func (v *Validator) unfinished(uses []flight.Use) *flight.Use {
	if len(uses) == 0 {
		return nil
	}
	return flight.Unfinished(v.order, v.asks, uses, v.missing)
}

// again notes that a list is submitted once more, with its bundles.
func again(submit gpu.Site, l *list, d *diag.Diagnostic) *diag.Diagnostic {
	d.Runs = []diag.Run{{List: l.ID, Submit: submit, Again: true}}
	for i := range l.Bundles {
		d.Runs = append(d.Runs, diag.Run{List: l.Bundles[i].Bundle, Submit: submit, Again: true})
	}
	return d
}

// checkInFlight: a recording is submitted again only when its last execution is finished, and once in a call. Another recording of the same list,
// made with Reset on another allocator, may be submitted at any time: that is how frames are recorded ahead.
func (v *Validator) checkInFlight(c *gpu.SubmitCall, l *list, at int) {
	if k := slices.Index(c.Lists[:at], l.ID); k >= 0 {
		v.out = append(v.out, again(c.Site, l, flight.Twice(names{v}, c, l.ID, k, at)))
		return
	}
	v.asks = v.thread(&c.CallHead)
	if u := flight.Executing(v.order, v.asks, v.objects.Get(l.ID).Uses, v.missing, l.Stamp); u != nil {
		v.out = append(v.out, again(c.Site, l, flight.Again(c.Site)(v.asker(), *u)))
	}
}

// checkReferences: a list holds no references, so what it recorded has to be there when it is submitted.
func (v *Validator) checkReferences(c *gpu.SubmitCall, l *list) {
	gone := func(b recorded.BundleUse) bool { return v.recordingGone(c, l, b) }
	if slices.ContainsFunc(l.Bundles, gone) || gone(recorded.BundleUse{Alloc: l.Alloc, Resets: l.Resets, Site: l.Opened}) {
		return
	}
	for i := range l.Refs {
		r := &l.Refs[i]
		if v.crowded() {
			v.take(r.ID, c, owner.Needs, owner.Need{Site: r.Site, List: l.ID, Op: r.Op})
		}
		if v.objects.Get(r.ID).Sound(0) {
			continue
		}
		via := func() string { return fmt.Sprintf("%s, %s", v.objects.Ref(l.ID), r.Op) }
		if v.objects.Dead(r.ID) {
			protocol.SubmitReleased(names{v}, c, l.ID, r.ID, r.ID, r.Site, via())
			return
		}
		if b := v.resource(r.ID); b != nil && b.Parent != 0 && v.objects.Dead(b.Parent) {
			protocol.SubmitReleased(names{v}, c, l.ID, r.ID, b.Parent, r.Site, via())
			return
		}
	}
}

// recordingGone says whether the recording of a list, or of a bundle in it, is not on its allocator any more, and says so.
func (v *Validator) recordingGone(c *gpu.SubmitCall, l *list, b recorded.BundleUse) bool {
	switch a := bodyOf[allocator](v, b.Alloc); {
	case a == nil:
	case v.objects.Dead(b.Alloc):
		via := v.objects.Ref(l.ID) + " records on it"
		if b.Alloc != l.Alloc {
			via = fmt.Sprintf("%s, %s", v.objects.Ref(l.ID), gpu.OpExecuteBundle)
		}
		protocol.SubmitReleased(names{v}, c, l.ID, b.Alloc, b.Alloc, b.Site, via)
		return true
	case a.Reset != b.Resets:
		protocol.SubmitReset(names{v}, c, l.ID, b.Alloc, a.Site)
		return true
	}
	return false
}

// recordSubmit remembers for every object which submission needs it last.
func (v *Validator) recordSubmit(c *gpu.SubmitCall) {
	q := bodyOf[queue](v, c.Queue)
	if q == nil || !v.on() {
		return
	}
	if v.order.Crowd() {
		v.doubtLists(c)
	}
	v.book.Submits(&q.Tail, v.thread(&c.CallHead), c)
	v.owners.Sends(v.order, owner.Caller{Agent: v.thread(&c.CallHead), ID: c.Thread, Site: c.Site, Call: c.Method, Queue: c.Queue})
	p := v.order.Submit(v.thread(&c.CallHead), q.Agent, c.Site)
	number := v.races.Submit(c.Queue, c.Thread, p, c.Site)
	v.races.Maybe(c.Queue, number, 0, v.owners.Open()...)
	v.races.Maybe(c.Queue, number, hazard.Varying, v.owners.Varying()...)
	if v.halts.Unsure(p) {
		v.races.Maybe(c.Queue, number, 0, owner.Impossible...)
	}
	v.content.Submit(c.Queue, p, c.Site, v.promises(c))
	if !v.resident.Idle() {
		v.resident.Submit(v.order, p, v.memoryOf(c))
	}
	varying := v.suspects.Begin(c.Lists, c.Site, tables.Moment{Point: p, Writes: v.writes}, v.thread(&c.CallHead), c.Queue,
		func() []course.List { return v.lists(c, nil) })
	chooses := varying != nil
	v.tables.Begin(c.Queue, number, varying)
	chooser := flight.Chooser{Point: p, Queue: c.Queue, Number: number, Site: c.Site}
	if chooses {
		chooser.Writes, chooser.Tables = varying.Writes, varying.Tables
		v.named.Begin(c.Queue, number, p, nil)
	}
	if !q.Any {
		lists := v.running // as checkCourse has left them
		if varying != nil && varying.States != nil || !v.expected {
			lists = v.lists(c, varying)
		}
		v.course.Submit(c.Queue, lists, p, c.Site)
		v.races.Claim(c.Queue, number, lists)
	}
	for _, id := range c.Lists {
		l := v.list(id)
		if l == nil {
			continue
		}
		if l.Submitted = true; len(l.Names) > 0 {
			v.named.Begin(c.Queue, number, p, l.Names)
			chooses = true
		}
		u := flight.Use{Point: p, Queue: c.Queue, List: id, Submit: c.Site, Number: number, Stamp: l.Stamp}
		v.mark(id, &u)
		v.mark(l.Alloc, &u)
		for _, b := range l.Bundles {
			v.mark(b.Alloc, &u)
		}
		for i := range l.Refs {
			r := &l.Refs[i]
			u.Record, u.Op = r.Site, r.Op
			v.mark(r.ID, &u)
		}
		for i := range l.Tables.Tables {
			v.markTable(&l.Tables.Tables[i], u)
		}
	}
	if chooses {
		v.given.Begin(chooser)
		v.races.Maybe(c.Queue, number, hazard.Varying, v.owners.Choosing(v.order, p, number)...)
		v.resident.Begin(v.order, p, number, v.memoryOf(c))
	}
}

// mark remembers a use of an object, and of the heap that it stands in.
func (v *Validator) mark(id gpu.ID, u *flight.Use) {
	o := v.objects.Get(id)
	if o == nil || o.Dead {
		return
	}
	if r, ok := o.Body.(*resource); ok && r.Parent != 0 {
		w := *u
		w.Inside = id
		v.mark(r.Parent, &w)
	}
	o.Uses = flight.With(o.Uses, u, v.order.Crowd())
}

// users calls f for the last submissions that need an object, or the heap in which it stands.
func (v *Validator) users(id gpu.ID, f func(track.Point)) {
	if r := v.resource(id); r != nil && r.Parent != 0 {
		id = r.Parent
	}
	if o := v.objects.Get(id); o != nil {
		for i := range o.Uses {
			f(o.Uses[i].Point)
		}
	}
}

// asker is the thread whose work in flight was asked for last.
func (v *Validator) asker() flight.Asker {
	return flight.Asker{Names: names{v}, Order: v.order, Thread: v.asks, Missing: v.missing, Disputed: names{v}.Disputed,
		Wrote: v.races.Wrote(v.asks)}
}

// checkUses: no submitted work may need an object that is given up. Back buffers are given up together: of them the one is told that is needed last.
func (v *Validator) checkUses(c *gpu.ReleaseCall, o *roster.Object) {
	u := v.busy(o, &c.CallHead)
	if r := v.resource(c.Object); r != nil && r.Chain != nil {
		if u = nil; !r.Chain.Whole() {
			return
		}
		for _, id := range r.Chain.Buffers {
			if x := v.busy(v.objects.Get(id), &c.CallHead); x != nil && (u == nil || x.Point.Queue == u.Point.Queue && x.Point.Pos > u.Point.Pos) {
				u, c = x, &gpu.ReleaseCall{CallHead: c.CallHead, Kind: c.Kind, Object: id}
			}
		}
	}
	if u != nil {
		v.out = append(v.out, v.releasedInFlight(v.asker(), c, *u))
	}
}

// releasedInFlight words a Release of an object that work may still need; a back buffer is released with its chain.
func (v *Validator) releasedInFlight(by flight.Asker, c *gpu.ReleaseCall, u flight.Use) *diag.Diagnostic {
	chain := gpu.ID(0)
	if r := v.resource(c.Object); r != nil && r.Chain != nil {
		chain = r.Chain.ID
	}
	return flight.Released(by, c, chain, u)
}

// doubtLists is doubt for the lists of a submission that were submitted before.
func (v *Validator) doubtLists(c *gpu.SubmitCall) {
	for _, id := range c.Lists {
		l := v.list(id)
		if l == nil {
			continue
		}
		if uses := v.objects.Get(id).Uses; v.doubts.Keeps(v.order, v.thread(&c.CallHead), uses, l.Stamp) {
			v.doubt(&c.CallHead, uses, l.Stamp, flight.Again(c.Site))
		}
	}
}

// doubt keeps a call that is right as far as its thread knows, where there are others; say words it. Frequent calls ask for others before they make
// that.
func (v *Validator) doubt(h *gpu.CallHead, uses []flight.Use, recording uint32, say flight.Words) {
	if v.on() && v.order.Crowd() {
		v.doubts.Keep(v.order, v.thread(h), uses, recording, say)
	}
}

// giveUp keeps a Release of an object that work may come to choose, or may need if its thread knows less than it seems.
func (v *Validator) giveUp(c *gpu.ReleaseCall, o *roster.Object) {
	v.tellLate()
	call := *c
	say := func(by flight.Asker, u flight.Use) *diag.Diagnostic { return v.releasedInFlight(by, &call, u) }
	if v.doubt(&c.CallHead, o.Uses, 0, say); v.busy(o, &c.CallHead) == nil {
		v.given.Keep(v.asker(), flight.Thing{Object: c.Object}, flight.Was{}, o.Uses, say, func(w *flight.Chooser, early *bool) {
			v.races.Maybe(w.Queue, w.Number, c.Object, early)
		})
	}
}
