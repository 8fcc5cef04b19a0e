package wasm

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Names of the module's import and export.
const (
	HostModule = "gpu"   // module of the import
	HostEvent  = "event" // (worker i32): the event area of the worker's block holds an event
	RunExport  = "run"   // (block i32, first i64, count i32): runs count groups from linear index first
)

// Options choose a variant of a kernel.
type Options struct {
	Pages  uint32 // length of the linear memory in pages of 64 KiB
	Report bool   // tell the host about accesses out of bounds
}

// Code is a generated kernel.
type Code struct {
	Module     *enc.Module
	BlockBytes uint32 // size of a worker block
	Packet     int    // most waves of a region that are emitted together
}

// Generate makes the module of a verified kernel in which the stride of every buffer and texture is set.
func Generate(k *ir.Kernel, opt Options) (*Code, error) {
	for i := range k.Bindings {
		b := &k.Bindings[i]
		if b.Stride == 0 && (b.Shape.IsBuffer() || b.Shape.IsTexture()) {
			return nil, fmt.Errorf("wasm: kernel %q: the stride of binding %q is not set", k.Name, b.Name)
		}
	}
	g := &gen{k: k, opt: opt, shapes: shape.Find(k), levels: ir.FindUniformity(k)}
	g.needVector = make([]bool, k.NumValues())
	g.needScalar = make([]bool, k.NumValues())
	g.needWord = make(map[wordKey]bool)
	g.findSpills()
	g.findHoisted()
	g.findFastPath()
	g.findPackets()
	g.emit() // finds out what is needed
	g.emit()
	return &Code{Module: g.module, BlockBytes: g.layout.Bytes, Packet: g.largest}, nil
}

// gen emits one kernel.
type gen struct {
	asm
	k      *ir.Kernel
	opt    Options
	shapes *shape.Shapes
	levels *ir.Uniformity
	layout block.Layout
	module *enc.Module

	helpers    map[string]uint64 // function number by name
	needVector []bool            // by Value: the vector form of a scalar is used
	needScalar []bool            // by Value: the scalar form is used
	needWord   map[wordKey]bool
	words      map[wordKey]local
	wordOrder  []wordKey
	scalars    [maxPacket][]local // by wave of the packet and Value
	vectors    [maxPacket][]local // by wave of the packet and Value
	spills     []int32            // by Value: spill slot, or -1
	spillCount uint32
	grouped    bool // the kernel has barriers

	early  []bool      // by Value: computed before the waves
	defs   []*ir.Instr // by Value: its definition, where that has no blocks
	forms  *reach.Forms
	bounds *bounds.Result    // what the checks of a group decide
	bases  map[baseKey]local // addresses of this round's first wave
	round  uint32            // number of the wave in its round
	unroll uint32            // waves of a round of the fast form
	fast   bool              // emitting the form in which the checks hold

	packet     *packet.Packet    // the waves that are emitted together
	packets    *packet.Packet    // the packets of regions that run in lockstep
	copy       int               // wave of the packet that is emitted
	largest    int               // size of the largest packet emitted
	alone      *packet.Packet    // a packet of one wave
	rules      *packet.Rules     // nil: no region runs in lockstep
	everyGroup bool              // checks are about all groups
	apart      local             // the bindings do not overlap; 0: not asked
	allFast    local             // the checks hold for all groups; 0: that cannot be said before they run
	active     local             // number of waves of the packet that came here; 0: all
	lanes      [maxPacket]waveOf // by wave of the packet
	anchors    map[string]anchor // addresses that later accesses of the block reuse
	ends       map[string]int64  // ends of the accesses of the block, by anchor

	block                 local // address of the worker block
	records, cost, total  local
	groupX, groupY, group local // group: z
	wave, item0, spillAt  local
	itemMemory            local
	mask                  local // 0: all lanes are known to be active
	depth                 int   // loops around the present place
	copies                int   // copies of blocks around the present place
}

func (g *gen) emit() {
	g.helpers = make(map[string]uint64)
	g.words = make(map[wordKey]local)
	for c := range g.scalars {
		g.scalars[c] = make([]local, g.k.NumValues())
		g.vectors[c] = make([]local, g.k.NumValues())
	}
	g.layout = block.New(g.k, g.spillCount, g.grouped)
	g.module = &enc.Module{Pages: g.opt.Pages, Imports: []enc.Import{{Module: HostModule, Name: HostEvent, Params: []enc.ValType{enc.I32}}}}
	g.asm = newFunc("run", []enc.ValType{enc.I32, enc.I64, enc.I32}, nil)
	g.f.Export = RunExport
	g.module.Funcs = append(g.module.Funcs, g.f)
	g.entry()
	g.groups()
}

