package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// overlaps says whether two accesses have bytes of memory in common.
func overlaps(a, b *gpu.Access) bool {
	m, x := mixedBegin(a.Resource)
	n, y := mixedBegin(b.Resource)
	return m == n && x+a.Begin < y+b.End && y+b.Begin < x+a.End
}

func onlyReads(a *gpu.Access) bool { return a.Kind == gpu.AccessRead }

// commute says whether two accesses may come in any order and give the same bytes.
func commute(a, b *gpu.Access) bool {
	return onlyReads(a) && onlyReads(b) || a.Kind == gpu.AccessAtomic && b.Kind == gpu.AccessAtomic && a.Class == b.Class
}

// atomicOnes says whether two accesses are atomic operations.
func atomicOnes(a, b *gpu.Access) bool {
	return a.Kind == gpu.AccessAtomic && b.Kind == gpu.AccessAtomic
}

// errs says whether two accesses of different queues, or of a queue and a CPU, need an order: common bytes that do not commute, two writers of one
// resource, or one subresource of a texture that one of them writes, unless the texture is made for that.
func errs(a, b *gpu.Access) bool {
	switch {
	case overlaps(a, b), a.Resource == mixedTexture && b.Resource == mixedTexture && a.Begin/subresourceBytes == b.Begin/subresourceBytes:
		return !commute(a, b)
	case a.Resource != b.Resource || onlyReads(a) && onlyReads(b):
		return false
	}
	return !onlyReads(a) && !onlyReads(b) && !atomicOnes(a, b)
}

// moves says whether a barrier changes the state of what an access touches: textures without simultaneous access have one, which everybody sees.
func moves(w *mixedAct, a *gpu.Access) bool {
	return w.is && w.barrier.Type == gpu.BarrierTransition && w.barrier.Resource == mixedTexture && a.Resource == mixedTexture && a.Begin/subresourceBytes == uint64(w.barrier.Subresource)
}

// clash says whether two works need an order.
func (p *mixed) clash(x, y int) bool {
	for i := range p.acts[x] {
		for k := range p.acts[y] {
			a, b := &p.acts[x][i], &p.acts[y][k]
			if a.is && b.is && a.barrier.Type == gpu.BarrierTransition && a.barrier.Resource == mixedTexture &&
				b.barrier.Type == gpu.BarrierTransition && b.barrier.Resource == mixedTexture && a.barrier.Subresource == b.barrier.Subresource {
				return true
			}
			for n := range a.accesses {
				if moves(b, &a.accesses[n]) {
					return true
				}
				for m := range b.accesses {
					if errs(&a.accesses[n], &b.accesses[m]) {
						return true
					}
				}
			}
			for m := range b.accesses {
				if moves(a, &b.accesses[m]) {
					return true
				}
			}
		}
	}
	return false
}

// races are the pairs that race.
func (p *mixed) races(truth *truth) (out [][2]int) {
	for y := range p.order {
		for x := range y {
			if p.order[x].touches() && p.order[y].touches() && p.order[x].agent() != p.order[y].agent() && truth.without[x][y] && truth.without[y][x] && p.clash(x, y) {
				out = append(out, [2]int{x, y})
			}
		}
	}
	return out
}

// inside says whether a submission misses a barrier between its commands: for accesses as UNORDERED_ACCESS, or between resources of one memory.
func (p *mixed) inside(i int) (uav, aliasing bool) {
	acts := p.acts[i]
	for k := range acts {
		aliasing = aliasing || twoOverOne(acts[k].accesses)
		for j := range k {
			for n := range acts[j].accesses {
				for m := range acts[k].accesses {
					a, b := &acts[j].accesses[n], &acts[k].accesses[m]
					switch {
					case !overlaps(a, b):
					case a.Resource != b.Resource:
						aliasing = aliasing || !(onlyReads(a) && onlyReads(b)) && !handed(acts[j+1:k], a.Resource, b.Resource)
					case a.As == gpu.StateUnorderedAccess && b.As == gpu.StateUnorderedAccess && !commute(a, b):
						uav = uav || !waited(acts[j+1:k], b)
					}
				}
			}
		}
	}
	return uav, aliasing || idle(acts)
}

// idle says whether a resource is used whose memory a barrier has given to the other one, which nobody uses from then on.
func idle(acts []mixedAct) bool {
	owner, unused := gpu.ID(0), gpu.ID(0)
	for i := range acts {
		if w := &acts[i].barrier; acts[i].is && w.Type == gpu.BarrierAliasing && !begun(&acts[i]) {
			owner = w.Aliased[1]
		}
		for k := range acts[i].accesses {
			a := &acts[i].accesses[k]
			if a.Resource == unused {
				unused = 0
			}
			if owner != 0 && a.Resource != owner && overlaps(a, &gpu.Access{Resource: owner, End: bufferBytes}) {
				unused = owner
			}
		}
	}
	return unused != 0
}

