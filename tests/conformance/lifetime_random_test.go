package conformance

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The objects of random programs of lifetimes. The texture is read through descriptors: static ones, or volatile ones of another root signature. Some
// of the descriptors are copied from a heap of the CPU, which no list needs.
const (
	lifeBuffer = iota
	lifePlaced // in lifeHeap
	lifeHeap
	lifeTexture
	lifeSlotA // a descriptor of lifeViews
	lifeSlotB
	lifeViews
	lifePipeline
	lifeRoot
	lifeVolatilePipeline
	lifeVolatileRoot
	lifeMirrors
	lifeQueries
	lifeSignature
	lifeAllocatorA
	lifeAllocatorB
	lifeBundled // the allocator of bundles
	lifeObjects
)

var lifeNames = []string{"buffer", "placed", "heap", "texture", "slot A", "slot B", "views", "pipeline", "root", "volatile pipeline", "volatile root", "mirrors", "queries", "signature",
	"allocator A", "allocator B", "bundled"}

// wanted is what each way to use an object needs besides.
var wanted = map[int][]int{lifePlaced: {lifeHeap}, lifeSlotA: {lifeTexture, lifeViews}, lifeSlotB: {lifeTexture, lifeViews}}

// shown says whether an object is a descriptor.
func shown(o int) bool { return o == lifeSlotA || o == lifeSlotB }

// lifeAct is what an operation of a program does to objects, beside what it is in the model of order.
type lifeAct struct {
	needs  map[int]bool // of a submission
	again  int          // of a submission: the operation that submitted its list first, -1: a new list
	gives  int          // the object that the CPU gives up, -1: none
	resets bool         // an allocator is reset, a descriptor is overwritten, and not released
	resubs bool         // the CPU is about to submit a list again
	// volatile: the list says that its descriptors may change. changed: a static one has changed since the list was recorded.
	volatile, changed bool
	copies            bool // a descriptor is written as a copy of another one
	early             bool // the list of the submission after this is recorded before this is done
}

// lifeProgram is a program: what the CPU gives up is an access of the CPU to no bytes.
type lifeProgram struct {
	order program
	acts  []lifeAct
}

// lives makes random programs.
type lives struct {
	*rand.Rand
	p    lifeProgram
	dead map[int]bool
	// stale are the operations whose lists cannot be submitted any more.
	stale map[int]bool
	// changed are those whose static descriptors have changed.
	changed map[int]bool
	next    [3]uint64
}

func randomLives(seed int64) *lifeProgram {
	l := &lives{Rand: rand.New(rand.NewSource(seed)), dead: map[int]bool{}, stale: map[int]bool{}, changed: map[int]bool{}}
	for range 4 + l.Intn(7) {
		q := l.Intn(3)
		switch l.Intn(10) {
		case 0, 1, 2:
			l.submit(q)
		case 3, 4:
			l.next[q]++
			l.add(operation{kind: signal, queue: q, fence: q, value: l.next[q]}, lifeAct{gives: -1, again: -1})
		case 5:
			l.add(operation{kind: wait, queue: q, fence: l.Intn(3), value: uint64(l.Intn(2))}, lifeAct{gives: -1, again: -1})
		case 6:
			f := l.Intn(3)
			l.add(operation{kind: cpuWait, fence: f, value: uint64(l.Intn(int(l.next[f]) + 1))}, lifeAct{gives: -1, again: -1})
		case 7:
			l.resubmit()
		default:
			l.give()
		}
	}
	return &l.p
}

func (l *lives) add(o operation, a lifeAct) {
	l.p.order = append(l.p.order, o)
	l.p.acts = append(l.p.acts, a)
}

