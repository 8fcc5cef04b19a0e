package exec

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
)

// bench is a machine with an environment and a kernel runner that are plain tables.
type bench struct {
	*Machine
	t         testing.TB
	space     *mem.Space
	next      gpu.ID
	resources map[gpu.ID]*Resource
	heaps     map[gpu.ID]*DescriptorHeap
	roots     map[gpu.ID]*RootSignature
	pipelines map[gpu.ID]*Pipeline
	queries   map[gpu.ID]*QueryHeap
	indirect  map[gpu.ID]*gpu.CommandSignatureDesc
	fake      *fakeKernels
	asked     int // for resources at addresses
}

func (b *bench) Resource(id gpu.ID) *Resource             { return b.resources[id] }
func (b *bench) DescriptorHeap(id gpu.ID) *DescriptorHeap { return b.heaps[id] }
func (b *bench) RootSignature(id gpu.ID) *RootSignature   { return b.roots[id] }
func (b *bench) Pipeline(id gpu.ID) *Pipeline             { return b.pipelines[id] }
func (b *bench) QueryHeap(id gpu.ID) *QueryHeap           { return b.queries[id] }

func (b *bench) CommandSignature(id gpu.ID) *gpu.CommandSignatureDesc {
	return b.indirect[id]
}

func (b *bench) ResourceAt(address uint64) (*Resource, bool) {
	b.asked++
	for _, r := range b.resources {
		if address >= r.Base && address < r.End() {
			return r, true
		}
	}
	return nil, false
}

// env hides the machine's own methods of the same names.
type env struct{ *bench }

func newBench(t testing.TB, vram uint64) *bench {
	space, err := mem.New(vram)
	require.NoError(t, err)
	b := &bench{t: t, space: space, resources: map[gpu.ID]*Resource{}, heaps: map[gpu.ID]*DescriptorHeap{}, roots: map[gpu.ID]*RootSignature{},
		pipelines: map[gpu.ID]*Pipeline{}, queries: map[gpu.ID]*QueryHeap{}, indirect: map[gpu.ID]*gpu.CommandSignatureDesc{}, fake: &fakeKernels{}}
	b.Machine, err = New(space, env{b}, b.fake, Options{InstructionBudget: 1000, Report: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, space.Close()) })
	return b
}

func (b *bench) alloc(size, align uint64) uint64 {
	at, err := b.space.Alloc(size, align)
	require.NoError(b.t, err)
	return at
}

func (b *bench) id() gpu.ID {
	b.next++
	b.Changed()
	return b.next
}

func (b *bench) destroy(id gpu.ID) {
	delete(b.resources, id)
	delete(b.heaps, id)
	delete(b.roots, id)
	delete(b.pipelines, id)
	b.Changed()
}

func (b *bench) resource(desc gpu.ResourceDesc) *Resource {
	r := NewResource(b.id(), "r", desc, gpu.HeapDefault, b.alloc(desc.Normalized().SizeInBytes(), gpu.TexturePlacementAlignment))
	b.resources[r.ID] = r
	return r
}

func (b *bench) buffer(size uint64) *Resource {
	return b.resource(gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: size, Flags: gpu.AllowUnorderedAccess})
}

func (b *bench) texture2D(format gpu.Format, width, height, slices, mips uint32) *Resource {
	return b.resource(gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: uint64(width), Height: height, DepthOrArraySize: slices, MipLevels: mips, Format: format})
}

func (b *bench) heap(t gpu.DescriptorHeapType, count uint32) *DescriptorHeap {
	h := &DescriptorHeap{ID: b.id(), Desc: gpu.DescriptorHeapDesc{Type: t, NumDescriptors: count, Flags: gpu.ShaderVisible}, Base: b.alloc(uint64(count)*DescriptorBytes, 64)}
	b.heaps[h.ID] = h
	return h
}

func (b *bench) do(c gpu.Command) Outcome {
	return *b.Do(context.Background(), b.Begin(gpu.ListDirect, 0), &c, 0)
}

// content is the bytes of a resource, padding included.
func (b *bench) content(r *Resource) []byte { return b.space.Bytes()[r.Base:r.End()] }