// twoOverOne says whether a command writes bytes through one resource that it uses through another, where no barrier can stand.
func twoOverOne(accesses []gpu.Access) bool {
	for i := range accesses {
		for k := range i {
			a, b := &accesses[i], &accesses[k]
			if a.Resource != b.Resource && overlaps(a, b) && !(onlyReads(a) && onlyReads(b)) {
				return true
			}
		}
	}
	return false
}

// begun says whether an act is a first half of a UAV or an aliasing barrier, which orders nothing.
func begun(a *mixedAct) bool {
	return a.barrier.Type != gpu.BarrierTransition && a.barrier.Flags == gpu.BarrierBeginOnly
}

// waited says whether a barrier orders unordered accesses to a resource: a UAV barrier for it or for all, a transition of what is touched, or an
// aliasing barrier after a resource in a heap.
func waited(acts []mixedAct, b *gpu.Access) bool {
	for i := range acts {
		w := &acts[i].barrier
		switch {
		case !acts[i].is || begun(&acts[i]):
		case w.Type == gpu.BarrierUAV && (w.Resource == 0 || w.Resource == b.Resource):
			return true
		case w.Type == gpu.BarrierAliasing && (b.Resource == mixedFirst || b.Resource == mixedSecond) && (w.Aliased[0] == b.Resource || w.Aliased[0] == 0 && w.Aliased[1] != b.Resource):
			return true // what stood in the memory is given up
		case w.Type == gpu.BarrierTransition && w.Resource == b.Resource && (b.Resource != mixedTexture || b.Begin/subresourceBytes == uint64(w.Subresource)):
			return true
		}
	}
	return false
}

// handed says whether aliasing barriers hand memory on from one resource to another, by way of others perhaps.
func handed(acts []mixedAct, from, to gpu.ID) bool {
	have := map[gpu.ID]bool{from: true}
	for i := range acts {
		w := &acts[i].barrier
		if !acts[i].is || begun(&acts[i]) || w.Type != gpu.BarrierAliasing {
			continue
		}
		if w.Aliased[0] != 0 && !have[w.Aliased[0]] {
			continue
		}
		if have[w.Aliased[1]] = true; w.Aliased[1] == 0 {
			have[mixedFirst], have[mixedSecond] = true, true
		}
	}
	return have[to]
}

// judgeMixed tells a program to a validator, as if a device ran it. Places of operations are their numbers from 1, and those of commands a hundred
// times that.
func judgeMixed(p *mixed, happens []bool) []*diag.Diagnostic {
	v := mixedWorld()
	var said []*diag.Diagnostic
	submissions := map[gpu.ID]uint64{}
	for i := range p.order {
		o := &p.order[i]
		head := gpu.CallHead{Site: gpu.Site(i + 1)}
		queue, fence := firstQueue+gpu.ID(o.queue), firstFence+gpu.ID(o.fence)
		switch o.kind {
		case submit:
			v.Record(&gpu.SubmitCall{CallHead: head, Queue: queue})
			submissions[queue]++
			for k, a := range p.acts[i] {
				if !happens[i] {
					break
				}
				e := &gpu.Executed{Origin: gpu.Origin{Queue: queue, SubmitSite: head.Site, RecordSite: gpu.Site(100*(i+1) + k), Index: uint32(k), Op: gpu.OpDispatch},
					Submission: submissions[queue], Accesses: a.accesses}
				if a.is {
					e.Op, e.Barriers = gpu.OpResourceBarrier, []gpu.Barrier{a.barrier}
				}
				v.Executed(e)
			}
			if happens[i] {
				v.Retired(queue, submissions[queue], true)
			}
		case cpuTouch:
			a := &p.acts[i][0].accesses[0]
			act := gpu.MapRead
			if !onlyReads(a) {
				act = gpu.MapWrite
			}
			v.Record(&gpu.MapCall{CallHead: head, Act: act, Resource: a.Resource, Range: &gpu.MapRange{Begin: a.Begin, End: a.End}})
		case arm, cpuSet, cpuReset, cpuEvent:
			recordEvent(v, o, head)
		default:
			acts := map[kind]gpu.FenceAct{signal: gpu.FenceQueueSignal, wait: gpu.FenceQueueWait, cpuSignal: gpu.FenceCPUSignal, cpuWait: gpu.FenceCPUWait, poll: gpu.FenceCompare}
			call := &gpu.FenceCall{CallHead: head, Act: acts[o.kind], Fence: fence, Value: o.value}
			if o.agent() != cpu {
				call.Queue = queue
			}
			v.Record(call)
		}
		said = append(said, v.Findings(incident.Goes)...)
	}
	return append(said, v.Findings(incident.Ended)...)
}

// firstEvent is the identity of the first event of a program.
const firstEvent gpu.ID = 31

// recordEvent tells of an operation on an event.
func recordEvent(v *validate.Validator, o *operation, head gpu.CallHead) {
	e := firstEvent + gpu.ID(o.event)
	switch o.kind {
	case arm:
		v.Record(&gpu.FenceCall{CallHead: head, Act: gpu.FenceSetEvent, Fence: firstFence + gpu.ID(o.fence), Value: o.value, Event: e})
	case cpuSet:
		head.Method = "SetEvent"
		v.Record(&gpu.EventCall{CallHead: head, Event: e})
	case cpuReset:
		head.Method = "ResetEvent"
		v.Record(&gpu.EventCall{CallHead: head, Event: e})
	default:
		v.Record(&gpu.EventCall{CallHead: head, Events: []gpu.ID{e}, All: true})
	}
}

