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
