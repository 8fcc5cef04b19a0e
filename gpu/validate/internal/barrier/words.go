package barrier

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/creation"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// path is the address of a field of one barrier of a call.
func path(i int, name string) string { return fmt.Sprintf("[%d].%s", i+1, name) }

// helpDrop proposes to leave one barrier out, or the call if it has no other.
func helpDrop(d *diag.Diagnostic, c *gpu.Command, i int, format string, args ...any) {
	if len(c.Barriers) == 1 {
		d.HelpEdit(c.Site, diag.EditDeleteLine, "", fmt.Sprintf(format, args...))
		return
	}
	d.HelpFix(c.Site, diag.Drop("ResourceBarrier", fmt.Sprintf("[%d]", i+1)), format, args...)
}

// creators are the calls that make resources.
const creators = "CreateCommittedResource|CreatePlacedResource"

// barrier names one barrier of a call as a script writes it.
func barrier(i int) string { return fmt.Sprintf("barrier %d", i+1) }

func sayBarrierResource(w World, c *gpu.Command, i int) {
	fix := diag.PutObject("ResourceBarrier", 1, path(i, "Resource"), diag.Only(creators))
	fix.Nil = fix.Path
	w.Say(diag.BarrierWithoutResource, c.Site, "%s is a transition without Resource", barrier(i)).
		HelpFix(c.Site, fix, "name the resource, or use Type = \"UAV\"")
}

func sayMatchingStates(w World, c *gpu.Command, i int) {
	b := &c.Barriers[i]
	d := w.Say(diag.BarrierSameStates, c.Site, "%s takes %s from %s to the same state", barrier(i), w.Ref(b.Resource), b.Before).
		WithResource(w.Ref(b.Resource))
	if b.Before == gpu.StateCommon {
		d.Because("PRESENT is another name for COMMON, and a Before or After that is left out is COMMON.")
	}
	if left, ok := w.Left(b.Resource); ok && left != b.Before && b.Subresource == gpu.AllSubresources {
		d.HelpFix(c.Site, diag.Put("ResourceBarrier", path(i, "Before"), left), "write Before = %q, the state that it is in here", left)
		return
	}
	helpDrop(d, c, i, `remove it; between two unordered accesses use a barrier of Type = "UAV" for %s`, w.Ref(b.Resource))
}

func sayStateCombination(w World, c *gpu.Command, i int) {
	b := &c.Barriers[i]
	bad, other, field := b.Before, b.After, "Before"
	if b.Before.Legal() && b.Before&^substate.KnownStates == 0 {
		bad, other, field = b.After, b.Before, "After"
	}
	d := w.Say(diag.BarrierStateCombination, c.Site, "%s = %s of %s cannot be combined", field, bad, barrier(i)).WithResource(w.Ref(b.Resource)).
		Because("A write state cannot be combined with any other state; read states can be combined.")
	d.Labels[0].Text = "a barrier of " + w.Ref(b.Resource)
	reads := bad & substate.KnownStates &^ bad.Writes()
	if writes := bad.Writes(); bits.OnesCount32(uint32(writes)) == 1 && writes != other { // a barrier goes to another state
		d.HelpFix(c.Site, diag.Put("ResourceBarrier", path(i, field), writes), "%s = %q if it is written", field, writes)
	}
	if reads != 0 && reads != other {
		d.HelpFix(c.Site, diag.Put("ResourceBarrier", path(i, field), reads), "%s = %q if it is read", field, reads)
	}
}

func sayFixedHeap(w World, c *gpu.Command, i int, heap gpu.HeapType) {
	state := gpu.StateGenericRead
	if heap == gpu.HeapReadback {
		state = gpu.StateCopyDest
	}
	b := &c.Barriers[i]
	d := words.Made(w, w.Say(diag.BarrierOnCPUHeap, c.Site, "%s changes the state of %s, which is in a heap of type %s", barrier(i),
		w.Ref(b.Resource), heap), b.Resource).
		Because("Resources of such heaps stay in %s.", state)
	d.Object, d.Wants = b.Resource, b.After
	helpDrop(d, c, i, "remove the barrier")
}

