package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Explain implements device.Explainer: it words what went wrong while work ran. It returns nil for incidents that it does not
// know.
func (v *Validator) Explain(incident gpu.Incident) *diag.Diagnostic {
	v.out = v.out[:0]
	switch i := incident.(type) {
	case *gpu.DescriptorFault:
		v.sayDescriptorFault(i)
	case *gpu.Hang:
		v.order.Remove()
		v.sayHang(i)
	case *gpu.OutOfBounds:
		v.sayOutOfBounds(i)
	case *gpu.OutOfMemory:
		v.sayOutOfMemory(i)
	case *gpu.PageFault:
		v.order.Remove()
		v.sayPageFault(i)
	case *gpu.Removed:
		v.sayRemoved(i)
	case *gpu.Stall:
		v.explainStall(i)
	case *gpu.TooManyObjects:
		v.sayTooManyObjects(i)
	}
	if len(v.out) == 0 {
		return nil
	}
	d := v.out[0]
	v.out = v.out[:0]
	return d
}

// explainStall tells the kinds of deadlock apart: the GPU is only paused, waits that need each other, a signal that is missing.
func (v *Validator) explainStall(s *gpu.Stall) {
	switch {
	case len(s.Waiters) == 0:
	case s.Paused:
		v.sayPaused(s)
	case len(s.Cycle) > 0:
		v.sayCycle(s)
	case s.AtEnd:
		v.sayStuck(s)
	default:
		v.sayMissingSignal(s)
	}
}

// guilty is the first waiter, in the order of the stall, that lacks something nothing pending brings, with that lack.
func guilty(s *gpu.Stall) (*gpu.Waiter, *gpu.Lack) {
	for i := range s.Waiters {
		for k := range s.Waiters[i].Lacks {
			l := &s.Waiters[i].Lacks[k]
			if l.Thread == "" && !enough(l) {
				return &s.Waiters[i], l
			}
		}
	}
	return &s.Waiters[0], nil
}

// enough says whether a pending signal would satisfy the lack.
func enough(l *gpu.Lack) bool {
	for _, p := range l.Pending {
		if p.Enough {
			return true
		}
	}
	return false
}

// nearestPending is the pending signal with the largest value, nil if there is none.
func nearestPending(l *gpu.Lack) *gpu.PendingSignal {
	var best *gpu.PendingSignal
	for i := range l.Pending {
		if p := &l.Pending[i]; best == nil || p.Value > best.Value {
			best = p
		}
	}
	return best
}
