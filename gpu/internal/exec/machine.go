package exec

import (
	"context"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/earlier"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/tally"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/shadow"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Options change how a machine works.
type Options struct {
	// InstructionBudget is the number of instructions after which a dispatch counts as hung; 0 is unlimited.
	InstructionBudget uint64
	// Report asks kernels for out-of-bounds accesses (validation is on).
	Report bool
	// Track asks kernels for the exact bytes they touch (validation is on).
	Track bool
	// Uncounted says that nobody is told how many bytes dispatches read and write.
	Uncounted bool
}

// Machine executes commands. Create it with New; what it has taken of VRAM goes with VRAM.
type Machine struct {
	space    *mem.Space
	vram     []byte
	env      Env
	kernels  Kernels
	stages   Stages                             // kernels, where they can draw
	merger   func(*stage.Merge) stage.RunMerge  // of stages
	coverer  func(*stage.Cover) *stage.Covering // of stages
	setUpper func(*stage.SetUp) *stage.Triangles
	options  Options

	idle    []*Bindings // given back by End
	tables  tables.Tables
	run     Dispatch
	out     Outcome // of the last command that has one
	joined  Outcome // the memory of what the commands of an ExecuteIndirect did
	faults  []Fault
	numbers uint64 // of records that dispatches found
	objects uint64 // how often objects changed, descriptors among them
	earlier earlier.Store
	*resolved
	others  [tableShares - 1]*resolved
	oldest  int // of them
	draws   drawing
	shadows shadow.Store
}

// Outcome is what one command did. Its slices are valid until the next call of Do.
type Outcome struct {
	// Result is what programs have to say. BytesRead and BytesWritten are those of the fixed parts; of a draw, those of its targets. What programs
	// access is counted for dispatches only, and only where accesses are tracked, so that no virtual time may follow from it. Accesses of
	// ExecuteIndirect are dispatch after dispatch; each numbers its own records, as its Views do.
	Result
	HungStage gpu.ShaderStage
	// Skipped says that predication left the command out.
	Skipped bool
	// Touched are what the fixed parts of a draw, a clear of a target or a resolve accessed: vertices, indices, targets. Programs report Accesses.
	Touched []gpu.Access
	// Drawn are the counts of draws.
	Drawn gpu.PipelineStatistics
	// Err is the error of the context, or a kernel that could not be run.
	Err error
	// Views are the views that a dispatch or clear was given, in the order of its records.
	Views  []BoundView
	Faults []Fault
	// Commands is the number of commands that ExecuteIndirect read.
	Commands uint64
	// Indirect are the commands of ExecuteIndirect that were left out.
	Indirect []IndirectFault
	// Fetches are vertex buffers that indices of the draw lead out of.
	Fetches []incident.VertexFetch
	// Beyond is what draws of ExecuteIndirect ask for past the ends of views.
	Beyond []incident.IndirectFetch
	// Strides are the views of vertex buffers among arguments of ExecuteIndirect in which vertices overlap.
	Strides []incident.IndirectStride
}

// BoundView is one view that a dispatch or a clear used, as it was when the command executed.
type BoundView struct {
	Stage    gpu.ShaderStage
	Record   uint32 // index of the record; 0 for clears
	Binding  int32  // index of the program's binding; -1 for clears
	Element  uint32 // register within the binding
	Class    gpu.DescriptorType
	Register uint32
	Space    uint32
	Written  bool // the shader stores into it
	Led      bool // as gpu.Access.Led
	// Resource is 0 for null views and root constants, and the descriptor heap of a sampler. Only those of arrays are here, since programs may
	// choose.
	Resource gpu.ID
	// Begin and End bound the bytes of VRAM that the view covers.
	Begin, End uint64
	Format     gpu.Format // textures
	// FirstMip, Mips, FirstSlice and Slices say which subresources of a texture are covered. Slices of a 3D texture are depth slices.
	FirstMip, Mips, FirstSlice, Slices uint32
	// Copy is where the decoded copy of a texture in blocks stands, which programs read in its place; nil for all others.
	Copy []gpu.Footprint
}

// IndirectFault is a command of ExecuteIndirect that asks for more groups than a dispatch may have, or, without groups, for indices of a format that
// there is not; it was left out.
type IndirectFault struct {
	Index       uint64 // of the command in the argument buffer
	Groups      [3]uint32
	IndexFormat uint32 // number of DXGI_FORMAT
}

// FaultKind is what was wrong with a descriptor when a command executed.
type FaultKind uint8

// The faults. Each makes the view a null view.
const (
	FaultUnwritten    FaultKind = iota + 1 // the descriptor was never written
	FaultDestroyed                         // the resource, or the heap of the descriptor, was destroyed
	FaultWrongClass                        // an SRV where a UAV is declared, and the like
	FaultWrongView                         // another dimension or kind or size of elements than declared
	FaultMixed                             // an array of typed views with different formats or orders of components
	FaultOutOfHeap                         // the table reaches beyond the end of its heap
	FaultNoCounter                         // the program counts with a UAV that has no counter
	FaultMisaligned                        // a root descriptor's address is no multiple of what its class needs
	FaultNotUnordered                      // a root UAV's buffer has no ALLOW_UNORDERED_ACCESS
	FaultNoMemory                          // no VRAM left for the records of the dispatch, which did not run
)

// Fault is a descriptor that could not be used.
type Fault struct {
	Kind     FaultKind
	Stage    gpu.ShaderStage
	Record   uint32
	Binding  int32 // -1 for clears
	Element  uint32
	Class    gpu.DescriptorType // declared by the program
	Register uint32
	Space    uint32
	Found    gpu.DescriptorType // in the heap; DescriptorNone if nothing
	Resource gpu.ID             // of the descriptor, where known
	Handle   gpu.GPUDescriptorHandle
	Address  uint64 // of a root descriptor
	// Used is the place where the program used it, 0 where it is a fault whether it is used or not, and Item the work item that did.
	Used   gpu.Site
	Item   [3]uint32
	Shape  incident.ViewShape // what the heap holds, of FaultWrongView
	unused bool               // it is a fault only if the program uses it
}

// New makes a machine on a space. It allocates some VRAM of its own for kernel records, and fails when there is none.
func New(space *mem.Space, env Env, kernels Kernels, options Options) (*Machine, error) {
	m := &Machine{space: space, vram: space.Bytes(), env: env, kernels: kernels, options: options}
	if m.stages, _ = kernels.(Stages); m.stages != nil {
		m.merger, m.coverer, m.setUpper = m.stages.Merger, m.stages.Coverer, m.stages.SetUpper
	}
	m.resolved = &resolved{}
	for i := range m.others {
		m.others[i] = &resolved{}
	}
	m.unbound()
	if err := m.tables.Init(space); err != nil {
		return nil, err
	}
	return m, nil
}

// Begin starts a list: nothing is bound but the initial pipeline state (0: none).
func (m *Machine) Begin(list gpu.CommandListType, pipeline gpu.ID) *Bindings {
	var b *Bindings
	if n := len(m.idle); n > 0 {
		b, m.idle = m.idle[n-1], m.idle[:n-1]
	} else {
		b = &Bindings{}
		b.reset(list, nil)
	}
	b.list, b.pipeline = list, nil
	if pipeline != 0 {
		b.pipeline = m.pipeline(pipeline)
	}
	return b
}

// End gives the bindings of a finished list back for reuse by Begin.
func (m *Machine) End(b *Bindings) {
	b.reset(b.list, nil)
	m.idle = append(m.idle, b)
}

// nothing is the outcome of commands that only change what is bound, and skipped that of those that predication leaves out. Nobody may change them.
var nothing, skipped = &Outcome{}, &Outcome{Skipped: true}

// Do performs one command. now is the value that a timestamp query takes, in virtual nanoseconds. ctx stops a running
// kernel; its error is then in the outcome, which is valid until the next call of Do, and of which callers change slices' elements at most.
func (m *Machine) Do(ctx context.Context, b *Bindings, c *gpu.Command, now uint64) *Outcome {
	if b.draw.predicated && tally.Predicable(c.Op) {
		return skipped
	}
	switch c.Op {
	case gpu.OpDispatch:
		return m.dispatch(ctx, b, c)
	case gpu.OpBeginQuery:
		b.draw.open.Begin(c.Object, c.Slot, b.draw.counts)
		return nothing
	case gpu.OpBeginRenderPass:
		if c.Y == 0 || !m.options.Track {
			return nothing
		}
		m.out = m.loads(&b.draw, c)
		return &m.out
	case gpu.OpBeginEvent, gpu.OpEndEvent, gpu.OpEndRenderPass, gpu.OpSetMarker, gpu.OpResourceBarrier:
		return nothing // order and state are the scheduler's and the validation's
	}
	if m.setState(b, c) {
		return nothing
	}
	m.out = m.work(ctx, b, c, now)
	return &m.out
}

// Bind does a command that only changes what is bound, as Do would, and says whether c is one. It takes no time and touches no memory of a script.
func (m *Machine) Bind(b *Bindings, c *gpu.Command) bool { return m.setState(b, c) }

// work performs a command that does something to memory, and is no dispatch.
func (m *Machine) work(ctx context.Context, b *Bindings, c *gpu.Command, now uint64) Outcome {
	switch c.Op {
	case gpu.OpClearDepthStencilView:
		return m.clearDepth(c)
	case gpu.OpClearRenderTargetView:
		return m.clearTargetView(c)
	case gpu.OpCopyBufferRegion:
		return m.copyBufferRegion(c)
	case gpu.OpCopyResource:
		return m.copyResource(c)
	case gpu.OpCopyTextureRegion:
		return m.copyTextureRegion(c.Copy)
	case gpu.OpClearUnorderedAccessViewFloat, gpu.OpClearUnorderedAccessViewUint:
		return m.clearView(c)
	case gpu.OpDiscardResource:
		return m.discard(c)
	case gpu.OpDrawIndexedInstanced, gpu.OpDrawInstanced:
		return m.draw(ctx, b, c)
	case gpu.OpEndQuery:
		return m.endQuery(b, c, now)
	case gpu.OpExecuteIndirect:
		return m.executeIndirect(ctx, b, c)
	case gpu.OpResolveQueryData:
		return m.resolveQueries(c)
	case gpu.OpResolveSubresource, gpu.OpResolveSubresourceRegion:
		return m.resolveSamples(c)
	case gpu.OpSetPredication:
		return m.setPredication(b, c)
	case gpu.OpWriteBufferImmediate:
		return m.writeImmediate(c)
	}
	panic(fmt.Sprintf("BUG: exec: command %s (%d) cannot be executed", c.Op, c.Op))
}

// bytes is the range [at, at+size) of VRAM.
func (m *Machine) bytes(at, size uint64) []byte {
	if at+size > uint64(len(m.vram)) || at+size < at {
		panic(fmt.Sprintf("BUG: exec: bytes [%d, %d) are outside of VRAM", at, at+size))
	}
	return m.vram[at : at+size : at+size]
}

// resource finds a resource that the command's validity guarantees.
func (m *Machine) resource(id gpu.ID) *Resource {
	r := m.env.Resource(id)
	if r == nil {
		panic(fmt.Sprintf("BUG: exec: resource %d does not exist", id))
	}
	return r
}