func sayStateFlags(w World, c *gpu.Command, i int, missing gpu.ResourceFlags) {
	b := &c.Barriers[i]
	d := words.Made(w, w.Say(diag.BarrierFlagMissing, c.Site, "%s takes %s from %s to %s, which needs %s", barrier(i), w.Ref(b.Resource), b.Before,
		b.After, missing), b.Resource)
	desc := *w.Resource(b.Resource)
	desc.Flags |= missing
	if !creation.Allows(desc) {
		d.HelpText("use another resource, or leave the barrier out: %s cannot have %s", w.Ref(b.Resource), missing)
		return
	}
	d.HelpFix(w.Created(b.Resource), diag.Put(creators, "Flags", desc.Flags), "create %s with Flags = %q", w.Ref(b.Resource), desc.Flags)
}

func saySamples(w World, c *gpu.Command, i int) {
	b := &c.Barriers[i]
	samples := words.Count(int(w.Resource(b.Resource).SampleDesc.Count), "sample")
	d := words.Made(w, w.Say(diag.BarrierSampleCount, c.Site, "%s takes %s from %s to %s, but it has %s", barrier(i), w.Ref(b.Resource), b.Before,
		b.After, samples), b.Resource)
	copied := map[gpu.ResourceStates]gpu.ResourceStates{gpu.StateResolveSource: gpu.StateCopySource, gpu.StateResolveDest: gpu.StateCopyDest}[b.After]
	if copied == 0 || copied == b.Before || copied&^w.List().States() != 0 {
		d.HelpText("resolve from a texture of several samples to one of one sample; what has as many samples as the other is copied")
		return
	}
	d.HelpFix(c.Site, diag.Put("ResourceBarrier", path(i, "After"), copied), "After = %q, if it is copied", copied)
}

func sayStateDenied(w World, c *gpu.Command, i int) {
	b := &c.Barriers[i]
	words.Made(w, w.Say(diag.BarrierFlagMissing, c.Site, "%s takes %s from %s to %s, but it has DENY_SHADER_RESOURCE", barrier(i), w.Ref(b.Resource),
		b.Before, b.After), b.Resource).
		HelpFix(w.Created(b.Resource), diag.Flags(creators, "Flags", w.Resource(b.Resource).Flags&^gpu.DenyShaderResource),
			"create %s without the flag", w.Ref(b.Resource))
}

func sayStateOfList(w World, c *gpu.Command, i int, bad gpu.ResourceStates) {
	b := &c.Barriers[i]
	has := "no state " + bad.String()
	if before, after := b.Before&bad, b.After&bad; before != 0 && after != 0 &&
		before != after { // not what both are together, which nobody has written
		has = fmt.Sprintf("neither the state %s nor %s", before, after)
	}
	d := words.Made(w, w.Say(diag.BarrierStateOfList, c.Site, "%s cannot take %s from %s to %s: lists of type %s have %s", barrier(i),
		w.Ref(b.Resource), b.Before, b.After, w.List(), has), c.List)
	d.WithResource(w.Ref(b.Resource))
	switch buffer := w.Resource(b.Resource).Dimension == gpu.DimensionBuffer; {
	case w.List() == gpu.ListCopy && b.Before == gpu.StateCommon:
		helpDrop(d, c, i, "leave it out: on a copy queue COMMON serves every use")
	case w.List() == gpu.ListCopy:
		d.HelpText("use COMMON: on a copy queue it serves every use without a barrier")
	case buffer && b.After == bad && b.Before == gpu.StateCommon:
		helpDrop(d, c, i, "leave it out: a buffer is in COMMON again after this list, and is promoted to %s when it is used", bad)
	case bad == gpu.StatePixelShaderResource && b.After == bad && b.Before != gpu.StateNonPixelShaderResource:
		d.HelpFix(c.Site, diag.Put(c.Op.String(), fmt.Sprintf("[%d].After", i+1), gpu.StateNonPixelShaderResource),
			"After = %q, in which compute shaders read, or record the barrier in a list of type DIRECT",
			gpu.StateNonPixelShaderResource)
	default:
		d.HelpText("record the barrier in a list of type DIRECT")
	}
}

func sayBarrierFlags(w World, c *gpu.Command, i int) {
	w.Say(diag.BadBarrierFlags, c.Site, "%s has flags %s", barrier(i), c.Barriers[i].Flags).
		HelpFix(c.Site, diag.Drop("ResourceBarrier", path(i, "Flags")), "use BEGIN_ONLY in one barrier and END_ONLY in a later one, or neither")
}

