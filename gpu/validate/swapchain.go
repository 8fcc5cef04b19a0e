package validate

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/fences"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/present"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
)

// adopt makes a new resource a back buffer of its chain.
func (v *Validator) adopt(r *resource, id gpu.ID) {
	if s := bodyOf[chain](v, id); s != nil {
		r.Chain = s
		s.Adopt(r.ID)
	}
}

// Resized implements protocol.World.
func (n names) Resized(id gpu.ID) bool {
	r := n.v.resource(id)
	return r != nil && r.Chain != nil && n.v.objects.Dead(id) && !n.v.objects.Dead(r.Chain.ID)
}

// checkBackBuffers: what a list does to back buffers, it does to the one that the next Present shows.
func (v *Validator) checkBackBuffers(c *gpu.SubmitCall, l *list) {
	for i := range l.Refs {
		r := v.resource(l.Refs[i].ID)
		if r != nil && r.Chain.Others(r.ID) && !v.objects.Dead(r.ID) {
			v.out = append(v.out, present.NotCurrent(names{v}, c.Site, l.ID,
				present.Use{Buffer: r.ID, Chain: r.Chain, Site: l.Refs[i].Site, Op: l.Refs[i].Op}))
			return
		}
	}
}

// checkPresent: the back buffer is in state PRESENT when the queue comes to it, as far as that is certain.
func (v *Validator) checkPresent(c *gpu.PresentCall) {
	v.within(c.Chain)
	r := v.resource(c.Buffer)
	if v.unusable(c.Chain, c) || r == nil || v.unusable(c.Buffer, c) || !v.on() {
		return
	}
	v.out = append(v.out, present.Present(names{v}, c)...)
	t := v.thread(&c.CallHead)
	if q := bodyOf[queue](v, c.Queue); q != nil && !v.resident.Idle() {
		if d := v.resident.Check(names{v}, v.order, q.Agent, v.shownMemory(c)); d != nil {
			v.out = append(v.out, d)
		}
	}
	v.stamp++
	v.presents.Show(v.stamp, c.Buffer, r.Subs, r.Comes, c.Site)
	v.running = append(v.running[:0], course.List{States: &v.presents})
	if problems := v.course.Check(t, c.Queue, v.running, c.Site); len(problems) > 0 {
		v.out = append(v.out, standing.Shown(names{v}, c, &problems[0]))
	}
}

// recordPresent follows a Present as a submission of its own, which reads the back buffer.
func (v *Validator) recordPresent(c *gpu.PresentCall) {
	q := bodyOf[queue](v, c.Queue)
	if q == nil || c.Buffer == 0 || !v.on() {
		return
	}
	v.book.Submits(&q.Tail, v.thread(&c.CallHead), c)
	p := v.order.Present(v.thread(&c.CallHead), q.Agent, uint32(c.Chain), c.Latency, c.ChainFlags&gpu.SwapChainWaitable == 0, c.Site)
	v.races.Submit(c.Queue, c.Thread, p, c.Site)
	v.content.Submit(c.Queue, p, c.Site, nil)
	if !v.resident.Idle() {
		v.resident.Submit(v.order, p, v.shownMemory(c))
	}
	v.mark(c.Buffer, &flight.Use{Point: p, Queue: c.Queue, Submit: c.Site})
	if r := v.resource(c.Buffer); r != nil && r.Chain != nil {
		r.Chain.Show(c.Site)
	}
	v.course.Submit(c.Queue, nil, p, c.Site)
}

// Dropped implements device.Dropper: a back buffer that was told not to be in PRESENT counts as there as well, and what lists would have taken to
// another state as in that. What a thread does after a call by which others could have heard of it is apart from what it did before, as in a run in
// which the call is done.
func (v *Validator) Dropped(call gpu.Call) {
	switch call.(type) {
	case *gpu.SubmitCall, *gpu.PresentCall, *gpu.FenceCall:
		v.order.Told(v.threads.Get(call.CallThread()))
		names{v}.Tail(fences.Given(call)).Follow(v.order, v.threads.Get(call.CallThread()), call)
	}
	if !v.on() {
		return
	}
	switch c := call.(type) {
	case *gpu.PresentCall:
		v.course.Meant(c.Buffer, gpu.StatePresent, c.Site)
	case *gpu.SubmitCall:
		if q := bodyOf[queue](v, c.Queue); q != nil && !q.Any {
			v.course.Skip(c.Queue, v.lists(c, nil), c.Site)
		}
	}
}

// checkChain asks for the rules of new back buffers.
func (v *Validator) checkChain(c *gpu.CreateCall, d *gpu.SwapChainDesc) {
	if q := bodyOf[queue](v, c.Queue); !v.unusable(c.Queue, c) && q != nil {
		v.out = append(v.out, present.Create(names{v}, c.CallHead, c.Queue, q.Type == gpu.ListDirect, d)...)
	}
}

// checkResize asks for the rules of new back buffers of an old chain.
func (v *Validator) checkResize(c *gpu.ResizeCall) {
	v.within(c.Chain)
	v.take(c.Chain, c, owner.Ends)
	if !v.unusable(c.Chain, c) {
		v.out = append(v.out, present.Resize(names{v}, c)...)
		chain := bodyOf[chain](v, c.Chain)
		busy := func(id gpu.ID) bool { return v.busy(v.objects.Get(id), &c.CallHead) != nil }
		if v.on() && chain != nil && len(c.Held) > 0 &&
			(v.order.Crowd() || !slices.ContainsFunc(chain.Buffers, busy)) { // that is said of each, but may be up to the run
			v.out = append(v.out, present.Held(names{v}, c, chain))
		}
	}
}
