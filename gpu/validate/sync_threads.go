package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
)

// take gives a list or an allocator to the thread that calls. As long as there is one thread, nobody asks.
func (v *Validator) take(id gpu.ID, o *owner.Owner, by owner.Caller) {
	if !v.on() {
		return
	}
	if d := o.Take(names{v}, v.order, id, by); d != nil {
		v.out = append(v.out, d)
	}
	v.disputed = v.disputed || o.Told()
}

// followDispute marks what is wrong with a call on an object that two threads use in no order: another schedule may not have it.
func (v *Validator) followDispute() {
	for _, d := range v.out {
		d.Follows = d.Follows || d.Code != diag.TwoThreads
	}
}

// takeList is take for a call that uses a list, the allocator that the list records on, and an allocator that the call names; 0: none.
func (v *Validator) takeList(h *gpu.CallHead, id, named gpu.ID) {
	if len(v.threads) == 1 {
		return
	}
	by := owner.Caller{Agent: v.thread(h), ID: h.Thread, Site: h.Site, Call: h.Method}
	l := v.list(id)
	if l != nil {
		v.take(id, &l.owner, by)
		if named == 0 && l.open {
			named = l.alloc
		}
	}
	if a := bodyOf[allocator](v, named); a != nil && len(v.out) == 0 {
		v.take(named, &a.owner, by)
	}
}
