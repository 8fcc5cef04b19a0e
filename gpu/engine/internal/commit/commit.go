// Package commit is what CommitShaderResources leaves in a recording, and what each draw and dispatch makes of it: it applies the rules to the
// resources that shaders use, brings them into their states, and sets the root arguments that changed.
//
//	CommitShaderResources ──▶ State: a binding object for each place of a signature, of draws and of dispatches
//	Draw, DispatchCompute ──▶ Use.Apply: rules ─▶ states ─▶ fresh descriptors of dynamic variables ─▶ root arguments
//
// It must not know contexts or pipelines: a Use says what is needed of both.
package commit

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
)

// State is what is committed in a recording. The zero value is nothing.
type State struct {
	sets  [2]sets // of dispatches and of draws
	heaps bool    // the descriptor heaps are bound
}

type sets [desc.MaxSignatures]set

// set is a binding object that was committed.
type set struct {
	srb       *binding.Object
	revision  uint64 // of its resources at the commit
	constants uint64 // of its inline constants and offsets when they were set last
	mode      desc.Transition
	site      gpu.Site       // of the commit
	stale     bool           // its arguments were not set yet
	fresh     [2]heaps.Range // for its dynamic variables, by heap type
}

// of are the sets of draws or of dispatches.
func (s *State) of(draws bool) *sets {
	if draws {
		return &s.sets[1]
	}
	return &s.sets[0]
}

// Any says whether something is committed for draws, or for dispatches.
func (s *State) Any(draws bool) bool {
	return slices.ContainsFunc(s.of(draws)[:], func(x set) bool { return x.srb != nil })
}

// Commit puts a binding object at the place of its signature.
func (s *State) Commit(b *binding.Object, mode desc.Transition, site gpu.Site) {
	of := binding.SignatureOf(b)
	revision, constants := binding.Revisions(b)
	s.of(of.Draws)[of.Index] = set{srb: b, revision: revision, constants: constants, mode: mode, site: site, stale: true}
}

// Unset says that a root signature was set, which has no arguments yet.
func (s *State) Unset(draws bool) {
	of := s.of(draws)
	for i := range of {
		of[i].stale = true
	}
}

// Use is a draw or a dispatch that uses what is committed.
type Use struct {
	Recorder *record.Recorder
	Method   string
	Home     *binding.Home
	Place    *objects.Place // the context
	Queue    int            // that will execute it
	Frame    *memory.Frame  // of the context
	Contents *mapped.Contents

	Pipeline   *objects.Object
	Signatures *[desc.MaxSignatures]*binding.Signature
	Shows      *layout.Root // how the root signature shows them
	To         record.Root
}

// Apply makes what is committed ready for the use.
func (s *State) Apply(u *Use) error {
	in := s.of(u.To.Graphics)
	for i, needed := range u.Shows.Needs {
		if !needed {
			continue
		}
		if err := u.committed(i, &in[i]); err != nil {
			return err
		}
	}
	if err := u.resources(in); err != nil {
		return err
	}
	return u.arguments(s, in)
}

// committed applies the rules of what was committed at a place of a pipeline.
func (u *Use) committed(at int, s *set) error {
	rules, own := u.Home.Rules, u.Signatures[at]
	if s.srb == nil {
		return rules.Refuse(words.NotCommitted(u.Place.Said(), u.Pipeline.Said(), own.Owner.Said(), u.Method))
	}
	life, of := binding.Life(s.srb), binding.SignatureOf(s.srb)
	revision, _ := binding.Revisions(s.srb)
	if of != own && of.Layout.Key != own.Layout.Key {
		return rules.Refuse(words.OtherLayout(u.Place.Said(), u.Pipeline.Said(), life.Said(), of.Owner.Said(), own.Owner.Said(), u.Method))
	}
	if err := life.Live(u.Place, u.Method, u.Recorder.Site); err != nil {
		return err
	}
	if revision != s.revision {
		return rules.Hazard(words.Changed(u.Place.Said(), life.Said(), s.site, u.Method))
	}
	return nil
}

// resources applies the rules to everything that the pipeline's shaders use, and brings it into its state.
func (u *Use) resources(all *sets) error {
	for i := range u.Shows.Used {
		v := &u.Shows.Used[i]
		if v.Slot.Words > 0 {
			continue
		}
		in := &all[v.Signature]
		bound := binding.CacheOf(in.srb).Bound
		for k := range v.Count {
			if err := u.resource(v, k, &bound[v.Slot.First+k], in); err != nil {
				return err
			}
		}
	}
	return nil
}

// resource is resources for one element of a variable.
func (u *Use) resource(v *layout.Used, k int, at *binding.Element, in *set) error {
	site := u.Recorder.Site
	switch {
	case at.Resource == nil:
		return u.Home.Rules.Refuse(words.Missing(binding.SignatureOf(in.srb).Owner.Said(), v.Slot, k, u.Method, site))
	case v.Stride != 0 && at.Stride != v.Stride:
		return u.Home.Rules.Refuse(words.KindAtUse(u.Place.Said(), binding.Life(in.srb).Said(), v.Slot, k, at.Stride, v.Stride, u.Method))
	}
	if err := u.use(at.Viewed); err != nil {
		return err
	}
	if at.Viewed != at.Resource {
		if err := u.use(at.Resource); err != nil {
			return err
		}
	}
	if at.Tracked == nil {
		return nil
	}
	return u.Recorder.Require(at.Tracked, at.Part, v.Slot.State(), in.mode, u.Method)
}

// use notes the use of an object that is there.
func (u *Use) use(o *objects.Object) error {
	if err := o.UsableOn(u.Place, u.Queue, u.Method, u.Recorder.Site); err != nil {
		return err
	}
	u.Recorder.Use(&o.Usage, u.Method)
	return nil
}