// submit submits a new list that uses one or two objects. Sometimes a descriptor is written after the recording.
func (l *lives) submit(queue int) {
	a := lifeAct{needs: map[int]bool{lifeAllocatorA + l.Intn(2): true}, gives: -1, again: -1, volatile: l.Intn(2) == 0}
	slot := -1
	for range 1 + l.Intn(2) {
		o := []int{lifeBuffer, lifePlaced, lifeSlotA, lifeSlotB, lifeSlotA, lifeSlotB, lifeQueries, lifeSignature, lifeBundled}[l.Intn(9)]
		a.needs[o] = true
		for _, n := range wanted[o] {
			a.needs[n] = true
		}
		if shown(o) {
			slot = o
			a.needs[[]int{lifePipeline, lifeVolatilePipeline}[l.bit(a.volatile)]] = true
			a.needs[[]int{lifeRoot, lifeVolatileRoot}[l.bit(a.volatile)]] = true
		}
	}
	for o := range a.needs {
		if l.dead[o] {
			return
		}
	}
	if slot >= 0 && l.Intn(6) == 0 {
		l.add(operation{kind: cpuTouch}, l.write(slot))
		l.p.acts[len(l.p.acts)-1].early = true
		a.changed = !a.volatile
	}
	l.add(operation{kind: submit, queue: queue}, a)
	l.changed[len(l.p.acts)-1] = a.changed
}

func (l *lives) bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// write writes a descriptor anew.
func (l *lives) write(slot int) lifeAct {
	for i := range l.p.acts {
		l.changed[i] = l.changed[i] || l.p.acts[i].needs[slot] && !l.p.acts[i].volatile
	}
	return lifeAct{gives: slot, again: -1, resets: true, copies: !l.dead[lifeMirrors] && l.Intn(2) == 0}
}

// resubmit submits the list of a submission again, on its queue.
func (l *lives) resubmit() {
	for i, a := range l.p.acts {
		if l.p.order[i].kind != submit || a.again >= 0 || l.stale[i] || l.Intn(2) == 0 {
			continue
		}
		for o := range a.needs {
			if l.dead[o] {
				return
			}
		}
		l.add(operation{kind: cpuTouch}, lifeAct{gives: -1, again: i, resubs: true})
		l.add(operation{kind: submit, queue: l.p.order[i].queue}, lifeAct{needs: a.needs, gives: -1, again: i, volatile: a.volatile, changed: l.changed[i]})
		return
	}
}

// give gives an object up, or lets it be written anew.
func (l *lives) give() {
	o := l.Intn(lifeObjects)
	if l.dead[o] || l.dead[lifeViews] && (o == lifeSlotA || o == lifeSlotB) || l.dead[lifeTexture] && (o == lifeSlotA || o == lifeSlotB) {
		return
	}
	if shown(o) {
		l.add(operation{kind: cpuTouch}, l.write(o))
		return
	}
	a := lifeAct{gives: o, again: -1, resets: (o >= lifeAllocatorA || o == lifeMirrors && !l.dead[lifeTexture]) && l.Intn(2) == 0}
	if !a.resets {
		l.dead[o] = true
	}
	for i := range l.p.acts {
		l.stale[i] = l.stale[i] || l.p.acts[i].needs[o]
	}
	l.add(operation{kind: cpuTouch}, a)
}

// broken is the first operation that gives up, in some run, what work that has not finished needs, and the codes for that; -1 if there is none.
func (p *lifeProgram) broken(truth *truth) (int, []diag.Code) {
	for r, a := range p.acts {
		if a.changed {
			return r, []diag.Code{diag.StaticDescriptorChanged}
		}
		for s := range r {
			if p.order[s].kind != submit || !truth.without[s][r] {
				continue
			}
			switch same := s == a.again || p.acts[s].again == a.again && a.again >= 0; {
			case a.resubs && same:
				return r + 1, []diag.Code{diag.ListInFlight, map[bool]diag.Code{true: diag.StaticDescriptorChanged, false: diag.ListInFlight}[p.acts[r+1].changed]}
			case a.gives < 0 || !p.acts[s].needs[a.gives]:
			case a.resets && a.gives >= lifeAllocatorA:
				return r, []diag.Code{diag.AllocatorInFlight}
			case a.resets:
				return r, []diag.Code{diag.DescriptorInFlight, diag.StaticDescriptorChanged}
			default:
				return r, []diag.Code{diag.ReleasedInFlight}
			}
		}
	}
	return -1, nil
}

