package layers

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// told remembers, where errors are reported and the script goes on, what may become of a call that broke a rule: each cause is told once.
//
//	Release, or a submission too late ─ is done all the same ──▶ the work misses the object: a page fault, or a descriptor of nothing. Whether it comes to that is up
//	                                                              to the schedule
//	a command of a list ─ is left out ──▶ later ones miss what it would have set or begun, or what it missed itself
//	Close ─ is left out ──▶ the list is still open
//	Map ─ is left out ──▶ the pointer, and Unmap, are of nothing
//	an object ─ is used behind its Release ──▶ so it is by other calls
//	a barrier ─ takes a resource from the state that its heap gives it ──▶ what is to use it there finds it in the other
//	half of a render pass ─ is not executed ──▶ the other half comes behind nothing
//	a descriptor ─ is not written ──▶ descriptors
//	a wait ─ is missing ──▶ waits
//	a list ─ finds a state that it does not expect ──▶ so do lists of the next turns of a loop: turns
//	a call ─ is left out ──▶ so it is in the next turns of a loop
//	a level above tells that descriptors are in use ─ writes them all the same ──▶ so does the write
type told struct {
	objects map[gpu.ID]bool   // given up too early
	release gpu.Site          // where the last one was; buffers of a swap chain are given up together
	submits map[gpu.Site]bool // of what was given up before
	lists   map[gpu.ID]loss
	maps    map[gpu.ID]bool     // resources whose Map was left out
	gone    map[gpu.ID]bool     // objects of which it was told that they are used behind their Release
	wanted  map[state]bool      // what the script takes resources to that stay in another state
	misled  map[state]bool      // what a barrier took resources from that were in another state: it stands before the one that it belongs behind
	heaps   map[gpu.ID]bool     // of queries, of which it was told that lists need another type
	queries map[diag.Query]bool // that were begun in a list which ended
	halves  map[gpu.ID]bool     // queues that were to begin a render pass which the next submission ends
	above   gpu.Site            // where a level above told that it overwrites descriptors in use
	descriptors
	waits
	turns
}

// none says that nothing is remembered that calls could add to.
func (t *told) none() bool {
	return t.lists == nil && t.objects == nil && t.maps == nil && t.halves == nil && t.descriptors.none()
}

// state is one that a script wants of a resource.
type state struct {
	of gpu.ID
	in gpu.ResourceStates
}

// loss is what a recording is without: a command, one that others build on, its end. codes were told of its commands.
type loss struct {
	command, base, end bool
	other              bool // it would have begun anew with an allocator of another type
	codes              map[diag.Code]bool
}

// alone are the commands that none behind them builds on.
var alone = map[gpu.Op]bool{gpu.OpClearDepthStencilView: true, gpu.OpClearRenderTargetView: true, gpu.OpClearUnorderedAccessViewFloat: true,
	gpu.OpClearUnorderedAccessViewUint: true, gpu.OpCopyBufferRegion: true, gpu.OpCopyResource: true, gpu.OpCopyTextureRegion: true, gpu.OpDiscardResource: true,
	gpu.OpDispatch: true, gpu.OpDrawIndexedInstanced: true, gpu.OpDrawInstanced: true, gpu.OpExecuteIndirect: true, gpu.OpResolveQueryData: true,
	gpu.OpResolveSubresource: true, gpu.OpResolveSubresourceRegion: true, gpu.OpResourceBarrier: true, gpu.OpSetMarker: true, gpu.OpWriteBufferImmediate: true}

// explains says whether what is refused of a call follows from what the recording is without, or was told of it before.
func (l *loss) explains(refused []*diag.Diagnostic) bool {
	return !slices.ContainsFunc(refused, func(d *diag.Diagnostic) bool { return !missing[d.Code] || !l.base && !l.codes[d.Code] })
}

