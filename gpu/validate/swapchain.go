package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/present"
)

// chain is a SwapChain. Its back buffers are the resources that its creation, or a ResizeBuffers, makes.
type chain struct {
	id      gpu.ID
	count   uint32
	site    gpu.Site // of the call that makes the buffers
	buffers []gpu.ID
	current int // the buffer that the next Present shows
}

// adopt makes a new resource a back buffer, if the last swap chain that was made or resized lacks one.
func (v *Validator) adopt(r *resource, site gpu.Site) {
	if s := v.filling; s != nil && site == s.site && uint32(len(s.buffers)) < s.count && r.desc.Flags&gpu.AllowRenderTarget != 0 {
		r.chain = s
		s.buffers = append(s.buffers, r.id)
	}
}

// abandon follows the Release of a back buffer by ResizeBuffers: the buffers that are made next take their places.
func (v *Validator) abandon(c *gpu.ReleaseCall) {
	if r := v.resource(c.Object); r != nil && r.chain != nil {
		s := r.chain
		s.buffers, s.current, s.site, s.count = nil, 0, c.Site, gpu.MaxBackBuffers
		v.filling = s
	}
}

// checkBackBuffers: what a list does to back buffers, it does to the one that the next Present shows.
func (v *Validator) checkBackBuffers(c *gpu.SubmitCall, l *list) {
	for i := range l.refs {
		r := v.resource(l.refs[i].id)
		if r == nil || r.chain == nil || r.chain.current >= len(r.chain.buffers) {
			continue
		}
		if now := r.chain.buffers[r.chain.current]; now != r.id {
			v.say(diag.BackBufferNotCurrent, c.Site, "%s uses %s, and %s is the current back buffer of %s", v.ref(l.id), v.ref(r.id), v.ref(now), v.ref(r.chain.id)).
				Via(l.refs[i].site, fmt.Sprintf("%s, %s", v.ref(l.id), l.refs[i].op)).WithResource(v.ref(r.id)).
				HelpText("record for GetBuffer(GetCurrentBackBufferIndex()), and submit before the Present of that buffer")
			return
		}
	}
}

// checkPresent: the back buffer is in state PRESENT when the queue comes to it, as far as that is certain.
func (v *Validator) checkPresent(c *gpu.PresentCall) {
	v.within(c.Chain)
	r := v.resource(c.Buffer)
	if v.unusable(c.Chain, c) || v.unusable(c.Queue, c) || r == nil || v.unusable(c.Buffer, c) || !v.on() {
		return
	}
	v.out = append(v.out, present.Present(names{v}, c)...)
	var want track.States
	v.stamp++
	want.Begin(v.stamp)
	var slot track.Slot
	stay := gpu.Barrier{Resource: c.Buffer, Before: gpu.StatePresent, After: gpu.StatePresent}
	want.Of(c.Buffer, r.subs, gpu.AllSubresources, &slot)[0].Transition(&stay, r.comes, gpu.OpNone, c.Site)
	if problems := v.course.Check(v.thread(&c.CallHead), c.Queue, []course.List{{States: &want}}, c.Site); len(problems) > 0 {
		p := problems[0]
		d := v.say(diag.PresentState, c.Site, "Present shows %s, and it is in %s then", v.ref(c.Buffer), p.Found.State)
		if p.Found.Site != 0 {
			d.Also(p.Found.Site, "it comes to "+p.Found.State.String()+" here")
		}
		d.HelpText("record a TRANSITION with Before = %q, After = \"PRESENT\" after the last draw", p.Found.State)
	}
}

// recordPresent follows a Present as a submission of its own, which reads the back buffer.
func (v *Validator) recordPresent(c *gpu.PresentCall) {
	q := bodyOf[queue](v, c.Queue)
	if q == nil || c.Buffer == 0 {
		return
	}
	p := v.order.Submit(v.thread(&c.CallHead), q.agent, c.Site)
	if !v.on() {
		return
	}
	v.races.Submit(c.Queue, p, c.Site)
	v.content.Submit(c.Queue, p, c.Site, nil)
	v.mark(c.Buffer, use{point: p, queue: c.Queue, submit: c.Site})
	if r := v.resource(c.Buffer); r != nil && r.chain != nil {
		r.chain.current = (r.chain.current + 1) % len(r.chain.buffers)
	}
	v.course.Submit(c.Queue, nil, p, c.Site)
}

// checkChain asks for the rules of new back buffers.
func (v *Validator) checkChain(c *gpu.CreateCall, d *gpu.SwapChainDesc) {
	q := bodyOf[queue](v, c.Queue)
	v.out = append(v.out, present.Create(names{v}, c.CallHead, c.Queue, q == nil || q.typ == gpu.ListDirect, d)...)
}

// checkResize asks for the rules of new back buffers of an old chain.
func (v *Validator) checkResize(c *gpu.ResizeCall) {
	v.within(c.Chain)
	if !v.unusable(c.Chain, c) && !v.unusable(c.Queue, c) {
		v.out = append(v.out, present.Resize(names{v}, c)...)
	}
}