// lifeYard is a device with the objects of a program.
type lifeYard struct {
	*yard
	buffer, placed, texture *device.Resource
	arguments               *device.Resource // of no groups
	heap                    *device.Heap
	queries                 *device.QueryHeap
	signature               *device.CommandSignature
	roots                   [3]*device.RootSignature // of static and volatile descriptors, and of what is never given up
	programs                [3]*device.PipelineState
	allocators              [2]*device.CommandAllocator
	bundled                 *device.CommandAllocator
	lists                   map[int]*device.CommandList // by the submission that is the first
	queues                  [3]*device.CommandQueue
	fences                  [3]*device.Fence
}

func newLifeYard(t *testing.T) *lifeYard {
	y := &lifeYard{yard: newYard(t), lists: map[int]*device.CommandList{}}
	y.yard.furnish(nil)
	y.buffer, y.arguments = y.yard.buffer(gpu.HeapDefault, 256, 0), y.yard.buffer(gpu.HeapDefault, 64, 0)
	var err error
	y.heap, err = y.device.CreateHeap(gpu.HeapDesc{SizeInBytes: 1 << 16})
	require.NoError(t, err)
	y.placed, err = y.device.CreatePlacedResource(gpu.PlacedResourceDesc{Heap: y.heap, ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 256}})
	require.NoError(t, err)
	y.texture, err = y.device.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 4, Height: 4, MipLevels: 1, Format: gpu.FormatR32Float}})
	require.NoError(t, err)
	y.equip()
	for i := range 3 {
		y.queues[i], err = y.device.CreateCommandQueue(gpu.CommandQueueDesc{})
		require.NoError(t, err)
		y.fences[i], err = y.device.CreateFence(0, 0, "f")
		require.NoError(t, err)
	}
	for i := range 2 {
		y.allocators[i], err = y.device.CreateCommandAllocator(gpu.ListDirect, "")
		require.NoError(t, err)
		require.NoError(t, y.device.CreateShaderResourceView(y.texture, nil, y.mirrors.GetCPUDescriptorHandle(uint32(i))))
		require.NoError(t, y.view(uint32(i), false))
	}
	return y
}

// equip makes what commands are done with.
func (y *lifeYard) equip() {
	table := func(flags gpu.DescriptorRangeFlags) gpu.RootParameter {
		return gpu.RootParameter{Ranges: []gpu.DescriptorRange{{Type: gpu.DescriptorSRV, NumDescriptors: 1, BaseShaderRegister: 1, Flags: flags}}}
	}
	sink := gpu.RootParameter{Type: gpu.RootUAV, ShaderRegister: 1}
	for i, desc := range []gpu.RootSignatureDesc{{Parameters: []gpu.RootParameter{sink, table(0)}}, {Parameters: []gpu.RootParameter{sink, table(gpu.DescriptorsVolatile)}},
		{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}}}} {
		var err error
		y.roots[i], err = y.device.CreateRootSignature(desc)
		require.NoError(y.t, err)
		y.programs[i], err = y.device.CreateComputePipelineState(gpu.ComputePipelineStateDesc{RootSignature: y.roots[i], CS: shader(y.t, []string{"loads", "loads", "writes"}[i])})
		require.NoError(y.t, err)
	}
	var err error
	y.queries, err = y.device.CreateQueryHeap(gpu.QueryHeapDesc{Type: gpu.QueryHeapTimestamp, Count: 32})
	require.NoError(y.t, err)
	y.signature, err = y.device.CreateCommandSignature(gpu.CommandSignatureDesc{ByteStride: 12, ArgumentDescs: []gpu.IndirectArgument{{Type: gpu.IndirectDispatch}}})
	require.NoError(y.t, err)
	y.bundled, err = y.device.CreateCommandAllocator(gpu.ListBundle, "")
	require.NoError(y.t, err)
}