// namedHeap is the heap of the programs, for those who ask for no more than its identity.
type namedHeap struct{ gpu.Heap }

func (namedHeap) ID() gpu.ID              { return mixedHeap }
func (namedHeap) HeapDesc() *gpu.HeapDesc { return &gpu.HeapDesc{SizeInBytes: 1 << 16} }

// mixedWorld is a validator that knows the objects of the programs.
func mixedWorld() *validate.Validator {
	v := validate.New(validate.Options{})
	for q := range gpu.ID(4) {
		v.Record(&gpu.CreateCall{Kind: gpu.KindCommandQueue, Object: firstQueue + q, Name: "q", Desc: &gpu.CommandQueueDesc{}})
		v.Record(&gpu.CreateCall{Kind: gpu.KindFence, Object: firstFence + q, Name: "f", Desc: &gpu.FenceDesc{}})
	}
	for e := range gpu.ID(events) {
		v.Record(&gpu.CreateCall{Kind: gpu.KindEvent, Object: firstEvent + e, Name: "e", Desc: &gpu.EventDesc{ManualReset: e == manual}})
	}
	buffer := gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 256}
	texture := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 16, Height: 16, DepthOrArraySize: 2, MipLevels: 1, Format: gpu.FormatR8G8B8A8Unorm}
	shared := texture
	shared.Flags = gpu.AllowSimultaneousAccess
	v.Record(&gpu.CreateCall{Kind: gpu.KindHeap, Object: mixedHeap, Name: "h", Desc: namedHeap{}.HeapDesc()})
	for id, d := range map[gpu.ID]gpu.ResourceDesc{mixedBuffer: buffer, mixedMapped: buffer, mixedTexture: texture, mixedShared: shared} {
		v.Record(&gpu.CreateCall{Kind: gpu.KindResource, Object: id, Name: "r", Desc: &gpu.CommittedResourceDesc{ResourceDesc: d}})
	}
	for _, id := range []gpu.ID{mixedFirst, mixedSecond} {
		_, at := mixedBegin(id)
		v.Record(&gpu.CreateCall{Kind: gpu.KindResource, Object: id, Name: "r", Desc: &gpu.PlacedResourceDesc{ResourceDesc: buffer, Heap: namedHeap{}, HeapOffset: at}})
	}
	return v
}

// TestMixedWork: works of copies, dispatches, draws and barriers on four queues, and a CPU that touches mapped memory, against all runs of the
// program: what is open and matters is reported, and what is reported is open; a barrier that is missing inside of a submission is.
func TestMixedWork(t *testing.T) {
	broken, whole, found := 0, 0, map[diag.Code]int{}
	for seed := int64(0); broken+whole < count(); seed++ {
		p := randomMixed(seed)
		truth := enumerate(p.order)
		if !truth.completes {
			continue
		}
		want := p.races(&truth)
		said := judgeMixed(p, truth.happens)
		var got [][2]int
		inside := map[[2]int]bool{}
		for _, d := range said {
			found[d.Code]++
			switch {
			case isRace(d.Code) || d.Code == diag.MappedRace:
				got = append(got, [2]int{int(d.Labels[1].Site) - 1, int(d.Labels[0].Site) - 1})
			case d.Code == diag.MissingUAVBarrier || d.Code == diag.MissingAliasingBarrier:
				inside[[2]int{int(d.Primary().Site)/100 - 1, int(d.Code)}] = true
			}
		}
		require.Subset(t, want, got, "program %d\n%s", seed, p)
		require.Equal(t, len(want) > 0, len(got) > 0, "program %d: races %v, reports %v\n%s", seed, want, got, p)
		for i := range p.order {
			uav, aliasing := false, false
			if p.order[i].kind == submit && truth.happens[i] {
				uav, aliasing = p.inside(i)
			}
			saidUAV, saidAliasing := inside[[2]int{i, int(diag.MissingUAVBarrier)}], inside[[2]int{i, int(diag.MissingAliasingBarrier)}]
			require.True(t, uav || !saidUAV, "program %d, UAV barriers of %d\n%s", seed, i, p)
			require.True(t, aliasing || !saidAliasing, "program %d, aliasing barriers of %d\n%s", seed, i, p)
			require.Equal(t, uav || aliasing, saidUAV || saidAliasing, "program %d, %d: UAV %v, aliasing %v\n%s", seed, i, uav, aliasing, p) // of two commands one is told
		}
		if len(said) > 0 {
			broken++
		} else {
			whole++
		}
	}
	t.Logf("%d programs are broken, %d are not: %v", broken, whole, found)
	require.Greater(t, broken, count()/10)
	require.Greater(t, whole, count()/50)
}