// noise fills a resource with bytes that depend on the seed.
func (b *bench) noise(r *Resource, seed uint64) { noise(b.content(r), seed) }

func noise(p []byte, seed uint64) {
	x := seed*0x9E3779B97F4A7C15 + 1
	for i := range p {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		p[i] = byte(x >> 32)
	}
}

func cpu(h *DescriptorHeap, i uint32) gpu.CPUDescriptorHandle {
	return gpu.CPUDescriptorHandle{Heap: h.ID, Index: i}
}

func gpuHandle(h *DescriptorHeap, i uint32) gpu.GPUDescriptorHandle {
	return gpu.GPUDescriptorHandle{Heap: h.ID, Index: i}
}

// onCores runs f with each number of cores.
func onCores(t *testing.T, f func(t *testing.T, cores int)) {
	for _, n := range []int{1, 2, 5} {
		old := runtime.GOMAXPROCS(n)
		f(t, n)
		runtime.GOMAXPROCS(old)
	}
}

// program is a shader that exists only by its slots.
type program struct{ bindings []Binding }

func (p *program) ShaderName() string           { return "fake" }
func (p *program) ShaderStage() gpu.ShaderStage { return gpu.StageCompute }
func (p *program) ThreadGroup() [3]uint32       { return [3]uint32{1, 1, 1} }
func (p *program) Slots() (s []gpu.ShaderSlot) {
	for _, b := range p.bindings {
		s = append(s, b.ShaderSlot)
	}
	return s
}

// fakeKernels keeps what it was asked to run.
type fakeKernels struct {
	runs    int
	groups  [3]uint32
	table   []byte
	formats []gpu.Format
	budget  uint64
	bound   uint64
	result  Result
	err     error
	during  func(d *Dispatch)
}

func (k *fakeKernels) Bindings(p gpu.Shader) []Binding { return p.(*program).bindings }

func (k *fakeKernels) Run(_ context.Context, _ gpu.Shader, d *Dispatch, r *Result) error {
	k.runs++
	k.groups, k.budget, k.bound = d.Groups, d.Budget, d.Bound
	k.table = append(k.table[:0], d.Memory[d.Table:d.Table+d.Records*RecordBytes]...)
	k.formats = append(k.formats[:0], d.Formats...)
	if k.during != nil {
		k.during(d)
	}
	*r = k.result
	return k.err
}

func TestDoRefusesUnknownCommands(t *testing.T) {
	b := newBench(t, 1<<20)
	require.PanicsWithValue(t, "BUG: exec: command  (0) cannot be executed", func() { b.do(gpu.Command{}) })
	for _, op := range []gpu.Op{gpu.OpBeginEvent, gpu.OpEndEvent, gpu.OpSetMarker, gpu.OpResourceBarrier} {
		require.Equal(t, Outcome{}, b.do(gpu.Command{Op: op}), op)
	}
	require.PanicsWithValue(t, "BUG: exec: resource 77 does not exist", func() { b.do(gpu.Command{Op: gpu.OpDiscardResource, Dst: 77}) })
}

func TestNewNeedsMemory(t *testing.T) {
	space, err := mem.New(mem.MinBytes)
	require.NoError(t, err)
	_, err = New(space, nil, nil, Options{})
	require.ErrorContains(t, err, "out of GPU memory: want 65536 bytes")
	require.Zero(t, space.InUse(), "nothing stays allocated")
	require.NoError(t, space.Close())
}

func TestTexturesStandOn512Bytes(t *testing.T) {
	desc := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 4, Height: 4, Format: gpu.FormatR8Unorm}
	require.NotPanics(t, func() { NewResource(1, "", desc, gpu.HeapDefault, 512) })
	require.Panics(t, func() { NewResource(1, "", desc, gpu.HeapDefault, 256) })
}

// formats are all formats whose texels stand in bytes of their own.
func formats() (list []gpu.Format) {
	for i, name := range gpu.FormatUnknown.LuaNames() {
		if f := gpu.Format(i); f != gpu.FormatUnknown && name != "" && f.Planes() == 1 && !f.Compressed() {
			list = append(list, f)
		}
	}
	return list
}