// view writes a descriptor, or copies one.
func (y *lifeYard) view(i uint32, copies bool) error {
	if copies {
		return y.device.CopyDescriptorsSimple(1, y.views.GetCPUDescriptorHandle(i), y.mirrors.GetCPUDescriptorHandle(i), gpu.HeapCBVSRVUAV)
	}
	return y.device.CreateShaderResourceView(y.texture, nil, y.views.GetCPUDescriptorHandle(i))
}

// do does one operation.
func (y *lifeYard) do(p *lifeProgram, i int) error {
	o, a := &p.order[i], &p.acts[i]
	switch o.kind {
	case submit:
		return y.submit(p, i)
	case signal:
		return y.queues[o.queue].Signal(y.fences[o.fence], o.value)
	case wait:
		return y.queues[o.queue].Wait(y.fences[o.fence], o.value)
	case cpuWait:
		return y.fences[o.fence].WaitCPU(o.value)
	}
	if a.early {
		y.record(p, i+1)
	}
	switch a.gives {
	case lifeBuffer:
		return y.buffer.Release()
	case lifePlaced:
		return y.placed.Release()
	case lifeHeap:
		return y.heap.Release()
	case lifeTexture:
		return y.texture.Release()
	case lifeSlotA, lifeSlotB:
		return y.view(uint32(a.gives-lifeSlotA), a.copies)
	case lifeViews:
		return y.views.Release()
	case lifePipeline, lifeVolatilePipeline:
		return y.programs[(a.gives-lifePipeline)/2].Release()
	case lifeRoot, lifeVolatileRoot:
		return y.roots[(a.gives-lifeRoot)/2].Release()
	case lifeQueries:
		return y.queries.Release()
	case lifeSignature:
		return y.signature.Release()
	case lifeMirrors:
		if a.resets {
			return y.device.CreateShaderResourceView(y.texture, nil, y.mirrors.GetCPUDescriptorHandle(0))
		}
		return y.mirrors.Release()
	case lifeBundled:
		if a.resets {
			return y.bundled.Reset()
		}
		return y.bundled.Release()
	case lifeAllocatorA, lifeAllocatorB:
		if a.resets {
			return y.allocators[a.gives-lifeAllocatorA].Reset()
		}
		return y.allocators[a.gives-lifeAllocatorA].Release()
	}
	return nil
}

// submit submits a list, which is recorded now if it was not before.
func (y *lifeYard) submit(p *lifeProgram, i int) error {
	of := i
	if again := p.acts[i].again; again >= 0 {
		of = again
	}
	if y.lists[of] == nil {
		y.record(p, of)
	}
	return y.queues[p.order[i].queue].ExecuteCommandLists([]gpu.CommandList{y.lists[of]})
}

// record records the list of a submission.
func (y *lifeYard) record(p *lifeProgram, i int) {
	a := &p.acts[i]
	allocator := y.allocators[0]
	if a.needs[lifeAllocatorB] {
		allocator = y.allocators[1]
	}
	l, err := y.device.CreateCommandList(gpu.CommandListDesc{Allocator: allocator})
	require.NoError(y.t, err)
	y.lists[i] = l
	for o, r := range []*device.Resource{lifeBuffer: y.buffer, lifePlaced: y.placed} {
		if a.needs[o] {
			require.NoError(y.t, l.CopyBufferRegion(y.yard.buffer(gpu.HeapReadback, 256, 0), 0, r, 0, 64))
		}
	}
	sink := y.yard.buffer(gpu.HeapDefault, 64, gpu.AllowUnorderedAccess).GetGPUVirtualAddress()
	for k := range uint32(2) {
		if a.needs[lifeSlotA+int(k)] {
			y.load(l, k, a.volatile)
		}
	}
	if a.needs[lifeQueries] {
		require.NoError(y.t, l.EndQuery(y.queries, gpu.QueryTimestamp, uint32(i)))
	}
	if a.needs[lifeSignature] {
		require.NoError(y.t, first(l.SetPipelineState(y.programs[2]), l.SetComputeRootSignature(y.roots[2]), l.SetComputeRootUnorderedAccessView(0, sink),
			l.ExecuteIndirect(y.signature, 1, y.arguments, 0, nil, 0)))
	}
	if a.needs[lifeBundled] {
		b, err := y.device.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListBundle, Allocator: y.bundled})
		require.NoError(y.t, err)
		require.NoError(y.t, first(b.SetPipelineState(y.programs[2]), b.Close(), l.ExecuteBundle(b)))
	}
	require.NoError(y.t, l.Close())
}