// entry loads what does not change during the call.
func (g *gen) entry() {
	g.block = g.param(0)
	g.get(g.block)
	g.mem(enc.I32Load, block.FieldRecords)
	g.records = g.keep(enc.I32)
	g.cost, g.total = g.local(enc.I64), g.local(enc.I64)
	for _, key := range g.wordOrder {
		g.loadWord(key)
	}
	first := g.param(1)
	g.groupX, g.groupY, g.group = g.local(enc.I32), g.local(enc.I32), g.local(enc.I32)
	g.get(first)
	g.get(g.block)
	g.mem(enc.I32Load, block.FieldGroups)
	g.op(enc.I64ExtendI32U)
	rest := g.splitIndex(g.groupX)
	g.get(rest)
	g.get(g.block)
	g.mem(enc.I32Load, block.FieldGroups+4)
	g.op(enc.I64ExtendI32U)
	rest = g.splitIndex(g.groupY)
	g.get(rest)
	g.op(enc.I32WrapI64)
	g.set(g.group)
	g.checkCall()
}

// splitIndex pops a linear index and the length of an axis; the remainder goes to axis, the quotient is kept.
func (g *gen) splitIndex(axis local) local {
	n := g.keep(enc.I64)
	index := g.keep(enc.I64)
	g.get(index, n)
	g.op(enc.I64RemU, enc.I32WrapI64)
	g.set(axis)
	g.get(index, n)
	g.op(enc.I64DivU)
	return g.keep(enc.I64)
}

// groups is the loop over the groups of the call.
func (g *gen) groups() {
	first, count := g.param(1), g.param(2)
	g.open(enc.Block, 0)
	g.get(count)
	g.op(enc.I32Eqz)
	g.index(enc.BrIf, 0)
	g.open(enc.Loop, 0)
	g.get(g.block, first)
	g.mem(enc.I64Store, block.FieldGroup)
	g.i64(0)
	g.set(g.cost)
	if n := g.k.SharedBytes(); n > 0 {
		g.fill(g.block, g.layout.Shared, n)
	}
	g.groupBody()
	g.checkLimit(g.k.Site)
	g.get(g.total, g.cost)
	g.op(enc.I64Add)
	g.set(g.total)
	g.nextGroup()
	g.get(first)
	g.i64(1)
	g.op(enc.I64Add)
	g.set(first)
	g.get(count)
	g.i32(1)
	g.op(enc.I32Sub)
	g.tee(count)
	g.index(enc.BrIf, 0)
	g.end()
	g.end()
	g.get(g.block, g.total)
	g.mem(enc.I64Store, block.FieldCost)
}

func (g *gen) fill(base local, offset, bytes uint32) {
	g.get(base)
	g.i32(offset)
	g.op(enc.I32Add)
	g.i32(0)
	g.i32(bytes)
	g.op(enc.MemoryFill)
}

// nextGroup counts x, y and z on.
func (g *gen) nextGroup() {
	g.get(g.groupX)
	g.i32(1)
	g.op(enc.I32Add)
	g.tee(g.groupX)
	g.get(g.block)
	g.mem(enc.I32Load, block.FieldGroups)
	g.op(enc.I32Eq)
	g.when(func() {
		g.i32(0)
		g.set(g.groupX)
		g.get(g.groupY)
		g.i32(1)
		g.op(enc.I32Add)
		g.tee(g.groupY)
		g.get(g.block)
		g.mem(enc.I32Load, block.FieldGroups+4)
		g.op(enc.I32Eq)
		g.when(func() {
			g.i32(0)
			g.set(g.groupY)
			g.get(g.group)
			g.i32(1)
			g.op(enc.I32Add)
			g.set(g.group)
		})
	})
}

// waves emits body once for every wave of the group, one after another.
func (g *gen) waves(body func()) { g.unrolledWaves(1, body) }