// missing are the codes of commands, and of Close, that need something of the commands before.
var missing = map[diag.Code]bool{diag.ListClosed: true, diag.NoPipeline: true, diag.RootSignatureMismatch: true, diag.NoRootSignature: true, diag.MissingRootArgument: true,
	diag.HeapNotBound: true, diag.DrawTopologyMismatch: true, diag.DrawTargetMismatch: true, diag.DrawTargetMissing: true, diag.QueryPairing: true, diag.BundleMismatch: true,
	diag.BadRenderPass: true}

// open and lost are those of submissions of lists that were not closed, or not begun anew, because the call was left out; ofQueue is that of lists which an
// allocator was to begin that did not fit them, which is ofType.
var (
	ofType  = map[diag.Code]bool{diag.AllocatorTypeMismatch: true}
	ofQueue = map[diag.Code]bool{diag.SubmitWrongType: true}

	open = map[diag.Code]bool{diag.SubmitOpenList: true}
	lost = map[diag.Code]bool{diag.SubmitResetAllocator: true}
)

// torn are those of submissions that execute one half of a render pass.
var torn = map[diag.Code]bool{diag.BrokenPass: true}

// unmapped are those of accesses where the Map was left out.
var unmapped = map[diag.Code]bool{diag.NotMapped: true}

// done keeps a call that is done although a diagnostic of it was reported.
func (t *told) done(call gpu.Call, d *diag.Diagnostic) {
	code := d.Code
	t.descriptors.done(d)
	t.keep(d)
	switch c := call.(type) {
	case *gpu.ReleaseCall:
		if code == diag.ReleasedInFlight || code == diag.ResizeInFlight || code == diag.TwoThreads {
			t.objects, t.release = with(t.objects, c.Object, true), c.Site
		}
	case *gpu.SubmitCall:
		if code == diag.SubmitReleased || code == diag.TwoThreads {
			t.submits = with(t.submits, c.Site, true)
		}
	}
}

// keep keeps what of an object a diagnostic tells.
func (t *told) keep(d *diag.Diagnostic) {
	switch d.Code {
	case diag.ReleasedObject, diag.SubmitReleased:
		t.gone = with(t.gone, d.Object, true)
	case diag.BarrierOnCPUHeap:
		t.wanted = with(t.wanted, state{d.Object, d.Wants}, true)
	case diag.WrongBefore:
		t.misled = with(t.misled, state{d.Object, d.Wants}, true)
	case diag.QueryPairing:
		t.queries = with(t.queries, d.Query, true)
	case diag.BadQuery:
		t.heaps = with(t.heaps, d.Object, true)
	}
}

// kept says whether a diagnostic tells of an object what was told of it. A second Release is a mistake of its own.
func (t *told) kept(call gpu.Call, d *diag.Diagnostic) bool {
	switch d.Code {
	case diag.ReleasedObject, diag.SubmitReleased:
		_, second := call.(*gpu.ReleaseCall)
		return !second && t.gone[d.Object]
	case diag.HeapStateFixed:
		return t.wanted[state{d.Object, d.Wants}]
	case diag.PresentState:
		of := state{d.Object, d.Wants}
		follows := t.misled[of]
		delete(t.misled, of)
		return follows
	case diag.QueryPairing:
		return d.Query.Heap != 0 && t.queries[d.Query]
	case diag.BadQuery:
		return d.Object != 0 && t.heaps[d.Object]
	}
	return false
}

// dropped keeps a call that is left out, and says whether its diagnostics follow from another one that was.
func (t *told) dropped(call gpu.Call, refused []*diag.Diagnostic) (follows bool) {
	follows = t.leave(call, refused) || !slices.ContainsFunc(refused, func(d *diag.Diagnostic) bool { return !t.kept(call, d) })
	follows = t.turns.refused(refused) || follows
	for _, d := range refused {
		t.keep(d)
	}
	return follows
}

