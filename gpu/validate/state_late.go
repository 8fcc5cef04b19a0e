package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
)

// expectLate works out the states that volatile descriptors need, as they are when the list is submitted: those that programs name, or those of which they
// choose. What subresources without a barrier before the command need goes to late, which is expected of what comes before the list; it says whether
// there are any. wrong hears of a barrier before the command that leaves another state; nil: it has heard already.
func (v *Validator) expectLate(l *list, late *track.States, varying bool, wrong func(gpu.ID, *diag.Diagnostic)) (some bool) {
	for i := range l.tables {
		t := &l.tables[i]
		for s, by := range v.descriptors(t) {
			if !by.Volatile || by.Varying != varying || by.Class == gpu.DescriptorSampler {
				continue
			}
			want := layout.StateOf(by.Class, by.stage)
			v.eachSubresource(s, func(r *resource, sub uint32) {
				if r.heap != gpu.HeapDefault {
					return
				}
				if !some {
					v.stamp++
					late.Begin(v.stamp)
					some = true
				}
				v.useLate(l, late, t, r, sub, want, wrong)
			})
		}
	}
	return some
}

// useLate follows one descriptor.
func (v *Validator) useLate(l *list, late *track.States, t *tableUse, r *resource, sub uint32, want gpu.ResourceStates, wrong func(gpu.ID, *diag.Diagnostic)) {
	var slot track.Slot
	subs := late.Of(r.id, r.subs, sub, &slot)
	for i := range subs {
		s, index := &subs[i], sub
		if sub == gpu.AllSubresources && len(subs) > 1 {
			index = uint32(i)
		}
		if b := l.barriers.Before(t.barriers, r.id, index); b != nil {
			s = &track.Subresource{How: track.Explicit, State: b.After, Site: b.Site, Op: gpu.OpResourceBarrier}
			if b.Flags == gpu.BarrierBeginOnly {
				s.State, s.Split, s.Begun = b.Before, b.Barrier, b.Site
			}
		}
		before := *s
		verdict := s.Use(want, r.comes, t.op, t.site)
		if verdict == track.Fine || wrong == nil {
			continue
		}
		u := standing.Use{List: l.id, Resource: r.id, State: &before, Command: &gpu.Command{Op: t.op, Site: t.site, List: l.id}}
		if verdict == track.SplitUse {
			wrong(r.id, standing.SplitUse(names{v}, u, want))
		} else {
			wrong(r.id, standing.WrongState(names{v}, u, want))
		}
		return
	}
}