func sayNotPlaced(w World, c *gpu.Command, id gpu.ID) {
	d := words.Made(w, w.Say(diag.AliasingNotPlaced, c.Site, "an aliasing barrier names %s, which has memory of its own", w.Ref(id)), id)
	const help = "only resources of CreatePlacedResource share memory; leave it out"
	for i, b := range c.Barriers {
		switch {
		case b.Type != gpu.BarrierAliasing:
		case b.Aliased[1] == id:
			d.HelpFix(c.Site, diag.Drop("ResourceBarrier", path(i, "ResourceAfter")), help)
			return
		case b.Aliased[0] == id:
			d.HelpFix(c.Site, diag.Drop("ResourceBarrier", path(i, "ResourceBefore")), help)
			return
		}
	}
}

func adviseNoBarriers(w World, c *gpu.Command) {
	w.Say(diag.NoBarriers, c.Site, "ResourceBarrier without barriers does nothing").HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out")
}

// adviseDuplicate: the transitions k and i are of the same subresource, in one call. What goes on from there is told with them.
func adviseDuplicate(w World, c *gpu.Command, k, i int) {
	all := chain(c, k, i)
	first, last := &c.Barriers[k], &c.Barriers[all[len(all)-1]]
	names, through := make([]string, len(all)), make([]string, 0, len(all))
	for n, at := range all {
		names[n] = barrier(at)
		if n+1 < len(all) {
			through = append(through, c.Barriers[at].After.String())
		}
	}
	d := w.Say(diag.DuplicateTransition, c.Site, "%s of one call take %s from %s through %s to %s", listed(names), w.Ref(first.Resource),
		first.Before, listed(through), last.After).
		WithResource(w.Ref(first.Resource))
	follows := first.After == c.Barriers[i].Before
	switch {
	case first.Before != last.After:
		d.HelpFix(c.Site, merged(follows, k, last), "one barrier does: Before = %q, After = %q", first.Before, last.After)
		drop(d, c, all[1:])
	case first.Before == gpu.StateUnorderedAccess:
		d.HelpText("they come back to where they began: leave both out, or put one barrier of Type = \"UAV\" in their place if they are to order unordered accesses")
	default:
		helpDropAll(d, c, all, follows)
	}
}

// listed is a list of words in a sentence: a, b and c.
func listed(all []string) string {
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " and " + all[last]
}

// chain are the transitions k and i and those that go on from where i ends.
func chain(c *gpu.Command, k, i int) []int {
	all := []int{k, i}
	for n := i + 1; n < len(c.Barriers) && c.Barriers[k].After == c.Barriers[i].Before; n++ {
		b, last := &c.Barriers[n], &c.Barriers[all[len(all)-1]]
		if b.Type == gpu.BarrierTransition && b.Resource == last.Resource && b.Subresource == last.Subresource &&
			b.Flags == last.Flags && b.Before == last.After {
			all = append(all, n)
		}
	}
	return all
}

// helpDropAll proposes to leave out barriers that come back to where they began, or the call if it has no other.
func helpDropAll(d *diag.Diagnostic, c *gpu.Command, all []int, follows bool) {
	help := "they come back to where they began: leave both out"
	if len(all) > 2 {
		help = "they come back to where they began: leave them out"
	}
	switch {
	case !follows:
		d.HelpText(help)
	case len(c.Barriers) == len(all):
		d.HelpEdit(c.Site, diag.EditDeleteLine, "", help)
	default:
		d.HelpFix(c.Site, diag.Drop("ResourceBarrier", fmt.Sprintf("[%d]", all[0]+1)), help)
		drop(d, c, all[1:])
	}
}

// drop adds to a suggestion that barriers go.
func drop(d *diag.Diagnostic, c *gpu.Command, all []int) {
	for _, i := range all {
		d.AndFix(c.Site, diag.Drop("ResourceBarrier", fmt.Sprintf("[%d]", i+1)))
	}
}

// merged is the edit that makes the one barrier k of a transition and the last one that follows; none if something comes between.
func merged(follows bool, k int, last *gpu.Barrier) (fix diag.Fix) {
	if follows {
		fix = diag.Put("ResourceBarrier", path(k, "After"), last.After)
	}
	return fix
}
