package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// fake is an object of a script: what descriptions refer to.
type fake struct {
	id     gpu.ID
	kind   gpu.ObjectKind
	name   string
	typ    gpu.CommandListType
	heap   gpu.HeapDesc
	root   *gpu.RootSignatureDesc
	stage  gpu.ShaderStage
	slots  []gpu.ShaderSlot
	groups [3]uint32
	root0  gpu.ID // of a pipeline
}

func (f *fake) ID() gpu.ID                                { return f.id }
func (f *fake) Kind() gpu.ObjectKind                      { return f.kind }
func (f *fake) Name() string                              { return f.name }
func (f *fake) CommandAllocatorType() gpu.CommandListType { return f.typ }
func (f *fake) HeapDesc() *gpu.HeapDesc                   { return &f.heap }
func (f *fake) PipelineType() gpu.PipelineType            { return gpu.PipelineCompute }
func (f *fake) RootSignatureDesc() *gpu.RootSignatureDesc { return f.root }
func (f *fake) ShaderName() string                        { return f.name }
func (f *fake) ShaderStage() gpu.ShaderStage              { return f.stage }
func (f *fake) Slots() []gpu.ShaderSlot                   { return f.slots }
func (f *fake) GetCompletedValue() (uint64, error)        { return 0, nil }
func (f *fake) ThreadGroup() [3]uint32                    { return f.groups }

// script drives a Validator as the device does. Sites count the calls.
type script struct {
	thread  gpu.ID // that makes the calls
	chain   gpu.ID // that new resources are back buffers of, 0: none
	t       *testing.T
	v       *Validator
	next    gpu.ID
	owner   gpu.ID // the device that makes objects
	site    gpu.Site
	said    []string // one line each
	last    []*diag.Diagnostic
	base    map[gpu.ID]uint64
	widths  map[gpu.ID]uint64
	address uint64
}

func newScript(t *testing.T, level Level) *script {
	s := &script{t: t, base: map[gpu.ID]uint64{}, widths: map[gpu.ID]uint64{}, address: 1 << 16}
	s.v = New(Options{Level: level, ResourceAt: s.at})
	return s
}

func (s *script) at(address uint64) (gpu.ID, uint64, bool) {
	for id, base := range s.base {
		if address >= base && address < base+s.widths[id] {
			return id, address - base, true
		}
	}
	return 0, 0, false
}

// do checks a call, and records it unless it was refused.
func (s *script) do(call gpu.Call) bool {
	ok := true
	s.last = append([]*diag.Diagnostic(nil), s.v.Check(call)...)
	for _, d := range s.last {
		if !d.Later {
			s.said = append(s.said, d.OneLine())
		}
		ok = ok && d.Severity != diag.SeverityError
	}
	if ok {
		s.v.Record(call)
	}
	return ok
}

func (s *script) head(method string) gpu.CallHead {
	s.site++
	return gpu.CallHead{Site: s.site, Method: method, Thread: s.thread}
}

func (s *script) create(method string, kind gpu.ObjectKind, name string, desc any) *fake {
	s.next++
	f := &fake{id: s.next, kind: kind, name: name}
	s.do(&gpu.CreateCall{CallHead: s.head(method), Device: s.owner, Kind: kind, Object: f.id, Name: name, Desc: desc, Chain: s.chain})
	return f
}

func (s *script) queue(typ gpu.CommandListType, name string) *fake {
	return s.create("CreateCommandQueue", gpu.KindCommandQueue, name, &gpu.CommandQueueDesc{Name: name, Type: typ})
}

func (s *script) fence(name string, initial uint64) *fake {
	return s.create("CreateFence", gpu.KindFence, name, &gpu.FenceDesc{Name: name, InitialValue: initial})
}

func (s *script) allocator(typ gpu.CommandListType, name string) *fake {
	f := s.create("CreateCommandAllocator", gpu.KindCommandAllocator, name, &gpu.CommandAllocatorDesc{Name: name, Type: typ})
	f.typ = typ
	return f
}

func (s *script) list(typ gpu.CommandListType, name string, a *fake) *fake {
	d := &gpu.CommandListDesc{Name: name, Type: typ}
	if a != nil {
		d.Allocator = a
	}
	return s.create("CreateCommandList", gpu.KindCommandList, name, d)
}