// unrolledWaves takes copies waves in each round of its loop.
func (g *gen) unrolledWaves(copies uint32, body func()) {
	g.wave = g.local(enc.I32)
	g.i32(0)
	g.set(g.wave)
	g.open(enc.Loop, 0)
	for g.round = range copies {
		g.item0 = g.local(enc.I32)
		g.get(g.wave)
		g.i32(2)
		g.op(enc.I32Shl)
		g.i32(ir.WaveSize * g.round)
		g.op(enc.I32Add)
		g.set(g.item0)
		g.waveAddresses()
		g.partialMask()
		body()
	}
	g.round = 0
	if g.k.Waves() > copies {
		g.get(g.wave)
		g.i32(copies)
		g.op(enc.I32Add)
		g.tee(g.wave)
		g.i32(g.k.Waves())
		g.op(enc.I32LtU)
		g.index(enc.BrIf, 0)
	}
	g.end()
	g.mask = 0
}

// partialMask sets the mask of a wave, which may be the last and have fewer than four items.
func (g *gen) partialMask() {
	g.mask = 0
	if g.k.Threads()%ir.WaveSize != 0 {
		g.get(g.item0)
		g.op(enc.I32x4Splat)
		g.vec(0, 1, 2, 3)
		g.op(enc.I32x4Add)
		g.all(g.k.Threads())
		g.op(enc.I32x4LtU)
		g.mask = g.keep(enc.V128)
	}
}

// waveAddresses finds the wave's part of the spill and local areas.
func (g *gen) waveAddresses() {
	if g.spillCount > 0 {
		g.get(g.wave)
		g.i32(g.layout.SpillStride)
		g.op(enc.I32Mul)
		g.get(g.block)
		g.op(enc.I32Add)
		g.spillAt = g.keep(enc.I32)
	}
	if g.k.LocalBytes() == 0 {
		return
	}
	g.get(g.block)
	if g.grouped {
		g.get(g.item0)
		g.i32(g.k.LocalBytes())
		g.op(enc.I32Mul, enc.I32Add)
	}
	g.itemMemory = g.keep(enc.I32)
	if !g.grouped {
		g.fill(g.itemMemory, g.layout.Locals, ir.WaveSize*g.k.LocalBytes())
	}
}

// addCost counts a block. Inside waves it is entered by one wave, at group level by all of them.
func (g *gen) addCost(n uint64) {
	if n == 0 {
		return
	}
	g.get(g.cost)
	if g.active == 0 {
		g.i64(n * uint64(g.packet.Size))
	} else {
		g.get(g.active)
		g.i64(n)
		g.op(enc.I64Mul)
	}
	g.op(enc.I64Add)
	g.set(g.cost)
}

func (g *gen) isOverLimit() {
	g.get(g.cost)
	g.get(g.block)
	g.mem(enc.I64Load, block.FieldLimit)
	g.op(enc.I64GtU)
}

// checkLimit asks the host when the group passes its limit, and ends the function when the host did not raise it.
func (g *gen) checkLimit(site gpu.Site) {
	g.isOverLimit()
	g.when(func() {
		g.get(g.block, g.cost)
		g.mem(enc.I64Store, block.FieldCost)
		g.eventWord(block.EventKind, block.EventLimit)
		g.get(g.block)
		g.mem(enc.I32Load, block.FieldWorker)
		g.call(eventFunc)
		g.isOverLimit()
		g.op(enc.I32Eqz)
		g.index(enc.BrIf, 0)
		g.get(g.block)
		g.i32(g.faultCode())
		g.mem(enc.I32Store, block.FieldFault)
		g.get(g.block)
		g.i32(uint32(site))
		g.mem(enc.I32Store, block.FieldFaultSite)
		g.get(g.block, g.total)
		g.mem(enc.I64Store, block.FieldBefore)
		g.get(g.block, g.total, g.cost)
		g.op(enc.I64Add)
		g.mem(enc.I64Store, block.FieldCost)
		g.op(enc.Return)
	})
}

// faultCode tells the host whether the group must run again to find out where it hangs: waves in lockstep add up their costs in another order.
func (g *gen) faultCode() uint32 {
	if g.fast && g.rules != nil {
		return block.FaultAgain
	}
	return block.FaultHere
}

func (g *gen) maskOf() {
	if g.mask == 0 {
		g.all(^uint32(0))
		return
	}
	g.get(g.mask)
}

// helper gives the number of a function of the module, which build fills when it is first needed.
func (g *gen) helper(name string, params, results []enc.ValType, build func(a asm)) uint64 {
	n, ok := g.helpers[name]
	if !ok {
		a := newFunc(name, params, results)
		g.module.Funcs = append(g.module.Funcs, a.f)
		n = uint64(len(g.module.Imports) + len(g.module.Funcs) - 1)
		g.helpers[name] = n
		build(a)
	}
	return n
}

func (g *gen) call(n uint64) { g.index(enc.Call, n) }
