package owner

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Where three threads use an object in no order, two of them come first in each run, and a third one later. So the one whose call finds that out lets the others go on until
// they cannot go on without it, and then the first two are named by an order that no run changes:
//
//	thread "a"         list:Close                 a run that begins with "b" and "c" names "a" and "b", too
//	thread "b"   list:Close
//	thread "c"     list:Close ── finds "b" and waits for "a"

// Again is Told when no other thread can go on: then it stays as it is.
func (b *Book) Again(n Names, order *track.Order, object Object) *diag.Diagnostic {
	o := b.of[object]
	if o == nil || o.told == nil || o.final {
		return b.Told(object)
	}
	if x, y := o.pair(order); x != nil {
		o.told = say(n, order, object, *x, *y)
	}
	o.final = true
	return o.told
}

// pair is the first use with which another one stands in no order, and the first of those.
func (o *Owner) pair(order *track.Order) (x, y *use) {
	uses := append([]use(nil), o.uses...)
	track.Sequence(order, uses, func(u use) track.Call { return track.Call{By: u.Agent, Knew: u.knew} })
	for i := range uses {
		for k := i + 1; k < len(uses); k++ {
			if uses[i].beside(&uses[k]) {
				return &uses[i], &uses[k]
			}
		}
	}
	return nil, nil
}

// beside says whether nothing orders two uses that disturb each other.
func (u *use) beside(v *use) bool {
	return u.Agent != v.Agent && u.As.disturbs(v.As) && v.knew.At(u.Agent) < u.point.Pos && u.knew.At(v.Agent) < v.point.Pos
}