func (s *script) buffer(name string, width uint64, heap gpu.HeapType, flags gpu.ResourceFlags) *fake {
	state := gpu.StateCommon
	switch heap {
	case gpu.HeapUpload:
		state = gpu.StateGenericRead
	case gpu.HeapReadback:
		state = gpu.StateCopyDest
	}
	f := s.create("CreateCommittedResource", gpu.KindResource, name, &gpu.CommittedResourceDesc{HeapType: heap, InitialState: state,
		ResourceDesc: gpu.ResourceDesc{Name: name, Dimension: gpu.DimensionBuffer, Width: width, Flags: flags}})
	s.base[f.id], s.widths[f.id] = s.address, width
	s.address += (width + 65535) / 65536 * 65536
	return f
}

func (s *script) texture(name string, format gpu.Format, flags gpu.ResourceFlags) *fake {
	return s.create("CreateCommittedResource", gpu.KindResource, name, &gpu.CommittedResourceDesc{
		ResourceDesc: gpu.ResourceDesc{Name: name, Dimension: gpu.DimensionTexture2D, Width: 64, Height: 64, MipLevels: 1, Format: format, Flags: flags}})
}

func (s *script) descriptors(name string, typ gpu.DescriptorHeapType, n uint32, flags gpu.DescriptorHeapFlags) *fake {
	return s.create("CreateDescriptorHeap", gpu.KindDescriptorHeap, name, &gpu.DescriptorHeapDesc{Name: name, Type: typ, NumDescriptors: n, Flags: flags})
}

func (s *script) root(name string, p ...gpu.RootParameter) *fake {
	d := &gpu.RootSignatureDesc{Name: name, Parameters: p}
	f := s.create("CreateRootSignature", gpu.KindRootSignature, name, d)
	f.root = d
	return f
}

func (s *script) pipeline(name string, root *fake, slots ...gpu.ShaderSlot) *fake {
	cs := &fake{name: name + "CS", slots: slots, groups: [3]uint32{64, 1, 1}}
	return s.create("CreateComputePipelineState", gpu.KindPipelineState, name, &gpu.ComputePipelineStateDesc{Name: name, RootSignature: root, CS: cs})
}

// record records one command.
func (s *script) record(l *fake, c gpu.Command) bool {
	s.site++
	c.List, c.Site, c.Thread = l.id, s.site, s.thread
	return s.do(&c)
}

func (s *script) copy(l, dst, src *fake) bool {
	return s.record(l, gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: dst.id, Src: src.id, Size: 64})
}

func (s *script) barrier(l *fake, b ...gpu.Barrier) bool {
	return s.record(l, gpu.Command{Op: gpu.OpResourceBarrier, Barriers: b})
}

func transition(r *fake, before, after gpu.ResourceStates) gpu.Barrier {
	return gpu.Barrier{Resource: r.id, Subresource: gpu.AllSubresources, Before: before, After: after}
}

func (s *script) close(l *fake) bool {
	return s.do(&gpu.ListCall{CallHead: s.head("Close"), Act: gpu.ListClose, List: l.id})
}

func (s *script) reset(l, a *fake) bool {
	return s.do(&gpu.ListCall{CallHead: s.head("Reset"), Act: gpu.ListReset, List: l.id, Allocator: a.id})
}

func (s *script) recycle(a *fake) bool {
	return s.do(&gpu.ListCall{CallHead: s.head("Reset"), Act: gpu.AllocatorReset, Allocator: a.id})
}

func (s *script) submit(q *fake, lists ...*fake) bool {
	c := &gpu.SubmitCall{CallHead: s.head("ExecuteCommandLists"), Queue: q.id}
	for _, l := range lists {
		c.Lists = append(c.Lists, l.id)
	}
	return s.do(c)
}

func (s *script) signal(q, f *fake, value uint64) bool {
	return s.do(&gpu.FenceCall{CallHead: s.head("Signal"), Act: gpu.FenceQueueSignal, Queue: q.id, Fence: f.id, Value: value})
}

func (s *script) wait(q, f *fake, value uint64) bool {
	return s.do(&gpu.FenceCall{CallHead: s.head("Wait"), Act: gpu.FenceQueueWait, Queue: q.id, Fence: f.id, Value: value})
}

func (s *script) cpu(act gpu.FenceAct, f *fake, value uint64) bool {
	return s.do(&gpu.FenceCall{CallHead: s.head("WaitCPU"), Act: act, Fence: f.id, Value: value})
}

func (s *script) release(f *fake) bool {
	return s.do(&gpu.ReleaseCall{CallHead: s.head("Release"), Kind: f.kind, Object: f.id})
}

// silent requires that nothing was said so far.
func (s *script) silent() { require.Empty(s.t, s.said) }