// leave is dropped for what a call does beside naming objects.
func (t *told) leave(call gpu.Call, refused []*diag.Diagnostic) (follows bool) {
	only := func(codes map[diag.Code]bool) bool {
		return !slices.ContainsFunc(refused, func(d *diag.Diagnostic) bool { return !codes[d.Code] })
	}
	switch c := call.(type) {
	case *gpu.Command:
		l := t.lists[c.List]
		follows = l.explains(refused)
		l.command, l.base = true, l.base || !alone[c.Op]
		for _, d := range refused {
			l.codes = with(l.codes, d.Code, true)
		}
		t.lists = with(t.lists, c.List, l)
	case *gpu.ListCall:
		l := t.lists[c.List]
		switch c.Act {
		case gpu.ListClose:
			follows = l.explains(refused)
			l.end = true
		case gpu.ListReset:
			l.command, l.base, l.other = true, true, l.other || only(ofType)
		default:
			return false
		}
		t.lists = with(t.lists, c.List, l)
	case *gpu.SubmitCall:
		follows = t.submit(c, only, len(refused))
		t.halves = with(t.halves, c.Queue, only(torn) && !follows)
	case *gpu.DescriptorCall:
		t.descriptors.dropped(c, refused)
	case *gpu.MapCall:
		follows = only(unmapped) && t.maps[c.Resource]
		if c.Act == gpu.MapMap {
			t.maps = with(t.maps, c.Resource, true)
		}
	}
	return follows
}

// submit says whether what is refused of a submission follows from what its lists, or its queue, are without.
func (t *told) submit(c *gpu.SubmitCall, only func(map[diag.Code]bool) bool, refused int) bool {
	of := func(lacks func(loss) bool) (lists int) {
		for _, id := range c.Lists {
			if lacks(t.lists[id]) {
				lists++
			}
		}
		return lists
	}
	switch {
	case only(open):
		return of(func(l loss) bool { return l.end }) > 0
	case only(lost):
		return of(func(l loss) bool { return l.command }) > 0
	case only(ofQueue):
		return of(func(l loss) bool { return l.other }) >= refused
	}
	return only(torn) && t.halves[c.Queue]
}

// again says whether a diagnostic of a call that is done is what a level above has told of it in its own words, or follows from what was told.
func (t *told) again(call gpu.Call, d *diag.Diagnostic) bool {
	above := d.Code == diag.DescriptorInFlight && t.above != 0 && call.CallSite() == t.above
	return t.waits.again(d) || t.turns.again(d) || t.descriptors.again(d) || t.kept(call, d) || above
}

// missed says whether a diagnostic is about work that misses what was told to be given up too early.
func (t *told) missed(d *diag.Diagnostic) bool {
	return d.Code == diag.DMLPersistentChanged && t.objects[d.Object]
}

// record forgets what a list was without before it was reset, and keeps what was given up in one call with what was told of.
func (t *told) record(call gpu.Call) {
	switch c := call.(type) {
	case *gpu.ListCall:
		if c.Act != gpu.AllocatorReset {
			delete(t.lists, c.List)
		}
	case *gpu.DescriptorCall:
		t.descriptors.record(c)
	case *gpu.MapCall:
		if c.Act == gpu.MapMap {
			delete(t.maps, c.Resource)
		}
	case *gpu.SubmitCall:
		delete(t.halves, c.Queue)
	case *gpu.ReleaseCall:
		if t.objects != nil && c.Site == t.release {
			t.objects[c.Object] = true
		}
	}
}

// follows says whether an incident is what becomes of a call that was reported. The resource of a root view and of a buffer view is not known when it is gone.
func (t *told) follows(i incident.Incident) bool {
	switch i := i.(type) {
	case *incident.PageFault:
		return t.objects[i.Object] || t.submits[i.SubmitSite]
	case *incident.DescriptorFault:
		return t.descriptors.follows(i) || i.Kind == incident.DescriptorDestroyed && (t.objects[i.Resource] || t.submits[i.SubmitSite] || i.Resource == 0 && len(t.objects) > 0)
	}
	return false
}

// with puts a value into a map, which may be nil.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	if m == nil {
		m = map[K]V{}
	}
	m[key] = value
	return m
}
