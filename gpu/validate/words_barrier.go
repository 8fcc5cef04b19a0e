package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// barrier names one barrier of a call as a script writes it.
func barrier(i int) string { return fmt.Sprintf("barrier %d", i+1) }

func (v *Validator) sayBarrierResource(c *gpu.Command, i int) {
	v.say(diag.BarrierWithoutResource, c.Site, "%s is a transition without Resource", barrier(i)).HelpText("name the resource, or use Type = \"UAV\"")
}

func (v *Validator) sayMatchingStates(c *gpu.Command, i int) {
	b := &c.Barriers[i]
	v.say(diag.BarrierSameStates, c.Site, "%s takes %s from %s to the same state", barrier(i), v.ref(b.Resource), b.Before).WithResource(v.ref(b.Resource)).
		HelpText(`remove it; between two unordered accesses use a barrier of Type = "UAV" for %s`, v.ref(b.Resource))
}

func (v *Validator) sayStateCombination(c *gpu.Command, i int) {
	b := &c.Barriers[i]
	bad, field := b.Before, "Before"
	if b.Before.Legal() && b.Before&^track.KnownStates == 0 {
		bad, field = b.After, "After"
	}
	v.say(diag.BarrierStateCombination, c.Site, "%s = %s of %s cannot be combined", field, bad, barrier(i)).WithResource(v.ref(b.Resource)).
		Because("A state that writes stands alone; states that read may be joined.")
}

func (v *Validator) sayFixedHeap(c *gpu.Command, i int, r *resource) {
	state := gpu.StateGenericRead
	if r.heap == gpu.HeapReadback {
		state = gpu.StateCopyDest
	}
	v.alsoCreated(v.say(diag.BarrierOnCPUHeap, c.Site, "%s changes the state of %s, which stands in a heap of type %s", barrier(i), v.ref(r.id), r.heap), r.id).
		Because("Resources of such heaps stay in %s.", state).HelpText("remove the barrier")
}

func (v *Validator) sayStateFlags(c *gpu.Command, i int, missing gpu.ResourceFlags) {
	b := &c.Barriers[i]
	v.alsoCreated(v.say(diag.BarrierFlagMissing, c.Site, "%s takes %s from %s to %s, which needs %s", barrier(i), v.ref(b.Resource), b.Before, b.After, missing), b.Resource).
		HelpText("create %s with Flags = %q", v.ref(b.Resource), missing)
}

func (v *Validator) sayStateOfList(l *list, c *gpu.Command, i int, bad gpu.ResourceStates) {
	b := &c.Barriers[i]
	d := v.alsoCreated(v.say(diag.BarrierStateOfList, c.Site, "%s cannot take %s from %s to %s: lists of type %s have no state %s", barrier(i), v.ref(b.Resource), b.Before, b.After, l.typ, bad), l.id)
	d.WithResource(v.ref(b.Resource))
	if l.typ == gpu.ListCopy {
		d.HelpText("use COMMON: on a copy queue it serves every use without a barrier")
		return
	}
	d.HelpText("record the barrier in a list of type DIRECT")
}

func (v *Validator) sayBarrierFlags(c *gpu.Command, i int) {
	v.say(diag.BadBarrierFlags, c.Site, "%s has flags %s", barrier(i), c.Barriers[i].Flags).HelpText("use BEGIN_ONLY in one barrier and END_ONLY in a later one, or neither")
}

func (v *Validator) sayNotPlaced(c *gpu.Command, id gpu.ID) {
	v.alsoCreated(v.say(diag.AliasingNotPlaced, c.Site, "an aliasing barrier names %s, which has memory of its own", v.ref(id)), id).
		HelpText("only resources of CreatePlacedResource share memory; remove the barrier")
}

func (v *Validator) sayHeapState(r *resource, have, want gpu.ResourceStates, c *gpu.Command) {
	v.alsoCreated(v.say(diag.HeapStateFixed, c.Site, "%s uses %s as %s, and in a heap of type %s it stays in %s", c.Op, v.ref(r.id), want, r.heap, have), r.id).
		HelpText("use a resource in a DEFAULT heap")
}

func (v *Validator) sayWrongState(l *list, r *resource, s *track.Subresource, want gpu.ResourceStates, c *gpu.Command) {
	d := v.say(diag.WrongState, c.Site, "%s needs %s in %s, and it is in %s", c.Op, v.ref(r.id), want, s.State).
		Also(s.Site, fmt.Sprintf("%s leaves it in %s here", s.Op, s.State)).WithResource(v.ref(r.id)).Prop("have", s.State).Prop("want", want)
	if s.How != track.Explicit {
		d.Because("It came to %s by being used, without a barrier; the next use has another state, so a barrier belongs between them.", s.State)
	}
	d.WithHelp(v.barrierBefore(c.Site, c.Op, l.id, r.id, s.State, want))
}

func (v *Validator) sayBefore(l *list, r *resource, s *track.Subresource, c *gpu.Command, b *gpu.Barrier) {
	v.say(diag.WrongBefore, c.Site, "a barrier takes %s from %s, and it is in %s", v.ref(r.id), b.Before, s.State).
		Also(s.Site, fmt.Sprintf("%s leaves it in %s here", s.Op, s.State)).WithResource(v.ref(r.id)).Prop("have", s.State).Prop("before", b.Before).
		HelpText("Before = %q", s.State)
}

func (v *Validator) saySplitUse(r *resource, s *track.Subresource, want gpu.ResourceStates, c *gpu.Command) {
	v.say(diag.SplitPending, c.Site, "%s uses %s as %s between the halves of a split barrier", c.Op, v.ref(r.id), want).
		Also(s.Begun, fmt.Sprintf("it leaves %s for %s here", s.Split.Before, s.Split.After)).WithResource(v.ref(r.id)).
		HelpText("record the END_ONLY half before this command")
}

func (v *Validator) saySplitAgain(r *resource, s *track.Subresource, c *gpu.Command) {
	v.say(diag.SplitMismatch, c.Site, "a barrier begins for %s, whose split barrier has not ended", v.ref(r.id)).
		Also(s.Begun, "it begins here").WithResource(v.ref(r.id)).HelpText("end it first: Before = %q, After = %q, Flags = \"END_ONLY\"", s.Split.Before, s.Split.After)
}

func (v *Validator) saySplitEnd(r *resource, s *track.Subresource, c *gpu.Command, b *gpu.Barrier) {
	d := v.say(diag.SplitMismatch, c.Site, "a split barrier ends for %s from %s to %s, and no such one has begun", v.ref(r.id), b.Before, b.After).WithResource(v.ref(r.id))
	if s.Pending() {
		d.Also(s.Begun, fmt.Sprintf("one from %s to %s begins here", s.Split.Before, s.Split.After)).
			HelpText("both halves name the same states: Before = %q, After = %q", s.Split.Before, s.Split.After)
		return
	}
	d.Also(s.Site, "its state comes from here").HelpText("add the BEGIN_ONLY half, or remove the flag")
}
