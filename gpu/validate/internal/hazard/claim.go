package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/claims"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
)

// A command needs all subresources that a view shows in their state, whichever texels it touches. So a transition of one of them that nothing orders
// with the command is one out of order, too, although the two have no byte in common:
//
//	queue A   [ loads from mip 0, through a view of mips 0 to 2 ]
//	queue B   [ mip 1: COPY_DEST ]
//
// So is a transition of another texture in its memory, and a copy to mip 1 that promotes it from COMMON, which needs no barrier. Such claims are in
// nobody else's way. What a work touches says more than what it claims, and is told first.

// Claim tells what a submission executes, in which it needs subresources in some states.
func (d *Detector) Claim(queue gpu.ID, submission uint64, lists []course.List) {
	if w := d.workOf(queue, submission); w != nil {
		w.claims = claims.Add(d.claims.Take(), lists, d.options.Locate, &d.place)
	}
}

// firstClaim is above the numbers of all commands of a work.
const firstClaim = 1 << 31

// claim adds the claims of a work that is compared with others, but for subresources that it touches.
func (d *Detector) claim(w *work) {
	for i := 0; i < len(w.claims) && w.ran; i++ {
		c := &w.claims[i]
		p := d.part(w, c.Memory)
		if p.touches(c) {
			continue
		}
		d.command = command{work: w, submit: w.side.Submit, list: c.List, op: c.Op, index: c.Index, record: c.Record, number: firstClaim + c.Number}
		d.manner = manner{resource: c.Resource, at: c.Offset, low: c.Begin, high: c.End, whole: extent{c.First, c.Last},
			as: c.As, claims: true, role: c.Role}
		d.next.begin, d.next.end, d.next.part = c.Begin, c.End, 0
		d.hold(w, p, &d.next)
	}
}

// touches says whether a span of the part is in all subresources of a claim, so that whatever conflicts with the claim conflicts with that.
func (p *part) touches(c *claims.Claim) bool {
	for _, s := range p.spans {
		if m := s.how; m.resource == c.Resource && m.low <= c.Begin && c.End <= m.high && m.stride == 0 && !m.claims {
			return true
		}
	}
	return false
}

// unclaim takes the memory of the claims of a work back.
func (d *Detector) unclaim(w *work) {
	if n := cap(w.claims); n > 0 && n <= maxSpare {
		d.claims.Put(w.claims[:0], fewIdle)
	}
	w.claims = nil
}