// load reads the texture through a descriptor.
func (y *lifeYard) load(l *device.CommandList, slot uint32, volatile bool) {
	handle, err := y.views.GetGPUDescriptorHandle(slot)
	require.NoError(y.t, err)
	sink := y.yard.buffer(gpu.HeapDefault, 64, gpu.AllowUnorderedAccess)
	program, root := y.programs[0], y.roots[0]
	if volatile {
		program, root = y.programs[1], y.roots[1]
	}
	require.NoError(y.t, first(l.SetPipelineState(program), l.SetComputeRootSignature(root), l.SetDescriptorHeaps([]gpu.DescriptorHeap{y.views}),
		l.SetComputeRootUnorderedAccessView(0, sink.GetGPUVirtualAddress()), l.SetComputeRootDescriptorTable(1, handle), l.Dispatch(1, 1, 1)))
}

// run runs a program up to its first error.
func (p *lifeProgram) run(t *testing.T) (int, diag.Code) {
	y := newLifeYard(t)
	defer y.close()
	for i := range p.order {
		if err := y.do(p, i); err != nil {
			return i, codeOf(t, err)
		}
	}
	for _, err := range y.adapter.Finish() {
		return len(p.order), codeOf(t, err)
	}
	return -1, 0
}

// TestLives: objects are given up while some run has work in flight that needs them, and that is reported at the call that does it; nothing else is.
func TestLives(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			broken, whole, found := 0, 0, map[diag.Code]int{}
			n := count() / 2 / shards // they take longer than others
			for i := 0; broken+whole < n; i++ {
				seed := int64(i*shards + shard)
				p := randomLives(seed)
				truth := enumerate(p.order)
				if !truth.always {
					continue // somebody may wait for ever, which is another rule
				}
				at, want := p.broken(&truth)
				got, code := p.run(t)
				require.Equal(t, at, got, "program %d: %s\n%s", seed, code, p)
				if at < 0 {
					whole++
					continue
				}
				require.Contains(t, want, code, "program %d\n%s", seed, p)
				broken++
				found[code]++
			}
			t.Logf("%d programs are broken, %d are not: %v", broken, whole, found)
			require.Greater(t, broken, n/10)
			require.Greater(t, whole, n/10)
		})
	}
}

// String shows a program, from 0.
func (p *lifeProgram) String() string {
	lines := strings.Split(p.order.String(), "\n")
	for i, a := range p.acts {
		switch {
		case p.order[i].kind == submit:
			lines[i] += fmt.Sprintf(" again %d, volatile %v, changed %v", a.again, a.volatile, a.changed)
			for o := range lifeObjects {
				if a.needs[o] {
					lines[i] += ", " + lifeNames[o]
				}
			}
		case a.resubs:
			lines[i] += fmt.Sprintf(" list of %d again", a.again)
		case a.gives >= 0:
			lines[i] += fmt.Sprintf(" gives up %s, resets %v, behind the recording of the next %v", lifeNames[a.gives], a.resets, a.early)
		}
	}
	return strings.Join(lines, "\n")
}
