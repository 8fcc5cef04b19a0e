package commit

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/heaps"
)

// arguments sets the root arguments that changed: those of binding objects that were committed, addresses of dynamic buffers always, because
// mapping moves them, and inline constants that were set.
func (u *Use) arguments(s *State, in *sets) error {
	for i := range in {
		if c := &in[i]; u.Shows.Needs[i] && c.stale {
			var err error
			if c.fresh, err = u.fresh(s, c.srb); err != nil {
				return err
			}
		}
	}
	for i := range u.Shows.Parameters {
		a := &u.Shows.Parameters[i]
		if err := u.argument(a, &in[a.Signature]); err != nil {
			return err
		}
	}
	for i := range in {
		if c := &in[i]; u.Shows.Needs[i] {
			_, c.constants = binding.Revisions(c.srb)
			c.stale = false
		}
	}
	return nil
}

// argument sets one root argument if it changed.
func (u *Use) argument(a *layout.Parameter, in *set) error {
	_, now := binding.Revisions(in.srb)
	same := !in.stale && now == in.constants
	switch a.Kind {
	case layout.KindWords:
		if same {
			return nil
		}
		first := a.Slot.FirstWord
		return u.To.Constants(u.Recorder, a.Index, binding.CacheOf(in.srb).Words[first:first+a.Slot.Words])
	case layout.KindView:
		at := &binding.CacheOf(in.srb).Bound[a.Slot.First+a.Element]
		if same && at.Moves == nil {
			return nil
		}
		address, err := u.address(a.Slot, at)
		if err != nil {
			return err
		}
		return u.To.View(u.Recorder, a.Slot.Class == gpu.DescriptorCBV, a.Index, address)
	}
	if !in.stale {
		return nil
	}
	t := &binding.SignatureOf(in.srb).Layout.Tables[a.Table]
	if t.Dynamic {
		return u.To.Table(u.Recorder, a.Index, in.fresh[t.Heap].GPUAt(t.Base))
	}
	base, err := binding.Table(in.srb, t)
	if err != nil {
		return err
	}
	return u.To.Table(u.Recorder, a.Index, base)
}

// address is the GPU virtual address that a root view points at now.
func (u *Use) address(s *layout.Slot, at *binding.Element) (uint64, error) {
	if at.Moves == nil {
		return at.Address + at.Offset, nil
	}
	now, err := u.Contents.Current(&at.Moves.Usage, u.Method)
	if err != nil {
		return 0, err
	}
	reach := mapped.Reach{Begin: at.Base + at.Offset, End: at.Base + at.Offset + at.Size}
	if s.Class == gpu.DescriptorCBV {
		now.Reads(u.Recorder, reach, u.Method)
	} else {
		now.MayRead(u.Recorder, reach, u.Method)
	}
	return now.Address() + at.Address + at.Offset, nil
}

// fresh binds the descriptor heaps if the binding object has tables, takes descriptors of the frame for its dynamic variables, and copies theirs into
// them.
func (u *Use) fresh(s *State, b *binding.Object) (fresh [2]heaps.Range, err error) {
	l := &binding.SignatureOf(b).Layout
	if len(l.Tables) == 0 {
		return fresh, nil
	}
	if !s.heaps {
		set := []gpu.DescriptorHeap{}
		for _, h := range u.Home.Memory.GPU {
			set = append(set, h.DescriptorHeap().(gpu.DescriptorHeap))
		}
		u.Recorder.List.SetSite(u.Recorder.Site)
		if err := u.Recorder.List.SetDescriptorHeaps(set); err != nil {
			return fresh, err
		}
		s.heaps = true
	}
	for h, n := range l.Sizes[1] {
		if n == 0 {
			continue
		}
		if fresh[h], err = u.Home.Descriptors(u.Frame, uint32(h), n, u.Place.Said); err != nil {
			return fresh, err
		}
	}
	return fresh, binding.Fresh(b, fresh)
}
